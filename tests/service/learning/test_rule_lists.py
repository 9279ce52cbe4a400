"""Rule lists: what is planted is proposed first, and the written rules answer as the proposed ones do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="needs scikit-learn: python -m pip install '.[test]'")

from attrs import evolve

from bombsight.compiler.request import Compilation
from bombsight.flat.program import Program
from bombsight.runtime.batch.batch import play_runs
from bombsight.runtime.callbacks import Ask, Score, Values
from bombsight.runtime.run.policies import answer_indices, autopilot_policy, choice_site
from bombsight.runtime.run.recording import RunSoFar
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.learning.amended_policies import AmendedPolicy
from bombsight.service.learning.decisions import Decision
from bombsight.service.learning.probing import ProbedRules
from bombsight.service.learning.rule_lists import MEMBER_ANSWER, DecisionTable, LearnedRule, propose_rules
from bombsight.service.learning.rule_lists import Test as FeatureTest
from bombsight.service.learning.variants import vary_rule
from bombsight.service.learning.writing import NONE_ANSWER
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.loaders import load
from bombsight.service.programs.prepare import program_for
from tests.service.learning.games import WELL, gather, probe

QUESTIONS = 600


def make_table(gain: Callable[[float, float], float]) -> DecisionTable:
    """Decisions between two answers, of which the second is better by a gain, and by noise."""
    random = np.random.default_rng(1)
    decisions = []
    for number in range(QUESTIONS):
        x, y = map(float, random.integers(0, 10, 2))
        halves = random.normal(0, 1, (2, 2))
        halves[:, 1] += gain(x, y)
        features = np.array([[x, y], [x, y]])
        decisions.append(Decision(number // 5, (0, 1), 0, 0, features, 1, halves, np.ones((2, 2))))
    return DecisionTable.make("choice:a/b", decisions, is_domain=False)


def test_a_planted_rule_is_proposed_first():
    best, *others = propose_rules(make_table(lambda x, y: 1.0 if x >= 6 else -1.0), 8)

    assert (best.rule.choice, best.rule.answer) == ("choice:a/b", 1)
    (test,) = best.rule.tests
    assert (test.column, test.is_above) == (0, True)
    assert 5 <= test.threshold < 6
    assert best.rule.worth == pytest.approx(1.0, abs=0.2)
    assert best.rule.share == pytest.approx(0.4, abs=0.1)
    assert len(others) <= 7
    assert all(each.promise <= best.promise for each in others)


def test_what_is_worse_beyond_doubt_is_not_proposed():
    assert propose_rules(make_table(lambda x, y: -0.5), 8) == []


def test_variants_are_near_the_rule():
    table = make_table(lambda x, y: 1.0 if x >= 6 and y >= 3 else -1.0)
    rule = LearnedRule("choice:a/b", 1, (FeatureTest(0, True, 4.5),), 0.5)
    variants = {each.tests for each in vary_rule(rule, table)}

    assert () in variants
    assert (FeatureTest(0, True, 5.5),) in variants
    assert rule.tests not in variants
    assert any({test.column for test in tests} == {0, 1} for tests in variants)


def random_policy(random: Random, probed: ProbedRules) -> AmendedPolicy:
    """Rules with random tests of the features, some without any."""
    rules = []
    for _ in range(random.randint(1, 5)):
        choice = random.choice(sorted(probed.choices))
        features = probed.choices[choice].features
        answers = {"choice:fill/p": (MEMBER_ANSWER,), "choice:scrub/dirty": (MEMBER_ANSWER, NONE_ANSWER)}
        answer = random.choice(answers.get(choice, (0, 1)))
        columns = [at for at, each in enumerate(features) if not (each.reads_option and answer == NONE_ANSWER)]
        tests = []
        for _ in range(random.randint(0, 2)):
            column = random.choice(columns)
            threshold = 0.5 if features[column].is_condition else random.randint(0, 4) + 0.5
            tests.append(FeatureTest(column, random.random() < 0.5, threshold))
        rules.append(LearnedRule(choice, answer, tuple(tests), 0.5))
    return AmendedPolicy(tuple(rules))


def autopilot_answers(program: Program, missions: int) -> list[tuple[int, str, int]]:
    """The autopilot's answers to questions with several, each with the run and the choice."""
    found: list[tuple[int, str, int]] = []

    def make_policy(so_far: RunSoFar) -> tuple[Ask, Callable[[int], None]]:
        own = autopilot_policy(program)

        def ask(number: int, options: Sequence[int], score: Score, values: Values) -> int:
            answer = own(number, options, score, values)
            site = choice_site(program, number)
            answers = answer_indices(len(options), site.optional)
            if len(answers) > 1:
                found.append((len(runs), site.id, answers.index(answer)))
            return answer

        return ask, lambda seed: None

    runs: list[int] = []
    for run in play_runs(program, program.mission, (), missions, 1, load=load, make_policy=make_policy):
        runs.append(run.number)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_written_rules_answer_as_the_learned_ones(seed, tmp_path):
    probed = probe(WELL)
    policy = random_policy(Random(seed), probed)
    _, compilation = compile_game(request_for_game(str(WELL), Rules()))
    assert isinstance(compilation, Compilation)
    file = tmp_path / "learned.rules"
    file.write_text(policy.write("well", probed, compilation.sources))
    program = program_for(request_for_game(str(WELL), evolve(Rules(), house=(file,))))

    judged = gather(probed, 4, policy.pickers(probed))
    written = autopilot_answers(program, 4)

    assert [(decision.run, id_, decision.own) for id_, decision in judged] == written
    assert len(written) >= 48
