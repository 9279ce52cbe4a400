"""What was proved of rules and made of them, kept between runs.

Five things are kept in the cache folder, each under the digest of all that it came from: the rule graph of rules that
were found sound, which answers whatever is asked about a game; the program it was lowered to, with one set of options;
what lint found; what was worked out on the way, item by item, so that house rules on top are soon looked at; and what
its examples were made, and where they came. So a second call neither parses nor checks, and another set of
options is only lowered. Whatever is damaged there is made again.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve

from bombsight.compiler.request import Compiled, Request
from bombsight.compiler.serialize.packed import pack, unpack
from bombsight.dsl.caches import cache_folder, keep, recall, recall_own, recall_shipped
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import frozen
from bombsight.flat.version import LOWERING_VERSION
from bombsight.service.games.library import ALL_CODE, cache_name, code_digest, digest

if TYPE_CHECKING:
    from bombsight.compiler.incremental.query import Results
    from bombsight.flat.program import Program
    from bombsight.service.programs.example_baseline import Runnable, Ways


SHIPPED_KINDS = ("graphs", "games")
"""The kinds of values that come with the program."""

LINES = ".lines"
"""How the names end of files of values that come with the program."""


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


def rules_digest(request: Request) -> str:
    """What identifies the rules of a request, whatever their options: its texts and overlays, and this code."""
    raised = (request.raised,) if request.raised > 1 else ()
    asked = repr((request.without, request.variants, request.examples, *raised))
    return digest((*request.base, *request.house, *request.scripts), code_digest(), asked)


def request_digest(request: Request) -> str:
    """What identifies a request with its options and pins, and what is lowered of it."""
    pins = [repr(sorted(request.pins.items()))] if request.pins else []
    return digest((), rules_digest(request), repr(sorted(request.options.items())), str(LOWERING_VERSION), *pins)


# --- rule graphs


def prove(request: Request) -> Compiled:
    """Rules compiled and checked, with the options of the request; from the cache where they were found sound before.

    What comes from there has neither findings nor overlays, for it has no errors.
    """
    kept = kept_graph(request)
    if kept is not None:
        return kept
    from bombsight.compiler.pipeline import compile_rules  # loaded only where there is something to compile

    known = kept_results(evolve(request, house=())) if request.house else None
    compiled = compile_rules(request, before=known)
    keep_graph(request, compiled)
    return compiled


def kept_graph(request: Request) -> Compiled | None:
    """The graph of rules that were found sound, its options set as the request says; None where none is kept."""
    if request.examples:
        return None
    from bombsight.compiler.graph.nodes import RuleGraph
    from bombsight.compiler.options import with_options

    graph = recall_value(kept_file("graphs", rules_digest(request)))
    if not isinstance(graph, RuleGraph):
        return None
    graph, wrong = with_options(graph, request.options)
    sources = request.sources
    found = tuple(finding.in_files(sources) for finding in wrong)
    return Compiled(graph=graph, diagnostics=found, sources=sources, overlays=())


def keep_graph(request: Request, compiled: Compiled) -> None:
    """Keep the graph of rules that are sound, all options at their defaults."""
    if compiled.graph is None or compiled.errors or request.examples:
        return
    options = tuple(evolve(option, value=option.default) for option in compiled.graph.options)
    keep_value(kept_file("graphs", rules_digest(request)), evolve(compiled.graph, options=options))


# --- programs


def make_ready(request: Request, *, cached: bool = True) -> Ready:
    """Compile and lower a game, or take it from the cache.

    Examples are nothing to play: the program holds none. Requests with further examples are always compiled, with all
    examples, for those are looked at once.
    """
    keeps = cached and not request.examples
    program = kept_program(request) if keeps else None
    if program is not None:
        return Ready(program=program, compiled=None)
    from bombsight.compiler.lower.assemble import lower
    from bombsight.compiler.pins import with_pins
    from bombsight.compiler.pipeline import compile_rules
    from bombsight.flat.encoding import dump_program

    compiled = prove(request) if keeps else compile_rules(request)
    if compiled.errors or compiled.graph is None:
        return Ready(program=None, compiled=compiled)
    graph = with_pins(compiled.graph, request.pins)
    played = graph if request.examples else evolve(graph, examples=())
    program = lower(played, allowance=request.allowance)
    if keeps:
        keep(program_file(request), dump_program(program))
    return Ready(program=program, compiled=compiled)


def kept_program(request: Request) -> Program | None:
    """The program of a request from the cache; None where there is none."""
    content = recall(program_file(request))
    if content is None:
        return None
    from bombsight.flat.encoding import load_program  # loaded only where there is a program

    return load_program(content)


def program_file(request: Request) -> Path:
    """Where the program of a request is kept."""
    return kept_file("programs", request_digest(request), "flat")


# --- what makes it quick to compile nearly the same again


def kept_results(request: Request) -> Results | None:
    """What was left by compiling the rules of a request; None where that is not kept."""
    from bombsight.compiler.incremental.query import Results

    found = recall_value(results_file(request))
    return found if isinstance(found, Results) else None


def keep_results(request: Request, compiled: Compiled) -> None:
    """Keep what was left by compiling rules that are sound, for house rules on top of them, with errors or without."""
    if compiled.results is not None and not compiled.errors:
        from bombsight.compiler.pipeline import kept_for_house_rules

        keep_value(results_file(request), kept_for_house_rules(compiled, request.allowance))


def results_file(request: Request) -> Path:
    """Where that is kept: apart from the graph, for who plays has no need of it."""
    return kept_file("results", digest((), rules_digest(request), repr(sorted(request.options.items()))))


# --- findings


def kept_ways(request: Request) -> Ways | None:
    """How the examples of a game go; None where that is not kept."""
    found = recall_value(kept_file("ways", rules_digest(request)))
    return found if isinstance(found, dict) else None


def keep_ways(request: Request, ways: Ways) -> None:
    """Keep how the examples of a game go."""
    keep_value(kept_file("ways", rules_digest(request)), ways)


def kept_runnable(request: Request) -> Runnable | None:
    """What the examples of a game were made; None where that is not kept."""
    from bombsight.service.programs.example_baseline import Runnable

    found = recall_value(runnable_file(request))
    return found if isinstance(found, Runnable) else None


def keep_runnable(request: Request, runnable: Runnable) -> None:
    """Keep what the examples of a game were made."""
    keep_value(runnable_file(request), runnable)


def runnable_file(request: Request) -> Path:
    """Where that is kept: by the whole program and this Python, for there is code in it."""
    python = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    return kept_file("runnable", digest((), rules_digest(request), code_digest(ALL_CODE), python))


def kept_findings(request: Request) -> tuple[Diagnostic, ...] | None:
    """What lint found in the rules of a request; None where that is not kept."""
    found = recall_value(findings_file(request))
    return found if isinstance(found, tuple) else None


def keep_findings(request: Request, findings: Sequence[Diagnostic]) -> None:
    """Keep what lint found in the rules of a request."""
    keep_value(findings_file(request), tuple(findings))


def findings_file(request: Request) -> Path:
    """Where findings are kept: they name their files as they are to be opened from here."""
    return kept_file("lint", digest((), request_digest(request), code_digest(ALL_CODE), repr([*request.sources])))


# --- files


def kept_file(kind: str, digest: str, form: str = "value") -> Path:
    """Where something is kept under a digest."""
    return cache_folder() / kind / f"{cache_name(digest)}.{form}"


def keep_value(file: Path, value: object) -> None:
    """Keep a value of our own classes."""
    keep(file, pack(value))


def recall_value(file: Path) -> Any:
    """A value that was kept, or came with the program; None where there is none, or none that can be read."""
    content = recall_own(file)
    with suppress(ValueError):
        if content is not None:
            return unpack(content)
        shipped = recall_shipped(file.with_suffix(LINES))
        if shipped is not None:
            from bombsight.compiler.serialize.portable import from_lines

            value = from_lines(shipped)
            keep_value(file, value)  # which is read sooner next time
            return value
    return None


def ship_values(folder: Path) -> None:
    """Write the graphs and summaries that the cache folder holds, as they come with the program.

    Args:
        folder: Where to.

    Raises:
        OSError: They cannot be written.
    """
    from bombsight.compiler.serialize.portable import to_lines

    cache = cache_folder()
    for file in sorted(path for kind in SHIPPED_KINDS for path in (cache / kind).glob("*.value")):
        content = recall_own(file)
        if content is not None:
            target = folder / file.relative_to(cache).with_suffix(LINES)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(to_lines(unpack(content)))
