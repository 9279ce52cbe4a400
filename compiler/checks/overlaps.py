"""Check of rows that cover the same total or key."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush

from bombsight.compiler.checks.beforehand_rows import difference_diagram
from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.rolls import RollAnalysis
from bombsight.compiler.checks.reasoning.work_limits import CHECK_INTERVAL, WorkMeter
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.graph.single_dice import looks_at_single_dice
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import INT_MAX, INT_MIN

SCOPE = Scope.ITEM

CODES = (
    Code("T003", "overlapping-rows"),
    Code("T035", "agreeing-rows", Severity.ADVICE, since="0.2.0"),
)


PAIR_COST = 4
"""The cost of comparing a pair of rows, as branches of diagrams."""

COMPARE_COST = 40
"""The cost of testing whether two overlapping rows have the same result."""

CLASH_COST = 2_000
"""The cost of reporting that two rows clash."""


@frozen
class RowCoverage:
    """The cases that a row covers: intervals of totals (None if some are computed), and values of parameters."""

    row: g.Row
    spans: tuple[tuple[int, int], ...] | None
    matches: dict[str, IntervalSet]

    def overlaps(self, coverage: RowCoverage) -> bool | None:
        """Whether this row and another cover a common total or key; None if a computed key leaves that open."""
        for param, values in self.matches.items():
            if param in coverage.matches and not values & coverage.matches[param]:
                return False
        if self.row.otherwise or coverage.row.otherwise:
            return self.row.otherwise and coverage.row.otherwise
        if self.spans is None or coverage.spans is None:
            return None
        if not self.spans and not coverage.spans:
            return True
        return any(low <= end and start <= high for low, high in self.spans for start, end in coverage.spans)


def check(context: CheckContext) -> None:
    """Report rows that cover the same total or key, for every roll and look-up."""
    for analysis in context.roll_analyses:
        if analysis.roll.applies_every_row:
            continue
        with context.report_if_too_costly(analysis.roll.name, analysis.roll.span):
            check_row_pairs(context, analysis)
        with context.report_if_too_costly(analysis.roll.name, analysis.roll.span):
            check_natural_rows(context, analysis)


def check_row_pairs(context: CheckContext, analysis: RollAnalysis) -> None:
    """Report pairs of rows that cover the same total or key; for a grid, one pair of cells per two lines or columns."""
    rows = analysis.roll.rows
    extents = [coverage_of(row) for row in rows]
    reported: set[tuple[object, ...]] = set()
    agreeing: dict[tuple[object, ...], tuple[g.Row, g.Row]] = {}
    for later, earlier in sorted(candidate_pairs(extents, analysis.space.effort)):
        overlap = extents[later].overlaps(extents[earlier])
        if overlap is None:
            common = analysis.space.conjunction(
                analysis.where_rows_apply, analysis.row_covers[earlier], analysis.row_covers[later]
            )
            overlap = analysis.space.forall_guesses(common) != NO
        key = clash_key(rows[earlier], rows[later])
        if overlap and key not in reported:
            analysis.space.effort.charge(COMPARE_COST)
            if has_same_result(analysis, earlier, later):
                agreeing.setdefault(key, (rows[earlier], rows[later]))
            else:
                reported.add(key)
                analysis.space.effort.charge(CLASH_COST)
                report_clash(context, analysis, rows[earlier], rows[later])
    for key, (first, second) in agreeing.items():
        if key not in reported:
            analysis.space.effort.charge(CLASH_COST)
            report_clash(context, analysis, first, second, agrees=True)


def has_same_result(analysis: RollAnalysis, earlier: int, later: int) -> bool:
    """Whether two rows of a look-up, given by index, have the same result wherever both match."""
    if analysis.total is not None:
        return False
    common = analysis.space.conjunction(
        analysis.where_rows_apply, analysis.row_covers[earlier], analysis.row_covers[later]
    )
    first, second = analysis.roll.rows[earlier], analysis.roll.rows[later]
    return (
        analysis.space.conjunction(
            common, difference_diagram(analysis.evaluator, first.body, second.body, analysis.state)
        )
        == NO
    )


def candidate_pairs(coverages: Sequence[RowCoverage], effort: WorkMeter) -> set[tuple[int, int]]:
    """Find the pairs of row indices that may overlap, the later row first (sweep-line algorithm).

    Raises:
        SpentError: There are too many pairs.
    """
    unindexed = {at for at, one in enumerate(coverages) if one.spans is None or one.row.otherwise}
    effort.charge(PAIR_COST * len(unindexed) * len(coverages))
    found = {(max(at, other), min(at, other)) for at in unindexed for other in range(len(coverages)) if other != at}
    indexed = [at for at in range(len(coverages)) if at not in unindexed]
    for group in min(
        group_by_parameter(coverages, indexed), key=lambda groups: sum(len(group) ** 2 for group in groups)
    ):
        spans = [(span, at) for at in group for span in coverages[at].spans or ((INT_MIN, INT_MAX),)]
        for number, pair in enumerate(overlapping_spans(spans), start=1):
            if not number % CHECK_INTERVAL:
                effort.charge(PAIR_COST * CHECK_INTERVAL)
            found.add(pair)
    return found


def group_by_parameter(coverages: Sequence[RowCoverage], row_indices: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield groupings of row indices by the values of one parameter, such that overlapping rows share a group.

    Values that the same rows allow count as one.
    """
    yield [list(row_indices)]
    shared = (
        frozenset.intersection(*(frozenset(coverages[at].matches) for at in row_indices))
        if row_indices
        else frozenset()
    )
    for param in sorted(shared):
        intervals = [(coverages[at].matches[param].intervals, at) for at in row_indices]
        starts = sorted({start for each, _ in intervals for low, high in each for start in (low, high + 1)})
        groups: dict[int, list[int]] = {}
        for each, at in intervals:
            for low, high in each:
                for start in starts[bisect_left(starts, low) : bisect_left(starts, high + 1)]:
                    groups.setdefault(start, []).append(at)
        yield list(groups.values())


