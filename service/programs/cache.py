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

from bombsight.compiler.request import Compilation, Request
from bombsight.compiler.serialize.pickle_codec import pack, unpack
from bombsight.dsl.caches import cache_folder, load_cached, load_own_cached, load_shipped, store_cached
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import frozen
from bombsight.flat.version import LOWERING_VERSION
from bombsight.service.games.library import PROGRAM_FOLDERS, cache_name, code_digest, compute_digest

if TYPE_CHECKING:
    from bombsight.compiler.incremental.query import Results
    from bombsight.flat.program import Program
    from bombsight.service.programs.example_baseline import CompiledExamples, ExampleOutcomes


SHIPPED_KINDS = ("graphs", "games")
"""The kinds of values that come with the program."""

SHIPPED_SUFFIX = ".lines"
"""How the names end of files of values that come with the program."""


@frozen(kw_only=True)
class LoweringResult:
    """What came of making a game ready.

    Attributes:
        program: The lowered program; None where findings make the rules wrong.
        compilation: The rule graph with its findings; None where the program came from the cache.
    """

    program: Program | None
    compilation: Compilation | None

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The errors that stand in the way."""
        return self.compilation.errors if self.compilation is not None else ()


def rules_digest(request: Request) -> str:
    """What identifies the rules of a request, whatever their options: its texts and overlays, and this code."""
    limit_factor = (request.raised,) if request.raised > 1 else ()
    choices = repr((request.without, request.variants, request.examples, *limit_factor))
    return compute_digest((*request.base, *request.house, *request.scripts), code_digest(), choices)


def request_digest(request: Request) -> str:
    """What identifies a request with its options and pins, and what is lowered of it."""
    pins = [repr(sorted(request.pins.items()))] if request.pins else []
    return compute_digest(
        (), rules_digest(request), repr(sorted(request.options.items())), str(LOWERING_VERSION), *pins
    )


# --- rule graphs


def compile_cached(request: Request) -> Compilation:
    """Rules compiled and checked, with the options of the request; from the cache where they were found sound before.

    What comes from there has neither findings nor overlays, for it has no errors.
    """
    cached = load_cached_graph(request)
    if cached is not None:
        return cached
    from bombsight.compiler.pipeline import compile_rules  # loaded only where there is something to compile

    base_results = load_cached_results(evolve(request, house=())) if request.house else None
    compilation = compile_rules(request, previous=base_results)
    store_cached_graph(request, compilation)
    return compilation


def load_cached_graph(request: Request) -> Compilation | None:
    """The graph of rules that were found sound, its options set as the request says; None where none is kept."""
    if request.examples:
        return None
    from bombsight.compiler.graph.nodes import RuleGraph
    from bombsight.compiler.options import set_options

    graph = load_cached_value(cache_path("graphs", rules_digest(request)))
    if not isinstance(graph, RuleGraph):
        return None
    graph, option_findings = set_options(graph, request.options)
    sources = request.sources
    diagnostics = tuple(finding.with_openable_paths(sources) for finding in option_findings)
    return Compilation(graph=graph, diagnostics=diagnostics, sources=sources, overlays=())


def store_cached_graph(request: Request, compilation: Compilation) -> None:
    """Keep the graph of rules that are sound, all options at their defaults."""
    if compilation.graph is None or compilation.errors or request.examples:
        return
    options = tuple(evolve(option, value=option.default) for option in compilation.graph.options)
    store_cached_value(cache_path("graphs", rules_digest(request)), evolve(compilation.graph, options=options))


# --- programs


def compile_and_lower(request: Request, *, use_cache: bool = True) -> LoweringResult:
    """Compile and lower a game, or take it from the cache.

    Examples are nothing to play: the program holds none. Requests with further examples are always compiled, with all
    examples, for those are looked at once.
    """
    uses_cache = use_cache and not request.examples
    program = load_cached_program(request) if uses_cache else None
    if program is not None:
        return LoweringResult(program=program, compilation=None)
    from bombsight.compiler.lower.assemble import lower
    from bombsight.compiler.pins import pin_fields
    from bombsight.compiler.pipeline import compile_rules
    from bombsight.flat.encoding import dump_program

    compilation = compile_cached(request) if uses_cache else compile_rules(request)
    if compilation.errors or compilation.graph is None:
        return LoweringResult(program=None, compilation=compilation)
    graph = pin_fields(compilation.graph, request.pins)
    graph_to_lower = graph if request.examples else evolve(graph, examples=())
    program = lower(graph_to_lower, allowance=request.allowance)
    if uses_cache:
        store_cached(program_path(request), dump_program(program))
    return LoweringResult(program=program, compilation=compilation)


def load_cached_program(request: Request) -> Program | None:
    """The program of a request from the cache; None where there is none."""
    content = load_cached(program_path(request))
    if content is None:
        return None
    from bombsight.flat.encoding import load_program  # loaded only where there is a program

    return load_program(content)


def program_path(request: Request) -> Path:
    """Where the program of a request is kept."""
    return cache_path("programs", request_digest(request), "flat")


# --- what makes it quick to compile nearly the same again


def load_cached_results(request: Request) -> Results | None:
    """What was left by compiling the rules of a request; None where that is not kept."""
    from bombsight.compiler.incremental.query import Results

    results = load_cached_value(results_path(request))
    return results if isinstance(results, Results) else None


def store_cached_results(request: Request, compilation: Compilation) -> None:
    """Keep what was left by compiling rules that are sound, for house rules on top of them, with errors or without."""
    if compilation.results is not None and not compilation.errors:
        from bombsight.compiler.pipeline import results_for_house_rules

        store_cached_value(results_path(request), results_for_house_rules(compilation, request.allowance))


def results_path(request: Request) -> Path:
    """Where that is kept: apart from the graph, for who plays has no need of it."""
    return cache_path("results", compute_digest((), rules_digest(request), repr(sorted(request.options.items()))))


# --- findings


def load_cached_outcomes(request: Request) -> ExampleOutcomes | None:
    """How the examples of a game go; None where that is not kept."""
    outcomes = load_cached_value(cache_path("ways", rules_digest(request)))
    return outcomes if isinstance(outcomes, dict) else None


def store_cached_outcomes(request: Request, outcomes: ExampleOutcomes) -> None:
    """Keep how the examples of a game go."""
    store_cached_value(cache_path("ways", rules_digest(request)), outcomes)


def load_cached_examples(request: Request) -> CompiledExamples | None:
    """What the examples of a game were made; None where that is not kept."""
    from bombsight.service.programs.example_baseline import CompiledExamples

    compiled_examples = load_cached_value(compiled_examples_path(request))
    return compiled_examples if isinstance(compiled_examples, CompiledExamples) else None


def store_cached_examples(request: Request, compiled_examples: CompiledExamples) -> None:
    """Keep what the examples of a game were made."""
    store_cached_value(compiled_examples_path(request), compiled_examples)


def compiled_examples_path(request: Request) -> Path:
    """Where that is kept: by the whole program and this Python, for there is code in it."""
    python = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    return cache_path("runnable", compute_digest((), rules_digest(request), code_digest(PROGRAM_FOLDERS), python))


def load_cached_findings(request: Request) -> tuple[Diagnostic, ...] | None:
    """What lint found in the rules of a request; None where that is not kept."""
    findings = load_cached_value(findings_path(request))
    return findings if isinstance(findings, tuple) else None


def store_cached_findings(request: Request, findings: Sequence[Diagnostic]) -> None:
    """Keep what lint found in the rules of a request."""
    store_cached_value(findings_path(request), tuple(findings))


def findings_path(request: Request) -> Path:
    """Where findings are kept: they name their files as they are to be opened from here."""
    return cache_path(
        "lint", compute_digest((), request_digest(request), code_digest(PROGRAM_FOLDERS), repr([*request.sources]))
    )


# --- files


def cache_path(kind: str, digest: str, form: str = "value") -> Path:
    """Where something is kept under a digest."""
    return cache_folder() / kind / f"{cache_name(digest)}.{form}"


def store_cached_value(file: Path, value: object) -> None:
    """Keep a value of our own classes."""
    store_cached(file, pack(value))


def load_cached_value(file: Path) -> Any:
    """A value that was kept, or came with the program; None where there is none, or none that can be read."""
    content = load_own_cached(file)
    with suppress(ValueError):
        if content is not None:
            return unpack(content)
        shipped = load_shipped(file.with_suffix(SHIPPED_SUFFIX))
        if shipped is not None:
            from bombsight.compiler.serialize.jsonl_codec import decode_lines

            value = decode_lines(shipped)
            store_cached_value(file, value)  # which is read sooner next time
            return value
    return None


def export_values(folder: Path) -> None:
    """Write the graphs and summaries that the cache folder holds, as they come with the program.

    Args:
        folder: Where to.

    Raises:
        OSError: They cannot be written.
    """
    from bombsight.compiler.serialize.jsonl_codec import encode_lines

    cache = cache_folder()
    for file in sorted(path for kind in SHIPPED_KINDS for path in (cache / kind).glob("*.value")):
        content = load_own_cached(file)
        if content is not None:
            target = folder / file.relative_to(cache).with_suffix(SHIPPED_SUFFIX)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(encode_lines(unpack(content)))
