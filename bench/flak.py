"""Benchmark of flak over the target: the compiled rules against handwritten versions in Python and in C.

Each run takes a fresh bomber over a target and through the flak (O-2 to O-5, with all consequences). Before anything
is timed, all versions get the same dice many times, fair and loaded; they must throw them alike and leave the bomber
in the same state.
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
from bench.timing import Times, format_seconds, measure_in_turns
from bench.twin import CTwin, compile_twin
from bombsight.backends.python.load import instantiate
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Source
from bombsight.flat.dice import GAMMA
from bombsight.flat.layout import NAMES_SLOT, STEPS_SLOT, SlotField
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
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.service.programs.cache import compile_and_lower
from bombsight.service.programs.players import has_wasmtime

CHAIN_RULES = Source(
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
"""The step ``flak`` of ``over_target`` as a procedure, for an undamaged bomber without fighters; and her arrival
alone."""

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

HANDWRITTEN_NAMES = {"man.health": "points", "target_weather": "weather"}
"""Names of fields that differ in the handwritten version."""

TALLY_FIELDS = {"doom", "flak_shells_taken"}
"""Fields only for tallies, without effect on play; the handwritten versions have none."""

Damage = Mapping[str, list[int]]
"""Values of fields, in slot order."""

Outcome = dict[str, tuple[int, ...]]
"""Values of all compared fields at the end of a run."""

Throws = list[tuple[Dice, int]]
"""The dice and total of each throw."""


@frozen
class Scene:
    """A case of flak: a target with its weather; numbers as in the rules."""

    target: int
    zone: int
    starred: bool
    below: int
    weather: int

    @property
    def rule_arguments(self) -> tuple[int, int, int, int]:
        """The case as arguments of the rules' procedure, which knows itself which targets have a star."""
        return self.target, self.zone, self.below, self.weather

    @property
    def handwritten_arguments(self) -> tuple[int, bool, int, int]:
        """The case as arguments of the handwritten versions."""
        return self.zone, self.starred, self.below, self.weather


def make_scenes(program: Program) -> list[Scene]:
    """Make cases of every target in every weather, as often as the tables' chances demand."""
    number = program.enums["Target"].values.index
    return [
        Scene(number(name), zone, starred, below, weather)
        for weather in WEATHERS
        for name, zone, starred, below in TARGETS
    ]


class Implementation(Protocol):
    """The interface of an implementation under comparison: the rules, Python or C."""

    def play(self, scene: Scene, damage: Damage) -> Outcome:
        """Play the flak of a case against a bomber with earlier damage, and return her final state."""
        ...


class OutcomeReader:
    """Reads the final state of the bomber from the slots of the rules and from the C version, to compare them."""

    def __init__(self, program: Program) -> None:
        attributes = vars(fresh_bomber(lambda site, dice: 0, make_scenes(program)[0]))
        self.shared_fields: list[tuple[SlotField, str]] = []
        self.other_slots = set(range(program.slots)) - {STEPS_SLOT, NAMES_SLOT}
        for field in program.fields:
            name = HANDWRITTEN_NAMES.get(field.id, field.id)
            if name in attributes:
                self.shared_fields.append((field, name))
            if name in attributes or field.id in TALLY_FIELDS:
                self.other_slots -= set(range(field.base, field.base + len(field.defaults)))

    def read_slots(self, slots: Sequence[int]) -> Outcome:
        """Read the bomber's fields from the rules' state slots."""
        return {
            field.id: tuple(slots[field.base : field.base + len(field.defaults)]) for field, _ in self.shared_fields
        }

    def read_twin(self, twin: CTwin) -> Outcome:
        """Read the bomber's fields from the C library."""
        values = {field.id: twin.get_field(name) for field, name in self.shared_fields}
        return {name: (value,) if isinstance(value, int) else tuple(value) for name, value in values.items()}


