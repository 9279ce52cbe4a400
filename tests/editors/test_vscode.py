"""The extension for VS Code: what can be held without the editor. `BOMBSIGHT_EDITORS=1` runs its own tests as well."""

from __future__ import annotations

import json
import os
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.dsl.words import item_words
from editors.__main__ import FOLDER
from tests.processes import run_process

VSCODE = FOLDER / "vscode"
ROOT = FOLDER.parent
SNIPPETS = json.loads((VSCODE / "snippets" / "bombsight.json").read_text(encoding="utf-8"))
HOSTS = (
    "{0}",
    'table T "T"\n  roll 1d6\n  {1}\n  else: nothing\n',
    'table T "T"\n  roll 1d6\n  1..: note soot\n  {1}\n',
    "procedure p\n  {1}\n",
    "{0}\nprocedure p\n  nothing\n",
)
"""What a snippet may stand in, after its own lines or with those indented once."""

TEXT = r"(?:[^\\}|,]|\\.)*"
ASKED = re.compile(
    rf"\$\{{(?P<n>\d+)(?::(?P<text>{TEXT}(?:,{TEXT})*)|\|(?P<first>{TEXT})(?:,{TEXT})*\|)\}}|\$(?P<bare>\d+)"
)


def filled(body: list[str]) -> str:
    """What a snippet writes if every question is answered as it is proposed."""

    def proposed(asked: re.Match[str]) -> str:
        return re.sub(r"\\(.)", r"\1", asked["text"] or asked["first"] or "")

    return ASKED.sub(proposed, "\n".join(body)).replace("\t", "  ")


def test_questions_are_answered_as_proposed():
    assert filled(["${1:a \\} b} ${2|x,y|}", "\tend$0"]) == "a } b x\n  end"


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_with_its_proposals_can_be_read(name: str):
    text = filled(SNIPPETS[name]["body"])
    assert "$" not in text
    hosts = [host.format(text, text.replace("\n", "\n  ")) for host in HOSTS]
    found = [[str(told) for told in parse(Source("snippet.rules", host)).diagnostics] for host in hosts]
    assert [] in found, found[0]


def test_every_item_has_a_snippet_and_no_two_have_one_prefix():
    prefixes = [snippet["prefix"] for snippet in SNIPPETS.values()]
    assert len({*prefixes}) == len(prefixes)
    assert item_words() <= {*prefixes}


# --- what Enter does


def test_enter_goes_deeper_where_a_block_follows():
    """In rules as they stand: what Enter indents is followed by deeper lines, and few others are."""
    rules = json.loads((VSCODE / "language-configuration.json").read_text(encoding="utf-8"))["onEnterRules"]
    deeper = [re.compile(rule["beforeText"]) for rule in rules if rule["action"]["indent"] == "indent"]
    right, wrong, missed = 0, [], []
    for above, below in pairs():
        follows = indent(below) == indent(above) + 2
        told = any(rule.search(above) for rule in deeper)
        right += told and follows
        wrong += [above] if told and not follows else []
        missed += [above] if follows and not told else []
    assert right > 100
    assert wrong == []
    assert len(missed) <= right // 20, missed


def test_enter_goes_back_where_nothing_can_follow():
    rules = json.loads((VSCODE / "language-configuration.json").read_text(encoding="utf-8"))["onEnterRules"]
    (back,) = (re.compile(rule["beforeText"]) for rule in rules if rule["action"]["indent"] == "outdent")
    found = [(above, below) for above, below in pairs() if back.search(above)]
    assert len(found) > 5
    assert [above for above, below in found if indent(below) >= indent(above)] == []


def pairs() -> list[tuple[str, str]]:
    """Neighbouring lines of rules, but for those that only go on with the line above them."""
    found: list[tuple[str, str]] = []
    for folder in ("docs/examples/lighthouse", "service/scaffolding/templates"):
        for path in sorted((ROOT / folder).glob("*.rules")):
            lines = [
                line for line in path.read_text(encoding="utf-8").splitlines() if line.strip(" ")[:1] not in ("", "#")
            ]
            found += pairwise(lines)
    return [pair for pair in found if not re.match(r" +(cite|printed|repaired|recovered|reconstructed)\b", pair[1])]


def indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


# --- the package


def test_what_the_package_names_is_there():
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    contributed = package["contributes"]
    named = [part["path"] for part in (*contributed["grammars"], *contributed["snippets"])]
    named += [language["configuration"] for language in contributed["languages"]]
    assert [path for path in named if not (VSCODE / path).is_file()] == []
    code = (VSCODE / "src" / "extension.ts").read_text(encoding="utf-8")
    declared = {command["command"] for command in contributed["commands"]}
    assert {*re.findall(r'registerCommand\("([\w.]+)"', code)} == declared
    shipped = (VSCODE / ".vscodeignore").read_text(encoding="utf-8")
    assert all(f"!{path.removeprefix('./')}\n" in shipped for path in named)


def test_the_lock_file_names_no_host():
    assert '"resolved"' not in (VSCODE / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.skipif(not os.environ.get("BOMBSIGHT_EDITORS"), reason="installs packages of npm: BOMBSIGHT_EDITORS=1")
def test_the_extension_builds_packs_and_colours(tmp_path: Path):
    npm = shutil.which("npm")
    assert npm, "BOMBSIGHT_EDITORS=1 needs npm"
    folder = tmp_path / "vscode"
    shutil.copytree(VSCODE, folder, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    for words in ("ci", "run build", "test", "run package"):
        done = run_process([npm, *words.split()], cwd=folder, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
    assert [*folder.glob("*.vsix")]
