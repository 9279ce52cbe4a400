"""The plays that are compared: random answers, the autopilot of the rules, and the autopilot with preferences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen

from bombsight.dsl.file_kind import PREFERENCES, find_headings, find_overlay_names
from bombsight.flat.program import Program
from bombsight.flat.slices import SimplePolicy
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.games.source_files import read_sources
from bombsight.service.programs.prepare import program_for

PlayName = Literal["random", "own", "learned"]
"""Who answers: chance; the autopilot without preferences; the autopilot with them."""


@frozen(eq=False)
class Play:
    """A way to answer the questions of a game.

    Attributes:
        name: Who answers.
        policy: The policy of the runs.
        rules: The rules that are played, with preferences or without.
        program: Their program.
    """

    name: PlayName
    policy: SimplePolicy
    rules: Rules
    program: Program


def list_plays(game: str, rules: Rules) -> tuple[Play, ...]:
    """List the plays of a game: random and own play, and learned play if preferences are in force. The last is best.

    Raises:
        InputError: The game, variant or option does not exist.
        WrongRules: The rules have errors, or cannot be read.
    """
    program = program_for(request_for_game(game, rules))
    has_preferences = any(name.startswith(f"{PREFERENCES} ") for name in program.overlays)
    own_rules = leave_out_preferences(game, rules) if has_preferences else rules
    own_program = program_for(request_for_game(game, own_rules)) if has_preferences else program
    learned = (Play("learned", "auto", rules, program),) if has_preferences else ()
    return (
        Play("random", "random", own_rules, own_program),
        Play("own", "auto", own_rules, own_program),
        *learned,
    )


def leave_out_preferences(game: str, rules: Rules) -> Rules:
    """Return the rules of a game without the preferences of its folder and of files."""
    names = find_overlay_names(read_sources(find_game(game, rules.folders).files), PREFERENCES)
    return evolve(
        rules,
        without=tuple(dict.fromkeys([*rules.without, *names])),
        house=tuple(path for path in rules.house if not holds_preferences(path, rules)),
    )


def holds_preferences(path: Path, rules: Rules) -> bool:
    """Whether a file that is laid over the rules holds preferences."""
    return any(heading == PREFERENCES for heading in list_heading_kinds(path, rules))


def list_heading_kinds(path: Path, rules: Rules) -> Iterator[str]:
    """Yield the kinds of the overlays in a file."""
    texts = [rules.texts[path]] if path in rules.texts else [source.text for source in read_sources([path])]
    for text in texts:
        yield from (heading.kind for heading in find_headings(text))
