"""Descriptors of attrs classes, by which ``codec.ts`` reads and writes their objects.

A descriptor has the shape of each attribute, and its default. A shape is a type as data; see ``Shape`` in ``codec.ts``.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import attrs

from bombsight.boundary.codec.form import HIDDEN, Between
from bombsight.dsl.source import Span
from bombsight.flat.encoding import CLASS_KEY
from bombsight.service.common.document import Document
from web.interfaces import PRIMITIVES, Families, attributes_of, classes_in, needs_bigint

Defaults = Callable[[type, Any], Any]
"""Maps a class and its attribute to the default in JSON; NOTHING for required attributes."""


Rename = Callable[[type, str], str]
"""Maps a class and the name of its attribute in JSON to the name in TypeScript."""


def same_name(_kind: type, name: str) -> str:
    """Return the name of an attribute: it is the same in JSON and in TypeScript."""
    return name


def render_descriptors(
    name: str,
    comment: str,
    kinds: Sequence[type],
    defaults: Defaults,
    families: Families,
    rename: Rename = same_name,
    tag: str = "",
) -> str:
    """Render a constant that maps class names to descriptors.

    Args:
        name: The name of the constant.
        comment: Its comment.
        kinds: The classes.
        defaults: The defaults of omitted attributes.
        families: Unions whose names are listed once.
        rename: The names of attributes in TypeScript. If it is not :func:`same_name`, JSON has mappings as objects.
        tag: The key under which an object of a family says of which class it is; empty if the reader knows it.
    """
    lists = {
        tuple(sorted(each.__name__ for each in members)): f"{family.upper()}S" for family, members in families.items()
    }
    body: list[str] = []
    shared: dict[str, str] = {}
    for kind in kinds:
        attributes = described_attributes(kind)
        shapes = {each.name: shape_of(each.type) for each in attributes}
        if rename is not same_name:
            shapes = {field: with_object_maps(shape) for field, shape in shapes.items()}
            shapes |= {each.name: "nowhere" for each in attributes if each.type is Span}
        if tag and getattr(kind, tag, ""):
            shapes = {tag: {"words": [getattr(kind, tag)]}, **shapes}
        fields = ", ".join(f"{field}: {render_shape(shape, lists)}" for field, shape in shapes.items())
        usual = {each.name: found for each in attributes if (found := defaults(kind, each)) is not attrs.NOTHING}
        given = ", ".join(f"{field}: {render_default(value, shared)}" for field, value in usual.items())
        renamed = {each.name: rename(kind, each.name) for each in attributes}
        names = ", ".join(f'{field}: "{shown}"' for field, shown in renamed.items() if shown != field)
        last = f", names: {{ {names} }}" if names else ""
        body.append(f"  {kind.__name__}: {{ fields: {{ {fields} }}, usual: {{ {given} }}{last} }},")
    text = "\n".join(body)
    lines = [f"const {each} = {json.dumps(names)} as const;" for names, each in lists.items() if f"of: {each} " in text]
    lines += [f"const {each} = {value} as const;" for value, each in shared.items()]
    lines += [""] if lines else []
    return "\n".join(
        [*lines, f"/** {comment} */", f"export const {name} = {{", text, "} as const satisfies Classes;", ""]
    )


def described_attributes(kind: type) -> list[Any]:
    """List the attributes of a class that its JSON objects have."""
    return [each for each in attributes_of(kind) if not each.metadata.get(HIDDEN)]


def shape_of(hint: Any) -> Any:
    """Convert a type annotation to the shape by which ``codec.ts`` reads its values."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is int:
        return "integer"
    if hint in PRIMITIVES:
        return PRIMITIVES[hint]
    if origin is Annotated:
        return bounded_shape(shape_of(args[0]), args[1])
    if origin is Literal:
        return {"words": [*args]}
    if origin in (Union, types.UnionType):
        return union_shape(args)
    if origin is tuple and args[-1] is not Ellipsis:
        return {"tuple": [shape_of(each) for each in args]}
    if origin in (tuple, Sequence):
        return {"list": shape_of(args[0])}
    if origin is frozenset:
        return {"set": shape_of(args[0])}
    if origin is Mapping:
        return {"pairs": [shape_of(each) for each in args]}
    if origin is dict:
        return {"members": shape_of(args[1])}
    assert attrs.has(hint), hint
    return {"of": [hint.__name__]}


