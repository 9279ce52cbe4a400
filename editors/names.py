"""Which names an editor can tell by the word before them; `tests/editors` holds that the grammar has names there."""

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
"""What the name behind the word of an item is; of the other items it is a heading."""

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
"""What the name behind other words is; of those that begin with the same word the longer come first."""


@cache
def name_kinds_of_items() -> dict[str, str]:
    """What the name behind the word of each item is, where a name or the id of a table follows it."""
    followers = {word: terminals_after(item_terminal(word)) for word in sorted(item_words())}
    return {word: ITEM_NAME_KINDS.get(word, "heading") for word, names in followers.items() if {"NAME", "ID"} & names}


@cache
def words_before_items() -> frozenset[str]:
    """The words behind which that of an item may stand, as in `in table F-1`; those of options are values, too."""
    terminals = {item_terminal(word) for word in item_words()} - {"OPTION"}
    return first_words(name for name in language_tables().terminals if terminals & terminals_after(name))


def item_terminal(word: str) -> str:
    """The terminal by which a word begins an item."""
    (terminal,) = (name for name, texts in spellings().items() if word in texts and name != "OVERLAID")
    return terminal
