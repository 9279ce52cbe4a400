"""Grids of cases: an example with one is as many examples as the grid has cases."""

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

MOST = 1000
"""Cases that one grid may come to."""

Item = ast.Expr | ast.CaseWords | ast.CaseSpan
Head = ast.CaseHead | ast.Name | ast.Text
N = TypeVar("N", bound=ast.Node)

EACH = ("given", "option", "roll", "roll in")
"""Columns in which what stands between commas is a case each."""


class Misfit(Exception):  # noqa: N818 - a finding on its way
    """A cell that does not fit its column."""

    def __init__(self, span: Span, message: str, help: str = "") -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.help = help


@frozen
class Chosen:
    """A cell as one case has it.

    Attributes:
        head: The head of its column.
        items: What counts of it: all of it, or one of several.
        span: Where it stands.
    """

    head: Head
    items: tuple[Item, ...]
    span: Span


def cases(ctx: Context, example: ast.Example) -> list[ast.Example]:
    """The examples that an example stands for: itself, where it has no grid."""
    rows = [line for line in example.lines if isinstance(line, ast.CaseRow)]
    if not rows:
        return [example]
    first = example.lines.index(rows[0])
    before, after = example.lines[:first], example.lines[first + len(rows) :]
    found: list[ast.Example] = []
    try:
        if any(isinstance(line, ast.CaseRow) for line in after):
            raise Misfit(rows[-1].span, "an example has one grid of cases", "Put its rows below each other.")
        heads = [head_of(cell) for cell in rows[0].cells]
        if len(rows) == 1:
            raise Misfit(rows[0].span, "this grid has no cases", "Write a row for each below its head.")
    except Misfit as misfit:
        ctx.findings.add("P055", misfit.message, misfit.span, help=misfit.help)
        return []
    for row in rows[1:]:
        try:
            found += [
                case(ctx, example, row, chosen, before, after) for chosen in product(*columns(heads, row, len(found)))
            ]
        except Misfit as misfit:
            ctx.findings.add("P055", misfit.message, misfit.span, help=misfit.help)
    return [*told_apart(found)]


def told_apart(found: Sequence[ast.Example]) -> Iterator[ast.Example]:
    """Cases with titles of their own: rows that say the same under other heads are told by their lines."""
    times = Counter(each.title for each in found)
    for each in found:
        alone = times[each.title] == 1
        yield each if alone else evolve(each, title=f"{each.title.removesuffix(')')}, line {each.span.line})")


# --- heads and cells


def head_of(cell: ast.CaseHead | ast.CaseCell) -> Head:
    """The head of a column."""
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


def columns(heads: Sequence[Head], row: ast.CaseRow, made: int) -> list[list[Chosen]]:
    """What each cell of a row may be, a case each.

    Raises:
        Misfit: A cell does not fit its column, or there are too many cases; ``made`` are there already.
    """
    if len(row.cells) != len(heads):
        raise Misfit(row.span, f"this row has {len(row.cells)} cells under {len(heads)} heads")
    found: list[list[Chosen]] = []
    for head, cell in zip(heads, row.cells, strict=True):
        if isinstance(cell, ast.CaseHead):
            raise Misfit(cell.span, "this heads a column, and stands in a row", "Heads stand in the first row.")
        found.append([*chosen(head, cell)])
        made += len(found[-1])
    count = 1
    for cells in found:
        count *= len(cells)
    if count + made > MOST:
        raise Misfit(row.span, f"this grid comes to more than {MOST} cases", "Cut it in two.")
    return found


def chosen(head: Head, cell: ast.CaseCell) -> Iterator[Chosen]:
    """What a cell may be, a case each."""
    apart = isinstance(head, ast.Name) or (isinstance(head, ast.CaseHead) and head.kind in EACH)
    if not cell.items:
        if not isinstance(head, ast.CaseHead):
            raise Misfit(cell.span, "this cell is empty", "Only a line can be left out with `-`.")
        yield Chosen(head, (), cell.span)
    elif not apart:
        yield Chosen(head, cell.items, cell.span)
    else:
        for item in cell.items:
            for each in spread(item):
                yield Chosen(head, (each,), item.span)


