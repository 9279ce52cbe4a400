"""Calling the command line in tests."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from bombsight.cli.app import app
from tests.processes import BOMBSIGHT, Terminal, begin_at_terminal, begin_process, run_process

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"


class Shell:
    """Calls commands in this process (``call``) or in one of their own (``run``)."""

    def __init__(self, cache: Path, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.env = {
            "BOMBSIGHT_CACHE": str(cache),
            "BOMBSIGHT_PATH": str(folder / "games"),
            "XDG_DATA_HOME": str(self.data),
            "COLUMNS": "80",
            "LINES": "24",
            "NO_COLOR": "1",
            "BOMBSIGHT_PLAIN": "1",
            "TERM": "dumb",
            "PYTHONPATH": str(ROOT),
        }

    def call(self, *args: object, input: str | bytes = "", env: dict[str, str] | None = None) -> Result:
        """Call a command in this process. What is no exit is no way to end."""
        result = CliRunner().invoke(app, [*map(str, args)], input=input, env=self.env | (env or {}))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def run(
        self, *args: object, input: str | bytes | None = "", env: dict[str, str] | None = None, **more: Any
    ) -> subprocess.CompletedProcess[bytes]:
        """Call a command in a process of its own."""
        return self.run_other([*BOMBSIGHT, *args], input, env, **more)

    def run_other(
        self,
        command: Sequence[object],
        input: str | bytes | None = "",
        env: Mapping[str, str] | None = None,
        **more: Any,
    ) -> subprocess.CompletedProcess[bytes]:
        """Call another program, such as a shell, in this folder and environment."""
        text = input.encode() if isinstance(input, str) else input
        given: dict[str, Any] = {} if "stdin" in more else {"input": text}
        return run_process(command, **given, **self.place(env), **more)

    def begin(
        self, *args: object, env: Mapping[str, str] | None = None, **more: Any
    ) -> AbstractContextManager[subprocess.Popen]:
        """Begin a command in a process of its own, which ends with the context."""
        return begin_process([*BOMBSIGHT, *args], **self.place(env), **more)

    def begin_at_terminal(
        self, *args: object, env: Mapping[str, str] | None = None, **more: Any
    ) -> AbstractContextManager[Terminal]:
        """The same, at a terminal."""
        return begin_at_terminal([*BOMBSIGHT, *args], **self.place(env), **more)

    def place(self, env: Mapping[str, str] | None) -> dict[str, Any]:
        """Where commands run."""
        return {"env": {**os.environ, **self.env, **(env or {})}, "cwd": self.folder}

    def json(self, *args: object) -> dict:
        """The document that a command prints."""
        result = self.call(*args, "--json")
        assert result.exit_code in (0, 1), result.stderr
        return json.loads(result.stdout)

    def lines(self, *args: object, input: str = "") -> list[dict]:
        """The JSON lines that a command prints."""
        result = self.call(*args, "--json", input=input)
        assert result.exit_code in (0, 1), result.stderr
        return [json.loads(line) for line in result.stdout.splitlines()]

    def write(self, name: str, text: str | bytes) -> Path:
        """A file in the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path


def screen(text: str) -> str:
    """A screen without blanks at the ends of its lines, and without the hash of the rules."""
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\brules [0-9a-f]{7}\b", "rules HASH", lines) + "\n"


def golden(name: str, text: str) -> str:
    """The screen as it was; with BOMBSIGHT_UPDATE in the environment, as it is from now on."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("BOMBSIGHT_UPDATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(screen(text), encoding="utf-8")
    return path.read_text(encoding="utf-8")
