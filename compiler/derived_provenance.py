"""Derived provenance: the weakest standing among the values that a rule computes with.

A define states a standing, and so does a row, a modifier, a procedure. Its value is known no better than its inputs:
looked-up tables, printed data of enums, other defines, options. The derived standing is the weakest of its own and
theirs, transitively.

Only values count. A call of a procedure or a roll on a table weakens nothing, since its effects carry their own
standing. Nor does a read field, which may hold anything, nor a text, nor an autopilot score. A line with a standing of
its own (a row, an exception) affects only itself: one guessed row does not make a printed table a guess.
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
    """The weakest standing (reliability of a rule) among the inputs of a value, and the inputs that have it.

    Attributes:
        standing: The weakest standing of the value and its inputs.
        roots: Ids of the inputs with that standing, in the order of the rules.
    """

    standing: str = PRINTED
    roots: tuple[str, ...] = ()

    @property
    def origin(self) -> Origin:
        """The standing (reliability) as an origin, whose evidence names the weak inputs; empty if all are printed."""
        return (
            NO_ORIGIN
            if self.standing == PRINTED
            else NO_ORIGIN.with_standing(self.standing, describe_rests_on(self.roots))
        )


@frozen
class ProvenanceNode:
    """A node of the provenance graph: a part of the rule graph, or a value that a part yields.

    Attributes:
        id: Its id. Besides those of the rule graph there are ``except:DEFINE/NAME``, ``row:ENUM/WORD``, and those of
            values: ``look:T`` of a looked-up table, ``look:T(1,0)`` of one place of it, ``modifiers:T``,
                ``data:E/N`` of
            a row of an enum, ``gives:P`` of a procedure's result, and ``field:F`` of a field with no printed value.
        said: The standing that it states; empty if none.
        below: Ids of its inputs, and of the part around it if it states no standing.
        stands: Its displayed standing; empty for a value.
    """

    id: str
    said: str
    below: tuple[str, ...]
    stands: str = ""


@attrs.frozen(slots=False)
class ProvenanceGraph:
    """The provenance graph: each part and value of the rules with the ids of its inputs, in graph order."""

    parts: Mapping[str, ProvenanceNode]

    def derive_standing(self, ids: Iterable[str]) -> DerivedStanding:
        """Find the weakest standing (reliability of a rule) among these ids and all their transitive inputs."""
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
        """The position of each node, by id."""
        return {id_: at for at, id_ in enumerate(self.parts)}


def derived_standings(provenance: ProvenanceGraph) -> tuple[Derived, ...]:
    """List the rules that compute with less reliable inputs than their own displayed standing says."""
    return tuple(
        Derived(id=part.id, standing=known.standing, rests_on=known.roots)
        for part in provenance.parts.values()
        if part.stands and (known := provenance.derive_standing([part.id])).standing != part.stands
    )


@query
def build_provenance(_previous: ProvenanceGraph | None, graph: n.RuleGraph) -> ProvenanceGraph:
    """Build the provenance graph (memoized query): each rule and value of a rule graph with its inputs."""
    items = [(id_, item, [*walk(item)]) for id_, item in items_of(graph)]
    own_nodes = ProvenanceGraph({part.id: part for part in provenance_nodes(graph, items)})
    return ProvenanceGraph({**own_nodes.parts, **{part.id: part for part in field_nodes(graph, items, own_nodes)}})


WalkedItem = tuple[str, n.Item, list[Any]]
"""The id of an item, the item, and all nodes inside it."""


def field_nodes(
    graph: n.RuleGraph, items: Iterable[WalkedItem], provenance: ProvenanceGraph
) -> Iterator[ProvenanceNode]:
    """Yield provenance nodes of fields whose possible values all come from rules whose original nobody has seen."""
    put: dict[str, list[frozenset[str]]] = {}
    for _, item, within in items:
        if not isinstance(item, e.Example):
            for part in within:
                match part:
                    case g.Assign(target=x.Read(field=name), value=value) | g.FieldInit(field=name, value=value):
                        put.setdefault(name, []).append(frozenset(value_sources_of(value)))
                    case _:  # the rest: sets no field
                        pass
    for field in graph.fields:
        values = put.get(field.id) or [frozenset(value_sources_of(field.default))]
        if all(provenance.derive_standing(each).standing in UNSEEN_STANDINGS for each in values):
            yield ProvenanceNode(FIELD_PREFIX + field.id, "", tuple(sorted({id_ for each in values for id_ in each})))


def provenance_nodes(graph: n.RuleGraph, items: Iterable[WalkedItem]) -> Iterator[ProvenanceNode]:
    """Yield a provenance node for each rule and value of a graph, fields excepted, in graph order."""
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
            case n.Option() | n.Enum() | n.Field() | n.StateList() | n.Reroll() | n.Board() | n.Luck() | e.Example():
                pass  # handled above, or without inputs
            case _:
                assert_never(item)
        if isinstance(item, n.Table | n.Procedure | n.Reroll):
            yield from roll_nodes(id_, item, within)
        yield from lookup_nodes(within, tables)


def rule_node(id_: str, origin: Origin, sources: Iterable[str] = ()) -> ProvenanceNode:
    """Make the provenance node of a rule; one that states no standing (reliability) counts as printed."""
    return ProvenanceNode(id_, origin.standing, tuple(dict.fromkeys(sources)), origin.standing or PRINTED)


def enum_nodes(enum: n.Enum) -> Iterator[ProvenanceNode]:
    """Yield the provenance nodes of an enum, of its rows that state a standing (reliability), and of their data."""
    id_ = f"enum:{enum.name}"
    yield rule_node(id_, enum.origin)
    for at, (word, origin) in enumerate(zip(enum.values, enum.origins, strict=False)):
        row = f"row:{enum.name}/{word}"
        if origin.standing:
            yield ProvenanceNode(row, origin.standing, ())
        yield ProvenanceNode(f"data:{enum.name}/{at}", "", (row if origin.standing else id_,))


def table_nodes(id_: str, table: n.Table) -> Iterator[ProvenanceNode]:
    """Yield the provenance nodes of a table, of the value of a look-up, and of the sum of its modifiers."""
    rows: tuple[g.Row | n.Beforehand, ...] = (*table.beforehand, *table.all_rows)
    yield rule_node(id_, table.origin)
    yield ProvenanceNode(f"look:{table.id}", "", (id_, *(row.id for row in rows if not row.origin.standing)))
    yield ProvenanceNode(f"modifiers:{table.id}", "", tuple(modifier.id for modifier in table.modifiers))


def lookup_nodes(parts: Iterable[Any], tables: Mapping[str, n.Table]) -> Iterator[ProvenanceNode]:
    """Yield a provenance node per table look-up with constant arguments; the matching rows are its inputs."""
    for part in parts:
        if isinstance(part, x.LookUp) and part.table in tables and (values := constant_arguments(part.args)):
            table = tables[part.table]
            given = dict(zip((param.name for param in table.params), values, strict=False))
            fit = [row for row in table.rows if all(given.get(match.param) in match.values for match in row.matches)]
            rows: list[g.Row | n.Beforehand] = [row for row in fit if not row.otherwise] or [*fit]
            rows += [row for row in table.beforehand if not row.origin.standing]
            yield ProvenanceNode(next(own_sources_of(part)), "", tuple(row.id for row in rows))


def define_nodes(id_: str, define: n.Define) -> Iterator[ProvenanceNode]:
    """Yield the provenance nodes of a define and of each exception that states a standing (reliability) of its own."""
    exceptions = [*walk_exceptions(define.exceptions)]
    silent = [(each.value, each.condition) for each in exceptions if not each.origin.standing]
    yield rule_node(id_, define.origin, data_sources_in((define.base, *silent)))
    for each in exceptions:
        if each.origin.standing:
            yield rule_node(
                f"except:{define.name}/{each.label}", each.origin, data_sources_in((each.value, each.condition))
            )


def walk_exceptions(exceptions: tuple[n.DefineException, ...]) -> Iterator[n.DefineException]:
    """Yield exceptions and their nested exceptions, depth first."""
    for each in exceptions:
        yield each
        yield from walk_exceptions(each.exceptions)


def roll_nodes(id_: str, item: n.Table | n.Procedure | n.Reroll, parts: Iterable[Any]) -> Iterator[ProvenanceNode]:
    """Yield the provenance nodes of the rows and modifiers among the parts of an item (table, procedure, offer)."""
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
    """Make the provenance node of a row or modifier, which inherits the standing (reliability) of the item around it.

    Args:
        item: The id of the table or procedure.
        outer_origin: Its origin.
        row: The row or modifier.
        values: The ids of its inputs.
    """
    stands = row.origin.inherit_from(outer_origin)
    if item.startswith("table:") and not row.origin.standing:
        return ProvenanceNode(row.id, "", tuple(dict.fromkeys((item, *values))), stands.standing or PRINTED)
    return rule_node(row.id, stands, values)
