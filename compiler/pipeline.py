"""The compiler's pipeline: text, syntax trees, overlays, names and types, checks, rule graph.

Each stage takes values and returns a value with diagnostics. None raises on a user's text; later stages work on the
readable rest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import evolve

from bombsight.boundary.budget import Allowance
from bombsight.compiler.cascades import (
    UnparsedParts,
    collect_unparsed_parts,
    declared_names_by_item,
    drop_cascading_findings,
    drop_uses_of_reserved_names,
)
from bombsight.compiler.chapters import Section, chapters_of
from bombsight.compiler.checks import prove_items, run_checks
from bombsight.compiler.checks.caller_guards import drop_guarded
from bombsight.compiler.checks.checked_items import callees_of
from bombsight.compiler.checks.proofs import ProgramProofs
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.derived_provenance import ProvenanceGraph, build_provenance, derived_standings
from bombsight.compiler.edges import collect_edges_by_item, edges_of
from bombsight.compiler.error_taint import NO_TAINT, TAINTED_ELSEWHERE, ErrorTaint, collect_error_taint
from bombsight.compiler.graph.effects import Effects, analyze_effects
from bombsight.compiler.graph.nodes import Node, RuleGraph
from bombsight.compiler.graph.reaching import collect_far_reaching
from bombsight.compiler.identity import canonical_rules, canonical_wording, hash_texts
from bombsight.compiler.incremental.memo import ItemMemos, Memo
from bombsight.compiler.incremental.query import Queries, Results, query
from bombsight.compiler.options import set_options
from bombsight.compiler.overlay_stacks import check_stacks
from bombsight.compiler.overlays import AmendedProgram, amend
from bombsight.compiler.overlays.active_overlays import overlays_in_force
from bombsight.compiler.overlays.removed_in_use import drop_examples_of_removed, report_removed_in_use
from bombsight.compiler.parsed_files import FileItems, read_files
from bombsight.compiler.preferences import check_preferences
from bombsight.compiler.program_files import check_variants, collect_program_files, left_out_items
from bombsight.compiler.request import Compilation, Request
from bombsight.compiler.resolve.program import resolve_program
from bombsight.compiler.resolve.resolution import ResolvedProgram
from bombsight.compiler.size_limits import check_file_sizes, measure_program
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import PREFERENCES
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.limits import MAX_HOST_FRAMES
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source

__all__ = ["Compilation", "Request", "compile_rules"]


@pause_gc()
def compile_rules(
    request: Request,
    *,
    proofs: bool = True,
    with_lookup_data: bool = True,
    previous: Results | None = None,
    prior_cost: int = 0,
) -> Compilation:
    """Compile a game's rules to a checked rule graph.

    Args:
        request: The rules and options.
        proofs: Whether to run the slow checks; rules that passed them once can skip them.
        with_lookup_data: Whether to compute data for display only: chapters and derived provenance. No finding depends
            on it.
        previous: Results of compiling nearly the same rules, if any; they only save time.
        prior_cost: The cost of earlier proofs of the same rules, charged to the same budget.
    """
    return link_and_check(
        run_front_end(request, previous), proofs=proofs, with_lookup_data=with_lookup_data, prior_cost=prior_cost
    )


@frozen(eq=False, kw_only=True)
class FrontEndResult:
    """The output of the front end: every item resolved by itself, before checks across items.

    Attributes:
        request: The compilation request.
        graph: The rule graph without edges and other whole-program data; None if there is no manifest.
        diagnostics: The findings so far.
        sources: The files by path.
        items: The items in force.
        identifying: The items that identify the rules: the same as ``items``, but for what preferences change.
        overlays: The overlays in force.
        quoted: Each line that an overlay quotes or inserts, with the line at that place in the rules.
        parts: The files as written, chapter by chapter.
        doubt: The taint of errors.
        lost: The unreadable parts; None if the front end stopped before.
        results: The results of the queries so far.
    """

    request: Request
    graph: RuleGraph | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source]
    items: tuple[ast.Item, ...] = ()
    identifying: tuple[ast.Item, ...] = ()
    overlays: tuple[ast.Overlay, ...] = ()
    quoted: tuple[tuple[ast.Node, ast.Node], ...] = ()
    parts: tuple[Section, ...] = ()
    doubt: ErrorTaint = NO_TAINT
    lost: UnparsedParts | None = None
    results: Results

    @property
    def files(self) -> Mapping[str, FileItems]:
        """The parsed files, by path."""
        return self.results.last(read_files) or {}

    @property
    def resolved(self) -> ResolvedProgram | None:
        """The resolved program; None if the front end stopped before."""
        return self.results.last(resolve_program)

    @property
    def proofs(self) -> ProgramProofs | None:
        """The results of the per-item checks; None if these checks did not run yet."""
        return last_proofs(self.results)

    @property
    def has_stale_items(self) -> bool:
        """Whether some items keep the resolutions of an earlier version, which were not checked again."""
        return self.resolved is not None and bool(self.resolved.late)

    def drop_cascading(self, diagnostics: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
        """Yield the findings, without those that merely follow from text that the parser could not read."""
        return diagnostics if self.lost is None else drop_cascading_findings(diagnostics, self.lost, self.sources)


def last_proofs(results: Results | None) -> ProgramProofs | None:
    """Return the results of the per-item checks from the last query results; None if there are none."""
    history = results.last(prove_items) if results is not None else None
    return history.last if history is not None else None


@pause_gc()
def run_front_end(
    request: Request, previous: Results | None = None, should_resolve: Callable[[ast.Item], bool] = lambda item: True
) -> FrontEndResult:
    """Run the front end: parse the rules, apply overlays, and resolve each item.

    Args:
        request: The rules and options.
        previous: The results of compiling nearly the same rules.
        should_resolve: Whether to resolve an unchanged item again although names in it may have changed their meaning;
            other such items keep their old resolution (:attr:`FrontEndResult.has_stale_items`).
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), MAX_HOST_FRAMES))
    queries = Queries(previous)
    sources = {source.path: source for source in (*request.base, *request.house, *request.scripts)}
    rules = FrontEndResult(request=request, sources=sources, results=queries.results)
    too_large = check_file_sizes(tuple(sources.values()))
    if too_large:
        return evolve(rules, diagnostics=tuple(too_large))

    read = collect_program_files(queries.run(read_files, (*request.base, *request.house)), request)
    rules = evolve(rules, overlays=read.overlays)
    sizes = queries.run(measure_program, read.items, read.overlays)
    if sizes.findings:
        return evolve(rules, diagnostics=(*read.diagnostics, *sizes.findings), results=queries.results)

    amended = queries.run(amend, read.items, read.overlays, sources, read.game, read.variants)
    sizes = measure_program.rerun(sizes, amended.items, ()) if read.overlays else sizes
    if sizes.findings:
        return evolve(rules, diagnostics=(*read.diagnostics, *sizes.findings), results=queries.results)

    kept = tuple(drop_examples_of_removed(amended.items, amended.removed)) if amended.removed else amended.items
    rule_overlays = tuple(overlay for overlay in read.overlays if overlay.kind != PREFERENCES)
    identifying = kept
    if len(rule_overlays) < len(read.overlays):
        rules_alone = queries.run(amend_rules_alone, read.items, rule_overlays, sources, read.game, read.variants)
        identifying = tuple(drop_examples_of_removed(rules_alone.items, rules_alone.removed))
    counting = (*kept, *drop_examples_of_removed(request.examples, amended.removed))
    resolved = queries.run(resolve_program, counting, sources, should_resolve)
    declared = queries.run(declared_names_by_item, counting).values if read.damaged else ()
    lost = collect_unparsed_parts(read.damaged, declared)
    misplaced = check_preferences(amended.deeds)
    wrong = (*check_variants(request, read), *amended.diagnostics, *misplaced, *resolved.diagnostics)
    findings = drop_uses_of_reserved_names(
        [*read.diagnostics, *drop_cascading_findings(wrong, lost, sources)], wrong, sources
    )
    if amended.removed:
        findings = [*report_removed_in_use(findings, amended.removed)]
    graph = resolved.graph
    if graph is not None:
        left_out = partial(left_out_items, without=request.without)
        graph = evolve(graph, overlays=overlays_in_force(read.overlays, amended.changes, left_out))
        graph, unfit = set_options(graph, request.options)
        findings += unfit
        if amended.stacks:
            findings += check_stacks(amended.stacks, graph, queries.run(analyze_effects, graph))
    return evolve(
        rules,
        graph=graph,
        diagnostics=tuple(findings),
        items=kept,
        identifying=identifying,
        quoted=amended.quoted,
        parts=read.parts,
        doubt=collect_error_taint((*read.diagnostics, *wrong), read.damaged, sources),
        lost=lost,
        results=queries.results,
    )


