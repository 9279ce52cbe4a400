"""What a save says: JSON lines, a header first, then the dice as they fell and the answers by name.

The lines are the classes of :mod:`bombsight.runtime.saves.lines`; ``schema/save.json`` describes them. A line may have
fields that another version has added: they are passed over, named in a note, and stay in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, assert_never

from attrs import evolve, frozen

from bombsight.boundary.codec.decoding import decode_known
from bombsight.boundary.codec.problems import DecodeError
from bombsight.boundary.documents import DEEPEST, check_depth
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import read_bytes
from bombsight.dsl.listing import listed
from bombsight.flat.document_forms import BRIEF
from bombsight.runtime.events.names import with_name
from bombsight.runtime.events.views import STORIES
from bombsight.runtime.saves.lines import (
    HEAD,
    READABLE_VERSIONS,
    AnswerLine,
    Ending,
    EndLine,
    Line,
    NameLine,
    RulesLine,
    ThrowerLine,
    ThrowLine,
    UndoLine,
    save_schema,
)
from bombsight.runtime.saves.records import NO_FIELDS, Answer, End, Header, Record, Throw, last_decision

MARK = b'{"bombsight":'
NO_RECORD = "this line is no record of a save"
READABLE = listed(map(str, sorted(READABLE_VERSIONS)))
ORDERED = ("order", "auto")
"""Why a player was not asked for an answer that may have been ordered at its very question."""
CHANGES: Mapping[str, type[Line]] = {"undo": UndoLine, "rules": RulesLine, "named": NameLine, "thrower": ThrowerLine}
"""The kinds of lines that may stand behind the end, by the member that each has, in the order of trying."""
RECORDS: Mapping[str, type[Line]] = {"d": ThrowLine, "a": AnswerLine, "end": EndLine}
"""The others."""
EDITED = "Lines cannot be changed by hand. To play on from before it, delete this line and all behind it."


@frozen
class Saved:
    """What a save holds.

    Attributes:
        header: As it counts now.
        records: Those that were not taken back.
        end: How it ended, or None while it goes on.
        notes: What was put right in reading.
        length: Bytes up to the end of the last whole line; what follows is no part of it.
        whole: Whether the last line has its line end.
    """

    header: Header
    records: tuple[Record, ...]
    end: End | None
    notes: tuple[str, ...]
    length: int
    whole: bool


# --- reading


def read_save(path: str) -> Saved:
    """What the save holds.

    Raises:
        InputError: It cannot be read, or it is none.
    """
    return parse_save(read_bytes(path), path)


def parse_save(data: bytes, path: str) -> Saved:
    """What the bytes of a save say.

    Raises:
        InputError: They are no save, or a line other than a broken last one is wrong.
    """
    # After a power cut some file systems leave zeros where the last line should be.
    data = data.rstrip(b"\0")
    lines = data.split(b"\n")
    whole = not lines[-1]
    if whole:
        lines.pop()
    if not lines:
        raise InputError("this file is empty", path, "Nothing was answered yet: delete it and start again.")
    header = parse_header(lines[0], path, whole or len(lines) > 1)
    reading = Reading(header, path)
    length = len(lines[0]) + 1
    cut: list[str] = []
    for number, line in enumerate(lines[1:], start=2):
        last = number == len(lines) and not whole
        found = parse_line(line)
        if found is None and last:
            cut.append(f"{path}:{number}: the last line was cut short and is left out")
            whole = True
            break
        reading.take(found, number)
        length += len(line) + 1
    length -= not whole
    if reading.header.journal not in STORIES:
        reading.forget_stories()
    notes = (*reading.unknown_noted(), *cut)
    return Saved(reading.header, tuple(reading.records), reading.end, notes, length, whole)


def parse_line(line: bytes) -> Any:
    """A line's JSON, or None where it is none, or what no save holds: fractions, halves of characters, great depth."""
    try:
        found = DECODER.decode(line.decode("utf-8"))
        if line.count(b"[") + line.count(b"{") > DEEPEST:
            check_depth(found)
        if b"\\u" in line:
            json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return found


def refuse(number: str) -> None:
    """Stops the reading of a number that no save holds.

    Raises:
        ValueError: Always.
    """
    raise ValueError(number)


DECODER = json.JSONDecoder(parse_float=refuse, parse_constant=refuse)
"""Reads a line; made once, for making it takes as long as reading one."""


def parse_header(line: bytes, path: str, whole: bool) -> Header:
    """The first line.

    Raises:
        InputError: It is no header, or one of another version.
    """
    found = parse_line(line)
    if found is None and not whole and MARK.startswith(line[: len(MARK)]):
        raise InputError("the first line is cut short", f"{path}:1", "Nothing was answered yet: start again.")
    if not isinstance(found, dict) or "bombsight" not in found:
        raise InputError("this is no save", f"{path}:1", "Name a file that was written with --save.")
    version = found["bombsight"]
    if type(version) is not int or version not in READABLE_VERSIONS:
        raise InputError(
            f"this save has format {json.dumps(version)[:20]}, and only {READABLE} can be read",
            f"{path}:1",
            "Use the version that wrote it.",
        )
    try:
        header, unknown = decode_known({key: each for key, each in found.items() if key not in HEAD}, Header, BRIEF)
    except DecodeError as error:
        message = describe_header(found, error)
        raise InputError(message, f"{path}:1", "The first line cannot be changed by hand.") from error
    return evolve(header, unknown=unknown)


