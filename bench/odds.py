"""The exact odds of tables against throws of the runtime: how far the two are apart, in standard errors.

The odds are those of `bombsight odds`: rules with handles, run with dice that fall in every way. The throws are of the
rules as they are played, without a handle: what is given is brought about as a worked example brings it about, and the
dice are the seeded ones of play. What comes of each throw is counted thrice: the result, the row, and the rolls on the
way that were made. Both come from the same rules; what would differ is who reads them.
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
from bombsight.compiler.odds_harness import parts_of
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.settings import setting_of, with_setting
from bombsight.dsl.source import Source
from bombsight.flat.layout import STEPS
from bombsight.flat.program import Fault, Program
from bombsight.flat.sites import BeforehandSite, RollSite
from bombsight.flat.types import ElementType
from bombsight.runtime.batch.estimates import Z, rate
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.examples import in_parts
from bombsight.runtime.run.play import begin
from bombsight.runtime.run.policies import autopilot
from bombsight.service.programs.machines import load
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.situations import table_odds
from bombsight.service.table_odds.told import Chances

MILLION = 1_000_000

DOUBTFUL = 1e-4
"""So seldom do throws of right odds lie as far off as what is told as a difference."""

FEW = 4
"""So many slots are looked at after each throw; where more may change, all are brought back."""

Key = tuple[str, str]
"""What is counted: of which kind, and its name."""


@frozen
class Case:
    """A roll that is checked.

    Attributes:
        kind: Why this one.
        table: The table.
        args: What it is rolled for, as the rules write it; an element by its name in the scene.
        scene: What is given, line by line.
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


# --- thrown


def examples(cases: Sequence[Case]) -> Source:
    """The cases as worked examples."""
    lines: list[str] = []
    for number, case in enumerate(cases):
        args = f"({', '.join(case.args)})" if case.args else ""
        scene = [f"  given {line}" for line in case.scene]
        lines += [f'example "Case {number}"', *scene, f"  roll on {case.table}{args}", "  expect yes", ""]
    return Source("cases.rules", "\n".join(lines))


def graph_of(game: str, cases: Sequence[Case]) -> RuleGraph:
    """A game's rules; its only examples are the cases."""
    asked = request(game)
    found = compile_rules(evolve(asked, base=(*asked.base, examples(cases))), proofs=False)
    if found.errors or found.graph is None:
        sys.exit("\n".join(f"{game}: {each.message}" for each in found.errors))
    return evolve(found.graph, examples=found.graph.examples[-len(cases) :])


class Thrown:
    """A case that is thrown on a machine as games are played on."""

    def __init__(self, graph: RuleGraph, number: int, case: Case, seed: int) -> None:
        example = graph.examples[number]
        only = evolve(graph, examples=(example,))
        self.table = next(table for table in graph.tables if table.id == case.table)
        self.program = lower(with_setting(only, setting_of(example)), playable=False)
        self.changing = changing(self.program, Effects(graph).call(f"table:{case.table}").writes)
        self.describer = Describer(self.program)
        self.kinds = [kind for _, kind in parts_of(self.table)]
        self.events: list[tuple[int, ...]] = []
        self.names: dict[tuple[int, int], Key] = {}
        dice = SeededDice(seed)
        self.machine = load(self.program, dice.roll, autopilot(self.program), self.events.append)

    def counts(self, throws: int) -> Counter[Key]:
        """What came of so many throws."""
        machine, events = self.machine, self.events
        info, entries = self.program.examples[0], {(each.kind, each.name): each for each in self.program.entries}
        begin(machine)
        held: tuple[int, ...] = ()
        for step in info.setup:
            entry = entries["setup", step.entry]
            held += in_parts(machine.call(entry, *held), entry.results)
        scene, call = [*machine.slots], entries["call", info.call.entry]
        steps, changing = scene[STEPS], self.changing
        results: Counter[tuple[int, ...]] = Counter()
        counted: Counter[Key] = Counter()
        for _ in range(throws):
            if changing is None or any(machine.slots[slot] != scene[slot] for slot in changing):
                machine.start()
                machine.slots[:] = scene
            machine.slots[STEPS] = steps
            events.clear()
            try:
                given = in_parts(machine.call(call, *held), call.results)
            except Fault:
                counted["fault", ""] += 1
                given = ()
            if given:
                results[given] += 1
            counted.update(self.met())
        for slot in (STEPS, *(changing or ())):
            machine.slots[slot] = scene[slot]
        assert changing is None or [*machine.slots] == scene, "a throw has changed what no rule says that it changes"
        for given, number in results.items():
            counted["result", self.named(given)] += number
        return counted

    def named(self, given: Sequence[int]) -> str:
        """A result by its stable name."""
        return ", ".join(map(self.describer.name, self.kinds, given))

    def met(self) -> set[Key]:
        """The row that counted, and the places where other dice were thrown."""
        own: tuple[int, int] | None = None
        found: set[Key] = set()
        for number, *values in self.events:
            site = self.program.sites[number] if number >= 0 else None
            if isinstance(site, RollSite):
                if site.table == self.table.id and (own is None or own[0] == number):
                    own = number, values[2]
                else:
                    found.add(self.place(number))
            elif isinstance(site, BeforehandSite) and site.table == self.table.id and own is None:
                own = number, 0
        if own is not None:
            found.add(self.row(own))
        return found

    def place(self, number: int) -> Key:
        """Where dice are thrown on the way."""
        if (number, -1) not in self.names:
            self.names[number, -1] = "on the way", place_name(str(self.program.sites[number].origin.place))
        return self.names[number, -1]

    def row(self, row: tuple[int, int]) -> Key:
        """A row by its key."""
        if row not in self.names:
            site = self.program.sites[row[0]]
            if isinstance(site, RollSite):
                label = site.rows[row[1]].label if row[1] >= 0 else "-"
            else:
                assert isinstance(site, BeforehandSite)
                label = site.row.label if site.row.label.startswith("when") else f"when {site.row.label}"
            self.names[row] = "row", label
        return self.names[row]


