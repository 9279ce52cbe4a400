"""The document of one roll on a table."""

from __future__ import annotations

from attrs import field, frozen

from bombsight.boundary.codec.form import HIDDEN
from bombsight.dsl.origin import Origin
from bombsight.service.common.document import Document
from bombsight.service.lookup.card_marks import CardMarks
from bombsight.service.lookup.cards import Card
from bombsight.service.present.lines import Line
from bombsight.service.table_odds.documents import SubjectValues


@frozen(kw_only=True)
class CountedModifier:
    """A modifier that counted.

    Attributes:
        label: Its name.
        amount: What it added.
        when: Its condition as written; empty for always.
        cite: Where it is printed; may be empty.
    """

    label: str
    amount: int
    when: str
    cite: str


@frozen(kw_only=True)
class RowTaken:
    """The row that a throw led to.

    Attributes:
        key: The key as written: ``2..3``, ``natural 6``, ``when lamp is 0``.
        title: The title on the card; may be empty.
        text: The row's result and effects, as written.
        standing: How reliably it is known.
        cite: Where it is printed; may be empty.
    """

    key: str
    title: str
    text: str
    standing: str
    cite: str


@frozen(kw_only=True)
class ThrowMade:
    """A throw of a roll, or a result without dice.

    Attributes:
        table: The table's id; empty for dice that belong to no table.
        title: The table's title, or the purpose of the dice; may be empty.
        dice: The dice, such as ``2d6``; empty for a result without dice.
        faces: The face of each die, or one number if only the total is known; empty without dice.
        natural: The total before modifiers; None without dice.
        modifiers: The modifiers that counted.
        total: The total with modifiers; None without dice.
        row: The row that applies; None for none.
    """

    table: str
    title: str
    dice: str
    faces: tuple[int, ...]
    natural: int | None
    modifiers: tuple[CountedModifier, ...]
    total: int | None
    row: RowTaken | None


@frozen(kw_only=True)
class RollCase:
    """The cases in which the same comes of a roll, with what comes of it.

    Attributes:
        where: The subjects that distinguish these cases from others; several alternatives if few words do not do it.
        throws: The throws in their order, the table's own among them.
        result: The stable name of the result: its parts, separated by commas; empty if the table only acts.
        title: The result's title.
        story: What happens, line by line, as a story of play says it, with the changes that all these cases share.
        why: How the row came about, line by line.
        choices: The stable names of the choices that the autopilot answered.
        fault: The rules fault at which the roll ended; empty for none.
    """

    where: tuple[tuple[SubjectValues, ...], ...]
    throws: tuple[ThrowMade, ...]
    result: str
    title: str
    story: tuple[str, ...]
    why: tuple[str, ...]
    choices: tuple[str, ...]
    fault: str
    own_lines: tuple[Line, ...] = field(default=(), eq=False, repr=False, metadata={HIDDEN: True})
    story_lines: tuple[Line, ...] = field(default=(), eq=False, repr=False, metadata={HIDDEN: True})
    why_lines: tuple[Line, ...] = field(default=(), eq=False, repr=False, metadata={HIDDEN: True})
    marks: CardMarks | None = field(default=None, eq=False, repr=False, metadata={HIDDEN: True})


@frozen(kw_only=True)
class TableRoll(Document):
    """One roll on a table: what comes of it in each case, and why.

    Attributes:
        game: The game's id.
        rules: The hash of the rules.
        table: The table's id.
        title: Its title.
        dice: Its dice, such as ``2d6``; empty for a table without dice of its own.
        given: The given conditions, as written.
        named: The dice that the caller names, as written.
        seed: The seed of the other dice; None if there were none.
        open: The subjects on which more depends than is shown: with their values as when a game begins, or not at all.
        assumed: The other subjects that the table reads, with the values assumed: those when a game begins.
        cases: What comes of it, case by case; empty if there are too many.
    """

    document = "table_roll"

    game: str
    rules: str
    table: str
    title: str
    dice: str
    origin: Origin
    given: tuple[str, ...]
    named: tuple[str, ...]
    seed: int | None
    open: tuple[str, ...]
    assumed: tuple[SubjectValues, ...]
    cases: tuple[RollCase, ...]
    card: Card | None = field(default=None, eq=False, repr=False, metadata={HIDDEN: True})

    def __repr__(self) -> str:
        """Name the roll in a line; its parts are attributes."""
        return f"<TableRoll {self.table} {self.title!r} of {self.game}: cases[0..{len(self.cases) - 1}]>"
