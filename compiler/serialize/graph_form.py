"""The form of a rule graph as JSON: the tags of its classes, the keys of their attributes, and how a place looks.

An object of a class that is one of several possible ones names its class by ``kind``: ``read``, ``enum-domain``. An
attribute is left out where it has its default, where it is None, and where it is empty.
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
"""An object of plain dicts, lists, texts, numbers, true, false and None."""

VERSION = 9
"""The version of the JSON form of a rule graph: raised whenever it changes."""

EXAMPLE_LINES: tuple[type, ...] = get_args(ExampleLine)
"""The one family without a definition of its own: what may stand in an example."""

TAG_KEY: Final = "kind"
"""The key under which an object says what it is."""


def make_family(base: type, union: object) -> Family:
    """The family that a union of all classes derived from a base makes."""
    return Family(base.__name__.removeprefix("Base"), base, get_args(union))


FAMILIES: tuple[Family, ...] = (
    make_family(BaseType, Type),
    make_family(BaseExpr, Expr),
    make_family(BaseDomain, Domain),
    make_family(BaseStmt, Stmt),
    make_family(BaseLayout, Layout),
)
"""The families that a rule graph holds. Their names are left out of the tags of their members."""


@cache
def class_tag(cls: type) -> str:
    """The tag of a class that is one of several possible ones, its name without what all share; else empty."""
    name = ""
    if cls in EXAMPLE_LINES:
        name = cls.__name__.removeprefix("Example")
    for each in FAMILIES:
        if cls in each.members:
            name = cls.__name__.removesuffix(each.name)
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def attribute_key(cls: type, attribute: attrs.Attribute[Any]) -> str:
    """The key of an attribute: its name, unless it would clash with the object's tag."""
    return "what" if attribute.name == TAG_KEY and class_tag(cls) else attribute.name


# --- places

Natural = Annotated[int, Between(0)]
Pair = Annotated[tuple[Natural, ...], Between(2, 2)]


@attrs.frozen
class Place:
    """A span as a rule graph has it.

    Attributes:
        path: The file as the user named it.
        chars: Offsets of its first character, from 0, and behind its last.
        start: Line and column of its first character, from 1.
        end: Line of its last character, and the column behind it.
    """

    path: str
    chars: Pair
    start: Pair = attrs.field(metadata={KEY: "from"})
    end: Pair = attrs.field(metadata={KEY: "to"})


PLACE_FORM = Form()
"""The form of places."""


def encode_span(span: Span) -> JsonObject:
    """A span as the data of its place."""
    place = Place(span.path, (span.start, span.end), (span.line, span.column), (span.end_line, span.end_column))
    data: JsonObject = encode(place, PLACE_FORM)
    return data


def decode_span(data: Any) -> Span:
    """The span of the data of a place.

    Raises:
        DecodeError: They are none.
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
"""The form of rule graphs."""
