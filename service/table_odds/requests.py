"""Which rules the odds are by, and with which they are compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from bombsight.compiler.request import Request
from bombsight.service.games.requests import Rules, request_for_game


def make_compared_requests(game: str, rules: Rules, against: Sequence[Path]) -> tuple[Request, Request | None]:
    """The rules that are asked about, and those they are compared with; None where nothing is laid over the game.

    Args:
        game: Its id, or its folder.
        rules: By which rules.
        against: House rules to be laid over these as well: then they are compared with those without them. Where there
            are none, the rules are compared with the game without house rules.

    Raises:
        InputError: There is no such game, variant or errata.
        WrongRules: A file cannot be read.
    """
    if against:
        return request_for_game(game, evolve(rules, house=(*rules.house, *against))), request_for_game(game, rules)
    if rules.house:
        return request_for_game(game, rules), request_for_game(game, evolve(rules, house=()))
    return request_for_game(game, rules), None
