"""A link at the terminal: what it is, and the game of one's own that it becomes."""

from __future__ import annotations

from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.cli.terminal.screen import print_notice, reading_spinner
from bombsight.service.games.requests import Rules
from bombsight.service.links.describing import describe_link
from bombsight.service.links.opening import keep_linked_game, open_link


def keep_link(link: str, rules: Rules, rules_word: str, snapshot: Path | None) -> Path:
    """Say what a link is, keep its game as a new save, and return the path of that.

    Args:
        link: The link.
        rules: The rules of the call: folders, house rules, limit.
        rules_word: What the call says of its rules.
        snapshot: A game file with its rules; None for the installed or kept ones.

    Raises:
        InputError: It is no link, its rules are not here, or what is replayed is not what was played.
        WrongRules: The rules cannot be used.
    """
    if rules_word == "new":
        raise InputError("--rules new goes with a save", "", "A link is played by the rules that it names.")
    with reading_spinner():
        game = open_link(link, rules, snapshot)
    for line in describe_link(game.link)[:-1]:
        print_notice(line)
    path = keep_linked_game(game)
    print_notice(f"A game of your own goes on from there: {path}")
    return path
