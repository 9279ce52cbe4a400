"""A game made ready to run, and kept so between runs.

What is lowered is kept in the cache folder under the digest of all it came from, so that the second start of a
game neither parses nor checks it. Whatever is damaged there is made again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from bombsight.compiler.library import cache_name, code_digest, digest
from bombsight.compiler.request import Request
from bombsight.dsl.caches import cache_folder, keep
from bombsight.dsl.caches import recall as recall_file
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.flat.document import dump_program, load_program
from bombsight.flat.program import LOWERING_VERSION, Program

if TYPE_CHECKING:
    from bombsight.compiler.pipeline import Compiled


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
        str(LOWERING_VERSION),
        repr(sorted(request.options.items())),
        repr(request.without),
        repr(request.variants),
        repr(request.examples),
    ]
    return digest((*request.base, *request.house), code_digest(), *asked)


def make_ready(request: Request, *, cached: bool = True) -> Ready:
    """Compile and lower a game, or take it from the cache.

    Requests with further examples are always compiled, for those are looked at once.
    """
    file = cache_folder() / "programs" / f"{cache_name(request_digest(request))}.flat"
    kept = cached and not request.examples
    if kept:
        program = recall(file)
        if program is not None:
            return Ready(program=program, compiled=None)
    from bombsight.compiler.lower.assemble import (
        lower,  # the compiler is loaded only where there is something to compile
    )
    from bombsight.compiler.pipeline import compile_rules

    compiled = compile_rules(request)
    if compiled.errors or compiled.graph is None:
        return Ready(program=None, compiled=compiled)
    program = lower(compiled.graph)
    if kept:
        keep(file, dump_program(program))
    return Ready(program=program, compiled=compiled)


def recall(file: Path) -> Program | None:
    """A program from the cache; None where there is none, or none that can be read."""
    content = recall_file(file)
    return None if content is None else load_program(content)
