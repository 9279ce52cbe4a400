"""The command ``balance``: shows which choices, answers and tables of a game matter, and where it is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Option


def balance(
    game: GameArgument,
    missions: Annotated[int, Option(metavar="N", min=1, help="Count so many missions of each kind of play.")] = 10_000,
    seed: Annotated[int, Option(metavar="S", help="Throw the dice of this seed.")] = 0,
    minutes: Annotated[
        int | None, Option(metavar="N", min=1, help="Stop after so many minutes, and show what is known by then.")
    ] = None,
    html: Annotated[Path | None, Option(metavar="FILE", help="Write a page with charts to a .html file.")] = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    house: House = None,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Show what decides a game: choices, answers, tables, by random and good play. Ctrl-C shows what is known then."""
    from bombsight.cli.balance.runner import study_and_show
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.service.balance.page import check_balance_path
    from bombsight.service.balance.study import BalanceStudy

    rules = rules_from_options(path, house, option, variant, without, limit)
    if html is not None:
        check_balance_path(html)
    with reading_spinner():
        study = BalanceStudy(game, rules, missions, seed)
    raise Exit(study_and_show(study, minutes, html=html, json=json))
