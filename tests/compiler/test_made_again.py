"""What is made of the same rules is the same to the last byte: it hangs on no order in which names are hashed."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tests.processes import run_process

PROGRAM = Path(__file__).with_name("made.py")
TESTS = Path(__file__).parents[1]
PROGRAMS = Path(__file__).parent / "lower" / "programs"
RULES = (TESTS / "service" / "ferry", PROGRAMS / "results.rules", PROGRAMS / "jumps.rules")
"""Rules that together use all of the language, and some of it in every way."""


def digests_with_seed(seed: int, cache: Path) -> dict[str, str]:
    """The digests of what is made of rules by a process that hashes names by this seed, with an empty cache."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "BOMBSIGHT_CACHE": str(cache)}
    done = run_process([sys.executable, PROGRAM, *RULES], env=environment)
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_two_processes_that_hash_names_otherwise_make_the_same(tmp_path: Path) -> None:
    one, other = (digests_with_seed(seed, tmp_path / str(seed)) for seed in (4, 7))
    assert {name for name in one if one[name] != other[name]} == set()
    assert len(one) > 5 * len(RULES)