def place_name(place: str) -> str:
    """A place without its folder."""
    return place.rpartition("/")[2]


def changing(program: Program, writes: Iterable[str]) -> tuple[int, ...] | None:
    """The slots that a throw may change, where they are few and known; None where all are to be brought back each time.

    Most tables change nothing, but for a standing offer that somebody might take.
    """
    plain = {f"field:{field.id}": field.base for field in program.fields if not field.shape}
    found = [plain.get(name) for name in writes]
    known = tuple(slot for slot in found if slot is not None)
    return known if len(known) == len(found) <= FEW else None


# --- worked out


def worked_out(game: str, graph: RuleGraph, case: Case) -> Chances:
    """The odds of the same case."""
    table = next(table for table in graph.tables if table.id == case.table)
    named = [
        f"{param.name} is {arg}"
        for param, arg in zip(table.params, case.args, strict=True)
        if not isinstance(param.type, ElementType)
    ]
    (situation,) = table_odds(request(game), case.table, [*case.scene, *named]).situations
    return situation.chances


def chances_by_key(told: Chances) -> Iterator[tuple[Key, Chance]]:
    """The odds by what is counted of throws."""
    yield from ((("result", each.name), each.chance) for each in told.results)
    yield from ((("row", each.key), each.chance) for each in told.rows)
    yield from ((("on the way", place_name(each.place)), each.reached) for each in told.rolls if each.dice)
    if told.faults:
        share = sum(each.chance.share for each in told.faults)
        yield ("fault", ""), Chance(share=share, ratio="", low=share, high=share)


def unseen(told: Chances) -> Chance:
    """The chance of what the odds do not name: none, or too seldom for the throws that an estimate rests on."""
    found = rate(0, told.thrown)
    return Chance(share=0, ratio="", low=0, high=told.left * found.high if found is not None else told.left)


# --- compared


def deviation(chance: Chance, times: int, throws: int) -> float:
    """How far throws are from a chance, in standard errors, those of an estimated chance included."""
    estimated = (chance.high - chance.low) / (2 * Z)
    error = sqrt(chance.share * (1 - chance.share) / throws + estimated**2)
    difference = times / throws - chance.share
    if abs(difference) < 1 / (2 * throws):
        return 0.0
    return difference / error if error else inf


def check(game: str, graph: RuleGraph, number: int, throws: int, seed: int) -> list[float]:
    """Throw a case, compare and print it.

    Returns:
        How far off each chance is, in standard errors.
    """
    begun, case = process_time(), CASES[game][number]
    told = worked_out(game, graph, case)
    expected = dict(chances_by_key(told))
    counted = Thrown(graph, number, case, seed + number).counts(throws)
    expected |= dict.fromkeys(counted.keys() - expected.keys(), unseen(told))
    apart = {key: deviation(chance, counted[key], throws) for key, chance in expected.items()}
    worst = max(apart, key=lambda key: abs(apart[key]))
    estimated = sum(chance.low < chance.high for chance in expected.values())
    print(
        f"{game}  {case}\n"
        f"    {case.kind}: {len(apart)} chances{f', {estimated} estimated' if estimated else ''}; at most "
        f"{apart[worst]:+.2f} standard errors, {' '.join(worst)}; {process_time() - begun:.0f} s",
        flush=True,
    )
    return [*apart.values()]


def main() -> int:
    """Check all cases, and print the largest deviation."""
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", choices=CASES, action="append", help="of these games alone")
    parser.add_argument("--throws", type=int, default=MILLION, help="throws of each case")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found: list[float] = []
    for game in asked.game or CASES:
        graph = graph_of(game, CASES[game])
        for number in range(len(CASES[game])):
            found += check(game, graph, number, asked.throws, asked.seed)
    largest, bound = max(map(abs, found)), NormalDist().inv_cdf(1 - DOUBTFUL / (2 * len(found)))
    print(f"\n{len(found)} chances, {asked.throws:,} throws a case: at most {largest:.2f} standard errors off.")
    print(f"Of right odds it is beyond {bound:.2f} once in {1 / DOUBTFUL:,.0f} times.")
    return int(largest > bound)


if __name__ == "__main__":
    sys.exit(main())
