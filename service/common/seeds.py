"""Validation of 64-bit seeds for dice."""

from __future__ import annotations

import secrets

from bombsight.boundary.errors import InputError
from bombsight.service.common import sentences

MAX_SEED = 2**64 - 1

RANDOM_SEED_LIMIT = 1_000_000
"""The limit of random seeds, so that they are easily typed."""


def choose_seed(seed: int | None) -> int:
    """Return a seed, or a random one for None."""
    return secrets.randbelow(RANDOM_SEED_LIMIT) if seed is None else seed


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
