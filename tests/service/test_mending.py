"""Rounds of mends: none follows very many, for each looks at all of the rules again."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.lint import fixes
from bombsight.service.lint.fixes import mend
from bombsight.service.lint.lint import lint

HEAD = 'game g "G"\n  sources optional\n\nstate mission\n  n "N": 0..9 full = 1\n\nprocedure mission\n'


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def looks(monkeypatch) -> list[object]:
    """What was looked at, from the first lint on."""
    found: list[object] = []

    def looked(*how, **more):
        found.append(how)
        return lint(*how, **more)

    monkeypatch.setattr(fixes, "lint", looked)
    return found


def mended(tmp_path: Path, times: int) -> fixes.MendResult:
    """A game of so many mistakes, mended."""
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "g.rules").write_text(HEAD + "  if n == 3\n    add 1 to n\n" * times, encoding="utf-8")
    return mend(find_targets([str(tmp_path / "game")]), Rules())


def test_a_round_follows_a_few_mends(tmp_path, looks) -> None:
    assert len(mended(tmp_path, 3).mended) == 3
    assert len(looks) == 2


@pytest.mark.parametrize(("many", "rounds"), [(0, 1), (3, 1), (4, 2)])
def test_no_round_follows_more_than_many_mends(tmp_path, monkeypatch, looks, many, rounds) -> None:
    monkeypatch.setattr(fixes, "MAX_FOLLOWED_MENDS", many)
    monkeypatch.setattr(
        fixes, "select_compatible", lambda fixes: list(fixes)[:4]
    )  # as if the others came to light later
    done = mended(tmp_path, 7)
    assert len(done.mended) == min(7, 4 * rounds)
    assert len(looks) == rounds + 1
    assert len(done.remaining.findings) == 7 - len(done.mended)
