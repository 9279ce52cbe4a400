"""What turns the compiler's classes into JSON and back, without loss."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, get_args

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from bombsight.compiler.serialize.shape import (
    BASES,
    KIND,
    absent,
    choices,
    fields,
    is_literal,
    is_union,
    json_name,
    kind_of,
    members,
)
from bombsight.dsl.source import Span

JsonObject = dict[str, Any]
"""An object of plain dicts, lists, texts, numbers, yes, no and none."""

LAST: Final = ("origin", "span")
"""Fields that stand last in an object, so that what it says comes first."""


@cache
def converter() -> Converter:
    """What turns the graph's classes into JSON and back."""
    made = Converter(detailed_validation=False, unstruct_collection_overrides={tuple: list})
    made.register_unstructure_hook_factory(attrs.has, write_object)
    made.register_structure_hook_factory(attrs.has, read_object)
    made.register_unstructure_hook_factory(is_choice, write_choice)
    made.register_structure_hook_factory(is_choice, read_choice)
    made.register_structure_hook_factory(is_literal, read_word)
    made.register_unstructure_hook(Span, write_span)
    made.register_structure_hook(Span, read_span)
    return made


# --- places


def write_span(span: Span) -> JsonObject:
    """A place: its file, and where it begins and where it ends, as characters from 0 and as line and column from 1."""
    return {
        "path": span.path,
        "chars": [span.start, span.end],
        "from": [span.line, span.column],
        "to": [span.end_line, span.end_column],
    }


def read_span(data: JsonObject, _: object = None) -> Span:
    """The place that :func:`write_span` wrote."""
    return Span(data["path"], *data["chars"], *data["from"], *data["to"])


# --- objects


def write_object(cls: type, converter: Converter) -> Callable[[Any], JsonObject]:
    """A function that writes objects of a class."""
    if cls in BASES:
        return converter.unstructure
    plain: Callable[[Any], JsonObject] = make_dict_unstructure_fn(cls, converter, **renamed(cls))
    kind = {KIND: kind_of(cls)} if kind_of(cls) else {}
    without = {name: converter.unstructure(value) for name, value in absent(cls).items()}

    def write(value: Any) -> JsonObject:
        data = plain(value)
        told = {name: item for name, item in data.items() if name not in without or item != without[name]}
        last = {name: told.pop(name) for name in LAST if name in told}
        return kind | told | last

    return write


def read_object(cls: type, converter: Converter) -> Callable[[JsonObject, Any], Any]:
    """A function that reads objects of a class."""
    if cls in BASES:
        return read_by_kind(members(cls), converter)
    plain: Callable[[JsonObject, Any], Any] = make_dict_structure_fn(cls, converter, **renamed(cls))
    without = {name: value for name, value in absent(cls).items() if value is None or value == ()}
    return lambda data, _: plain(without | data, cls)


def renamed(cls: type) -> dict[str, Any]:
    """The fields whose name in JSON is not their own."""
    pairs = [(a.name, json_name(cls, a.name)) for a in fields(cls)]
    return {name: override(rename=other) for name, other in pairs if name != other}


def read_word(hint: Any, _: Converter) -> Callable[[Any, Any], Any]:
    """A function that reads one of several words."""
    words = {word: word for word in get_args(hint)}
    return lambda data, _: words[data]


# --- one of several classes


def is_choice(hint: object) -> bool:
    """Whether a type is a choice of several classes, or of texts and classes."""
    return is_union(hint) and (len(choices(hint)) > 1 or choices(hint)[0] in BASES)


def write_choice(_: object, converter: Converter) -> Callable[[Any], Any]:
    """A function that writes what may be of several classes."""
    return converter.unstructure


def read_choice(hint: object, converter: Converter) -> Callable[[Any, Any], Any]:
    """A function that reads what may be of several classes: none and a text are that, an object says its kind."""
    classes = [member for choice in choices(hint) if choice is not str for member in members(choice) or (choice,)]
    if len(classes) == 1:
        return lambda data, _: data if isinstance(data, str) else converter.structure(data, classes[0])
    read = read_by_kind(classes, converter)
    return lambda data, _: data if data is None or isinstance(data, str) else read(data, None)


def read_by_kind(classes: Iterable[type], converter: Converter) -> Callable[[JsonObject, Any], Any]:
    """A function that reads an object of the class that its kind names."""
    by_kind = {kind_of(cls): cls for cls in classes}
    return lambda data, _: converter.structure(data, by_kind[data[KIND]])
