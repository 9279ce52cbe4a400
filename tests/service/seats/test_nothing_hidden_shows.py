"""Non-interference: what differs only in what is hidden from a seat is the same to it, byte for byte.

Once for whole games: two games of the vault by the same open throws and answers, and by hidden ones that differ. Once
for states of any game: what is hidden is replaced by other values, and elements whose order is not told change places.
All that the seat can be shown is compared as it goes over the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.errors import InputError
from bombsight.cli.seats.letter_text import render_letter
from bombsight.flat.layout import SlotField
from bombsight.flat.program import Program
from bombsight.flat.types import NONE, BoolType, ElementType, EnumType, IntType
from bombsight.runtime.events.views import ChangeView, EnterView, HiddenView, RollView, SayView
from bombsight.runtime.run.policies import Question, choice_site
from bombsight.runtime.visibility.renumbering import renumber_elements, visible_values
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.mail.mail_documents import Letter
from bombsight.service.seats.protocol.codec import MESSAGE_FORM, encode_message
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.host_messages import Looked, Turn
from bombsight.service.seats.protocol.seat_messages import Answered
from bombsight.service.seats.visibility.seat_view import SeatView
from bombsight.service.seats.visibility.seats import seats_of

VAULT = str(Path(__file__).parent / "vault")
RUNNERS = str(Path(__file__).parents[2] / "runners")
SECRET = Secret("ab" * 32)

DECLASSIFIES = "choice:stack/k"
"""The question behind whose answer it shows what was hidden: there both games are left."""

RESTS_ON_SECRETS = "Scale"
"""The table whose highest face leads to a row that rests on what is hidden: it is never thrown."""

# --- whole games


def shown_to(arbiter: Arbiter, seat: str) -> str:
    """All that a seat can be shown, but for the commitment, which only who has the key can tell from another."""
    turn = evolve(arbiter.make_turn(seat), committed="")
    seen = [encode_message(turn), encode_message(arbiter.make_state_message(seat))]
    if turn.turn == seat:
        seen.append(encoded_odds(arbiter, seat))
    throws = [number for number, event in enumerate(turn.events) if isinstance(event, RollView)]
    seen += [encode_message(arbiter.make_reasons(seat, number)) for number in throws[-2:]]
    event_count = len(turn.events)
    seen += [encode_message(arbiter.make_state_message(seat, at)) for at in range(max(1, event_count - 3), event_count)]
    return "\n".join([*seen, letter_text(arbiter, seat, turn)])


def letter_text(arbiter: Arbiter, seat: str, turn: Turn) -> str:
    """What people read of the letter with the last events of a turn."""
    last_events = evolve(turn, start=max(0, len(turn.events) - 5), events=turn.events[-5:])
    looked = arbiter.make_state_message(seat)
    letter = Letter(token="t", seated=arbiter.make_seated(seat), turn=last_events, looked=looked, revealed=None)
    return render_letter(letter, turn.events, "books")


def encoded_odds(arbiter: Arbiter, seat: str) -> str:
    """The odds of a seat's question, or why it is refused them."""
    try:
        return encode_message(arbiter.odds(seat))
    except InputError as error:
        return json.dumps([error.message, error.hint])


def looks(seat: str, known: Iterator[int], unknown: Iterator[int]) -> list[str]:
    """What a seat is shown of a game of the vault, stop by stop, where it changes.

    Args:
        seat: Who looks.
        known: Open throws and answers.
        unknown: Those that are hidden from the seat.
    """
    seen: list[str] = []
    with start_game(VAULT, Rules(), GameSetup(seed=1, dice="manual")) as play:
        with patch.object(Play, "by_hand", False):  # the dice of both games are chosen
            arbiter = Arbiter(play, SECRET)
        while True:
            if play.view().throw is None:
                shown = shown_to(arbiter, seat)
                seen += [shown] if [shown] != seen[-1:] else []  # how often others move in secret is no look
            if not move(arbiter, seat, known, unknown):
                return seen


