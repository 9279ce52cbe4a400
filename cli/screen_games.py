"""The list of games."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from cli.screen import console, counted, sign, words
from cli.summaries import STANDINGS, Summary

HASH_DIGITS = 7
"""How much of a rules hash people are shown."""


HEADS = ("tables", "printed", "re-\npaired", "re-\ncovered", "recon-\nstructed")
"""The heads of the columns of numbers, broken so that all fit a narrow screen."""


def show_games(summaries: Sequence[Summary]) -> None:
    """A line for each game."""
    out = console()
    if not summaries:
        out.print("No games found. Name a folder of games with --path or BOMBSIGHT_PATH.")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("game", no_wrap=True)
    table.add_column("title", overflow="fold", min_width=20)
    for name in HEADS:
        table.add_column(name, justify="right", overflow="fold", vertical="bottom")
    table.add_column("rules", overflow="fold")
    for summary in summaries:
        known = summary.standings
        counts = [str(known[name]) if known[name] else sign("·", ".") for name in STANDINGS]
        table.add_row(
            words(summary.id, "bold"), words(summary.title), str(summary.tables), *counts, words(*told(summary))
        )
    out.print(table)


def told(summary: Summary) -> tuple[str, str]:
    """The beginning of a game's rules hash, or why it cannot be played; and its style."""
    if summary.errors < 0:
        return "unreadable", "red"
    if summary.errors:
        return counted(summary.errors, "error"), "red"
    return summary.rules[:HASH_DIGITS], "dim"
