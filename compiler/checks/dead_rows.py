"""Rows, and items of their keys, that nothing can reach; faces that a d66 does not have."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.rolls import Reach
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.findings import replacing
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.dsl.diagnostic import Code, Severity

SCOPE = Scope.ITEM

CODES = (
    Code(
        "T002",
        "unreachable-row",
        "No roll can reach this row",
        """\
No total that the dice and the modifiers can give is one of the row's keys, or other rows
(`when`, `natural`, and for `else` all others) take every case before it.

    table Sky "The sky turns" printed cite "rule 2"
      roll 1d6
      1..6: clear
      7: gale                 # only with a modifier

Perhaps a modifier is missing, or the dice are others. What counts is the declared range of
every value that the modifiers ask about, whatever play happens to reach; all options are
considered in each of their settings. A span that is partly out of reach is fine.""",
        Severity.WARNING,
    ),
    Code(
        "T005",
        "unreachable-key",
        "A key is out of reach",
        """\
The row can come up, but not by this key.

    2, 13: gale               # two dice without modifiers never show 13

Take the key out, or mend it.""",
        Severity.WARNING,
    ),
    Code(
        "T008",
        "no-d66-face",
        "A key is no face of a d66",
        """\
A d66 is two dice read one behind the other: 11 to 16, 21 to 26 and so on to 66. There is no
17, no 20, no 67. The ends of a span are faces too.

    11..20: calm              # write 11..16
    21..66: storm""",
    ),
)


def check(context: Context) -> None:
    """Look at every roll and look-up."""
    for reach in context.reaches:
        with context.patience(reach.place.name, reach.place.span):
            if has_gaps(reach):
                d66(context, reach)
            if context.program.whole and reach.happens != NO:
                dead(context, reach)


def dead(context: Context, reach: Reach) -> None:
    """Rows and keys that nothing can reach."""
    place, space = reach.place, reach.space
    by = "roll" if reach.total is not None else "look-up"
    lines: dict[int, list[int]] = {}
    for at, row in enumerate(place.rows):
        lines.setdefault(row.cell[0] if row.cell else -1 - at, []).append(at)
    for rows in lines.values():
        row = place.rows[rows[0]]
        if row.keys and all(is_no_face(reach, key) for key in row.keys):
            continue
        if all(space.both(reach.happens, reach.covers[at]) == NO for at in rows):
            text = "every case is covered without it" if row.otherwise else range_text(reach)
            hundred = row.label == "00" and reach.total is not None and 100 in place.faces
            context.findings.add(
                "T002",
                f"no {by} can reach {'`else`' if row.otherwise else 'this row'}",
                context.program.mark(row.span),
                note=text,
                help="On two dice of ten 00 is 100: write `100`."
                if hundred
                else f"This is {place.name}. Take the row out, or mend its keys, the dice or a modifier.",
                fix=replacing(row.keys[0].low.span, "100") if hundred and row.keys[0].low is not None else None,
            )
        elif len(row.keys) > 1:
            dead_keys(context, reach, row)
    if place.rolled is not None:
        for natural, cover in zip(place.rolled.naturals, reach.naturals, strict=True):
            if cover == NO:
                context.findings.add(
                    "T002",
                    "no roll can reach this row",
                    context.program.mark(natural.span),
                    note=f"the dice show {ends(place.faces)}",
                    help=f"This is {place.name}. Take the row out, or mend its keys or its condition.",
                )


def dead_keys(context: Context, reach: Reach, row: g.Row) -> None:
    """Single keys of a row that can be reached by others."""
    assert reach.total is not None
    for key in row.keys:
        end = key.low or key.high
        if end is None or is_no_face(reach, key):
            continue
        if reach.space.both(reach.happens, reach.matched(row), reach.covered(key, reach.total)) == NO:
            context.findings.add(
                "T005",
                "no roll can reach this key",
                end.span,
                note=range_text(reach),
                help=f"This is {reach.place.name}. Take the key out, or mend it.",
            )


def d66(context: Context, reach: Reach) -> None:
    """Keys that are no faces."""
    assert reach.place.rolled is not None
    keys = [key for natural in reach.place.rolled.naturals for key in natural.keys]
    for key in [*keys, *(key for row in reach.place.rows for key in row.keys)]:
        for end in (key.low, key.high):
            if isinstance(end, x.Const) and end.value not in reach.place.faces:
                context.findings.add(
                    "T008",
                    f"a d66 never shows {end.value}",
                    end.span,
                    note="both digits are 1 to 6",
                    help="Write a number from 11 to 66 whose digits are 1 to 6.",
                )


def has_gaps(reach: Reach) -> bool:
    """Whether dice, with nothing added, leave numbers out between their results, as those of a d66 do."""
    rolled = reach.place.rolled
    return rolled is not None and rolled.dice.has_gaps and not rolled.modifiers


def is_no_face(reach: Reach, key: g.KeySpan) -> bool:
    """Whether a key has its finding as no face of a d66."""
    if not has_gaps(reach):
        return False
    return any(isinstance(end, x.Const) and end.value not in reach.place.faces for end in (key.low, key.high))


def range_text(reach: Reach) -> str:
    """What totals can come up."""
    if reach.total is None:
        return ""
    totals = reach.space.values(reach.total, reach.happens)
    return f"totals are {ends(totals)}"


def ends(numbers: Sequence[int]) -> str:
    """The least and the greatest of some numbers."""
    return f"{numbers[0]}..{numbers[-1]}"
