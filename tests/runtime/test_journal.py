"""The journal: what events say, as text and as JSON, and the hash that tells runs apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from harbour import NUMBERS, ORIGIN, harbour
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from playing import answering, auto, played

from bombsight import runtime
from bombsight.runtime.choices import Question
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.errors import InputError
from bombsight.runtime.play import Faulted, Finished, Pending, arguments, new_journal, run
from bombsight.runtime.render import TextForm, derivation, json_line
from bombsight.runtime.views import RollView

GOLDEN = Path(__file__).parent / "golden"
SCHEMA = json.loads((Path(runtime.__file__).parent / "schema" / "journal.json").read_text(encoding="utf-8"))


def test_a_night_as_text():
    _, journal = played(3)
    assert TextForm().text(journal.views()) == (GOLDEN / "night.txt").read_text(encoding="utf-8")


def test_a_night_as_json():
    _, journal = played(3)
    lines = [json_line(view) for view in journal.views()]
    assert "".join(line + "\n" for line in lines) == (GOLDEN / "night.jsonl").read_text(encoding="utf-8")


@given(st.integers(0, 10**6), st.sampled_from([20, 40, 80]))
def test_text_keeps_to_its_width(seed, width):
    _, journal = played(seed)
    assert all(len(line) <= width for line in TextForm(width).text(journal.views()).split("\n"))


@given(st.integers(0, 10**6))
def test_json_keeps_to_its_schema(seed):
    validator = Draft202012Validator(SCHEMA)
    _, journal = played(seed)
    for view in journal.views():
        validator.validate(json.loads(json_line(view)))


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_hash_tells_stories_apart(one, other):
    first, second, third = played(one)[1], played(one)[1], played(other)[1]
    assert first.digest() == second.digest()
    keys = [view.key for view in first.views()]
    assert (first.digest() == third.digest()) == (keys == [view.key for view in third.views()])


def test_the_hash_grows_with_the_journal():
    _, journal = played(3)
    early = new_journal(harbour(), harbour().mission)
    for event in journal.events[:2]:
        early.log(*event)
    before = early.digest()
    early.log(*journal.events[4])
    assert early.digest() != before


def test_elements_are_told_as_they_were():
    """A ship that has left is still named in what was said of it."""
    _, journal = played(3)
    texts = TextForm().text(journal.views())
    assert "A light to the old trawler South from Ada." in texts


def test_a_roll_rests_on_all_of_this():
    program = harbour()
    journal = new_journal(program, program.mission)
    journal.log(NUMBERS["SKY"], 9, 10, 2, 1)
    view = journal.view(0)
    assert isinstance(view, RollView)
    assert derivation(evolve(view, faces=(4, 5), origin=view.origin.marked(["house mine 2"]))) == [
        "The sky turns (Sky): 2d6 4 + 5 = 9, +1 worse, makes 10: A gale blows up",
        "  +1 worse when sky is gale: recovered: a letter [rule 2] (amended by errata one",
        "      1)",
        "  row 10..: printed",
        "  harbour.rules:1:1 [rule 1] (amended by house mine 2)",
    ]


def test_a_fault_is_told_with_its_place():
    program = harbour()
    journal = new_journal(program, program.mission)
    amounts = iter([0, 2, 2])  # one, three and three: more than the six there are

    def ask(site, options, score, values):
        return next(amounts) if site == NUMBERS["BURN"] else 0

    outcome = run(program, program.mission, (9,), SeededDice(1).throw, ask, journal)
    assert outcome == Faulted(NUMBERS["NO_OIL"], "oil would be below 0", ORIGIN)
    text = TextForm().text(journal.views())
    assert text.endswith("Rules fault: oil would be below 0 (harbour.rules:1:1) [rule 1]\n")


def test_a_paused_run_waits():
    program = harbour()
    journal = new_journal(program, program.mission)
    outcome = run(program, program.mission, (2,), SeededDice(3).throw, answering([1]), journal)
    assert isinstance(outcome, Pending)
    assert isinstance(outcome.waits_for, Question)
    assert outcome.waits_for.id == "choice:watch/side"


def test_a_career_gives_nothing():
    program = harbour()
    assert program.career
    journal = new_journal(program, program.career)
    assert run(program, program.career, (), SeededDice(3).throw, auto(), journal) == Finished(None, "none", "none")
    assert TextForm().text(journal.views()).endswith("The end.\n")


def test_arguments_are_read_from_words():
    program = harbour()
    assert arguments(program, program.mission, ["7"]) == (7,)
    assert arguments(program, program.mission, []) == (1,)
    for words, message in ((["13"], "none of 1..12"), (["x"], "'x'"), (["1", "2"], "takes 1 values")):
        with pytest.raises(InputError, match=message):
            arguments(program, program.mission, words)
