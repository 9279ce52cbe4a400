"""The games that are measured."""

from __future__ import annotations

from bombsight.compiler.pipeline import Request
from bombsight.flat.program import Program
from bombsight.service.games.library import find_games, read_files
from bombsight.service.programs.cache import compile_and_lower

DEFAULT_GAME = "b17"
"""Measured unless another is named."""


def request(name: str = DEFAULT_GAME) -> Request:
    """A game as it comes, errata and rulings in force."""
    folder = next(game for game in find_games() if game.id == name)
    sources, findings = read_files(folder.files)
    assert not findings
    return Request(base=sources)


def program(name: str = DEFAULT_GAME) -> Program:
    """A game ready to run."""
    compiled_program = compile_and_lower(request(name)).program
    assert compiled_program is not None
    return compiled_program
