"""What is packed: every part, as whole files, from wherever somebody has the repository."""

from __future__ import annotations

import io
import json
import re
import runpy
import subprocess
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import pytest

import bombsight
from bombsight.dsl import caches
from bombsight.service.common.project import Commit, commit_of_checkout, describe_version
from bombsight.version import VERSION

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


# --- the version, and the address


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_version_of_the_editor_extension_and_of_the_changelog_are_those_of_the_program():
    number = VERSION.partition(".dev")[0]
    assert json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))["version"] == number
    assert f"\nversion: {number}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    newest = re.search(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert number in newest[1], "the first heading of the changelog names the version"


def test_a_program_asks_for_the_version_as_usual():
    assert bombsight.__version__ == VERSION


def test_a_tree_without_git_knows_its_commit(tmp_path):
    in_git()
    archive = subprocess.run(
        ("git", "archive", "HEAD", "bombsight/version.py"), cwd=ROOT, capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(tmp_path, filter="data")
    values = runpy.run_path(str(tmp_path / "bombsight/version.py"))
    commit = commit_of_checkout(ROOT)
    assert commit is not None
    assert (values["COMMIT"], values["COMMIT_DATE"]) == (commit.name.removesuffix("-dirty"), commit.date)


def test_the_commit_is_unknown_where_nothing_tells_it(tmp_path):
    assert commit_of_checkout(tmp_path) is None


@pytest.mark.parametrize(
    ("commit", "expected"),
    [
        (None, VERSION),
        (Commit("0" * 40, "2026-01-02"), f"{VERSION} (commit 0000000000, 2026-01-02)"),
        (Commit("0" * 40 + "-dirty", "2026-01-02"), f"{VERSION} (commit 0000000000-dirty, 2026-01-02)"),
    ],
)
def test_the_version_names_the_commit(commit, expected, monkeypatch):
    monkeypatch.setattr("bombsight.service.common.project.program_commit", lambda: commit)
    assert describe_version() == expected


def test_the_address_of_the_project_is_everywhere_the_same(project):
    home = project["urls"]["Homepage"]
    found = set()
    for _, path in in_git():
        if (
            path.endswith((".md", ".toml", ".json", ".yml", ".yaml", ".cff", ".lua", ".py"))
            and "package-lock" not in path
        ):
            text = (ROOT / path).read_text(encoding="utf-8")
            found |= {(path, name) for name in re.findall(r"https://github\.com/[\w.-]+/bombsight\b", text)}
    assert {name for _, name in found} == {home}, found


def test_the_metadata_leave_nothing_out(project):
    assert {"authors", "classifiers", "description", "keywords", "license", "license-files", "urls"} <= {*project}
    assert len(project["description"]) <= 120


def test_the_page_of_an_index_has_whole_addresses():
    """An index shows the README without what lies beside it, so each of its links needs a host."""
    metadata = pytest.importorskip("hatchling.metadata.core", reason="needs hatchling: python -m pip install '.[dev]'")
    plugins = pytest.importorskip("hatchling.plugin.manager")
    pytest.importorskip("hatch_fancy_pypi_readme", reason="needs a plugin of hatch: python -m pip install '.[dev]'")
    page = metadata.ProjectMetadata(str(ROOT), plugins.PluginManager()).core.readme
    links = re.findall(r"\]\(([^)\s]+)\)", page)
    assert len(links) > 5
    assert [link for link in links if not link.startswith(("https://", "#"))] == []


# --- locks


REQUIREMENT = re.compile(r"([\w.-]+)(?:\[([\w,]+)\])?")
"""The name of a requirement, and its extras."""


def required_names(project: dict[str, Any], requirements: list[str]) -> set[str]:
    """The packages that requirements name, with those of the extras of ours that they take in."""
    names: set[str] = set()
    for requirement in requirements:
        match = REQUIREMENT.match(requirement)
        assert match is not None
        if match[1] == "bombsight":
            for extra in match[2].split(","):
                names |= required_names(project, project["optional-dependencies"][extra])
        else:
            names.add(match[1].replace("_", "-").lower())
    return names


def test_locks_hold_what_is_asked_for(project):
    """``.ci/lock --check``, which needs a network, compares the versions, too."""
    calls = re.findall(r"^lock (\w+) (.+)$", (ROOT / ".ci" / "lock").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(calls) == len([*(ROOT / "locks").glob("*.txt")])
    for name, extras in calls:
        text = (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")
        pinned = set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE))
        wanted = [each for extra in extras.split() for each in project["optional-dependencies"][extra]]
        assert required_names(project, [*project["dependencies"], *wanted]) <= pinned, name
        assert text.count("--hash=sha256:") >= len(pinned)
