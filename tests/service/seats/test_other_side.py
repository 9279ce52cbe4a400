"""Good and bad are exchanged for the other player of two, in all that he is shown; nothing else changes."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import fields_dict, has

from bombsight.flat.other_side import OPPOSITE, reverse_tones
from bombsight.flat.sites import Tone
from bombsight.runtime.events.views import ChangeView, SayView
from bombsight.service.games.requests import Rules
from bombsight.service.play.answer_odds import Odds
from bombsight.service.saves.replayed import replay_save
from bombsight.service.seats.guest.seat_file import write_revealed
from bombsight.service.seats.protocol.host_messages import Looked, Revealed, Turn
from bombsight.service.seats.protocol.seat_messages import Look, Weigh
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from bombsight.service.seats.visibility.seat_view import SeatView
from tests.games.scenes import Game
from tests.narrowing import unwrap
from tests.service.seats.table import Person, new_table, pass_on, people_at, play_on

RULES_TEXT = """\
game tug "Tug of War"
  sources optional
  players Side
  mission main
enum Side: left, right
state main
  ground "Ground of the left" good: yes/no = no
  mud "Mud on the left": 0..9 = 0
  won: 0..9 = 0
tally won_by_left "Pulls won by the left" good: 0..9 = won
board rope "The rope"
  headline
  mark "Ground is won" good when ground
procedure main
  repeat 3 times
    for each s in Side
      choose pull
        ask "How hard"
        by s
        answer hard "Hard"
          add 1 to won
          set ground to yes
          say "The left wins ground." good
        answer soft "Soft"
          set ground to no
          say "The left loses ground." bad
"""


@pytest.fixture
def tug(tmp_path):
    """A table of tug of war, its two persons, and the rules."""
    game = tmp_path / "tug"
    game.mkdir()
    (game / "00-game.rules").write_text(RULES_TEXT, encoding="utf-8")
    table = new_table(tmp_path, game, "left")
    left, right = people_at(table, tmp_path)
    pass_on(left, right)
    yield table, left, right, Rules(folders=(tmp_path,))
    table.hall.close()


def tones(person: Person) -> list[str]:
    """The tones of all news and changes that somebody was told, in order."""
    events = [event for turn in person.heard if isinstance(turn, Turn) for event in turn.events]
    return [event.tone for event in events if isinstance(event, SayView | ChangeView) and event.tone]


def state_of(person: Person) -> Looked:
    """The present state as somebody is shown it."""
    person.say(Look())
    pass_on(person)
    return person.last(Looked)


def test_news_board_sheet_and_odds_are_reversed_for_the_other_player_and_verified(tug):
    _, left, right, rules = tug
    play_on(left, right, names=["hard"], most=1)
    assert (tones(left), tones(right)) == (["good", "good"], ["bad", "bad"])
    ((of_left, mud), (of_right, _)) = (state_of(each).sheet[0].lines for each in (left, right))
    assert (of_left.matters, of_right.matters, mud.matters) == ("good", "bad", "")
    assert (of_left.values[0].is_bad, of_right.values[0].is_bad) == (False, True)
    (mark_of_left, mark_of_right) = (state_of(each).facts[0] for each in (left, right))
    assert (mark_of_left.is_good, mark_of_right.is_good, mark_of_right.is_bad) == (True, False, True)
    right.say(Weigh())
    pass_on(right)
    odds = right.last(Odds)
    assert (odds.measures[0].matters, odds.best) == ("bad", "soft")
    play_on(left, right, names=["soft"])
    assert (tones(left)[2:4], tones(right)[2:4]) == (["bad", "bad"], ["good", "good"])
    assert verify_seat_messages(right.file.messages, right.last(Revealed), rules).faults == ()


def test_the_file_of_the_other_players_seat_is_replayed_with_his_good_and_bad(tug):
    table, left, right, rules = tug
    play_on(left, right, names=["hard"])
    write_revealed(right.last(Revealed), right.file.path.with_suffix(".revealed"))
    told = [
        next(view.tone for view in replay_save(path, rules.folders).journal.views() if isinstance(view, SayView))
        for path in (table.hall.game.save, right.file.path)
    ]
    assert told == ["good", "bad"]


def test_only_the_other_player_of_two_sees_it_so_and_not_where_all_look_at_one_screen(tug):
    table, left, right, _ = tug
    play_on(left, right, names=["hard"], most=1)
    play = unwrap(table.hall.game.arbiter).play
    assert [SeatView(play, seat).is_reversed for seat in ("left", "right")] == [False, True]
    assert not SeatView(play, "right", reverses=False).is_reversed


@pytest.mark.parametrize("game", ["b17", "down_in_flames", "b17_miniatures"])
def test_every_tone_of_a_program_is_exchanged_and_the_rest_stays(game):
    program = Game(game).program((("two_players", "yes"),))
    reversed_program = reverse_tones(program)
    parts = [
        find_tones(each.sites, each.fields, each.tallies, each.lucks, each.boards, each.headline)
        for each in (program, reversed_program)
    ]
    assert {"good", "bad"} <= {*parts[0]}
    assert parts[1] == [OPPOSITE[tone] for tone in parts[0]]
    assert reverse_tones(reversed_program) == program


def find_tones(*parts: Any) -> list[Tone]:
    """All tones in parts of a program, however deep, in order."""
    found: list[Tone] = []
    for part in parts:
        if isinstance(part, tuple | list):
            found += find_tones(*part)
        elif has(type(part)):
            for name in sorted(fields_dict(type(part)).keys() - {"text", "label"}):  # a row may be called good
                value = getattr(part, name)
                found += [value] if value in ("good", "bad") else find_tones(value)
    return found
