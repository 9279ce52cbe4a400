"""Fixes among which the author chooses: a name that may be meant, a row that a table lacks, a wider row.

None of them is certain, so none is applied unasked. The result of a new row is left open: only its author knows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Edit
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk

TOTALS_RANGE = re.compile(r"(?P<low>-?\d+)(?:\.\.(?P<high>-?\d+))?")
"""A range of totals that lack a row."""


@frozen
class FixOption:
    """One fix to choose.

    Attributes:
        title: Its effect, as a short command.
        edits: Its edits, in file order, all in the finding's file.
    """

    title: str
    edits: tuple[Edit, ...]


def suggest_fixes(source: Source, items: Iterable[ast.Item], finding: Diagnostic) -> Iterator[FixOption]:
    """Suggest fixes for a finding, the likeliest first."""
    yield from suggest_names(source, finding)
    table = next((item for item in items if item.span.start <= finding.span.start < item.span.end), None)
    if finding.missing and isinstance(table, ast.Table):
        yield from suggest_rows(source, table, finding)


# --- names


def suggest_names(source: Source, finding: Diagnostic) -> Iterator[FixOption]:
    """Suggest fixes that replace an unknown name by a similar known one."""
    slip = finding.slip
    text = source.text[finding.span.start : finding.span.end]
    matches = [*re.finditer(rf"(?<!\w){re.escape(slip.word)}(?!\w)", text)] if slip is not None else []
    if slip is not None and len(matches) == 1:
        start = finding.span.start + matches[0].start()
        for name in slip.names:
            edit = Edit(source.span(start, start + len(slip.word)), name)
            yield FixOption(f"Write `{name}` for `{slip.word}`", (edit,))


# --- rows


def suggest_rows(source: Source, table: ast.Table, finding: Diagnostic) -> Iterator[FixOption]:
    """Suggest fixes for totals that no row covers: new rows for the gaps, and wider keys of the rows beside them."""
    rolls = [node for node in walk(table) if isinstance(node, ast.SubRoll)]
    rolls_around = [roll for roll in rolls if roll.span.start <= finding.span.start < roll.span.end]
    own_rows = [line for line in (rolls_around[-1] if rolls_around else table).lines if isinstance(line, ast.Row)]
    if not own_rows or any(key.otherwise for row in own_rows for key in row.keys):
        return
    runs = [TOTALS_RANGE.fullmatch(key) for key in finding.missing]
    gaps = [(int(run["low"]), int(run["high"] or run["low"])) for run in runs if run is not None]
    if len(gaps) < len(runs):  # values of an enum
        yield make_row_option(source, ", ".join(finding.missing), own_rows[-1])
    else:
        yield make_rows_option(source, finding.missing, gaps, own_rows)
        if len(gaps) == 1:
            yield from suggest_wider_rows(source, *gaps[0], own_rows)
    yield make_row_option(source, "else", own_rows[-1])


def make_row_option(source: Source, key: str, row_above: ast.Row) -> FixOption:
    """Make the fix that inserts a new row, with an empty result, below another row."""
    return FixOption(f"Write a row `{key}`, its result left open", (insertion_below(source, (key,), row_above),))


def make_rows_option(
    source: Source, keys: Sequence[str], gaps: Sequence[tuple[int, int]], rows: Sequence[ast.Row]
) -> FixOption:
    """Make the fix that inserts a new row for each gap, in the order of the totals.

    Args:
        source: The file.
        keys: The keys of the new rows.
        gaps: The lowest and highest total of each gap.
        rows: The existing rows.
    """
    keys_by_row: dict[int, list[str]] = {}
    for key, (low, _) in zip(keys, gaps, strict=True):
        rows_below = [number for number, row in enumerate(rows) if all(is_below(each, low) for each in row.keys)]
        keys_by_row.setdefault(max(rows_below, default=-1), []).append(key)
    edits = tuple(
        insertion_below(source, keys, rows[at]) if at >= 0 else insertion_above(source, keys, rows[0])
        for at, keys in sorted(keys_by_row.items())
    )
    described_rows = f"a row `{keys[0]}`, its result" if len(keys) == 1 else f"{len(keys)} rows, their results"
    return FixOption(f"Write {described_rows} left open", edits)


def suggest_wider_rows(source: Source, gap_low: int, gap_high: int, rows: Sequence[ast.Row]) -> Iterator[FixOption]:
    """Suggest the fixes that extend the key of the row just below or just above a gap to cover the gap.

    Args:
        source: The file.
        gap_low: The lowest total of the gap.
        gap_high: The highest total of the gap.
        rows: The existing rows.
    """
    keys = [key for row in rows for key in row.keys]
    below = next((key for key in keys if literal_number(key.high) == gap_low - 1), None)
    above = next((key for key in keys if literal_number(key.low) == gap_high + 1), None)
    if below is not None:
        first = source.text[below.span.start : below.span.end].partition("..")[0]
        yield make_wider_row_option(source, below, f"{first}..{gap_high}" if above is not None else f"{first}..")
    if above is not None:
        _, dots, last = source.text[above.span.start : above.span.end].partition("..")
        end = last if dots else str(literal_number(above.low))
        yield make_wider_row_option(source, above, f"{gap_low}..{end}" if below is not None else f"..{end}")


def make_wider_row_option(source: Source, key: ast.Key, wider_key: str) -> FixOption:
    """Make the fix that replaces the key of a row by a wider key, such as ``3..5`` for ``4..5``."""
    old_text = source.text[key.span.start : key.span.end]
    return FixOption(f"Write `{wider_key}` for `{old_text}`", (Edit(key.span, wider_key),))


def insertion_below(source: Source, keys: Sequence[str], row: ast.Row) -> Edit:
    """Make the edit that inserts new rows below a row and its indented block."""
    end = source.text.find("\n", row.span.end)
    at = end if end >= 0 else len(source.text)
    return Edit(source.span(at, at), "".join(f"\n{' ' * (row.span.column - 1)}{key}: " for key in keys))


def insertion_above(source: Source, keys: Sequence[str], row: ast.Row) -> Edit:
    """Make the edit that inserts new rows above a row."""
    at = row.span.start - row.span.column + 1
    return Edit(source.span(at, at), "".join(f"{' ' * (row.span.column - 1)}{key}: \n" for key in keys))


def is_below(key: ast.Key, total: int) -> bool:
    """Whether all totals of a row's key are less than a given total."""
    high = literal_number(key.high)
    return high is not None and high < total


def literal_number(bound: ast.Expr | None) -> int | None:
    """The value of one bound of a row's key; None if the bound is open or computed."""
    match bound:
        case ast.Number(value=value):
            return value
        case ast.Negate(value=ast.Number(value=value)):
            return -value
        case _:  # the rest: computed
            return None
