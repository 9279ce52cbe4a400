"""A table that people come to and leave, without a line between."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import Any

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.events.views import RollView
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.documents import Refused
from bombsight.service.seats.guest.guest import GuestClient, HostCheatsError
from bombsight.service.seats.guest.seat_file import Root, SeatFile, SeenState
from bombsight.service.seats.hosting.hosted_table import HostedTable, resume_table
from bombsight.service.seats.hosting.seat_connection import Goodbye
from bombsight.service.seats.mail.host_mail import check_commitment
from bombsight.service.seats.mail.mail_documents import Acceptance
from bombsight.service.seats.protocol.commitments import anchor_of, generate_secret, share_of
from bombsight.service.seats.protocol.host_messages import Awaited, Looked, Reasons, Revealed, ShareWanted, There, Turn
from bombsight.service.seats.protocol.seat_messages import (
    Answered,
    GiveUp,
    Hello,
    Look,
    SeatMessage,
    Share,
    ShareRefused,
    Weigh,
    Why,
)
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from tests.narrowing import narrow, unwrap
from tests.service.seats.table import COVE, RULES, Person, cove_by_daylight, new_table, pass_on, people_at, play_on

RUNNERS = COVE.parents[2] / "runners"
VAULT = COVE.parent / "vault"
GAMES = [(COVE, "keeper"), (COVE, "none"), (RUNNERS, None), (RUNNERS, "none"), (VAULT, None), (VAULT, "none")]


ROOT = "12" * 32
"""Of a chain of shares."""


@pytest.fixture
def table(tmp_path):
    """A table of the cove, whose host keeps the light."""
    found = new_table(tmp_path)
    yield found
    found.hall.close()


def has_begun(table: HostedTable) -> bool:
    return table.hall.arbiter is not None


def kinds(person: Person) -> list[type]:
    """The kinds of what somebody was told."""
    return [type(each) for each in person.heard]


def faults(person: Person, rules=RULES) -> str:
    """What is found by what somebody has kept, and by what he was revealed."""
    return "; ".join(verify_seat_messages(person.file.messages, person.last(Revealed), rules).faults)


def test_a_game_begins_when_all_are_there_and_have_opened_their_first_shares(table, tmp_path):
    keeper = Person(table.hall, "keeper")
    keeper.send(Answered(number=0, names=("at_east",)))
    pass_on(keeper)
    assert kinds(keeper) == [Waits, Refused]
    smuggler = Person(table.hall, "smuggler", tmp_path / "own.seat")
    assert not has_begun(table)
    pass_on(keeper, smuggler)
    assert kinds(smuggler) == [Waits, Seated, There, Turn]
    assert kinds(keeper)[2:] == [Seated, There, Awaited, Turn]
    smuggler.answer()
    pass_on(keeper, smuggler)
    assert smuggler.last(Turn).start == len(narrow(Turn, smuggler.heard[3]).events)
    keeper.answer()
    pass_on(keeper)
    assert keeper.last(Awaited).seats == ("smuggler",)  # his answer stands, and its dice are nobody's yet
    assert table.hall.arbiter.answer_count == 1
    pass_on(keeper, smuggler)
    assert table.hall.arbiter.answer_count == 2
    assert table.hall.connected_seats == {"keeper", "smuggler"}


def test_dice_behind_each_answer_are_of_another_seed_which_no_file_of_the_host_holds_before(table, tmp_path):
    people = people_at(table, tmp_path)
    pass_on(*people)
    seeds = set()
    for _ in range(100):
        asked = next((person for person in people if person.asked is not None), None)
        if asked is None:
            break
        before = {path: path.read_bytes() for path in tmp_path.glob("t.save*")}
        asked.answer()
        pass_on(*people)
        records = read_save(str(table.save)).records
        seed = next(each.seed for each in reversed(records) if isinstance(each, Answer) and each.seed is not None)
        assert seed not in seeds
        assert all(str(seed).encode() not in data for data in before.values())
        seeds.add(seed)
    assert len(seeds) == len(people[1].last(Revealed).moves)
    assert faults(people[1]) == ""


def test_who_comes_last_has_the_seat_and_who_was_there_is_not_heard(table, tmp_path):
    keeper, first = people_at(table, tmp_path)
    pass_on(keeper, first)
    turn = first.last(Turn)
    second = Person(table.hall, "smuggler", tmp_path / "smuggler.seat")
    assert first.inbox[-1] == Goodbye(is_taken=True)
    pass_on(keeper, second)
    assert (second.last(Turn).start, second.last(Turn).events) == (len(turn.events), ())
    first.inbox.clear()
    first.answer()
    for message in (Look(), GiveUp(), Share(move=1, share="ab" * 32), unwrap(first.file.last_message(Hello))):
        first.send(message)
    assert (table.hall.arbiter.answer_count, [*first.inbox], [*second.inbox]) == (0, [], [])
    table.hall.disconnect("smuggler", first.put)
    assert table.hall.connected_seats == {"keeper", "smuggler"}
    second.answer()
    assert table.hall.arbiter.answer_count == 1


def test_who_claims_to_know_more_than_has_happened_is_told_from_the_beginning(table, tmp_path):
    keeper, smuggler = people_at(table, tmp_path)
    pass_on(keeper, smuggler)
    again = Person(table.hall, "smuggler", tmp_path / "smuggler.seat")
    again.inbox.clear()
    again.send(evolve(unwrap(smuggler.file.last_message(Hello)), have=2**60))
    pass_on(again)
    assert (again.last(Turn).start, len(again.last(Turn).events) > 0) == (0, True)


def test_an_answer_without_its_share_changes_nothing(table, tmp_path):
    keeper, smuggler = people_at(table, tmp_path)
    pass_on(keeper, smuggler)
    smuggler.send(Answered(number=0, names=("at_east",), move=1))
    pass_on(smuggler)
    assert "without its share" in smuggler.last(Refused).message
    assert (table.game.table.pending, table.game.is_over) == (None, False)


def test_a_seat_cannot_commit_itself_to_something_else_later(table, tmp_path):
    pass_on(*people_at(table, tmp_path))
    other = Person(table.hall, "smuggler", tmp_path / "other.seat")
    pass_on(other)
    assert "has committed itself to other shares" in other.last(Refused).message
    table.hall.handle_message("smuggler", other.put, Hello())
    pass_on(other)
    assert "no commitment" in other.last(Refused).message


def test_who_comes_after_the_end_is_told_of_it(table, tmp_path):
    people = people_at(table, tmp_path)
    play_on(*people)
    late = Person(table.hall, "smuggler", tmp_path / "smuggler.seat")
    pass_on(late)
    assert kinds(late)[-2:] == [Turn, Revealed]
    assert faults(late) == ""


def test_a_game_that_cannot_begin_is_over_for_all(table, tmp_path, monkeypatch):
    def fails(self):
        raise InputError("the disk is full")

    monkeypatch.setattr(type(table.game), "_begin_game", fails)
    people = people_at(table, tmp_path)
    pass_on(*people)
    assert [each.last(Refused).message for each in people] == ["the disk is full"] * 2
    assert table.hall.failure is not None


@pytest.mark.parametrize("asks", ["all", "sensible"])
@pytest.mark.parametrize(
    ("game", "seat"),
    GAMES,
)
def test_an_honest_table_is_found_so(tmp_path, game, seat, asks):
    table = new_table(tmp_path, game, seat)
    people = people_at(table, tmp_path, asks)
    pass_on(*people)
    has_looked = False
    for number in range(200):
        asked = next((person for person in people if person.asked is not None), None)
        if asked is None:
            break
        for person in people:
            person.say(Look())
            person.say(Look(event_count=len(asked.last(Turn).events) or 1))
        has_looked = True
        if number < 3:
            asked.say(Weigh())
        asked.answer()
        pass_on(*people)
    for person in people:
        if person._file is not None:
            assert any(isinstance(each, SeenState) for each in person.file.messages) == has_looked
            assert faults(person, type(RULES)(folders=(game.parent,))) == ""
    table.hall.close()


def test_a_table_at_which_both_are_killed_after_each_answer_goes_on_and_is_found_honest(tmp_path):
    table = new_table(tmp_path)
    people = people_at(table, tmp_path)
    for _ in range(100):
        pass_on(*people)
        asked = next((person for person in people if person.asked is not None), None)
        if asked is None:
            break
        asked.answer()  # nobody hears of it before both are gone
        table.hall.close()
        table = resume_table(table.save, RULES)
        people = people_at(table, tmp_path)
    assert faults(people[1]) == ""
    table.hall.close()


@pytest.mark.parametrize("at", range(6))
def test_a_host_who_is_killed_while_he_makes_a_move_makes_it_again_by_the_same_dice(tmp_path, monkeypatch, at):
    """Before the move is fixed, between its answers, and before it is kept as made."""
    table = new_table(tmp_path)
    people = people_at(table, tmp_path)
    play_on(*people, most=2)
    left = at

    class Killed(BaseException):
        pass

    def kills(wrapped):
        def call(*args, **more):
            nonlocal left
            if left == 0:
                raise Killed
            left -= 1
            return wrapped(*args, **more)

        return call

    with monkeypatch.context() as patched:
        patched.setattr(type(table.game), "update_table", kills(type(table.game).update_table))
        kind = type(unwrap(table.hall.arbiter).play)
        patched.setattr(kind, "answer", kills(kind.answer))
        with suppress(Killed):
            play_on(*people, most=1)
    table.hall.close()
    table = resume_table(table.save, RULES)
    people = people_at(table, tmp_path)
    play_on(*people)
    assert faults(people[1]) == ""
    table.hall.close()


def test_a_host_who_takes_his_answer_back_gets_no_share(table, tmp_path):
    keeper, smuggler = people_at(table, tmp_path)
    play_on(keeper, smuggler, most=1)
    keeper.answer()
    pass_on(smuggler)  # he has opened his share
    asked = smuggler.last(ShareWanted)
    smuggler.put(ShareWanted(move=asked.move, committed="ab" * 32))
    pass_on(smuggler)
    assert isinstance(smuggler.heard[-1], HostCheatsError | Refused)
    assert "has taken back the answer of move 2" in smuggler.last(HostCheatsError).message
    smuggler.put(ShareWanted(move=9, committed="ab" * 32))
    pass_on(smuggler)
    assert "out of turn" in smuggler.last(HostCheatsError).message


def test_a_share_that_is_refused_or_wrong_makes_the_game_void_and_all_are_told_by_whom(tmp_path):
    messages: tuple[SeatMessage, ...] = (
        ShareRefused(move=2, message="no"),
        Share(move=2, share=generate_secret()),
        GiveUp(),
    )
    for number, message in enumerate(messages):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = new_table(folder)
        keeper, smuggler = people_at(table, folder)
        play_on(keeper, smuggler, most=1)
        keeper.answer()
        table.hall.handle_message("smuggler", smuggler.put, message)
        if isinstance(message, GiveUp):
            smuggler.file.store(message)
        smuggler.inbox.clear()  # his program was not asked
        smuggler.put(table.game.make_revealed())
        pass_on(keeper, smuggler)
        for person in (keeper, smuggler):
            assert person.last(Revealed).void == "smuggler"
        assert "the game is void by smuggler" in faults(smuggler)
        smuggler.file.store(Share(move=2, share=generate_secret()))
        assert "opened its share of move 2, and the host says that it did not" in faults(smuggler)
        with pytest.raises(InputError, match=r"void|over|given"):
            table.game.answer("keeper", Answered(number=2, names=("turn_east",)))
        table.hall.close()


@pytest.mark.parametrize(("seat", "move"), [("smuggler", 99), ("keeper", 0)])
def test_a_share_that_nobody_waits_for_is_refused(table, tmp_path, seat, move):
    pass_on(*people_at(table, tmp_path))
    with pytest.raises(InputError, match=f"no share of move {move} is awaited"):
        table.game.open_share(seat, Share(move=move, share=generate_secret()))


def test_who_sits_there_has_a_title_once_the_game_has_begun(table, tmp_path):
    assert table.game.title_of("smuggler") == "smuggler"
    pass_on(*people_at(table, tmp_path))
    assert table.game.title_of("smuggler") == "the smuggler"


@pytest.mark.parametrize(
    ("anchor", "share", "root", "is_one"),
    [
        (anchor_of(ROOT), "", "", True),
        (anchor_of(ROOT), share_of(ROOT, 0), ROOT, True),
        ("", "", "", False),
        ("", share_of(ROOT, 0), "", False),
        (anchor_of(ROOT), share_of(ROOT, 1), "", False),
        (anchor_of(ROOT), "", share_of(ROOT, 0), False),
    ],
)
def test_who_accepts_by_mail_commits_himself(table, anchor, share, root, is_one):
    accepted = Acceptance(token="t", seat="smuggler", hello=Hello(anchor=anchor), share=share, root=root)
    with nullcontext() if is_one else pytest.raises(InputError, match="no commitment"):
        check_commitment(table.game.table, accepted)


def test_a_host_who_breaks_off_with_a_share_in_his_hand_is_named(table, tmp_path):
    keeper, smuggler = people_at(table, tmp_path)
    play_on(keeper, smuggler, most=1)
    keeper.answer()
    while not any(isinstance(each, Share) and each.move == 2 for each in smuggler.file.messages):
        smuggler.hear()
    (found,) = verify_seat_messages(smuggler.file.messages, None, RULES).faults
    assert found.startswith("the keeper, who hosts, has had the share of move 2, and has neither told what came of it")


def test_odds_that_were_told_are_the_odds(tmp_path):
    """Of a game that hides nothing: elsewhere they would tell."""
    table = new_table(tmp_path, cove_by_daylight(tmp_path))
    people = people_at(table, tmp_path)
    pass_on(*people)
    smuggler = people[1]
    smuggler.say(Weigh())
    play_on(*people)
    found = type(RULES)(folders=(tmp_path,))
    assert faults(smuggler, found) == ""
    odds = smuggler.last(Odds)
    first, *others = odds.answers
    other = evolve(odds, answers=(evolve(first, faults=first.faults + 1), *others))
    told = [other if each == odds else each for each in smuggler.file.messages]
    assert "the odds of question 0" in verify_seat_messages(told, smuggler.last(Revealed), found).faults[0]
    other = evolve(odds, runs=10**9)
    told = [other if each == odds else each for each in smuggler.file.messages]
    assert verify_seat_messages(told, smuggler.last(Revealed), found).faults
    table.hall.close()


def test_a_host_who_goes_back_to_an_earlier_question_is_left(table, tmp_path):
    """He has put back his files, for he did not like what a guest's answer led to."""
    keeper, smuggler = people_at(table, tmp_path)
    pass_on(keeper, smuggler)
    first = smuggler.last(Turn)
    play_on(keeper, smuggler, most=4)
    with pytest.raises(InputError, match="gone back to an earlier question"):
        smuggler.program.handle_message(first)


