"""The stages in a row: text, syntax trees, overlays, names and types, checks, rule graph.

Each stage takes values and returns a value with diagnostics. None raises on what a user
wrote, and later stages do what they can with what is whole.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from compiler.checks import check
from compiler.edges import edges_of
from compiler.graph.nodes import OverlayChange, OverlayEntry, OverlayInForce, RuleGraph
from compiler.measure import measured, measured_files
from compiler.overlays import Change, amend
from compiler.request import Request
from compiler.resolve.program import resolve
from dsl import ast
from dsl.diagnostic import Diagnostic, Severity
from dsl.limits import FRAMES
from dsl.parser import parse
from dsl.source import Source

__all__ = ["Compiled", "Request", "compile_rules"]


@frozen(kw_only=True)
class Compiled:
    """What came of it.

    Attributes:
        graph: The rule graph; None where there is no manifest to speak of.
        diagnostics: All findings, in the order of their places.
        sources: The files by path, for showing findings.
        overlays: Those in force, in their order.
    """

    graph: RuleGraph | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    overlays: tuple[ast.Overlay, ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that make the program wrong."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)


def compile_rules(request: Request, *, proofs: bool = True) -> Compiled:
    """Compile a game.

    Args:
        request: What to compile.
        proofs: Whether to prove what takes time; rules that have been proved once need it no more.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    sources = {source.path: source for source in (*request.base, *request.house, *request.scripts)}
    diagnostics: list[Diagnostic] = measured_files((*request.base, *request.house, *request.scripts))
    if diagnostics:
        return Compiled(graph=None, diagnostics=tuple(diagnostics), sources=sources, overlays=())
    base: list[ast.Item] = []
    overlays: list[ast.Overlay] = []
    for source in request.base:
        parsed = parse(source)
        diagnostics.extend(parsed.diagnostics)
        for item in parsed.file.items:
            if not isinstance(item, ast.Overlay):
                base.append(item)
            elif in_force(item, request):
                overlays.append(item)
    for source in request.house:
        parsed = parse(source)
        diagnostics.extend(parsed.diagnostics)
        overlays.extend(item for item in parsed.file.items if isinstance(item, ast.Overlay))
        base.extend(item for item in parsed.file.items if not isinstance(item, ast.Overlay))
    beyond = measured(base, overlays)
    if beyond:
        diagnostics = sorted([*diagnostics, *beyond], key=lambda d: d.sort_key)
        return Compiled(graph=None, diagnostics=tuple(diagnostics), sources=sources, overlays=tuple(overlays))
    game = next((item.name for item in base if isinstance(item, ast.Game)), None)
    diagnostics.extend(unknown_overlays(request, base, overlays))
    amended = amend(base, overlays, sources, game)
    diagnostics.extend(amended.diagnostics)
    resolved = resolve((*amended.items, *request.examples), sources, request.options)
    diagnostics.extend(resolved.diagnostics)
    graph = resolved.graph
    if graph is not None:
        graph = evolve(graph, overlays=overlays_in_force(overlays, amended.changes))
        graph = evolve(graph, edges=edges_of(graph))
        if proofs:
            diagnostics.extend(check(graph, amended.items, tuple(diagnostics), request.house))
    diagnostics.sort(key=lambda d: d.sort_key)
    return Compiled(graph=graph, diagnostics=tuple(diagnostics), sources=sources, overlays=tuple(overlays))


def in_force(overlay: ast.Overlay, request: Request) -> bool:
    """Errata of the game are in force unless told otherwise, its variants when asked for."""
    if overlay.kind == "errata":
        return overlay.name not in request.without
    if overlay.kind == "variant":
        return overlay.name in request.variants
    return True


def unknown_overlays(
    request: Request, base: Sequence[ast.Item], overlays: Sequence[ast.Overlay]
) -> Sequence[Diagnostic]:
    """Variants that were asked for and do not exist."""
    names = {overlay.name for overlay in overlays if overlay.kind == "variant"}
    game = next((item for item in base if isinstance(item, ast.Game)), None)
    span = game.span if game is not None else ast.File("", ()).span
    return [
        Diagnostic("O020", f"there is no variant {name}", span, help="Name one that the game's files hold.")
        for name in request.variants
        if name not in names
    ]


def overlays_in_force(overlays: Sequence[ast.Overlay], changes: Sequence[Change]) -> tuple[OverlayInForce, ...]:
    """What each overlay's items did, for people."""
    by_entry: dict[tuple[str, str], list[OverlayChange]] = {}
    for change in changes:
        made = OverlayChange(kind=change.kind, target=change.target, was=change.was, now=change.now)
        by_entry.setdefault((change.overlay, change.number), []).append(made)
    return tuple(
        OverlayInForce(
            kind=overlay.kind,
            name=overlay.name,
            title=overlay.title,
            cite=overlay.cite,
            author=overlay.author,
            entries=tuple(
                OverlayEntry(
                    number=entry.number,
                    title=entry.title,
                    cite=entry.cite,
                    changes=tuple(by_entry.get((f"{overlay.kind} {overlay.name}", entry.number), ())),
                )
                for entry in overlay.entries
            ),
            span=overlay.span,
        )
        for overlay in overlays
    )
