"""What values rest on: a rule that computes with something reconstructed is known no better than that.

A define says how it came down to us, and so do a row, a modifier, a procedure. What comes out of it is known no better
than what it is computed from: tables looked up, printed data of enums, other defines, options. The standing derived
from that is the weakest of its own and of theirs, however far away.

Only values count. Calling a procedure or rolling on a table weakens nobody: what they do is told where they do it. Nor
does a field that is read, into which anything may have been put, nor a text, nor what steers the autopilot. And a line
that speaks for itself, be it a row or an exception, stands for itself alone: a printed table does not become a guess by
one row of it that is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, assert_never

import attrs

from bombsight.compiler.edges import items_of
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.relations import Derived, resting
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.incremental.query import query
from bombsight.compiler.value_sources import FIELD, GIVEN, constants, result_of, source_of, taken_from, values_in
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import PRINTED, STANDINGS, UNSAID, UNSEEN, Origin


@frozen
class Known:
    """How well something is known.

    Attributes:
        standing: The weakest of its own and of what it is computed from.
        roots: Ids of what stands so, in the order of the rules.
    """

    standing: str = PRINTED
    roots: tuple[str, ...] = ()

    @property
    def origin(self) -> Origin:
        """What is told of it; nothing, where it is as printed."""
        return UNSAID if self.standing == PRINTED else UNSAID.known(self.standing, resting(self.roots))


@frozen
class Part:
    """A part of a graph, or a value that comes out of one.

    Attributes:
        id: Its id. Besides those of the graph there are ``except:DEFINE/NAME``, ``row:ENUM/WORD``, and those of values:
            ``look:T`` of a table looked up, ``look:T(1,0)`` of one place of it, ``modifiers:T``, ``data:E/N`` of a row
            of an enum, ``gives:P`` of what a procedure returns, and ``field:F`` where it holds nothing else.
        said: Its own standing; empty where it says none.
        below: What it is computed from, with what it stands in where it says nothing.
        stands: How it stands as far as it is told; empty for a value.
    """

    id: str
    said: str
    below: tuple[str, ...]
    stands: str = ""


@attrs.frozen(slots=False)
class Foundations:
    """What everything in a graph is computed from: its parts by id, in its order."""

    parts: Mapping[str, Part]

    def known(self, ids: Iterable[str]) -> Known:
        """How well a value is known that is computed from all these."""
        reached = {*ids}
        waiting = [*reached]
        while waiting:
            part = self.parts.get(waiting.pop())
            new = {*part.below} - reached if part else set()
            reached |= new
            waiting += new
        said = {id_: part.said for id_ in reached if (part := self.parts.get(id_)) and part.said}
        standing = max(said.values(), key=STANDINGS.index, default=PRINTED)
        if standing == PRINTED:
            return Known()
        roots = {id_ for id_, one in said.items() if one == standing}
        return Known(standing, tuple(sorted(roots, key=self.places.__getitem__)))

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Which of the parts each is."""
        return {id_: at for at, id_ in enumerate(self.parts)}


def derived_standings(found: Foundations) -> tuple[Derived, ...]:
    """The parts of a graph that are known less well than they say themselves, by what they are computed from."""
    return tuple(
        Derived(id=part.id, standing=known.standing, rests_on=known.roots)
        for part in found.parts.values()
        if part.stands and (known := found.known([part.id])).standing != part.stands
    )


@query
def foundations(_: Foundations | None, graph: n.RuleGraph) -> Foundations:
    """What everything in a graph is computed from; it is worked out anew each time, and kept for who runs examples."""
    items = [(id_, item, [*walk(item)]) for id_, item in items_of(graph)]
    found = Foundations({part.id: part for part in parts_of(graph, items)})
    return Foundations({**found.parts, **{part.id: part for part in field_parts(graph, items, found)}})


Walked = tuple[str, n.Item, list[Any]]
"""The id of an item, the item, and all that stands in it."""


def field_parts(graph: n.RuleGraph, items: Iterable[Walked], found: Foundations) -> Iterator[Part]:
    """Fields that are never set to anything but what rests on no print; those never set hold their default."""
    put: dict[str, list[frozenset[str]]] = {}
    for _, item, within in items:
        if not isinstance(item, e.Example):
            for part in within:
                match part:
                    case g.Assign(target=x.Read(field=name), value=value) | g.FieldInit(field=name, value=value):
                        put.setdefault(name, []).append(frozenset(taken_from(value)))
                    case _:  # the rest: gives no field a value
                        pass
    for field in graph.fields:
        values = put.get(field.id) or [frozenset(taken_from(field.default))]
        if all(found.known(each).standing in UNSEEN for each in values):
            yield Part(FIELD + field.id, "", tuple(sorted({id_ for each in values for id_ in each})))


