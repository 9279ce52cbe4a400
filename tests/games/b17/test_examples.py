"""The sample mission, as examples in the rules files and as a script."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request
from bombsight.compiler.scripts import read_script
from bombsight.dsl.files import read_source
from bombsight.dsl.source import Source
from bombsight.flat.program import Program
from bombsight.runtime.examples import ExampleReport, run_example
from tests.games.b17.bench import FOLDER, graph, sources, without_errors

SCRIPT = FOLDER / "sample-mission.script"

WRONG = [
    ("expect target is paris", "expect target is brest", "target is brest", "target is paris"),
    ("roll G-4 7", "roll G-5 4", "roll G-5 4", "roll on G-4 (2d6)"),
    ("roll O-2 4", "roll O-2 7", "roll O-2 7", "roll on O-2 (1d6): 7 is not on a die with 6 sides"),
    ("answer me110 six low ", "answer fw190 six low ", "answer fw190 six low", "'fw190 six low' is not offered; "),
    ("expect rudder_hits is 1\n", "expect rudder_hits is 2\n", "rudder_hits is 2", "rudder_hits is 1"),
    ("roll B-4 5\n", "", "roll B-5 4", "roll on B-4 (2d6)"),
]
"""A line of the sample mission, what is made of it, and both sides of the mismatch."""


def test_there_are_examples_for_the_sample_mission():
    cited = [example for example in graph().examples if "sample mission" in example.origin.cite]
    assert len(cited) >= 30


# --- the sample mission


def sample() -> str:
    """The text of the script."""
    source = read_source(SCRIPT)
    assert isinstance(source, Source)
    return source.text


def changed(old: str, new: str) -> str:
    """The script with one line changed."""
    assert old in sample(), old
    return sample().replace(old, new, 1)


@cache
def scripts() -> Program:
    """The game with the script as its last example but those made wrong."""
    texts = [sample(), *(changed(old, new) for old, new, _, _ in WRONG), sample() + "roll G-9 7\n"]
    examples, files = [], []
    for number, text in enumerate(texts):
        source = Source(f"sample-{number}.script", text)
        script, findings = read_script(source)
        assert not findings
        assert script.game == "b17"
        examples.append(evolve(script.to_example("mission", 1), title=f"script {number}"))
        files.append(source)
    compiled = without_errors(Request(base=sources(), examples=tuple(examples), scripts=tuple(files)))
    assert compiled.graph is not None
    return lower(compiled.graph)


def played(number: int) -> ExampleReport:
    """What comes of a script."""
    return run_example(scripts(), len(graph().examples) + number, load=instantiate)


def test_the_sample_mission_goes_as_printed():
    report = played(0)
    assert report.passed, report.mismatch
    rolls = [line for line in report.lines if line.kind == "roll"]
    assert len(rolls) > 90


@pytest.mark.parametrize("number", range(1, len(WRONG) + 1), ids=lambda number: WRONG[number - 1][0].strip())
def test_a_wrong_line_is_told_with_both_sides(number: int):
    _, _, expected, found = WRONG[number - 1]
    report = played(number)
    assert not report.passed
    assert report.mismatch is not None
    assert report.mismatch.expected.removeprefix("expect ") == expected
    assert report.mismatch.found.startswith(found)
    assert report.mismatch.place.startswith(f"sample-{number}.script:")


def test_dice_that_nobody_asks_for_are_told():
    report = played(len(WRONG) + 1)
    assert report.mismatch is not None
    assert (report.mismatch.expected, report.mismatch.found) == (
        "roll G-9 7",
        "the game is over and did not ask for it",
    )
