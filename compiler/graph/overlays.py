"""Overlays in force with the changes of their items, for display; the graph itself is already amended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from bombsight.compiler.graph.node import BaseNode
from bombsight.dsl.file_kind import OverlayKind
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of


@frozen(kw_only=True)
class OverlayInForce(BaseNode):
    """An overlay in force with the changes of its items, for display.

    Attributes:
        left_out: The numbers of its items that are not in force.
    """

    kind: OverlayKind
    name: str
    title: str
    author: str | None
    entries: tuple[OverlayEntry, ...]
    left_out: tuple[str, ...] = ()


def names_in_force(overlays: Iterable[OverlayInForce]) -> tuple[str, ...]:
    """List the names of overlays in force, such as ``errata general``; then their items left out, each as ``without``.

    A left-out item reads ``without general/10``.
    """
    overlays = tuple(overlays)
    left_out = (f"without {overlay.name}/{number}" for overlay in overlays for number in overlay.left_out)
    return *(f"{overlay.kind} {overlay.name}" for overlay in overlays), *left_out


@frozen(kw_only=True)
class OverlayEntry:
    """One item of an overlay: ``changes`` are (target, was, now); one that only confirms has empty texts."""

    number: str
    title: str
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)
    changes: tuple[OverlayChange, ...]


@frozen(kw_only=True)
class OverlayChange:
    """The change that an overlay item made at one place.

    Attributes:
        target: The item of the rules, such as ``table O-6``.
        place: The row, column or step in it; empty if the lines themselves identify it.
    """

    kind: Literal["amended", "confirmed"]
    target: str
    place: str
    was: str
    now: str
