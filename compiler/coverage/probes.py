"""Coverage probes: instrumentation of a rule graph and of the flat code of its values.

In blocks of statements a probe is a journal line, inserted into the graph before lowering, so that every entry of the
block is counted. Pure code may not write lines; there a probe is an event in the flat code: in the block of an
exception,
and before the rows of a look-up, with the arguments as values. Code that an option's value eliminates is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from attrs import evolve, frozen

from bombsight.compiler.coverage.recorder import CoverageRecorder, CoverageSpot, LookUpSpots, SpotKind, ThrowSpots
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node as Item
from bombsight.compiler.graph.walk import child_names, walk
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.incremental import code_owners
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.program import Program
from bombsight.flat.sites import RollSite, SaySite, Site
from bombsight.flat.walking import Node, map_nodes

PROBE_PREFIX = "\0probe "
"""The prefix of a probe's text, before its number; no text of a rules file can contain it."""

COVERED_BLOCKS: Mapping[type, Sequence[tuple[str, SpotKind, str]]] = {
    g.If: (("body", "holds", ""), ("otherwise", "does not hold", "")),
    g.Branch: (("body", "option", "name"),),
    g.Step: (("body", "step", "name"),),
    g.Row: (("body", "row", "label"),),
    g.NaturalRow: (("body", "row", "label"),),
    n.Beforehand: (("body", "row", "label"),),
    n.Note: (("body", "note", "name"),),
    n.Procedure: (("body", "procedure", "name"),),
}
"""The blocks to probe: attribute of the block, kind of place, attribute of its label."""


@frozen
class ProbedProgram:
    """An instrumented program, with all its places and the recorder for its events.

    Attributes:
        spots: All places that its probes cover.
        hits: The recorder that takes its events.
    """

    program: Program
    spots: frozenset[CoverageSpot]
    hits: CoverageRecorder


def add_probes(graph: n.RuleGraph, *, playable: bool = True) -> ProbedProgram:
    """Lower a graph (generate its code) with probes that record which places of the rules are reached.

    Args:
        graph: The graph.
        playable: Whether it will be played. Otherwise only code that its examples reach is lowered, and only that
            is counted.
    """
    effects = Effects(graph)
    lines = LineProbes([])

    def probe_items(nodes: Sequence[Any], kind: str) -> tuple[Any, ...]:
        """Return items with probe lines inserted; tables that only give values unchanged: their code gets probes."""
        found = []
        for node in nodes:
            owner = f"{kind}:{node.id if isinstance(node, n.Table) else node.name}"
            found.append(lines.insert_probes(node, owner) if can_act(owner, node, effects) else node)
        return tuple(found)

    program = lower(
        evolve(
            graph,
            tables=probe_items(graph.tables, "table"),
            procedures=probe_items(graph.procedures, "procedure"),
            rerolls=probe_items(graph.rerolls, "reroll"),
        ),
        playable=playable,
    )
    line_spots = {
        number: lines.spots[int(site.text[0].removeprefix(PROBE_PREFIX))]
        for number, site in enumerate(program.sites)
        if isinstance(site, SaySite)
        and site.text
        and isinstance(site.text[0], str)
        and site.text[0].startswith(PROBE_PREFIX)
    }
    throws = dict(throw_spots(program, graph))
    values = ValueProbes(graph, effects, len(program.sites))
    program = evolve(
        program,
        functions=tuple(values.probe_function(function) for function in program.functions),
        sites=(*program.sites, *values.sites),
    )
    spots = {*line_spots.values(), *values.line_spots.values()}
    spots |= {spot for throw in throws.values() for pair in throw.modifiers for spot in pair if spot is not None}
    spots |= {spot for search in values.searches.values() for _, spot in search.rows}
    return ProbedProgram(
        program, frozenset(spots), CoverageRecorder({**line_spots, **values.line_spots}, throws, values.searches)
    )


def can_act(owner: str, node: Item, effects: Effects) -> bool:
    """Whether an item executes statements, so that probe lines can be inserted; false for a table of values only."""
    return not isinstance(node, n.Table) or node.rolled is not None or effects.total_effects[owner].acts


# --- probes in statements


