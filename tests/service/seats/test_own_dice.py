"""Dice of one's own at a table: who throws, what is refused, and that `verify` believes them and checks the rest."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.events.views import RollView
from bombsight.service.present.documents import Refused
from bombsight.service.seats.hosting.hosted_table import resume_table
from bombsight.service.seats.protocol.host_messages import Revealed, Turn
from bombsight.service.seats.protocol.seat_messages import Thrown
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import UndoReply, UndoRequest
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from tests.narrowing import unwrap
from tests.service.seats.table import RULES, Person, new_table, pass_on, people_at, play_on

GUEST, HOST = "smuggler", "keeper"


@pytest.fixture
def table(tmp_path):
    """A table of the cove at which each throws his own dice."""
    opened = new_table(tmp_path, dice="own")
    yield opened
    opened.hall.close()


def thrower(*people: Person) -> Person | None:
    """Who is to throw; None for nobody."""
    return next((each for each in people if each.find_last(Turn) and each.last(Turn).throw is not None), None)


def throw(person: Person, *faces: int) -> None:
    """Throw the awaited dice."""
    person.say(Thrown(number=person.last(Turn).event_count, faces=faces))


def play_and_throw(*people: Person, face: int = 3) -> None:
    """Play on to the end; all dice show the same."""
    play_on(*people)
    while (person := thrower(*people)) is not None and person.find_last(Revealed) is None:
        throw(person, face)
        pass_on(*people)
        play_on(*people)


def test_all_agree_to_dice_of_their_own_and_who_answered_last_throws(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest)
    assert guest.last(Waits).dice == guest.last(Seated).dice == "own"
    assert (guest.last(Seated).anchors, guest.last(Seated).seed) == ({}, None)
    person = unwrap(thrower(host, guest))
    assert person.seat == HOST
    assert unwrap(person.last(Turn).throw).title == "The tide"
    assert (guest.last(Turn).turn, guest.last(Turn).throw) == (HOST, None)
    throw(host, 5)
    pass_on(host, guest)
    (rolled,) = [
        each for turn in guest.heard if isinstance(turn, Turn) for each in turn.events if isinstance(each, RollView)
    ]
    assert rolled.faces == (5,)
    play_and_throw(host, guest)
    found = verify_seat_messages(guest.file.messages, guest.last(Revealed), RULES)
    assert found.faults == ()
    assert any("believed, not proved" in each for each in found.unknown)


def test_impossible_faces_and_dice_of_another_are_refused_and_a_throw_counts_once(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest)
    number = host.last(Turn).event_count
    for person, faces in ((host, (7,)), (host, (0,)), (host, (1, 2)), (guest, (3,))):
        before = len(person.heard)
        person.send(Thrown(number=person.last(Turn).event_count, faces=faces))
        pass_on(host, guest)
        assert isinstance(person.heard[before], Refused)
    throw(host, 2)
    host.send(Thrown(number=number, faces=(2,)))
    pass_on(host, guest)
    assert host.last(Turn).event_count > number
    play_and_throw(host, guest)
    assert verify_seat_messages(guest.file.messages, guest.last(Revealed), RULES).faults == ()


def test_dice_are_taken_back_with_what_they_followed_and_thrown_anew(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest)
    throw(host, 6)
    pass_on(host, guest)
    host.say(UndoRequest())
    pass_on(host, guest)
    guest.say(UndoReply(number=1, agrees=True))
    pass_on(host, guest)
    play_and_throw(host, guest, face=1)
    revealed = guest.last(Revealed)
    found = verify_seat_messages(guest.file.messages, revealed, RULES)
    assert (found.faults, len(found.undos)) == ((), 1)
    (undo,) = revealed.undos
    other = evolve(undo, removed=tuple(line.replace("[6]", "[5]") for line in undo.removed))
    assert verify_seat_messages(guest.file.messages, evolve(revealed, undos=(other,)), RULES).faults


def test_a_table_with_own_dice_is_left_while_they_are_awaited(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest)
    table.hall.close()
    table = resume_table(table.save, RULES)
    host, guest = people_at(table, tmp_path)
    pass_on(host, guest)
    assert thrower(host, guest) is host
    play_and_throw(host, guest)
    assert verify_seat_messages(guest.file.messages, guest.last(Revealed), RULES).faults == ()
    table.hall.close()


def test_a_throw_that_was_told_otherwise_is_found(tmp_path):
    table = new_table(tmp_path, seat="smuggler", dice="own")
    host, guest = people_at(table, tmp_path)
    play_and_throw(host, guest)
    table.hall.close()
    own, revealed = guest.file.messages, guest.last(Revealed)
    assert verify_seat_messages(own, revealed, RULES).faults == ()
    lines = [*revealed.save]
    place = next(at for at, line in enumerate(lines) if line.startswith('{"d"'))
    lines[place] = lines[place].replace("[3]", "[4]")
    found = verify_seat_messages(own, evolve(revealed, save=tuple(lines)), RULES).faults
    assert "fell otherwise than this seat threw them" in found[0]
    thrown = next(at for at, each in enumerate(own) if isinstance(each, Thrown))
    assert verify_seat_messages([*own[:thrown], *own[thrown + 1 :]], revealed, RULES).faults


@pytest.mark.parametrize("more", [{"seed": 3}, {"autos": (GUEST,)}, {"spares": True}])
def test_what_makes_no_sense_beside_own_dice_is_refused(tmp_path, more):
    with pytest.raises(InputError, match="exclude each other"):
        new_table(tmp_path, dice="own", **more)
