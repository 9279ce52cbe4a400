"""Findings that overlays cause in a game, told where they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.file_kind import find_overlay_names
from bombsight.service.programs.cache import load_cached_findings

if TYPE_CHECKING:
    from bombsight.compiler.incremental.query import Results

REQUESTED_KINDS = ("house", "variant")
"""The overlays that a call asks for; errata belong to the game as it comes."""


FindingsSource = Callable[[Request, "Results | None"], Iterable[Diagnostic]]
"""Gives the findings on what a request asks for, by what was left by compiling nearly the same."""


def load_or_compute_findings(request: Request, previous: Results | None) -> Iterable[Diagnostic]:
    """The findings on what a request asks for, as they were kept or anew.

    Args:
        request: What is asked for.
        previous: What was left by compiling nearly the same.
    """
    from bombsight.compiler.pipeline import compile_rules

    cached = load_cached_findings(request)
    return (
        cached if cached is not None else compile_rules(request, with_lookup_data=False, previous=previous).diagnostics
    )


def attribute_errors(
    request: Request, result: Compilation, find_base_findings: FindingsSource = load_or_compute_findings
) -> Compilation:
    """What came of a request, errors that its house rules, variants and errata cause told where these stand.

    Whether they cause one is seen by the game without them, which is looked at for that where it was not before.

    Args:
        request: What was asked for.
        result: What came of it.
        find_base_findings: Gives the findings on the game without them.
    """
    if not result.errors or not result.overlays:
        return result
    for kinds, base_request in (
        (REQUESTED_KINDS, strip_requested_overlays(request)),
        (("errata",), strip_all_overlays(request)),
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
    """The same of what is no error, where a call asks for house rules or variants.

    Args:
        request: What was asked for.
        result: What came of it.
        is_idle: Whether a finding is of the kind that is no fault in the game where an overlay causes it: what is not
            used or settled with it, is used or open without. It is left out.
        base_findings: The findings on the game without them, where they are at hand.
    """
    from bombsight.compiler.suppressions import apply_suppressions

    if not (request.house or request.variants):
        return result
    from bombsight.compiler.pipeline import compile_rules

    warnings = [
        one for one in apply_suppressions(result.diagnostics, request.base) if one.severity is not Severity.ERROR
    ]

    def find_base_findings() -> Iterable[Diagnostic]:
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
    """What came of a request, with some of its findings told where overlays of these kinds cause them.

    Args:
        request: What was asked for.
        result: What came of it.
        findings: The findings that are asked about.
        kinds: The kinds of overlays.
        find_base_findings: Gives the findings on the game without them.
        is_idle: Which findings are left out where overlays cause them in the game.
    """
    from bombsight.compiler.overlays.causes import (
        attribute_to_overlays,
        merge_findings,
    )  # loaded only where something is found

    files = {source.path for source in request.house}
    attributed = attribute_to_overlays(result, (*findings,), (*kinds,), files, find_base_findings)
    if not attributed:
        return result
    remaining = (attributed.get(one, one) for one in result.diagnostics if one not in attributed or not is_idle(one))
    return evolve(result, diagnostics=merge_findings(remaining))


def strip_requested_overlays(request: Request) -> Request:
    """A request without house rules and variants."""
    return evolve(request, house=(), variants=())


def strip_all_overlays(request: Request) -> Request:
    """A request without any overlay."""
    return evolve(strip_requested_overlays(request), without=tuple(find_overlay_names(request.base, "errata")))
