"""Lists and texts that never grow longer than a screen."""

from __future__ import annotations

from collections.abc import Iterable

MAX_LISTED = 8
"""Of more than this only the first are named."""

MAX_LENGTH = 600
"""No part of a message is longer."""


def join_names(
    names: Iterable[str],
    conjunction: str = "and",
    separator: str = ", ",
    when_empty: str = "none",
    max_names: int = MAX_LISTED,
) -> str:
    """``a``, ``a and b``, ``a, b and c``; of many the first: ``a, b ... and 19,980 more``.

    Args:
        names: What to list.
        conjunction: The word before the last of them.
        separator: What stands between the others.
        when_empty: What an empty list reads as.
        max_names: Of more than this only the first are named.
    """
    all_names = [*names]
    if len(all_names) > max_names:
        return f"{separator.join(all_names[: max_names - 2])} ... {conjunction} {len(all_names) - max_names + 2:,} more"
    *head, tail = all_names or [when_empty]
    return f"{separator.join(head)} {conjunction} {tail}" if head else tail


def pluralize(number: int, noun: str) -> str:
    """``1 word``, ``2 words``, ``no words``."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def shorten(text: str) -> str:
    """A text, cut where it is beyond all measure."""
    return str(text) if len(text) <= MAX_LENGTH else f"{text[: MAX_LENGTH - 4]} ..."
