"""Chapters: headings that refer to the items of a game without containing them."""

from __future__ import annotations

from bombsight.compiler.graph.node import BaseNode
from bombsight.dsl.node_classes import frozen


@frozen(kw_only=True)
class Chapter(BaseNode):
    """A heading with the ids of its items. Chapters are in the order of the text.

    To group items by chapter, look up the ids of :func:`bombsight.compiler.edges.items_of` in ``items``. An item in no
    chapter stands before the first chapter of its file, or was added by an overlay. Items already contain the origin
    that
    they inherit; ``origin`` is that of the heading alone.

    Attributes:
        title: The title; several chapters may share one.
        items: The ids of its items, in the order of the text: ``table:K-1``, ``field:oil``, ``define:lit``,
            ``example:3``, and ``modifier:K-1+K-2/storm`` for one between tables. One that an overlay replaced keeps its
            place.
    """

    title: str
    items: tuple[str, ...]
