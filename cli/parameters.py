"""Parameters that several commands share, and what they mean together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GameWord = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, or its folder.", show_default=False)]

Folders = Annotated[
    list[Path] | None,
    typer.Option("--path", metavar="FOLDER", help="Look for games here too, as in BOMBSIGHT_PATH.", show_default=False),
]
House = Annotated[
    list[Path] | None,
    typer.Option("--house", metavar="FILE", help="Lay these house rules over the game.", show_default=False),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="Set an option of the game.", show_default=False),
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME", help="Bring a variant of the game into force.", show_default=False),
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="NAME", help="Leave errata of the game out.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
