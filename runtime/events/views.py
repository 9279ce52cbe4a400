"""Typed views of the journal's events, from which text, JSON and reports are rendered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import HIDDEN
from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.flat.document_forms import WHOLE
from bombsight.flat.sites import IN_PLAY, ChroniclePlace, RowInfo, Scope

JOURNAL_VERSION = 3
"""Version of the JSON form of events."""

STORY_VERSION = 2
"""Version of the keys by which events are compared. In stories of version 1 sentences counted, too."""

STORIES = frozenset((1, STORY_VERSION))
"""Versions of stories that can be compared: a save keeps that of its header."""


@frozen(kw_only=True)
class BaseView:
    """Base class of the typed views of events; see :data:`View`.

    Attributes:
        event: The kind of event.
        same: The attributes by which events of two runs are compared: names and numbers, no sentences, no places.
        origin: Its place in the rules, none for an outcome, with citation and standing. The standing of a throw is
            that of its row, its table, or without one its procedure; of a value, the weakest that it rests on, empty
            where that is as printed.
    """

    event: ClassVar[str]
    same: ClassVar[tuple[str, ...]]

    origin: Origin = NO_ORIGIN

    @property
    def key(self) -> tuple[Any, ...] | None:
        """The values by which runs are compared at this event; None for events that comparisons leave out."""
        return self.key_in(STORY_VERSION)

    def key_in(self, story: int) -> tuple[Any, ...] | None:
        """Return the comparison key of this event in stories of format version ``story``; None if it is left out."""
        return self.event, *(getattr(self, name) for name in self.same)

    def to_json(self) -> dict[str, Any]:
        """Convert the event to versioned JSON data; see ``schema/journal.json``."""
        return {"v": JOURNAL_VERSION, "event": self.event, **encode(self, WHOLE)}


@frozen(kw_only=True)
class AppliedModifier:
    """A modifier that changed the total of a throw, with its amount.

    Attributes:
        amount: The number that it added.
        text: Its condition as written.
        origin: Its place; the standing is empty if it is that of its table.
    """

    label: str
    amount: int
    text: str
    origin: Origin = NO_ORIGIN


@frozen(kw_only=True)
class RollView(BaseView):
    """A throw of dice, with the table's modifiers and the row that it leads to.

    Attributes:
        table: The table's id; None for dice without a table.
        title: The table's title, or the purpose of the dice; may be empty.
        dice: The dice.
        faces: The face of each die; one number if only the total, or the kept die, is known.
        natural: The natural total; of dice of which one is kept, that one.
        modifiers: The modifiers that applied.
        total: The total with modifiers.
        row: The row of the result, or None.
        arguments: The arguments of the table.
        takes_every: Whether every row applies that holds: ``row`` is the first, each later one has an event of its own.
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
    arguments: tuple[LabelledValue, ...] = ()
    takes_every: bool = False

    @property
    def notation(self) -> str:
        """The dice in the rules' notation: ``2d6``, ``d66``, ``lowest of 2d6``."""
        return self.dice.notation

    @property
    def faces_text(self) -> str:
        """The faces of the dice, if they say more than the total: ``3+4``, ``lowest of 3, 7``; else empty."""
        return self.dice.render_faces(self.faces)

    @property
    def amounts(self) -> tuple[int, ...]:
        """The amount of each modifier that applied."""
        return tuple(modifier.amount for modifier in self.modifiers)

    def key_in(self, story: int) -> tuple[Any, ...] | None:
        """Return the comparison key of this throw in format version ``story``; 1 includes each modifier's label."""
        if story != 1:
            return BaseView.key_in(self, story)
        amounts = tuple((modifier.label, modifier.amount) for modifier in self.modifiers)
        return self.event, self.table, self.notation, self.faces, self.natural, amounts, self.total, self.row_label

    @property
    def row_label(self) -> str | None:
        """The key of the table row that applies, as the rules write it: ``3..5``; None if no row does."""
        return self.row.label if self.row else None


@frozen(kw_only=True)
class BeforehandView(BaseView):
    """A row of a table that applies by a condition, without a throw, or beside the row of a throw.

    Attributes:
        table: The table's id.
        title: Its title.
        row: The row.
        number: Its number among all rows that apply in this call, from 1; 0 if the table applies one row.
    """

    event: ClassVar[str] = "beforehand"
    same = ("table", "row_label")

    table: str
    title: str
    row: RowInfo
    number: int = 0

    @property
    def row_label(self) -> str:
        """The condition of the table line that applies without a throw, as the rules write it."""
        return self.row.label


@frozen(kw_only=True)
class LabelledValue:
    """A value's stable name and title, with the name of the parameter or part that it belongs to."""

    of: str
    name: str
    title: str


def argument_titles(arguments: Sequence[LabelledValue]) -> list[str]:
    """List the titles of an event's arguments; a yes/no argument gives its name if yes, and nothing if no or none."""
    return [
        argument.of.replace("_", " ") if argument.name == "yes" else argument.title
        for argument in arguments
        if argument.name not in ("none", "no")
    ]


def render_result(values: Sequence[LabelledValue]) -> str:
    """Render a table's result in words: ``2 hits, port, on fire``.

    A number stands before the name of its part. Of a part that is yes or no, its name stands where it is yes. Other
    values speak for themselves. Parts that are none are left out, unless all are.
    """
    if len(values) > 1 and all(value.name == "none" for value in values):
        return values[0].title
    spoken = [render_part(value) for value in values if not value.of or value.name not in ("no", "none")]
    return ", ".join(spoken or [f"no {value.of.replace('_', ' ')}" for value in values])


