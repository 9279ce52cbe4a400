"""What a site's workshop is made of, without Pyodide itself."""

from __future__ import annotations

import ast
import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.service.common.rules_archive import pack_texts, unpack_texts, write_texts
from bombsight.service.games.library import load_game_folder
from bombsight.service.site.editions import SiteOrder
from bombsight.service.site.site import write_site
from bombsight.service.site.workshop.pyodide import PROGRAM_FILES, VERSION, find_pyodide
from bombsight.service.site.workshop.python_archive import LEFT_OUT, collect_program
from bombsight.service.site.workshop.rules_files import pack_rules
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

ROOT = Path(__file__).parents[3]


def make_package(folder: Path, version: str = VERSION) -> Path:
    """Make a folder that looks like Pyodide's npm package."""
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"name": "pyodide", "version": version}), encoding="utf-8")
    for name in PROGRAM_FILES:
        (folder / name).write_text(name, encoding="utf-8")
    return folder


def test_pyodide_is_found_where_npm_puts_it(tmp_path):
    package = make_package(tmp_path / "node_modules" / "pyodide")
    assert find_pyodide(tmp_path) == find_pyodide(package) == package


def test_where_pyodide_is_missing_one_line_says_what_to_do(tmp_path):
    with pytest.raises(InputError, match=f"needs Pyodide {VERSION}") as missing:
        write_site(SiteOrder(games=(str(LIGHTHOUSE),), workshop=True, pyodide=tmp_path), tmp_path / "site")
    assert f"npm install pyodide@{VERSION}" in missing.value.hint
    assert not (tmp_path / "site").exists()


def test_another_pyodide_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"this is Pyodide 0\.29\.0"):
        find_pyodide(make_package(tmp_path / "old", "0.29.0"))
    broken = make_package(tmp_path / "broken")
    (broken / PROGRAM_FILES[-1]).unlink()
    with pytest.raises(InputError, match="is missing"):
        find_pyodide(broken)
    (broken / "package.json").write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match="no description"):
        find_pyodide(broken)


def test_npm_installs_the_version_that_the_program_takes():
    declared = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    assert declared["devDependencies"]["pyodide"] == VERSION


def test_the_program_imports_nothing_that_was_left_out():
    """Not even in functions; but the package has names of all parts, which are looked up when they are used."""
    left_out = {path.removesuffix(".py").rstrip("/") for path in LEFT_OUT}
    importers = {
        path
        for path, content in collect_program().items()
        if path.startswith("bombsight/") and path.endswith(".py")
        for module in imported_modules(ast.parse(content))
        if left_out & {module, *map(str, PurePosixPath(module).parents)}
    }
    assert importers == {"bombsight/__init__.py"}


def imported_modules(tree: ast.Module) -> Iterator[str]:
    """Yield what a module imports from, by paths: a module, or a name in one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}/{name.name}".replace(".", "/") for name in node.names)


def test_no_program_for_screens_is_packed():
    paths = collect_program()
    assert {"bombsight/dsl/grammar.lark", "bombsight/service/workshop/calls.py", "lark/lark.py"} <= {*paths}
    assert not [path for path in paths if path.startswith(("bombsight/cli", "bombsight/games", "rich", "click"))]
    assert any("LICENSE" in path for path in paths if path.startswith("lark-"))


def test_rules_come_out_as_they_went_in(tmp_path):
    game = unwrap(load_game_folder(Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))))
    write_texts(unpack_texts(pack_rules(game)), tmp_path / "there")
    for file in game.files:
        assert (tmp_path / "there" / "lighthouse" / file.name).read_bytes() == file.read_bytes()
    assert pack_rules(game) == pack_rules(game)


@given(st.binary(max_size=40))
def test_no_rules_of_a_game(content):
    for packed in (content, gzip.compress(content)):
        with pytest.raises(InputError):
            unpack_texts(packed)


@pytest.mark.parametrize("path", ["../out", "/etc/passwd", "a/../../b", "a\\b", ""])
def test_a_path_that_leads_out_is_refused(path):
    with pytest.raises(InputError):
        unpack_texts(pack_texts({path: "x"}))
