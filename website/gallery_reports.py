"""What the build finds out about the gallery's entries: findings, worked examples, changed odds."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.library import GameFolder
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import Target, find_targets, make_game_target
from bombsight.service.lint.lint import lint
from bombsight.service.lookup.summaries import Summary
from bombsight.service.packages.packing import make_package
from bombsight.service.rules_diff.differences import compare_rules, requests_to_compare
from bombsight.service.rules_diff.documents import Differences
from bombsight.service.testing.examples import Check, check_examples, run_tests
from website.gallery_entries import GameEntry, HouseRuleEntry


@frozen(kw_only=True)
class RuleReport:
    """What the build finds out about a house rule for one game.

    Attributes:
        entry: The house rule.
        game: The game.
        findings: What ``lint`` finds that lets it pass.
        checks: The game's worked examples, run under the house rule.
        differences: What it changes.
    """

    entry: HouseRuleEntry
    game: GameFolder
    findings: tuple[Diagnostic, ...]
    checks: tuple[Check, ...]
    differences: Differences


@frozen(kw_only=True)
class GameReport:
    """What the build finds out about a game.

    Attributes:
        entry: The game's entry.
        game: Its folder.
        findings: What ``lint`` finds that lets it pass.
        checks: Its worked examples, scripts and missions, run.
        package_name: The name of its package.
        package: The package, for others to play.
        summary: How many tables and rules it has, and how they are known.
    """

    entry: GameEntry
    game: GameFolder
    findings: tuple[Diagnostic, ...]
    checks: tuple[Check, ...]
    package_name: str
    package: bytes
    summary: Summary


def report_rule(entry: HouseRuleEntry, games: Sequence[GameFolder]) -> list[RuleReport]:
    """Lint, test and compare a house rule for each of the site's games that it is for; none for a rule of other games.

    Raises:
        WrongRules: ``lint`` does not let it pass.
    """
    reports = []
    for game in (each for each in games if each.id in entry.games):
        rules = Rules(folders=(game.path.parent,), house=(entry.file,))
        targets = find_targets([str(entry.file)], rules.folders)
        reports.append(
            RuleReport(
                entry=entry,
                game=game,
                findings=lint_entry([each for each in targets if each.files == game.files]),
                checks=tuple(check_examples(make_game_target(game), rules)),
                differences=compare_rules(*requests_to_compare(str(game.path), rules, None, ())),
            )
        )
    return reports


def report_game(entry: GameEntry) -> GameReport:
    """Lint, test and pack a game.

    Raises:
        InputError: It has no version, a name in it cannot be packed, or a test fails.
        WrongRules: ``lint`` does not let it pass.
    """
    game = find_game(str(entry.folder))
    target = make_game_target(game)
    findings = lint_entry([target])
    packed = make_package(game)
    checks = tuple(run_tests([str(entry.folder)], Rules(), missions=None))
    failed = next((each for each in checks if each.mismatch is not None), None)
    if failed is not None:
        raise InputError(
            f"a test fails: {failed.title}", failed.place or str(entry.folder), "bombsight test shows what differs."
        )
    return GameReport(
        entry=entry,
        game=game,
        findings=findings,
        checks=checks,
        package_name=f"{packed.head.game}-{packed.head.game_version}.bombsight",
        package=packed.content,
        summary=packed.summary,
    )


def lint_entry(targets: Sequence[Target]) -> tuple[Diagnostic, ...]:
    """Lint an entry; return the advice that lets it pass.

    Raises:
        WrongRules: There are errors or warnings.
    """
    linted = lint(targets, Rules())
    if linted.fails(Severity.WARNING):
        raise WrongRules(linted.findings, linted.sources)
    return linted.findings
