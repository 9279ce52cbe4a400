"""The odds of answers: runs that go on from a moment are runs, compared on the same dice."""

from __future__ import annotations

from array import array
from functools import partial
from itertools import product
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bombsight.flat.slices import Slice
from bombsight.flat.types import NONE, IntType
from bombsight.runtime.batch.batch import play_slices
from bombsight.runtime.batch.measures import Measure, measures_of
from bombsight.runtime.batch.rollouts import MAX_RUNS, RolloutSample, grow_for, rollout_seed
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.run.play import Finished, Pending, run
from bombsight.runtime.run.policies import NO_OPTION, autopilot_policy
from tests.runtime.harbour import harbour, load
from tests.runtime.playing import answering, session

SEEDS = st.integers(0, 2**64 - 1)
CHOICES = st.lists(st.integers(0, 5), max_size=12)


def harbour_player():
    program = harbour()
    return partial(play_slices, program, program.mission, load=load)


def sample(played, seed=9):
    """Of the question that is open."""
    measures = measures_of(played.program, played.entry)
    asked = played.outcome.waits_for
    answers = (*range(len(asked.options)), *[NO_OPTION] * asked.optional)
    return RolloutSample(harbour_player(), measures, played.header.args, tuple(played.script), answers, seed)


@given(SEEDS, CHOICES, st.integers(0, 3))
def test_the_script_of_a_session_plays_it_again(seed, choices, undone):
    played = session(seed=seed)
    played.play(answering(choices))
    played.undo(undone)
    played.play(answering(choices[::-1]))
    played.undo()
    outcome = played.play(autopilot_policy(played.program))
    script = played.script
    (again,) = harbour_player()(played.header.args, 1, seed + 1, script=script)
    assert again.values[0] == (outcome.value if isinstance(outcome, Finished) else NONE)
    # What is left of it is used up, so dice of another seed play no part.
    (other,) = harbour_player()(played.header.args, 1, seed + 2, script=script)
    assert list(other.values) == list(again.values)


@given(SEEDS, st.lists(st.integers(0, 5), min_size=1, max_size=4), SEEDS)
def test_an_answer_is_followed_by_dice_of_its_own_and_the_autopilot(seed, choices, own):
    played = session(seed=seed)
    if not isinstance(played.play(answering(choices)), Pending):
        return
    found = sample(played, own)
    found.grow(3)
    for place, number in product(range(len(found.answers)), range(3)):
        known = iter([*played.script, found.answers[place]])
        dice = SeededDice(mission_seed(own, number))
        pilot = autopilot_policy(played.program)

        def throw(site, thrown, known=known, dice=dice):
            told = next(known, None)
            if told is None:
                return dice.throw(site, thrown)
            return thrown.faces_of(told)

        def ask(site, options, score, values, known=known, pilot=pilot):
            told = next(known, None)
            return pilot(site, options, score, values) if told is None else told

        outcome = run(played.program, played.entry, played.header.args, throw, ask, load=load)
        values = [column[number] for column in found.columns[place]]
        if isinstance(outcome, Finished):
            assert values == [int(value == outcome.value) for value, _ in enumerate(values)]
        else:
            assert values == [NONE] * len(values)


def test_a_game_is_as_it_was():
    played = session()
    played.play(answering([0, 1]))
    before = (list(played.records), played.journal.digest(), list(played.slots))
    sample(played).grow(20)
    assert (list(played.records), played.journal.digest(), list(played.slots)) == before


def test_a_sample_grows_as_if_it_had_been_drawn_at_once():
    played = session()
    played.play(answering([0, 1]))
    whole, parts = sample(played), sample(played)
    whole.grow(50)
    for count in (1, 30, 19):
        parts.grow(count)
    assert parts.columns == whole.columns
    assert parts.runs == 50


def test_dice_are_others_at_each_place_and_none_are_the_games():
    seeds = [rollout_seed(seed, place) for seed in range(20) for place in range(20)]
    assert len({*seeds}) == 400
    assert not {*seeds} & {*range(20)}


