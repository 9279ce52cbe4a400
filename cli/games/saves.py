"""One's saves, and what they have come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from bombsight.cli.terminal.columns import Whole
from bombsight.cli.terminal.quoting import command_on, quoted
from bombsight.cli.terminal.screen import clean, console, counted, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.play.start import table_file
from bombsight.service.saves.careers import CareerTable, Fact
from bombsight.service.saves.listing import Saves, SaveTold
from bombsight.service.saves.records import GameRecord, SaveRecord

GAP = 2
"""Blanks between columns."""

MOST = 100
"""Columns that a page is wide at most."""


def show_saves(saves: Saves) -> None:
    """Each save in a few lines, the last played first."""
    out = console()
    if not saves.saves:
        out.print(f"No saves in {saves.folder}. Those of another folder: bombsight saves FOLDER", soft_wrap=True)
    for number, save in enumerate(saves.saves):
        if number:
            out.print()
        for line in save_lines(save, min(out.width, MOST)):
            out.print(line, soft_wrap=True)


def save_lines(save: SaveTold, width: int) -> Iterator[Text]:
    """A save: what is played, where it stands, how to go on."""
    played = save.played[:16].replace("T", " ")
    if save.problem:
        yield from wrapped(words(save.save, "bold").append(clean(f"  {played}"), "not bold dim"), 0, width)
        yield from wrapped(words(save.problem, "red"), 2, width)
        return
    text = words(save.title, "bold").append(clean(f"  {what(save.entry, save.args)}"), "not bold")
    yield from wrapped(text.append(clean(f"  {played}"), "not bold dim"), 0, width)
    where = f": {save.where}" if save.where else ""
    state = "over" if save.is_over else "goes on"
    said = words(f"{state}{where}", "green" if save.is_over else "yellow")
    yield from wrapped(said.append(clean(f"  {counted(save.answers, 'answer')}"), "dim"), 2, width)
    command = command_on(save.save)
    if table_file(Path(save.save)).exists():
        command = f"bombsight host --resume {quoted(save.save)}"
    elif save.is_over:
        command = f"bombsight record {quoted(save.save)}"
    yield Text("  ").append(clean(command), "dim")


def what(entry: str, args: Sequence[int]) -> str:
    """What is played, in words."""
    return "campaign" if entry == "career" else " ".join(["mission", *map(str, args)])


def show_save_record(record: SaveRecord) -> None:
    """The record of a save: where it stands, single values, tables, what was counted."""
    out = console()
    out.print(words(record.title, "bold").append(f"  {what(record.entry, record.args)}", "not bold"))
    standing = record.standing
    said = standing.outcome if standing.is_over else ", ".join(standing.where)
    state = "Over" if standing.is_over else "Goes on"
    out.print(words(f"{state}: {said}" if said else state, "green" if standing.is_over else "yellow"), soft_wrap=True)
    show_facts(standing.career.facts, out)
    for table in standing.career.tables:
        show_table(table, out)
    if standing.tallies:
        heading("Counted", out)
        rows = [(tally.title, tally.value) for tally in standing.tallies]
        out.print(two_columns(rows), width=min(out.width, MOST))


def show_facts(facts: Sequence[Fact], out: Console) -> None:
    """Single values below each other."""
    if facts:
        out.print()
        out.print(two_columns([(fact.title, fact.value) for fact in facts]), width=min(out.width, MOST))


def two_columns(rows: Sequence[tuple[str, str]]) -> Whole:
    """Titles and values."""
    table = Whole(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column()
    for title, value in rows:
        table.add_row(clean(title), clean(value))
    return table


def heading(title: str, out: Console) -> None:
    """A heading with a blank line above it."""
    out.print()
    out.print(words(title, "bold yellow"))


def show_table(told: CareerTable, out: Console) -> None:
    """A table under its title; columns that hold nothing are left out."""
    if told.title:
        heading(f"{told.title} ({len(told.rows)})", out)
    else:
        out.print()
    width = min(out.width, MOST)
    kept = [number for number, _ in enumerate(told.columns) if any(row[number] for row in told.rows)]
    if natural_width(told, kept) > width:
        for row in told.rows:
            for line in wrapped(in_words(told, row), 2, width):
                out.print(line, soft_wrap=True)
        return
    table = Whole(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    for number in kept:
        column = told.columns[number]
        table.add_column(clean(column.title), justify="right" if column.is_number else "left", no_wrap=True)
    for row in told.rows:
        table.add_row(*(clean(row[number]) for number in kept))
    out.print(table, width=width)


def natural_width(told: CareerTable, kept: Sequence[int]) -> int:
    """How wide a table is with nothing broken."""
    return sum(GAP + max(len(told.columns[n].title), *(len(row[n]) for row in told.rows)) for n in kept)


def in_words(told: CareerTable, row: Sequence[str]) -> Text:
    """A row that is too wide for columns: what it says with its heads, nothing that is none or nought."""
    parts = []
    for column, value in zip(told.columns[1:], row[1:], strict=True):
        if value == "yes":
            parts.append(column.title)
        elif value and column.is_number:
            parts += [f"{column.title} {value}"] if value != "0" else []
        elif value:
            parts.append(value)
    first = f"{told.columns[0].title.capitalize()} {row[0]}" if told.columns[0].is_number else row[0]
    return words(f"{first}  ", "bold").append(clean("; ".join(parts)), "not bold")


def show_game_record(record: GameRecord) -> None:
    """All saves of a game together."""
    out = console()
    out.print(words(record.title, "bold"))
    out.print(words(counted(record.saves, "save") + (f", {record.open} not over yet" if record.open else ""), "dim"))
    if record.results:
        heading("How they ended", out)
        out.print(two_columns([(f"{each.entry}: {each.result}", str(each.count)) for each in record.results]))
    for table in record.tables:
        show_table(table, out)
    for entry in dict.fromkeys(tally.entry for tally in record.tallies):
        chosen = [tally for tally in record.tallies if tally.entry == entry]
        heading(f"Counted of {counted(chosen[0].games, what(entry, ()))}", out)
        sums = Whole(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        sums.add_column("")
        sums.add_column("in all", justify="right")
        sums.add_column("on average", justify="right")
        for tally in chosen:
            sums.add_row(clean(tally.title), str(tally.total), f"{tally.total / tally.games:.1f}")
        out.print(sums, width=min(out.width, MOST))
    for problem in record.problems:
        out.print(words(f"not counted: {problem}", "yellow"), soft_wrap=True)
