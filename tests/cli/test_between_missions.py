"""What can be typed after a debriefing: it speaks of the mission that is over, and begins no other."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from rich.console import Console

from bombsight.cli.play import paging, question_input
from bombsight.cli.play.boards import draw_boards
from bombsight.cli.play.interactive import InteractiveSession
from bombsight.service.boards.characters import CHANGE_SIGN
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.past_state import moment_at
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.debriefing import find_ended_missions
from tests.examples import LIGHTHOUSE
from tests.narrowing import output_of

PROMPT = "Enter: fly the next"


@pytest.fixture
def season(monkeypatch: pytest.MonkeyPatch):
    """A season at a terminal: what is typed after debriefings, one after the other, and what is shown.

    At questions the answer that is marked is typed, as long as there is something left to type.
    """

    @contextmanager
    def sit(*typed: str) -> Iterator[tuple[InteractiveSession, list[str]]]:
        out = Console(file=io.StringIO(), force_terminal=True, width=80, height=1000, color_system=None)
        left = [*typed]

        def answer(prompt: str, _: object) -> str:
            return prompt.strip("[]> ") if left else "quit"

        def between() -> str:
            return left.pop(0) if PROMPT in output_of(out).splitlines()[-1] else ""  # else at the end of a page

        monkeypatch.setattr(paging, "is_interactive", lambda: True)
        monkeypatch.setattr(question_input, "is_interactive", lambda: True)
        monkeypatch.setattr(question_input, "read_terminal_line", answer)
        monkeypatch.setattr("builtins.input", between)
        with start_game(str(LIGHTHOUSE), Rules(), GameSetup(campaign=True, seed=5)) as play:
            sitting = InteractiveSession(QuestionFilter(play, "all"), out)
            sitting.run()
            yield sitting, output_of(out).split(PROMPT)

    return sit


def flown(sitting: InteractiveSession) -> int:
    """How many missions are over."""
    return len(find_ended_missions(sitting.play.session))


def test_commands_are_answered_and_the_prompt_comes_again(season, capsys):
    with season("help", "state", "board", "why", "log 3", "odds", "fly away", "quit") as (sitting, shown):
        assert flown(sitting) == 1
    helped, stood, drawn, why, log, _, nothing = shown[1:8]
    assert "leave; the game can be resumed" in helped
    assert "Nights kept: 1" in stood
    assert "Round the head" in drawn
    assert "A ship at the reef" in why
    assert log.strip()
    assert "no question is open" in capsys.readouterr().err
    assert "fly away: nothing that can be typed here" in nothing


def test_it_is_the_mission_that_is_over_which_is_asked_about(season):
    with season("state all", "board", "log 4", "quit") as (sitting, shown):
        session = sitting.play.session
        (flown_,) = find_ended_missions(session)
        moment = moment_at(session, flown_.end)
        assert moment.sheet != sitting.play.view().sheet
    stood, drawn, log = shown[1:4]
    oil = next(line for group in moment.sheet for line in group.lines if line.id == "oil")
    assert f"Oil: {oil.values[0].title}\n" in stood
    unmarked = drawn.replace(CHANGE_SIGN, " ")
    assert all(line.plain in unmarked for line in draw_boards(moment.boards, "", 80))
    assert "Night 2" not in log


def test_enter_flies_the_next(season):
    with season("help", "", "board", "yes", "quit") as (sitting, _):
        assert flown(sitting) == 3


def test_an_answer_can_be_taken_back_there(season):
    with season("undo", "quit") as (sitting, shown):
        assert flown(sitting) == 1
    assert "Taken back" in shown[1]
    assert "Debriefing: Night 1" in shown[1]


def test_a_name_is_given_there(season):
    with season("name", "name Keeper Olsen", "", "quit") as (sitting, shown):
        assert flown(sitting) == 2
    assert "Keeper" in shown[1]
    assert "Olsen" in shown[2]
