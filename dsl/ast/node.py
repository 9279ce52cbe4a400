"""The base classes of all syntax tree nodes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.source import NOWHERE, Span

PRESENTS: Mapping[str, bool] = MappingProxyType({"presents": True})
"""Metadata of an attribute that only presents the game to its player, such as a title or a prompt, without an effect on
play. It is no part of the rules' identity (:mod:`bombsight.compiler.identity`)."""


Matters = Literal["good", "bad", ""]
"""Whether a thing, or more of it, is good or bad for the player; empty for neither."""


@frozen(kw_only=True)
class Node:
    """Base class of everything parsed from a file."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
    touched: tuple[str, ...] = field(default=(), eq=False, repr=False)
    """The overlay items that added or changed this node, such as ``errata general 22``."""


@frozen
class BaseExpr(Node):
    """Base class of :data:`bombsight.dsl.ast.Expr`: nodes with a value."""


@frozen
class BaseStmt(Node):
    """Base class of :data:`bombsight.dsl.ast.Stmt`: nodes with an effect."""


def stated_origin(node: Node) -> Origin:
    """The provenance (citation, reliability) that a node states itself; an empty one for kinds without any."""
    origin: Origin = getattr(node, "origin", NO_ORIGIN)
    return origin
