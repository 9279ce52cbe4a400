"""Mutants on the screen: those that no example noticed, and how many were."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.cli.lint.tests import awaited
from bombsight.cli.terminal.screen import clean, console, words
from bombsight.service.testing.mutants import MutantTold, by_kind, kind_title


def show_mutants(mutants: Iterable[MutantTold]) -> None:
    """Those that nothing noticed as they come, then how many were noticed, by kind and of each game."""
    out = console()
    done = []
    for mutant in awaited(mutants, "changes tried"):
        done.append(mutant)
        if mutant.noticed_by is None:
            text = words("unnoticed", "bold red")
            item = mutant.owner.replace(":", " ", 1)
            text.append(clean(f" {mutant.place}: {item}, {kind_title(mutant.kind)}"), style="default not bold")
            out.print(text, soft_wrap=True)
            if mutant.line != mutant.changes[0].was:
                out.print(words(f"  in   {mutant.line}"), soft_wrap=True)
            for change in mutant.changes:
                out.print(words(f"  was  {change.was}"), soft_wrap=True)
                out.print(words(f"  now  {change.now}"), soft_wrap=True)
    for game in dict.fromkeys(mutant.game for mutant in done):
        mine = [mutant for mutant in done if mutant.game == game]
        out.print(words(f"{game}:"))
        for kind, (noticed, there) in by_kind(mine).items():
            out.print(words(f"  {kind_title(kind):28}{noticed:5} of {there:4}{share(noticed, there):>8}"))
        noticed = sum(mutant.noticed_by is not None for mutant in mine)

        told = f"{game}: {noticed} of {len(mine)} noticed ({share(noticed, len(mine))})"
        out.print(words(told, "green" if noticed == len(mine) else ""))
    if not done:
        out.print("There is nothing to change.")


def share(part: int, whole: int) -> str:
    """A part in percent, rounded down, so that only all is 100 %."""
    return f"{100 * part // whole} %"
