"""Checking an arbiter: each way to cheat is found."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.dsl.origin import NO_ORIGIN
from bombsight.flat.budgets import TOO_LONG_TEXT
from bombsight.runtime.events.reader import TOO_MUCH_TEXT
from bombsight.runtime.events.views import OutcomeView
from bombsight.runtime.run.play import Faulted
from bombsight.runtime.saves.records import End
from bombsight.service.games.requests import Rules
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.guest.seat_file import (
    SeatFile,
    SeenState,
    StoredMessage,
    read_revealed,
    read_seat_file,
    write_revealed,
)
from bombsight.service.seats.hosting.hosted_game import HostedGame
from bombsight.service.seats.protocol.codec import decode_message, documents_by_name, encode_message
from bombsight.service.seats.protocol.commitments import Secret, generate_secret
from bombsight.service.seats.protocol.host_messages import Revealed, ShareWanted, Turn
from bombsight.service.seats.protocol.moves import Pending
from bombsight.service.seats.protocol.seat_messages import Answered, GiveUp, Hello, Look
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.verification.replay_verification import check_budget
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from tests.narrowing import narrow, spy, unwrap
from tests.service.seats.table import COVE, RULES, cove_by_daylight, new_table, pass_on, people_at, play_on

RUNNERS = COVE.parents[2] / "runners"
GUEST, HOST = "smuggler", "keeper"

Game = tuple[tuple[StoredMessage, ...], Revealed]
"""What a guest has kept of a whole game, and what was revealed."""


def game_of(
    *,
    during: Callable[[HostedGame], None] = lambda game: None,
    names: Sequence[str] = (),
    **more: Any,
) -> Game:
    """A whole game of the cove.

    Args:
        during: What the host does before each answer.
        names: The first answers; the others are the autopilot's.
        more: How the table is opened.
    """
    with tempfile.TemporaryDirectory() as folder:
        table = new_table(Path(folder), **more)
        people = people_at(table, Path(folder))
        pass_on(*people)
        for number in range(100):
            during(table.game)
            if not any(person.asked for person in people):
                break
            play_on(*people, most=1, names=names[number : number + 1])
        table.hall.close()
        guest = next(person for person in people if person.seat == GUEST)
        return tuple(guest.file.messages), guest.last(Revealed)


@cache
def played() -> Game:
    """An honest game."""
    return game_of()


def faults(own: Sequence[StoredMessage], revealed: Revealed | None) -> str:
    """What is found."""
    return "; ".join(verify_seat_messages(own, revealed, RULES).faults)


def changed(revealed: Revealed, number: int, **more: object) -> Revealed:
    """The same with a line of the save written otherwise."""
    lines = [*revealed.save]
    told = json.loads(lines[number]) | more
    lines[number] = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return evolve(revealed, save=tuple(lines))


def line(revealed: Revealed, key: str) -> int:
    """The first line of the save that has this."""
    return next(number for number, text in enumerate(revealed.save) if text.startswith(f'{{"{key}":'))


def altered(
    own: tuple[StoredMessage, ...], at: int, kind: type[StoredMessage] = Turn, **more: Any
) -> tuple[StoredMessage, ...]:
    """The same with a message of a kind told otherwise."""
    places = [number for number, each in enumerate(own) if isinstance(each, kind)]
    place = places[at]
    return (*own[:place], evolve(cast("Any", own[place]), **more), *own[place + 1 :])


# --- honest games


def test_what_was_honest_is_found_so_and_what_nobody_can_know_is_said():
    found = verify_seat_messages(*played(), RULES)
    assert found.faults == ()
    assert (found.turns, found.answers, found.throws) == (13, 12, 3)
    assert any("looked at what is hidden" in each for each in found.unknown)


def test_a_game_that_was_given_up_can_be_checked(tmp_path):
    table = new_table(tmp_path)
    people = people_at(table, tmp_path)
    play_on(*people, most=3)
    people[0].say(GiveUp())
    pass_on(*people)
    found = verify_seat_messages(people[1].file.messages, people[1].last(Revealed), RULES)
    assert found.faults == ()
    assert "whether keeper gave the game up, as the host says" in found.unknown
    other = evolve(people[1].last(Revealed), given_up=GUEST)
    assert "did not" in faults(people[1].file.messages, other)
    table.hall.close()


def test_a_named_seed_is_told_and_the_host_could_know_the_dice():
    own, revealed = game_of(seed=4)
    found = verify_seat_messages(own, revealed, RULES)
    assert found.faults == ()
    assert any("named their seed" in each for each in found.unknown)
    assert next(each for each in own if isinstance(each, Seated)).seed == 4
    assert "not of 5" in faults(altered(own, 0, Seated, seed=5), revealed)
    assert "nevertheless" in faults(own, evolve(revealed, shares={GUEST: generate_secret()}))
    given = line(revealed, "a")
    assert "answered at_east here" in faults(own, changed(revealed, given, a="at_west"))
    assert "'turn_up' is not offered" in faults(own, changed(revealed, given + 1, a="turn_up"))
    assert "which is not asked then" in faults(own, changed(revealed, given + 1, at="choice:lamp/other"))
    assert "something else was told" in faults(own, changed(revealed, given + 1, a="turn_west"))


def test_no_path_that_another_wrote_into_what_was_revealed_is_followed(monkeypatch):
    own, revealed = played()
    with pytest.raises(InputError, match="cove"):
        verify_seat_messages(own, changed(revealed, 0, folder=str(COVE), snapshot="ab"), Rules())
    opened: list[Any] = []
    monkeypatch.setattr(os, "stat", spy(os.stat, opened))
    for folder in ("//host/share", "/nowhere", "file://host/share"):
        found = faults(own, changed(revealed, 0, folder=folder, dice_file=f"{folder}/dice"))
        assert "holds something else" in found
    assert not [path for (path, *_) in opened if "host" in str(path) or "nowhere" in str(path)]


# --- dice


@pytest.mark.parametrize(("dice", "words"), [("file", "those of a file"), ("manual", "thrown by hand")])
def test_dice_that_no_table_has_are_told(dice, words):
    own, revealed = played()
    assert f"are said to be {words}" in faults(own, changed(revealed, 0, dice=dice, dice_file="/nowhere"))


def test_shares_of_others_than_the_guests_are_found():
    """The host could try many of them until he likes the dice."""
    own, revealed = played()
    for shares in ({**revealed.shares, "zz": generate_secret()}, {**revealed.shares, HOST: generate_secret()}, {}):
        assert "other seats" in faults(own, evolve(revealed, shares=shares))
    anchors = {GUEST: own_anchor(own), "zz": "ab" * 32}
    assert "exactly the guests" in faults(altered(own, 0, Seated, anchors=anchors), revealed)
    assert "not taken" in faults(altered(own, 0, Seated, anchors={GUEST: "ab" * 32}), revealed)
    assert "committed itself to" in faults(own, evolve(revealed, shares={GUEST: generate_secret()}))
    assert "that are none" in faults(own, evolve(revealed, shares={GUEST: revealed.shares[GUEST].upper()}))


def own_anchor(own: Sequence[StoredMessage]) -> str:
    """What the guest committed himself to."""
    return next(each.anchor for each in own if isinstance(each, Hello))


def test_dice_of_a_seed_that_the_host_chose_are_found(monkeypatch):
    """He plays on with the seeds that please him, and all that he tells fits them."""
    honest = Secret.derive_move_seed
    for wrong in (0, 3):
        with monkeypatch.context() as patched:
            patched.setattr(
                Secret,
                "derive_move_seed",
                lambda self, move, shares, at=wrong: honest(self, move, shares) + (move == at),
            )
            own, revealed = game_of()
        assert "is not made of the secret and" in faults(own, revealed)
    own, revealed = played()
    seed = json.loads(revealed.save[0])["seed"]
    assert "seed of the dice" in faults(own, changed(revealed, 0, seed=seed + 1))
    number = line(revealed, "d")
    (face,) = json.loads(revealed.save[number])["d"]
    assert "fell otherwise than by the seed" in faults(own, changed(revealed, number, d=[face % 6 + 1]))


def test_another_secret_is_found():
    own, revealed = played()
    assert "the secret is another" in faults(own, evolve(revealed, key=generate_secret()))
    assert "the secret is another" in faults(own, evolve(revealed, key="no key"))


def test_an_answer_that_was_changed_after_the_share_was_opened_is_found():
    def change(game: HostedGame) -> None:
        """What a host does who knows the dice, and likes those behind another answer better."""
        pending = game.table.pending
        if (
            pending is not None
            and pending.answered is not None
            and pending.seat == HOST
            and pending.answered.names == ("turn_east",)
        ):
            game.update_table(pending=evolve(pending, answered=evolve(pending.answered, names=("turn_west",))))

    with tempfile.TemporaryDirectory() as folder:
        table = new_table(Path(folder))
        people = people_at(table, Path(folder))
        play_on(*people, most=1)
        keeper, smuggler = people
        keeper.answer("turn_east")
        change(table.game)
        play_on(*people)
        assert "the answer of move 2 was changed after" in faults(smuggler.file.messages, smuggler.last(Revealed))
        table.hall.close()


def test_a_share_that_was_wanted_for_nothing_is_found():
    own, revealed = played()
    wanted = ShareWanted(move=len(revealed.moves) + 1, committed="ab" * 32)
    assert "reveals no such move" in faults((*own, wanted), revealed)


def test_a_game_that_breaks_off_with_a_share_in_the_hosts_hand_is_found():
    own, revealed = played()
    last = revealed.moves[-1]
    cut = next(
        number for number, text in enumerate(revealed.save) if number > len(revealed.save) - 6 and "seed" in text
    )
    fewer = evolve(
        revealed,
        moves=revealed.moves[:-1],
        shares={GUEST: sha256(bytes.fromhex(revealed.shares[GUEST])).hexdigest()},
        save=revealed.save[:cut],
        given_up=HOST,
    )
    assert last.seat == HOST
    assert faults(own, fewer)
    until = next(
        number for number, each in enumerate(own) if isinstance(each, Turn) and each.moves == len(revealed.moves)
    )
    for fault in ("no such move", "the host had this seat's share of move 12, and the game broke off without its dice"):
        assert fault in faults(own[:until], fewer)


def test_a_beginning_that_is_revealed_behind_moves_is_found():
    own, revealed = played()
    other = evolve(revealed, pending=Pending(seat="", answered=None, shares={}))
    assert "a beginning is revealed that was not one" in faults(own, other)


# --- answers


def test_an_answer_that_was_changed_is_found():
    own, revealed = played()
    mine = next(number for number, move in enumerate(revealed.moves) if move.seat == GUEST)
    moves = [*revealed.moves]
    moves[mine] = evolve(moves[mine], answered=evolve(moves[mine].answered, names=("at_west",)))
    assert "question 0 was answered at_east here" in faults(own, evolve(revealed, moves=tuple(moves)))
    others = [*revealed.moves]
    others[1] = evolve(others[1], answered=evolve(others[1].answered, names=("turn_up",)))
    assert "'turn_up' is not offered" in faults(own, evolve(revealed, moves=tuple(others)))
    others[1] = evolve(others[1], seat=GUEST)
    assert "is open then" in faults(own, evolve(revealed, moves=tuple(others)))
    others = [*revealed.moves]
    others[1] = evolve(others[1], asks="grave")
    assert "the host was asked otherwise than was settled" in faults(own, evolve(revealed, moves=tuple(others)))
    without = tuple(each for each in own if not (isinstance(each, Answered) and each.number == 0))
    assert "was not answered here" in faults(without, revealed)
    number = line(revealed, "a") + 1
    assert "dice and answers are others" in faults(own, changed(revealed, number, a="turn_west"))


@pytest.mark.parametrize(
    ("outcome", "end", "is_told"),
    [
        (TOO_LONG_TEXT, None, True),
        (TOO_LONG_TEXT, "", True),
        (TOO_LONG_TEXT, TOO_LONG_TEXT, False),
        (TOO_MUCH_TEXT, TOO_LONG_TEXT, True),
        ("no such ship", None, False),
        (None, None, False),
    ],
)
def test_nobody_is_accused_of_rules_that_may_cost_more_where_they_were_hosted(outcome, end, is_told):
    again: Any = SimpleNamespace(outcome=None if outcome is None else Faulted(0, outcome, NO_ORIGIN))
    saved: Any = SimpleNamespace(end=None if end is None else End(result="", fault=end, journal=""))
    if is_told:
        with pytest.raises(InputError, match="cannot be played again"):
            check_budget(again, saved)
    else:
        check_budget(again, saved)
    assert saved.end is None or saved.end.fault == end


def test_answers_of_a_guest_that_were_given_together_and_taken_in_part_are_found(monkeypatch):
    """As the keeper, a guest sets two lanterns at once; the host takes the first and asks again."""
    with tempfile.TemporaryDirectory() as folder:
        table = new_table(Path(folder), cove_by_daylight(Path(folder)), seat=GUEST)
        smuggler, keeper = people_at(table, Path(folder))
        play_on(smuggler, keeper, most=2)
        moves = table.game.answer

        def in_part(seat, answered):
            moves(seat, evolve(answered, names=answered.names[:1], together=False) if answered.together else answered)

        monkeypatch.setattr(table.game, "answer", in_part)
        play_on(smuggler, keeper)
        found = verify_seat_messages(keeper.file.messages, keeper.last(Revealed), Rules(folders=(Path(folder),)))
        assert "and that was not what was taken" in found.faults[0]
        table.hall.close()


@pytest.mark.parametrize("why", ["routine", "auto"])
def test_an_answer_that_is_said_to_be_routine_or_the_autopilots_is_found(monkeypatch, why):
    """So a host would answer when he likes the dice that are there."""
    honest = Arbiter.automatic_answer

    def fakes(self, seat, asked):
        if type(self) is Arbiter and seat == HOST and self.answer_count == 1:
            return asked.preferred, why
        return honest(self, seat, asked)

    with monkeypatch.context() as patched:
        patched.setattr(Arbiter, "automatic_answer", fakes)
        own, revealed = game_of()
    found = faults(own, revealed)
    assert ("was given without asking" if why == "routine" else "is open then") in found


def test_an_autopilot_that_chooses_is_found(monkeypatch):
    assert faults(*game_of(autos=(HOST,), seat="none")) == ""
    honest = Arbiter.automatic_answer

    def fakes(self, seat, asked):
        own = honest(self, seat, asked)
        return (1, own[1]) if type(self) is Arbiter and own is not None and self.answer_count == 1 else own

    with monkeypatch.context() as patched:
        patched.setattr(Arbiter, "automatic_answer", fakes)
        own, revealed = game_of(autos=(HOST,), seat="none")
    assert faults(own, revealed)


# --- what was told


def test_a_story_that_was_told_otherwise_is_found():
    own, revealed = played()
    last = next(each for each in reversed(own) if isinstance(each, Turn))
    events = (*last.events[:-1], evolve(narrow(OutcomeView, last.events[-1]), result="caught", title="Caught"))
    assert "something else was told" in faults(altered(own, -1, events=events), revealed)
    assert "less was told" in faults(altered(own, -1, events=last.events[:-1]), revealed)
    assert "more was told" in faults(altered(own, -1, events=(*last.events, last.events[-1])), revealed)
    first = next(each for each in own if isinstance(each, Turn))
    question = unwrap(first.question)
    fewer = evolve(question, options=question.options[:1])
    assert "something else was asked" in faults(altered(own, 0, question=fewer), revealed)


def test_groups_that_were_told_otherwise_are_found(tmp_path):
    """A host could hide from a guest that he may choose two."""
    rules = Rules(folders=(tmp_path,))
    table = new_table(tmp_path, cove_by_daylight(tmp_path), seat=GUEST)
    people = people_at(table, tmp_path)
    play_on(*people)
    own, revealed = tuple(people[1].file.messages), people[1].last(Revealed)
    table.hall.close()
    assert verify_seat_messages(own, revealed, rules).faults == ()
    turns = [each for each in own if isinstance(each, Turn)]
    at = next(number for number, each in enumerate(turns) if each.again is not None)
    changes: tuple[dict[str, Any], ...] = (
        {"again": evolve(unwrap(turns[at].again), most=1)},
        {"again": None},
        {"rows": (turns[at].question,) * 2},
    )
    for more in changes:
        assert "something else was asked" in verify_seat_messages(altered(own, at, **more), revealed, rules).faults[0]


STASHES = """\
procedure land(hour: 1..3)                                         cite "rule 1"
  for each b in Bay
    choose stash
      ask "What is hidden there"
      by smuggler
      routine when b is west
      together "Stashes"
      answer nothing_there "Nothing" prefer 1
        nothing
      answer brandy "Brandy"
        add 1 to cargo
