"""The stages in a row: text, syntax trees, overlays, names and types, checks, rule graph.

Each stage takes values and returns a value with diagnostics. None raises on what a user
wrote, and later stages do what they can with what is whole.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
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
from bombsight.compiler.overlays import AmendedProgram, amend
from bombsight.compiler.overlays.active_overlays import overlays_in_force
from bombsight.compiler.parsed_files import FileItems, read_files
from bombsight.compiler.program_files import check_variants, collect_program_files
from bombsight.compiler.request import Compilation, Request
from bombsight.compiler.resolve.program import resolve_program
from bombsight.compiler.resolve.resolution import ResolvedProgram
from bombsight.compiler.size_limits import check_file_sizes, measure_program
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
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
    """Compile a game.

    Args:
        request: What to compile.
        proofs: Whether to prove what takes time; rules that have been proved once need it no more.
        with_lookup_data: Whether to work out what only people look up: under which heading items stand, and how well
            is known what computes with what is known less well. Nothing that is found hangs on it.
        previous: The results of compiling nearly the same, if there are any; they make no difference to what comes out.
        prior_cost: What proofs of the same rules have cost already, which counts for the same budget.
    """
    return link_and_check(
        run_front_end(request, previous), proofs=proofs, with_lookup_data=with_lookup_data, prior_cost=prior_cost
    )


@frozen(eq=False, kw_only=True)
class FrontEndResult:
    """Rules as far as every item was understood by itself.

    Attributes:
        request: What was asked for.
        graph: The rule graph without edges, and what else takes all items together; None where there is no manifest.
        diagnostics: What was found.
        sources: The files by path.
        items: The items as they count.
        overlays: The overlays in force.
        quoted: Each line that they quote or put in the place of another, with the one that stood there.
        parts: The files as written, chapter by chapter.
        doubt: What nobody can be sure of.
        lost: What could not be read; None where nothing came so far.
        results: The results of the queries so far.
    """

    request: Request
    graph: RuleGraph | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, Source]
    items: tuple[ast.Item, ...] = ()
    overlays: tuple[ast.Overlay, ...] = ()
    quoted: tuple[tuple[ast.Node, ast.Node], ...] = ()
    parts: tuple[Section, ...] = ()
    doubt: ErrorTaint = NO_TAINT
    lost: UnparsedParts | None = None
    results: Results

    @property
    def files(self) -> Mapping[str, FileItems]:
        """What was read of each file, by its path."""
        return self.results.last(read_files) or {}

    @property
    def resolved(self) -> ResolvedProgram | None:
        """What the items mean; None where nothing came so far."""
        return self.results.last(resolve_program)

    @property
    def proofs(self) -> ProgramProofs | None:
        """What was found in single items; None where nobody looked so far."""
        return last_proofs(self.results)

    @property
    def has_stale_items(self) -> bool:
        """Whether there are items of which nobody looked whether they mean what they meant."""
        return self.resolved is not None and bool(self.resolved.late)

    def drop_cascading(self, diagnostics: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
        """Findings without those that only follow from what could not be read."""
        return diagnostics if self.lost is None else drop_cascading_findings(diagnostics, self.lost, self.sources)


def last_proofs(results: Results | None) -> ProgramProofs | None:
    """What was found in single items of the rules that were compiled last."""
    history = results.last(prove_items) if results is not None else None
    return history.last if history is not None else None


@pause_gc()
def run_front_end(
    request: Request, previous: Results | None = None, should_resolve: Callable[[ast.Item], bool] = lambda item: True
) -> FrontEndResult:
    """Read rules, lay overlays over them, and find out what each item means.

    Args:
        request: What to compile.
        previous: The results of compiling nearly the same.
        should_resolve: Whether to find out of an item that is as it was, while names in it may mean something else by
            now; of the others it is taken that they mean what they meant (:attr:`FrontEndResult.has_stale_items`).
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

    counting = (*amended.items, *request.examples)
    resolved = queries.run(resolve_program, counting, sources, should_resolve)
    declared = queries.run(declared_names_by_item, counting).values if read.damaged else ()
    lost = collect_unparsed_parts(read.damaged, declared)
    wrong = (*check_variants(request, read), *amended.diagnostics, *resolved.diagnostics)
    findings = drop_uses_of_reserved_names(
        [*read.diagnostics, *drop_cascading_findings(wrong, lost, sources)], wrong, sources
    )
    graph = resolved.graph
    if graph is not None:
        graph = evolve(graph, overlays=overlays_in_force(read.overlays, amended.changes))
        graph, unfit = set_options(graph, request.options)
        findings += unfit
    return evolve(
        rules,
        graph=graph,
        diagnostics=tuple(findings),
        items=amended.items,
        quoted=amended.quoted,
        parts=read.parts,
        doubt=collect_error_taint((*read.diagnostics, *wrong), read.damaged, sources),
        lost=lost,
        results=queries.results,
    )


