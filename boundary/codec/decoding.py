"""The strict decoder: makes values of untrusted JSON data, or reports every problem with its place.

Nothing is coerced: no number is a text, no text a list, and 1 is not true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, partial
from itertools import islice
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_origin

import attrs
from attrs import frozen

from bombsight.boundary.codec import sentences
from bombsight.boundary.codec.form import Between, Decoder, Form
from bombsight.boundary.codec.members import (
    alternatives,
    data_fields,
    is_list,
    is_union,
    omitted_values,
    typed_fields,
)
from bombsight.boundary.codec.problems import TYPE_WORDS, DecodeError, Step, mismatch_error
from bombsight.boundary.codec.scalars import SCALARS, decode_enum, decode_literal, no_value_fits_error
from bombsight.boundary.errors import clip

T = TypeVar("T")

MAX_UNKNOWN_NAMED = 5
"""The most unknown members of an object that a message lists."""


def decode_strictly(data: Any, kind: type[T], form: Form) -> T:
    """Decode untrusted JSON data to a value of the type ``kind``, validated; raise DecodeError with all problems.

    Args:
        data: As ``parse_json`` gives them.
        kind: The type of the value: an attrs class, or any type that attributes have.
        form: How the value looks as data.

    Raises:
        DecodeError: The data have another shape; the error lists each place and its problem.
        InputError: A validator refuses a name.
        RecursionError: The data are nested too deep.
    """
    return cast(T, decoder_of(cast(Any, kind), form)(data))


def decode_with_unknown(data: Any, kind: type[T], form: Form) -> tuple[T, dict[str, Any]]:
    """Decode a JSON object to a class; return the value, and a dict of the outermost members that the class lacks.

    Raises:
        DecodeError: The data have another shape, or an inner object has unknown members.
    """
    unknown: dict[str, Any] = {}
    return cast(T, decode_members(kind, form, data, unknown)), unknown


def has_required(data: Mapping[str, Any], cls: type, form: Form) -> bool:
    """Whether JSON data have every required key of a class."""
    return all(key in data for key in shape_of(cls, form).required)


@cache
def decoder_of(hint: Any, form: Form) -> Decoder:
    """Make the function that decodes JSON data to a type annotation (``hint``), with a form's settings; cached by form.

    Raises:
        TypeError: Values of this type cannot be read.
    """
    origin, args = get_origin(hint), get_args(hint)
    if hint in (Any, object):
        return lambda data: data
    if hint in form.scalars:
        return scalar_decoder(hint, form)
    if origin is Annotated:
        return bounded_decoder(args[0], args[1], form)
    if hint in SCALARS:
        return cast(Decoder, partial(SCALARS[hint], form))
    if origin is Literal:
        return partial(decode_literal, args, form)
    if is_union(hint):
        return union_decoder(alternatives(hint), form)
    if is_list(hint):
        return partial(decode_list, decoder_of(args[0], form), tuple)
    if origin is tuple:
        return partial(decode_tuple, [decoder_of(each, form) for each in args])
    if origin is frozenset:
        return partial(decode_list, decoder_of(args[0], form), frozenset)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return partial(decode_mapping, decoder_of(args[1], form))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return partial(decode_enum, {each.value: each for each in hint}, form)
    if isinstance(hint, type) and attrs.has(hint):
        return object_decoder(hint, form)
    raise TypeError(f"no value of {hint} can be read")


def scalar_decoder(hint: Any, form: Form) -> Decoder:
    """Return the custom decoder that a form (settings of a JSON format) declares for a type, or raise TypeError."""
    read = form.scalars[hint].decode
    if read is None:
        raise TypeError(f"no value of {hint} can be read in this form")
    return read


def bounded_decoder(hint: Any, bounds: Between, form: Form) -> Decoder:
    """Make a decoder that also checks bounds: of a number, or of the length of a text or list; ``hint`` is the type."""
    if hint is str:  # this bound replaces the form's
        return decoder_of(str, attrs.evolve(form, longest=bounds.high))
    read = decoder_of(hint, form)
    low, high = bounds.low, bounds.high

    def decode_bounded(data: Any) -> Any:
        """Decode a value; raise DecodeError if it (or the length of a text or list) is out of bounds."""
        value = read(data)
        is_number = isinstance(value, int | float)
        size = value if is_number else len(value)
        if low == high != size:
            bound = str(low)
        elif low is not None and size < low:
            bound = sentences.at_least(str(low))
        elif high is not None and size > high:
            bound = sentences.at_most(str(high))
        else:
            return value
        if is_number:
            raise mismatch_error(bound, value)
        raise DecodeError(sentences.wrong_length(bound, size))

    return decode_bounded


# --- containers


StepProblems = list[tuple[tuple[Step, ...], str]]
"""Problems: for each the steps of its path, the last first, and the sentence."""


def decode_parts(parts: Iterable[tuple[Step, Decoder, Any]]) -> list[Any]:
    """Decode the members of a list or object, each given as path step, decoder and data; collect all problems."""
    values: list[Any] = []
    problems: StepProblems = []
    for step, read, data in parts:
        try:
            values.append(read(data))
        except DecodeError as error:
            problems += error.problems_below(step)
    if problems:
        raise DecodeError(step_problems=problems)
    return values


def decode_list(read: Decoder, make: Callable[[list[Any]], Any], data: Any) -> Any:
    """Decode each member of a JSON list by ``read``, and collect the values by ``make``: a tuple or a frozenset."""
    if type(data) is not list:
        raise mismatch_error(TYPE_WORDS[list], data)
    return make(decode_parts((index, read, each) for index, each in enumerate(data)))


def decode_tuple(reads: Sequence[Decoder], data: Any) -> tuple[Any, ...]:
    """Decode a JSON list to a tuple of fixed length, each member by the decoder in ``reads`` at its index."""
    if type(data) is not list:
        raise mismatch_error(TYPE_WORDS[list], data)
    if len(data) != len(reads):
        raise DecodeError(sentences.wrong_length(str(len(reads)), len(data)))
    return tuple(decode_parts((index, reads[index], each) for index, each in enumerate(data)))


def decode_mapping(read: Decoder, data: Any) -> dict[str, Any]:
    """Decode a JSON object to a dict with the same keys, and with each value decoded by ``read``."""
    if type(data) is not dict:
        raise mismatch_error(TYPE_WORDS[dict], data)
    return dict(zip(data, decode_parts((key, read, each) for key, each in data.items()), strict=True))


# --- objects


@frozen
class ObjectShape:
    """What the decoder knows of a class's JSON objects: their members, tag and required keys.

    Attributes:
        tag: The class's tag; empty if it has none.
        members: By key, the attribute's name and the decoder of its data.
        required: The required keys, in the order of the attributes.
        omitted_values: By name, the values of attributes without a default where they are left out.
    """

    tag: str
    members: Mapping[str, tuple[str, Decoder]]
    required: tuple[str, ...]
    omitted_values: Mapping[str, Any]


@cache
def shape_of(cls: type, form: Form) -> ObjectShape:
    """Compute the members, tag and required keys of the JSON objects of a class; cached for each form."""
    typed_fields(cls)
    fields = data_fields(cls, form)
    omitted = omitted_values(cls, form)
    without_default = [each for each in fields if each.default is attrs.NOTHING]
    return ObjectShape(
        tag=form.tag_of(cls),
        members={form.key_of(cls, each): (each.name, decoder_of(cast(Any, each.type), form)) for each in fields},
        required=tuple(form.key_of(cls, each) for each in without_default if each.name not in omitted),
        omitted_values={each.name: omitted[each.name] for each in without_default if each.name in omitted},
    )


def object_decoder(cls: type, form: Form) -> Decoder:
    """Make the decoder of JSON objects to a class; the decoder inspects the class's attributes when it first runs."""
    read = partial(decode_object, cls, form)
    reader = form.readers.get(cls)
    if reader is None:
        return read

    def decode_by_reader(data: Any) -> Any:
        """Decode a JSON object by the class's own reader function, whose refusals become DecodeErrors."""
        try:
            return reader(data, read)
        except REFUSAL_ERRORS as error:
            raise refusal_error(error) from error

    return decode_by_reader


