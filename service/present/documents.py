"""The documents of a game that is played or replayed: a line of JSON each, between the events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

import attrs
from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.runtime.saves.records import Header, OverlayInForce
from bombsight.service.common.document import Document
from bombsight.service.present.question_documents import Asked, question_document
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.view import View


@frozen(kw_only=True)
class GameDocument(Document):
    """What is played.

    Attributes:
        game: The game's id.
        title: Its title.
        rules: The hash of the rules in force.
        journal: The version of the events that follow.
        options: Name and value in words of every option.
        overlays: Those in force, in order.
        seed: Of the dice.
        entry: Whether a mission is played or the career.
        args: The values of the entry's parameters.
        dice: Where the dice come from.
        dice_file: The file of dice; null where they come from elsewhere.
    """

    game: str
    title: str
    rules: str
    journal: int
    options: Mapping[str, str]
    overlays: tuple[OverlayInForce, ...]
    seed: int
    entry: str
    args: tuple[int, ...]
    dice: str
    dice_file: str | None

    @classmethod
    def from_header(cls, header: Header, **extra: Any) -> Self:
        """The document by a session's header; the folder its game lies in is nobody's matter but this machine's."""
        header_values = {field.name: getattr(header, field.name) for field in attrs.fields(GameDocument)}
        return cls(**header_values, **extra)


@frozen(kw_only=True)
class Played(GameDocument):
    """A game begins, or is taken up again.

    Attributes:
        save: Where it is saved; null where it is not.
        about: What a player should know before he plays, paragraph by paragraph.
    """

    document = "play"

    save: str | None
    about: tuple[str, ...]


@frozen(kw_only=True)
class Replayed(GameDocument):
    """A save is run again."""

    document = "replay"


@frozen(kw_only=True)
class Scripted(Document):
    """A script is run.

    Attributes:
        script: Its file.
        game: The game that it names; empty where it names none.
    """

    document = "script"

    script: str
    game: str


@frozen(kw_only=True)
class Undone(Document):
    """Answers were taken back.

    Attributes:
        kept: How many of the events so far still count.
    """

    document = "undo"

    kept: int


@frozen(kw_only=True)
class Thrown(Document):
    """Real dice are to be thrown: ``{"throw": [3, 4]}``, or their total alone; of a draw the number of its member.

    Attributes:
        table: The table they are for; null for dice that no table owns.
        title: Its title, or what the dice are for; may be empty.
        dice: What they are.
        about: What its table is rolled with, in words: whose throw it is.
        leads: What the dice lead to, where that can be said in few words: what they must show, and the row.
        members: Of a draw what there is to draw from, in words: the first for a 1. Empty for dice.
        can_undo: Whether there is something to take back: ``{"undo": 1}``.
        sheet: The state as the player sees it.
    """

    document = "throw"
    version = 3

    table: str | None
    title: str
    dice: Dice
    about: tuple[str, ...]
    leads: tuple[tuple[str, str], ...]
    members: tuple[str, ...]
    can_undo: bool
    sheet: tuple[SheetGroup, ...]


@frozen(kw_only=True)
class WhoThrows(Document):
    """Others throw from here on.

    Attributes:
        dice: `manual`, real dice are asked for; `seeded`, they fall by themselves.
    """

    document = "dice"

    dice: Literal["manual", "seeded"]


@frozen(kw_only=True)
class Over(Document):
    """The game is over.

    Attributes:
        result: The stable name of its result; `none` where the rules give none.
        title: The same for reading.
        fault: What the rules did that they may not; empty where they did nothing such.
        sheet: The state as the player sees it.
    """

    document = "over"

    result: str
    title: str
    fault: str
    sheet: tuple[SheetGroup, ...]


@frozen(kw_only=True)
class Refused(Document):
    """A line that was read is no move that can be made here; the game still waits for the same.

    Attributes:
        message: What is wrong with it.
        hint: What to do about it; may be empty.
    """

    document = "error"

    message: str
    hint: str


@frozen
class Parted:
    """Both sides of what parted.

    Attributes:
        place: `file:line` or `file:line:column`.
        expected: What was told.
        found: What happened.
    """

    place: str
    expected: str
    found: str


@frozen(kw_only=True)
class Verdict(Document):
    """Whether the same happened as was told.

    Attributes:
        same: Whether it did.
        lines: How many dice, answers and lines were used.
        mismatch: Where they part; null where they do not.
    """

    document = "verdict"

    same: bool
    lines: int
    mismatch: Parted | None


def awaiting_document(view: View) -> Asked | Thrown | Over | None:
    """What a game waits for, or how it ended, as a document; None where it was left."""
    if view.question is not None:
        return question_document(view.question, view)
    if view.throw is not None:
        return Thrown(**attrs.asdict(view.throw, recurse=False), can_undo=view.can_undo, sheet=view.sheet)
    if view.outcome is not None:
        return Over(result=view.outcome.result, title=view.outcome.title, fault=view.outcome.fault, sheet=view.sheet)
    return None
