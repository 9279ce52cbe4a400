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
    """Expand the legend's words and the ``each`` entries in the lines of a table or enum, as if written out.

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
    """Expand the legend's words in a grid row or a cell."""
    if not meanings:
        return line
    if isinstance(line, ast.GridRow):
        cells = tuple(expand_cell(cell, meanings) for cell in line.cells)
        return line if cells == line.cells else evolve(line, cells=cells)
    return expand_cell(line, meanings) if isinstance(line, ast.Cell) else line


def expand_cell(cell: ast.Cell, meanings: Meanings) -> ast.Cell:
    """Expand the legend's words in a cell."""
    items = tuple(expand_item(item, meanings) for item in cell.items)
    return cell if items == cell.items else evolve(cell, items=items)


def expand_item(item: ast.Expr, meanings: Meanings) -> ast.Expr:
    """Expand an item of a cell if it is a word of the legend."""
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
    """Expand the legend's words in a key."""
    low, high = (expand_item(end, meanings) if end is not None else None for end in (key.low, key.high))
    return evolve(key, low=low, high=low if key.low is key.high else high)


def expand_keys(keys: tuple[ast.Key, ...], legend_lines: Sequence[ast.Node]) -> tuple[ast.Key, ...]:
    """Expand the legend's words in the keys that identify a row."""
    legend = legend_meanings(legend_lines)
    return tuple(expand_key(key, legend) for key in keys) if legend else keys


def with_span(node: N, span: Span) -> N:
    """Copy of a node in which it and all nodes inside it have a given span."""

    def set_inner_spans(value: Any) -> Any:
        """Copy of an attribute's value in which all nodes have the span."""
        if isinstance(value, ast.Node):
            return with_span(value, span)
        return tuple(map(set_inner_spans, value)) if isinstance(value, tuple) else value

    return evolve(
        node, span=span, **{field: set_inner_spans(getattr(node, field)) for field in child_fields(type(node))}
    )


# --- rows with entries for one action


def expand_each_row(line: N, each_line: ast.Each | None) -> N:
    """Expand the entries of a table row to calls, by the table's ``each`` line; return any other line unchanged.

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
    """Expand the entries in the rows of a roll inside a row; return any other statement unchanged."""
    if not isinstance(statement, ast.SubRoll):
        return statement
    return evolve(statement, lines=tuple(expand_each_row(line, each_line) for line in statement.lines))


def entries_of(row: ast.Row) -> ast.Entries | None:
    """The entries of a row in a table with an ``each`` line; None if the row has another result or statements.

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
    """Copy of a part of the ``each`` line in which an entry's words replace the names, with the entry's span."""

    def replace_names(value: Any) -> Any:
        """Copy of an attribute's value in which an entry's words replace the names."""
        if isinstance(value, ast.Name):
            return words.get(value.name) or evolve(value, span=span)
        if isinstance(value, ast.Node):
            return substitute_words(value, words, span)
        return tuple(map(replace_names, value)) if isinstance(value, tuple) else value

    return evolve(node, span=span, **{field: replace_names(getattr(node, field)) for field in child_fields(type(node))})


def used_names(node: ast.Node) -> Iterator[str]:
    """Yield the names that a node reads, with repetitions."""
    return (inner.name for inner in walk(node) if isinstance(inner, ast.Name))
