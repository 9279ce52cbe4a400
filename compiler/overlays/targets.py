"""Lookup of overlay targets: items, rows, columns, and the steps, choices and exceptions that edits name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from bombsight.compiler.overlays.node_paths import NodeRange, whole_program
from bombsight.compiler.overlays.printed_form import is_subrange, totals_of_key
from bombsight.compiler.overlays.report import FindingWriter, item_title
from bombsight.compiler.overlays.splice import Lines
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.listing import join_names
from bombsight.dsl.shorthand import expand_keys, legend_meanings
from bombsight.dsl.walk import walk

SearchScope = tuple[NodeRange, ...]
"""The ranges to search for a quotation. There are several only for state declarations of one owner."""

NUMBER_SIGN = "~"
"""What stands between a name and its number, in stable names and in edits."""

ANCHOR_KINDS: dict[type[ast.Node], str] = {
    ast.Step: "step",
    ast.ChooseBranch: "choice",
    ast.Branch: "answer",
    ast.Except: "exception",
}
"""The keyword of each node class that an edit can name."""


def locate_target(target: ast.TargetRef | None, report: FindingWriter) -> SearchScope | Diagnostic:
    """Find the items, or the one row of an item, that an overlay targets; a target of None means the whole program."""
    items = whole_program(report.program)
    if target is None:
        return (items,)
    indices = report.index.find_items(report.program, target.kind, target.name)
    scope = tuple(evolve(items, start=at, stop=at + 1) for at in indices)
    if not scope:
        return report.no_target(target)
    if target.row is None:
        return scope
    rows = find_rows(scope[0], expand_keys(target.row, shorthand_lines(scope[0])))
    if len(rows) == 1:
        return rows
    owner, words = item_title(scope[0].first), report.keys_text(target.row)
    if rows:
        places = [row.first for row in rows]
        return report.ambiguous_match(target, places, f"{owner} has {len(rows)} rows {words}")
    if was_row_before(target, report):
        return report.row_changed_above(target, scope[0].first, words)
    known = {report.keys_text(keys): row_title(line, scope[0].first) for keys, line in keyed_rows(scope[0])}
    holding = [report.keys_text(keys) for keys, _ in keyed_rows(scope[0]) if covers_keys(keys, target.row)]
    instead = f"{words} is in row {holding[0]}." if len(holding) == 1 else ""
    return report.no_part(target, scope[0].first, f"{owner} has no row {words}", words, known, instead)


def was_row_before(target: ast.TargetRef, report: FindingWriter) -> bool:
    """Whether the row that a target names was there before its overlay's own edits."""
    if report.unedited is None or target.row is None:
        return False
    items = whole_program(report.unedited)
    indices = report.index.find_items(report.unedited, target.kind, target.name)
    owners = (evolve(items, start=at, stop=at + 1) for at in indices)
    return any(find_rows(owner, expand_keys(target.row, shorthand_lines(owner))) for owner in owners)


def covers_keys(keys: Sequence[ast.Key], required: Sequence[ast.Key]) -> bool:
    """Whether the dice totals that the keys of a row select include all totals of the ``required`` keys."""
    totals = [span for key in keys if (span := totals_of_key(key)) is not None]
    spans = [totals_of_key(key) for key in required]
    return all(span is not None and any(is_subrange(span, one) for one in totals) for span in spans)


def shorthand_lines(node_range: NodeRange) -> Lines:
    """Return the lines of the table or enum around a node range that may define abbreviations; else empty."""
    for node in (node_range.first, node_range.owner):
        if isinstance(node, ast.Table):
            return node.lines
        if isinstance(node, ast.Enum):
            return node.legend
    return ()


def find_rows(item: NodeRange, keys: tuple[ast.Key, ...]) -> SearchScope:
    """Find the rows of an item with exactly these keys: its own rows, else its natural rows, else sub-rolls' rows."""
    rows = tuple(
        line for line in item.single_lines() if has_keys(line.first, keys) and line.first is not grid_head(line.owner)
    )
    own = tuple(row for row in rows if row.owner is item.first)
    plain_rows = tuple(row for row in own if not isinstance(row.first, ast.NaturalRow))
    return plain_rows or own or rows


def grid_head(owner: ast.Node) -> ast.GridRow | None:
    """Return the first row of a grid, which names its columns; None without a grid."""
    lines: Lines = getattr(owner, "lines", ()) or getattr(owner, "rows", ())
    return next((line for line in lines if isinstance(line, ast.GridRow)), None)


def has_keys(line: ast.Node, keys: tuple[ast.Key, ...]) -> bool:
    """Whether a row has exactly these keys; a grid row, whether its first cells state them. False for other lines."""
    if isinstance(line, ast.Row | ast.NaturalRow):
        return line.keys == keys
    if isinstance(line, ast.GridRow):
        read: list[ast.Key] = []
        for cell in line.cells:
            read.extend(map(cell_key, cell.items))
            if tuple(read) == keys:
                return True
    return False


def cell_key(item: ast.Expr) -> ast.Key:
    """Convert an item of a cell to the key of a row: ``3`` to the range from 3 to 3."""
    return item.key if isinstance(item, ast.CellKey) else ast.Key(item, item, span=item.span)


def keyed_rows(item: NodeRange) -> Iterator[tuple[tuple[ast.Key, ...], ast.Node]]:
    """Yield every row of an item with its keys, as candidates for suggestions."""
    for each in item.single_lines():
        line = each.first
        if isinstance(line, ast.Row | ast.NaturalRow):
            yield line.keys, line
        elif isinstance(line, ast.GridRow) and line is not grid_head(each.owner):
            yield tuple(map(cell_key, line.cells[0].items)), line


