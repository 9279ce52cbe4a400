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
from bombsight.compiler.graph.relations import Derived, describe_rests_on
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.incremental.query import query
from bombsight.compiler.value_sources import (
    FIELD_PREFIX,
    GIVES_PREFIX,
    constant_arguments,
    data_sources_in,
    own_sources_of,
    result_sources,
    value_sources_of,
)
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import NO_ORIGIN, PRINTED, STANDINGS, UNSEEN_STANDINGS, Origin


@frozen
class DerivedStanding:
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
        return (
            NO_ORIGIN
            if self.standing == PRINTED
            else NO_ORIGIN.with_standing(self.standing, describe_rests_on(self.roots))
        )


@frozen
class ProvenanceNode:
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
class ProvenanceGraph:
    """What everything in a graph is computed from: its parts by id, in its order."""

    parts: Mapping[str, ProvenanceNode]

    def derive_standing(self, ids: Iterable[str]) -> DerivedStanding:
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
            return DerivedStanding()
        roots = {id_ for id_, one in said.items() if one == standing}
        return DerivedStanding(standing, tuple(sorted(roots, key=self.index_by_id.__getitem__)))

    @cached_property
    def index_by_id(self) -> Mapping[str, int]:
        """Which of the parts each is."""
        return {id_: at for at, id_ in enumerate(self.parts)}


def derived_standings(provenance: ProvenanceGraph) -> tuple[Derived, ...]:
    """The parts of a graph that are known less well than they say themselves, by what they are computed from."""
    return tuple(
        Derived(id=part.id, standing=known.standing, rests_on=known.roots)
        for part in provenance.parts.values()
        if part.stands and (known := provenance.derive_standing([part.id])).standing != part.stands
    )


@query
def build_provenance(_: ProvenanceGraph | None, graph: n.RuleGraph) -> ProvenanceGraph:
    """What everything in a graph is computed from; it is worked out anew each time, and kept for who runs examples."""
    items = [(id_, item, [*walk(item)]) for id_, item in items_of(graph)]
    own_nodes = ProvenanceGraph({part.id: part for part in provenance_nodes(graph, items)})
    return ProvenanceGraph({**own_nodes.parts, **{part.id: part for part in field_nodes(graph, items, own_nodes)}})


WalkedItem = tuple[str, n.Item, list[Any]]
"""The id of an item, the item, and all that stands in it."""


def field_nodes(
    graph: n.RuleGraph, items: Iterable[WalkedItem], provenance: ProvenanceGraph
) -> Iterator[ProvenanceNode]:
    """Fields that are never set to anything but what rests on no print; those never set hold their default."""
    put: dict[str, list[frozenset[str]]] = {}
    for _, item, within in items:
        if not isinstance(item, e.Example):
            for part in within:
                match part:
                    case g.Assign(target=x.Read(field=name), value=value) | g.FieldInit(field=name, value=value):
                        put.setdefault(name, []).append(frozenset(value_sources_of(value)))
                    case _:  # the rest: gives no field a value
                        pass
    for field in graph.fields:
        values = put.get(field.id) or [frozenset(value_sources_of(field.default))]
        if all(provenance.derive_standing(each).standing in UNSEEN_STANDINGS for each in values):
            yield ProvenanceNode(FIELD_PREFIX + field.id, "", tuple(sorted({id_ for each in values for id_ in each})))


def provenance_nodes(graph: n.RuleGraph, items: Iterable[WalkedItem]) -> Iterator[ProvenanceNode]:
    """The parts of a graph, in its order."""
    tables = {table.id: table for table in graph.tables}
    for option in graph.options:
        yield rule_node(f"option:{option.name}", option.origin)
    for enum in graph.enums:
        yield from enum_nodes(enum)
    for id_, item, within in items:
        match item:
            case n.Table():
                yield from table_nodes(id_, item)
            case n.Define():
                yield from define_nodes(id_, item)
            case n.Procedure():
                yield rule_node(id_, item.origin, data_sources_in(item.body))
                given = [part.values for part in within if isinstance(part, g.Give)]
                yield ProvenanceNode(GIVES_PREFIX + item.name, "", tuple(dict.fromkeys(value_sources_of(tuple(given)))))
            case n.Option() | n.Enum() | n.Field() | n.StateList() | n.Reroll() | n.Board() | e.Example():
                pass  # told above, or computed from nothing
            case _:
                assert_never(item)
        if isinstance(item, n.Table | n.Procedure | n.Reroll):
            yield from roll_nodes(id_, item, within)
        yield from lookup_nodes(within, tables)


