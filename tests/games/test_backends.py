"""Every game plays alike on every backend: results, faults, all of the state, and every event, on the same dice.

``BOMBSIGHT_MISSIONS=10000`` plays more missions of each kind; each tenth with options at random, and then event by
event, so that the first that differs is told. A few are compared in ``test_options_of_games.py`` at any time, by the
hash of their journals.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest
from attrs import frozen

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.backends.wasm.runs import Runner
from bombsight.compiler.pipeline import Request
from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.slices import PolicyName, Slice
from bombsight.flat.types import EnumType, IntType, Type
from bombsight.runtime.batch.batch import play_slices
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import autopilot_policy, random_policy
from bombsight.service.games.library import find_games, read_files
from bombsight.service.programs.cache import compile_and_lower, compile_cached
from tests.marking import slow_but

MISSIONS = int(os.environ.get("BOMBSIGHT_MISSIONS") or 12)
SETTINGS = range(max(1, MISSIONS // 1000))
GAMES = {game.id: game for game in find_games()}
POLICIES: tuple[PolicyName, ...] = ("auto", "random")


@frozen
class Run:
    """What came of a run."""

    given: Any
    slots: tuple[int, ...]
    events: tuple[tuple[int, ...], ...]


def program(game: str, setting: int) -> Program:
    """A game as it comes, or with options at random."""
    sources, findings = read_files(GAMES[game].files)
    assert not findings
    made = compile_and_lower(Request(base=sources)).program
    assert made is not None
    if setting:
        chance = random.Random(f"{game} {setting}")
        graph = compile_cached(Request(base=sources)).graph
        assert graph is not None
        chosen = {
            option.name: chance.choice(values_of(option.type, made))
            for option in graph.options
            if chance.random() < 0.5
        }
        made = compile_and_lower(Request(base=sources, options=chosen)).program
        assert made is not None, chosen
    return made


def values_of(kind: Type, made: Program) -> list[str]:
    """The words for what an option can be."""
    match kind:
        case EnumType(enum=enum):
            return list(made.enums[enum].values)
        case IntType(low=low, high=high):
            return [str(number) for number in range(low, min(high, low + 20) + 1)]
        case _:  # the rest: an option is yes or no otherwise
            return ["yes", "no"]


def arguments(entry: Entry, number: int) -> tuple[int, ...]:
    """Something of everything, in turn."""
    return tuple(
        kind.low + number % (kind.high - kind.low + 1) if isinstance(kind, IntType) else 0 for _, kind in entry.params
    )


def played(made: Program, entry: Entry, policy: PolicyName, count: int, load: Loader) -> list[Run]:
    """So many runs with the journal's events."""
    dice = SeededDice(0)
    restart: Callable[[int], None] | None = None
    if policy == "auto":
        ask = autopilot_policy(made)
    else:
        ask, restart = random_policy(made, 0)
    events: list[tuple[int, ...]] = []
    machine = load(made, dice.roll, ask, events.append)
    found = []
    for number in range(count):
        dice.restart(mission_seed(1, number))
        if restart:
            restart(mission_seed(1, number))
        start_machine(machine)
        events.clear()
        try:
            given: Any = machine.call(entry, *arguments(entry, number))
        except Fault as fault:
            given = ("fault", fault.site)
        found.append(Run(given, tuple(machine.slots), tuple(events)))
    return found


@pytest.mark.skipif(MISSIONS < 100, reason="takes minutes: BOMBSIGHT_MISSIONS=100")
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_the_same(game: str, setting: int) -> None:
    made = program(game, setting)
    entries = [(made.mission, MISSIONS)] + ([(made.career, max(1, MISSIONS // 100))] if made.career else [])
    for (entry, count), policy in product(entries, POLICIES):
        ours = played(made, entry, policy, count, instantiate)
        theirs = played(made, entry, policy, count, instantiate_wasm)
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            for step, (event, same) in enumerate(zip(one.events, other.events, strict=False)):
                assert event == same, f"seed {mission_seed(1, number)}, event {step}, site {made.sites[event[0]]}"
            assert one == other, f"seed {mission_seed(1, number)}"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", slow_but(GAMES, "b17_leader", "down_in_flames"))
def test_batches_are_the_same(game: str, policy: PolicyName) -> None:
    made = program(game, 0)
    args = arguments(made.mission, 10)
    ours = play_slices(made, made.mission, args, MISSIONS, 3, policy, load=instantiate)
    theirs = Runner(made, made.mission).play(args, MISSIONS, 3, policy)
    assert runs_of(ours) == runs_of(theirs)


def runs_of(found: Iterable[Slice]) -> tuple[list[int], list[int]]:
    """The faults and the values of all runs, however many a slice holds."""
    every = list(found)
    return [at for each in every for at in each.faults], [value for each in every for value in each.values]