def render_part(value: LabelledValue) -> str:
    """Render a part of a table's result, or the whole of a result in one part: ``2 hits``, ``port``, ``on fire``."""
    name = value.of.replace("_", " ")
    if name and value.name == "yes":
        return name
    return f"{value.title} {name}".strip() if value.name.lstrip("-").isdecimal() else value.title


@frozen(kw_only=True)
class ResultView(BaseView):
    """The event of a table's result: one value, or one for each named part."""

    event: ClassVar[str] = "result"
    same = ("table", "names")

    table: str
    title: str
    values: tuple[LabelledValue, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The stable name of each value."""
        return tuple(value.name for value in self.values)


@frozen(kw_only=True)
class ChoiceView(BaseView):
    """A question with the answer that was given.

    Attributes:
        id: Its stable name.
        by: The title of the person who answered.
        options: The stable names of the options.
        titles: Their titles.
        answer: The name of the chosen option, or ``none``.
        answer_title: Its title.
        offer: Whether it was a standing offer to throw dice again.
        unit: How many numbers an option stands for: the next choice is one of those of the answer.
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
    unit: int = 1


@frozen(kw_only=True)
class PileView(BaseView):
    """The members that a draw chooses from, shown before its throw.

    Attributes:
        id: The stable name of the draw.
        members: The stable names of the members, the first for a 1.
        titles: Their titles.
    """

    event: ClassVar[str] = "pile"
    same = ("id", "members")

    id: str
    members: tuple[str, ...]
    titles: tuple[str, ...]


@frozen(kw_only=True)
class DrawView(BaseView):
    """The member that a draw chose at random.

    Attributes:
        id: The stable name of the draw.
        count: The number of members.
        drawn: The member's stable name; ``none`` without members.
        drawn_title: Its title.
    """

    event: ClassVar[str] = "draw"
    same = ("id", "count", "drawn")

    id: str
    count: int
    drawn: str
    drawn_title: str


@frozen(kw_only=True)
class ChangeView(BaseView):
    """A change of a field, from an old to a new value.

    Attributes:
        title: Its title; empty if the player does not see it.
        tone: ``good`` or ``bad`` if the rules mark the field; else empty.
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
    """The event that an element joins or leaves a list; ``title`` is empty if the player does not see the list."""

    event: ClassVar[str] = "element"
    same = ("list", "joins", "element")

    list: str
    title: str
    joins: bool
    element: str
    element_title: str


@frozen(kw_only=True)
class MoveView(BaseView):
    """The event that an element becomes first or last of its list; ``title`` is empty if no player sees the list."""

    event: ClassVar[str] = "move"
    same = ("list", "first", "element")

    list: str
    title: str
    first: bool
    element: str
    element_title: str


@frozen(kw_only=True)
class SayView(BaseView):
    """A line of text that the rules tell.

    Attributes:
        tone: ``good`` or ``bad`` if the rules call it such news; else empty.
        unnamed: The text with the names of the manifest; empty if it is the same.
        chronicle: Its place in the chronicle, if it has one.
        row_title: The title on the card of the row whose title it fills with values, ``2d6 wolves``; empty for a line.
    """

    event: ClassVar[str] = "say"
    same = ()

    text: str
    tone: Literal["", "good", "bad"] = ""
    unnamed: str = field(default="", metadata={HIDDEN: True})
    chronicle: ChroniclePlace = ""
    row_title: str = ""

    @property
    def is_in_play(self) -> bool:
        """Whether players read it in play: the chronicle alone has all others."""
        return self.chronicle in IN_PLAY

    def key_in(self, story: int) -> tuple[Any, ...] | None:
        """Return None, for comparisons leave texts out; in stories of version 1 the text with the manifest's names."""
        return (self.event, self.unnamed or self.text) if story == 1 and self.is_in_play else None


@frozen(kw_only=True)
class EnterView(BaseView):
    """The event that a procedure or a step begins.

    Attributes:
        seen_by: Who may see its events, if it says so: ``all``; of a step also the stable name of a player, or
            ``none``. Else empty, as for a procedure that names anybody else.
        beat: Whether a beat, a moment of the story, ends where it ends.
    """

    event: ClassVar[str] = "enter"
    same = ("kind", "name", "names")

    kind: Scope
    name: str
    title: str
    arguments: tuple[LabelledValue, ...]
    seen_by: str = ""
    beat: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The stable name of each argument."""
        return tuple(argument.name for argument in self.arguments)


@frozen(kw_only=True)
class LeaveView(BaseView):
    """The event that a procedure or a step ends."""

    event: ClassVar[str] = "leave"
    same = ("kind", "name")

    kind: Scope
    name: str


@frozen(kw_only=True)
class HiddenView(BaseView):
    """A stretch of events that only another player may see, in place of them.

    Attributes:
        name, title: Its name and title; the title may be empty.
        whose: The stable name of the player who sees it; ``none`` for nobody.
        whose_title: The title of that player.
    """

    event: ClassVar[str] = "hidden"
    same = ("name", "whose")

    name: str
    title: str
    whose: str
    whose_title: str


@frozen(kw_only=True)
class LimitView(BaseView):
    """A bound of the run that was reached; all events beyond it are left out."""

    event: ClassVar[str] = "limit"
    same = ()

    text: str

    def key_in(self, story: int) -> tuple[Any, ...] | None:
        """Return the comparison key of a reached bound in format version ``story``; version 1 includes its text."""
        return (self.event, self.text) if story == 1 else (self.event,)


@frozen(kw_only=True)
class OutcomeView(BaseView):
    """The event that ends a run: its result (``none`` without one), or its fault."""

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
"""The view of an event."""
