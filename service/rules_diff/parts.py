"""Compares two versions of an item part by part: rows, cells, modifiers, exceptions, steps, statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from attrs import frozen

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import child_names
from bombsight.dsl.aggregation import aggregation_line
from bombsight.dsl.aligning import align
from bombsight.dsl.listing import join_names
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.words import word_for
from bombsight.service.lookup.rule_text import Sources, key_text, span_lines
from bombsight.service.rules_diff.documents import PartChange
from bombsight.service.rules_diff.hunks import split_change
from bombsight.service.rules_diff.structural_key import structural_key


@frozen
class ItemPart:
    """A named part of an item (a row, a modifier, a statement), to be compared.

    Attributes:
        where: Its name: the same on both sides for the same part.
        key: Its structural key.
        text: Its source text.
        origin: Its origin.
        node: For a part with a block, its node: if only the block differs, statements are compared.
    """

    where: str
    key: object
    text: str
    origin: Origin = NO_ORIGIN
    span: Span = NOWHERE
    node: Any = None


def text_at(span: Span, sources: Sources) -> str:
    """Return the source text of a span, with runs of spaces collapsed."""
    lines = (line.rstrip() for line in span_lines(span, sources))
    return "\n".join(line[: len(line) - len(line.lstrip())] + " ".join(line.split()) for line in lines)


def compare_nodes(old: Any, new: Any, old_sources: Sources, new_sources: Sources) -> tuple[PartChange, ...]:
    """Compare the old and the new node of an item part by part, and return the changes.

    Args:
        old: The old node.
        new: The new node.
        old_sources: The files of the old rules.
        new_sources: The files of the new rules.
    """
    if isinstance(old, n.Table) and isinstance(new, n.Table):
        return tuple(compare_tables(old, new, old_sources, new_sources))
    if isinstance(old, n.Enum) and isinstance(new, n.Enum):
        return tuple(compare_parts(enum_parts(old), enum_parts(new)))
    if isinstance(old, n.Define) and isinstance(new, n.Define):
        return tuple(compare_parts(define_parts(old, old_sources), define_parts(new, new_sources)))
    if isinstance(old, n.Option) and isinstance(new, n.Option):
        return tuple(compare_parts(option_parts(old, old_sources), option_parts(new, new_sources)))
    if isinstance(old, n.Procedure) and isinstance(new, n.Procedure):
        heads = compare_parts(head_parts(old, old_sources, ("body",)), head_parts(new, new_sources, ("body",)))
        return (*heads, *compare_blocks(old.body, new.body, "", old_sources, new_sources))
    changes = compare_parts(whole_part(old, old_sources), whole_part(new, new_sources))
    return tuple(part for change in changes for part in split_change(change, is_item=True))


def compare_parts(old_parts: Iterable[ItemPart], new_parts: Iterable[ItemPart]) -> Iterator[PartChange]:
    """Compare old and new parts by name, in the order of the new ones."""
    old_list, new_list = list(old_parts), list(new_parts)
    old_by_name = index_by_name(old_list)
    new_by_name = index_by_name(new_list)
    for where, part in new_by_name.items():
        old = old_by_name.get(where)
        if old is None:
            yield make_change(where, None, part)
        elif old.key != part.key:
            yield make_change(where, old, part)
    for where, part in old_by_name.items():
        if where not in new_by_name:
            yield make_change(where, part, None)


def index_by_name(parts: Iterable[ItemPart]) -> dict[str, ItemPart]:
    """Index parts by name; repeated names get a number: ``row 3 #2``."""
    indexed: dict[str, ItemPart] = {}
    for part in parts:
        name, number = part.where, 1
        while name in indexed:
            number += 1
            name = f"{part.where} #{number}"
        indexed[name] = attrs.evolve(part, where=name)
    return indexed


def make_change(where: str, old: ItemPart | None, new: ItemPart | None) -> PartChange:
    """Make the change record of a part; None for its old or new version means that it was added or removed."""
    part = new or old
    assert part is not None
    old_items, new_items = (each.origin.amended_by if each is not None else () for each in (old, new))
    return PartChange(
        where=where,
        was=old.text if old is not None else "",
        now=new.text if new is not None else "",
        by=tuple(
            item for item in dict.fromkeys((*old_items, *new_items)) if not (item in old_items and item in new_items)
        ),
        place=str(part.span),
    )


