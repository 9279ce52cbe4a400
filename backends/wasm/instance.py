"""A running module: its functions, its globals, and its memory as integers."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, MutableSequence
from typing import Any, cast

import wasmtime
from attrs import field, frozen

from bombsight.backends.wasm.module_cache import NoRoomError, wasmtime_compiler
from bombsight.backends.wasm.runtime_functions import IMPORTS
from bombsight.backends.wasm.state import NO_FAULT

Integers = MutableSequence[int]
"""A mutable view of integers in a module's memory."""

Callback = Callable[..., Any]
"""A host function that a module imports."""


class ModuleTrap(Exception):  # noqa: N818 - how a module stops, no error
    """A module trapped: by a fault, or by stack overflow.

    Attributes:
        site: The site of the fault; None for stack overflow.
    """

    def __init__(self, site: int | None) -> None:
        """Make the exception for a fault at a site, or for stack overflow if the site is None."""
        super().__init__(site)
        self.site = site


@frozen(eq=False)
class ModuleInstance:
    """An instance of a module.

    Attributes:
        store: The store of ``wasmtime`` that holds it.
        exports: Its exports, by name.
        base: The address of its memory in this process; it never moves.
        raised: Exceptions of callbacks, on their way through the module.
        functions: A cache of functions called before.
    """

    store: wasmtime.Store
    exports: Mapping[str, Any]
    base: int
    raised: list[BaseException]
    functions: dict[str, Any] = field(factory=dict)

    def memory_words(self, address: int, count: int) -> Integers:
        """Return a view of ``count`` integers at a memory address, to read and write."""
        return cast(Integers, (ctypes.c_int32 * count).from_address(self.base + address))

    def get_global(self, name: str) -> int:
        """Read a global variable of the module."""
        return int(self.exports[name].value(self.store))

    def set_global(self, name: str, value: int) -> None:
        """Write a global variable of the module."""
        self.exports[name].set_value(self.store, value)

    def call(self, name: str, *args: int) -> Any:
        """Call an exported function.

        Raises:
            ModuleTrap: The module trapped.
        """
        if name not in self.functions:
            self.functions[name] = self.exports[name]
        try:
            return self.functions[name](self.store, *args)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as trap:
            if self.raised:
                raise self.raised.pop() from None
            site = self.get_global("fault")
            if site != NO_FAULT:
                self.set_global("fault", NO_FAULT)
                raise ModuleTrap(site) from None
            if isinstance(trap, wasmtime.Trap) and trap.trap_code == wasmtime.TrapCode.STACK_OVERFLOW:
                raise ModuleTrap(None) from None
            raise


def create_instance(module: wasmtime.Module, callbacks: tuple[Callback, ...]) -> ModuleInstance:
    """Instantiate a compiled module with its callbacks.

    Raises:
        NoRoomError: There is no room for its memory.

    The callbacks are its imports, in order; their exceptions pass through to the caller.
    """
    store = wasmtime.Store(wasmtime_compiler())
    raised: list[BaseException] = []

    def record_errors(callback: Callback) -> Callback:
        """Wrap a callback so that its exceptions are recorded before they pass through the module."""

        def call_and_record(*args: int) -> Any:
            """Call the callback, and record the exception that it raises."""
            try:
                return callback(*args)
            except BaseException as error:
                raised.append(error)
                raise

        return call_and_record

    i32 = wasmtime.ValType.i32()
    linked: list[wasmtime.Func | wasmtime.Table | wasmtime.Memory | wasmtime.Global] = [
        wasmtime.Func(
            store,
            wasmtime.FuncType(
                [i32] * len(exported_memory.signature.params), [i32] * len(exported_memory.signature.results)
            ),
            record_errors(callback),
        )
        for exported_memory, callback in zip(IMPORTS, callbacks, strict=True)
    ]
    try:
        instance = wasmtime.Instance(store, module, linked)
    except wasmtime.WasmtimeError as error:
        raise NoRoomError(str(error)) from error
    exports = instance.exports(store)
    found = exports["memory"]
    assert isinstance(found, wasmtime.Memory)
    return ModuleInstance(store, exports, ctypes.addressof(found.data_ptr(store).contents), raised)
