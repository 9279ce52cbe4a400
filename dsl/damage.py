"""What was read of an item and what was not, as values: later stages know by them what only follows."""

from __future__ import annotations

import re

from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import TEXT_OR_COMMENT, mask_texts_and_comments
from bombsight.dsl.source import Span, begins_in

WORD = re.compile(r"\w+(?:-\w+)*")
BRACES = re.compile(r"\{[^}]*\}?")


NAMED_ITEM = re.compile(r"[A-Za-z]+[ \t]+([A-Za-z0-9][\w-]*)")
"""How an item begins that has a name."""


@frozen
class Damage:
    """An item of which something was left out.

    Attributes:
        span: The item, up to where the next begins.
        name: The one that it declares or belongs to; empty where it has none, or that cannot be read either.
        words: All words of what was left out: names that it may have declared, and such as it may have used.
        holes: The places of what was left out; the whole item, where nothing of it is in the tree.
    """

    span: Span
    name: str
    words: frozenset[str]
    holes: tuple[Span, ...]

    def contains(self, span: Span) -> bool:
        """Whether a place is in the item."""
        return begins_in(span, self.span)


@frozen
class ItemReading:
    """What came of the text of one item.

    Attributes:
        item: The item, or what could be read of it; None where that is too little to know what it is.
        diagnostics: What is wrong with it.
        damage: What is missing; None where nothing is.
    """

    item: ast.Item | None
    diagnostics: tuple[Diagnostic, ...] = ()
    damage: Damage | None = None

    @property
    def undamaged_item(self) -> ast.Item | None:
        """The item, if it is as written; else None."""
        return self.item if self.damage is None else None


def collect_words(text: str) -> frozenset[str]:
    """The words of a piece of rules, those in the braces of its texts among them."""

    def bare(found: re.Match[str]) -> str:
        return " ".join(BRACES.findall(found[0])) if found[0].startswith('"') else ""

    whole = set(WORD.findall(TEXT_OR_COMMENT.sub(bare, text)))
    return frozenset(whole.union(*(word.split("-") for word in whole if "-" in word)))


def item_name(text: str) -> str:
    """The name that stands behind the first word of an item; empty where none does."""
    found = NAMED_ITEM.match(mask_texts_and_comments(text))
    return found[1] if found else ""
