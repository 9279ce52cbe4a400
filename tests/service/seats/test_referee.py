"""A referee sees everything and can say nothing, and all know of him by the terms."""

from __future__ import annotations

import pytest

from bombsight.runtime.events.views import HiddenView, RollView
from bombsight.service.present.documents import Refused
from bombsight.service.seats.hosted_table import HostedTable
from bombsight.service.seats.messages import (
    Answered,
    GiveUp,
    Look,
    Looked,
    Reasons,
    Revealed,
    Seated,
    Share,
    Turn,
    Weigh,
    Why,
)
from bombsight.service.seats.referee import REFEREE_SEAT
from bombsight.service.seats.seat_file import read_seat_file
from bombsight.service.seats.seat_verification import verify_seat_messages
from bombsight.service.seats.undos import UndoReply, UndoRequest
from tests.service.seats.table import RULES, Person, new_table, pass_on, people_at, play_on


@pytest.fixture
def watched(tmp_path):
    """A table with a referee, who sat down first."""
    table = new_table(tmp_path, has_referee=True)
    yield table
    table.hall.close()


def come_to(table: HostedTable, tmp_path) -> tuple[Person, list[Person]]:
    """The referee, and the players."""
    referee = Person(table.hall, REFEREE_SEAT, tmp_path / "referee.seat")
    return referee, people_at(table, tmp_path)


def test_he_sees_the_whole_story_with_nothing_hidden_and_every_question(watched, tmp_path):
    referee, players = come_to(watched, tmp_path)
    play_on(*players, most=4)
    pass_on(referee)
    views = [event for each in referee.heard if isinstance(each, Turn) for event in each.events]
    assert not any(isinstance(view, HiddenView) for view in views)
    assert {type(view) for view in players[1].last(Turn).events}
    session = watched.hall.arbiter.play.session
    assert len(views) == session.event_count
    turn = referee.last(Turn)
    assert (turn.question is not None, turn.turn) == (True, watched.hall.arbiter.seat_to_answer)
    referee.say(Look())
    pass_on(referee)
    shown = str(referee.last(Looked).sheet)
    assert "hidden" not in shown
    at = next(at for at, view in enumerate(views) if isinstance(view, RollView))
    referee.say(Why(event=at))
    referee.say(Look(event_count=at))
    pass_on(referee)
    assert referee.last(Reasons).stake is not None
    assert referee.last(Looked).event_count == at


def test_he_can_say_nothing(watched, tmp_path):
    referee, players = come_to(watched, tmp_path)
    pass_on(referee, *players)
    before = watched.game.table
    for said in (Answered(number=0, names=("at_east",)), GiveUp(), Weigh(), Share(move=0, share="12" * 32)):
        referee.send(said)
        pass_on(referee)
        assert "looks on, and says nothing" in referee.last(Refused).message
    assert watched.game.table == before


def test_all_are_told_of_him_before_the_first_question_and_verify_names_him(watched, tmp_path):
    referee, players = come_to(watched, tmp_path)
    play_on(*players)
    pass_on(referee)
    assert all(person.last(Seated).has_referee for person in players)
    for person in (players[1], referee):
        checked = verify_seat_messages(read_seat_file(person.file.path), person.last(Revealed), RULES)
        assert checked.faults == ()
        assert any("the referee told anybody" in each for each in checked.unknown)


def test_nothing_waits_for_him(watched, tmp_path):
    players = people_at(watched, tmp_path)
    play_on(*players)
    assert players[1].find_last(Revealed) is not None
    late = Person(watched.hall, REFEREE_SEAT, tmp_path / "referee.seat")
    pass_on(late)
    assert late.last(Turn).turn == ""


def test_an_undo_to_which_the_players_agree_needs_no_consent_of_his(watched, tmp_path):
    referee, players = come_to(watched, tmp_path)
    host, guest = players
    everybody = (referee, *players)
    play_on(*players, most=3)
    guest.say(UndoRequest())
    pass_on(*everybody)
    host.say(UndoReply(number=1, agrees=True))
    pass_on(*everybody)
    play_on(*players)
    pass_on(referee)
    views = [view for turn in referee.heard if isinstance(turn, Turn) and turn.undone for view in turn.events]
    assert (referee.last(Turn).undone, bool(views)) == (1, True)
    found = verify_seat_messages(referee.file.messages, referee.last(Revealed), RULES)
    assert found.faults == ()