@query
def amend_rules_alone(
    previous: AmendedProgram | None,
    items: Sequence[ast.Item],
    overlays: Sequence[ast.Overlay],
    sources: Mapping[str, Source],
    game: str | None,
    inactive_variants: Sequence[ast.Overlay],
) -> AmendedProgram:
    """Apply overlays without preferences, which are no part of the identity of rules; see :func:`amend`.

    Args:
        previous: The last result.
        items: The items of the game.
        overlays: The overlays in force, without preferences.
        sources: Every file by its path.
        game: The game's name.
        inactive_variants: Variants not in force.
    """
    return amend.rerun(previous, items, overlays, sources, game, inactive_variants)


@pause_gc()
def prove_rules(
    rules: FrontEndResult,
    should_check: Callable[[Node], bool] = lambda item: True,
    should_stop: Callable[[], bool] = lambda: False,
    *,
    interactive: bool = False,
    prior_cost: int = 0,
) -> FrontEndResult:
    """Run the per-item checks on the front end result, and return it with their findings.

    Args:
        rules: The rules.
        should_check: Whether to check a changed item now. Items that reach a stale resolution are left for later.
        should_stop: Asked before each item: whether to leave the rest for later.
        interactive: Whether an editor waits: only items with changed text are checked, slow checks are left for later,
            and other items keep their earlier findings.
        prior_cost: The cost of earlier proofs of the same rules, charged to the same budget.
    """
    graph, resolved, proofs = rules.graph, rules.resolved, rules.proofs
    if graph is None or (proofs is not None and proofs.is_complete_for(graph)):
        return rules
    queries = Queries(rules.results)
    previous_effects = rules.results.last(analyze_effects)
    program = program_to_check(rules, graph, queries.run(analyze_effects, graph))
    unknown = callees_of(graph, resolved.outdated_nodes) if resolved is not None else frozenset()

    def can_check(item: Node) -> bool:
        """Whether to check an item now: the caller wants it, and it calls nothing that is unresolved."""
        return should_check(item) and (not unknown or unknown.isdisjoint(program.effects.effect_of(item).calls))

    queries.run(
        prove_items,
        program,
        can_check,
        should_stop,
        interactive=interactive,
        effects=previous_effects,
        prior_cost=prior_cost,
    )
    return evolve(rules, results=queries.results)


