"""``bombsight replay``: a save or a script, run again and compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders


def replay(
    file: Annotated[Path, typer.Argument(metavar="SAVE|SCRIPT", help="What is run again.", show_default=False)],
    path: Folders = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show only the narrative and the outcome.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print events as JSON lines.")] = False,
) -> None:
    """Run a save or a script again. Exit status 1 where something else happens than it says."""
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.play.replaying import replay_file

    raise typer.Exit(replay_file(file, rules_of(path), quiet=quiet, json=json))
