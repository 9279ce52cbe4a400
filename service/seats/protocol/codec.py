"""The codec of messages: a line of JSON each, decoded strictly as messages may come from anybody."""

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
from bombsight.service.seats.protocol.host_messages import HostMessage
from bombsight.service.seats.protocol.message_checks import CHECKS_BY_CLASS
from bombsight.service.seats.protocol.seat_messages import SeatMessage

MAX_SEAT_MESSAGE_BYTES = 2**14
"""The maximum size of a seat's message in bytes: answers are short."""

MAX_HOST_MESSAGE_BYTES = MAX_FILE_SIZE
"""The maximum size of a host's message in bytes: the story of a whole campaign must fit."""

OLDEST_VERSION = 2
"""The oldest document version that is read: fields added since have defaults that mean what held then.

A document for which that does not hold has an ``oldest`` of its own.
"""


def encode_message(message: Document) -> str:
    """Encode a message as a line of JSON."""
    data = {"document": message.document, "version": message.version, **encode(message, MESSAGE_FORM)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def encode_event(event: Event) -> Any:
    """Encode an event as plain JSON data, as in a message."""
    return encode(event, MESSAGE_FORM)


def decode_host_message(line: str | bytes) -> HostMessage:
    """Decode a line of JSON as a message of the host.

    Raises:
        InputError: The line is no host message.
    """
    return cast(HostMessage, decode_message(line, documents_by_name(HostMessage), MAX_HOST_MESSAGE_BYTES))


def decode_seat_message(line: str | bytes) -> SeatMessage:
    """Decode a line of JSON as a message of a guest's seat.

    Raises:
        InputError: The line is no seat message.
    """
    return cast(SeatMessage, decode_message(line, documents_by_name(SeatMessage), MAX_SEAT_MESSAGE_BYTES))


@cache
def documents_by_name(classes: Any) -> dict[str, type[Document]]:
    """Map the document name of each message class in a union type to that class."""
    return {kind.document: kind for kind in get_args(classes)}


def decode_message(
    line: str | bytes, classes_by_name: dict[str, type[Document]], max_length: int = MAX_FILE_SIZE
) -> Any:
    """Decode a line of JSON as one of several message classes.

    Args:
        line: The line of JSON.
        classes_by_name: The accepted classes, by document name.
        max_length: The maximum length of the line, in bytes or characters.

    Raises:
        InputError: The line is no such message, is too long, or has another version.
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


# --- the codec


def event_tag(cls: type) -> str:
    """Return the JSON type tag of an event class; empty for any other class."""
    return cls.event if issubclass(cls, BaseView) else ""


def decode_dice(data: Any, read: Decoder) -> Any:
    """Decode the dice of a throw by ``read``, or from a text such as ``2d6``, as in protocol versions up to 3."""
    return parse_dice(data) if isinstance(data, str) else read(data)


def make_checked_reader(check: Callable[[Any], None]) -> Callable[[Any, Decoder], Any]:
    """Make a decoder of a value that then calls ``check``, which raises for an inconsistent value."""

    def read_and_check(data: Any, read: Decoder) -> Any:
        """Decode a value by ``read``, check it, and return it."""
        value = read(data)
        check(value)
        return value

    return read_and_check


MESSAGE_FORM = Form(
    tag="event",
    tag_of=event_tag,
    # Paths and lines of rule files concern only the machine that has them.
    scalars={Span: Scalar(encode=lambda span: None, decode=lambda data: NOWHERE)},
    readers={Dice: decode_dice} | {kind: make_checked_reader(check) for kind, check in CHECKS_BY_CLASS.items()},
    longest=MAX_TEXT_LENGTH,
    integer_bound=INTEGER_BOUND,
)
"""The codec configuration of messages and letters."""
