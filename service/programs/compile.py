"""A game compiled as a call asks for it, or the reasons why it cannot be."""

from __future__ import annotations

from bombsight.boundary.errors import InputError
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.listing import listed
from bombsight.service.common.failure import WrongRules
from bombsight.service.programs.cache import prove
from bombsight.service.programs.overlay_causes import told_at_causes

OPTION = "N009"
"""The finding about an option that a call sets: that is no matter of the rules."""


def compiled(request: Request) -> tuple[RuleGraph, Compiled]:
    """The rule graph of a request, and what it came from. What was proved sound before is not proved again.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules have errors.
    """
    result = told_at_causes(request, prove(request))
    check_options(request, result)
    return usable(result), result


def usable(result: Compiled) -> RuleGraph:
    """The rule graph, if there is nothing wrong with it.

    Raises:
        WrongRules: There is.
        InputError: They are no game.
    """
    if result.errors:
        raise WrongRules(result.errors, result.sources)
    return game_of(result)


def game_of(result: Compiled) -> RuleGraph:
    """The rule graph of rules without errors.

    Raises:
        InputError: No file of theirs says which game they are.
    """
    if result.graph is None:
        first = next((source.file or source.path for source in result.sources.values()), "")
        raise InputError("there is no game in these rules", first, 'One file begins with a line like: game ID "Title"')
    return result.graph


def check_options(request: Request, result: Compiled) -> None:
    """See that the options of a call exist and have such values.

    Raises:
        InputError: They do not.
    """
    if result.graph is None or all(finding.code != OPTION for finding in result.errors):
        return
    from bombsight.compiler.options import wrong_options

    for name, value in request.options.items():
        for wrong in wrong_options(result.graph, {name: value}):
            names = listed((option.name for option in result.graph.options), none="")
            has = f"{result.graph.game.title} has: {names}." if names else f"{result.graph.game.title} has none."
            raise InputError(wrong.message, "", wrong.help or has, name)
