"""The command ``diff``: compares two sets of rules."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Argument, Option


class DiffFormat(StrEnum):
    """The output formats of differences."""

    text = "text"
    markdown = "markdown"


def diff(
    game: GameArgument,
    other: Annotated[
        str | None,
        Argument(metavar="[OTHER]", help="The game, or its folder, as it is now: GAME is as it was.", kind="game"),
    ] = None,
    house: House = None,
    against: Annotated[
        list[Path] | None,
        Option(metavar="FILE", help="Compare what is without these house rules with what is with them."),
    ] = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    option: Options = None,
    format: Annotated[DiffFormat, Option("--format", help="Text, or Markdown for a post.")] = DiffFormat.text,
    examples: Annotated[
        bool, Option("--examples/--no-examples", help="Run the worked examples that come to a change.")
    ] = True,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Show what house rules, variants, errata or options change: rules, odds, worked examples."""
    from bombsight.cli.games.differences import show_differences
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import make_console, reading_spinner, sanitize
    from bombsight.service.rules_diff.differences import compare_rules, requests_to_compare
    from bombsight.service.rules_diff.markdown import render_markdown

    with reading_spinner():
        was, now = requests_to_compare(
            game, rules_from_options(path, house, option, variant, without, limit), other, against or ()
        )
        comparison = compare_rules(was, now, examples=examples)
    if json:
        print_json(comparison.to_json())
    elif format is DiffFormat.markdown:
        sys.stdout.write(sanitize(render_markdown(comparison)))
    else:
        show_differences(comparison, make_console())
