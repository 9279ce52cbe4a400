"""Boards on a whole screen are played on: a cursor, lit pieces, clicks; by keys, with no terminal."""

from __future__ import annotations

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from bombsight.cli.screen.board_cursor import note_other_row
from bombsight.cli.screen.board_pane import CURSOR_STYLE, LIT_STYLE, MARK_STYLE
from bombsight.cli.screen.board_stops import BoardStop, next_stop, stop_at
from bombsight.cli.screen.choice_dialog import ChoiceDialog
from bombsight.cli.screen.pages import ConfirmDialog
from bombsight.cli.screen.piece_answers import find_piece_answers
from bombsight.cli.screen.question_pane import QuestionPane, refuse_more
from bombsight.runtime.events.describe import Option
from bombsight.service.present.joint_questions import Matrix, RepeatedQuestion, make_matrix
from tests.cli.seated import NARROW, WIDE, enter, seated, settled, text
from tests.service.asked import build_question

COAST = """\
game coast "The Coast"
  sources optional

enum Port: east "East port", south "South port", west "West port"
enum Boat: gull "Gull", tern "Tern"

state career
  berth[Boat] "Lies at": Port = south
  days "Days": 0..9 full = 3
  sunk[Boat]: yes/no = no
  closed[Port]: yes/no = no

board chart "The chart"
  plan Port
    | west "West" | -             | east "East" |
    | -           | south "South" | -           |
  for each b in Boat where not sunk[b] at berth[b]
    mark "{b}"
  for each x in Port where closed[x] at x
    mark "closed"

procedure mission
  choose goal from Port
    ask "Where does the Gull sail"
    beside "{days} days away"
    prefer 0
  set berth[gull] to goal
  for each b in Boat
    choose haven from Port where haven is not berth[b] or none
      ask "{b}: sails on to"
      together "All sail"
      prefer -1
    if haven is not none
      set berth[b] to haven
  choose lost from Boat or none
    ask "Which one is scuttled"
    grave
    prefer -1
  if lost is not none
    set sunk[lost] to yes
  repeat 2 times
    choose shut from Port where not closed[shut] or none
      ask "Which ports are closed"
      together "Closed"
      prefer -1
    if shut is none
      stop
    set closed[shut] to yes
  say "The end of the day."
"""
"""A chart of three ports with two boats: options, a table, a grave answer, and several at a time."""


@pytest.fixture(scope="module")
def coast(tmp_path_factory):
    """The game of the coast."""
    folder = tmp_path_factory.mktemp("coast")
    (folder / "coast.rules").write_text(COAST, encoding="utf-8")
    return folder


def answers(play):
    return [record.name for record in play.session.records if hasattr(record, "name")]


def at_cursor(app):
    """The piece at the cursor, behind the name of its board."""
    return app.board_pane.stop and app.board_pane.stop.name


def styled(app, style):
    """What stands on the boards in a style."""
    return {
        line.plain[span.start : span.end].strip()
        for line in app.board_pane.shown_lines
        for span in line.spans
        if span.style == style
    }


def stop(left, top, *, right=None, answers=()):
    return BoardStop(f"{left},{top}", left, top, right or left + 2, top + 1, "", answers)


