"""The command ``test``: runs worked examples and scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from bombsight.boundary.errors import InputError
from bombsight.cli.parameters import Folders, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Argument, Option

if TYPE_CHECKING:
    from bombsight.service.games.requests import Rules

MAX_COUNT = 1_000_000
"""The maximum number of mutants that can be requested."""

TargetsArgument = Annotated[
    list[str] | None,
    Argument(
        metavar="[GAME|PATH]...", help="Games, folders, files; if none, those here, or all games.", kind="game or path"
    ),
]
MutateOption = Annotated[
    int | None,
    Option(
        "--mutate",
        metavar="N",
        min=1,
        max=MAX_COUNT,
        help="Change the rules in N small ways, one at a time, and name those that no example notices.",
    ),
]
SeedOption = Annotated[int, Option(metavar="S", help="With --mutate: another seed, other changes.")]
CoverageFlag = Annotated[bool, Option("--coverage", help="Name the places of the rules that no example reaches.")]

OnlyOption = Annotated[
    list[str] | None,
    Option(
        "--only",
        metavar="TEXT",
        help="Only examples whose title, place or citation holds this; with --mutate, only changes of this item.",
    ),
]


MissionsOption = Annotated[
    int | None,
    Option(
        metavar="N",
        min=0,
        max=MAX_COUNT,
        help="Play N missions by the autopilot and N by chance, and a career, to see whether the rules fault; "
        "0 for none. Usually 10, if the game is small or ready to be played.",
    ),
]


def examples(
    what: TargetsArgument = None,
    coverage: CoverageFlag = False,
    mutate: MutateOption = None,
    seed: SeedOption = 0,
    only: OnlyOption = None,
    missions: MissionsOption = None,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    json: JsonFlag = False,
) -> None:
    """Run worked examples and scripts, and play some missions.

    Exit status 1 where a game goes another way than they say, or comes to a rules fault; 5 where --only finds nothing.
    """
    from bombsight.cli.failure import FINDINGS, NOTHING_FOUND, SUCCESS
    from bombsight.cli.lint.tests import show_checks
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.quoting import rule_flags
    from bombsight.service.testing.examples import Tested, run_tests

    rules = rules_from_options(path, house, option, variant, without, limit)
    if coverage and mutate is not None:
        raise InputError("--coverage and --mutate are two questions", "", "Ask one at a time.")
    if coverage:
        report_coverage(what or [], rules, json)
        raise Exit(SUCCESS)
    if mutate is not None:
        mutant_count = report_mutants(what or [], rules, mutate, seed, only or [], json)
        raise Exit(NOTHING_FOUND if only and not mutant_count else SUCCESS)
    if seed:
        raise InputError("--seed says which changes to make", "", "Write --mutate N, too.")
    if only and len(only) > 1:
        raise InputError("examples are chosen by one text", "", "Write --only once.")
    checks = run_tests(what or [], rules, only[0] if only else "", missions)
    if json:
        finished_checks = [*checks]
        print_json(Tested(checks=tuple(finished_checks)).to_json())
    else:
        flags = rule_flags(path, house, option, variant, without, limit)
        finished_checks = show_checks(checks, only[0] if only else "", flags)
    if only and not finished_checks:
        raise Exit(NOTHING_FOUND)
    raise Exit(FINDINGS if any(check.mismatch for check in finished_checks) else SUCCESS)


def report_mutants(targets: Sequence[str], rules: Rules, count: int, seed: int, only: Sequence[str], json: bool) -> int:
    """Run mutation testing of the rules, print the mutants (small changes) that no example detects, and count all.

    Args:
        targets: Games or folders.
        rules: The rules of the call.
        count: How many mutants in each game.
        seed: The seed of their selection.
        only: The items to change; empty for all.
        json: Whether to print JSON.
    """
    from bombsight.cli.lint.mutants import show_mutants
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.testing.mutants import Mutated, mutate_games

    tried_mutants = mutate_games(targets, rules, count, seed, only)
    if json:
        document = Mutated(seed=seed, mutants=tuple(tried_mutants))
        print_json(document.to_json())
        return len(document.mutants)
    return show_mutants(tried_mutants)


def report_coverage(targets: Sequence[str], rules: Rules, json: bool) -> None:
    """Print the places that no example reaches."""
    from bombsight.cli.lint.coverage import show_coverage
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.service.testing.coverage import measure_games

    with reading_spinner():
        coverage = measure_games(targets, rules)
    if json:
        print_json(coverage.to_json())
    else:
        show_coverage(coverage)