@pause_gc()
def prove_rules(
    rules: FrontEndResult,
    should_check: Callable[[Node], bool] = lambda item: True,
    should_stop: Callable[[], bool] = lambda: False,
    *,
    interactive: bool = False,
    prior_cost: int = 0,
) -> FrontEndResult:
    """The same rules, and in their results what the checks find that look at one item at a time.

    Args:
        rules: The rules.
        should_check: Whether an item of the graph is to be looked at now, where it is not as it was. What comes to one
            of which nobody knows what it means is left for another time.
        should_stop: Asked before each of them: whether to leave the others for another time.
        interactive: Whether somebody waits: only items that are written otherwise than before are looked at, and what
            of them takes long is left for another time. Of the rest what was found before is told.
        prior_cost: What proofs of the same rules have cost already, which counts for the same budget.
    """
    graph, resolved, proofs = rules.graph, rules.resolved, rules.proofs
    if graph is None or (proofs is not None and proofs.is_complete_for(graph)):
        return rules
    queries = Queries(rules.results)
    previous_effects = rules.results.last(analyze_effects)
    program = program_to_check(rules, graph, queries.run(analyze_effects, graph))
    unknown = callees_of(graph, resolved.outdated_nodes) if resolved is not None else frozenset()

    def can_check(item: Node) -> bool:
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
    """What the checks have found by now that look at one item at a time, but for what those who call it rule out."""
    graph, proofs = rules.graph, rules.proofs
    if graph is None or proofs is None:
        return ()
    effects = rules.results.last(analyze_effects) or Effects(graph)
    return tuple(drop_guarded(program_to_check(rules, graph, effects), proofs.findings, proofs.cost))


@pause_gc()
def results_for_house_rules(compilation: Compilation, allowance: Allowance) -> Results:
    """The results of compiling rules that are sound, as they are kept for house rules laid over them.

    What is found in single items where there are errors joins them: checks say less of a program with errors, so with
    the first of them every item would have to be looked at again. What is of no use to another process is left out.

    Args:
        compilation: What came of the rules, all of them proved.
        allowance: How much work they may cost, what proving them has cost included.
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
    results = results.drop(build_provenance).with_result(analyze_effects, effects.as_cacheable())
    results = results.with_result(amend, AmendedProgram(amended.items, (), ()))
    return results.with_result(prove_items, evolve(history, last=sound, doubtful=doubtful))


def program_to_check(
    rules: FrontEndResult, graph: RuleGraph, effects: Effects, notes: ItemMemos | None = None
) -> AnalyzedProgram:
    """What the checks look at."""
    own_word = [source.path for source in rules.request.house]
    heard = rules.proofs.option_witnesses if rules.proofs is not None else {}
    return AnalyzedProgram(graph, rules.items, rules.doubt, own_word, effects, notes, heard, rules.request.allowance)


@pause_gc()
def link_and_check(
    rules: FrontEndResult, *, proofs: bool = True, with_lookup_data: bool = True, prior_cost: int = 0
) -> Compilation:
    """What takes all items together: how they hang together, the identity of the rules, and the checks.

    Args:
        rules: The rules, understood item by item.
        proofs: Whether to prove what takes time.
        with_lookup_data: Whether to work out what only people look up; see :func:`compile_rules`.
        prior_cost: What proofs of the same rules have cost already.
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
            rules_hash=hash_texts(queries.run(canonical_rules, rules.items)),
            wording_hash=hash_texts(queries.run(canonical_wording, (*rules.items, *rules.request.examples))),
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
    """What all checks found.

    Attributes:
        diagnostics: The findings.
        notes: What the checks of the whole worked out of single items.
    """

    diagnostics: tuple[Diagnostic, ...]
    notes: Mapping[str, Memo[Any, Any]]


@query
def check_program(
    previous: CheckResult | None, rules: FrontEndResult, graph: RuleGraph, effects: Effects, proofs: ProgramProofs
) -> CheckResult:
    """What all checks find.

    Args:
        previous: What they found before.
        rules: The rules.
        graph: Their graph, as it came to be.
        effects: Its effects.
        proofs: What was found in single items.
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
    """What came of it, the findings in order and in files that can be opened.

    Args:
        graph: The rule graph; None where it could not be made.
        diagnostics: The findings of all stages, in any order.
        sources: The files by path.
        overlays: The overlays in force.
        items: The items as they count.
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
    """Findings in the order of their places, in files that can be opened."""
    return tuple(
        sorted((finding.with_openable_paths(sources) for finding in diagnostics), key=lambda finding: finding.sort_key)
    )
