"""What a run of the tests leaves out: slow tests, unless they are asked for, and it says so last of all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MARKED = """
import pytest

def test_quick(): pass

@pytest.mark.slow
def test_slow(): pass

@pytest.mark.skip(reason="needs a die: buy one")
def test_of_dice(): pass
"""


LEFT_OUT = "left out: 1 slow test; with them: python -m pytest --all"
SKIPPED = "skipped: 1 test: needs a die: buy one"


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        ((), ["1 passed, 1 skipped, 1 deselected", LEFT_OUT, SKIPPED]),
        (("-n1",), ["1 passed, 1 skipped", LEFT_OUT, SKIPPED]),
        (("--all", "-n1"), ["2 passed, 1 skipped", SKIPPED]),
        (("test_marked.py::test_slow",), ["1 passed"]),
    ],
)
def test_slow_tests_are_left_out_and_the_last_lines_say_so(words: tuple[str, ...], ends: list[str], tmp_path: Path):
    (tmp_path / "test_marked.py").write_text(MARKED, encoding="utf-8")
    call = [sys.executable, "-m", "pytest", "-q", "-p", "left_out", "-p", "no:cacheprovider", "-W", "ignore", *words]
    around = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "PYTEST_ADDOPTS": ""}
    done = subprocess.run(call, cwd=tmp_path, env=around, capture_output=True, text=True, check=True)
    lines = [line.partition(" in ")[0] for line in done.stdout.splitlines()]  # what follows are seconds
    assert lines[-len(ends) :] == ends
