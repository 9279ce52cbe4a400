"""Dice of which one is kept: as they are told, thrown by hand, pinned, saved, and weighed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bombsight.boundary.errors import InputError
from bombsight.runtime.events.views import RollView
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.explanation import explain_roll
from bombsight.service.present.story import Story
from bombsight.service.programs.loaders import load
from bombsight.service.programs.pins import parse_pin
from bombsight.service.table_odds.situations import compute_table_odds
from tests.narrowing import unwrap

GAME = """\
game shore "The Shore"
  sources optional

enum Sky: clear, fog, gale

state mission
  oil: 0..30 = 0

table Weather "The weather"
  gives Sky
  roll lowest of 2d6
  +1 late when oil > 8
  natural 6: clear
  ..2: gale
  3..: fog

procedure mission: Sky
  set oil to highest of 2d10
  let sky = roll on Weather
  return sky
"""


@pytest.fixture(name="game", scope="module")
def fixture_game(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("shore")
    (folder / "shore.rules").write_text(GAME, encoding="utf-8")
    return str(folder)


def rolls(play) -> list[RollView]:
    return [view for view in play.story if isinstance(view, RollView)]


def test_all_faces_are_told_and_which_of_them_counts(game):
    with start_game(game, Rules(), GameSetup(dice="manual"), "auto") as play:
        wanted = unwrap(play.view().throw)
        assert wanted.dice.notation == "highest of 2d10"
        play.throw([4, 9])
        assert unwrap(play.view().throw).leads == (("1", "gale"), ("2 to 5", "fog"), ("6", "clear"))
        play.throw([5, 3])
        assert unwrap(play.view().outcome).result == "fog"

        high, low = rolls(play)
        assert (high.faces, high.natural, low.faces, low.natural, low.total) == ((4, 9), 9, (5, 3), 3, 4)
        lines = [line for line in Story().tell(play.story) if line.kind == "roll"]
        assert [(line.dice, line.total) for line in lines] == [("highest of 4, 9", "9"), ("lowest of 5, 3", "4")]
        assert "2d6: lowest of 5, 3 = 3" in explain_roll(low)[1].text


def test_what_is_typed_is_every_face_or_the_one_that_counts(game, tmp_path):
    path = tmp_path / "shore.save"
    with start_game(game, Rules(), GameSetup(dice="manual", save=path), "auto") as play:
        play.throw([8])
        with pytest.raises(InputError, match="wants 2 numbers, or the one that is kept, not 3"):
            play.throw([1, 2, 3])
        with pytest.raises(InputError, match="7 is no result of lowest of 2d6"):
            play.throw([7])
        play.throw([6])
        assert unwrap(play.view().outcome).result == "clear"
        assert [view.faces for view in rolls(play)] == [(8,), (6, 6)]
    saved = read_save(str(path))
    assert replay(play.session.program, saved, str(path), load=load).same


def test_pinned_dice_show_what_counts(game):
    with start_game(game, Rules(), GameSetup(seed=4, pins=(parse_pin("Weather=2"),)), "auto") as play:
        assert play.view().outcome is not None
        assert rolls(play)[1].natural == 2


def test_odds_weigh_what_is_kept(game):
    (found,) = compute_table_odds(request_for_game(game, Rules()), "Weather", ()).situations
    chances = {each.name: Fraction(each.chance.ratio) for each in found.chances.results}
    assert chances == {"gale": Fraction(20, 36), "fog": Fraction(15, 36), "clear": Fraction(1, 36)}
