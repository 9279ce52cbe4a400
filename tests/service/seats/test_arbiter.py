"""The arbiter: who is asked what, what he refuses, what each is told."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.runtime.events.views import RollView
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer, Record
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.joint_questions import RepeatedQuestion
from bombsight.service.programs.pins import parse_pin
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.protocol.codec import decode_host_message, decode_seat_message, encode_message
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.host_messages import Looked, Revealed, Turn
from bombsight.service.seats.protocol.moves import Move, Pending
from bombsight.service.seats.protocol.revealed_save import render_save_lines
from bombsight.service.seats.protocol.seat_messages import (
    Answered,
    GiveUp,
    Hello,
    Look,
    Share,
    ShareRefused,
    Weigh,
    Why,
)
from bombsight.service.seats.protocol.seating import describe_settings
from tests.examples import EXAMPLES
from tests.narrowing import unwrap
from tests.service.seats.table import answer, arbiter, played, preferred

SEATS = ("keeper", "smuggler")


def test_what_is_not_as_the_game_comes_is_told_beforehand():
    chosen = Rules(options={"oil_ration": "6", "new_moon": "no"}, variants=("winter",))
    with start_game(str(EXAMPLES / "lighthouse"), chosen, GameSetup(seed=3, pins=(parse_pin("Weather=6"),))) as play:
        told_before = [*describe_settings(play.session.program, play.session.header)]
    assert told_before == ["oil_ration = 6", "Weather pinned to 6", "errata sheet", "variant winter"]


def state(at: Arbiter) -> tuple[list[Record], str, list[int], list[Turn], Looked]:
    """All that a move can change."""
    numbers, turns = [at.question_number(seat) for seat in SEATS], [at.make_turn(seat) for seat in SEATS]
    return [*at.play.session.records], at.seat_to_answer, numbers, turns, at.make_state_message(SEATS[0])


def test_each_is_asked_his_own_questions_and_told_of_both():
    with arbiter() as at:
        asked = []
        while seat := at.seat_to_answer:
            other = next(each for each in SEATS if each != seat)
            assert at.make_turn(other).question is None
            asked.append(seat)
            at.answer(seat, answer(at.make_turn(seat)))
        assert asked[:5] == ["smuggler", "keeper", "keeper", "keeper", "smuggler"]
        assert at.make_turn(SEATS[0]).events[-1].event == "outcome"
        assert at.is_over


def test_the_state_after_some_events_is_shown_later_as_it_was_shown_then():
    with arbiter() as at:
        shown = {seat: [at.make_state_message(seat)] for seat in SEATS}
        while seat := at.seat_to_answer:
            at.answer(seat, answer(at.make_turn(seat)))
            for name in SEATS:
                shown[name].append(at.make_state_message(name))
        for name in SEATS:
            assert len({each.event_count for each in shown[name]}) > 5
            for each in shown[name]:
                assert at.make_state_message(name, each.event_count) == each
        with pytest.raises(InputError, match="no state after"):
            at.make_state_message(SEATS[0], shown[SEATS[0]][-1].event_count + 1)


@pytest.mark.parametrize("seat", SEATS)
def test_what_was_at_stake_is_said_where_the_rows_rest_on_dice_alone(seat):
    """Something was hidden from the keeper before the first throw."""
    with arbiter() as at:
        while asked := at.seat_to_answer:
            at.answer(asked, answer(at.make_turn(asked)))
        throws = [number for number, event in enumerate(at.make_turn(seat).events) if isinstance(event, RollView)]
        stakes = [unwrap(at.make_reasons(seat, number).stake) for number in throws]
        assert [each.title for each in stakes] == ["The tide"] * 3
        assert {each.leads for each in stakes} == {(("1 to 2", "0"), ("3 to 4", "1"), ("5 to 6", "2"))}


def test_a_game_for_one_has_no_second_seat():
    alone = start_game(str(EXAMPLES / "lighthouse"), Rules(), GameSetup(seed=3))
    with alone as play, pytest.raises(InputError, match="nothing for a second player"):
        Arbiter(play, Secret.generate())


moves = st.builds(
    Answered,
    number=st.integers(0, 4),
    names=st.lists(st.sampled_from(["at_west", "turn_west", "east", "none", "nonsense", ""]), max_size=3).map(tuple),
    together=st.booleans(),
)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(SEATS), moves), max_size=12))
def test_what_is_refused_changes_nothing_and_what_is_taken_was_asked(sent):
    with arbiter() as at:
        for seat, move in sent:
            before, question, turn = state(at), at.play.question, at.seat_to_answer
            try:
                at.answer(seat, move)
            except InputError:
                assert state(at) == before
            else:
                assert (turn, before[2][SEATS.index(seat)]) == (seat, move.number)
                offered = [option.name for option in question.options] + ["none"] * question.optional
                assert at.play.session.records[: len(before[0])] == before[0]
                assert not move.names or move.names[0] in offered


def test_questions_that_are_put_as_one_are_answered_at_once():
    with arbiter(daylight=True) as at:
        at.answer("smuggler", answer(at.make_turn("smuggler")))
        at.answer("keeper", answer(at.make_turn("keeper")))
        turn = at.make_turn("keeper")
        assert isinstance(turn.group, RepeatedQuestion)
        for names in (("west", "west"), ("west", "nowhere"), ("west", "caves", "east")):
            with pytest.raises(InputError):
                at.answer("keeper", Answered(number=turn.number, names=names, together=True))
        at.answer("keeper", Answered(number=turn.number, names=("caves",), together=True))
        given = [record.name for record in at.play.session.records if isinstance(record, Answer)]
        assert given[2:] == ["caves", "none"]


def test_what_was_answered_is_on_the_disk_before_it_is_told(tmp_path):
    path = tmp_path / "cove.save"
    with arbiter(path) as at:
        given = 0
        while seat := at.seat_to_answer:
            turn = at.make_turn(seat)
            at.answer(seat, answer(turn))
            given += 1
            kept = [record for record in read_save(str(path)).records if isinstance(record, Answer)]
            assert (len(kept), kept[-1].name) == (given, preferred(turn.question))


def test_the_autopilot_answers_for_a_seat():
    with arbiter(autos=frozenset({"smuggler"})) as at:
        assert at.seat_to_answer == "keeper"
        while seat := at.seat_to_answer:
            assert seat == "keeper"
            at.answer(seat, answer(at.make_turn(seat)))


def test_a_game_may_be_given_up():
    with arbiter() as at:
        at.give_up("keeper")
        assert (at.seat_to_answer, at.given_up, at.make_turn("smuggler").question) == ("", "keeper", None)
        with pytest.raises(InputError, match="given up"):
            at.answer("smuggler", Answered(number=0, names=("at_east",)))
        with pytest.raises(InputError, match="over already"):
            at.give_up("smuggler")


def test_a_commitment_tells_of_nothing():
    """Whoever does not know the secret learns nothing from it; whoever does can open it."""
    commitments = []
    for bay in ("at_east", "at_west"):
        for secret in ("ab" * 32, "cd" * 32):
            with arbiter(secret=secret) as at:
                first = at.make_turn("keeper").committed
                at.answer("smuggler", Answered(number=0, names=(bay,)))
                commitments.append((first, at.make_turn("keeper").committed))
                digest = at.play.session.journal.digest()
                assert Secret(secret).commit_story(0, digest) == commitments[-1][1]
    firsts, seconds = zip(*commitments, strict=True)
    assert (len({*firsts}), len({*seconds})) == (2, 4)


def test_what_is_hidden_is_in_no_message_but_sealed_in_each():
    """Two games that differ only in what a seat may not see are told it alike, but for the commitments to it."""
    told = []
    for bay in ("at_west", "at_caves"):
        with arbiter() as at:
            turns = played(at, "keeper", q0=bay, q2="none")
            told.append(turns)
            looked = encode_message(at.make_state_message("keeper"))
            assert "hidden" in looked
    first, second = told
    open_parts = [[encode_message(evolve(turn, committed="")) for turn in turns] for turns in told]
    assert open_parts[0] == open_parts[1]
    same = [one.committed == other.committed for one, other in zip(first, second, strict=True)]
    assert same == [True, *[False] * (len(first) - 1)]


def test_odds_that_would_tell_are_refused():
    with arbiter() as at:
        at.answer("smuggler", answer(at.make_turn("smuggler")))
        with pytest.raises(InputError, match="hidden from you"):
            at.odds("keeper")
        with pytest.raises(InputError, match="not your turn"):
            at.odds("smuggler")


def test_messages_are_what_they_were_on_the_other_side():
    with arbiter() as at:
        assert decode_host_message(encode_message(at.make_seated("keeper"))) == at.make_seated("keeper")
        while seat := at.seat_to_answer:
            for each in SEATS:
                turn = at.make_turn(each)
                assert encode_message(decode_host_message(encode_message(turn))) == encode_message(turn)
            at.answer(seat, answer(at.make_turn(seat)))
        answered = Answered(number=1, names=("a",))
        revealed = Revealed(
            key="ab",
            shares={"keeper": "cd"},
            given_up="",
            save=tuple(render_save_lines(at.play.session)),
            moves=(Move(seat="keeper", answered=answered),),
            pending=Pending(seat="keeper", answered=answered, shares={}),
        )
        assert decode_host_message(encode_message(revealed)) == revealed
        looked = at.make_state_message("keeper")
        assert decode_host_message(encode_message(looked)) == looked
        throw = next(number for number, event in enumerate(at.make_turn("keeper").events) if event.event == "roll")
        reasons = at.make_reasons("keeper", throw)
        assert [(each.low, each.high) for each in reasons.others] == [(1, 2), (3, 4), (5, 6)]
        assert encode_message(decode_host_message(encode_message(reasons))) == encode_message(reasons)
    shares = (Share(move=3, share="ab" * 32), ShareRefused(move=3, message="no"))
    for message in (*shares, Hello(anchor="ab" * 32), answer_to(2), Look(), Weigh(), Why(event=3), GiveUp()):
        assert decode_seat_message(encode_message(message)) == message


def answer_to(number: int) -> Answered:
    """An answer."""
    return Answered(number=number, names=("a", "b"), together=True)


broken = st.one_of(st.text(max_size=30), st.sampled_from(["[]", "{}", "null", '"a"', "NaN", "[" * 5000]))


@given(
    broken
    | st.dictionaries(
        st.sampled_from(["document", "version", "number", "names", "together", "share", "have", "more"]),
        st.sampled_from(["answer", "hello", "look", 2, 1, -1, True, None, [], ["x"], [1], 1.5, "x"]),
    ).map(json.dumps)
)
def test_a_line_that_is_no_message_is_refused(line):
    try:
        found = decode_seat_message(line)
    except InputError:
        return
    assert decode_seat_message(encode_message(found)) == found


BETWEEN = """\
game between "Between"
  sources optional
  players Side

