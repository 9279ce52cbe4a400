"""Expansion of parameterized examples: one with a grid of cases becomes an example for each case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar, assert_never, cast

from attrs import evolve

from bombsight.compiler.resolve.environment import Context
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.dsl.walk import child_fields, walk

MAX_CASES = 1000
"""The most cases that one grid may have."""

CellItem = ast.Expr | ast.CaseWords | ast.CaseSpan
ColumnHead = ast.CaseHead | ast.Name | ast.Text
N = TypeVar("N", bound=ast.Node)

MULTI_VALUE_HEADS = ("given", "option", "roll", "roll in")
"""Kinds of columns in which comma-separated values are a case each."""


class Misfit(Exception):  # noqa: N818 - a finding on its way
    """The error of a cell that does not fit its column."""

    def __init__(self, span: Span, message: str, help: str = "") -> None:
        """Make the error from the place of the cell, a message, and perhaps a help text."""
        super().__init__(message)
        self.span = span
        self.message = message
        self.help = help


@frozen
class CellChoice:
    """A cell of a grid of cases, with the items of it that belong to one case.

    Attributes:
        head: The head of its column.
        items: The items for this case: all of the cell, or one of several.
        span: Their place.
    """

    head: ColumnHead
    items: tuple[CellItem, ...]
    span: Span


def expand_cases(ctx: Context, example: ast.Example) -> list[ast.Example]:
    """Expand an example to one for each case of its grid; without a grid, to itself."""
    rows = [line for line in example.lines if isinstance(line, ast.CaseRow)]
    if not rows:
        return [example]
    first = example.lines.index(rows[0])
    before, after = example.lines[:first], example.lines[first + len(rows) :]
    examples: list[ast.Example] = []
    try:
        if any(isinstance(line, ast.CaseRow) for line in after):
            raise Misfit(rows[-1].span, "an example has one grid of cases", "Put its rows below each other.")
        heads = [column_head(cell) for cell in rows[0].cells]
        if len(rows) == 1:
            raise Misfit(rows[0].span, "this grid has no cases", "Write a row for each below its head.")
    except Misfit as misfit:
        ctx.findings.add("P055", misfit.message, misfit.span, help=misfit.help)
        return []
    for row in rows[1:]:
        try:
            examples += [
                make_case(ctx, example, row, chosen, before, after)
                for chosen in product(*cell_choices(heads, row, len(examples)))
            ]
        except Misfit as misfit:
            ctx.findings.add("P055", misfit.message, misfit.span, help=misfit.help)
    return [*make_titles_unique(examples)]


def make_titles_unique(examples: Sequence[ast.Example]) -> Iterator[ast.Example]:
    """Yield examples with unique titles: equal titles get the line number appended."""
    times = Counter(each.title for each in examples)
    for each in examples:
        alone = times[each.title] == 1
        yield each if alone else evolve(each, title=f"{each.title.removesuffix(')')}, line {each.span.line})")


# --- heads and cells


def column_head(cell: ast.CaseHead | ast.CaseCell) -> ColumnHead:
    """Return the head of a column in a grid of cases; raise Misfit if the cell cannot be a head."""
    if isinstance(cell, ast.CaseHead):
        return cell
    match cell.items:
        case (ast.Name() | ast.Text() as head,):
            return head
        case _:  # the rest: no head
            pass
    raise Misfit(
        cell.span,
        "this heads no column",
        "A head is `given REF`, `given option NAME`, `roll T`, `answer`, `drawn`, `offered`, `expect VALUE`, "
        "`leads to`, a name that stands in the lines, or a text over the titles of the rows.",
    )


def cell_choices(heads: Sequence[ColumnHead], row: ast.CaseRow, case_count: int) -> list[list[CellChoice]]:
    """List the alternatives of each cell in a row of a grid; the cases of the row are their cartesian product.

    Raises:
        Misfit: A cell does not fit its column, or the cases exceed the limit with the ``case_count`` there are.
    """
    if len(row.cells) != len(heads):
        raise Misfit(row.span, f"this row has {len(row.cells)} cells under {len(heads)} heads")
    choices: list[list[CellChoice]] = []
    for head, cell in zip(heads, row.cells, strict=True):
        if isinstance(cell, ast.CaseHead):
            raise Misfit(cell.span, "this heads a column, and stands in a row", "Heads stand in the first row.")
        choices.append([*choices_of_cell(head, cell)])
        case_count += len(choices[-1])
    count = 1
    for cells in choices:
        count *= len(cells)
    if count + case_count > MAX_CASES:
        raise Misfit(row.span, f"this grid comes to more than {MAX_CASES} cases", "Cut it in two.")
    return choices


def choices_of_cell(head: ColumnHead, cell: ast.CaseCell) -> Iterator[CellChoice]:
    """Yield the alternatives of a cell, each of which makes a case of its own."""
    apart = isinstance(head, ast.Name) or (isinstance(head, ast.CaseHead) and head.kind in MULTI_VALUE_HEADS)
    if not cell.items:
        if not isinstance(head, ast.CaseHead):
            raise Misfit(cell.span, "this cell is empty", "Only a line can be left out with `-`.")
        yield CellChoice(head, (), cell.span)
    elif not apart:
        yield CellChoice(head, cell.items, cell.span)
    else:
        for item in cell.items:
            for each in expand_span(item):
                yield CellChoice(head, (each,), item.span)


def expand_span(item: CellItem) -> Iterator[CellItem]:
    """Yield each number of a range such as ``1..3``; any other cell item as it is."""
    if not isinstance(item, ast.CaseSpan):
        yield item
        return
    if not 0 <= item.high - item.low < MAX_CASES:
        raise Misfit(item.span, "these are no numbers, or too many", "Put the lower end first.")
    for number in range(item.low, item.high + 1):
        yield ast.Number(number, span=item.span)


# --- a case


def make_case(
    ctx: Context,
    example: ast.Example,
    row: ast.CaseRow,
    cells: Sequence[CellChoice],
    lines_before: Sequence[ast.ExampleLine],
    lines_after: Sequence[ast.ExampleLine],
) -> ast.Example:
    """Make the example of one case of a grid: its cells replace placeholders in the example's lines, and add lines.

    Lines that set the scene go before the call, others to the place of the grid.

    Args:
        ctx: The item.
        example: The example with the grid.
        row: The row of the case.
        cells: Its cells.
        lines_before: The shared lines above the grid.
        lines_after: The shared lines below it.

    Raises:
        Misfit: A cell does not fit its column.
    """
    values: dict[str, CellItem] = {}
    scene: list[ast.ExampleLine] = []
    story: list[ast.ExampleLine] = []
    for cell in cells:
        if isinstance(cell.head, ast.Name):
            values[cell.head.name] = cell.items[0]
        elif isinstance(cell.head, ast.CaseHead) and cell.items:
            line = make_line(ctx, cell.head, cell)
            (scene if isinstance(line, ast.Given | ast.GivenOption) else story).append(line)
    call = next((at for at, line in enumerate(lines_before) if isinstance(line, ast.ExampleCall)), len(lines_before))
    lines = [*lines_before[:call], *scene, *lines_before[call:], *story, *lines_after]
    title = f"{example.title} ({', '.join(case_label(ctx, cells))})"
    return evolve(
        example,
        title=title,
        lines=tuple(
            with_placeholder_values(ctx, substitute_values(line, values, ctx.mentions is not None), line, values)
            for line in lines
        ),
        span=row.span,
    )


def with_placeholder_values(
    ctx: Context, line: ast.ExampleLine, shared_line: ast.ExampleLine, values: Mapping[str, CellItem]
) -> ast.ExampleLine:
    """Return an expectation of a case with the values of the shared line's placeholders; other lines unchanged.

    Args:
        ctx: The item.
        line: The line of the case.
        shared_line: The line of the example, before its placeholders were replaced.
        values: The values by placeholder.
    """
    if not isinstance(line, ast.Expect):
        return line
    names = dict.fromkeys(node.name for node in walk(shared_line) if isinstance(node, ast.Name) and node.name in values)
    return evolve(line, filled=tuple((name, text_of_item(ctx, values[name])) for name in names))


def case_label(ctx: Context, cells: Sequence[CellChoice]) -> list[str]:
    """Return the words that identify a case in its title: its row title and input values, else ``line N``."""
    parts = []
    for cell in cells:
        if isinstance(cell.head, ast.Name | ast.Text) or cell.head.kind in (*MULTI_VALUE_HEADS, "answer", "drawn"):
            parts += [word for item in cell.items if (word := text_of_item(ctx, item))]
    return parts or [f"line {cells[0].span.line}"]


def text_of_item(ctx: Context, item: CellItem) -> str:
    """Return the text of a cell item: a string without its quotes, else the source text."""
    match item:
        case ast.Text(value=text):
            return text
        case ast.Number(value=value):
            return str(value)
        case _:  # the rest: the source text
            return ctx.env.source_text(item.span)


def make_line(ctx: Context, head: ast.CaseHead, cell: CellChoice) -> ast.ExampleLine:
    """Make the example line that a column's head and a cell form.

    Raises:
        Misfit: The cell does not fit.
    """
    subject, span = head.subject, cell.span
    if head.kind == "offered":
        return ast.ExpectedOffer(tuple(words_of_item(ctx, item) for item in cell.items), span=span)
    if len(cell.items) != 1:
        raise Misfit(span, "one value belongs here", "Only what is given or rolled may be several, a case each.")
    (item,) = cell.items
    match head.kind:
        case "given":
            return ast.Given(cast(ast.Expr, subject), require_value(item), span=span)
        case "option":
            return ast.GivenOption(str(subject), " ".join(words_of_item(ctx, item)), span=span)
        case "roll":
            return ast.ExpectedRoll(cast("str | None", subject), require_dice(ctx, item), span=span)
        case "roll in":
            return ast.ExpectedRoll(None, require_dice(ctx, item), str(subject), span=span)
        case "answer" | "drawn":
            choice = cast("str | None", subject)
            return ast.ExpectedAnswer(words_of_item(ctx, item), choice, head.kind == "drawn", span=span)
        case "leads":
            return ast.LeadsTo(" ".join(words_of_item(ctx, item)), False, span=span)
        case "expect":
            return make_expectation(ctx, cast(ast.Expr, subject), item)
        case _:
            assert_never(head.kind)


def make_expectation(ctx: Context, subject: ast.Expr, item: CellItem) -> ast.Expect:
    """Make the expectation that a value equals a cell's value, or lies in its range."""
    text = (
        f"{ctx.env.source_text(subject.span)} {'in' if isinstance(item, ast.CaseSpan) else 'is'}"
        f" {text_of_item(ctx, item)}"
    )
    condition: ast.Expr
    match item:
        case ast.YesNo(value=value):
            condition = subject if value else ast.Not(subject, span=item.span)
        case ast.CaseSpan(low=low, high=high):
            ends = (ast.Number(low, span=item.span), ast.Number(high, span=item.span))
            condition = ast.Within(subject, *ends, span=item.span)
        case _:  # the rest: one value
            condition = ast.Is(subject, require_value(item), False, span=item.span)
    return ast.Expect(condition, text, span=item.span)


