"""Types as they are written."""

from __future__ import annotations

from bombsight.dsl.ast.expressions import Expr
from bombsight.dsl.ast.node import Node
from bombsight.dsl.node_classes import frozen


@frozen
class TypeExpr(Node):
    """A type as written."""


@frozen
class RangeType(TypeExpr):
    """``low..high``, perhaps ``or none``."""

    low: Expr
    high: Expr
    optional: bool = False


@frozen
class YesNoType(TypeExpr):
    """``yes/no``."""


@frozen
class NamedType(TypeExpr):
    """An enum, a record or ``text``, perhaps ``or none``."""

    name: str
    optional: bool = False


@frozen
class NamesType(TypeExpr):
    """``text of Boat``: a name from the list of a record; ``name`` is the word before ``of``."""

    name: str
    of: str


@frozen
class ListType(TypeExpr):
    """``list of T at most n``."""

    element: str
    capacity: int


@frozen
class Param(Node):
    """``name: type``: a parameter, a key of a table, a part of a result."""

    name: str
    type: TypeExpr
