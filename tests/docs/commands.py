"""Commands that a page shows, as a reader would type them: one after the other in a folder of the page's own.

An indented line that begins with ``bombsight`` is a command, up to two spaces or a comment, also behind ``uvx``, behind
``$``, or behind what installs it and ``&&``; so is a line behind ``$`` in a block ``console``, with its output below. A
block ``NAME.rules`` is that file, as is any block with a file's name behind its language; ``diff NAME`` changes one. A
block ``output`` is what the command above it prints, a block ``excerpt`` a part of that. In shown output ``...`` stands
for any lines.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

PROGRAM = Path(os.environ.get("BOMBSIGHT_PROGRAM") or Path(sys.executable).with_name("bombsight"))
"""The installed program to run: of a wheel in an environment of its own, or else that of this environment."""

BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$|^((?:\n*    [^\n]+\n)+)", re.MULTILINE | re.DOTALL)
"""A fenced block, or lines that are indented by four spaces."""

INDENTED = re.compile(r"^    (?:\$ |uvx |[^#\n]* && )?(bombsight\b.*?)(?=  | +#|$)", re.MULTILINE)
FILE_NAME = re.compile(r"[\w/-]+\.(?:csv|json|md|rules|script|toml|txt)")
PROMPT = re.compile(r"^\[\d+\] > ?(.*)$", re.MULTILINE)
ANY_LINES = "..."
ENTER = "\n" * 300
"""What is typed where the page shows no prompt: each question gets its marked answer, to the end of a mission."""

TIMEOUT = 300.0


@frozen
class Command:
    """A command, and the output that the page shows of it; None if it shows none."""

    line: str
    shown: str | None = None


@frozen
class TextFile:
    """A file that the page shows whole."""

    name: str
    text: str


@frozen
class Patch:
    """A change of a file: lines with ``-`` and ``+``."""

    name: str
    text: str


Step = Command | TextFile | Patch


def steps_of(text: str) -> Iterator[Step]:
    """Yield what a reader of a page does, in order."""
    pending: Command | None = None  # its output may stand in the next block
    for block in BLOCK.finditer(text):
        info, fenced, indented = block.groups()
        language, *marks = (info or "").split() or [""]
        if fenced is not None and {"output", "excerpt"}.intersection(marks):
            assert pending is not None, fenced
            yield Command(pending.line, f"{ANY_LINES}\n{fenced}{ANY_LINES}\n" if "excerpt" in marks else fenced)
            pending = None
            continue
        if pending is not None:
            yield pending
            pending = None
        name = next((mark for mark in marks if FILE_NAME.fullmatch(mark)), "")
        if indented is not None:
            commands = [Command(line) for line in INDENTED.findall(indented)]
            yield from commands[:-1]
            pending = commands[-1] if commands else None
        elif language == "diff" and marks:
            yield Patch(marks[0], fenced)
        elif language == "console":
            parts = re.split(r"^\$ (.*)\n", fenced, flags=re.MULTILINE)[1:]
            yield from (Command(line, shown) for line, shown in zip(parts[::2], parts[1::2], strict=True))
        elif name:
            yield TextFile(name, fenced)
    if pending is not None:
        yield pending


def edit(path: Path, patch: str) -> None:
    """Put the lines of a patch that begin with `+` in the place of those that begin with `-`."""
    old = "".join(line[1:] for line in patch.splitlines(keepends=True) if line.startswith("-"))
    new = "".join(line[1:] for line in patch.splitlines(keepends=True) if line.startswith("+"))
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, patch
    path.write_text(text.replace(old, new), encoding="utf-8")


def fits(shown: list[str], found: list[str]) -> bool:
    """Whether lines are those shown, where `...` stands for any."""
    if not shown:
        return not found
    if shown[0].strip() == ANY_LINES:
        return any(fits(shown[1:], found[at:]) for at in range(len(found) + 1))
    return bool(found) and shown[0] == found[0] and fits(shown[1:], found[1:])


def run_line(line: str, typed: str, folder: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """Run a line of a shell in a folder; return its exit status and what it printed."""
    done = subprocess.run(
        ["bash", "-c", line],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        cwd=folder,
        env=environment,
        timeout=TIMEOUT,
    )
    return done.returncode, done.stdout
