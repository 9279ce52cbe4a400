"""The elements of lists at each event are those of the run, wherever one looks first."""

from __future__ import annotations

import random

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.flat.program import Program
from bombsight.flat.sites import MoveSite
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events import element_history
from bombsight.runtime.events.element_history import ElementHistory
from bombsight.runtime.run.policies import autopilot_policy

PIER = """\
game pier "Pier"
  sources optional

record Boat
  oars: 0..9

state mission
  watched: Boat or none = none

state night
  boats: list of Boat at most 3

procedure mission
  repeat 6 times
    do night

procedure night
  repeat 6 times
    let n = 1d6
    let slow = first(b in boats where b.oars < 4)
    if slow is not none and n < 3
      remove slow from boats
    else if slow is not none and n is 3
      move slow to end of boats
    else if count(b in boats) < 3
      add Boat(oars: n) to boats
    for each b in boats where b.oars < 9
      add 1 to b.oars
    set watched to first(b in boats)
"""


@pytest.fixture(name="program", scope="module")
def fixture_program() -> Program:
    compiled = compile_rules(Request(base=(Source("pier.rules", PIER),)), proofs=False)
    assert not compiled.errors
    assert compiled.graph is not None
    return lower(compiled.graph)


def watched_slots(program: Program) -> list[int]:
    """The slots of lists, of their elements, and of what holds some."""
    (boats,) = program.lists
    oars, watched = program.fields if program.fields[0].owner == "boats" else program.fields[::-1]
    fields = [*range(oars.base, oars.base + boats.capacity), watched.base]
    own = [first + place for first in (boats.base, boats.row) for place in range(boats.capacity)]
    return sorted({*fields, *own, boats.count, *(slot for run in boats.holders for slot in run.slots)})


def night(program: Program, seed: int) -> tuple[list[tuple[int, ...]], list[list[int]]]:
    """The events of a run, and what its slots held at each."""
    events: list[tuple[int, ...]] = []
    states: list[list[int]] = []

    def log(event: tuple[int, ...]) -> None:
        events.append(event)
        states.append([machine.slots[slot] for slot in watched_slots(program)])

    machine = instantiate(program, SeededDice(seed).roll, autopilot_policy(program), log)
    machine.start()
    machine.call(program.mission)
    return events, states


@pytest.mark.parametrize("every", [7, 4096])
def test_elements_are_as_they_were_at_each_event(program, monkeypatch, every):
    monkeypatch.setattr(element_history, "SNAPSHOT_INTERVAL", every)
    events, states = night(program, 1)
    assert len(events) > 100
    followed, somewhere = ElementHistory(program), ElementHistory(program)
    anywhere = random.Random(1).sample(range(len(events)), len(events))

    for found, order in ((followed, range(len(events))), (somewhere, anywhere)):
        for index in order:
            slots = found.slots_at(events, index)
            assert [slots[slot] for slot in watched_slots(program)] == states[index]


@pytest.mark.parametrize("every", [7, 4096])
@pytest.mark.parametrize("further", [1, 5, 12])
@pytest.mark.parametrize("seed", range(2, 7))
def test_what_was_taken_back_is_forgotten(program, monkeypatch, every, further, seed):
    """Another run begins alike, and goes on otherwise."""
    monkeypatch.setattr(element_history, "SNAPSHOT_INTERVAL", every)
    events, _ = night(program, 1)
    others, states = night(program, seed)
    alike = next(at for at, (one, other) in enumerate(zip(events, others, strict=False)) if one != other)
    found = ElementHistory(program)
    found.slots_at(events, len(events) - 1)
    found.slots_at(events, alike + further)

    found.truncate(alike)

    for index in (alike + further + 1, *reversed(range(len(others))), *range(len(others))):
        slots = found.slots_at(others, index)
        site = program.sites[max(0, others[index][0])]
        if not isinstance(site, MoveSite):  # of which the run tells before it is made
            assert [slots[slot] for slot in watched_slots(program)] == states[index]
