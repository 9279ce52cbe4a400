"""The types of values.

At run time every value is an integer: yes/no is 1 or 0, an enum value its index in the enum, an element its reference,
and none is :data:`NONE`.
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
    """Base class of :data:`Type`."""

    @property
    def is_optional(self) -> bool:
        """Whether values of the type may be none."""
        return isinstance(self, OptionalType) and self.optional

    def without_none(self) -> Self:
        """Copy of the type whose values cannot be none."""
        return evolve(self, optional=False) if isinstance(self, OptionalType) else self

    def with_none(self) -> Self:
        """Copy of the type whose values may be none."""
        return evolve(self, optional=True) if isinstance(self, OptionalType) else self


@frozen
class BaseWordless(BaseType):
    """Base class of :data:`Wordless`."""


@frozen
class BoolType(BaseType):
    """The type yes/no."""

    def __str__(self) -> str:
        """Render the type as the rules write it: ``yes/no``."""
        return "yes/no"


@frozen
class IntType(BaseType):
    """The type of whole numbers from ``low`` to ``high``."""

    low: int
    high: int
    optional: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        """Render the type as the rules write it: ``0..3``, ``0..3 or none``."""
        return f"{self.low}..{self.high}" + (" or none" if self.optional else "")


@frozen
class EnumType(BaseType):
    """The type of an enum's values; the result words of a table are an enum named after the table."""

    enum: str
    optional: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        """Render the type as the rules write it: the enum's name, perhaps ``or none``."""
        return self.enum + (" or none" if self.optional else "")


@frozen
class ElementType(BaseWordless):
    """The type of elements of the one list that holds records of a kind."""

    record: str
    optional: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        """Render the type as the rules write it: the record's name, perhaps ``or none``."""
        return self.record + (" or none" if self.optional else "")


@frozen
class TextType(BaseWordless):
    """The type of names, which are taken from a list in order when their field is reset.

    Attributes:
        names: The record whose list it is; empty for the game's general list.
    """

    names: str = ""

    def __str__(self) -> str:
        """Render the type as the rules write it: ``text``, ``text of Ship``."""
        return f"text of {self.names}" if self.names else "text"


@frozen
class NoneType(BaseWordless):
    """The type of ``none`` itself, where nothing more is known."""

    def __str__(self) -> str:
        """Render the type as the rules write it: ``none``."""
        return "none"


@frozen
class ListType(BaseWordless):
    """The type of lists of elements (in state) or of enum values (in a variable)."""

    element: Type
    capacity: int

    def __str__(self) -> str:
        """Render the type as the rules write it: ``list of Ship at most 9``."""
        return f"list of {self.element} at most {self.capacity}"


@frozen
class Part:
    """A named part of a result."""

    name: str
    type: Type


@frozen
class PartsType(BaseWordless):
    """The type of results with named parts."""

    parts: tuple[Part, ...]
    optional: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        """Render the type as the rules write it: ``hits: 0..3, side: Side``."""
        parts = ", ".join(f"{part.name}: {part.type}" for part in self.parts)
        return f"({parts}) or none" if self.optional else parts


@frozen
class UnknownType(BaseWordless):
    """The type of erroneous code; it fits everywhere, so one mistake gives one finding."""

    def __str__(self) -> str:
        """Render the type for messages: ``?``."""
        return "?"


Type = BoolType | IntType | EnumType | ElementType | TextType | NoneType | ListType | PartsType | UnknownType
"""Any type."""

Wordless = ElementType | TextType | NoneType | ListType | PartsType | UnknownType
"""Types whose values have no words in the rules."""

OptionalType = IntType | EnumType | ElementType | PartsType
"""Types that may include none."""


@frozen
class NameList:
    """A list of names for ``text`` fields, in the order in which they are given out.

    Attributes:
        record: The record whose fields take them; empty for all others.
        names: The names; when used up they begin again, numbered.
    """

    record: str
    names: tuple[str, ...]


BOOL = BoolType()
UNKNOWN = UnknownType()
