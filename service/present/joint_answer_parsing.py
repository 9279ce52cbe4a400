"""Typed answers to a group of questions asked as one: ``top 2, tail 1``, ``all 2``, ``hold``; ``1, 3``."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.listing import join_names
from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import NO_OPTION, matching_options
from bombsight.service.common import sentences
from bombsight.service.present.answer_parsing import (
    NONE_WORDS,
    answer_keys,
    find_by_full_name,
    is_number_choice,
    parse_option,
)
from bombsight.service.present.joint_questions import Matrix, RepeatedQuestion

ALL_WORD = "all"
HOLD_WORDS = ("hold", *NONE_WORDS)


def autopilot_answers(matrix: Matrix) -> tuple[int, ...]:
    """Return the autopilot's answer to each row of a matrix of questions, as option indices."""
    return tuple(row.preferred for row in matrix.rows)


def parse_matrix_answers(matrix: Matrix, typed: str) -> tuple[int, ...] | str:
    """Parse one typed line into an option index for each row of a matrix (-1 is ``none``), or into an error text.

    Empty input means the answers shown; so do rows that are not named.
    """
    answer_indices = [*autopilot_answers(matrix)]
    for part in filter(None, map(str.strip, typed.split(","))):
        rows_or_problem = parse_matrix_part(matrix, part)
        if isinstance(rows_or_problem, str):
            return rows_or_problem
        rows, column = rows_or_problem
        for row in rows:
            index = matrix.option_index(row, column)
            if index is not None:
                answer_indices[row] = index
            elif len(rows) == 1:
                column_title = "none" if column == NO_OPTION else matrix.columns[column].title
                return sentences.column_not_offered(part, column_title)
    return tuple(answer_indices)


def parse_matrix_part(matrix: Matrix, part: str) -> tuple[Sequence[int], int] | str:
    """Parse a part such as ``top 2`` of a matrix answer into its rows and its column, or into an error text."""
    words = part.split()
    all_rows = range(len(matrix.rows))
    if part.lower() in HOLD_WORDS and part not in number_names(matrix):
        return all_rows, NO_OPTION
    column = parse_column(matrix, " ".join(words[1:]))
    if words[0].lower() == ALL_WORD:
        return column if isinstance(column, str) else (all_rows, column)
    problem = sentences.no_row_and_column(part, ALL_WORD)
    for at in range(len(words) - 1, 0, -1):
        rows = match_rows(matrix, words[:at])
        column = parse_column(matrix, " ".join(words[at:]))
        if isinstance(column, int) and len(rows) > 1:  # heads of several tables may say the same
            rows = [row for row in rows if matrix.option_index(row, column) is not None] or rows
        if len(rows) == 1 and isinstance(column, int):
            return rows, column
        if len(rows) == 1:
            problem = str(column)
        elif rows and isinstance(column, int):
            several = join_names([matrix.labels[row] for row in rows], "or", separator="; ")
            problem = sentences.any_of_several(" ".join(words[:at]), several)
    return problem


def number_names(matrix: Matrix) -> tuple[str, ...]:
    """Return the column names of a matrix whose columns are numbers, which players type directly; else empty."""
    return tuple(column.name for column in matrix.columns) if is_number_choice(matrix.columns) else ()


def match_rows(matrix: Matrix, words: Sequence[str]) -> list[int]:
    """Find the rows of a matrix that typed words may mean."""
    labels = [Option(label, label) for label in matrix.labels]
    return matching_options(labels, words, allow_partial=True)


def parse_column(matrix: Matrix, typed: str) -> int | str:
    """Parse a typed number or word into the index of a matrix column (-1 is ``none``), or into an error text."""
    number_choices = number_names(matrix)
    if typed in number_choices:
        return number_choices.index(typed)
    if typed.lower() in HOLD_WORDS:
        return NO_OPTION
    if number_choices:
        return sentences.column_mismatch(typed, 0)
    if typed.isdecimal() and 0 < int(typed[:5]) <= len(matrix.columns):
        return int(typed) - 1
    matches = matching_options(matrix.columns, typed.split(), allow_partial=True)
    if len(matches) == 1:
        return matches[0]
    if typed and not matches and HOLD_WORDS[0].startswith(typed.lower()):
        return NO_OPTION
    return sentences.column_mismatch(typed, len(matches))


def parse_choices(several: RepeatedQuestion, typed: str) -> tuple[int, ...] | str:
    """Parse the chosen options of a repeated question, such as ``1, 3``, into indices, or into an error text.

    Empty input means the options marked.
    """
    question = several.question
    if not typed:
        return several.preferred
    if typed.lower() in HOLD_WORDS and question.optional and find_by_full_name(question, typed) is None:
        return ()
    if typed.lower() == ALL_WORD:
        places = [*range(len(question.options))]
    else:
        is_one = find_by_full_name(question, typed) is not None
        parts = [typed] if is_one else [*filter(None, map(str.strip, typed.split(",")))]
        keys = {key for index, key in answer_keys(question).items() if index != NO_OPTION}
        if len(parts) == 1 and keys.issuperset(typed.split()):
            parts = typed.split()
        places = []
        for part in parts:
            index_or_problem = parse_option(question, part)
            if isinstance(index_or_problem, str):
                return index_or_problem
            if index_or_problem == NO_OPTION or index_or_problem in places:
                return sentences.not_with_others(part)
            places.append(index_or_problem)
    if len(places) > several.most:
        return sentences.too_many_chosen(several.most)
    return tuple(places) if len(places) >= several.least else sentences.too_few_chosen(several.least)
