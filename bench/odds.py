"""Validation of tables' exact odds by runtime throws: the deviations, in standard errors.

The odds are those of `bombsight odds`: rules with handles, run with every result of the dice. The throws use the rules
as played, without handles: givens are set up like a worked example, and the dice are seeded. Each throw is counted by
its result, its row, and the further rolls it made. Both use the same rules; a difference would lie in their readers.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, sqrt
from statistics import NormalDist
from time import process_time

from attrs import evolve, frozen

from bench.game import request
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.odds_harness import result_parts
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.settings import apply_setting, setting_of
from bombsight.dsl.source import Source
from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Fault, Program
from bombsight.flat.sites import BeforehandSite, RollSite
from bombsight.flat.types import ElementType
from bombsight.runtime.batch.estimates import Z, estimate_rate
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.examples import split_result
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.service.programs.loaders import load
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.documents import Chances
from bombsight.service.table_odds.situations import compute_table_odds

MILLION = 1_000_000

FALSE_ALARM_RATE = 1e-4
"""Probability of a deviation of correct odds that is reported as a difference."""

MAX_RESTORED_SLOTS = 4
"""Maximum slots that are restored one by one after a throw; for more, all are reset."""

OutcomeKey = tuple[str, str]
"""The kind and the name of a counted outcome."""


@frozen
class Case:
    """A roll on a table in one state, whose computed odds are to be validated.

    Attributes:
        kind: The reason for its choice.
        table: The table.
        args: Its arguments in the rules' syntax; an element by its name in the scene.
        scene: The givens, line by line.
    """

    kind: str
    table: str
    args: tuple[str, ...] = ()
    scene: tuple[str, ...] = ()

    def __str__(self) -> str:
        args = f"({', '.join(self.args)})" if self.args else ""
        return "; ".join((f"{self.table}{args}", *self.scene))


CASES: Mapping[str, Sequence[Case]] = {
    "b17": (
        Case(
            "modifiers given, natural row",
            "G-9",
            (),
            ("zone = 2", *(f"engine[no_{number}] = stopped" for number in (1, 2, 3))),
        ),
        Case(
            "natural row, an element", "german_fire", ("f",), ("add Fighter(kind: fw190, clock: six) to fighters as f",)
        ),
        Case("result in parts, modifier given", "M-4", ("fair",), ("friends = yes",)),
        Case("result in parts", "O-5"),
        Case("rolls within rows", "B-5", ("front", "high", "none")),
        Case("tables called, bounded", "P-2"),
        Case("two digits", "B-3"),
    ),
    "b29_korea": (
        Case("modifiers given, natural row", "8-3", (), ("weather = bad", "sea_ditching = -2")),
        Case(
            "modifier given, natural row",
            "5-9",
            ("f",),
            ("add Fighter(kind: mig15, nation: china, clock: six, fca: 1) to fighters as f",),
        ),
        Case("result in parts, two digits", "2-1a"),
        Case("rolls within rows", "5-11", ("front", "high", "none")),
        Case("thrown again", "6-6", ("no",)),
        Case("tables called, bounded", "7-3"),
    ),
    "amerika_bomber": (
        Case("result in parts or none", "B1", ("summer",)),
        Case("modifiers given", "B7", ("ditching",), ("skill[landing] = yes",)),
        Case(
            "natural row, modifier given",
            "B2-to_hit",
            ("tail", "f"),
            ("add Fighter(type: p80, clock: six, quality: ace) to fighters as f",),
        ),
        Case(
            "modifier by natural dice",
            "B2-hits",
            ("f",),
            ("skill[sixth_sense] = yes", "add Fighter(type: p80, clock: six) to fighters as f"),
        ),
        Case("tables called, two digits", "B3", (), ("aircraft = he277",)),
        Case("two digits", "A1", ("winter",)),
    ),
}


# --- throws


def example_source(cases: Sequence[Case]) -> Source:
    """Write the cases as a rules source of examples (unit tests in the rules), one for each."""
    lines: list[str] = []
    for number, case in enumerate(cases):
        args = f"({', '.join(case.args)})" if case.args else ""
        scene = [f"  given {line}" for line in case.scene]
        lines += [f'example "Case {number}"', *scene, f"  roll on {case.table}{args}", "  expect yes", ""]
    return Source("cases.rules", "\n".join(lines))


def compile_cases(game: str, cases: Sequence[Case]) -> RuleGraph:
    """Compile a game's rules with the cases as their only examples."""
    game_request = request(game)
    compilation = compile_rules(evolve(game_request, base=(*game_request.base, example_source(cases))), proofs=False)
    if compilation.errors or compilation.graph is None:
        sys.exit("\n".join(f"{game}: {each.message}" for each in compilation.errors))
    return evolve(compilation.graph, examples=compilation.graph.examples[-len(cases) :])