class RulesImplementation:
    """The compiled rules on a backend."""

    def __init__(self, program: Program, outcomes: OutcomeReader, roll: Roll, load: Loader) -> None:
        self.machine = load(program, roll, autopilot_policy(program))
        self.outcomes = outcomes
        self.arrive, self.meet_flak = program.find_entry("do", "arrive"), program.find_entry("do", "meet_flak")

    def play(self, scene: Scene, damage: Damage) -> Outcome:
        """Play the flak by the rules; see :meth:`Implementation.play`.

        Raises:
            AssertionError: A slot has changed that the handwritten versions do not have.
        """
        slots = self.machine.slots
        start_machine(self.machine)
        self.machine.call(self.arrive, *scene.rule_arguments)
        for field, _ in self.outcomes.shared_fields:
            values = damage.get(field.id, [])
            slots[field.base : field.base + len(values)] = values
        slots_before = list(slots)
        self.machine.call(self.meet_flak, *scene.rule_arguments)
        unknown_changes = [slot for slot in self.outcomes.other_slots if slots[slot] != slots_before[slot]]
        assert not unknown_changes, f"slots that the handwritten versions do not know: {unknown_changes}"
        return self.outcomes.read_slots(slots)


class PythonImplementation:
    """The Python version."""

    def __init__(self, outcomes: OutcomeReader, roll: Roll) -> None:
        self.outcomes, self.roll = outcomes, roll

    def play(self, scene: Scene, damage: Damage) -> Outcome:
        """Play the flak in Python; see :meth:`Implementation.play`."""
        bomber = fresh_bomber(self.roll, scene)
        for field, name in self.outcomes.shared_fields:
            if field.id in damage:
                values = [None if value == NONE else value for value in damage[field.id]]
                setattr(bomber, name, values if field.shape else values[0])
        bomber.meet_flak()
        outcome = {}
        for field, name in self.outcomes.shared_fields:
            value = getattr(bomber, name)
            values = value if isinstance(value, list) else [value]
            outcome[field.id] = tuple(NONE if one is None else int(one) for one in values)
        return outcome


class CImplementation:
    """The C version."""

    def __init__(self, outcomes: OutcomeReader, roll: Roll, twin: CTwin) -> None:
        self.outcomes, self.twin = outcomes, twin
        self.throw = lambda count, sides: roll(0, Dice(count, sides))

    def play(self, scene: Scene, damage: Damage) -> Outcome:
        """Play the flak in C; see :meth:`Implementation.play`."""
        self.twin.reset(*scene.handwritten_arguments)
        for field, name in self.outcomes.shared_fields:
            if field.id in damage:
                self.twin.set_field(name, damage[field.id])
        self.twin.meet_flak(self.throw)
        return self.outcomes.read_twin(self.twin)


def fresh_bomber(roll: Roll, scene: Scene) -> Bomber:
    """Make an undamaged bomber of the Python version, for a case."""
    return Bomber(roll, *scene.handwritten_arguments)


# --- comparison


def fair_dice(seed: int) -> Roll:
    """Make seeded, fair dice."""
    return SeededDice(seed).roll


def loaded_dice(seed: int) -> Roll:
    """Make dice that prefer a few faces, so that rare events happen often."""
    chance = Random(seed)
    faces = chance.choices(range(1, 7), k=2)
    totals = chance.choices(range(2, 13), k=3)

    def roll(site: int, dice: Dice) -> int:
        """Throw dice; four of five times give one of the preferred results."""
        if chance.random() < 0.2:
            return sum(chance.randint(1, dice.sides) for _ in range(dice.count))
        return chance.choice(totals if dice.count == 2 else faces)

    return roll


def no_damage(chance: Random) -> dict[str, list[int]]:
    """Return no earlier damage."""
    return {}


