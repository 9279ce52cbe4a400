"""The list of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from bombsight.cli.terminal.columns import Whole
from bombsight.cli.terminal.screen import clean, console, counted, sign, words
from bombsight.dsl.origin import HOME_MADE
from bombsight.service.lookup.summaries import Summary

HASH_DIGITS = 7
"""How much of a rules hash people are shown."""


TITLE = 16
"""The least that a title has room for where a game stands in columns."""

HEADS = {
    "printed": "printed",
    "repaired": "re-\npaired",
    "recovered": "re-\ncovered",
    "reconstructed": "recon-\nstructed",
    HOME_MADE: "home-\nmade",
}
"""The heads of the columns of numbers, broken so that all fit a narrow screen."""


def show_games(summaries: Sequence[Summary]) -> None:
    """A line for each game; a few on a narrow screen."""
    out = console()
    if not summaries:
        out.print("No games found. Name a folder of games with --path or BOMBSIGHT_PATH.")
    elif out.width < least_width(summaries):
        for summary in summaries:
            out.print(in_lines(summary))
    else:
        out.print(in_columns(summaries))
    for id_, count in Counter(summary.id for summary in summaries).items():
        if count > 1:
            out.print(words(f"{count} games are called {id_}: see `bombsight lint {id_}`.", "red"), soft_wrap=True)


def show_places(summaries: Iterable[Summary]) -> None:
    """Where the files of each game lie, a line each, whole paths."""
    for summary in summaries:
        console().print(words(f"{summary.id}  {Path(summary.path).resolve()}"), soft_wrap=True)


def least_width(summaries: Sequence[Summary]) -> int:
    """Below this width a game takes several lines."""
    names = max(len(summary.id) for summary in summaries)
    counts = max(len(count) for summary in summaries for count, _ in kinds(summary))
    heads = sum(max(map(len, HEADS[name].split("\n"))) for name in columns(summaries))
    last = max(len(told(summary)[0]) for summary in summaries)
    return names + TITLE + counts + heads + last + len(columns(summaries)) + 3


def in_columns(summaries: Sequence[Summary]) -> Table:
    """The games below each other."""
    table = Whole(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("game", no_wrap=True)
    table.add_column("title", min_width=TITLE)
    names = columns(summaries)
    for head in ("", *(HEADS[name] for name in names)):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("rules", no_wrap=True)
    for summary in summaries:
        figures = zip(*([count, *shown(known, names)] for count, known in kinds(summary)), strict=True)
        counts = ["\n".join(column) for column in figures]
        table.add_row(words(summary.id, "bold"), words(summary.title), *counts, words(*told(summary)))
    return table


def columns(summaries: Iterable[Summary]) -> list[str]:
    """The standings that have columns: that of what is home-made only where some is."""
    made = any(known.get(HOME_MADE) for summary in summaries for _, known in kinds(summary))
    return [name for name in HEADS if name != HOME_MADE or made]


def kinds(summary: Summary) -> Iterator[tuple[str, Mapping[str, int]]]:
    """The tables and the rules of a game: how many they are, and how many have each standing."""
    yield counted(summary.tables, "table"), summary.standings
    yield counted(summary.rule_count, "rule"), summary.rule_standings


def shown(known: Mapping[str, int], names: Iterable[str]) -> list[str]:
    """The numbers of the standings; what there is none of hardly shows."""
    return [str(known[name]) if known.get(name) else sign("·", ".") for name in names]


def in_lines(summary: Summary) -> Text:
    """A game in a few lines."""
    text = words(summary.id, "bold")
    text.append(clean(f" {summary.title}"), style="not bold")
    for count, known in kinds(summary):
        counts = [f"{known[name]} {name}" for name in HEADS if known.get(name)]
        text.append(f"\n  {count}{': ' if counts else ''}{', '.join(counts)}", style="not bold")
    said, style = told(summary)
    return text.append(f"\n  {'rules ' if style == 'dim' else ''}{said}", style=f"not bold {style}")


def told(summary: Summary) -> tuple[str, str]:
    """The beginning of a game's rules hash, or why it cannot be told or played; and its style."""
    if summary.errors < 0:
        return "unread", "red"
    if summary.errors:
        return counted(summary.errors, "error"), "red"
    if not summary.checked:
        return "unchecked", "dim"
    return summary.rules[:HASH_DIGITS], "dim"
