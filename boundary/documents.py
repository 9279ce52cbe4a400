"""Documents of strangers: JSON of bounded size and depth, without what no file, terminal or encoding can take."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import MAX_FILE_SIZE

T = TypeVar("T")

MAX_DEPTH = 64
"""How deep lists and objects may stand within one another."""

MAX_SETTINGS_LENGTH = 200_000
"""Characters of a file of settings that people write by hand: a group, or figures that are measured."""

TOML_STRING = re.compile(r"""\"(?:[^"\\\n]|\\.)*\"|'[^'\n]*'""")
"""A text in TOML."""

INTEGER_BOUND = 2**64
"""Numbers lie below this, and above its negative: no seed, no value and no count has more."""

MALFORMED_ERRORS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What reading raises where data have another shape than was expected: never anything else, and no reader catches less.
"""


def parse_json(text: bytes | str, max_length: int = MAX_FILE_SIZE) -> Any:
    """The value of a JSON text.

    Args:
        text: It, in UTF-8.
        max_length: How many bytes or characters it may have.

    Raises:
        ValueError: It is none, too large, too deep, or holds NaN, a key twice, a NUL or half a surrogate pair.
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
    """The sections of a TOML text.

    Args:
        text: It.
        max_length: How many characters it may have.

    Raises:
        ValueError: It is none, too large or too deep; where it is none, a ``tomllib.TOMLDecodeError`` that says where.
    """
    import tomllib  # slow to load, and seldom needed

    if len(text) > max_length:
        raise ValueError(f"more than {max_length:,} characters")
    if any(line.partition("#")[0].count(".") > MAX_DEPTH for line in TOML_STRING.sub("", text).split("\n")):
        raise ValueError("too deep")  # tomllib takes time by the square of how many parts a key has
    try:
        sections = tomllib.loads(text)
        check_depth(sections)
    except RecursionError as error:
        raise ValueError("too deep") from error
    return sections


def reject_constant(name: str) -> NoReturn:
    """Refuse ``NaN`` and infinities, which JSON has not.

    Raises:
        ValueError: Always.
    """
    raise ValueError(f"{name} is no number")


def build_unique_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of its pairs.

    Raises:
        ValueError: A key stands twice: readers could differ in which they take.
    """
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key stands twice")
    return result


def check_depth(value: Any) -> None:
    """See that lists and objects do not stand too deep within one another.

    Raises:
        ValueError: They do.
    """
    open_ = [(value, 0)]
    while open_:
        value, depth = open_.pop()
        if depth > MAX_DEPTH:
            raise ValueError("too deep")
        if isinstance(value, list | dict):
            open_.extend((each, depth + 1) for each in (value.values() if isinstance(value, dict) else value))


def check_value(value: Any) -> None:
    """See that a value is not too deep, and that each of its texts can be written.

    Raises:
        ValueError: It is, or one cannot.
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
    """See that a text can be written into files and messages.

    Raises:
        ValueError: It holds a NUL or half a surrogate pair.
    """
    if not text.isascii():
        text.encode()  # half a surrogate pair is a UnicodeEncodeError, which is a ValueError
    if "\0" in text:
        raise ValueError("a NUL within a text")


def read_untrusted(read: Callable[[], T], message: str, place: str = "", hint: str = "") -> T:
    """What a reader makes of a stranger's data.

    Args:
        read: Reads them; whatever it raises because of their shape becomes one error.
        message: What is wrong then.
        place: Where they stand.
        hint: What to do.

    Raises:
        InputError: They have another shape.
    """
    try:
        return read()
    except MALFORMED_ERRORS as error:
        raise InputError(message, place, hint) from error
