"""Shorthand of printed cards, spelled out: the words of a legend in cells, and rows that list one thing to do.

The tree holds what is meant, as if it had been written out. What is put in has the place of the shorthand that stands
for it, so that a finding marks what the author wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.source import Span
from bombsight.dsl.walk import child_fields, walk

N = TypeVar("N", bound=ast.Node)
Lines = tuple[ast.Node, ...]
Meanings = Mapping[str, ast.Expr]


def expand_shorthand(lines: Iterable[ast.Node], legend_lines: Sequence[ast.Node]) -> Lines:
    """Lines of a table or an enum without shorthand.

    Args:
        lines: The lines: grid rows, rows, single cells; any other line stays as it is.
        legend_lines: The lines of the item, among them those that say what the shorthand means.
    """
    found = legend_meanings(legend_lines)
    each = next((line for line in legend_lines if isinstance(line, ast.Each)), None)
    return tuple(expand_each_row(expand_line(line, found), each) for line in lines)


# --- legends


def legend_meanings(lines: Iterable[ast.Node]) -> Meanings:
    """What each word of the legend stands for; of two meanings the first."""
    found: dict[str, ast.Expr] = {}
    for line in lines:
        for legend in line.legends if isinstance(line, ast.Short) else ():
            found.setdefault(legend.word, legend.meaning)
    return found


def expand_line(line: ast.Node, meanings: Meanings) -> ast.Node:
    """A grid row or a cell with the meanings of the legend's words."""
    if not meanings:
        return line
    if isinstance(line, ast.GridRow):
        cells = tuple(expand_cell(cell, meanings) for cell in line.cells)
        return line if cells == line.cells else evolve(line, cells=cells)
    return expand_cell(line, meanings) if isinstance(line, ast.Cell) else line


def expand_cell(cell: ast.Cell, meanings: Meanings) -> ast.Cell:
    """A cell with the meanings of the legend's words."""
    items = tuple(expand_item(item, meanings) for item in cell.items)
    return cell if items == cell.items else evolve(cell, items=items)


def expand_item(item: ast.Expr, meanings: Meanings) -> ast.Expr:
    """An item of a cell, or what it stands for."""
    match item:
        case ast.Name(name=name):
            return move_to(meanings[name], item.span) if name in meanings else item
        case ast.CellBoth(names=names):
            meant = [meanings.get(name) for name in names]
            full = tuple(
                other.name if isinstance(other, ast.Name) else name for name, other in zip(names, meant, strict=True)
            )
            return item if full == names else evolve(item, names=full)
        case ast.CellKey(key=key):
            return evolve(item, key=expand_key(key, meanings))
        case _:  # the rest: the words of a legend are names
            return item


def expand_key(key: ast.Key, meanings: Meanings) -> ast.Key:
    """A key with the meanings of the legend's words."""
    low, high = (expand_item(end, meanings) if end is not None else None for end in (key.low, key.high))
    return evolve(key, low=low, high=low if key.low is key.high else high)


def expand_keys(keys: tuple[ast.Key, ...], legend_lines: Sequence[ast.Node]) -> tuple[ast.Key, ...]:
    """Keys by which a row is named, with the meanings of the legend's words."""
    legend = legend_meanings(legend_lines)
    return tuple(expand_key(key, legend) for key in keys) if legend else keys


def move_to(node: N, span: Span) -> N:
    """A part of the tree, all of it in another place."""

    def put(value: Any) -> Any:
        if isinstance(value, ast.Node):
            return move_to(value, span)
        return tuple(map(put, value)) if isinstance(value, tuple) else value

    return evolve(node, span=span, **{field: put(getattr(node, field)) for field in child_fields(type(node))})


# --- rows that list one thing to do


def expand_each_row(line: N, each: ast.Each | None) -> N:
    """A row that does for each of its entries what the ``each`` line says; any other line as it is.

    Entries with more or fewer words than there are names stay what they are, and so does what is no entry.
    """
    if each is None or not isinstance(line, ast.Row):
        return line
    entries = entries_of(line)
    if entries is None:
        return evolve(line, body=tuple(expand_each_roll(statement, each) for statement in line.body))
    if any(len(filling.words) != len(each.names) for filling in entries.fillings):
        return evolve(line, body=(entries,))
    body = tuple(
        substitute_words(each.call, dict(zip(each.names, filling.words, strict=True)), filling.span)
        for filling in entries.fillings
    )
    return evolve(line, body=body)


def expand_each_roll(statement: ast.Stmt, each: ast.Each) -> ast.Stmt:
    """A roll within a row, whose rows hold entries too; any other statement as it is."""
    if not isinstance(statement, ast.SubRoll):
        return statement
    return evolve(statement, lines=tuple(expand_each_row(line, each) for line in statement.lines))


def entries_of(row: ast.Row) -> ast.Entries | None:
    """The entries of a row; None where it says or does something of its own.

    A single word is read as a value before it is known that the table has entries.
    """
    match row.body:
        case (ast.Entries() as entries,):
            return entries
        case (ast.Result(values=(ast.Name() | ast.Number() | ast.YesNo() | ast.NoneValue() as word,), span=span),):
            return ast.Entries((ast.Filling((word,), span=span),), span=span)
        case _:  # the rest: it says or does something of its own
            return None


def substitute_words(node: N, words: Mapping[str, ast.Expr], span: Span) -> N:
    """A part of the ``each`` line with words in the place of its names, all of it where these stand."""

    def put(value: Any) -> Any:
        if isinstance(value, ast.Name):
            return words.get(value.name) or evolve(value, span=span)
        if isinstance(value, ast.Node):
            return substitute_words(value, words, span)
        return tuple(map(put, value)) if isinstance(value, tuple) else value

    return evolve(node, span=span, **{field: put(getattr(node, field)) for field in child_fields(type(node))})


def used_names(node: ast.Node) -> Iterator[str]:
    """The names that a part of the tree reads, as often as it does."""
    return (inner.name for inner in walk(node) if isinstance(inner, ast.Name))
