"""Splits a change of a long text into the lines that differ, each hunk with the line that it stands below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import dedent

from attrs import evolve

from bombsight.dsl.aligning import align
from bombsight.service.rules_diff.documents import PartChange

MAX_WHOLE_LINES = 6
"""The maximum number of lines of a changed text that is shown whole."""

MAX_CONTEXT = 60
"""The maximum number of characters of the line that names a hunk."""


def split_change(change: PartChange, *, is_item: bool = False) -> Iterator[PartChange]:
    """Yield a change as it is if its texts are short or share no line; else a change for each run of lines.

    With ``is_item`` the first line is that of the item, which is named anyway.
    """
    old_lines, new_lines = change.was.split("\n"), change.now.split("\n")
    is_long = max(len(old_lines), len(new_lines)) > MAX_WHOLE_LINES
    if not (is_long and change.was and change.now and {*old_lines} & {*new_lines}):
        yield change
        return
    for tag, i, j, k, m in align(old_lines, new_lines):
        if tag != "equal":
            context = line_above(new_lines, k, new_lines[k:m] or old_lines[i:j])
            if is_item and context == clip_line(new_lines[0]):
                context = ""
            yield evolve(
                change,
                where=", ".join(filter(None, (change.where, context))),
                was=dedent("\n".join(old_lines[i:j])),
                now=dedent("\n".join(new_lines[k:m])),
            )


def line_above(lines: Sequence[str], at: int, hunk: Sequence[str]) -> str:
    """Return the nearest line before a hunk that it stands indented below; empty for none."""
    indent = indent_of(hunk[0])
    found = next((line for line in reversed(lines[:at]) if line.strip() and indent_of(line) < indent), "").strip()
    return clip_line(found)


def clip_line(line: str) -> str:
    """Cut a line that is too long to name a hunk."""
    return line if len(line) <= MAX_CONTEXT else f"{line[: MAX_CONTEXT - 1].rstrip()}…"


def indent_of(line: str) -> int:
    """Count the blanks at the beginning of a line."""
    return len(line) - len(line.lstrip())
