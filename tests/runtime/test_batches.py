"""Batches: the same missions, faster."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.flat.slices import Slice
from bombsight.flat.types import NONE
from bombsight.runtime.batch.batch import play_runs, play_slices
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.run.play import Faulted, Finished, new_journal, run
from bombsight.runtime.run.policies import autopilot_policy, random_policy
from tests.runtime.harbour import PLAIN, harbour, load

policies = st.sampled_from(["auto", "random"])


@given(st.integers(0, 2**64 - 1), st.integers(0, 1000), policies)
def test_a_mission_of_a_batch_is_the_mission_of_its_seed(seed, first, policy):
    program = harbour()
    numbers = []
    for found in play_runs(program, program.mission, (4,), 2, seed, policy, first=first, load=load):
        numbers.append(found.number)
        own = mission_seed(seed, found.number)
        ask = autopilot_policy(program) if policy == "auto" else random_policy(program, own)[0]
        journal = new_journal(program, program.mission)
        outcome = run(program, program.mission, (4,), SeededDice(own).throw, ask, journal, load=load)
        if isinstance(outcome, Finished):
            assert (found.value, found.fault) == (outcome.value, None)
        else:
            assert isinstance(outcome, Faulted)
            assert (found.value, found.fault) == (None, outcome.site)
        assert list(journal.reader.describer.slots) == found.slots
    assert numbers == [first, first + 1]


def test_who_looks_ahead_does_not_answer_by_chance():
    program = harbour()

    with pytest.raises(TypeError, match="looks ahead"):
        next(play_runs(program, program.mission, (4,), 1, 0, "thoughtful", load=load))


def rows(found: Iterable[Slice]) -> list[tuple[int, int, int]]:
    """Number, fault and value of each run."""
    return [
        (part.first + number, *row)
        for part in found
        for number, row in enumerate(zip(part.faults, part.values, strict=True))
    ]


@given(st.integers(0, 2**64 - 1), st.integers(0, 20), policies)
def test_a_batch_may_be_cut(seed, cut, policy):
    program = harbour()
    whole = rows(play_slices(program, program.mission, (3,), 20, seed, policy, load=load))
    first = rows(play_slices(program, program.mission, (3,), cut, seed, policy, load=load))
    rest = rows(play_slices(program, program.mission, (3,), 20 - cut, seed, policy, first=cut, load=load))
    assert whole == first + rest
    assert [number for number, _, _ in whole] == list(range(20))


def test_a_fault_stands_with_its_site():
    program = harbour(plain=PLAIN.replace("S[0] -= 1", "S[0] -= 20_000_000"))
    (found,) = play_slices(program, program.mission, (3,), 5, 1, load=load)
    assert list(found.faults) == [0] * 5
    assert list(found.values) == [NONE] * 5
