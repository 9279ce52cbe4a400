"""Programs for running examples: one for each setting that examples are run in.

Examples stand in the rules and in test files. Those are compiled with the rules in force, or with those that an example
requests (``given without sheet``): each set of overlays is compiled once for all examples that share it, and lowered
once for each of their settings (:mod:`bombsight.compiler.settings`). The programs are cached.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import asdict, evolve, frozen

from bombsight.compiler.request import Request
from bombsight.dsl import ast
from bombsight.dsl.caches import load_cached, load_cached_text, store_cached, store_cached_text
from bombsight.dsl.diagnostic import Diagnostic, openable_span
from bombsight.dsl.file_kind import find_game_id
from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Source, Span
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.library import TESTS_FOLDER, compute_digest, find_test_files
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.games.source_files import read_sources, with_display_paths
from bombsight.service.games.targets import Target
from bombsight.service.programs.cache import cache_path, request_digest

if TYPE_CHECKING:
    from bombsight.compiler.graph.nodes import RuleGraph
    from bombsight.compiler.pipeline import Compilation
    from bombsight.compiler.scripts import Script
    from bombsight.flat.program import Program

CACHE_KIND = "tests"
"""The folder of example programs in the cache folder."""


@frozen
class SkippedExample:
    """An example that is not run: the call's overlays do not fit the rules that it requests.

    Attributes:
        title: The example's title.
        place: Its place.
        cite: Its citation; may be empty.
        asked_for: The rules that it requests: ``without sheet``, ``with tide``.
        wrong: The first error of the rules so composed.
        wrong_at: The place of that error.
    """

    title: str
    place: str
    cite: str
    asked_for: str
    wrong: str
    wrong_at: str

    @property
    def reason(self) -> str:
        """The sentence that says why the example is not run, without the place of the error."""
        return f"it asks for the rules {self.asked_for}, over which those of the call cannot be laid: {self.wrong}"

    def matches(self, text: str) -> bool:
        """Whether the example's title, place or citation contains a lower-case text."""
        return text in f"{self.title} {self.place} {self.cite}".lower()


@frozen
class ParsedTests:
    """Parsed test files.

    Attributes:
        examples: Their examples, keyed by the overlays that these request: errata left out, and variants.
        findings: Syntax errors, and items that do not belong there.
    """

    examples: Mapping[tuple[tuple[str, ...], tuple[str, ...]], tuple[ast.Example, ...]]
    findings: tuple[Diagnostic, ...]


@frozen
class InapplicableExample:
    """An example that cannot compile with the rules in force: an overlay removed a declaration that it uses.

    Attributes:
        example: The example.
        finding: The error about the missing declaration.
    """

    example: ast.Example
    finding: Diagnostic


def request_with_tests(target: Target, rules: Rules) -> tuple[Request, tuple[Source, ...]]:
    """Make the compile request of a target, and read its test files: those named, or all of a whole game.

    Raises:
        InputError: A variant or erratum does not exist.
        WrongRules: A file cannot be read.
    """
    request = make_request(target.name, target.files, evolve(rules, house=(*target.house, *rules.house)))
    folder = target.folder if target.only is None and not target.house else None
    paths = target.tests or (find_test_files(folder) if folder is not None else ())
    name = target.folder.name if target.folder is not None else target.name
    return request, with_display_paths(
        read_sources(paths, rules.texts), f"{find_game_id(request.base) or name}/{TESTS_FOLDER}"
    )


def lower_examples(
    request: Request,
    tests: Sequence[Source],
    only: str = "",
    file: str = "",
    inapplicable: list[InapplicableExample] | None = None,
) -> Iterator[Program | SkippedExample]:
    """Compile a game's worked examples and its tests into programs; also yield the examples that are skipped.

    Args:
        request: The game with the rules of the call.
        tests: Test files.
        only: A lower-case text that the title, place or citation must contain; empty for all examples.
        file: The path of the one file whose examples to compile; empty for all.
        inapplicable: Receives examples that cannot compile with the request's overlays; None to raise their errors.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules or the tests have errors.
    """
    digest_name = compute_digest(tests, request_digest(request), file)
    cached = load_cached_programs(digest_name)
    if cached is not None:
        yield from cached
        return
    programs: list[Program] = []
    skipped: list[SkippedExample] = []
    for graph in compile_example_graphs(request, tests, inapplicable=inapplicable):
        if isinstance(graph, SkippedExample):
            if graph.matches(only) and (not file or graph.place.startswith(f"{file}:")):
                skipped.append(graph)
            continue
        for program in lower_by_setting(graph, only, file):
            programs.append(program)
            yield program
    yield from skipped
    if not only and not inapplicable:
        store_cached_programs(digest_name, programs, skipped)


