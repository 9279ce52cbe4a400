"""Names at a table: who may see a thing names it, all who may see it read so, and `verify` finds other names."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from bombsight.runtime.events.names import OwnName
from bombsight.runtime.events.views import SayView
from bombsight.service.games.requests import Rules
from bombsight.service.present.documents import Refused
from bombsight.service.saves.replayed import replay_save
from bombsight.service.seats.guest.seat_file import write_revealed
from bombsight.service.seats.hosting.hosted_table import resume_table
from bombsight.service.seats.protocol.codec import encode_message
from bombsight.service.seats.protocol.host_messages import Looked, Revealed, Turn
from bombsight.service.seats.protocol.name_messages import NamesShown, NamesWanted, Rename
from bombsight.service.seats.protocol.seat_messages import Look
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.protocol.undos import UndoReply, UndoRequest
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from tests.narrowing import unwrap
from tests.service.seats.table import Person, new_table, pass_on, people_at, play_on

RULES_TEXT = """\
game ferry "The Ferry"
  sources optional
  players Side
  mission main
  names "Ada", "Bo", "Cy", "Di"
enum Side: left, right
state main
  pilot "The pilot": text
  spy "The spy": text seen by left
procedure main
  repeat 3 times
    for each s in Side
      choose go
        ask "Does {pilot} go on"
        by s
        answer yes "Yes"
          say "{pilot} goes on."
        answer no "No"
          nothing
    step whisper seen by left
      say "{spy} listens."
"""


@pytest.fixture
def ferry(tmp_path):
    """A table of the ferry, its two persons, and the rules."""
    game = tmp_path / "ferry"
    game.mkdir()
    (game / "00-game.rules").write_text(RULES_TEXT, encoding="utf-8")
    table = new_table(tmp_path, game, "left")
    left, right = people_at(table, tmp_path)
    pass_on(left, right)
    yield table, left, right, Rules(folders=(tmp_path,))
    table.hall.close()


def names(person: Person) -> dict[str, str]:
    """The names that somebody may see, by what has them."""
    person.say(NamesWanted())
    pass_on(person)
    return {each.what: each.name for each in person.last(NamesShown).named}


def rename(person: Person, what: str, name: str) -> None:
    """Somebody gives a thing that he sees another name."""
    names(person)
    thing = next(each for each in person.last(NamesShown).named if each.what == what)
    person.say(Rename(of=thing.of, number=thing.number, name=name))


def text_of(person: Person) -> str:
    """All that somebody was told of the game so far, as it reads now."""
    events: list[object] = []
    for turn in (each for each in person.heard if isinstance(each, Turn)):
        events[turn.start :] = turn.events
    return str(events)


def test_who_sees_a_thing_names_it_and_all_who_see_it_read_so(ferry):
    _, left, right, rules = ferry
    play_on(left, right, most=3)
    assert [*names(left)] == ["The pilot", "The spy"]
    assert [*names(right)] == ["The pilot"]
    assert f"{names(right)['The pilot']} goes on." in text_of(left)
    rename(right, "The pilot", "Old Nan")
    pass_on(left, right)
    for person in (left, right):
        assert text_of(person).count("Old Nan goes on.") == 3
        assert names(person)["The pilot"] == "Old Nan"
    play_on(left, right)
    assert verify_seat_messages(right.file.messages, right.last(Revealed), rules).faults == ()


def test_a_guests_replay_shows_the_names_given_in_play_as_the_hosts_does(ferry, tmp_path):
    table, left, right, rules = ferry
    play_on(left, right, most=3)
    rename(right, "The pilot", "Old Nan")
    play_on(left, right)
    write_revealed(right.last(Revealed), right.file.path.with_suffix(".revealed"))
    of_host, of_guest = (replayed_story(path, rules) for path in (table.hall.game.save, right.file.path))
    assert of_guest == of_host
    assert of_guest.count("Old Nan goes on.") == 6


def replayed_story(path: Path, rules: Rules) -> list[str]:
    """The sentences of the replay of a save, or of the file of a seat whose table is over."""
    views = replay_save(path, rules.folders).journal.views()
    return [view.text for view in views if isinstance(view, SayView)]


def test_a_name_of_what_is_hidden_shows_nowhere_and_cannot_be_given(ferry):
    _, left, right, rules = ferry
    play_on(left, right, most=3)
    names(left)
    spy = next(each for each in left.last(NamesShown).named if each.what == "The spy")
    heard = len(right.heard)
    rename(left, "The spy", "Mata")
    pass_on(left, right)
    assert "Mata listens." in text_of(left)
    assert right.heard[heard:] == []
    right.say(Rename(of=spy.of, number=spy.number, name="Someone"))
    pass_on(left, right)
    assert "nothing that you may see" in right.last(Refused).message
    assert names(left)["The spy"] == "Mata"
    play_on(left, right)
    assert "Mata" not in text_of(right)
    assert verify_seat_messages(right.file.messages, right.last(Revealed), rules).faults == ()


def test_names_stay_when_the_table_is_left_and_an_answer_taken_back(ferry, tmp_path):
    table, left, right, rules = ferry
    play_on(left, right, most=2)
    rename(left, "The pilot", "Nan")
    pass_on(left, right)
    right.say(UndoRequest())
    pass_on(left, right)
    left.say(UndoReply(number=1, agrees=True))
    pass_on(left, right)
    table.hall.close()
    table = resume_table(table.save, rules)
    left, right = people_at(table, tmp_path)
    pass_on(left, right)
    assert unwrap(right.last(Seated).names).own == ()
    rename(right, "The pilot", "Nell")
    pass_on(left, right)
    assert "Nell goes on." in text_of(left)
    play_on(left, right)
    revealed = right.last(Revealed)
    assert [each.name for each in revealed.renames] == ["Nan", "Nell"]
    own = right.file.messages
    assert verify_seat_messages(own, revealed, rules).faults == ()
    other = OwnName("", 0, "Ned")
    for renames in ((), revealed.renames[:1], revealed.renames[::-1], (other, *revealed.renames[1:])):
        assert verify_seat_messages(own, evolve(revealed, renames=renames), rules).faults
    table.hall.close()


def test_a_state_that_was_looked_at_may_have_the_names_of_its_moment(ferry):
    _, left, right, rules = ferry
    play_on(left, right, most=1)
    right.say(Look())
    pass_on(left, right)
    rename(left, "The pilot", "Nan")
    pass_on(left, right)
    right.say(Look())
    pass_on(left, right)
    assert "Nan" in encode_message(right.last(Looked))
    play_on(left, right)
    revealed = right.last(Revealed)
    assert verify_seat_messages(right.file.messages, revealed, rules).faults == ()
    assert verify_seat_messages(right.file.messages, evolve(revealed, renames=()), rules).faults


@pytest.mark.parametrize(("name", "said"), [("", "no name"), ("x" * 40 + "y", "no message"), ("\t", "no name")])
def test_a_name_that_is_none_is_refused(ferry, name, said):
    _, left, right, _ = ferry
    names(right)
    thing = right.last(NamesShown).named[0]
    try:
        right.say(Rename(of=thing.of, number=thing.number, name=name))
    except ValueError:
        assert said == "no message"
        return
    pass_on(left, right)
    assert right.find_last(Refused) is not None
