"""What changed within an item, part by part: rows, cells, modifiers, exceptions, steps, statements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from attrs import frozen

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import child_names
from bombsight.dsl.aligning import align
from bombsight.dsl.listing import listed
from bombsight.dsl.origin import UNSAID, Origin
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.words import word_for
from bombsight.service.lookup.rule_text import Sources, key_text, span_lines
from bombsight.service.rules_diff.shapes import shape
from bombsight.service.rules_diff.told import PartChange


@frozen
class Part:
    """A part of an item.

    Attributes:
        where: What it is called: the same on both sides where it is the same part.
        shape: What it says.
        text: How it is written.
        origin: Where it comes from.
        node: A part with a block, into which is looked where the rest of it is the same.
    """

    where: str
    shape: object
    text: str
    origin: Origin = UNSAID
    span: Span = NOWHERE
    node: Any = None


def text_at(span: Span, sources: Sources) -> str:
    """What is written at a place, without the spaces that set citations in a column."""
    lines = (line.rstrip() for line in span_lines(span, sources))
    return "\n".join(line[: len(line) - len(line.lstrip())] + " ".join(line.split()) for line in lines)


def changed_parts(was: Any, now: Any, before: Sources, after: Sources) -> tuple[PartChange, ...]:
    """What changed from one node to another of the same kind and name."""
    if isinstance(was, n.Table) and isinstance(now, n.Table):
        return tuple(table_changes(was, now, before, after))
    if isinstance(was, n.Enum) and isinstance(now, n.Enum):
        return tuple(compared(enum_parts(was), enum_parts(now)))
    if isinstance(was, n.Define) and isinstance(now, n.Define):
        return tuple(compared(define_parts(was, before), define_parts(now, after)))
    if isinstance(was, n.Option) and isinstance(now, n.Option):
        return tuple(compared(option_parts(was, before), option_parts(now, after)))
    if isinstance(was, n.Procedure) and isinstance(now, n.Procedure):
        heads = compared(head_parts(was, before, ("body",)), head_parts(now, after, ("body",)))
        return (*heads, *block_changes(was.body, now.body, "", before, after))
    return tuple(compared(whole(was, before), whole(now, after)))


def compared(these: Iterable[Part], those: Iterable[Part]) -> Iterator[PartChange]:
    """Parts of two sides by what they are called, in the order in which they stand now."""
    was, now = list(these), list(those)
    before = by_name(was)
    after = by_name(now)
    for where, part in after.items():
        old = before.get(where)
        if old is None:
            yield change(where, None, part)
        elif old.shape != part.shape:
            yield change(where, old, part)
    for where, part in before.items():
        if where not in after:
            yield change(where, part, None)


def by_name(parts: Iterable[Part]) -> dict[str, Part]:
    """Parts by what they are called; the second of a name is numbered."""
    found: dict[str, Part] = {}
    for part in parts:
        name, number = part.where, 1
        while name in found:
            number += 1
            name = f"{part.where} #{number}"
        found[name] = attrs.evolve(part, where=name)
    return found


def change(where: str, was: Part | None, now: Part | None) -> PartChange:
    """A change of a part."""
    part = now or was
    assert part is not None
    these, those = (each.origin.amended_by if each is not None else () for each in (was, now))
    return PartChange(
        where=where,
        was=was.text if was is not None else "",
        now=now.text if now is not None else "",
        by=tuple(item for item in dict.fromkeys((*these, *those)) if not (item in these and item in those)),
        place=str(part.span),
    )


# --- tables


def table_changes(was: n.Table, now: n.Table, before: Sources, after: Sources) -> Iterator[PartChange]:
    """What changed in a table: its head, what is asked before the dice, modifiers, rows, notes."""
    yield from compared(table_head(was), table_head(now))
    old, new = by_name(table_parts(was, before)), by_name(table_parts(now, after))
    names, others = list(old), list(new)
    for tag, i, j, k, m in align(names, others):
        gone, come = [old[name] for name in names[i:j]], [new[name] for name in others[k:m]]
        if tag == "equal":
            for one, other in zip(gone, come, strict=True):
                yield from part_changes(one, other, before, after)
        elif gone and come and was.grid is None and now.grid is None:
            yield replaced(gone, come)
        else:
            yield from (change(part.where, part, None) for part in gone)
            yield from (change(part.where, None, part) for part in come)


def part_changes(was: Part, now: Part, before: Sources, after: Sources) -> Iterator[PartChange]:
    """What changed in a part that is there on both sides."""
    if was.shape == now.shape:
        return
    if same_head(was.node, now.node):
        yield from block_changes(was.node.body, now.node.body, now.where, before, after)
    else:
        yield change(now.where, was, now)


def replaced(gone: Sequence[Part], come: Sequence[Part]) -> PartChange:
    """Neighbouring parts in whose place others stand now."""
    names = [part.where for part in come]
    rows = [name.removeprefix("row ") for name in names if name.startswith("row ")]
    where = f"row{'s' if len(rows) > 1 else ''} {listed(rows)}" if len(rows) == len(names) else listed(names)
    changes = [change(where, part, None) for part in gone] + [change(where, None, part) for part in come]
    return PartChange(
        where=where,
        was="\n".join(part.text for part in gone),
        now="\n".join(part.text for part in come),
        by=tuple(dict.fromkeys(item for each in changes for item in each.by)),
        place=str(come[0].span),
    )


def same_head(was: Any, now: Any) -> bool:
    """Whether two parts have blocks, and differ in these alone."""
    if not isinstance(was, g.Row | g.NaturalRow | n.Note | n.Beforehand) or type(was) is not type(now):
        return False
    return shape(attrs.evolve(was, body=())) == shape(attrs.evolve(now, body=()))


def table_head(table: n.Table) -> Iterator[Part]:
    """What a table says above its rows, line by line."""
    params = ", ".join(f"{param.name}: {param.type}" for param in table.params)
    said = {
        "title": f'"{table.title}"',
        "source": "; ".join(
            filter(None, (table.origin.reason, f'cite "{table.origin.cite}"' if table.origin.cite else ""))
        ),
        "for": f"for {params}" if params else "",
        "gives": f"gives {table.result}" if table.result else "",
        "roll": f"roll {table.rolled.dice.notation}" if table.rolled else "",
    }
    for where, text in said.items():
        yield Part(where, text, text, table.origin, table.span)


def table_parts(table: n.Table, sources: Sources) -> Iterator[Part]:
    """The parts of a table."""
    rows = table.all_rows
    for each in table.beforehand:
        yield part(f"when {each.label or 'so'}", each, sources, rows)
    if table.rolled is not None:
        yield from (part(f"natural {each.label}", each, sources, rows) for each in table.rolled.naturals)
        yield from (part(f"modifier {each.label}", each, sources, rows) for each in table.rolled.modifiers)
    yield from (part(row_name(table, row, sources), row, sources, rows) for row in rows)
    yield from (part(f"note {each.name}", each, sources, rows) for each in table.notes)


def row_name(table: n.Table, row: g.Row, sources: Sources) -> str:
    """What a row is called: all its keys, and of a cell its column where a line has several."""
    if row.cell is not None and table.grid is not None:
        line, column = row.cell
        columns = {each.cell[1] for each in table.all_rows if each.cell is not None}
        keys = table.grid.lines[line][: min(columns) or None]
        head = f" column {table.grid.head[column]}" if len(columns) > 1 else ""
        return f"row {', '.join(keys)}{head}".replace("_", " ")
    return f"row {row.label or ('else' if row.otherwise else key_text(row.keys, sources))}"


def part(where: str, node: Any, sources: Sources, rows: tuple[g.Row, ...] = ()) -> Part:
    """A node as a part."""
    return Part(where, shape(node, rows), text_at(node.span, sources), node.origin, node.span, node)


# --- enums, defines, others


def enum_parts(enum: n.Enum) -> Iterator[Part]:
    """The values of an enum and their printed data."""
    origins = enum.origins or (UNSAID,) * len(enum.values)
    for number, (name, title) in enumerate(zip(enum.values, enum.titles, strict=True)):
        yield Part(f"value {name}", (name, title), f'{name} "{title}"', origins[number], enum.span)
    for column in enum.columns:
        for number, name in enumerate(enum.values):
            value = column.values[number]
            yield Part(
                f"row {name} column {column.name}", value, word_for(value, column.type), origins[number], enum.span
            )


def define_parts(define: n.Define, sources: Sources) -> Iterator[Part]:
    """The base of a derived value and its exceptions."""
    params = ", ".join(f"{param.name}: {param.type}" for param in define.params)
    head = f"define {define.name}{f'({params})' if params else ''}: {define.type}"
    yield Part("head", head, head, define.origin, define.span)
    yield Part("base", shape(define.base), text_at(define.base.span, sources), define.origin, define.base.span)
    waiting = [*define.exceptions]
    while waiting:
        each = waiting.pop(0)
        own = (shape(each.value), shape(each.condition), each.over, each.origin.said)
        yield Part(f"except {each.label}", own, text_at(each.span, sources), each.origin, each.span)
        waiting = [*each.exceptions, *waiting]


def option_parts(option: n.Option, sources: Sources) -> Iterator[Part]:
    """An option as it is declared, and the value that it has now."""
    declared = attrs.evolve(option, value=option.default)
    yield Part("head", shape(declared), text_at(option.span, sources), option.origin, option.span)
    word = word_for(option.value, option.type, option.words)
    yield Part("value", option.value, word, option.origin, option.span)


def head_parts(node: Any, sources: Sources, without: Sequence[str]) -> Iterator[Part]:
    """A node without some of its attributes."""
    own = tuple(
        shape(getattr(node, field.name)) for field in attrs.fields(type(node)) if field.eq and field.name not in without
    )
    first = text_at(node.span, sources).split("\n")[0]
    yield Part("head", own, first, node.origin, node.span)


def whole(node: Any, sources: Sources) -> Iterator[Part]:
    """A node in one piece."""
    yield part("", node, sources)


# --- statements

BLOCKS = ("body", "otherwise")
"""The attributes of statements that hold others."""


def block_changes(was: g.Block, now: g.Block, where: str, before: Sources, after: Sources) -> Iterator[PartChange]:
    """What changed in a block: a statement that holds others is looked into where its head is the same."""
    these, those = [shape(each) for each in was], [shape(each) for each in now]
    for tag, i, j, k, m in align([*map(repr, these)], [*map(repr, those)]):
        if tag == "equal":
            continue
        old, new = list(was[i:j]), list(now[k:m])
        while old and new and alike(old[0], new[0]):
            yield from within(old.pop(0), new.pop(0), where, before, after)
        behind: list[PartChange] = []
        while old and new and alike(old[-1], new[-1]):
            behind = [*within(old.pop(), new.pop(), where, before, after), *behind]
        if old or new:
            origins = dict.fromkeys(item for each in (*old, *new) for item in each.origin.amended_by)
            yield PartChange(
                where=where,
                was="\n".join(text_at(each.span, before) for each in old),
                now="\n".join(text_at(each.span, after) for each in new),
                by=tuple(origins),
                place=str((new or old)[0].span),
            )
        yield from behind


def alike(was: g.Stmt, now: g.Stmt) -> bool:
    """Whether two statements are one that holds others, with other statements in it."""
    return type(was) is type(now) and any(name in held_in(was) for name in BLOCKS) and own_shape(was) == own_shape(now)


def held_in(statement: g.Stmt) -> Mapping[str, g.Block]:
    """The blocks in a statement by their attributes."""
    names = [name for name in child_names(type(statement)) if name in BLOCKS]
    if isinstance(statement, g.ChooseBranch):
        return {f"body {branch.name}": branch.body for branch in statement.branches} | {"body": ()}
    return {name: getattr(statement, name) for name in names}


def own_shape(statement: g.Stmt) -> object:
    """What a statement says, without the blocks in it."""
    if isinstance(statement, g.ChooseBranch):
        branches = tuple(attrs.evolve(branch, body=()) for branch in statement.branches)
        return shape(attrs.evolve(statement, branches=branches))
    emptied: dict[str, Any] = dict.fromkeys(held_in(statement), ())
    return shape(attrs.evolve(statement, **emptied))


def within(was: g.Stmt, now: g.Stmt, where: str, before: Sources, after: Sources) -> Iterator[PartChange]:
    """What changed in the blocks of a statement."""
    inner = where
    if isinstance(now, g.Step):
        inner = f"{where}, step {now.title or now.name}" if where else f"step {now.title or now.name}"
    for name, block in held_in(now).items():
        at = f"{inner}{', ' if inner else ''}answer {name.removeprefix('body ')}" if " " in name else inner
        yield from block_changes(held_in(was)[name], block, at, before, after)
