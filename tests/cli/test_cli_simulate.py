"""Simulations: what is shown, written and refused, and what Ctrl-C leaves."""

from __future__ import annotations

import csv
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.simulating.orders import Part
from bombsight.service.simulating.pools import play_in_process
from bombsight.service.simulating.simulator import Simulator
from tests.cli.calling import golden, screen
from tests.cli.test_cli_documents import validator
from tests.examples import FAULTY
from tests.narrowing import unwrap
from tests.processes import BOMBSIGHT, PATIENCE, begin_process, ignoring, wait_until

BRIGHT = 'house bright "Bright" for lighthouse\n  1 "A bright lamp"\n    in table Reef\n      add +2 bright\n'


def timeless(text: str) -> str:
    """A screen without how long it took."""
    return screen(re.sub(r" in [\d.,]+ seconds, [\d,]+ a second", " in TIME", text))


def test_what_is_shown(shell):
    shell.write("bright.rules", BRIGHT)
    result = shell.call("simulate", "lighthouse", "--missions", 1000, "--seed", 1, "--against", "bright.rules")

    assert result.exit_code == 0
    assert timeless(result.stdout) == golden("simulate", timeless(result.stdout))


@pytest.mark.parametrize("width", [30, 60, 80, 200])
def test_no_line_is_wider_than_the_screen(shell, width):
    shell.write("bright.rules", BRIGHT)
    args = ("simulate", "lighthouse", "--missions", 200, "--against", "bright.rules")
    result = shell.call(*args, env={"COLUMNS": str(width)})

    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= width


def test_the_document_fits_its_schema_and_is_the_same_for_any_number_of_jobs(shell):
    shell.write("bright.rules", BRIGHT)
    args = ("simulate", "lighthouse", "--campaigns", 200, "--against", "bright.rules")
    document = shell.json(*args)

    validator("simulation").validate(document)
    assert (document["entry"], document["runs"], document["stopped"]) == ("career", 200, False)
    assert shell.json(*args, "--jobs", 2) == document


def test_rows_are_written(shell):
    result = shell.call("simulate", "lighthouse", "--missions", 40, "--out", "rows.csv", "--mission", 2)

    assert result.exit_code == 0
    with (shell.folder / "rows.csv").open(newline="") as stream:
        rows = [*csv.DictReader(stream)]
    assert [row["number"] for row in rows] == [str(number) for number in range(40)]
    assert {row["mission"] for row in rows} == {"2"}


def test_a_fault_is_told_with_a_command_that_shows_it(shell):
    shell.write("faulty.rules", FAULTY)
    result = shell.call("simulate", "lighthouse", "--missions", 500, "--house", "faulty.rules")

    assert result.exit_code == 1
    assert re.search(r"rules fault faulty.rules:11:13: this leaves 1\.\.8\n +\d+ of 500 missions", result.stdout)
    (faults,) = re.findall(r"(?m)^(\d+) of 500 missions ended in a rules fault\.", result.stdout)
    assert f"{500 - int(faults)} are left." in result.stdout
    command = next(line.strip() for line in result.stdout.splitlines() if line.strip().startswith("bombsight play"))
    shown = shell.call(*shlex.split(command)[1:])
    assert shown.exit_code == 1
    assert "faulty.rules:11:13: rules fault: this leaves 1..8" in shown.stderr
    assert "house/" not in shown.output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--missions", 0), "that is no number of missions"),
        (("--campaigns", -3), "that is no number of campaigns"),
        (("--missions", 10**13), "that is no number of missions"),
        (("--missions", 5, "--campaigns", 5), "exclude each other"),
        (("--mission", 1, "--campaigns", 5), "exclude each other"),
        (("--mission", 9), "there is no mission 9"),
        (("--policy", "clever"), "nobody is called clever"),
        (("--seed", -1), "is no seed"),
        (("--seed", 2**64), "is no seed"),
        (("--out", "rows.txt"), "rows cannot be written to such a file"),
        (("--out", "nowhere/rows.csv"), "there is no such folder"),
        (("--against", "nowhere.rules"), "nowhere.rules"),
        (("--option", "moon=blue"), "no option moon"),
    ],
)
def test_what_is_refused(shell, args, said):
    result = shell.call("simulate", "lighthouse", *args)

    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_rules_with_errors_are_told(shell):
    shell.write("bright.rules", BRIGHT.replace("Reef", "Reeef"))
    result = shell.call("simulate", "lighthouse", "--against", "bright.rules")

    assert result.exit_code == 1
    assert "Did you mean Reef?" in result.stderr


