"""A game that is left, or killed, in the middle of its story: when it is resumed the story goes on from there."""

from __future__ import annotations

import asyncio
import io

import pytest
from rich.console import Console

from bombsight.cli.play import paging, question_input
from bombsight.cli.play.interactive import InteractiveSession
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.saves.bookmarks import read_bookmarks
from tests.examples import LIGHTHOUSE
from tests.narrowing import output_of

KILLED = "killed"
"""What stands for the end of the process, where somebody would type."""


@pytest.fixture(autouse=True)
def own_data(tmp_path, monkeypatch):
    """No bookmarks of other tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def sit(monkeypatch):
    """Somebody in front of a game in lines, throw by throw: what is typed at stops; what he was shown."""

    def sit_down(play, *typed, recall=False, pace="throws"):
        left = [*typed]

        def hold():
            if not left or left[0] == KILLED:
                raise KeyboardInterrupt
            return left.pop(0)

        def answer(prompt, _):
            raise KeyboardInterrupt  # a question: left there

        monkeypatch.setattr(paging, "is_interactive", lambda: True)
        monkeypatch.setattr(question_input, "is_interactive", lambda: True)
        monkeypatch.setattr(question_input, "read_terminal_line", answer)
        monkeypatch.setattr("builtins.input", hold)
        out = Console(file=io.StringIO(), force_terminal=True, width=80, height=200, color_system=None)
        InteractiveSession(QuestionFilter(play, "grave"), out, pace=pace, needs_recall=recall).run()
        return output_of(out)

    return sit_down


def throws_in(text):
    """The lines of throws in a text, without what is to come."""
    return [line.strip() for line in text.splitlines() if "··" in line]


@pytest.fixture
def whole(sit, tmp_path):
    """The throws of a night that is seen to its first question."""
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3)) as play:
        return throws_in(sit(play, pace="straight"))


def test_in_lines_the_story_goes_on_where_it_was_left(sit, whole, tmp_path):
    save = tmp_path / "left.save"
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=save)) as play:
        before = throws_in(sit(play, "", KILLED))
    assert 0 < len(before) < len(whole)
    assert len(read_bookmarks()) == 1

    with resume_game(save) as play:
        recalled, _, after = sit(play, *[""] * 40, recall=True).partition("the story goes on")
    assert not any(line in recalled for line in whole[len(before) :])
    assert before + throws_in(after) == whole
    assert read_bookmarks() == {}


def test_in_lines_the_stop_that_was_left_stands_there_again(sit, tmp_path):
    save = tmp_path / "left.save"
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=save)) as play:
        at_stop = sit(play, "", KILLED).splitlines()
    stake = next(line for line in reversed(at_stop) if "d66 for " in line)
    with resume_game(save) as play:
        resumed = sit(play, "u", KILLED, recall=True)
    assert resumed.count(stake) == 2
    assert "Taken back" not in resumed


def test_an_interrupt_at_a_stop_prints_nothing_of_what_follows(sit, tmp_path, monkeypatch):
    save = tmp_path / "left.save"
    shown = []
    run = InteractiveSession.run

    def run_and_leave(session):
        run(session)
        session.show_remaining()

    monkeypatch.setattr(InteractiveSession, "run", run_and_leave)
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=save)) as play:
        shown += throws_in(sit(play, "", KILLED))
    assert len(shown) == 1
    assert len(read_bookmarks()) == 1


def test_a_game_left_at_its_question_is_recalled_to_its_end(sit, tmp_path):
    save = tmp_path / "asked.save"
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=save)) as play:
        sit(play, *[""] * 40)
    with resume_game(save) as play:
        assert "the story goes on" not in sit(play, recall=True)


def test_a_story_of_other_content_counts_as_shown(sit, tmp_path):
    save = tmp_path / "other.save"
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=save)) as play:
        sit(play, "", KILLED)
        while (question := play.question) is not None:
            play.answer("none" if question.optional else question.options[0].name)
    with resume_game(save) as play:
        assert "the story goes on" not in sit(play, recall=True)


def test_on_the_screen_the_story_goes_on_where_it_was_left(tmp_path):
    pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")
    from bombsight.cli.screen.app import GameApp
    from tests.cli.seated import NARROW, enter, settled, text
    from tests.processes import signals_restored

    save = tmp_path / "left.save"
    places, stakes = [], []

    async def watch(play, work, *, recall):
        app = GameApp(QuestionFilter(play, "grave"), pace="throws", needs_recall=recall)
        async with app.run_test(size=NARROW) as pilot:
            await settled(pilot)
            await work(pilot, app)

    async def leave_at_a_stop(pilot, app):
        await enter(pilot, "enter")
        assert app.held is not None
        places.append(app.held.part.event_count)
        stakes.append([line.plain for line in app.held.draw_stake(78)])

    async def see_the_rest(pilot, app):
        recall = app.screen_stack[-1]
        assert recall is not app.screen_stack[0]
        assert any(line.kind == "joins" and line.event >= places[0] for line in app.drawn.lines)
        assert "lights the lamp" in text(app)
        assert "+ " not in text(app)  # who comes up has not been shown
        await enter(pilot, "enter")
        for key in ("", "backspace", "u"):  # the stop that was left, and nothing before it
            await enter(pilot, *filter(None, [key]))
            assert app.held is not None
            shown = app.drawn.lines[: len(app.drawn.lines) - app.drawn.hidden_count]
            assert shown[-1].event < places[0]
            assert [line.plain for line in app.held.draw_stake(78)] == stakes[0]
        assert "no stop before it" in text(app)
        assert [mark.event_count for mark in read_bookmarks().values()] == places
        await enter(pilot, "enter")
        assert min(line.event for line in app.held.part.lines) >= places[0]
        for _ in range(60):
            if app.held is not None:
                await enter(pilot, "enter")
        assert app.held is None
        assert read_bookmarks() == {}

    with signals_restored():
        with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=save)) as play:
            asyncio.run(watch(play, leave_at_a_stop, recall=False))
        assert [mark.event_count for mark in read_bookmarks().values()] == places
        with resume_game(save) as play:
            asyncio.run(watch(play, see_the_rest, recall=True))


def test_a_name_given_at_a_stop_leaves_the_story_there(sit, whole):
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3)) as play:
        assert throws_in(sit(play, "name Keeper Olsen", *[""] * 40)) == whole


@pytest.mark.parametrize("at_stop", [True, False])
def test_on_the_screen_what_was_lit_is_lit_when_it_is_resumed(tmp_path, at_stop):
    pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")
    from bombsight.cli.screen.app import GameApp
    from tests.cli.seated import NARROW, enter, settled
    from tests.processes import signals_restored

    save = tmp_path / "left.save"
    lit = []

    async def look(play, *, recall):
        app = GameApp(QuestionFilter(play, "grave"), pace="throws", needs_recall=recall)
        async with app.run_test(size=NARROW) as pilot:
            await settled(pilot)
            for _ in range(60):
                if recall or (app.shown_changes and (app.held is not None) == at_stop):
                    break
                app._key_guard.is_closed = False
                await enter(pilot, "enter")
            lit.append((app.shown_boards, app.shown_changes))

    with signals_restored():
        with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=save)) as play:
            asyncio.run(look(play, recall=False))
        with resume_game(save) as play:
            asyncio.run(look(play, recall=True))
    assert lit[0] == lit[1]
    assert lit[0][1]
