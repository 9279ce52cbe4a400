"""The compile cache: results of compilation and checks, kept on the disk between runs.

Five kinds of entries are kept, each under the digest of all its inputs: the rule graph of rules without errors, which
answers every query about a game; the lowered program for one set of options; the findings of lint; the incremental
results item by item, so that house rules on top compile soon; and the compiled examples with their outcomes. So a
second call neither parses nor checks, and another set of options is only lowered. Damaged entries are made again.
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
from bombsight.dsl.caches import cache_folder, export_file, load_cached, load_own_cached, load_shipped, store_cached
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import frozen
from bombsight.flat.version import LOWERING_VERSION
from bombsight.service.games.library import PROGRAM_FOLDERS, cache_name, code_digest, compute_digest
from bombsight.service.programs.recent_results import keep_results, recall_results

if TYPE_CHECKING:
    from bombsight.compiler.incremental.query import Results
    from bombsight.flat.program import Program
    from bombsight.service.programs.example_baseline import CompiledExamples, ExampleOutcomes


SHIPPED_KINDS = ("games", "graphs", "lint", "prepared", "results", "ways")
"""The kinds of cache entries that come with the program."""

SHIPPED_SUFFIX = ".columns"
"""The file name suffix of cache entries that come with the program."""


@frozen(kw_only=True)
class LoweringResult:
    """The result of compiling and lowering a game.

    Attributes:
        program: The lowered program; None if the rules have errors.
        compilation: The rule graph with its findings; None where the program came from the cache.
    """

    program: Program | None
    compilation: Compilation | None

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The errors of the compilation or of the lowering, which leave no program."""
        return self.compilation.errors if self.compilation is not None else ()


def rules_digest(request: Request) -> str:
    """Hash the rules of a compile request, whatever its options: texts, overlays, and the compiler's code."""
    limit_factor = (request.raised,) if request.raised > 1 else ()
    choices = repr((request.without, request.variants, request.examples, *limit_factor))
    return compute_digest((*request.base, *request.house, *request.scripts), code_digest(), choices)


def request_digest(request: Request) -> str:
    """Hash a compile request with its options and pins, as cache key of its program."""
    pins = [repr(sorted(request.pins.items()))] if request.pins else []
    return compute_digest(
        (), rules_digest(request), repr(sorted(request.options.items())), str(LOWERING_VERSION), *pins
    )


# --- rule graphs


def compile_cached(request: Request) -> Compilation:
    """Compile and check the rules of a request with its options, or load their graph from the cache.

    A cached result has neither findings nor overlays, for it has no errors.
    """
    cached = load_cached_graph(request)
    if cached is not None:
        return cached
    from bombsight.compiler.pipeline import compile_rules  # imported only to compile

    base_results = load_cached_results(evolve(request, house=())) if request.house else None
    compilation = compile_rules(request, previous=base_results or recall_results(request))
    keep_results(request, compilation.results)
    store_cached_graph(request, compilation)
    return compilation


def load_cached_graph(request: Request) -> Compilation | None:
    """Load the graph of error-free rules from the cache, with a request's options applied; None if not cached."""
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
    """Store the graph of error-free rules in the cache, with all options at their defaults."""
    if compilation.graph is None or compilation.errors or request.examples:
        return
    options = tuple(evolve(option, value=option.default) for option in compilation.graph.options)
    store_cached_value(cache_path("graphs", rules_digest(request)), evolve(compilation.graph, options=options))


# --- programs


def compile_and_lower(request: Request, *, use_cache: bool = True) -> LoweringResult:
    """Compile a request's rules and lower them to a program, or load the program from the cache.

    The program holds no examples. Requests with further examples are always compiled, with all examples, for those are
    run at once.
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
    """Load the program of a request from the cache; None if it is not cached."""
    content = load_cached(program_path(request))
    if content is None:
        return None
    from bombsight.flat.encoding import load_program  # imported only to lower

    return load_program(content)


def program_path(request: Request) -> Path:
    """Build the path of the cache file for a request's program."""
    return cache_path("programs", request_digest(request), "flat")


# --- incremental results


def load_cached_results(request: Request) -> Results | None:
    """Load the results of an earlier compilation, for an incremental one, from the cache; None if not cached."""
    from bombsight.compiler.incremental.query import Results

    results = load_cached_value(results_path(request))
    return results if isinstance(results, Results) else None


