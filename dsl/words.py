"""The words of the language, and descriptions of terminals for messages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from bombsight.dsl.listing import join_names
from bombsight.dsl.reserved import DICE, ONLY_IN_PHRASES, RESERVED, SPELLED, contextual_terminals
from bombsight.dsl.tables import language_tables

NEAR = 0.65
"""The least similarity of a word to one of the language for which it may be a slip:"""

TERMINAL_DESCRIPTIONS = {
    "NAME": "a name",
    "ID": "the id of a table",
    "INT": "a number",
    "SIGNED": "a number with its sign",
    "DICE": "dice such as 2d6",
    "DIE": "the sides of dice, such as `d6`",
    "KEPT_LIST": "dice such as 2d6",
    "STRING": "a text in double quotes",
    "JOINED": "a text that goes over several lines",
    "CHOICE": "the name of a choice, such as `watch/order`",
    "CASE_ID": "the id of a table",
    "NUMBERED_NAME": "one of several choices of a name, such as `k~2`",
    "OVERLAY_ITEM": "an item of errata, such as `general/10`",
    "CMP": "`<`, `<=`, `>` or `>=`",
    "PROVENANCE": "`printed` or the like",
    "_NL": "the end of the line",
    "_INDENT": "lines of its own below it",
    "_DEDENT": "the end of the block",
    "$END": "the end of the item",
}
"""Descriptions of terminals that are no fixed words."""

VALUES = (
    "NAME INT SIGNED STRING KEPT KEPT_LIST DICE LPAR LBRACE MINUS NATURAL OPTION COUNT ANY ALL FIRST _SUM EXTREME BEST "
    "LOOK MODIFIERS ROLL YES NO NONE NOT DO"
)
JOINERS = "DIE IS AND OR _OR_ELSE IN CMP PLUS MINUS STAR SLASH DOT LPAR LSQB"
GROUPS = (
    ("a type", {"YESNO", "LIST"}, f"YESNO LIST {VALUES}"),
    ("a value", {"NAME", "INT", "LPAR"}, VALUES),
    ("a word that joins values, such as `is` or `and`", {"IS", "AND"}, JOINERS),
    ("a sign that joins values, such as `+`", {"PLUS", "STAR"}, JOINERS),
    (
        "a statement such as `set` or `roll`",
        {"SET", "SAY"},
        "SET ADD LET SAY IF FOR REPEAT WHILE CHOOSE _DRAW STEP ROLL LOOK DO NOTE NOTHING AGAIN TREAT TAKE REMOVE _MOVE "
        "RESET END RETURN STOP",
    ),
    (
        "a line of a table",
        {"GIVES", "VBAR"},
        "GIVES VBAR SHORT EACH EVERY FOR ROLL WHEN NATURAL NOTE NAME INT SIGNED MINUS PLUS ELSE __ANON_0",
    ),
    ("a line of a board", {"MARK", "AT", "FOR"}, "MARK AT FOR"),
    (
        "an item",
        {"GAME", "TABLE"},
        "GAME CHAPTER OPTION ENUM RECORD STATE TABLE MODIFIER DEFINE TALLY FORECAST LUCK BOARD PROCEDURE REROLL "
        "EXAMPLE KIND PREFERENCES EXPLAIN PRIMER",
    ),
)
"""Groups of terminals: a description, the terminals that indicate the group, and all its members."""


@cache
def spellings() -> dict[str, tuple[str, ...]]:
    """The texts of each terminal that is a fixed word or sign, by terminal."""
    return {terminal: (text,) for terminal, text in language_tables().spelled.items()} | SPELLED


@cache
def language_words() -> frozenset[str]:
    """The keywords of the language, as single words."""
    written = " ".join(word for spelling in spellings().values() for word in spelling)
    return frozenset(word for word in written.split() if re.fullmatch("[a-z]+", word))


@cache
def reserved_words() -> frozenset[str]:
    """The words that cannot be names: those reserved before new keywords became contextual, and `d66`."""
    return RESERVED | DICE


def former_words() -> frozenset[str]:
    """Return the keywords older than contextual keywords; an author who writes one rarely means a name."""
    return RESERVED | ONLY_IN_PHRASES


@cache
def contextual_words() -> frozenset[str]:
    """The words of contextual keywords, which may also be names."""
    return language_words() - former_words()


@cache
def contextual_keywords() -> tuple[str, ...]:
    """The terminals that are contextual keywords."""
    found = language_tables()
    return contextual_terminals({name: found.spelled.get(name) for name in found.terminals})


@cache
def value_words() -> frozenset[str]:
    """Return the reserved words with which a value begins, such as ``count``; they cannot name variables."""
    found = frozenset(word for terminal in VALUES.split() for word in spellings().get(terminal, ()))
    return RESERVED & found


@cache
def item_words() -> frozenset[str]:
    """The keywords that begin an item."""
    *_, (_, _, terminals) = GROUPS
    return frozenset(word for terminal in terminals.split() for word in spellings()[terminal])


def describe_expected(accepts: Iterable[str]) -> str:
    """Describe the terminals that the parser expects in a few words; empty if they are too many."""
    left = set(accepts)
    parts: list[str] = []
    for name, signs, terminals in GROUPS:
        if signs <= left:
            parts.append(name)
            left -= set(terminals.split())
    for terminal in sorted(left):
        if terminal in TERMINAL_DESCRIPTIONS:
            parts.append(TERMINAL_DESCRIPTIONS[terminal])
        else:
            parts.extend(f"`{word}`" for word in spellings()[terminal])
    if not 1 <= len({*parts}) <= 8:
        return ""
    return join_names(dict.fromkeys(parts), "or")