def test_without_the_extra_it_says_how_to_go_faster(shell, monkeypatch):
    monkeypatch.setattr("bombsight.service.programs.players.has_wasmtime", lambda: False)
    monkeypatch.setattr("bombsight.cli.simulating.runner.has_wasmtime", lambda: False)
    result = shell.call("simulate", "lighthouse", "--missions", 20)

    assert result.exit_code == 0
    assert "bombsight[fast]" in result.stderr


def test_what_was_counted_is_shown_when_those_who_play_end(shell, monkeypatch):
    def ends(order):
        yield Simulator(order).play(Part(0, 64))
        raise InputError("the cluster is gone", "tcp://somewhere:8786")

    monkeypatch.setattr("bombsight.service.simulating.requests.choose_pool", lambda cluster, jobs: ends)
    result = shell.call("simulate", "lighthouse", "--missions", 1000)

    assert result.exit_code == 2
    assert "Stopped: 64 of 1,000 missions were played" in result.stdout
    assert "error tcp://somewhere:8786: the cluster is gone" in result.stderr


@pytest.mark.parametrize(("address", "warned"), [("tcp://somewhere:8786", True), ("tls://somewhere:8786", False)])
def test_a_cluster_that_others_can_use_is_told(shell, monkeypatch, address, warned):
    monkeypatch.setattr("bombsight.service.simulating.requests.choose_pool", lambda cluster, jobs: play_in_process)
    result = shell.call("simulate", "lighthouse", "--missions", 20, "--cluster", address)

    assert result.exit_code == 0
    assert ("is not encrypted: whoever reaches it" in result.stderr) == warned


@contextmanager
def at_work(shell, *args, ignored=()):
    """A simulation without end in a process of its own, which has written rows by now.

    It ends when the pipe that it writes to does, and so with whoever runs the tests.
    """
    command = [*BOMBSIGHT, "simulate", "lighthouse", "--out", "rows.csv", "--missions", "1000000000000", *args]
    command = ignoring(*ignored, command=command) if ignored else command
    with begin_process(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **shell.place(None)) as begun:
        wait_until(lambda: any(path.stat().st_size for path in shell.folder.glob(".rows.csv.*")), begun)
        yield begun


@pytest.mark.skipif(os.name == "nt", reason="signals to a group of processes")
@pytest.mark.parametrize("jobs", [1, 2])
def test_stopped_it_shows_what_it_has(shell, jobs):
    shell.call("simulate", "lighthouse", "--missions", 5)  # compiled before
    with at_work(shell, "--jobs", str(jobs)) as begun:
        os.killpg(begun.pid, signal.SIGINT)
        out, err = begun.communicate(timeout=PATIENCE)

    assert (begun.returncode, err) == (130, b"")
    played = int(unwrap(re.search(rb"Stopped: ([\d,]+) of 1,000,000,000,000 missions", out))[1].replace(b",", b""))
    assert played > 64
    with (shell.folder / "rows.csv").open(newline="") as stream:
        rows = sum(1 for _ in csv.DictReader(stream))
    assert 0 < rows <= played


@pytest.mark.skipif(os.name == "nt", reason="signals to a group of processes")
def test_in_the_background_it_goes_on_whatever_keys_are_pressed(shell):
    shell.call("simulate", "lighthouse", "--missions", 5)
    with at_work(shell, "--jobs", "2", ignored=("INT", "HUP")) as begun:
        for number in (signal.SIGINT, signal.SIGHUP):
            os.killpg(begun.pid, number)
        (part,) = shell.folder.glob(".rows.csv.*")
        size = part.stat().st_size
        wait_until(lambda: part.stat().st_size > size, begun)
        assert begun.poll() is None


@pytest.mark.skipif(os.name == "nt", reason="pipes there are asked otherwise")
@pytest.mark.parametrize("jobs", [1, 2])
def test_it_ends_when_nobody_reads_its_output(shell, jobs):
    shell.call("simulate", "lighthouse", "--missions", 5)
    with at_work(shell, "--jobs", str(jobs)) as begun:
        begun.stdout.close()
        assert begun.wait(PATIENCE) == 141
    assert (shell.folder / "rows.csv").is_file()


def state(pid: int) -> str:
    """The state of a process; empty where there is none."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at processes through /proc")
def test_workers_do_not_outlive_their_parent(shell):
    shell.call("simulate", "lighthouse", "--missions", 5)
    with at_work(shell, "--jobs", "2") as begun:
        workers = [int(pid) for pid in (Path("/proc") / f"{begun.pid}/task/{begun.pid}/children").read_text().split()]
        begun.kill()
        begun.communicate()

        assert len(workers) >= 2
        deadline = time.monotonic() + 30
        while any(state(pid) not in ("", "Z") for pid in workers) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert [pid for pid in workers if state(pid) not in ("", "Z")] == []
