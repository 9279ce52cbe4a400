"""A mission at a terminal of 80x24 by Enter alone: what stands above each question, and what the first shows."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from bombsight.cli.play import interactive, paging, play_runner
from bombsight.cli.play.narrator import Narrator
from bombsight.cli.play.play_runner import PlayRunner
from bombsight.service.games.library import BUILT_IN, find_games_at
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from tests.marking import slow_but
from tests.narrowing import output_of

ROWS = 24
MARK = "\0"
ERASED = re.compile(r"\x1b\[[0-9]*[A-Za-z]|\r")


class Player:
    """Types Enter alone, and keeps what stood on the screen at each question.

    Attributes:
        out: The screen.
        below: How many lines the last question takes.
        above: How many new lines stood above each question.
        screens: What was seen at each.
    """

    def __init__(self) -> None:
        self.out = Console(file=io.StringIO(), force_terminal=True, width=80, height=ROWS, color_system=None)
        self.below = 0
        self.above: list[int] = []
        self.screens: list[str] = []

    def wait(self) -> str:
        """Go on behind a break."""
        self.out.file.write(f"\n{MARK}")
        return ""

    def answer(self, out: Console, prompt: str = "", phrases: object = ()) -> str:
        """Answer a question."""
        told = ERASED.sub("", output_of(out))
        if told.rstrip().endswith("question."):
            return "yes"
        self.above.append(told.rpartition(MARK)[2].count("\n") - self.below - 1)
        self.screens.append("\n".join(told.replace(MARK, "").splitlines()[1 - ROWS :]))
        out.file.write(f"{prompt}\n{MARK}")
        return ""


@pytest.mark.parametrize(
    "game", slow_but((game.id for game in find_games_at(BUILT_IN)), "b17", "b17_leader", "down_in_flames")
)
def test_no_question_is_lost_below_the_story(game, monkeypatch):
    player = Player()
    told = Narrator.narrate

    def tell(narrator, kept, asked, below=0, **how):
        player.below = below
        told(narrator, kept, asked, below, **how)

    monkeypatch.setattr(Narrator, "narrate", tell)
    monkeypatch.setattr(interactive, "read_line", player.answer)
    monkeypatch.setattr("builtins.input", player.wait)
    for module in (paging, play_runner):
        monkeypatch.setattr(module, "is_interactive", lambda: True)
    table = PlayRunner(detail="rolls", quiet=False, json=False, answers="person", is_save_named=True)
    table.out = player.out
    play = start_game(game, Rules(), GameSetup(seed=5))
    assert table.run(play) == 0

    if not player.screens:
        pytest.skip("its first mission asks nothing")
    assert max(player.above) <= 15
    first = output_of(player.out)
    assert play.session.program.title in first
    assert "help lists what" in first
    assert re.search(r"── \w[\w ]* ─", first), "the mission"
