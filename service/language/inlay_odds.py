"""Inlay hints: beside each row of a roll, its chance by the dice alone.

Only the dice of that roll count, under the present rules: no state, no conditions, no dice thrown before. So a hint
takes no time, and says what a card's author weighs: ``7..8: rain`` is 11 ways of 36.
:mod:`bombsight.service.table_odds` computes the odds of a whole table, with all that they depend on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import assert_never

from attrs import frozen

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.expressions import Const, Expr
from bombsight.compiler.graph.single_dice import dice_thrown, holds_by_dice, looks_at_single_dice
from bombsight.compiler.graph.walk import walk
from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.dice_ways import count_sets_of_faces
from bombsight.dsl.source import Source, Span
from bombsight.flat.types import IntType
from bombsight.runtime.batch.enumeration import dice_outcomes
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.rule_text import Sources, amount_text
from bombsight.service.table_odds.counting import make_exact_chance
from bombsight.service.table_odds.wording import ratio_and_chance_text

MAX_FACES = 1_000
"""Dice with more faces in all get no hints: to count their sums would take too long between two keystrokes."""

MAX_MODIFIERS = 8
"""The maximum number of modifiers whose effect on a row a tooltip lists."""

RollRow = g.Row | g.NaturalRow
"""A row matched by totals, or by the dice before modifiers."""


@frozen
class OddsHint:
    """An inlay hint.

    Attributes:
        offset: The offset in the file after which it is shown.
        text: Its text.
        tooltip: Its tooltip, of one or more lines.
    """

    offset: int
    text: str
    tooltip: str


def odds_hints(
    space: Workspace, path: Path, span: tuple[int, int], stop: Callable[[], bool] = lambda: False
) -> tuple[OddsHint, ...]:
    """Make the inlay hints (chances beside rows) for the rows that begin in a range of a file, in file order.

    A row whose totals are computed in play has none, nor has an item with a syntax error.

    Args:
        space: The workspace.
        path: The file.
        span: The first and last offset of the visible range.
        stop: Polled before each table: whether to stop and return the hints made so far.
    """
    source = space.source(path)
    collected: list[OddsHint] = []
    for item in nodes_in_range(space, path, span):
        if stop():
            break
        for part in walk(item):
            if isinstance(part, g.Rolled) and has_few_faces(part):
                takes_every = isinstance(item, n.Table) and item.aggregation is not None and part is item.rolled
                roll = RollOdds.from_rolled(part, takes_every=takes_every)
                collected += row_hints(roll, source, space.rules.sources, span)
    return tuple(sorted(collected, key=lambda hint: hint.offset))


def tables_in_range(space: Workspace, path: Path, span: tuple[int, int]) -> tuple[n.Table, ...]:
    """Find the tables that the items in a range of a file declare or change."""
    return tuple(node for node in nodes_in_range(space, path, span) if isinstance(node, n.Table))


def nodes_in_range(space: Workspace, path: Path, span: tuple[int, int]) -> Iterator[n.Table | n.Procedure | n.Reroll]:
    """Find the graph nodes with rolls that a range of a file may declare or, in an overlay, amend."""
    graph, source = space.rules.graph, space.source(path)
    if graph is None or source.path not in space.rules.files:
        return
    begin, end = span
    damaged_spans = [each.span for each in space.rules.files[source.path].parsed.damaged]
    wanted_targets: set[str] = set()
    for item in space.items(path):
        if (
            item.span.start <= end
            and begin <= item.span.end
            and not any(is_overlapping(item.span, lost) for lost in damaged_spans)
        ):
            wanted_targets.update(rolling_targets(item))
    if wanted_targets:
        yield from (table for table in graph.tables if f"table {table.id}" in wanted_targets)
        yield from (each for each in graph.procedures if f"procedure {each.name}" in wanted_targets)
        yield from (each for each in graph.rerolls if f"reroll {each.name}" in wanted_targets)


def is_overlapping(first: Span, second: Span) -> bool:
    """Whether two spans of a file overlap."""
    return first.start < second.end and second.start < first.end


def rolling_targets(item: ast.Item) -> Iterator[str]:
    """Yield the tables, procedures and rerolls that an item declares, amends or confirms, as ``table K-1``."""
    match item:
        case ast.Table(id=name):
            yield f"table {name}"
        case ast.Procedure(name=name):
            yield f"procedure {name}"
        case ast.Reroll(name=name):
            yield f"reroll {name}"
        case ast.Overlay(entries=entries):
            for patch in (patch for entry in entries for patch in entry.patches):
                yield from patched_targets(patch)
        case ast.Game() | ast.Chapter() | ast.Option() | ast.Enum() | ast.Record() | ast.State():
            pass
        case ast.ModifierOn() | ast.Define() | ast.Board() | ast.Luck() | ast.Example() | ast.Explain() | ast.Primer():
            pass
        case _:
            assert_never(item)


def patched_targets(patch: ast.Patch) -> Iterator[str]:
    """Yield what a patch of an overlay is about and leaves in the rules."""
    match patch:
        case ast.ReplacePatch(item=item):
            yield from rolling_targets(item)
        case ast.EditPatch(target=ast.TargetRef() as target) | ast.ConfirmPatch(target=target):
            yield f"{target.kind} {target.name}"
        case ast.EditPatch() | ast.RemovePatch():
            pass
        case _:
            assert_never(patch)


# --- a roll


def has_few_faces(rolled: g.Rolled) -> bool:
    """Whether the dice of a roll have few enough results for hints to be computed quickly."""
    if looks_at_single_dice(rolled) and count_sets_of_faces(rolled.dice.groups) > MAX_FACES:
        return False
    return rolled.dice.high - rolled.dice.low < MAX_FACES


@frozen(eq=False)
class RollOdds:
    """A roll with the distribution of its dice.

    Attributes:
        rolled: The roll.
        dice: The dice.
        shares: The probability of each outcome of the dice.
        ways: The number of equally likely throws.
        by_naturals: The outcomes that natural rows take in any state; None if not known before play.
        takes_every: Whether every row applies that holds.
    """

    rolled: g.Rolled
    dice: Dice
    shares: dict[int, Fraction]
    ways: int
    by_naturals: set[int] | None
    takes_every: bool = False

    @classmethod
    def from_rolled(cls, rolled: g.Rolled, *, takes_every: bool = False) -> RollOdds:
        """Compute the probability distribution of a roll's dice."""
        dice = dice_thrown(rolled)
        outcomes = dice_outcomes(dice)
        shares = {
            outcome: Fraction(ways, outcomes.of) for outcome, ways in zip(outcomes.totals, outcomes.ways, strict=True)
        }
        return cls(rolled, dice, shares, outcomes.of, taken_by(rolled.naturals, dice, shares), takes_every)

    @property
    def printed_rows(self) -> tuple[RollRow, ...]:
        """The rows of the roll, those for unmodified (natural) dice first; a line of a grid counts as one row."""
        rows: tuple[RollRow, ...] = (*self.rolled.naturals, *self.rolled.rows)
        return tuple({(row.span.path, row.span.line, row.keys): row for row in reversed(rows)}.values())[::-1]

    def chance_of(self, row: RollRow, added: int = 0) -> Fraction | None:
        """The probability of a row if a modifier adds a number to the dice; None if it depends on the state."""
        if isinstance(row, g.NaturalRow):
            own = covered_outcomes(row.keys, self.dice, self.shares)
            if own is None:
                return None
            own = {each for each in own if holds_by_dice(row.condition, self.dice, each) is not False}
            if self.takes_every:
                return self.chance_of_any(own)
            earlier = taken_by(self.rolled.naturals[: self.rolled.naturals.index(row)], self.dice, self.shares)
            return None if earlier is None else self.chance_of_any(own - earlier)
        matching_keys = [key for each in self.rolled.rows if each.matches == row.matches for key in each.keys]
        own = covered_outcomes(matching_keys if row.otherwise else row.keys, self.dice, self.shares, added)
        if own is None or self.by_naturals is None:
            return None
        if self.takes_every and not row.otherwise:
            return self.chance_of_any(own)
        return self.chance_of_any((self.shares.keys() - own if row.otherwise else own) - self.by_naturals)

    def chance_of_any(self, outcomes: set[int]) -> Fraction:
        """The probability that the dice have any of a set of outcomes."""
        return sum((self.shares[each] for each in outcomes), Fraction(0))

    def depends_on_state(self, row: g.NaturalRow) -> bool:
        """Whether a natural row has a condition of more than single dice."""
        return any(holds_by_dice(row.condition, self.dice, outcome) is None for outcome in self.shares)

    def render_chance(self, chance: Fraction) -> str:
        """Render a probability as a ratio of throws and in percent: ``5/36 (13.9 %)``."""
        return ratio_and_chance_text(make_exact_chance(chance, self.ways))


