"""Checking an arbiter: each way to cheat is found."""

from __future__ import annotations

import json
from functools import cache

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.records import Answer
from bombsight.service.opening import Opening, begin
from bombsight.service.requests import Rules
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.commitments import Secret, new_share
from bombsight.service.seats.messages import Answered, Hello, Revealed, Seated, Turn, Waits
from bombsight.service.seats.record import Kept, SeatFile, read_revealed, read_seat_file, write_revealed
from bombsight.service.seats.verifying import check
from table import COVE, answer, arbiter
from table import played as told_all

RUNNERS = COVE.parents[2] / "runners"
GUEST, HOST = "smuggler", "keeper"
SHARES = {GUEST: "12" * 32}
SECRET = Secret("ab" * 32)
RULES = Rules(folders=(COVE.parent,))


@cache
def played() -> tuple[tuple[Kept, ...], Revealed]:
    """What a guest was told of a whole game, and what was revealed."""
    own: list[Kept] = [Hello(share=SHARES[GUEST]), Waits(seal=SECRET.seal)]
    with arbiter(seed=SECRET.seed(SHARES), secret=SECRET.key, shares=SHARES) as at:
        own.append(at.seated(GUEST))
        have = 0
        while True:
            told = at.told(GUEST, have)
            have += len(told.events)
            own.append(told)
            if not at.turn:
                return tuple(own), at.revealed()
            given = answer(at.told(at.turn))
            if at.turn == GUEST:
                own.append(given)
            at.answer(at.turn, given)


def faults(own: tuple[Kept, ...], revealed: Revealed) -> str:
    """What is found."""
    return "; ".join(check(own, revealed, RULES).faults)


def changed(revealed: Revealed, number: int, **more: object) -> Revealed:
    """The same with a line of the save written otherwise."""
    lines = [*revealed.save]
    lines[number] = json.dumps(json.loads(lines[number]) | more)
    return evolve(revealed, save=tuple(lines))


def line(revealed: Revealed, key: str) -> int:
    """The first line of the save that has this."""
    return next(number for number, text in enumerate(revealed.save) if f'"{key}":' in text)


def altered(own: tuple[Kept, ...], at: int, **more: object) -> tuple[Kept, ...]:
    """The same with a turn told otherwise."""
    turns = [number for number, each in enumerate(own) if isinstance(each, Turn)]
    place = turns[at]
    return (*own[:place], evolve(own[place], **more), *own[place + 1 :])


def test_what_was_honest_is_found_so():
    found = check(*played(), RULES)
    assert found.faults == ()
    assert (found.turns, found.answers, found.throws) == (13, 12, 3)


def test_a_game_that_was_given_up_can_be_checked():
    with arbiter(seed=SECRET.seed(SHARES), secret=SECRET.key, shares=SHARES) as at:
        own = [Hello(share=SHARES[GUEST]), Waits(seal=SECRET.seal), at.seated(GUEST), at.told(GUEST)]
        at.answer(GUEST, answer(at.told(GUEST)))
        at.give_up(HOST)
        assert check([*own, at.told(GUEST)], at.revealed(), RULES).faults == ()


def test_answers_are_found_again_that_go_by_other_names_than_the_game_knows():
    """A cask is called by what its own holder may see of it."""
    with begin(str(RUNNERS), Rules(), Opening(seed=4)) as play:
        at = Arbiter(play, SECRET)
        own = {seat.name: [Waits(seal=SECRET.seal), at.seated(seat.name)] for seat in at.seats}
        while seat := at.turn:
            own[seat] += [told := at.told(seat), given := answer(told)]
            at.answer(seat, given)
        for kept in own.values():
            assert check(kept, at.revealed(), Rules(folders=(RUNNERS.parent,))).faults == ()
        names = {record.name for record in play.session.records if isinstance(record, Answer)}
    given = {each.names[0] for kept in own.values() for each in kept if isinstance(each, Answered)}
    assert given - names


