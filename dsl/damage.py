"""Damage: which parts of an item were not parsed, so that later stages suppress findings that only follow from it."""

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
"""Matches the beginning of an item that has a name."""


@frozen
class Damage:
    """The unparsed parts of an item.

    Attributes:
        span: The item, up to the beginning of the next.
        name: The name that it declares or belongs to; empty if it has none, or that is unreadable.
        words: All words of the unparsed parts: names that they may have declared or used.
        holes: The spans of the unparsed parts; the whole item if nothing of it is in the tree.
    """

    span: Span
    name: str
    words: frozenset[str]
    holes: tuple[Span, ...]

    def contains(self, span: Span) -> bool:
        """Whether a span begins in the damaged item."""
        return begins_in(span, self.span)


@frozen
class ItemReading:
    """The result of parsing one item.

    Attributes:
        item: The item, or its readable parts; None if not even its kind is known.
        diagnostics: Its findings.
        damage: The unparsed parts; None if it is complete.
    """

    item: ast.Item | None
    diagnostics: tuple[Diagnostic, ...] = ()
    damage: Damage | None = None

    @property
    def undamaged_item(self) -> ast.Item | None:
        """The item if it was parsed completely, else None."""
        return self.item if self.damage is None else None


def collect_words(text: str) -> frozenset[str]:
    """The words in a text of rules, including those in the braces of its string literals."""

    def keep_words(match: re.Match[str]) -> str:
        """Callback of ``re.sub``: replace a string literal by the words in its braces, and a comment by nothing."""
        return " ".join(BRACES.findall(match[0])) if match[0].startswith('"') else ""

    whole = set(WORD.findall(TEXT_OR_COMMENT.sub(keep_words, text)))
    return frozenset(whole.union(*(word.split("-") for word in whole if "-" in word)))


def item_name(text: str) -> str:
    """The name that an item's text declares behind its first word; empty if the text declares no name."""
    found = NAMED_ITEM.match(mask_texts_and_comments(text))
    return found[1] if found else ""
