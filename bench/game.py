"""The games that are measured."""

from __future__ import annotations

from bombsight.compiler.pipeline import Request
from bombsight.flat.program import Program
from bombsight.service.games.library import find_games, read_files
from bombsight.service.programs.cache import make_ready

FIRST = "b17"
"""Measured unless another is named."""


def request(name: str = FIRST) -> Request:
    """A game as it comes, errata and rulings in force."""
    folder = next(game for game in find_games() if game.id == name)
    sources, findings = read_files(folder.files)
    assert not findings
    return Request(base=sources)


def program(name: str = FIRST) -> Program:
    """A game ready to run."""
    made = make_ready(request(name)).program
    assert made is not None
    return made
