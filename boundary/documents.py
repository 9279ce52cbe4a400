"""Untrusted JSON and TOML: parsers that bound size and depth, and refuse texts that cannot be encoded."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import MAX_FILE_SIZE

T = TypeVar("T")

MAX_DEPTH = 64
"""The deepest nesting of lists and objects."""

MAX_SETTINGS_LENGTH = 200_000
"""The most characters of a handwritten settings file: a group, or figures that are measured."""

TOML_STRING = re.compile(r"""\"(?:[^"\\\n]|\\.)*\"|'[^'\n]*'""")
"""Matches a string in TOML."""

INTEGER_BOUND = 2**64
"""Bound on the size of integers: no seed, value or count reaches it."""

MALFORMED_ERRORS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""The exceptions that readers raise on data of the wrong shape: no others, and no reader catches fewer."""


def parse_json(text: bytes | str, max_length: int = MAX_FILE_SIZE) -> Any:
    """Parse untrusted UTF-8 JSON to Python values; raise ValueError if it is malformed, too long or nested too deep.

    Raises:
        ValueError: The text is no JSON, too large, too deep, or holds NaN, a duplicate key, a NUL or a lone surrogate.
    """
    if len(text) > max_length:
        raise ValueError(f"more than {max_length:,} characters")
    try:
        value = json.loads(text, parse_constant=reject_constant, object_pairs_hook=build_unique_dict)
    except RecursionError as error:
        raise ValueError("too deep") from error
    check_value(value)
    return value


def parse_toml(text: str, max_length: int = MAX_SETTINGS_LENGTH) -> dict[str, Any]:
    """Parse untrusted TOML to a dict; raise ValueError if it is malformed, too long or nested too deep.

    Raises:
        ValueError: The text is too large or too deep, or is no TOML: then a ``tomllib.TOMLDecodeError`` with the place.
    """
    import tomllib  # slow to load, and seldom needed

    if len(text) > max_length:
        raise ValueError(f"more than {max_length:,} characters")
    if any(line.partition("#")[0].count(".") > MAX_DEPTH for line in TOML_STRING.sub("", text).split("\n")):
        raise ValueError("too deep")  # tomllib takes quadratic time in the parts of a key
    try:
        sections = tomllib.loads(text)
        check_depth(sections)
    except RecursionError as error:
        raise ValueError("too deep") from error
    return sections


def reject_constant(name: str) -> NoReturn:
    """Raise an error for ``NaN`` and infinities, which standard JSON does not have.

    Raises:
        ValueError: Always.
    """
    raise ValueError(f"{name} is no number")


def build_unique_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a dict of a JSON object's key-value pairs; raise an error for duplicate keys.

    Raises:
        ValueError: A key occurs twice: readers could differ in which value they take.
    """
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key stands twice")
    return result


def check_depth(value: Any) -> None:
    """Raise an error if lists and objects of a parsed value are nested too deep.

    Raises:
        ValueError: They are.
    """
    open_ = [(value, 0)]
    while open_:
        value, depth = open_.pop()
        if depth > MAX_DEPTH:
            raise ValueError("too deep")
        if isinstance(value, list | dict):
            open_.extend((each, depth + 1) for each in (value.values() if isinstance(value, dict) else value))


def check_value(value: Any) -> None:
    """Raise an error if a parsed value is nested too deep, or one of its texts has lone surrogates.

    Raises:
        ValueError: It is too deep, or a text cannot be encoded.
    """
    open_ = [(value, 0)]
    while open_:
        value, depth = open_.pop()
        if depth > MAX_DEPTH:
            raise ValueError("too deep")
        match value:
            case str():
                check_text(value)
            case list():
                open_.extend((each, depth + 1) for each in value)
            case dict():
                for key, each in value.items():
                    check_text(key)
                    open_.append((each, depth + 1))
            case _:
                pass


def check_text(text: str) -> None:
    """Raise an error if a text has lone surrogates, and so cannot be written to files and messages.

    Raises:
        ValueError: It holds a NUL or a lone surrogate.
    """
    if not text.isascii():
        text.encode()  # a lone surrogate raises UnicodeEncodeError, a ValueError
    if "\0" in text:
        raise ValueError("a NUL within a text")


def read_untrusted(read: Callable[[], T], message: str, place: str = "", hint: str = "") -> T:
    """Call ``read``, which parses untrusted data, and return its result; turn errors of malformed data into InputError.

    Args:
        read: The reader.
        message: The error's message.
        place: Where the data come from.
        hint: The error's hint: what to do.

    Raises:
        InputError: The data have another shape.
    """
    try:
        return read()
    except MALFORMED_ERRORS as error:
        raise InputError(message, place, hint) from error
