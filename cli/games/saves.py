"""The display of the user's saves and their records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from click.exceptions import Exit
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.terminal.columns import FoldingTable
from bombsight.cli.terminal.quoting import quote_argument, resume_command
from bombsight.cli.terminal.screen import make_console, pluralize, sanitize, styled_text
from bombsight.cli.terminal.streams import is_interactive
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.listing import capitalize_first
from bombsight.service.play.start import table_path
from bombsight.service.present import sentences
from bombsight.service.saves.book import BookEntry
from bombsight.service.saves.careers import CareerTable, Fact
from bombsight.service.saves.listing import Saves, SaveSummary, list_saves
from bombsight.service.saves.records import GameRecord, SaveRecord
from bombsight.service.seats.tables.table_listing import COMMAND_OPTIONS, TableKind, TableSummary

COLUMN_GAP = 2
"""The blanks between columns."""

MAX_CHOICES = 9
"""How many games are offered that go on."""

MAX_WIDTH = 100
"""The maximum width in columns of a page."""


def show_saves(saves: Saves) -> None:
    """Print each table and each other save in a few lines, the last played first."""
    out = make_console()
    width = min(out.width, MAX_WIDTH)
    if not saves.saves and not saves.tables:
        out.print(f"No saves in {saves.folder}. Those of another folder: bombsight saves FOLDER", soft_wrap=True)
    of_tables = {table.file for table in saves.tables}
    alone = [save for save in saves.saves if save.save not in of_tables]
    for heading, paragraphs in (
        ("Games for two", [draw_table(table, width) for table in saves.tables]),
        ("Games alone", [draw_save(save, width) for save in alone]),
    ):
        if saves.tables and paragraphs:
            out.print(styled_text(heading, "bold yellow"))
        for number, paragraph in enumerate(paragraphs):
            if number:
                out.print()
            for line in paragraph:
                out.print(line, soft_wrap=True)
        if heading == "Games for two" and paragraphs and alone:
            out.print()


def choose_save() -> Path:
    """Have the person at the terminal choose one of his games that go on, and return its save.

    Raises:
        InputError: There is none, nobody sits at a terminal, or what he types is none of them.
        Exit: He chooses none.
    """
    from bombsight.cli.play.question_input import InputEnded, read_line

    games = [each for each in list_saves().saves if not each.is_over and not each.problem]
    games = [each for each in games if not table_path(Path(each.save)).exists()][:MAX_CHOICES]
    if not games:
        raise InputError("no game of yours goes on", "", "Begin one: bombsight play GAME")
    if not is_interactive():
        raise InputError("which game goes on?", "", f"The one played last: {resume_command(games[0].save)}")
    out = make_console()
    for number, game in enumerate(games, 1):
        *lines, _command = draw_save(game, min(out.width, MAX_WIDTH) - 4)
        for at, line in enumerate(lines):
            out.print(styled_text("    " if at else f"{number:>2}  ", "bold").append_text(line), soft_wrap=True)
    try:
        typed = read_line(out, "[1] > ") or "1"
    except InputEnded as end:
        raise Exit(0) from end
    if typed.lower() in ("q", "quit"):
        raise Exit(0)
    if not typed.isdecimal() or not 1 <= int(typed[:4]) <= len(games):
        raise InputError(f"{typed}: no number of these games", "", "A number of the list, Enter for the first, or q.")
    return Path(games[int(typed[:4]) - 1].save)


def draw_save(save: SaveSummary, width: int) -> Iterator[Text]:
    """Render a save in a few lines: its game, how far it is, the command to resume it."""
    played = save.played[:16].replace("T", " ")
    if save.problem:
        yield from wrap_text(styled_text(save.save, "bold").append(sanitize(f"  {played}"), "not bold dim"), 0, width)
        yield from wrap_text(styled_text(save.problem, "red"), 2, width)
        return
    text = styled_text(save.title, "bold").append(sanitize(label_entry(save.entry, save.args)), "not bold")
    yield from wrap_text(text.append(sanitize(f"  {played}"), "not bold dim"), 0, width)
    where = f": {save.where}" if save.where else ""
    state = "over" if save.is_over else "goes on"
    state_text = styled_text(f"{state}{where}", "green" if save.is_over else "yellow")
    yield from wrap_text(state_text.append(sanitize(f"  {pluralize(save.answers, 'answer')}"), "dim"), 2, width)
    command = resume_command(save.save)
    if table_path(Path(save.save)).exists():
        command = f"bombsight host --resume {quote_argument(save.save)}"
    elif save.is_over:
        command = f"bombsight record {quote_argument(save.save)}"
    yield Text("  ").append(sanitize(command), "dim")


TABLE_KINDS: Mapping[TableKind, str] = {
    "hosted": "you host",
    "hosted by mail": "you host, by mail",
    "joined": "you joined",
    "by mail": "by mail",
    "one keyboard": "at one keyboard",
}
"""How a player takes part in a table, in words."""


def draw_table(table: TableSummary, width: int) -> Iterator[Text]:
    """Render a table in a few lines: its game and seats, whose turn it is, the command to go on."""
    played = table.played[:16].replace("T", " ")
    if table.problem:
        yield from wrap_text(styled_text(table.file, "bold").append(sanitize(f"  {played}"), "not bold dim"), 0, width)
        yield from wrap_text(styled_text(table.problem, "red"), 2, width)
        return
    title = styled_text(table.title or "A table whose game has not begun", "bold")
    yield from wrap_text(title.append(sanitize(f"  {played}"), "not bold dim"), 0, width)
    state = styled_text(capitalize_first(table.where), "green" if table.state == "over" else "yellow")
    if table.state == "own turn":
        state.stylize("bold")
    parts = [TABLE_KINDS[table.kind]]
    if table.kind == "one keyboard":
        parts = [f"at this device: {' and '.join(table.seats)}" if table.seats else "all at this device"]
    elif table.seats:
        others = ", ".join(seat for seat in table.seats if seat != table.seat)
        parts.append(f"you are {table.seat}, with {others}" if table.seat else others)
    yield from wrap_text(state.append(sanitize(f"  {'; '.join(parts)}"), "not bold dim"), 2, width)
    if table.command:
        command = " ".join(each if each in COMMAND_OPTIONS else quote_argument(each) for each in table.command)
        yield from wrap_text(styled_text(command, "dim"), 2, 10**6)


def entry_title(entry: str, args: Sequence[int]) -> str:
    """The title of an entry: a mission with its arguments, or the campaign."""
    return "campaign" if entry == "career" else " ".join(["mission", *map(str, args)])


def label_entry(entry: str, args: Sequence[int]) -> str:
    """Return what stands behind a game's title for an entry; nothing for the one mission of a game without numbers."""
    return f"  {entry_title(entry, args)}" if entry == "career" or args else ""