class CaseThrower:
    """Throws a case many times on a machine like those of games."""

    def __init__(self, graph: RuleGraph, number: int, case: Case, seed: int) -> None:
        example = graph.examples[number]
        only = evolve(graph, examples=(example,))
        self.table = next(table for table in graph.tables if table.id == case.table)
        self.program = lower(apply_setting(only, setting_of(example)), playable=False)
        self.changing_slots = changing_slots(self.program, Effects(graph).call_effect(f"table:{case.table}").writes)
        self.describer = Describer(self.program)
        self.part_types = [kind for _, kind in result_parts(self.table)]
        self.events: list[tuple[int, ...]] = []
        self.names: dict[tuple[int, int], OutcomeKey] = {}
        dice = SeededDice(seed)
        self.machine = load(self.program, dice.roll, autopilot_policy(self.program), self.events.append)

    def count_outcomes(self, throws: int) -> Counter[OutcomeKey]:
        """Throw the case a number of times, and count each outcome."""
        machine, events = self.machine, self.events
        info, entries = self.program.examples[0], {(each.kind, each.name): each for each in self.program.entries}
        start_machine(machine)
        elements: tuple[int, ...] = ()
        for step in info.setup:
            entry = entries["setup", step.entry]
            elements += split_result(machine.call(entry, *elements), entry.results)
        scene, call = [*machine.slots], entries["call", info.call.entry]
        steps, restored_slots = scene[STEPS_SLOT], self.changing_slots
        results: Counter[tuple[int, ...]] = Counter()
        outcomes: Counter[OutcomeKey] = Counter()
        for _ in range(throws):
            if restored_slots is None or any(machine.slots[slot] != scene[slot] for slot in restored_slots):
                machine.start()
                machine.slots[:] = scene
            machine.slots[STEPS_SLOT] = steps
            events.clear()
            try:
                result = split_result(machine.call(call, *elements), call.results)
            except Fault:
                outcomes["fault", ""] += 1
                result = ()
            if result:
                results[result] += 1
            outcomes.update(self.observed_keys())
        for slot in (STEPS_SLOT, *(restored_slots or ())):
            machine.slots[slot] = scene[slot]
        assert restored_slots is None or [*machine.slots] == scene, (
            "a throw has changed what no rule says that it changes"
        )
        for result, number in results.items():
            outcomes["result", self.result_name(result)] += number
        return outcomes

    def result_name(self, result: Sequence[int]) -> str:
        """The stable name of a result value."""
        return ", ".join(map(self.describer.value_name, self.part_types, result))

    def observed_keys(self) -> set[OutcomeKey]:
        """The outcome keys of the last throw: the row taken, and further rolls."""
        own_row: tuple[int, int] | None = None
        keys: set[OutcomeKey] = set()
        for number, *values in self.events:
            site = self.program.sites[number] if number >= 0 else None
            if isinstance(site, RollSite):
                if site.table == self.table.id and (own_row is None or own_row[0] == number):
                    own_row = number, values[2]
                else:
                    keys.add(self.roll_key(number))
            elif isinstance(site, BeforehandSite) and site.table == self.table.id and own_row is None:
                own_row = number, 0
        if own_row is not None:
            keys.add(self.row_key(own_row))
        return keys

    def roll_key(self, number: int) -> OutcomeKey:
        """The outcome key of a further roll, by the index of its event."""
        if (number, -1) not in self.names:
            self.names[number, -1] = "on the way", strip_folder(str(self.program.sites[number].origin.place))
        return self.names[number, -1]

    def row_key(self, row: tuple[int, int]) -> OutcomeKey:
        """The outcome key of a table row."""
        if row not in self.names:
            site = self.program.sites[row[0]]
            if isinstance(site, RollSite):
                label = site.rows[row[1]].label if row[1] >= 0 else "-"
            else:
                assert isinstance(site, BeforehandSite)
                label = site.row.label if site.row.label.startswith("when") else f"when {site.row.label}"
            self.names[row] = "row", label
        return self.names[row]


def strip_folder(place: str) -> str:
    """Remove the folder from a place."""
    return place.rpartition("/")[2]


