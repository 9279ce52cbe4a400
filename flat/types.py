"""What a value can be.

At run time every value is an integer: yes/no is 1 or 0, an enum value its place in the
enum, an element its reference, and none is :data:`NONE`.
"""

from __future__ import annotations

from typing import Self

from attrs import evolve

from bombsight.dsl.node_classes import field, frozen

NONE = -(2**31)
"""The integer that stands for none: the lowest of 32 bits, which no range may reach."""

INT_MIN, INT_MAX = -(2**31) + 1, 2**31 - 1
"""The range every number, intermediate results included, must keep to."""


@frozen
class BaseType:
    """What a value can be."""

    @property
    def is_optional(self) -> bool:
        """Whether it may be none."""
        return isinstance(self, OptionalType) and self.optional

    def without_none(self) -> Self:
        """The same without none."""
        return evolve(self, optional=False) if isinstance(self, OptionalType) else self

    def with_none(self) -> Self:
        """The same or none."""
        return evolve(self, optional=True) if isinstance(self, OptionalType) else self


@frozen
class BaseWordless(BaseType):
    """What every :data:`Wordless` derives from."""


@frozen
class BoolType(BaseType):
    """yes/no."""

    def __str__(self) -> str:
        return "yes/no"


@frozen
class IntType(BaseType):
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int
    optional: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        return f"{self.low}..{self.high}" + (" or none" if self.optional else "")


@frozen
class EnumType(BaseType):
    """A value of an enum. The result words of a table are an enum named after the table."""

    enum: str
    optional: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        return self.enum + (" or none" if self.optional else "")


@frozen
class ElementType(BaseWordless):
    """An element of the one list that holds records of this kind."""

    record: str
    optional: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        return self.record + (" or none" if self.optional else "")


@frozen
class TextType(BaseWordless):
    """A name: the next one of a list, given when the field falls back to its default.

    Attributes:
        names: The record whose list it is; empty for the game's general list.
    """

    names: str = ""

    def __str__(self) -> str:
        return f"text of {self.names}" if self.names else "text"


@frozen
class NoneType(BaseWordless):
    """``none`` itself, where nothing more is known."""

    def __str__(self) -> str:
        return "none"


@frozen
class ListType(BaseWordless):
    """A list of elements (in state) or of enum values (a variable)."""

    element: Type
    capacity: int

    def __str__(self) -> str:
        return f"list of {self.element} at most {self.capacity}"


@frozen
class Part:
    """A named part of a result."""

    name: str
    type: Type


@frozen
class PartsType(BaseWordless):
    """A result with named parts."""

    parts: tuple[Part, ...]
    optional: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        parts = ", ".join(f"{part.name}: {part.type}" for part in self.parts)
        return f"({parts}) or none" if self.optional else parts


@frozen
class UnknownType(BaseWordless):
    """The type of what could not be understood; it fits everywhere, so one mistake gives one finding."""

    def __str__(self) -> str:
        return "?"


Type = BoolType | IntType | EnumType | ElementType | TextType | NoneType | ListType | PartsType | UnknownType
"""What a value can be."""

Wordless = ElementType | TextType | NoneType | ListType | PartsType | UnknownType
"""A type whose values the rules have no words for."""

OptionalType = IntType | EnumType | ElementType | PartsType
"""What may be none besides."""


@frozen
class NameList:
    """Names for ``text`` fields, in the order in which they are given out.

    Attributes:
        record: The record whose fields take them; empty for all others.
        names: The names; when they are used up they begin again, numbered.
    """

    record: str
    names: tuple[str, ...]


BOOL = BoolType()
UNKNOWN = UnknownType()
