"""Values and dice in titles of rows: as they are told, thrown by hand, shown on cards, counted and kept."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from bombsight.compiler.identity import rules_hash
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.runtime.events.views import SayView
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.language.rename import rename
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.cards import look_up_card
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present import pages
from bombsight.service.present.story import Story
from bombsight.service.programs.loaders import load
from bombsight.service.table_odds.situations import compute_table_odds

GAME = """\
game heath "The Heath"
  sources optional

state mission
  oil: 0..9 = 7

table Omens "Omens"
  roll 1d6
  1 "{2d6} wolves": nothing
  2 "{oil} casks, {{oil}}": take 1 from oil
  3 "{1d4 * 100} gold, {1d4} rats": nothing
  4 "{natural}th": treat as row 1
  5..: nothing

table Worth "Worth"
  gives 0..9
  roll 1d2
  1 "{1d4} coins": 3
  2 "Nothing of {oil}": 0

procedure mission
  roll on Omens
  roll on Omens
  roll on Omens
  roll on Omens
  if roll on Worth > roll on Worth
    say "Well."
"""


@pytest.fixture(name="game", scope="module")
def fixture_game(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("heath")
    (folder / "heath.rules").write_text(GAME, encoding="utf-8")
    return str(folder)


def test_the_filled_title_stands_where_the_result_is_told(game):
    with start_game(game, Rules(), GameSetup(dice="manual"), "auto") as play:
        for faces in ((1,), (3, 4), (2,), (3,), (2,), (4,), (4,), (1, 1), (1,), (3,), (2,)):
            play.throw(faces)
        assert play.view().outcome is not None
        lines = [line for line in Story().tell(play.story) if line.kind in ("roll", "result")]
        assert [(line.kind, line.text, line.result) for line in lines] == [
            ("roll", "Omens", "2d6 wolves"),
            ("roll", "Omens: 2d6 wolves", "7 wolves"),
            ("roll", "Omens", "7 casks, {oil}"),
            ("roll", "Omens", "1d4 \u00d7 100 gold, 1d4 rats"),
            ("roll", "Omens: 1d4 \u00d7 100 gold, 1d4 rats", ""),
            ("roll", "Omens", "200 gold, 4 rats"),
            ("roll", "Omens", "4th"),
            ("roll", "Omens: 4th", "2 wolves"),
            ("roll", "Worth", "1d4 coins"),
            ("roll", "Worth: 1d4 coins", "3 coins"),
            ("result", "Worth", "3"),
            ("roll", "Worth", "Nothing of 6"),
        ]
        titles = [(view.row_title, view.text) for view in play.story if isinstance(view, SayView) and view.row_title]
        assert titles[:2] == [("2d6 wolves", "7 wolves"), ("oil casks, {oil}", "7 casks, {oil}")]


def test_why_leads_from_dice_of_a_row_to_the_throw_for_it(game):
    with start_game(game, Rules(), GameSetup(dice="manual"), "auto") as play:
        for faces in ((1,), (3, 4)):
            play.throw(faces)
        shown = [str(each) for each in pages.why(play)]
        assert shown[-1] == "The row: why 2."
        assert any("row 1" in str(each) for each in pages.why(play, "2"))
        assert not any("`why" in str(each) for each in pages.why(play, "2"))


def test_cards_show_what_is_thrown(game):
    card = look_up_card(request_for_game(game, Rules()), "Omens").table
    titles = ["2d6 wolves", "oil casks, {oil}", "1d4 \u00d7 100 gold, 1d4 rats", "naturalth", ""]
    assert [row.title for row in card.rows] == titles
    assert card.rows[0].result == ("nothing",)


def test_odds_count_no_dice_in_titles(game):
    (odds,) = compute_table_odds(request_for_game(game, Rules()), "Omens").situations
    assert [row.chance.fraction for row in odds.chances.rows] == [Fraction(1, 6)] * 4 + [Fraction(1, 3)]
    assert not odds.chances.rolls


def test_a_game_with_such_titles_is_kept(game, tmp_path):
    path = tmp_path / "heath.save"
    with start_game(game, Rules(), GameSetup(seed=3, save=path), "auto") as play:
        assert play.view().outcome is not None
    assert replay(play.session.program, read_save(str(path)), str(path), load=load).same


def test_an_overlay_quotes_the_title_as_it_is_written(game, tmp_path):
    house = tmp_path / "bears.rules"
    house.write_text(
        'house bears "Bears" for heath\n  1 "Bears"\n    in table Omens\n'
        '      was 1 "{2d6} wolves": nothing\n      now 1 "{1d6} bears": nothing\n',
        encoding="utf-8",
    )
    card = look_up_card(request_for_game(game, Rules(house=(str(house),))), "Omens").table
    assert card.rows[0].title == "1d6 bears"


def test_a_name_in_a_title_is_renamed_with_all_others(game):
    space = Workspace.open(Path(game))
    edits = rename(space, Path(game) / "heath.rules", GAME.index("{oil}") + 1, "lamp_oil")
    places = {GAME[: edit.span.start].splitlines()[-1].strip() for edit in edits}
    assert {'2 "{', '2 "Nothing of {'} <= places


@pytest.mark.parametrize(("title", "counts"), [("Wolves", False), ("{oil} wolves", False), ("{1d6} wolves", True)])
def test_what_a_title_throws_is_a_rule_and_the_rest_presents_it(title, counts):
    other = GAME.replace("{2d6} wolves", title)
    first, second, plain = (
        rules_hash(parse(Source("heath.rules", text)).file.items)
        for text in (GAME, other, GAME.replace("{2d6} wolves", "Wolves"))
    )
    assert first != second
    assert (second != plain) == counts
