"""A whole screen: played by keys, with no terminal."""

from __future__ import annotations

import signal

import pytest
from textual.binding import Binding

from tests.narrowing import narrow

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from attrs import evolve
from rich.text import Text
from textual.events import Key
from textual.widgets import Input

from bombsight.cli.play.boards import DrawnBoards
from bombsight.cli.play.joint_questions import draw_matrix_at_cursor
from bombsight.cli.play.matrix_drawing import LEFT_EDGE_SIGN, RIGHT_EDGE_SIGN
from bombsight.cli.play.story import draw_log
from bombsight.cli.screen import display
from bombsight.cli.screen.app import GameApp
from bombsight.cli.screen.keys import KEY_HELP, draw_foot
from bombsight.cli.screen.line_widget import LineWidget
from bombsight.cli.screen.move_runner import MoveRunner
from bombsight.cli.screen.paced_display import prompt_of
from bombsight.cli.screen.pages import ConfirmDialog, OddsPage, Page
from bombsight.cli.screen.question_pane import QuestionPane
from bombsight.cli.screen.transcript import Transcript
from bombsight.cli.terminal.signals import SignalInterrupt
from bombsight.runtime.saves.records import Throw
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.answer_parsing import answer_key, answer_name
from bombsight.service.present.joint_questions import Matrix
from tests.cli.calling import ROOT
from tests.cli.seated import WIDE, enter, seated, seen, settled, text
from tests.examples import LIGHTHOUSE
from tests.processes import signals_restored

FORT = ROOT / "tests" / "service" / "fort"


def answers(play):
    """The answers that were given so far, by name."""
    return [record.name for record in play.session.records if hasattr(record, "name")]


def throws(play):
    """The throws so far: by whom, and the faces."""
    return [(record.by, record.faces) for record in play.session.records if isinstance(record, Throw)]


def press_at_once(app, keys):
    """Press keys as a terminal sends them that are read at once; a line's end is Enter."""
    for character in keys:
        app.post_message(Key("enter", "\r") if character == "\n" else Key(character, character))


async def to_the_end(pilot, app):
    for _ in range(200):
        if app.view.outcome is not None:
            break
        await enter(pilot, "enter")
        if isinstance(app.screen, ConfirmDialog):
            await enter(pilot, "y")


def test_who_was_asked_nothing_is_told_so_and_how_to_be_asked(monkeypatch):
    monkeypatch.setattr(QuestionFilter, "has_asked_nothing", True)

    async def work(pilot, app, play):
        await to_the_end(pilot, app)
        assert "You were asked nothing" in text(app)
        await enter(pilot, "slash", *"ask", "space", *"all", "enter")
        await enter(pilot, "slash", *"undo", "space", *"all", "enter")
        assert app.view.question is not None

    seated(work)


def test_a_mission_is_played_by_keys_and_undone_and_left():
    async def work(pilot, app, play):
        shown = text(app)
        assert "The Keeper's Night" in shown
        assert "The sky turns" in shown
        assert app.query_one("#line", Input).region.y == 22
        await enter(pilot, "enter")
        first = app.view.question
        happened = play.session.event_count
        await enter(pilot, "enter")
        assert play.session.event_count > happened
        await enter(pilot, "u")
        assert app.view.question.prompt == first.prompt
        assert play.session.event_count == happened
        assert "Taken back" in text(app)
        await to_the_end(pilot, app)
        assert "The game is over" in text(app)
        assert app.query_one("#story", LineWidget).shown_lines
        await enter(pilot, "enter")

    app = seated(work)
    assert (app.is_over, app.interrupt, app.failure) == (True, None, None)


