"""The commands ``result`` and ``umpire``: campaigns of many players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click import echo
from click.exceptions import Exit

from bombsight.cli.parameters import Folders, JsonFlag, Limit
from bombsight.cli.signatures import Argument, Option


def result(
    save: Annotated[Path, Argument(metavar="SAVE", help="A game that is over.", kind="save")],
    player: Annotated[
        str | None,
        Option(metavar="NAME", help="Who played it; else what the save's file is called."),
    ] = None,
    out: Annotated[
        Path | None,
        Option("--out -o", metavar="FILE", help="Write it here; else it is printed."),
    ] = None,
    force: Annotated[bool, Option("--force", help="Write over whatever lies there.")] = False,
    limit: Limit = 1,
    path: Folders = None,
) -> None:
    """Make the record of a game for the umpire of a group: what it came to, and all to verify it by."""
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.service.common.files import write_output
    from bombsight.service.group.results import is_result, render_result, result_of_save

    with reading_spinner():
        name = player if player is not None else save.stem
        record_text = render_result(result_of_save(save, name, rules_from_options(path).folders, limit))
    if out is None:
        echo(record_text, nl=False)
    else:
        write_output(out, record_text, is_result, force=force)


def umpire(
    folder: Annotated[
        Path, Argument(metavar="FOLDER", help="It has group.toml and the players' records.", kind="folder")
    ],
    html: Annotated[Path | None, Option(metavar="FILE", help="Write it as a page for a browser, too.")] = None,
    out: Annotated[
        Path | None,
        Option("--out -o", metavar="FILE", help="Write rows for players, as Parquet."),
    ] = None,
    jobs: Annotated[int | None, Option(metavar="N", min=1, help="Use N processes; else one a core.")] = None,
    limit: Limit = 1,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Verify the records of a group by running each again, and add them up. Exit status 1 where one is refused."""
    import os

    from bombsight.cli.failure import FINDINGS, SUCCESS
    from bombsight.cli.games.group import show_group_results
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.service.group.page import check_page_path, write_page
    from bombsight.service.group.rows import check_rows_path, write_rows
    from bombsight.service.group.umpire import umpire_folder

    if html is not None:
        check_page_path(html)
    if out is not None:
        check_rows_path(out)
    with reading_spinner():
        umpired_group = umpire_folder(folder, rules_from_options(path).folders, jobs or os.cpu_count() or 1, limit)
    if html is not None:
        write_page(html, umpired_group)
    if out is not None:
        write_rows(out, umpired_group)
    print_json(umpired_group.to_json()) if json else show_group_results(umpired_group)
    raise Exit(FINDINGS if umpired_group.refused else SUCCESS)
