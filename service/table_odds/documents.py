"""The document of a table's odds."""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.origin import Origin
from bombsight.service.common.document import Document
from bombsight.service.common.notebook import ShownInNotebooks
from bombsight.service.table_odds.counting import Chance


@frozen(kw_only=True)
class SubjectValues:
    """A subject (parameter or state value) of a roll, with its value or its possible values.

    Attributes:
        text: The subject in the notation of the rules: ``sky``, ``f.kind``, ``suffered(brake)``.
        values: The stable names of its values; several if all lead to the same odds; three or more consecutive
            numbers as a range, ``0..700``.
        titles: The display texts of the values.
    """

    text: str
    values: tuple[str, ...]
    titles: tuple[str, ...]


@frozen(kw_only=True)
class WideNumber:
    """A number that a roll reads and that was not enumerated: each of its many values may have other odds.

    Attributes:
        text: The number in the notation of the rules.
        count: The number of its possible values.
    """

    text: str
    count: int


@frozen(kw_only=True)
class OutcomeOdds:
    """A possible outcome of a roll, with its chance.

    Attributes:
        name: The stable name: the parts of the result, separated by commas.
        title: The display text.
    """

    name: str
    title: str
    chance: Chance


@frozen(kw_only=True)
class PartOdds:
    """The odds of one named part of a result."""

    part: str
    outcomes: tuple[OutcomeOdds, ...]


@frozen(kw_only=True)
class RowOdds:
    """A row, with its chance.

    Attributes:
        key: The key as written: ``2..3``, ``natural 6``, ``when lamp is 0``; ``-`` for dice that select no row.
        title: The title on the card; may be empty.
        text: The row's result and effects, as written.
        standing: The row's standing if it differs from its table's; else empty.
        chance: The chance that the dice lead to it; where rows throw again, each once, the first dice.
        taken: The chance that it is taken at all, by the throws of ``again ..., each once`` too; None where there are
            none, or it is not known exactly.
    """

    key: str
    title: str
    text: str
    standing: str
    chance: Chance
    taken: Chance | None = None


@frozen(kw_only=True)
class OtherRoll:
    """A roll made on the way: a sub-roll, or one on another table.

    Attributes:
        table: The table's id; empty for dice that belong to no table.
        title: The table's title, or the purpose of the dice; may be empty.
        dice: The dice, such as ``2d6``.
        place: The place in the rules, ``file:line:column``.
        reached: The chance that the roll is made.
        rows: The chance of each row to come up at least once, in one roll on the table in question.
    """

    table: str
    title: str
    dice: str
    place: str
    reached: Chance
    rows: tuple[RowOdds, ...]


@frozen(kw_only=True)
class ModifierOdds:
    """The influence of a modifier on the odds of a roll.

    Attributes:
        label: The modifier's name.
        amount: The amount that it adds if it applies; 0 if it would add nothing.
        when: Its condition, as written; empty for always.
        counts: Whether it applies in this case.
        instead: The modifiers that apply in this case but never together with this one.
        outcomes: The odds with the modifier switched: without it if it applies; else with it and without those in
            `instead`. They are of results, or of rows if the table has no results.
    """

    label: str
    amount: int
    when: str
    counts: bool
    instead: tuple[str, ...]
    origin: Origin
    outcomes: tuple[OutcomeOdds, ...]


@frozen(kw_only=True)
class StandingOdds:
    """The proportion of outcomes whose least reliable rule has a standing (printed, reconstructed ...)."""

    standing: str
    chance: Chance


@frozen(kw_only=True)
class FaultOdds:
    """A rules fault, with its chance."""

    message: str
    place: str
    chance: Chance


@frozen(kw_only=True)
class Mean:
    """The mean of a result that is a number.

    Attributes:
        value: The mean.
        low, high: The bounds of its 95 % interval; equal to ``value`` if that is exact.
    """

    value: float
    low: float
    high: float


@frozen(kw_only=True)
class Chances:
    """The odds of a roll under one set of rules.

    Attributes:
        results: Whole results; empty for a table that only has effects. Of an expression with more than sixty numbers,
            ranges of equal width, ``40..49``.
        parts: Each named part of the results.
        rows: The table's own rows; the final ones if dice are rerolled.
        rolls: Other rolls on the way.
        modifiers: The influence of each modifier; empty if there are too many cases.
        standings: How reliably the rules used are known, the best first.
        faults: Possible rules faults.
        choices: The stable names of choices that the autopilot answered.
        left: The share of runs that were not enumerated; 0 if everything is exact.
        thrown: The number of random runs that estimate that share.
        mean: The mean of the results; None unless each is one number.
    """

    results: tuple[OutcomeOdds, ...]
    parts: tuple[PartOdds, ...]
    rows: tuple[RowOdds, ...]
    rolls: tuple[OtherRoll, ...]
    modifiers: tuple[ModifierOdds, ...]
    standings: tuple[StandingOdds, ...]
    faults: tuple[FaultOdds, ...]
    choices: tuple[str, ...]
    left: float
    thrown: int
    mean: Mean | None = None


@frozen(kw_only=True)
class SituationOdds:
    """The cases that have the same odds, with these odds.

    Attributes:
        where: The subjects that distinguish these cases: parameters, given and enumerated ones.
        chances: The odds under the rules asked for.
        against: The odds under the rules compared with; None if there are none, or they lack the table.
    """

    where: tuple[SubjectValues, ...]
    chances: Chances
    against: Chances | None


@frozen(kw_only=True)
class TableOdds(Document, ShownInNotebooks):
    """The odds of a roll on a table, or of the values of an expression.

    Attributes:
        game: The game's id.
        rules: The hash of the rules.
        table: The table's id; empty for an expression.
        title: The table's title; the expression as written.
        dice: The dice, such as ``2d6``; empty for a table without dice of its own.
        given: The given conditions, as written.
        assumed: The other subjects that the table reads, with the values assumed: those when a game begins. Several
            values if cases differ.
        wide: The numbers that were not enumerated, and have the values when a game begins.
        rules_told: The overlays of the rules that are compared, and of those they are compared with.
        every_row: ``every row added up`` where every row applies that holds, so that the chances of rows may come to
            more than 1 in all; empty where one row counts.
    """

    document = "table_odds"
    html_renderer = "table_odds.drawing:draw_odds"

    game: str
    rules: str
    table: str
    title: str
    dice: str
    origin: Origin
    given: tuple[str, ...]
    assumed: tuple[SubjectValues, ...]
    wide: tuple[WideNumber, ...]
    rules_told: tuple[str, ...]
    situations: tuple[SituationOdds, ...]
    every_row: str = ""

    def __repr__(self) -> str:
        """Name the odds in a line; their parts are attributes."""
        name = f"{self.table} {self.title!r}".strip()
        return f"<TableOdds {name} of {self.game}: situations[0..{len(self.situations) - 1}]>"
