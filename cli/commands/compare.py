"""The command ``compare``: lays a second transcription beside a game's tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Argument, Option


def compare(
    game: GameArgument,
    files: Annotated[
        list[Path],
        Argument(
            metavar="FILE...", help="Transcriptions: any format of `new --from`, or figures in JSON.", kind="file"
        ),
    ],
    words: Annotated[
        Path | None,
        Option("--words", metavar="FILE", help="What their words and tables are called in the game.", kind="file"),
    ] = None,
    partial: Annotated[
        bool, Option("--partial", help="The files have only some of the rows: one that they lack is no difference.")
    ] = False,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Lay a second, independent transcription beside a game's tables, cell by cell.

    Exit status 1 where something differs. Files in a game's folder tests/compare are compared by `bombsight test`, too.
    """
    from bombsight.cli.failure import FINDINGS, SUCCESS
    from bombsight.cli.games.transcriptions import show_comparison
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import make_console, reading_spinner
    from bombsight.service.comparing.comparing import compare_files
    from bombsight.service.comparing.words import read_word_list
    from bombsight.service.games.requests import request_for_game

    with reading_spinner():
        request = request_for_game(game, rules_from_options(path, house, option, variant, without, limit))
        word_list = read_word_list(words) if words is not None else None
        compared = compare_files(request, files, word_list, is_partial=partial)
    if json:
        print_json(compared.to_json())
    else:
        show_comparison(compared, make_console())
    raise Exit(FINDINGS if compared.has_differences else SUCCESS)
