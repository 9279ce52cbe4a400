"""``bombsight lint`` and ``bombsight explain``: findings, and the page for one code."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bombsight.boundary.errors import InputError
from bombsight.cli.parameters import Folders, House, Limit, Options, Variants, Without, rules_of


class Form(StrEnum):
    """The forms of findings."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


class Fails(StrEnum):
    """From which severity on findings are a failure."""

    error = "error"
    warning = "warning"
    advice = "advice"


Wanted = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME|PATH]...",
        help="Games, folders, files, - for standard input; all games if none.",
        show_default=False,
    ),
]
Codes = Annotated[
    list[str] | None,
    typer.Option(metavar="CODES", help="Codes, their beginnings, or names: T003, T, T,V002.", show_default=False),
]
StandsFor = Annotated[
    Path | None,
    typer.Option("--stdin-filename", metavar="FILE", help="The file that standard input is.", show_default=False),
]


def check(
    what: Wanted = None,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    limit: Limit = 1,
    format: Annotated[Form, typer.Option(help="The form of the findings.")] = Form.text,
    select: Codes = None,
    ignore: Codes = None,
    fail_on: Annotated[
        Fails | None, typer.Option(help="What is a failure: errors, or less, too.", show_default="error")
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what has a certain mend, and tell of the rest.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix would change, and write nothing.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Look again whenever a file changes.")] = False,
    stdin_filename: StandsFor = None,
) -> None:
    """Check rules. Exit status 1 where they have errors, or what --fail-on says."""
    from attrs import evolve

    from bombsight.cli.failure import DONE, FINDINGS
    from bombsight.cli.lint.findings import tell
    from bombsight.dsl.diagnostic import Severity
    from bombsight.service.games.stdin import standing
    from bombsight.service.games.targets import targets
    from bombsight.service.lint.lint import lint

    only_one({"--fix": fix, "--diff": diff, "--watch": watch})
    at = None if fail_on is None else Severity(fail_on.value)
    words, texts = standing(what or (), stdin_filename, sys.stdin.buffer.read)
    rules = evolve(rules_of(path, house, option, variant, without, limit), texts=texts)
    chosen = known(select), known(ignore)
    if watch:
        from bombsight.cli.lint.watching import watch as keep_looking

        if texts or format is not Form.text:
            raise InputError("--watch looks at files, and tells in text", "", "Leave - and --format out.")
        keep_looking(lambda: targets(words, rules.folders), lambda wanted: lint(wanted, rules, *chosen), rules.house)
    wanted = targets(words, rules.folders, texts)
    if fix or diff:
        from bombsight.cli.lint.mending import show_mended
        from bombsight.service.lint.fixes import mend

        done = mend(wanted, rules, *chosen)
        show_mended(done, format.value, write_files=fix, stdin=next(iter(texts.values()), None))
        raise typer.Exit(FINDINGS if done.found.fails(at) or (diff and done.files) else DONE)
    found = lint(wanted, rules, *chosen)
    tell(found, format.value)
    raise typer.Exit(FINDINGS if found.fails(at) else DONE)


def only_one(flags: dict[str, bool]) -> None:
    """See that a call asks for one thing.

    Raises:
        InputError: It asks for two.
    """
    asked = [flag for flag, is_set in flags.items() if is_set]
    if len(asked) > 1:
        raise InputError(f"{asked[0]} and {asked[1]} are two things", "", "Ask for one of them.")


def known(codes: list[str] | None) -> tuple[str, ...]:
    """Codes and areas that there are.

    Raises:
        InputError: One is neither.
    """
    if not codes:
        return ()
    from bombsight.service.lint.pages import check_codes  # brings the page of every code, and all that finds them

    return check_codes(codes)


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="A finding's code, such as T003, or its name; or an area: T.")
    ] = None,
) -> None:
    """Explain a finding: why it is one, and what to do. Without a code, or with the letter of an area, list them."""
    from bombsight.cli.lint.pages import show_codes, show_page
    from bombsight.service.lint.pages import all_codes, pages

    found = pages(code) if code else tuple(all_codes().values())
    if len(found) == 1:
        show_page(*found)
    else:
        show_codes(found)
