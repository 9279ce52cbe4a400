"""Undo by consent: who is asked, what comes back, that the dice behind it are fresh, and what `verify` says of it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.records import Answer, Record
from bombsight.service.present.documents import Refused
from bombsight.service.seats.hosting import hosted_undos
from bombsight.service.seats.hosting.hosted_game import HostedGame
from bombsight.service.seats.hosting.hosted_table import HostedTable, resume_table
from bombsight.service.seats.protocol.commitments import derive_undo_seed
from bombsight.service.seats.protocol.host_messages import Revealed, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, GiveUp, Thrown
from bombsight.service.seats.protocol.undos import (
    Undo,
    UndoAsked,
    Undone,
    UndoRefused,
    UndoReply,
    UndoRequest,
    standing_moves,
)
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from tests.narrowing import unwrap
from tests.service.seats.table import RULES, Person, new_table, pass_on, people_at, play_on

GUEST, HOST = "smuggler", "keeper"


@pytest.fixture(params=[{}, {"seed": 4}], ids=["shares", "seed"])
def table(request, tmp_path):
    """A table of two, by shares and by a seed that the host named."""
    opened = new_table(tmp_path, **request.param)
    yield opened
    opened.hall.close()


def records(table: HostedTable) -> list[Record]:
    """The records of the game."""
    return [*table.game.running_arbiter.play.session.records]


def faults(person: Person) -> tuple[str, ...]:
    """What the guest's program finds at the end."""
    return verify_seat_messages(person.file.messages, person.last(Revealed), RULES).faults


def undo(asker: Person, other: Person, *, agrees: bool = True) -> None:
    """One asks to take back his last answer, and the other replies."""
    asker.say(UndoRequest())
    pass_on(asker, other)
    other.say(UndoReply(number=other.last(UndoAsked).number, agrees=agrees))
    pass_on(asker, other)


def test_who_agrees_takes_back_the_others_last_answer_and_what_followed(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=4)
    before, turn = records(table), unwrap(guest.asked)
    play_on(host, guest, most=2)
    undo(guest, host)
    assert host.last(UndoAsked) == UndoAsked(number=1, seat=GUEST, own_answers=1)
    assert guest.last(Undone) == host.last(Undone) == Undone(number=1, seat=GUEST)
    assert records(table) == before
    again = unwrap(guest.asked)
    assert (again.number, again.undone, again.question) == (turn.number, 1, turn.question)
    play_on(host, guest)
    found = verify_seat_messages(guest.file.messages, guest.last(Revealed), RULES)
    assert found.faults == ()
    assert found.undos == ("Taken back: answer 2 of the smuggler and what followed, at your request",)


def test_the_answer_that_is_given_anew_has_fresh_dice(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=5)
    old = records(table)
    undo(host, guest)
    kept = len(records(table))
    play_on(host, guest, most=1)
    answers = [each for each in (old[kept], records(table)[kept]) if isinstance(each, Answer)]
    assert answers[0].name == answers[1].name
    assert answers[0].seed != answers[1].seed
    if not table.game.table.guests:
        assert answers[1].seed == derive_undo_seed(4, 1)


def test_a_refused_request_changes_nothing_and_can_be_made_again(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=4)
    before = records(table), guest.last(Turn)
    undo(guest, host, agrees=False)
    assert guest.last(UndoRefused) == UndoRefused(number=1, seat=HOST)
    assert (records(table), guest.last(Turn)) == before
    undo(guest, host)
    assert guest.last(Undone).number == 2
    play_on(host, guest)
    assert faults(guest) == ()


def test_an_answer_meanwhile_refuses_the_request_and_a_late_consent_does_nothing(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=4)
    asked, other = (host, guest) if host.asked else (guest, host)
    other.say(UndoRequest())
    pass_on(host, guest)
    asked.answer()
    pass_on(host, guest)
    assert other.last(UndoRefused) == UndoRefused(number=1, seat=asked.seat)
    before = records(table)
    asked.say(UndoReply(number=1, agrees=True))
    pass_on(host, guest)
    assert records(table) == before
    assert asked.find_last(Undone) is None
    play_on(host, guest)
    assert faults(guest) == ()