def row_title(row: ast.Node, item: ast.Node) -> str:
    """Return the display title of a row, or of the enum value that it declares; empty without one."""
    if not isinstance(row, ast.GridRow):
        return getattr(row, "title", None) or ""
    top = grid_head(item)
    columns = [head_words(cell) for cell in top.cells] if top else []
    at = columns.index(("title",)) if ("title",) in columns else len(row.cells)
    texts = [part for cell in row.cells[at : at + 1] for part in cell.items if isinstance(part, ast.Text)]
    return texts[0].value if texts else ""


def find_cell(row: NodeRange, target: ast.TargetRef, report: FindingWriter) -> NodeRange | Diagnostic:
    """Find the cell of a grid row in the target's column, or report that there is no such column."""
    top = grid_head(row.owner)
    columns = [head_words(cell) for cell in top.cells] if top else []
    line = row.first
    short = {word: head_words(ast.Cell((meant,))) for word, meant in legend_meanings(shorthand_lines(row)).items()}
    column_words = tuple(part for word in target.column for part in short.get(str(word), (word,)))
    if isinstance(line, ast.GridRow) and column_words in columns[: len(line.cells)]:
        at = columns.index(column_words)
        return NodeRange(row.node_paths[0], line, "cells", at, at + 1)
    words, *known = (" ".join(map(str, column)) for column in (target.column, *columns))
    message = f"this row of {target.kind} {target.name} has no column {words}"
    return report.no_part(target, line, message, words, known)


def head_words(cell: ast.Cell) -> tuple[str | int, ...]:
    """Return the words that name a grid column in its head cell: ``front high``; ``side`` of ``side: Side``; ``5``."""
    words: list[str | int] = []
    for item in cell.items:
        match item:
            case ast.Name(name=name) | ast.CellTyped(name=name):
                words.append(name)
            case ast.Number(value=value):
                words.append(value)
            case ast.CellBoth(names=names):
                words.extend(names)
            case _:  # the rest: no word that names a column
                pass
    return tuple(words)


def find_anchor(
    scope: SearchScope, kinds: tuple[type[ast.Node], ...], edit: ast.Edit, report: FindingWriter
) -> NodeRange | Diagnostic:
    """Find the only step, choice or exception that an edit names, or report why there is none.

    Args:
        scope: The ranges to search.
        kinds: The node classes to find.
        edit: The edit that names it.
        report: Writes its findings.
    """
    candidates = [line for stretch in scope for line in stretch.single_lines() if isinstance(line.first, kinds)]
    numbers = number_names(scope)
    matching = [line for line in candidates if has_name(line.first, edit.anchor, numbers)]
    if len(matching) == 1:
        return matching[0]
    owner, word = scope[0].first, ANCHOR_KINDS[kinds[0]]
    if matching:
        message = f"{item_title(owner)} has {len(matching)} {word}s {edit.anchor}"
        places = sorted((line.first for line in matching), key=lambda place: numbers.get(id(place), 0))
        names = [f"{edit.anchor}{NUMBER_SIGN}{numbers[id(place)]}" for place in places if id(place) in numbers]
        if len(set(names)) < len(places):
            return report.ambiguous_match(edit, places, message)
        return report.ambiguous_match(edit, places, message, f"Name one of them: {join_names(names, 'or')}.")
    names = [anchor_name(line.first) for line in candidates]
    numbered = [
        f"{name}{NUMBER_SIGN}{numbers[id(line.first)]}" if names.count(name) > 1 and id(line.first) in numbers else name
        for name, line in zip(names, candidates, strict=True)
    ]
    return report.no_anchor(edit, owner, word, numbered)


def number_names(scope: SearchScope) -> Mapping[int, int]:
    """Number the choices of one name, and the answers of one name, from 1 in their order; by the identity of nodes.

    A choice's number is that of its stable name: the second choice ``k`` of a procedure is ``k~2``.
    """
    counts: Counter[tuple[bool, str]] = Counter()
    numbers: dict[int, int] = {}
    for node in (inner for stretch in scope for outer in stretch.lines for inner in walk(outer)):
        if isinstance(node, ast.Choose | ast.ChooseBranch | ast.Branch):
            key = isinstance(node, ast.Branch), anchor_name(node)
            counts[key] += 1
            numbers[id(node)] = counts[key]
    return numbers


def numbered_names(item: ast.Node) -> Iterator[str]:
    """Yield the names with numbers of the choices and answers in an item that share a name with others."""
    nodes = [node for node in walk(item) if isinstance(node, ast.Choose | ast.ChooseBranch | ast.Branch)]
    counts = Counter((isinstance(node, ast.Branch), anchor_name(node)) for node in nodes)
    for (_, name), count in counts.items():
        if count > 1:
            yield from (f"{name}{NUMBER_SIGN}{number}" for number in range(1, count + 1))


def has_name(node: ast.Node, wanted: str | None, numbers: Mapping[int, int]) -> bool:
    """Whether an edit names a node: by its name, or by its name and number (``k~2``).

    Args:
        node: The node.
        wanted: The name as the edit gives it.
        numbers: The numbers of the nodes of one name.
    """
    name, sign, number = (wanted or "").partition(NUMBER_SIGN)
    return anchor_name(node) == name and (not sign or numbers.get(id(node)) == int(number))


def anchor_name(node: ast.Node) -> str:
    """Return the name by which an edit refers to a step, choice or exception; for a choice perhaps its variable."""
    return str(getattr(node, "variable" if isinstance(node, ast.Choose) else "name", ""))