def test_who_comes_back_and_wants_to_be_asked_otherwise_finds_an_honest_table_so(tmp_path):
    table = new_table(tmp_path, RUNNERS, "none")
    people = people_at(table, tmp_path)
    levels: tuple[Level, ...] = ("sensible", "all", "grave", "sensible", "all")
    for number, asks in enumerate(levels * 6):
        pass_on(*people)
        asked = next((person for person in people if person.asked is not None), None)
        if asked is None:
            break
        at = people.index(asked if number % 2 else people[0])
        asked.answer()
        people[at] = Person(table.hall, people[at].seat, tmp_path / f"{people[at].seat}.seat", asks)
    play_on(*people)
    for person in people:
        assert faults(person, type(RULES)(folders=(RUNNERS.parent,))) == ""
    table.hall.close()


def test_what_is_revealed_holds_nothing_of_the_hosts_machine(table, tmp_path):
    people = people_at(table, tmp_path)
    play_on(*people)
    header = read_save(str(table.save)).header
    assert header.folder is not None
    assert header.snapshot
    revealed = people[1].last(Revealed)
    for secret in (header.folder, header.snapshot, str(tmp_path)):
        assert secret not in "".join(revealed.save)


def test_a_host_who_counts_moves_otherwise_gets_no_share(table, tmp_path):
    """Whoever has a share knows those that are opened before it: dice of moves to come."""
    keeper, smuggler = people_at(table, tmp_path)
    pass_on(keeper, smuggler)
    smuggler.program.handle_message(evolve(smuggler.last(Turn), moves=5))
    with pytest.raises(InputError, match="out of turn"):
        smuggler.answer()
    assert not any(isinstance(each, Answered) for each in smuggler.file.messages)