def test_the_asker_withdraws_his_request_and_nobody_agrees_to_his_own(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=4)
    guest.say(UndoRequest())
    guest.say(UndoReply(number=1, agrees=True))
    pass_on(host, guest)
    assert guest.find_last(Undone) is None
    guest.say(UndoReply(number=1, agrees=False))
    pass_on(host, guest)
    assert host.last(UndoRefused) == UndoRefused(number=1, seat=GUEST)


def test_nothing_is_taken_back_by_who_has_answered_nothing_or_behind_the_end(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    pass_on(host, guest)
    guest.say(UndoRequest())
    pass_on(host, guest)
    assert "no answer" in guest.last(Refused).message
    play_on(host, guest)
    guest.say(UndoRequest())
    pass_on(host, guest)
    assert "the game is over" in guest.last(Refused).message


def test_one_request_is_open_at_most(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=4)
    guest.say(UndoRequest())
    host.say(UndoRequest())
    pass_on(host, guest)
    assert "has asked already" in host.last(Refused).message
    assert table.game.table.undo_requests == 1


def test_who_plays_with_the_autopilot_needs_no_consent(tmp_path):
    table = new_table(tmp_path, seat="none", autos=(HOST,))
    (guest,) = people_at(table, tmp_path)
    play_on(guest, most=2)
    guest.say(UndoRequest())
    pass_on(guest)
    assert guest.last(Undone).number == 1
    assert guest.find_last(UndoAsked) is None
    play_on(guest)
    assert faults(guest) == ()
    table.hall.close()


def test_a_request_is_sent_again_to_who_comes_back(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=4)
    host.say(UndoRequest())
    pass_on(host)
    back = Person(table.hall, GUEST, tmp_path / "smuggler.seat")
    pass_on(host, back)
    back.say(UndoReply(number=back.last(UndoAsked).number, agrees=True))
    pass_on(host, back)
    assert back.last(Turn).undone == 1
    play_on(host, back)
    assert faults(back) == ()


def test_who_was_away_as_it_was_taken_back_hears_of_it_and_gets_all_events(table, tmp_path):
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=4)
    guest.say(UndoRequest())  # and never hears what becomes of it
    pass_on(host)
    host.say(UndoReply(number=1, agrees=True))
    pass_on(host)
    back = Person(table.hall, GUEST, tmp_path / "smuggler.seat")
    pass_on(host, back)
    turn = back.last(Turn)
    assert (turn.undone, turn.start) == (1, 0)
    assert back.last(Undone).number == 1
    play_on(host, back)
    assert faults(back) == ()


@pytest.mark.parametrize("moment", ["consent", "before", "after"])
def test_the_host_who_is_killed_takes_back_as_he_goes_on(table, tmp_path, monkeypatch, moment):
    """Killed as consent is on the disk, as the undo is, or as it is carried out in the save."""
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=4)
    guest.say(UndoRequest())
    pass_on(host, guest)
    game = table.game
    with monkeypatch.context() as patched:

        def fails(*_: object) -> NoReturn:
            raise KeyboardInterrupt

        arbiter = game.running_arbiter
        take_back = type(arbiter).take_back
        match moment:
            case "consent":
                patched.setattr(hosted_undos, "take_back_if_agreed", fails)
            case "before":
                patched.setattr(type(arbiter), "take_back", fails)
            case _:

                def takes_back_and_fails(*arguments: Any) -> NoReturn:
                    take_back(*arguments)
                    raise KeyboardInterrupt

                patched.setattr(type(arbiter), "take_back", takes_back_and_fails)
        with pytest.raises(KeyboardInterrupt):
            host.say(UndoReply(number=1, agrees=True))
    table.hall.close()
    table = resume_table(table.save, RULES)
    host, guest = people_at(table, tmp_path)
    pass_on(host, guest)
    assert guest.last(Turn).undone == 1
    assert guest.asked is not None
    play_on(host, guest)
    assert faults(guest) == ()
    table.hall.close()


