"""Each hostile file ends in findings, within memory that is bounded: never in a traceback, never killed.

How long each takes is printed with it; what the compiler does is counted in ``test_work.py``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.boundary.swelling import HOSTILE, numbered, swollen

ROOT = Path(__file__).parents[2]
MEGABYTES = 300
LINE = re.compile(r"^ *(-?[0-9.]+) s +(-?\d+) MB +rc +(-?\d+)  (\S+)$", re.MULTILINE)


def test_what_stands_for_many() -> None:
    assert swollen("a«2|x{k} {k+1} {k%1};»b«1|c»") == "ax0 1 0;x1 2 0;bc"
    assert numbered("{n} {k}", 3) == "{n} 3"


def measured(command: str) -> dict[str, tuple[int, int]]:
    """The megabytes and the exit code of a command for each hostile file; what it said is printed."""
    call = [sys.executable, "-m", "bench.hostile", "--command", command, "--seconds", "60"]
    told = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    print(told)
    return {name: (int(memory), int(code)) for _, memory, code, name in LINE.findall(told)}


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["lint", "lint --fix", "fmt", "fmt --diff", "compile", "graph", "rules", "table", "show", "test"]
)
def test_hostile_rules_end_in_findings(command: str) -> None:
    files = {path.stem: swollen(path.read_text(encoding="utf-8")) for path in HOSTILE.glob("*.rules")}
    assert max(map(len, files.values())) <= 100_000
    found = measured(command)
    assert found.keys() == files.keys()
    assert [name for name, (_, code) in found.items() if code not in (0, 1, 2)] == []
    assert [name for name, (memory, _) in found.items() if memory >= MEGABYTES] == []