def decode_object(cls: type, form: Form, data: Any) -> Any:
    """Decode a JSON object to an instance of a class; raise DecodeError for unknown members, unless ignored."""
    return decode_members(cls, form, data, {} if form.unknown == "ignored" else None)


def decode_members(cls: type, form: Form, data: Any, unknown: dict[str, Any] | None) -> Any:
    """Decode the members of a JSON object, and make an object of the class; raise DecodeError with all problems.

    Args:
        cls: The class.
        form: How the object looks as data.
        data: Its data.
        unknown: Receives the unknown members; None if they are an error.
    """
    if type(data) is not dict:
        raise mismatch_error(TYPE_WORDS[dict], data)
    shape = shape_of(cls, form)
    arguments = dict(shape.omitted_values)
    problems: StepProblems = []
    unknown_members: dict[str, Any] = {}
    for key, each in data.items():
        if key in shape.members:
            name, read = shape.members[key]
            try:
                arguments[name] = read(each)
            except DecodeError as error:
                problems += error.problems_below(key)
        elif key != form.tag or not shape.tag:
            unknown_members[key] = each
    missing = [key for key in shape.required if key not in data]
    if shape.tag and data.get(form.tag) != shape.tag:
        missing = [form.tag, *missing]
    if missing:
        problems.append(((), sentences.missing_members(missing)))
    if unknown_members and unknown is None:
        problems.append(((), describe_unknown(unknown_members, shape, form)))
    elif unknown_members and unknown is not None:
        unknown.update(unknown_members)
    if problems:
        raise DecodeError(step_problems=problems)
    try:
        return cls(**arguments)
    except REFUSAL_ERRORS as error:
        raise refusal_error(error) from error


