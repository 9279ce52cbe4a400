"""Profiles: what a game's functions and choices are called for, what they look at, and the time that takes.

The program is metered (:mod:`bombsight.flat.metered`) and played several times with the same dice: for the time, and
once for looks, of which telling takes longer than looking. Calls and looks are exact; times are processor time of this
machine, and what metering itself takes is left out as far as it can be measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from time import thread_time_ns

from attrs import frozen

from bombsight.flat.metered import BEGINS, LOOKS, Metered, metered
from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.slices import NO_FAULT
from bombsight.flat.types import IntType
from bombsight.runtime.batch import PolicyName
from bombsight.runtime.choices import Ask, Score, Values, autopilot, choice_site, random_policy
from bombsight.runtime.dice import Roll, SeededDice, mission_seed
from bombsight.runtime.endless import Patience
from bombsight.runtime.machine import Event, Loader, Log
from bombsight.runtime.play import arguments, begin

DICE = "dice"
"""In place of a function: all throws together."""

ROUNDS = 3
"""So often time is taken: what else the machine does hits a function in one round, hardly in most."""

LONG = 1_000_000_000
"""Nanoseconds of a round after which time is taken no more: what else the machine does is little beside so many."""

SAMPLES = 1001
"""So often it is measured what metering takes."""


@frozen(kw_only=True)
class Figures:
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
        figures: Of what was called at all, most time of its own first.
    """

    spent: int
    figures: tuple[Figures, ...]


def profile(
    program: Program,
    entry: Entry,
    count: int,
    seed: int,
    policy: PolicyName = "auto",
    *,
    load: Callable[[Program], Loader],
) -> Profile:
    """Play runs and tell what each function and choice came to.

    Args:
        program: The flat program.
        entry: Where each run begins; its first parameter, where that is a number, goes through all its values in turn.
        count: How many runs, from 1.
        seed: Of all of them, 64 bits; the dice of each are those of a batch with this seed.
        policy: Who answers, by name.
        load: Gives what makes machines of a program as it is: no pass may come between.
    """
    timed, counted = (
        played_metered(program, entry, count, seed, policy, load, looks=looks, rounds=rounds)
        for looks, rounds in ((False, ROUNDS), (True, 1))
    )
    first, (looked,) = timed[0], counted
    spent = min(meter.spent for meter in timed)

    def usual(times: Iterable[int]) -> int:
        """A time as a part of all, as it usually is, of the best round."""
        return int(spent * median(time / max(1, meter.spent) for time, meter in zip(times, timed, strict=True)))

    found = [
        Figures(
            name=name,
            owner=owner,
            calls=first.calls[at],
            looks=looked.looks[at],
            own=usual(meter.own[at] for meter in timed),
            total=usual(meter.total[at] for meter in timed),
        )
        for at, (name, owner) in enumerate(first.names)
        if first.calls[at]
    ]
    return Profile(spent=spent, figures=tuple(sorted(found, key=lambda each: -each.own)))


def played_metered(
    program: Program,
    entry: Entry,
    count: int,
    seed: int,
    policy: PolicyName,
    load: Callable[[Program], Loader],
    *,
    looks: bool,
    rounds: int,
) -> list[Meter]:
    """Play all runs so many times; what was metered each time."""
    made = metered(program, looks=looks)
    loader = load(made.program)
    found: list[Meter] = []
    while len(found) < rounds and not (found and found[-1].spent > LONG):
        found.append(played(made, Meter(program, made), entry, count, seed, policy, loader))
    return found


def played(made: Metered, meter: Meter, entry: Entry, count: int, seed: int, policy: PolicyName, load: Loader) -> Meter:
    """Play all runs; the meter that was given.

    Raises:
        InputError: The first runs all go on for too long.
    """
    dice = SeededDice(0)
    restart_policy: Callable[[int], None] | None = None
    if policy == "auto":
        ask = autopilot(made.program)
    else:
        ask, restart_policy = random_policy(made.program, 0)
    machine = load(made.program, meter.rolling(dice.roll), meter.asking(ask), meter.log)
    patience = Patience(made.program)
    for number in range(count):
        own_seed = mission_seed(seed, number)
        dice.restart(own_seed)
        if restart_policy:
            restart_policy(own_seed)
        begin(machine)
        meter.begin()
        try:
            machine.call(entry, *turn(made.program, entry, number))
        except Fault as fault:
            patience.note_end(fault.site)
        else:
            patience.note_end(NO_FAULT)
    machine.close()
    return meter


