"""What is packed: every part, as whole files, from wherever somebody has the repository."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

import bombsight
from bombsight.dsl import caches

ROOT = Path(__file__).parent.parent
TOOLS = ("bench", "editors", "fuzz", "web", "website")
"""The folders of Python that are no part of the program."""


def in_git() -> list[tuple[str, str]]:
    """Mode and path of each file that git has."""
    if not (ROOT / ".git").exists():
        pytest.skip("no repository: this is a copy of its files")
    lines = subprocess.run(("git", "ls-files", "-s", "-z"), cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [(line.split()[0], line.partition("\t")[2]) for line in lines.split("\0") if line]


def test_git_holds_no_links_which_many_a_copy_would_lose():
    assert [path for mode, path in in_git() if mode == "120000"] == []


def test_every_part_is_packed_with_all_files_of_the_package():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    wheel = build["targets"]["wheel"]
    found = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"bombsight", *TOOLS}
    assert {*wheel["hooks"]["custom"]["parts"]} == {*found, "games", "docs"}
    package = [path.relative_to(ROOT).as_posix() for path in (ROOT / "bombsight").iterdir() if path.is_file()]
    assert sorted(wheel["only-include"]) == sorted(package)


def test_an_sdist_holds_what_git_does():
    sdist = pytest.importorskip("hatchling.builders.sdist", reason="needs hatchling: python -m pip install '.[dev]'")
    files = {file.relative_path for file in sdist.SdistBuilder(str(ROOT)).recurse_included_files()}
    assert {path for _, path in in_git() if (ROOT / path).exists()} <= files


def test_a_checkout_loads_each_file_from_where_it_stands():
    if Path(bombsight.__file__).parent != ROOT / "bombsight":
        pytest.skip("an installed bombsight is tested")
    assert Path(caches.__file__) == ROOT / "dsl" / "caches.py"
