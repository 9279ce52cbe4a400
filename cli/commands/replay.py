"""The command ``replay``: runs a save or a script again, and compares."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from bombsight.cli.parameters import DetailOption, Folders, House, Limit, QuietFlag
from bombsight.cli.signatures import Argument, Option


def replay(
    file: Annotated[Path, Argument(metavar="SAVE|SCRIPT", help="What is run again.", kind="save")],
    house: House = None,
    limit: Limit = 1,
    path: Folders = None,
    tell: DetailOption = None,
    quiet: QuietFlag = False,
    json: Annotated[bool, Option("--json", help="Print events as JSON lines.")] = False,
) -> None:
    """Run a save or a script again. Exit status 1 where something else happens than it says."""
    from bombsight.cli.parameters import detail_of, rules_from_options
    from bombsight.cli.play.replay import replay_file

    rules = rules_from_options(path, house, limit=limit)
    raise Exit(replay_file(file, rules, detail=detail_of(tell, quiet=quiet), quiet=quiet, json=json))
