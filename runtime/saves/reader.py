"""What a save says: JSON lines, a header first, then the dice as they fell and the answers by name.

The lines are the classes of :mod:`bombsight.runtime.saves.lines`; ``schema/save.json`` describes them. A line may have
fields that another version has added: they are passed over, named in a note, and stay in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from attrs import evolve, fields_dict, frozen
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from bombsight.boundary.documents import DEEPEST, check_depth
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import read_bytes
from bombsight.dsl.listing import listed
from bombsight.runtime.dice import MASK64, By
from bombsight.runtime.events.names import Naming, OwnName, with_name
from bombsight.runtime.events.views import STORIES
from bombsight.runtime.pins import (
    FieldPin,
    Pin,
)
from bombsight.runtime.saves.lines import READABLE_VERSIONS, NameLine, RulesLine, save_schema
from bombsight.runtime.saves.records import (
    NO_FIELDS,
    Answer,
    End,
    Header,
    OverlayInForce,
    Record,
    Throw,
    Why,
    last_decision,
)

MARK = b'{"bombsight":'
NO_RECORD = "this line is no record of a save"
READABLE = listed(map(str, sorted(READABLE_VERSIONS)))
LEFT_OUT = ""
"""What stands for a word that a line leaves out, and cannot say."""
HEADER_FIELDS = fields_dict(Header).keys() - {"unknown"}
RULES_FIELDS = fields_dict(RulesLine).keys()
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


@cache
def validator(line: type[Header | NameLine | RulesLine]) -> Draft202012Validator:
    """The check of a kind of line; other kinds are plain enough to be matched."""
    definitions = save_schema()["$defs"]
    return Draft202012Validator({**definitions[line.__name__], "$defs": definitions})


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
    error = best_match(validator(Header).iter_errors(found))
    if error is not None:
        where = ".".join(str(part) for part in error.absolute_path) or "header"
        raise InputError(f"{where}: {error.message[:200]}", f"{path}:1", "The first line cannot be changed by hand.")
    del found["bombsight"]
    made = {
        "overlays": overlays_from(found["overlays"]),
        "args": tuple(found["args"]),
        "names": naming_from(found.get("names")),
        "pins": tuple(Pin(pin["table"], tuple(pin["faces"])) for pin in found.get("pins", ())),
        "fields": tuple(FieldPin(**pin) for pin in found.get("fields", ())),
    }
    unknown = {name: value for name, value in found.items() if name not in HEADER_FIELDS}
    known = {name: value for name, value in found.items() if name in HEADER_FIELDS}
    return Header(**{**known, **made, "unknown": unknown})


def naming_from(found: dict[str, Any] | None) -> Naming | None:
    """Names from their JSON."""
    if found is None:
        return None
    return Naming(found["shuffled"], tuple(OwnName(**name) for name in found.get("own", ())))


def overlays_from(found: list[dict[str, str]]) -> tuple[OverlayInForce, ...]:
    """Overlays from their JSON."""
    return tuple(OverlayInForce(**overlay) for overlay in found)


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
        match found:
            case {"undo": int(count), **rest} if count >= 1 and not isinstance(count, bool):
                self.undo(count, line)
                self.pass_over(rest, line)
            case {"rules": _} if validator(RulesLine).is_valid(found):
                self.change_rules(found, line)
            case {"named": dict(named), **rest} if validator(NameLine).is_valid(found):
                self.header = evolve(self.header, names=with_name(self.header.names, OwnName(**named)))
                self.pass_over(rest, line)
            case {"thrower": ("" | "hand" | "seed") as thrower, **rest}:
                self.header = evolve(self.header, thrower=thrower)
                self.pass_over(rest, line)
            case _ if self.end is not None:
                raise self.wrong("nothing but an undo can follow the end", line)
            case {"d": [*faces], "at": str(at), **rest} if faces and all(map(is_face, faces)):
                if not is_word(rest, "by", get_args(By)):
                    raise self.wrong(NO_RECORD, line)
                by: Any = rest.pop("by", LEFT_OUT)
                self.records.append(Throw(tuple(faces), at, line, by, self.pass_over(rest, line)))
            case {"a": str(name), "at": str(at), **rest} if (told := read_answer(rest)) is not None:
                self.records.append(Answer(name, at, line=line, **told, unknown=self.pass_over(rest, line)))
            case {"end": {"result": str(result), "fault": str(fault), "journal": str(journal), **more}, **rest} if (
                not more
            ):
                self.end = End(result, fault, journal, line, self.pass_over(rest, line))
            case _:
                raise self.wrong(NO_RECORD, line)

    def pass_over(self, fields: Mapping[Any, Any], line: int) -> Mapping[str, Any]:
        """Note fields of a line that are not known here; the same fields."""
        for name in fields:
            self.unknown.setdefault(name, line)
        return fields or NO_FIELDS

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

    def change_rules(self, found: dict[str, Any], line: int) -> None:
        """Go on with other rules, by which only the first records still count.

        Raises:
            InputError: There are fewer records than still count.
        """
        if found["kept"] > len(self.records):
            raise self.wrong(f"there are no {found['kept']} records before it", line)
        self.header = evolve(
            self.header,
            rules=found["rules"],
            journal=found["journal"],
            options=found["options"],
            overlays=overlays_from(found["overlays"]),
            snapshot=found.get("snapshot", ""),
        )
        self.pass_over({name: value for name, value in found.items() if name not in RULES_FIELDS}, line)
        self.records = [without_story(record) for record in self.records[: found["kept"]]]
        self.end = None

    def forget_stories(self) -> None:
        """Leave out hashes that this version would compute otherwise."""
        self.records = [without_story(record) for record in self.records]
        self.end = evolve(self.end, journal="") if self.end else None

    def wrong(self, message: str, line: int) -> InputError:
        """The error for a line."""
        return InputError(message, f"{self.path}:{line}", EDITED)


def read_answer(rest: dict[Any, Any]) -> dict[str, Any] | None:
    """Take from the fields of a line what an answer has beside its name and place; None where that is wrong.

    Args:
        rest: The other fields of the line. What is taken is taken out; what is left is not known here.
    """
    if not is_word(rest, "why", get_args(Why)):
        return None
    ordered = "ordered" in rest
    if rest.pop("ordered", True) is not True:
        return None
    story, why = rest.pop("j", ""), rest.pop("why", LEFT_OUT)
    seed = rest.pop("seed", None)
    if not isinstance(story, str) or (ordered and why not in ("order", "auto")):
        return None
    if seed is not None and (type(seed) is not int or not 0 <= seed <= MASK64):
        return None
    return {"story": story, "why": why, "ordered": ordered, "seed": seed}


def is_word(fields: dict[Any, Any], name: str, words: Sequence[str]) -> bool:
    """Whether a field is left out, or holds one of its words."""
    return name not in fields or (fields[name] != LEFT_OUT and fields[name] in words)


def is_face(value: object) -> bool:
    """Whether a die could show it."""
    return type(value) is int and value >= 1


def without_story(record: Record) -> Record:
    """A record whose journal so far was made by other rules."""
    return evolve(record, story="") if isinstance(record, Answer) else record
