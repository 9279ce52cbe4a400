"""Who answers, and how answers are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.runtime.events.describe import Describer, Option, words_of
from bombsight.runtime.run.policies import (
    NO_OPTION,
    Pause,
    autopilot_policy,
    find_option,
    person_policy,
    preferred_index,
    random_policy,
)
from tests.runtime.harbour import NUMBERS, harbour

scores = st.lists(st.integers(-3, 3), min_size=1, max_size=6)


@given(scores, st.booleans())
def test_the_highest_score_wins_and_none_counts_as_zero(values, optional):
    index = preferred_index(range(len(values)), values.__getitem__, optional)
    if optional and max(values) < 0:
        assert index == NO_OPTION
    else:
        assert index == values.index(max(values))


def test_without_scores_the_first_is_taken():
    assert preferred_index((4, 5), None, optional=False) == 0
    assert preferred_index((4, 5), None, optional=True) == 0


def test_the_autopilot_knows_where_none_may_be_answered():
    ask = autopilot_policy(harbour())
    assert ask(NUMBERS["SHIP"], (0,), lambda option: -1, tuple) == NO_OPTION
    assert ask(NUMBERS["ORDER"], (0, 1), lambda option: -option - 1, tuple) == 0


def test_random_answers_come_evenly_and_again():
    ask, restart = random_policy(harbour(), 5)
    found = [ask(NUMBERS["SHIP"], (0, 1), None, tuple) for _ in range(3000)]
    for index in (0, 1, NO_OPTION):
        assert 900 < found.count(index) < 1100
    restart(5)
    assert [ask(NUMBERS["SHIP"], (0, 1), None, tuple) for _ in range(3000)] == found
    assert NO_OPTION not in [ask(NUMBERS["ORDER"], (0, 1), None, tuple) for _ in range(300)]


def option(name, title="", *marks):
    return Option(name, title, words_of(title) | set(marks))


SHIPS = [
    option("packet north", "the Packet, North", "1"),
    option("packet north #2", "the Packet, North #2", "2", "damaged"),
    option("old_trawler south", "the old trawler, South"),
    option("keep", "Keep the lamp as it is"),
    option("trim", "Trim the lamp and keep it"),
]


@pytest.mark.parametrize(
    ("words", "index"),
    [
        ("packet north", 0),  # a whole name wins over words of others
        ("packet 2", 1),
        ("north damaged", 1),
        ("1 the packet north", 0),  # all that is known of it, and no more
        ("SOUTH trawler", 2),
        ("keep", 3),  # and a name over titles
        ("lamp trim", 4),
        ("none", NO_OPTION),
    ],
)
def test_words_find_one_option(words, index):
    assert find_option(SHIPS, words.split(), optional=True) == index


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("packet", "'packet' fits 2 options"),
        ("lamp", "'lamp' fits 2 options"),
        ("gull", "'gull' is not offered"),
        ("none", "'none' is not offered"),
        ("", "'' is not offered"),
    ],
)
def test_words_that_find_none_or_several_are_told(words, problem):
    assert find_option(SHIPS, words.split(), optional=False) == problem


def test_a_person_sees_the_question():
    seen = []

    def reply(question):
        seen.append(question)
        raise Pause

    with pytest.raises(Pause):
        person_policy(Describer(harbour()), reply)(
            NUMBERS["ORDER"], (1, 2), lambda option: option, lambda: (3, 2, 61, 6)
        )
    question = seen[0]
    assert question.prompt == "Hour 3, a gale, Bo 31 keeps the light"
    assert [(choice.name, choice.title) for choice in question.options] == [("look", "Look out"), ("rest", "Rest")]
    assert (question.id, question.by, question.optional, question.preferred) == (
        "choice:watch/order",
        "player",
        False,
        1,
    )
