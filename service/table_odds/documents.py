"""The odds of a table as a document."""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.origin import Origin
from bombsight.service.common.document import Document
from bombsight.service.table_odds.counting import Chance


@frozen(kw_only=True)
class SubjectTold:
    """What a roll reads, and what it is, or any of what it may be.

    Attributes:
        text: As the rules write it: ``sky``, ``f.kind``, ``suffered(brake)``.
        values: Its stable names; several where all of them lead to the same odds, of three numbers or more in a row the
            first and the last, ``0..700``.
        titles: The same for reading.
    """

    text: str
    values: tuple[str, ...]
    titles: tuple[str, ...]


@frozen(kw_only=True)
class WideTold:
    """A number that a roll hangs on and that was not gone through: each of its many values may come to other odds.

    Attributes:
        text: As the rules write it.
        count: How many values it may have.
    """

    text: str
    count: int


@frozen(kw_only=True)
class OutcomeOdds:
    """Something that may come of a roll.

    Attributes:
        name: Its stable name: a value of the result, its parts with commas between them.
        title: The same for reading.
    """

    name: str
    title: str
    chance: Chance


@frozen(kw_only=True)
class PartOdds:
    """A named part of a result, by itself."""

    part: str
    outcomes: tuple[OutcomeOdds, ...]


@frozen(kw_only=True)
class RowOdds:
    """A row.

    Attributes:
        key: As written: ``2..3``, ``natural 6``, ``when lamp is 0``; ``-`` for dice that lead to no row.
        title: What the card calls it; may be empty.
        text: What it does, as written.
        standing: How the row came down to us, where it stands otherwise than its table; else empty.
    """

    key: str
    title: str
    text: str
    standing: str
    chance: Chance


@frozen(kw_only=True)
class OtherRoll:
    """Another roll on the way: a sub-roll, or one on a table that is called.

    Attributes:
        table: The table's id; empty for dice that no table owns.
        title: The table's title, or what the dice are for; may be empty.
        dice: ``2d6``.
        place: Where it stands, ``file:line:column``.
        reached: How likely it is made at all.
        rows: How likely each row comes up, at least once, in one roll on the table that was asked about.
    """

    table: str
    title: str
    dice: str
    place: str
    reached: Chance
    rows: tuple[RowOdds, ...]


@frozen(kw_only=True)
class ModifierOdds:
    """What a modifier matters.

    Attributes:
        label: Its name.
        amount: What it adds where it counts, as things stand; 0 where it would add nothing.
        when: When it counts, as written; empty for always.
        counts: Whether it counts as things stand.
        instead: The names of those that count as things stand, and never do where this one does.
        outcomes: What the odds are with it instead of those, where it does not count; without it, where it does. Of
            results, or of rows where the table gives none.
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
    """How much of all that may come rests on rows and rules that stand so, as their weakest."""

    standing: str
    chance: Chance


@frozen(kw_only=True)
class FaultOdds:
    """A fault of the rules, and how likely it is."""

    message: str
    place: str
    chance: Chance


@frozen(kw_only=True)
class Chances:
    """What may come of a roll, by one set of rules.

    Attributes:
        results: Whole results; none for a table that only acts.
        parts: Each named part of them.
        rows: The table's own rows. Where its dice are thrown again, the row that counts.
        rolls: Other rolls on the way.
        modifiers: What each modifier matters; none where there are too many cases.
        standings: How well all this is known, best first.
        faults: Faults that it may run into.
        choices: What the autopilot answered on the way, by stable names.
        left: The share of all runs that was not gone through; 0 where everything is exact.
        thrown: How many runs by chance the estimate of that share rests on.
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


@frozen(kw_only=True)
class SituationOdds:
    """Cases of one and the same odds.

    Attributes:
        where: What tells them from others: parameters, what is given, and what was gone through.
        chances: By the rules asked for.
        against: By the rules that they are compared with; None where they are with none, or the table is not there.
    """

    where: tuple[SubjectTold, ...]
    chances: Chances
    against: Chances | None


@frozen(kw_only=True)
class TableOdds(Document):
    """The odds of a roll on a table.

    Attributes:
        game: The game's id.
        rules: The hash of the rules.
        table: The table's id.
        dice: ``2d6``; empty for a table without dice of its own.
        given: What was given, as written.
        assumed: What the table reads besides, and what it was taken to be: how things stand when a game begins.
            Several values where cases differ in them.
        wide: The numbers that should have been gone through, and stand as when a game begins.
        rules_told: What the rules are, in a word: what is laid over the game; and those they are compared with.
    """

    document = "table_odds"

    game: str
    rules: str
    table: str
    title: str
    dice: str
    origin: Origin
    given: tuple[str, ...]
    assumed: tuple[SubjectTold, ...]
    wide: tuple[WideTold, ...]
    rules_told: tuple[str, ...]
    situations: tuple[SituationOdds, ...]
