"""``bombsight diff``: what two sets of rules differ in."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, GameWord, House, Json, Limit, Options, Variants, Without


class DiffFormat(StrEnum):
    """How differences are printed."""

    text = "text"
    markdown = "markdown"


def diff(
    game: GameWord,
    other: Annotated[
        str | None,
        typer.Argument(
            metavar="[OTHER]", help="The game, or its folder, as it is now: GAME is as it was.", show_default=False
        ),
    ] = None,
    house: House = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Compare what is without these house rules with what is with them.", show_default=False
        ),
    ] = None,
    variant: Variants = None,
    without: Without = None,
    limit: Limit = 1,
    option: Options = None,
    format: Annotated[DiffFormat, typer.Option("--format", help="Text, or Markdown for a post.")] = DiffFormat.text,
    examples: Annotated[
        bool, typer.Option("--examples/--no-examples", help="Run the worked examples that come to a change.")
    ] = True,
    path: Folders = None,
    json: Json = False,
) -> None:
    """Show what house rules, variants, errata or options change: rules, odds, worked examples."""
    from bombsight.cli.games.differences import show_differences
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import clean, console, reading
    from bombsight.service.rules_diff.differences import differences, sides
    from bombsight.service.rules_diff.markdown import markdown

    with reading():
        was, now = sides(game, rules_of(path, house, option, variant, without, limit), other, against or ())
        told = differences(was, now, examples=examples)
    if json:
        print_json(told.to_json())
    elif format is DiffFormat.markdown:
        sys.stdout.write(clean(markdown(told)))
    else:
        show_differences(told, console())
