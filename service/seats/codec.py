"""Messages as JSON, a line each, and what a line says: strictly, for anybody may have written it."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from functools import cache, partial
from typing import Any, cast, get_args

from attrs import has
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from bombsight.boundary.documents import MALFORMED, check_list, parse_json, read_str, structure_strictly
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import LARGEST
from bombsight.boundary.texts import LONGEST
from bombsight.dsl.dice import Dice, parse_dice
from bombsight.dsl.source import NOWHERE, Span
from bombsight.runtime.events.views import SayView
from bombsight.runtime.events.views import View as Event
from bombsight.service.common.document import Document
from bombsight.service.seats.consistency import CHECKS
from bombsight.service.seats.messages import Revealed, Said, Told

MOST_SAID = 2**14
"""Bytes that a seat may say at once: answers are short."""

MOST_TOLD = LARGEST
"""Bytes that the arbiter may tell at once: the story of a campaign, from its beginning."""


LONGEST_LINE = 2**16
"""Characters of a line of the save that is revealed at the end: its first line has all that was settled."""


def encode(message: Document) -> str:
    """A message as a line of JSON."""
    told = {"document": message.document, "version": message.version, **converter().unstructure(message)}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def written(event: Event) -> Any:
    """An event as plain data, as it is told."""
    return converter().unstructure(event)


def told(line: str | bytes) -> Told:
    """What the arbiter tells.

    Raises:
        InputError: It is no message of his.
    """
    return cast(Told, read(line, by_name(Told), MOST_TOLD))


def said(line: str | bytes) -> Said:
    """What a seat says.

    Raises:
        InputError: It is none of what may be said.
    """
    return cast(Said, read(line, by_name(Said), MOST_SAID))


OLDEST = 2
"""The oldest version of documents that is read: what joined them since has defaults, which mean what was so then.

A document of which that is not so has an ``oldest`` of its own.
"""


@cache
def by_name(kinds: Any) -> dict[str, type[Document]]:
    """The documents of a choice of classes by their names."""
    return {kind.document: kind for kind in get_args(kinds)}


def read(line: str | bytes, kinds: dict[str, type[Document]], most: int = LARGEST) -> Any:
    """A message of one of these kinds.

    Args:
        line: It, as JSON.
        kinds: By their names.
        most: How many bytes or characters it may have.

    Raises:
        InputError: It is none, is longer, or is of another version.
    """
    try:
        data = parse_json(line, most)
        kind, version = kinds[data.pop("document")], data.pop("version")
        if type(version) is int and getattr(kind, "oldest", OLDEST) <= version <= kind.version:
            return converter().structure(data, kind)
    except MALFORMED as error:
        raise InputError(f"this is no message that belongs here: {clip(repr(line[:LONGEST]))}") from error
    message = f"the other side speaks version {clip(str(version))} of these messages, and this one {kind.version}"
    raise InputError(message, "", "Both sides need the same version of Bombsight.")


@cache
def converter() -> Converter:
    """What turns messages into plain data and back."""
    made = Converter(
        forbid_extra_keys=True,
        detailed_validation=False,
        unstruct_collection_overrides={tuple: list, frozenset: sorted},
    )
    # Where a rule stands in files is nobody's matter but that machine's.
    made.register_unstructure_hook(Span, lambda span: None)
    made.register_structure_hook(Span, lambda data, _: NOWHERE)
    structure_strictly(made, LONGEST)
    made.register_structure_hook_factory(partial(operator.is_, Revealed), revealed_reader)
    made.register_structure_hook_factory(partial(operator.is_, Dice), dice_reader)
    for kind, check in CHECKS.items():
        made.register_structure_hook_factory(partial(operator.is_, kind), partial(checked_reader, check))
    made.register_unstructure_hook_func(lambda kind: kind is Event, made.unstructure)
    made.register_unstructure_hook_factory(is_event, write_event)
    made.register_structure_hook_func(lambda kind: kind is Event, lambda data, _: read_event(data, made))
    return made


def checked_reader(check: Callable[[Any], None], kind: Any, made: Converter) -> Callable[[Any, Any], Any]:
    """A function that reads values of a class, and checks them."""
    read_fields = make_dict_structure_fn(kind, made, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False)

    def read_checked(data: Any, _: Any) -> Any:
        found = read_fields(data, kind)
        check(found)
        return found

    return read_checked


def revealed_reader(kind: Any, made: Converter) -> Callable[[Any, Any], Any]:
    """A function that reads what is revealed, with lines of a save that are longer than any other text."""

    def read_lines(data: Any, _: Any) -> tuple[str, ...]:
        return tuple([read_str(line, LONGEST_LINE) for line in check_list(data)])

    return make_dict_structure_fn(
        kind,
        made,
        _cattrs_forbid_extra_keys=True,
        _cattrs_detailed_validation=False,
        save=override(struct_hook=read_lines),
    )


def dice_reader(kind: Any, made: Converter) -> Callable[[Any, Any], Dice]:
    """A function that reads dice; up to version 3 a turn had them in the notation of the rules."""
    read_fields = make_dict_structure_fn(kind, made, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False)

    def read_dice(data: Any, _: Any) -> Dice:
        return parse_dice(data) if isinstance(data, str) else read_fields(data, kind)

    return read_dice


def is_event(kind: Any) -> bool:
    """Whether a class is that of an event."""
    return has(kind) and issubclass(kind, Event) and kind is not Event


def write_event(kind: type[Event], made: Converter) -> Callable[[Event], dict[str, Any]]:
    """A function that writes events of a class; the names that a text would have otherwise are left out."""
    omitted: Any = {"unnamed": override(omit=True)} if issubclass(kind, SayView) else {}
    plain = make_dict_unstructure_fn(kind, made, **omitted)
    return lambda event: {"event": kind.event, **plain(event)}


def read_event(data: dict[str, Any], made: Converter) -> Event:
    """The event that was written."""
    kinds = {kind.event: kind for kind in get_args(Event)}
    kind = kinds[data["event"]]
    found: Event = made.structure({name: value for name, value in data.items() if name != "event"}, kind)
    return found
