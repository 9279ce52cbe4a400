"""Forms: how a family of classes looks as JSON data, and the metadata of their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from attrs import Attribute, field, frozen

HIDDEN = "hidden"
"""Key of a field's metadata: leave the field out of the data."""

KEY = "key"
"""Key of a field's metadata: the member's key, if it differs from the field's name."""

Decoder = Callable[[Any], Any]
"""A function from JSON data to a value."""


@frozen
class Between:
    """Inclusive bounds of a number, of the number of values, or of the characters of a text.

    None where there is no bound.
    """

    low: int | None = None
    high: int | None = None


@frozen(eq=False)
class Scalar:
    """A custom JSON encoding of a class, used in place of its attributes.

    Attributes:
        encode: Converts a value to data.
        decode: Converts data to a value; raises ``ValueError`` on other data. None if the data are never read.
        schema: The JSON Schema of the data.
    """

    encode: Callable[[Any], Any]
    decode: Decoder | None = None
    schema: Mapping[str, Any] = field(factory=dict)


@frozen
class Family:
    """A closed union of classes that has a name, and so a definition of its own in a schema.

    Attributes:
        name: The name of the definition.
        base: The class that all members derive from; its docstring describes the definition.
        members: The classes, in the order of the union.
    """

    name: str
    base: type
    members: tuple[type, ...]


def no_tag(cls: type) -> str:
    """Return the empty tag, for forms whose objects have no tags."""
    return ""


def key_of(cls: type, attribute: Attribute[Any]) -> str:
    """The key of an attribute in JSON data: its name, unless its metadata give another."""
    key: str = attribute.metadata.get(KEY, attribute.name)
    return key


def no_suggestion(word: str, candidates: Iterable[str]) -> str:
    """Return an empty suggestion, for forms that suggest no other word."""
    return ""


@frozen(eq=False)
class Form:
    """Settings of how values of some classes look as JSON: tags, keys, omitted defaults, custom encodings.

    Attributes:
        tag: The key under which an object names its class.
        tag_of: The tag of a class; empty for objects without one.
        key_of: The key of an attribute of a class.
        omits: Which attributes are left out: ``nothing``; ``defaults``, those that equal their default; ``empty``, also
            those that are None or an empty tuple. With ``empty``, null never stands for an attribute.
        last_attributes: The attributes that come after all others of their object, in their order.
        scalars: Custom encodings, by class.
        readers: By class, a function that reads its objects strictly, given the data and the usual decoder.
        families: The unions that have their own definition in a schema.
        mappings: Whether a mapping is an object or a list of pairs.
        unknown: How the strict decoder treats unknown members.
        longest: The most characters of a text; None for no bound.
        integer_bound: Whole numbers lie strictly between its negative and it; None for no bound.
        suggest: A sentence that suggests a known word for an unknown one; may be empty.
        has_defaults_in_schema: Whether the schema states the default of each attribute.
    """

    tag: str = ""
    tag_of: Callable[[type], str] = no_tag
    key_of: Callable[[type, Attribute[Any]], str] = key_of
    omits: Literal["nothing", "defaults", "empty"] = "nothing"
    last_attributes: tuple[str, ...] = ()
    scalars: Mapping[Any, Scalar] = field(factory=dict)
    readers: Mapping[Any, Callable[[Any, Decoder], Any]] = field(factory=dict)
    families: tuple[Family, ...] = ()
    mappings: Literal["objects", "pairs"] = "objects"
    unknown: Literal["refused", "ignored"] = "refused"
    longest: int | None = None
    integer_bound: int | None = None
    suggest: Callable[[str, Iterable[str]], str] = no_suggestion
    has_defaults_in_schema: bool = False
