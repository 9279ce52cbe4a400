"""Linting of games, of single files and of house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.boundary.budget import Budget, WorkKind
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.file_kind import PREFERENCES, find_game_id, find_needed_overlays, find_overlay_names
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import mask_texts_and_comments
from bombsight.dsl.source import Source
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.games.source_files import canonical_path, read_sources
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
    """The result of a lint.

    Attributes:
        names: The names of the linted games and files.
        findings: The findings in file order, each once.
        sources: The files by path.
        fail_on: The lowest severity that makes the lint fail, as the files' folders set it.
    """

    names: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    fail_on: Severity = Severity.ERROR

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    def fails(self, at: Severity | None = None) -> bool:
        """Whether any finding is at least as severe as ``at``, by default as the folders' settings say."""
        severities = [*Severity]  # the most severe first
        failing_severities = severities[: severities.index(at or self.fail_on) + 1]
        return any(finding.severity in failing_severities for finding in self.findings)


@pause_gc()
def lint(
    requested_targets: Iterable[Target], rules: Rules, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> Linted:
    """Compile games and house rules, and collect the selected findings.

    Args:
        requested_targets: Games, house-rule files and folders.
        rules: The options of the call, which apply to each of them.
        select: Finding codes or prefixes of codes; empty for all that the files' folders do not ignore.
        ignore: Finding codes or prefixes to leave out besides.

    Raises:
        WrongRules: A file cannot be read.
        InputError: An option, a variant or errata are unknown; or the rules of a folder are no game.
    """
    separate_targets, duplicate_findings, sources = separate_shared_ids(targets := [*requested_targets])
    findings = dict.fromkeys(finding for finding in duplicate_findings if is_selected(finding, select, ignore))
    names = dict.fromkeys(target.name for target in targets)
    configs = FolderConfigs()
    for target in separate_targets:
        own_rules = with_needed_files(target, separate_targets, rules)
        request = request_for_target(target, own_rules)
        target_findings, read_sources = lint_target(target, own_rules, request)
        sources |= {**request.sources, **read_sources}
        if select:
            target_findings = (*target_findings, *run_opt_in_checks(target, rules, select))
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
    """Compile all house-rule files of one game together, and report the errors that no file has alone as advice.

    It is advice, because a user who names several files need not mean to play by all of them at once.

    Args:
        separate_targets: The linted targets.
        rules: The options of the call.
        own_findings: The findings in each target alone; if one is an error, nothing is compiled together.
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


def with_needed_files(target: Target, targets: Sequence[Target], rules: Rules) -> Rules:
    """Return the options of a call, with those other linted house-rule files that a target's overlays need.

    Args:
        target: The target.
        targets: All targets of the call.
        rules: The options of the call.
    """
    needed: list[Path] = []
    waiting = [*target.house]
    while waiting:
        wanted = find_needed_overlays(read_sources([waiting.pop()], rules.texts))
        for other in targets if wanted else ():
            for path in other.house if other.files == target.files else ():
                is_new = path not in (*target.house, *rules.house, *needed)
                sources = read_sources([path], rules.texts)
                names = {*find_overlay_names(sources, "house"), *find_overlay_names(sources, PREFERENCES)}
                if is_new and wanted & names:
                    needed.append(path)
                    waiting.append(path)
    return evolve(rules, house=(*needed, *rules.house)) if needed else rules


def request_for_target(target: Target, rules: Rules) -> Request:
    """Make the compile request of a lint target.

    Raises:
        WrongRules: A file cannot be read.
        InputError: A variant or errata are unknown.
    """
    return make_request(target.name, target.files, evolve(rules, house=(*target.house, *rules.house)))


def lint_target(target: Target, rules: Rules, request: Request) -> tuple[tuple[Diagnostic, ...], Mapping[str, Source]]:
    """Lint a target and try the fixes of its findings, or load the findings from the cache.

    Raises:
        InputError: An option, a variant or errata are unknown; or the rules of a folder are no game.
    """
    if target.tests:
        findings, test_sources = lint_tests(target, rules)

        def relint_tests(texts: Mapping[Path, str]) -> LintSnapshot:
            """Lint the target's files of tests with other texts for some files."""
            return make_snapshot(*lint_tests(target, with_texts(rules, texts)))

        return try_fixes(findings, make_snapshot(findings, test_sources), relint_tests), test_sources
    tried_findings = load_cached_findings(request)
    if tried_findings is None:
        from bombsight.service.lint.variants import remaining_proof_budget

        findings, results = compile_and_lint(request)

        proof_budget = remaining_proof_budget(request, results)  # for all trials together

        def relint(texts: Mapping[Path, str]) -> LintSnapshot:
            """Lint the target's rules with other texts for some files."""
            changed = request_for_target(target, with_texts(rules, texts))
            return make_snapshot(
                apply_request_suppressions(changed, lint_without_examples(changed, results, proof_budget)),
                changed.sources,
            )

        findings = apply_request_suppressions(request, findings)
        tried_findings = try_fixes(
            findings, make_snapshot(findings, request.sources), relint, compilations_per_lint(request)
        )
        store_cached_findings(request, tried_findings)
    return tried_findings, request.sources


def compilations_per_lint(request: Request) -> int:
    """Count the compilations in one lint of a request: one for the rules, and one for each variant."""
    from bombsight.service.lint.variants import variants_to_lint

    return 1 + len(variants_to_lint(request))


def with_texts(rules: Rules, texts: Mapping[Path, str]) -> Rules:
    """Copy the rules selection of a call with other texts for some files."""
    return evolve(rules, texts={**rules.texts, **texts})


def make_snapshot(findings: Iterable[Diagnostic], sources: Mapping[str, Source]) -> LintSnapshot:
    """Make the snapshot of findings and texts with which trials of fixes compare drafts."""
    return LintSnapshot(
        tuple(findings), {canonical_path(source.file or source.path): source for source in sources.values()}
    )


def lint_tests(target: Target, rules: Rules) -> tuple[tuple[Diagnostic, ...], dict[str, Source]]:
    """Lint a target's files of tests; return the findings, and the files by path.

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


def run_opt_in_checks(target: Target, rules: Rules, select: Sequence[str]) -> Sequence[Diagnostic]:
    """Run those checks on a target that only run if their code is selected."""
    from bombsight.compiler.codes import ON_REQUEST_CODES

    if ON_REQUEST_CODES.isdisjoint(select):
        return ()
    from bombsight.service.lint.untested import find_untested  # imports all that runs examples

    return find_untested(target, rules)


def apply_request_suppressions(request: Request, findings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Drop the findings that comments in a request's files suppress, and add findings on faulty suppressions.

    The comments of a game are checked only when it is linted unchanged: house rules or other options may remove the
    finding that a comment suppresses.
    """
    from bombsight.compiler.suppressions import apply_suppressions

    as_it_comes = not (request.house or request.options or request.variants or request.without)
    checked_sources = request.base if as_it_comes else request.house
    return tuple(
        apply_suppressions(findings, (*request.base, *request.house), checked_sources, find_game_id(request.base))
    )


def find_empty_files(request: Request) -> Iterator[Diagnostic]:
    """Make a finding N061 for each file without any rules."""
    for source in (*request.base, *request.house):
        if not mask_texts_and_comments(source.text).strip():
            help = "Write them, or take the file out."
            finding = Diagnostic(
                "N061", "this file holds no rules", source.span(0, 0), help=help, severity=Severity.ADVICE
            )
            yield finding.with_openable_paths(request.sources)


def compile_and_lint(request: Request) -> tuple[tuple[Diagnostic, ...], Results | None]:
    """Compile and lint a request; cache the graph if it has no errors.

    Returns:
        The findings, and the compilation results for reuse.

    Raises:
        InputError: An option is unknown, or has no such value; or the rules are no game.
    """
    from bombsight.compiler.pipeline import (  # imported only if something must be compiled
        compile_rules,
        last_proofs,
    )

    base_results = results_of_base(request)
    result = compile_rules(request, with_lookup_data=not request.house, previous=base_results)
    require_valid_options(request, result)
    if not result.errors:
        require_game(result)
    if not request.house:  # house rules are seldom played as linted, and quick to compile from here
        store_cached_graph(request, result)
        store_cached_results(request, result)
    proofs = last_proofs(base_results)
    base = proofs.graph if proofs is not None else None
    return lint_compilation(request, result, base), result.results


def lint_without_examples(request: Request, previous: Results | None, proof_budget: Budget) -> tuple[Diagnostic, ...]:
    """Lint a request without running examples."""
    from bombsight.service.lint.variants import compile_with_fitting_variant, lint_with_variants, recompile

    result = recompile(request, previous, proof_budget)
    if request.house:
        return compile_with_fitting_variant(request, result, proof_budget).diagnostics
    return tuple(lint_with_variants(request, result, proof_budget))


def results_of_base(request: Request) -> Results | None:
    """The compilation results of a game below its house rules, cached or new; None for requests without house rules."""
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
    """Collect the lint findings on compiled rules, and on these rules with each of their variants.

    Args:
        request: The compilation request.
        result: Its result.
        base: The graph without the house rules, if known.

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
    """Make a memoized predicate: whether a path is the target's only file to lint; always true without such a file."""
    return cache(lambda path: target.only is None or is_same_file(path, target.only))


def is_in_scope(
    finding: Diagnostic,
    target: Target,
    is_target_path: Callable[[str], bool],
    select: Sequence[str],
    ignore: Sequence[str],
) -> bool:
    """Whether a finding concerns the linted target and has a selected code; under house rules every error does.

    Args:
        finding: A finding.
        target: The linted target; with `only`, a finding must have one of its places in that file.
        is_target_path: Tests whether a path is that file.
        select: Prefixes, one of which its code must have; empty for any code.
        ignore: Prefixes that its code must not have.
    """
    if target.only is not None and not (target.house and finding.severity is Severity.ERROR):
        places = (finding.span, *(label.span for label in finding.labels))
        if not any(is_target_path(place.path) for place in places):
            return False
    return is_selected(finding, select, ignore)


def is_selected(finding: Diagnostic, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a finding's code begins with a selected prefix, and with no ignored prefix."""
    return finding.code.startswith(tuple(select) or "") and not finding.code.startswith(tuple(ignore))
