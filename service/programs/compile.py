"""A game compiled as a call asks for it, or the reasons why it cannot be."""

from __future__ import annotations

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.listing import join_names
from bombsight.service.common.failure import WrongRules
from bombsight.service.programs.cache import compile_cached
from bombsight.service.programs.overlay_attribution import attribute_errors

WRONG_OPTION_CODE = "N009"
"""The finding about an option that a call sets: that is no matter of the rules."""


def compile_game(request: Request) -> tuple[RuleGraph, Compilation]:
    """The rule graph of a request, and what it came from. What was proved sound before is not proved again.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules have errors.
    """
    result = attribute_errors(request, compile_cached(request))
    require_valid_options(request, result)
    return require_error_free(result), result


def require_error_free(result: Compilation) -> RuleGraph:
    """The rule graph, if there is nothing wrong with it.

    Raises:
        WrongRules: There is.
        InputError: They are no game.
    """
    if result.errors:
        raise WrongRules(result.errors, result.sources)
    return require_game(result)


def require_game(result: Compilation) -> RuleGraph:
    """The rule graph of rules without errors.

    Raises:
        InputError: No file of theirs says which game they are.
    """
    if result.graph is None:
        first = next((source.file or source.path for source in result.sources.values()), "")
        raise InputError("there is no game in these rules", first, 'One file begins with a line like: game ID "Title"')
    return result.graph


def require_valid_options(request: Request, result: Compilation) -> None:
    """See that the options of a call exist and have such values.

    Raises:
        InputError: They do not.
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
