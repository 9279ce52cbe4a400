"""``bombsight lint`` and ``bombsight explain``: findings, and the page for one code."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, House, Options, Variants, Without, rules_of


class Form(StrEnum):
    """The forms of findings."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


Wanted = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME|PATH]...", help="Games, folders or files; all games if none.", show_default=False),
]
Codes = Annotated[
    list[str] | None,
    typer.Option(metavar="CODES", help="Codes, their beginnings, or names: T003, T, T,V002.", show_default=False),
]


def check(
    what: Wanted = None,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    format: Annotated[Form, typer.Option(help="The form of the findings.")] = Form.text,
    select: Codes = None,
    ignore: Codes = None,
) -> None:
    """Check rules. Exit status 1 where they have errors."""
    from bombsight.cli.failure import DONE, FINDINGS
    from bombsight.cli.lint.findings import tell
    from bombsight.service.linting import lint
    from bombsight.service.targets import targets

    rules = rules_of(path, house, option, variant, without)
    found = lint(targets(what or (), rules.folders), rules, known(select), known(ignore))
    tell(found, format.value)
    raise typer.Exit(FINDINGS if found.has_errors else DONE)


def known(codes: list[str] | None) -> tuple[str, ...]:
    """Codes and areas that there are.

    Raises:
        InputError: One is neither.
    """
    if not codes:
        return ()
    from bombsight.service.pages import check_codes  # brings the page of every code, and all that finds them

    return check_codes(codes)


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="A finding's code, such as T003, or its name; or an area: T.")
    ] = None,
) -> None:
    """Explain a finding: why it is one, and what to do. Without a code, or with the letter of an area, list them."""
    from bombsight.cli.lint.pages import show_codes, show_page
    from bombsight.service.pages import all_codes, pages

    found = pages(code) if code else tuple(all_codes().values())
    if len(found) == 1:
        show_page(*found)
    else:
        show_codes(found)
