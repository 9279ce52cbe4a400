"""The whole screen goes back and forth through the story: beats, boards, sheet and heads as they stood, no answers."""

from __future__ import annotations

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from bombsight.cli.screen.history_display import NO_EARLIER_BEAT, NO_LATER_BEAT, PRESENT_BEAT, draw_slider
from bombsight.cli.screen.pages import ConfirmDialog
from bombsight.service.boards.changes import mark_changes
from bombsight.service.play.history import History
from bombsight.service.play.session_story import SessionStory
from bombsight.service.present.why import find_throws
from tests.cli.seated import WIDE, enter, seated, seen, settled, text


def answers(play):
    return [record.name for record in play.session.records if hasattr(record, "name")]


async def play_on(pilot, app, count=12):
    """Answer some questions as marked."""
    for _ in range(count):
        await enter(pilot, "enter")
        app._key_guard.is_closed = False
        if isinstance(app.screen, ConfirmDialog):
            await enter(pilot, "y")


def shown_lines(app):
    return app.drawn.lines[: len(app.drawn.lines) - app.drawn.hidden_count]


def test_a_bracket_goes_back_a_beat_with_everything_as_it_stood_there():
    async def work(pilot, app, play):
        await play_on(pilot, app)
        present = app.shown_sheet
        await enter(pilot, "[")
        history, number = app.look.history, app.look.number
        assert number == history.last - 1
        moment = history.moment(number)
        assert (app.shown_sheet, app.shown_facts) == (moment.sheet, moment.facts)
        assert [each.title for each in app.shown_headings] == [each.title for each in history.headings(number).open]
        assert shown_lines(app)[-1] is history.parts[number].lines[-1]
        assert app.shown_boards == mark_changes(history.moment(number - 1).boards, moment.boards)
        assert f"Beat {number + 1} of {history.last + 1}" in text(app)
        assert app.view.question.prompt not in text(app).split("Beat")[1]
        await enter(pilot, "]")
        assert app.look is None
        assert app.shown_sheet == present
        assert app.drawn.hidden_count == 0

    seated(work, size=WIDE)


def test_the_lines_of_the_beat_have_a_bar_and_no_others():
    async def work(pilot, app, play):
        await play_on(pilot, app)
        await enter(pilot, "[", "[")
        barred = [line for line in seen(app) if line.lstrip().startswith("┃")]
        part = app.look.history.parts[app.look.number]
        assert part.lines[-1].text in barred[-1] or part.lines[-1].names
        assert len(barred) >= len(part.lines)
        await enter(pilot, "escape")
        assert not [line for line in seen(app) if line.lstrip().startswith("┃")]

    seated(work)


@pytest.mark.slow
def test_no_key_answers_or_takes_back_what_is_out_of_sight():
    async def work(pilot, app, play):
        await play_on(pilot, app)
        given, question = answers(play), app.view.question
        for key in ("escape", "u", "1", "r", "o", "end", "right", "slash", "enter"):
            await enter(pilot, "escape", "[", key)
            assert app.look is None, key
            for _ in range(3):  # a key held down comes again and again
                await enter(pilot, *["enter"] * (key == "enter"))
            assert answers(play) == given, key
            assert app.view.question is question, key
            assert app.question_pane.cover_lines is None, key

    seated(work)


def test_the_marked_answer_stays_marked():
    async def work(pilot, app, play):
        await play_on(pilot, app)
        while len(app.view.question.options) < 2:
            await play_on(pilot, app, 1)
        await enter(pilot, "down")
        marked = app.question_pane.marked_index
        await enter(pilot, "[", "down", "space", "escape")
        assert app.question_pane.marked_index == marked

    seated(work)


def test_home_leads_to_the_first_beat_and_there_is_none_before():
    async def work(pilot, app, play):
        await play_on(pilot, app)
        await enter(pilot, "]")
        assert NO_LATER_BEAT in text(app)
        await enter(pilot, "home")
        assert app.look.number == 0
        await enter(pilot, "[")
        assert app.look.number == 0
        assert NO_EARLIER_BEAT in text(app)
        await enter(pilot, "right")
        assert app.look.number == 1
        await enter(pilot, "left")
        assert app.look.number == 0

    seated(work)


