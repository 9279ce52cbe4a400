"""The terminal's display of question groups: a matrix with a row for each, or a list to choose several from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from bombsight.cli.play.matrix_drawing import (
    NONE_WORD,
    FittedTable,
    describe_cell,
    draw_piece,
    fit_table,
    keep_first_words,
    summarize_table,
)
from bombsight.cli.play.question_input import draw_question
from bombsight.cli.terminal.lines import draw_line
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.present.command_table import SINGLY_WORD
from bombsight.service.present.joint_answer_parsing import ALL_WORD
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.present.matrix_tables import MatrixTable, make_tables
from bombsight.service.present.question_lines import MATRIX_HINT, render_choice_hint


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


def draw_matrix(matrix: Matrix, width: int) -> Iterator[Text]:
    """Render a matrix of questions: a row for each question, a column for each answer, defaults marked.

    Questions with answers of other kinds have a table of their own; columns that do not fit stand below the others.
    """
    remarks = dict.fromkeys(remark for row in matrix.rows for remark in row.remarks)
    for at, table in enumerate(make_tables(matrix)):
        yield from draw_heading(matrix, table, width, is_first=at == 0)
        if at == 0:
            for remark in remarks:
                yield from wrap_text(styled_text(remark), 2, width)
        fitted = fit_table(matrix, table, width)
        for number in range(len(fitted.pieces)):
            yield from [Text()] * (number > 0)
            yield from draw_piece(matrix, fitted, number, None, edges=False)


def draw_matrix_at_cursor(matrix: Matrix, width: int, cursor_row: int, max_lines: int) -> list[Text]:
    """Render a matrix of questions with a cursor in one of its rows, and the marked answer of that row in sight.

    Of columns that do not fit those about the marked answer are shown. If there are more lines than there should be,
    other tables than that of the cursor become one line each, and cells keep their first words then.

    Args:
        matrix: The questions.
        width: The columns of the screen.
        cursor_row: The row of the cursor.
        max_lines: How many lines there should be; there may be more.
    """
    tables = make_tables(matrix)
    shortest: list[Text] = []
    for is_folded, is_brief in ((False, False), (True, False), (True, True)):
        shown = [keep_first_words(table) if is_brief else table for table in tables]
        lines = [*draw_tables_at_cursor(matrix, shown, width, cursor_row, is_folded=is_folded, is_brief=is_brief)]
        if not shortest or len(lines) < len(shortest):
            shortest = lines
        if len(shortest) <= max_lines:
            break
    return shortest


def draw_tables_at_cursor(
    matrix: Matrix, tables: Sequence[MatrixTable], width: int, cursor_row: int, *, is_folded: bool, is_brief: bool
) -> Iterator[Text]:
    """Render the tables of a matrix, with a cursor in a row; folded ones stand below that of the cursor.

    Args:
        matrix: The questions.
        tables: Its tables.
        width: The columns of the screen.
        cursor_row: The row of the cursor.
        is_folded: Whether tables without the cursor become one line each.
        is_brief: Whether something is left out of the cells.
    """
    if is_folded:
        tables = sorted(tables, key=lambda table: not has_row(table, cursor_row))
    for at, fitted in enumerate(fit_table(matrix, table, width) for table in tables):
        has_cursor = has_row(fitted.table, cursor_row)
        if is_folded and not has_cursor:
            heading = render_asks(matrix, fitted.table, is_first=at == 0)
            yield from wrap_text(heading.append_text(summarize_table(matrix, fitted.table)), 0, width)
            continue
        yield from draw_heading(matrix, fitted.table, width, is_first=at == 0)
        if has_cursor:
            for remark in padded_remarks(matrix, fitted.table, cursor_row):
                yield from wrap_text(styled_text(remark), 2, width)
            if is_brief or fitted.is_short:
                yield from wrap_text(styled_text(describe_cell(matrix, cursor_row), "italic"), 2, width)
        yield from draw_piece(matrix, fitted, shown_piece(matrix, fitted, cursor_row), cursor_row, edges=True)


def padded_remarks(matrix: Matrix, table: MatrixTable, cursor_row: int) -> tuple[str, ...]:
    """The remarks of the cursor's row, padded to the most lines of any row of its table, so that nothing moves."""
    remarks = matrix.rows[cursor_row].remarks
    most = max(len(matrix.rows[row.place].remarks) for row in table.rows)
    return remarks + ("",) * (most - len(remarks))


def has_row(table: MatrixTable, row: int) -> bool:
    """Whether a row of the matrix stands in a table."""
    return any(each.place == row for each in table.rows)


def shown_piece(matrix: Matrix, fitted: FittedTable, cursor_row: int) -> int:
    """The number of the piece of a table in which the marked answer of the cursor's row stands; else the first."""
    if not has_row(fitted.table, cursor_row):
        return 0
    marked = matrix.rows[cursor_row].preferred
    return next(
        fitted.piece_of(column.place)
        for column in fitted.table.columns
        if matrix.option_index(cursor_row, column.place) == marked
    )


def draw_heading(matrix: Matrix, table: MatrixTable, width: int, *, is_first: bool) -> Iterator[Text]:
    """Render the heading of a table: what is asked, and what its cells mean and share."""
    heading = render_asks(matrix, table, is_first=is_first)
    if table.caption:
        heading.append(f"   {sanitize(table.caption)}", "not bold dim default")
    yield from wrap_text(heading, 0, width)


def render_asks(matrix: Matrix, table: MatrixTable, *, is_first: bool) -> Text:
    """Render what a table asks; the first one has the title of the matrix."""
    asks = ": ".join(filter(None, (matrix.title * is_first, table.asks))) or matrix.title
    return styled_text(asks, "bold cyan")