def describe_unknown(unknown: Iterable[str], shape: ObjectShape, form: Form) -> str:
    """The sentence that names an object's unknown members, with a suggestion: ``nothing here is called titel. ...``."""
    first, *others = islice(unknown, MAX_UNKNOWN_NAMED)
    known_keys = [*([form.tag] if shape.tag else []), *shape.members]
    return sentences.unknown_members([*map(clip, (first, *others))], form.suggest(first, known_keys))


REFUSAL_ERRORS = (ArithmeticError, LookupError, TypeError, ValueError)
"""The exceptions by which validators and readers refuse a value."""


def refusal_error(error: Exception) -> DecodeError:
    """Convert an exception that a validator or reader function raised to a DecodeError with the exception's message."""
    if isinstance(error, DecodeError):
        return error
    return DecodeError(str(error.args[0]) if error.args else "this cannot be")


# --- unions


def union_decoder(hints: tuple[Any, ...], form: Form) -> Decoder:
    """Make the decoder of a union type: it tells an object's class by tag or keys, and tries each other type."""
    may_be_none = NoneType in hints and form.omits != "empty"
    hints = tuple(each for each in hints if each is not NoneType)
    classes = [each for each in hints if isinstance(each, type) and attrs.has(each) and each not in form.scalars]
    reads = [decoder_of(each, form) for each in hints if each not in classes]
    read_object = class_decoder(classes, form)

    def decode_union(data: Any) -> Any:
        """Decode an object to the class that its tag or keys show, other data to the first type that fits."""
        if data is None and may_be_none:
            return None
        if classes and (type(data) is dict or not reads):
            return read_object(data)
        errors: list[DecodeError] = []
        for read in reads:
            try:
                return read(data)
            except DecodeError as error:
                errors.append(error)
        raise errors[0] if len(errors) == 1 and not classes else no_type_fits_error(hints, data)

    return decode_union


def no_type_fits_error(hints: Sequence[Any], data: Any) -> DecodeError:
    """Make the DecodeError for data that fit no type of a union: ``a text or a whole number is needed, not null``."""
    types = (TYPE_WORDS.get(get_origin(each) or each, "another value") for each in hints)
    return mismatch_error(sentences.any_type([*dict.fromkeys(types)]), data)


def class_decoder(classes: Sequence[type], form: Form) -> Decoder:
    """Make a decoder of JSON objects to any of several classes, told apart by their tag or their keys."""
    if len(classes) == 1:
        return decoder_of(classes[0], form)
    tags = {form.tag_of(cls): cls for cls in classes}
    if tags and all(tags):
        return partial(decode_tagged, tags, form)
    return partial(decode_by_keys, classes, form)


def decode_tagged(classes: Mapping[str, type], form: Form, data: Any) -> Any:
    """Decode a JSON object to the class that its tag member names; ``classes`` maps tags to classes."""
    if type(data) is not dict:
        raise mismatch_error(TYPE_WORDS[dict], data)
    if form.tag not in data:
        raise DecodeError(sentences.missing_members([form.tag]))
    tag = data[form.tag]
    if not isinstance(tag, str) or tag not in classes:
        raise DecodeError(step_problems=no_value_fits_error(tuple(classes), form, tag).problems_below(form.tag))
    return decoder_of(classes[tag], form)(data)


def decode_by_keys(classes: Sequence[type], form: Form, data: Any) -> Any:
    """Decode a JSON object as the first class that fits, among those whose required keys are all present."""
    if type(data) is not dict:
        raise mismatch_error(TYPE_WORDS[dict], data)
    fitting = [cls for cls in classes if has_required(data, cls, form)]
    error = DecodeError("no object has these members and no others")
    for cls in fitting:
        try:
            return decoder_of(cls, form)(data)
        except DecodeError as problem:
            error = problem
    raise error
