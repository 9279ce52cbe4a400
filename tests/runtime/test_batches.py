"""Batches: the same missions, faster."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bombsight.runtime.batch import batch, runs
from bombsight.runtime.choices import autopilot, random_policy
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.play import Faulted, Finished, new_journal, run
from harbour import PLAIN, harbour, load

policies = st.sampled_from(["auto", "random"])


@given(st.integers(0, 2**64 - 1), st.integers(0, 1000), policies)
def test_a_mission_of_a_batch_is_the_mission_of_its_seed(seed, first, policy):
    program = harbour()
    for found in runs(program, program.mission, (4,), 2, seed, policy, first=first, load=load):
        own = mission_seed(seed, found.number)
        ask = autopilot(program) if policy == "auto" else random_policy(program, own)[0]
        journal = new_journal(program, program.mission)
        outcome = run(program, program.mission, (4,), SeededDice(own).throw, ask, journal, load=load)
        if isinstance(outcome, Finished):
            assert (found.value, found.fault) == (outcome.value, None)
        else:
            assert isinstance(outcome, Faulted)
            assert (found.value, found.fault) == (None, outcome.site)
        assert list(journal.reader.describer.slots) == found.slots


@given(st.integers(0, 2**64 - 1), st.integers(0, 20), policies)
def test_a_batch_may_be_cut(seed, cut, policy):
    program = harbour()
    whole = batch(program, program.mission, (3,), 20, seed, policy, load=load)
    first = batch(program, program.mission, (3,), cut, seed, policy, load=load)
    rest = batch(program, program.mission, (3,), 20 - cut, seed, policy, first=cut, load=load)
    assert whole.results == first.results + rest.results
    assert sum(whole.results.values()) + sum(whole.faults.values()) == 20


def test_faults_are_counted_by_their_sites():
    program = harbour(plain=PLAIN.replace("S[0] -= 1", "S[0] -= 20_000_000"))
    found = batch(program, program.mission, (3,), 5, 1, load=load)
    assert found.faults == {0: 5}
    assert not found.results
