"""Rules checked: what is found in games, in files of theirs and in house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.boundary.budget import Budget, WorkKind
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.file_kind import find_game_id
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import mask_texts_and_comments
from bombsight.dsl.source import Source
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.games.source_files import canonical_path
from bombsight.service.games.targets import Target, is_same_file, separate_shared_ids
from bombsight.service.lint.config import FolderConfigs
from bombsight.service.lint.fix_trials import LintSnapshot, try_fixes
from bombsight.service.programs.cache import (
    load_cached_findings,
    load_cached_results,
    store_cached_findings,
    store_cached_graph,
    store_cached_results,
)
from bombsight.service.programs.compile import require_game, require_valid_options

if TYPE_CHECKING:
    from bombsight.compiler.graph.nodes import RuleGraph
    from bombsight.compiler.incremental.query import Results


@frozen
class Linted:
    """What was found.

    Attributes:
        names: What was looked at.
        findings: In the order of their places, each once.
        sources: The files by path.
        fail_on: From which severity on findings count as a failure, as the files' folders choose.
    """

    names: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    fail_on: Severity = Severity.ERROR

    @property
    def has_errors(self) -> bool:
        """Whether any finding makes the rules wrong."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    def fails(self, at: Severity | None = None) -> bool:
        """Whether a finding is as severe as this, or more; where none is said, as the folders choose."""
        severities = [*Severity]  # the greatest first
        failing_severities = severities[: severities.index(at or self.fail_on) + 1]
        return any(finding.severity in failing_severities for finding in self.findings)


