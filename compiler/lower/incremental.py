"""Incremental lowering: lower changed items again and keep the rest of a program.

An item's functions depend on its node and on the interfaces of the items that it uses. Only defines and printed data
are
inlined into their readers, so a change of these also affects the readers, transitively.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from hashlib import sha256
from typing import Any, cast

from attrs import evolve, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.nodes import Node as Item
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.assemble import LoweredProgram
from bombsight.compiler.lower.derived_values import ASIDE_KIND
from bombsight.compiler.lower.numbering import renumber_sites, sites_in, sort_by_calls
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.compiler.lower.sites import SiteTable
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.effects import with_effects, with_own_effects
from bombsight.flat.functions import Function
from bombsight.flat.program import Program
from bombsight.flat.walking import Node, map_nodes, site_references


@frozen(slots=False)
class InlineReaders:
    """The readers of defines and printed data in a graph, into whose code these may be inlined."""

    graph: n.RuleGraph

    @cached_property
    def direct_readers(self) -> Mapping[str, frozenset[str]]:
        """The owners of the code that directly reads each define (`define:lit`) or enum (`enum:Ship`)."""
        found: dict[str, set[str]] = {}
        for owner, node in code_owners(self.graph):
            for part in walk(node):
                if isinstance(part, x.CallDefine):
                    found.setdefault(f"define:{part.define}", set()).add(owner)
                elif isinstance(part, x.EnumData):
                    found.setdefault(f"enum:{part.enum}", set()).add(owner)
        return {name: frozenset(readers) for name, readers in found.items()}

    def transitive_readers(self, ids: Iterable[str]) -> frozenset[str]:
        """Return these ids with the owners of all code into which their values may be inlined, transitively."""
        found: set[str] = set()
        waiting = [*ids]
        while waiting:
            at = waiting.pop()
            if at not in found:
                found.add(at)
                waiting += self.direct_readers.get(at, ())
        return frozenset(found)


def code_owners(graph: n.RuleGraph) -> Iterator[tuple[str, Item]]:
    """Yield each item that becomes code with its owner id, and each field, whose default is evaluated."""
    yield from ((f"table:{table.id}", table) for table in graph.tables)
    yield from ((f"define:{node.name}", node) for node in graph.defines)
    yield from ((f"procedure:{node.name}", node) for node in graph.procedures)
    yield from ((f"reroll:{node.name}", node) for node in graph.rerolls)
    yield from ((example.id, example) for example in graph.examples)
    yield from ((f"field:{node.id}", node) for node in graph.fields)


def relower_items(lowered: LoweredProgram, graph: n.RuleGraph, changed: Iterable[str]) -> Program | None:
    """Lower the changed items of a graph, and replace their functions in a program; None if none differs.

    The graph may differ from the earlier one in these items alone, and in nothing of their interface: names,
    parameters, types, and calls. ``changed`` are the owners of all code that may differ.
    """
    changed_owners = frozenset(changed)
    before = {
        key: function
        for key, function in lowered.unit.functions.items()
        if function.owner in changed_owners and key[0] != ASIDE_KIND  # asides do not affect behaviour
    }
    if not lowered.whole_functions.intersection(before):
        return None
    unit = copy_unit(lowered.unit, graph)
    relowered = {
        key: unit.lowering_table.function_makers[key[0]](unit, key[1], key[2], function.name)
        for key, function in before.items()
        if key in lowered.whole_functions
    }
    unit.make_pending_functions()
    relowered |= unit.functions
    different = {
        function.name: function
        for key, function in relowered.items()
        if key[0] != ASIDE_KIND
        and (key not in lowered.unit.functions or behavior_of(function) != behavior_of(lowered.unit.functions[key]))
    }
    return replace_functions(lowered, unit, different) if different else None


def copy_unit(unit: ProgramBuilder, graph: n.RuleGraph) -> ProgramBuilder:
    """Copy a lowering context for another graph, leaving the original intact."""
    clone = copy(unit)
    clone.graph = graph
    clone.enums = {enum.name: enum for enum in graph.enums}
    clone.tables = {table.id: table for table in graph.tables}
    clone.defines = {node.name: node for node in graph.defines}
    clone.procedures = {node.name: node for node in graph.procedures}
    clone.sites = SiteTable([*unit.sites.sites], dict(unit.sites.numbers))
    clone.costs = copy(unit.costs)
    clone.costs.value_costs, clone.costs.block_costs = {}, {}  # keyed by id(node), which may be reused
    clone.functions, clone.asides = {}, dict(unit.asides)
    clone.data = dict(unit.data)
    clone.detach()
    return clone


def behavior_of(function: Function) -> Function:
    """Return a function without sites, comments and step costs, to compare two functions by behavior."""

    def strip_metadata(node: Node) -> Node:
        """Zero the site numbers and step costs of a flat node."""
        new: dict[str, Any] = {name: 0 for name, _, _ in site_references(node)}
        if isinstance(node, fs.Count):
            new["steps"] = fold.NO
        return cast(Any, evolve)(node, **new) if new else node

    return evolve(
        function,
        about="",
        body=tuple(map_nodes(stmt, strip_metadata) for stmt in function.body),
        guard=None if function.guard is None else map_nodes(function.guard, strip_metadata),
    )


def data_read(function: Function) -> Iterator[str]:
    """Yield the names of the constant tuples that a function reads."""
    return (node.data for node in function.nodes if isinstance(node, fx.Datum))


def replace_functions(lowered: LoweredProgram, unit: ProgramBuilder, new: Mapping[str, Function]) -> Program:
    """Return the lowered program with some new functions; new sites (display metadata) are appended."""
    program = lowered.program
    new = {**find_missing_callees(lowered, new), **new}
    numbers = dict(lowered.site_numbers)
    used = sorted({site for function in new.values() for part in function.parts for site in sites_in(part)})
    new_sites = [site for site in used if site not in numbers]
    numbers |= {site: len(program.sites) + at for at, site in enumerate(new_sites)}
    before = {function.name: function for function in program.functions}
    replaced = {name: renumber_sites(function, numbers) for name, function in new.items()}
    if all(
        name in before and own_effects_of(function) == own_effects_of(before[name])
        for name, function in replaced.items()
    ):
        replaced = {name: copy_effects(function, before[name]) for name, function in replaced.items()}
        functions = before | replaced
    else:
        ordered = sort_by_calls(before | replaced, [entry.function for entry in program.entries])
        functions = {f.name: reuse_if_equal(f, before.get(f.name)) for f in with_effects(ordered)}
        functions = {name: functions.get(name, function) for name, function in before.items()} | functions
    data = {name for function in replaced.values() for name in data_read(function)}
    digest = sha256(
        repr((program.digest, *replaced.values(), sorted((name, unit.data[name]) for name in data))).encode()
    )
    return evolve(
        program,
        functions=tuple(functions.values()),
        sites=(*program.sites, *(unit.sites.sites[site] for site in new_sites)),
        data={**program.data, **{name: unit.data[name] for name in sorted(data)}},
        digest=digest.hexdigest(),
    )


def find_missing_callees(lowered: LoweredProgram, new: Mapping[str, Function]) -> Mapping[str, Function]:
    """Find the functions that new ones call, transitively, and that the program left out as unused."""
    existing = {function.name for function in lowered.program.functions}
    by_name = {function.name: function for function in lowered.unit.functions.values()}
    found: dict[str, Function] = {}
    waiting = [*new.values()]
    while waiting:
        for name in waiting.pop().callees:
            if name not in existing and name not in new and name not in found:
                found[name] = by_name[name]
                waiting.append(by_name[name])
    return found


def own_effects_of(function: Function) -> object:
    """The effects of a function's own body together with its callees, as a value to compare."""
    own = with_own_effects(function)
    return own.asks, own.faults, own.ends, frozenset(own.callees)


def copy_effects(function: Function, previous: Function) -> Function:
    """Return a function with the computed effects of its previous version."""
    return evolve(function, asks=previous.asks, faults=previous.faults, ends=previous.ends)


def reuse_if_equal(function: Function, previous: Function | None) -> Function:
    """Return the earlier function if it is equal, so that identity shows what is unchanged."""
    return previous if previous is not None and function == previous else function