def item_findings(rules: FrontEndResult) -> tuple[Diagnostic, ...]:
    """List the findings of the per-item checks so far, without those on choices that every caller guards."""
    graph, proofs = rules.graph, rules.proofs
    if graph is None or proofs is None:
        return ()
    effects = rules.results.last(analyze_effects) or Effects(graph)
    return tuple(drop_guarded(program_to_check(rules, graph, effects), proofs.findings, proofs.cost))


@pause_gc()
def results_for_house_rules(compilation: Compilation, allowance: Allowance) -> Results:
    """Select the query results of error-free rules worth caching for compilations with house rules on top.

    They gain the per-item findings for a program with errors elsewhere: checks report less then, so without these the
    first error in house rules would force a check of every item. Results useless in another process are dropped.

    Args:
        compilation: The compilation of the rules, with all proofs.
        allowance: The limit of work, which the proofs have already drawn on.
    """
    results = compilation.results
    assert results is not None
    history, effects, amended = results.last(prove_items), results.last(analyze_effects), results.last(amend)
    assert history is not None
    assert history.sound is not None
    assert effects is not None
    assert amended is not None
    sound = history.sound
    program = AnalyzedProgram(
        sound.graph,
        compilation.items,
        TAINTED_ELSEWHERE,
        effects=effects,
        option_witnesses=sound.option_witnesses,
        allowance=allowance,
    )
    doubtful = prove_items(program, effects=effects, prior_cost=sound.cost).last
    results = results.drop(build_provenance, amend_rules_alone).with_result(analyze_effects, effects.as_cacheable())
    results = results.with_result(amend, AmendedProgram(amended.items, (), ()))
    return results.with_result(prove_items, evolve(history, last=sound, doubtful=doubtful))


