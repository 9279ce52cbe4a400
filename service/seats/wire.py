"""Messages as JSON, a line each, and what a line says: strictly, for anybody may have written it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, cast, get_args

from attrs import has
from cattrs import Converter, ForbiddenExtraKeysError
from cattrs.errors import CattrsError
from cattrs.gen import make_dict_unstructure_fn, override

from bombsight.boundary.errors import InputError, clip
from bombsight.dsl.source import NOWHERE, Span
from bombsight.runtime.views import SayView
from bombsight.runtime.views import View as Event
from bombsight.service.document import Document
from bombsight.service.seats.messages import Said, Told

BROKEN = (AttributeError, CattrsError, KeyError, TypeError, ValueError, RecursionError, ForbiddenExtraKeysError)
"""What reading raises of a line that is no message."""


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
    return cast(Told, read(line, by_name(Told)))


def said(line: str | bytes) -> Said:
    """What a seat says.

    Raises:
        InputError: It is none of what may be said.
    """
    return cast(Said, read(line, by_name(Said)))


OLDEST = 2
"""The oldest version of documents that is read: what joined them since has defaults, which mean what was so then.

A document of which that is not so has an ``oldest`` of its own.
"""


@cache
def by_name(kinds: Any) -> dict[str, type[Document]]:
    """The documents of a choice of classes by their names."""
    return {kind.document: kind for kind in get_args(kinds)}


def read(line: str | bytes, kinds: dict[str, type[Document]]) -> Any:
    """A message of one of these kinds.

    Raises:
        InputError: It is none, or of another version.
    """
    try:
        data = json.loads(line)
        kind, version = kinds[data.pop("document")], data.pop("version")
        if type(version) is int and getattr(kind, "oldest", OLDEST) <= version <= kind.version:
            return converter().structure(data, kind)
    except BROKEN as error:
        raise InputError(f"this is no message that belongs here: {clip(repr(line))}") from error
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
    for kind in (str, int, bool):
        made.register_structure_hook(kind, strictly(kind))
    made.register_unstructure_hook_func(lambda kind: kind is Event, made.unstructure)
    made.register_unstructure_hook_factory(is_event, write_event)
    made.register_structure_hook_func(lambda kind: kind is Event, lambda data, _: read_event(data, made))
    return made


def strictly(kind: type) -> Callable[[Any, Any], Any]:
    """A function that takes values of this class and no others."""

    def check(data: Any, _: Any) -> Any:
        if type(data) is not kind:
            raise TypeError(data)
        return data

    return check


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
    kinds = {kind.event: kind for kind in Event.__subclasses__()}
    kind = kinds[data["event"]]
    found: Event = made.structure({name: value for name, value in data.items() if name != "event"}, kind)
    return found
