"""Profiles of a game's functions and choices: calls, looks and time.

The program is instrumented (:mod:`bombsight.flat.instrument`) and played several times with the same dice: for time,
and once for calls and looks, whose events take longer than the looks. These counts are exact; times are processor time
of this machine, less the measured overhead. In a mission with very many calls time is sampled; a mission that never
ends is aborted, and counted as such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from time import thread_time_ns

from attrs import frozen

from bombsight.boundary.budget import Allowance, OverBudgetError, WorkKind
from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
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
"""Name of all throws together, in place of a function."""

ROUNDS = 3
"""Rounds of timing: other load of the machine rarely affects the same function in most of them."""

MAX_ROUNDS_TIME = 500_000_000
"""Nanoseconds of all rounds after which none begins: other load matters little over so long a time."""

EXACTLY_TIMED = 150_000
"""Calls and returns in a run timed one by one, more than any game has; the clock is slower than most functions."""

COARSE_INTERVAL = 31
"""Interval of sampling after that: the time since the last sample counts for the current function."""

CALIBRATION_SAMPLES = 1001
"""Measurements of the overhead of instrumentation."""


@frozen(kw_only=True)
class ProfileFigures:
    """The profile of one function or choice over all runs: calls, conditions examined and time.

    Attributes:
        name: The function's name; ``choice:...`` for a choice, whose time is the policy's; ``dice``.
        owner: Its item: ``table:Sky``.
        calls: The number of calls, questions or throws.
        looks: Conditions tested, members and turns iterated; options weighed.
        own: Nanoseconds in it, without its callees.
        total: Nanoseconds with its callees; in recursion, of the outermost call.
    """

    name: str
    owner: str
    calls: int
    looks: int
    own: int
    total: int


@frozen(kw_only=True)
class Profile:
    """The profile of a game: figures for each function and choice, summed over all runs.

    Attributes:
        spent: Nanoseconds in all.
        left: The number of runs aborted because they exceeded the limit of calls and looks.
        figures: Figures of everything that was called, by decreasing own time.
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
    """Profile a game: play runs, and measure calls, conditions examined and time of each function and choice.

    Args:
        program: The flat program.
        entry: The entry of each run; its first parameter, if it is a number, takes all its values in turn.
        count: The number of runs, from 1.
        seed: The seed of all runs, 64 bits; each has the dice of a batch with this seed.
        policy: The policy, by name.
        load: Makes the loader of a program, without any passes.
        max_events: The limit of calls and looks in one run; then it is aborted.

    Raises:
        InputError: Each of the first runs exceeds its limit.
    """
    (look_meter,), timed = (
        play_rounds(program, entry, count, seed, policy, load, max_events, looks=looks, rounds=rounds)
        for looks, rounds in ((True, 1), (False, ROUNDS))
    )
    spent = min(meter.spent for meter in timed)

    def usual_time(times: Iterable[int]) -> int:
        """Estimate a function's time: its median share of a round's time, times the total time of the fastest round."""
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
    """Profile all runs several times; return the meter (counts and times) of each round.

    Args:
        program: The flat program.
        entry: The entry of each run.
        count: The number of runs.
        seed: The seed of all runs.
        policy: The policy, by name.
        load: Makes the loader of a program.
        max_events: The limit of calls and looks in one run.
        looks: Whether to count looks, or else to take time.
        rounds: The most rounds.
    """
    instrumented = instrument_program(program, with_conditions=looks)
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
    """Profile all runs once; return the meter with its counts and times.

    Args:
        instrumented: The instrumented program.
        meter: Takes its events.
        entry: The entry of each run.
        count: The number of runs.
        seed: The seed of all runs.
        policy: The policy, by name.
        load: Makes the machine.

    Raises:
        InputError: Each of the first runs exceeds its limit.
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
                raise InputError(
                    message, hint=f"A profile counts no more; {argument('limit', example='N')} allows more."
                ) from over
        except Fault as fault:
            patience.note_end(fault.site)
        else:
            patience.note_end(NO_FAULT)
    machine.close()
    return meter


def run_arguments(program: Program, entry: Entry, number: int) -> tuple[int, ...]:
    """Return an entry's arguments in run ``number``: a numeric first parameter takes its values in turn."""
    if entry.params and isinstance(entry.params[0][1], IntType):
        kind = entry.params[0][1]
        return parse_arguments(program, entry, [str(kind.low + number % (kind.high - kind.low + 1))])
    return parse_arguments(program, entry, ())


