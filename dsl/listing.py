"""Lists and texts in messages, shortened to fit a screen."""

from __future__ import annotations

from collections.abc import Iterable

MAX_LISTED = 8
"""The most names that a message lists."""

MAX_LENGTH = 600
"""The most characters of a part of a message."""


def join_names(
    names: Iterable[str],
    conjunction: str = "and",
    separator: str = ", ",
    when_empty: str = "none",
    max_names: int = MAX_LISTED,
) -> str:
    """Join names for a message: ``a``, ``a and b``, ``a, b and c``; shortens long lists: ``a, b ... and 19,980 more``.

    Args:
        names: The names.
        conjunction: The word before the last of them.
        separator: The separator of the others.
        when_empty: The text for an empty list.
        max_names: The most names listed.
    """
    all_names = [*names]
    if len(all_names) > max_names:
        return f"{separator.join(all_names[: max_names - 2])} ... {conjunction} {len(all_names) - max_names + 2:,} more"
    *head, tail = all_names or [when_empty]
    return f"{separator.join(head)} {conjunction} {tail}" if head else tail


def pluralize(number: int, noun: str) -> str:
    """Format a number with its noun: ``1 word``, ``2 words``, ``no words``."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def shorten(text: str) -> str:
    """Cut a text that is too long for a message, and mark the cut."""
    return str(text) if len(text) <= MAX_LENGTH else f"{text[: MAX_LENGTH - 4]} ..."


def capitalize_first(text: str) -> str:
    """Capitalize the first letter of a text, and leave the others."""
    return text[:1].upper() + text[1:]
