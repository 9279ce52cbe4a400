"""Words for who plays: explanations of single things, and the primer of a game. Play never reads them."""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.ast.items import BaseItem
from bombsight.dsl.ast.node import PRESENTS, Node
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import Origin, stated_fields_of

ExplainedKind = Literal["table", "option", "enum", "field", "procedure", "define", "tally", "question", "answer"]
"""The kinds of things that can be explained."""


@frozen
class Explained(Node):
    """``table Sky``, ``enum Weather.fog``, ``question watch/order:``: the thing that an explanation is of.

    Attributes:
        names: Its name, in parts: an enum and perhaps its value, an option and perhaps its word, a field by its path, a
            question by its path, an answer by that of its question and its own name.
    """

    kind: ExplainedKind
    names: tuple[str, ...]


@frozen
class Explain(BaseItem):
    """``explain table Sky "..."``: what a thing does in play.

    Attributes:
        texts: The text, in pieces that a blank joins; may hold ``{holes}`` for printed data.
    """

    explained: Explained
    texts: tuple[str, ...] = field(metadata=PRESENTS)
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Primer(BaseItem):
    """``primer "How a watch goes"``: a page on how a game goes.

    Attributes:
        texts: Its lines; an empty one ends a paragraph.
    """

    title: str = field(metadata=PRESENTS)
    texts: tuple[str, ...] = field(metadata=PRESENTS)
    origin: Origin = field(eq=stated_fields_of)