def taken_by(naturals: Sequence[g.NaturalRow], dice: Dice, outcomes: Collection[int]) -> set[int] | None:
    """Select the outcomes that rows for unmodified (natural) dice take in any state; None if a key depends on it."""
    found: set[int] = set()
    for row in naturals:
        sure = {outcome for outcome in outcomes if holds_by_dice(row.condition, dice, outcome)}
        covered = covered_outcomes(row.keys, dice, sure) if sure else set()
        if covered is None:
            return None
        found |= covered
    return found


def covered_outcomes(
    keys: Sequence[g.KeySpan], dice: Dice, outcomes: Collection[int], added: int = 0
) -> set[int] | None:
    """Select the outcomes whose totals row keys cover; None if a key depends on the state.

    Args:
        keys: The keys.
        dice: The dice.
        outcomes: The outcomes to select from.
        added: What modifiers add to the dice.
    """
    found: set[int] = set()
    totals = {outcome: dice.result_of(outcome) + added for outcome in outcomes}
    for key in keys:
        for end in (key.low, key.high):
            if end is not None and not isinstance(end, Const):
                return None
        low, high = (end.value if isinstance(end, Const) else None for end in (key.low, key.high))
        found.update(
            outcome
            for outcome, total in totals.items()
            if (low is None or low <= total) and (high is None or total <= high)
        )
    return found


