"""Totals and keys that no row covers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import starmap

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.diagrams import Diagrams
from bombsight.compiler.checks.reasoning.rolls import Reach, labels, whatever_falls
from bombsight.compiler.checks.reasoning.spelling import run
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import MANY, listed
from bombsight.flat.types import IntType

SCOPE = Scope.ITEM

CODES = (
    Code(
        "T001",
        "missing-total",
        "A total has no row",
        """\
The dice and the modifiers that can apply together reach a total that no row covers.

    table Sky "The sky turns" printed cite "rule 2"
      roll 1d6
      +1 worse when sky is fog
      1..4: clear
      5..6: gale              # and a 7?

Open the last row (`5..`) or the first (`..4`), add a row, or write `else`. All values that the
conditions ask about are gone through, by their declared ranges. Where they are too many, or
depend on what cannot be worked out, it is T032.""",
    ),
    Code(
        "T032",
        "perhaps-missing-total",
        "A total may have no row",
        """\
The dice and the modifiers may reach a total that no row covers. Whether they do depends on what
cannot be worked out here: what a loop counts, say, or what a player is asked.

    define far: 0..3 = count(b in boats where b.far > 2)

    table Row "Rowing home" printed cite "card"
      roll 1d6
      +(far) far
      ..8: home               # and a 9?

Open the last row (`9..`), add a row, or write `else`; if it cannot come up, say so by a range
that is no wider than what can be.""",
        Severity.WARNING,
    ),
    Code(
        "T023",
        "missing-key",
        "A key has no row",
        """\
A table without dice has a row for every value that it may be asked for. Here one is missing.

    table Due "When ships come" printed cite "Ship card"
      for ship: Ship
      trawler: 3
      packet: 6               # and the collier?

Add the row, or `else`. Where nothing is printed for some keys on purpose, say so with
`gives 3..6 or none`: then what is not printed is none. A cell with `-` is no gap. Where it cannot
be worked out whether the table is asked for it, it is T033.""",
    ),
    Code(
        "T033",
        "perhaps-missing-key",
        "A key may have no row",
        """\
A table without dice may be asked for a value that no row has. Whether it is depends on what
cannot be worked out here, such as how many elements a list has.

    table Load "How low she lies" printed cite "card"
      for crates: 0..4
      when count(b in boats where b.lit) > 2: low
      ..3: high               # and 4 crates, with few boats?

Add the row, or `else`; or `gives ... or none`, where what is not printed is none.""",
        Severity.WARNING,
    ),
)


def check(context: Context) -> None:
    """Look at every roll and look-up."""
    for reach in context.reaches:
        with context.patience(reach.place.name, reach.place.span):
            if reach.total is None:
                look_up(context, reach)
            else:
                roll(context, reach, reach.total)


def roll(context: Context, reach: Reach, total: int) -> None:
    """Totals without a row."""
    place, space = reach.place, reach.space
    if place.table is not None and place.table.grid is not None and open_ended(reach):
        return
    uncovered = reach.uncovered()
    gaps = space.values(total, uncovered)
    if not gaps:
        return
    certain = certain_of(space, total, uncovered, gaps)
    shown = certain or gaps
    first = space.both(uncovered, space.among(total, [shown[0]]))
    state = labels(reach, whatever_falls(reach, space.sure(first) if certain else first), but=("natural",))
    what = f"{'the totals' if len(shown) > 1 else 'a total of'} {listed(starmap(run, shown.intervals))}"
    context.findings.add(
        "T001" if certain else "T032",
        f"no row covers {what}" if certain else f"no row covers {what}, which may come up",
        context.program.mark(place.span),
        note=f"{shown[0]} comes up when {state}" if state else "",
        labels=[(context.program.mark(row.span), f"row {row.label}") for row in neighbours(place.rows, shown)],
        help=f"This is {place.name}. Add a row, widen one of these, or write `else`.",
        missing=[*starmap(run, shown.intervals)],
    )


def look_up(context: Context, reach: Reach) -> None:
    """Keys without a row."""
    table, space = reach.place.table, reach.space
    if table is None or table.relation or open_ended(reach):
        return
    uncovered = reach.uncovered()
    certain = space.sure(uncovered)
    shown = certain if certain != NO else uncovered
    if shown == NO:
        return
    state = labels(reach, shown)
    missing: Sequence[str] = ()
    keys = {match.param for row in table.rows for match in row.matches}
    if len(keys) == 1:
        param = next(param for param in table.params if param.name in keys)
        node = reach.meaning.number(x.Var(name=param.name, type=param.type), reach.known)
        lacking = space.values(node, shown)
        intervals = [*starmap(run, lacking.intervals)]
        is_number = isinstance(param.type, IntType)
        words = intervals
        if not is_number or len(lacking) <= MANY:
            words = [context.program.value_text(param.type, value) for value in lacking]
        missing = intervals if is_number else words
        state = f"{param.name} is {listed(words)}"
    context.findings.add(
        "T023" if certain != NO else "T033",
        f"this table has no row for the case that {state}" if state else "this table has no rows",
        context.program.mark(reach.place.span),
        help=f"This is {reach.place.name}. Add the row or `else`, or say `gives ... or none`.",
        missing=missing,
    )


def open_ended(reach: Reach) -> bool:
    """Whether what is not printed is none."""
    table = reach.place.table
    return table is not None and table.result is not None and table.result.is_optional


def certain_of(space: Diagrams, total: int, uncovered: int, gaps: IntervalSet) -> IntervalSet:
    """Of totals that no row covers those that do come up, whatever the guesses are worth.

    Args:
        space: The diagrams.
        total: The diagram of the total.
        uncovered: Where it has no row.
        gaps: What it can be there.
    """
    if not space.is_guessed(total, uncovered):
        return gaps

    def comes_up(low: int, high: int) -> bool:
        wanted = space.among(total, IntervalSet.between(low, high))
        return space.sure(space.both(uncovered, wanted)) != NO

    return gaps.where(comes_up)


def neighbours(rows: Iterable[g.Row], gaps: IntervalSet) -> list[g.Row]:
    """The rows just below and just above the first gap."""
    below: tuple[int, g.Row] | None = None
    above: tuple[int, g.Row] | None = None
    for row in rows:
        for key in row.keys:
            if isinstance(key.high, x.Const) and key.high.value < gaps[0]:
                below = max(below or (key.high.value, row), (key.high.value, row), key=lambda found: found[0])
            if isinstance(key.low, x.Const) and key.low.value > gaps[0]:
                above = min(above or (key.low.value, row), (key.low.value, row), key=lambda found: found[0])
    return [found[1] for found in (below, above) if found is not None]
