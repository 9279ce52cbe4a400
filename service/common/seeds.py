"""Validation of 64-bit seeds for dice."""

from __future__ import annotations

from bombsight.boundary.errors import InputError
from bombsight.service.common import sentences

MAX_SEED = 2**64 - 1


def check_seed(seed: int, path: str = "") -> None:
    """Raise an error unless a seed lies in the range of 64 bits.

    Args:
        seed: The seed.
        path: The file that holds it; empty if the call gave it.

    Raises:
        InputError: The seed is below 0, or has more than 64 bits.
    """
    if not 0 <= seed <= MAX_SEED:
        raise InputError(sentences.no_seed(str(seed)), path, sentences.seed_hint(str(MAX_SEED)))