def test_a_guest_leaves_a_host_who_takes_back_without_his_consent(tmp_path):
    table = new_table(tmp_path)
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=4)
    turn = guest.last(Turn)
    with pytest.raises(InputError, match="without this seat's consent"):
        guest.program.handle_message(evolve(turn, number=0, start=0, undone=1))
    guest.program.handle_message(UndoAsked(number=1, seat=GUEST, own_answers=0))  # he asked for nothing
    with pytest.raises(InputError, match="without this seat's consent"):
        guest.program.handle_message(evolve(turn, number=0, start=0, undone=1))
    guest.program.handle_message(UndoAsked(number=2, seat=HOST, own_answers=0))
    guest.say(UndoReply(number=2, agrees=True))
    with pytest.raises(InputError, match="earlier question"):
        guest.program.handle_message(evolve(turn, number=0, start=0, undone=2, moves=turn.moves - 1))
    guest.program.handle_message(evolve(turn, number=0, start=0, undone=2))
    table.hall.close()


def test_moves_keep_their_numbers():
    more: dict[str, Any] = {"asked_by": GUEST, "kept": 0, "removed": ("{}",)}
    undos = [Undo(number=1, moves=5, back_to=3, **more), Undo(number=3, moves=6, back_to=2, **more)]
    assert standing_moves(4, []) == [1, 2, 3, 4]
    assert standing_moves(6, undos[:1]) == [1, 2, 6]
    assert standing_moves(7, undos) == [1, 7]


# --- whole games


def game_with_undos(choose: Callable[[int], int], **more: Any) -> tuple[Person, Person]:
    """A whole game in which answers, requests for undos and replies are chosen by ``choose``, below a number."""
    with tempfile.TemporaryDirectory() as folder:
        table = new_table(Path(folder), **more)
        people = people_at(table, Path(folder))
        pass_on(*people)
        for _ in range(60):
            asked = next((person for person in people if person.asked is not None), None)
            if asked is None:
                break
            if choose(4) == 0:
                who = choose(2)
                people[who].say(UndoRequest())
                pass_on(*people)
                request = table.game.table.asked_undo
                if request is not None:
                    people[1 - who].say(UndoReply(number=request.number, agrees=choose(3) > 0))
                    pass_on(*people)
                continue
            question = unwrap(unwrap(asked.asked).question)
            asked.answer(question.options[choose(len(question.options))].name)
            pass_on(*people)
        else:
            people[0].say(GiveUp())
            pass_on(*people)
        table.hall.close()
        return people[0], people[1]


@settings(max_examples=12, deadline=None)
@given(st.data(), st.sampled_from([{}, {"seed": 4}]))
def test_games_with_any_undos_verify_and_each_changed_undo_is_found(data, more):
    _, guest = game_with_undos(lambda count: data.draw(st.integers(0, count - 1)), **more)
    own, revealed = guest.file.messages, guest.last(Revealed)
    found = verify_seat_messages(own, revealed, RULES)
    assert found.faults == ()
    assert len(found.undos) == len(revealed.undos)
    if not revealed.undos:
        return
    place = data.draw(st.integers(0, len(revealed.undos) - 1))
    changed = data.draw(st.sampled_from(changes_of(revealed.undos[place])))
    undos = (*revealed.undos[:place], *changed, *revealed.undos[place + 1 :])
    assert verify_seat_messages(own, evolve(revealed, undos=undos), RULES).faults


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.data(), st.sampled_from([{}, {"seed": 4}, {"dice": "own"}, {"seat": "none"}]))
def test_games_with_undos_whose_host_is_killed_at_any_write_go_on_and_verify(data, more):
    def chance(percent: int) -> bool:
        return data.draw(st.integers(0, 99)) < percent

    write = HostedGame.update_table

    def write_or_fail(game: HostedGame, **changes: Any) -> None:
        is_killed = chance(8)
        if not is_killed or chance(50):
            write(game, **changes)
        if is_killed:
            raise KeyboardInterrupt

    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patched:
        table = new_table(Path(name), **more)
        people = people_at(table, Path(name))
        pass_on(*people)
        for _ in range(30):
            if people[-1].find_last(Revealed) is not None:
                break
            patched.setattr(HostedGame, "update_table", write_or_fail)
            try:
                act(table, people, chance)
            except KeyboardInterrupt:
                table.hall.close()
                patched.setattr(HostedGame, "update_table", write)
                table = resume_table(table.save, RULES)
                people = people_at(table, Path(name))
                pass_on(*people)
            patched.setattr(HostedGame, "update_table", write)
        else:
            people[0].say(GiveUp())
            pass_on(*people)
        table.hall.close()
        for person in people:
            if person.seat != table.host_seat:
                assert faults(person) == ()


