"""Classes as JSON for programs: values as plain data, and the JSON Schema that describes them.

Either every field is there (``whole``), or those are left out that have their default. Nothing else is there.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import attrs

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The dialect of all our schemas."""

UNTOLD = "untold"
"""In a field's metadata: it is no part of the JSON."""

PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    types.NoneType: {"type": "null"},
    Span: {"type": "string", "description": "`file:line:column`; empty where there is no place."},
}
"""The schemas of the types that JSON knows itself."""


@frozen
class Between:
    """Bounds of a number, both included, or of how many values there are; None where there is no bound."""

    low: int | None = None
    high: int | None = None


def plain(value: Any, *, whole: bool = True) -> Any:
    """A value as JSON has it.

    Args:
        value: An object of an attrs class, or what such objects hold.
        whole: Whether fields that have their default are there too.
    """
    if isinstance(value, Span):
        return str(value)
    if attrs.has(type(value)):
        fields = attrs.fields(type(value))
        kept = [field for field in fields if whole or getattr(value, field.name) != field.default]
        kept = [field for field in kept if not field.metadata.get(UNTOLD)]
        return {field.name: plain(getattr(value, field.name), whole=whole) for field in kept}
    if isinstance(value, Mapping):
        return {str(name): plain(item, whole=whole) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item, whole=whole) for item in value]
    return value.value if isinstance(value, Enum) else value


# --- schemas


def schema_of(title: str, *kinds: tuple[type, Mapping[str, Any]], whole: bool = True) -> Schema:
    """The schema of a document.

    Args:
        title: Its title.
        kinds: The classes it may be of, each with what stands before its fields, such as its name and version.
        whole: Whether every field is there.
    """
    definitions: dict[str, Schema] = {}
    made = {cls.__name__: object_schema(cls, definitions, whole, head) for cls, head in kinds}
    if len(made) == 1:
        (told,) = made.values()
    else:
        told = {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in made]}
        definitions |= made
    return {"$schema": DIALECT, "title": title, **told, "$defs": dict(sorted(definitions.items()))}


def object_schema(
    cls: type, definitions: dict[str, Schema], whole: bool, head: Mapping[str, Any] | None = None
) -> Schema:
    """The schema of an object of a class; the classes of its fields are added to ``definitions``."""
    attrs.resolve_types(cls)
    told = attribute_lines(cls)
    properties: dict[str, Schema] = {name: {"const": value} for name, value in (head or {}).items()}
    required = [*properties]
    for field in attrs.fields(cls):
        if field.metadata.get(UNTOLD):
            continue
        properties[field.name] = type_schema(field.type, definitions, whole)
        if field.name in told:
            properties[field.name]["description"] = told[field.name]
        if whole or field.default is attrs.NOTHING:
            required.append(field.name)
    return {
        "description": first_line(cls),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def type_schema(hint: Any, definitions: dict[str, Schema], whole: bool) -> Schema:
    """The schema of a field's type."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return dict(PLAIN[hint])
    if origin is Annotated:
        return bounded(type_schema(args[0], definitions, whole), args[1])
    if origin is Literal:
        return {"enum": [*args]}
    if origin in (Union, types.UnionType):
        return {"anyOf": [type_schema(each, definitions, whole) for each in args]}
    if origin is tuple and args[-1] is Ellipsis:
        return {"type": "array", "items": type_schema(args[0], definitions, whole)}
    if origin is tuple:
        items = [type_schema(each, definitions, whole) for each in args]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": type_schema(args[1], definitions, whole)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [each.value for each in hint]}
    if hint.__name__ not in definitions:
        definitions[hint.__name__] = {}  # so that a class may hold its own kind
        definitions[hint.__name__] = object_schema(hint, definitions, whole)
    return {"$ref": f"#/$defs/{hint.__name__}"}


def bounded(schema: Schema, bounds: Between) -> Schema:
    """A schema with bounds: of the number, or of how many values there are."""
    names = ("minItems", "maxItems") if schema.get("type") == "array" else ("minimum", "maximum")
    given = zip(names, (bounds.low, bounds.high), strict=True)
    return schema | {name: bound for name, bound in given if bound is not None}


# --- descriptions


def first_line(cls: type) -> str:
    """The first sentence or sentences of a class's docstring: what stands before its first empty line."""
    return " ".join(unmarked(inspect.cleandoc(cls.__doc__ or "")).split("\n\n")[0].split())


def attribute_lines(cls: type) -> dict[str, str]:
    """What the docstrings of a class and its bases say of its fields, under ``Attributes:``."""
    told: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        _, _, section = unmarked(inspect.cleandoc(base.__doc__ or "")).partition("Attributes:\n")
        for names, text in re.findall(r"^ {4}(\w[\w, ]*): (.*(?:\n {5,}.*)*)", section, flags=re.MULTILINE):
            told |= dict.fromkeys(names.split(", "), " ".join(text.split()))
    return told


def unmarked(docstring: str) -> str:
    """A docstring without its markup."""
    return re.sub(r":\w+:`~?(?:[\w.]+\.)?(\w+)`", r"\1", docstring).replace("``", "`")