def turn(program: Program, entry: Entry, number: int) -> tuple[int, ...]:
    """What an entry is given in a run, counted from 0: the values of its first parameter, a number, in turn."""
    if entry.params and isinstance(entry.params[0][1], IntType):
        kind = entry.params[0][1]
        return arguments(program, entry, [str(kind.low + number % (kind.high - kind.low + 1))])
    return arguments(program, entry, ())


class Meter:
    """Takes what a metered program tells, and the time between.

    Attributes:
        names: Names and owners of what is metered: the functions in their order, dice, choices as they come.
        calls, looks, own, total: Of each of them; see :class:`Figures`.
        spent: Nanoseconds in all.
    """

    def __init__(self, program: Program, made: Metered) -> None:
        self.program = program
        self.names = [(function.name, function.owner) for function in program.functions] + [(DICE, DICE)]
        self.dice = len(program.functions)
        self.choices: dict[str, int] = {}
        self.calls, self.looks, self.own, self.total = ([0] * len(self.names) for _ in range(4))
        self._open = [0] * len(self.names)
        self._stack: list[tuple[int, int]] = []
        """What runs: which, and the time that was spent when it began."""
        self.spent = self._last = self._each = 0
        self.log: Log = self._logger(made)
        self._calibrate(made.first)

    def begin(self) -> None:
        """A run begins; one before it may have ended anywhere."""
        self._stack.clear()
        self._open = [0] * len(self.names)
        self._last = thread_time_ns()

    def rolling(self, roll: Roll) -> Roll:
        """A roll that is metered."""

        def rolled(site: int, count: int, sides: int) -> int:
            self._enter(self.dice, thread_time_ns())
            found = roll(site, count, sides)
            self._leave(thread_time_ns())
            return found

        return rolled

    def asking(self, policy: Ask) -> Ask:
        """A policy that is metered."""

        def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
            at = self._choice(site)
            self._enter(at, thread_time_ns())
            found = policy(site, options, score, values)
            self._leave(thread_time_ns())
            self.looks[at] += len(options)
            return found

        return ask

    def _logger(self, made: Metered) -> Log:
        told, first = made.told, made.first

        def log(event: Event) -> None:
            now = thread_time_ns()
            number = event[0]
            if number < first:
                return
            at, what = told(number)
            if what == LOOKS:
                self.looks[at] += 1
            elif what == BEGINS:
                self._enter(at, now)
            else:
                self._leave(now)

        return log

    def _enter(self, at: int, now: int) -> None:
        self._pass(now)
        self.calls[at] += 1
        self._open[at] += 1
        self._stack.append((at, self.spent))
        self._last = thread_time_ns()

    def _leave(self, now: int) -> None:
        self._pass(now)
        at, begun = self._stack.pop()
        self._open[at] -= 1
        if not self._open[at]:
            self.total[at] += self.spent - begun
        self._last = thread_time_ns()

    def _pass(self, now: int) -> None:
        """The time since the last event is that of what runs."""
        if self._stack:
            passed = max(0, now - self._last - self._each)
            self.spent += passed
            self.own[self._stack[-1][0]] += passed

    def _choice(self, site: int) -> int:
        """Which one a choice is; those with one id are one."""
        found = choice_site(self.program, site)
        if found.id not in self.choices:
            self.choices[found.id] = len(self.names)
            self.names.append((found.id, found.owner))
            for figures in (self.calls, self.looks, self.own, self.total, self._open):
                figures.append(0)
        return self.choices[found.id]

    def _calibrate(self, first: int) -> None:
        """Find what passes between two events with nothing between them, and forget them again."""
        passed = []
        for _ in range(SAMPLES):
            self.log((first,))
            before = self.own[0]
            self.log((first + 1,))
            passed.append(self.own[0] - before)
        self._each = int(median(passed))
        self.spent = self.calls[0] = self.own[0] = self.total[0] = 0
