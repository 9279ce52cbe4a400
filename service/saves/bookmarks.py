"""Bookmarks: how far the player has been shown the story of a save that he left in the middle of it, and its pace.

They lie in one file of the user's data folder, and never in a save: no save, journal or replay depends on them. A save
is known by its content, so a copy has the same bookmark, and one that was played on elsewhere has none. A file that is
missing or damaged counts as one without bookmarks: then everything was shown. It is replaced atomically, but not forced
to the disk: a power cut costs the place in a story, and no answer.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from attrs import define, field, frozen

from bombsight.boundary.documents import parse_json
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import is_private, read_file, replace_file
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer, Header, Record, is_decision
from bombsight.runtime.session.session import Session
from bombsight.service.common.user_folders import bookmarks_file
from bombsight.service.present.beats import PACES, Pace
from bombsight.service.saves.save_index import is_seat_file

MAX_BOOKMARKS = 200
"""The most bookmarks that are kept, the last set ones."""

MAX_BYTES = 100_000
"""The most bytes of the file that are read."""

FINGERPRINT_DIGITS = 32
"""How many hexadecimal digits of a hash a save is known by."""


@frozen
class Mark:
    """What is stored of a save: how far its story was shown, and at which pace.

    Attributes:
        event_count: How many events the player has been shown; None if he has been shown everything.
        pace: The pace of its story; None if it is not known.
    """

    event_count: int | None
    pace: Pace | None = None


class StoryMark(Protocol):
    """How far a player has been shown a story, followed as it is shown."""

    @property
    def event_count(self) -> int | None:
        """How many events the player has been shown; None if he has been shown everything, or nothing is known."""

    def move(self, event_count: int, pace: Pace) -> None:
        """Set it to the number of events that the player has been shown, at a pace."""

    def remove(self) -> None:
        """Remove it: the player has been shown everything."""


@define
class SeatBookmark:
    """The bookmark of a seat at a table, whose story only grows.

    Attributes:
        name: What the seat is known by; empty if nothing is stored of it.
        event_count: How many events the player has been shown; None if he has been shown everything, or nothing is
            known.
    """

    name: str
    event_count: int | None = None

    @classmethod
    def find(cls, *parts: str) -> SeatBookmark:
        """Make the bookmark of a seat that is taken again, as it was left.

        Args:
            parts: What the seat is known by, such as its table and its name.
        """
        name = hashlib.sha256(repr(parts).encode()).hexdigest()[:FINGERPRINT_DIGITS]
        mark = read_bookmarks().get(name)
        return cls(name, mark.event_count if mark is not None else None)

    def move(self, event_count: int, pace: Pace) -> None:
        """Set the bookmark to the number of events that the player has been shown, unless it stands farther on."""
        if not self.name or (self.event_count is not None and event_count <= self.event_count):
            return
        self.event_count = event_count
        bookmarks = {name: mark for name, mark in read_bookmarks().items() if name != self.name}
        store_bookmarks({**bookmarks, self.name: Mark(event_count, pace)})

    def remove(self) -> None:
        """Remove the bookmark: the player has been shown everything."""
        if self.event_count is None:
            return
        self.event_count = None
        bookmarks = read_bookmarks()
        if bookmarks.pop(self.name, None) is not None:
            store_bookmarks(bookmarks)


@define
class Bookmark:
    """The bookmark of a game in play, which follows the story as it is shown.

    Attributes:
        session: The game. Nothing is stored of one without a save.
        event_count: How many events the player has been shown; None if he has been shown everything, or nothing is
            known.
    """

    session: Session
    event_count: int | None = None
    _fingerprint: str = field(default="", init=False)

    @classmethod
    def find(cls, session: Session) -> Bookmark:
        """Make the bookmark of a game that is resumed, as it was left; the game has not been played on yet."""
        bookmark = cls(session, find_bookmark(session.header, session.records))
        bookmark._fingerprint = fingerprint_of(session.header, session.records)
        return bookmark

    def move(self, event_count: int, pace: Pace) -> None:
        """Set the bookmark to the number of events that the player has been shown, unless it stands farther on.

        Args:
            event_count: The number.
            pace: The pace at which the story is shown.
        """
        if self.session.save is None:
            return
        fingerprint = fingerprint_of(self.session.header, self.session.records)
        if fingerprint == self._fingerprint and self.event_count is not None and event_count <= self.event_count:
            return
        before, self._fingerprint, self.event_count = self._fingerprint, fingerprint, event_count
        bookmarks = {name: mark for name, mark in read_bookmarks().items() if name not in (before, fingerprint)}
        store_bookmarks({**bookmarks, fingerprint: Mark(event_count, pace)})

    def remove(self) -> None:
        """Remove the bookmark: the player has been shown everything."""
        if self.event_count is None:
            return
        self.event_count = None
        bookmarks = read_bookmarks()
        if bookmarks.pop(self._fingerprint, None) is not None:
            store_bookmarks(bookmarks)


def store_bookmark(header: Header, records: Sequence[Record], event_count: int) -> None:
    """Store that the player of a new save has been shown some events, so that its story waits behind them.

    Args:
        header: The save's header.
        records: Its dice and answers.
        event_count: The number of events that he has been shown; more follow.
    """
    store_bookmarks({**read_bookmarks(), fingerprint_of(header, records): Mark(event_count)})


def keep_pace(session: Session, pace: Pace) -> None:
    """Store the pace of a game that is left, with or without a story to go on with."""
    if session.save is not None:
        bookmarks, fingerprint = read_bookmarks(), fingerprint_of(session.header, session.records)
        mark = bookmarks.pop(fingerprint, Mark(None))
        store_bookmarks({**bookmarks, fingerprint: Mark(mark.event_count, pace)})


def find_pace(session: Session) -> Pace | None:
    """Find the pace of a game when it was left; None if it is not known."""
    mark = read_bookmarks().get(fingerprint_of(session.header, session.records))
    return mark.pace if mark is not None else None


def refuse_untold_story(path: Path) -> None:
    """Raise an error if a save is in the middle of its story: what is made of a whole game would tell the rest of it.

    Args:
        path: The save's file.

    Raises:
        InputError: It is, or it is no save.
    """
    if is_seat_file(path):
        return
    saved = read_save(str(path))
    if find_bookmark(saved.header, saved.records) is not None:
        message = "you left this game in the middle of its story, and this would tell the rest"
        raise InputError(message, str(path), f"See it first: bombsight resume {shlex.quote(str(path))}")


def find_bookmark(header: Header, records: Sequence[Record]) -> int | None:
    """Find how many events of a save the player has been shown; None if he has been shown everything."""
    bookmarks = read_bookmarks()
    mark = bookmarks.get(fingerprint_of(header, records)) if bookmarks else None
    return mark.event_count if mark is not None else None


def fingerprint_of(header: Header, records: Sequence[Record]) -> str:
    """Return what a save is known by: a hash of its rules, seed and decisions, which settle its story."""
    decisions = [
        (record.name, record.at, record.seed) if isinstance(record, Answer) else (record.faces, record.at)
        for record in records
        if is_decision(record, header)
    ]
    options = sorted(header.options.items())
    begun = (header.game, header.rules, options, header.seed, header.entry, header.args, header.pins, header.fields)
    return hashlib.sha256(repr((begun, decisions)).encode()).hexdigest()[:FINGERPRINT_DIGITS]


def read_bookmarks() -> dict[str, Mark]:
    """Read all bookmarks, in the order in which they were set; none if the file is missing, damaged or another's.

    Bookmarks of earlier versions are numbers of events alone.
    """
    path = bookmarks_file()
    try:
        content = parse_json(read_file(path, MAX_BYTES)) if is_private(path) else {}
    except (OSError, ValueError):
        return {}
    entries = content.items() if isinstance(content, dict) else ()
    parsed = {name: parse_mark(value) for name, value in entries}
    return {name: mark for name, mark in parsed.items() if mark is not None}


def parse_mark(value: object) -> Mark | None:
    """Parse a stored bookmark: a number of events, or that number or null with a pace; None for anything else."""
    match value:
        case int(count) if not isinstance(value, bool) and count >= 0:
            return Mark(count)
        case [None, str(name)] if (pace := find_pace_by_name(name)) is not None:
            return Mark(None, pace)
        case [int(count), str(name)] if not isinstance(count, bool) and count >= 0:
            return Mark(count, find_pace_by_name(name))
        case _:
            return None


def find_pace_by_name(name: str) -> Pace | None:
    """Return the pace with a name; None if there is none."""
    return next((pace for pace in PACES if pace == name), None)


def store_bookmarks(bookmarks: dict[str, Mark]) -> None:
    """Store bookmarks, the last set ones at most; a file that cannot be written stays as it is."""
    path = bookmarks_file()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        last_marks = [*bookmarks.items()][-MAX_BOOKMARKS:]
        content = json.dumps({name: format_mark(mark) for name, mark in last_marks}) + "\n"
        replace_file(path, content.encode(), durable=False)


def format_mark(mark: Mark) -> object:
    """Return a bookmark as it is stored."""
    return mark.event_count if mark.pace is None else [mark.event_count, mark.pace]
