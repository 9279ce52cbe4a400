"""Messages as JSON, a line each: written, and read strictly, for anybody may have written one."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, cast, get_args

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import Decoder, Form, Scalar
from bombsight.boundary.documents import INTEGER_BOUND, MALFORMED_ERRORS, parse_json
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import MAX_FILE_SIZE
from bombsight.boundary.texts import MAX_TEXT_LENGTH
from bombsight.dsl.dice import Dice, parse_dice
from bombsight.dsl.source import NOWHERE, Span
from bombsight.runtime.events.views import BaseView
from bombsight.runtime.events.views import View as Event
from bombsight.service.common.document import Document
from bombsight.service.seats.message_checks import CHECKS_BY_CLASS
from bombsight.service.seats.messages import HostMessage, SeatMessage

MAX_SEAT_MESSAGE_BYTES = 2**14
"""Bytes that a seat may say at once: answers are short."""

MAX_HOST_MESSAGE_BYTES = MAX_FILE_SIZE
"""Bytes that the arbiter may tell at once: the story of a campaign, from its beginning."""

OLDEST_VERSION = 2
"""The oldest version of documents that is read: what joined them since has defaults, which mean what was so then.

A document of which that is not so has an ``oldest`` of its own.
"""


def encode_message(message: Document) -> str:
    """A message as a line of JSON."""
    data = {"document": message.document, "version": message.version, **encode(message, MESSAGE_FORM)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def encode_event(event: Event) -> Any:
    """An event as plain data, as a message has it."""
    return encode(event, MESSAGE_FORM)


def decode_host_message(line: str | bytes) -> HostMessage:
    """The message of the arbiter that a line holds.

    Raises:
        InputError: It is no message of his.
    """
    return cast(HostMessage, decode_message(line, documents_by_name(HostMessage), MAX_HOST_MESSAGE_BYTES))


def decode_seat_message(line: str | bytes) -> SeatMessage:
    """The message of a seat that a line holds.

    Raises:
        InputError: It is none of what a seat may say.
    """
    return cast(SeatMessage, decode_message(line, documents_by_name(SeatMessage), MAX_SEAT_MESSAGE_BYTES))


@cache
def documents_by_name(classes: Any) -> dict[str, type[Document]]:
    """The documents of a choice of classes by their names."""
    return {kind.document: kind for kind in get_args(classes)}


def decode_message(
    line: str | bytes, classes_by_name: dict[str, type[Document]], max_length: int = MAX_FILE_SIZE
) -> Any:
    """A message of one of several kinds.

    Args:
        line: It, as JSON.
        classes_by_name: By their names.
        max_length: How many bytes or characters it may have.

    Raises:
        InputError: It is none, is longer, or is of another version.
    """
    try:
        data = parse_json(line, max_length)
        kind, version = classes_by_name[data.pop("document")], data.pop("version")
        if type(version) is int and getattr(kind, "oldest", OLDEST_VERSION) <= version <= kind.version:
            return decode_strictly(data, kind, MESSAGE_FORM)
    except MALFORMED_ERRORS as error:
        raise InputError(f"this is no message that belongs here: {clip(repr(line[:MAX_TEXT_LENGTH]))}") from error
    message = f"the other side speaks version {clip(str(version))} of these messages, and this one {kind.version}"
    raise InputError(message, "", "Both sides need the same version of Bombsight.")


# --- the form


def event_tag(cls: type) -> str:
    """The tag of an event's class; empty for other classes."""
    return cls.event if issubclass(cls, BaseView) else ""


def decode_dice(data: Any, read: Decoder) -> Any:
    """Dice; up to version 3 a turn had them in the notation of the rules."""
    return parse_dice(data) if isinstance(data, str) else read(data)


def make_checked_reader(check: Callable[[Any], None]) -> Callable[[Any, Decoder], Any]:
    """A reader that also sees that what it has read can be."""

    def read_and_check(data: Any, read: Decoder) -> Any:
        value = read(data)
        check(value)
        return value

    return read_and_check


MESSAGE_FORM = Form(
    tag="event",
    tag_of=event_tag,
    # Where a rule stands in files is nobody's matter but that machine's.
    scalars={Span: Scalar(encode=lambda span: None, decode=lambda data: NOWHERE)},
    readers={Dice: decode_dice} | {kind: make_checked_reader(check) for kind, check in CHECKS_BY_CLASS.items()},
    longest=MAX_TEXT_LENGTH,
    integer_bound=INTEGER_BOUND,
)
"""The form of messages and letters."""
