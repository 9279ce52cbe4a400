"""A form: how the values of classes look as JSON data, and what a field says of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from attrs import Attribute, field, frozen

HIDDEN = "hidden"
"""In a field's metadata: it is no part of the data."""

KEY = "key"
"""In a field's metadata: the name under which an object has it, where that is another than its own."""

Decoder = Callable[[Any], Any]
"""Makes a value of data."""


@frozen
class Between:
    """Bounds, both included: of a number, of how many values there are, or of how many characters a text has.

    None where there is no bound.
    """

    low: int | None = None
    high: int | None = None


@frozen(eq=False)
class Scalar:
    """How values of a class look that are not written attribute by attribute.

    Attributes:
        encode: Makes data of a value.
        decode: Makes a value of data; raises ``ValueError`` where they are none. None where nobody reads them.
        schema: The JSON Schema of the data.
    """

    encode: Callable[[Any], Any]
    decode: Decoder | None = None
    schema: Mapping[str, Any] = field(factory=dict)


@frozen
class Family:
    """A closed union of classes that has a definition of its own in a schema.

    Attributes:
        name: The name of the definition.
        base: The class that all members derive from; its docstring describes the definition.
        members: The classes, in the order of the union.
    """

    name: str
    base: type
    members: tuple[type, ...]


def no_tag(cls: type) -> str:
    """The tag of a class in a form without tags: empty."""
    return ""


def key_of(cls: type, attribute: Attribute[Any]) -> str:
    """The key of an attribute: its name, unless its metadata say another."""
    key: str = attribute.metadata.get(KEY, attribute.name)
    return key


def no_suggestion(word: str, candidates: Iterable[str]) -> str:
    """The sentence that suggests another word, in a form that suggests none: empty."""
    return ""


@frozen(eq=False)
class Form:
    """How values of classes look as JSON data. Forms are compared by identity: functions are made once for each.

    Attributes:
        tag: The key under which an object names its class.
        tag_of: The tag of a class; empty where its objects have none.
        key_of: The key of an attribute of a class.
        omits: Which attributes are left out: ``nothing``; ``defaults``, those that have their default; ``empty``,
            besides those that are None or an empty tuple. Where ``empty`` holds, null never stands for an attribute.
        last_attributes: The attributes that stand behind all others of their object, in their order.
        scalars: How values of some classes look otherwise.
        readers: By class, what reads an object of it strictly: it is given the data and what would read them.
        families: The unions that have a definition of their own in a schema.
        mappings: Whether a mapping is an object or a list of pairs.
        unknown: What becomes of members that no attribute has, where data are read strictly.
        longest: Characters of a text at most; None where nothing bounds them.
        integer_bound: Whole numbers lie below it, and above its negative; None where nothing bounds them.
        suggest: The sentence that suggests one of the known words for an unknown one; may be empty.
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
