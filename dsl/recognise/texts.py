"""Recognition of double quotes inside texts, and of Markdown's lines between a table's head and rows."""

from __future__ import annotations

import re

from bombsight.dsl.failure import Failure, can_read_with, is_line_superfluous
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.recognise.changes import Change
from bombsight.dsl.recognise.finding import Finding

RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
"""Matches a line of hyphens and pipes."""

FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})\w*[ \t]*$")
"""Matches a line of backticks, as around code."""

INNER_QUOTE = re.compile(r'\\"|""?')
"""Matches a double quote in a text, perhaps escaped by a backslash or doubled as in spreadsheets."""

LONGEST = 1_000
"""The longest text in which inner quotes are recognised."""


def recognise_inner_quote(failure: Failure) -> Finding | None:
    """Return the finding for a text that an inner double quote ends too early; None for another mistake."""
    line = failure.text[failure.line_start : failure.line_end]
    if line.count('"') < 3 or len(line) > LONGEST:
        return None
    tripled = recognise_tripled_quotes(failure, line) if '"""' in line else None
    if tripled is not None:
        return tripled
    first = next(
        (
            found
            for found in TEXT_OR_COMMENT.finditer(line)
            if found[0][0] == '"' and (line[found.end() - 2] == "\\" or re.match(r'[\w"]', line[found.end() :]))
        ),
        None,
    )
    if first is None or failure.line_start + first.start() > failure.start:
        return None
    start, inner = failure.line_start + first.start(), first.end() - 1
    changes: tuple[Change, ...] = ()
    for closing in re.finditer('"', line[inner + 1 :]):
        end = failure.line_start + inner + 1 + closing.start()
        text = failure.text[start + 1 : end]
        put = INNER_QUOTE.sub("'", text)
        if can_read_with(failure, start + 1, end, put):
            changes = tuple(
                Change(start + 1 + quote.start(), start + 1 + quote.end(), "'") for quote in INNER_QUOTE.finditer(text)
            )
            break
    return Finding("E085", start + len(first[0]) - 1, start + len(first[0]), changes=changes)


def recognise_tripled_quotes(failure: Failure, line: str) -> Finding | None:
    """Return the finding for a text in three double quotes on each side; None for another mistake."""
    start, end = failure.line_start + line.index('"""'), failure.line_start + line.rindex('"""') + 3
    changes = [
        Change(failure.line_start + quotes.start(), failure.line_start + quotes.end(), '"')
        for quotes in re.finditer('"{3}', line)
    ]
    if len(changes) != 2 or not can_read_with(failure, start, end, f'"{failure.text[start + 3 : end - 3]}"'):
        return None
    help = "Write one double quote on each side."
    return Finding("E006", start, start + 3, note="three quotes", help=help, changes=tuple(changes))


def recognise_markdown(failure: Failure) -> Finding | None:
    """Return the finding for a Markdown line below a table's head or around code; None for another mistake."""
    line = failure.text[failure.line_start : failure.line_end]
    if FENCE.match(line):
        whole = Change(failure.line_start, failure.line_end + 1, "")
        ends = failure.line_start, failure.line_end
        return Finding("E086", *ends, note="stands around code elsewhere", help="Leave it out.", changes=(whole,))
    if "|" not in line or not RULE.match(line) or not is_line_superfluous(failure):
        return None
    start = failure.line_start + len(line) - len(line.lstrip())
    change = Change(failure.line_start, failure.line_end + 1, "")
    return Finding("E086", start, failure.line_start + len(line.rstrip()), changes=(change,))
