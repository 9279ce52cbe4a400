"""Saves of house rules that lie elsewhere than they say, or of which they say nothing: a browser knows no files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.saves.replay import SaveRun, run_save_or_script
from tests.examples import EXAMPLES

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
BRIGHT = 'house bright "Bright" for lighthouse\n  1 "A bright lamp"\n    in table Reef\n      add +2 bright\n'
DULL = 'house dull "Dull" for lighthouse\n  1 "A dull lamp"\n    in table Reef\n      add -2 dull\n'


@pytest.fixture(autouse=True)
def no_snapshots(tmp_path, monkeypatch):
    """Nothing is kept of the rules by which saves are begun, as on another machine."""
    (tmp_path / "data").write_text("a file, and no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(name="rules")
def fixture_rules(tmp_path) -> Path:
    path = tmp_path / "bright.rules"
    path.write_text(BRIGHT)
    return path


@pytest.fixture(name="save")
def fixture_save(tmp_path, rules) -> Path:
    """A save that does not say where its house rules lie."""
    path = tmp_path / "night.save"
    with start_game(LIGHTHOUSE, Rules(house=(rules,)), GameSetup(seed=3, save=path)) as play:
        play.answer("keep")
    head, *lines = path.read_text().splitlines(keepends=True)
    header = json.loads(head)
    (overlay,) = (each for each in header["overlays"] if each["file"] is not None)
    overlay["file"] = None
    path.write_text("".join([json.dumps(header) + "\n", *lines]))
    return path


def test_it_is_told_which_rules_are_wanted(save):
    for take_up in (lambda: resume_game(save), lambda: run_save_or_script(save, Rules())):
        with pytest.raises(InputError, match=r"does not say where the rules lie .*: house bright") as caught:
            take_up()
        assert "house=FILE" in caught.value.hint


def test_they_are_named_and_the_game_goes_on(save, rules):
    with resume_game(save, house=(rules,)) as play:
        assert play.view().question is not None
        play.answer("keep")
    again = run_save_or_script(save, Rules(house=(rules,)))
    assert isinstance(again, SaveRun)
    assert again.report.same


def test_other_rules_are_refused(save, tmp_path):
    other = tmp_path / "dull.rules"
    other.write_text(DULL)
    with pytest.raises(InputError, match="house bright was in force and is not; house dull is in force and was not"):
        resume_game(save, house=(other,))


def test_rules_that_were_moved_are_named_anew(tmp_path, rules):
    path = tmp_path / "night.save"
    start_game(LIGHTHOUSE, Rules(house=(rules,)), GameSetup(seed=3, save=path)).close()
    moved = rules.rename(tmp_path / "moved.rules")
    with pytest.raises(InputError, match="cannot be read"):
        resume_game(path)
    with resume_game(path, house=(moved,)) as play:
        assert play.view().question is not None
