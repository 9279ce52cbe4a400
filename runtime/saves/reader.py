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

from bombsight.boundary.codec.decoding import decode_with_unknown
from bombsight.boundary.codec.problems import DecodeError, format_value
from bombsight.boundary.documents import MAX_DEPTH, check_depth
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import read_input_file
from bombsight.dsl.listing import join_names
from bombsight.flat.document_forms import BRIEF
from bombsight.runtime import sentences
from bombsight.runtime.events.names import add_own_name
from bombsight.runtime.events.views import STORIES
from bombsight.runtime.saves.lines import (
    READABLE_VERSIONS,
    VERSION_FIELDS,
    AnswerLine,
    Ending,
    EndLine,
    Line,
    NameLine,
    RulesLine,
    ThrowerLine,
    ThrowLine,
    UndoLine,
)
from bombsight.runtime.saves.records import NO_FIELDS, Answer, End, Header, Record, Throw, last_decision

HEADER_MARK = b'{"bombsight":'
READABLE_VERSIONS_TEXT = join_names(map(str, sorted(READABLE_VERSIONS)))
MAX_PROBLEM_LENGTH = 200
"""Characters of the problem of a first line that its error shows at most."""
ORDERED_REASONS = ("order", "auto")
"""Why a player was not asked for an answer that may have been ordered at its very question."""
CHANGE_LINES: Mapping[str, type[Line]] = {
    "undo": UndoLine,
    "rules": RulesLine,
    "named": NameLine,
    "thrower": ThrowerLine,
}
"""The kinds of lines that may stand behind the end, by the member that each has, in the order of trying."""
RECORD_LINES: Mapping[str, type[Line]] = {"d": ThrowLine, "a": AnswerLine, "end": EndLine}
"""The others."""


@frozen
class ParsedSave:
    """What a save holds.

    Attributes:
        header: As it counts now.
        records: Those that were not taken back.
        end: How it ended, or None while it goes on.
        notes: What was put right in reading.
        length: Bytes up to the end of the last whole line; what follows is no part of it.
        ends_with_newline: Whether the last line has its line end.
    """

    header: Header
    records: tuple[Record, ...]
    end: End | None
    notes: tuple[str, ...]
    length: int
    ends_with_newline: bool


# --- reading


def read_save(path: str) -> ParsedSave:
    """What the save holds.

    Raises:
        InputError: It cannot be read, or it is none.
    """
    return parse_save(read_input_file(path), path)


def parse_save(data: bytes, path: str) -> ParsedSave:
    """What the bytes of a save say.

    Raises:
        InputError: They are no save, or a line other than a broken last one is wrong.
    """
    # After a power cut some file systems leave zeros where the last line should be.
    data = data.rstrip(b"\0")
    lines = data.split(b"\n")
    is_complete = not lines[-1]
    if is_complete:
        lines.pop()
    if not lines:
        raise InputError(sentences.EMPTY_SAVE, path, sentences.EMPTY_SAVE_HINT)
    header = parse_header(lines[0], path, is_complete or len(lines) > 1)
    builder = SaveBuilder(header, path)
    length = len(lines[0]) + 1
    truncation_notes: list[str] = []
    for number, line in enumerate(lines[1:], start=2):
        last = number == len(lines) and not is_complete
        value = parse_line(line)
        if value is None and last:
            truncation_notes.append(sentences.truncated_line(path, number))
            is_complete = True
            break
        builder.add_line(value, number)
        length += len(line) + 1
    length -= not is_complete
    if builder.header.journal not in STORIES:
        builder.drop_story_hashes()
    notes = (*builder.unknown_field_notes(), *truncation_notes)
    return ParsedSave(builder.header, tuple(builder.records), builder.end, notes, length, is_complete)


def parse_line(line: bytes) -> Any:
    """A line's JSON, or None where it is none, or what no save holds: fractions, halves of characters, great depth."""
    try:
        value = DECODER.decode(line.decode("utf-8"))
        if line.count(b"[") + line.count(b"{") > MAX_DEPTH:
            check_depth(value)
        if b"\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value


def reject_number(number: str) -> None:
    """Stops the reading of a number that no save holds.

    Raises:
        ValueError: Always.
    """
    raise ValueError(number)


DECODER = json.JSONDecoder(parse_float=reject_number, parse_constant=reject_number)
"""Reads a line; made once, for making it takes as long as reading one."""


def parse_header(line: bytes, path: str, is_complete: bool) -> Header:
    """The first line.

    Raises:
        InputError: It is no header, or one of another version.
    """
    fields = parse_line(line)
    if fields is None and not is_complete and HEADER_MARK.startswith(line[: len(HEADER_MARK)]):
        raise InputError(sentences.TRUNCATED_HEADER, f"{path}:1", sentences.TRUNCATED_HEADER_HINT)
    if not isinstance(fields, dict) or "bombsight" not in fields:
        raise InputError(sentences.NOT_A_SAVE, f"{path}:1", "Name a file that was written with --save.")
    version = fields["bombsight"]
    if type(version) is not int or version not in READABLE_VERSIONS:
        raise InputError(
            sentences.other_version(format_value(version), READABLE_VERSIONS_TEXT),
            f"{path}:1",
            sentences.OTHER_VERSION_HINT,
        )
    try:
        header, unknown = decode_with_unknown(
            {key: each for key, each in fields.items() if key not in VERSION_FIELDS}, Header, BRIEF
        )
    except DecodeError as error:
        message = clip(str(error), MAX_PROBLEM_LENGTH)
        raise InputError(message, f"{path}:1", sentences.EDITED_HEADER_HINT) from error
    return evolve(header, unknown=unknown)


