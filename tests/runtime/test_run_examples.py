"""Worked examples: what fits passes, and what does not is told with both sides."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.runtime.examples import run_example
from tests.runtime.harbour import CODE, LINES, harbour, line, load


def report(*lines, program=None):
    program = program or harbour()
    return run_example(evolve(program, examples=(evolve(program.examples[0], lines=lines),)), 0, load=load)


def test_an_example_that_fits_passes():
    found = run_example(harbour(), 0, load=load)
    assert found.passed
    assert found.mismatch is None
    assert found.lines == LINES
    assert len(found.journal.events) == 11


SKY, FOG, NOBODY, BURN, ONE, LEFT = LINES


@pytest.mark.parametrize(
    ("lines", "expected", "found"),
    [
        ((line("roll", "Arrival", "66"),), "roll Arrival 66", "roll on Sky (2d6)"),
        ((line("roll", None, "7"),), "roll - 7", "roll on Sky (2d6)"),
        ((line("roll", "Sky", "13"),), "roll Sky 13", "roll on Sky (2d6): 13 is no total of 2d6"),
        ((line("roll", "Sky", "3", "7"),), "roll Sky 3 7", "roll on Sky (2d6): 7 is not on a die with 6 sides"),
        ((BURN,), "answer burn", "roll on Sky (2d6)"),
        (
            (line("roll", "Sky", "3"), FOG),
            "expect sky is fog",
            "sky is clear, and no line gives what comes first: roll on Arrival (d66)",
        ),
        ((line("roll", "Sky", "3"), FOG, NOBODY), "expect sky is fog", "sky is clear"),
        ((SKY,), "no more lines", "roll on Arrival (d66)"),
        (
            (SKY, FOG, NOBODY, line("roll", "Sky", "7")),
            "roll Sky 7",
            "it asks, and no answer stands here: Hour 1, fog, Ada keeps the light: burn, look, rest",
        ),
        (
            (SKY, FOG, NOBODY, line("answer", None, "sail")),
            "answer sail",
            "'sail' is not offered; Hour 1, fog, Ada keeps the light: burn, look, rest",
        ),
        ((SKY, FOG, NOBODY, BURN, line("answer", None, "9")), "answer 9", "'9' is not offered; How much oil: 1, 2, 3"),
        ((*LINES, SKY), "roll Sky 7", "the game is over and did not ask for it"),
        ((*LINES[:5], line("expect", None, "oil", "is", "2")), "expect oil is 2", None),
    ],
)
def test_what_does_not_fit_is_told_with_both_sides(lines, expected, found):
    told = report(*lines)
    if found is None:
        assert told.passed
        return
    assert not told.passed
    assert told.mismatch is not None
    assert (told.mismatch.expected, told.mismatch.found) == (expected, found)
    assert told.mismatch.place.startswith("harbour.rules:")


def test_faces_and_totals_both_do():
    assert report(line("roll", "Sky", "3", "4"), *LINES[1:]).passed
    assert report(SKY, FOG, line("roll", "Arrival", "6", "6"), *LINES[3:]).passed


def test_a_fault_is_a_mismatch():
    program = harbour(traced=CODE.replace("S[3] = 2", "S[3] = 0; S[0] = 1"))
    told = report(SKY, program=program)
    assert told.mismatch is not None
    assert told.mismatch.found == "rules fault at harbour.rules:1:1: the rules go on for ever"


def test_an_offer_is_declined_unless_it_is_taken():
    # Look north, then signal the ship that comes by: the second lantern is offered.
    code = CODE.replace("S[3] = 2", "S[5] = 1")
    program = harbour(traced=code)
    start = (SKY, FOG, line("roll", "Arrival", "11"), line("answer", None, "rest"), line("answer", None, "packet"))
    drift = line("roll", None, "2")
    declined = report(*start, line("roll", "Signal", "1"), drift, program=program)
    assert declined.passed
    taken = report(
        *start, line("roll", "Signal", "1"), line("answer", None, "again"), line("roll", "Signal", "5"), program=program
    )
    assert taken.passed
