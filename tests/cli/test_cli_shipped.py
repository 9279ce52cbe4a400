"""What was made of games where a program was packed is all that they need to start."""

from __future__ import annotations

import json
import os
import sys

import pytest

from bombsight.compiler import pipeline
from bombsight.compiler.lower import assemble
from bombsight.dsl import caches
from bombsight.flat.passes import prepare
from bombsight.service.lint import examples
from bombsight.service.precompile import export_games
from tests.examples import LIGHTHOUSE
from tests.processes import run_process


@pytest.fixture
def shipped(shell, tmp_path, monkeypatch):
    """A shell with an empty cache, and a program that came with the lighthouse made ready."""
    monkeypatch.setenv(caches.CACHE_VARIABLE, str(tmp_path / "packing"))
    export_games(LIGHTHOUSE.parent, tmp_path / "shipped")
    monkeypatch.setattr(caches, "SHIPPED_CACHE", tmp_path / "shipped")
    shell.env[caches.CACHE_VARIABLE] = str(tmp_path / "empty")
    return shell


HOUSE_RULES = """\
house mine "Mine" for lighthouse
  1 "Fog drives ships onto the reef"
    in table Reef
      add -4 fog when sky is not clear
"""

PLAY = ("play", "lighthouse", "--auto", "--seed", "1", "--quiet")


def test_shipped_games_start_at_once(shipped, tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "compile_rules", None)
        assert shipped.call("table", "lighthouse", "Reef").exit_code == 0
        (game,) = [game for game in shipped.json("games")["games"] if game["id"] == "lighthouse"]
        assert shipped.call("lint", "lighthouse").stdout == "lighthouse: no findings\n"
        patched.setattr(assemble, "lower", None)
        patched.setattr(prepare, "prepare_program", None)
        played = shipped.call(*PLAY)
    assert played.exit_code == 0
    assert game["checked"]


def test_house_rules_are_linted_from_what_came_with_the_game(shipped, tmp_path, monkeypatch):
    shipped.write("mine.rules", HOUSE_RULES)
    compiled = []

    def compile_rules(request, **how):
        """Compile rules, and note which."""
        compiled.append(request)
        return pipeline_compile(request, **how)

    pipeline_compile = pipeline.compile_rules
    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "compile_rules", compile_rules)
        patched.setattr(examples, "store_cached_outcomes", None)  # called where the examples were run
        at_once = shipped.call("lint", "mine.rules")
    assert compiled
    assert all(request.house for request in compiled)
    monkeypatch.setattr(caches, "SHIPPED_CACHE", tmp_path / "nowhere")
    shipped.env[caches.CACHE_VARIABLE] = str(tmp_path / "another")
    assert shipped.call("lint", "mine.rules").stdout == at_once.stdout
    assert "S022" in at_once.stdout


def test_what_was_made_of_other_texts_is_not_used(shipped, monkeypatch):
    rules = shipped.folder / "games" / "lighthouse" / "20-tables.rules"
    rules.write_text(rules.read_text() + "\n# a remark\n")
    (game,) = [game for game in shipped.json("games")["games"] if game["id"] == "lighthouse"]
    assert not game["checked"]


def test_nothing_that_comes_with_the_program_can_be_run(shipped, tmp_path):
    files = sorted(path for path in (tmp_path / "shipped").rglob("*") if path.is_file())
    assert {file.parent.name for file in files} == {
        *("games", "graphs", "lint", "prepared", "programs", "results", "ways")
    }
    for file in files:
        digest, *lines = file.read_text(encoding="utf-8").split("\n")
        assert len(digest) == 64
        assert [json.loads(line) for line in lines]


def test_each_packing_gives_the_same_bytes(tmp_path, monkeypatch):
    found = []
    for seed in ("1", "2"):
        command = "import sys; from pathlib import Path; from bombsight.service.precompile import export_games; "
        command += "export_games(Path(sys.argv[1]), Path(sys.argv[2]))"
        folder = tmp_path / seed
        env = {**os.environ, "PYTHONHASHSEED": seed, caches.CACHE_VARIABLE: str(tmp_path / f"cache{seed}")}
        run_process([sys.executable, "-c", command, LIGHTHOUSE.parent, folder], env=env)
        found.append({path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()})
    assert found[0]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "damage",
    [lambda content: content[:-7], lambda content: b"\xff\xfe" + content, lambda content: content.replace(b"1", b"2")],
)
def test_what_was_damaged_is_made_anew(shipped, tmp_path, damage):
    for file in (tmp_path / "shipped").rglob("*.*"):
        file.write_bytes(damage(file.read_bytes()))
    played = shipped.call(*PLAY)
    assert played.exit_code == 0
    assert shipped.call(*PLAY).stdout == played.stdout