class SaveBuilder:
    """Puts the records together, line by line."""

    def __init__(self, header: Header, path: str) -> None:
        self.header = header
        self.path = path
        self.records: list[Record] = []
        self.end: End | None = None
        self.unknown_fields: dict[str, int] = dict.fromkeys(header.unknown, 1)
        """Fields that are not known here, and the first line that has each."""

    def add_line(self, value: Any, line_number: int) -> None:
        """Take a line.

        Raises:
            InputError: It is no record, or cannot stand here.
        """
        decoded = decode_line(value, CHANGE_LINES)
        if decoded is None and self.end is not None:
            raise self.line_error(sentences.RECORD_AFTER_END, line_number)
        decoded = decoded or decode_line(value, RECORD_LINES)
        if decoded is None:
            raise self.line_error(sentences.NOT_A_RECORD, line_number)
        save_line, unknown = decoded
        self.apply_line(save_line, line_number, unknown)
        for name in unknown:
            self.unknown_fields.setdefault(name, line_number)

    def apply_line(self, save_line: Line, line_number: int, unknown: Mapping[str, Any]) -> None:
        """Put what a line says behind the rest.

        Raises:
            InputError: It cannot stand here.
        """
        unknown = unknown or NO_FIELDS
        match save_line:
            case UndoLine(count):
                self.take_back(count, line_number)
            case RulesLine():
                self.change_rules(save_line, line_number)
            case NameLine(own):
                self.header = evolve(self.header, names=add_own_name(self.header.names, own))
            case ThrowerLine(thrower):
                self.header = evolve(self.header, thrower=thrower)
            case ThrowLine(faces, at, by):
                self.records.append(Throw(faces, at, line_number, by, unknown))
            case AnswerLine(name, at, story, why, ordered, seed):
                self.records.append(Answer(name, at, story, line_number, why, ordered, seed, unknown))
            case EndLine(Ending(result, fault, journal)):
                self.end = End(result, fault, journal, line_number, unknown)
            case _:
                assert_never(save_line)

    def unknown_field_notes(self) -> Iterator[str]:
        """A note for each field that is not known here."""
        for name, line in self.unknown_fields.items():
            yield sentences.unknown_field(self.path, line, clip(name))

    def take_back(self, count: int, line_number: int) -> None:
        """Take back answers.

        Raises:
            InputError: There is nothing left to take back.
        """
        self.end = None
        for _ in range(count):
            index = last_decision(self.records, self.header)
            if index is None:
                raise self.line_error(sentences.NOTHING_TO_TAKE_BACK, line_number)
            del self.records[index:]

    def change_rules(self, rules: RulesLine, line_number: int) -> None:
        """Go on with other rules, by which only the first records still count.

        Raises:
            InputError: There are fewer records than still count.
        """
        if rules.kept > len(self.records):
            raise self.line_error(sentences.too_few_records(rules.kept), line_number)
        self.header = evolve(
            self.header,
            rules=rules.rules,
            journal=rules.journal,
            options=dict(rules.options),
            overlays=rules.overlays,
            snapshot=rules.snapshot,
        )
        self.records = [without_story_hash(record) for record in self.records[: rules.kept]]
        self.end = None

    def drop_story_hashes(self) -> None:
        """Leave out hashes that this version would compute otherwise."""
        self.records = [without_story_hash(record) for record in self.records]
        self.end = evolve(self.end, journal="") if self.end else None

    def line_error(self, message: str, line_number: int) -> InputError:
        """The error for a line."""
        return InputError(message, f"{self.path}:{line_number}", sentences.EDITED_LINE_HINT)


def decode_line(value: Any, kinds: Mapping[str, type[Line]]) -> tuple[Line, dict[str, Any]] | None:
    """The line of the first kind that fits, and its members that are not known here; None where none fits."""
    if not isinstance(value, dict):
        return None
    for key, kind in kinds.items():
        if key not in value:
            continue
        with suppress(DecodeError):
            save_line, unknown = decode_with_unknown(value, kind, BRIEF)
            if omits_defaults(save_line, value):
                return save_line, unknown
    return None


def omits_defaults(save_line: Line, fields: Mapping[str, Any]) -> bool:
    """Whether a line leaves out words that stand for nothing, and tells of an order only where there can be one."""
    match save_line:
        case ThrowLine():
            return fields.get("by") != ""
        case AnswerLine(why=why, ordered=ordered):
            return (
                fields.get("why") != ""
                and fields.get("ordered") is not False
                and (not ordered or why in ORDERED_REASONS)
            )
        case UndoLine() | RulesLine() | NameLine() | ThrowerLine() | EndLine():
            return True
        case _:
            assert_never(save_line)


def without_story_hash(record: Record) -> Record:
    """A record whose journal so far was made by other rules."""
    return evolve(record, story="") if isinstance(record, Answer) else record
