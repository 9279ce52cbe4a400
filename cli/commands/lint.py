"""The commands ``lint`` and ``explain``: findings, and the page for one code."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from bombsight.boundary.errors import InputError
from bombsight.cli.parameters import (
    Folders,
    House,
    JsonFlag,
    LeftOutErrata,
    Limit,
    Options,
    Variants,
    choose_format,
    rules_from_options,
)
from bombsight.cli.signatures import Argument, Option


class FindingsFormat(StrEnum):
    """The output formats of findings."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


class FailureLevel(StrEnum):
    """The lowest severity of findings that makes the command fail."""

    error = "error"
    warning = "warning"
    advice = "advice"


TargetsArgument = Annotated[
    list[str] | None,
    Argument(
        metavar="[GAME|PATH]...",
        help="Games, folders, files, - for standard input; if none, those here, or all games.",
        kind="game or path",
    ),
]
CodesOption = Annotated[
    list[str] | None,
    Option(metavar="CODES", help="Codes, their beginnings, or names: T003, T, T,V002.", kind="codes"),
]
StdinFilename = Annotated[
    Path | None,
    Option("--stdin-filename", metavar="FILE", help="The file that standard input is."),
]


def check(
    what: TargetsArgument = None,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    format: Annotated[FindingsFormat | None, Option(help="The form of the findings.", default_text="text")] = None,
    json: JsonFlag = False,
    select: CodesOption = None,
    ignore: CodesOption = None,
    fail_on: Annotated[
        FailureLevel | None, Option(help="What is a failure: errors, or less, too.", default_text="error")
    ] = None,
    fix: Annotated[bool, Option("--fix", help="Mend what has a certain mend, and tell of the rest.")] = False,
    diff: Annotated[bool, Option("--diff", help="Show what --fix would change, and write nothing.")] = False,
    watch: Annotated[bool, Option("--watch", help="Look again whenever a file changes.")] = False,
    stdin_filename: StdinFilename = None,
) -> None:
    """Check rules. Exit status 1 where they have errors, or what --fail-on says."""
    from attrs import evolve

    from bombsight.cli.failure import FINDINGS, SUCCESS
    from bombsight.cli.lint.findings import print_findings
    from bombsight.dsl.diagnostic import Severity
    from bombsight.service.games.stdin import substitute_stdin
    from bombsight.service.games.targets import find_targets
    from bombsight.service.lint.lint import lint

    form = choose_format(format, FindingsFormat.json if json else None) or FindingsFormat.text
    check_exclusive({"--fix": fix, "--diff": diff, "--watch": watch})
    failure_severity = None if fail_on is None else Severity(fail_on.value)
    words, texts = substitute_stdin(what or (), stdin_filename, sys.stdin.buffer.read)
    rules = evolve(rules_from_options(path, house, option, variant, without, limit), texts=texts)
    code_filters = validate_codes(select), validate_codes(ignore)
    if watch:
        from bombsight.cli.lint.watch import watch as keep_looking

        if texts or form is not FindingsFormat.text:
            raise InputError("--watch looks at files, and tells in text", "", "Leave -, --format and --json out.")
        keep_looking(
            lambda: find_targets(words, rules.folders), lambda wanted: lint(wanted, rules, *code_filters), rules.house
        )
    wanted = find_targets(words, rules.folders, texts)
    if fix or diff:
        from bombsight.cli.lint.fixing import write_or_show_fixes
        from bombsight.service.lint.fixes import mend

        mend_result = mend(wanted, rules, *code_filters)
        write_or_show_fixes(mend_result, form.value, write_files=fix, stdin=next(iter(texts.values()), None))
        raise Exit(
            FINDINGS if mend_result.remaining.fails(failure_severity) or (diff and mend_result.files) else SUCCESS
        )
    linted = lint(wanted, rules, *code_filters)
    print_findings(linted, form.value)
    raise Exit(FINDINGS if linted.fails(failure_severity) else SUCCESS)


def check_exclusive(flags: dict[str, bool]) -> None:
    """Raise an input error if more than one of some flags is set.

    Raises:
        InputError: Two are set.
    """
    set_flags = [flag for flag, is_set in flags.items() if is_set]
    if len(set_flags) > 1:
        raise InputError(f"{set_flags[0]} and {set_flags[1]} are two things", "", "Ask for one of them.")


def validate_codes(codes: list[str] | None) -> tuple[str, ...]:
    """Check that codes and areas of findings exist, and return them; raise an input error otherwise.

    Raises:
        InputError: A code or an area does not exist.
    """
    if not codes:
        return ()
    from bombsight.service.lint.codes_catalog import (
        parse_code_prefixes,  # imports every check
    )

    return parse_code_prefixes(codes)


def explain(
    code: Annotated[
        str | None,
        Argument(metavar="CODE", help="A finding's code, such as T003, or its name; or an area: T.", kind="code"),
    ] = None,
) -> None:
    """Explain a finding: why it is one, and what to do. Without a code, or with the letter of an area, list them."""
    from bombsight.cli.lint.pages import show_codes, show_page
    from bombsight.service.lint.codes_catalog import all_codes, find_codes

    chosen_codes = find_codes(code) if code else tuple(all_codes().values())
    if len(chosen_codes) == 1:
        show_page(*chosen_codes)
    else:
        show_codes(chosen_codes)
