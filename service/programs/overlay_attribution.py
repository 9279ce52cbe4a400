"""Attribution of findings to the overlays that cause them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.file_kind import PREFERENCES, OverlayKind, find_overlay_names
from bombsight.service.programs.cache import load_cached_findings

if TYPE_CHECKING:
    from bombsight.compiler.incremental.query import Results

REQUESTED_KINDS = ("house", "variant")
"""The kinds of overlays that a call asks for; errata and preferences belong to the game as it comes."""


FindingsSource = Callable[[Request, "Results | None"], Iterable[Diagnostic]]
"""Gives the findings of a request, reusing the incremental results of a similar compilation."""


def load_or_compute_findings(request: Request, previous: Results | None) -> Iterable[Diagnostic]:
    """Load the compiler's findings on a request from the cache, or compile it, reusing ``previous`` results."""
    from bombsight.compiler.pipeline import compile_rules

    cached = load_cached_findings(request)
    return (
        cached if cached is not None else compile_rules(request, with_lookup_data=False, previous=previous).diagnostics
    )


def attribute_errors(
    request: Request, result: Compilation, find_base_findings: FindingsSource = load_or_compute_findings
) -> Compilation:
    """Reassign errors that house rules, variants or errata cause to the overlay at fault; return the compilation.

    An overlay causes an error if the game without it does not have that error; the game without overlays is checked for
    that if need be.
    """
    if not result.errors or not result.overlays:
        return result
    for kinds, base_request in (
        (REQUESTED_KINDS, strip_requested_overlays(request)),
        (("errata", PREFERENCES), strip_all_overlays(request)),
    ):
        result = attribute_findings(
            request, result, result.errors, kinds, partial(find_base_findings, base_request, result.results)
        )
    return result


def attribute_warnings(
    request: Request,
    result: Compilation,
    is_idle: Callable[[Diagnostic], bool],
    base_findings: Iterable[Diagnostic] | None = None,
) -> Compilation:
    """Reassign warnings and advice that house rules or variants cause to the overlay at fault; return the compilation.

    Args:
        request: The compiled request.
        result: Its result.
        is_idle: Whether a finding is no fault of the game if an overlay causes it: an item is unused or a condition
            constant only with the overlay. Such a finding is dropped.
        base_findings: The findings of the game without the overlays, if known.
    """
    from bombsight.compiler.suppressions import apply_suppressions

    if not (request.house or request.variants):
        return result
    from bombsight.compiler.pipeline import compile_rules

    warnings = [
        one for one in apply_suppressions(result.diagnostics, request.base) if one.severity is not Severity.ERROR
    ]

    def find_base_findings() -> Iterable[Diagnostic]:
        """Get or compute the findings, after suppressions, of the game without house rules and variants."""
        diagnostics = (
            base_findings
            if base_findings is not None
            else compile_rules(strip_requested_overlays(request), previous=result.results).diagnostics
        )
        return apply_suppressions(diagnostics, request.base)

    return attribute_findings(request, result, warnings, REQUESTED_KINDS, find_base_findings, is_idle)


def attribute_findings(
    request: Request,
    result: Compilation,
    findings: Iterable[Diagnostic],
    kinds: Iterable[str],
    find_base_findings: Callable[[], Iterable[Diagnostic]],
    is_idle: Callable[[Diagnostic], bool] = lambda _: False,
) -> Compilation:
    """Reassign given findings of a compilation to the overlays, of given kinds, that cause them.

    Args:
        request: The compiled request.
        result: Its result.
        findings: The findings to attribute.
        kinds: The kinds of overlays.
        find_base_findings: Gives the findings of the game without the overlays.
        is_idle: Whether to drop a finding that an overlay causes in the game.
    """
    from bombsight.compiler.overlays.causes import (
        attribute_to_overlays,
        merge_findings,
    )  # imported only if there are findings

    files = {source.path for source in request.house}
    attributed = attribute_to_overlays(result, (*findings,), (*kinds,), files, find_base_findings)
    if not attributed:
        return result
    remaining = (attributed.get(one, one) for one in result.diagnostics if one not in attributed or not is_idle(one))
    return evolve(result, diagnostics=merge_findings(remaining))


def strip_requested_overlays(request: Request) -> Request:
    """Copy a compile request without its house rules and variants."""
    return evolve(request, house=(), variants=())


def strip_all_overlays(request: Request) -> Request:
    """Copy a compile request without any overlay, errata included."""
    kinds: tuple[OverlayKind, ...] = ("errata", PREFERENCES)
    names = [name for kind in kinds for name in find_overlay_names(request.base, kind)]
    return evolve(strip_requested_overlays(request), without=tuple(names))
