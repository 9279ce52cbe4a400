"""Tables in processes of their own, and by mail: what their tests share."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bombsight.service.seats.mail.mail_file import find_program_line
from tests.cli.calling import ROOT
from tests.narrowing import unwrap
from tests.processes import PATIENCE, kill_group

COVE = ROOT / "tests" / "service" / "seats" / "cove"

HOST = ("host", COVE, "--listen", "127.0.0.1", "--save", "t.save")


class Process:
    """A command at work, whose output goes into a file."""

    def __init__(self, process: subprocess.Popen, path: Path) -> None:
        self.process = process
        self.path = path

    def types(self, *lines: str) -> None:
        """Type lines."""
        unwrap(self.process.stdin).write("".join(f"{line}\n" for line in lines).encode())
        unwrap(self.process.stdin).flush()

    def shows(self, pattern: str) -> re.Match[str]:
        """Wait until something is shown."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            shown = self.path.read_text(encoding="utf-8")
            if found := re.search(pattern, shown):
                return found
            assert self.process.poll() is None, shown
            time.sleep(0.02)
        raise AssertionError(f"{pattern} is not shown: {shown}")

    def ends(self, status: int = 0) -> str:
        """All that was shown, once it has ended with this status."""
        assert self.process.wait(PATIENCE) == status, self.path.read_text()
        return self.path.read_text(encoding="utf-8")

    def kill(self) -> None:
        """Kill it at once."""
        kill_group(self.process)


def begin_processes(shell) -> Iterator[Callable[..., Process]]:
    """What runs processes that end with the test: the body of a fixture."""
    with ExitStack() as stack:

        def begin(*args: object) -> Process:
            path = shell.folder / f"{time.monotonic_ns()}.out"
            with path.open("wb") as out:
                streams = {"stdin": subprocess.PIPE, "stdout": out, "stderr": subprocess.STDOUT}
                return Process(stack.enter_context(shell.begin(*args, **streams)), path)

        yield begin


def address_and_token(host: Process) -> tuple[str, str]:
    """What a host shows for the other seat."""
    found = host.shows(r"join (\S+)\s+with the token (\S+)\n")
    return found[1], found[2]


def program_part(path: Path) -> dict[str, Any]:
    """What a file by mail holds for the program."""
    found: dict[str, Any] = json.loads(find_program_line(path.read_bytes()))
    return found


def mail(shell, who: str, *args: object, typed: tuple[str, ...] = ()):
    """What a call shows, and the file that is to be sent."""
    env = {"XDG_DATA_HOME": str(shell.folder / who)}
    shown = shell.call("mail", *args, "--path", COVE.parent, input="\n".join([*typed, ""]), env=env)
    sent = re.findall(r"Send this file: (\S+)", shown.stdout)
    return shown, Path(sent[-1]) if sent else None