def bounded_shape(shape: Any, bounds: Between) -> Any:
    """Add bounds to a shape: of a number, or of a list's length."""
    if shape == "string":
        return shape
    if shape != "integer":
        return {**shape, "least": bounds.low or 0}
    named_bounds = {"low": bounds.low, "high": bounds.high}
    return {name: bound for name, bound in named_bounds.items() if bound is not None}


def union_shape(args: Sequence[Any]) -> Any:
    """Convert the members of a union type to one shape, with all its classes together."""
    kinds = sorted(found.__name__ for each in args if isinstance(each, type) for found in classes_in(each))
    other_shapes = [
        shape_of(each) for each in args if not (isinstance(each, type) and attrs.has(each) and each is not Span)
    ]
    shapes = [*([{"of": kinds}] if kinds else []), *other_shapes]
    return shapes[0] if len(shapes) == 1 else {"any": shapes}


def with_object_maps(shape: Any) -> Any:
    """Convert a shape to that of JSON in which mappings are objects, not lists of pairs."""
    if isinstance(shape, list):
        return [with_object_maps(each) for each in shape]
    if not isinstance(shape, dict):
        return shape
    if "pairs" in shape:
        return {"map": with_object_maps(shape["pairs"][1])}
    return {name: with_object_maps(each) for name, each in shape.items()}


def render_shape(shape: Any, lists: Mapping[tuple[str, ...], str]) -> str:
    """Render a shape as TypeScript source."""
    if isinstance(shape, list):
        return f"[{', '.join(render_shape(each, lists) for each in shape)}]"
    if not isinstance(shape, dict):
        return json.dumps(shape) if not isinstance(shape, int) else render_integer(shape)
    list_name = lists.get(tuple(shape.get("of", ())))
    if list_name is not None:
        return f"{{ of: {list_name} }}"
    return "{ " + ", ".join(f"{name}: {render_shape(each, lists)}" for name, each in shape.items()) + " }"


def render_integer(bound: int) -> str:
    """Render an integer as a TypeScript number, or as a bigint if it is too large."""
    return f"{bound}n" if needs_bigint(Between(high=bound)) else str(bound)


def render_default(value: Any, shared: dict[str, str]) -> str:
    """Render a default in TypeScript; an object becomes a constant, which is added to ``shared`` under its text."""
    text = json.dumps(value)
    if not isinstance(value, dict) or not value:
        return text
    return shared.setdefault(text, f"DEFAULT_{value[CLASS_KEY].upper()}")


def attribute_default(_kind: type, attribute: Any) -> Any:
    """The default of an attribute as JSON; NOTHING for a required attribute."""
    if attribute.default == {} and get_origin(attribute.type) is dict:
        return {}
    return attrs.NOTHING if attribute.default is attrs.NOTHING else default_json(attribute.default)


def default_json(default: Any) -> Any:
    """Convert a default to JSON; an object has its class in ``is``."""
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # a class, whatever its stub says
        default = default.factory()
    if isinstance(default, Span):
        return str(default)
    if attrs.has(type(default)):
        kind = type(default)
        return {
            CLASS_KEY: kind.__name__,
            **{each.name: default_json(getattr(default, each.name)) for each in attributes_of(kind)},
        }
    if isinstance(default, tuple | Mapping | frozenset):
        assert not default
        return []
    return default


def document_default(kind: type, attribute: Any) -> Any:
    """The default of a document's attribute that earlier versions did not write; NOTHING for a required one.

    A document itself is complete: all its own attributes are required.
    """
    hint = attribute.type
    args = get_args(hint)
    if issubclass(kind, Document):
        return attrs.NOTHING
    if types.NoneType in args:
        return None
    if get_origin(hint) is tuple and args[-1] is Ellipsis:
        return []
    return {bool: False, int: 0, str: "", Span: ""}.get(hint, attrs.NOTHING)
