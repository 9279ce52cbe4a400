"""Names that a player gives: from a file, or one by one during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.flat.program import Program
from bombsight.flat.types import NONE, TextType
from bombsight.runtime.events.describe import HIDDEN, Describer
from bombsight.runtime.events.names import OwnName, parse_own_name
from bombsight.service.common import sentences
from bombsight.service.common.document import Document
from bombsight.service.present.sheet import holder_title, place_title


@frozen
class NamedThing:
    """A person or thing with its present name.

    Attributes:
        what: Its kind, in words: ``Keeper``, ``Boat``.
        of: The record whose list the name is from; empty for the game's general list.
        number: The name's number in that list.
        name: Its present name.
    """

    what: str
    of: str
    number: int
    name: str


@frozen(kw_only=True)
class Names(Document):
    """All people and things with names, each once.

    ``{"name": {"of": OF, "number": NUMBER, "name": NAME}}`` renames one.
    """

    document = "names"

    called: tuple[NamedThing, ...]


def read_own_names(path: Path, program: Program) -> tuple[OwnName, ...]:
    """Parse a file with the player's own names for people and things: one a line, ``#`` begins a comment.

    ``Boat: Old Nan`` is for that record's list of names; a line without a record is for the general list.

    Raises:
        InputError: It cannot be read, or a line is no name.
    """
    lists = {found.record.lower(): found.record for found in program.names}
    counts: Counter[str] = Counter()
    names = []
    for line, content in enumerate(decode_utf8(read_input_file(str(path)), str(path)).split("\n"), start=1):
        text = content.partition("#")[0].strip()
        if not text:
            continue
        head, colon, rest = text.partition(":")
        of = head.strip().lower() if colon else ""
        if of not in lists:
            list_names = [f"{record}:" for record in lists.values() if record]
            raise InputError(
                sentences.no_names_of(program.title, repr(clip(head)))
                if colon
                else sentences.no_such_names(program.title),
                f"{path}:{line}",
                sentences.name_lists_hint(list_names),
            )
        name = parse_own_name(rest if colon else text, f"{path}:{line}")
        names.append(OwnName(lists[of], counts[of], name))
        counts[of] += 1
    return tuple(names)


def find_named_things(describer: Describer) -> Iterator[NamedThing]:
    """Yield all people and things with names in the present state, or in a masked one, each name once."""
    program, slots = describer.program, describer.slots
    seen_names = set()
    for field in program.fields:
        if not isinstance(field.type, TextType) or len(field.shape) != len(field.indices):
            continue
        for offset in range(prod(field.shape)):
            number = slots[field.base + offset]
            if number in (NONE, HIDDEN) or (field.type.names, number) in seen_names:
                continue
            seen_names.add((field.type.names, number))
            description = place_title(describer, field, offset) or holder_title(field)
            yield NamedThing(description, field.type.names, number, describer.value_title(field.type, number))


def parse_renaming(words: Sequence[str], named_things: Sequence[NamedThing]) -> tuple[NamedThing, str]:
    """Parse a typed renaming: a person or thing by its kind or present name, then the new name.

    Raises:
        InputError: The words begin with no named thing, or lack a new name.
    """
    for count in range(len(words), 0, -1):
        typed = " ".join(words[:count]).lower()
        matches = [one for one in named_things if typed in accepted_names(one)]
        if len(matches) > 1:
            raise InputError(sentences.several_named(repr(clip(typed)), len(matches)), "", sentences.RENAMING_HINT)
        if matches:
            return matches[0], parse_own_name(" ".join(words[count:]))
    raise InputError(sentences.nobody_named(repr(clip(" ".join(words)))), "", sentences.NAMES_HINT)


def accepted_names(thing: NamedThing) -> tuple[str, ...]:
    """List the lower-case inputs that select a person or thing: its kind, with or without article, or its name."""
    description = thing.what.lower()
    return description, description.removeprefix("the "), thing.name.lower()
