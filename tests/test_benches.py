"""The benchmarks that follow the compiler's inner functions still run."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from tests.examples import EXAMPLES
from tests.processes import run_process

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
@pytest.mark.parametrize("bench", ["compile", "instant", "missions", "mutants", "server"])
def test_it_runs(bench: str) -> None:
    words = ["--missions", "200"] if bench == "missions" else ["--rounds", "1"]
    environment = {**os.environ, "BOMBSIGHT_PATH": str(EXAMPLES)}
    command = [sys.executable, "-m", f"bench.{bench}", "--game", "lighthouse", *words]
    done = run_process(command, cwd=ROOT, env=environment, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.search("median|best|a second|mutants/examples", done.stdout)
