"""The tour of the workshop: its texts are found to be as its words say, and what a step shows does the step."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.examples import LIGHTHOUSE
from tests.service.workshop.page_of_desk import DeskPage
from tests.web.beside_node import needs_node, told_by

pytestmark = needs_node


@pytest.fixture(scope="module", name="steps")
def fixture_steps() -> list[Mapping[str, Any]]:
    """The steps, each with the texts before and after it."""
    steps: list[Mapping[str, Any]] = told_by("tour")
    return steps


@pytest.fixture(name="page")
def fixture_page() -> DeskPage:
    return DeskPage(LIGHTHOUSE.parent)


def codes_of(page: DeskPage, file: Path, text: str) -> list[str]:
    """The codes of all findings in a text, as a file of its own."""
    page.write(file, text)
    page.check_all()
    return [found["code"] for found in page.findings[str(file)]]


def is_reached(page: DeskPage, file: Path, goal: Mapping[str, Any], text: str) -> bool:
    """Whether a text reaches a goal, by what is found in it and by its odds."""
    codes = codes_of(page, file, text)
    words = " ".join(text.split())
    has_all = all(part in words for part in goal.get("contains", ()))
    match goal["is"]:
        case "finding":
            return goal["code"] in codes
        case "clean":
            is_clean = all(found["severity"] == "advice" for found in page.findings[str(file)])
            return is_clean and has_all and not any(part in words for part in goal.get("lacks", ()))
        case "odds":
            odds = page.ask("odds", str(file), goal["table"], [])
            return "result" in odds and goal["contains"] in odds["result"]["text"]
        case "text":
            return has_all
        case "read":
            return True
        case _:
            raise AssertionError(goal)


def test_there_are_ten_steps(steps):
    assert len(steps) == 10
    assert steps[-1]["goal"] == {"is": "read"}


def test_each_text_has_the_findings_of_which_its_step_speaks(steps, page, tmp_path):
    for step in steps:
        assert codes_of(page, tmp_path / "tour.rules", step["before"]) == step["findings"], step["title"]


def test_each_step_is_done_by_what_it_shows_and_not_before(steps, page, tmp_path):
    file = tmp_path / "tour.rules"
    for step in steps:
        assert is_reached(page, file, step["goal"], step["after"]), step["title"]
        if step["edits"]:
            assert not is_reached(page, file, step["goal"], step["before"]), step["title"]


def test_the_slip_has_the_button_that_mends_it(steps, page, tmp_path):
    file = tmp_path / "tour.rules"
    mending = next(step for step in steps if step["findings"] == ["N001"])
    codes_of(page, file, mending["before"])
    (fix,) = [action for action in page.call("actions", str(file), [0]) if action["is_certain"]]
    assert "rain" in fix["title"] or "rain" in fix["files"][0]["changes"][0]["text"]