def parts_of(graph: n.RuleGraph, items: Iterable[Walked]) -> Iterator[Part]:
    """The parts of a graph, in its order."""
    tables = {table.id: table for table in graph.tables}
    for option in graph.options:
        yield rule(f"option:{option.name}", option.origin)
    for enum in graph.enums:
        yield from enum_parts(enum)
    for id_, item, within in items:
        match item:
            case n.Table():
                yield from table_parts(id_, item)
            case n.Define():
                yield from define_parts(id_, item)
            case n.Procedure():
                yield rule(id_, item.origin, values_in(item.body))
                given = [part.values for part in within if isinstance(part, g.Give)]
                yield Part(GIVEN + item.name, "", tuple(dict.fromkeys(taken_from(tuple(given)))))
            case n.Option() | n.Enum() | n.Field() | n.StateList() | n.Reroll() | n.Board() | e.Example():
                pass  # told above, or computed from nothing
            case _:
                assert_never(item)
        if isinstance(item, n.Table | n.Procedure | n.Reroll):
            yield from rolled_parts(id_, item, within)
        yield from places_looked_up(within, tables)


def rule(id_: str, origin: Origin, below: Iterable[str] = ()) -> Part:
    """What is as printed where it says nothing."""
    return Part(id_, origin.standing, tuple(dict.fromkeys(below)), origin.standing or PRINTED)


def enum_parts(enum: n.Enum) -> Iterator[Part]:
    """An enum, its rows that speak for themselves, and the data of each."""
    id_ = f"enum:{enum.name}"
    yield rule(id_, enum.origin)
    for at, (word, origin) in enumerate(zip(enum.values, enum.origins, strict=False)):
        row = f"row:{enum.name}/{word}"
        if origin.standing:
            yield Part(row, origin.standing, ())
        yield Part(f"data:{enum.name}/{at}", "", (row if origin.standing else id_,))


def table_parts(id_: str, table: n.Table) -> Iterator[Part]:
    """A table, its value where it is looked up, and the sum of its modifiers."""
    rows: tuple[g.Row | n.Beforehand, ...] = (*table.beforehand, *table.all_rows)
    yield rule(id_, table.origin)
    yield Part(f"look:{table.id}", "", (id_, *(row.id for row in rows if not row.origin.standing)))
    yield Part(f"modifiers:{table.id}", "", tuple(modifier.id for modifier in table.modifiers))


def places_looked_up(within: Iterable[Any], tables: Mapping[str, n.Table]) -> Iterator[Part]:
    """The places of tables that are looked up with words and numbers: there one row says it."""
    for part in within:
        if isinstance(part, x.LookUp) and part.table in tables and (values := constants(part.args)):
            table = tables[part.table]
            given = dict(zip((param.name for param in table.params), values, strict=False))
            fit = [row for row in table.rows if all(given.get(match.param) in match.values for match in row.matches)]
            rows: list[g.Row | n.Beforehand] = [row for row in fit if not row.otherwise] or [*fit]
            rows += [row for row in table.beforehand if not row.origin.standing]
            yield Part(next(source_of(part)), "", tuple(row.id for row in rows))


def define_parts(id_: str, define: n.Define) -> Iterator[Part]:
    """A define with the exceptions that say nothing of themselves, and those that do."""
    exceptions = [*exceptions_of(define.exceptions)]
    silent = [(each.value, each.condition) for each in exceptions if not each.origin.standing]
    yield rule(id_, define.origin, values_in((define.base, *silent)))
    for each in exceptions:
        if each.origin.standing:
            yield rule(f"except:{define.name}/{each.label}", each.origin, values_in((each.value, each.condition)))


def exceptions_of(exceptions: tuple[n.DefineException, ...]) -> Iterator[n.DefineException]:
    """Exceptions, and those to them."""
    for each in exceptions:
        yield each
        yield from exceptions_of(each.exceptions)


def rolled_parts(id_: str, item: n.Table | n.Procedure | n.Reroll, within: Iterable[Any]) -> Iterator[Part]:
    """The rows and modifiers of a table, or of the rolls in a procedure; they stand as that one says of itself.

    Args:
        id_: The id of the item.
        item: The item.
        within: All that stands in it.
    """
    notes = {note.name: note.body for note in item.notes} if isinstance(item, n.Table) else {}
    for part in within:
        if isinstance(part, g.Modifier):
            values = values_in((part.amount, part.condition))
            yield rule(part.id, part.origin, values) if part.shared else line(id_, item.origin, part, values)
        elif isinstance(part, g.Row | g.NaturalRow | n.Beforehand):
            asked = part.keys if isinstance(part, g.Row) else part.condition
            yield line(id_, item.origin, part, (*values_in(asked), *result_of(part.body, notes)))


AnyLine = g.Modifier | g.Row | g.NaturalRow | n.Beforehand


def line(item: str, outer: Origin, part: AnyLine, values: Iterable[str]) -> Part:
    """A line of a table or of a procedure's roll, which stands as that does where it says nothing.

    Args:
        item: The id of the table or procedure.
        outer: The origin of that.
        part: The line.
        values: The ids of what it is computed from.
    """
    stands = part.origin.within(outer)
    if item.startswith("table:") and not part.origin.standing:
        return Part(part.id, "", tuple(dict.fromkeys((item, *values))), stands.standing or PRINTED)
    return rule(part.id, stands, values)
