"""Answers as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import NO_OPTION, find_option
from bombsight.service.present.answer_parsing import (
    display_order,
    explain_rejection,
    list_numbers,
    option_keys,
    parse_option,
)
from tests.service.asked import build_question, grave

FIGHTERS = build_question(
    "Me 109, 1:30 Level", "Me 109, 10:30 High", "Fw 190, 12 o'clock High", "Fw 190, 3 o'clock Level",
    "Me 110, 6 o'clock Low", optional=True, preferred=3,
)  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "index"),
    [
        ("1:30", 0),
        ("1:30 level", 0),
        ("109 1:30", 0),
        ("10:30", 1),
        ("3 o'clock", 3),
        ("3 O'CLOCK", 3),
        ("3", 2),  # the number of an option comes first
        ("12", 2),  # and a number that is none may stand in a title
        ("6 o", 4),
        ("low", 4),
        ("190 hi", 2),
        ("clock lo", 4),
        ("0", NO_OPTION),
        ("none", NO_OPTION),
        ("", 3),
    ],
)
def test_an_answer_as_it_is_printed_is_taken(typed, index):
    assert parse_option(FIGHTERS, typed) == index


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("9", "There is no such option. Type 1 to 5, 0 for none or a word that only one has."),
        ("gull", "'gull' is not offered. Type 1 to 5, 0 for none or a word that only one has."),
        ("fw", "'fw' fits 2 options: Fw 190, 12 o'clock High or Fw 190, 3 o'clock Level."),
    ],
)
def test_what_is_no_answer_is_told_with_what_would_do(typed, said):
    problem = parse_option(FIGHTERS, typed)
    assert isinstance(problem, str)
    assert explain_rejection(FIGHTERS, problem, typed) == said


def test_the_beginning_of_a_word_is_enough_for_people_and_not_for_scripts():
    ways = build_question("Moor at the quay", "Stand off")
    assert parse_option(ways, "m") == 0
    assert parse_option(ways, "uay") == 0
    assert find_option(ways.options, ["m"], optional=False) == "'m' is not offered"


def test_numbers_are_answered_by_themselves():
    pails = build_question(Option("1", "1"), Option("0", "0"), optional=True, preferred=1)
    assert option_keys(pails) == ("", "")
    assert [parse_option(pails, typed) for typed in ("0", "1", "-", "")] == [1, 0, NO_OPTION, 1]


def test_a_number_is_its_value_below_zero_too():
    tide = build_question(*map(str, range(-3, 3)), optional=True, preferred=2)
    assert [parse_option(tide, typed) for typed in ("-3", "-1", "0", "2", "none", "")] == [0, 2, 3, 5, NO_OPTION, 2]
    below = build_question("-3", "-2")
    assert explain_rejection(below, str(parse_option(below, "3"))) == "'3' is not offered. Type -3 or -2."


def test_many_numbers_are_told_by_their_ends():
    gold = build_question(*(str(number) for number in range(-2, 15) if number not in (5, 7, 12)), optional=True)
    assert ", ".join(list_numbers(gold)) == "-2 to 4, 6, 8 to 11, 13, 14, none"
    assert list_numbers(build_question(*map(str, range(12)))) == [*map(str, range(12))]
    assert explain_rejection(gold, "'5' is not offered") == (
        "'5' is not offered. Type -2 to 4, 6, 8 to 11, 13, 14 or none."
    )


def test_no_grave_answer_stands_on_a_number_next_to_another():
    home = build_question(grave("Turn back"), "Go on", grave("Bail out"))
    assert display_order(home) == (1, 0, 2)
    assert option_keys(home) == ("10", "1", "11")
    assert parse_option(home, "10") == 0
    assert parse_option(home, "2") == "there is no such option"
    assert explain_rejection(home, "there is no such option", "2") == (
        "There is no such option. Type 1, 10, 11 or a word that only one has."
    )


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_keys_differ_and_grave_ones_lie_apart(graves):
    options = [Option(f"o{number}x", f"Way {number}x", grave=each) for number, each in enumerate(graves)]
    question = build_question(*options, optional=True)
    given_keys = [int(key) for key in option_keys(question)]
    usual = [0, *(key for key, each in zip(given_keys, graves, strict=True) if not each)]
    assert sorted(set(given_keys)) == sorted(given_keys)
    assert [parse_option(question, str(key)) for key in given_keys] == [*range(len(options))]
    for key, each in zip(given_keys, graves, strict=True):
        assert not each or min(abs(key - other) for other in usual) > 1
