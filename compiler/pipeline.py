"""The stages in a row: text, syntax trees, overlays, names and types, checks, rule graph.

Each stage takes values and returns a value with diagnostics. None raises on what a user
wrote, and later stages do what they can with what is whole.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from bombsight.compiler.chapters import Section, chapters_of, inherited, sections
from bombsight.compiler.checks import check
from bombsight.compiler.consequences import but_uses_of_taken, independent, lost_of
from bombsight.compiler.derived_standing import derived_standings
from bombsight.compiler.doubt import doubt_of
from bombsight.compiler.edges import edges_of
from bombsight.compiler.findings import near
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.overlays import OverlayChange, OverlayEntry, OverlayInForce
from bombsight.compiler.measure import measured, measured_files
from bombsight.compiler.options import with_options
from bombsight.compiler.overlays import Change, amend
from bombsight.compiler.request import Compiled, Request
from bombsight.compiler.resolve.program import resolve
from bombsight.dsl import ast
from bombsight.dsl.collecting import uncollected
from bombsight.dsl.damage import Damage
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.limits import FRAMES
from bombsight.dsl.parser import read_file
from bombsight.dsl.source import Source

__all__ = ["Compiled", "Request", "compile_rules"]


@uncollected()
def compile_rules(request: Request, *, proofs: bool = True, proved: RuleGraph | None = None) -> Compiled:
    """Compile a game.

    Args:
        request: What to compile.
        proofs: Whether to prove what takes time; rules that have been proved once need it no more.
        proved: The same game with other overlays, if it was proved: what is as it was there is not proved again.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    sources = {source.path: source for source in (*request.base, *request.house, *request.scripts)}
    diagnostics: list[Diagnostic] = measured_files((*request.base, *request.house, *request.scripts))
    if diagnostics:
        return compiled(None, diagnostics, sources, [])
    base: list[ast.Item] = []
    parts: list[Section] = []
    overlays: list[ast.Overlay] = []
    absent: list[ast.Overlay] = []
    damaged: list[Damage] = []
    for source in request.base:
        parsed = read_file(source)
        damaged += parsed.damaged
        diagnostics.extend(parsed.diagnostics)
        parts += sections(parsed.file)
        for item in inherited(sections(parsed.file)):
            if not isinstance(item, ast.Overlay):
                base.append(item)
            else:
                (overlays if in_force(item, request) else absent).append(item)
    for source in request.house:
        parsed = read_file(source)
        damaged += parsed.damaged
        diagnostics.extend(parsed.diagnostics)
        parts += sections(parsed.file)
        for item in inherited(sections(parsed.file)):
            if isinstance(item, ast.Overlay):
                overlays.append(item)
            else:
                base.append(item)
    beyond = measured(base, overlays)
    if beyond:
        return compiled(None, [*diagnostics, *beyond], sources, overlays)
    game = next((item.name for item in base if isinstance(item, ast.Game)), None)
    variants = [overlay for overlay in absent if overlay.kind == "variant"]
    amended = amend(base, overlays, sources, game, variants)
    resolved = resolve((*amended.items, *request.examples), sources)
    found = (*unknown_overlays(request, base, overlays, variants), *amended.diagnostics, *resolved.diagnostics)
    lost = lost_of(damaged, (*amended.items, *request.examples))
    doubt = doubt_of((*diagnostics, *found), damaged, sources)
    diagnostics = but_uses_of_taken([*diagnostics, *independent(found, lost, sources)], found, sources)
    graph = resolved.graph
    if graph is not None:
        graph = evolve(graph, overlays=overlays_in_force(overlays, amended.changes), chapters=chapters_of(graph, parts))
        graph = evolve(graph, edges=edges_of(graph), derived=derived_standings(graph))
        graph, unfit = with_options(graph, request.options)
        diagnostics.extend(unfit)
        if proofs:
            proved_wrong = check(graph, amended.items, doubt, request.house, proved, parts, request.base)
            diagnostics.extend(independent(proved_wrong, lost, sources))
    return compiled(graph, diagnostics, sources, overlays, amended.items)


def compiled(
    graph: RuleGraph | None,
    found: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    overlays: Iterable[ast.Overlay],
    items: Iterable[ast.Item] = (),
) -> Compiled:
    """What came of it, the findings in order and in files that can be opened.

    Args:
        graph: The rule graph; None where it could not be made.
        found: The findings of all stages, in any order.
        sources: The files by path.
        overlays: The overlays in force.
        items: The items as they count.
    """
    diagnostics = sorted((finding.in_files(sources) for finding in found), key=lambda finding: finding.sort_key)
    files = {source.file: source for source in sources.values() if source.file}
    return Compiled(
        graph=graph,
        diagnostics=tuple(diagnostics),
        sources={**sources, **files},
        overlays=tuple(overlays),
        items=tuple(items),
    )


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
