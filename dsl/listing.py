"""Lists and texts that never grow longer than a screen."""

from __future__ import annotations

from collections.abc import Iterable

MANY = 8
"""Of more than this only the first are named."""

LONGEST = 600
"""No part of a message is longer."""


def listed(names: Iterable[str], last: str = "and", between: str = ", ", none: str = "none", most: int = MANY) -> str:
    """``a``, ``a and b``, ``a, b and c``; of many the first: ``a, b ... and 19,980 more``.

    Args:
        names: What to list.
        last: The word before the last of them.
        between: What stands between the others.
        none: What an empty list reads as.
        most: Of more than this only the first are named.
    """
    known = [*names]
    if len(known) > most:
        return f"{between.join(known[: most - 2])} ... {last} {len(known) - most + 2:,} more"
    *head, tail = known or [none]
    return f"{between.join(head)} {last} {tail}" if head else tail


def counted(number: int, what: str) -> str:
    """``1 word``, ``2 words``, ``no words``."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def short(text: str) -> str:
    """A text, cut where it is beyond all measure."""
    return str(text) if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."
