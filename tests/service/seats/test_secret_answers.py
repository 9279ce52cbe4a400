"""Answers that the rules hide from a seat: it is told nothing of them, nor how many there were, and verifies them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bombsight.service.games.requests import Rules
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.hosting.hosted_table import resume_table
from bombsight.service.seats.protocol.codec import encode_message
from bombsight.service.seats.protocol.host_messages import Awaited, Looked, Revealed, ShareWanted, Turn
from bombsight.service.seats.protocol.seat_messages import Look
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoRefused, UndoReply, UndoRequest
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from tests.service.seats.table import Person, new_table, pass_on, people_at, play_on

RULES = """\
game brood "Brood"
  sources optional
  players Side
  mission main
enum Side: left, right
enum Kind: gold, silver, lead
state main
  mine "The mine": Kind = lead seen by left
  heap "The heap": 0..9 = 0 seen by left
procedure main
  choose opened
    ask "Begin"
    by right
    answer yes "Yes"
      nothing
    answer no "No"
      nothing
  step secret seen by left
    choose k from Kind
      ask "Where is the mine"
      by left
    set mine to k
    repeat 3 times
      if mine is gold
        choose thought
          ask "Think"
          by left
          ROUTINE
          answer yes "Yes"
            set heap to heap + 1
          answer no "No"
            nothing
  roll on Plain
  choose done
    ask "Done"
    by right
    answer yes "Yes"
      nothing
    answer no "No"
      nothing
table Plain "Plain"
  roll 1d6
  ..4: nothing
  5..: nothing