def spread(item: Item) -> Iterator[Item]:
    """Each number of a span; anything else is one thing."""
    if not isinstance(item, ast.CaseSpan):
        yield item
        return
    if not 0 <= item.high - item.low < MOST:
        raise Misfit(item.span, "these are no numbers, or too many", "Put the lower end first.")
    for number in range(item.low, item.high + 1):
        yield ast.Number(number, span=item.span)


# --- a case


def case(
    ctx: Context,
    example: ast.Example,
    row: ast.CaseRow,
    cells: Sequence[Chosen],
    before: Sequence[ast.ExampleLine],
    after: Sequence[ast.ExampleLine],
) -> ast.Example:
    """One case: the shared lines with its values, its cells before the call or where the grid stands.

    Raises:
        Misfit: A cell does not fit its column.
    """
    values: dict[str, Item] = {}
    scene: list[ast.ExampleLine] = []
    story: list[ast.ExampleLine] = []
    for cell in cells:
        if isinstance(cell.head, ast.Name):
            values[cell.head.name] = cell.items[0]
        elif isinstance(cell.head, ast.CaseHead) and cell.items:
            line = line_of(ctx, cell.head, cell)
            (scene if isinstance(line, ast.Given | ast.GivenOption) else story).append(line)
    call = next((at for at, line in enumerate(before) if isinstance(line, ast.ExampleCall)), len(before))
    lines = [*before[:call], *scene, *before[call:], *story, *after]
    title = f"{example.title} ({', '.join(label(ctx, cells))})"
    return evolve(
        example,
        title=title,
        lines=tuple(filled(ctx, with_values(line, values, ctx.mentions is not None), line, values) for line in lines),
        span=row.span,
    )


def filled(ctx: Context, line: ast.ExampleLine, shared: ast.ExampleLine, values: Mapping[str, Item]) -> ast.ExampleLine:
    """A line of a case that knows which names of the shared line stand for which values."""
    if not isinstance(line, ast.Expect):
        return line
    names = dict.fromkeys(node.name for node in walk(shared) if isinstance(node, ast.Name) and node.name in values)
    return evolve(line, filled=tuple((name, said(ctx, values[name])) for name in names))


def label(ctx: Context, cells: Sequence[Chosen]) -> list[str]:
    """What sets a case apart: its row's title and what it is given; its place where there is neither."""
    told = []
    for cell in cells:
        if isinstance(cell.head, ast.Name | ast.Text) or cell.head.kind in (*EACH, "answer", "drawn"):
            told += [word for item in cell.items if (word := said(ctx, item))]
    return told or [f"line {cells[0].span.line}"]


def said(ctx: Context, item: Item) -> str:
    """What a part of a cell says."""
    match item:
        case ast.Text(value=text):
            return text
        case ast.Number(value=value):
            return str(value)
        case _:  # the rest: it says what is written
            return ctx.env.text(item.span)


def line_of(ctx: Context, head: ast.CaseHead, cell: Chosen) -> ast.ExampleLine:
    """The line that a head begins and a cell ends.

    Raises:
        Misfit: The cell does not fit.
    """
    subject, span = head.subject, cell.span
    if head.kind == "offered":
        return ast.ExpectedOffer(tuple(words_of(ctx, item) for item in cell.items), span=span)
    if len(cell.items) != 1:
        raise Misfit(span, "one value belongs here", "Only what is given or rolled may be several, a case each.")
    (item,) = cell.items
    match head.kind:
        case "given":
            return ast.Given(cast(ast.Expr, subject), value_of(item), span=span)
        case "option":
            return ast.GivenOption(str(subject), " ".join(words_of(ctx, item)), span=span)
        case "roll":
            return ast.ExpectedRoll(cast("str | None", subject), dice_of(ctx, item), span=span)
        case "roll in":
            return ast.ExpectedRoll(None, dice_of(ctx, item), str(subject), span=span)
        case "answer" | "drawn":
            choice = cast("str | None", subject)
            return ast.ExpectedAnswer(words_of(ctx, item), choice, head.kind == "drawn", span=span)
        case "leads":
            return ast.LeadsTo(" ".join(words_of(ctx, item)), False, span=span)
        case "expect":
            return expected(ctx, cast(ast.Expr, subject), item)
        case _:
            assert_never(head.kind)


