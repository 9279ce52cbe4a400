"""What the journal's events say, typed: everything that text, JSON and reports are rendered from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import HIDDEN
from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.flat.document_forms import WHOLE
from bombsight.flat.sites import RowInfo, Scope

JOURNAL_VERSION = 3
"""Raised when the JSON form of an event changes."""

STORY_VERSION = 2
"""Raised when what makes two events the same changes. In stories of version 1 sentences counted, too."""

STORIES = frozenset((1, STORY_VERSION))
"""The versions of stories that can be told: a save goes on by that of its header."""


@frozen(kw_only=True)
class BaseView:
    """What every :data:`View` derives from.

    Attributes:
        event: What kind of event it is.
        same: The attributes that make two events the same in two runs: names and numbers, no sentences, no places.
        origin: Where it stands in the rules, nowhere for an outcome, and the citation that counts there. Its standing
            is how well it is known what is told: of a throw, as its row says, or its table, or for dice without one
            the procedure; of a value that is looked up or worked out, as the weakest that it rests on, empty where
            that is as printed.
    """

    event: ClassVar[str]
    same: ClassVar[tuple[str, ...]]

    origin: Origin = NO_ORIGIN

    @property
    def key(self) -> tuple[Any, ...] | None:
        """The event as far as it counts when runs are compared; None where it does not."""
        return self.key_in(STORY_VERSION)

    def key_in(self, story: int) -> tuple[Any, ...] | None:
        """The event as far as it counts in stories of a version (:data:`STORIES`); None where it does not."""
        return self.event, *(getattr(self, name) for name in self.same)

    def to_json(self) -> dict[str, Any]:
        """The event as plain data, versioned; described by ``schema/journal.json``."""
        return {"v": JOURNAL_VERSION, "event": self.event, **encode(self, WHOLE)}


@frozen(kw_only=True)
class AppliedModifier:
    """A modifier that applied.

    Attributes:
        amount: What it added to the dice.
        text: Its condition as written.
        origin: Its standing is empty where it came down to us as its table did.
    """

    label: str
    amount: int
    text: str
    origin: Origin = NO_ORIGIN


@frozen(kw_only=True)
class RollView(BaseView):
    """A throw of dice.

    Attributes:
        table: The table's id; None for dice that no table owns.
        title: The table's title, or what the dice are for; may be empty.
        dice: What they are.
        faces: Each die; one number where only the total, or what was kept, was told.
        natural: The dice as they fell, together; of dice of which one is kept, that one.
        modifiers: Those that applied.
        total: The dice with their modifiers.
        row: The row they lead to, or None.
        arguments: What the table was rolled with.
    """

    event: ClassVar[str] = "roll"
    same = ("table", "notation", "faces", "natural", "amounts", "total", "row_label")

    table: str | None
    title: str
    dice: Dice
    faces: tuple[int, ...]
    natural: int
    modifiers: tuple[AppliedModifier, ...]
    total: int
    row: RowInfo | None
    arguments: tuple[Told, ...] = ()

    @property
    def notation(self) -> str:
        """The dice as the rules write them: ``2d6``, ``d66``, ``lowest of 2d6``."""
        return self.dice.notation

    @property
    def faces_text(self) -> str:
        """What the dice show, where what they come to is yet to be told: ``3+4``, ``lowest of 3, 7``; else empty."""
        return self.dice.render_faces(self.faces)

    @property
    def amounts(self) -> tuple[int, ...]:
        """The amount of each modifier."""
        return tuple(modifier.amount for modifier in self.modifiers)

    def key_in(self, story: int) -> tuple[Any, ...] | None:
        """The throw; in stories of version 1 with the label of each modifier."""
        if story != 1:
            return BaseView.key_in(self, story)
        amounts = tuple((modifier.label, modifier.amount) for modifier in self.modifiers)
        return self.event, self.table, self.notation, self.faces, self.natural, amounts, self.total, self.row_label

    @property
    def row_label(self) -> str | None:
        """The key of the row as written; None where the dice led to no row of a table."""
        return self.row.label if self.row else None


@frozen(kw_only=True)
class BeforehandView(BaseView):
    """A table's result without dice."""

    event: ClassVar[str] = "beforehand"
    same = ("table", "row_label")

    table: str
    title: str
    row: RowInfo

    @property
    def row_label(self) -> str:
        """The condition of the row as written."""
        return self.row.label


@frozen(kw_only=True)
class Told:
    """A value: what it is of, its stable name, and its title."""

    of: str
    name: str
    title: str


def spoken_arguments(arguments: Sequence[Told]) -> list[str]:
    """What something was called with, in words: none is not mentioned, and of yes and no only what is so."""
    return [
        argument.of.replace("_", " ") if argument.name == "yes" else argument.title
        for argument in arguments
        if argument.name not in ("none", "no")
    ]


def render_result(values: Sequence[Told]) -> str:
    """A result in words; its parts by name where it has several, and once that there is none."""
    if len(values) > 1 and all(value.name == "none" for value in values):
        return values[0].title
    return ", ".join(f"{value.of.replace('_', ' ')} {value.title}".strip() for value in values)


