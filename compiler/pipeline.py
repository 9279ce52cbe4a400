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
from bombsight.compiler.cascades import Lost, but_uses_of_taken, independent, lost_of, names_declared
from bombsight.compiler.chapters import Section, chapters_of
from bombsight.compiler.checks import check, prove
from bombsight.compiler.checks.caller_guards import but_guarded
from bombsight.compiler.checks.proofs import Proofs
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.single import callees
from bombsight.compiler.derived_provenance import Foundations, derived_standings, foundations
from bombsight.compiler.edges import edges_of, linked
from bombsight.compiler.error_taint import NO_DOUBT, SOMEWHERE, Doubt, doubt_of
from bombsight.compiler.graph.effects import Effects, effects_of
from bombsight.compiler.graph.nodes import Node, RuleGraph
from bombsight.compiler.graph.reaching import far_reaching
from bombsight.compiler.identity import hash_of, rules_texts, wording_texts
from bombsight.compiler.incremental.memo import Carried, Notes
from bombsight.compiler.incremental.query import Queries, Results, query
from bombsight.compiler.options import with_options
from bombsight.compiler.overlays import Amended, amend
from bombsight.compiler.overlays.in_force import overlays_in_force
from bombsight.compiler.program_files import program_files, unknown_overlays
from bombsight.compiler.reading import FileRead, read_files
from bombsight.compiler.request import Compiled, Request
from bombsight.compiler.resolve.program import resolve
from bombsight.compiler.resolve.resolved import Resolved
from bombsight.compiler.size_limits import measured, measured_files
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.gc_pause import uncollected
from bombsight.dsl.limits import FRAMES
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source

__all__ = ["Compiled", "Request", "compile_rules"]


@uncollected()
def compile_rules(
    request: Request, *, proofs: bool = True, looked_up: bool = True, before: Results | None = None, spent: int = 0
) -> Compiled:
    """Compile a game.

    Args:
        request: What to compile.
        proofs: Whether to prove what takes time; rules that have been proved once need it no more.
        looked_up: Whether to work out what only people look up: under which heading items stand, and how well is known
            what computes with what is known less well. Nothing that is found hangs on it.
        before: The results of compiling nearly the same, if there are any; they make no difference to what comes out.
        spent: What proofs of the same rules have cost already, which counts for the same budget.
    """
    return finished(understood(request, before), proofs=proofs, looked_up=looked_up, spent=spent)


