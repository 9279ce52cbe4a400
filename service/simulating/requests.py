"""Validation of a simulation request, its conversion to a work order, and the choice of a worker pool."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.compiler.request import Request
from bombsight.dsl.listing import join_names
from bombsight.flat.program import Entry, Program
from bombsight.flat.slices import PolicyName
from bombsight.flat.types import IntType
from bombsight.runtime.pins import (
    FieldPin,
    Pin,
)
from bombsight.service.common.seeds import check_seed
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.programs.pins import PinRequest, check_field_pins, pinned_values, resolve_pin
from bombsight.service.programs.players import check_preferences
from bombsight.service.programs.prepare import entry_arguments, program_for
from bombsight.service.simulating.cluster import cluster_pool as cluster_at
from bombsight.service.simulating.orders import Order, Side
from bombsight.service.simulating.pools import Pool, play_in_process
from bombsight.service.simulating.workers import process_pool

LOCAL_CLUSTER = "local"
"""The word in place of a scheduler's address that means one process for each processor of this machine."""

DEFAULT_RUNS = 10_000
"""The default number of missions."""

MAX_RUNS = 10**12
"""The maximum number of runs."""

DEFAULT_SEED = 0
"""The default seed, which makes simulations reproducible."""

POLICIES: tuple[PolicyName, ...] = get_args(PolicyName)
"""The names of the policies."""


@frozen(kw_only=True)
class SimulationRequest:
    """A request for a simulation.

    Attributes:
        missions: The number of missions; None for the default.
        campaigns: The number of campaigns; None for missions.
        mission: The only mission number to play; None for all in turn.
        policy: The policy that answers.
        seed: The seed of all dice, 0 to 2**64 - 1.
        against: Files of house rules; each is added to the rules separately, and compared with them.
        rows: Whether each run is reported, too.
        pins: The tables and fields that are pinned in every run.
    """

    missions: int | None = None
    campaigns: int | None = None
    mission: int | None = None
    policy: str = "auto"
    seed: int = DEFAULT_SEED
    against: tuple[Path, ...] = ()
    rows: bool = False
    pins: tuple[PinRequest, ...] = ()


def build_order(word: str, rules: Rules, simulation_request: SimulationRequest) -> Order:
    """Create the work order of a simulation request; its rules are compiled and cached for the workers.

    Raises:
        InputError: A game, mission, policy, option or file does not exist, or a number is out of range.
        WrongRules: Rules have errors, or cannot be read.
    """
    if simulation_request.missions is not None and simulation_request.campaigns is not None:
        raise InputError(
            f"{argument('missions')} and {argument('campaigns')} exclude each other",
            "",
            "Name the number of one of them.",
        )
    if simulation_request.campaigns is not None and simulation_request.mission is not None:
        raise InputError(
            f"{argument('mission')} and {argument('campaigns')} exclude each other",
            "",
            "A campaign begins with its first mission.",
        )
    runs = resolve_run_count(simulation_request)
    policy = next((policy for policy in POLICIES if policy == simulation_request.policy), None)
    if policy is None:
        raise InputError(
            f"nobody is called {simulation_request.policy}",
            "",
            f"{argument('policy')} can be {join_names(POLICIES, 'or')}.",
        )
    check_seed(simulation_request.seed)
    sides = build_sides(word, rules, simulation_request.against)
    programs = [program_for(side.request, simulation_request.mission) for side in sides]
    if policy == "learned":
        check_preferences(programs[0])
    pins = [resolve_pin(programs[0], each) for each in simulation_request.pins]
    fields = [pin for pin in pins if isinstance(pin, FieldPin)]
    if fields:
        for side, program in zip(sides, programs, strict=True):
            check_field_pins(program, fields, side.name)
        field_words = pinned_values(fields)
        sides = tuple(evolve(side, request=evolve(side.request, pins=field_words)) for side in sides)
        programs = [program_for(side.request, simulation_request.mission) for side in sides]
    missions = [mission_numbers(program, simulation_request) for program in programs]
    require_same_missions(sides, missions)
    return Order(
        sides=tuple(evolve(side, digest=program.digest) for side, program in zip(sides, programs, strict=True)),
        entry="mission" if simulation_request.campaigns is None else "career",
        missions=missions[0],
        policy=policy,
        seed=simulation_request.seed,
        runs=runs,
        rows=simulation_request.rows,
        pins=tuple(pin for pin in pins if isinstance(pin, Pin)),
    )