enum Side: a "A", b "B"
enum Bay: east "East", west "West"

state mission
  asked "Asked": 0..9 full = 0

procedure mission
  for each bay in Bay
    choose lamp
      ask "The lamp in {bay}"
      by a
      together "Lamps"
      answer dark "Dark" prefer 1
        nothing
      answer lit "Lit"
        choose sail
          ask "What to sail"
          by b
          routine
          answer stay "Stay" prefer 1
            add 1 to asked
          answer go "Go"
            nothing
"""


@pytest.mark.parametrize(("level", "why"), [("all", ""), ("sensible", "routine")])
def test_answers_to_several_questions_answer_none_of_another_seat(level, why, tmp_path):
    (tmp_path / "game.rules").write_text(BETWEEN, encoding="utf-8")
    with start_game(str(tmp_path), Rules(), GameSetup(seed=1)) as play:
        at = Arbiter(play, Secret("ab" * 32))
        at.set_level("a", "sensible")
        at.set_level("b", level)
        assert len(at.make_turn("a").rows) == 2
        at.answer("a", Answered(number=0, names=("lit", "lit"), together=True))
        while at.seat_to_answer:
            asked = at.make_turn(at.seat_to_answer)
            at.answer(
                at.seat_to_answer, Answered(number=asked.number, names=("lit" if at.seat_to_answer == "a" else "stay",))
            )
        given = [record for record in play.session.records if isinstance(record, Answer)]
        assert [(each.name, each.why) for each in given if each.name == "stay"] == [("stay", why)] * 2
        assert [each.name for each in given if each.name != "stay"] == ["lit", "lit"]
