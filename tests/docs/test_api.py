"""The page on programs: its Python runs as it stands, its names are those of the interface, its lines those written."""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import bombsight
from bombsight.boundary.codec.encoding import encode
from bombsight.flat.document_forms import WHOLE
from bombsight.service.play import moves
from bombsight.service.schemas import LINE_DOCUMENTS
from bombsight.service.seats.guest.seat_file import write_revealed
from bombsight.service.seats.protocol.host_messages import Revealed
from tests.docs.commands import PROGRAM
from tests.examples import EXAMPLES
from tests.service.learning.conftest import few_runs as few_runs
from tests.service.seats.table import COVE, new_table, people_at, play_on

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


PREPARATIONS: dict[str, Callable[[Path], object]] = {}
"""What a reader has by then, before the block below a heading or a paragraph's first words runs."""


def before(words: str) -> Callable[[Callable[[Path], object]], object]:
    """Have a function run before the block below some words of the page."""
    assert words in PAGE
    return lambda prepare: PREPARATIONS.setdefault(words, prepare)


@before("**Many games.**")
def declare_figures(folder: Path) -> None:
    (folder / "harbour" / "figures.toml").write_text(
        '[ends]\nmissions = 50\nheads = ["rules"]\nmeasures = [{ title = "seen", tally = "times_seen" }]\n'
        '[[ends.rows]]\ncells = ["as they come"]\n'
    )
    readme = folder / "harbour" / "README.md"
    readme.write_text("<!-- figures: ends -->\n<!-- end of figures -->\n")
    assert bombsight.figures("harbour", write=True).changed == ("ends",)


@before("**Saves, and campaigns of many.**")
def play_before(folder: Path) -> None:
    bombsight.open("lighthouse", seed=2, answers="auto", save="over.save").close()
    (folder / "group").mkdir()
    (folder / "group" / "group.toml").write_text(
        'title = "Nights"\ngame = "lighthouse"\nmission = 2\nseed = 7\nplayers = ["Aud", "Brand"]\n'
    )
    shutil.copytree(COVE, folder / COVE.name)
    table = new_table(folder)
    people = people_at(table, folder)
    play_on(*people)
    (guest,) = people[1:]
    write_revealed(guest.last(Revealed), Path("smuggler.revealed"))


def run_block(block: str, names: dict[str, Any]) -> None:
    """Run a block of the page; a call of the interface that stands by itself gives something."""
    for statement in ast.parse(block).body:
        code = ast.unparse(statement)
        if isinstance(statement, ast.Expr) and code.startswith("bombsight."):
            assert eval(code, names) not in (None, False), code
        else:
            exec(code, names)


@pytest.mark.usefixtures("few_runs")
def test_its_python_runs(tmp_path, monkeypatch, capsys):
    shutil.copytree(EXAMPLES / "lighthouse", tmp_path / "lighthouse")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bombsight.service.games.library.BUILT_IN", tmp_path)  # `games` looks at no more
    names: dict[str, Any] = {}
    seen = 0
    for block in re.finditer(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        for words, prepare in PREPARATIONS.items():
            if words in PAGE[seen : block.start()]:
                prepare(tmp_path)
        seen = block.start()
        run_block(block[1], names)
    assert capsys.readouterr().out.splitlines()[1].startswith("'swim' is not offered Offered: ")
    assert names["story"]
    greeting, first, why, odds, log, undone, told, refused = names["replies"]
    assert "The Keeper's Night" in greeting
    assert names["bot"].write(bombsight.prompt(names["bot"].questions)) in first
    assert "  row 36..53 → A packet [rule 3]" in why.splitlines()
    assert odds.startswith("20 runs of each answer to the end of the mission: ")
    assert len(log.splitlines()) > 5
    assert undone.startswith("Taken back: ")
    assert "undo [N|all]" in told
    assert refused.startswith("'swim' is not offered. Type ")


def test_a_bot_for_a_chat_takes_no_more_than_75_lines():
    (bot,) = (block for block in re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S) if "class Bot" in block)
    assert len(bot.splitlines()) <= 75
    assert {*re.findall(r"bombsight\.(\w+)", bot)} <= {*bombsight.__all__}