def resolve_run_count(simulation_request: SimulationRequest) -> int:
    """Return the number of runs of a request, or the default.

    Raises:
        InputError: It is 0, or too large.
    """
    run_count = simulation_request.missions if simulation_request.campaigns is None else simulation_request.campaigns
    unit = "missions" if simulation_request.campaigns is None else "campaigns"
    if run_count is None:
        return DEFAULT_RUNS
    if not 1 <= run_count <= MAX_RUNS:
        raise InputError(
            f"{argument(unit, run_count)}: that is no number of {unit}", "", f"Give a number 1..{MAX_RUNS:,}."
        )
    return run_count


def build_sides(word: str, rules: Rules, against: Sequence[Path]) -> tuple[Side, ...]:
    """Create the sides of a simulation: the base rules, and these with each house-rule file of ``against``.

    Raises:
        InputError: There is no such game, variant or errata; or a file is given twice.
        WrongRules: A file cannot be read.
    """
    game = find_game(word, rules.folders)

    def request_with(rules: Rules) -> Request:
        """Make the compilation request of the game under rule options."""
        return make_request(game.id, game.files, rules)

    repeated_path = next((path for place, path in enumerate(against) if path in against[:place]), None)
    if repeated_path is not None:
        raise InputError(f"{argument('against')} names it twice", str(repeated_path), "Leave one out.")
    names = [path.name for path in against]
    others = [
        Side(
            name=path.name if names.count(path.name) == 1 else str(path),
            request=request_with(evolve(rules, house=(*rules.house, path))),
        )
        for path in against
    ]
    return (Side(name="", request=request_with(rules)), *others)


def require_same_missions(sides: Sequence[Side], missions: Sequence[range]) -> None:
    """Raise InputError unless the missions of all sides have the same numbers.

    Raises:
        InputError: Those of a side differ from those of the first.
    """
    for side, numbers in zip(sides, missions, strict=True):
        if numbers != missions[0]:
            raise InputError(
                "its missions have other numbers",
                side.name,
                f"Compare one mission of both with {argument('mission')}.",
            )


def mission_numbers(program: Program, simulation_request: SimulationRequest) -> range:
    """Return the mission numbers of a request; empty for campaigns, and if missions have no numbers.

    Raises:
        InputError: There is no such mission, or no campaign.
    """
    if simulation_request.campaigns is not None:
        if program.career is None:
            raise InputError(
                f"{program.title} has no campaign", "", f"Simulate its missions with {argument('missions')}."
            )
        return range(0)
    if simulation_request.mission is not None:
        (number, *_) = entry_arguments(program, program.mission, simulation_request.mission)
        return range(number, number + 1)
    return all_mission_numbers(program.mission)


def all_mission_numbers(entry: Entry) -> range:
    """Return all valid mission numbers of an entry point; empty if missions have no numbers."""
    kind = entry.params[0][1] if entry.params else None
    return range(kind.low, kind.high + 1) if isinstance(kind, IntType) else range(0)


def choose_pool(cluster: str | None, jobs: int | None) -> Pool:
    """Choose the worker pool: a cluster, local processes, or this process.

    Args:
        cluster: The address of a scheduler; ``local`` for processes of this machine; or None.
        jobs: The number of local processes; None for this one alone, or with ``local`` for one a processor.

    Raises:
        InputError: The cluster extra is not installed; or both a remote cluster and processes are requested.
    """
    if cluster == LOCAL_CLUSTER:
        jobs = jobs or os.cpu_count() or 1
    if cluster is None or cluster == LOCAL_CLUSTER:
        return play_in_process if jobs is None or jobs == 1 else process_pool(jobs)
    if jobs is not None:
        raise InputError(
            f"{argument('jobs')} is for this machine", "", "A cluster has as many workers as were begun for it."
        )
    return cluster_at(cluster)
