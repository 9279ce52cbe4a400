"""What every node of the syntax tree has."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.source import NOWHERE, Span

PRESENTS: Mapping[str, bool] = MappingProxyType({"presents": True})
"""Metadata of an attribute that only presents the game to its player, such as a title or a prompt: the same happens
whatever it says. It is no part of the rules' identity (:mod:`bombsight.compiler.identity`)."""


Matters = Literal["good", "bad", ""]
"""Whether something, or more of it, is good or bad for the player; empty where it is neither."""


@frozen(kw_only=True)
class Node:
    """Anything read from a file."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
    touched: tuple[str, ...] = field(default=(), eq=False, repr=False)
    """The overlay items that put this here or changed it, such as ``errata general 22``."""


@frozen
class BaseExpr(Node):
    """What is :data:`bombsight.dsl.ast.Expr`: something with a value."""


@frozen
class BaseStmt(Node):
    """What is :data:`bombsight.dsl.ast.Stmt`: something that happens."""


def stated_origin(node: Node) -> Origin:
    """What a node says itself of where it comes from; nothing, where it is of a kind that cannot."""
    origin: Origin = getattr(node, "origin", NO_ORIGIN)
    return origin
