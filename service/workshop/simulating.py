"""Simulations for the page: compiled and reported here, and played by the page's workers.

A page begins a simulation, has each side compiled, gives the plan to its workers, and has what they counted reported
as ``simulate`` reports it. Results are those of the command: the same runs, counts, statistics and sentences.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from time import monotonic

from attrs import evolve

from bombsight.backends.wasm.emit import build_module
from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.flat.program import Program
from bombsight.runtime.batch.endless_guard import ENDLESS, EndlessGuard
from bombsight.service.common.markup import Node, render_markup, tag
from bombsight.service.common.seeds import check_seed
from bombsight.service.programs.prepare import program_for
from bombsight.service.programs.recent_results import keep_results
from bombsight.service.simulating.columns import has_countable_result
from bombsight.service.simulating.counts import FaultCount, RunCounts, SideCounts
from bombsight.service.simulating.orders import Order, Part, Side, batch_seed, mission_cycle_length
from bombsight.service.simulating.page import (
    render_comparison,
    render_facts,
    render_faults,
    render_footer,
    render_heading,
    render_side,
)
from bombsight.service.simulating.requests import all_mission_numbers, require_same_missions
from bombsight.service.simulating.simulation import start_with_programs
from bombsight.service.simulating.simulator import select_entry
from bombsight.service.simulating.summary import Simulated, summarize_simulation
from bombsight.service.simulating.unchosen_answers import (
    MAX_WATCHED_RUNS,
    AnswerCounts,
    Unchosen,
    count_answers,
    describe_unchosen,
    find_new_answers,
)
from bombsight.service.site.gamefile import encode_program_without_code
from bombsight.service.workshop import simulation_documents as doc
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.open_simulation import ENTRY, OpenSimulation, WatchedAnswers
from bombsight.service.workshop.panes import request_before, space_of

MAX_RUNS = 1_000_000
"""The maximum number of missions: a browser plays so many of a large game in a quarter of an hour."""

MAX_SEED_DIGITS = 20
"""The maximum number of digits of a seed."""

CHANGED_NAME = "your changes"
"""The name of the side with changed files of a game."""

WATCHED_RUNS_AT_ONCE = 10
"""The number of runs in which answers are counted between two looks at the clock."""


def begin_simulation(desk: Desk, file: str, *, is_compared: bool, runs: int, seed: str) -> tuple[str, ...]:
    """Begin a simulation of the rules of a file; each of its sides is to be compiled.

    Args:
        desk: The desk.
        file: The file.
        is_compared: Whether the rules are compared with those before the change, if anything is changed.
        runs: The number of missions of each side.
        seed: The seed of all dice, in digits.

    Returns:
        The name of each side; that of the rules by themselves, or before the change, is empty.

    Raises:
        InputError: The file belongs to no game, or a number is out of range.
    """
    if not 1 <= runs <= MAX_RUNS:
        raise InputError(f"{runs:,} is no number of missions", "", f"Give a number 1..{MAX_RUNS:,}.")
    if not (seed.isascii() and seed.isdecimal() and len(seed) <= MAX_SEED_DIGITS):
        raise InputError("a seed is a whole number", "", f"Give digits alone, {MAX_SEED_DIGITS} at most.")
    check_seed(int(seed))
    space = space_of(desk, file)
    before = request_before(desk, space, file) if is_compared else None
    sides = [Side(name="", request=space.request if before is None else before)]
    if before is not None:
        sides.append(Side(name=name_of_change(file, space.request), request=space.request))
    keep_results(space.request, space.results)  # most of the rules are compiled already
    order = Order(
        sides=tuple(sides), entry=ENTRY, missions=range(0), policy="auto", seed=int(seed), runs=runs
    )  # the numbers of the missions are known when it is compiled
    desk.simulation = OpenSimulation(order)
    return tuple(side.name for side in sides)


def name_of_change(file: str, request: Request) -> str:
    """Name the side with the change: a file of house rules by its name, as the command does."""
    is_house = any((source.file or source.path) == file for source in request.house)
    return PurePath(file).name if is_house else CHANGED_NAME


def open_simulation(desk: Desk) -> OpenSimulation:
    """Return the present simulation.

    Raises:
        InputError: There is none, for the desk was begun again.
    """
    if desk.simulation is None:
        raise InputError("this simulation is over", "", "Begin another.")
    return desk.simulation


def compile_side(desk: Desk, side: int) -> doc.SimulatedSide:
    """Compile a side of the simulation, the first one first.

    Raises:
        InputError: There is no simulation.
        WrongRules: Its rules have errors.
    """
    simulation = open_simulation(desk)
    program = program_for(simulation.order.sides[side].request)
    simulation.programs[side:] = [program]
    bare = evolve(program, sites=(), fields=(), lists=(), boards=(), about=(), names=())
    return doc.SimulatedSide(
        program=json.dumps(encode_program_without_code(bare)),
        module=b64encode(build_module(program, traced=False).binary).decode(),
        has_result=has_countable_result(select_entry(program, ENTRY)),
    )


def plan_simulation(desk: Desk) -> doc.SimulationPlan:
    """Plan a simulation whose sides are compiled.

    Raises:
        InputError: There is no simulation, or the missions of its sides have other numbers.
    """
    simulation = open_simulation(desk)
    missions = [all_mission_numbers(program.mission) for program in simulation.programs]
    require_same_missions(simulation.order.sides, missions)
    order = simulation.order = evolve(simulation.order, missions=missions[0])
    base, *others = simulation.programs
    new_answers = [(side, find_new_answers(base, program)) for side, program in enumerate(others, start=1)]
    simulation.watched = [
        WatchedAnswers(side, titles, 0, AnswerCounts(Counter(), Counter())) for side, titles in new_answers if titles
    ]
    return doc.SimulationPlan(
        missions=tuple(order.missions),
        seeds=tuple(str(batch_seed(order, turn)) for turn in range(mission_cycle_length(order))),
        shared=start_with_programs(order, tuple(simulation.programs)).shared,
    )


def watch_answers(desk: Desk, runs: int, milliseconds: int) -> bool:
    """Go on, for about so many milliseconds, to count the new answers of the change in its first runs.

    Args:
        desk: The desk.
        runs: The number of runs that were played.
        milliseconds: The time.

    Returns:
        Whether all are counted.

    Raises:
        InputError: There is no simulation.
    """
    simulation = open_simulation(desk)
    end = monotonic() + milliseconds / 1000
    wanted = min(runs, MAX_WATCHED_RUNS[ENTRY])
    for watched in simulation.watched:
        while watched.runs < wanted:
            if monotonic() >= end:
                return False
            part = Part(watched.runs, min(WATCHED_RUNS_AT_ONCE, wanted - watched.runs))
            program = simulation.programs[watched.side]
            watched.counted += count_answers(simulation.order, program, watched.titles, part)
            watched.runs += part.count
    return True


def report_simulation(desk: Desk, tally: doc.RunTally, seconds: float, *, is_stopped: bool) -> str:
    """Report what was counted so far, as HTML, in the words and charts of ``simulate --html``.

    Args:
        desk: The desk.
        tally: The counts.
        seconds: The time taken so far.
        is_stopped: Whether it was stopped before its end.

    Raises:
        InputError: There is no simulation, or the first runs of a side all go on for too long.
    """
    simulation = open_simulation(desk)
    for program, side in zip(simulation.programs, tally.sides, strict=True):
        require_an_end(program, side, tally.runs)
    started = start_with_programs(simulation.order, tuple(simulation.programs))

    def unchosen_of(order: Order, _programs: Sequence[Program], side: int, _runs: int) -> Iterable[Unchosen]:
        """Callback of the summary: describe the new answers that no watched run chose."""
        for watched in simulation.watched:
            if watched.side == side and watched.runs:
                yield from describe_unchosen(order.sides[side].name, watched.titles, watched.counted, watched.runs)

    summary = summarize_simulation(
        evolve(started, counted=counts_of(tally), seconds=seconds, stopped=is_stopped), unchosen_of
    )
    return render_markup(tag("div", render_report(summary, seconds), class_="simulated"))


def render_report(simulation: Simulated, seconds: float) -> Iterator[Node]:
    """Render a result as the page of ``simulate`` does, but what has changed comes first: a pane is narrow."""
    yield tag("header", render_heading(simulation))
    for compared in simulation.against:
        yield tag("section", render_comparison(simulation, compared, ""))
    yield from render_faults(simulation, simulation.counted, "")
    if simulation.against:
        yield tag("h2", "Before the change")
    yield from render_side(simulation.counted, heading_tag="h3" if simulation.against else "h2")
    yield render_facts(simulation)
    yield render_footer(simulation, seconds)


def require_an_end(program: Program, side: doc.SideTally, runs: int) -> None:
    """Raise InputError if all runs of a side so far go on for too long, as ``simulate`` does after the first ones."""
    if sum(count for _, count, _ in side.faults) < runs:
        return
    guard = EndlessGuard(program)
    try:
        for site, count, _ in side.faults:
            for _ in range(min(count, ENDLESS)):
                guard.note_end(site)
    except InputError as endless:
        hint = f"Mend the rules at {endless.place}: every run would take as long, and tell as little."
        raise InputError(endless.message, endless.place, hint) from endless


def counts_of(tally: doc.RunTally) -> RunCounts:
    """Convert the counts that workers tell."""
    return RunCounts(
        tally.runs,
        tuple(
            SideCounts(
                {site: FaultCount(count, first) for site, count, first in side.faults},
                tuple(Counter(dict(column)) for column in side.columns),
            )
            for side in tally.sides
        ),
        tuple(
            tuple(Counter({(mine, theirs): count for mine, theirs, count in column}) for column in side)
            for side in tally.pairs
        ),
    )
