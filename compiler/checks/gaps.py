"""Check of rolls and look-ups for totals and keys that no row covers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import starmap

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.diagrams import DecisionDiagrams
from bombsight.compiler.checks.reasoning.rendering import render_range
from bombsight.compiler.checks.reasoning.rolls import RollAnalysis, exists_dice, render_witness
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import MAX_LISTED, join_names
from bombsight.flat.types import IntType

SCOPE = Scope.ITEM

CODES = (
    Code("T001", "missing-total"),
    Code("T032", "perhaps-missing-total", Severity.WARNING),
    Code("T023", "missing-key"),
    Code("T033", "perhaps-missing-key", Severity.WARNING),
)


def check(context: CheckContext) -> None:
    """Report totals and keys that no row covers, for every roll and look-up."""
    for analysis in context.roll_analyses:
        if not needs_row(analysis):
            continue
        with context.report_if_too_costly(analysis.roll.name, analysis.roll.span):
            if analysis.total is None:
                check_look_up(context, analysis)
            else:
                check_roll(context, analysis, analysis.total)


def check_roll(context: CheckContext, analysis: RollAnalysis, total: int) -> None:
    """Report the totals of a roll that no row covers (T001; T032 if uncertain)."""
    place, space = analysis.roll, analysis.space
    if place.table is not None and place.table.grid is not None and can_give_none(analysis):
        return
    uncovered = analysis.where_uncovered()
    gaps = space.values_of(total, uncovered)
    if not gaps:
        return
    certain = certain_gaps(space, total, uncovered, gaps)
    shown_totals = certain or gaps
    first = space.conjunction(uncovered, space.membership(total, [shown_totals[0]]))
    state = render_witness(
        analysis, exists_dice(analysis, space.forall_guesses(first) if certain else first), excluded=("natural",)
    )
    totals_text = (
        f"{'the totals' if shown_totals.size > 1 else 'a total of'} "
        f"{join_names(starmap(render_range, shown_totals.intervals))}"
    )
    context.findings.add(
        "T001" if certain else "T032",
        f"no row covers {totals_text}" if certain else f"no row covers {totals_text}, which may come up",
        context.program.mark_of(place.span),
        note=f"{shown_totals[0]} comes up when {state}" if state else "",
        labels=[
            (context.program.mark_of(row.span), f"row {row.label}") for row in adjacent_rows(place.rows, shown_totals)
        ],
        help=f"This is {place.name}. Add a row, widen one of these, or write `else`.",
        missing=[*starmap(render_range, shown_totals.intervals)],
    )


def check_look_up(context: CheckContext, analysis: RollAnalysis) -> None:
    """Report the keys of a look-up that no row covers (T023; T033 if uncertain)."""
    table, space = analysis.roll.table, analysis.space
    if table is None or table.relation or can_give_none(analysis):
        return
    uncovered = analysis.where_uncovered()
    certain = space.forall_guesses(uncovered)
    shown_where = certain if certain != NO else uncovered
    if shown_where == NO:
        return
    state = render_witness(analysis, shown_where)
    missing: Sequence[str] = ()
    keys = {match.param for row in table.rows for match in row.matches}
    if len(keys) == 1:
        param = next(param for param in table.params if param.name in keys)
        node = analysis.evaluator.diagram_of(x.Var(name=param.name, type=param.type), analysis.state)
        missing_values = space.values_of(node, shown_where)
        intervals = [*starmap(render_range, missing_values.intervals)]
        is_number = isinstance(param.type, IntType)
        words = intervals
        if not is_number or missing_values.size <= MAX_LISTED:
            words = [context.program.render_value(param.type, value) for value in missing_values]
        missing = intervals if is_number else words
        state = f"{param.name} is {join_names(words)}"
    context.findings.add(
        "T023" if certain != NO else "T033",
        f"this table has no row for the case that {state}" if state else "this table has no rows",
        context.program.mark_of(analysis.roll.span),
        help=f"This is {analysis.roll.name}. Add the row or `else`, or say `gives ... or none`.",
        missing=missing,
    )


def needs_row(analysis: RollAnalysis) -> bool:
    """Whether some row must apply; where every row does, only the highest or lowest of none is no value."""
    table = analysis.roll.table
    if table is None or table.aggregation is None:
        return True
    return table.aggregation in ("highest", "lowest") and not can_give_none(analysis)


def can_give_none(analysis: RollAnalysis) -> bool:
    """Whether the result type of a table includes ``none``, which is then the result where no row matches."""
    table = analysis.roll.table
    return table is not None and table.result is not None and table.result.is_optional


def certain_gaps(diagrams: DecisionDiagrams, total: int, uncovered: int, gaps: IntervalSet) -> IntervalSet:
    """The uncovered totals that certainly come up, whatever values the guesses (over-approximations) have.

    Args:
        diagrams: The set of diagrams.
        total: The diagram of the total.
        uncovered: The diagram of where it has no row.
        gaps: Its possible values there.
    """
    if not diagrams.depends_on_guess(total, uncovered):
        return gaps

    def can_come_up(low: int, high: int) -> bool:
        """Whether in some state, whatever the guesses are, a total from ``low`` to ``high`` comes up and has no row."""
        in_interval = diagrams.membership(total, IntervalSet.from_range(low, high))
        return diagrams.forall_guesses(diagrams.conjunction(uncovered, in_interval)) != NO

    return gaps.filter_numbers(can_come_up)


def adjacent_rows(rows: Iterable[g.Row], gaps: IntervalSet) -> list[g.Row]:
    """The rows with the nearest keys below and above the first uncovered total."""
    below: tuple[int, g.Row] | None = None
    above: tuple[int, g.Row] | None = None
    for row in rows:
        for key in row.keys:
            if isinstance(key.high, x.Const) and key.high.value < gaps[0]:
                below = max(below or (key.high.value, row), (key.high.value, row), key=lambda found: found[0])
            if isinstance(key.low, x.Const) and key.low.value > gaps[0]:
                above = min(above or (key.low.value, row), (key.low.value, row), key=lambda found: found[0])
    return [found[1] for found in (below, above) if found is not None]