# --- hints


def row_hints(roll: RollOdds, source: Source, sources: Sources, span: tuple[int, int]) -> Iterator[OddsHint]:
    """Yield the inlay hints for those rows of a roll that begin in a range of a file.

    Args:
        roll: The roll.
        source: The file that shows the hints.
        sources: All files, from which the tooltips quote.
        span: The first and last offset of the visible range.
    """
    for row in roll.printed_rows:
        start = row.span.start
        share = roll.chance_of(row) if row.span.path == source.path and span[0] <= start <= span[1] else None
        if share is not None:
            yield OddsHint(
                line_end_offset(source, start),
                roll.render_chance(share),
                "\n".join(explain_chance(roll, row, share, sources)),
            )


def line_end_offset(source: Source, offset: int) -> int:
    """Find the offset of the end of the line that contains an offset."""
    line = source.line_and_column(offset)[0]
    return source.line_starts[line - 1] + len(source.line_text(line).rstrip())


def explain_chance(roll: RollOdds, row: RollRow, share: Fraction, sources: Sources) -> Iterator[str]:
    """Yield the sentences of a hint's tooltip that explain a row's chance.

    Args:
        roll: The roll.
        row: The row.
        share: Its probability.
        sources: All files, from which the tooltip quotes.
    """
    yield f"{roll.render_chance(share)} by {roll.rolled.dice.notation} alone."
    if row.origin.is_unseen:
        unseen = [roll.chance_of(each) for each in roll.printed_rows if each.origin.is_unseen]
        unseen_share = sum((each for each in unseen if each is not None), Fraction(0))
        yield (
            f"The row is {row.origin.standing_text}. {roll.render_chance(unseen_share)} "
            "of all throws come to rows that are known no better."
        )
    if isinstance(row, g.Row):
        if any(map(roll.depends_on_state, roll.rolled.naturals)):
            yield "Where no natural row with a condition comes first."
        for modifier in roll.rolled.modifiers[:MAX_MODIFIERS]:
            chances = (roll.chance_of(row, amount) for amount in possible_amounts(modifier.amount))
            known_chances = sorted(each for each in chances if each is not None)
            if known_chances:
                ends = " to ".join(
                    roll.render_chance(each) for each in dict.fromkeys((known_chances[0], known_chances[-1]))
                )
                yield f"With {amount_text(modifier.amount, sources)} {modifier.label}: {ends}."
        more = len(roll.rolled.modifiers) - MAX_MODIFIERS
        if more > 0:
            yield f"{more} more modifiers may count."
    elif roll.depends_on_state(row):
        yield "Where its condition holds."
    if any(isinstance(part, g.Again | g.AgainEachOnce) for each in roll.rolled.rows for part in walk(each.body)):
        yield "Of one throw: some rows throw the dice once more."


def possible_amounts(amount: Expr) -> Sequence[int]:
    """List the amounts that a modifier can add; empty if they are unknown or too many."""
    if isinstance(amount, Const):
        return (amount.value,)
    kind = amount.type
    return range(kind.low, kind.high + 1) if isinstance(kind, IntType) and kind.high - kind.low <= MAX_FACES else ()