@frozen
class LineProbes:
    """Probes that are journal (event log) lines at the start of blocks; each line holds the number of its place."""

    spots: list[CoverageSpot]

    def insert_probes(self, part: Any, owner: str) -> Any:
        """Return a part of the graph (of the item ``owner``) with a probe line at the start of each covered block."""
        new: dict[str, Any] = {}
        for name in child_names(type(part)):
            value = getattr(part, name)
            if isinstance(value, tuple):
                new[name] = tuple(
                    member if isinstance(member, str) else self.insert_probes(member, owner) for member in value
                )
            elif value is not None and not isinstance(value, str | x.BaseExpr):
                new[name] = self.insert_probes(value, owner)
        for name, kind, name_field in COVERED_BLOCKS.get(type(part), ()):
            label = getattr(part, name_field) if name_field else ""
            spot = CoverageSpot(kind, owner, part.span, f"natural {label}" if isinstance(part, g.NaturalRow) else label)
            new[name] = (self.probe_line(spot), *new.get(name, getattr(part, name)))
        return evolve(part, **new) if new and not isinstance(part, x.BaseExpr) else part

    def probe_line(self, spot: CoverageSpot) -> g.Say:
        """Make the probe line that reports that a place was reached, and number that place."""
        self.spots.append(spot)
        return g.Say(text=x.Template(parts=(f"{PROBE_PREFIX}{len(self.spots) - 1}",)), span=spot.span)


def throw_spots(program: Program, graph: n.RuleGraph) -> Iterator[tuple[int, ThrowSpots]]:
    """Yield, for each throw with modifiers, its site number (code location) and the coverage places it can reach."""
    rolls: dict[Span, tuple[str, g.Rolled]] = {}
    for owner, node in code_owners(graph):
        for part in walk(node):
            if isinstance(part, n.Table | g.SubRoll) and part.rolled is not None:
                rolls[part.span] = owner, part.rolled
    for number, site in enumerate(program.sites):
        if isinstance(site, RollSite) and site.modifiers and site.origin.place in rolls:
            owner, rolled = rolls[site.origin.place]
            pairs = [spots_of_modifier(modifier, owner) for modifier in rolled.modifiers]
            yield number, ThrowSpots(naturals=0 if site.takes_every else len(rolled.naturals), modifiers=pairs)


def spots_of_modifier(modifier: g.Modifier, owner: str) -> tuple[CoverageSpot, CoverageSpot | None]:
    """The two coverage places of a modifier: that it applies, and that it does not (None if it always applies)."""
    whose = modifier.id if modifier.shared else owner
    applies = CoverageSpot("applies", whose, modifier.span, modifier.label)
    return applies, None if modifier.condition is None else evolve(applies, kind="does not apply")


# --- probes in values