def move(arbiter: Arbiter, seat: str, known: Iterator[int], unknown: Iterator[int]) -> bool:
    """Make the next move of a game; False where it is over, or the move would show what was hidden."""
    play, sight = arbiter.play, arbiter._seat_views[seat]
    view = play.view()
    if view.outcome is not None or (view.question is not None and view.question.id == DECLASSIFIES):
        return False
    own = sight.open_question()
    number = next(known if own is not None or sight.is_visible_now else unknown)
    if view.throw is not None:
        throw = view.throw
        face = number % (throw.dice.sides - (throw.table == RESTS_ON_SECRETS))
        # A member is chosen by its name: at which place of a pile it lies may be hidden.
        play.throw([1 + (throw.members.index(sorted(throw.members)[face]) if throw.members else face)])
    elif own is not None:
        play.answer(sight.original_answer_name(own.options[number % len(own.options)].name))
    elif view.question is not None:
        play.answer(sorted(option.name for option in view.question.options)[number % len(view.question.options)])
    return True


def endless(numbers: Sequence[int]) -> Iterator[int]:
    """The numbers again and again, each time shifted."""
    turn = 0
    while True:
        yield from (number + turn for number in numbers)
        turn += 1


NUMBERS = st.lists(st.integers(0, 41), min_size=40, max_size=40)


def hold(seat: str, known: list[int], one: list[int], other: list[int]) -> None:
    """See that two games which differ in what is hidden look the same."""
    first, second = (looks(seat, endless(known), endless(hidden)) for hidden in (one, other))
    for at, (mine, others) in enumerate(zip(first, second, strict=False)):
        assert mine == others, f"look {at}"
    assert len(first) == len(second)


@pytest.mark.parametrize("seat", ["left", "right"])
@settings(max_examples=12, deadline=None)
@given(known=NUMBERS, one=NUMBERS, other=NUMBERS)
def test_what_happens_in_secret_changes_nothing_that_a_seat_is_shown(seat, known, one, other):
    hold(seat, known, one, other)


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["left", "right"])
@settings(max_examples=400, deadline=None)
@given(known=NUMBERS, one=NUMBERS, other=NUMBERS)
def test_what_happens_in_secret_changes_nothing_in_many_games(seat, known, one, other):
    hold(seat, known, one, other)


# --- states


def values_of(program: Program, field: SlotField) -> list[int]:
    """The values that a field may have; none that holds an element or a name."""
    none = [NONE] if field.type.is_optional else []
    match field.type:
        case BoolType():
            return [0, 1]
        case EnumType(enum=enum):
            return [*none, *range(len(program.enums[enum].values))]
        case IntType(low=low, high=high):
            return [*none, *range(low, min(high, low + 100) + 1)]
        case _:  # the rest: not set to something else
            return []


def looks_of(sight: SeatView, question: Question | None) -> str:
    """All that a seat is shown of a state."""
    asked = None if question is None else sight.mask_question(question)
    return encode_message(Looked(sheet=sight.sheet(), boards=sight.boards())) + json.dumps(encode(asked, MESSAGE_FORM))


def check_state(sight: SeatView, random: Random) -> None:
    """See that a seat is shown the same of a state that differs in what is hidden from it."""
    play = sight.play
    program, describer = play.session.program, play.session.describer
    question = play.question if sight.open_question() is not None else None
    before = looks_of(sight, question)
    slots = describer.slots
    secrets = sight._mask.secrets
    hidden = secrets.hidden_slots(slots, sight._player)
    other = list(slots)
    for slot, field in hidden.items():
        other[slot] = random.choice(values_of(program, field) or [slots[slot]])
    unordered = secrets.unordered_lists
    seen = {slot: (random.random(),) for slot in visible_values(unordered, slots, hidden)}
    changed = renumber_elements(unordered, other, seen, "forwards")
    then = secrets.hidden_slots(changed.slots, sight._player)
    secrets.asides.close()
    if {changed.moved.get(slot, slot) for slot in hidden} != {*then}:
        return  # the rules say of what was put there that it may be seen, or is not to be
    if question is not None:
        kind = choice_site(program, question.site).option_type
        if isinstance(kind, ElementType):
            question = evolve(question, numbers=tuple(changed.new_value(kind, each) for each in question.numbers))
        question = evolve(question, preferred=random.randrange(len(question.options)), told=question.told)
    with patch.object(describer, "slots", changed.slots):
        assert looks_of(sight, question) == before