def lower_by_setting(graph: RuleGraph, only: str = "", file: str = "") -> Iterator[Program]:
    """Lower the selected examples of a graph to one program for each setting (options, left-out calls)."""
    from bombsight.compiler.lower.assemble import lower
    from bombsight.compiler.lower.program_builder import analyze_graph
    from bombsight.compiler.settings import split_by_setting

    selected = tuple(
        each
        for each in graph.examples
        if only in f"{each.title} {each.span} {each.origin.cite}".lower() and (not file or each.span.path == file)
    )
    analysis = analyze_graph(graph)
    for setting in split_by_setting(evolve(graph, examples=selected), open_options=True):
        yield lower(setting, playable=False, analyses=analysis, open_options=True)


def compile_example_graphs(
    request: Request,
    tests: Sequence[Source],
    extra_examples: Sequence[ast.Example] = (),
    scripts: Sequence[Script] = (),
    inapplicable: list[InapplicableExample] | None = None,
) -> Iterator[RuleGraph | SkippedExample]:
    """Compile one rule graph for each set of overlays that examples ask for, the call's own first.

    House rules may not fit the rules that an example requests: they quote errata that it leaves out. Such an example is
    yielded as skipped.

    Args:
        request: The game with the rules of the call.
        tests: Test files.
        extra_examples: Further examples, compiled with the request's rules.
        scripts: The scripts that they were made from.
        inapplicable: Receives examples that cannot compile with the request's overlays; None to raise their errors.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules or the tests have errors.
    """
    from bombsight.compiler.pipeline import compile_rules
    from bombsight.service.programs.compile import compile_game, require_error_free

    files = {path for source in tests for path in (source.path, source.file)}
    graph, _ = compile_game(request)
    parsed_tests = parse_tests(tests)
    if parsed_tests.findings:
        raise WrongRules(parsed_tests.findings, {source.path: source for source in tests})
    examples_by_overlays = {**parsed_tests.examples}
    if extra_examples:
        examples_by_overlays[(), ()] = (*examples_by_overlays.get(((), ()), ()), *extra_examples)
    if ((), ()) not in examples_by_overlays:
        yield graph
    own_count = len(graph.examples)
    for (without, variants), examples in examples_by_overlays.items():
        overlay_request = evolve(
            request,
            without=tuple(dict.fromkeys((*request.without, *without))),
            variants=tuple(dict.fromkeys((*request.variants, *variants))),
            examples=examples,
            scripts=(*tests, *(script.source for script in scripts)),
        )
        result = compile_rules(overlay_request, proofs=False)
        if result.errors and files.isdisjoint(finding.span.path for finding in result.errors):
            bare_request = evolve(overlay_request, house=(), without=without, variants=variants)
            if bare_request != overlay_request and not compile_rules(bare_request, proofs=False).errors:
                for each in examples:
                    place, cite = str(each.span), each.origin.cite
                    yield make_skipped_example(each.title, place, cite, without, variants, result.errors[0])
                continue
        if inapplicable is not None and (request.house or request.variants or request.without):
            result = drop_inapplicable_examples(overlay_request, result, inapplicable)
        checked_graph = require_error_free(result)
        yield (
            evolve(checked_graph, examples=checked_graph.examples[own_count:]) if without or variants else checked_graph
        )


def make_skipped_example(
    title: str, place: str, cite: str, without: Sequence[str], variants: Sequence[str], error: Diagnostic
) -> SkippedExample:
    """Make the record of an example that is not run, with the error that prevents it.

    Args:
        title: The example's title.
        place: Its place.
        cite: Its citation.
        without: The errata that it leaves out.
        variants: The variants that it requests.
        error: The first error of the rules so composed.
    """
    asked_for = [f"without {join_names(without)}"] if without else []
    asked_for += [f"with {join_names(variants)}"] if variants else []
    message = error.message if error.message.endswith(".") else f"{error.message}."
    return SkippedExample(
        title=title,
        place=place,
        cite=cite,
        asked_for=" and ".join(asked_for),
        wrong=f"{message} {error.help}".rstrip(),
        wrong_at=str(error.span),
    )


