"""What a seat is shown of a state is true: it is what the referee is shown, or left out, or "hidden".

Beside :mod:`tests.service.seats.test_nothing_hidden_shows`: a value that is hidden does not show, and no other one in
its place. An element with hidden parts is named by the others, so a name may have fewer words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

import attrs
import pytest
from attrs import evolve

from bombsight.runtime.board_renderer import HIDDEN_NOTE
from bombsight.runtime.boards import BoardShown, MarkShown, PlaceShown, ShapeShown, ThingShown
from bombsight.runtime.events.views import ChoiceView, HiddenView
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.sheet import SheetGroup, SheetLine, SheetValue
from bombsight.service.seats.protocol.codec import decode_host_message, encode_message
from bombsight.service.seats.protocol.host_messages import Looked
from bombsight.service.seats.visibility.game_view import SeatState
from bombsight.service.seats.visibility.referee import RefereeView
from bombsight.service.seats.visibility.seat_view import SeatView
from bombsight.service.seats.visibility.seats import seats_of

VAULT = str(Path(__file__).parent / "vault")
RUNNERS = str(Path(__file__).parents[2] / "runners")
TWO = {"two_players": "yes"}

T = TypeVar("T")

# --- what is true of what


def words(text: str) -> set[str]:
    """The words of a text, but for "hidden" and the number behind an equal name."""
    return {*re.findall(r"-?\w+", re.sub(r"#\d+", "", text.lower()))} - {"hidden"}


class Truth:
    """What the referee is shown, to compare with."""

    def __init__(self, play: Play) -> None:
        self.records = {pool.record.lower() for pool in play.session.program.lists}

    def is_true_text(self, shown: str, true: str) -> bool:
        """Whether a text says nothing but what another says; an element with hidden parts by the name of its kind."""
        return shown == true or words(shown) - self.records <= words(true)

    def is_true_mark(self, shown: MarkShown, true: MarkShown) -> bool:
        turns = (shown.sign, shown.turned) in ((true.sign, true.turned), ("", None))
        return self.is_true_text(shown.text, true.text) and shown.tone == true.tone and turns

    def is_true_thing(self, shown: ThingShown, true: ThingShown) -> bool:
        return shown.piece in ("", true.piece) and have_counterparts(shown.marks, true.marks, self.is_true_mark)

    def is_true_place(self, shown: PlaceShown, true: PlaceShown) -> bool:
        return (
            (not shown.piece or (shown.piece, shown.name) == (true.piece, true.name))
            and self.is_true_text(shown.title, true.title)
            and (shown.columns, shown.rows) == (true.columns, true.rows)
            and have_counterparts(shown.things, true.things, self.is_true_thing)
        )

    def is_true_shape(self, shown: ShapeShown, true: ShapeShown) -> bool:
        return evolve(shown, text=true.text) == true and self.is_true_text(shown.text, true.text)

    def false_parts(self, shown: BoardShown, true: BoardShown) -> list[object]:
        """The places, things beside and shapes of a board that do not stand on another."""
        places = without_counterpart(shown.places, true.places, self.is_true_place)
        notes = without_counterpart(shown.notes, [*true.notes, HIDDEN_NOTE], self.is_true_thing)
        return [*places, *notes, *without_counterpart(shown.shapes, true.shapes, self.is_true_shape)]

    def false_values(self, shown: Sequence[SheetGroup], true: Sequence[SheetGroup]) -> list[object]:
        """The values of a sheet that are not those of another, and are not marked hidden."""
        lines = {(group.owner, line.id): line for group in true for line in group.lines}
        return [
            (line.title, value)
            for group in shown
            for line in group.lines
            for value in self.false_values_of_line(line, lines[group.owner, line.id])
        ]

    def false_values_of_line(self, shown: SheetLine, true: SheetLine) -> Iterable[SheetValue]:
        def is_true_value(value: SheetValue, other: SheetValue) -> bool:
            if value.name == "hidden":
                return value.place == other.place and not value.is_bad
            return self.is_true_text(value.title, other.title) and evolve(value, name="", title="") == evolve(
                other, name="", title=""
            )

        if shown.is_list:
            return without_counterpart(shown.values, true.values, is_true_value)
        pairs = zip(shown.values, true.values, strict=True)
        return [value for value, other in pairs if not is_true_value(value, other)]

    def false_parts_of_state(self, shown: SeatState, true: SeatState) -> list[object]:
        """Everything that a seat is shown of a state and is not so."""
        true_boards = {board.name: board for board in true.boards}
        facts = [
            fact
            for fact in shown.facts
            if not any(
                self.is_true_text(f"{fact.title} {fact.value}", f"{other.title} {other.value}")
                and (fact.is_bad, fact.is_good) == (other.is_bad, other.is_good)
                for other in true.facts
            )
        ]
        boards = [part for board in shown.boards for part in self.false_parts(board, true_boards[board.name])]
        return [*boards, *self.false_values(shown.sheet, true.sheet), *facts]

    def is_true_event(self, shown: object, true: object) -> bool:
        """Whether an event says nothing but what the referee's says; unordered options may change places."""
        if isinstance(shown, ChoiceView) and isinstance(true, ChoiceView):
            return self.is_true_text(str(attrs.astuple(shown)), str(attrs.astuple(true)))
        return self.is_true_value(shown, true)

    def is_true_value(self, shown: object, true: object) -> bool:
        """Whether a value of an event is that of another one, part by part."""
        if isinstance(shown, str) and isinstance(true, str):
            return self.is_true_text(shown.replace("_", " "), true.replace("_", " "))
        kind = type(shown)
        if attrs.has(kind):
            names = [each.name for each in attrs.fields(kind)]
            return kind is type(true) and all(
                self.is_true_value(getattr(shown, name), getattr(true, name)) for name in names
            )
        if isinstance(shown, tuple) and isinstance(true, tuple):
            return len(shown) == len(true) and all(map(self.is_true_value, shown, true))
        return shown == true


