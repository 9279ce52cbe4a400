"""What each at a table may see: nothing of it changes with what is hidden from him."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import asdict
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.errors import InputError
from bombsight.flat.document_forms import WHOLE
from bombsight.runtime.events.element_history import ElementHistory
from bombsight.runtime.events.views import (
    ChangeView,
    ChoiceView,
    DrawView,
    ElementView,
    HiddenView,
    MoveView,
    PileView,
    RollView,
    SayView,
)
from bombsight.runtime.run.hidden_values import HiddenValue
from bombsight.runtime.visibility.masking import mask_state
from bombsight.runtime.visibility.visibility import Secrets
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.seats.visibility.seat_view import SeatView
from bombsight.service.seats.visibility.seats import Seat, seats_of
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

RUNNERS = str(Path(__file__).parents[2] / "runners")
LIGHTHOUSE = str(EXAMPLES / "lighthouse")
VAULT = str(Path(__file__).parent / "vault")

NUMBERS = st.lists(st.integers(0, 59), min_size=30, max_size=30)


def game(seed: int | None = 4, dice: str | None = None, **options: str) -> Play:
    return start_game(RUNNERS, Rules(options=options), GameSetup(seed=seed, dice=dice))


def told(sight: SeatView) -> str:
    """All that a seat sees, as a document."""
    view = sight.view()
    seen = {
        "story": [event.to_json() for event in sight.visible_events()],
        "question": asdict(view.question) if view.question else None,
        "asked": sight.asked_seat.name if sight.asked_seat else None,
        "sheet": [encode(group, WHOLE) for group in view.sheet],
        "boards": [encode(board, WHOLE) for board in sight.boards()],
        "outcome": view.outcome.to_json() if view.outcome else None,
    }
    return json.dumps(seen, default=lambda value: sorted(value) if isinstance(value, frozenset) else str(value))


def looked(seat: str, open_: Sequence[int], hidden: Sequence[int], reveals: Sequence[str]) -> list[str]:
    """What a seat sees of a game, look by look.

    Args:
        seat: Who looks.
        open_: By what dice fall and answers are given that it may know of.
        hidden: The same of those that are hidden from it.
        reveals: The choices whose answers tell what was hidden: there the game is left.
    """
    seen: list[str] = []
    known, unknown = iter(open_), iter(hidden)
    with game(dice="manual") as play:
        sight = SeatView(play, seat)
        while True:
            view, own = play.view(), sight.view()
            seen.append(told(sight))
            if view.question is not None and view.question.id in reveals:
                return seen
            number = next(known if own.question is not None or sight.is_visible_now else unknown)
            if view.throw is not None:
                play.throw([number % view.throw.dice.sides + 1])
            elif own.question is not None:
                play.answer(sight.original_answer_name(own.question.options[number % len(own.question.options)].name))
            else:
                assert view.question is not None
                play.answer(view.question.options[number % len(view.question.options)].name)


@pytest.mark.parametrize(
    ("seat", "reveals"), [("runner", ["choice:land/light"]), ("cutter", ["choice:station/searched"])]
)
@settings(max_examples=8, deadline=None)
@given(open_=NUMBERS, one=NUMBERS, other=NUMBERS)
def test_what_is_hidden_changes_nothing_that_is_seen(seat, reveals, open_, one, other):
    assert looked(seat, open_, one, reveals) == looked(seat, open_, other, reveals)


def test_seats_are_the_players_and_a_game_of_one_has_none():
    with game() as play:
        assert seats_of(play.session.program) == (Seat("runner", "the runner"), Seat("cutter", "the cutter"))
        with pytest.raises(InputError, match=r"called .pilot."):
            SeatView(play, "pilot")
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=1)) as play:
        assert seats_of(play.session.program) == ()


def test_elements_are_followed_with_their_numbers():
    """Who may see something is worked out of the state at each event, which must be that of the run."""
    with game() as play:
        while play.question is not None:
            events, program = play.session.journal.events, play.session.program
            slots, now = ElementHistory(program).slots_at(events, len(events) - 1), play.session.describer.slots
            for field in program.fields:
                assert slots[field.base : field.base + field.size] == list(now[field.base : field.base + field.size])
            for found in program.lists:
                places = {*range(found.base, found.base + found.capacity), found.count}
                places |= {*range(found.row, found.row + found.capacity)}
                assert [slots[slot] for slot in places] == [now[slot] for slot in places]
            play.answer(play.question.options[-1].name)


# --- what is told


@pytest.fixture
def table():
    """The game at its first question, and who sits there."""
    with game() as play:
        yield play, SeatView(play, "runner"), SeatView(play, "cutter")


def events(sight: SeatView, kind: type) -> list:
    return [event for event in sight.visible_events() if isinstance(event, kind)]


def test_others_learn_that_a_step_happened(table):
    _, runner, cutter = table
    hidden = [(event.name, event.whose) for event in events(runner, HiddenView)]
    assert hidden == [
        ("deal", "none"),
        ("shift", "cutter"),
        ("luck", "cutter"),
        ("count_luck", "cutter"),
        ("lie", "cutter"),
    ]
    assert [event.text for event in events(runner, SayView)][1:] == ["Luck is drawn.", "Luck is drawn."]
    assert len(events(runner, RollView)) == 5  # four casks, and his luck
    assert len(events(cutter, RollView)) == 6  # and what he counts


def test_changes_go_by_fields_whatever_step_they_happen_in(table):
    _, runner, cutter = table
    assert [event.field for event in events(runner, ChangeView)] == ["luck[runner]"]
    assert [event.field for event in events(cutter, ChangeView)] == ["luck[cutter]"]
    for sight, own, other in ((runner, "runner", "cutter"), (cutter, "cutter", "runner")):
        named = [event.element for event in events(sight, ElementView)]
        assert named.count(f"cask {other}") == 4
        assert all(name.startswith(f"{own} ") for name in named if name != f"cask {other}")


def test_a_question_is_put_to_its_seat_alone(table):
    play, runner, cutter = table
    assert (runner.asked_seat, cutter.asked_seat) == (cutter.seat, cutter.seat)
    assert runner.view().question is None
    with pytest.raises(InputError, match="nothing is asked of you"):
        runner.original_answer_name("north")
    play.answer("south")
    asked = cutter.open_question()
    assert [option.name for option in asked.options] == ["cask runner", *(f"cask runner #{at}" for at in (2, 3, 4))]
    assert (asked.numbers, asked.told, asked.remarks) == ((), (), ())
    assert {option.beside for option in asked.options} == {""}
    assert asked.preferred == 0  # what the rules advise rests on what he may not see
    with pytest.raises(InputError, match="not offered"):
        cutter.original_answer_name("runner lace")
    names = {cutter.original_answer_name(option.name) for option in asked.options}
    assert names == {option.name for option in play.question.options}


def test_what_is_drawn_is_told_as_far_as_it_is_seen(table):
    _, runner, cutter = table
    assert [event.drawn for event in events(cutter, DrawView)][1] == "cask runner"
    assert "cask" not in events(runner, DrawView)[1].drawn
    assert not any(
        isinstance(event, (PileView, MoveView)) for sight in (runner, cutter) for event in sight.visible_events()
    )


def test_who_answers_in_secret_knows_of_it_alone(table):
    play, runner, cutter = table
    play.answer("south")
    assert [event.answer for event in events(cutter, ChoiceView)] == ["south"]
    assert not events(runner, ChoiceView)


def test_what_is_shown_is_seen(table):
    play, _, cutter = table
    play.answer("south")
    play.answer(cutter.original_answer_name("cask runner #3"))
    assert events(cutter, ChangeView)[-1].field in {
        f"casks[runner {cargo}].shown" for cargo in ("brandy", "lace", "salt")
    }


def values(sight: SeatView, title: str) -> list[str]:
    return [
        value.title for group in sight.sheet() for line in group.lines if line.title == title for value in line.values
    ]


def test_the_sheet_says_what_is_hidden_and_leaves_secret_lists_out(table):
    _, runner, cutter = table
    assert (values(runner, "The patrol"), values(cutter, "The patrol")) == (["hidden"], ["the north cove"])
    assert values(runner, "Fog") == values(cutter, "Fog") == ["hidden"]
    assert values(runner, "Luck")[1] == values(cutter, "Luck")[0] == "hidden"
    assert "Rumours" not in {line.title for group in runner.sheet() for line in group.lines}
    assert values(runner, "Casks")[0] == "cask the cutter"


def marks(sight: SeatView, board: str) -> str:
    return json.dumps([encode(each, WHOLE) for each in sight.boards() if each.name == board])


def test_boards_leave_out_what_rests_on_what_is_hidden(table):
    _, runner, cutter = table
    assert "patrol" in marks(cutter, "coast")
    assert "patrol" not in marks(runner, "coast")
    assert "fog hidden" in marks(runner, "coast")
    assert marks(runner, "hands").count("luck hidden") == 1


def test_odds_are_refused_where_they_would_tell(table):
    _, runner, cutter = table
    with pytest.raises(InputError, match="not your turn"):
        runner.odds(10)
    with pytest.raises(InputError, match="would tell what is hidden"):
        cutter.odds(10)


def test_why_is_told_of_throws_of_ones_own_story(table):
    _, runner, _ = table
    at = next(number for number, event in enumerate(runner.visible_events()) if isinstance(event, RollView))
    led = runner.other_throws(at)
    assert [(each.low, each.high) for each in led] == [(1, 2), (3, 4), (5, 6)]
    with pytest.raises(InputError, match="is no throw"):
        runner.other_throws(0)


def test_why_is_told_of_the_throws_that_are_left_after_an_undo():
    compared = 0
    with game(open_hands="yes") as play:
        cutter = SeatView(play, "cutter")
        while play.question is not None and compared < 8:
            first, *others = (option.name for option in play.question.options)
            if others:
                play.answer(others[0])
                assert cutter.visible_events()
                play.undo()
            play.answer(first)
            assert len(cutter.visible_events()) == len(cutter._events.journal_indices)
            fresh = SeatView(play, "cutter")
            throws = [number for number, event in enumerate(fresh.visible_events()) if isinstance(event, RollView)]
            assert [cutter.other_throws(number) for number in throws] == [
                fresh.other_throws(number) for number in throws
            ]
            compared = sum(bool(fresh.other_throws(number)) for number in throws)
    assert compared > 3


def test_a_view_tells_what_is_new_since_the_move_before(table):
    play, _, cutter = table
    first = cutter.view()
    assert (first.kept, len(first.events)) == (0, len(cutter.visible_events()))
    assert cutter.view().events == first.events
    play.answer("south")
    assert cutter.view().kept == len(first.events)
    play.undo()
    assert cutter.view().kept == len(first.events)
    assert cutter.visible_events() == first.events


def test_where_all_lies_open_all_is_told():
    with game(open_hands="yes") as play:
        cutter = SeatView(play, "cutter")
        play.answer("south")
        assert [option.name for option in unwrap(cutter.open_question()).options] != ["cask runner"]
        assert "hidden" not in values(cutter, "The patrol")
        assert not any("cask" in name for name in values(cutter, "Casks"))


SHUFFLED = """
game slips "Slips"
  language 1
  mission night
  players Side

