"""Findings that overlays cause in a game, told where they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.file_kind import overlay_names
from bombsight.service.programs.cache import kept_findings

if TYPE_CHECKING:
    from bombsight.compiler.incremental.query import Results

OWN = ("house", "variant")
"""The overlays that a call asks for; errata belong to the game as it comes."""


FindingsOn = Callable[[Request, "Results | None"], Iterable[Diagnostic]]
"""Gives the findings on what a request asks for, by what was left by compiling nearly the same."""


def findings_on(request: Request, before: Results | None) -> Iterable[Diagnostic]:
    """The findings on what a request asks for, as they were kept or anew.

    Args:
        request: What is asked for.
        before: What was left by compiling nearly the same.
    """
    from bombsight.compiler.pipeline import compile_rules

    kept = kept_findings(request)
    return kept if kept is not None else compile_rules(request, looked_up=False, before=before).diagnostics


def told_at_causes(request: Request, result: Compiled, findings_on: FindingsOn = findings_on) -> Compiled:
    """What came of a request, errors that its house rules, variants and errata cause told where these stand.

    Whether they cause one is seen by the game without them, which is looked at for that where it was not before.

    Args:
        request: What was asked for.
        result: What came of it.
        findings_on: Gives the findings on the game without them.
    """
    if not result.errors or not result.overlays:
        return result
    for kinds, lesser in ((OWN, bare(request)), (("errata",), unmended(request))):
        result = moved(request, result, result.errors, kinds, partial(findings_on, lesser, result.results))
    return result


def warned_at_causes(
    request: Request,
    result: Compiled,
    idle: Callable[[Diagnostic], bool],
    base: Iterable[Diagnostic] | None = None,
) -> Compiled:
    """The same of what is no error, where a call asks for house rules or variants.

    Args:
        request: What was asked for.
        result: What came of it.
        idle: Whether a finding is of the kind that is no fault in the game where an overlay causes it: what is not used
            or settled with it, is used or open without. It is left out.
        base: The findings on the game without them, where they are at hand.
    """
    from bombsight.compiler.suppressions import heeded

    if not (request.house or request.variants):
        return result
    from bombsight.compiler.pipeline import compile_rules

    milder = [one for one in heeded(result.diagnostics, request.base) if one.severity is not Severity.ERROR]

    def known() -> Iterable[Diagnostic]:
        found = base if base is not None else compile_rules(bare(request), before=result.results).diagnostics
        return heeded(found, request.base)

    return moved(request, result, milder, OWN, known, idle)


def moved(
    request: Request,
    result: Compiled,
    asked: Iterable[Diagnostic],
    kinds: Iterable[str],
    without: Callable[[], Iterable[Diagnostic]],
    idle: Callable[[Diagnostic], bool] = lambda _: False,
) -> Compiled:
    """What came of a request, with some of its findings told where overlays of these kinds cause them.

    Args:
        request: What was asked for.
        result: What came of it.
        asked: The findings that are asked about.
        kinds: The kinds of overlays.
        without: Gives the findings on the game without them.
        idle: Which findings are left out where overlays cause them in the game.
    """
    from bombsight.compiler.overlays.causes import at_their_causes, merged  # loaded only where something is found

    files = {source.path for source in request.house}
    told = at_their_causes(result, (*asked,), (*kinds,), files, without)
    if not told:
        return result
    left = (told.get(one, one) for one in result.diagnostics if one not in told or not idle(one))
    return evolve(result, diagnostics=merged(left))


def bare(request: Request) -> Request:
    """A request without house rules and variants."""
    return evolve(request, house=(), variants=())


def unmended(request: Request) -> Request:
    """A request without any overlay."""
    return evolve(bare(request), without=tuple(overlay_names(request.base, "errata")))