def have_counterparts(shown: Sequence[T], true: Sequence[T], is_true: Callable[[T, T], bool]) -> bool:
    return not without_counterpart(shown, true, is_true)


def without_counterpart(shown: Sequence[T], true: Sequence[T], is_true: Callable[[T, T], bool]) -> list[T]:
    """What has no counterpart of its own in something else, by a greatest matching."""
    taken: dict[int, int] = {}

    def find(number: int, tried: set[int]) -> bool:
        for at, other in enumerate(true):
            if at not in tried and is_true(shown[number], other):
                tried.add(at)
                if at not in taken or find(taken[at], tried):
                    taken[at] = number
                    return True
        return False

    return [each for number, each in enumerate(shown) if not find(number, set())]


# --- games


def check_state(play: Play, sight: SeatView) -> bool:
    """See that all is true that a seat is shown of the present state; whether anything is hidden from it there."""
    truth = Truth(play)
    state = sight.state()
    assert truth.false_parts_of_state(state, RefereeView(play).state()) == []
    message = Looked(sheet=state.sheet, boards=state.boards)
    assert decode_host_message(encode_message(message)) == message  # and it goes over the line
    asked, own = play.question, sight.open_question()
    if asked is not None and own is not None:
        assert truth.is_true_text(own.prompt, asked.prompt)
        assert {*own.remarks} <= {*asked.remarks}
        true_options = {option.name: option for option in asked.options}
        for option in own.options:
            true = true_options[sight.original_answer_name(option.name)]
            assert truth.is_true_text(option.title, true.title), option
            assert option.beside in ("", true.beside), option
    return sight._mask_state().has_hidden


def check_events(play: Play, sight: SeatView) -> None:
    """See that all is true that a seat was told."""
    truth, true_views = Truth(play), [*play.session.journal.views()]
    for index, view in zip(sight._events.journal_indices, sight.visible_events(), strict=True):
        if not isinstance(view, HiddenView):
            assert truth.is_true_event(view, true_views[index]), (view, true_views[index])


@pytest.mark.parametrize(
    ("game", "options", "games", "most", "every", "hides"),
    [
        (VAULT, {}, 12, 40, 1, True),
        (RUNNERS, {}, 8, 20, 1, True),
        pytest.param("b17", TWO, 3, 200, 9, True, marks=pytest.mark.slow),
        ("down_in_flames", TWO, 2, 60, 5, True),
        ("b17_miniatures", TWO, 2, 60, 5, False),
    ],
    ids=["vault", "runners", "b17", "down_in_flames", "b17_miniatures"],
)
def test_a_seat_is_shown_what_is_so_or_that_it_is_hidden(game, options, games, most, every, hides):
    hiding = 0
    for seed in range(1, games + 1):
        random = Random(seed)
        with start_game(game, Rules(options=options), GameSetup(seed=seed)) as play:
            sights = [SeatView(play, seat.name, reverses=False) for seat in seats_of(play.session.program)]
            for number in range(most):
                if play.question is None:
                    break
                if number % every == 0:
                    hiding += sum([check_state(play, sight) for sight in sights])
                play.answer(random.choice(play.question.options).name)
            for sight in sights:
                check_events(play, sight)
    assert (hiding > 3) is hides


# --- what stands for nothing

EMPTY_PLACES = """\
game hold "Hold"
  sources optional
  players Side
enum Side: left, right
enum Room: fore, aft
enum Man: cook, mate
record Chest
  room "Room": Room
state mission
  where_is[m: Man] "Where they are": Room or none = none seen by left
  ill[m: Man] "Ill": 0..3 = 0 seen by left
  chests "Chests": list of Chest at most 3 seen by left
board rooms "The rooms"
  rows r in Room
    mark "{count(m in Man where ill[m] > 0)} ill"
    mark "empty" bad when not any(m in Man where where_is[m] is r)
    mark "no chest" when not any(c in chests where c.room is r)
  mark "All is well" good when not any(m in Man where ill[m] is 3)
procedure mission
  for each m in Man
    set where_is[m] to fore
    set ill[m] to 1
  add Chest(room: aft) to chests
  choose done
    ask "Done"
    by right
    answer yes "Yes"
      nothing
    answer no "No"
      nothing
"""


def test_a_place_whose_contents_are_hidden_is_not_called_empty(tmp_path):
    (tmp_path / "00-game.rules").write_text(EMPTY_PLACES, encoding="utf-8")
    with start_game(str(tmp_path), Rules(), GameSetup(seed=1)) as play:
        shown = {}
        for seat in ("left", "right"):
            (board,) = SeatView(play, seat).boards()
            shown[seat] = [[thing.text for thing in place.things] for place in board.places], board.notes
    assert shown["left"][0] == [["2 ill, no chest"], ["2 ill, empty"]]
    assert shown["right"] == ([["hidden ill"]] * 2, (HIDDEN_NOTE,))
