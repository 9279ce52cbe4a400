"""Compilation of the game that a call requests, or the errors why it cannot be compiled."""

from __future__ import annotations

import threading

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.listing import join_names
from bombsight.service.common.failure import WrongRules
from bombsight.service.programs.cache import compile_cached
from bombsight.service.programs.overlay_attribution import attribute_errors

WRONG_OPTION_CODE = "N009"
"""The code of findings about an option of the call: no fault of the rules."""

COMPILE_LOCK = threading.RLock()
"""The lock that lets only one thread compile rules at a time: what is compiled is kept in caches that they share."""


def compile_game(request: Request) -> tuple[RuleGraph, Compilation]:
    """Compile the rules of a request to a rule graph, or load it from the cache; raise their errors.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules have errors.
    """
    with COMPILE_LOCK:
        result = attribute_errors(request, compile_cached(request))
    require_valid_options(request, result)
    return require_error_free(result), result


def require_error_free(result: Compilation) -> RuleGraph:
    """Return the rule graph of a compilation; raise the errors of the rules if there are any.

    Raises:
        WrongRules: The compilation has errors.
        InputError: The rules declare no game.
    """
    if result.errors:
        raise WrongRules(result.errors, result.sources)
    return require_game(result)


def require_game(result: Compilation) -> RuleGraph:
    """Return the rule graph of a compilation; raise its errors, or the error that the manifest is missing.

    Raises:
        InputError: No file has a manifest.
    """
    if result.graph is None:
        first = next((source.file or source.path for source in result.sources.values()), "")
        raise InputError("there is no game in these rules", first, 'One file begins with a line like: game ID "Title"')
    return result.graph


def require_valid_options(request: Request, result: Compilation) -> None:
    """Raise InputError if an option of the call does not exist, or has an invalid value.

    Raises:
        InputError: An option or its value does not exist.
    """
    if result.graph is None or all(finding.code != WRONG_OPTION_CODE for finding in result.errors):
        return
    from bombsight.compiler.options import check_options

    for name, value in request.options.items():
        for option_finding in check_options(result.graph, {name: value}):
            names = join_names((option.name for option in result.graph.options), when_empty="")
            available_hint = (
                f"{result.graph.game.title} has: {names}." if names else f"{result.graph.game.title} has none."
            )
            raise InputError(option_finding.message, "", option_finding.help or available_hint, name)
