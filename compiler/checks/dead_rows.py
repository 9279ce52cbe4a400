"""Check of rows and keys that no roll or look-up can reach, and of keys that run over what the dice can show."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.rolls import RollAnalysis
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.findings import replacement_fix
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import Numbers
from bombsight.dsl.diagnostic import Code, Severity

SCOPE = Scope.ITEM

CODES = (
    Code("T002", "unreachable-row", Severity.WARNING),
    Code("T005", "unreachable-key", Severity.WARNING),
    Code("T008", "no-d66-face"),
    Code("T037", "key-beyond-dice", Severity.WARNING, since="0.2.0"),
)


def check(context: CheckContext) -> None:
    """Report the rows and keys that no roll or look-up can reach, in every table and sub-roll."""
    for analysis in context.roll_analyses:
        with context.report_if_too_costly(analysis.roll.name, analysis.roll.span):
            if has_gaps(analysis):
                check_d66_faces(context, analysis)
            if context.program.is_error_free and analysis.where_rows_apply != NO:
                check_dead_rows(context, analysis)
                check_ends_of_keys(context, analysis)


def check_dead_rows(context: CheckContext, analysis: RollAnalysis) -> None:
    """Report the rows and keys that no total or parameter can reach (T002, T005)."""
    place, space = analysis.roll, analysis.space
    lookup_kind = "roll" if analysis.total is not None else "look-up"
    lines: dict[int, list[int]] = {}
    for at, row in enumerate(place.rows):
        lines.setdefault(row.cell[0] if row.cell else -1 - at, []).append(at)
    for rows in lines.values():
        row = place.rows[rows[0]]
        if row.keys and all(is_impossible_face(analysis, key) for key in row.keys):
            continue
        if all(space.conjunction(analysis.where_rows_apply, analysis.row_covers[at]) == NO for at in rows):
            text = "every case is covered without it" if row.otherwise else render_totals(analysis)
            hundred = row.label == "00" and analysis.total is not None and 100 in place.faces
            context.findings.add(
                "T002",
                f"no {lookup_kind} can reach {'`else`' if row.otherwise else 'this row'}",
                context.program.mark_of(row.span),
                note=text,
                help="On two dice of ten 00 is 100: write `100`."
                if hundred
                else f"This is {place.name}. Take the row out, or mend its keys, the dice or a modifier.",
                fix=replacement_fix(row.keys[0].low.span, "100") if hundred and row.keys[0].low is not None else None,
            )
        elif len(row.keys) > 1:
            check_dead_keys(context, analysis, row)
    if place.rolled is not None:
        taken = NO
        for natural, cover in zip(place.rolled.naturals, analysis.natural_covers, strict=True):
            left, taken = space.conjunction(cover, space.negation(taken)), space.disjunction([taken, cover])
            if left == NO:
                shown = f"the dice show {render_bounds(place.faces)}"
                context.findings.add(
                    "T002",
                    "no roll can reach this row",
                    context.program.mark_of(natural.span),
                    note=shown if cover == NO else "natural rows above it take all its throws",
                    help=f"This is {place.name}. Take the row out, or mend its keys or its condition.",
                )


def check_dead_keys(context: CheckContext, analysis: RollAnalysis, row: g.Row) -> None:
    """Report the keys that nothing reaches in a row that is reached by its other keys (T005)."""
    assert analysis.total is not None
    for key in row.keys:
        end = key.low or key.high
        if end is None or is_impossible_face(analysis, key):
            continue
        if (
            analysis.space.conjunction(
                analysis.where_rows_apply, analysis.where_matches(row), analysis.where_key_covers(key, analysis.total)
            )
            == NO
        ):
            context.findings.add(
                "T005",
                "no roll can reach this key",
                end.span,
                note=render_totals(analysis),
                help=f"This is {analysis.roll.name}. Take the key out, or mend it.",
            )


def check_ends_of_keys(context: CheckContext, analysis: RollAnalysis) -> None:
    """Report ranges that run over what dice without modifiers show (T037): ``71..105`` is a slip for ``71..100``."""
    rolled, faces = analysis.roll.rolled, analysis.roll.faces
    if rolled is None or rolled.modifiers or rolled.dice.has_gaps or analysis.total is None:
        return
    for key in (key for row in analysis.roll.rows for key in row.keys):
        if not (isinstance(key.low, x.Const) and isinstance(key.high, x.Const)):
            continue
        low, high = key.low, key.high
        is_over = low.value in faces and high.value > faces[-1]
        end = high if is_over else low
        if is_over or (high.value in faces and low.value < faces[0]):
            context.findings.add(
                "T037",
                f"no roll shows {end.value}",
                end.span,
                note=f"the dice show {render_bounds(faces)}",
                help=f"This is {analysis.roll.name}. "
                + (
                    f"End the range at {faces[-1]}, or leave its end open: `{low.value}..`."
                    if is_over
                    else f"Begin the range at {faces[0]}, or leave its beginning open: `..{high.value}`."
                ),
            )


def check_d66_faces(context: CheckContext, analysis: RollAnalysis) -> None:
    """Report keys that a d66 (two dice read as the digits of a number) never shows (T008)."""
    assert analysis.roll.rolled is not None
    keys = [key for natural in analysis.roll.rolled.naturals for key in natural.keys]
    for key in [*keys, *(key for row in analysis.roll.rows for key in row.keys)]:
        for end in (key.low, key.high):
            if isinstance(end, x.Const) and end.value not in analysis.roll.faces:
                context.findings.add(
                    "T008",
                    f"a d66 never shows {end.value}",
                    end.span,
                    note="both digits are 1 to 6",
                    help="Write a number from 11 to 66 whose digits are 1 to 6.",
                )


def has_gaps(analysis: RollAnalysis) -> bool:
    """Whether dice without modifiers have gaps between their results, as a d66 has (21 follows 16)."""
    rolled = analysis.roll.rolled
    return rolled is not None and rolled.dice.has_gaps and not rolled.modifiers


def is_impossible_face(analysis: RollAnalysis, key: g.KeySpan) -> bool:
    """Whether a key is a number that a d66 cannot show, which has a finding of its own."""
    if not has_gaps(analysis):
        return False
    return any(isinstance(end, x.Const) and end.value not in analysis.roll.faces for end in (key.low, key.high))


def render_totals(analysis: RollAnalysis) -> str:
    """The note on the possible totals: ``totals are 2..14``; empty for a look-up."""
    if analysis.total is None:
        return ""
    totals = analysis.space.values_of(analysis.total, analysis.where_rows_apply)
    return f"totals are {render_bounds(totals)}"


def render_bounds(numbers: Numbers) -> str:
    """Render the first and the last of ascending numbers: ``2..14``."""
    return f"{numbers[0]}..{numbers[-1]}"
