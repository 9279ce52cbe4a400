"""Kinds of names that the word before them reveals; `tests/editors` checks that the grammar has names there."""

from __future__ import annotations

from functools import cache

from bombsight.dsl.tables import language_tables
from bombsight.dsl.words import item_words, spellings
from editors.words import first_words, terminals_after

ITEM_NAME_KINDS = {
    "enum": "type",
    "record": "type",
    "table": "table",
    "procedure": "procedure",
    "reroll": "procedure",
    "define": "define",
    "tally": "define",
    "option": "option",
}
"""The kind of name after the word of an item; other items have a heading there."""

KEYWORD_NAME_KINDS = {
    "do": "procedure",
    "end": "procedure",
    "option": "option",
    "choose": "variable",
    "draw": "variable",
    "move": "variable",
    "let": "variable",
    "for each": "variable",
    "for": "variable",
    "step": "label",
    "note": "label",
    "answer": "label",
    "except": "label",
    "before": "label",
    "after": "label",
    "leads to": "table",
    "look up": "table",
    "modifiers on": "table",
    "results of": "table",
    "roll on": "table",
    "row of": "table",
    "subrow of": "table",
    "table": "table",
}
"""The kind of name after other keywords; of those with the same first word the longer come first."""


@cache
def name_kinds_of_items() -> dict[str, str]:
    """Map the first word of each item that has a name or table id to the kind of that name: ``table``: a table."""
    followers = {word: terminals_after(item_terminal(word)) for word in sorted(item_words())}
    return {word: ITEM_NAME_KINDS.get(word, "heading") for word, names in followers.items() if {"NAME", "ID"} & names}


@cache
def words_before_items() -> frozenset[str]:
    """The words that may precede an item's first word, as in ``in table F-1``, other than options' values."""
    terminals = {item_terminal(word) for word in item_words()} - {"OPTION"}
    return first_words(name for name in language_tables().terminals if terminals & terminals_after(name))


def item_terminal(word: str) -> str:
    """The grammar terminal of a word that begins an item (a top-level declaration)."""
    (terminal,) = (name for name, texts in spellings().items() if word in texts and name != "OVERLAID")
    return terminal
