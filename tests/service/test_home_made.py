"""A table that nobody printed is told as home-made: of house rules, and of a game that asks for no sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.service.games.library import load_game_folder
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.games.targets import find_targets
from bombsight.service.lint.lint import lint
from bombsight.service.lookup.cards import build_card
from bombsight.service.lookup.summaries import Summary, summary_of
from bombsight.service.programs.compile import compile_game
from bombsight.service.table_odds.drawing_texts import source_text
from bombsight.service.table_odds.situations import compute_table_odds

OWN = """\
game orchard "Orchard"
{sources}
procedure mission
  roll on Pears
  roll on Plums
  roll on Nuts

table Pears "Pears"
  roll 1d6
  ..3: nothing
  4..: nothing

table Plums "Plums" cite "rule 3"
  roll 1d6
  ..3: nothing
  4..: nothing

table Nuts "Nuts" printed
  roll 1d6
  ..3: nothing
  4..: nothing
"""

CITED = (
    OWN.replace("procedure mission", 'procedure mission cite "rule 1"')
    .replace('"Pears"\n', '"Pears" printed cite "rule 2"\n')
    .replace('"Plums" cite', '"Plums" printed cite')
    .replace('"Nuts" printed', '"Nuts" printed "card"')
    .format(sources="")
)
"""The same with a source for everything."""

OWN = OWN.format(sources="  sources optional\n")

HOUSE = """\
house detour "Detour" for orchard by "A. Picker"
  1 "Figs"
    in procedure mission
      at end
        roll on Figs

table Figs "Figs"
  roll 1d6
  ..3: nothing
  4..: nothing

table Dates "Dates" cite "a letter"
  roll 1d6
  ..3: nothing
  4..: nothing
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    (tmp_path / "orchard").mkdir()
    (tmp_path / "detour.rules").write_text(HOUSE)
    return tmp_path


def told(folder: Path, game: str, house: bool = False) -> dict[str, tuple[str, str]]:
    """Of each table what its card and its odds say of where it comes from."""
    (folder / "orchard" / "orchard.rules").write_text(game)
    request = request_for_game(str(folder / "orchard"), Rules(house=(folder / "detour.rules",) if house else ()))
    graph, result = compile_game(request)
    return {
        table.id: (
            build_card(table, graph, result.sources).origin.standing,
            source_text(compute_table_odds(request, table.id)).removeprefix("1d6, "),
        )
        for table in graph.tables
    }


def test_a_table_of_house_rules_is_home_made_unless_it_says_otherwise(folder):
    assert told(folder, CITED, house=True) == {
        "Pears": ("printed", "printed, rule 2"),
        "Plums": ("printed", "printed, rule 3"),
        "Nuts": ("printed", "printed"),
        "Figs": ("home-made", "home-made"),
        "Dates": ("printed", "printed, a letter"),
    }


def test_in_a_game_that_asks_for_no_sources_what_names_none_is_home_made(folder):
    assert told(folder, OWN) == {
        "Pears": ("home-made", "home-made"),
        "Plums": ("printed", "printed, rule 3"),
        "Nuts": ("printed", "printed"),
    }


@pytest.mark.parametrize(
    ("text", "expected"), [(CITED, {"printed": 3}), (OWN, {"printed": 2, "home-made": 1})], ids=["cited", "own"]
)
@pytest.mark.parametrize("checked", [False, True])
def test_the_list_of_games_counts_them_apart(folder, text, expected, checked):
    (folder / "orchard" / "orchard.rules").write_text(text)
    if checked:
        lint(find_targets([str(folder / "orchard")]), Rules())
    summary = summary_of(game(folder))
    assert summary.checked is checked
    assert known(summary) == expected


def game(folder: Path):
    found = load_game_folder(folder / "orchard")
    assert found is not None
    return found


def known(summary: Summary) -> dict[str, int]:
    return {standing: number for standing, number in summary.standings.items() if number}
