"""Saves whose rules cost more than they may, here and on a page: each ends alike, and goes on where more is allowed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.saves.replay import SaveRun, run_save_or_script
from bombsight.service.saves.saved_rules import request_of_file
from bombsight.service.site.editions import SiteOrder, build_editions
from bombsight.service.site.gamefile import load_game_file
from tests.narrowing import unwrap
from tests.web.beside_node import needs_node, run_program

pytestmark = needs_node

HEAD = """\
game dear "Dear"
  sources optional

state mission
  n "N": 0..9 = 0

procedure mission
  choose k from 0..9
    ask "How many"
"""

TAIL = """
  choose j from 0..9
    ask "And now"
  say "done"
"""

STEPS = """\
  repeat 400 times
    if any(x in 1..100000 where x > n)
      set n to k
"""

STORY = f"""\
  repeat 3000 times
    say "{"x" * 2500}"
"""

TOO_LONG = "this goes on for too long"
TOO_MUCH = "this tells more than a journal may hold"


@pytest.fixture(name="dear", params=[(STEPS, TOO_LONG), (STORY, TOO_MUCH)], ids=["steps", "story"])
def fixture_dear(request, tmp_path: Path) -> tuple[Path, str]:
    """A game that costs more than it may between its questions, and less than five times as much; and its fault."""
    body, fault = request.param
    folder = tmp_path / "dear"
    folder.mkdir()
    (folder / "dear.rules").write_text(HEAD + body + TAIL)
    return folder, fault


def game_for_pages(folder: Path, limit: int) -> Path:
    """Its game file as a site has it."""
    (made,) = build_editions(SiteOrder(games=(str(folder),), limit=limit))
    (content,) = made.files.values()
    file = folder.with_name(f"{limit}.game")
    file.write_bytes(content)
    return file


def begun(folder: Path, limit: int = 1) -> Path:
    """A save that was begun here and has no answer."""
    path = folder.with_name("a.save")
    with start_game(str(folder), Rules(limit=limit), GameSetup(seed=1, save=path)) as play:
        play.view()
    return path


def on_page(game: Path, save: Path) -> None:
    """Have a save played to its end on a page, as the autopilot would."""
    order = {"game": str(game), "save": str(save), "to": str(save), "events": "", "read": ""}
    orders = save.with_suffix(".orders")
    orders.write_text(json.dumps([order | {"seed": 1, "moves": 0, "suggestions": 9}]))
    run_program("carrying", orders)


def is_same(save: Path, limit: int = 1) -> bool:
    """Whether the same happens here as a save says."""
    found = run_save_or_script(save, Rules(limit=limit))
    assert isinstance(found, SaveRun)
    return found.verdict.same


def end_of(save: Path) -> dict[str, str]:
    """How it ended, by its last line."""
    return json.loads(save.read_bytes().splitlines()[-1])["end"]


def test_a_fault_on_a_page_is_the_same_here_and_goes_on_where_more_is_allowed(dear):
    folder, fault = dear
    save, game = begun(folder), game_for_pages(folder, 1)
    on_page(game, save)
    there = save.read_bytes()

    assert end_of(save)["fault"] == fault
    assert is_same(save)
    with resume_game(save) as play:
        assert unwrap(play.view().outcome).fault == fault
    on_page(game, save)
    assert save.read_bytes() == there

    on_page(game_for_pages(folder, 5), save)
    assert end_of(save)["fault"] == ""
    assert is_same(save, limit=5)
    with resume_game(save, limit=5) as play:
        assert unwrap(play.view().outcome).fault == ""


def test_what_cost_more_here_is_not_reached_on_a_page_that_allows_less(dear):
    folder, fault = dear
    save = begun(folder)
    with resume_game(save, limit=5) as play:
        play.answer("3")
        play.answer("4")
    before = save.read_bytes()

    said = rf"answer 2 \(4 at choice:mission/j\) is not reached: {fault} \(.*dear.rules:\d+:\d+\); --limit N allows"
    with pytest.raises(InputError, match=said), resume_game(save) as play:
        play.view()
    with pytest.raises(AssertionError, match=said):
        on_page(game_for_pages(folder, 1), save)
    assert save.read_bytes() == before
    on_page(game_for_pages(folder, 5), save)
    assert save.read_bytes() == before


def test_the_rules_of_a_save_are_made_a_game_file_that_may_cost_more(dear):
    folder, _ = dear
    own = folder.with_name("own.game")
    request = request_of_file(begun(folder), limit=5)
    assert request is not None
    own.write_bytes(load_game_file(request).content)

    assert unwrap(request_of_file(own, limit=5)).raised == 5
    on_page(own, folder.with_name("a.save"))
    assert end_of(folder.with_name("a.save"))["fault"] == ""


def test_a_site_lets_its_own_games_cost_more(dear):
    folder, _ = dear
    save = begun(folder)
    on_page(game_for_pages(folder, 5), save)

    assert end_of(save)["fault"] == ""
    assert not is_same(save)
    assert is_same(save, limit=5)
