"""`lint --watch`, in a process of its own."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import Shell
from tests.processes import PATIENCE, kill_group

FINE = 'house mine "Mine" for lighthouse by "A. Keeper"\n  1 "A lamp"\n    in table Reef\n      add +1 bright\n'


class Watcher:
    """What a watching process says, line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: queue.Queue[str] = queue.Queue()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def until(self, wanted: str) -> str:
        """All that is said up to a line that holds this."""
        said = ""
        while wanted not in said:
            said += self.lines.get(timeout=PATIENCE)
        return said


def save(file: Path, content: bytes) -> None:
    """Save a file in one go, as editors do: one written piece by piece changes twice."""
    new = file.with_suffix(".new")
    new.write_bytes(content)
    new.replace(file)


@contextmanager
def watching(shell: Shell, *args: str) -> Iterator[Watcher]:
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with shell.begin("lint", "--watch", *args, **streams) as process:
        watcher = Watcher(process)
        try:
            yield watcher
        finally:
            kill_group(process)
            watcher.thread.join()


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
def test_it_looks_again_whenever_a_file_changes(shell: Shell):
    house = shell.write("mine.rules", FINE)
    with watching(shell, "mine.rules") as watcher:
        assert "error" not in watcher.until("Ctrl-C ends it")
        save(house, FINE.replace("Reef", "Reeef").encode())
        assert "error[O003]" in watcher.until("Ctrl-C ends it")
        save(house, b"\xff\xfe")
        assert "error mine.rules" in watcher.until("Ctrl-C ends it")
        house.unlink()
        assert "there is no file mine.rules" in watcher.until("Ctrl-C ends it")
        save(house, FINE.encode())
        assert "error" not in watcher.until("Ctrl-C ends it")
        watcher.process.send_signal(signal.SIGINT)
        assert watcher.process.wait(timeout=PATIENCE) == 130


def test_what_is_not_there_in_the_beginning_is_a_wrong_call(shell: Shell):
    assert shell.call("lint", "--watch", "none.rules").exit_code == 2