class Meter:
    """An event handler that counts an instrumented program's calls, and measures the time between its events.

    Args:
        program: The program without instrumentation.
        instrumented: The same with it.
        max_events: The limit of events in one run; then it is aborted.
        times: Whether to take time.

    Attributes:
        names: Names and owners of what is measured: the functions in their order, dice, choices as they come.
        calls, looks, own, total: Figures of each; see :class:`ProfileFigures`.
        spent: Nanoseconds in all.
        left: The number of aborted runs.
    """

    def __init__(self, program: Program, instrumented: InstrumentedProgram, max_events: int, *, times: bool) -> None:
        """Make a meter of an instrumented program's calls; ``times`` says whether it measures time, too."""
        self.program = program
        self.most = EXACTLY_TIMED + 4 * CALIBRATION_SAMPLES
        self.left = 0
        self.names = [(function.name, function.owner) for function in program.functions] + [(DICE, DICE)]
        self.dice = len(program.functions)
        self.choices: dict[str, int] = {}
        self.calls, self.looks, self.own, self.total = ([0] * len(self.names) for _ in range(4))
        self._open = [0] * len(self.names)
        self._stack: list[tuple[int, int]] = []
        """The call stack: each index, and the time spent when its call began."""
        self.spent = self._last = self._each = self._each_untimed = 0
        self._told_count = self._untimed = 0
        """Events of this run, and those of them since the last timing."""
        self._exact = EXACTLY_TIMED if times else 0
        self._coarse = COARSE_INTERVAL if times else max_events + 1
        self.log: Log = self._make_logger(instrumented)
        if times:
            self._calibrate(instrumented.first)
        self.most = max_events

    def begin_run(self) -> None:
        """Clear the call stack for a new run; the previous one may have ended anywhere."""
        self._stack.clear()
        self._open = [0] * len(self.names)
        self._told_count = self._untimed = 0
        self._last = thread_time_ns()

    def metered_roll(self, roll: Roll) -> Roll:
        """Wrap a ``roll`` callback (which throws dice) so that its calls and time are measured."""

        def roll_metered(site: int, dice: Dice) -> int:
            """Callback ``roll``: throw dice by the wrapped callback, measured; return the total."""
            self._begin_call(self.dice)
            shown = roll(site, dice)
            self._end_call()
            return shown

        return roll_metered

    def metered_ask(self, policy: Ask) -> Ask:
        """Wrap a policy (a callback that answers choices) so that its calls and time are measured for each choice."""

        def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
            """Callback ``ask``: answer a choice by the wrapped policy, measured; return the answer's index."""
            at = self._choice_index(site)
            self._begin_call(at)
            found = policy(site, options, score, values)
            self._end_call()
            self.looks[at] += len(options)
            return found

        return ask

    def _make_logger(self, instrumented: InstrumentedProgram) -> Log:
        """Make the ``log`` callback that decodes the events of an instrumented program and counts them."""
        told, first = instrumented.decode_event, instrumented.first

        def log(event: Event) -> None:
            """Callback ``log``: count one event, which is the begin or end of a call, or a condition examined."""
            number = event[0]
            if number < first:
                return
            at, what = told(number)
            if what == LOOKS:
                self._count_event()
                self.looks[at] += 1
            elif what == BEGINS:
                self._begin_call(at)
            else:
                self._end_call()

        return log

    def _count_event(self) -> None:
        """Count one event; raise OverBudgetError beyond the most events allowed.

        Raises:
            OverBudgetError: The run exceeds its limit of events.
        """
        self._told_count += 1
        if self._told_count > self.most:
            raise OverBudgetError(WorkKind.PROFILE, self.most)

    def _begin_call(self, index: int) -> None:
        """Push the function with this index of figures onto the call stack, and start its time."""
        is_timed = self._take_time()
        self.calls[index] += 1
        self._open[index] += 1
        self._stack.append((index, self.spent))
        if is_timed:
            self._last = thread_time_ns()

    def _end_call(self) -> None:
        """Pop the current function off the call stack, and add its time unless it is still open further down."""
        is_timed = self._take_time()
        at, begun = self._stack.pop()
        self._open[at] -= 1
        if not self._open[at]:
            self.total[at] += self.spent - begun
        if is_timed:
            self._last = thread_time_ns()

    def _take_time(self) -> bool:
        """Add the time since the last measurement to the current function; return whether this event is timed."""
        self._count_event()
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
        """Return the index of a choice's figures, by its site (code location); one index for choices of one id."""
        found = choice_site(self.program, site)
        if found.id not in self.choices:
            self.choices[found.id] = len(self.names)
            self.names.append((found.id, found.owner))
            for figures in (self.calls, self.looks, self.own, self.total, self._open):
                figures.append(0)
        return self.choices[found.id]

    def _calibrate(self, first: int) -> None:
        """Measure the time that a timed and an untimed event cost; ``first`` is the number of an event to repeat."""
        self._told_count, passed = EXACTLY_TIMED + 1, []
        before = thread_time_ns()
        for _ in range(CALIBRATION_SAMPLES):
            self._told_count = EXACTLY_TIMED + 1
            self._begin_call(0)
            self._end_call()
        self._each_untimed = (thread_time_ns() - before) // (2 * CALIBRATION_SAMPLES)
        self._told_count = self._untimed = 0
        for _ in range(CALIBRATION_SAMPLES):
            self.log((first,))
            before = self.own[0]
            self.log((first + 1,))
            passed.append(self.own[0] - before)
        self._each = int(median(passed))
        self.spent = self.calls[0] = self.own[0] = self.total[0] = 0
