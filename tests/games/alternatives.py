"""Transcribed tables of any game: the alternatives that their parts hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def lists_of_alternatives(part: Any) -> Iterator[list[dict[str, Any]]]:
    """Every list of alternatives in a part of a table."""
    if isinstance(part, dict):
        for inner in part.values():
            yield from lists_of_alternatives(inner)
    elif isinstance(part, list) and part and isinstance(part[0], dict):
        yield part
        for line in part:
            yield from lists_of_alternatives(line.get("then"))
