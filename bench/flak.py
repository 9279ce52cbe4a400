"""Flak over the target: the code made from the rules against versions written by hand, in Python and in C.

Each run takes a fresh bomber over a target and through the flak (O-2 to O-5, and whatever follows from it). Before
anything is timed, all are given the same dice many times, fair and loaded; they must throw them alike and leave the
same bomber behind.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Protocol

from attrs import evolve, frozen

from bench.game import request
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
from bench.twin import Twin, twin
from bombsight.backends.python.load import instantiate
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Source
from bombsight.flat.dice import GAMMA
from bombsight.flat.layout import NAMES, STEPS, SlotField
from bombsight.flat.program import Entry, Program
from bombsight.flat.types import NONE
from bombsight.runtime.callbacks import (
    Roll,
)
from bombsight.runtime.dice import (
    SeededDice,
    mission_seed,
)
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.play import begin
from bombsight.runtime.run.policies import autopilot
from bombsight.service.programs.cache import make_ready
from bombsight.service.programs.players import faster

CHAIN = Source(
    "bench/flak.rules",
    """
procedure arrive(over: Target, here: 1..8, ground: Over, sky: Weather) cite "50-flak.rules"
  set target to over
  set zone to here
  set below to ground
  set target_weather to sky
  set waves_known to yes

procedure meet_flak(over: Target, here: 1..8, ground: Over, sky: Weather) cite "50-flak.rules"
  do arrive(over, here, ground, sky)
  let flak = roll on O-2
  if flak is not none
    do under_fire(flak, 3)
