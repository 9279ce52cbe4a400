"""Running a module with ``wasmtime``."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache as once
from typing import Any

import wasmtime
from attrs import define, frozen

from bombsight.backends.wasm.emit import module
from bombsight.backends.wasm.memory import SLOTS
from bombsight.flat.layout import RESERVE, STEPS
from bombsight.flat.program import STEP_BUDGET, STEP_RESERVE, Entry, Fault, Program

Roll = Callable[[int, int, int], int]
Score = Callable[[int], int] | None
Ask = Callable[[int, Sequence[int], Score, Callable[[], tuple[int, ...]]], int]
Log = Callable[..., None]

STACK = 1 << 20
"""Bytes for the calls of a module."""


@once
def engine() -> wasmtime.Engine:
    """What compiles modules in this process."""
    config = wasmtime.Config()
    config.max_wasm_stack = STACK
    return wasmtime.Engine(config)


@frozen(eq=False)
class Loaded:
    """A module ready to be run."""

    program: Program
    module: wasmtime.Module


loaded: dict[tuple[str, bool], Loaded] = {}


def load(program: Program, *, traced: bool) -> Loaded:
    """The module of a program."""
    key = program.digest, traced
    if key not in loaded:
        loaded[key] = Loaded(program, wasmtime.Module(engine(), module(program, traced=traced).encoded))
    return loaded[key]


def words(address: int, count: int) -> Any:
    """Integers in memory, to be read and written."""
    return (ctypes.c_int32 * count).from_address(address)


class Stopped(Exception):  # noqa: N818 - how a module is left, no error
    """What a callback raised."""


@define(eq=False)
class Machine:
    """A program ready to be called; see :class:`bombsight.runtime.machine.Machine`."""

    slots: Any
    store: wasmtime.Store
    exports: Any
    raised: list[BaseException]
    too_deep: int
    base: int

    def start(self) -> None:
        """Bring every field to its default, with a whole budget of steps and no names given."""
        self.exports["start"](self.store)

    def call(self, entry: Entry, *args: int) -> Any:
        """Call an entry."""
        store, exports = self.store, self.exports
        try:
            given = exports[entry.key](store, *args)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as trap:
            if self.raised:
                raise self.raised.pop() from None
            site = exports["fault"].value(store)
            exports["fault"].set_value(store, -1)
            if site < 0:
                if getattr(trap, "trap_code", None) != wasmtime.TrapCode.STACK_OVERFLOW:
                    raise
                site = self.too_deep
            raise Fault(site) from None
        if exports["ended"].value(store):
            return exports["ended_value"].value(store)
        return tuple(given) if isinstance(given, list) else given

    def close(self) -> None:
        """The machine is called no more."""


def instantiate(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
    """A machine of its own, its state not begun yet."""
    found = load(program, traced=log is not None)
    store = wasmtime.Store(engine())
    raised: list[BaseException] = []
    base = 0

    def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: int) -> Any:
            try:
                return function(*args)
            except BaseException as error:
                raised.append(error)
                raise

        return run

    def roll_dice(site: int, count: int, sides: int) -> int:
        return roll(site, count, sides)

    def ask_host(site: int, options: int, scores: int, count: int, values: int, told: int) -> int:
        offered = list(words(base + options, count))
        score = dict(zip(offered, words(base + scores, count), strict=True)).__getitem__ if scores else None
        shown = tuple(words(base + values, told))
        return ask(site, offered, score, lambda: shown)

    def tell(event: int) -> None:
        assert log is not None
        if event:
            count = words(base + event, 1)[0]
            log(*words(base + event + 4, count))

    i32 = wasmtime.ValType.i32()
    linked = [
        wasmtime.Func(store, wasmtime.FuncType([i32] * 3, [i32]), guarded(roll_dice)),
        wasmtime.Func(store, wasmtime.FuncType([i32] * 6, [i32]), guarded(ask_host)),
        wasmtime.Func(store, wasmtime.FuncType([i32], []), guarded(tell)),
    ]
    instance = wasmtime.Instance(store, found.module, linked)
    exports = instance.exports(store)
    memory = exports["memory"]
    base = ctypes.addressof(memory.data_ptr(store).contents)
    slots = words(base + SLOTS, program.slots)
    slots[STEPS], slots[program.slots + RESERVE] = STEP_BUDGET, STEP_RESERVE
    exports["hosted"].set_value(store, 1)
    return Machine(slots, store, exports, raised, program.too_deep, base)
