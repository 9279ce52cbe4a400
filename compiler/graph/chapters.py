"""Chapters: headings over the items of a game, beside them and not around them."""

from __future__ import annotations

from bombsight.compiler.graph.node import BaseNode
from bombsight.dsl.node_classes import frozen


@frozen(kw_only=True)
class Chapter(BaseNode):
    """A heading and what stands below it. Chapters stand in the order of the text, beside the items, not around them.

    To go by chapter, look up the ids of :func:`bombsight.compiler.edges.items_of` in ``items``. What is in none (what
    stands before the first chapter of a file, or was added by an overlay) belongs to no chapter. Each item says already
    what it inherits; ``origin`` is for the heading alone.

    Attributes:
        title: In a reader's words; several chapters may share one.
        items: The ids of its items, in the order of the text: ``table:K-1``, ``field:oil``, ``define:lit``,
            ``example:3``, and ``modifier:K-1+K-2/storm`` for one between tables. One that an overlay replaced keeps its
            place.
    """

    title: str
    items: tuple[str, ...]
