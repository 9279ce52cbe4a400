"""Worked examples and scripts on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from bombsight.cli.terminal.screen import clean, console, counted, reading, words
from bombsight.service.testing import Check

T = TypeVar("T")


def awaited(things: Iterable[T]) -> Iterator[T]:
    """Things as they come, with a sign of life while the next is waited for."""
    coming = iter(things)
    while True:
        with reading():
            thing = next(coming, None)
        if thing is None:
            return
        yield thing


def failing(checks: Iterable[Check], done: list[Check]) -> Iterator[Check]:
    """Those that fail; ``done`` takes all of them as they come."""
    for check in checks:
        done.append(check)
        if check.mismatch is not None:
            yield check


def show_checks(checks: Iterable[Check], only: str = "") -> list[Check]:
    """Failures as they come, and how many there were; ``only`` is what was asked to stand in them."""
    out = console()
    done: list[Check] = []
    for check in awaited(failing(checks, done)):
        assert check.mismatch is not None
        text = words("failed", "bold red")
        text.append(clean(f" {check.mismatch.place}: {check.game}: {check.title}"), style="default not bold")
        out.print(text, soft_wrap=True)
        out.print(words(f"  it says   {check.mismatch.expected}"), soft_wrap=True)
        out.print(words(f"  the game  {check.mismatch.found}"), soft_wrap=True)
    for game in dict.fromkeys(check.game for check in done):
        mine = [check for check in done if check.game == game]
        failed = sum(check.mismatch is not None for check in mine)
        named = [
            counted(sum(check.kind == kind for check in mine), kind)
            for kind in ("example", "script")
            if any(check.kind == kind for check in mine)
        ]
        verdict = f"{failed} failed" if failed else "all hold"
        out.print(words(f"{game}: {', '.join(named)}, {verdict}", "red" if failed else "green"))
    if not done and only:
        out.print(words(f"No example has {only} in its title, its place or its citation."))
    elif not done:
        out.print("There are no examples and no scripts.")
    return done
