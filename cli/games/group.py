"""What a group came to, on a screen."""

from __future__ import annotations

from rich.console import Console

from bombsight.cli.games.saves import MOST, heading, two_columns, what
from bombsight.cli.terminal.columns import Whole
from bombsight.cli.terminal.screen import clean, console, counted, words
from bombsight.service.group.umpire import Umpired
from bombsight.service.group.wording import average, details, share_of


def show_umpired(told: Umpired) -> None:
    """Outcomes and sums, each player, and what does not count."""
    out = console()
    out.print(words(told.group, "bold").append(clean(f"  {told.title}, {what(told.entry, told.args)}"), "not bold"))
    records = len(told.players)
    verified = f"{counted(records, 'record')} verified by running {'it' if records == 1 else 'them'} again"
    out.print(words(verified, "green" if told.players else "yellow"))
    if told.results:
        heading("How they ended", out)
        rows = [(each.outcome, f"{each.count}  {share_of(told, each.count)}") for each in told.results]
        out.print(two_columns(rows), width=min(out.width, MOST))
    show_sums(told, out)
    show_players(told, out)
    if told.missing:
        heading("Nothing that counts of", out)
        out.print(clean(", ".join(told.missing)), width=min(out.width, MOST))
    if told.refused:
        heading("Refused", out)
        for each in told.refused:
            whose = f" ({each.player})" if each.player else ""
            out.print(words(f"{each.file}{whose}: {each.message}", "red"), soft_wrap=True)


def show_sums(told: Umpired, out: Console) -> None:
    """What was counted, added up."""
    if not told.sums:
        return
    heading("The group", out)
    table = Whole(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for head in ("in all", "on average", "lowest", "highest"):
        table.add_column(head, justify="right")
    for each in told.sums:
        table.add_row(clean(each.title), str(each.total), average(told, each), str(each.lowest), str(each.highest))
    out.print(table, width=min(out.width, MOST))


def show_players(told: Umpired, out: Console) -> None:
    """Each player: how his game ended, and what was counted of it."""
    if not told.players:
        return
    heading("The players", out)
    table = Whole(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_column(style="dim")
    for each in told.players:
        table.add_row(clean(each.player), clean(each.outcome), clean("; ".join(details(each))))
    out.print(table, width=min(out.width, MOST))
