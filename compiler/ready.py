"""A game made ready to run, and kept so between runs.

What is lowered is kept in the cache folder under the digest of all it came from, so that the second start of a
game neither parses nor checks it. Whatever is damaged there is made again.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path

from attrs import frozen

from compiler.library import digest
from compiler.lower import lower
from compiler.pipeline import Compiled, Request, compile_rules
from compiler.program import LOWERING_VERSION, Program
from compiler.serialize import program_from_json, program_to_json
from dsl.diagnostic import Diagnostic
from dsl.grammar import cache_folder


@frozen(kw_only=True)
class Ready:
    """What came of making a game ready.

    Attributes:
        program: The lowered program; None where findings make the rules wrong.
        compiled: The rule graph with its findings; None where the program came from the cache.
    """

    program: Program | None
    compiled: Compiled | None

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The errors that stand in the way."""
        return self.compiled.errors if self.compiled is not None else ()


def request_digest(request: Request) -> str:
    """What identifies a request: its texts, its options and overlays, and this code."""
    asked = [
        repr(sorted(request.options.items())),
        repr(request.without),
        repr(request.variants),
        repr(request.examples),
    ]
    return digest((*request.base, *request.house), code_digest(), *asked)


def code_digest() -> str:
    """What identifies the compiler itself: a changed compiler makes everything anew."""
    here = Path(__file__).resolve().parent
    stamps = [
        f"{path.name}:{path.stat().st_size}:{path.stat().st_mtime_ns}"
        for folder in (here, here.parent / "dsl")
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".lark")
    ]
    return f"{LOWERING_VERSION}:" + "|".join(stamps)


def make_ready(request: Request, *, cached: bool = True) -> Ready:
    """Compile and lower a game, or take it from the cache.

    Requests with further examples are always compiled, for those are looked at once.
    """
    file = cache_folder() / "programs" / f"{request_digest(request)}.json"
    keep = cached and not request.examples
    if keep:
        program = recall(file)
        if program is not None:
            return Ready(program=program, compiled=None)
    compiled = compile_rules(request)
    if compiled.errors or compiled.graph is None:
        return Ready(program=None, compiled=compiled)
    program = lower(compiled.graph)
    if keep:
        remember(file, program)
    return Ready(program=program, compiled=compiled)


def recall(file: Path) -> Program | None:
    """A program from the cache; None where there is none, or none that can be read."""
    try:
        return program_from_json(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def remember(file: Path, program: Program) -> None:
    """Keep a program, whole or not at all; an unwritable folder only costs time."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            json.dump(program_to_json(program), stream, separators=(",", ":"))
        os.replace(name, file)
