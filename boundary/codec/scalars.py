"""Strict decoders of scalars: texts, numbers, literals and enums in untrusted data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from math import isfinite
from types import NoneType
from typing import Any

from bombsight.boundary.codec import sentences
from bombsight.boundary.codec.form import Form
from bombsight.boundary.codec.problems import TYPE_WORDS, DecodeError, format_value, mismatch_error


def decode_text(form: Form, data: Any) -> str:
    """Return a JSON string; raise DecodeError for another type or too many characters."""
    if type(data) is not str:
        raise mismatch_error(TYPE_WORDS[str], data)
    if form.longest is not None and len(data) > form.longest:
        raise DecodeError(f"a text may have {form.longest:,} characters, not {len(data):,}")
    return data


def decode_int(form: Form, data: Any) -> int:
    """Return a JSON number as an integer; raise DecodeError for fractions and booleans."""
    if type(data) is not int:
        raise mismatch_error(TYPE_WORDS[int], data)
    if form.integer_bound is not None and not -form.integer_bound < data < form.integer_bound:
        raise DecodeError("a whole number may not be so wide")
    return data


def decode_bool(form: Form, data: Any) -> bool:
    """Return a JSON boolean; raise DecodeError for another type."""
    if type(data) is not bool:
        raise mismatch_error(TYPE_WORDS[bool], data)
    return data


def decode_float(form: Form, data: Any) -> float:
    """Return a JSON number as a finite float; raise DecodeError otherwise."""
    if type(data) not in (int, float):
        raise mismatch_error(TYPE_WORDS[float], data)
    if type(data) is float and not isfinite(data):
        raise DecodeError("a finite number is needed")
    if type(data) is int:
        decode_int(form, data)
    try:
        return float(data)
    except OverflowError as error:
        raise DecodeError("a number may not be so large") from error


def decode_null(form: Form, data: Any) -> None:
    """Return None for a JSON null; raise DecodeError for another value."""
    if data is not None:
        raise mismatch_error(TYPE_WORDS[NoneType], data)


SCALARS: dict[Any, Callable[[Form, Any], Any]] = {
    str: decode_text,
    int: decode_int,
    bool: decode_bool,
    float: decode_float,
    NoneType: decode_null,
}


def decode_literal(words: tuple[Any, ...], form: Form, data: Any) -> Any:
    """Return a JSON value that is one of the values (``words``) of a ``Literal`` type; raise DecodeError otherwise."""
    for word in words:
        if type(word) is type(data) and word == data:
            return word
    raise no_value_fits_error(words, form, data)


def decode_enum(members: Mapping[Any, Enum], form: Form, data: Any) -> Enum:
    """Decode a JSON value to an enum member; ``members`` maps the allowed values to members."""
    return members[decode_literal(tuple(members), form, data)]


def no_value_fits_error(words: Sequence[Any], form: Form, data: Any) -> DecodeError:
    """The decode error for data that equal none of the allowed values: ``one of a, b is needed, not "c"``."""
    near = form.suggest(data, [str(word) for word in words]) if isinstance(data, str) else ""
    names = [str(word) or format_value(word) for word in words]
    message = sentences.mismatch(sentences.any_word(names), format_value(data))
    return DecodeError(f"{message}. {near}" if near else message)
