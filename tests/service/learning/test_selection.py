"""Selection: of rules on a switchboard those come in, and those stay, by which runs go better."""

from __future__ import annotations

import pytest

pytest.importorskip("sklearn", reason="needs scikit-learn: python -m pip install '.[test]'")

from bombsight.compiler.request import Compilation
from bombsight.runtime.dice import mix
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.learning.amended_policies import AmendedPolicy
from bombsight.service.learning.probing import ProbedRules
from bombsight.service.learning.rule_lists import LearnedRule
from bombsight.service.learning.rule_lists import Test as FeatureTest
from bombsight.service.learning.selection import Change, Selection
from bombsight.service.learning.switchboard import Switchboard, add_switches, switch_names
from bombsight.service.learning.trials import play_trial
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.prepare import program_for
from tests.service.learning.games import WELL, probe

REST = 1
"""The answer to rest, which serves at a low well."""

RUNS = 400


@pytest.fixture(scope="module")
def probed() -> ProbedRules:
    """The well with features beside its choices."""
    return probe(WELL)


@pytest.fixture(scope="module")
def rules(probed: ProbedRules) -> tuple[LearnedRule, ...]:
    """Rules about resting: at a low well, never but then, always."""
    texts = [feature.text for feature in probed.choices["choice:draw_water/act"].features]
    low = texts.index("is_low")
    tests: tuple[tuple[FeatureTest, ...], ...] = ((FeatureTest(low, True, 0.5),), (FeatureTest(low, False, 0.5),), ())
    return tuple(LearnedRule("choice:draw_water/act", REST, each, 0.5) for each in tests)


def write_rules(probed: ProbedRules, rules: tuple[LearnedRule, ...], switches: tuple[str, ...] = ()) -> str:
    """The text of an overlay with rules."""
    _, compilation = compile_game(request_for_game(str(WELL), Rules()))
    assert isinstance(compilation, Compilation)
    return AmendedPolicy(rules).write("well", probed, compilation.sources, switches)


def make_selection(
    probed: ProbedRules, rules: tuple[LearnedRule, ...], active: frozenset[int], *, has_time: bool = True
) -> Selection:
    """A selection among rules about resting."""
    names = switch_names(rules)
    path = WELL / "switched.rules"
    request = request_for_game(str(WELL), Rules(house=(path,), texts={path: write_rules(probed, rules, names)}))
    program = program_for(add_switches(request, "mission", names))
    board = Switchboard(rules, program, program.mission, mix(1))
    return Selection(board, [1] * len(rules), RUNS, lambda: has_time, lambda played: None, active)


def test_a_rule_that_is_switched_on_plays_as_one_that_stands_alone(probed, rules):
    selection = make_selection(probed, rules, frozenset())
    for place, rule in enumerate(rules):
        path = WELL / "alone.rules"
        text = write_rules(probed, (rule,))
        program = program_for(request_for_game(str(WELL), Rules(house=(path,), texts={path: text})))
        alone = play_trial(program, program.mission, mix(1), RUNS)

        assert selection.board.play({place}, RUNS).values.tolist() == alone.values.tolist()


def test_runs_that_are_added_are_those_that_follow(probed, rules):
    board, fresh = (make_selection(probed, rules, frozenset()).board for _ in range(2))

    board.play({0}, 100)

    assert board.play({0}, RUNS).values.tolist() == fresh.play({0}, RUNS).values.tolist()


def test_what_is_better_comes_in_and_what_is_worse_does_not(probed, rules):
    selection = make_selection(probed, rules, frozenset())

    assert selection.select([Change(place) for place in range(3)], 3.0) == 1
    assert selection.active == {0}


def test_a_better_variant_takes_the_place_of_a_rule(probed, rules):
    selection = make_selection(probed, rules, frozenset({2}))

    assert selection.select([Change(0, 2), Change(1, 2)], 2.0) == 1
    assert selection.active == {0}


def test_a_rule_without_which_runs_go_no_worse_goes(probed, rules):
    selection = make_selection(probed, rules, frozenset({0, 1}))

    assert selection.drop_idle(2.0).keys() == {0}
    assert selection.active == {0}


def test_nothing_is_tried_when_the_time_is_over(probed, rules):
    selection = make_selection(probed, rules, frozenset(), has_time=False)

    assert selection.select([Change(0)], 3.0) == 0
    assert selection.played == 0
