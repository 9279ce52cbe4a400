"""The display of mutants: those that no example detected, and counts."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.cli.lint.tests import with_progress
from bombsight.cli.terminal.screen import make_console, sanitize, styled_text
from bombsight.service.testing.mutants import MutantTold, count_by_kind, kind_title


def show_mutants(mutants: Iterable[MutantTold]) -> int:
    """Print mutants (small changes) that no example detected as they come, then counts; return how many there are."""
    out = make_console()
    finished = []
    for mutant in with_progress(mutants, "changes tried"):
        finished.append(mutant)
        if mutant.noticed_by is None:
            text = styled_text("unnoticed", "bold red")
            item = mutant.owner.replace(":", " ", 1)
            text.append(sanitize(f" {mutant.place}: {item}, {kind_title(mutant.kind)}"), style="default not bold")
            out.print(text, soft_wrap=True)
            if mutant.line != mutant.changes[0].was:
                out.print(styled_text(f"  in   {mutant.line}"), soft_wrap=True)
            for change in mutant.changes:
                out.print(styled_text(f"  was  {change.was}"), soft_wrap=True)
                out.print(styled_text(f"  now  {change.now}"), soft_wrap=True)
    for game in dict.fromkeys(mutant.game for mutant in finished):
        game_mutants = [mutant for mutant in finished if mutant.game == game]
        out.print(styled_text(f"{game}:"))
        for kind, (noticed, there) in count_by_kind(game_mutants).items():
            out.print(styled_text(f"  {kind_title(kind):28}{noticed:5} of {there:4}{format_share(noticed, there):>8}"))
        noticed = sum(mutant.noticed_by is not None for mutant in game_mutants)

        verdict = f"{game}: {noticed} of {len(game_mutants)} noticed ({format_share(noticed, len(game_mutants))})"
        out.print(styled_text(verdict, "green" if noticed == len(game_mutants) else ""))
    if not finished:
        out.print("There is nothing to change.")
    return len(finished)


def format_share(part: int, whole: int) -> str:
    """Format a share in percent, rounded down, so that only the whole gives 100 %."""
    return f"{100 * part // whole} %"
