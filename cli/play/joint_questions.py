"""The terminal's display of question groups: a matrix with a row for each, or a list to choose several from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen
from rich.text import Text

from bombsight.cli.play.question_input import default_mark, draw_question
from bombsight.cli.terminal.lines import draw_line
from bombsight.cli.terminal.screen import choose_sign, sanitize, styled_text
from bombsight.cli.terminal.wrapping import WRAP_CONSOLE, wrap_text
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.present.answer_parsing import is_number_choice
from bombsight.service.present.command_table import SINGLY_WORD
from bombsight.service.present.joint_answer_parsing import ALL_WORD
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.present.question_lines import MATRIX_HINT, render_choice_hint

COLUMN_GAP = 1
"""The blanks between columns, besides the one for the mark."""

MIN_CELL_WIDTH, USUAL_CELL_WIDTH, MAX_CELL_WIDTH = 4, 8, 40
"""The columns of an answer on the screen: at least, if not all fit, and at most."""

LABEL_WIDTH = 26
"""The columns for the labels of rows; longer labels are broken."""

NONE_WORD = "hold"

CELL_META = "cell"
"""The key of a cell's row and column in a text's metadata, for screens with a pointer."""


@frozen
class MatrixColumn:
    """A column of a question matrix as displayed: the index of its answer, its head, its width."""

    place: int
    head: tuple[str, ...]
    width: int


@frozen
class ColumnNeeds:
    """The space that a column of a question matrix needs.

    Attributes:
        place: Its place among the answers.
        title: The text of its head.
        is_typed: Whether its title is typed as it is, like numbers, so that it needs no key.
        longest_word: The length of its longest word, which is not broken.
        widest_cell: The width of its widest cell on one line.
    """

    place: int
    title: str
    is_typed: bool
    longest_word: int
    widest_cell: int

    def width_within(self, max_width: int) -> int:
        """The column width that the cells need, at most ``max_width`` unless a word is longer."""
        return max(self.longest_word, min(self.widest_cell, max_width), MIN_CELL_WIDTH)


def draw_group(group: QuestionGroup, width: int) -> Iterator[Text]:
    """Render a group of questions asked together, and how to answer them."""
    if isinstance(group, RepeatedQuestion):
        yield from draw_question(group.question, width)
        yield from draw_line(render_choice_hint(group), width)
    else:
        yield from draw_matrix(group, width)
        yield from wrap_text(styled_text(MATRIX_HINT, "dim"), 0, width)


def phrases_for_group(group: QuestionGroup) -> list[str]:
    """The phrases that Tab completes at a group of questions, besides the phrases for every question."""
    if isinstance(group, RepeatedQuestion):
        return [ALL_WORD]
    return [*map(sanitize, group.labels), ALL_WORD, NONE_WORD, SINGLY_WORD]


def draw_matrix(matrix: Matrix, width: int, cursor_row: int | None = None, *, is_brief: bool = False) -> Iterator[Text]:
    """Render a matrix of questions: a row for each question, a column for each answer, defaults marked.

    Args:
        matrix: The questions.
        width: The columns of the screen.
        cursor_row: The row of the cursor; None for none.
        is_brief: Whether cells show only the first reason, and the rest is shown for the row at the cursor.
    """
    title = f"{matrix.title}: {matrix.asks}" if matrix.asks else matrix.title
    yield from wrap_text(styled_text(title, "bold cyan"), 0, width)
    for remark in visible_remarks(matrix, cursor_row):
        yield from wrap_text(styled_text(remark), 2, width)
    if is_brief and cursor_row is not None:
        yield from wrap_text(styled_text(describe_marked_cell(matrix, cursor_row)), 2, width)
        matrix = shorten_remarks(matrix)
    label_width = min(LABEL_WIDTH, max(map(len, matrix.labels)))
    room = width - 2 - label_width
    places = [*range(len(matrix.columns)), *[NO_OPTION] * matrix.optional]
    wants = [measure_column(matrix, place) for place in places]
    cell_width = largest_fitting_width(wants, room)
    if cell_width is None:
        matrix = shorten_heads(matrix)
        wants = [measure_column(matrix, place) for place in places]
        cell_width = largest_fitting_width(wants, room) or USUAL_CELL_WIDTH
    remaining = [make_column(want, want.width_within(cell_width)) for want in wants]
    while remaining:
        count = count_fitting([each.width for each in remaining], room)
        fitting_columns, remaining = remaining[:count], remaining[count:]
        yield from draw_table(matrix, fitting_columns, label_width, cursor_row)
        if remaining:
            yield Text()


def describe_marked_cell(matrix: Matrix, cursor_row: int) -> str:
    """Render the marked answer of a matrix row with all the remarks beside it."""
    row = matrix.rows[cursor_row]
    if row.preferred == NO_OPTION:
        return f"{matrix.labels[cursor_row]}: {NONE_WORD}"
    option = row.options[row.preferred]
    return f"{matrix.labels[cursor_row]}: {option.title}{': ' if option.beside else ''}{option.beside}"


def largest_fitting_width(columns: Sequence[ColumnNeeds], room: int) -> int | None:
    """Return the largest width of cells at which all columns stand side by side; None if they never do."""
    for width in range(MAX_CELL_WIDTH, MIN_CELL_WIDTH - 1, -1):
        if count_fitting([column.width_within(width) for column in columns], room) == len(columns):
            return width
    return None


def shorten_heads(matrix: Matrix) -> Matrix:
    """Copy a question matrix with the short titles of its answers as heads, where they have one."""
    return evolve(matrix, columns=tuple(evolve(each, title=each.short or each.title) for each in matrix.columns))


def shorten_remarks(matrix: Matrix) -> Matrix:
    """Copy a question matrix with at most one remark beside each answer."""
    rows = [
        evolve(row, options=tuple(evolve(each, beside=each.beside.partition(",")[0]) for each in row.options))
        for row in matrix.rows
    ]
    return evolve(matrix, rows=tuple(rows))


def visible_remarks(matrix: Matrix, cursor_row: int | None) -> Sequence[str]:
    """The remarks of all rows; with a cursor those of its row, padded to the most lines of any row."""
    if cursor_row is None:
        return [*dict.fromkeys(remark for row in matrix.rows for remark in row.remarks)]
    own = matrix.rows[cursor_row].remarks
    return [*own, *[""] * (max(len(row.remarks) for row in matrix.rows) - len(own))]


def measure_column(matrix: Matrix, place: int) -> ColumnNeeds:
    """Measure the space that a matrix column needs; ``place`` is the index of its answer."""
    title = NONE_WORD if place == NO_OPTION else matrix.columns[place].title
    cells = [cell_text(matrix, row, place) for row, _ in enumerate(matrix.rows)]
    longest = max([len(word) for text in (title, *cells) for word in text.split()] or [0])
    return ColumnNeeds(place, title, is_number_choice(matrix.columns), longest, max(map(len, cells)))


def make_column(needs: ColumnNeeds, width: int) -> MatrixColumn:
    """Make a column ``width`` wide from its needs, with its head wrapped."""
    key = () if needs.is_typed else (str(needs.place + 1),)
    return MatrixColumn(
        needs.place, (*key, *(str(line) for line in Text(sanitize(needs.title)).wrap(WRAP_CONSOLE, width))), width
    )


def cell_text(matrix: Matrix, row: int, place: int) -> str:
    """The text of a matrix cell: the remark beside its answer, or a dot; empty if the row lacks the answer."""
    index = matrix.option_index(row, place)
    if index is None:
        return ""
    beside = "" if index == NO_OPTION else matrix.rows[row].options[index].beside
    return sanitize(beside) or choose_sign("·", ".")


def count_fitting(widths: Sequence[int], room: int) -> int:
    """Count how many of the first columns fit side by side into ``room`` columns of text; at least one."""
    count = 0
    for width in widths:
        room -= COLUMN_GAP + 1 + width
        if room < 0:
            break
        count += 1
    return max(1, count)


def draw_table(
    matrix: Matrix, columns: Sequence[MatrixColumn], label_width: int, cursor_row: int | None
) -> Iterator[Text]:
    """Render rows of a question matrix under their heads, with a cursor at one of them.

    Args:
        matrix: The questions.
        columns: The columns.
        label_width: The columns for labels.
        cursor_row: The row of the cursor; None for none.
    """
    for line in range(max(len(each.head) for each in columns)):
        text = Text(" " * (2 + label_width))
        for each in columns:
            part = each.head[line].rstrip() if line < len(each.head) else ""
            style = "cyan" if line == 0 else ""
            text.append(" " * (COLUMN_GAP + 1)).append(f"{part:<{each.width}}", style=style)
        text.rstrip()
        yield text
    for row, question in enumerate(matrix.rows):
        labels = [
            str(part).rstrip() for part in Text(sanitize(matrix.labels[row])).wrap(WRAP_CONSOLE, label_width)
        ] or [""]
        cells = [
            [str(part) for part in Text(cell_text(matrix, row, each.place)).wrap(WRAP_CONSOLE, each.width)]
            for each in columns
        ]
        for line in range(max(len(labels), *(len(part) for part in cells))):
            text = Text("> " if row == cursor_row and line == 0 else "  ", style="bold" if row == cursor_row else "")
            text.append(f"{labels[line] if line < len(labels) else '':<{label_width}}")
            for each, parts in zip(columns, cells, strict=True):
                is_marked = line == 0 and bool(parts) and matrix.option_index(row, each.place) == question.preferred
                part = parts[line].rstrip() if line < len(parts) else ""
                text.append(" " * COLUMN_GAP).append(default_mark() if is_marked else " ", style="bold green")
                cell_part = Text(f"{part:<{each.width}}", style="bold" if is_marked else "")
                cell_part.apply_meta({CELL_META: (row, each.place)})
                text.append_text(cell_part)
            text.rstrip()
            yield text