def store_cached_results(request: Request, compilation: Compilation) -> None:
    """Store the results of compiling error-free rules, to compile house rules incrementally on top of them."""
    if compilation.results is not None and not compilation.errors:
        from bombsight.compiler.pipeline import results_for_house_rules

        store_cached_value(results_path(request), results_for_house_rules(compilation, request.allowance))


def results_path(request: Request) -> Path:
    """Build the path of the cache file for a request's incremental results."""
    return cache_path("results", compute_digest((), rules_digest(request), repr(sorted(request.options.items()))))


# --- findings and examples


def load_cached_outcomes(request: Request) -> ExampleOutcomes | None:
    """Load the outcomes of a game's worked examples from the cache; None if not cached."""
    outcomes = load_cached_value(cache_path("ways", rules_digest(request)))
    return outcomes if isinstance(outcomes, dict) else None


def store_cached_outcomes(request: Request, outcomes: ExampleOutcomes) -> None:
    """Store the outcomes of a game's worked examples in the cache."""
    store_cached_value(cache_path("ways", rules_digest(request)), outcomes)


def load_cached_examples(request: Request) -> CompiledExamples | None:
    """Load the compiled worked examples of a game from the cache; None if not cached."""
    from bombsight.service.programs.example_baseline import CompiledExamples

    compiled_examples = load_cached_value(compiled_examples_path(request))
    return compiled_examples if isinstance(compiled_examples, CompiledExamples) else None


def store_cached_examples(request: Request, compiled_examples: CompiledExamples) -> None:
    """Store the compiled worked examples of a game in the cache."""
    store_cached_value(compiled_examples_path(request), compiled_examples)


def compiled_examples_path(request: Request) -> Path:
    """Build the path of the cache file for compiled examples, keyed by program and Python version."""
    python = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    return cache_path("runnable", compute_digest((), rules_digest(request), code_digest(PROGRAM_FOLDERS), python))


def load_cached_findings(request: Request) -> tuple[Diagnostic, ...] | None:
    """Load the lint findings on a request's rules from the cache; None if not cached."""
    findings = load_cached_value(findings_path(request))
    if not isinstance(findings, tuple):
        return None
    sources = request.sources
    return tuple(finding.with_openable_paths(sources) for finding in findings)


def store_cached_findings(request: Request, findings: Sequence[Diagnostic]) -> None:
    """Store the lint findings on a request's rules in the cache, with display paths: files may be moved."""
    display_names = {
        source.file: evolve(source, path=source.file, file=source.path)
        for source in request.sources.values()
        if source.file
    }
    store_cached_value(
        findings_path(request), tuple(finding.with_openable_paths(display_names) for finding in findings)
    )


def findings_path(request: Request) -> Path:
    """Build the path of the cache file for a request's findings, keyed by the code that runs examples too."""
    return cache_path("lint", compute_digest((), request_digest(request), code_digest(PROGRAM_FOLDERS)))


# --- files


def cache_path(kind: str, digest: str, form: str = "value") -> Path:
    """Build the path of the cache file for a kind of entry and a digest."""
    return cache_folder() / kind / f"{cache_name(digest)}.{form}"


def store_cached_value(file: Path, value: object) -> None:
    """Serialize a value of the project's own classes to a cache file."""
    store_cached(file, pack(value))


def load_cached_value(file: Path) -> Any:
    """Read a value from a cache file, or from those shipped with the program; None if missing or unreadable.

    A shipped value is not stored again: it loads as fast as one of the user's own.
    """
    content = load_own_cached(file)
    with suppress(ValueError):
        if content is not None:
            return unpack(content)
        shipped = load_shipped(file.with_suffix(SHIPPED_SUFFIX))
        if shipped is not None:
            from bombsight.compiler.serialize.column_codec import decode_columns

            return decode_columns(shipped)
    return None


def export_values(folder: Path) -> None:
    """Export the cached values of the kinds that are shipped to a folder, in the form that ships with the program.

    Raises:
        OSError: A file cannot be written.
    """
    from bombsight.compiler.serialize.column_codec import encode_columns

    cache = cache_folder()
    for file in sorted(path for kind in SHIPPED_KINDS for path in (cache / kind).glob("*.value")):
        content = load_own_cached(file)
        if content is not None:
            export_file(folder, file.with_suffix(SHIPPED_SUFFIX), encode_columns(unpack(content)))
