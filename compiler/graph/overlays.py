"""Overlays in force, and what each of their items did: for people, for the graph is amended already."""

from __future__ import annotations

from typing import Literal

from bombsight.compiler.graph.node import BaseNode
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of


@frozen(kw_only=True)
class OverlayInForce(BaseNode):
    """An overlay and what its items did, for people; the amended graph no longer needs it."""

    kind: Literal["errata", "variant", "house"]
    name: str
    title: str
    author: str | None
    entries: tuple[OverlayEntry, ...]


@frozen(kw_only=True)
class OverlayEntry:
    """One item of an overlay: ``changes`` are (target, was, now); one that only confirms has empty texts."""

    number: str
    title: str
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)
    changes: tuple[OverlayChange, ...]


@frozen(kw_only=True)
class OverlayChange:
    """What an item did at one place.

    Attributes:
        target: The item of the rules, such as ``table O-6``.
        place: The row, column or step in it; empty where the lines tell it themselves.
    """

    kind: Literal["amended", "confirmed"]
    target: str
    place: str
    was: str
    now: str