""",
)
"""What the step ``flak`` of ``over_target`` does, for a bomber that arrives there whole, the fighters of the turn gone;
and her arrival alone."""

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

CALLED = {"man.health": "points", "target_weather": "weather"}
"""Fields that the handwritten version calls otherwise than the rules."""

NOTED = {"doom", "flak_shells_taken"}
"""Fields that rules note for tallies alone; they change nothing in play, and the handwritten versions have none."""

Harm = Mapping[str, list[int]]
"""Values of fields, in the order of their slots."""

Outcome = dict[str, tuple[int, ...]]
"""The same at the end of a run, of all fields that are compared."""

Throws = list[tuple[Dice, int]]
"""Count, sides and total of each."""


@frozen
class Scene:
    """Over which target, and in which weather; numbers as in the rules."""

    target: int
    zone: int
    starred: bool
    below: int
    weather: int

    @property
    def told(self) -> tuple[int, int, int, int]:
        """As the rules are told it: they know themselves which targets have a star."""
        return self.target, self.zone, self.below, self.weather

    @property
    def by_hand(self) -> tuple[int, bool, int, int]:
        """As the handwritten versions are told it."""
        return self.zone, self.starred, self.below, self.weather


def scenes(made: Program) -> list[Scene]:
    """Every target in every weather, once or as often as it is listed."""
    number = made.enums["Target"].values.index
    return [
        Scene(number(name), zone, starred, below, weather)
        for weather in WEATHERS
        for name, zone, starred, below in TARGETS
    ]


class Side(Protocol):
    """One of those compared."""

    def play(self, scene: Scene, suffered: Harm) -> Outcome:
        """A bomber to whom something has happened before meets the flak."""
        ...


class Outcomes:
    """The fields of a bomber that all know, as the rules lay them out."""

    def __init__(self, made: Program) -> None:
        attributes = vars(fresh(lambda site, dice: 0, scenes(made)[0]))
        self.shared: list[tuple[SlotField, str]] = []
        self.others = set(range(made.slots)) - {STEPS, NAMES}
        for field in made.fields:
            name = CALLED.get(field.id, field.id)
            if name in attributes:
                self.shared.append((field, name))
            if name in attributes or field.id in NOTED:
                self.others -= set(range(field.base, field.base + len(field.defaults)))

    def of_slots(self, slots: Sequence[int]) -> Outcome:
        """As slots hold them."""
        return {field.id: tuple(slots[field.base : field.base + len(field.defaults)]) for field, _ in self.shared}

    def of_twin(self, twin: Twin) -> Outcome:
        """As the version in C holds them."""
        found = {field.id: twin.get(name) for field, name in self.shared}
        return {name: (value,) if isinstance(value, int) else tuple(value) for name, value in found.items()}


class ByRules:
    """The chain as the rules tell it, on a backend."""

    def __init__(self, made: Program, outcomes: Outcomes, roll: Roll, load: Loader) -> None:
        self.machine = load(made, roll, autopilot(made))
        self.outcomes = outcomes
        self.arrive, self.whole = made.entry("do", "arrive"), made.entry("do", "meet_flak")

    def play(self, scene: Scene, suffered: Harm) -> Outcome:
        """As for every side.

        Raises:
            AssertionError: A slot has changed that the handwritten versions do not know.
        """
        slots = self.machine.slots
        begin(self.machine)
        self.machine.call(self.arrive, *scene.told)
        for field, _ in self.outcomes.shared:
            values = suffered.get(field.id, [])
            slots[field.base : field.base + len(values)] = values
        before = list(slots)
        self.machine.call(self.whole, *scene.told)
        untold = [slot for slot in self.outcomes.others if slots[slot] != before[slot]]
        assert not untold, f"slots that the handwritten versions do not know: {untold}"
        return self.outcomes.of_slots(slots)


class ByHand:
    """The version in Python."""

    def __init__(self, outcomes: Outcomes, roll: Roll) -> None:
        self.outcomes, self.roll = outcomes, roll

    def play(self, scene: Scene, suffered: Harm) -> Outcome:
        """As for every side."""
        bomber = fresh(self.roll, scene)
        for field, name in self.outcomes.shared:
            if field.id in suffered:
                values = [None if value == NONE else value for value in suffered[field.id]]
                setattr(bomber, name, values if field.shape else values[0])
        bomber.meet_flak()
        found = {}
        for field, name in self.outcomes.shared:
            value = getattr(bomber, name)
            values = value if isinstance(value, list) else [value]
            found[field.id] = tuple(NONE if one is None else int(one) for one in values)
        return found


class ByTwin:
    """The version in C."""

    def __init__(self, outcomes: Outcomes, roll: Roll, twin: Twin) -> None:
        self.outcomes, self.twin = outcomes, twin
        self.throw = lambda count, sides: roll(0, Dice(count, sides))

    def play(self, scene: Scene, suffered: Harm) -> Outcome:
        """As for every side."""
        self.twin.begin(*scene.by_hand)
        for field, name in self.outcomes.shared:
            if field.id in suffered:
                self.twin.set(name, suffered[field.id])
        self.twin.meet_flak(self.throw)
        return self.outcomes.of_twin(self.twin)


def fresh(roll: Roll, scene: Scene) -> Bomber:
    """A bomber in the Python version, before the flak."""
    return Bomber(roll, *scene.by_hand)


# --- do they do the same?


def fair(seed: int) -> Roll:
    return SeededDice(seed).roll


def loaded(seed: int) -> Roll:
    """Dice that like a few faces only, so that what hardly ever happens does."""
    chance = Random(seed)
    faces = chance.choices(range(1, 7), k=2)
    totals = chance.choices(range(2, 13), k=3)

    def roll(site: int, dice: Dice) -> int:
        if chance.random() < 0.2:
            return sum(chance.randint(1, dice.sides) for _ in range(dice.count))
        return chance.choice(totals if dice.count == 2 else faces)

    return roll


def no_harm(chance: Random) -> dict[str, list[int]]:
    return {}


def harm(chance: Random) -> dict[str, list[int]]:
    """What may have happened to a bomber before: it takes long strokes of bad luck to see all of it otherwise."""
    engines = chance.choices((0, 1, 2), chance.choice(((4, 2, 1), (1, 2, 1))), k=4)
    leaking = chance.choices((0, 1), (4, 1), k=4)
    places = list(range(10))
    one, other = chance.sample(places, 2)
    places[one], places[other] = other, one
    found = {
        "bombs_aboard": [chance.choice((0, 1))],
        "man.health": chance.choices(range(5), (6, 2, 1, 2, 1), k=10),
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
        found["man.health"] = chance.choices((3, 4), k=10)
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
    made: Program,
    by_hand: Twin | None,
    dice: Callable[[int], Roll],
    harming: Callable[[Random], Harm],
    runs: int,
    seed: int,
) -> tuple[list[str], str]:
    """Compare run by run.

    Returns:
        What differs (of the first run that does), and a digest of all outcomes.
    """
    throws: Throws = []
    source: Roll

    def roll(site: int, dice: Dice) -> int:
        total = source(site, dice)
        throws.append((dice, total))
        return total

    outcomes = Outcomes(made)
    sides: dict[str, Side] = {"rules": ByRules(made, outcomes, roll, instantiate), "hand": ByHand(outcomes, roll)}
    if faster():
        from bombsight.backends.wasm import load

        sides["rules, native"] = ByRules(made, outcomes, roll, load.instantiate)
    if by_hand is not None:
        sides["C"] = ByTwin(outcomes, roll, by_hand)
    course = scenes(made)
    digest = sha256()
    for number in range(runs):
        scene = course[number % len(course)]
        own_seed = mission_seed(seed, number)
        suffered = harming(Random(own_seed))
        if suffered:
            scene = evolve(scene, below=own_seed % 7 + 1)
        found: dict[str, tuple[Outcome, Throws]] = {}
        for name, side in sides.items():
            source = dice(own_seed)
            throws.clear()
            found[name] = side.play(scene, suffered), throws.copy()
        for name, told in found.items():
            if told != found["rules"]:
                return list(differences(number, scene, found["rules"], name, told)), ""
        outcome, thrown = found["rules"]
        digest.update(repr((thrown, outcome)).encode())
    return [], f"{' = '.join(sides)}; digest {digest.hexdigest()[:16]}"


def differences(
    number: int, scene: Scene, rules: tuple[Outcome, Throws], name: str, other: tuple[Outcome, Throws]
) -> Iterator[str]:
    yield f"run {number}, {scene}"
    for field, value in rules[0].items():
        if value != other[0][field]:
            yield f"  {field}: {value} by the rules, {other[0][field]} by {name}"
    yield f"  throws by the rules: {rules[1]}"
    yield f"  throws by {name}: {other[1]}"


# --- how fast are they?


def measure(made: Program, runs: int, rounds: int, seed: int) -> dict[str, Times]:
    """Both in Python: with seeded dice, with the same dice read from a list, and doing no more than a fresh bomber."""
    course = [scenes(made)[number % len(scenes(made))] for number in range(runs)]
    dice = SeededDice(seed)
    totals: list[int] = []

    def keep(site: int, thrown: Dice) -> int:
        totals.append(dice.roll(site, thrown))
        return totals[-1]

    for scene in course:
        fresh(keep, scene).meet_flak()
    written = iter(totals)

    def read(site: int, thrown: Dice) -> int:
        return next(written)

    def again() -> None:
        nonlocal written
        written = iter(totals)
        dice.restart(seed)

    def by_rules(roll: Roll, entry: Entry) -> Callable[[], None]:
        machine = instantiate(made, roll, autopilot(made))

        def play() -> None:
            again()
            for scene in course:
                begin(machine)
                machine.call(entry, *scene.told)

        return play

    def by_hand(roll: Roll) -> Callable[[], None]:
        def play() -> None:
            again()
            for scene in course:
                fresh(roll, scene).meet_flak()

        return play

    def fresh_by_hand() -> None:
        for scene in course:
            fresh(dice.roll, scene)

    arrive, whole = made.entry("do", "arrive"), made.entry("do", "meet_flak")
    return in_turns(
        {
            "rules": by_rules(dice.roll, whole),
            "hand": by_hand(dice.roll),
            "rules, dice from a list": by_rules(read, whole),
            "hand, dice from a list": by_hand(read),
            "rules, fresh bomber only": by_rules(dice.roll, arrive),
            "hand, fresh bomber only": fresh_by_hand,
        },
        rounds,
    )


def measure_native(made: Program, by_hand: Twin, runs: int, rounds: int, seed: int) -> dict[str, Times] | list[str]:
    """The rules as WebAssembly and the version in C, each playing a batch by itself, over one target after the other.

    The module plays as many runs in one call as C does, and once more as simulations have them played: slice by slice,
    each handed over as columns.

    Returns:
        Times; or what differs at the end of the first run that leaves other dice or another bomber behind.
    """
    from bombsight.backends.wasm.memory import AHEAD, ARGUMENTS, MOST_KNOWN, SLOTS
    from bombsight.backends.wasm.runs import Runner

    arrive, whole = (
        Runner(evolve(made, mission=entry, digest=f"{made.digest}-{entry.name}"), entry)
        for entry in (made.entry("do", "arrive"), made.entry("do", "meet_flak"))
    )
    course = scenes(made)
    outcomes = Outcomes(made)
    for number in range(1000):
        for scene in course:
            deque(whole.play(scene.told, 1, seed, first=number), maxlen=0)
            left = by_hand.runs(seed, number, 1, scene.by_hand)
            dice = whole.inside.get("dice") - AHEAD * GAMMA  # what they show next is worked out already
            ruled = outcomes.of_slots(whole.inside.words(SLOTS, made.slots)), dice % 2**64
            twinned = outcomes.of_twin(by_hand), left
            if ruled != twinned:
                return [f"run {number}, {scene}", f"  by the rules, native: {ruled}", f"  by C: {twinned}"]
    each = min(-(-runs // len(course)), MOST_KNOWN)

    def in_slices(runner: Runner) -> Callable[[], object]:
        return lambda: [deque(runner.play(scene.told, each, seed), maxlen=0) for scene in course]

    def at_once(runner: Runner) -> Callable[[], object]:
        """In one call for each target; what the runs give is written where a script would be, for there is room."""
        deque(runner.play(course[0].told, 1, seed), maxlen=0)  # no script, and the autopilot
        at_work = runner.inside

        def play() -> None:
            for scene in course:
                at_work.words(ARGUMENTS, len(scene.told))[:] = scene.told
                at_work.call(f"many:{runner.entry.key}", seed, 0, each, at_work.get("script_begin"))

        return play

    def twinned_by(play: Callable[[int, int, int, tuple[int, bool, int, int]], int]) -> Callable[[], object]:
        return lambda: [play(seed, 0, each, scene.by_hand) for scene in course]

    return in_turns(
        {
            "rules, native": at_once(whole),
            "C": twinned_by(by_hand.runs),
            "rules, native, in slices": in_slices(whole),
            "rules, native, fresh bomber only": at_once(arrive),
            "C, fresh bomber only": twinned_by(by_hand.fresh_only),
        },
        rounds,
    )


def main() -> int:
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=20_000, help="runs a round")
    parser.add_argument("--native-runs", type=int, default=500_000, help="runs a round of the native versions")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--checks", type=int, default=20_000, help="runs compared, of each kind")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = request()
    made = make_ready(evolve(game, base=(*game.base, CHAIN))).program
    assert made is not None
    by_hand = twin()
    for name, dice, harming in (
        ("fair dice", fair, no_harm),
        ("loaded dice", loaded, no_harm),
        ("loaded dice and a damaged bomber", loaded, harm),
    ):
        problems, same = check(made, by_hand, dice, harming, asked.checks, asked.seed)
        if problems:
            print("\n".join(problems))
            return 1
        print(f"{asked.checks} runs, {name}: the same throws, the same outcome: {same}")
    times = measure(made, asked.runs, asked.rounds, asked.seed)
    show(times, asked.runs)
    best = {name: found.best for name, found in times.items()}
    print(f"rules/hand                        {best['rules'] / best['hand']:.2f}")
    print(f"rules/hand, dice from a list      {best['rules, dice from a list'] / best['hand, dice from a list']:.2f}")
    rules_chain = best["rules"] - best["rules, fresh bomber only"]
    hand_chain = best["hand"] - best["hand, fresh bomber only"]
    print(f"rules/hand, fresh bomber apart    {rules_chain / hand_chain:.2f}")
    if by_hand is None:
        print("Nothing is compared with the version in C: there is no C compiler called cc.")
        return 0
    if not faster():
        print("The native rules are not compared with the version in C: the extra `fast` is not installed.")
        return 0
    native = measure_native(made, by_hand, asked.native_runs, asked.rounds, asked.seed)
    if isinstance(native, list):
        print("\n".join(native))
        return 1
    show(native, asked.native_runs)
    best = {name: found.best for name, found in native.items()}
    print(f"speed of native rules/C                        {best['C'] / best['rules, native']:.2f}")
    print(f"speed of native rules/C, handed over in slices {best['C'] / best['rules, native, in slices']:.2f}")
    rules_chain = best["rules, native"] - best["rules, native, fresh bomber only"]
    hand_chain = best["C"] - best["C, fresh bomber only"]
    print(f"speed of native rules/C, fresh bomber apart    {hand_chain / rules_chain:.2f}")
    return 0


def show(times: Mapping[str, Times], runs: int) -> None:
    """The time of a run, of each kind."""
    for name, found in times.items():
        print(f"{name:34} {human(found.best / runs)} a run")


if __name__ == "__main__":
    sys.exit(main())