def require_value(item: CellItem) -> ast.Expr:
    """Return a cell item as an expression; raise Misfit for anything else.

    Raises:
        Misfit: It is no single value.
    """
    if isinstance(item, ast.BaseExpr):
        return item
    raise Misfit(item.span, "a value belongs here", "Write one value; several stand between commas.")


def require_dice(ctx: Context, item: CellItem) -> tuple[int, ...]:
    """Return a cell's dice numbers: one total, or the face of each die; raise Misfit for anything else.

    Raises:
        Misfit: It is something else.
    """
    words = words_of_item(ctx, item)
    if not all(word.isdecimal() for word in words):
        raise Misfit(item.span, "dice belong here", "Write each die, `3 4`, or one number, their total.")
    return tuple(map(int, words))


def words_of_item(ctx: Context, item: CellItem) -> tuple[str, ...]:
    """Split a cell item into words."""
    if isinstance(item, ast.CaseWords):
        return item.words
    return tuple(text_of_item(ctx, item).split())


# --- values in the shared lines


def substitute_values(node: N, values: Mapping[str, CellItem], from_cells: bool) -> N:
    """Replace the placeholders in a syntax node by the values of a case.

    Args:
        node: The node.
        values: The values by name.
        from_cells: Whether a value keeps the span of its cell, for lookups in an editor; else it gets the span of the
            placeholder, so that errors point to the line.

    Raises:
        Misfit: The replacement of a name in an expression is no value.
    """
    if not values:
        return node
    if isinstance(node, ast.Name) and node.name in values:
        value = require_value(values[node.name])
        return cast(N, value if from_cells else evolve(value, span=node.span))
    changed: dict[str, Any] = {}
    for name in child_fields(type(node)):
        old = getattr(node, name)
        if isinstance(old, ast.Node):
            changed[name] = substitute_values(old, values, from_cells)
        elif isinstance(old, tuple):
            changed[name] = tuple(
                substitute_values(part, values, from_cells) if isinstance(part, ast.Node) else part for part in old
            )
    if isinstance(node, ast.ExpectedAnswer):
        changed["words"] = tuple(part for word in node.words for part in substitute_word(word, values))
    if isinstance(node, ast.LeadsTo):
        changed["name"] = " ".join(substitute_word(node.name, values))
    return cast(Any, evolve)(node, **changed) if changed else node


def substitute_word(word: str, values: Mapping[str, CellItem]) -> tuple[str, ...]:
    """Return the words that replace a word of a line: its value in the case if a placeholder, else itself.

    Raises:
        Misfit: The value is no word.
    """
    item = values.get(word)
    match item:
        case None:
            return (word,)
        case ast.CaseWords(words=words):
            return words
        case ast.Name(name=name):
            return (name,)
        case ast.Number(value=number):
            return (str(number),)
        case ast.YesNo(value=yes):
            return ("yes" if yes else "no",)
        case ast.NoneValue():
            return ("none",)
        case _:  # the rest: not constant, or several values
            raise Misfit(
                item.span, "a word belongs here", f"In a line {word} is a word: write a name, a number, yes or no."
            )
