"""Machines on WebAssembly: the host throws, answers and listens, as for any other backend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrs import define

from bombsight.backends.wasm.compiled import MOST_MODULES, compiled_module, key
from bombsight.backends.wasm.inside import Inside, Integers, Trapped, inside
from bombsight.backends.wasm.memory import SLOTS, WORD
from bombsight.dsl.dice import Dice
from bombsight.dsl.recent import Recent
from bombsight.flat.dice_encoding import decode_dice
from bombsight.flat.layout import RESERVE, STEPS
from bombsight.flat.program import Entry, Fault, Program

Roll = Callable[[int, Dice], int]
Score = Callable[[int], int] | None
Ask = Callable[[int, Sequence[int], Score, Callable[[], tuple[int, ...]]], int]
Log = Callable[..., None]

MOST_SPARE = 4
"""So many instances of one module wait to be used again."""

spare: Recent[list[Host]] = Recent(MOST_MODULES)
"""Instances of machines that are closed, by the keys of their modules."""


class Host:
    """What a module calls, and the instance that calls it; it serves one machine after the other.

    Attributes:
        roll, ask, log: Of the machine at hand.
        inside: The instance.
    """

    def __init__(self, program: Program, *, traced: bool, cache: Path | None) -> None:
        self.key = key(program, traced=traced)
        self.roll: Roll | None = None
        self.ask: Ask | None = None
        self.log: Log | None = None
        module = compiled_module(program, traced=traced, cache=cache)
        self.inside: Inside = inside(module, (self.thrown, self.asked, self.told))
        self.inside.set("hosted", 1)

    def thrown(self, site: int, count: int, sides: int, keep: int) -> int:
        """Dice are thrown."""
        assert self.roll is not None
        return self.roll(site, decode_dice(count, sides, keep))

    def asked(self, site: int, options: int, scores: int, count: int, values: int, told: int) -> int:
        """A choice is made.

        Raises:
            ValueError: The answer is none.
        """
        assert self.ask is not None
        words = self.inside.words
        offered = words(options, count)[:]
        score = dict(zip(offered, words(scores, count)[:], strict=True)).__getitem__ if scores else None
        shown = tuple(words(values, told))
        index = self.ask(site, offered, score, lambda: shown)
        if not -1 <= index < count:
            raise ValueError(f"{index} is no answer at site {site}")
        return index

    def told(self, event: int) -> None:
        """An event happens; 0 is none, where there was no room for more that nobody asked for."""
        if event and self.log is not None:
            (count,) = self.inside.words(event, 1)
            self.log(tuple(self.inside.words(event + WORD, count)))


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
        """Bring every field to its default, with a whole budget of steps and no names given."""
        assert self.host is not None
        self.host.inside.call("start")

    def call(self, entry: Entry, *args: int) -> Any:
        """Call an entry."""
        assert self.host is not None
        at_work = self.host.inside
        try:
            given = at_work.call(entry.key, *args)
        except Trapped as trapped:
            raise Fault(self.too_deep if trapped.site is None else trapped.site) from None
        if at_work.get("ended"):
            return at_work.get("ended_value")
        return tuple(given) if isinstance(given, list) else given

    def calling(self, entry: Entry) -> Callable[..., Any]:
        """What calls an entry."""
        return partial(self.call, entry)

    def missions_by(self, played: Callable[..., Any] | None) -> None:
        """Nothing: its missions are called within the module."""

    def close(self) -> None:
        """Let its instance serve another run, which has the state for its own."""
        if self.host is not None:
            self.host.roll = self.host.ask = self.host.log = None
            waiting = spare.recall(self.host.key) or spare.keep(self.host.key, [])
            if len(waiting) < MOST_SPARE:
                waiting.append(self.host)
        self.host = None


def instantiate(program: Program, roll: Roll, ask: Ask, log: Log | None = None, cache: Path | None = None) -> Machine:
    """A machine of its own, its state not begun yet.

    Args:
        program: What to run.
        roll: Where dice come from.
        ask: Where answers come from.
        log: Takes the journal; None for the plain code, which keeps none.
        cache: A folder for compiled modules, or None.
    """
    traced = log is not None
    waiting = spare.recall(key(program, traced=traced))
    host = waiting.pop() if waiting else Host(program, traced=traced, cache=cache)
    host.roll, host.ask, host.log = roll, ask, log
    slots = host.inside.words(SLOTS, program.slots)
    slots[:] = [0] * program.slots
    slots[STEPS], slots[program.slots + RESERVE] = program.budgets.mission, program.budgets.reserve
    return Machine(slots, host, program.too_deep)