@frozen(eq=False, kw_only=True)
class Understood:
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
    doubt: Doubt = NO_DOUBT
    lost: Lost | None = None
    results: Results

    @property
    def files(self) -> Mapping[str, FileRead]:
        """What was read of each file, by its path."""
        return self.results.last(read_files) or {}

    @property
    def resolved(self) -> Resolved | None:
        """What the items mean; None where nothing came so far."""
        return self.results.last(resolve)

    @property
    def proofs(self) -> Proofs | None:
        """What was found in single items; None where nobody looked so far."""
        return last_proofs(self.results)

    @property
    def late(self) -> bool:
        """Whether there are items of which nobody looked whether they mean what they meant."""
        return self.resolved is not None and bool(self.resolved.late)

    def told(self, found: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
        """Findings without those that only follow from what could not be read."""
        return found if self.lost is None else independent(found, self.lost, self.sources)


def last_proofs(results: Results | None) -> Proofs | None:
    """What was found in single items of the rules that were compiled last."""
    history = results.last(prove) if results is not None else None
    return history.last if history is not None else None


@uncollected()
def understood(
    request: Request, before: Results | None = None, wanted: Callable[[ast.Item], bool] = lambda item: True
) -> Understood:
    """Read rules, lay overlays over them, and find out what each item means.

    Args:
        request: What to compile.
        before: The results of compiling nearly the same.
        wanted: Whether to find out of an item that is as it was, while names in it may mean something else by now; of
            the others it is taken that they mean what they meant (:attr:`Understood.late`).
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    queries = Queries(before)
    sources = {source.path: source for source in (*request.base, *request.house, *request.scripts)}
    rules = Understood(request=request, sources=sources, results=queries.results)
    too_large = measured_files(tuple(sources.values()))
    if too_large:
        return evolve(rules, diagnostics=tuple(too_large))

    read = program_files(queries.run(read_files, (*request.base, *request.house)), request)
    rules = evolve(rules, overlays=read.overlays)
    sizes = queries.run(measured, read.items, read.overlays)
    if sizes.findings:
        return evolve(rules, diagnostics=(*read.diagnostics, *sizes.findings), results=queries.results)

    amended = queries.run(amend, read.items, read.overlays, sources, read.game, read.variants)
    sizes = measured.after(sizes, amended.items, ()) if read.overlays else sizes
    if sizes.findings:
        return evolve(rules, diagnostics=(*read.diagnostics, *sizes.findings), results=queries.results)

    counting = (*amended.items, *request.examples)
    resolved = queries.run(resolve, counting, sources, wanted)
    declared = queries.run(names_declared, counting).values if read.damaged else ()
    lost = lost_of(read.damaged, declared)
    wrong = (*unknown_overlays(request, read), *amended.diagnostics, *resolved.diagnostics)
    found = but_uses_of_taken([*read.diagnostics, *independent(wrong, lost, sources)], wrong, sources)
    graph = resolved.graph
    if graph is not None:
        graph = evolve(graph, overlays=overlays_in_force(read.overlays, amended.changes))
        graph, unfit = with_options(graph, request.options)
        found += unfit
    return evolve(
        rules,
        graph=graph,
        diagnostics=tuple(found),
        items=amended.items,
        quoted=amended.quoted,
        parts=read.parts,
        doubt=doubt_of((*read.diagnostics, *wrong), read.damaged, sources),
        lost=lost,
        results=queries.results,
    )


@uncollected()
def proved(
    rules: Understood,
    wanted: Callable[[Node], bool] = lambda item: True,
    stop: Callable[[], bool] = lambda: False,
    *,
    at_once: bool = False,
    spent: int = 0,
) -> Understood:
    """The same rules, and in their results what the checks find that look at one item at a time.

    Args:
        rules: The rules.
        wanted: Whether an item of the graph is to be looked at now, where it is not as it was. What comes to one of
            which nobody knows what it means is left for another time.
        stop: Asked before each of them: whether to leave the others for another time.
        at_once: Whether somebody waits: only items that are written otherwise than before are looked at, and what of
            them takes long is left for another time. Of the rest what was found before is told.
        spent: What proofs of the same rules have cost already, which counts for the same budget.
    """
    graph, resolved, proofs = rules.graph, rules.resolved, rules.proofs
    if graph is None or (proofs is not None and proofs.complete_of(graph)):
        return rules
    queries = Queries(rules.results)
    before = rules.results.last(effects_of)
    program = program_of(rules, graph, queries.run(effects_of, graph))
    unknown = callees(graph, resolved.unsure_nodes) if resolved is not None else frozenset()

    def knowable(item: Node) -> bool:
        return wanted(item) and (not unknown or unknown.isdisjoint(program.effects.of(item).calls))

    queries.run(prove, program, knowable, stop, at_once=at_once, effects=before, spent=spent)
    return evolve(rules, results=queries.results)


def found_by_item(rules: Understood) -> tuple[Diagnostic, ...]:
    """What the checks have found by now that look at one item at a time, but for what those who call it rule out."""
    graph, proofs = rules.graph, rules.proofs
    if graph is None or proofs is None:
        return ()
    effects = rules.results.last(effects_of) or Effects(graph)
    return tuple(but_guarded(program_of(rules, graph, effects), proofs.findings, proofs.cost))


@uncollected()
def kept_for_house_rules(result: Compiled, allowance: Allowance) -> Results:
    """The results of compiling rules that are sound, as they are kept for house rules laid over them.

    What is found in single items where there are errors joins them: checks say less of a program with errors, so with
    the first of them every item would have to be looked at again. What is of no use to another process is left out.

    Args:
        result: What came of the rules, all of them proved.
        allowance: How much work they may cost, what proving them has cost included.
    """
    results = result.results
    assert results is not None
    history, effects, amended = results.last(prove), results.last(effects_of), results.last(amend)
    assert history is not None
    assert history.sound is not None
    assert effects is not None
    assert amended is not None
    sound = history.sound
    program = Program(sound.graph, result.items, SOMEWHERE, effects=effects, heard=sound.heard, allowance=allowance)
    doubtful = prove(program, effects=effects, spent=sound.cost).last
    results = results.without(foundations).having(effects_of, effects.handed_on())
    results = results.having(amend, Amended(amended.items, (), ()))
    return results.having(prove, evolve(history, last=sound, doubtful=doubtful))


def program_of(rules: Understood, graph: RuleGraph, effects: Effects, notes: Notes | None = None) -> Program:
    """What the checks look at."""
    own_word = [source.path for source in rules.request.house]
    heard = rules.proofs.heard if rules.proofs is not None else {}
    return Program(graph, rules.items, rules.doubt, own_word, effects, notes, heard, rules.request.allowance)


@uncollected()
def finished(rules: Understood, *, proofs: bool = True, looked_up: bool = True, spent: int = 0) -> Compiled:
    """What takes all items together: how they hang together, the identity of the rules, and the checks.

    Args:
        rules: The rules, understood item by item.
        proofs: Whether to prove what takes time.
        looked_up: Whether to work out what only people look up; see :func:`compile_rules`.
        spent: What proofs of the same rules have cost already.
    """
    if proofs:
        rules = proved(rules, spent=spent)
    queries, graph, diagnostics = Queries(rules.results), rules.graph, rules.diagnostics
    if graph is not None:
        rests = queries.run(foundations, graph) if looked_up else queries.put(foundations, Foundations({}))
        graph = evolve(
            graph,
            rules_hash=hash_of(queries.run(rules_texts, rules.items)),
            wording_hash=hash_of(queries.run(wording_texts, (*rules.items, *rules.request.examples))),
            chapters=chapters_of(graph, rules.parts) if looked_up else (),
            edges=edges_of(graph, queries.run(linked, graph)),
            derived=derived_standings(rests),
        )
        queries.run(far_reaching, graph)
        effects = rules.results.last(effects_of)
        if proofs and effects is not None and rules.proofs is not None:
            checked = queries.run(check_whole, rules, graph, effects, rules.proofs)
            diagnostics = (*diagnostics, *rules.told(checked.diagnostics))
    return compiled(graph, diagnostics, rules.sources, rules.overlays, rules.items, queries.results)


@frozen(eq=False)
class Checked:
    """What all checks found.

    Attributes:
        diagnostics: The findings.
        notes: What the checks of the whole worked out of single items.
    """

    diagnostics: tuple[Diagnostic, ...]
    notes: Mapping[str, Carried[Any, Any]]


@query
def check_whole(
    before: Checked | None, rules: Understood, graph: RuleGraph, effects: Effects, proofs: Proofs
) -> Checked:
    """What all checks find.

    Args:
        before: What they found before.
        rules: The rules.
        graph: Their graph, as it came to be.
        effects: Its effects.
        proofs: What was found in single items.
    """
    notes = Notes(before.notes if before is not None else {})
    files = (*rules.request.base, *rules.request.house)
    found = check(program_of(rules, graph, effects, notes), proofs, rules.parts, files)
    return Checked(tuple(found), notes.found)


def compiled(
    graph: RuleGraph | None,
    found: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    overlays: Iterable[ast.Overlay],
    items: Iterable[ast.Item] = (),
    results: Results | None = None,
) -> Compiled:
    """What came of it, the findings in order and in files that can be opened.

    Args:
        graph: The rule graph; None where it could not be made.
        found: The findings of all stages, in any order.
        sources: The files by path.
        overlays: The overlays in force.
        items: The items as they count.
        results: The results of the queries.
    """
    files = {source.file: source for source in sources.values() if source.file}
    return Compiled(
        graph=graph,
        diagnostics=placed(found, sources),
        sources={**sources, **files},
        overlays=tuple(overlays),
        items=tuple(items),
        results=results,
    )


def placed(found: Iterable[Diagnostic], sources: Mapping[str, Source]) -> tuple[Diagnostic, ...]:
    """Findings in the order of their places, in files that can be opened."""
    return tuple(sorted((finding.in_files(sources) for finding in found), key=lambda finding: finding.sort_key))
