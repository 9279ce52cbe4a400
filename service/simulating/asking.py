"""From a call to a work order: what is simulated, by which rules, whether that can be; and who plays it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.dsl.listing import listed
from bombsight.flat.program import Entry, Program
from bombsight.flat.slices import PolicyName
from bombsight.flat.types import IntType
from bombsight.runtime.pins import (
    FieldPin,
    Pin,
)
from bombsight.service.common.seeds import check_seed
from bombsight.service.games.find import find_game
from bombsight.service.games.requests import Rules, request_of
from bombsight.service.programs.pins import PinAsked, check_field_pins, pin_for, words_of_pins
from bombsight.service.programs.prepare import entry_values, program_for
from bombsight.service.simulating.cluster import cluster as cluster_at
from bombsight.service.simulating.orders import Order, Side
from bombsight.service.simulating.pools import Pool, here
from bombsight.service.simulating.workers import workers

LOCAL = "local"
"""What a call says in place of a scheduler's address for a process for each processor of this machine."""

USUAL_RUNS = 10_000
"""So many missions where a call names no number."""

MOST_RUNS = 10**12
"""So many runs at most may be asked for."""

SEED = 0
"""The seed where a call names none: two calls that say the same give the same."""

POLICIES: tuple[PolicyName, ...] = get_args(PolicyName)
"""Who may answer."""


@frozen(kw_only=True)
class Asked:
    """What a call asks for.

    Attributes:
        missions: How many missions; None where it names no number.
        campaigns: How many campaigns; None for missions.
        mission: The number of the one mission that all of them are; None for all in turn.
        policy: Who answers.
        seed: Of all dice, 0 to 2**64 - 1.
        against: Files of house rules; each is laid over the rules by itself, and compared with them.
        rows: Whether each single run is told, too.
        pins: What tables and fields are pinned to in every run.
    """

    missions: int | None = None
    campaigns: int | None = None
    mission: int | None = None
    policy: str = "auto"
    seed: int = SEED
    against: tuple[Path, ...] = ()
    rows: bool = False
    pins: tuple[PinAsked, ...] = ()


def order_for(word: str, rules: Rules, asked: Asked) -> Order:
    """The work order of a call. All its rules are compiled, and kept in the cache for whoever plays them.

    Raises:
        InputError: There is no such game, mission, policy, option or file; numbers are out of their range.
        WrongRules: Rules have errors, or cannot be read.
    """
    if asked.missions is not None and asked.campaigns is not None:
        raise InputError("--missions and --campaigns exclude each other", "", "Name the number of one of them.")
    if asked.campaigns is not None and asked.mission is not None:
        raise InputError(
            "--mission and --campaigns exclude each other", "", "A campaign begins with its first mission."
        )
    runs = check_runs(asked)
    policy = next((policy for policy in POLICIES if policy == asked.policy), None)
    if policy is None:
        raise InputError(f"nobody is called {asked.policy}", "", f"--policy can be {listed(POLICIES, 'or')}.")
    check_seed(asked.seed)
    sides = sides_of(word, rules, asked.against)
    programs = [program_for(side.request, asked.mission) for side in sides]
    pins = [pin_for(programs[0], each) for each in asked.pins]
    fields = [pin for pin in pins if isinstance(pin, FieldPin)]
    if fields:
        for side, program in zip(sides, programs, strict=True):
            check_field_pins(program, fields, side.name)
        words = words_of_pins(fields)
        sides = tuple(evolve(side, request=evolve(side.request, pins=words)) for side in sides)
        programs = [program_for(side.request, asked.mission) for side in sides]
    missions = [numbers(program, asked) for program in programs]
    if any(each != missions[0] for each in missions):
        odd = next(side.name for side, each in zip(sides, missions, strict=True) if each != missions[0])
        raise InputError("its missions have other numbers", odd, "Compare one mission of both with --mission.")
    return Order(
        sides=tuple(evolve(side, digest=program.digest) for side, program in zip(sides, programs, strict=True)),
        entry="mission" if asked.campaigns is None else "career",
        missions=missions[0],
        policy=policy,
        seed=asked.seed,
        runs=runs,
        rows=asked.rows,
        pins=tuple(pin for pin in pins if isinstance(pin, Pin)),
    )


def check_runs(asked: Asked) -> int:
    """How many runs are asked for.

    Raises:
        InputError: None, or too many.
    """
    named = asked.missions if asked.campaigns is None else asked.campaigns
    what = "missions" if asked.campaigns is None else "campaigns"
    if named is None:
        return USUAL_RUNS
    if not 1 <= named <= MOST_RUNS:
        raise InputError(f"--{what} {named}: that is no number of {what}", "", f"Give a number 1..{MOST_RUNS:,}.")
    return named


def sides_of(word: str, rules: Rules, against: Sequence[Path]) -> tuple[Side, ...]:
    """The rules of a call, and with each file that they are compared with.

    Raises:
        InputError: There is no such game, variant or errata; a file is named twice.
        WrongRules: A file cannot be read.
    """
    game = find_game(word, rules.folders)

    def request(rules: Rules) -> Request:
        return request_of(game.id, game.files, rules)

    twice = next((path for place, path in enumerate(against) if path in against[:place]), None)
    if twice is not None:
        raise InputError("--against names it twice", str(twice), "Leave one out.")
    names = [path.name for path in against]
    others = [
        Side(
            name=path.name if names.count(path.name) == 1 else str(path),
            request=request(evolve(rules, house=(*rules.house, path))),
        )
        for path in against
    ]
    return (Side(name="", request=request(rules)), *others)


def numbers(program: Program, asked: Asked) -> range:
    """The numbers that missions have in turn; none for campaigns, and where they have no numbers.

    Raises:
        InputError: There is no such mission, or no campaign.
    """
    if asked.campaigns is not None:
        if program.career is None:
            raise InputError(f"{program.title} has no campaign", "", "Simulate its missions with --missions.")
        return range(0)
    if asked.mission is not None:
        (number, *_) = entry_values(program, program.mission, asked.mission)
        return range(number, number + 1)
    return all_numbers(program.mission)


def all_numbers(entry: Entry) -> range:
    """The numbers that missions may have; none where they have none."""
    kind = entry.params[0][1] if entry.params else None
    return range(kind.low, kind.high + 1) if isinstance(kind, IntType) else range(0)


def pool_of(cluster: str | None, jobs: int | None) -> Pool:
    """Who plays.

    Args:
        cluster: The address of a scheduler; ``local`` for processes of this machine; or None.
        jobs: How many processes of this machine; None for this one alone, and with ``local`` for one a processor.

    Raises:
        InputError: A cluster is asked for, and its extra is not installed; or processes beside a cluster elsewhere.
    """
    if cluster == LOCAL:
        jobs = jobs or os.cpu_count() or 1
    if cluster is None or cluster == LOCAL:
        return here if jobs is None or jobs == 1 else workers(jobs)
    if jobs is not None:
        raise InputError("--jobs is for this machine", "", "A cluster has as many workers as were begun for it.")
    return cluster_at(cluster)