def made(*columns: tuple[list[int], ...], signs: tuple[int, ...] = (1,), answers=None) -> RolloutSample:
    """A sample with these columns for each answer, in measures of these signs."""
    measures = tuple(Measure(str(n), str(n), True, sign, lambda part: part.values) for n, sign in enumerate(signs))
    found = RolloutSample(lambda *_: iter(()), measures, (), (), answers or tuple(range(len(columns))), 0)
    found.columns = [[array("i", column) for column in answer] for answer in columns]
    return found


def test_the_first_measure_that_matters_decides():
    ones, zeros = [1] * 40, [0] * 40
    assert made((ones, zeros), (zeros, ones), signs=(1, 1)).best_answer(preferred=1) == 0
    assert made((ones, zeros), (zeros, ones), signs=(-1, 1)).best_answer(preferred=0) == 1
    assert made((ones, zeros), (zeros, ones), signs=(0, 1)).best_answer(preferred=0) == 1


def test_where_a_measure_tells_nothing_the_next_one_does_and_at_last_the_autopilot():
    even, odd = [0, 1] * 20, [1, 0] * 20
    better = [1] * 40
    assert made((even, even), (odd, better), signs=(1, 1)).best_answer(preferred=0) == 1
    assert made((even, even), (odd, odd), signs=(1, 1)).best_answer(preferred=1) == 1
    assert made((even,), (even,), answers=(0, NO_OPTION)).best_answer(preferred=NO_OPTION) == 1


def test_where_the_autopilots_answer_is_behind_the_best_of_the_others_is_taken():
    low, mid, high = [0] * 40, [1] * 20 + [0] * 20, [1] * 20 + [0, 1] + [0] * 18
    assert made((low,), (mid,), (high,)).best_answer(preferred=0) == 2


def test_a_hair_is_no_difference():
    # One run in a hundred: one standard error.
    assert made(([0] * 100,), ([1] + [0] * 99,)).best_answer(preferred=0) == 0
    assert made(([0] * 100,), ([1] * 5 + [0] * 95,)).best_answer(preferred=0) == 1


def test_where_no_measure_sets_one_before_the_others_all_of_these_are_left():
    low, even, odd, high = [0] * 40, [0, 1] * 20, [1, 0] * 20, [1] * 40
    assert made((even,), (odd,)).contenders() == (0, 1)
    assert made((low,), (even,), (odd,)).contenders() == (1, 2)
    assert made((low,), (even,), (high,)).contenders() == (2,)
    assert made((even, low), (odd, high), signs=(1, 1)).contenders() == (1,)


def test_with_many_comparisons_it_takes_more_to_be_better():
    zeros, hair = [0] * 100, [1] * 6 + [0] * 94  # two standard errors and a half
    alone = made((zeros,), (hair,))
    assert alone.contenders(alone.verdict_errors()) == (1,)
    ten = made((zeros,) * 10, (hair, *(zeros,) * 9), signs=(1,) * 10)
    assert ten.contenders() == (1,)
    assert ten.contenders(ten.verdict_errors()) == (0, 1)
    assert ten.best_answer(preferred=0, squared_errors=ten.verdict_errors()) == 0


def test_a_verdict_on_level_answers_is_wrong_once_in_twenty_times_at_most():
    wrong = 0
    for seed in range(60):
        fair = Random(seed)
        columns = [tuple([fair.randrange(2) for _ in range(200)] for _ in range(8)) for _ in range(4)]
        level = made(*columns, signs=(1,) * 8)
        wrong += len(level.contenders(level.verdict_errors())) == 1
    assert wrong <= 6


def test_faults_do_not_count():
    assert made(([NONE] * 40,), ([0] * 40,)).best_answer(preferred=0) == 1
    assert made(([NONE] * 40,), ([NONE] * 40,)).best_answer(preferred=0) is None


