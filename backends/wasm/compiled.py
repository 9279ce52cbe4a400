"""From a program to a compiled module: from this process, from the cache folder, or made now."""

from __future__ import annotations

from functools import cache as once
from pathlib import Path

import wasmtime

from bombsight.dsl.caches import keep, recall
from bombsight.dsl.gc_pause import uncollected
from bombsight.dsl.recent import Recent
from bombsight.flat.passes.reachable import begun
from bombsight.flat.program import Program
from bombsight.flat.version import printer_digest

STACK = 1 << 20
"""Bytes for the calls of a module: rules nest less deeply than that by their own bounds."""

MOST_MODULES = 16
"""So many modules are kept in this process: a few games at once, each in its forms."""

modules: Recent[wasmtime.Module] = Recent(MOST_MODULES)
"""The modules of this process, by :func:`key`."""


class NoRoomError(Exception):
    """A module cannot be run here: there is no room for its memory, or it is larger than the compiler takes."""


@once
def compiler() -> wasmtime.Engine:
    """What compiles modules in this process."""
    config = wasmtime.Config()
    config.max_wasm_stack = STACK
    return wasmtime.Engine(config)


def key(program: Program, *, traced: bool, whole: bool = True) -> str:
    """What the compiled module of a program depends on, as a file name: this backend, the program, its form.

    ``wasmtime`` itself refuses what another version of it compiled, or for another machine.
    """
    form = f"{'traced' if traced else 'plain'}{'' if whole else '-begun'}"
    return f"{printer_digest(__file__)}-{program.digest}-{form}.module"


def compiled_module(
    program: Program, *, traced: bool, whole: bool = True, cache: Path | None = None
) -> wasmtime.Module:
    """The module of a program, compiled for this machine.

    Args:
        program: The program.
        traced: Whether it tells all it does.
        whole: Whether all its entries can be called; else only what a run begins with, and what is counted of it.
        cache: A folder for compiled modules, or None.

    Raises:
        NoRoomError: It is larger than the compiler takes, or there is no memory to compile it.
    """
    name = key(program, traced=traced, whole=whole)
    known = modules.recall(name)
    if known is not None:
        return known
    found = recalled(cache / name) if cache else None
    if found is None:
        from bombsight.backends.wasm.emit import module  # what is kept needs no passes, and nothing that prints

        with uncollected():
            encoded = module(program if whole else begun(program), traced=traced, hosted=whole).encoded
        try:
            found = wasmtime.Module(compiler(), encoded)
        except wasmtime.WasmtimeError as error:
            raise NoRoomError(str(error)) from error
        if cache:
            keep(cache / name, bytes(found.serialize()))
    return modules.keep(name, found)


def recalled(file: Path) -> wasmtime.Module | None:
    """A compiled module from a file; None where there is none that can be run here."""
    content = recall(file)
    if content is None:
        return None
    try:
        return wasmtime.Module.deserialize(compiler(), content)
    except wasmtime.WasmtimeError:
        return None


def has_room() -> bool:
    """Whether this process may have the memory of a module: where little address space is left it may not."""
    try:
        store = wasmtime.Store(compiler())
        wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(1, 1)))
    except (wasmtime.WasmtimeError, MemoryError):
        return False
    return True
