"""The display of test results: worked examples, scripts and smoke runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import TypeVar

from bombsight.cli.terminal.screen import make_console, pluralize, reading_spinner, sanitize, styled_text
from bombsight.service.testing.examples import Check

T = TypeVar("T")

PLAYED_KINDS = ("mission", "campaign")
"""The kinds of checks that are smoke runs."""


def with_progress(things: Iterable[T], label: str = "") -> Iterator[T]:
    """Yield the items of an iterable, with a spinner at the terminal while waiting for the next.

    Args:
        things: The things.
        label: The past participle of the work for the spinner's count: ``changes tried``.
    """
    iterator = iter(things)
    for number in count():
        with reading_spinner(f"{number} {label}") if number and label else reading_spinner():
            thing = next(iterator, None)
        if thing is None:
            return
        yield thing


def failing_checks(checks: Iterable[Check], all_checks: list[Check]) -> Iterator[Check]:
    """Yield failing tests, one smoke run for each distinct fault; append every test to ``all_checks``."""
    faults: set[tuple[str, str]] = set()
    for check in checks:
        all_checks.append(check)
        if check.mismatch is not None and (check.kind not in PLAYED_KINDS or (check.game, check.place) not in faults):
            faults.add((check.game, check.place))
            yield check


def show_checks(checks: Iterable[Check], only: str = "", flags: str = "") -> list[Check]:
    """Print failing tests as they come, then the counts; return all tests.

    Args:
        checks: The checks, run lazily.
        only: The text that examples had to contain; empty for all.
        flags: The options of the call that select rules, for a command that plays a mission under them.
    """
    out = make_console()
    all_checks: list[Check] = []
    for check in with_progress(failing_checks(checks, all_checks)):
        assert check.mismatch is not None
        text = styled_text("failed", "bold red")
        title = f"bombsight play {check.title}{flags}" if check.kind in PLAYED_KINDS else check.title
        text.append(sanitize(f" {check.mismatch.place}: {check.game}: {title}"), style="default not bold")
        out.print(text, soft_wrap=True)
        out.print(styled_text(f"  it says   {check.mismatch.expected}"), soft_wrap=True)
        out.print(styled_text(f"  the game  {check.mismatch.found}"), soft_wrap=True)
    for check in (check for check in all_checks if check.left_out):
        text = styled_text("left out", "yellow")
        place = f" {check.place}:" if check.place else ""
        text.append(sanitize(f"{place} {check.game}: {check.title}"), style="default")
        out.print(text, soft_wrap=True)
        out.print(styled_text(f"  {check.left_out}"), soft_wrap=True)
    for game in dict.fromkeys(check.game for check in all_checks):
        game_checks = [check for check in all_checks if check.game == game]
        run_checks = [check for check in game_checks if not check.left_out]
        failed = sum(check.mismatch is not None for check in run_checks)
        kind_counts = [
            pluralize(sum(check.kind == kind for check in run_checks), kind)
            for kind in ("example", "script", "transcription", *PLAYED_KINDS)
            if any(check.kind == kind for check in run_checks)
        ]
        verdict = f"{failed} failed" if failed else "all hold" if run_checks else "nothing was run"
        if len(run_checks) < len(game_checks):
            verdict += f", {len(game_checks) - len(run_checks)} left out"
        out.print(
            styled_text(
                f"{game}: {', '.join((*kind_counts, verdict))}",
                "red" if failed else "green" if run_checks else "yellow",
            )
        )
    if not all_checks and only:
        out.print(styled_text(f"No example has {only} in its title, its place or its citation."))
    elif not all_checks:
        out.print("There are no examples and no scripts.")
    return all_checks