class ValueProbes:
    """Probes in the code of defines and of tables that are only looked up for their value.

    Attributes:
        sites: The sites of the probes; the first has the number ``first_site``.
        line_spots: The place of each single probe, by site number.
        searches: The rows that each look-up's probe decides among by its values, by site number.
    """

    def __init__(self, graph: n.RuleGraph, effects: Effects, first_site: int) -> None:
        """Make the probes for values of a rule graph; ``first_site`` is the number of the first code location added."""
        self.first_site = first_site
        self.sites: list[Site] = []
        self.line_spots: dict[int, CoverageSpot] = {}
        self.searches: dict[int, LookUpSpots] = {}
        self.site_of_spot: dict[CoverageSpot, int] = {}
        self.defines = {f"define:{node.name}": dict(exception_spots(node)) for node in graph.defines}
        found = {f"table:{table.id}": table for table in graph.tables}
        self.modifiers = {
            id_: {modifier.label: spots_of_modifier(modifier, id_) for modifier in table.modifiers}
            for id_, table in found.items()
        }
        self.tables = {id_: table for id_, table in found.items() if not can_act(id_, table, effects)}

    def probe_function(self, function: Function) -> Function:
        """Return a function with probes inserted, or unchanged if coverage counts nothing in it."""
        if function.name in self.defines:
            found = self.defines[function.name]

            def probe_exception(node: Node) -> Node:
                """Callback of the rewriting: add a probe to the test of an exception; return other nodes unchanged."""
                if isinstance(node, fs.If) and node.note.removeprefix("except ") in found:
                    return evolve(node, body=(self.probe_event(found[node.note.removeprefix("except ")]), *node.body))
                return node

            return evolve(function, body=tuple(map_nodes(stmt, probe_exception) for stmt in function.body))
        if function.kind == "modifiers":
            return evolve(function, body=tuple(self.probe_modifiers(function)))
        table = self.tables.get(function.owner)
        if table is None or function.kind not in ("look", "act"):
            return function
        if table.aggregation is not None:
            return evolve(function, body=tuple(self.probe_every_row(table, function)))
        return evolve(function, body=tuple(self.probe_look_up(stmt, table, function) for stmt in function.body))

    def probe_modifiers(self, function: Function) -> Iterator[fs.Stmt]:
        """Yield the statements of a modifier sum, each modifier followed by a probe of whether it applies."""
        spots = self.modifiers[function.owner]
        for stmt in function.body:
            yield stmt
            if isinstance(stmt, fs.Bonus):
                applies, not_ = spots[stmt.note]
                nothing = (self.probe_event(not_),) if not_ is not None else ()
                none = fold.equal(fx.Local(stmt.amount_name), 0)
                yield fs.If(condition=none, body=nothing, otherwise=(self.probe_event(applies),))

    def probe_look_up(self, stmt: fs.Stmt, table: n.Table, function: Function) -> fs.Stmt:
        """Return a look-up's statement with probes before its rows and in `when` rows; any other unchanged."""
        if not isinstance(stmt, fs.Labelled):
            return stmt
        if stmt.label.startswith("rows"):
            arguments = tuple(fx.Local(param) for param in function.params)
            return evolve(stmt, body=(fs.Event(site=self.add_search_site(table), values=arguments), *stmt.body))
        beforehand_spots = {
            f"when {row.label}": CoverageSpot("row", function.owner, row.span, row.label) for row in table.beforehand
        }
        return evolve(
            stmt,
            body=tuple(
                evolve(inner, body=(self.probe_event(beforehand_spots[inner.note]), *inner.body))
                if isinstance(inner, fs.If) and inner.note in beforehand_spots
                else inner
                for inner in stmt.body
            ),
        )

    def probe_every_row(self, table: n.Table, function: Function) -> Iterator[fs.Stmt]:
        """Yield the statements of a look-up of which every row applies that holds, with a probe in each row."""
        rows: list[tuple[str, n.Beforehand | g.Row]] = [(f"when {row.label}", row) for row in table.beforehand]
        rows += [(row.label, row) for row in table.rows]
        spots: dict[str, list[CoverageSpot]] = {}
        for note, row in rows:
            spots.setdefault(note, []).append(CoverageSpot("row", function.owner, row.span, row.label))
        conditional = [stmt.note for stmt in function.body if isinstance(stmt, fs.If)]
        for note in spots.keys() - {*conditional}:  # what always applies has no condition
            yield from map(self.probe_event, spots[note])
        for stmt in function.body:
            if isinstance(stmt, fs.If) and spots.get(stmt.note):
                spot = spots[stmt.note].pop(0)
                yield evolve(stmt, body=(self.probe_event(spot), *stmt.body))
            else:
                yield stmt

    def probe_event(self, spot: CoverageSpot) -> fs.Event:
        """Make the event that reports that a place was reached."""
        if spot not in self.site_of_spot:
            self.site_of_spot[spot] = self.add_site(spot.owner)
            self.line_spots[self.site_of_spot[spot]] = spot
        return fs.Event(site=self.site_of_spot[spot])

    def add_search_site(self, table: n.Table) -> int:
        """Add the site (code location) of the probe before a look-up's rows, and return its number."""
        owner = f"table:{table.id}"
        number = self.add_site(owner)
        self.searches[number] = LookUpSpots(
            params=[param.name for param in table.params],
            rows=[(row, CoverageSpot("row", owner, row.span, row.label)) for row in table.rows],
        )
        return number

    def add_site(self, owner: str) -> int:
        """Add a site (code location that emits events) for a probe, and return its number."""
        self.sites.append(SaySite(owner=owner, text=(PROBE_PREFIX,)))
        return self.first_site + len(self.sites) - 1


def exception_spots(node: n.Define) -> Iterator[tuple[str, CoverageSpot]]:
    """Yield the coverage places of a define's exceptions, nested ones too, each with the exception's label."""
    for part in walk(cast(object, node)):
        if isinstance(part, n.DefineException):
            yield part.label, CoverageSpot("exception", f"define:{node.name}", part.span, part.label)