def test_no_number_that_a_mission_gives_is_better_than_another():
    program = evolve(harbour(), tallies=())
    (measure,) = measures_of(program, evolve(program.mission, result=IntType(0, 9)))
    assert (measure.name, measure.sign) == ("result", 0)


def test_nothing_is_best_where_nothing_matters():
    assert made(([0] * 40,), ([1] * 40,), signs=(0,)).best_answer(preferred=0) is None


@pytest.mark.parametrize(("cost", "runs"), [(0.001, range(200, 420)), (1.0, range(1, 4))])
def test_a_sample_takes_the_time_it_is_given_and_never_many_times_as_much(cost, runs):
    now = 0.0

    def player(args, count, seed, policy="auto", first=0, script=(), state=None):
        nonlocal now
        now += cost * count
        yield Slice(first, [-1] * count, [0] * count, ())

    found = RolloutSample(player, (Measure("a", "A", True, 1, lambda part: part.values),), (), (), (0, 1), 0)
    grow_for(found, 0.7, lambda: now)
    assert found.runs in runs


def test_a_sample_that_costs_nothing_ends():
    def player(args, count, seed, policy="auto", first=0, script=(), state=None):
        yield Slice(first, [-1] * count, [0] * count, ())

    found = RolloutSample(player, (Measure("a", "A", True, 1, lambda part: part.values),), (), (), (0,), 0)
    grow_for(found, 0.7, lambda: 0.0)
    assert found.runs == MAX_RUNS


def test_an_interrupted_sample_counts_what_all_answers_have():
    calls = 0

    def player(args, count, seed, policy="auto", first=0, script=(), state=None):
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        yield Slice(first, [-1] * count, [script[-1]] * count, ())

    found = RolloutSample(player, (Measure("a", "A", True, 1, lambda part: part.values),), (), (), (0, 1), 0)
    found.grow(30)
    with pytest.raises(KeyboardInterrupt):
        found.grow(30)
    assert found.runs == 30
    assert found.best_answer(preferred=0) == 1


def counted_sample(share: int) -> RolloutSample:
    """Of answers 0 and 1: runs count but for the second answer's; of runs from the beginning one in ``share`` counts.

    The value of a run says which it is: its number, or that of a run from the beginning, and 1000.
    """

    def player(args, count, seed, policy="auto", first=0, script=(), state=None):
        numbers = [*range(first, first + count)]
        if script:
            counts = [1 - script[-1]] * count
        else:
            numbers, counts = [1000 + number for number in numbers], [int(number % share == 0) for number in numbers]
        yield Slice(first, [-1] * count, numbers, (counts,))

    measures = (
        Measure("a", "A", False, 1, lambda part: part.values),
        Measure("counts", "Counts", True, 1, lambda part: part.tallies[0], is_required=True),
    )
    return RolloutSample(player, measures, (), (), (0, 1), 0)


def test_the_counted_runs_from_the_beginning_take_the_places_of_runs_that_do_not_count():
    whole, parts = counted_sample(3), counted_sample(3)
    whole.grow(300)
    for count in (1, 100, 199):
        parts.grow(count)
    assert list(whole.measure_column(0, 0)) == [*range(300)]
    assert list(whole.measure_column(1, 0)) == [1000 + 3 * number for number in range(300)]
    assert list(whole.measure_column(1, 1)) == [0] * 300
    assert parts.columns == whole.columns


def test_no_answer_is_better_as_its_runs_count():
    level = counted_sample(1)
    level.columns = [[array("i", [1, 2] * 20), array("i", [1] * 40)], [array("i", [2, 1] * 20), array("i", [0] * 40)]]
    assert level.contenders() == (0, 1)


def test_where_hardly_any_run_counts_those_that_do_not_stay():
    rare = counted_sample(100)
    rare.grow(300)
    assert list(rare.measure_column(1, 0)) == [1000, *range(1, 300)]
