"""Benchmark of compiling a game, from its texts and from the cache, stage by stage."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from bench.game import DEFAULT_GAME, request
from bench.timing import CHILDREN, CPU, WALL, Clock, environment, format_seconds, measure_in_turns
from bombsight.backends.python.source import render_program
from bombsight.compiler import pipeline
from bombsight.compiler.incremental.query import Query
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.request import Request
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.lark_fallback import read_with_recovery
from bombsight.dsl.parser import parse_cached
from bombsight.dsl.pieces import split_items
from bombsight.flat.passes.reachable import restrict_to_missions
from bombsight.flat.program import Program
from bombsight.service.programs.players import has_wasmtime

ROOT = Path(__file__).resolve().parent.parent

STAGE_FUNCTIONS = (
    "read_files",
    "measure_program",
    "amend",
    "resolve_program",
    "prove_items",
    "collect_edges_by_item",
    "build_provenance",
    "derived_standings",
    "run_checks",
)
"""The pipeline's functions that are timed, by their names in its module."""


def compile_in_process(game: str, cache: str) -> None:
    """Compile a game in a new process with a cache folder."""
    code = f"from bench.game import program; program({game!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(**{CACHE_VARIABLE: cache}), check=True)


def compile_uncached(game: str) -> None:
    """Compile a game in a new process with an empty cache folder."""
    with TemporaryDirectory() as empty:
        compile_in_process(game, empty)


def time_stages(game: str) -> dict[str, float]:
    """Time each stage of one compilation of a game; return seconds by stage."""
    seconds: dict[str, float] = {}

    def timed(name: str, function: Callable[..., Any], clock: Clock = CPU) -> Callable[..., Any]:
        """Wrap a function so that its time is added to the seconds of a stage."""

        def timed_call(*arguments: Any, **keywords: Any) -> Any:
            """Call the wrapped function, and add its time."""
            begun = clock()
            result = function(*arguments, **keywords)
            seconds[name] = seconds.get(name, 0.0) + clock() - begun
            return result

        return timed_call

    game_request = request(game)
    parse_cached.cache_clear()
    timed("read by lark", parse_with_lark)(game_request)
    with ExitStack() as patches:
        for name in STAGE_FUNCTIONS:
            stage = getattr(pipeline, name)
            owner, attribute = (stage, "function") if isinstance(stage, Query) else (pipeline, name)
            patches.enter_context(patch.object(owner, attribute, timed(name, getattr(owner, attribute))))
        graph = timed("all to the graph", pipeline.compile_rules)(game_request).graph
    assert graph is not None
    program = timed("lower", lower)(graph)
    timed("python compile, plain", compile)(render_program(program, traced=False), "plain", "exec")
    timed("python compile, traced", compile)(render_program(program, traced=True), "traced", "exec")
    if has_wasmtime():
        time_modules(program, timed)
    return seconds


def time_modules(program: Program, timed: Callable[..., Callable[..., Any]]) -> None:
    """Time making a program's WebAssembly modules: encoding takes one core, compilation all of them."""
    import wasmtime

    from bombsight.backends.wasm.emit import build_module
    from bombsight.backends.wasm.module_cache import wasmtime_compiler

    def encode_module(traced: bool) -> bytes:
        """Encode the traced or plain module as binary."""
        with pause_gc():
            return build_module(restrict_to_missions(program), traced=traced).binary

    def make_module(traced: bool) -> None:
        """Compile the traced or plain module to native code."""
        wasmtime.Module(wasmtime_compiler(), encode_module(traced))

    for traced, form in ((False, "plain"), (True, "traced")):
        encoded = timed(f"module printed, {form}", encode_module)(traced)
        timed(f"module compiled, {form}", wasmtime.Module)(wasmtime_compiler(), encoded)
        timed(f"module by the clock, {form}", make_module, WALL)(traced)


def parse_with_lark(game_request: Request) -> None:
    """Parse a game's files by lark's own driver and the builder over its tree, for comparison."""
    for file in game_request.base:
        for piece in split_items(file.text).pieces:
            read_with_recovery(file, piece)


def main() -> int:
    """Run the benchmark and print the times."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with TemporaryDirectory() as cache:
        times = measure_in_turns(
            {"cold": lambda: compile_uncached(args.game), "cached": lambda: compile_in_process(args.game, cache)},
            args.rounds,
            CHILDREN,
        )
    for name, case_times in times.items():
        print(f"{name:27} median {format_seconds(case_times.median)}, best {format_seconds(case_times.best)}")
    print(f"cold/cached                 median {times['cold'].median / times['cached'].median:.1f}")
    time_stages(args.game)
    rounds = [time_stages(args.game) for _ in range(args.rounds)]
    for name in rounds[0]:
        seconds = [found[name] for found in rounds]
        print(f"{name:27} median {format_seconds(median(seconds))}, best {format_seconds(min(seconds))}")
    ratio = median(found["read by lark"] / found["read_files"] for found in rounds)
    print(f"read by lark/read_files           median {ratio:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
