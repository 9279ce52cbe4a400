"""The page on programs: its Python runs as it stands, its names are those of the interface, its lines those written."""

from __future__ import annotations

import inspect
import json
import re
import shutil
from pathlib import Path
from typing import Any

import attrs
import pytest

import bombsight
from bombsight.boundary.codec.encoding import encode
from bombsight.flat.document_forms import WHOLE
from bombsight.service.play import moves
from bombsight.service.schemas import LINE_DOCUMENTS
from tests.examples import EXAMPLES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_its_python_runs(tmp_path, monkeypatch, capsys):
    shutil.copytree(EXAMPLES / "lighthouse", tmp_path / "lighthouse")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bombsight.service.games.library.BUILT_IN", tmp_path)  # `games` looks at no more
    names: dict[str, Any] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            code = line.split("#")[0].rstrip()
            if code.startswith("bombsight."):  # a call by itself, outside any function
                assert eval(code, names) not in (None, False), code
        exec(block, names)
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


@pytest.mark.parametrize("name", bombsight.__all__)
def test_every_name_of_the_interface_is_there_and_documented(name):
    assert getattr(bombsight, name).__doc__
    assert name in dir(bombsight)


def test_no_other_name_is_there():
    with pytest.raises(AttributeError):
        bombsight.opened  # noqa: B018  # looking is what is tested
