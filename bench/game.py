"""The game that is measured."""

from __future__ import annotations

from compiler.library import find_games, read_files
from compiler.pipeline import Request
from compiler.program import Program
from compiler.ready import make_ready

GAME = "b17"


def request() -> Request:
    """The game as it comes, errata and rulings in force."""
    folder = next(game for game in find_games() if game.id == GAME)
    sources, findings = read_files(folder.files)
    assert not findings
    return Request(base=sources)


def program() -> Program:
    """The game ready to run."""
    made = make_ready(request()).program
    assert made is not None
    return made