# --- tables


def compare_tables(
    old_table: n.Table, new_table: n.Table, old_sources: Sources, new_sources: Sources
) -> Iterator[PartChange]:
    """Compare an old and a new table: head, conditions before the dice, modifiers, rows, notes.

    Args:
        old_table: The old table.
        new_table: The new table.
        old_sources: The files of the old rules.
        new_sources: The files of the new rules.
    """
    yield from compare_parts(table_head_parts(old_table), table_head_parts(new_table))
    old_parts, new_parts = (
        index_by_name(table_parts(old_table, old_sources)),
        index_by_name(table_parts(new_table, new_sources)),
    )
    old_names, new_names = list(old_parts), list(new_parts)
    for tag, i, j, k, m in align(old_names, new_names):
        removed, inserted = [old_parts[name] for name in old_names[i:j]], [new_parts[name] for name in new_names[k:m]]
        if tag == "equal":
            for one, other in zip(removed, inserted, strict=True):
                yield from compare_part(one, other, old_sources, new_sources)
        elif removed and inserted and old_table.grid is None and new_table.grid is None:
            yield make_replacement(removed, inserted)
        else:
            yield from (make_change(part.where, part, None) for part in removed)
            yield from (make_change(part.where, None, part) for part in inserted)


def compare_part(old: ItemPart, new: ItemPart, old_sources: Sources, new_sources: Sources) -> Iterator[PartChange]:
    """Compare an old and a new part; if only its block of statements changed, compare statement by statement.

    Args:
        old: The old part.
        new: The new part.
        old_sources: The files of the old rules.
        new_sources: The files of the new rules.
    """
    if old.key == new.key:
        return
    if differs_in_body_only(old.node, new.node):
        yield from compare_blocks(old.node.body, new.node.body, new.where, old_sources, new_sources)
    else:
        yield make_change(new.where, old, new)


def make_replacement(removed: Sequence[ItemPart], inserted: Sequence[ItemPart]) -> PartChange:
    """Make one change record for adjacent removed and inserted parts."""
    names = [part.where for part in inserted]
    rows = [name.removeprefix("row ") for name in names if name.startswith("row ")]
    where = f"row{'s' if len(rows) > 1 else ''} {join_names(rows)}" if len(rows) == len(names) else join_names(names)
    changes = [make_change(where, part, None) for part in removed] + [
        make_change(where, None, part) for part in inserted
    ]
    return PartChange(
        where=where,
        was="\n".join(part.text for part in removed),
        now="\n".join(part.text for part in inserted),
        by=tuple(dict.fromkeys(item for each in changes for item in each.by)),
        place=str(inserted[0].span),
    )


def differs_in_body_only(old: Any, new: Any) -> bool:
    """Whether two parts of a table have blocks of statements, and are equal apart from these."""
    if not isinstance(old, g.Row | g.NaturalRow | n.Note | n.Beforehand) or type(old) is not type(new):
        return False
    return structural_key(attrs.evolve(old, body=())) == structural_key(attrs.evolve(new, body=()))


def table_head_parts(table: n.Table) -> Iterator[ItemPart]:
    """Split the lines of a table above its rows into parts to compare."""
    params = ", ".join(f"{param.name}: {param.type}" for param in table.params)
    texts = {
        "title": f'"{table.title}"',
        "source": "; ".join(
            filter(None, (table.origin.standing_text, f'cite "{table.origin.cite}"' if table.origin.cite else ""))
        ),
        "for": f"for {params}" if params else "",
        "gives": f"gives {table.result}" if table.result else "",
        "roll": f"roll {table.rolled.dice.notation}" if table.rolled else "",
        "every row": aggregation_line(table.aggregation) if table.aggregation is not None else "",
    }
    for where, text in texts.items():
        yield ItemPart(where, text, text, table.origin, table.span)


