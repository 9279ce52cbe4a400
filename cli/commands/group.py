"""``bombsight result`` and ``bombsight umpire``: campaigns of many."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, Json, Limit


def result(
    save: Annotated[Path, typer.Argument(metavar="SAVE", help="A game that is over.", show_default=False)],
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Who played it; else what the save's file is called.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Write it here; else it is printed.", show_default=False),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over whatever lies there.")] = False,
    limit: Limit = 1,
    path: Folders = None,
) -> None:
    """Make the record of a game for the umpire of a group: what it came to, and all to verify it by."""
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.screen import reading
    from bombsight.service.common.files import write_output
    from bombsight.service.group.results import is_written, result_of, written

    with reading():
        name = player if player is not None else save.stem
        told = written(result_of(save, name, rules_of(path).folders, limit))
    if out is None:
        typer.echo(told, nl=False)
    else:
        write_output(out, told, is_written, force=force)


def umpire(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="It has group.toml and the players' records.", show_default=False)
    ],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it as a page for a browser, too.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Write rows for players, as Parquet.", show_default=False),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Use N processes; else one a core.", show_default=False)
    ] = None,
    limit: Limit = 1,
    path: Folders = None,
    json: Json = False,
) -> None:
    """Verify the records of a group by running each again, and add them up. Exit status 1 where one is refused."""
    import os

    from bombsight.cli.failure import DONE, FINDINGS
    from bombsight.cli.games.group import show_umpired
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import reading
    from bombsight.service.group.page import check_page, write_page
    from bombsight.service.group.rows import check_rows, write_rows
    from bombsight.service.group.umpire import umpired

    if html is not None:
        check_page(html)
    if out is not None:
        check_rows(out)
    with reading():
        told = umpired(folder, rules_of(path).folders, jobs or os.cpu_count() or 1, limit)
    if html is not None:
        write_page(html, told)
    if out is not None:
        write_rows(out, told)
    print_json(told.to_json()) if json else show_umpired(told)
    raise typer.Exit(FINDINGS if told.refused else DONE)
