"""The introduction above a story, as lines: the game with its settings, and advice before playing.

The browser says the same in ``web/src/play/start.ts``.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.flat.program import Program
from bombsight.runtime.saves.records import Header
from bombsight.service.present import sentences
from bombsight.service.present.lines import BLANK, Line, Span, line
from bombsight.service.programs.pins import describe_pins


def introduce_game(program: Program, header: Header) -> list[Line]:
    """Render the head of a game as lines: title, seed, overlays, options with other values than the defaults."""
    return [line(program.title, "title"), line("; ".join(describe_settings(program, header)), "faint")]


def describe_settings(program: Program, header: Header) -> list[str]:
    """Describe the settings of a game part by part: entry, dice, pins, options, overlays."""
    parts = []
    if header.entry == "career":
        parts.append("campaign")
    elif header.args:
        parts.append(f"mission {' '.join(map(str, header.args))}")
    parts.append(
        {
            "seeded": sentences.seed_setting(str(header.seed)),
            "manual": sentences.REAL_DICE,
            "file": sentences.dice_file_setting(str(header.dice_file)),
        }[header.dice]
    )
    if header.thrower:
        parts.append(sentences.OWN_DICE if header.is_by_hand else sentences.SEED_THROWS)
    parts += describe_pins(program, header.pins, header.fields)
    parts += [
        sentences.option_setting(option.name, option.value)
        for option in program.options
        if option.value != option.default
    ]
    return [*parts, *program.overlays]


def introduce_rules(about: Sequence[str]) -> list[Line]:
    """Render the rules' introduction for players as lines, a blank line above each paragraph."""
    paragraphs = [Line((Span(paragraph),), kind="paragraph") for paragraph in about]
    return [each for paragraph in paragraphs for each in (BLANK, paragraph)]