def drop_inapplicable_examples(
    request: Request, compilation: Compilation, inapplicable: list[InapplicableExample]
) -> Compilation:
    """Recompile without the examples that use what overlays removed, and add these to ``inapplicable``.

    An overlay may remove a value or a procedure that an example of the game uses. That is no mistake in the example's
    file: examples with other results do not hold under these rules either.

    Returns:
        The same compilation if anything but examples has an error.
    """
    from bombsight.compiler.pipeline import compile_rules

    while compilation.errors:
        files = {source.path: source for source in request.scripts}
        examples = [item for item in request.examples if isinstance(item, ast.Example)]
        places = [(example, openable_span(example.span, files)) for example in examples]
        errors = {
            example: [error for error in compilation.errors if is_error_in(error, place)] for example, place in places
        }
        errors_by_example = {example: found for example, found in errors.items() if found}
        if any(not any(error in found for found in errors_by_example.values()) for error in compilation.errors):
            break
        inapplicable += [InapplicableExample(example, found[0]) for example, found in errors_by_example.items()]
        request = evolve(
            request, examples=tuple(example for example in request.examples if example not in errors_by_example)
        )
        compilation = compile_rules(request, proofs=False)
    return compilation


def is_error_in(error: Diagnostic, item_span: Span) -> bool:
    """Whether an error's place lies inside an item's span."""
    return any(
        span.path == item_span.path and item_span.start <= span.start < item_span.end
        for span in (error.span, *(label.span for label in error.labels))
    )


# --- files of tests


def parse_tests(tests: Iterable[Source]) -> ParsedTests:
    """Parse test files, and group their examples by the overlays that they ask for."""
    from bombsight.compiler.chapters import apply_inherited_origins, split_sections
    from bombsight.dsl.parser import parse_cached

    by_overlays: dict[tuple[tuple[str, ...], tuple[str, ...]], list[ast.Example]] = {}
    findings: list[Diagnostic] = []
    for source in tests:
        parsed = parse_cached(source)
        findings += parsed.diagnostics
        for item in apply_inherited_origins(split_sections(parsed.file)):
            if isinstance(item, ast.Example):
                example, overlays = split_overlay_lines(item)
                by_overlays.setdefault(overlays, []).append(example)
            else:
                help = "Put it into a file beside the folder, or write an example."
                findings.append(Diagnostic("E065", "only examples stand in a folder of tests", item.span, help=help))
    return ParsedTests({overlays: tuple(examples) for overlays, examples in by_overlays.items()}, tuple(findings))


def split_overlay_lines(example: ast.Example) -> tuple[ast.Example, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Split an example into itself without overlay lines, and the errata and variants that these lines name."""
    overlay_lines = [line for line in example.lines if isinstance(line, ast.GivenOverlay)]
    without = tuple(dict.fromkeys(line.name for line in overlay_lines if line.kind == "without"))
    variants = tuple(dict.fromkeys(line.name for line in overlay_lines if line.kind == "variant"))
    rest = tuple(line for line in example.lines if not isinstance(line, ast.GivenOverlay))
    return evolve(example, lines=rest), (without, variants)


# --- the cache


def load_cached_programs(name: str) -> list[Program | SkippedExample] | None:
    """Load example programs and skipped examples from the cache; None if any is missing or damaged."""
    index = load_cached_text(cache_path(CACHE_KIND, name, "json"))
    if index is None:
        return None
    from bombsight.flat.encoding import load_program

    try:
        entry = json.loads(index)
        count, skipped = entry["programs"], [SkippedExample(**each) for each in entry["left_out"]]
    except (ValueError, TypeError, KeyError):
        return None
    programs: list[Program | SkippedExample] = []
    for number in range(count if isinstance(count, int) else 0):
        content = load_cached(cache_path(CACHE_KIND, f"{name}-{number}", "flat"))
        program = load_program(content) if content is not None else None
        if program is None:
            return None
        programs.append(program)
    return [*programs, *skipped]


def store_cached_programs(name: str, programs: Sequence[Program], skipped: Sequence[SkippedExample] = ()) -> None:
    """Store example programs and skipped examples in the cache."""
    from bombsight.flat.encoding import dump_program

    for number, program in enumerate(programs):
        store_cached(cache_path(CACHE_KIND, f"{name}-{number}", "flat"), dump_program(program))
    index = {"programs": len(programs), "left_out": [asdict(each) for each in skipped]}
    store_cached_text(cache_path(CACHE_KIND, name, "json"), json.dumps(index))
