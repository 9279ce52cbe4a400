"""Steady conditions: loop conditions that no iteration changes for later members, so that all can be tested in advance.

An iteration mostly changes slots of its own member: ``set lit[lamp] to no`` changes nothing for later lamps. So the
backend may test all members before the first iteration, if it can do so at once, and visit only those that pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from attrs import define, evolve, field

from bombsight.dsl.node_classes import evolve_node
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.layout import SlotList
from bombsight.flat.passes.facts import Facts
from bombsight.flat.passes.vectorize import split_into_lanes
from bombsight.flat.program import Program
from bombsight.flat.walking import Node, map_statements, walk, walk_block

Writes = Mapping[int, str | None]
"""Slots that may be written, by the first of each run: the variable that indexes the only one written, or None for
any."""


@define
class SteadyLoopMarker:
    """Marks loops whose iterations do not affect later members.

    Attributes:
        functions: All functions, by name.
        lists: The lists of state, by name.
        leaving: The first slots of the runs that change when an element leaves a list, by the list's name.
        fields: The first slots of its elements' fields, which also change when an element joins.
        regions: The first slots of the runs that reset with a procedure, by its name.
        written: The writes of functions; None while being computed.
    """

    functions: Mapping[str, Function]
    lists: Mapping[str, SlotList]
    leaving: Mapping[str, frozenset[int]]
    fields: Mapping[str, frozenset[int]]
    regions: Mapping[str, frozenset[int]]
    written: dict[str, Writes | None] = field(factory=dict)

    def mark_loop(self, stmt: fs.Stmt) -> fs.Stmt:
        """Mark a loop whose turns leave the condition for later members unchanged; return other statements as is."""
        match stmt:
            case fs.Each(variable=variable, source=source, where=where, body=body):
                split = split_into_lanes(fx.Quantifier("any", variable, source, where), of_elements=True)
                written = None if split is None else self.writes_of_nodes(walk_block(body))
                if split is None or written is None or not is_steady(split.at_once, variable, written):
                    return stmt
                if isinstance(source, fx.Elements):
                    pool = self.lists[source.list]
                    if pool.order is not None or pool.base in written:
                        return stmt
                return evolve_node(stmt, steady=True)
            case fs.RemoveWhere(list=id_, variable=variable, where=where):
                pool = self.lists[id_]
                split = split_into_lanes(
                    fx.Quantifier("any", variable, fx.Elements(id_, pool.capacity), where), of_elements=True
                )
                if split is None or pool.order is not None:
                    return stmt
                if not is_steady(split.at_once, variable, dict.fromkeys(self.leaving[id_])):
                    return stmt
                return evolve_node(stmt, steady=True)
            case _:  # the rest: no loop with a vectorizable condition
                return stmt

    def writes_of_nodes(self, nodes: Iterable[Node]) -> Writes | None:
        """Map the first slot of each run that code may write to the variable that indexes it; None if unknown."""
        writes: dict[int, str | None] = {}

        def add_write(base: int, variable: str | None) -> None:
            """Record a write to a run of slots, with the variable that indexes it, or None."""
            writes[base] = variable if writes.setdefault(base, variable) == variable else None

        for node in nodes:
            match node:
                case fs.SetSlot(slot=slot) | fs.SetCounter(slot=slot):
                    add_write(slot.base, element_variable(slot.offset))
                case fs.FallBack(slot=slot):
                    add_write(slot.base, None)
                case fs.NewElement() | fs.MoveElement() | fs.RemoveElement() | fs.RemoveWhere():
                    for base in self.leaving[node.list] | self.fields[node.list]:
                        add_write(base, None)
                case fs.Invoke(function=name, args=args):
                    callee_writes = self.writes_of_function(name)
                    if callee_writes is None:
                        return None
                    members = [arg.name if isinstance(arg, fx.Local) else None for arg in args]
                    given = dict(zip(self.functions[name].params, members, strict=True))
                    for base, whose in callee_writes.items():
                        add_write(base, None if whose is None else given.get(whose))
                case fs.SetLocal() | fs.NewHeld() | fs.Append() | fs.Bonus() | fs.Refill() | fs.Count() | fs.EndOuter():
                    pass  # no slot that a condition could read
                case fs.Draw() | fs.DrawMember() | fs.Ask() | fs.AskBranch() | fs.AskAgain() | fs.Event():
                    pass
                case fs.WorkOut() | fs.Check() | fs.Fail() | fs.Leave() | fs.Restart() | fs.Return():
                    pass
                case fs.BaseCompound() | fs.Arm() | Guard() | fx.BaseExpr() | fx.BaseSource():
                    pass  # its parts are among the nodes
                case _:
                    assert_never(node)
        return writes

    def writes_of_function(self, name: str) -> Writes | None:
        """Map the first slot of each run that a call may write to the variable that indexes it; None if unknown."""
        if name not in self.written:
            self.written[name] = None
            function = self.functions[name]
            found = self.writes_of_nodes(function.nodes)
            if found is not None and function.guard is not None and function.guard.resets is not None:
                found = {**found, **dict.fromkeys(self.regions[function.guard.resets])}
            self.written[name] = found
        return self.written[name]


def is_steady(condition: fx.Expr, variable: str, writes: Writes) -> bool:
    """Whether ``writes`` in an iteration for the member ``variable`` leave the condition of other members unchanged."""
    for part in walk(condition):
        if isinstance(part, fx.Local) and part.name != variable:
            return False  # its value may have changed by then
        if isinstance(part, fx.Slot) and part.base in writes:
            if not writes[part.base] == variable == element_variable(part.offset):
                return False
    return True


def element_variable(offset: fx.Expr) -> str | None:
    """Return the variable that an index consists of, directly or as the place of its element; else None."""
    place = offset.value if isinstance(offset, fx.Place) else offset
    return place.name if isinstance(place, fx.Local) else None


def mark_steady_loops(functions: tuple[Function, ...], program: Program, facts: Facts) -> tuple[Function, ...]:
    """Mark the loops in functions whose condition no iteration changes for later members."""
    firsts = {slot: slot for slot in range(program.slots)}
    firsts |= {slot: first for first, count in facts.runs.items() for slot in range(first, first + count)}
    bases = {placed.id: placed.base for placed in program.fields}
    marker = SteadyLoopMarker(
        {function.name: function for function in functions},
        {pool.id: pool for pool in program.lists},
        {
            pool.id: frozenset(
                (
                    *(pool.base, pool.row, pool.count, pool.serial),
                    *(firsts[slot] for run in pool.holders for slot in run.slots),
                )
            )
            for pool in program.lists
        },
        {pool.id: frozenset(bases[id_] for id_ in pool.fields) for pool in program.lists},
        {
            region.owner: frozenset(firsts[slot] for run in (region.run, *region.cleared) for slot in run.slots)
            for region in program.regions
        },
    )
    marked_functions = []
    for function in functions:
        body = map_statements(function.body, marker.mark_loop) if fs.Each in function.kinds else function.body
        marked_functions.append(function if body is function.body else evolve(function, body=body))
    return tuple(marked_functions)