def test_a_click_on_a_line_leads_to_its_beat_and_one_on_the_slider_along_it():
    async def work(pilot, app, play):
        await play_on(pilot, app)
        story = app.line_widget("story")
        await pilot.click("#story", offset=(10, 1))
        await settled(pilot)
        assert app.look is not None
        assert app.look.number < app.look.history.last
        assert story.shown_lines
        await enter(pilot, "escape")
        await enter(pilot, "[")
        await pilot.click("#asked", offset=(2, 2))
        await settled(pilot)
        assert app.look.number == 0

    seated(work)


def test_at_a_stop_nothing_is_told_ahead_and_the_stop_is_left_as_it_was():
    async def work(pilot, app, play):
        for _ in range(50):
            if app.held is not None and app.held.place:
                break
            await play_on(pilot, app, 1)
        held, hidden = app.held, app.drawn.hidden_count
        await enter(pilot, "[")
        if app.look is not None:
            assert app.look.history.end_of(app.look.history.last) == len(app.drawn.lines) - hidden
            await enter(pilot, "escape")
        assert app.held is held
        assert app.drawn.hidden_count == hidden
        assert "Enter: on" in text(app) or app.is_reading

    seated(work, pace="throws")


def test_why_speaks_of_the_beat_and_the_history_stays_open():
    async def work(pilot, app, play):
        await play_on(pilot, app)
        await enter(pilot, "[", "[", "w")
        await settled(pilot)
        assert app.look is not None

    seated(work, size=WIDE)


def test_at_n_leads_to_the_beat_of_a_throw():
    async def work(pilot, app, play):
        await play_on(pilot, app, 20)
        history = app.divide_history()
        throws = [*find_throws(play.story)]
        beats = [history.find_beat_of_event(event) for event in throws]
        number = next(number for number, beat in enumerate(beats, 1) if beat != history.last)
        app.handle_typed(f"at {number}")
        await settled(pilot)
        assert app.look.number == beats[number - 1]
        app.leave_history()
        for typed, words in (("at 1", PRESENT_BEAT), ("at 999", "There is no throw 999.")):
            app.handle_typed(typed)
            await settled(pilot)
            assert words in text(app)
            assert app.look is None

    seated(work)


def test_the_history_is_left_at_the_end_of_the_game():
    async def work(pilot, app, play):
        for _ in range(200):
            if app.view.outcome is not None:
                break
            await play_on(pilot, app, 1)
        await enter(pilot, "[")
        assert app.look is not None
        assert "Esc: to the end" in text(app)
        await enter(pilot, "enter")
        assert app.is_running
        assert app.look is None

    seated(work)


def test_a_narrow_screen_says_at_its_tab_and_above_boards_what_has_changed():
    async def work(pilot, app, play):
        await play_on(pilot, app, 20)
        history = app.divide_history()
        number = next(n for n in range(history.last - 1, 0, -1) if history.changes(n))
        app.look_at(history, number)
        await settled(pilot)
        assert "»Boards" in text(app)
        await enter(pilot, "b")
        assert f"» {history.changes(number)[0].text}" in text(app).replace("» ! ", "» ").replace("» + ", "» ")

    seated(work)


def test_a_slider_is_filled_up_to_where_one_stands():
    assert draw_slider(0, 4, 5).plain == "●────"
    assert draw_slider(2, 4, 5).plain == "━━●──"
    assert draw_slider(4, 4, 5).plain == "━━━━●"
    assert draw_slider(0, 0, 3).plain == "●──"


def test_every_state_on_the_way_is_what_a_replay_has_there():
    async def work(pilot, app, play):
        await play_on(pilot, app, 20)
        history = History.divide(SessionStory(play.session), app.drawn.lines)
        steps = [history.boards(number) for number in range(history.last)]
        again = History.divide(SessionStory(play.session), app.drawn.lines)
        assert [again.boards(number) for number in reversed(range(history.last))] == steps[::-1]

    seated(work)
