"""The JSON Schema of the rule graph, made from the classes themselves.

``python -m bombsight.compiler.serialize.schema`` writes it to ``compiler/schema/rule-graph.schema.json``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import attrs

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.converter import LAST, converter
from bombsight.compiler.serialize.shape import (
    BASES,
    KIND,
    VERSION,
    absent,
    choices,
    family_name,
    fields,
    is_list,
    is_literal,
    is_optional,
    json_name,
    kind_of,
    members,
)
from bombsight.dsl.source import Span
from bombsight.flat.as_json import attribute_lines, first_line

SCHEMA_PATH = Path(__file__).resolve().parent.parent / "schema" / "rule-graph.schema.json"
"""Where the schema lies."""

Schema = dict[str, Any]

PLAIN: dict[Any, Schema] = {str: {"type": "string"}, int: {"type": "integer"}, bool: {"type": "boolean"}}
"""The schemas of the types that JSON knows itself."""


def rule_graph_schema() -> Schema:
    """The schema of a document of :func:`~bombsight.compiler.serialize.graph_json.graph_to_json`."""
    definitions: dict[str, Schema] = {}
    define(RuleGraph, definitions)
    graph = definitions.pop(RuleGraph.__name__)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rule graph",
        **graph,
        "properties": {"version": {"const": VERSION}, **graph["properties"]},
        "required": ["version", *graph["required"]],
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """The schema as the file holds it."""
    return json.dumps(rule_graph_schema(), indent=2, ensure_ascii=False) + "\n"


def define(cls: type, definitions: dict[str, Schema]) -> Schema:
    """A reference to a class, which is defined if it is not yet."""
    name = family_name(cls) if cls in BASES else cls.__name__
    if name not in definitions:
        made = definitions[name] = {"description": first_line(cls)}
        if cls in BASES:
            made |= one_of(members(cls), definitions)
        elif cls is Span:
            made |= span_schema()
        else:
            made |= object_schema(cls, definitions)
    return {"$ref": f"#/$defs/{name}"}


def object_schema(cls: type, definitions: dict[str, Schema]) -> Schema:
    """The schema of an object of a class: strict, its kind first."""
    kind = kind_of(cls)
    without = absent(cls)
    told = attribute_lines(cls)
    properties: dict[str, Schema] = {KIND: {"const": kind}} if kind else {}
    for attribute in sorted(fields(cls), key=lambda attribute: attribute.name in LAST):
        name = json_name(cls, attribute.name)
        properties[name] = type_schema(attribute.type, definitions)
        if attribute.name in told:
            properties[name]["description"] = told[attribute.name]
        if attribute.default is not attrs.NOTHING and attribute.type is not Span:
            properties[name]["default"] = converter().unstructure(attribute.default)
    required = [name for name in properties if name not in without]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def span_schema() -> Schema:
    """The schema of a place."""

    def pair(description: str) -> Schema:
        numbers: Schema = {"type": "integer", "minimum": 0}
        return {"type": "array", "items": numbers, "minItems": 2, "maxItems": 2, "description": description}

    properties = {
        "path": {"type": "string", "description": "The file as the user named it."},
        "chars": pair("Offsets of its first character, from 0, and behind its last."),
        "from": pair("Line and column of its first character, from 1."),
        "to": pair("Line of its last character, and the column behind it."),
    }
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def type_schema(hint: Any, definitions: dict[str, Schema]) -> Schema:
    """The schema of a field's type; a field that may be none is left out then."""
    if is_optional(hint):
        return union_schema(choices(hint), definitions)
    if hint in PLAIN:
        return dict(PLAIN[hint])
    if is_literal(hint):
        return {"enum": [*get_args(hint)]}
    if is_list(hint):
        return {"type": "array", "items": type_schema(get_args(hint)[0], definitions)}
    if attrs.has(hint):
        return define(hint, definitions)
    if isinstance(hint, type(tuple[int, int])):
        items = [type_schema(item, definitions) for item in get_args(hint)]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    return union_schema(choices(hint), definitions)


def union_schema(hints: tuple[Any, ...], definitions: dict[str, Schema]) -> Schema:
    """The schema of one of several types: classes that tell their kind, or a text or a class."""
    if len(hints) == 1:
        return type_schema(hints[0], definitions)
    if str in hints:
        (other,) = (hint for hint in hints if hint is not str)
        return {"if": {"type": "object"}, "then": type_schema(other, definitions), "else": {"type": "string"}}
    return one_of(hints, definitions)


def one_of(classes: tuple[type, ...], definitions: dict[str, Schema]) -> Schema:
    """The schema of one of several classes; the discriminator, as in OpenAPI, says which by the object's kind."""
    references = {str(kind_of(cls)): define(cls, definitions) for cls in classes}
    mapping = {kind: reference["$ref"] for kind, reference in references.items()}
    return {"oneOf": [*references.values()], "discriminator": {"propertyName": KIND, "mapping": mapping}}


if __name__ == "__main__":
    SCHEMA_PATH.write_text(schema_text(), encoding="utf-8")
