"""Expansion of the shorthand of printed cards: a legend's words in cells, and rows that list entries for one action.

The tree holds the expanded form, as if the author had written it. Inserted nodes have the span of their shorthand, so
that findings mark the original text.
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
    """Replace the legend's abbreviations and the ``each`` entries in lines of a table or enum by what they stand for.

    Args:
        lines: Grid rows, rows, single cells; any other line stays as it is.
        legend_lines: The lines of the item, which include its legend and its ``each`` line.
    """
    found = legend_meanings(legend_lines)
    each = next((line for line in legend_lines if isinstance(line, ast.Each)), None)
    return tuple(expand_each_row(expand_line(line, found), each) for line in lines)


# --- legends


def legend_meanings(lines: Iterable[ast.Node]) -> Meanings:
    """The meaning of each word of a table's legend; for a duplicate word, its first meaning."""
    found: dict[str, ast.Expr] = {}
    for line in lines:
        for legend in line.legends if isinstance(line, ast.Short) else ():
            found.setdefault(legend.word, legend.meaning)
    return found


def expand_line(line: ast.Node, meanings: Meanings) -> ast.Node:
    """Replace the legend's abbreviations in a grid row or a cell by their ``meanings``; else return the line."""
    if not meanings:
        return line
    if isinstance(line, ast.GridRow):
        cells = tuple(expand_cell(cell, meanings) for cell in line.cells)
        return line if cells == line.cells else evolve(line, cells=cells)
    return expand_cell(line, meanings) if isinstance(line, ast.Cell) else line


def expand_cell(cell: ast.Cell, meanings: Meanings) -> ast.Cell:
    """Replace the legend's abbreviations among the items of a cell by their ``meanings``."""
    items = tuple(expand_item(item, meanings) for item in cell.items)
    return cell if items == cell.items else evolve(cell, items=items)


def expand_item(item: ast.Expr, meanings: Meanings) -> ast.Expr:
    """Replace an item of a cell by its meaning if it is one of the legend's abbreviations; else return it unchanged."""
    match item:
        case ast.Name(name=name):
            return with_span(meanings[name], item.span) if name in meanings else item
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
    """Replace the legend's abbreviations at the ends of a row's key by their ``meanings``."""
    low, high = (expand_item(end, meanings) if end is not None else None for end in (key.low, key.high))
    return evolve(key, low=low, high=low if key.low is key.high else high)


def expand_keys(keys: tuple[ast.Key, ...], legend_lines: Sequence[ast.Node]) -> tuple[ast.Key, ...]:
    """Replace the legend's abbreviations in the keys that identify a row; the legend is among ``legend_lines``."""
    legend = legend_meanings(legend_lines)
    return tuple(expand_key(key, legend) for key in keys) if legend else keys


def with_span(node: N, span: Span) -> N:
    """Copy a node so that the node and all nodes inside it have the given span."""

    def set_inner_spans(value: Any) -> Any:
        """Copy an attribute's value, a node or a tuple of nodes, so that all nodes in it have the given span."""
        if isinstance(value, ast.Node):
            return with_span(value, span)
        return tuple(map(set_inner_spans, value)) if isinstance(value, tuple) else value

    return evolve(
        node, span=span, **{field: set_inner_spans(getattr(node, field)) for field in child_fields(type(node))}
    )


# --- rows with entries for one action


def expand_each_row(line: N, each_line: ast.Each | None) -> N:
    """Replace the entries of a table row by calls, as the table's ``each`` line says; return any other line unchanged.

    Entries with a wrong number of words are kept, and so are results that are no entries.
    """
    if each_line is None or not isinstance(line, ast.Row):
        return line
    entries = entries_of(line)
    if entries is None:
        return evolve(line, body=tuple(expand_each_roll(statement, each_line) for statement in line.body))
    if any(len(filling.words) != len(each_line.names) for filling in entries.fillings):
        return evolve(line, body=(entries,))
    body = tuple(
        substitute_words(each_line.call, dict(zip(each_line.names, filling.words, strict=True)), filling.span)
        for filling in entries.fillings
    )
    return evolve(line, body=body)


def expand_each_roll(statement: ast.Stmt, each_line: ast.Each) -> ast.Stmt:
    """Replace entries by calls in the rows of a roll inside a row, by the ``each`` line; else return the statement."""
    if not isinstance(statement, ast.SubRoll):
        return statement
    return evolve(statement, lines=tuple(expand_each_row(line, each_line) for line in statement.lines))


def entries_of(row: ast.Row) -> ast.Entries | None:
    """Return the entries of a row in a table with an ``each`` line; None if its body is another result.

    A single word parses as a value, before it is known that the table has entries.
    """
    match row.body:
        case (ast.Entries() as entries,):
            return entries
        case (ast.Result(values=(ast.Name() | ast.Number() | ast.YesNo() | ast.NoneValue() as word,), span=span),):
            return ast.Entries((ast.Filling((word,), span=span),), span=span)
        case _:  # the rest: it has another result or statements
            return None


def substitute_words(node: N, words: Mapping[str, ast.Expr], span: Span) -> N:
    """Copy a node of the ``each`` line with an entry's words in place of the names, and with the entry's span."""

    def replace_names(value: Any) -> Any:
        """Copy an attribute's value with an entry's words in place of the names in it."""
        if isinstance(value, ast.Name):
            return words.get(value.name) or evolve(value, span=span)
        if isinstance(value, ast.Node):
            return substitute_words(value, words, span)
        return tuple(map(replace_names, value)) if isinstance(value, tuple) else value

    return evolve(node, span=span, **{field: replace_names(getattr(node, field)) for field in child_fields(type(node))})


def used_names(node: ast.Node) -> Iterator[str]:
    """Yield the names that a node reads, with repetitions."""
    return (inner.name for inner in walk(node) if isinstance(inner, ast.Name))