"""


@pytest.fixture
def brood(tmp_path):
    """Plays a game in which the left, who hosts, answers once or four times in secret; both who were there."""

    def play(
        kind: str, *, routine: bool = False, again: bool = False, asks: Level = "all", undoes: bool = False, **more: Any
    ):
        folder = tmp_path / f"{kind}-{len([*tmp_path.iterdir()])}"
        game = folder / "brood"
        game.mkdir(parents=True)
        text = RULES.replace("          ROUTINE\n", "          routine\n" if routine else "")
        (game / "00-game.rules").write_text(text, encoding="utf-8")
        table = new_table(folder, game, "left", **more)
        people = people_at(table, folder, asks)
        play_on(*people, most=1)
        people[1].say(Look())
        for number in range(10):
            asked = next((person for person in people if person.asked is not None), None)
            if asked is None:
                break
            asked.answer(kind if number == 0 else "yes")
            pass_on(*people)
            if again and asked is people[0]:
                people[1] = comes_back(table, folder, people[1])
            if undoes and asked is people[0] and people[1].asked is not None:
                undoes = False
                take_back_and_again(people[0], people[1], kind)
        table.hall.close()
        return people, Rules(folders=(folder,))

    return play


def take_back_and_again(left: Person, right: Person, kind: str) -> None:
    """The left takes back his last answer; the right asks for the same, and the left answers instead of agreeing."""
    left.say(UndoRequest())
    pass_on(left, right)
    right.say(UndoReply(number=right.last(UndoAsked).number, agrees=True))
    pass_on(left, right)
    right.say(UndoRequest())
    pass_on(left, right)
    left.answer(kind if kind == "lead" else "yes")
    pass_on(left, right)


def comes_back(table, folder: Path, person: Person) -> Person:
    """A guest who was away, and hears again where the game stands."""
    found = Person(table.hall, person.seat, folder / f"{person.seat}.seat")
    pass_on(found)
    person.heard += found.heard
    found.heard = person.heard
    return found


def shown(person: Person) -> list[str]:
    """All that somebody was told of the game, without the commitments, which tell nothing without the key."""
    kinds = Turn | Looked | ShareWanted | Awaited | UndoAsked | UndoRefused | Undone
    told = [each for each in person.heard if isinstance(each, kinds)]
    return [
        encode_message(evolve(each, committed="") if isinstance(each, Turn | ShareWanted) else each) for each in told
    ]


def answers_of(person: Person) -> int:
    """How many answers there were in all."""
    return sum(line.startswith('{"a"') for line in person.last(Revealed).save)


def test_how_often_another_answers_in_secret_is_told_neither_in_numbers_nor_by_messages(brood):
    told = []
    for kind, count in (("gold", 6), ("lead", 3)):
        (_, right), rules = brood(kind, seed=4)
        assert answers_of(right) == count
        assert verify_seat_messages(right.file.messages, right.last(Revealed), rules).faults == ()
        told.append(shown(right))
    assert told[0] == told[1]


def test_with_shares_it_is_told_that_another_has_answered_and_not_what_is_routine_to_him(brood):
    told = []
    for kind in ("gold", "lead"):
        (_, right), rules = brood(kind, routine=True, asks="sensible")
        assert verify_seat_messages(right.file.messages, right.last(Revealed), rules).faults == ()
        told.append([each for each in shown(right) if '"roll"' not in each])
    assert told[0] == told[1]
    (_, right), rules = brood("gold")
    found = verify_seat_messages(right.file.messages, right.last(Revealed), rules)
    assert found.faults == ()
    assert any("a share tells that" in each for each in found.unknown)
    wanted = [each for each in right.heard if isinstance(each, ShareWanted)]
    assert [each.move for each in wanted] == [2, 3, 4, 5]
    numbers = [each.number for each in right.heard if isinstance(each, Turn)]
    assert numbers == [0, 1, 1, 1, 1, 1, 2]


@pytest.mark.parametrize("more", [{"seed": 4}, {}])
def test_looks_at_several_moments_of_one_number_are_each_verified(brood, more):
    (_, right), rules = brood("gold", again=True, **more)
    own, revealed = right.file.messages, right.last(Revealed)
    assert verify_seat_messages(own, revealed, rules).faults == ()
    places = [place for place, each in enumerate(own) if isinstance(each, Turn) and each.number == 1]
    assert len(places) > 3
    for place in places:
        other = [*own[:place], evolve(own[place], committed="ab" * 32), *own[place + 1 :]]
        assert "the commitment does not open" in verify_seat_messages(other, revealed, rules).faults[0]
    first, second = places[0], places[-1]
    swapped = [*own]
    swapped[first], swapped[second] = own[second], own[first]
    assert verify_seat_messages(swapped, revealed, rules).faults


def test_an_undo_tells_neither_what_was_taken_back_nor_how_much_of_it_was_secret(brood):
    """The left takes back the last of four secret answers, or his only one; or answers instead of agreeing."""
    told = []
    for kind in ("gold", "lead"):
        (_, right), rules = brood(kind, seed=4, undoes=True)
        found = verify_seat_messages(right.file.messages, right.last(Revealed), rules)
        assert (found.faults, len(found.undos)) == ((), 1)
        told.append(shown(right))
    assert told[0] == told[1]
    assert any('"undone"' in each for each in told[0])
    assert any('"undo_refused"' in each for each in told[0])


def test_a_secret_answer_that_is_changed_afterwards_is_found(brood):
    (_, right), rules = brood("gold", seed=4)
    revealed = right.last(Revealed)
    assert '"silver"' not in "".join(revealed.save)
    save = tuple(line.replace('{"a":"gold"', '{"a":"silver"') for line in revealed.save)
    assert verify_seat_messages(right.file.messages, evolve(revealed, save=save), rules).faults


def test_a_move_of_several_answers_is_made_again_as_a_whole_after_a_kill(tmp_path, monkeypatch):
    """Also where the seat that made it counts fewer answers than there were."""
    game = tmp_path / "brood"
    game.mkdir()
    (game / "00-game.rules").write_text(RULES.replace("          ROUTINE\n", ""), encoding="utf-8")
    table = new_table(tmp_path, game, "left")
    left, right = people_at(table, tmp_path)
    play_on(left, right, most=4, names=["yes", "gold", "yes", "yes"])
    with monkeypatch.context() as patched:
        kept = type(table.game).update_table

        def fails(self, **changes):
            if "moves" in changes:
                raise KeyboardInterrupt
            kept(self, **changes)

        patched.setattr(type(table.game), "update_table", fails)
        left.answer("yes")
        with pytest.raises(KeyboardInterrupt):
            pass_on(left, right)
    table.hall.close()
    table = resume_table(table.save, Rules(folders=(tmp_path,)))
    people = people_at(table, tmp_path)
    play_on(*people)
    found = verify_seat_messages(people[1].file.messages, people[1].last(Revealed), Rules(folders=(tmp_path,)))
    assert (found.faults, found.answers) == ((), 6)
    table.hall.close()