def test_dice_of_a_seed_that_somebody_chose_are_found():
    own, revealed = played()
    seed = json.loads(revealed.save[0])["seed"]
    assert "seed of the dice" in faults(own, changed(revealed, 0, seed=seed + 1))
    assert "was not taken" in faults(own, evolve(revealed, shares={GUEST: new_share()}))
    named = tuple(evolve(each, seed=4) if isinstance(each, Seated) else each for each in own)
    assert "not of 4" in faults(named, revealed)


def test_another_secret_is_found():
    own, revealed = played()
    assert "the secret is another" in faults(own, evolve(revealed, key=new_share()))
    assert "the secret is another" in faults(own, evolve(revealed, key="no key"))


def test_dice_that_fell_otherwise_are_found():
    own, revealed = played()
    number = line(revealed, "d")
    (face,) = json.loads(revealed.save[number])["d"]
    assert "fell otherwise than by the seed" in faults(own, changed(revealed, number, d=[face % 6 + 1]))


def test_an_answer_that_was_changed_is_found():
    own, revealed = played()
    mine, others = line(revealed, "a"), line(revealed, "a") + 1
    assert "question 0 was answered at_east here" in faults(own, changed(revealed, mine, a="at_west"))
    assert "as question 2 was open, something else was told" in faults(own, changed(revealed, others, a="turn_west"))
    assert "'turn_up' is not offered" in faults(own, changed(revealed, others, a="turn_up"))
    assert "which is not asked then" in faults(own, changed(revealed, others, at="choice:lamp/other"))


def test_a_story_that_was_told_otherwise_is_found():
    own, revealed = played()
    last = next(each for each in reversed(own) if isinstance(each, Turn))
    events = (*last.events[:-1], evolve(last.events[-1], result="caught", title="Caught"))
    assert "something else was told" in faults(altered(own, -1, events=events), revealed)
    assert "less was told" in faults(altered(own, -1, events=last.events[:-1]), revealed)
    assert "more was told" in faults(altered(own, -1, events=(*last.events, last.events[-1])), revealed)
    first = next(each for each in own if isinstance(each, Turn))
    fewer = evolve(first.question, options=first.question.options[:1])
    assert "something else was asked" in faults(altered(own, 0, question=fewer), revealed)


def test_what_was_hidden_and_changed_afterwards_is_found():
    own, revealed = played()
    assert "does not open" in faults(altered(own, 2, committed="0" * 64), revealed)
    with arbiter(seed=4) as at:
        turns = told_all(at, HOST, q0="at_west", q2="none")  # no light falls there
        kept = (Waits(seal=SECRET.seal), at.seated(HOST), *turns)
        revealed = at.revealed()
    assert check(kept, revealed, RULES).faults == ()
    assert "the commitment does not open: something hidden was changed" in faults(
        kept, changed(revealed, line(revealed, "a"), a="at_caves", j="")
    )


def test_a_record_that_is_cut_short_or_of_other_rules_is_found():
    own, revealed = played()
    assert "are revealed" in faults(own, evolve(revealed, save=revealed.save[:3]))
    assert "the rules" in faults(own, changed(revealed, 0, rules="00"))


def test_a_seats_file_is_read_as_it_was_kept_but_for_a_last_line_that_was_cut_short(tmp_path):
    own, revealed = played()
    path = tmp_path / "own.seat"
    file = SeatFile.open(path)
    for each in own:
        file.keep(each)
    file.keep(own[0])  # said again after a break: kept once
    file.close()
    path.write_bytes(path.read_bytes() + b'{"document":"tur')
    write_revealed(revealed, tmp_path / "own.revealed")
    assert check(read_seat_file(path), read_revealed(tmp_path / "own.revealed"), RULES).faults == ()
    assert isinstance(own[3], Turn)
    assert Answered(number=0, names=("at_east",)) in own
    with pytest.raises(InputError, match="no message"):
        read_revealed(path)