def show_save_record(record: SaveRecord) -> None:
    """Print the campaign record of a save: progress, single values, tables, tallies (statistics)."""
    out = make_console()
    out.print(styled_text(record.title, "bold").append(label_entry(record.entry, record.args), "not bold"))
    standing = record.standing
    details = standing.outcome if standing.is_over else ", ".join(standing.where)
    state = sentences.OVER if standing.is_over else sentences.NOT_OVER
    out.print(
        styled_text(f"{state}: {details}" if details else state, "green" if standing.is_over else "yellow"),
        soft_wrap=True,
    )
    show_facts(standing.career.facts, out)
    for table in standing.career.tables:
        show_table(table, out)
    if standing.tallies:
        show_heading("Counted", out)
        rows = [(tally.title, tally.value) for tally in standing.tallies]
        out.print(draw_two_columns(rows), width=min(out.width, MAX_WIDTH))


def show_facts(facts: Sequence[Fact], out: Console) -> None:
    """Print single values of a record one below the other, each with its title."""
    if facts:
        out.print()
        out.print(draw_two_columns([(fact.title, fact.value) for fact in facts]), width=min(out.width, MAX_WIDTH))


def draw_two_columns(rows: Sequence[tuple[str, str]]) -> FoldingTable:
    """Render titles and values in two columns."""
    table = FoldingTable(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column()
    for title, value in rows:
        table.add_row(sanitize(title), sanitize(value))
    return table


def show_heading(title: str, out: Console) -> None:
    """Print a heading with a blank line above it."""
    out.print()
    out.print(styled_text(title, "bold yellow"))


def show_table(career_table: CareerTable, out: Console) -> None:
    """Print a table of a campaign's record under its title, without empty columns."""
    if career_table.title:
        show_heading(f"{career_table.title} ({len(career_table.rows)})", out)
    else:
        out.print()
    width = min(out.width, MAX_WIDTH)
    visible_columns = [
        number for number, _ in enumerate(career_table.columns) if any(row[number] for row in career_table.rows)
    ]
    if natural_width(career_table, visible_columns) > width:
        for row in career_table.rows:
            for line in wrap_text(draw_row_in_words(career_table, row), 2, width):
                out.print(line, soft_wrap=True)
        return
    table = FoldingTable(box=None, pad_edge=False, padding=(0, COLUMN_GAP, 0, 0), header_style="dim")
    for number in visible_columns:
        column = career_table.columns[number]
        table.add_column(sanitize(column.title), justify="right" if column.is_number else "left", no_wrap=True)
    for row in career_table.rows:
        table.add_row(*(sanitize(row[number]) for number in visible_columns))
    out.print(table, width=width)


def natural_width(career_table: CareerTable, visible_columns: Sequence[int]) -> int:
    """The width that a career's table takes if no line is broken, with only the visible columns."""
    return sum(
        COLUMN_GAP + max(len(career_table.columns[n].title), *(len(row[n]) for row in career_table.rows))
        for n in visible_columns
    )


def draw_row_in_words(career_table: CareerTable, row: Sequence[str]) -> Text:
    """Render a table row, too wide for columns, as text: each heading with its value, but no value none or zero."""
    parts = []
    for column, value in zip(career_table.columns[1:], row[1:], strict=True):
        if value == "yes":
            parts.append(column.title)
        elif value and column.is_number:
            parts += [f"{column.title} {value}"] if value != "0" else []
        elif value:
            parts.append(value)
    first = f"{career_table.columns[0].title.capitalize()} {row[0]}" if career_table.columns[0].is_number else row[0]
    return styled_text(f"{first}  ", "bold").append(sanitize("; ".join(parts)), "not bold")


def show_book(book: Sequence[BookEntry], out: Console) -> None:
    """Print the book of a game's careers: for each its rank, ship and end, then its figures, then its save."""
    if not book:
        return
    show_heading(sentences.BOOK_TITLE, out)
    width = min(out.width, MAX_WIDTH)
    for entry in book:
        text = styled_text(f"{entry.rank or '-':>3}  ", "bold")
        head, *figures = describe_book_entry(entry)
        for line in wrap_text(text.append(sanitize(head), "bold"), 0, width):
            out.print(line, soft_wrap=True)
        for figure in figures:
            for line in wrap_text(styled_text(figure, "dim"), 5, width):
                out.print(line, soft_wrap=True)


def describe_book_entry(entry: BookEntry) -> list[str]:
    """Describe a game of the book in lines: ship and end; figures; the save."""
    ships = [sentences.book_ships(entry.ships[-1], len(entry.ships) - 1)] if entry.ships else []
    end = entry.ended or (", ".join(entry.where) if entry.where else sentences.NOT_OVER)
    figures = [sentences.book_figure(each.title, each.value) for each in (*entry.counted, *entry.best, *entry.lists)]
    head = "; ".join([*ships, entry_title(entry.entry, entry.args), end])
    return [head, *(["; ".join(figures)] if figures else []), entry.save]


def show_game_record(record: GameRecord) -> None:
    """Print the joint record of all saves of a game."""
    out = make_console()
    out.print(styled_text(record.title, "bold"))
    out.print(styled_text(sentences.save_count(record.saves, record.open), "dim"))
    if record.results:
        show_heading("How they ended", out)
        out.print(draw_two_columns([(f"{each.entry}: {each.result}", str(each.count)) for each in record.results]))
    show_book(record.book, out)
    for table in record.tables:
        show_table(table, out)
    for entry in dict.fromkeys(tally.entry for tally in record.tallies):
        entry_tallies = [tally for tally in record.tallies if tally.entry == entry]
        show_heading(sentences.counted_title(entry_tallies[0].games, entry_title(entry, ())), out)
        sums = FoldingTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        sums.add_column("")
        sums.add_column(sentences.SUM_COLUMN, justify="right")
        sums.add_column(sentences.MEAN_COLUMN, justify="right")
        for tally in entry_tallies:
            sums.add_row(sanitize(tally.title), str(tally.total), f"{tally.total / tally.games:.1f}")
        out.print(sums, width=min(out.width, MAX_WIDTH))
    for problem in record.problems:
        out.print(styled_text(sentences.uncounted_save(problem), "yellow"), soft_wrap=True)
