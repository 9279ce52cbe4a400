"""Reads saves: JSON lines, a header first, then faces of dice and answers by name.

The lines are the classes of :mod:`bombsight.runtime.saves.lines`; ``schema/save.json`` describes them. Fields that
another version has added are ignored, reported in a note, and kept in the file.
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
from bombsight.boundary.wording import argument
from bombsight.dsl.listing import join_names
from bombsight.flat.document_forms import BRIEF
from bombsight.runtime import sentences
from bombsight.runtime.events.names import Naming, OwnName, add_own_name
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
from bombsight.runtime.saves.mark import HEADER_MARK
from bombsight.runtime.saves.records import NO_FIELDS, Answer, End, Header, Record, Throw, last_decision

READABLE_VERSIONS_TEXT = join_names(map(str, sorted(READABLE_VERSIONS)))
MAX_PROBLEM_LENGTH = 200
"""The maximum length of a problem of a first line, in characters."""
ORDERED_REASONS = ("order", "auto")
"""Reasons for an unasked answer that allow an order given at the question itself."""
CHANGE_LINES: Mapping[str, type[Line]] = {
    "undo": UndoLine,
    "rules": RulesLine,
    "named": NameLine,
    "thrower": ThrowerLine,
}
"""Classes of lines that may follow the end, by the field that identifies each, in the order of trying."""
RECORD_LINES: Mapping[str, type[Line]] = {"d": ThrowLine, "a": AnswerLine, "end": EndLine}
"""Classes of the other lines, by the field that identifies each."""


@frozen
class TakenBack:
    """What an undo line of a save took back.

    Attributes:
        kept: How many records remained.
        removed: The records taken back.
    """

    kept: int
    removed: tuple[Record, ...]


@frozen
class ParsedSave:
    """The parsed contents of a save: header, records and end, with notes about damage.

    Attributes:
        header: The header with all changes.
        records: The records without undone ones.
        end: The end, or None while the session goes on.
        notes: Corrections made in reading.
        length: Bytes up to the end of the last whole line; the rest is no part of the save.
        ends_with_newline: Whether the last line has its line end.
        taken_back: What undo lines took back, in order.
        first_names: The names to show as the first line has them.
        renames: The names that the player gave later, in order.
    """

    header: Header
    records: tuple[Record, ...]
    end: End | None
    notes: tuple[str, ...]
    length: int
    ends_with_newline: bool
    taken_back: tuple[TakenBack, ...] = ()
    first_names: Naming | None = None
    renames: tuple[OwnName, ...] = ()


# --- reading


def read_save(path: str) -> ParsedSave:
    """Read a save file and parse it to header, records and end.

    Raises:
        InputError: The file cannot be read, or is no save.
    """
    return parse_save(read_input_file(path), path)


def parse_save(data: bytes, path: str) -> ParsedSave:
    """Parse the bytes of a save to header, records and end; a broken last line is ignored with a note.

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
    return ParsedSave(
        builder.header,
        tuple(builder.records),
        builder.end,
        notes,
        length,
        is_complete,
        tuple(builder.taken_back),
        header.names,
        tuple(builder.renames),
    )


def parse_line(line: bytes) -> Any:
    """Parse a line's JSON; None if it is invalid, or has fractions, lone surrogates or deep nesting."""
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
    """Raise ValueError for a fraction, an infinity or NaN, which no save contains.

    Raises:
        ValueError: Always.
    """
    raise ValueError(number)


DECODER = json.JSONDecoder(parse_float=reject_number, parse_constant=reject_number)
"""The JSON decoder of lines, made only once because that is as slow as parsing a line."""


def parse_header(line: bytes, path: str, is_complete: bool) -> Header:
    """Parse the first line of a save to its header; raise InputError if it is none.

    Raises:
        InputError: It is no header, or one of another version.
    """
    fields = parse_line(line)
    if fields is None and not is_complete and HEADER_MARK.startswith(line[: len(HEADER_MARK)]):
        raise InputError(sentences.TRUNCATED_HEADER, f"{path}:1", sentences.TRUNCATED_HEADER_HINT)
    if not isinstance(fields, dict) or "bombsight" not in fields:
        raise InputError(sentences.NOT_A_SAVE, f"{path}:1", f"Name a file that was written with {argument('save')}.")
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
    """Builds the header and records of a save from its lines, one by one."""

    def __init__(self, header: Header, path: str) -> None:
        """Begin to build a save from its header; ``path`` is for messages."""
        self.header = header
        self.path = path
        self.records: list[Record] = []
        self.end: End | None = None
        self.taken_back: list[TakenBack] = []
        self.renames: list[OwnName] = []
        self.unknown_fields: dict[str, int] = dict.fromkeys(header.unknown, 1)
        """Unknown fields, with the first line of each."""

    def add_line(self, value: Any, line_number: int) -> None:
        """Decode the JSON value of a line, and apply it to the records so far.

        Raises:
            InputError: It is no record, or is not allowed here.
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
        """Apply a decoded line to the header, records and end so far; ``unknown`` are the line's unknown fields.

        Raises:
            InputError: It is not allowed here.
        """
        unknown = unknown or NO_FIELDS
        match save_line:
            case UndoLine(count):
                self.take_back(count, line_number)
            case RulesLine():
                self.change_rules(save_line, line_number)
            case NameLine(own):
                self.header = evolve(self.header, names=add_own_name(self.header.names, own))
                self.renames.append(own)
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
        """Yield a note for each field that this version does not know."""
        for name, line in self.unknown_fields.items():
            yield sentences.unknown_field(self.path, line, clip(name))

    def take_back(self, count: int, line_number: int) -> None:
        """Apply an undo line: drop the last ``count`` answers, or throws of real dice, with everything after each.

        Raises:
            InputError: There is nothing left to undo.
        """
        self.end = None
        records = tuple(self.records)
        for _ in range(count):
            index = last_decision(self.records, self.header)
            if index is None:
                raise self.line_error(sentences.NOTHING_TO_TAKE_BACK, line_number)
            del self.records[index:]
        self.taken_back.append(TakenBack(len(self.records), records[len(self.records) :]))

    def change_rules(self, rules: RulesLine, line_number: int) -> None:
        """Apply a change of rules: take over their hash and options, and keep the first ``rules.kept`` records.

        Raises:
            InputError: There are fewer records than that.
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
        """Clear all story hashes, in a save whose hashes this version would compute otherwise."""
        self.records = [without_story_hash(record) for record in self.records]
        self.end = evolve(self.end, journal="") if self.end else None

    def line_error(self, message: str, line_number: int) -> InputError:
        """Make the InputError for a line of the save, placed at its ``file:line``."""
        return InputError(message, f"{self.path}:{line_number}", sentences.EDITED_LINE_HINT)


def decode_line(value: Any, kinds: Mapping[str, type[Line]]) -> tuple[Line, dict[str, Any]] | None:
    """Decode a JSON value to the first class of lines that fits, and its unknown fields; None if none fits."""
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
    """Whether a line's JSON leaves out default values, and has ``ordered`` only where an answer may be ordered."""
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
    """Copy a record without its story hash, which other rules or another version computed."""
    return evolve(record, story="") if isinstance(record, Answer) else record
