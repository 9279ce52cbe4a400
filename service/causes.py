"""Errors that overlays cause in a game, told where they do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.headings import overlay_names
from bombsight.service.ready import kept_findings

if TYPE_CHECKING:
    from bombsight.compiler.memory import Memory


def told_at_causes(request: Request, result: Compiled) -> Compiled:
    """What came of a request, errors that its house rules, variants and errata cause told where these stand.

    Whether they cause one is seen by the game without them, which is looked at for that where it was not before.

    Args:
        request: What was asked for.
        result: What came of it.
    """
    if not result.errors or not result.overlays:
        return result
    from bombsight.compiler.overlays.causes import at_their_causes  # loaded only where something is wrong

    bare = evolve(request, house=(), variants=())
    unmended = evolve(bare, without=tuple(overlay_names(request.base, "errata")))
    for kinds, lesser in ((("house", "variant"), bare), (("errata",), unmended)):
        result = evolve(result, diagnostics=at_their_causes(result, kinds, partial(findings_on, lesser, result.memory)))
    return result


def findings_on(request: Request, before: Memory | None) -> Iterable[Diagnostic]:
    """The findings on what a request asks for, as they were kept or anew.

    Args:
        request: What is asked for.
        before: What was left by compiling nearly the same.
    """
    from bombsight.compiler.pipeline import compile_rules

    kept = kept_findings(request)
    return kept if kept is not None else compile_rules(request, standings=False, before=before).diagnostics
