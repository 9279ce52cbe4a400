"""Rules of a stranger that are terrible in play: each ends in a result or a fault with its place, and costs little."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.hostile_play import RULES_FOLDER, Cost, measure_file
from tests.marking import slow_but

SECONDS = 12
"""Of the processor, for a call with all that it compiles: some take four on a machine that has nothing else to do."""

MEGABYTES = 300

FILES = sorted(RULES_FOLDER.glob("*.rules"))

ENDLESS = {"beside", "board", "backslashes", "hidden", "routine", "tally", "long_titles"}
"""The beginnings of the names of those whose missions end by themselves."""


def ends(file: Path) -> bool:
    """Whether a mission ends by itself."""
    return any(file.stem.startswith(name) for name in ENDLESS)


def check(file: Path, way: str, cost: Cost) -> None:
    """What must be so of a call."""
    told = f"{file.stem}, {way}: {cost.status}, {cost.seconds:.1f} s, {cost.megabytes} MB\n{cost.error[-500:]}"
    assert cost.status in (0, 1, 2), told
    assert "Traceback" not in cost.error, told
    assert cost.seconds < SECONDS, told
    assert cost.megabytes < MEGABYTES, told
    if cost.status:
        assert "game.rules:" in cost.out + cost.error, told


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= 40


@pytest.mark.parametrize("file", slow_but(FILES, RULES_FOLDER / "beside.rules"), ids=lambda file: file.stem)
def test_hostile_rules_cost_little(file: Path) -> None:
    found = dict(measure_file(file))
    for way, cost in found.items():
        check(file, way, cost)

    played, asked = found["play"], found["question"]
    assert asked.out, "nothing is told of the first question, nor of a fault before it"
    if ends(file):
        assert played.status == (1 if file.stem == "long_titles" else 0), played.error
    else:
        assert played.status == 1
    simulated, by_python = found["simulate"], found["simulate by Python"]
    assert simulated.status == by_python.status
    if simulated.status == 2:
        assert simulated.error.splitlines()[0] == by_python.error.splitlines()[0]
    elif simulated.status:
        told, same = (set(each.out.splitlines()) for each in (simulated, by_python))
        assert any("rules fault" in line for line in told & same)
    elif "WebAssembly" not in simulated.error:
        assert "too little memory for WebAssembly" in by_python.error
