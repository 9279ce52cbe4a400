"""Types as they are written."""

from __future__ import annotations

from bombsight.dsl.ast.expressions import Expr
from bombsight.dsl.ast.node import Node
from bombsight.dsl.node_classes import frozen


@frozen
class BaseTypeExpr(Node):
    """What is :data:`TypeExpr`."""


@frozen
class RangeType(BaseTypeExpr):
    """``low..high``, perhaps ``or none``."""

    low: Expr
    high: Expr
    optional: bool = False


@frozen
class YesNoType(BaseTypeExpr):
    """``yes/no``."""


@frozen
class NamedType(BaseTypeExpr):
    """An enum, a record or ``text``, perhaps ``or none``."""

    name: str
    optional: bool = False


@frozen
class NamesType(BaseTypeExpr):
    """``text of Boat``: a name from the list of a record; ``name`` is the word before ``of``."""

    name: str
    of: str


@frozen
class ListType(BaseTypeExpr):
    """``list of T at most n``."""

    element: str
    capacity: int


@frozen
class Param(Node):
    """``name: type``: a parameter, a key of a table, a part of a result."""

    name: str
    type: TypeExpr


TypeExpr = RangeType | YesNoType | NamedType | NamesType | ListType
"""Every type as it is written."""
