"""Mends of findings among which somebody chooses: a name that may be meant, a row that a table lacks, a wider row.

None of them is certain, so none is ever done unasked. What a new row comes to is left open: only its author knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Edit
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk

RUN = re.compile(r"(?P<low>-?\d+)(?:\.\.(?P<high>-?\d+))?")
"""Totals that lack a row."""


@frozen
class Choice:
    """A mend that may be meant.

    Attributes:
        title: What it does, as an order in a few words.
        edits: In the order of their places, all of them in the file in which it was found.
    """

    title: str
    edits: tuple[Edit, ...]


def choices(source: Source, items: Iterable[ast.Item], finding: Diagnostic) -> Iterator[Choice]:
    """What may be meant by what a finding is about, the likeliest first.

    Args:
        source: The file in which it was found, as it was then.
        items: The items of that file.
        finding: The finding.
    """
    yield from names(source, finding)
    table = next((item for item in items if item.span.start <= finding.span.start < item.span.end), None)
    if finding.missing and isinstance(table, ast.Table):
        yield from rows(source, table, finding)


# --- names


def names(source: Source, finding: Diagnostic) -> Iterator[Choice]:
    """The names that may be meant by a word that nothing has."""
    slip = finding.slip
    text = source.text[finding.span.start : finding.span.end]
    found = [*re.finditer(rf"(?<!\w){re.escape(slip.word)}(?!\w)", text)] if slip is not None else []
    if slip is not None and len(found) == 1:
        start = finding.span.start + found[0].start()
        for name in slip.names:
            edit = Edit(source.span(start, start + len(slip.word)), name)
            yield Choice(f"Write `{name}` for `{slip.word}`", (edit,))


# --- rows


def rows(source: Source, table: ast.Table, finding: Diagnostic) -> Iterator[Choice]:
    """The rows that a table or a roll in a row lacks, and the rows beside the gap made wider."""
    rolls = [node for node in walk(table) if isinstance(node, ast.SubRoll)]
    inner = [roll for roll in rolls if roll.span.start <= finding.span.start < roll.span.end]
    own = [line for line in (inner[-1] if inner else table).lines if isinstance(line, ast.Row)]
    if not own or any(key.otherwise for row in own for key in row.keys):
        return
    runs = [RUN.fullmatch(key) for key in finding.missing]
    gaps = [(int(run["low"]), int(run["high"] or run["low"])) for run in runs if run is not None]
    if len(gaps) < len(runs):  # values of an enum
        yield written(source, ", ".join(finding.missing), own[-1])
    else:
        yield all_written(source, finding.missing, gaps, own)
        if len(gaps) == 1:
            yield from wider(source, *gaps[0], own)
    yield written(source, "else", own[-1])


def written(source: Source, key: str, after: ast.Row) -> Choice:
    """A row of its own, below another."""
    return Choice(f"Write a row `{key}`, its result left open", (row_below(source, (key,), after),))


def all_written(source: Source, keys: Sequence[str], gaps: Sequence[tuple[int, int]], own: Sequence[ast.Row]) -> Choice:
    """A row for each gap, in the order of the totals.

    Args:
        source: The file.
        keys: The keys of the new rows.
        gaps: The totals of each.
        own: The rows that there are.
    """
    places: dict[int, list[str]] = {}
    for key, (low, _) in zip(keys, gaps, strict=True):
        before = [number for number, row in enumerate(own) if all(lies_below(each, low) for each in row.keys)]
        places.setdefault(max(before, default=-1), []).append(key)
    edits = tuple(
        row_below(source, keys, own[at]) if at >= 0 else row_above(source, keys, own[0])
        for at, keys in sorted(places.items())
    )
    what = f"a row `{keys[0]}`, its result" if len(keys) == 1 else f"{len(keys)} rows, their results"
    return Choice(f"Write {what} left open", edits)


def wider(source: Source, low: int, high: int, own: Sequence[ast.Row]) -> Iterator[Choice]:
    """The rows just below and just above a gap, each with the gap in its keys.

    Args:
        source: The file.
        low: The lowest total of the gap.
        high: The highest.
        own: The rows.
    """
    keys = [key for row in own for key in row.keys]
    below = next((key for key in keys if number(key.high) == low - 1), None)
    above = next((key for key in keys if number(key.low) == high + 1), None)
    if below is not None:
        first = source.text[below.span.start : below.span.end].partition("..")[0]
        yield widened(source, below, f"{first}..{high}" if above is not None else f"{first}..")
    if above is not None:
        _, dots, last = source.text[above.span.start : above.span.end].partition("..")
        end = last if dots else str(number(above.low))
        yield widened(source, above, f"{low}..{end}" if below is not None else f"..{end}")


def widened(source: Source, key: ast.Key, text: str) -> Choice:
    """A key of a row with more totals."""
    before = source.text[key.span.start : key.span.end]
    return Choice(f"Write `{text}` for `{before}`", (Edit(key.span, text),))


def row_below(source: Source, keys: Sequence[str], row: ast.Row) -> Edit:
    """New rows on the lines below a row and all that belongs to it."""
    end = source.text.find("\n", row.span.end)
    at = end if end >= 0 else len(source.text)
    return Edit(source.span(at, at), "".join(f"\n{' ' * (row.span.column - 1)}{key}: " for key in keys))


def row_above(source: Source, keys: Sequence[str], row: ast.Row) -> Edit:
    """New rows on the lines above a row."""
    at = row.span.start - row.span.column + 1
    return Edit(source.span(at, at), "".join(f"{' ' * (row.span.column - 1)}{key}: \n" for key in keys))


def lies_below(key: ast.Key, total: int) -> bool:
    """Whether all totals of a key are lower than one."""
    high = number(key.high)
    return high is not None and high < total


def number(end: ast.Expr | None) -> int | None:
    """The number that an end of a key is; None where it is open, or worked out."""
    match end:
        case ast.Number(value=value):
            return value
        case ast.Negate(value=ast.Number(value=value)):
            return -value
        case _:  # the rest: worked out
            return None
