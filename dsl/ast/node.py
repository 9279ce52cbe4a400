"""What every node of the syntax tree has."""

from __future__ import annotations

from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import UNSAID, Origin
from bombsight.dsl.source import NOWHERE, Span


@frozen(kw_only=True)
class Node:
    """Anything read from a file."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
    touched: tuple[str, ...] = field(default=(), eq=False, repr=False)
    """The overlay items that put this here or changed it, such as ``errata general 22``."""


def stated(node: Node) -> Origin:
    """What a node says itself of where it comes from; nothing, where it is of a kind that cannot."""
    origin: Origin = getattr(node, "origin", UNSAID)
    return origin