def table_parts(table: n.Table, sources: Sources) -> Iterator[ItemPart]:
    """Split a table into conditions, natural rows, modifiers, rows and notes, as parts to compare."""
    rows = table.all_rows
    for each in table.beforehand:
        yield make_part(f"when {each.label or 'so'}", each, sources, rows)
    if table.rolled is not None:
        yield from (make_part(f"natural {each.label}", each, sources, rows) for each in table.rolled.naturals)
        yield from (make_part(f"modifier {each.label}", each, sources, rows) for each in table.rolled.modifiers)
    yield from (make_part(row_name(table, row, sources), row, sources, rows) for row in rows)
    yield from (make_part(f"note {each.name}", each, sources, rows) for each in table.notes)


def row_name(table: n.Table, row: g.Row, sources: Sources) -> str:
    """Return the display name of a row: all its keys, and in a grid with several columns the column."""
    if row.cell is not None and table.grid is not None:
        line, column = row.cell
        columns = {each.cell[1] for each in table.all_rows if each.cell is not None}
        keys = table.grid.lines[line][: min(columns) or None]
        head = f" column {table.grid.head[column]}" if len(columns) > 1 else ""
        return f"row {', '.join(keys)}{head}".replace("_", " ")
    return f"row {row.label or ('else' if row.otherwise else key_text(row.keys, sources))}"


def make_part(where: str, node: Any, sources: Sources, rows: tuple[g.Row, ...] = ()) -> ItemPart:
    """Make the part to compare from a node of the rule graph.

    Args:
        where: Its name.
        node: The node.
        sources: The rules files.
        rows: The rows of the table around it.
    """
    return ItemPart(where, structural_key(node, rows), text_at(node.span, sources), node.origin, node.span, node)


# --- enums, defines, others


def enum_parts(enum: n.Enum) -> Iterator[ItemPart]:
    """Split an enum into its values and their data columns, as parts to compare."""
    origins = enum.origins or (NO_ORIGIN,) * len(enum.values)
    for number, (name, title) in enumerate(zip(enum.values, enum.titles, strict=True)):
        yield ItemPart(f"value {name}", (name, title), f'{name} "{title}"', origins[number], enum.span)
    for column in enum.columns:
        for number, name in enumerate(enum.values):
            value = column.values[number]
            yield ItemPart(
                f"row {name} column {column.name}", value, word_for(value, column.type), origins[number], enum.span
            )
    for tables in enum.table_columns:
        for number, name in enumerate(enum.values):
            table = tables.tables[number]
            text = f"table {table}" if table else "-"
            yield ItemPart(f"row {name} column {tables.name}", table, text, origins[number], enum.span)


def define_parts(define: n.Define, sources: Sources) -> Iterator[ItemPart]:
    """Split a define into its base and its exceptions, as parts to compare."""
    params = ", ".join(f"{param.name}: {param.type}" for param in define.params)
    head = f"define {define.name}{f'({params})' if params else ''}: {define.type}"
    yield ItemPart("head", head, head, define.origin, define.span)
    yield ItemPart(
        "base", structural_key(define.base), text_at(define.base.span, sources), define.origin, define.base.span
    )
    worklist = [*define.exceptions]
    while worklist:
        each = worklist.pop(0)
        key = (structural_key(each.value), structural_key(each.condition), each.over, each.origin.stated_fields)
        yield ItemPart(f"except {each.label}", key, text_at(each.span, sources), each.origin, each.span)
        worklist = [*each.exceptions, *worklist]


def option_parts(option: n.Option, sources: Sources) -> Iterator[ItemPart]:
    """Split an option into its declaration and its present value, as parts to compare."""
    declared = attrs.evolve(option, value=option.default)
    yield ItemPart("head", structural_key(declared), text_at(option.span, sources), option.origin, option.span)
    word = word_for(option.value, option.type, option.words)
    yield ItemPart("value", option.value, word, option.origin, option.span)


def head_parts(node: Any, sources: Sources, excluded_fields: Sequence[str]) -> Iterator[ItemPart]:
    """Yield one part for the head of a node: the node without its attributes ``excluded_fields``."""
    key = tuple(
        structural_key(getattr(node, field.name))
        for field in attrs.fields(type(node))
        if field.eq and field.name not in excluded_fields
    )
    first = text_at(node.span, sources).split("\n")[0]
    yield ItemPart("head", key, first, node.origin, node.span)