def test_its_tables_name_what_is_there():
    assert {*re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)} == {
        field.name for field in attrs.fields(bombsight.View)
    }
    of_play, _, shown = PAGE.partition("\n## What is shown, as lines\n")
    calls = re.findall(r"^\| `(\w+)\(\w*\)` \|", of_play, re.MULTILINE)
    assert calls == ["answer", "throw", "undo", "odds", "boards", "save", "close"]
    assert all(callable(getattr(bombsight.Play, name)) for name in calls)
    for name, parameters in re.findall(r"^\| `(\w+)\((.*?)\)` \|", shown, re.MULTILINE):
        known = inspect.signature(getattr(bombsight, name)).parameters
        assert {each.partition("=")[0] for each in filter(None, parameters.split(", "))} <= {*known}


def test_its_lines_are_those_written():
    written = {document.document for document in LINE_DOCUMENTS}
    assert {*re.findall(r'^\| `\{"document":"(\w+)"', PAGE, re.MULTILINE)} == written - {"replay", "script", "verdict"}
    for told in re.findall(r'`(\{"(?:answer|answers|throw|undo|odds)": .*?\})`', PAGE):
        assert encode(moves.parse_move(told), WHOLE) == json.loads(told)
    for path in re.findall(r"`(\w+/schema/[\w.-]+)`", PAGE):
        assert (ROOT / path).exists()


def test_each_function_is_shown_by_an_example():
    examples = "".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    functions = {name for name, home in bombsight._HOMES.items() if ".api." in home}

    assert functions - {*re.findall(r"bombsight\.(\w+)\(", examples)} == {"go_over"}  # beside `prospect`, in words
    assert {*re.findall(r":func:`(\w+)`", bombsight.__doc__)} >= functions


@pytest.mark.slow
def test_the_notebook_runs_as_a_script(tmp_path):
    pytest.importorskip("matplotlib", reason="needs matplotlib: python -m pip install '.[dev]'")
    pytest.importorskip("pyarrow", reason="needs pyarrow: python -m pip install '.[dev]'")
    notebook = ROOT / "docs" / "examples" / "notebook.py"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    python = PROGRAM.with_name("python")
    ended = subprocess.run([python, notebook], cwd=tmp_path, env=environment, capture_output=True, text=True)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "4000 of 4000\n" in ended.stdout
    (picture,) = tmp_path.rglob("*.png")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "__main__" not in notebook.read_text(encoding="utf-8").replace('`if __name__ == "__main__":`', "")


def test_simulating_from_python_runs(tmp_path, monkeypatch, capsys):
    pytest.importorskip("pyarrow", reason="needs pyarrow: python -m pip install '.[dev]'")
    monkeypatch.chdir(tmp_path)
    Path("my.rules").write_text(
        'house mine "Mine" for b17_leader\n  1 "No more than that"\n    confirms procedure mission\n', encoding="utf-8"
    )
    page = (ROOT / "docs" / "simulating.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        run_block(block, names)

    assert "2000 of 2000\n" in capsys.readouterr().out
    assert names["rows"].num_rows == 4000


def test_type_checkers_see_the_same_names_at_home():
    tree = ast.parse((ROOT / "bombsight" / "__init__.py").read_text(encoding="utf-8"))
    (for_types,) = (
        each for each in tree.body if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING"
    )
    homes = {
        alias.asname: (each.module or "").removeprefix("bombsight.")
        for each in for_types.body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }
    assert homes == bombsight._HOMES


@pytest.mark.parametrize("name", bombsight.__all__)
def test_every_name_of_the_interface_is_there_and_documented(name):
    assert getattr(bombsight, name).__doc__
    assert name in dir(bombsight)


def test_no_other_name_is_there():
    with pytest.raises(AttributeError):
        bombsight.opened  # noqa: B018  # looking is what is tested
