"""What is made of the same rules is the same to the last byte: it hangs on no order in which names are hashed."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from processes import run_process

PROGRAM = Path(__file__).with_name("made.py")
FERRY = Path(__file__).parents[1] / "service" / "ferry"


def digests_with_seed(seed: int, cache: Path) -> dict[str, str]:
    """The digests of what is made of the ferry by a process that hashes names by this seed, with an empty cache."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "BOMBSIGHT_CACHE": str(cache)}
    done = run_process([sys.executable, PROGRAM, FERRY], env=environment)
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_two_processes_that_hash_names_otherwise_make_the_same(tmp_path: Path) -> None:
    one, other = (digests_with_seed(seed, tmp_path / str(seed)) for seed in (1, 2))
    assert one == other
    assert len(set(one.values())) == len(one) > 3