def random_damage(chance: Random) -> dict[str, list[int]]:
    """Make random earlier damage, most of which play alone would rarely produce."""
    engines = chance.choices((0, 1, 2), chance.choice(((4, 2, 1), (1, 2, 1))), k=4)
    leaking = chance.choices((0, 1), (4, 1), k=4)
    places = list(range(10))
    one, other = chance.sample(places, 2)
    places[one], places[other] = other, one
    damage = {
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
        damage[name] = chance.choices((0, 1), k=size)
    for name in ("rafts", "radio", "bomb_doors", "feathering", "engine_extinguishers", "gear", "rudder_controls"):
        damage[f"{name}_out"] = [int(chance.random() < 0.3)]
    if chance.random() < 0.05:
        damage["man.health"] = chance.choices((3, 4), k=10)
    damage["turret_stuck"] = [int(chance.random() < 0.3)]
    if chance.random() < 0.3:  # light damage: only then is a landing in the sea tried
        damage = {
            name: damage[name] for name in ("engine", "bombs_aboard", "bomb_doors_out", "turret_stuck", "gear_out")
        }
    if chance.random() < 0.1:
        damage["burst_in"] = chance.choices((0, 1), k=6)
    if engines.count(0) < 3:
        if damage["bombs_aboard"] == [1]:
            damage["bomb_doors_out"] = [1]
        damage |= {"altitude_low": [1], "out_of_formation": [1], "strayed": [1], "must_abort": [1]}
    return damage


def compare_runs(
    program: Program,
    c_twin: CTwin | None,
    dice: Callable[[int], Roll],
    make_damage: Callable[[Random], Damage],
    runs: int,
    seed: int,
) -> tuple[list[str], str]:
    """Play the same runs by all implementations with the same dice, and compare their final states.

    Args:
        program: The compiled rules.
        c_twin: The C version, or None.
        dice: Makes the dice of a run from a seed.
        make_damage: Makes the earlier damage of a run.
        runs: The number of runs.
        seed: The seed of all runs.

    Returns:
        The differences of the first run with any, and a digest of all outcomes.
    """
    throws: Throws = []
    source: Roll

    def roll(site: int, dice: Dice) -> int:
        """Throw dice, and record the throw."""
        total = source(site, dice)
        throws.append((dice, total))
        return total

    outcomes = OutcomeReader(program)
    sides: dict[str, Implementation] = {
        "rules": RulesImplementation(program, outcomes, roll, instantiate),
        "hand": PythonImplementation(outcomes, roll),
    }
    if has_wasmtime():
        from bombsight.backends.wasm import load

        sides["rules, native"] = RulesImplementation(program, outcomes, roll, load.instantiate)
    if c_twin is not None:
        sides["C"] = CImplementation(outcomes, roll, c_twin)
    all_scenes = make_scenes(program)
    digest = sha256()
    for number in range(runs):
        scene = all_scenes[number % len(all_scenes)]
        own_seed = mission_seed(seed, number)
        damage = make_damage(Random(own_seed))
        if damage:
            scene = evolve(scene, below=own_seed % 7 + 1)
        results: dict[str, tuple[Outcome, Throws]] = {}
        for name, side in sides.items():
            source = dice(own_seed)
            throws.clear()
            results[name] = side.play(scene, damage), throws.copy()
        for name, result in results.items():
            if result != results["rules"]:
                return list(describe_differences(number, scene, results["rules"], name, result)), ""
        outcome, thrown = results["rules"]
        digest.update(repr((thrown, outcome)).encode())
    return [], f"{' = '.join(sides)}; digest {digest.hexdigest()[:16]}"


def describe_differences(
    number: int, scene: Scene, rules_result: tuple[Outcome, Throws], name: str, other_result: tuple[Outcome, Throws]
) -> Iterator[str]:
    """Yield lines that tell where an implementation's final state differs from that of the rules."""
    yield f"run {number}, {scene}"
    for field, value in rules_result[0].items():
        if value != other_result[0][field]:
            yield f"  {field}: {value} by the rules, {other_result[0][field]} by {name}"
    yield f"  throws by the rules: {rules_result[1]}"
    yield f"  throws by {name}: {other_result[1]}"


# --- timing


def measure_python(program: Program, runs: int, rounds: int, seed: int) -> dict[str, Times]:
    """Time both Python versions: with seeded dice, with prerecorded dice, and with a fresh bomber only."""
    all_scenes = [make_scenes(program)[number % len(make_scenes(program))] for number in range(runs)]
    dice = SeededDice(seed)
    totals: list[int] = []

    def record_throw(site: int, thrown: Dice) -> int:
        """Throw dice, and record the total."""
        totals.append(dice.roll(site, thrown))
        return totals[-1]

    for scene in all_scenes:
        fresh_bomber(record_throw, scene).meet_flak()
    recorded_totals = iter(totals)

    def next_total(site: int, thrown: Dice) -> int:
        """Give the next recorded total."""
        return next(recorded_totals)

    def restart_dice() -> None:
        """Rewind both the seeded and the recorded dice."""
        nonlocal recorded_totals
        recorded_totals = iter(totals)
        dice.restart(seed)

    def rules_case(roll: Roll, entry: Entry) -> Callable[[], None]:
        """Make the function that plays all cases by an entry of the compiled rules."""
        machine = instantiate(program, roll, autopilot_policy(program))

        def play() -> None:
            """Play all cases by the compiled rules."""
            restart_dice()
            for scene in all_scenes:
                start_machine(machine)
                machine.call(entry, *scene.rule_arguments)

        return play

    def handwritten_case(roll: Roll) -> Callable[[], None]:
        """Make the function that plays all cases by the handwritten version."""

        def play() -> None:
            """Play all cases by the handwritten version."""
            restart_dice()
            for scene in all_scenes:
                fresh_bomber(roll, scene).meet_flak()

        return play

    def fresh_case() -> None:
        """Only make a bomber for each case."""
        for scene in all_scenes:
            fresh_bomber(dice.roll, scene)

    arrive, meet_flak = program.find_entry("do", "arrive"), program.find_entry("do", "meet_flak")
    return measure_in_turns(
        {
            "rules": rules_case(dice.roll, meet_flak),
            "hand": handwritten_case(dice.roll),
            "rules, dice from a list": rules_case(next_total, meet_flak),
            "hand, dice from a list": handwritten_case(next_total),
            "rules, fresh bomber only": rules_case(dice.roll, arrive),
            "hand, fresh bomber only": fresh_case,
        },
        rounds,
    )


def measure_native(program: Program, c_twin: CTwin, runs: int, rounds: int, seed: int) -> dict[str, Times] | list[str]:
    """Time WebAssembly and C on whole batches, or report where their results differ.

    The module plays as many runs per call as C does, and once more in slices with result columns, as simulations use
    it.

    Returns:
        Times; or the differences at the end of the first run whose dice or bomber differ.
    """
    from bombsight.backends.wasm.memory import ARGUMENTS_ADDRESS, MAX_PRESETS, PREPARED_OUTPUTS, SLOTS_ADDRESS
    from bombsight.backends.wasm.runs import Runner

    arrive, meet_flak = (
        Runner(evolve(program, mission=entry, digest=f"{program.digest}-{entry.name}"), entry)
        for entry in (program.find_entry("do", "arrive"), program.find_entry("do", "meet_flak"))
    )
    all_scenes = make_scenes(program)
    outcomes = OutcomeReader(program)
    for number in range(1000):
        for scene in all_scenes:
            deque(meet_flak.play(scene.rule_arguments, 1, seed, first=number), maxlen=0)
            c_dice_state = c_twin.run_batch(seed, number, 1, scene.handwritten_arguments)
            dice = (
                meet_flak.instance.get_global("dice") - PREPARED_OUTPUTS * GAMMA
            )  # their next result is computed in advance
            rules_result = (
                outcomes.read_slots(meet_flak.instance.memory_words(SLOTS_ADDRESS, program.slots)),
                dice % 2**64,
            )
            c_result = outcomes.read_twin(c_twin), c_dice_state
            if rules_result != c_result:
                return [f"run {number}, {scene}", f"  by the rules, native: {rules_result}", f"  by C: {c_result}"]
    each = min(-(-runs // len(all_scenes)), MAX_PRESETS)

    def in_slices(runner: Runner) -> Callable[[], object]:
        """Make the function that plays each target in slices with result columns, as simulations do."""
        return lambda: [deque(runner.play(scene.rule_arguments, each, seed), maxlen=0) for scene in all_scenes]

    def at_once(runner: Runner) -> Callable[[], object]:
        """Make the function that plays each target in one call; results go to the memory of the script."""
        deque(runner.play(all_scenes[0].rule_arguments, 1, seed), maxlen=0)  # no script, and the autopilot
        instance = runner.instance

        def play() -> None:
            """Play the runs of each target in one call of the module."""
            for scene in all_scenes:
                instance.memory_words(ARGUMENTS_ADDRESS, len(scene.rule_arguments))[:] = scene.rule_arguments
                instance.call(f"many:{runner.entry.key}", seed, 0, each, instance.get_global("script_begin"))

        return play

    def c_batches(play: Callable[[int, int, int, tuple[int, bool, int, int]], int]) -> Callable[[], object]:
        """Make the function that plays the runs of each target in C."""
        return lambda: [play(seed, 0, each, scene.handwritten_arguments) for scene in all_scenes]

    return measure_in_turns(
        {
            "rules, native": at_once(meet_flak),
            "C": c_batches(c_twin.run_batch),
            "rules, native, in slices": in_slices(meet_flak),
            "rules, native, fresh bomber only": at_once(arrive),
            "C, fresh bomber only": c_batches(c_twin.run_fresh_batch),
        },
        rounds,
    )


def main() -> int:
    """Compare the implementations, then measure and print their times."""
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=20_000, help="runs a round")
    parser.add_argument("--native-runs", type=int, default=500_000, help="runs a round of the native versions")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--checks", type=int, default=20_000, help="runs compared, of each kind")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = request()
    program = compile_and_lower(evolve(game, base=(*game.base, CHAIN_RULES))).program
    assert program is not None
    c_twin = compile_twin()
    for name, dice, harming in (
        ("fair dice", fair_dice, no_damage),
        ("loaded dice", loaded_dice, no_damage),
        ("loaded dice and a damaged bomber", loaded_dice, random_damage),
    ):
        problems, same = compare_runs(program, c_twin, dice, harming, args.checks, args.seed)
        if problems:
            print("\n".join(problems))
            return 1
        print(f"{args.checks} runs, {name}: the same throws, the same outcome: {same}")
    times = measure_python(program, args.runs, args.rounds, args.seed)
    print_times(times, args.runs)
    best = {name: found.best for name, found in times.items()}
    print(f"rules/hand                        {best['rules'] / best['hand']:.2f}")
    print(f"rules/hand, dice from a list      {best['rules, dice from a list'] / best['hand, dice from a list']:.2f}")
    rules_chain = best["rules"] - best["rules, fresh bomber only"]
    hand_chain = best["hand"] - best["hand, fresh bomber only"]
    print(f"rules/hand, fresh bomber apart    {rules_chain / hand_chain:.2f}")
    if c_twin is None:
        print("Nothing is compared with the version in C: there is no C compiler called cc.")
        return 0
    if not has_wasmtime():
        print("The native rules are not compared with the version in C: the extra `fast` is not installed.")
        return 0
    native = measure_native(program, c_twin, args.native_runs, args.rounds, args.seed)
    if isinstance(native, list):
        print("\n".join(native))
        return 1
    print_times(native, args.native_runs)
    best = {name: found.best for name, found in native.items()}
    print(f"speed of native rules/C                        {best['C'] / best['rules, native']:.2f}")
    print(f"speed of native rules/C, handed over in slices {best['C'] / best['rules, native, in slices']:.2f}")
    rules_chain = best["rules, native"] - best["rules, native, fresh bomber only"]
    hand_chain = best["C"] - best["C, fresh bomber only"]
    print(f"speed of native rules/C, fresh bomber apart    {hand_chain / rules_chain:.2f}")
    return 0


def print_times(times: Mapping[str, Times], runs: int) -> None:
    """Print the time per run of each implementation."""
    for name, case_times in times.items():
        print(f"{name:34} {format_seconds(case_times.best / runs)} a run")


if __name__ == "__main__":
    sys.exit(main())
