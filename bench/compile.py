"""How long a game takes to be made ready, from its texts and from the cache, and where the time goes."""

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

from bench.game import FIRST, request
from bench.timing import CHILDREN, CPU, WALL, Clock, environment, human, in_turns
from bombsight.backends.python.source import source
from bombsight.compiler import pipeline
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.request import Request
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.gc_pause import uncollected
from bombsight.dsl.lark_fallback import read_carefully
from bombsight.dsl.parser import read_file
from bombsight.dsl.pieces import cut
from bombsight.flat.passes.reachable import begun
from bombsight.flat.program import Program
from bombsight.service.programs.players import faster

ROOT = Path(__file__).resolve().parent.parent

STAGES = ("read", "measured", "amend", "resolve", "prove", "linked", "foundations", "derived_standings", "check")
"""What the pipeline calls, by the names it knows them by."""


def made_ready(game: str, cache: str) -> None:
    """A process of its own that makes a game ready."""
    code = f"from bench.game import program; program({game!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(**{CACHE_VARIABLE: cache}), check=True)


def cold(game: str) -> None:
    with TemporaryDirectory() as empty:
        made_ready(game, empty)


def stages(game: str) -> dict[str, float]:
    """The seconds each stage takes, once."""
    spent: dict[str, float] = {}

    def clocked(name: str, function: Callable[..., Any], clock: Clock = CPU) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            begun = clock()
            result = function(*arguments, **named)
            spent[name] = spent.get(name, 0.0) + clock() - begun
            return result

        return call

    asked = request(game)
    read_file.cache_clear()
    clocked("read by lark", by_lark)(asked)
    with ExitStack() as patches:
        for name in STAGES:
            patches.enter_context(patch.object(pipeline, name, clocked(name, getattr(pipeline, name))))
        graph = clocked("all to the graph", pipeline.compile_rules)(asked).graph
    assert graph is not None
    program = clocked("lower", lower)(graph)
    clocked("python compile, plain", compile)(source(program, traced=False), "plain", "exec")
    clocked("python compile, traced", compile)(source(program, traced=True), "traced", "exec")
    if faster():
        modules(program, clocked)
    return spent


def modules(program: Program, clocked: Callable[..., Callable[..., Any]]) -> None:
    """Make the modules of a program: printed, which takes one core, and compiled on all of them."""
    import wasmtime

    from bombsight.backends.wasm.compiled import compiler
    from bombsight.backends.wasm.emit import module

    def printed(traced: bool) -> bytes:
        with uncollected():
            return module(begun(program), traced=traced).encoded

    def made(traced: bool) -> None:
        wasmtime.Module(compiler(), printed(traced))

    for traced, form in ((False, "plain"), (True, "traced")):
        encoded = clocked(f"module printed, {form}", printed)(traced)
        clocked(f"module compiled, {form}", wasmtime.Module)(compiler(), encoded)
        clocked(f"module by the clock, {form}", made, WALL)(traced)


def by_lark(asked: Request) -> None:
    """Read a game's files by lark's own driver and the builder over its tree."""
    for file in asked.base:
        for piece in cut(file.text).pieces:
            read_carefully(file, piece)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=FIRST)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with TemporaryDirectory() as cache:
        times = in_turns(
            {"cold": lambda: cold(asked.game), "cached": lambda: made_ready(asked.game, cache)}, asked.rounds, CHILDREN
        )
    for name, found in times.items():
        print(f"{name:27} median {human(found.median)}, best {human(found.best)}")
    print(f"cold/cached                 median {times['cold'].median / times['cached'].median:.1f}")
    stages(asked.game)
    rounds = [stages(asked.game) for _ in range(asked.rounds)]
    for name in rounds[0]:
        taken = [found[name] for found in rounds]
        print(f"{name:27} median {human(median(taken))}, best {human(min(taken))}")
    ratio = median(found["read by lark"] / found["read"] for found in rounds)
    print(f"read by lark/read           median {ratio:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
