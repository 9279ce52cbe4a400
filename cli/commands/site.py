"""The command ``site``: writes games for browsers, as a folder of static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bombsight.cli.parameters import Folders, Limit
from bombsight.cli.signatures import Argument, Option


def site(
    games: Annotated[list[str], Argument(metavar="GAME...", help="Games by id or folder.", kind="game")],
    out: Annotated[
        Path,
        Option(
            "--out -o",
            old_names="--output",
            metavar="FOLDER",
            help="Write it there; an older site is replaced.",
            kind="folder",
        ),
    ],
    path: Folders = None,
    house: Annotated[
        list[Path] | None,
        Option("--house", metavar="FILE", help="Offer the game with these house rules too."),
    ] = None,
    variant: Annotated[
        list[str] | None,
        Option("--variant", metavar="NAME", help="Offer the game with this variant too.", kind="variant"),
    ] = None,
    keep_editions: Annotated[
        int,
        Option(metavar="N", min=0, help="Keep the last N earlier editions of each game in the folder, for old links."),
    ] = 3,
    workshop: Annotated[
        bool,
        Option(help="Add a page to write rules and try them, by Pyodide: 9 MB, loaded only when it is opened."),
    ] = False,
    pyodide: Annotated[
        Path | None,
        Option(metavar="FOLDER", help="Add the workshop, with Pyodide from there: npm install pyodide.", kind="folder"),
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
    order = SiteOrder(
        games=tuple(games),
        folders=rules.folders,
        house=rules.house,
        variants=variants,
        limit=limit,
        keep_editions=keep_editions,
        workshop=workshop or pyodide is not None,
        pyodide=pyodide,
    )
    with reading_spinner("Writing the site. What the odds of all tables are takes a minute or two, the first time"):
        written_site = write_site(order, out)
    show_site(written_site, out)
