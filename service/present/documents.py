"""The documents of a game that is played or replayed: one JSON line each, between the events."""

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
    """The head of a game: its rules, options and dice.

    Attributes:
        game: The game's id.
        title: Its title.
        rules: The hash of the rules in force.
        journal: The version of the events that follow.
        options: Name and value in words of every option.
        overlays: The overlays in force, in order.
        seed: The seed of the dice.
        entry: Whether a mission is played or the career.
        args: The values of the entry's parameters.
        dice: The source of the dice.
        dice_file: The file of dice; null for other sources.
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
        """Make the document from a session's header, without the game's folder, which is private to this machine."""
        header_values = {field.name: getattr(header, field.name) for field in attrs.fields(GameDocument)}
        return cls(**header_values, **extra)


@frozen(kw_only=True)
class Played(GameDocument):
    """The first document of a game that begins or is resumed.

    Attributes:
        save: The path of the save; null for none.
        about: The introduction for players, paragraph by paragraph.
    """

    document = "play"

    save: str | None
    about: tuple[str, ...]


@frozen(kw_only=True)
class Replayed(GameDocument):
    """The first document of a save's replay."""

    document = "replay"


@frozen(kw_only=True)
class Scripted(Document):
    """The first document of a script's run.

    Attributes:
        script: The path of the script.
        game: The game that it names; empty where it names none.
    """

    document = "script"

    script: str
    game: str


@frozen(kw_only=True)
class Undone(Document):
    """The confirmation that answers were taken back.

    Attributes:
        kept: How many of the events so far still count.
    """

    document = "undo"

    kept: int


@frozen(kw_only=True)
class Thrown(Document):
    """A request for real dice: ``{"throw": [3, 4]}``, or their total alone; for a draw the member's number.

    Attributes:
        table: The table they are for; null for dice that no table owns.
        title: Its title, or the purpose of the dice; may be empty.
        dice: The dice to throw.
        about: The table's arguments in words: whose throw it is.
        leads: The outcomes, if few words can say them: faces, and the row.
        members: For a draw, the members in words, the first for a 1. Empty for dice.
        can_undo: Whether a decision can be taken back: ``{"undo": 1}``.
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
    """The confirmation that the source of the dice changes: thrown by hand, or from the seed.

    Attributes:
        dice: `manual`, real dice are asked for; `seeded`, they fall by themselves.
    """

    document = "dice"

    dice: Literal["manual", "seeded"]


@frozen(kw_only=True)
class Over(Document):
    """The end of the game.

    Attributes:
        result: The stable name of its result; `none` if the rules give none.
        title: The title of the result.
        fault: The rules fault that ended it; empty for none.
        sheet: The state as the player sees it.
    """

    document = "over"

    result: str
    title: str
    fault: str
    sheet: tuple[SheetGroup, ...]


@frozen(kw_only=True)
class Refused(Document):
    """The rejection of an input line that is no valid move; the game still waits for the same input.

    Attributes:
        message: The error.
        hint: How to correct it; may be empty.
    """

    document = "error"

    message: str
    hint: str


@frozen
class Parted:
    """The first mismatch of a replay with its record: the place, what was recorded, and what happened.

    Attributes:
        place: `file:line` or `file:line:column`.
        expected: The recorded event.
        found: The event of the replay.
    """

    place: str
    expected: str
    found: str


@frozen(kw_only=True)
class Verdict(Document):
    """The verdict whether a replay agrees with its record.

    Attributes:
        same: Whether it matches.
        lines: How many dice, answers and lines were used.
        mismatch: The first mismatch; null for none.
    """

    document = "verdict"

    same: bool
    lines: int
    mismatch: Parted | None


def awaiting_document(view: View) -> Asked | Thrown | Over | None:
    """Make the document of the question, throw or result that a game waits at; None if the player left it."""
    if view.question is not None:
        return question_document(view.question, view)
    if view.throw is not None:
        return Thrown(**attrs.asdict(view.throw, recurse=False), can_undo=view.can_undo, sheet=view.sheet)
    if view.outcome is not None:
        return Over(result=view.outcome.result, title=view.outcome.title, fault=view.outcome.fault, sheet=view.sheet)
    return None
