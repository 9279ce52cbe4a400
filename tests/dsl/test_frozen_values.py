"""No code writes to a frozen value, though nothing guards them at run time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bombsight.dsl.caches import CACHE_VARIABLE
from tests.cli.calling import ROOT
from tests.dsl.guarded import guard
from tests.examples import LIGHTHOUSE
from tests.marking import slow_but
from tests.processes import run_process


@pytest.mark.parametrize(
    "command",
    slow_but(
        [
            "lint {game}",
            "play {game} --seed 3 --auto --save {folder}/one.save",
            "simulate {game} --missions 50",
            "test {game}",
            "table {game} Reef",
            "odds {game} Reef",
            "diff {game} {game}",
        ],
        "lint {game}",
        "test {game}",
        "odds {game} Reef",
    ),
)
def test_a_command_writes_to_no_frozen_value(command: str, tmp_path: Path) -> None:
    words = command.format(game=LIGHTHOUSE, folder=tmp_path).split()
    env = {**os.environ, CACHE_VARIABLE: str(tmp_path / "cache")}
    done = run_process([sys.executable, "-m", "tests.dsl.guarded", *words], cwd=ROOT, env=env, text=True)
    assert (done.returncode, "writes" in done.stderr) == (0, False), done.stderr


def test_who_writes_is_refused() -> None:
    from bombsight.dsl.node_classes import frozen

    class Lamp:
        height: int

    lamp = guard(frozen)(Lamp)(3)
    assert lamp.height == 3
    with pytest.raises(AssertionError, match="writes height of a Lamp"):
        lamp.height = 4
