"""What was made of games where a program was packed is all that they need to start."""

from __future__ import annotations

import pytest

from bombsight.compiler import pipeline
from bombsight.compiler.lower import assemble
from bombsight.dsl import caches
from bombsight.service.shipping import ship_games
from calling import LIGHTHOUSE


@pytest.fixture
def shipped(shell, tmp_path, monkeypatch):
    """A shell with an empty cache, and a program that came with the lighthouse made ready."""
    monkeypatch.setenv(caches.CACHE_VARIABLE, str(tmp_path / "packing"))
    ship_games(LIGHTHOUSE.parent, tmp_path / "shipped")
    monkeypatch.setattr(caches, "SHIPPED", tmp_path / "shipped")
    shell.env[caches.CACHE_VARIABLE] = str(tmp_path / "empty")
    return shell


PLAY = ("play", "lighthouse", "--auto", "--seed", "1", "--quiet")


def test_shipped_games_start_at_once(shipped, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "compile_rules", None)
        assert shipped.call("table", "lighthouse", "Reef").exit_code == 0
        (game,) = [game for game in shipped.json("games")["games"] if game["id"] == "lighthouse"]
        patched.setattr(assemble, "lower", None)
        played = shipped.call(*PLAY)
    assert played.exit_code == 0
    assert game["checked"]


def test_what_was_made_of_other_texts_is_not_used(shipped, monkeypatch):
    rules = shipped.folder / "games" / "lighthouse" / "20-tables.rules"
    rules.write_text(rules.read_text() + "\n# a remark\n")
    (game,) = [game for game in shipped.json("games")["games"] if game["id"] == "lighthouse"]
    assert not game["checked"]


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe"])
def test_what_was_damaged_is_made_anew(shipped, tmp_path, damage):
    for file in (tmp_path / "shipped").rglob("*.*"):
        file.write_bytes(damage + file.read_bytes()[:-7])
    played = shipped.call(*PLAY)
    assert played.exit_code == 0
    assert shipped.call(*PLAY).stdout == played.stdout
