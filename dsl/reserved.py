"""Reserved words, a closed list, and contextual keywords, which are all keywords that joined the grammar since.

A file that states ``language 1`` may use any other word as a name, today's and later ones. So a word that a release
adds to the grammar is no keyword where it can be parsed as a name: see :mod:`bombsight.dsl.contextual`. This module
holds only what the grammar does not: which words were reserved before that promise.
"""

from __future__ import annotations

from collections.abc import Mapping


def name_set(text: str) -> frozenset[str]:
    """Split a text at blanks into a set of names."""
    return frozenset(text.split())


RESERVED = name_set(
    "add after again and answer any as ask at base before beside board by chapter choose cite column confirms count "
    "deep define do each else end enum errata every example except expect first for from full game given gives "
    "house if in is let list look modifier modifiers most natural no none not note nothing now of on option or over "
    "prefer printed procedure reconstructed record recovered remove repaired repeat replace reroll reset return "
    "roll routine row say set short start state step stop subrow table take tally times to treat unless up variant "
    "was when where while with yes"
)
"""The words that cannot be names. Frozen: no word may be added in ``language 1``."""

ONLY_IN_PHRASES = name_set(
    "all bad changed columns down draw drawn ended good grave highest leads leave lowest map mark move never "
    "offered out plan results rounded rows seen sum together turned without"
)
"""Words that may be names, for they were keywords in phrases only, before new keywords became contextual.
Frozen as well: their patterns in the grammar say where they are keywords, and there they always are."""

DICE = name_set("d66")
"""Dice that look like a name."""

PATTERNS = name_set(
    "OR_NONE _OR_ELSE DOWN ROUNDED KEPT FULL _RESULTS_OF _OVER_ALL _SEEN_BY SEEN_BY_ALL _ON _IN SUBROW _SUM TURNED "
    "PLAN MAP LINED MARK MATTERS GRAVE _DRAW _MOVE _TOGETHER YESNO KIND WHERE OVERLAID LEAVE_OUT LEADS_TO NEVER "
    "OFFERED _DRAWN _DRAWN_AT NOTHING_ELSE ENDED PROVENANCE"
)
"""The terminals of all these words that the grammar defines by a pattern.
Frozen: any other is a contextual keyword, even of old words."""

SPELLED = {
    "OR_NONE": ("or none",),
    "_OR_ELSE": ("or else",),
    "DOWN": ("down to",),
    "ROUNDED": ("rounded down", "rounded up"),
    "KEPT": ("lowest of", "highest of"),
    "ALL": ("all",),
    "ADDED_UP": ("added up",),
    "BEST": ("lowest", "highest"),
    "EXTREME": ("min", "max"),
    "FULL": ("full",),
    "_UP_OF": ("up",),
    "_RESULTS_OF": ("results of",),
    "_OVER_ALL": ("over all",),
    "_SEEN_BY": ("seen by",),
    "SEEN_BY_ALL": ("seen by all",),
    "_PREFERS": ("prefer",),
    "_ON": ("on",),
    "_IN": ("in",),
    "SUBROW": ("subrow",),
    "_SUM": ("sum",),
    "TURNED": ("turned",),
    "PLAN": ("plan",),
    "MAP": ("map",),
    "LINED": ("rows", "columns"),
    "MARK": ("mark",),
    "MATTERS": ("good", "bad"),
    "GRAVE": ("grave",),
    "_DRAW": ("draw",),
    "_MOVE": ("move",),
    "_TOGETHER": ("together",),
    "YESNO": ("yes/no",),
    "UNIT": ("in tenths", "in hundredths", "in thousandths"),
    "KIND": ("errata", "variant", "house"),
    "WHERE": ("before", "after"),
    "AFTER_OTHERS": ("after others",),
    "RELATION": ("needs", "excludes"),
    "OVERLAID": ("without", "variant"),
    "LEAVE_OUT": ("leave out",),
    "LEADS_TO": ("leads to",),
    "NEVER": ("never",),
    "OFFERED": ("offered",),
    "_DRAWN": ("drawn",),
    "_DRAWN_AT": ("drawn",),
    "NOTHING_ELSE": ("nothing else changed",),
    "ENDED": ("ended",),
    "PROVENANCE": ("printed", "repaired", "recovered", "reconstructed"),
}
"""The words of terminals that the grammar defines by a pattern."""


def contextual_terminals(terminals: Mapping[str, str | None]) -> tuple[str, ...]:
    """The terminals that are contextual keywords, sorted, given each terminal's fixed text or None for a pattern."""
    return tuple(sorted(name for name, text in terminals.items() if is_contextual(name, text)))


def is_contextual(name: str, text: str | None) -> bool:
    """Whether a terminal is a contextual keyword, given its fixed text or None for a pattern."""
    if text is None:
        return name in SPELLED and name not in PATTERNS
    return text[0].isalpha() and text not in RESERVED
