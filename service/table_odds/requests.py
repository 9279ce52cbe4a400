"""The compilation requests of an odds question: the rules in question, and those to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from bombsight.compiler.request import Request
from bombsight.service.games.requests import Rules, request_for_game


def make_compared_requests(game: str, rules: Rules, against: Sequence[Path]) -> tuple[Request, Request | None]:
    """Create the requests for the rules in question and those compared with; None if no house rules differ.

    Args:
        game: The game's id, or its folder.
        rules: The rules in question.
        against: House rules that are added to the rules in question, which are then compared without them. Without
            any, the rules are compared with the game without house rules.

    Raises:
        InputError: There is no such game, variant or errata.
        WrongRules: A file cannot be read.
    """
    if against:
        return request_for_game(game, evolve(rules, house=(*rules.house, *against))), request_for_game(game, rules)
    if rules.house:
        return request_for_game(game, rules), request_for_game(game, evolve(rules, house=()))
    return request_for_game(game, rules), None
