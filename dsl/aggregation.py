"""Aggregation: what becomes of the rows of a table of which every one applies whose key or condition holds.

In the terms of decision tables: the hit policy COLLECT, and its operators ``+``, ``>``, ``<`` and ``#``.
"""

from __future__ import annotations

from typing import Literal

Aggregation = Literal["all", "sum", "highest", "lowest", "count"]
"""What a table gives of all rows that apply: nothing, the rows only act; the sum of their values; the highest or the
lowest of these; the number of the rows."""

AGGREGATION_WORDS: dict[Aggregation, str] = {
    "all": "",
    "sum": "added up",
    "highest": "highest",
    "lowest": "lowest",
    "count": "counted",
}
"""The words behind ``every row``, by aggregation."""


def parse_aggregation(words: str | None) -> Aggregation:
    """Return the aggregation that words behind ``every row`` name, whatever the spaces between them; none is all."""
    spelled = " ".join((words or "").split())
    return next(each for each, text in AGGREGATION_WORDS.items() if text == spelled)


def aggregation_line(aggregation: Aggregation) -> str:
    """Return the line of a table that states its aggregation, without spaces around it."""
    return f"every row {AGGREGATION_WORDS[aggregation]}".rstrip()
