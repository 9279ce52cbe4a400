"""JSON Schemas of classes in a form, with the classes' docstrings as descriptions."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Literal, get_args, get_origin

import attrs

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import Between, Family, Form
from bombsight.boundary.codec.members import (
    alternatives,
    data_fields,
    fold_families,
    is_list,
    is_union,
    omitted_values,
    typed_fields,
)

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""The JSON Schema dialect of all our schemas."""

ID_PREFIX = "urn:bombsight:schema:"
"""The beginning of the `$id` of all our schemas: a name that stays, and no place on the web."""

PRIMITIVE_SCHEMAS: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    types.NoneType: {"type": "null"},
}
"""The schemas of JSON's own types."""

DocumentHead = Mapping[str, Any]
"""Members before the attributes of the outermost object, such as the document's name and version."""


def schema_id(name: str, version: int) -> str:
    """The `$id` of the schema of a document: `urn:bombsight:schema:lint:2`."""
    return f"{ID_PREFIX}{name}:{version}"


def schema_of(id_: str, title: str, form: Form, *kinds: tuple[type, DocumentHead]) -> Schema:
    """Make the JSON Schema of a document whose outermost object is of one of several classes.

    Args:
        id_: The `$id` of the schema.
        title: Its title.
        form: The form of the document.
        kinds: The classes, each with the members before its attributes.
    """
    definitions: dict[str, Schema] = {}
    object_schemas = {cls.__name__: object_schema(cls, form, definitions, head) for cls, head in kinds}
    if len(object_schemas) == 1:
        (outermost,) = object_schemas.values()
    else:
        outermost = {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in object_schemas]}
        definitions |= object_schemas
    return {"$schema": DIALECT, "$id": id_, "title": title, **outermost, "$defs": dict(sorted(definitions.items()))}


def object_schema(cls: type, form: Form, definitions: dict[str, Schema], head: DocumentHead | None = None) -> Schema:
    """Make the schema of a class's JSON objects; add the classes of its attributes to ``definitions``."""
    typed_fields(cls)
    descriptions = attribute_descriptions(cls)
    tag = form.tag_of(cls)
    fixed = {**(head or {}), **({form.tag: tag} if tag else {})}
    properties: dict[str, Schema] = {name: {"const": value} for name, value in fixed.items()}
    required = [*properties]
    omitted = omitted_values(cls, form)
    for each in data_fields(cls, form):
        key = form.key_of(cls, each)
        properties[key] = type_schema(each.type, form, definitions)
        if each.name in descriptions:
            properties[key]["description"] = descriptions[each.name]
        if form.has_defaults_in_schema and each.default is not attrs.NOTHING and each.type not in form.scalars:
            properties[key]["default"] = encode(each.default, form)
        if each.name not in omitted:
            required.append(key)
    return {
        "description": first_paragraph(cls),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def define_class(cls: type | Family, form: Form, definitions: dict[str, Schema]) -> Schema:
    """Add a class or family (a named union of classes) to the schema's definitions, and return a reference to it."""
    name = cls.name if isinstance(cls, Family) else cls.__name__
    if name not in definitions:
        definition = definitions[name] = {}  # before its attributes, for a class may refer to itself
        if isinstance(cls, Family):
            definition |= {"description": first_paragraph(cls.base)} | tagged_schema(cls.members, form, definitions)
        else:
            definition |= object_schema(cls, form, definitions)
    return {"$ref": f"#/$defs/{name}"}


def type_schema(hint: Any, form: Form, definitions: dict[str, Schema]) -> Schema:
    """Make the JSON Schema of a type annotation (``hint``); add the classes in it to ``definitions``."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in form.scalars:
        return scalar_schema(hint, form, definitions)
    if hint in PRIMITIVE_SCHEMAS:
        return dict(PRIMITIVE_SCHEMAS[hint])
    if origin is Annotated:
        return bounded_schema(type_schema(args[0], form, definitions), args[1])
    if origin is Literal:
        return {"enum": [*args]}
    if is_union(hint):
        return union_schema(hint, form, definitions)
    if is_list(hint):
        return {"type": "array", "items": type_schema(args[0], form, definitions)}
    if origin is tuple:
        items = [type_schema(each, form, definitions) for each in args]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": type_schema(args[1], form, definitions)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [each.value for each in hint]}
    return define_class(hint, form, definitions)


def scalar_schema(hint: type, form: Form, definitions: dict[str, Schema]) -> Schema:
    """Make the JSON Schema of a class with a custom encoding; that of an object becomes a definition."""
    schema = dict(form.scalars[hint].schema)
    if schema.get("type") != "object":
        return schema
    definitions[hint.__name__] = schema | {"description": first_paragraph(hint)}
    return {"$ref": f"#/$defs/{hint.__name__}"}


def union_schema(hint: Any, form: Form, definitions: dict[str, Schema]) -> Schema:
    """Make the JSON Schema of a union type: ``anyOf``, or variants by tag, without null if the form omits it."""
    if form.omits != "empty":
        return {"anyOf": [type_schema(each, form, definitions) for each in alternatives(hint)]}
    hints = fold_families(alternatives(hint), form)
    if len(hints) == 1:
        (only,) = hints
        return (
            define_class(only, form, definitions) if isinstance(only, Family) else type_schema(only, form, definitions)
        )
    if str in hints:
        (other,) = (each for each in hints if each is not str)
        return {"if": {"type": "object"}, "then": define_class(other, form, definitions), "else": {"type": "string"}}
    return tagged_schema(hints, form, definitions)


def tagged_schema(classes: tuple[type, ...], form: Form, definitions: dict[str, Schema]) -> Schema:
    """Make the schema of a union of classes, with an OpenAPI discriminator for the tag member."""
    references = {form.tag_of(cls): define_class(cls, form, definitions) for cls in classes}
    mapping = {tag: reference["$ref"] for tag, reference in references.items()}
    return {"oneOf": [*references.values()], "discriminator": {"propertyName": form.tag, "mapping": mapping}}


def bounded_schema(schema: Schema, bounds: Between) -> Schema:
    """Add bounds to a schema: of a number, of the number of values, or of a text's length."""
    names = BOUND_NAMES.get(schema.get("type", ""), ("minimum", "maximum"))
    named_bounds = zip(names, (bounds.low, bounds.high), strict=True)
    return schema | {name: bound for name, bound in named_bounds if bound is not None}


BOUND_NAMES = {"array": ("minItems", "maxItems"), "string": ("minLength", "maxLength")}
"""The keywords for bounds of arrays and strings."""


# --- descriptions


def first_paragraph(cls: type) -> str:
    """The first paragraph of a class's docstring on one line, for its description in a schema."""
    return " ".join(strip_markup(inspect.cleandoc(cls.__doc__ or "")).split("\n\n")[0].split())


def attribute_descriptions(cls: type) -> dict[str, str]:
    """Map each attribute to its description under ``Attributes:`` in the docstrings of a class and its bases."""
    descriptions: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        _, _, section = strip_markup(inspect.cleandoc(base.__doc__ or "")).partition("Attributes:\n")
        for names, text in re.findall(r"^ {4}(\w[\w, ]*): (.*(?:\n {5,}.*)*)", section, flags=re.MULTILINE):
            descriptions |= dict.fromkeys(names.split(", "), " ".join(text.split()))
    return descriptions


def strip_markup(docstring: str) -> str:
    """Remove reStructuredText markup from a docstring, for a schema's description."""
    return re.sub(r":\w+:`~?(?:[\w.]+\.)?(\w+)`", r"\1", docstring).replace("``", "`")
