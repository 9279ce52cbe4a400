"""Answers to questions that are put as one, as people type them: ``top 2, tail 1``, ``all 2``, ``hold``; ``1, 3``."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.listing import listed
from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import NO_OPTION, fitting
from bombsight.service.present.answers import NONE_WORDS, answer_keys, by_whole_name, is_number_choice, read_answer
from bombsight.service.present.joint_questions import Matrix, Several

ALL = "all"
HOLD = ("hold", *NONE_WORDS)


def suggested(matrix: Matrix) -> tuple[int, ...]:
    """What the autopilot would answer to each."""
    return tuple(row.preferred for row in matrix.rows)


def read_matrix(matrix: Matrix, typed: str) -> tuple[int, ...] | str:
    """What was typed as answers to all rows: an index for each, -1 for none; or what is wrong in a few words.

    Nothing stands for what is shown; so do rows that are not named.
    """
    found = [*suggested(matrix)]
    for part in filter(None, map(str.strip, typed.split(","))):
        read = read_part(matrix, part)
        if isinstance(read, str):
            return read
        rows, column = read
        for row in rows:
            index = matrix.index(row, column)
            if index is not None:
                found[row] = index
            elif len(rows) == 1:
                what = "none" if column == NO_OPTION else matrix.columns[column].title
                return f"'{part}': {what} is not offered there"
    return tuple(found)


def read_part(matrix: Matrix, part: str) -> tuple[Sequence[int], int] | str:
    """Rows and the column that they are to have; or what is wrong in a few words."""
    words = part.split()
    everyone = range(len(matrix.rows))
    if part.lower() in HOLD and part not in numbers(matrix):
        return everyone, NO_OPTION
    column = read_column(matrix, " ".join(words[1:]))
    if words[0].lower() == ALL:
        return column if isinstance(column, str) else (everyone, column)
    problem = f"'{part}' says not who and what: write ROW COLUMN, or {ALL} COLUMN"
    for at in range(len(words) - 1, 0, -1):
        rows = rows_called(matrix, words[:at])
        column = read_column(matrix, " ".join(words[at:]))
        if len(rows) == 1 and isinstance(column, int):
            return rows, column
        if len(rows) == 1:
            problem = str(column)
        elif rows and isinstance(column, int):
            several = listed([matrix.labels[row] for row in rows], "or", between="; ")
            problem = f"'{' '.join(words[:at])}' may be any of several: {several}"
    return problem


def numbers(matrix: Matrix) -> tuple[str, ...]:
    """The columns of a matrix of numbers, which are typed as they are; empty for any other."""
    return tuple(column.name for column in matrix.columns) if is_number_choice(matrix.columns) else ()


def rows_called(matrix: Matrix, words: Sequence[str]) -> list[int]:
    """The rows that words may mean."""
    labels = [Option(label, label) for label in matrix.labels]
    return fitting(labels, words, loosely=True)


def read_column(matrix: Matrix, typed: str) -> int | str:
    """The column that is typed, by its number or in words, -1 for none; or what is wrong in a few words."""
    named = numbers(matrix)
    if typed in named:
        return named.index(typed)
    if typed.lower() in HOLD:
        return NO_OPTION
    if named:
        return f"'{typed}' is no column"
    if typed.isdecimal() and 0 < int(typed[:5]) <= len(matrix.columns):
        return int(typed) - 1
    found = fitting(matrix.columns, typed.split(), loosely=True)
    if len(found) == 1:
        return found[0]
    if typed and not found and HOLD[0].startswith(typed.lower()):
        return NO_OPTION
    return f"'{typed}' fits {len(found)} columns" if found else f"'{typed}' is no column"


def read_several(several: Several, typed: str) -> tuple[int, ...] | str:
    """What was typed as those that are chosen, by their places among the options; or what is wrong in a few words.

    Nothing stands for what is marked.
    """
    asked = several.question
    if not typed:
        return several.preferred
    if typed.lower() in HOLD and asked.optional and by_whole_name(asked, typed) is None:
        return ()
    if typed.lower() == ALL:
        found = [*range(len(asked.options))]
    else:
        is_one = by_whole_name(asked, typed) is not None
        parts = [typed] if is_one else [*filter(None, map(str.strip, typed.split(",")))]
        keys = {key for index, key in answer_keys(asked).items() if index != NO_OPTION}
        if len(parts) == 1 and keys.issuperset(typed.split()):
            parts = typed.split()
        found = []
        for part in parts:
            read = read_answer(asked, part)
            if isinstance(read, str):
                return read
            if read == NO_OPTION or read in found:
                return f"'{part}' does not go with the others"
            found.append(read)
    if len(found) > several.most:
        return f"at most {several.most} may be chosen"
    return tuple(found) if len(found) >= several.least else f"{several.least} must be chosen"