"""
"""Three questions as one, of which the second goes without saying."""


def test_rows_of_a_guest_who_is_asked_less_are_compared_as_he_was_asked(tmp_path):
    game = cove_by_daylight(tmp_path) / "00-game.rules"
    first = STASHES.partition("\n")[0]
    game.write_text(game.read_text(encoding="utf-8").replace(f"{first}\n", STASHES), encoding="utf-8")
    levels: tuple[tuple[Level, int], ...] = (("sensible", 2), ("all", 3))
    for asks, rows in levels:
        folder = tmp_path / asks
        folder.mkdir()
        table = new_table(folder, game.parent)
        people = people_at(table, folder, asks)
        play_on(*people)
        own, revealed = tuple(people[1].file.messages), people[1].last(Revealed)
        table.hall.close()
        assert len(next(each for each in own if isinstance(each, Turn) and each.rows).rows) == rows
        assert verify_seat_messages(own, revealed, Rules(folders=(tmp_path,))).faults == ()


def test_how_things_stood_is_compared():
    own, revealed = played()
    with tempfile.TemporaryDirectory() as folder:
        table = new_table(Path(folder))
        people = people_at(table, Path(folder))
        play_on(*people, most=4)
        people[1].say(Look())
        play_on(*people)
        own, revealed = tuple(people[1].file.messages), people[1].last(Revealed)
        table.hall.close()
    assert faults(own, revealed) == ""
    assert "it stood otherwise" in faults(altered(own, 0, SeenState, digest="ab" * 32), revealed)


def test_what_was_told_at_the_beginning_is_compared():
    own, revealed = played()
    seated = next(each for each in own if isinstance(each, Seated))
    for name, value in (
        ("title", "The Bay"),
        ("about", ("other",)),
        ("seats", seated.seats[::-1]),
        ("phrases", evolve(seated.phrases, **cast("Any", {next(iter(vars_of(seated.phrases))): ()}))),
        ("in_force", ("new",)),
        ("journal", 1),
        ("autos", (HOST,)),
        ("host", ""),
        ("protocol", 1),
        ("spares", True),
    ):
        assert faults(altered(own, 0, Seated, **{name: value}), revealed), name
    assert "settled beforehand" in faults(own, changed(revealed, 0, pins=[{"table": "Tide", "faces": [6]}]))
    assert "the rules" in faults(own, changed(revealed, 0, rules="00"))


def vars_of(value: Any) -> dict[str, Any]:
    """The fields of an object of an attrs class."""
    return {field.name: getattr(value, field.name) for field in type(value).__attrs_attrs__}


def test_what_was_hidden_and_changed_afterwards_is_found():
    own, revealed = played()
    assert "does not open" in faults(altered(own, 2, committed="0" * 64), revealed)


def test_a_record_that_is_cut_short_is_found():
    own, revealed = played()
    assert "committed itself to" in faults(own, evolve(revealed, moves=revealed.moves[:2]))
    assert faults(own, evolve(revealed, save=revealed.save[:-1]))


def test_a_seats_file_is_read_as_it_was_kept_but_for_a_last_line_that_was_cut_short(tmp_path):
    own, revealed = played()
    path = tmp_path / "own.seat"
    file = SeatFile.open(path)
    for each in own:
        file.store(each)
    file.store(own[0])  # said again after a break: kept once
    file.close()
    assert path.stat().st_mode & 0o077 == 0
    path.write_bytes(path.read_bytes() + b'{"document":"tur')
    write_revealed(revealed, tmp_path / "own.revealed")
    assert verify_seat_messages(read_seat_file(path), read_revealed(tmp_path / "own.revealed"), RULES).faults == ()
    with pytest.raises(InputError, match="no message"):
        read_revealed(path)


# --- whatever is changed


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places in plain data of all that is no list or object, and of lists that are empty."""
    if isinstance(value, dict) and value:
        for name, each in value.items():
            yield from leaves(each, (*path, name))
    elif isinstance(value, list) and value:
        for number, each in enumerate(value):
            yield from leaves(each, (*path, number))
    else:
        yield path