def test_commands_pages_odds_and_sizes():
    async def work(pilot, app, play):
        await enter(pilot, "enter")
        before = play.session.event_count
        await enter(pilot, "slash", *"wh", "tab")
        assert app.query_one("#line", Input).value == "why"
        await enter(pilot, "enter")
        assert isinstance(app.screen, Page)
        assert "row " in text(app)
        await enter(pilot, "escape", "question_mark")
        assert "Tab completes" in text(app)
        pane = app.screen.query_one(LineWidget)
        assert pane.size.width - 2 <= app.screen.width <= pane.size.width
        await enter(pilot, "escape", "l")
        assert "Night 1" in text(app)
        await enter(pilot, "escape", "o")
        assert isinstance(app.screen, OddsPage)
        for _ in range(100):
            if "runs of each answer" in text(app):
                break
            await pilot.pause(0.05)
        assert any(verdict in text(app) for verdict in ("serves best", "No answer is better"))
        await enter(pilot, "escape", "b")
        assert app.query_one("#boards").size.height > 5
        assert app.query_one("#story").size.height == 0
        await enter(pilot, "s")
        assert "Night" in text(app)
        await enter(pilot, "escape")
        assert app.query_one("#story").size.height > 5
        await pilot.resize_terminal(*WIDE)
        await pilot.pause()
        assert app.query_one("#boards").region.x >= WIDE[0] // 2
        assert app.query_one("#story").size.height > 20
        assert play.session.event_count == before
        await enter(pilot, "slash", *"nonsense", "enter")
        assert "is not offered" in text(app)
        await enter(pilot, "slash", *"tell news", "enter")
        assert "Told is news" in text(app)
        assert "The sky turns" not in text(app)
        await enter(pilot, "ctrl+c")

    app = seated(work)
    assert isinstance(app.interrupt, KeyboardInterrupt)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal")
@pytest.mark.parametrize(("before", "stops"), [(signal.SIG_DFL, True), (signal.SIG_IGN, False)])
def test_a_closed_terminal_ends_the_screen_unless_it_is_ignored(before, stops):
    async def work(pilot, app, play):
        signal.raise_signal(signal.SIGHUP)
        await settled(pilot)

    with signals_restored():
        signal.signal(signal.SIGHUP, before)
        app = seated(work)
    assert isinstance(app.interrupt, SignalInterrupt) == stops


def test_an_answer_is_marked_by_keys_and_by_pointing():
    async def work(pilot, app, play):
        while len(app.view.question.options) < 2 or app.view.question.offer:
            await enter(pilot, "enter")
        asked = app.query_one(QuestionPane)
        was = asked.marked_index
        await enter(pilot, "down")
        assert asked.marked_index != was
        assert "suggested" in text(app)
        await enter(pilot, "up")
        assert asked.marked_index == was
        line = next(at for at, shown in enumerate(seen(app)) if shown.strip().startswith("2  "))
        await pilot.click(offset=(6, line))
        await pilot.pause()
        assert asked.marked_index != was
        chosen = app.view.question.options[asked.marked_index]
        await pilot.click(offset=(6, line))
        await pilot.pause()
        if chosen.grave:
            assert isinstance(app.screen, ConfirmDialog)
            await enter(pilot, "y")
        assert answers(play)[-1] == chosen.name

    seated(work)


def test_a_grave_answer_is_given_only_by_who_means_it():
    async def work(pilot, app, play):
        while not app.view.question.is_grave:
            await enter(pilot, "enter")
        question = app.view.question
        grave = next(option for option in question.options if option.grave)
        given = answers(play)
        await enter(pilot, "slash", *grave.name, "enter")
        assert isinstance(app.screen, ConfirmDialog)
        await enter(pilot, "escape")
        assert (app.view.question, answers(play)) == (question, given)
        await enter(pilot, "slash", *grave.name, "enter", "y")
        assert answers(play)[-1] == grave.name

    seated(work, seed=5)


def test_questions_put_as_one_are_answered_cell_by_cell():
    async def work(pilot, app, play):
        while app.group is None:
            assert app.view.question is not None
            await enter(pilot, "enter")
        asked = app.query_one(QuestionPane)
        before = len(answers(play))
        if isinstance(app.group, Matrix):
            marked = [*asked.rows]
            await enter(pilot, "down", "right")
            assert asked.at == 1
            assert asked.rows[0] == marked[0]
            wanted = [*asked.rows]
        else:
            await enter(pilot, "space")
            wanted = [*asked.taken_places]
        await enter(pilot, "enter")
        assert len(answers(play)) >= before + len(wanted) - 1

    seated(work, level="sensible")


