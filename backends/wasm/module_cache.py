"""From a program to a compiled module: from this process, from the cache folder, or made now."""

from __future__ import annotations

from functools import cache as once
from pathlib import Path

import wasmtime

from bombsight.dsl.caches import load_cached, store_cached
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.recent import LruCache
from bombsight.flat.passes.reachable import restrict_to_missions
from bombsight.flat.program import Program
from bombsight.flat.version import printer_digest

STACK_BYTES = 1 << 20
"""Bytes for the calls of a module: rules nest less deeply than that by their own bounds."""

MOST_MODULES = 16
"""So many modules are kept in this process: a few games at once, each in its forms."""

module_cache: LruCache[wasmtime.Module] = LruCache(MOST_MODULES)
"""The modules of this process, by :func:`cache_key`."""


class NoRoomError(Exception):
    """A module cannot be run here: there is no room for its memory, or it is larger than the compiler takes."""


@once
def wasmtime_compiler() -> wasmtime.Engine:
    """What compiles modules in this process."""
    config = wasmtime.Config()
    config.max_wasm_stack = STACK_BYTES
    return wasmtime.Engine(config)


def cache_key(program: Program, *, traced: bool, is_whole: bool = True) -> str:
    """What the compiled module of a program depends on, as a file name: this backend, the program, its form.

    ``wasmtime`` itself refuses what another version of it compiled, or for another machine.
    """
    form = f"{'traced' if traced else 'plain'}{'' if is_whole else '-begun'}"
    return f"{printer_digest(__file__)}-{program.digest}-{form}.module"


def load_module(program: Program, *, traced: bool, is_whole: bool = True, cache: Path | None = None) -> wasmtime.Module:
    """The module of a program, compiled for this machine.

    Args:
        program: The program.
        traced: Whether it tells all it does.
        is_whole: Whether all its entries can be called; else only what a run begins with, and what is counted of it.
        cache: A folder for compiled modules, or None.

    Raises:
        NoRoomError: It is larger than the compiler takes, or there is no memory to compile it.
    """
    name = cache_key(program, traced=traced, is_whole=is_whole)
    cached = module_cache.lookup(name)
    if cached is not None:
        return cached
    compiled = read_cached_module(cache / name) if cache else None
    if compiled is None:
        from bombsight.backends.wasm.emit import build_module  # what is kept needs no passes, and nothing that prints

        with pause_gc():
            encoded = build_module(
                program if is_whole else restrict_to_missions(program), traced=traced, hosted=is_whole
            ).binary
        try:
            compiled = wasmtime.Module(wasmtime_compiler(), encoded)
        except wasmtime.WasmtimeError as error:
            raise NoRoomError(str(error)) from error
        if cache:
            store_cached(cache / name, bytes(compiled.serialize()))
    return module_cache.store(name, compiled)


def read_cached_module(file: Path) -> wasmtime.Module | None:
    """A compiled module from a file; None where there is none that can be run here."""
    content = load_cached(file)
    if content is None:
        return None
    try:
        return wasmtime.Module.deserialize(wasmtime_compiler(), content)
    except wasmtime.WasmtimeError:
        return None


def has_room() -> bool:
    """Whether this process may have the memory of a module: where little address space is left it may not."""
    try:
        store = wasmtime.Store(wasmtime_compiler())
        wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(1, 1)))
    except (wasmtime.WasmtimeError, MemoryError):
        return False
    return True
