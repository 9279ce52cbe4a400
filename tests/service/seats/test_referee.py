"""A referee sees everything and can say nothing, and all know of him by the terms."""

from __future__ import annotations

import pytest

from bombsight.runtime.events.views import HiddenView, RollView
from bombsight.service.present.documents import Refused
from bombsight.service.seats.guest.seat_file import read_seat_file
from bombsight.service.seats.hosting.hosted_table import HostedTable
from bombsight.service.seats.protocol.host_messages import Looked, Reasons, Revealed, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, GiveUp, Look, Share, Weigh, Why
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoReply, UndoRequest
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from bombsight.service.seats.visibility.referee import REFEREE_SEAT
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


def test_he_goes_back_with_the_players(watched, tmp_path):
    referee, players = come_to(watched, tmp_path)
    pass_on(referee, *players)
    play_on(*players, most=1)
    pass_on(referee)
    event_count = referee.last(Turn).event_count
    players[1].say(UndoRequest())
    pass_on(referee, *players)
    assert referee.last(UndoAsked).seat == "smuggler"
    players[0].say(UndoReply(number=1, agrees=True))
    pass_on(referee, *players)
    assert referee.last(Undone).seat == "smuggler"
    assert (referee.last(Turn).undone, referee.last(Turn).number) == (1, 0)
    assert referee.last(Turn).event_count < event_count
    play_on(*players)
    pass_on(referee)
    assert verify_seat_messages(referee.file.messages, referee.last(Revealed), RULES).faults == ()