def check_states(game: str, options: dict[str, str], seed: int, most: int, every: int) -> int:
    """Play a game by random answers, and look at its states; how many of them hid anything."""
    random, hiding = Random(seed), 0
    with start_game(game, Rules(options=options), GameSetup(seed=seed)) as play:
        sights = [SeatView(play, seat.name) for seat in seats_of(play.session.program)]
        for number in range(most):
            asked = play.question
            if asked is None:
                break
            if number % every == 0:
                for sight in sights:
                    check_state(sight, random)
                    hiding += bool(sight._mask_state().hidden_slots)
            play.answer(random.choice(asked.options).name)
    return hiding


TWO = {"two_players": "yes"}


@pytest.mark.parametrize(
    ("game", "options", "games", "most", "every"),
    [
        (VAULT, {}, 20, 40, 1),
        (RUNNERS, {}, 8, 20, 1),
        pytest.param("b17", TWO, 2, 60, 20, marks=pytest.mark.slow),
        ("down_in_flames", TWO, 2, 40, 8),
    ],
    ids=["vault", "runners", "b17", "down_in_flames"],
)
def test_other_values_in_place_of_what_is_hidden_look_the_same(game, options, games, most, every):
    hiding = sum(check_states(game, options, seed, most, every) for seed in range(1, games + 1))
    assert hiding > 3


# --- what was told once


HEAD = """\
game small "Small"
  sources optional
  players Side
  mission main
enum Side: left, right
enum Kind: gold, silver, lead
state main
  is_open: yes/no = no
  mine "The mine": Kind = gold SEEN
procedure main
  step secret STEP
    choose k from Kind
      ask "Where is the mine"
      by left
    set mine to k
"""


@pytest.fixture
def told_to_right(tmp_path):
    """What the right is told first, of a small game where something was answered in secret."""

    def told(
        rules: str, kind: str, seen: str = "seen by left when not is_open", step: str = "seen by left"
    ) -> tuple[Arbiter, Turn]:
        text = HEAD.replace("SEEN", seen).replace("STEP", step) + rules
        (tmp_path / "00-game.rules").write_text(text, encoding="utf-8")
        play = opened.enter_context(start_game(str(tmp_path), Rules(), GameSetup(seed=1)))
        arbiter = Arbiter(play, SECRET)
        arbiter.answer("left", Answered(number=0, names=(kind,)))
        return arbiter, arbiter.make_turn("right")

    with ExitStack() as opened:
        yield told


def test_which_questions_would_follow_an_answer_is_not_told_before_it(told_to_right):
    """Whether the same is asked again, and how often, was found by playing on, past what is hidden."""
    rules = """\
  repeat 3 times
    choose k from Kind
      ask "Where do you dig"
      by right
      together "Digging"
    if k is mine
      return
"""
    for kind in ("gold", "silver", "lead"):
        turn = told_to_right(rules, kind)[1]
        assert turn.question is not None
        assert (turn.rows, turn.again) == ((), None)


def test_why_tells_no_row_that_rests_on_what_is_hidden(told_to_right):
    rules = """\
  roll on Dig
  roll on Plain
  choose done
    ask "Done"
    by right
    answer yes "Yes"
      nothing
    answer no "No"
      nothing
table Dig "Digging"
  roll 1d6
  natural 6 when mine is gold: nothing
  1: nothing
  2..: nothing
table Plain "Plain"
  roll 1d6
  ..4: nothing
  5..: nothing
"""
    for kind in ("gold", "lead"):
        arbiter, turn = told_to_right(rules, kind)
        dug, plain = [number for number, event in enumerate(turn.events) if isinstance(event, RollView)]
        assert arbiter.make_reasons("right", dug).others == ()
        assert [each.row.label for each in arbiter.make_reasons("right", plain).others] == ["..4", "5.."]
        dug = next(
            number for number, event in enumerate(arbiter.make_turn("left").events) if isinstance(event, RollView)
        )
        assert len(arbiter.make_reasons("left", dug).others) > 1  # nothing is hidden from the left


