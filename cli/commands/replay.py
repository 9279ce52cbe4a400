"""The command ``replay``: runs a save or a script again, and compares."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from bombsight.cli.parameters import DetailOption, Folders, House, Limit, QuietFlag, ScreenFlag
from bombsight.cli.signatures import Argument, Option


def replay(
    file: Annotated[Path, Argument(metavar="SAVE|LINK|SCRIPT|SEATFILE", help="What is run again.", kind="save")],
    house: House = None,
    limit: Limit = 1,
    path: Folders = None,
    tell: DetailOption = None,
    quiet: QuietFlag = False,
    json: Annotated[bool, Option("--json", help="Print events as JSON lines.")] = False,
    watch: Annotated[bool, Option("--watch", help="Watch its last mission as a film, beat by beat.")] = False,
    mission: Annotated[
        int | None, Option(metavar="N", min=1, help="With --watch: the Nth mission of the save.")
    ] = None,
    speed: Annotated[
        float, Option(metavar="X", min=0.25, max=16, help="With --watch: how fast; 1 is a reader's speed.")
    ] = 1.0,
    screen: ScreenFlag = None,
) -> None:
    """Run a save, a link or a script again. Exit status 1 where something else happens than it says."""
    from bombsight.cli.parameters import detail_of, rules_from_options
    from bombsight.cli.play.replay import replay_file

    rules = rules_from_options(path, house, limit=limit)
    if watch:
        from bombsight.cli.play.replay import watch_file
        from bombsight.cli.terminal.whole_screen import should_use_screen

        on_screen = should_use_screen(screen, {"--json": json}, prefer_lines=quiet)
        detail = detail_of(tell, quiet=quiet)
        status, kept = watch_file(file, rules, mission=mission, speed=speed, detail=detail, on_screen=on_screen)
        if kept is None:
            raise Exit(status)
        from bombsight.cli.commands.play import resume
        from bombsight.cli.terminal.screen import print_notice

        print_notice(f"a game of your own goes on from there: {kept}")
        resume(kept, limit=limit, path=path, tell=tell, quiet=quiet, screen=screen)
    if mission is not None or speed != 1.0 or screen is not None:
        from bombsight.boundary.errors import InputError

        raise InputError("--mission, --speed, --screen and --plain go with --watch")
    raise Exit(replay_file(file, rules, detail=detail_of(tell, quiet=quiet), quiet=quiet, json=json))
