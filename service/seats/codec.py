"""Messages as JSON, a line each: written, and read strictly, for anybody may have written one."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, cast, get_args

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import Decoder, Form, Scalar
from bombsight.boundary.documents import MALFORMED, WIDEST, parse_json
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import LARGEST
from bombsight.boundary.texts import LONGEST
from bombsight.dsl.dice import Dice, parse_dice
from bombsight.dsl.source import NOWHERE, Span
from bombsight.runtime.events.views import BaseView
from bombsight.runtime.events.views import View as Event
from bombsight.service.common.document import Document
from bombsight.service.seats.consistency import CHECKS
from bombsight.service.seats.messages import Said, Told

MOST_SAID = 2**14
"""Bytes that a seat may say at once: answers are short."""

MOST_TOLD = LARGEST
"""Bytes that the arbiter may tell at once: the story of a campaign, from its beginning."""

OLDEST = 2
"""The oldest version of documents that is read: what joined them since has defaults, which mean what was so then.

A document of which that is not so has an ``oldest`` of its own.
"""


def encode_message(message: Document) -> str:
    """A message as a line of JSON."""
    data = {"document": message.document, "version": message.version, **encode(message, MESSAGES)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def encode_event(event: Event) -> Any:
    """An event as plain data, as a message has it."""
    return encode(event, MESSAGES)


def decode_told(line: str | bytes) -> Told:
    """The message of the arbiter that a line holds.

    Raises:
        InputError: It is no message of his.
    """
    return cast(Told, decode_message(line, by_name(Told), MOST_TOLD))


def decode_said(line: str | bytes) -> Said:
    """The message of a seat that a line holds.

    Raises:
        InputError: It is none of what a seat may say.
    """
    return cast(Said, decode_message(line, by_name(Said), MOST_SAID))


@cache
def by_name(kinds: Any) -> dict[str, type[Document]]:
    """The documents of a choice of classes by their names."""
    return {kind.document: kind for kind in get_args(kinds)}


def decode_message(line: str | bytes, kinds: dict[str, type[Document]], most: int = LARGEST) -> Any:
    """A message of one of several kinds.

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
            return decode_strictly(data, kind, MESSAGES)
    except MALFORMED as error:
        raise InputError(f"this is no message that belongs here: {clip(repr(line[:LONGEST]))}") from error
    message = f"the other side speaks version {clip(str(version))} of these messages, and this one {kind.version}"
    raise InputError(message, "", "Both sides need the same version of Bombsight.")


# --- the form


def tag_of(cls: type) -> str:
    """The tag of an event's class; empty for other classes."""
    return cls.event if issubclass(cls, BaseView) else ""


def read_dice(data: Any, read: Decoder) -> Any:
    """Dice; up to version 3 a turn had them in the notation of the rules."""
    return parse_dice(data) if isinstance(data, str) else read(data)


def checked_reader(check: Callable[[Any], None]) -> Callable[[Any, Decoder], Any]:
    """A reader that also sees that what it has read can be."""

    def read_checked(data: Any, read: Decoder) -> Any:
        found = read(data)
        check(found)
        return found

    return read_checked


MESSAGES = Form(
    tag="event",
    tag_of=tag_of,
    # Where a rule stands in files is nobody's matter but that machine's.
    scalars={Span: Scalar(encode=lambda span: None, decode=lambda data: NOWHERE)},
    readers={Dice: read_dice} | {kind: checked_reader(check) for kind, check in CHECKS.items()},
    longest=LONGEST,
    widest=WIDEST,
)
"""The form of messages and letters."""