def otherwise(value: Any) -> Any:
    """Something else of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return "keeper" if value == "" else f"{value[:-1]}{'b' if value[-1] == 'a' else 'a'}"
        case None:
            return "x"
        case _:
            return ["x"] if value == [] else {"x": "y"}


def with_leaf(data: Any, path: tuple[Any, ...]) -> Any:
    """The same with something else at a place."""
    if not path:
        return otherwise(data)
    name, *rest = path
    if isinstance(data, dict):
        return {**data, name: with_leaf(data[name], tuple(rest))}
    return [*data[:name], with_leaf(data[name], tuple(rest)), *data[name + 1 :]]


KINDS = {**documents_by_name(StoredMessage), Revealed.document: Revealed}


NOT_CHECKED = ("document", "version", "has_referee")
"""What nothing else at a table depends on: nobody can know whom else a host shows his game."""


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_whatever_is_changed_in_what_was_told_or_revealed_is_found(data):
    own, revealed = played()
    documents = [each for each in own if isinstance(each, Turn | Seated | Waits)] + [revealed]
    number = data.draw(st.integers(0, len(documents) - 1), "document")
    document = documents[number]
    plain = json.loads(encode_message(document))
    path = data.draw(st.sampled_from([path for path in leaves(plain) if path[-1] not in NOT_CHECKED]), "path")
    try:
        other = decode_message(json.dumps(with_leaf(plain, path)), KINDS)
        if other == document:
            return  # where a rule stands is told to nobody
        if isinstance(document, Revealed):
            found = faults(own, other)
        else:
            found = faults([other if each == document else each for each in own], revealed)
    except InputError:
        return
    assert found
