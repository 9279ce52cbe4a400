"""Answers as pieces: which pieces of the boards answer the open question, by the rules of the page.

An option that is a piece is answered by it. In a matrix the piece of a row leads to the row, and the piece of a column
is marked in the row at the cursor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, assert_never

from attrs import evolve, frozen

from bombsight.runtime.run.policies import Question
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.present.matrix_tables import make_tables


@frozen
class PieceAnswer:
    """What a piece answers.

    Attributes:
        piece: The name of the piece.
        kind: What it is: an option of a question, one of several that may be chosen, a row, or a column of a matrix.
        index: The index of the option or row; of a column that of the option in its row.
        row: The row that a column answers; 0 for the rest.
        words: What choosing it answers, with the information beside it.
        mark: How the piece is marked on boards: the number of an option among several that are taken; empty for none.
    """

    piece: str
    kind: Literal["option", "several", "row", "column"]
    index: int
    row: int
    words: str
    mark: str = ""


def find_piece_answers(
    question: Question | None, group: QuestionGroup | None, cursor_row: int, pieces: Mapping[str, str]
) -> tuple[PieceAnswer, ...]:
    """Find what pieces answer at the open question.

    Args:
        question: The question; None for none.
        group: The group that it is asked in, with the marked answers; None if it is asked alone.
        cursor_row: The row at the cursor of a matrix.
        pieces: The pieces on the boards, by their titles.
    """
    match group:
        case None:
            return () if question is None else tuple(answers_of_options(question, "option", pieces))
        case RepeatedQuestion():
            taken = {place: str(number) for number, place in enumerate(group.preferred, 1)}
            offered = answers_of_options(group.question, "several", pieces)
            return tuple(evolve(each, mark=taken.get(each.index, "")) for each in offered)
        case Matrix():
            return (*answers_of_rows(group, pieces), *answers_of_columns(group, cursor_row))
        case _:
            assert_never(group)


def answers_of_options(
    question: Question, kind: Literal["option", "several"], pieces: Mapping[str, str]
) -> Iterator[PieceAnswer]:
    """Yield an answer for each option of a question that is a piece, by its name or by its title."""
    for index, option in enumerate(question.options):
        if piece := option.piece or pieces.get(option.title, ""):
            yield PieceAnswer(piece, kind, index, 0, describe_answer(option.title, option.beside))


def answers_of_rows(matrix: Matrix, pieces: Mapping[str, str]) -> Iterator[PieceAnswer]:
    """Yield an answer for each row of a matrix whose label is the title of a piece: it leads to the row."""
    for row in (row for table in make_tables(matrix) for row in table.rows):
        if row.label in pieces:
            yield PieceAnswer(pieces[row.label], "row", row.place, 0, f"to the row {matrix.labels[row.place]}")


def answers_of_columns(matrix: Matrix, cursor_row: int) -> Iterator[PieceAnswer]:
    """Yield an answer for each column of a matrix that is a piece, in the first row from the cursor that offers it."""
    for column, option in enumerate(matrix.columns):
        if not option.piece:
            continue
        offering = ((row, matrix.option_index(row, column)) for row in rows_from(matrix, cursor_row))
        row, index = next((row, index) for row, index in offering if index is not None)
        offered = matrix.rows[row].options[index]
        words = f"{matrix.labels[row]}: {describe_answer(offered.title, offered.beside)}"
        yield PieceAnswer(option.piece, "column", index, row, words)


def rows_from(matrix: Matrix, first: int) -> Sequence[int]:
    """The rows of a matrix as its tables show them, from one on, and then those before it."""
    rows = [row.place for table in make_tables(matrix) for row in table.rows]
    at = rows.index(first)
    return rows[at:] + rows[:at]


def describe_answer(title: str, beside: str) -> str:
    """Describe an answer: its title, and the information beside it."""
    return f"{title}: {beside}" if beside else title