def test_what_is_marked_stays_where_a_command_shows_something():
    async def work(pilot, app, play):
        while len(app.view.question.options) < 2 or app.view.question.offer:
            await enter(pilot, "enter")
        asked = app.query_one(QuestionPane)
        await enter(pilot, "down")
        marked, told = asked.marked_index, [*app.transcript.lines]
        await enter(pilot, "w", "escape")
        assert (asked.marked_index, app.transcript.lines) == (marked, told)
        await enter(pilot, "slash", *"state", "enter")
        assert (asked.marked_index, app.transcript.lines) == (marked, told)

    seated(work)


def test_what_is_told_after_an_undo_is_what_would_be_told_anew():
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3)) as play:
        steward = QuestionFilter(play, "all")
        told = Transcript(MoveRunner(steward).narrator)
        told._checkpoints.interval = 5
        for _ in range(40):
            view = steward.view()
            told.update(view.kept, prompt_of(view))
            if view.question is None:
                break
            play.answer(view.question.options[max(0, view.question.preferred)].name)
        for count in (1, 3, 1, 7):
            steward.undo(count)
            view = steward.view()
            told.update(view.kept, prompt_of(view))
            anew = Transcript(MoveRunner(steward).narrator)
            anew.update(0, prompt_of(view))
            assert [line for line in told.lines if line.kind != "heading"] == [
                line for line in anew.lines if line.kind != "heading"
            ]
            assert told.lines[-1] == anew.lines[-1]
        log = told.make_log_drawer()(80)
        drawn = [*draw_log([line for line in told.lines if line.kind != "legend"], 80)]
        log.materialize(0, len(drawn))
        assert [line.plain for line in log] == [line.plain for line in drawn[not drawn[0].plain :]]


def test_real_dice_are_typed():
    async def work(pilot, app, play):
        assert "2d6 for" in text(app)
        happened = play.session.event_count
        await enter(pilot, "9", "9", "enter")
        assert play.session.event_count == happened
        await enter(pilot, "3", "space", "4", "enter")
        assert play.session.event_count > happened

    seated(work, dice="manual")


def test_a_key_leaves_a_throw_to_the_seed_as_is_said_below_it():
    async def work(pilot, app, play):
        assert "r leaves this throw to the seed" in text(app)
        await enter(pilot, "r")
        assert [by for by, _ in throws(play)] == ["seed"]
        await enter(pilot, "r")
        assert len(throws(play)) == 1

    seated(work, dice="manual")


THREE = """\
game rows "Rows"
  sources optional

procedure mission "A round"
  let a = 1d10
  let b = 2d6
  let c = 1d20
  let d = 1d10
  say "{a}, {b}, {c}, {d}."
  choose rest
    ask "And now"
    answer well "Well"
      nothing
    answer badly "Badly" grave
      let last = 1d4
      say "{last}."
"""


def test_keys_that_come_at_once_are_taken_as_if_they_came_slowly(tmp_path):
    (tmp_path / "rows").mkdir()
    (tmp_path / "rows" / "game.rules").write_text(THREE, encoding="utf-8")

    async def work(pilot, app, play):
        press_at_once(app, "4\n4 3\n20\nr10\ny3\n")
        await settled(pilot)
        assert throws(play) == [("", (4,)), ("", (4, 3)), ("", (20,)), ("seed", (3,)), ("", (3,))]

    seated(work, game=tmp_path / "rows", dice="manual")


@pytest.mark.parametrize(("keys", "stands"), [("43", "43"), ("16", "16"), ("/why", "why"), ("4 3", "4 3")])
def test_keys_that_come_at_once_all_stand_in_the_line(keys, stands):
    async def work(pilot, app, play):
        await enter(pilot, "enter")
        press_at_once(app, keys)
        await settled(pilot)
        assert app.query_one("#line", Input).value == stands

    seated(work)


