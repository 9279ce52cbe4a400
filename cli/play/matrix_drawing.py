"""The terminal's drawing of one table of a question matrix: columns that fit side by side, heads, rows, a cursor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import evolve, frozen
from rich.text import Text

from bombsight.cli.play.question_input import default_mark
from bombsight.cli.terminal.screen import choose_sign, sanitize, styled_text
from bombsight.cli.terminal.wrapping import WRAP_CONSOLE
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.present.answer_parsing import is_number_choice
from bombsight.service.present.joint_questions import Matrix
from bombsight.service.present.matrix_tables import MatrixTable

COLUMN_GAP = 1
"""The blanks between columns, besides the one for the mark."""

CURSOR_WIDTH = 2
"""The columns before the labels, in which the cursor stands."""

MIN_CELL_WIDTH, USUAL_CELL_WIDTH, MAX_CELL_WIDTH = 4, 12, 40
"""The columns of an answer on the screen: at least, if not all fit, and at most."""

LABEL_WIDTH, NARROW_LABEL_WIDTHS = 26, (22, 18, 14)
"""The columns for the labels of rows, at most, and where narrower ones make a lower table; longer labels are broken."""

EDGE_WIDTH = 5
"""The columns for the sign at the edge that says how many columns are out of sight."""

LEFT_EDGE_SIGN = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"
RIGHT_EDGE_SIGN = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
"""The signs at the edges for columns out of sight."""

NONE_WORD = "hold"

CELL_META = "cell"
"""The key of a cell's row and column in a text's metadata, for screens with a pointer."""


@frozen
class DrawnColumn:
    """A column of a table as drawn.

    Attributes:
        at: Its place among the columns of the table.
        title: The text of its head.
        head: The lines of its head: key, title, facts.
        fact_count: How many of these lines, at the end, are facts.
        width: Its width.
    """

    at: int
    title: str
    head: tuple[str, ...]
    fact_count: int
    width: int

    def style_of_line(self, line: int) -> str:
        """The style of a line of the head."""
        return "cyan" if line == 0 else "dim" if line >= len(self.head) - self.fact_count else ""


@frozen
class FittedTable:
    """A table with columns whose widths fit the screen.

    Attributes:
        table: The table.
        label_width: The columns for the labels of rows.
        pieces: The columns, in pieces that fit side by side.
        is_short: Whether the heads have short titles that say less than the whole ones.
    """

    table: MatrixTable
    label_width: int
    pieces: tuple[tuple[DrawnColumn, ...], ...]
    is_short: bool

    @property
    def row_numbers(self) -> range:
        """The places of the rows in the table."""
        return range(len(self.table.rows))

    @property
    def width(self) -> int:
        """The columns of its widest piece, with the labels."""
        widest = max(sum(COLUMN_GAP + 1 + column.width for column in piece) for piece in self.pieces)
        return CURSOR_WIDTH + self.label_width + widest

    def piece_of(self, place: int) -> int:
        """The number of the piece in which a column stands, by the index of its answer; -1 for none."""
        return next(
            number
            for number, piece in enumerate(self.pieces)
            if any(self.table.columns[column.at].place == place for column in piece)
        )


def fit_table(matrix: Matrix, table: MatrixTable, width: int) -> FittedTable:
    """Fit a table to a width, with the labels as wide as makes it lowest."""
    widest = max(len(label_of_row(table, at)) for at, _ in enumerate(table.rows))
    label_widths = [min(widest, LABEL_WIDTH), *(each for each in NARROW_LABEL_WIDTHS if each < widest)]
    all_fitted = [fit_columns_beside(matrix, table, width, each) for each in label_widths]
    return min(all_fitted, key=lambda fitted: (max(0, fitted.width - width), count_lines(fitted)))


def fit_columns_beside(matrix: Matrix, table: MatrixTable, width: int, label_width: int) -> FittedTable:
    """Fit the columns of a table beside its labels: whole titles in one line if there is room, else short ones.

    Columns that do not fit side by side come in several pieces.

    Args:
        matrix: The questions.
        table: The table.
        width: The columns of the screen.
        label_width: The columns for the labels.
    """
    room = width - CURSOR_WIDTH - label_width
    is_typed = is_number_choice(matrix.columns)
    long_columns = fit_columns(table, [each.title or NONE_WORD for each in table.columns], room, is_typed=is_typed)
    if long_columns is not None and all(len(each.title) <= each.width for each in long_columns):
        return FittedTable(table, label_width, (tuple(long_columns),), is_short=False)
    titles = [each.short or NONE_WORD for each in table.columns]
    is_short = any(each.short != each.title for each in table.columns)
    columns = fit_columns(table, titles, room, is_typed=is_typed)
    if columns is not None:
        return FittedTable(table, label_width, (tuple(columns),), is_short)
    max_width = min(USUAL_CELL_WIDTH, room - EDGE_WIDTH - COLUMN_GAP - 1)
    columns = [
        make_column(table, at, title, fit_width(measure_column(table, at, title), max_width), is_typed=is_typed)
        for at, title in enumerate(titles)
    ]
    return FittedTable(table, label_width, tuple(divide_columns(columns, room - EDGE_WIDTH)), is_short)


def count_lines(fitted: FittedTable) -> int:
    """Count the lines of a table, all its pieces one below another."""
    label_lines = [len(wrap_words(label_of_row(fitted.table, at), fitted.label_width)) for at in fitted.row_numbers]
    return sum(
        max(len(column.head) for column in piece)
        + sum(
            max(lines, *(len(wrap_words(cell_text(fitted.table, row, each.at), each.width)) for each in piece))
            for row, lines in zip(fitted.row_numbers, label_lines, strict=True)
        )
        for piece in fitted.pieces
    )


def fit_columns(table: MatrixTable, titles: Sequence[str], room: int, *, is_typed: bool) -> list[DrawnColumn] | None:
    """Make all columns as wide as fits side by side; None if they don't fit.

    Args:
        table: The table.
        titles: The texts of the heads.
        room: The columns of the screen.
        is_typed: Whether the titles are typed as they are, like numbers, so that they need no keys.
    """
    needs = [measure_column(table, at, title) for at, title in enumerate(titles)]
    for max_width in range(MAX_CELL_WIDTH, MIN_CELL_WIDTH - 1, -1):
        widths = [fit_width(need, max_width) for need in needs]
        if sum(widths) + (COLUMN_GAP + 1) * len(widths) <= room:
            return [
                make_column(table, at, title, width, is_typed=is_typed)
                for at, (title, width) in enumerate(zip(titles, widths, strict=True))
            ]
    return None


def measure_column(table: MatrixTable, at: int, title: str) -> tuple[int, int]:
    """Measure a column: the length of its longest word, which is not broken, and that of its longest text."""
    texts = [title, *table.columns[at].facts, *(cell_text(table, row, at) for row, _ in enumerate(table.rows))]
    return max((len(word) for text in texts for word in text.split()), default=0), max(map(len, texts))


def fit_width(need: tuple[int, int], max_width: int) -> int:
    """The width of a column with a longest word and a longest text; at most ``max_width`` unless a word is longer."""
    longest_word, longest_text = need
    return max(longest_word, min(longest_text, max_width), MIN_CELL_WIDTH)


def make_column(table: MatrixTable, at: int, title: str, width: int, *, is_typed: bool) -> DrawnColumn:
    """Make a column with its head: key, title, and what its cells share.

    Args:
        table: The table.
        at: Its place among the columns of the table.
        title: The text of its head.
        width: Its width.
        is_typed: Whether the title is typed as it is, like a number, so that it needs no key.
    """
    column = table.columns[at]
    key = () if is_typed else (str(column.place + 1),)
    facts = wrap_words(", ".join(column.facts), width) if column.facts else ()
    return DrawnColumn(at, title, (*key, *wrap_words(title, width), *facts), len(facts), width)


def divide_columns(columns: Sequence[DrawnColumn], room: int) -> Iterator[tuple[DrawnColumn, ...]]:
    """Divide columns into pieces that fit side by side, of about the same number; one column each at least."""
    counts = [*count_pieces(columns, room)]
    size = -(-len(columns) // len(counts))
    rest = [*columns]
    while rest:
        count = min(size, next(count_pieces(rest, room)))
        yield tuple(rest[:count])
        del rest[:count]


def count_pieces(columns: Sequence[DrawnColumn], room: int) -> Iterator[int]:
    """Count the columns of each piece, if each has as many as fit."""
    count, left = 0, room
    for column in columns:
        left -= COLUMN_GAP + 1 + column.width
        if count and left < 0:
            yield count
            count, left = 0, room - COLUMN_GAP - 1 - column.width
        count += 1
    yield count


def draw_piece(matrix: Matrix, fitted: FittedTable, number: int, cursor_row: int | None, edges: bool) -> Iterator[Text]:
    """Render a piece of a table: the heads of its columns, and all rows.

    Args:
        matrix: The questions.
        fitted: The table.
        number: The number of the piece.
        cursor_row: The row of the cursor, as an index of the matrix; None for none.
        edges: Whether signs at the edges tell how many columns are out of sight.
    """
    table, columns = fitted.table, fitted.pieces[number]
    for line in range(max(len(each.head) for each in columns)):
        text = Text(" " * (CURSOR_WIDTH + fitted.label_width))
        for each in columns:
            part = each.head[line].rstrip() if line < len(each.head) else ""
            text.append(" " * (COLUMN_GAP + 1)).append(f"{part:<{each.width}}", style=each.style_of_line(line))
        yield add_edges(text, fitted, number) if edges and line == 0 else rstripped(text)
    for at, row in enumerate(table.rows):
        labels = wrap_words(label_of_row(table, at), fitted.label_width)
        cells = [wrap_words(cell_text(table, at, each.at), each.width) for each in columns]
        is_current = row.place == cursor_row
        for line in range(max(len(labels), *map(len, cells))):
            text = Text("> " if is_current and line == 0 else "  ", style="bold" if is_current else "")
            text.append(f"{labels[line] if line < len(labels) else '':<{fitted.label_width}}")
            for each, parts in zip(columns, cells, strict=True):
                place = table.columns[each.at].place
                is_marked = line == 0 and matrix.option_index(row.place, place) == matrix.rows[row.place].preferred
                part = parts[line] if line < len(parts) else ""
                text.append(" " * COLUMN_GAP).append(default_mark() if is_marked else " ", style="bold green")
                cell = Text(f"{part:<{each.width}}", style="bold" if is_marked else "")
                cell.apply_meta({CELL_META: (row.place, place)})
                text.append_text(cell)
            yield rstripped(text)


def add_edges(text: Text, fitted: FittedTable, number: int) -> Text:
    """Add the signs at the edges to the first line of the heads: how many columns are out of sight, and where."""
    before = sum(map(len, fitted.pieces[:number]))
    behind = sum(map(len, fitted.pieces[number + 1 :]))
    line = Text()
    if before:
        line.append(f"{choose_sign(LEFT_EDGE_SIGN, '<')} {before} ", style="bold yellow")
    line.append_text(text[len(line) :])
    return (
        line.append(f" {behind} {choose_sign(RIGHT_EDGE_SIGN, '>')}", style="bold yellow")
        if behind
        else rstripped(line)
    )


def rstripped(text: Text) -> Text:
    """Strip the blanks at the end of a line in place, and return it."""
    text.rstrip()
    return text


@lru_cache(maxsize=4096)
def wrap_words(text: str, width: int) -> tuple[str, ...]:
    """Break a text into lines of a width; one at least. Cached: each key draws a table anew."""
    return tuple(str(line).rstrip() for line in Text(sanitize(text)).wrap(WRAP_CONSOLE, width)) or ("",)


def label_of_row(table: MatrixTable, at: int) -> str:
    """The label of a row, by its place in the table, with what all its cells share."""
    return sanitize(", ".join((table.rows[at].label, *table.rows[at].facts)))


def cell_text(table: MatrixTable, row: int, column: int) -> str:
    """The text of a cell, by its places in the table: a dot for no words; empty if the answer is not offered."""
    words = table.rows[row].cells[column]
    return "" if words is None else sanitize(", ".join(words)) or choose_sign("·", ".")


def keep_first_words(table: MatrixTable) -> MatrixTable:
    """Copy a table with the first fact alone in each cell, or the first value of the legend."""
    rows = [evolve(row, cells=tuple(None if words is None else words[:1] for words in row.cells)) for row in table.rows]
    return evolve(table, rows=tuple(rows), legend=table.legend[:1])


def describe_cell(matrix: Matrix, row: int) -> str:
    """Describe the marked answer of a matrix row: its whole title, and all the words beside it."""
    question = matrix.rows[row]
    if question.preferred == NO_OPTION:
        return NONE_WORD
    option = question.options[question.preferred]
    return ": ".join(filter(None, (option.title, option.beside)))


def summarize_table(matrix: Matrix, table: MatrixTable) -> Text:
    """Render a table in one line: what is marked in each row."""
    texts = []
    for row in table.rows:
        index = matrix.rows[row.place].preferred
        place = next(each for each in table.columns if matrix.option_index(row.place, each.place) == index)
        texts.append(f"{row.label} {choose_sign('→', '->')} {place.short or NONE_WORD}")
    return styled_text(f"   {'; '.join(texts)}", "not bold default")