def test_arrows_lead_to_the_nearest_stop_in_their_direction():
    stops = [stop(0, 0), stop(20, 0), stop(10, 4), stop(0, 8), stop(20, 8)]
    assert [next_stop(stops, 0, *way) for way in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [1, 3, 0, 0]
    assert [next_stop(stops, 2, *way) for way in ((1, 0), (-1, 0))] == [1, 0]


def test_a_stop_that_holds_another_is_reached_and_left():
    stops = [stop(0, 0, right=10), stop(4, 0), stop(20, 0)]
    assert [next_stop(stops, at, 1, 0) for at in (0, 1)] == [1, 2]
    assert stop_at(stops, 4, 0) == 1
    assert stop_at(stops, 9, 0) == 0
    assert stop_at(stops, 15, 0) is None


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_an_option_is_answered_where_it_stands(coast, size):
    async def work(pilot, app, play):
        assert app.view.question.prompt == "Where does the Gull sail"
        await enter(pilot, "tab")
        await settled(pilot)
        assert at_cursor(app) == "chart:Port.east"
        assert {"West", "South"} <= styled(app, LIT_STYLE)
        assert styled(app, CURSOR_STYLE)
        assert "Where does the Gull sail" in text(app)
        await enter(pilot, "down")
        await settled(pilot)
        assert at_cursor(app) == "chart:Port.south"
        await enter(pilot, "left")
        assert at_cursor(app) == "chart:Port.west"
        await settled(pilot)
        assert "Enter: West port" in text(app)
        await enter(pilot, "enter")
        await settled(pilot)
        assert answers(play)[-1] == "west"
        assert app.focused is app.query_one(QuestionPane)

    seated(work, game=coast, size=size)


def test_the_list_is_as_it_was_after_leaving_the_boards(coast):
    async def work(pilot, app, play):
        for key in ("tab", "escape"):
            shown = text(app)
            await enter(pilot, "tab")
            await settled(pilot)
            assert text(app) != shown
            await enter(pilot, key)
            await settled(pilot)
            assert text(app) == shown
            assert at_cursor(app) is None
        assert answers(play) == []

    seated(work, game=coast)


@pytest.mark.parametrize("key", ["u", "b", "s"])
def test_other_keys_take_the_cursor_away(coast, key):
    async def work(pilot, app, play):
        await enter(pilot, "enter", "tab")
        await settled(pilot)
        assert at_cursor(app)
        await enter(pilot, key)
        await settled(pilot)
        assert at_cursor(app) is None
        assert app.focused is app.query_one(QuestionPane)

    seated(work, game=coast)


def test_a_piece_is_clicked(coast):
    async def work(pilot, app, play):
        west = next(each for each in app.board_pane.stops if each.name == "chart:Port.west")
        region = app.board_pane.content_region
        await pilot.click(offset=(region.x + west.left, region.y + west.top))
        await settled(pilot)
        assert answers(play)[-1] == "west"

    seated(work, game=coast, size=WIDE)


def test_columns_are_marked_in_the_row_at_the_cursor_and_rows_are_found(coast):
    async def work(pilot, app, play):
        await enter(pilot, "down", "enter")
        await settled(pilot)
        asked = app.query_one(QuestionPane)
        assert isinstance(app.group, Matrix)
        assert {(each.kind, each.piece) for each in app.board_pane.answers} >= {
            ("row", "Boat.gull"),
            ("column", "Port.east"),
        }
        await enter(pilot, "tab")
        await settled(pilot)
        while at_cursor(app) != "chart:Port.east":
            await enter(pilot, "right")
        await enter(pilot, "enter")
        await settled(pilot)
        marked = app.group.rows[0].options[asked.marked_in_rows[0]]
        assert (marked.name, asked.cursor) == ("east", 1)
        assert len(answers(play)) == 1
        await enter(pilot, "tab", "enter")
        assert answers(play)[1:] == ["east", "none"]

    seated(work, game=coast, size=WIDE, level="sensible")


def test_a_piece_that_the_row_at_the_cursor_does_not_offer_says_for_which_it_is_marked():
    east, west = (Option(name, f"{name.title()} port", piece=f"Port.{name}") for name in ("east", "west"))
    rows = [
        build_question(*offered, prompt=f"{boat}: sails on to", together="All sail")
        for boat, offered in (("Gull", (east,)), ("Tern", (east, west)))
    ]
    matrix = make_matrix(rows)
    answer = next(each for each in find_piece_answers(rows[0], matrix, 0, {}) if each.piece == "Port.west")
    assert note_other_row(matrix, 0, answer) == "Gull: West port is not offered there. It is marked for Tern."


def test_a_grave_answer_is_asked_once_more_and_places_of_several_answers_ask_which(coast):
    async def work(pilot, app, play):
        await enter(pilot, "down", "enter", "enter")
        if app.view.question.prompt != "Which one is scuttled":
            await enter(pilot, "enter")
        await settled(pilot)
        assert app.view.question.prompt == "Which one is scuttled"
        given = answers(play)
        await enter(pilot, "tab")
        await settled(pilot)
        assert len(app.board_pane.stop.answers) == 2
        await enter(pilot, "enter")
        assert isinstance(app.screen, ChoiceDialog)
        await enter(pilot, "escape")
        assert answers(play) == given
        await enter(pilot, "enter", "down", "enter")
        assert isinstance(app.screen, ConfirmDialog)
        await enter(pilot, "n")
        assert answers(play) == given
        await enter(pilot, "tab")
        await settled(pilot)
        await enter(pilot, "enter", "1", "y")
        await settled(pilot)
        assert answers(play)[-1] == "gull"

    seated(work, game=coast, size=WIDE)


def test_several_are_taken_and_left(coast):
    async def work(pilot, app, play):
        for _ in range(6):
            if isinstance(app.group, RepeatedQuestion):
                break
            await enter(pilot, "enter")
        await settled(pilot)
        asked = app.query_one(QuestionPane)
        await enter(pilot, "tab")
        await settled(pilot)
        await enter(pilot, "enter")
        first = app.board_pane.stop
        assert asked.taken_places == [first.answers[0].index]
        await enter(pilot, "escape")
        await settled(pilot)
        assert styled(app, MARK_STYLE) == {"1"}, "marked where it stands"
        asked.taken_places = [0, 1]
        asked.cursor = 2
        await enter(pilot, "space")
        await settled(pilot)
        assert asked.taken_places == [0, 1]
        assert refuse_more(2) in text(app)
        asked.cursor = 0
        await enter(pilot, "space", "down", "space")
        assert asked.taken_places == []
        await settled(pilot)
        assert styled(app, MARK_STYLE) == set()

    seated(work, game=coast, size=WIDE, level="sensible")