def overlapping_spans(spans: Iterable[tuple[tuple[int, int], int]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of row indices whose number intervals overlap, found by a sweep over their starts."""
    open_: list[tuple[int, int]] = []
    for (low, high), at in sorted(spans):
        while open_ and open_[0][0] < low:
            heappop(open_)
        yield from ((max(at, other), min(at, other)) for _, other in open_ if other != at)
        heappush(open_, (high, at))


def clash_key(first: g.Row, second: g.Row) -> tuple[object, ...]:
    """Return a key to merge clashing row pairs: equal for the same two rows, grid lines or grid columns."""
    if first.cell is None or second.cell is None:
        return first.id, second.id
    if first.cell[0] == second.cell[0]:
        return "columns", first.cell[1], second.cell[1]
    return "lines", first.cell[0], second.cell[0]


def coverage_of(row: g.Row) -> RowCoverage:
    """The totals and parameter values that a row covers."""
    matches: dict[str, IntervalSet] = {}
    for match in row.matches:
        values = match.values
        matches[match.param] = matches[match.param] & values if match.param in matches else values
    return RowCoverage(row, constant_spans(row.keys), matches)


def constant_spans(keys: Sequence[g.KeySpan]) -> tuple[tuple[int, int], ...] | None:
    """The number intervals of a row's keys; None if an end of one is computed."""
    found = []
    for key in keys:
        if any(end is not None and not isinstance(end, x.Const) for end in (key.low, key.high)):
            return None
        low = key.low.value if isinstance(key.low, x.Const) else INT_MIN
        high = key.high.value if isinstance(key.high, x.Const) else INT_MAX
        if low <= high:
            found.append((low, high))
    return tuple(found)


def report_clash(
    context: CheckContext,
    analysis: RollAnalysis,
    first: g.Row | g.NaturalRow,
    second: g.Row | g.NaturalRow,
    *,
    agrees: bool = False,
) -> None:
    """Report two rows that cover the same total or key, with different results (T003) or the same (T035).

    Args:
        context: The context of the check.
        analysis: The roll or look-up.
        first: The row that takes the case.
        second: The later row.
        agrees: Whether they have the same result.
    """
    mark = context.program.mark_of
    same = isinstance(first, g.Row) and first.cell and isinstance(second, g.Row) and second.cell
    span, other = mark(second.span), mark(first.span)
    if same and span == other:
        span, other = second.span, first.span
    line = f"row {first.label} on {other.line_seen_from(span)}"
    by = "roll" if analysis.total is not None else "look-up"
    context.findings.add(
        "T035" if agrees else "T003",
        f"row {second.label} gives what {line} gives" if agrees else f"row {second.label} is already covered by {line}",
        span,
        note="both are for one case" if agrees else "",
        labels=[(other, f"row {first.label}")],
        help=f"This is {analysis.roll.name}. Two rows for one {by}: "
        + ("one of them has a key too many." if agrees else "keep one, or narrow one."),
    )


def check_natural_rows(context: CheckContext, analysis: RollAnalysis) -> None:
    """Report overlapping `natural` rows (selected by the dice before modifiers).

    Of rows that look at single dice the first counts, as on a card that is read from above.
    """
    if analysis.roll.rolled is None:
        return
    rows = analysis.roll.rolled.naturals
    by_total = [at for at, row in enumerate(rows) if not looks_at_single_dice(row.condition)]
    for number, later in enumerate(by_total):
        for earlier in by_total[:number]:
            common = analysis.space.conjunction(analysis.natural_covers[earlier], analysis.natural_covers[later])
            if analysis.space.forall_guesses(common) != NO:
                report_clash(context, analysis, rows[earlier], rows[later])