def rule_node(id_: str, origin: Origin, sources: Iterable[str] = ()) -> ProvenanceNode:
    """What is as printed where it says nothing."""
    return ProvenanceNode(id_, origin.standing, tuple(dict.fromkeys(sources)), origin.standing or PRINTED)


def enum_nodes(enum: n.Enum) -> Iterator[ProvenanceNode]:
    """An enum, its rows that speak for themselves, and the data of each."""
    id_ = f"enum:{enum.name}"
    yield rule_node(id_, enum.origin)
    for at, (word, origin) in enumerate(zip(enum.values, enum.origins, strict=False)):
        row = f"row:{enum.name}/{word}"
        if origin.standing:
            yield ProvenanceNode(row, origin.standing, ())
        yield ProvenanceNode(f"data:{enum.name}/{at}", "", (row if origin.standing else id_,))


def table_nodes(id_: str, table: n.Table) -> Iterator[ProvenanceNode]:
    """A table, its value where it is looked up, and the sum of its modifiers."""
    rows: tuple[g.Row | n.Beforehand, ...] = (*table.beforehand, *table.all_rows)
    yield rule_node(id_, table.origin)
    yield ProvenanceNode(f"look:{table.id}", "", (id_, *(row.id for row in rows if not row.origin.standing)))
    yield ProvenanceNode(f"modifiers:{table.id}", "", tuple(modifier.id for modifier in table.modifiers))


def lookup_nodes(parts: Iterable[Any], tables: Mapping[str, n.Table]) -> Iterator[ProvenanceNode]:
    """The places of tables that are looked up with words and numbers: there one row says it."""
    for part in parts:
        if isinstance(part, x.LookUp) and part.table in tables and (values := constant_arguments(part.args)):
            table = tables[part.table]
            given = dict(zip((param.name for param in table.params), values, strict=False))
            fit = [row for row in table.rows if all(given.get(match.param) in match.values for match in row.matches)]
            rows: list[g.Row | n.Beforehand] = [row for row in fit if not row.otherwise] or [*fit]
            rows += [row for row in table.beforehand if not row.origin.standing]
            yield ProvenanceNode(next(own_sources_of(part)), "", tuple(row.id for row in rows))


def define_nodes(id_: str, define: n.Define) -> Iterator[ProvenanceNode]:
    """A define with the exceptions that say nothing of themselves, and those that do."""
    exceptions = [*walk_exceptions(define.exceptions)]
    silent = [(each.value, each.condition) for each in exceptions if not each.origin.standing]
    yield rule_node(id_, define.origin, data_sources_in((define.base, *silent)))
    for each in exceptions:
        if each.origin.standing:
            yield rule_node(
                f"except:{define.name}/{each.label}", each.origin, data_sources_in((each.value, each.condition))
            )


def walk_exceptions(exceptions: tuple[n.DefineException, ...]) -> Iterator[n.DefineException]:
    """Exceptions, and those to them."""
    for each in exceptions:
        yield each
        yield from walk_exceptions(each.exceptions)


def roll_nodes(id_: str, item: n.Table | n.Procedure | n.Reroll, parts: Iterable[Any]) -> Iterator[ProvenanceNode]:
    """The rows and modifiers of a table, or of the rolls in a procedure; they stand as that one says of itself.

    Args:
        id_: The id of the item.
        item: The item.
        parts: All that stands in it.
    """
    notes = {note.name: note.body for note in item.notes} if isinstance(item, n.Table) else {}
    for part in parts:
        if isinstance(part, g.Modifier):
            values = data_sources_in((part.amount, part.condition))
            yield rule_node(part.id, part.origin, values) if part.shared else line_node(id_, item.origin, part, values)
        elif isinstance(part, g.Row | g.NaturalRow | n.Beforehand):
            asked = part.keys if isinstance(part, g.Row) else part.condition
            yield line_node(id_, item.origin, part, (*data_sources_in(asked), *result_sources(part.body, notes)))


RollLine = g.Modifier | g.Row | g.NaturalRow | n.Beforehand


def line_node(item: str, outer_origin: Origin, row: RollLine, values: Iterable[str]) -> ProvenanceNode:
    """A line of a table or of a procedure's roll, which stands as that does where it says nothing.

    Args:
        item: The id of the table or procedure.
        outer_origin: The origin of that.
        row: The line.
        values: The ids of what it is computed from.
    """
    stands = row.origin.inherit_from(outer_origin)
    if item.startswith("table:") and not row.origin.standing:
        return ProvenanceNode(row.id, "", tuple(dict.fromkeys((item, *values))), stands.standing or PRINTED)
    return rule_node(row.id, stands, values)