def expected(ctx: Context, subject: ast.Expr, item: Item) -> ast.Expect:
    """That something is what a cell says: a value, yes or no, one of some numbers."""
    text = f"{ctx.env.text(subject.span)} {'in' if isinstance(item, ast.CaseSpan) else 'is'} {said(ctx, item)}"
    condition: ast.Expr
    match item:
        case ast.YesNo(value=value):
            condition = subject if value else ast.Not(subject, span=item.span)
        case ast.CaseSpan(low=low, high=high):
            ends = (ast.Number(low, span=item.span), ast.Number(high, span=item.span))
            condition = ast.Within(subject, *ends, span=item.span)
        case _:  # the rest: one value
            condition = ast.Is(subject, value_of(item), False, span=item.span)
    return ast.Expect(condition, text, span=item.span)


def value_of(item: Item) -> ast.Expr:
    """A cell that is a value.

    Raises:
        Misfit: It is none.
    """
    if isinstance(item, ast.BaseExpr):
        return item
    raise Misfit(item.span, "a value belongs here", "Write one value; several stand between commas.")


def dice_of(ctx: Context, item: Item) -> tuple[int, ...]:
    """A cell that is dice: a total, or the face of each die.

    Raises:
        Misfit: It is something else.
    """
    words = words_of(ctx, item)
    if not all(word.isdecimal() for word in words):
        raise Misfit(item.span, "dice belong here", "Write each die, `3 4`, or one number, their total.")
    return tuple(map(int, words))


def words_of(ctx: Context, item: Item) -> tuple[str, ...]:
    """A cell that is words."""
    if isinstance(item, ast.CaseWords):
        return item.words
    return tuple(said(ctx, item).split())


# --- values in the shared lines


def with_values(node: N, values: Mapping[str, Item], from_cells: bool) -> N:
    """A node with the values of a case where their names stand.

    Args:
        node: The node.
        values: The values by name.
        from_cells: Whether a value's place is its cell, as for whoever asks what is written there; else it is that of
            the name, for what is wrong there is wrong with the line.

    Raises:
        Misfit: Something else than a value stands for a name in an expression.
    """
    if not values:
        return node
    if isinstance(node, ast.Name) and node.name in values:
        value = value_of(values[node.name])
        return cast(N, value if from_cells else evolve(value, span=node.span))
    changed: dict[str, Any] = {}
    for name in child_fields(type(node)):
        old = getattr(node, name)
        if isinstance(old, ast.Node):
            changed[name] = with_values(old, values, from_cells)
        elif isinstance(old, tuple):
            changed[name] = tuple(
                with_values(part, values, from_cells) if isinstance(part, ast.Node) else part for part in old
            )
    if isinstance(node, ast.ExpectedAnswer):
        changed["words"] = tuple(part for word in node.words for part in named(word, values))
    if isinstance(node, ast.LeadsTo):
        changed["name"] = " ".join(named(node.name, values))
    return cast(Any, evolve)(node, **changed) if changed else node


def named(word: str, values: Mapping[str, Item]) -> tuple[str, ...]:
    """A word of a line, or what a case has for it.

    Raises:
        Misfit: It has something else than a word.
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
        case _:  # the rest: to be worked out, or several
            raise Misfit(
                item.span, "a word belongs here", f"In a line {word} is a word: write a name, a number, yes or no."
            )