@frozen(kw_only=True)
class ResultView(BaseView):
    """What a table gave; one value, or one for each named part."""

    event: ClassVar[str] = "result"
    same = ("table", "names")

    table: str
    title: str
    values: tuple[Told, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The stable name of each value."""
        return tuple(value.name for value in self.values)


@frozen(kw_only=True)
class ChoiceView(BaseView):
    """A choice that was asked, and its answer.

    Attributes:
        id: Its stable name.
        by: Who chose.
        options: The stable names of the options.
        titles: The same for reading.
        answer: The name of the option chosen, or ``none``.
        answer_title: The same for reading.
        offer: Whether it was a standing offer to throw dice again.
    """

    event: ClassVar[str] = "choice"
    same = ("id", "options", "answer")

    id: str
    prompt: str
    by: str
    options: tuple[str, ...]
    titles: tuple[str, ...]
    answer: str
    answer_title: str
    offer: bool


@frozen(kw_only=True)
class PileView(BaseView):
    """What there is to draw from, where a throw is to tell which it will be.

    Attributes:
        id: The stable name of the draw.
        members: Their stable names, the first for a 1.
        titles: The same for reading.
    """

    event: ClassVar[str] = "pile"
    same = ("id", "members")

    id: str
    members: tuple[str, ...]
    titles: tuple[str, ...]


@frozen(kw_only=True)
class DrawView(BaseView):
    """What was drawn at random.

    Attributes:
        id: The stable name of the draw.
        count: From how many.
        drawn: Its stable name; ``none`` where there was nothing.
        drawn_title: The same for reading.
    """

    event: ClassVar[str] = "draw"
    same = ("id", "count", "drawn")

    id: str
    count: int
    drawn: str
    drawn_title: str


@frozen(kw_only=True)
class ChangeView(BaseView):
    """A field changed.

    Attributes:
        title: Empty for one that the player does not see.
        tone: ``good`` or ``bad`` where the rules say what more of it is for the player; else empty.
    """

    event: ClassVar[str] = "change"
    same = ("field", "old", "new")

    field: str
    title: str
    old: str
    new: str
    old_title: str
    new_title: str
    tone: Literal["", "good", "bad"] = ""


@frozen(kw_only=True)
class ElementView(BaseView):
    """An element joined a list or left it. ``title`` is empty for a list that the player does not see."""

    event: ClassVar[str] = "element"
    same = ("list", "joins", "element")

    list: str
    title: str
    joins: bool
    element: str
    element_title: str


@frozen(kw_only=True)
class MoveView(BaseView):
    """An element became the first of its list or the last; ``title`` is empty for a list that no player sees."""

    event: ClassVar[str] = "move"
    same = ("list", "first", "element")

    list: str
    title: str
    first: bool
    element: str
    element_title: str


@frozen(kw_only=True)
class SayView(BaseView):
    """A line of text.

    Attributes:
        tone: ``good`` or ``bad`` where the rules call it good or bad news; else empty.
        unnamed: The text with the names of the manifest, whichever are shown; empty where it is the same.
    """

    event: ClassVar[str] = "say"
    same = ()

    text: str
    tone: Literal["", "good", "bad"] = ""
    unnamed: str = field(default="", metadata={HIDDEN: True})

    def key_in(self, story: int) -> tuple[Any, ...] | None:
        """None: a sentence is no event of the rules. In stories of version 1 it is, by the manifest's names."""
        return (self.event, self.unnamed or self.text) if story == 1 else None


@frozen(kw_only=True)
class EnterView(BaseView):
    """A procedure or a step begins.

    Attributes:
        seen_by: Who sees what happens in it, as it says itself: ``all``; of a step, the stable name of a player, or
            ``none`` for nobody, too. Empty where it says nothing, and of a procedure that says anything else.
    """

    event: ClassVar[str] = "enter"
    same = ("kind", "name", "names")

    kind: Scope
    name: str
    title: str
    arguments: tuple[Told, ...]
    seen_by: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The stable name of each argument."""
        return tuple(argument.name for argument in self.arguments)


@frozen(kw_only=True)
class LeaveView(BaseView):
    """A procedure or a step is over."""

    event: ClassVar[str] = "leave"
    same = ("kind", "name")

    kind: Scope
    name: str


@frozen(kw_only=True)
class HiddenView(BaseView):
    """Something that another sees alone.

    Attributes:
        name, title: Of the step that it is; the title may be empty.
        whose: The stable name of the player who sees it; ``none`` where nobody does.
        whose_title: The same for reading.
    """

    event: ClassVar[str] = "hidden"
    same = ("name", "whose")

    name: str
    title: str
    whose: str
    whose_title: str


@frozen(kw_only=True)
class LimitView(BaseView):
    """A bound was reached and what stood beyond it was left out."""

    event: ClassVar[str] = "limit"
    same = ()

    text: str

    def key_in(self, story: int) -> tuple[Any, ...] | None:
        """That a bound was reached; in stories of version 1 with the text that says so."""
        return (self.event, self.text) if story == 1 else (self.event,)


@frozen(kw_only=True)
class OutcomeView(BaseView):
    """The end: a result (``none`` where the procedure gives nothing), or what the rules did that they may not."""

    event: ClassVar[str] = "outcome"
    same = ("result", "fault")

    result: str
    title: str
    fault: str = ""


View = (
    RollView
    | BeforehandView
    | ResultView
    | ChoiceView
    | PileView
    | DrawView
    | ChangeView
    | ElementView
    | MoveView
    | SayView
    | EnterView
    | LeaveView
    | HiddenView
    | LimitView
    | OutcomeView
)
"""An event."""
