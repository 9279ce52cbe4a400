"""Type expressions as the file has them."""

from __future__ import annotations

from bombsight.dsl.ast.expressions import Expr
from bombsight.dsl.ast.node import Node
from bombsight.dsl.node_classes import frozen


@frozen
class BaseTypeExpr(Node):
    """Base class of :data:`TypeExpr`."""


@frozen
class RangeType(BaseTypeExpr):
    """``low..high``: a range of numbers, perhaps ``or none``."""

    low: Expr
    high: Expr
    optional: bool = False


@frozen
class YesNoType(BaseTypeExpr):
    """``yes/no``: the type of truth values."""


@frozen
class NamedType(BaseTypeExpr):
    """The name of an enum or record, or ``text``, perhaps ``or none``."""

    name: str
    optional: bool = False


@frozen
class NamesType(BaseTypeExpr):
    """``text of Boat``: a name from a record's name list; ``name`` is the word before ``of``."""

    name: str
    of: str


@frozen
class ListType(BaseTypeExpr):
    """``list of T at most n``: a list of elements."""

    element: str
    capacity: int


@frozen
class Param(Node):
    """``name: type``: a parameter, a key of a table, a part of a result."""

    name: str
    type: TypeExpr


TypeExpr = RangeType | YesNoType | NamedType | NamesType | ListType
"""Any type expression."""