def program_to_check(
    rules: FrontEndResult, graph: RuleGraph, effects: Effects, item_memos: ItemMemos | None = None
) -> AnalyzedProgram:
    """Bundle the graph, effects, error taint and memos as the program that the checks take as input.

    Args:
        rules: The output of the front end.
        graph: The rule graph.
        effects: The side effects of all items.
        item_memos: Memo tables of earlier checks; None for new ones.
    """
    own_word = [source.path for source in rules.request.house]
    heard = rules.proofs.option_witnesses if rules.proofs is not None else {}
    return AnalyzedProgram(
        graph, rules.items, rules.doubt, own_word, effects, item_memos, heard, rules.request.allowance
    )


@pause_gc()
def link_and_check(
    rules: FrontEndResult, *, proofs: bool = True, with_lookup_data: bool = True, prior_cost: int = 0
) -> Compilation:
    """Run the whole-program stages on a front end result: dependency edges, hashes, provenance, and checks.

    Args:
        rules: The output of the front end.
        proofs: Whether to run the slow checks.
        with_lookup_data: Whether to compute data for display only; see :func:`compile_rules`.
        prior_cost: The cost of earlier proofs of the same rules.
    """
    if proofs:
        rules = prove_rules(rules, prior_cost=prior_cost)
    queries, graph, diagnostics = Queries(rules.results), rules.graph, rules.diagnostics
    if graph is not None:
        rests = (
            queries.run(build_provenance, graph)
            if with_lookup_data
            else queries.put(build_provenance, ProvenanceGraph({}))
        )
        graph = evolve(
            graph,
            rules_hash=hash_texts(queries.run(canonical_rules, rules.identifying)),
            wording_hash=hash_texts(queries.run(canonical_wording, (*rules.identifying, *rules.request.examples))),
            chapters=chapters_of(graph, rules.parts) if with_lookup_data else (),
            edges=edges_of(graph, queries.run(collect_edges_by_item, graph)),
            derived=derived_standings(rests),
        )
        queries.run(collect_far_reaching, graph)
        effects = rules.results.last(analyze_effects)
        if proofs and effects is not None and rules.proofs is not None:
            checked = queries.run(check_program, rules, graph, effects, rules.proofs)
            diagnostics = (*diagnostics, *rules.drop_cascading(checked.diagnostics))
    return make_compilation(graph, diagnostics, rules.sources, rules.overlays, rules.items, queries.results)


@frozen(eq=False)
class CheckResult:
    """The findings of all checks.

    Attributes:
        diagnostics: The findings.
        notes: Memos of the whole-program checks, per item.
    """

    diagnostics: tuple[Diagnostic, ...]
    notes: Mapping[str, Memo[Any, Any]]


@query
def check_program(
    previous: CheckResult | None, rules: FrontEndResult, graph: RuleGraph, effects: Effects, proofs: ProgramProofs
) -> CheckResult:
    """Run all checks (memoized query), and return their findings.

    Args:
        previous: The result for the last version.
        rules: The rules.
        graph: Their graph.
        effects: Its effects.
        proofs: The results of the per-item checks.
    """
    notes = ItemMemos(previous.notes if previous is not None else {})
    files = (*rules.request.base, *rules.request.house)
    diagnostics = run_checks(program_to_check(rules, graph, effects, notes), proofs, rules.parts, files)
    return CheckResult(tuple(diagnostics), notes.found)


def make_compilation(
    graph: RuleGraph | None,
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    overlays: Iterable[ast.Overlay],
    items: Iterable[ast.Item] = (),
    results: Results | None = None,
) -> Compilation:
    """Make the result of a compilation, with findings sorted and placed in files that can be opened.

    Args:
        graph: The rule graph; None without a manifest.
        diagnostics: The findings of all stages, in any order.
        sources: The files by path.
        overlays: The overlays in force.
        items: The items in force.
        results: The results of the queries.
    """
    files = {source.file: source for source in sources.values() if source.file}
    return Compilation(
        graph=graph,
        diagnostics=sort_findings(diagnostics, sources),
        sources={**sources, **files},
        overlays=tuple(overlays),
        items=tuple(items),
        results=results,
    )


def sort_findings(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> tuple[Diagnostic, ...]:
    """Sort findings by place, and give them paths of files that can be opened."""
    return tuple(
        sorted((finding.with_openable_paths(sources) for finding in diagnostics), key=lambda finding: finding.sort_key)
    )