def whole_part(node: Any, sources: Sources) -> Iterator[ItemPart]:
    """Yield a node as one part, to be compared as a whole."""
    yield make_part("", node, sources)


# --- statements

BLOCK_FIELDS = ("body", "otherwise")
"""The attributes of statements that hold blocks."""


def compare_blocks(
    old_block: g.Block, new_block: g.Block, where: str, old_sources: Sources, new_sources: Sources
) -> Iterator[PartChange]:
    """Compare two blocks of statements; pairs that differ only in inner blocks are compared inside.

    Args:
        old_block: The old block.
        new_block: The new block.
        where: The part around them, in words.
        old_sources: The files of the old rules.
        new_sources: The files of the new rules.
    """
    old_keys, new_keys = [structural_key(each) for each in old_block], [structural_key(each) for each in new_block]
    for tag, i, j, k, m in align([*map(repr, old_keys)], [*map(repr, new_keys)]):
        if tag == "equal":
            continue
        old, new = list(old_block[i:j]), list(new_block[k:m])
        while old and new and differs_in_blocks_only(old[0], new[0]):
            yield from compare_inner_blocks(old.pop(0), new.pop(0), where, old_sources, new_sources)
        tail_changes: list[PartChange] = []
        while old and new and differs_in_blocks_only(old[-1], new[-1]):
            tail_changes = [*compare_inner_blocks(old.pop(), new.pop(), where, old_sources, new_sources), *tail_changes]
        if old or new:
            origins = dict.fromkeys(item for each in (*old, *new) for item in each.origin.amended_by)
            change = PartChange(
                where=where,
                was="\n".join(text_at(each.span, old_sources) for each in old),
                now="\n".join(text_at(each.span, new_sources) for each in new),
                by=tuple(origins),
                place=str((new or old)[0].span),
            )
            yield from split_change(change)
        yield from tail_changes


def differs_in_blocks_only(old: g.Stmt, new: g.Stmt) -> bool:
    """Whether two statements contain blocks of statements, and are equal apart from these."""
    return (
        type(old) is type(new)
        and any(name in blocks_of(old) for name in BLOCK_FIELDS)
        and head_key(old) == head_key(new)
    )


def blocks_of(statement: g.Stmt) -> Mapping[str, g.Block]:
    """Return the inner blocks of a statement by attribute name."""
    names = [name for name in child_names(type(statement)) if name in BLOCK_FIELDS]
    if isinstance(statement, g.ChooseBranch):
        return {f"body {branch.name}": branch.body for branch in statement.branches} | {"body": ()}
    return {name: getattr(statement, name) for name in names}


def head_key(statement: g.Stmt) -> object:
    """Return the structural key (for equality of meaning) of a statement without its inner blocks."""
    if isinstance(statement, g.ChooseBranch):
        branches = tuple(attrs.evolve(branch, body=()) for branch in statement.branches)
        return structural_key(attrs.evolve(statement, branches=branches))
    emptied: dict[str, Any] = dict.fromkeys(blocks_of(statement), ())
    return structural_key(attrs.evolve(statement, **emptied))


def compare_inner_blocks(
    old: g.Stmt, new: g.Stmt, where: str, old_sources: Sources, new_sources: Sources
) -> Iterator[PartChange]:
    """Compare the inner blocks of two statements that are equal apart from these.

    Args:
        old: The old statement.
        new: The new statement.
        where: The part around them, in words.
        old_sources: The files of the old rules.
        new_sources: The files of the new rules.
    """
    inner = where
    if isinstance(new, g.Step):
        inner = f"{where}, step {new.title or new.name}" if where else f"step {new.title or new.name}"
    for name, block in blocks_of(new).items():
        at = f"{inner}{', ' if inner else ''}answer {name.removeprefix('body ')}" if " " in name else inner
        yield from compare_blocks(blocks_of(old)[name], block, at, old_sources, new_sources)
