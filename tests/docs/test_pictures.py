"""The pictures of the README show what the program prints now; and how a terminal becomes a picture."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.examples import LIGHTHOUSE
from website.gathering import ROOT

if os.name == "nt":
    pytest.skip("Windows has no such terminals", allow_module_level=True)
pytest.importorskip("pyte", reason="needs pyte: python -m pip install '.[dev]'")

from website import pictures
from website.pictures import DARK_PAGE, EXTENSION_PICTURE, FOLDER, PAGE, TERMINALS
from website.terminal import Screen, run_in_terminal
from website.terminal_drawing import draw_screen, read_picture

COLOURED = r"""
import sys
print("plain \x1b[1;31mred\x1b[0m  \x1b[7mreversed\x1b[0m <&>")
print()
print("  columns", __import__("os").get_terminal_size().columns, sys.stdout.isatty())
"""


def run(folder: Path, code: str, *keys: str) -> Screen:
    return run_in_terminal([sys.executable, "-c", code], folder, os.environ, columns=40, rows=6, keys=keys)


def test_a_terminal_is_one_for_the_program(tmp_path):
    screen = run(tmp_path, COLOURED)
    assert screen.text == "plain red  reversed <&>\n\n  columns 40 True"
    styles = {part.text.strip(): part.style for part in screen.lines[0]}
    assert (styles["red"].colour, styles["red"].is_bold) == ("red", True)
    assert (styles["reversed"].colour, styles["reversed"].background) == ("paper", "ink")


def test_keys_are_typed_when_the_program_waits(tmp_path):
    screen = run(tmp_path, "name = input('who? '); print(f'hello {name}'); input('more? ')", "Ada\r")
    assert screen.text.splitlines() == ["who? Ada", "hello Ada", "more?"]


def test_a_picture_holds_its_text_and_loads_nothing(tmp_path):
    screen = run(tmp_path, COLOURED)
    svg = draw_screen(screen, "python", "Three lines")
    assert read_picture(svg).splitlines() == ["plain red reversed <&>", "columns 40 True"]
    assert not re.search(r"url\(|href|@import|@font-face", svg)
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root[0].text == "Three lines"


@pytest.mark.slow
@pytest.mark.parametrize("picture", TERMINALS, ids=[picture.name for picture in TERMINALS])
def test_a_picture_of_a_terminal_is_up_to_date(picture, monkeypatch):
    program = picture.commands[-1].split()[0]
    if program != "bombsight" and shutil.which(program) is None:
        pytest.skip(f"needs {program}: python -m pip install '.[dev]'")
    monkeypatch.setattr(pictures, "TERMINALS", (picture,))
    assert [*pictures.find_outdated_terminals()] == []


@pytest.mark.slow
@pytest.mark.xdist_group("browsers")
@pytest.mark.skipif(
    not (shutil.which("chromium") and (ROOT / "web" / "node_modules" / "puppeteer-core").is_dir()),
    reason="needs Chromium, and npm ci --prefix web",
)
def test_the_picture_of_the_page_is_up_to_date():
    assert [*pictures.find_outdated_page()] == []


def test_every_picture_is_shown_somewhere_and_described():
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "editors").glob("*/README.md"))]
    shown = [
        match
        for page in pages
        for match in re.findall(r"!\[([^\]]+)\]\([^)]*?([\w-]+\.(?:svg|png))\)", page.read_text(encoding="utf-8"))
    ]
    assert all(len(description) > 20 for description, _ in shown)
    made = {f"{picture.name}.svg" for picture in TERMINALS} | {f"{PAGE.name}.png"}
    assert {name for _, name in shown} == made | {EXTENSION_PICTURE.name}
    beside_front_page = {f"{DARK_PAGE.name}.png"}
    assert {path.name for path in FOLDER.iterdir()} == made | beside_front_page | {f"{PAGE.name}.txt"}


def test_the_table_that_the_readme_shows_is_one_of_the_example():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^```rules\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    tables = (LIGHTHOUSE / "20-tables.rules").read_text(encoding="utf-8")
    assert table in tables
    assert all(right in table for right, _ in pictures.SLIPS)
