"""Machines on WebAssembly, with a host that throws, answers and takes events, as on any other backend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrs import define

from bombsight.backends.wasm.instance import Integers, ModuleInstance, ModuleTrap, create_instance
from bombsight.backends.wasm.memory import SLOTS_ADDRESS, WORD
from bombsight.backends.wasm.module_cache import MOST_MODULES, cache_key, load_module
from bombsight.dsl.dice import Dice
from bombsight.dsl.recent import LruCache
from bombsight.flat.dice_encoding import decode_dice
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Entry, Fault, Program

Roll = Callable[[int, Dice], int]
Score = Callable[[int], int] | None
Ask = Callable[[int, Sequence[int], Score, Callable[[], tuple[int, ...]]], int]
Log = Callable[..., None]

MOST_SPARE = 4
"""Most unused instances of one module that wait for another run."""

spare_hosts: LruCache[list[Host]] = LruCache(MOST_MODULES)
"""Instances of closed machines, by the keys of their modules."""


class Host:
    """The host functions of a module, with its instance; it serves one machine after the other.

    Attributes:
        roll, ask, log: The callbacks of the current machine.
        instance: The instance.
    """

    def __init__(self, program: Program, *, traced: bool, cache: Path | None) -> None:
        """Load a program's module, and instantiate it with this host's callbacks."""
        self.key = cache_key(program, traced=traced)
        self.roll: Roll | None = None
        self.ask: Ask | None = None
        self.log: Log | None = None
        module = load_module(program, traced=traced, cache=cache)
        self.instance: ModuleInstance = create_instance(module, (self.handle_roll, self.handle_ask, self.handle_event))
        self.instance.set_global("hosted", 1)

    def handle_roll(self, site: int, count: int, sides: int, keep: int) -> int:
        """Throw dice for the module, by the machine's callback.

        Args:
            site: The site of the throw.
            count: The number of dice.
            sides: The number of sides.
            keep: The index of their keep; see :mod:`bombsight.flat.dice_encoding`.
        """
        assert self.roll is not None
        return self.roll(site, decode_dice(count, sides, keep))

    def handle_ask(self, site: int, options: int, scores: int, count: int, values: int, value_count: int) -> int:
        """Answer a choice of the module, by the machine's callback; return the option's index, -1 for none.

        Args:
            site: The site of the choice.
            options: The address of its options.
            scores: The address of their scores; 0 without scores.
            count: The number of options.
            values: The address of the choice's values.
            value_count: The number of values.

        Raises:
            ValueError: The answer is not an index of an option, or -1.
        """
        assert self.ask is not None
        words = self.instance.memory_words
        offered_options = words(options, count)[:]
        score = dict(zip(offered_options, words(scores, count)[:], strict=True)).__getitem__ if scores else None
        told_values = tuple(words(values, value_count))
        index = self.ask(site, offered_options, score, lambda: told_values)
        if not -1 <= index < count:
            raise ValueError(f"{index} is no answer at site {site}")
        return index

    def handle_event(self, event: int) -> None:
        """Pass the event at a memory address to the journal; the address 0 (the event buffer overflowed) is ignored."""
        if event and self.log is not None:
            (count,) = self.instance.memory_words(event, 1)
            self.log(tuple(self.instance.memory_words(event + WORD, count)))


@define(eq=False)
class Machine:
    """A program ready to be called; see :class:`bombsight.runtime.machine.Machine`.

    Attributes:
        slots: Its state.
    """

    slots: Integers
    host: Host | None
    too_deep: int

    def start(self) -> None:
        """Reset the state: every field to its default, a whole budget of steps, no names given out."""
        assert self.host is not None
        self.host.instance.call("start")

    def call(self, entry: Entry, *args: int) -> Any:
        """Call an entry of the program."""
        assert self.host is not None
        instance = self.host.instance
        try:
            result = instance.call(entry.key, *args)
        except ModuleTrap as trapped:
            raise Fault(self.too_deep if trapped.site is None else trapped.site) from None
        if instance.get_global("ended"):
            return instance.get_global("ended_value")
        return tuple(result) if isinstance(result, list) else result

    def entry_function(self, entry: Entry) -> Callable[..., Any]:
        """Look up the callable of an entry."""
        return partial(self.call, entry)

    def hook_missions(self, hook: Callable[..., Any] | None) -> None:
        """Ignore the hook: the module itself calls its missions."""

    def close(self) -> None:
        """Keep the module's instance for a later machine on the same program."""
        if self.host is not None:
            self.host.roll = self.host.ask = self.host.log = None
            spare = spare_hosts.lookup(self.host.key) or spare_hosts.store(self.host.key, [])
            if len(spare) < MOST_SPARE:
                spare.append(self.host)
        self.host = None


def instantiate(program: Program, roll: Roll, ask: Ask, log: Log | None = None, cache: Path | None = None) -> Machine:
    """Make a machine on a WebAssembly module; its state is not set before it is started.

    Args:
        program: The program to run.
        roll: Throws dice.
        ask: Answers choices.
        log: Takes the journal; None for the plain code, which has none.
        cache: A folder for compiled modules, or None.
    """
    traced = log is not None
    spare = spare_hosts.lookup(cache_key(program, traced=traced))
    host = spare.pop() if spare else Host(program, traced=traced, cache=cache)
    host.roll, host.ask, host.log = roll, ask, log
    slots = host.instance.memory_words(SLOTS_ADDRESS, program.slots)
    slots[:] = [0] * program.slots
    slots[STEPS_SLOT], slots[program.slots + RESERVE] = program.budgets.mission, program.budgets.reserve
    return Machine(slots, host, program.too_deep)
