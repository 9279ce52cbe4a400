"""The stages in a row: text, syntax trees, overlays, names and types, checks, rule graph.

Each stage takes values and returns a value with diagnostics. None raises on what a user
wrote, and later stages do what they can with what is whole.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import evolve

from bombsight.boundary.budget import Allowance
from bombsight.compiler.carried import Notes, carried
from bombsight.compiler.chapters import Section, chapters_of
from bombsight.compiler.checks import check, prove
from bombsight.compiler.checks.guarded import but_guarded
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.single import callees
from bombsight.compiler.consequences import Lost, but_uses_of_taken, declared_by, independent, lost_of
from bombsight.compiler.derived_standing import Foundations, derived_standings, foundations
from bombsight.compiler.doubt import NO_DOUBT, SOMEWHERE, Doubt, doubt_of
from bombsight.compiler.edges import edges_of, linked
from bombsight.compiler.findings import near
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node, RuleGraph
from bombsight.compiler.graph.overlays import OverlayChange, OverlayEntry, OverlayInForce
from bombsight.compiler.graph.reaching import far_reaching
from bombsight.compiler.identity import hash_of, rules_texts, wording_texts
from bombsight.compiler.measure import measured, measured_files
from bombsight.compiler.memory import Memory
from bombsight.compiler.options import with_options
from bombsight.compiler.overlays import Change, amend
from bombsight.compiler.reading import read
from bombsight.compiler.request import Compiled, Request
from bombsight.compiler.resolve.program import resolve
from bombsight.dsl import ast
from bombsight.dsl.collecting import uncollected
from bombsight.dsl.damage import Damage
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.headings import game_id, of_others
from bombsight.dsl.limits import FRAMES
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source

__all__ = ["Compiled", "Request", "compile_rules"]


@uncollected()
def compile_rules(
    request: Request, *, proofs: bool = True, looked_up: bool = True, before: Memory | None = None, spent: int = 0
) -> Compiled:
    """Compile a game.

    Args:
        request: What to compile.
        proofs: Whether to prove what takes time; rules that have been proved once need it no more.
        looked_up: Whether to work out what only people look up: under which heading items stand, and how well is known
            what computes with what is known less well. Nothing that is found hangs on it.
        before: What was left by compiling nearly the same, if anything was; it makes no difference to what comes out.
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
        memory: What the stages left so far.
    """

    request: Request
    graph: RuleGraph | None = None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    items: tuple[ast.Item, ...] = ()
    overlays: tuple[ast.Overlay, ...] = ()
    quoted: tuple[tuple[ast.Node, ast.Node], ...] = ()
    parts: tuple[Section, ...] = ()
    doubt: Doubt = NO_DOUBT
    lost: Lost | None = None
    memory: Memory

    @property
    def late(self) -> bool:
        """Whether there are items of which nobody looked whether they mean what they meant."""
        return self.memory.resolved is not None and bool(self.memory.resolved.late)

    def told(self, found: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
        """Findings without those that only follow from what could not be read."""
        return found if self.lost is None else independent(found, self.lost, self.sources)


@uncollected()
def understood(
    request: Request, before: Memory | None = None, wanted: Callable[[ast.Item], bool] = lambda item: True
) -> Understood:
    """Read rules, lay overlays over them, and find out what each item means.

    Args:
        request: What to compile.
        before: What was left by compiling nearly the same.
        wanted: Whether to find out of an item that is as it was, while names in it may mean something else by now; of
            the others it is taken that they mean what they meant (:attr:`Understood.late`).
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    before = before or Memory()
    files = (*request.base, *request.house)
    sources = {source.path: source for source in (*files, *request.scripts)}
    diagnostics: list[Diagnostic] = measured_files(tuple(sources.values()))
    if diagnostics:
        return Understood(request=request, diagnostics=tuple(diagnostics), sources=sources, memory=before)
    reads = {source.path: read(source, before.files.get(source.path)) for source in files}
    memory = evolve(before, files=reads)
    base: list[ast.Item] = []
    parts: list[Section] = []
    overlays: list[ast.Overlay] = []
    absent: list[ast.Overlay] = []
    damaged: list[Damage] = []
    amended_game = game_id(request.base) if request.house else ""
    for source in files:
        found = reads[source.path]
        others = of_others(source.text, amended_game) if source in request.house else ()
        damaged += found.parsed.damaged
        diagnostics.extend(found.parsed.diagnostics)
        parts += found.parts
        for item in found.items:
            if not isinstance(item, ast.Overlay):
                base.append(item)
            elif any(item.span.line in lines for lines in others):
                absent.append(item)
            else:
                (overlays if source in request.house or in_force(item, request) else absent).append(item)
    measures = measured(base, overlays, before.measured)
    memory = evolve(memory, measured=measures)
    if measures.findings:
        diagnostics.extend(measures.findings)
        return Understood(
            request=request,
            diagnostics=tuple(diagnostics),
            sources=sources,
            overlays=tuple(overlays),
            memory=memory,
        )
    game = next((item.name for item in base if isinstance(item, ast.Game)), None)
    variants = [overlay for overlay in absent if overlay.kind == "variant"]
    amended = amend(base, overlays, sources, game, variants, before.amended, before.deeds)
    if overlays:
        measures = measured(amended.items, (), measures)
        if measures.findings:
            diagnostics.extend(measures.findings)
            return Understood(
                request=request,
                diagnostics=tuple(diagnostics),
                sources=sources,
                overlays=tuple(overlays),
                memory=memory,
            )
    resolved = resolve((*amended.items, *request.examples), sources, before.resolved, wanted)
    wrong = (*unknown_overlays(request, base, overlays, variants), *amended.diagnostics, *resolved.diagnostics)
    declared = before.declared
    if damaged:
        declared = carried((*amended.items, *request.examples), declared_by, before.declared)
    lost = lost_of(damaged, declared.values if declared is not None else ())
    doubt = doubt_of((*diagnostics, *wrong), damaged, sources)
    diagnostics = but_uses_of_taken([*diagnostics, *independent(wrong, lost, sources)], wrong, sources)
    graph = resolved.graph
    if graph is not None:
        graph = evolve(graph, overlays=overlays_in_force(overlays, amended.changes))
        graph, unfit = with_options(graph, request.options)
        diagnostics.extend(unfit)
    return Understood(
        request=request,
        graph=graph,
        diagnostics=tuple(diagnostics),
        sources=sources,
        items=amended.items,
        overlays=tuple(overlays),
        quoted=amended.quoted,
        parts=tuple(parts),
        doubt=doubt,
        lost=lost,
        memory=evolve(memory, amended=amended.items, deeds=amended.deeds, resolved=resolved, declared=declared),
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
    """The same rules, and in their memory what the checks find that look at one item at a time.

    Args:
        rules: The rules.
        wanted: Whether an item of the graph is to be looked at now, where it is not as it was. What comes to one of
            which nobody knows what it means is left for another time.
        stop: Asked before each of them: whether to leave the others for another time.
        at_once: Whether somebody waits: only items that are written otherwise than before are looked at, and what of
            them takes long is left for another time. Of the rest what was found before is told.
        spent: What proofs of the same rules have cost already, which counts for the same budget.
    """
    memory = rules.memory
    if rules.graph is None or (memory.proofs is not None and memory.proofs.complete_of(rules.graph)):
        return rules
    program = program_of(rules, rules.graph, Effects(rules.graph, memory.effects))
    unknown = callees(rules.graph, memory.resolved.unsure_nodes) if memory.resolved is not None else frozenset()

    def knowable(item: Node) -> bool:
        return wanted(item) and (not unknown or unknown.isdisjoint(program.effects.of(item).calls))

    found = prove(program, memory.proved, knowable, stop, at_once=at_once, effects=memory.effects, spent=spent)
    memory = evolve(memory, effects=program.effects, proofs=found)
    return evolve(rules, memory=evolve(memory, sound=found) if found.whole else evolve(memory, doubtful=found))


def found_by_item(rules: Understood) -> tuple[Diagnostic, ...]:
    """What the checks have found by now that look at one item at a time, but for what those who call it rule out."""
    graph, memory = rules.graph, rules.memory
    if graph is None or memory.proofs is None:
        return ()
    effects = memory.effects or Effects(graph)
    return tuple(but_guarded(program_of(rules, graph, effects), memory.proofs.findings, memory.proofs.cost))


@uncollected()
def doubted(result: Compiled, allowance: Allowance) -> Memory:
    """What was left by compiling rules that are sound, and what is found in their single items where there are errors.

    Checks say less of a program with errors, so with the first of them every item would have to be looked at again.

    Args:
        result: What came of the rules, all of them proved.
        allowance: How much work they may cost, what proving them has cost included.
    """
    memory = result.memory
    assert memory is not None
    assert memory.proofs is not None
    graph, heard = memory.proofs.graph, memory.proofs.heard
    program = Program(graph, result.items, SOMEWHERE, effects=memory.effects, heard=heard, allowance=allowance)
    spent = memory.proofs.cost
    return evolve(memory, doubtful=prove(program, effects=memory.effects, spent=spent))


def program_of(rules: Understood, graph: RuleGraph, effects: Effects, notes: Notes | None = None) -> Program:
    """What the checks look at."""
    own_word = [source.path for source in rules.request.house]
    heard = rules.memory.proofs.heard if rules.memory.proofs is not None else {}
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
    graph, memory, diagnostics = rules.graph, rules.memory, rules.diagnostics
    if graph is not None:
        texts = rules_texts(rules.items, memory.rules_texts)
        wording = wording_texts((*rules.items, *rules.request.examples), memory.wording_texts)
        edges = linked(graph, memory.linked)
        rests = foundations(graph) if looked_up else Foundations({})
        graph = evolve(
            graph,
            rules_hash=hash_of(texts),
            wording_hash=hash_of(wording),
            chapters=chapters_of(graph, rules.parts) if looked_up else (),
            edges=edges_of(graph, edges),
            derived=derived_standings(rests),
        )
        reaching = far_reaching(graph, memory.reaching)
        memory = evolve(
            memory, rules_texts=texts, wording_texts=wording, linked=edges, foundations=rests, reaching=reaching
        )
        if proofs and memory.effects is not None and memory.proofs is not None:
            files = (*rules.request.base, *rules.request.house)
            notes = Notes(memory.notes)
            checked = check(program_of(rules, graph, memory.effects, notes), memory.proofs, rules.parts, files)
            diagnostics = (*diagnostics, *rules.told(checked))
            memory = evolve(memory, notes=notes.found)
    return compiled(graph, diagnostics, rules.sources, rules.overlays, rules.items, memory)


def compiled(
    graph: RuleGraph | None,
    found: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    overlays: Iterable[ast.Overlay],
    items: Iterable[ast.Item] = (),
    memory: Memory | None = None,
) -> Compiled:
    """What came of it, the findings in order and in files that can be opened.

    Args:
        graph: The rule graph; None where it could not be made.
        found: The findings of all stages, in any order.
        sources: The files by path.
        overlays: The overlays in force.
        items: The items as they count.
        memory: What the stages left.
    """
    files = {source.file: source for source in sources.values() if source.file}
    return Compiled(
        graph=graph,
        diagnostics=placed(found, sources),
        sources={**sources, **files},
        overlays=tuple(overlays),
        items=tuple(items),
        memory=memory,
    )


def placed(found: Iterable[Diagnostic], sources: Mapping[str, Source]) -> tuple[Diagnostic, ...]:
    """Findings in the order of their places, in files that can be opened."""
    return tuple(sorted((finding.in_files(sources) for finding in found), key=lambda finding: finding.sort_key))


def in_force(overlay: ast.Overlay, request: Request) -> bool:
    """Errata of the game are in force unless told otherwise, its variants when asked for."""
    if overlay.kind == "errata":
        return overlay.name not in request.without
    if overlay.kind == "variant":
        return overlay.name in request.variants
    return True


def unknown_overlays(
    request: Request, base: Sequence[ast.Item], overlays: Sequence[ast.Overlay], absent: Sequence[ast.Overlay]
) -> Sequence[Diagnostic]:
    """Variants that were asked for and do not exist.

    Args:
        request: What was asked for.
        base: The game's items.
        overlays: Those in force.
        absent: The variants that are not.
    """
    names = {overlay.name: overlay.title for overlay in (*overlays, *absent) if overlay.kind == "variant"}
    game = next((item for item in base if isinstance(item, ast.Game)), None)
    span = game.span if game is not None else ast.File("", ()).span
    return [
        Diagnostic("O020", f"there is no variant {name}", span, help=near(name, names, kind="variant"))
        for name in request.variants
        if name not in names
    ]


def overlays_in_force(overlays: Sequence[ast.Overlay], changes: Sequence[Change]) -> tuple[OverlayInForce, ...]:
    """What each overlay's items did, for people."""
    by_entry: dict[tuple[str, str], list[OverlayChange]] = {}
    for change in changes:
        made = OverlayChange(kind=change.kind, target=change.target, place=change.place, was=change.was, now=change.now)
        by_entry.setdefault((change.overlay, change.number), []).append(made)
    return tuple(
        OverlayInForce(
            kind=overlay.kind,
            name=overlay.name,
            title=overlay.title,
            origin=overlay.origin,
            author=overlay.author,
            entries=tuple(
                OverlayEntry(
                    number=entry.number,
                    title=entry.title,
                    origin=entry.origin,
                    changes=tuple(by_entry.get((f"{overlay.kind} {overlay.name}", entry.number), ())),
                )
                for entry in overlay.entries
            ),
            span=overlay.span,
        )
        for overlay in overlays
    )
