"""Lists and texts that never grow longer than a screen, and names that are like one another."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MANY = 8
"""Of more than this only the first are named."""

LONGEST = 600
"""No part of a message is longer."""


def listed(names: Iterable[str], last: str = "and", between: str = ", ", none: str = "none") -> str:
    """``a``, ``a and b``, ``a, b and c``; of many the first: ``a, b ... and 19,980 more``.

    Args:
        names: What to list.
        last: The word before the last of them.
        between: What stands between the others.
        none: What an empty list reads as.
    """
    known = [*names]
    if len(known) > MANY:
        return f"{between.join(known[: MANY - 2])} ... {last} {len(known) - MANY + 2:,} more"
    *head, tail = known or [none]
    return f"{between.join(head)} {last} {tail}" if head else tail


def short(text: str) -> str:
    """A text, cut where it is beyond all measure."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."


def likely(word: str, among: Iterable[str], likeness: float = 0.6) -> list[str]:
    """What ``word`` could be a slip for, the nearest first, three at most.

    Args:
        word: What was written.
        among: What it may stand for.
        likeness: How near that must be: 1 is the same, 0 has no letter in common.
    """
    return get_close_matches(word, [*dict.fromkeys(among)], n=3, cutoff=likeness)
