"""Processes of this machine that play: nobody else can reach them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bombsight.service.games.requests import Rules
from bombsight.service.simulating.pools import play_in_process
from bombsight.service.simulating.requests import SimulationRequest, build_order, choose_pool
from bombsight.service.simulating.simulation import run_simulation, start_simulation
from bombsight.service.simulating.summary import summarize_simulation
from tests.examples import EXAMPLES
from tests.processes import children

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
LISTENING = "0A"
"""The state of a listening socket in ``/proc/net/tcp``."""


def listening_sockets(processes):
    """The inodes of the sockets on which these processes listen."""
    lines = [line.split() for kind in ("tcp", "tcp6") for line in Path(f"/proc/net/{kind}").read_text().splitlines()]
    ports = {f"socket:[{fields[9]}]" for fields in lines if fields[3] == LISTENING}
    held = set()
    for process in processes:
        for link in Path(f"/proc/{process}/fd").iterdir():
            if link.is_symlink():
                held.add(os.readlink(link))
    return ports & held


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_processes_of_a_local_cluster_open_no_port(monkeypatch, tmp_path):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path))
    order = build_order(LIGHTHOUSE, Rules(), SimulationRequest(missions=5_000, seed=3))
    before = listening_sockets([os.getpid()])
    running = run_simulation(start_simulation(order), choose_pool("local", 2))
    next(running)
    workers = children(os.getpid())

    assert workers
    assert listening_sockets([os.getpid(), *workers]) == before
    *_, found = running
    *_, expected = run_simulation(start_simulation(order), play_in_process)
    assert summarize_simulation(found) == summarize_simulation(expected)


SCRIPT = """\
import bombsight

print("once")
alone, shared = (bombsight.simulate({game!r}, missions=3_000, seed=3, **how) for how in ({{}}, {how}))
print(alone == shared)
"""


@pytest.mark.parametrize("how", ['{"jobs": 2}', '{"cluster": "local", "jobs": 2}'])
def test_a_script_needs_no_guard_to_use_several_processes(how, tmp_path):
    """Nor do modules of a folder that somebody works in hide those of Python."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(game=LIGHTHOUSE, how=how), encoding="utf-8")
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "random.py").write_text("raise SystemExit('hidden')", encoding="utf-8")
    ended = subprocess.run([sys.executable, script], cwd=folder, capture_output=True, text=True)

    assert (ended.stdout, ended.stderr) == ("once\nTrue\n", "")