def test_an_answer_that_comes_at_once_with_its_enter_is_the_one_that_was_typed():
    async def work(pilot, app, play):
        await enter(pilot, "enter")
        asked = app.view.question
        other = next(at for at, each in enumerate(asked.options) if at != asked.preferred and not each.grave)
        press_at_once(app, f"{answer_key(asked, other)}\n")
        await settled(pilot)
        assert answer_name(asked, other) in answers(play)

    seated(work)


def test_the_autopilot_does_not_hold_up_the_keys():
    async def work(pilot, app, play):
        given = len(answers(play))
        await enter(pilot, "slash", *"auto", "enter")
        for _ in range(100):
            if app.view.outcome is not None:
                break
            if app.view.question.is_grave and not app.is_busy:  # no order gives such an answer
                await enter(pilot, *["y"] if isinstance(app.screen, ConfirmDialog) else ["enter"])
            await pilot.pause(0.02)
        assert len(answers(play)) > given + 3
        assert "The game is over" in text(app)
        await enter(pilot, "q")

    assert seated(work).is_over


def test_a_screen_needs_a_terminal_and_a_person(shell):
    for args, said in (
        (("play", "lighthouse", "--screen"), "wants a terminal"),
        (("play", "lighthouse", "--screen", "--json"), "exclude each other"),
        (("resume", "nothing", "--screen"), "wants a terminal"),
    ):
        done = shell.call(*args)
        assert (done.exit_code, said in done.stderr) == (2, True)


def test_after_a_mission_there_is_a_debriefing_and_a_way_to_leave():
    async def work(pilot, app, play):
        for _ in range(120):
            if isinstance(app.screen, Page):
                break
            await pilot.press("y" if isinstance(app.screen, ConfirmDialog) else "enter")
        await pilot.pause()
        assert "Debriefing" in text(app)
        assert "fly the next" in text(app)
        await enter(pilot, "q")

    app = seated(work, campaign=True, level="grave")
    assert (app.is_over, app.failure) == (False, None)


@pytest.mark.parametrize("key", ["enter", "escape", "y", "n"])
def test_what_closes_may_open_the_next_page(key):
    """A debriefing follows another one where no question lies between, or the answer that was confirmed."""

    async def work(pilot, app, play):
        def open_next(_: bool) -> None:
            app.push_screen(Page("The next", lambda width: []))

        first = ConfirmDialog("Bail out", open_next) if key in "yn" else Page("", lambda width: [], on_closed=open_next)
        app.push_screen(first)
        await settled(pilot)
        await enter(pilot, key)
        await settled(pilot)
        assert [type(each) for each in app.screen_stack[1:]] == [Page]
        assert "The next" in text(app)

    seated(work)


def test_where_one_was_is_told_where_a_game_is_taken_up_again():
    async def work(pilot, app, play):
        assert isinstance(app.screen, Page)
        assert "Where you were: Night 1" in text(app)
        await enter(pilot, "enter")
        assert not isinstance(app.screen, Page)
        await enter(pilot, "enter")
        assert not isinstance(app.screen, Page)

    seated(work, recall=True)


def test_boards_that_are_wider_than_their_place_can_be_moved(monkeypatch):
    wide = DrawnBoards((Text("x" * 70 + "END"),), ())
    monkeypatch.setattr(display, "draw_all_boards", lambda *_: wide)

    async def work(pilot, app, play):
        await enter(pilot, "b")
        await settled(pilot)
        assert "END" not in text(app)
        await enter(pilot, "greater_than_sign")
        await settled(pilot)
        assert "END" in text(app)
        await enter(pilot, "less_than_sign")
        await settled(pilot)
        assert "END" not in text(app)

    seated(work, size=(60, 24))


