"""The display of a group's results."""

from __future__ import annotations

from rich.console import Console

from bombsight.cli.games.saves import MAX_WIDTH, draw_two_columns, entry_title, show_heading
from bombsight.cli.terminal.columns import FoldingTable
from bombsight.cli.terminal.screen import make_console, pluralize, sanitize, styled_text
from bombsight.service.group.umpire import Umpired
from bombsight.service.group.wording import average_text, describe_tallies, league_heads, league_rows, share_text


def show_group_results(umpired: Umpired) -> None:
    """Print a group's verified results: outcomes and sums, each player, and refused records."""
    out = make_console()
    out.print(
        styled_text(umpired.group, "bold").append(
            sanitize(f"  {umpired.title}, {entry_title(umpired.entry, umpired.args)}"), "not bold"
        )
    )
    records = len(umpired.players)
    verified_text = f"{pluralize(records, 'record')} verified by running {'it' if records == 1 else 'them'} again"
    out.print(styled_text(verified_text, "green" if umpired.players else "yellow"))
    if umpired.results:
        show_heading("How they ended", out)
        rows = [(each.outcome, f"{each.count}  {share_text(umpired, each.count)}") for each in umpired.results]
        out.print(draw_two_columns(rows), width=min(out.width, MAX_WIDTH))
    show_league(umpired, out)
    show_sums(umpired, out)
    show_players(umpired, out)
    if umpired.missing:
        show_heading("Nothing that counts of", out)
        out.print(sanitize(", ".join(umpired.missing)), width=min(out.width, MAX_WIDTH))
    if umpired.refused:
        show_heading("Refused", out)
        for each in umpired.refused:
            whose = f" ({each.player})" if each.player else ""
            out.print(styled_text(f"{each.file}{whose}: {each.message}", "red"), soft_wrap=True)


def show_league(umpired: Umpired, out: Console) -> None:
    """Print the league table of a group: each player's rank, outcome and most important tallies."""
    if not umpired.league:
        return
    show_heading("The league table", out)
    table = FoldingTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for at, head in enumerate(league_heads(umpired)):
        table.add_column(sanitize(head), justify="left" if at in (1, 2) else "right")
    for row in league_rows(umpired):
        table.add_row(*map(sanitize, row))
    out.print(table, width=min(out.width, MAX_WIDTH))


def show_sums(umpired: Umpired, out: Console) -> None:
    """Print the sums of the tallies (statistics) over all players."""
    if not umpired.sums:
        return
    show_heading("The group", out)
    table = FoldingTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for head in ("in all", "on average", "lowest", "highest"):
        table.add_column(head, justify="right")
    for each in umpired.sums:
        table.add_row(
            sanitize(each.title), str(each.total), average_text(umpired, each), str(each.lowest), str(each.highest)
        )
    out.print(table, width=min(out.width, MAX_WIDTH))


def show_players(umpired: Umpired, out: Console) -> None:
    """Print for each player of a group how his game ended, and his tallies (statistics)."""
    if not umpired.players:
        return
    show_heading("The players", out)
    table = FoldingTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_column(style="dim")
    for each in umpired.players:
        table.add_row(sanitize(each.player), sanitize(each.outcome), sanitize("; ".join(describe_tallies(each))))
    out.print(table, width=min(out.width, MAX_WIDTH))
