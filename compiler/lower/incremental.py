"""Items lowered again, with the rest of a program as it is: what a small change of the rules makes of its code.

What an item's functions are made of is its own node and the interface of what it names. Only derived values stand also
where they are called, and printed data where they are read; so these follow their readers, and theirs.
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
from bombsight.compiler.lower.assemble import Lowered
from bombsight.compiler.lower.derived_values import ASIDE
from bombsight.compiler.lower.numbering import in_call_order, renumbered, sites_of
from bombsight.compiler.lower.sites import Sites
from bombsight.compiler.lower.unit import Unit
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.effects import own_effects, with_effects
from bombsight.flat.functions import Function
from bombsight.flat.program import Program
from bombsight.flat.walking import Node, mapped, sites


@frozen(slots=False)
class Readers:
    """Who reads derived values and printed data in a graph: what becomes of them stands in the readers' code.

    Attributes:
        graph: The graph.
    """

    graph: n.RuleGraph

    @cached_property
    def direct(self) -> Mapping[str, frozenset[str]]:
        """The owners of the code that reads each derived value (`define:lit`) or enum (`enum:Ship`) itself."""
        found: dict[str, set[str]] = {}
        for owner, node in owners(self.graph):
            for part in walk(node):
                if isinstance(part, x.CallDefine):
                    found.setdefault(f"define:{part.define}", set()).add(owner)
                elif isinstance(part, x.EnumData):
                    found.setdefault(f"enum:{part.enum}", set()).add(owner)
        return {name: frozenset(readers) for name, readers in found.items()}

    def of(self, ids: Iterable[str]) -> frozenset[str]:
        """These, and the owners of all code that they may stand in."""
        found: set[str] = set()
        waiting = [*ids]
        while waiting:
            at = waiting.pop()
            if at not in found:
                found.add(at)
                waiting += self.direct.get(at, ())
        return frozenset(found)


def owners(graph: n.RuleGraph) -> Iterator[tuple[str, Item]]:
    """What becomes code, with the id that its functions are owned by; and what is worked out before any runs."""
    yield from ((f"table:{table.id}", table) for table in graph.tables)
    yield from ((f"define:{node.name}", node) for node in graph.defines)
    yield from ((f"procedure:{node.name}", node) for node in graph.procedures)
    yield from ((f"reroll:{node.name}", node) for node in graph.rerolls)
    yield from ((example.id, example) for example in graph.examples)
    yield from ((f"field:{node.id}", node) for node in graph.fields)


def lowered_again(base: Lowered, graph: n.RuleGraph, changed: Iterable[str]) -> Program | None:
    """The program of a graph that is another but for a few items; None where it does just the same.

    The graph must differ from the one before in these items alone, and in nothing that others know of them: names,
    parameters, types, and what they call.

    Args:
        base: The program before.
        graph: The graph with the items changed.
        changed: The owners of the code that may be other code now.
    """
    wanted = frozenset(changed)
    before = {
        key: function
        for key, function in base.unit.functions.items()
        if function.owner in wanted and key[0] != ASIDE  # what people are told changes nothing
    }
    if not base.made.intersection(before):
        return None
    unit = copied(base.unit, graph)
    made = {
        key: unit.kinds.makers[key[0]](unit, key[1], key[2], function.name)
        for key, function in before.items()
        if key in base.made
    }
    unit.finish()
    made |= unit.functions
    new = {
        function.name: function
        for key, function in made.items()
        if key[0] != ASIDE and (key not in base.unit.functions or does(function) != does(base.unit.functions[key]))
    }
    return assembled(base, unit, new) if new else None


def copied(unit: Unit, graph: n.RuleGraph) -> Unit:
    """A unit to lower some items of another graph in, that leaves the first as it is."""
    found = copy(unit)
    found.graph = graph
    found.enums = {enum.name: enum for enum in graph.enums}
    found.tables = {table.id: table for table in graph.tables}
    found.defines = {node.name: node for node in graph.defines}
    found.procedures = {node.name: node for node in graph.procedures}
    found.sites = Sites([*unit.sites.found], dict(unit.sites.numbers))
    found.costs = copy(unit.costs)
    found.costs.values, found.costs.blocks = {}, {}  # by the identity of nodes, which others may take on
    found.functions, found.asides = {}, dict(unit.asides)
    found.data = dict(unit.data)
    found.anew()
    return found


def does(function: Function) -> Function:
    """What a function does, whatever people are told of it, and whatever it takes in steps."""

    def change(node: Node) -> Node:
        new: dict[str, Any] = {name: 0 for name, _, _ in sites(node)}
        if isinstance(node, fs.Count):
            new["steps"] = fold.NO
        return cast(Any, evolve)(node, **new) if new else node

    return evolve(
        function,
        about="",
        body=tuple(mapped(stmt, change) for stmt in function.body),
        guard=None if function.guard is None else mapped(function.guard, change),
    )


def data_of(function: Function) -> Iterator[str]:
    """The constant tuples that a function reads."""
    return (node.data for node in function.nodes if isinstance(node, fx.Datum))


def assembled(base: Lowered, unit: Unit, new: Mapping[str, Function]) -> Program:
    """The program with some functions in the place of those before; new sites come behind the others."""
    program = base.program
    new = {**left_out(base, new), **new}
    numbers = dict(base.numbers)
    used = sorted({site for function in new.values() for part in function.parts for site in sites_of(part)})
    more = [site for site in used if site not in numbers]
    numbers |= {site: len(program.sites) + at for at, site in enumerate(more)}
    before = {function.name: function for function in program.functions}
    replaced = {name: renumbered(function, numbers) for name, function in new.items()}
    if all(
        name in before and brings_about(function) == brings_about(before[name]) for name, function in replaced.items()
    ):
        replaced = {name: as_before(function, before[name]) for name, function in replaced.items()}
        functions = before | replaced
    else:
        found = in_call_order(before | replaced, [entry.function for entry in program.entries])
        functions = {f.name: same(f, before.get(f.name)) for f in with_effects(found)}
        functions = {name: functions.get(name, function) for name, function in before.items()} | functions
    data = {name for function in replaced.values() for name in data_of(function)}
    digest = sha256(
        repr((program.digest, *replaced.values(), sorted((name, unit.data[name]) for name in data))).encode()
    )
    return evolve(
        program,
        functions=tuple(functions.values()),
        sites=(*program.sites, *(unit.sites.found[site] for site in more)),
        data={**program.data, **{name: unit.data[name] for name in sorted(data)}},
        digest=digest.hexdigest(),
    )


def left_out(base: Lowered, new: Mapping[str, Function]) -> Mapping[str, Function]:
    """What some functions call that the program before was without, since nothing called it there."""
    there = {function.name for function in base.program.functions}
    by_name = {function.name: function for function in base.unit.functions.values()}
    found: dict[str, Function] = {}
    waiting = [*new.values()]
    while waiting:
        for name in waiting.pop().callees:
            if name not in there and name not in new and name not in found:
                found[name] = by_name[name]
                waiting.append(by_name[name])
    return found


def brings_about(function: Function) -> object:
    """What a function may bring about: what it does itself, and whom it calls."""
    own = own_effects(function)
    return own.asks, own.faults, own.ends, frozenset(own.callees)


def as_before(function: Function, before: Function) -> Function:
    """A function that may bring about what another may."""
    return evolve(function, asks=before.asks, faults=before.faults, ends=before.ends)


def same(function: Function, before: Function | None) -> Function:
    """The function there was before, where it is equal: what has not changed is known by its identity."""
    return before if before is not None and function == before else function
