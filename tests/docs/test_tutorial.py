"""The tutorial is walked through: its commands are called, its edits made, and what it shows is what there is to see.

With BOMBSIGHT_UPDATE=1 the page shows from then on what there is to see now; blocks with `...` are left as they are.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from bombsight.dsl.caches import cache_folder
from tests.cli.calling import Shell
from tests.docs.commands import ANY_LINES, PROMPT, edit, fits

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(console|diff)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def shell(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Shell(cache_folder(), tmp_path)


def told(shell: Shell, call: str, shown: str) -> list[str]:
    """What a command of the page prints; at its prompts is typed what the page shows there."""
    program, *words = shlex.split(call)
    if program == "cat":
        return (shell.folder / words[0]).read_text(encoding="utf-8").splitlines()
    assert program == "bombsight"
    result = shell.call(*words, input="".join(f"{typed}\n" for typed in PROMPT.findall(shown)))
    assert result.exit_code in (0, 1), result.output
    return [line.rstrip() for line in result.output.splitlines()]


def shown_now(shell: Shell, call: str, shown: str) -> str:
    """What the page shows of a command: as it was, if that fits; with BOMBSIGHT_UPDATE what there is to see now."""
    found, before = told(shell, call, shown), shown.rstrip("\n").splitlines()
    if os.environ.get("BOMBSIGHT_UPDATE") and ANY_LINES not in before:
        return "\n".join([*found, ""])
    assert fits(before, found), f"{call}\n" + "\n".join(found)
    return shown


def test_the_tutorial_is_what_happens(shell):
    text = PAGE.read_text(encoding="utf-8")
    blocks = [*BLOCK.finditer(text)]
    assert len(blocks) > 15
    written, at = [], 0
    for block in blocks:
        kind, name, content = block.groups()
        written.append(text[at : block.start(3)])
        at = block.end(3)
        if kind == "diff":
            edit(shell.folder / name, content)
            written.append(content)
            continue
        parts = re.split(r"^\$ (.*)\n", content, flags=re.MULTILINE)[1:]
        for call, shown in zip(parts[::2], parts[1::2], strict=True):
            written += [f"$ {call}\n", shown_now(shell, call, shown)]
    if os.environ.get("BOMBSIGHT_UPDATE"):
        PAGE.write_text("".join([*written, text[at:]]), encoding="utf-8")
