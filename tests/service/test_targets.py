"""What lint and test look at: what is named, and without a name the rules of the working directory, or every game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bombsight.service.games.targets import find_targets
from tests.examples import LIGHTHOUSE

FOG = 'house fog "Fog" for lighthouse by "Ada"\n  1 "Less light"\n    add modifier -1 fog on Reef when sky is fog\n'


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse")
    monkeypatch.chdir(tmp_path / "lighthouse")
    return tmp_path


def test_without_a_name_the_rules_here_are_meant(copy):
    (target,) = find_targets(())
    assert target.name == "lighthouse"
    assert [path.resolve().parent for path in target.files] == [copy / "lighthouse"] * len(target.files)


def test_house_rules_here_are_meant_and_games_below(copy, monkeypatch):
    (copy / "fog.rules").write_text(FOG)
    monkeypatch.chdir(copy)
    assert [(target.house, len(target.files)) for target in find_targets(())] == [((Path("fog.rules"),), 7), ((), 7)]


def test_where_no_rules_are_every_game_is_meant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len(find_targets(())) > 3


def test_of_copies_beside_a_house_rule_the_folder_that_is_called_so_counts(copy, monkeypatch):
    shutil.copytree(copy / "lighthouse", copy / "a-copy")
    (copy / "fog.rules").write_text(FOG)
    monkeypatch.chdir(copy)
    (target,) = find_targets(("fog.rules",))
    assert {path.resolve().parent.name for path in target.files if path not in target.house} == {"lighthouse"}