def changing_slots(program: Program, writes: Iterable[str]) -> tuple[int, ...] | None:
    """The state slots that a throw may change, if few and known; None if all must be reset each time.

    Most tables change nothing, except by a standing offer that somebody might accept.
    """
    scalar_slots = {f"field:{field.id}": field.base for field in program.fields if not field.shape}
    slots = [scalar_slots.get(name) for name in writes]
    known_slots = tuple(slot for slot in slots if slot is not None)
    return known_slots if len(known_slots) == len(slots) <= MAX_RESTORED_SLOTS else None


# --- exact odds


def exact_odds(game: str, graph: RuleGraph, case: Case) -> Chances:
    """Compute the exact odds of a case."""
    table = next(table for table in graph.tables if table.id == case.table)
    conditions = [
        f"{param.name} is {arg}"
        for param, arg in zip(table.params, case.args, strict=True)
        if not isinstance(param.type, ElementType)
    ]
    (situation,) = compute_table_odds(request(game), case.table, [*case.scene, *conditions]).situations
    return situation.chances


def chances_by_key(chances: Chances) -> Iterator[tuple[OutcomeKey, Chance]]:
    """Yield each chance of computed odds with its outcome key."""
    yield from ((("result", each.name), each.chance) for each in chances.results)
    yield from ((("row", each.key), each.chance) for each in chances.rows)
    yield from ((("on the way", strip_folder(each.place)), each.reached) for each in chances.rolls if each.dice)
    if chances.faults:
        share = sum(each.chance.share for each in chances.faults)
        yield ("fault", ""), Chance(share=share, ratio="", low=share, high=share)


def unlisted_chance(chances: Chances) -> Chance:
    """The chance of an outcome that the odds do not list: zero, or too rare for an estimate's sample."""
    interval = estimate_rate(0, chances.thrown)
    return Chance(share=0, ratio="", low=0, high=chances.left * interval.high if interval is not None else chances.left)


# --- comparison


def deviation(chance: Chance, times: int, throws: int) -> float:
    """How many standard errors a count deviates from its chance, with the error of an estimated chance."""
    estimated = (chance.high - chance.low) / (2 * Z)
    error = sqrt(chance.share * (1 - chance.share) / throws + estimated**2)
    difference = times / throws - chance.share
    if abs(difference) < 1 / (2 * throws):
        return 0.0
    return difference / error if error else inf


def check_case(game: str, graph: RuleGraph, number: int, throws: int, seed: int) -> list[float]:
    """Throw a case many times, compare the counts with its computed odds, and print the comparison.

    Args:
        game: The game's id.
        graph: The rules with all cases as examples.
        number: The index of the case.
        throws: The number of throws.
        seed: The seed of the dice.

    Returns:
        The deviation of each chance, in standard errors.
    """
    start, case = process_time(), CASES[game][number]
    exact = exact_odds(game, graph, case)
    expected = dict(chances_by_key(exact))
    outcomes = CaseThrower(graph, number, case, seed + number).count_outcomes(throws)
    expected |= dict.fromkeys(outcomes.keys() - expected.keys(), unlisted_chance(exact))
    deviations = {key: deviation(chance, outcomes[key], throws) for key, chance in expected.items()}
    worst = max(deviations, key=lambda key: abs(deviations[key]))
    estimated = sum(chance.low < chance.high for chance in expected.values())
    print(
        f"{game}  {case}\n"
        f"    {case.kind}: {len(deviations)} chances{f', {estimated} estimated' if estimated else ''}; at most "
        f"{deviations[worst]:+.2f} standard errors, {' '.join(worst)}; {process_time() - start:.0f} s",
        flush=True,
    )
    return [*deviations.values()]


def main() -> int:
    """Check all cases, and print the largest deviation."""
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", choices=CASES, action="append", help="of these games alone")
    parser.add_argument("--throws", type=int, default=MILLION, help="throws of each case")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    deviations: list[float] = []
    for game in args.game or CASES:
        graph = compile_cases(game, CASES[game])
        for number in range(len(CASES[game])):
            deviations += check_case(game, graph, number, args.throws, args.seed)
    largest, bound = max(map(abs, deviations)), NormalDist().inv_cdf(1 - FALSE_ALARM_RATE / (2 * len(deviations)))
    print(f"\n{len(deviations)} chances, {args.throws:,} throws a case: at most {largest:.2f} standard errors off.")
    print(f"Of right odds it is beyond {bound:.2f} once in {1 / FALSE_ALARM_RATE:,.0f} times.")
    return int(largest > bound)


if __name__ == "__main__":
    sys.exit(main())
