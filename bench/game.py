"""The benchmarked games."""

from __future__ import annotations

from bombsight.compiler.pipeline import Request
from bombsight.flat.program import Program
from bombsight.service.games.library import find_games, read_files
from bombsight.service.programs.cache import compile_and_lower

DEFAULT_GAME = "b17"
"""The default game."""


def request(name: str = DEFAULT_GAME) -> Request:
    """Make the compile request of a game without options, with errata and rulings in force."""
    folder = next(game for game in find_games() if game.id == name)
    sources, findings = read_files(folder.files)
    assert not findings
    return Request(base=sources)


def program(name: str = DEFAULT_GAME) -> Program:
    """Compile a game."""
    compiled_program = compile_and_lower(request(name)).program
    assert compiled_program is not None
    return compiled_program
