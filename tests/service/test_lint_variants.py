"""``lint`` over a game and each of its variants: what only one of them uses is used, what one orphans is no fault."""

from __future__ import annotations

from typing import Any

import pytest

from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.lint.lint import lint
from tests.narrowing import spy

GAME = """\
game tower "Tower"
  sources optional

option tide "The tide" = no
option ebb "What an ebb is" from slow, fast = slow

state mission
  oil "Oil": 0..20 = 10
  counted: 0..9 full = 0
  flooded: yes/no = no
  dry: 0..3 = 0

table Wind "The wind" printed "card"
  gives 0..3
  roll 1d6
  ..3: 0
  4..: 3

procedure mission
  roll on Wind
  set counted to counted + 1
  set flooded to no
  if flooded or option ebb is slow or option ebb is fast
    take 1 from oil
  do rest

procedure rest
  add 1 to oil

procedure spare(more: 0..3)
  take more from oil
"""

USES = """
variant wet "Wet nights" for tower
  1 "All that lies idle"
    in procedure mission
      at end
        if option tide and counted > 3
          set flooded to yes
          do spare(2)
        if option ebb is fast
          set dry to 1
        if dry is 1
          take 1 from oil
    in table Wind row 4..
      add take 1 from oil
"""

ORPHANS = """
variant short "Short nights" for tower
  1 "No rest"
    in procedure mission
      remove do rest
"""

OWN = """
variant own "With an option of its own" for tower
  1 "An option"
    add option lost "Nobody asks" = no
"""


@pytest.fixture
def lint_of(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    folder = tmp_path / "games" / "tower"
    folder.mkdir(parents=True)

    def look(text: str, **rules: Any) -> list[str]:
        (folder / "10-tower.rules").write_text(text, encoding="utf-8")
        found = lint(find_targets([str(folder)]), Rules(folders=[folder.parent], **rules)).findings
        return [f"{one.code} {one.message.split(' is ')[0]}" for one in found if one.code[0] in "NPO"]

    return look


def test_what_lies_idle_without_a_variant_is_told(lint_of):
    assert sorted(lint_of(GAME)) == [
        "N014 dry",
        "N014 option tide",
        "N014 procedure spare",
        "N041 counted",
        "N042 flooded",
        "N043 option ebb makes no difference",
        "P090 nobody uses what table Wind gives",
    ]


def test_what_only_a_variant_uses_is_used(lint_of):
    assert lint_of(GAME + USES) == []
    assert lint_of(GAME + USES, variants=["wet"]) == []


def test_what_a_variant_orphans_is_no_fault(lint_of):
    assert lint_of(GAME + USES + ORPHANS) == []


def test_what_a_variant_brings_and_nobody_uses_is_told(lint_of):
    assert lint_of(GAME + USES + OWN) == ["N014 option lost"]


def test_findings_with_a_variant_are_looked_up_and_not_compared_with_each_of_those_without(lint_of, monkeypatch):
    names = [f"n{number}" for number in range(200)]
    twice = "".join(f'  {name} "Number": 0..9 = 0\n' for name in (*names, *names))
    variant = '\nvariant wet "Wet" for tower\n  1 "More"\n    in procedure mission\n      at end\n        say "wet"\n'
    compared: list[Any] = []
    monkeypatch.setattr(Diagnostic, "__eq__", spy(Diagnostic.__eq__, compared))

    found = lint_of(f'game tower "T"\n  sources optional\n\nstate mission\n{twice}\nprocedure mission\n{variant}')
    assert sum(finding.startswith("N002") for finding in found) == len(names)
    assert len(compared) < 20 * len(names)
