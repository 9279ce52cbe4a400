"""Seeds that a call may name: of 64 bits, as the dice take them."""

from __future__ import annotations

from bombsight.boundary.errors import InputError
from bombsight.service.common import sentences

MAX_SEED = 2**64 - 1


def check_seed(seed: int, path: str = "") -> None:
    """See that a seed is one.

    Args:
        seed: What was named.
        path: The file that names it, if one does.

    Raises:
        InputError: It is below 0, or has more than 64 bits.
    """
    if not 0 <= seed <= MAX_SEED:
        raise InputError(sentences.no_seed(str(seed)), path, sentences.seed_hint(str(MAX_SEED)))