@pause_gc()
def lint(
    requested_targets: Iterable[Target], rules: Rules, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> Linted:
    """Compile what is wanted, and keep the findings that are asked for.

    Args:
        requested_targets: Games, house-rule files and folders.
        rules: The rules of the call: they are laid over each of them.
        select: Codes, or what codes begin with; empty for all that the files' folders do not ignore.
        ignore: The same of findings to leave out, besides those.

    Raises:
        WrongRules: A file cannot be read.
        InputError: An option, a variant or errata are unknown; or the rules of a folder are no game.
    """
    separate_targets, duplicate_findings, sources = separate_shared_ids(targets := [*requested_targets])
    findings = dict.fromkeys(finding for finding in duplicate_findings if is_selected(finding, select, ignore))
    names = dict.fromkeys(target.name for target in targets)
    configs = FolderConfigs()
    for target in separate_targets:
        request = request_for_target(target, rules)
        target_findings, read_sources = lint_target(target, rules, request)
        sources |= {**request.sources, **read_sources}
        if select:
            target_findings = (*target_findings, *lint_on_request(target, rules, select))
        configs.load_for_files(request.sources)
        reported = (finding for finding in target_findings if select or configs.is_reported(finding))
        is_looked_at = make_path_test(target)
        findings |= dict.fromkeys(
            finding for finding in reported if is_in_scope(finding, target, is_looked_at, select, ignore)
        )
    for finding in lint_together(separate_targets, rules, findings):
        if is_selected(finding, select, ignore):
            findings[finding] = None
    findings |= dict.fromkeys(
        finding for finding in configs.findings.diagnostics if is_selected(finding, select, ignore)
    )
    ordered = sorted(findings, key=lambda finding: finding.sort_key)
    return Linted(tuple(names), tuple(ordered), sources | configs.sources, configs.fail_on)


def lint_together(
    separate_targets: Iterable[Target], rules: Rules, own_findings: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """What is wrong with house rules of one game that are named together, and with none of them by itself.

    It is advice: whoever names several files need not mean to play by all of them.

    Args:
        separate_targets: What is looked at.
        rules: The rules of the call.
        own_findings: What was found in each by itself. Where there is an error, nothing is said of all.
    """
    if any(finding.severity is Severity.ERROR for finding in own_findings):
        return
    by_game: dict[tuple[Path, ...], list[Path]] = {}
    for target in separate_targets:
        if target.named:
            by_game.setdefault(target.files, []).extend(target.house)
    for files, house in by_game.items():
        if len(house) > 1:
            request = make_request("", files, evolve(rules, house=(*house, *rules.house)))
            for finding in compile_and_lint(request)[0]:
                if finding.severity is Severity.ERROR:
                    yield evolve(finding, severity=Severity.ADVICE, message=f"together: {finding.message}")


def request_for_target(target: Target, rules: Rules) -> Request:
    """What is compiled for a target.

    Args:
        target: Files of one game, perhaps with house rules of their own.
        rules: The rules of the call: they are laid over it.

    Raises:
        WrongRules: A file cannot be read.
        InputError: A variant or errata are unknown.
    """
    return make_request(target.name, target.files, evolve(rules, house=(*target.house, *rules.house)))


def lint_target(target: Target, rules: Rules, request: Request) -> tuple[tuple[Diagnostic, ...], Mapping[str, Source]]:
    """All that is found in a target, the fixes tried, and its files by path; what was found before is not looked for.

    Args:
        target: Files of one game, perhaps with house rules of their own.
        rules: The rules of the call.
        request: What is compiled for the two.

    Raises:
        InputError: An option, a variant or errata are unknown; or the rules of a folder are no game.
    """
    if target.tests:
        findings, test_sources = lint_tests(target, rules)

        def relint_tests(texts: Mapping[Path, str]) -> LintSnapshot:
            return make_snapshot(*lint_tests(target, with_texts(rules, texts)))

        return try_fixes(findings, make_snapshot(findings, test_sources), relint_tests), test_sources
    tried_findings = load_cached_findings(request)
    if tried_findings is None:
        from bombsight.service.lint.variants import remaining_proof_budget

        findings, results = compile_and_lint(request)

        proof_budget = remaining_proof_budget(request, results)  # for all trials together

        def relint(texts: Mapping[Path, str]) -> LintSnapshot:
            changed = request_for_target(target, with_texts(rules, texts))
            return make_snapshot(
                apply_request_suppressions(changed, lint_without_examples(changed, results, proof_budget)),
                changed.sources,
            )

        findings = apply_request_suppressions(request, findings)
        tried_findings = try_fixes(
            findings, make_snapshot(findings, request.sources), relint, compilations_per_look(request)
        )
        store_cached_findings(request, tried_findings)
    return tried_findings, request.sources


def compilations_per_look(request: Request) -> int:
    """How often rules are compiled to be looked at: once, and once more for each of their variants."""
    from bombsight.service.lint.variants import variants_to_lint

    return 1 + len(variants_to_lint(request))


def with_texts(rules: Rules, texts: Mapping[Path, str]) -> Rules:
    """The rules of a call with what some files say instead."""
    return evolve(rules, texts={**rules.texts, **texts})


def make_snapshot(findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> LintSnapshot:
    """What was found in files."""
    return LintSnapshot(
        tuple(findings), {canonical_path(source.file or source.path): source for source in sources.values()}
    )


def lint_tests(target: Target, rules: Rules) -> tuple[tuple[Diagnostic, ...], dict[str, Source]]:
    """The findings on files of tests, and the files.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: A file cannot be read.
    """
    from bombsight.compiler.suppressions import apply_suppressions
    from bombsight.service.lint import failing_examples
    from bombsight.service.programs.example_programs import SkippedExample, compile_example_graphs, request_with_tests

    request, tests = request_with_tests(target, rules)
    files = {source.path: source for source in tests}
    allowance = evolve(request, scripts=tuple(tests)).allowance
    findings: list[Diagnostic] = []
    try:
        for graph in compile_example_graphs(request, tests):
            if not isinstance(graph, SkippedExample):
                findings += failing_examples.lint_test_examples(graph, tests, allowance.make_budget(WorkKind.EXAMPLE))
    except WrongRules as wrong:
        return tuple(finding.with_openable_paths(files) for finding in wrong.findings), {**wrong.sources, **files}
    return tuple(apply_suppressions(findings, tests, tests)), files


def lint_on_request(target: Target, rules: Rules, select: Sequence[str]) -> Sequence[Diagnostic]:
    """What is looked for only where its code is asked for."""
    from bombsight.compiler.codes import ON_REQUEST_CODES

    if ON_REQUEST_CODES.isdisjoint(select):
        return ()
    from bombsight.service.lint.untested import find_untested  # brings all that runs examples

    return find_untested(target, rules)


def apply_request_suppressions(request: Request, findings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What was found without what comments allow, and what is wrong with those.

    The comments of a game are judged by the game as it comes: with house rules or other options laid over it, another
    finding may be missing.
    """
    from bombsight.compiler.suppressions import apply_suppressions

    as_it_comes = not (request.house or request.options or request.variants or request.without)
    checked_sources = request.base if as_it_comes else request.house
    return tuple(
        apply_suppressions(findings, (*request.base, *request.house), checked_sources, find_game_id(request.base))
    )


def find_empty_files(request: Request) -> Iterator[Diagnostic]:
    """N061: files that hold nothing."""
    for source in (*request.base, *request.house):
        if not mask_texts_and_comments(source.text).strip():
            help = "Write them, or take the file out."
            finding = Diagnostic(
                "N061", "this file holds no rules", source.span(0, 0), help=help, severity=Severity.ADVICE
            )
            yield finding.with_openable_paths(request.sources)


def compile_and_lint(request: Request) -> tuple[tuple[Diagnostic, ...], Results | None]:
    """The findings on what a request asks for, and what was worked out; the graph of a game kept where it is sound.

    Raises:
        InputError: An option is unknown, or has no such value; or the rules are no game.
    """
    from bombsight.compiler.pipeline import (  # loaded only where there is something to compile
        compile_rules,
        last_proofs,
    )

    base_results = results_of_base(request)
    result = compile_rules(request, with_lookup_data=not request.house, previous=base_results)
    require_valid_options(request, result)
    if not result.errors:
        require_game(result)
    if not request.house:  # house rules are seldom played as they are looked at, and soon compiled from here
        store_cached_graph(request, result)
        store_cached_results(request, result)
    proofs = last_proofs(base_results)
    base = proofs.graph if proofs is not None else None
    return lint_compilation(request, result, base), result.results


def lint_without_examples(request: Request, previous: Results | None, proof_budget: Budget) -> tuple[Diagnostic, ...]:
    """The findings on what a request asks for that are made without running examples.

    Args:
        request: What is asked for.
        previous: What was worked out of nearly the same.
        proof_budget: What proofs may cost besides those that were made for that.
    """
    from bombsight.service.lint.variants import compile_with_fitting_variant, lint_with_variants, recompile

    result = recompile(request, previous, proof_budget)
    if request.house:
        return compile_with_fitting_variant(request, result, proof_budget).diagnostics
    return tuple(lint_with_variants(request, result, proof_budget))


def results_of_base(request: Request) -> Results | None:
    """What was worked out of the game that house rules are for, now or before; None where none are asked for."""
    if not request.house:
        return None
    from bombsight.compiler.pipeline import compile_rules

    base = evolve(request, house=())
    cached = load_cached_results(base)
    if cached is not None:
        return cached
    result = compile_rules(base)
    store_cached_results(base, result)
    return result.results


def lint_compilation(request: Request, result: Compilation, base: RuleGraph | None = None) -> tuple[Diagnostic, ...]:
    """The findings on rules that were compiled as a call asks for, and on them with each of their variants.

    Args:
        request: What was asked for.
        result: What came of it.
        base: The rules without the house rules, if they are at hand.

    Raises:
        InputError: An option is unknown, or has no such value.
    """
    from bombsight.service.lint.examples import lint_examples
    from bombsight.service.lint.variants import compile_with_fitting_variant, lint_with_variants, remaining_proof_budget

    proof_budget = remaining_proof_budget(request, result.results)
    if request.house:
        result = compile_with_fitting_variant(request, result, proof_budget)
        return (*result.diagnostics, *lint_examples(request, result, base), *find_empty_files(request))
    return (
        *lint_with_variants(request, result, proof_budget),
        *lint_examples(request, result),
        *find_empty_files(request),
    )


def make_path_test(target: Target) -> Callable[[str], bool]:
    """What tells whether a path leads to the one file that is looked at, where it is one; each is looked up once."""
    return cache(lambda path: target.only is None or is_same_file(path, target.only))


def is_in_scope(
    finding: Diagnostic,
    target: Target,
    is_looked_at: Callable[[str], bool],
    select: Sequence[str],
    ignore: Sequence[str],
) -> bool:
    """Whether a finding is asked for. House rules answer for every error, wherever in the game it shows.

    Args:
        finding: A finding.
        target: What was looked at; with `only`, a finding counts where one of its places lies in that file.
        is_looked_at: Whether a path leads there.
        select: What its code must begin with; empty for anything.
        ignore: What its code must not begin with.
    """
    if target.only is not None and not (target.house and finding.severity is Severity.ERROR):
        places = (finding.span, *(label.span for label in finding.labels))
        if not any(is_looked_at(place.path) for place in places):
            return False
    return is_selected(finding, select, ignore)


def is_selected(finding: Diagnostic, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a finding's code is one of those wanted, and none of the others."""
    return finding.code.startswith(tuple(select) or "") and not finding.code.startswith(tuple(ignore))
