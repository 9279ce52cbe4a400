"""The JSON form of a rule graph: class tags, attribute keys, and the form of spans.

An object whose class is one of several possible names it under ``kind``: ``read``, ``enum-domain``. An attribute is
omitted if it has its default, is None or is empty.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, Final, get_args

import attrs

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import KEY, Between, Family, Form, Scalar
from bombsight.boundary.codec.schemas import object_schema
from bombsight.compiler.findings import suggest_name
from bombsight.compiler.graph.boards import BaseLayout, Layout
from bombsight.compiler.graph.examples import ExampleLine
from bombsight.compiler.graph.expressions import BaseDomain, BaseExpr, Domain, Expr
from bombsight.compiler.graph.statements import BaseStmt, Stmt
from bombsight.dsl.source import Span
from bombsight.flat.types import BaseType, Type

JsonObject = dict[str, Any]
"""A JSON object as a Python dict."""

DOCUMENT = "rule_graph"
"""What a rule graph in JSON form says it is."""

VERSION = 10
"""The version of the JSON form of a rule graph: raised whenever it changes."""

EXAMPLE_LINES: tuple[type, ...] = get_args(ExampleLine)
"""The classes of an example's lines, the one family without a base class."""

TAG_KEY: Final = "kind"
"""The key of an object's class tag."""


def make_family(base: type, union: object) -> Family:
    """Make the family of alternative classes of a base class: its name, the base, and the members of a union type."""
    return Family(base.__name__.removeprefix("Base"), base, get_args(union))


FAMILIES: tuple[Family, ...] = (
    make_family(BaseType, Type),
    make_family(BaseExpr, Expr),
    make_family(BaseDomain, Domain),
    make_family(BaseStmt, Stmt),
    make_family(BaseLayout, Layout),
)
"""The families in a rule graph; the tags of their members omit the family's name."""


@cache
def class_tag(cls: type) -> str:
    """Return the JSON tag that names a class among alternatives, ``roll-dice``; empty if it has no alternatives."""
    name = ""
    if cls in EXAMPLE_LINES:
        name = cls.__name__.removeprefix("Example")
    for each in FAMILIES:
        if cls in each.members:
            name = cls.__name__.removesuffix(each.name)
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def attribute_key(cls: type, attribute: attrs.Attribute[Any]) -> str:
    """Return the JSON key of a class's attribute: its name, or ``what`` if that name is the key of the class tag."""
    return "what" if attribute.name == TAG_KEY and class_tag(cls) else attribute.name


# --- places

Natural = Annotated[int, Between(0)]
Pair = Annotated[tuple[Natural, ...], Between(2, 2)]


@attrs.frozen
class Place:
    """The JSON form of a span.

    Attributes:
        path: The path of the file as the user gave it.
        chars: Offsets of its first character, counted from 0, and of its end.
        start: Line and column of its first character, counted from 1.
        end: Line of its last character, and the column after it.
    """

    path: str
    chars: Pair
    start: Pair = attrs.field(metadata={KEY: "from"})
    end: Pair = attrs.field(metadata={KEY: "to"})


PLACE_FORM = Form()
"""The JSON form of places."""


def encode_span(span: Span) -> JsonObject:
    """Encode a source range (span) as JSON."""
    place = Place(span.path, (span.start, span.end), (span.line, span.column), (span.end_line, span.end_column))
    data: JsonObject = encode(place, PLACE_FORM)
    return data


def decode_span(data: Any) -> Span:
    """Decode a source range (span) from JSON.

    Raises:
        DecodeError: The data are not a place.
    """
    place = decode_strictly(data, Place, PLACE_FORM)
    return Span(place.path, *place.chars, *place.start, *place.end)


GRAPH_FORM = Form(
    tag=TAG_KEY,
    tag_of=class_tag,
    key_of=attribute_key,
    omits="empty",
    last_attributes=("origin", "span"),
    scalars={Span: Scalar(encode_span, decode_span, object_schema(Place, PLACE_FORM, {}))},
    families=FAMILIES,
    suggest=suggest_name,
    has_defaults_in_schema=True,
)
"""The JSON form of rule graphs."""
