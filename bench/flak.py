"""Flak over the target: the code made from the rules against a version written by hand.

Each run takes a fresh bomber over a target and through the flak (O-2 to O-5, and whatever follows from it). Before
anything is timed, both are given the same dice many times, fair and loaded; they must throw them alike and leave the
same bomber behind.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random

from attrs import evolve, frozen

from bench.game import program
from bench.handwritten_flak import (
    BAD,
    FRANCE,
    GERMANY,
    GOOD,
    POOR,
    WATER_OR_FRANCE,
    WATER_OR_NETHERLANDS,
    Bomber,
)
from bench.timing import Times, human, in_turns
from bombsight.backends.python.load import instantiate
from bombsight.flat.layout import NAMES, STEPS, SlotField
from bombsight.flat.program import Program
from bombsight.flat.types import NONE
from bombsight.runtime.choices import autopilot
from bombsight.runtime.dice import Roll, SeededDice, mission_seed
from bombsight.runtime.play import begin

TARGETS = (
    ("paris", 5, False, FRANCE),
    ("bremen", 7, False, GERMANY),
    ("lorient", 6, True, FRANCE),
    ("kiel", 8, True, GERMANY),
    ("rotterdam", 4, False, WATER_OR_NETHERLANDS),
    ("cherbourg", 3, False, WATER_OR_FRANCE),
    ("st_nazaire", 6, True, FRANCE),
)
WEATHERS = (GOOD, GOOD, POOR, GOOD, BAD)

CALLED = {"man.points": "points", "target_weather": "weather"}
"""Fields that the handwritten version calls otherwise than the rules."""

Harm = dict[str, list[int]]
"""Values of fields, in the order of their slots."""

Throws = list[tuple[int, int, int]]
"""Count, sides and total of each."""


@frozen
class Scene:
    """Over which target, and in which weather; numbers as in the rules."""

    target: int
    zone: int
    starred: bool
    below: int
    weather: int


def scenes(made: Program) -> list[Scene]:
    """Every target in every weather, once or as often as it is listed."""
    number = made.enums["Target"].values.index
    return [
        Scene(number(name), zone, starred, below, weather)
        for weather in WEATHERS
        for name, zone, starred, below in TARGETS
    ]


class ByRules:
    """The chain as the rules tell it: what the step ``flak`` of ``over_target`` does, called directly."""

    def __init__(self, made: Program, roll: Roll) -> None:
        self.machine = instantiate(made, roll, autopilot(made))
        self.slots = self.machine.slots
        base = {field.id: field.base for field in made.fields}
        self.places = [base[name] for name in ("target", "zone", "below", "target_weather", "waves_known")]
        self.flak = self.machine.functions["roll:O-2"]
        self.under_fire = self.machine.functions["do:under_fire"]

    def set(self, scene: Scene) -> None:
        """A fresh bomber over the target, the fighters of the turn gone."""
        begin(self.machine)
        target, zone, below, weather, waves_known = self.places
        slots = self.slots
        slots[target] = scene.target
        slots[zone] = scene.zone
        slots[below] = scene.below
        slots[weather] = scene.weather
        slots[waves_known] = 1

    def meet_flak(self) -> None:
        flak = self.flak()
        if flak != NONE:
            self.under_fire(flak, 3)


def fresh(roll: Roll, scene: Scene) -> Bomber:
    """The same by hand, before the flak."""
    return Bomber(roll, scene.zone, scene.starred, scene.below, scene.weather)


# --- do they do the same?


class Outcomes:
    """Both bombers after a run, as the rules lay their fields out."""

    def __init__(self, made: Program) -> None:
        attributes = vars(fresh(lambda site, count, sides: 0, scenes(made)[0]))
        self.shared: list[tuple[SlotField, str]] = []
        self.others = set(range(made.slots)) - {STEPS, NAMES}
        for field in made.fields:
            name = CALLED.get(field.id, field.id)
            if name in attributes:
                self.shared.append((field, name))
                self.others -= set(range(field.base, field.base + len(field.defaults)))

    def of_rules(self, slots: list[int]) -> dict[str, tuple[int, ...]]:
        return {field.id: tuple(slots[field.base : field.base + len(field.defaults)]) for field, _ in self.shared}

    def of_hand(self, bomber: Bomber) -> dict[str, tuple[int, ...]]:
        found = {}
        for field, name in self.shared:
            value = getattr(bomber, name)
            values = value if isinstance(value, list) else [value]
            found[field.id] = tuple(NONE if one is None else int(one) for one in values)
        return found

    def harm_rules(self, slots: list[int], harm: Harm) -> None:
        for field, _ in self.shared:
            values = harm.get(field.id, ())
            slots[field.base : field.base + len(values)] = values

    def harm_hand(self, bomber: Bomber, harm: Harm) -> None:
        for field, name in self.shared:
            if field.id in harm:
                values = [None if value == NONE else value for value in harm[field.id]]
                setattr(bomber, name, values if field.shape else values[0])


def fair(seed: int) -> Roll:
    return SeededDice(seed).roll


def loaded(seed: int) -> Roll:
    """Dice that like a few faces only, so that what hardly ever happens does."""
    chance = Random(seed)
    faces = chance.choices(range(1, 7), k=2)
    totals = chance.choices(range(2, 13), k=3)

    def roll(site: int, count: int, sides: int) -> int:
        if chance.random() < 0.2:
            return sum(chance.randint(1, sides) for _ in range(count))
        return chance.choice(totals if count == 2 else faces)

    return roll


def no_harm(chance: Random) -> Harm:
    return {}


def harm(chance: Random) -> Harm:
    """What may have happened to a bomber before: it takes long strokes of bad luck to see all of it otherwise."""
    engines = chance.choices((0, 1, 2), chance.choice(((4, 2, 1), (1, 2, 1))), k=4)
    leaking = chance.choices((0, 1), (4, 1), k=4)
    places = list(range(10))
    one, other = chance.sample(places, 2)
    places[one], places[other] = other, one
    found = {
        "bombs_aboard": [chance.choice((0, 1))],
        "man.points": chance.choices(range(5), (6, 2, 1, 2, 1), k=10),
        "holds": places,
        "oxygen_hits": chance.choices(range(3), k=10),
        "extinguishers": [chance.choice(range(6))],
        "engine": engines,
        "engine_charges": chance.choices(range(3), k=4),
        "leaking": leaking,
        "leaks": [sum(leaking)],
        "fuel_left": [chance.choice(range(7)) if any(leaking) else NONE],
        "wing_root": chance.choices(range(5), k=2),
        "tailplane_hits": chance.choice(([0, 0], [1, 2], [2, 1], [3, 2])),
        "rudder_hits": [chance.choice(range(4))],
        "window_hits": [chance.choice(range(3))],
        "cable_hits": [chance.choice(range(3))],
    }
    for name, size in (("heat_out", 10), ("flap_out", 2), ("aileron_out", 2), ("elevator_out", 2)):
        found[name] = chance.choices((0, 1), k=size)
    for name in ("rafts", "radio", "bomb_doors", "feathering", "engine_extinguishers", "gear", "rudder_controls"):
        found[f"{name}_out"] = [int(chance.random() < 0.3)]
    if chance.random() < 0.05:
        found["man.points"] = chance.choices((3, 4), k=10)
    found["turret_stuck"] = [int(chance.random() < 0.3)]
    if chance.random() < 0.3:  # nearly whole: only then is a landing in the sea worth trying
        found = {name: found[name] for name in ("engine", "bombs_aboard", "bomb_doors_out", "turret_stuck", "gear_out")}
    if chance.random() < 0.1:
        found["burst_in"] = chance.choices((0, 1), k=6)
    if engines.count(0) < 3:
        if found["bombs_aboard"] == [1]:
            found["bomb_doors_out"] = [1]
        found |= {"altitude_low": [1], "out_of_formation": [1], "strayed": [1], "must_abort": [1]}
    return found


def check(
    made: Program, dice: Callable[[int], Roll], harming: Callable[[Random], Harm], runs: int, seed: int
) -> tuple[list[str], str]:
    """Compare run by run.

    Returns:
        What differs (of the first run that does), and a digest of all outcomes.
    """
    throws: Throws = []
    source: Roll

    def roll(site: int, count: int, sides: int) -> int:
        total = source(site, count, sides)
        throws.append((count, sides, total))
        return total

    rules = ByRules(made, roll)
    outcomes = Outcomes(made)
    course = scenes(made)
    digest = sha256()
    for number in range(runs):
        scene = course[number % len(course)]
        own_seed = mission_seed(seed, number)
        source = dice(own_seed)
        throws.clear()
        suffered = harming(Random(own_seed))
        if suffered:
            scene = evolve(scene, below=own_seed % 7 + 1)
        rules.set(scene)
        outcomes.harm_rules(rules.slots, suffered)
        before = list(rules.slots)
        rules.meet_flak()
        thrown = throws.copy()
        by_rules = outcomes.of_rules(rules.slots)
        source = dice(own_seed)
        throws.clear()
        bomber = fresh(roll, scene)
        outcomes.harm_hand(bomber, suffered)
        bomber.meet_flak()
        by_hand = outcomes.of_hand(bomber)
        untold = [slot for slot in outcomes.others if rules.slots[slot] != before[slot]]
        if by_rules != by_hand or thrown != throws or untold:
            return list(differences(number, scene, (by_rules, thrown), (by_hand, throws), untold)), ""
        digest.update(repr((thrown, by_rules)).encode())
    return [], digest.hexdigest()[:16]


def differences(
    number: int,
    scene: Scene,
    rules: tuple[dict[str, tuple[int, ...]], Throws],
    hand: tuple[dict[str, tuple[int, ...]], Throws],
    untold: list[int],
) -> Iterator[str]:
    yield f"run {number}, {scene}"
    for name, value in rules[0].items():
        if value != hand[0][name]:
            yield f"  {name}: {value} by the rules, {hand[0][name]} by hand"
    yield f"  throws by the rules: {rules[1]}"
    yield f"  throws by hand:      {hand[1]}"
    if untold:
        yield f"  slots that the handwritten version does not know: {untold}"


# --- how fast are they?


def measure(made: Program, runs: int, rounds: int, seed: int) -> dict[str, Times]:
    """Both with seeded dice, both with the same dice read from a list, and both doing no more than a fresh bomber."""
    course = [scenes(made)[number % len(scenes(made))] for number in range(runs)]
    dice = SeededDice(seed)
    rules = ByRules(made, dice.roll)
    totals: list[int] = []

    def keep(site: int, count: int, sides: int) -> int:
        totals.append(dice.roll(site, count, sides))
        return totals[-1]

    for scene in course:
        fresh(keep, scene).meet_flak()
    written = iter(totals)

    def read(site: int, count: int, sides: int) -> int:
        return next(written)

    rules_reading = ByRules(made, read)

    def rules_seeded() -> None:
        dice.restart(seed)
        for scene in course:
            rules.set(scene)
            rules.meet_flak()

    def hand_seeded() -> None:
        dice.restart(seed)
        for scene in course:
            fresh(dice.roll, scene).meet_flak()

    def rules_read() -> None:
        nonlocal written
        written = iter(totals)
        for scene in course:
            rules_reading.set(scene)
            rules_reading.meet_flak()

    def hand_read() -> None:
        nonlocal written
        written = iter(totals)
        for scene in course:
            fresh(read, scene).meet_flak()

    def rules_fresh() -> None:
        for scene in course:
            rules.set(scene)

    def hand_fresh() -> None:
        for scene in course:
            fresh(dice.roll, scene)

    return in_turns(
        {
            "rules": rules_seeded,
            "hand": hand_seeded,
            "rules, dice from a list": rules_read,
            "hand, dice from a list": hand_read,
            "rules, fresh bomber only": rules_fresh,
            "hand, fresh bomber only": hand_fresh,
        },
        rounds,
    )


def main() -> int:
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=20_000, help="runs a round")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--checks", type=int, default=20_000, help="runs compared, of each kind")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    made = program()
    for name, dice, harming in (
        ("fair dice", fair, no_harm),
        ("loaded dice", loaded, no_harm),
        ("loaded dice and a damaged bomber", loaded, harm),
    ):
        problems, digest = check(made, dice, harming, asked.checks, asked.seed)
        if problems:
            print("\n".join(problems))
            return 1
        print(f"{asked.checks} runs, {name}: the same throws, the same outcome; digest {digest}")
    times = measure(made, asked.runs, asked.rounds, asked.seed)
    for name, found in times.items():
        print(f"{name:26} {human(found.best / asked.runs)} a run")
    best = {name: found.best for name, found in times.items()}
    print(f"rules/hand                        {best['rules'] / best['hand']:.2f}")
    print(f"rules/hand, dice from a list      {best['rules, dice from a list'] / best['hand, dice from a list']:.2f}")
    rules_chain = best["rules"] - best["rules, fresh bomber only"]
    hand_chain = best["hand"] - best["hand, fresh bomber only"]
    print(f"rules/hand, fresh bomber apart    {rules_chain / hand_chain:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
