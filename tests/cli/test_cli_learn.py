"""The command that learns: a line for each round, what was learned in words, and a file, written over nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

pytest.importorskip("sklearn", reason="needs scikit-learn: python -m pip install '.[test]'")

from bombsight.service.learning.learning import Learner, Round
from tests.cli.test_cli_documents import validator
from tests.service.learning.conftest import FEWER
from tests.service.learning.games import WELL


@pytest.fixture(autouse=True)
def few_runs(monkeypatch, tmp_path):
    for name, number in FEWER.items():
        monkeypatch.setattr(f"bombsight.service.learning.learning.{name}", number)
    shutil.copytree(WELL, tmp_path / "well")


def test_it_tells_each_round_and_what_it_learned(shell, tmp_path):
    result = shell.call("learn", "well", "--rounds", 2, "-o", "learned.rules")

    assert result.exit_code == 0
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == ["Round 1", "Round 2"]
    assert "that had no part in learning" in result.stdout
    assert "rest when " in result.stdout
    assert "a search gains" in result.stdout
    assert "--preferences learned.rules" in result.stdout
    text = (tmp_path / "learned.rules").read_text()
    assert text.startswith("# bombsight learn well --seed 0 --rounds 2\n# 1,000 missions: Water ")
    assert shell.call("lint", "well", "learned.rules").exit_code == 0
    assert "1 file, nothing to change" in shell.call("fmt", "--check", "learned.rules").output


def test_its_document_fits_its_schema(shell):
    document = shell.json("learn", "well", "--rounds", 1)

    validator("learned").validate(document)
    assert document["best"] == 1


def test_only_what_it_wrote_is_written_over(shell, tmp_path):
    (tmp_path / "mine.rules").write_text("# mine\n")
    refused = shell.call("learn", "well", "--rounds", 1, "-o", "mine.rules")
    other = shell.call("learn", "well", "--rounds", 1, "-o", "mine.txt")

    assert (refused.exit_code, other.exit_code) == (2, 2)
    assert "another program or command wrote it" in refused.stderr
    assert ".rules" in other.stderr
    (tmp_path / "mine.rules").write_text("# bombsight learn b --seed 0\n")
    assert shell.call("learn", "well", "--rounds", 1, "-o", "mine.rules").exit_code == 0
    assert "in procedure draw_water" in (tmp_path / "mine.rules").read_text()


def test_an_interrupt_keeps_the_best_so_far(shell, tmp_path, monkeypatch):
    learn = Learner.learn

    def interrupted(learner: Learner, *args: object) -> Iterator[Round]:
        yield next(learn(learner, *args))  # type: ignore[arg-type]  # handed on
        raise KeyboardInterrupt

    monkeypatch.setattr(Learner, "learn", interrupted)
    result = shell.call("learn", "well", "-o", "learned.rules")

    assert result.exit_code == 130
    assert (tmp_path / "learned.rules").read_text().startswith("# bombsight learn well --seed 0 --rounds 1\n")
    assert "a search gains" not in result.stdout


def test_without_its_extra_it_says_how_to_install_it(shell, monkeypatch):
    monkeypatch.setattr("bombsight.service.learning.requirements.find_spec", lambda name: None)
    result = shell.call("learn", "well")

    assert result.exit_code == 2
    assert "learning needs an extra" in result.stderr
    assert "bombsight[learn]" in result.stderr