enum Side: keeper "the keeper", smuggler "the smuggler"
enum Result: done "Done"

record Slip
  number "Number": 0..9

record Notice
  number "Number": 0..9

state night
  slips "Slips": list of Slip at most 4 seen by smuggler
  notices "Notices": list of Notice at most 4

procedure night: Result "A night" cite "rule 1"
  for n in 1..2
    add Slip(number: n) to slips
    add Notice(number: n) to notices
  for each s in slips where s.number is 1
    move s to end of slips
  for each s in notices where s.number is 1
    move s to end of notices
  choose way
    ask "Whose turn"
    by keeper
    answer one "One" prefer 1
      return done
    answer other "Other"
      return done
"""


def test_moves_within_a_list_are_told_where_its_order_says_nothing(tmp_path):
    """Of a list of which somebody may not see all, nobody is told the order."""
    (tmp_path / "slips").mkdir()
    (tmp_path / "slips" / "00-game.rules").write_text(SHUFFLED.lstrip(), encoding="utf-8")
    with start_game(str(tmp_path / "slips"), Rules(), GameSetup(seed=1)) as play:
        told = {seat: [each.list for each in events(SeatView(play, seat), MoveView)] for seat in ("keeper", "smuggler")}
    assert told == {"keeper": ["notices"], "smuggler": ["notices"]}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_masked_state_holds_no_hidden_value_and_several_orders(seat):
    compared = turned = 0
    with start_game(VAULT, Rules(), GameSetup(seed=2)) as play:
        secrets = Secrets(play.session.program, play.session.load)
        while play.question is not None:
            slots = play.session.slots
            hidden = secrets.hidden_slots(slots, seat)
            states = mask_state(secrets.unordered_lists, slots, hidden, ()).states
            turned += any(state.moved != states[0].moved for state in states)
            for state in states:
                values = [state.slots[state.moved.get(slot, slot)] for slot in hidden]
                assert all(isinstance(each, HiddenValue) for each in values)
                compared += len(values)
            play.answer(play.question.options[0].name)
    assert compared > 20
    assert turned > 2  # what stands first in one stands last in the other: no place tells anything
