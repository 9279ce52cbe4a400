"""``bombsight test``: worked examples and scripts."""

from __future__ import annotations

from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, House, Json, Options, Variants, Without

Wanted = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME|PATH]...", help="Games, folders, files; all games if none.", show_default=False),
]

Only = Annotated[
    str,
    typer.Option("--only", metavar="TEXT", help="Only examples whose title or place holds this.", show_default=False),
]


def examples(
    what: Wanted = None,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    only: Only = "",
    json: Json = False,
) -> None:
    """Run worked examples and scripts. Exit status 1 where a game goes another way than they say."""
    from bombsight.cli.failure import DONE, FINDINGS
    from bombsight.cli.lint.tests import show_checks
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.testing import Tested, run_tests

    rules = rules_of(path, house, option, variant, without)
    checks = run_tests(what or [], rules, only)
    if json:
        done = [*checks]
        print_json(Tested(checks=tuple(done)).to_json())
    else:
        done = show_checks(checks)
    raise typer.Exit(FINDINGS if any(check.mismatch for check in done) else DONE)