def describe_header(found: dict[str, Any], error: DecodeError) -> str:
    """What is wrong with a first line: in the words of the JSON Schema, which the page has in common with us."""
    from jsonschema import Draft202012Validator  # slow to load, and seldom needed
    from jsonschema.exceptions import best_match

    definitions = save_schema()["$defs"]
    schema = {**definitions[Header.__name__], "$defs": definitions}
    mismatch = best_match(Draft202012Validator(schema).iter_errors(found))
    if mismatch is None:
        return str(error)
    where = ".".join(str(part) for part in mismatch.absolute_path) or "header"
    return f"{where}: {mismatch.message[:200]}"


class Reading:
    """Puts the records together, line by line."""

    def __init__(self, header: Header, path: str) -> None:
        self.header = header
        self.path = path
        self.records: list[Record] = []
        self.end: End | None = None
        self.unknown: dict[str, int] = dict.fromkeys(header.unknown, 1)
        """Fields that are not known here, and the first line that has each."""

    def take(self, found: Any, line: int) -> None:
        """Take a line.

        Raises:
            InputError: It is no record, or cannot stand here.
        """
        taken = read_line(found, CHANGES)
        if taken is None and self.end is not None:
            raise self.wrong("nothing but an undo can follow the end", line)
        taken = taken or read_line(found, RECORDS)
        if taken is None:
            raise self.wrong(NO_RECORD, line)
        read, unknown = taken
        self.apply(read, line, unknown)
        for name in unknown:
            self.unknown.setdefault(name, line)

    def apply(self, read: Line, line: int, unknown: Mapping[str, Any]) -> None:
        """Put what a line says behind the rest.

        Raises:
            InputError: It cannot stand here.
        """
        unknown = unknown or NO_FIELDS
        match read:
            case UndoLine(count):
                self.undo(count, line)
            case RulesLine():
                self.change_rules(read, line)
            case NameLine(own):
                self.header = evolve(self.header, names=with_name(self.header.names, own))
            case ThrowerLine(thrower):
                self.header = evolve(self.header, thrower=thrower)
            case ThrowLine(faces, at, by):
                self.records.append(Throw(faces, at, line, by, unknown))
            case AnswerLine(name, at, story, why, ordered, seed):
                self.records.append(Answer(name, at, story, line, why, ordered, seed, unknown))
            case EndLine(Ending(result, fault, journal)):
                self.end = End(result, fault, journal, line, unknown)
            case _:
                assert_never(read)

    def unknown_noted(self) -> Iterator[str]:
        """A note for each field that is not known here."""
        for name, line in self.unknown.items():
            yield f"{self.path}:{line}: the field {clip(name)} is not known to this version: it is kept as it is"

    def undo(self, count: int, line: int) -> None:
        """Take back answers.

        Raises:
            InputError: There is nothing left to take back.
        """
        self.end = None
        for _ in range(count):
            index = last_decision(self.records, self.header)
            if index is None:
                raise self.wrong("there is nothing left to take back", line)
            del self.records[index:]

    def change_rules(self, rules: RulesLine, line: int) -> None:
        """Go on with other rules, by which only the first records still count.

        Raises:
            InputError: There are fewer records than still count.
        """
        if rules.kept > len(self.records):
            raise self.wrong(f"there are no {rules.kept} records before it", line)
        self.header = evolve(
            self.header,
            rules=rules.rules,
            journal=rules.journal,
            options=dict(rules.options),
            overlays=rules.overlays,
            snapshot=rules.snapshot,
        )
        self.records = [without_story(record) for record in self.records[: rules.kept]]
        self.end = None

    def forget_stories(self) -> None:
        """Leave out hashes that this version would compute otherwise."""
        self.records = [without_story(record) for record in self.records]
        self.end = evolve(self.end, journal="") if self.end else None

    def wrong(self, message: str, line: int) -> InputError:
        """The error for a line."""
        return InputError(message, f"{self.path}:{line}", EDITED)


def read_line(found: Any, kinds: Mapping[str, type[Line]]) -> tuple[Line, dict[str, Any]] | None:
    """The line of the first kind that fits, and its members that are not known here; None where none fits."""
    if not isinstance(found, dict):
        return None
    for key, kind in kinds.items():
        if key not in found:
            continue
        with suppress(DecodeError):
            read, unknown = decode_known(found, kind, BRIEF)
            if is_brief(read, found):
                return read, unknown
    return None


def is_brief(read: Line, found: Mapping[str, Any]) -> bool:
    """Whether a line leaves out words that stand for nothing, and tells of an order only where there can be one."""
    match read:
        case ThrowLine():
            return found.get("by") != ""
        case AnswerLine(why=why, ordered=ordered):
            return found.get("why") != "" and found.get("ordered") is not False and (not ordered or why in ORDERED)
        case UndoLine() | RulesLine() | NameLine() | ThrowerLine() | EndLine():
            return True
        case _:
            assert_never(read)


def without_story(record: Record) -> Record:
    """A record whose journal so far was made by other rules."""
    return evolve(record, story="") if isinstance(record, Answer) else record
