"""Questions that are put as one, on the screen: a table with a row for each, or one list to choose several from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen
from rich.text import Text

from bombsight.cli.play.asking import mark, question_lines
from bombsight.cli.terminal.lines import draw_line
from bombsight.cli.terminal.screen import clean, sign, words
from bombsight.cli.terminal.wrapping import PLAIN, wrapped
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.present.answers import is_number_choice
from bombsight.service.present.command_table import ALONE
from bombsight.service.present.joint_answers import ALL
from bombsight.service.present.joint_questions import Group, Matrix, Several
from bombsight.service.present.question_lines import SINGLY, describe_several

GAP = 1
"""Blanks between columns, besides the one for the mark."""

NARROWEST, USUAL, WIDEST = 4, 8, 40
"""Columns that an answer takes on the screen: at least, where not all stand beside each other, and at most."""

LABELS = 26
"""Columns that are kept for what tells the rows apart: longer ones are broken."""

NONE = "hold"

CELL = "cell"
"""Under this name the text of a cell knows its row and its column, for a screen on which it can be pointed at."""


@frozen
class Column:
    """A column as it is shown: its place among the answers, its head, how wide it is."""

    place: int
    head: tuple[str, ...]
    width: int


@frozen
class Wanted:
    """What a column asks for.

    Attributes:
        place: Its place among the answers.
        title: Stands in its head.
        is_typed: Whether it is typed as it stands there, as numbers are, and has no key of its own.
        word: How long its longest word is, which is not broken.
        cell: How wide its widest cell would be in one line.
    """

    place: int
    title: str
    is_typed: bool
    word: int
    cell: int

    def width(self, most: int) -> int:
        """As wide as its cells want, but no wider than ``most`` if words need not be broken."""
        return max(self.word, min(self.cell, most), NARROWEST)


def group_lines(group: Group, width: int) -> Iterator[Text]:
    """Questions that are put as one, and how they are answered."""
    if isinstance(group, Several):
        yield from question_lines(group.question, width)
        yield from draw_line(describe_several(group), width)
    else:
        yield from matrix_lines(group, width)
        yield from wrapped(words(SINGLY, "dim"), 0, width)


def phrases_for_group(group: Group) -> list[str]:
    """What Tab completes at questions that are put as one, besides what it does at every question."""
    if isinstance(group, Several):
        return [ALL]
    return [*map(clean, group.labels), ALL, NONE, ALONE]


def matrix_lines(matrix: Matrix, width: int, at: int | None = None, *, brief: bool = False) -> Iterator[Text]:
    """A table: rows are the questions, columns what may be answered; what Enter gives is marked.

    Args:
        matrix: The questions.
        width: Of the screen.
        at: The row that a cursor stands in; None where there is none.
        brief: Whether cells tell only the first of what decides, and the rest is told of the one at the cursor.
    """
    title = f"{matrix.title}: {matrix.asks}" if matrix.asks else matrix.title
    yield from wrapped(words(title, "bold cyan"), 0, width)
    for remark in remarks(matrix, at):
        yield from wrapped(words(remark), 2, width)
    if brief and at is not None:
        yield from wrapped(words(marked_cell(matrix, at)), 2, width)
        matrix = shortened(matrix)
    label = min(LABELS, max(map(len, matrix.labels)))
    room = width - 2 - label
    places = [*range(len(matrix.columns)), *[NO_OPTION] * matrix.optional]
    wants = [wanted(matrix, place) for place in places]
    tries = range(WIDEST, NARROWEST - 1, -1)
    most = next((each for each in tries if fitting([want.width(each) for want in wants], room) == len(places)), USUAL)
    left = [column(want, want.width(most)) for want in wants]
    while left:
        count = fitting([each.width for each in left], room)
        shown, left = left[:count], left[count:]
        yield from table(matrix, shown, label, at)
        if left:
            yield Text()


def marked_cell(matrix: Matrix, at: int) -> str:
    """What is marked in a row, with all that decides."""
    row = matrix.rows[at]
    if row.preferred == NO_OPTION:
        return f"{matrix.labels[at]}: {NONE}"
    option = row.options[row.preferred]
    return f"{matrix.labels[at]}: {option.title}{': ' if option.beside else ''}{option.beside}"


def shortened(matrix: Matrix) -> Matrix:
    """The same with no more than the first of what decides beside each answer."""
    rows = [
        evolve(row, options=tuple(evolve(each, beside=each.beside.partition(",")[0]) for each in row.options))
        for row in matrix.rows
    ]
    return evolve(matrix, rows=tuple(rows))


def remarks(matrix: Matrix, at: int | None) -> Sequence[str]:
    """What is said of the rows; where a cursor stands in one, of that alone, in as many lines as any has."""
    if at is None:
        return [*dict.fromkeys(remark for row in matrix.rows for remark in row.remarks)]
    own = matrix.rows[at].remarks
    return [*own, *[""] * (max(len(row.remarks) for row in matrix.rows) - len(own))]


def wanted(matrix: Matrix, place: int) -> Wanted:
    """What a column asks for."""
    title = NONE if place == NO_OPTION else matrix.columns[place].title
    cells = [cell(matrix, row, place) for row, _ in enumerate(matrix.rows)]
    longest = max([len(word) for text in (title, *cells) for word in text.split()] or [0])
    return Wanted(place, title, is_number_choice(matrix.columns), longest, max(map(len, cells)))


def column(want: Wanted, width: int) -> Column:
    """A column with its head, so wide."""
    key = () if want.is_typed else (str(want.place + 1),)
    return Column(want.place, (*key, *(str(line) for line in Text(clean(want.title)).wrap(PLAIN, width))), width)


def cell(matrix: Matrix, row: int, place: int) -> str:
    """What stands in a cell: what decides, or a dot where nothing does; empty where the answer is not offered."""
    index = matrix.index(row, place)
    if index is None:
        return ""
    beside = "" if index == NO_OPTION else matrix.rows[row].options[index].beside
    return clean(beside) or sign("·", ".")


def fitting(widths: Sequence[int], room: int) -> int:
    """How many columns of these widths, from the first, fit beside each other; one does in any case."""
    count = 0
    for width in widths:
        room -= GAP + 1 + width
        if room < 0:
            break
        count += 1
    return max(1, count)


def table(matrix: Matrix, columns: Sequence[Column], label: int, at: int | None) -> Iterator[Text]:
    """The rows of a table of these columns under their heads; one of them may be pointed at."""
    for line in range(max(len(each.head) for each in columns)):
        text = Text(" " * (2 + label))
        for each in columns:
            part = each.head[line].rstrip() if line < len(each.head) else ""
            style = "cyan" if line == 0 else ""
            text.append(" " * (GAP + 1)).append(f"{part:<{each.width}}", style=style)
        text.rstrip()
        yield text
    for row, asked in enumerate(matrix.rows):
        labels = [str(part).rstrip() for part in Text(clean(matrix.labels[row])).wrap(PLAIN, label)] or [""]
        cells = [
            [str(part) for part in Text(cell(matrix, row, each.place)).wrap(PLAIN, each.width)] for each in columns
        ]
        for line in range(max(len(labels), *(len(part) for part in cells))):
            text = Text("> " if row == at and line == 0 else "  ", style="bold" if row == at else "")
            text.append(f"{labels[line] if line < len(labels) else '':<{label}}")
            for each, parts in zip(columns, cells, strict=True):
                is_marked = line == 0 and bool(parts) and matrix.index(row, each.place) == asked.preferred
                part = parts[line].rstrip() if line < len(parts) else ""
                text.append(" " * GAP).append(mark() if is_marked else " ", style="bold green")
                shown = Text(f"{part:<{each.width}}", style="bold" if is_marked else "")
                shown.apply_meta({CELL: (row, each.place)})
                text.append_text(shown)
            text.rstrip()
            yield text