def test_what_is_agreed_has_to_be_what_was_told_before(table, tmp_path):
    keeper, smuggler = people_at(table, tmp_path)
    pass_on(keeper, smuggler)
    seated = smuggler.last(Seated)
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"anchors": {"smuggler": "ab" * 32}}, "has not taken"),
        ({"anchors": {**seated.anchors, "zz": "ab" * 32}}, "another than was told before"),
        ({"spares": True}, "another than was told before"),
        ({"protocol": 1}, "another than was told before"),
    )
    for number, (told, said) in enumerate(wrong):
        file = SeatFile.open(tmp_path / f"{number}.seat")
        file.store(unwrap(smuggler.file.last_message(Root)))
        guest = GuestClient(file, "all")
        guest.handle_message(smuggler.last(Waits))
        with pytest.raises(InputError, match=said):
            guest.handle_message(evolve(seated, **told))
        assert not any(isinstance(each, Share) for each in file.messages)
    with pytest.raises(InputError, match="tells of another game"):
        smuggler.program.handle_message(evolve(seated, title="Other"))
    with pytest.raises(InputError, match="another secret"):
        smuggler.program.handle_message(evolve(smuggler.last(Waits), seal="ab" * 32))


def test_nothing_goes_on_before_an_answer_whose_dice_wait(table, tmp_path):
    """Whoever comes back meanwhile and wants to be asked less is not answered for at the question that is answered."""
    table.hall.close()
    (tmp_path / "other").mkdir()
    table = new_table(tmp_path / "other", seat="none")
    keeper, smuggler = people_at(table, tmp_path)
    play_on(keeper, smuggler, most=1)
    keeper.answer("turn_west")
    records = [*table.hall.arbiter.play.session.records]
    keeper = Person(table.hall, "keeper", tmp_path / "keeper.seat", asks="grave")
    pass_on(keeper)
    assert table.hall.arbiter.play.session.records == records
    assert keeper.last(Turn)  # how it stands, all the same
    play_on(keeper, smuggler)
    answers = [each.name for each in read_save(str(table.save)).records if isinstance(each, Answer)]
    assert answers[1] == "turn_west"
    assert faults(keeper) == faults(smuggler) == ""
    table.hall.close()


def test_a_program_whose_line_was_broken_says_what_it_has(table, tmp_path):
    people = people_at(table, tmp_path)
    play_on(*people, most=4)
    guest = people[1]
    turn = guest.last(Turn)
    hello = narrow(Hello, guest.program.handle_message(guest.last(Waits)))
    assert (turn.start > 0, hello.have) == (True, turn.start + len(turn.events))


def test_what_is_asked_beside_is_answered_to_who_asked(table, tmp_path):
    people = people_at(table, tmp_path)
    play_on(*people, most=4)
    host, guest = people
    assert {*host.last(There).seats} == {*guest.last(There).seats} == {"keeper", "smuggler"}
    told = [event for turn in guest.heard if isinstance(turn, Turn) for event in turn.events]
    thrown = next(number for number, event in enumerate(told) if isinstance(event, RollView))
    for message, reply in ((Look(), Looked), (Weigh(), Odds), (Why(event=thrown), Reasons)):
        before = len(host.heard)
        guest.say(message)
        pass_on(*people)
        assert isinstance(guest.heard[-1], reply)
        assert len(host.heard) == before