def test_why_tells_of_its_own_throw_and_not_of_a_secret_one_before_it(told_to_right):
    """To throw again is to run up to that throw; what is told on the way there is none of its results."""
    rules = """\
  step hidden seen by left
    roll on Plain
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
    arbiter, turn = told_to_right(rules, "lead")
    (own,) = [number for number, event in enumerate(turn.events) if isinstance(event, RollView)]
    assert [(each.low, each.high) for each in arbiter.make_reasons("right", own).others] == [(1, 4), (5, 6)]


def test_what_the_rules_advise_rests_on_nothing_hidden(told_to_right):
    """Also where all that is hidden is a field of state, and no list."""
    rules = """\
  choose k from Kind
    ask "Where do you dig"
    by right
    prefer dread(k)
define dread(k: Kind): 0..1
  base: 1
  except mined: 0 when k is mine
"""
    turns = [told_to_right(rules, kind)[1] for kind in ("gold", "silver", "lead")]
    assert {turn.question.preferred for turn in turns if turn.question is not None} == {0}


def test_odds_are_refused_where_a_run_may_remember_what_was_hidden(told_to_right):
    """All lies open by now, and of a step without a title nobody is told; yet every run begins behind it."""
    rules = """\
  step thought seen by left
    say "A thought."
  set is_open to yes
  choose done
    ask "Done"
    by right
    answer yes "Yes"
      nothing
    answer no "No"
      nothing
"""
    arbiter, _ = told_to_right(rules, "lead")
    with pytest.raises(InputError, match="would tell what is hidden"):
        arbiter.odds("right")


def test_how_often_others_answered_in_secret_is_no_number(told_to_right):
    rules = """\
  step brood seen by left
    repeat 3 times
      if mine is gold
        choose thought
          ask "Think"
          by left
          answer yes "Yes"
            nothing
          answer no "No"
            nothing
  choose done
    ask "Done"
    by right
    answer yes "Yes"
      nothing
    answer no "No"
      nothing
"""
    numbers = []
    for kind in ("gold", "lead"):
        arbiter, _ = told_to_right(rules, kind)
        while arbiter.seat_to_answer == "left":
            arbiter.answer("left", Answered(number=arbiter.question_number("left"), names=("yes",)))
        numbers.append((arbiter.question_number("right"), arbiter.make_turn("right").number))
        arbiter.answer("right", Answered(number=0, names=("yes",)))
    assert numbers == [(0, 0), (0, 0)]


# --- what is told all the same

DONE = """\
  choose done
    ask "Done"
    by right
    answer yes "Yes"
      nothing
    answer no "No" prefer 1
      nothing
"""


def test_what_rests_on_nothing_hidden_is_told(told_to_right):
    """Steps that are hidden only at times, changes that lay hidden before, advice."""
    rules = f"""\
  roll on Plain
  step open seen by left when is_open
    say "Told to all."
  set is_open to yes
  set mine to silver
  step closed seen by left when is_open
    say "Told to one."
{DONE}table Plain "Plain"
  roll 1d6
  ..4: nothing
  5..: nothing
"""
    arbiter, turn = told_to_right(rules, "gold")
    assert [event.text for event in turn.events if isinstance(event, SayView)] == ["Told to all."]
    assert [event.name for event in turn.events if isinstance(event, EnterView)] == ["main", "open"]
    assert not any(isinstance(event, HiddenView) for event in turn.events), "without a title it is told to nobody else"
    assert [(event.old, event.new) for event in turn.events if isinstance(event, ChangeView)] == [("gold", "silver")]
    assert turn.question is not None
    assert turn.question.preferred == 1
    with pytest.raises(InputError, match="'none' is not offered"):
        arbiter.answer("right", Answered(number=0, names=("none",)))


def test_a_field_that_a_change_lays_open_is_told_without_what_it_was(told_to_right):
    rules = "  set mine to lead\n" + DONE
    _, turn = told_to_right(rules, "gold", seen="seen by left when mine is not lead")
    assert [(event.old, event.new) for event in turn.events if isinstance(event, ChangeView)] == [("hidden", "lead")]


def test_odds_are_refused_where_something_in_state_was_hidden(told_to_right):
    """No step was: it was open what was put there, or by whom, and the rules may have asked for it since."""
    arbiter, _ = told_to_right('  say "Now."\n  set is_open to yes\n' + DONE, "gold", step="")
    with pytest.raises(InputError, match="would tell what is hidden"):
        arbiter.odds("right")