def act(table: HostedTable, people: list[Person], chance: Callable[[int], bool]) -> None:
    """Somebody asks for an undo and the others reply, or whose turn it is answers or throws."""
    if chance(25):
        asker = people[chance(50)]
        asker.say(UndoRequest())
        pass_on(*people)
        request = table.game.table.asked_undo
        for person in people if request is not None else ():
            if person is not asker:
                person.say(UndoReply(number=unwrap(request).number, agrees=chance(75)))
                pass_on(*people)
        return
    for person in people:
        turn = person.find_last(Turn)
        if turn is not None and turn.throw is not None:
            person.say(Thrown(number=turn.event_count, faces=(1 + chance(50),)))
            break
        if person.asked is not None:
            options = unwrap(person.asked.question).options
            person.answer(options[-1 if chance(30) else 0].name)
            break
    pass_on(*people)


def changes_of(undo: Undo) -> list[tuple[Undo, ...]]:
    """An undo as it was not."""
    other = HOST if undo.asked_by == GUEST else GUEST
    return [
        (),
        (evolve(undo, number=undo.number + 100),),
        (evolve(undo, asked_by=other),),
        (evolve(undo, moves=undo.moves + 1),),
        (evolve(undo, back_to=undo.back_to + 1),) if undo.back_to else (),
        (evolve(undo, kept=undo.kept + 1),),
        (evolve(undo, removed=undo.removed[1:] or ("{}",)),),
        (evolve(undo, removed=(*undo.removed, undo.removed[0])),),
    ]


def test_a_changed_answer_or_die_of_a_branch_that_was_taken_back_is_found(tmp_path):
    table = new_table(tmp_path)
    host, guest = people_at(table, tmp_path)
    play_on(host, guest, most=9)
    undo(host, guest)
    undo(guest, host)
    undo(guest, host)
    play_on(host, guest)
    table.hall.close()
    assert faults(guest) == ()
    own, revealed = guest.file.messages, guest.last(Revealed)
    assert any(line.startswith('{"d"') for each in revealed.undos for line in each.removed)
    for place, each in enumerate(revealed.undos):
        for number, line in enumerate(each.removed):
            other = line.replace('{"d":[', '{"d":[7,') if line.startswith('{"d"') else line.replace('{"a":"', '{"a":"x')
            removed = (*each.removed[:number], other, *each.removed[number + 1 :])
            undos = (*revealed.undos[:place], evolve(each, removed=removed), *revealed.undos[place + 1 :])
            assert verify_seat_messages(own, evolve(revealed, undos=undos), RULES).faults
    for place, message in enumerate(own):
        if isinstance(message, Turn) and message.undone:
            other_turn = evolve(message, committed="ab" * 32)
            assert verify_seat_messages([*own[:place], other_turn, *own[place + 1 :]], revealed, RULES).faults
    without = [each for each in own if not isinstance(each, UndoReply)]
    assert "did not agree" in verify_seat_messages(without, revealed, RULES).faults[0]
    for place, message in enumerate(own):
        if isinstance(message, Answered) and message.names != ("at_caves",):
            other_answer = evolve(message, names=("at_caves",))
            assert verify_seat_messages([*own[:place], other_answer, *own[place + 1 :]], revealed, RULES).faults
