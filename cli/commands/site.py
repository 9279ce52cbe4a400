"""The command ``site``: writes games for browsers, as a folder of static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, Limit


def site(
    games: Annotated[list[str], typer.Argument(metavar="GAME...", help="Games by id or folder.", show_default=False)],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FOLDER", help="Write it there; an older site is replaced."),
    ],
    path: Folders = None,
    house: Annotated[
        list[Path] | None,
        typer.Option("--house", metavar="FILE", help="Offer the game with these house rules too.", show_default=False),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", metavar="NAME", help="Offer the game with this variant too.", show_default=False),
    ] = None,
    limit: Limit = 1,
) -> None:
    """Write a site that plays games in a browser, offline, with pages of their rules and tables."""
    from bombsight.cli.games.site import show_site
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.service.site.editions import SiteOrder
    from bombsight.service.site.site import write_site

    rules = rules_from_options(path, house)
    variants = tuple(variant or ())
    order = SiteOrder(games=tuple(games), folders=rules.folders, house=rules.house, variants=variants, limit=limit)
    with reading_spinner("Writing the site. What the odds of all tables are takes a minute or two, the first time"):
        written_site = write_site(order, output)
    show_site(written_site, output)