def test_the_help_page_names_every_key():
    named = {
        word.strip(",;") for key, told in KEY_HELP for word in f"{key} {told if key == 'on a page' else ''}".split()
    }
    words = {"slash": "/", "colon": ":", "question_mark": "?", "escape": "esc", "pageup": "pgup", "pagedown": "pgdn"}
    words |= {"left_square_bracket": "[", "right_square_bracket": "]"}
    words |= {"less_than_sign": "<", "greater_than_sign": ">", "up": "arrows", "down": "arrows", "left": "arrows"}
    words |= {"right": "arrows", "ctrl+c": "ctrl-c", "ctrl+d": "ctrl-d"}
    bound = {
        key
        for part in (GameApp, QuestionPane, Page, ConfirmDialog)
        for binding in part.BINDINGS
        for key in narrow(Binding, binding).key.split(",")
    }
    assert {key for key in bound if words.get(key, key) not in {word.lower() for word in named}} == set()


def test_the_foot_names_keys_where_there_is_room_and_does_what_they_do():
    async def work(pilot, app, play):
        line = next(at for at, shown in enumerate(seen(app)) if "u Undo" in shown)
        column = seen(app)[line].index("Help")
        await pilot.click(offset=(column, line))
        await settled(pilot)
        assert "In the line" in text(app) or "Keys" in text(app)

    seated(work)
    assert "Undo" not in draw_foot(20).plain


def test_a_small_screen_is_none_to_fall_over():
    async def work(pilot, app, play):
        for key in ("enter", "b", "s", "escape", "question_mark", "escape", "enter"):
            await enter(pilot, key)
        assert play.session.event_count > 5

    for size in ((20, 8), (40, 10), (300, 80)):
        seated(work, size=size, level="sensible")


def far_apart(matrix):
    """The table with a range beside each answer, which differs from cell to cell."""
    rows = [
        evolve(
            row,
            options=tuple(
                evolve(each, beside=f"{each.beside}, range {at * 7 + place}") for place, each in enumerate(row.options)
            ),
        )
        for at, row in enumerate(matrix.rows)
    ]
    return evolve(matrix, rows=tuple(rows))


def test_a_table_without_room_tells_the_first_of_what_decides_and_the_rest_of_what_is_marked():
    with start_game(str(FORT), Rules(), GameSetup(seed=1)) as play:
        steward = QuestionFilter(play, "sensible")
        _ = steward.view()
        table = far_apart(narrow(Matrix, steward.question_group()))
    full = [line.plain for line in draw_matrix_at_cursor(table, 60, 1, 100)]
    assert sum(line.count("range") for line in full) == sum(len(row.options) for row in table.rows)
    lines = [line.plain for line in draw_matrix_at_cursor(table, 60, 1, 5)]
    assert len(lines) < len(full)
    assert [line for line in lines if "range" in line] == ["  Brig, 3 o'clock: 5 up, range 7"]
    assert [line for line in lines if line.startswith("> South gun") and "▸5 up" in line]
    held = evolve(table, rows=(evolve(table.rows[0], preferred=-1), *table.rows[1:]))
    assert "  hold" in [line.plain for line in draw_matrix_at_cursor(held, 60, 0, 5)]


def test_a_wide_table_shows_the_columns_about_the_marked_cell_and_says_that_there_are_more():
    with start_game(str(FORT), Rules(), GameSetup(seed=1)) as play:
        steward = QuestionFilter(play, "sensible")
        _ = steward.view()
        table = narrow(Matrix, steward.question_group())
    for marked, edges in ((0, (False, True)), (-1, (True, False))):
        tower = evolve(table.rows[2], preferred=marked)
        lines = [line.plain for line in draw_matrix_at_cursor(evolve(table, rows=(*table.rows[:2], tower)), 34, 2, 100)]
        heads, row = next(line for line in lines if {LEFT_EDGE_SIGN, RIGHT_EDGE_SIGN} & {*line}), lines[-1]
        assert (LEFT_EDGE_SIGN in heads, RIGHT_EDGE_SIGN in heads) == edges
        assert row.startswith("> Tower gun")
        assert "▸" in row
        assert max(map(len, lines)) <= 34
