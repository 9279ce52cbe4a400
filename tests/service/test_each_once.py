"""Rows of which each is taken once: as they are thrown by hand, told, counted in odds and kept."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.cards import look_up_card
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.story import Story
from bombsight.service.programs.loaders import load
from bombsight.service.table_odds.drawing_texts import group_outcomes
from bombsight.service.table_odds.situations import compute_table_odds
from bombsight.service.table_odds.taken_rows import inclusion_shares

GAME = """\
game heath "The Heath"
  sources optional

state mission
  oil: 0..9 = 7

table Omens "Omens"
  roll 1d10
  1..3 "A howl": nothing
  4..6 "A light": nothing
  7..8 "Rain": nothing
  9.. "Two omens": again twice, each once

table Few "Fewer than asked for"
  roll 1d3
  +1 late when oil < 7
  ..2 "A howl": nothing
  3 "Two more": again twice, each once
  4 "Three more": again 3 times, each once

table Costs "What they cost"
  roll 1d10
  ..8: take 1 from oil
  9..: again twice, each once

table Outer "Which"
  roll 1d2
  1: roll on Omens
  2: nothing

procedure mission
  roll on Omens
  roll on Few
"""


@pytest.fixture(name="game", scope="module")
def fixture_game(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("heath")
    (folder / "heath.rules").write_text(GAME, encoding="utf-8")
    return str(folder)


def lines_shown(game: str, throws: list[int]) -> list[str]:
    """What is told of these throws."""
    with start_game(game, Rules(), GameSetup(dice="manual"), "auto") as play:
        for face in throws:
            play.throw([face])
        lines = [line for line in Story().tell(play.story) if line.kind in ("roll", "limit")]
        assert (play.view().throw is None) == (play.view().outcome is not None)
    return [line.result or line.text for line in lines]


def test_a_row_that_is_taken_is_thrown_again(game):
    repeated = "this row has been taken: the dice are thrown again"
    lines = ["Two omens", "A howl", "A howl", repeated, "Two omens", repeated, "A light"]
    assert lines_shown(game, [9, 2, 3, 10, 5, 1])[:-1] == lines


def test_it_ends_where_no_other_row_is_left(game):
    end = "no other row is left: the dice are not thrown again"
    assert lines_shown(game, [1, 3, 1])[1:] == ["Two more", "A howl", end]


def test_odds_are_those_of_the_first_throw_and_of_all(game):
    (found,) = compute_table_odds(request_for_game(game, Rules()), "Omens", ()).situations
    assert [row.chance.fraction for row in found.chances.rows] == [Fraction(n, 10) for n in (3, 3, 2, 2)]
    # Two of three rows of 3, 3 and 2 in 8: the third is left out.
    howl = Fraction(3, 10) + Fraction(2, 10) * (1 - Fraction(3, 8) * Fraction(2, 5) - Fraction(2, 8) * Fraction(3, 6))
    rain = Fraction(2, 10) + Fraction(2, 10) * (1 - 2 * Fraction(3, 8) * Fraction(3, 5))
    assert [row.taken and row.taken.fraction for row in found.chances.rows] == [howl, howl, rain, Fraction(2, 10)]


def test_how_often_a_row_is_taken_in_all_stands_in_charts(game):
    (found,) = compute_table_odds(request_for_game(game, Rules()), "Omens", ()).situations
    first, taken = group_outcomes(found)
    assert [label for label, _ in first.outcomes] == [label for label, _ in taken.outcomes]
    assert (first.title, taken.title) == ("", "taken in all, by the throws that follow too")
    assert taken.outcomes[-1][1].chance == found.chances.rows[-1].taken


@pytest.mark.parametrize(("table", "chances"), [("Costs", (8, 2)), ("Outer", (5, 5))])
def test_odds_by_row_are_exact_where_rows_do_something(game, table, chances):
    (found,) = compute_table_odds(request_for_game(game, Rules()), table, ()).situations
    assert [row.chance.fraction for row in found.chances.rows] == [Fraction(n, 10) for n in chances]
    assert {row.taken for row in found.chances.rows} == {None}


def test_a_row_is_taken_once_however_many_are_asked_for():
    first = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}
    assert inclusion_shares(first, {2: 5}) == {0: Fraction(2, 3), 1: Fraction(1, 2), 2: Fraction(1, 6)}
    many = {number: Fraction(1 + number, 5050) for number in range(100)}
    assert inclusion_shares(many, {99: 5}) is None


def test_a_game_with_such_rows_is_kept_and_its_card_says_so(game, tmp_path):
    path = tmp_path / "heath.save"
    with start_game(game, Rules(), GameSetup(seed=5, save=path), "auto") as play:
        assert play.view().outcome is not None
    assert replay(play.session.program, read_save(str(path)), str(path), load=load).same
    card = look_up_card(request_for_game(game, Rules()), "Few").table
    assert [row.result for row in card.rows[1:]] == [("again twice, each once",), ("again 3 times, each once",)]
