"""What a host reads: workflows, forms for issues. Steps of workflows are scripts of ours, or one of a few calls."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from bombsight.cli.app import COMMANDS

yaml = pytest.importorskip("yaml", reason="needs PyYAML: python -m pip install '.[dev]'")

ROOT = Path(__file__).parents[2]
HOST = ROOT / ".github"
WORKFLOWS = sorted((HOST / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (HOST / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")

OUTSIDE_CALLS = ("sudo apt-get ", "sudo safaridriver ", "cd dist && sha256sum ", "mkdir index ", "gh release create ")
"""The beginnings of steps that only make sense on a host: preparing its machine, publishing."""


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_steps_are_scripts_that_run_anywhere(path):
    workflow = read(path)
    assert "permissions" in workflow, "a workflow says which permissions it needs"
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    calls = [step["run"] for step in steps if "run" in step]
    for call in calls:
        if call.startswith(OUTSIDE_CALLS):
            continue
        script = ROOT / call.split()[0]
        assert script.is_file(), call
        assert os.name == "nt" or os.access(script, os.X_OK), call
    assert calls
    for step in steps:
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_parts_of_the_whole_check_exist():
    parts = re.search(r"^parts=\((.+)\)$", (ROOT / ".ci/full").read_text(encoding="utf-8"), re.MULTILINE)
    assert parts is not None
    named = read(HOST / "workflows" / "ci.yml")["jobs"]["everything-else"]["strategy"]["matrix"]["part"]
    elsewhere = {"web", "lowest"}  # in jobs of their own
    assert {*" ".join(named).split()} | elsewhere == {*parts[1].split()}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_forms_ask_for_something_and_name_what_exists(path):
    form = read(path)
    assert {"name", "description", "body"} <= {*form}
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert any(field.get("validations", {}).get("required") for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)
    named = set(re.findall(r"`bombsight (\w+)", path.read_text(encoding="utf-8")))
    assert named <= {*COMMANDS}


def test_pages_that_the_forms_lead_to_exist():
    for link in read(HOST / "ISSUE_TEMPLATE" / "config.yml")["contact_links"]:
        assert (ROOT / link["url"].partition("/blob/main/")[2]).is_file()
