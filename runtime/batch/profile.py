"""Profiles: what a game's functions and choices are called for, what they look at, and the time that takes.

The program is metered (:mod:`bombsight.flat.instrument`) and played several times with the same dice: for the time, and
once for calls and looks, of which telling takes longer than looking. These are exact; times are processor time of this
machine, and what metering itself takes is left out as far as it can be measured. Of a mission that calls very often
time is taken now and then only; one that never ends is left, and how many were is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from time import thread_time_ns

from attrs import frozen

from bombsight.boundary.budget import Allowance, OverBudgetError, WorkKind
from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice
from bombsight.flat.instrument import BEGINS, LOOKS, InstrumentedProgram, instrument_program
from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.slices import NO_FAULT, SimplePolicy
from bombsight.flat.types import IntType
from bombsight.runtime.batch.batch import simple_policy
from bombsight.runtime.batch.endless_guard import ENDLESS, EndlessGuard
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
    Score,
    Values,
)
from bombsight.runtime.dice import (
    SeededDice,
    mission_seed,
)
from bombsight.runtime.machine import Event, Loader, Log
from bombsight.runtime.run.play import parse_arguments, start_machine
from bombsight.runtime.run.policies import choice_site

DICE = "dice"
"""In place of a function: all throws together."""

ROUNDS = 3
"""So often time is taken: what else the machine does hits a function in one round, hardly in most."""

MAX_ROUNDS_TIME = 500_000_000
"""Nanoseconds of all rounds after which no other begins: what else the machine does is little beside so many."""

EXACTLY_TIMED = 150_000
"""So many begins and ends of one run are timed each, more than any game has. The clock takes longer than most
functions."""

COARSE_INTERVAL = 31
"""Of further ones every so manieth: the time since the last falls to what runs then."""

CALIBRATION_SAMPLES = 1001
"""So often it is measured what metering takes."""


@frozen(kw_only=True)
class ProfileFigures:
    """What one function, or one choice, came to in all runs.

    Attributes:
        name: The function's name; ``choice:...`` for a choice, whose time is the policy's; ``dice``.
        owner: The node it belongs to: ``table:Sky``.
        calls: How often it was called, asked or thrown.
        looks: Conditions asked, members and turns gone through; options weighed.
        own: Nanoseconds in it, what it called apart.
        total: Nanoseconds from its begin to its end; where it calls itself, of the outermost.
    """

    name: str
    owner: str
    calls: int
    looks: int
    own: int
    total: int


@frozen(kw_only=True)
class Profile:
    """What all runs came to.

    Attributes:
        spent: Nanoseconds in all.
        left: How many runs were left before their end, for they call and look more often than is counted.
        figures: Of what was called at all, most time of its own first.
    """

    spent: int
    left: int
    figures: tuple[ProfileFigures, ...]


def profile(
    program: Program,
    entry: Entry,
    count: int,
    seed: int,
    policy: SimplePolicy = "auto",
    *,
    load: Callable[[Program], Loader],
    max_events: int = Allowance().limit_of(WorkKind.PROFILE),
) -> Profile:
    """Play runs and tell what each function and choice came to.

    Args:
        program: The flat program.
        entry: Where each run begins; its first parameter, where that is a number, goes through all its values in turn.
        count: How many runs, from 1.
        seed: Of all of them, 64 bits; the dice of each are those of a batch with this seed.
        policy: Who answers, by name.
        load: Gives what makes machines of a program as it is: no pass may come between.
        max_events: Calls and looks of one run that are counted; then it is left.

    Raises:
        InputError: The first runs all go on for too long.
    """
    (look_meter,), timed = (
        play_rounds(program, entry, count, seed, policy, load, max_events, looks=looks, rounds=rounds)
        for looks, rounds in ((True, 1), (False, ROUNDS))
    )
    spent = min(meter.spent for meter in timed)

    def usual_time(times: Iterable[int]) -> int:
        """A time as a part of all, as it usually is, of the best round."""
        return int(spent * median(time / max(1, meter.spent) for time, meter in zip(times, timed, strict=True)))

    figures = [
        ProfileFigures(
            name=name,
            owner=owner,
            calls=look_meter.calls[at],
            looks=look_meter.looks[at],
            own=usual_time(meter.own[at] for meter in timed),
            total=usual_time(meter.total[at] for meter in timed),
        )
        for at, (name, owner) in enumerate(look_meter.names)
        if look_meter.calls[at]
    ]
    return Profile(spent=spent, left=look_meter.left, figures=tuple(sorted(figures, key=lambda each: -each.own)))


def play_rounds(
    program: Program,
    entry: Entry,
    count: int,
    seed: int,
    policy: SimplePolicy,
    load: Callable[[Program], Loader],
    max_events: int,
    *,
    looks: bool,
    rounds: int,
) -> list[Meter]:
    """Play all runs so many times; what was metered each time."""
    instrumented = instrument_program(program, with_looks=looks)
    loader = load(instrumented.program)
    meters: list[Meter] = []
    started_at = thread_time_ns()
    while not meters or (len(meters) < rounds and thread_time_ns() - started_at < MAX_ROUNDS_TIME):
        meters.append(
            play_round(
                instrumented,
                Meter(program, instrumented, max_events, times=not looks),
                entry,
                count,
                seed,
                policy,
                loader,
            )
        )
    return meters


def play_round(
    instrumented: InstrumentedProgram,
    meter: Meter,
    entry: Entry,
    count: int,
    seed: int,
    policy: SimplePolicy,
    load: Loader,
) -> Meter:
    """Play all runs; the meter that was given.

    Raises:
        InputError: The first runs all go on for too long.
    """
    dice = SeededDice(0)
    ask, restart_policy = simple_policy(instrumented.program, policy)
    machine = load(instrumented.program, meter.metered_roll(dice.roll), meter.metered_ask(ask), meter.log)
    patience = EndlessGuard(instrumented.program)
    for number in range(count):
        own_seed = mission_seed(seed, number)
        dice.restart(own_seed)
        if restart_policy:
            restart_policy(own_seed)
        start_machine(machine)
        meter.begin_run()
        try:
            machine.call(entry, *run_arguments(instrumented.program, entry, number))
        except OverBudgetError as over:
            meter.left += 1
            if meter.left == number + 1 == ENDLESS:
                message = f"each of the first {ENDLESS} missions calls and looks more than {over.limit:,} times"
                raise InputError(message, hint="A profile counts no more; --limit N allows more.") from over
        except Fault as fault:
            patience.note_end(fault.site)
        else:
            patience.note_end(NO_FAULT)
    machine.close()
    return meter


def run_arguments(program: Program, entry: Entry, number: int) -> tuple[int, ...]:
    """What an entry is given in a run, counted from 0: the values of its first parameter, a number, in turn."""
    if entry.params and isinstance(entry.params[0][1], IntType):
        kind = entry.params[0][1]
        return parse_arguments(program, entry, [str(kind.low + number % (kind.high - kind.low + 1))])
    return parse_arguments(program, entry, ())


class Meter:
    """Takes what a metered program tells, and the time between.

    Args:
        program: As it is without meters.
        instrumented: The same with them.
        most: What one run may tell; then it is left.
        times: Whether time is taken.

    Attributes:
        names: Names and owners of what is metered: the functions in their order, dice, choices as they come.
        calls, looks, own, total: Of each of them; see :class:`ProfileFigures`.
        spent: Nanoseconds in all.
        left: How many runs were left.
    """

    def __init__(self, program: Program, instrumented: InstrumentedProgram, max_events: int, *, times: bool) -> None:
        self.program = program
        self.most = EXACTLY_TIMED + 4 * CALIBRATION_SAMPLES
        self.left = 0
        self.names = [(function.name, function.owner) for function in program.functions] + [(DICE, DICE)]
        self.dice = len(program.functions)
        self.choices: dict[str, int] = {}
        self.calls, self.looks, self.own, self.total = ([0] * len(self.names) for _ in range(4))
        self._open = [0] * len(self.names)
        self._stack: list[tuple[int, int]] = []
        """What runs: which, and the time that was spent when it began."""
        self.spent = self._last = self._each = self._each_untimed = 0
        self._told_count = self._untimed = 0
        """How much this run has told, and how much of it since time was taken last."""
        self._exact = EXACTLY_TIMED if times else 0
        self._coarse = COARSE_INTERVAL if times else max_events + 1
        self.log: Log = self._make_logger(instrumented)
        if times:
            self._calibrate(instrumented.first)
        self.most = max_events

    def begin_run(self) -> None:
        """A run begins; one before it may have ended anywhere."""
        self._stack.clear()
        self._open = [0] * len(self.names)
        self._told_count = self._untimed = 0
        self._last = thread_time_ns()

    def metered_roll(self, roll: Roll) -> Roll:
        """A roll that is metered."""

        def roll_metered(site: int, dice: Dice) -> int:
            self._enter(self.dice)
            shown = roll(site, dice)
            self._leave()
            return shown

        return roll_metered

    def metered_ask(self, policy: Ask) -> Ask:
        """A policy that is metered."""

        def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
            at = self._choice_index(site)
            self._enter(at)
            found = policy(site, options, score, values)
            self._leave()
            self.looks[at] += len(options)
            return found

        return ask

    def _make_logger(self, instrumented: InstrumentedProgram) -> Log:
        told, first = instrumented.decode_event, instrumented.first

        def log(event: Event) -> None:
            number = event[0]
            if number < first:
                return
            at, what = told(number)
            if what == LOOKS:
                self._count()
                self.looks[at] += 1
            elif what == BEGINS:
                self._enter(at)
            else:
                self._leave()

        return log

    def _count(self) -> None:
        """Count what is told.

        Raises:
            OverBudgetError: It is more than a run may tell.
        """
        self._told_count += 1
        if self._told_count > self.most:
            raise OverBudgetError(WorkKind.PROFILE, self.most)

    def _enter(self, at: int) -> None:
        is_timed = self._take_time()
        self.calls[at] += 1
        self._open[at] += 1
        self._stack.append((at, self.spent))
        if is_timed:
            self._last = thread_time_ns()

    def _leave(self) -> None:
        is_timed = self._take_time()
        at, begun = self._stack.pop()
        self._open[at] -= 1
        if not self._open[at]:
            self.total[at] += self.spent - begun
        if is_timed:
            self._last = thread_time_ns()

    def _take_time(self) -> bool:
        """The time since it was taken last is that of what runs; whether it is taken now."""
        self._count()
        if self._told_count > self._exact and self._told_count % self._coarse:
            self._untimed += 1
            return False
        if self._stack:
            passed = max(0, thread_time_ns() - self._last - self._each - self._untimed * self._each_untimed)
            self.spent += passed
            self.own[self._stack[-1][0]] += passed
        self._untimed = 0
        return True

    def _choice_index(self, site: int) -> int:
        """Which one a choice is; those with one id are one."""
        found = choice_site(self.program, site)
        if found.id not in self.choices:
            self.choices[found.id] = len(self.names)
            self.names.append((found.id, found.owner))
            for figures in (self.calls, self.looks, self.own, self.total, self._open):
                figures.append(0)
        return self.choices[found.id]

    def _calibrate(self, first: int) -> None:
        """Find what passes between two events with nothing between them, timed or not, and forget them again."""
        self._told_count, passed = EXACTLY_TIMED + 1, []
        before = thread_time_ns()
        for _ in range(CALIBRATION_SAMPLES):
            self._told_count = EXACTLY_TIMED + 1
            self._enter(0)
            self._leave()
        self._each_untimed = (thread_time_ns() - before) // (2 * CALIBRATION_SAMPLES)
        self._told_count = self._untimed = 0
        for _ in range(CALIBRATION_SAMPLES):
            self.log((first,))
            before = self.own[0]
            self.log((first + 1,))
            passed.append(self.own[0] - before)
        self._each = int(median(passed))
        self.spent = self.calls[0] = self.own[0] = self.total[0] = 0
