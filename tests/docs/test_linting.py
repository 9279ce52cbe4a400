"""What the page on linting shows, and what the hooks for pre-commit call, is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from bombsight.cli.app import app
from bombsight.compiler.codes import SEVERITIES
from bombsight.compiler.findings import Findings
from bombsight.compiler.lint_choices import CONFIG_KEYS, read_lint_config
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.render import render
from bombsight.dsl.source import Source
from tests.narrowing import unwrap

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "linting.md").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
CALL = re.compile(r"^(?:    |.*- run: )(bombsight .*?)(?:  .*)?$", re.MULTILINE)
HOOK = re.compile(r"^- id: (\S+)$.*?^  entry: (bombsight .*?)$", re.MULTILINE | re.DOTALL)
HOUSE = 'house mine "Mine" for lighthouse by "A"\n  1 "A"\n    in table Reef\n      add +1 bright when oil == 0\n'

COMMANDS = app.commands
HOOKED = dict(HOOK.findall(HOOKS))


def flags(call: str) -> list[str]:
    """The flags of a call, which its command must have."""
    words = shlex.split(re.split(r" [<>|] ", f"{call} ")[0])
    assert words[1] in COMMANDS, call
    known = {name for param in COMMANDS[words[1]].params for name in param.opts}
    return [word for word in words[2:] if word.startswith("--") and word not in known]


@pytest.mark.parametrize("call", sorted({*CALL.findall(PAGE), *HOOKED.values()}))
def test_calls_are_of_commands_that_exist(call):
    assert flags(call) == []


def test_the_hooks_of_the_page_are_offered():
    shown = re.findall(r"^      - id: (\S+)\n(?:        args: \[(.*)\])?", PAGE, re.MULTILINE)
    assert {name for name, _ in shown} == HOOKED.keys()
    for name, args in shown:
        assert flags(f"{HOOKED[name]} {args.replace(',', '')}") == []


def test_the_choices_of_the_page_can_be_read():
    wrong = Findings(SEVERITIES)
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    choices = read_lint_config(Source("bombsight.toml", text), wrong)
    assert not wrong.diagnostics
    assert all((choices.ignore, choices.files, choices.fail_on))
    assert set(re.findall(r"^\| `([\w-]+)` \|", PAGE, re.MULTILINE)) == set(CONFIG_KEYS)


def test_the_finding_of_the_page_is_told_so():
    game = [
        Source(str(file), file.read_text(encoding="utf-8"))
        for file in sorted(ROOT.glob("docs/examples/lighthouse/*.rules"))
    ]
    house = Source("mine.rules", HOUSE)
    (found,) = compile_rules(Request(base=tuple(game), house=(house,))).errors
    told = f"{render(found, {house.path: house})}\n [--fix] {unwrap(found.fix).title}.".replace("\n", "\n    ")
    assert f"    {told}\n" in PAGE
