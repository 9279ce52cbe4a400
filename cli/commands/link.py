"""The command ``link``: a saved game as a link."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bombsight.cli.parameters import Folders, House, Limit
from bombsight.cli.signatures import Argument, Option


def link(
    save: Annotated[Path, Argument(metavar="SAVE", help="The game to be shown.", kind="save")],
    site: Annotated[
        str | None,
        Option(
            metavar="URL",
            help="The address of a site that has the game; else that in BOMBSIGHT_SITE. Without one, the link begins "
            "with `bombsight:`, for `bombsight resume`.",
        ),
    ] = None,
    mission: Annotated[
        int | None, Option(metavar="N", min=1, help="Show the Nth mission; what follows it is left out.")
    ] = None,
    house: House = None,
    limit: Limit = 1,
    path: Folders = None,
) -> None:
    """Print a saved game as a link: others watch it, and play on from any moment."""
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_verbatim
    from bombsight.cli.terminal.screen import print_notice, reading_spinner
    from bombsight.service.links import sentences
    from bombsight.service.links.making import link_of_save
    from bombsight.service.links.packing import SAFE_LINK_LENGTH, make_address, usual_site

    rules = rules_from_options(path, house, limit=limit)
    with reading_spinner():
        address = make_address(link_of_save(save, rules, mission), usual_site() if site is None else site)
    print_verbatim(f"{address}\n")
    length = len(address)
    is_long = length > SAFE_LINK_LENGTH
    print_notice(sentences.long_link(length, SAFE_LINK_LENGTH) if is_long else sentences.link_length(length))
    print_notice(sentences.LINK_SHOWS_ALL)
