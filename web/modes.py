"""TypeScript types of modes: closed sets of words, declared once in Python."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import get_args

from bombsight.runtime import dice
from bombsight.runtime.saves import records
from bombsight.service.play import answer_odds, standing_orders, start
from bombsight.service.present import beats, story

FILE_COMMENT = """\
// Modes: words of which Python has the same. Made by `python -m web` from its types; not to be edited.
"""

MAX_LINE_WIDTH = 120
"""The maximum line length in Biome's format."""

LIST_NAMES: Mapping[str, str] = {
    "Detail": "DETAILS",
    "Level": "LEVELS",
    "Pace": "PACES",
}
"""Names of the word lists of modes whose words the page iterates over."""


MODES: Mapping[str, tuple[Sequence[str], str]] = {
    "Tone": (get_args(story.Tone), "Good or bad news, or neither."),
    "EntryName": (get_args(records.EntryName), "What is played."),
    "Horizon": (
        get_args(answer_odds.Horizon),
        "The point that simulated runs are played to; `stage` is the end of a mission of a campaign.",
    ),
    "DiceName": (get_args(records.DiceName), "Where the dice of a session come from."),
    "Thrower": (
        get_args(records.Thrower),
        "Who throws, where that is another than the header's dice say: a person, or the seed (or the file of dice).",
    ),
    "By": (
        get_args(dice.ThrownBy),
        "Who threw dice: a person, the seed, nobody where a table is pinned; empty for those that the header names.",
    ),
    "Why": (
        get_args(records.Why),
        "Why a person was not asked for an answer: it was the one sensible one; there was a standing order, for it or "
        "for the autopilot; or it was given along with others. Empty where he was.",
    ),
    "Answers": (get_args(start.AnswererName), "Who answers the questions of a game."),
    "Level": (
        get_args(standing_orders.Level),
        "How much is asked: every question; those with more than one sensible answer; of those only the grave ones.",
    ),
    "Detail": (get_args(story.Detail), "How much is told."),
    "Pace": (
        get_args(beats.Pace),
        "How a story is shown: throw by throw, beat by beat, or straight on to the next question.",
    ),
    "LineKind": (
        get_args(story.Kind),
        "What a line of a story tells: an outermost heading (`chapter`), headings that begin together, what the rules "
        "say, a throw or a table's result without one, a result told later, an answer, a change, elements that join or "
        "leave a list, a bound that was reached, how it ended; or what a mark means that stands here for the first "
        "time.",
    ),
}
"""The modes by their TypeScript names, each with its words and its comment."""


def render_modes() -> str:
    """Render the TypeScript file of all modes (closed sets of words)."""
    return "\n".join([FILE_COMMENT, *(render_mode(name, words, meaning) for name, (words, meaning) in MODES.items())])


def render_mode(name: str, words: Sequence[str], meaning: str) -> str:
    """Render a mode, a closed set of words, as a TypeScript type, and as a list if the page iterates it."""
    quoted = [f'"{word}"' for word in words]
    if name in LIST_NAMES:
        list_declaration = f"export const {LIST_NAMES[name]} = [{', '.join(quoted)}] as const;\n\nexport type {name} = "
        return f"{render_comment(meaning)}\n{list_declaration}(typeof {LIST_NAMES[name]})[number];\n"
    line = f"export type {name} = {' | '.join(quoted)};"
    if len(line) > MAX_LINE_WIDTH:
        line = f"export type {name} =\n" + "\n".join(f"  | {word}" for word in quoted) + ";"
    return f"{render_comment(meaning)}\n{line}\n"


def render_comment(text: str) -> str:
    """Render a text as the doc comment of a TypeScript declaration."""
    line = f"/** {text} */"
    if len(line) <= MAX_LINE_WIDTH:
        return line
    return "\n".join(["/**", *(f" * {each}" for each in textwrap.wrap(text, MAX_LINE_WIDTH - 3)), " */"])
