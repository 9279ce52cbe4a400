"""``bombsight replay``: a save or a script, run again and compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, House, Limit, Quiet, Tell


def replay(
    file: Annotated[Path, typer.Argument(metavar="SAVE|SCRIPT", help="What is run again.", show_default=False)],
    house: House = None,
    limit: Limit = 1,
    path: Folders = None,
    tell: Tell = None,
    quiet: Quiet = False,
    json: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
) -> None:
    """Run a save or a script again. Exit status 1 where something else happens than it says."""
    from bombsight.cli.parameters import detail_of, rules_of
    from bombsight.cli.play.replaying import replay_file

    rules = rules_of(path, house, limit=limit)
    raise typer.Exit(replay_file(file, rules, detail=detail_of(tell, quiet=quiet), quiet=quiet, json=json))
