"""Compiled modules, cached in this process and in the cache folder."""

from __future__ import annotations

from functools import cache as once
from pathlib import Path

import wasmtime

from bombsight.dsl.caches import load_cached, store_cached
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.recent import LruCache
from bombsight.flat.passes.reachable import restrict_to_missions
from bombsight.flat.program import Program
from bombsight.flat.version import backend_digest

STACK_BYTES = 1 << 20
"""Bytes of the native stack of a module; the rules' own bound on nested calls stays below."""

MOST_MODULES = 16
"""Most modules kept in this process: a few games at once, each in its forms."""

module_cache: LruCache[wasmtime.Module] = LruCache(MOST_MODULES)
"""Modules of this process by :func:`cache_key`."""


class NoRoomError(Exception):
    """A module cannot run here: there is no room for its memory, or it is too large for the compiler."""


@once
def wasmtime_compiler() -> wasmtime.Engine:
    """The ``wasmtime`` compiler that this process shares."""
    config = wasmtime.Config()
    config.max_wasm_stack = STACK_BYTES
    return wasmtime.Engine(config)


def cache_key(program: Program, *, traced: bool, is_whole: bool = True) -> str:
    """Return the file name of a program's compiled module, which has all entries if ``is_whole``, else missions only.

    ``wasmtime`` itself rejects modules compiled by another version, or for another machine.
    """
    form = f"{'traced' if traced else 'plain'}{'' if is_whole else '-begun'}"
    return f"{backend_digest(__file__)}-{program.digest}-{form}.module"


def load_module(program: Program, *, traced: bool, is_whole: bool = True, cache: Path | None = None) -> wasmtime.Module:
    """Load a program's module, compiled for this machine.

    Args:
        program: The program.
        traced: Whether it writes the journal.
        is_whole: Whether it has all entries; else only mission, career, stage and their tallies, without a host.
        cache: A folder for compiled modules, or None.

    Raises:
        NoRoomError: The module is too large for the compiler, or there is no memory to compile it.
    """
    name = cache_key(program, traced=traced, is_whole=is_whole)
    cached = module_cache.lookup(name)
    if cached is not None:
        return cached
    compiled = read_cached_module(cache / name) if cache else None
    if compiled is None:
        from bombsight.backends.wasm.emit import build_module  # a cached module needs neither passes nor printers

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
    """Read a compiled module from a file; None if the file is missing or cannot be run here."""
    content = load_cached(file)
    if content is None:
        return None
    try:
        return wasmtime.Module.deserialize(wasmtime_compiler(), content)
    except wasmtime.WasmtimeError:
        return None


def has_room() -> bool:
    """Whether the process has enough address space for a module's memory."""
    try:
        store = wasmtime.Store(wasmtime_compiler())
        wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(1, 1)))
    except (wasmtime.WasmtimeError, MemoryError):
        return False
    return True
