"""Worked examples and scripts on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import TypeVar

from bombsight.cli.terminal.screen import clean, console, counted, reading, words
from bombsight.service.testing.examples import Check

T = TypeVar("T")

PLAYED = ("mission", "campaign")
"""The kinds of checks that are played with dice of their own."""


def awaited(things: Iterable[T], called: str = "") -> Iterator[T]:
    """Things as they come, with a sign of life while the next is waited for.

    Args:
        things: Them.
        called: What was done with them, to say of how many: ``changes tried``.
    """
    coming = iter(things)
    for number in count():
        with reading(f"{number} {called}") if number and called else reading():
            thing = next(coming, None)
        if thing is None:
            return
        yield thing


def failing(checks: Iterable[Check], done: list[Check]) -> Iterator[Check]:
    """Those that fail, of missions that come to one fault the first; ``done`` takes all of them as they come."""
    faults: set[tuple[str, str]] = set()
    for check in checks:
        done.append(check)
        if check.mismatch is not None and (check.kind not in PLAYED or (check.game, check.place) not in faults):
            faults.add((check.game, check.place))
            yield check


def show_checks(checks: Iterable[Check], only: str = "", flags: str = "") -> list[Check]:
    """Failures as they come, and how many there were.

    Args:
        checks: What was run, or will be.
        only: What was asked to stand in examples; empty for all.
        flags: What of the call says by which rules, for a command that plays a mission by the same.
    """
    out = console()
    done: list[Check] = []
    for check in awaited(failing(checks, done)):
        assert check.mismatch is not None
        text = words("failed", "bold red")
        title = f"bombsight play {check.title}{flags}" if check.kind in PLAYED else check.title
        text.append(clean(f" {check.mismatch.place}: {check.game}: {title}"), style="default not bold")
        out.print(text, soft_wrap=True)
        out.print(words(f"  it says   {check.mismatch.expected}"), soft_wrap=True)
        out.print(words(f"  the game  {check.mismatch.found}"), soft_wrap=True)
    for check in (check for check in done if check.left_out):
        text = words("left out", "yellow")
        place = f" {check.place}:" if check.place else ""
        text.append(clean(f"{place} {check.game}: {check.title}"), style="default")
        out.print(text, soft_wrap=True)
        out.print(words(f"  {check.left_out}"), soft_wrap=True)
    for game in dict.fromkeys(check.game for check in done):
        everything = [check for check in done if check.game == game]
        mine = [check for check in everything if not check.left_out]
        failed = sum(check.mismatch is not None for check in mine)
        named = [
            counted(sum(check.kind == kind for check in mine), kind)
            for kind in ("example", "script", *PLAYED)
            if any(check.kind == kind for check in mine)
        ]
        verdict = f"{failed} failed" if failed else "all hold" if mine else "nothing was run"
        if len(mine) < len(everything):
            verdict += f", {len(everything) - len(mine)} left out"
        out.print(words(f"{game}: {', '.join((*named, verdict))}", "red" if failed else "green" if mine else "yellow"))
    if not done and only:
        out.print(words(f"No example has {only} in its title, its place or its citation."))
    elif not done:
        out.print("There are no examples and no scripts.")
    return done
