"""What the lowering of one program shares: the graph by name, the layout, sites, data and functions so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field

from bombsight.compiler.derived_standing import Foundations, Known, foundations
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.costs import Costs
from bombsight.compiler.lower.layout import CAREER, Layout, lay_out
from bombsight.compiler.lower.names import Names, word
from bombsight.compiler.lower.sites import Sites
from bombsight.flat.functions import Function
from bombsight.flat.types import EnumType, PartsType, Type

Maker = Callable[["Unit", str, str, str], Function]
"""Makes the function for a node: given the unit, the node's name, the variant, and the function's name."""


@define(eq=False)
class Unit:
    """One program on its way down.

    Attributes:
        costs: What everything costs.
        makers: What makes the functions of each kind: ``roll``, ``look``, ``do``, ``define`` ...
        data: Constant tuples by name.
        defaults: What each slot holds when a game starts.
        kept: Tables whose natural dice or total some rule reads; their rolls give them too.
        ended: Numbers of the procedures that an ``end`` names.
        derived: What is known less well than it says, by its id.
        foundations: What values are computed from.
    """

    graph: n.RuleGraph
    makers: dict[str, Maker]
    effects: Effects
    costs: Costs
    layout: Layout
    kept: frozenset[str]
    ended: dict[str, int]
    options: dict[str, n.Option]
    enums: dict[str, n.Enum]
    tables: dict[str, n.Table]
    defines: dict[str, n.Define]
    procedures: dict[str, n.Procedure]
    list_of: dict[str, str]
    derived: dict[str, n.Derived]
    foundations: Foundations
    sites: Sites = field(factory=Sites)
    names: Names = field(factory=Names)
    data: dict[str, tuple[int, ...]] = field(factory=dict)
    defaults: list[int] = field(factory=list)
    functions: dict[tuple[str, str, str], Function] = field(factory=dict)
    _known: dict[frozenset[str], Known] = field(factory=dict)
    heights: dict[str, int] = field(factory=dict)
    _data_names: dict[tuple[str, tuple[int, ...]], str] = field(factory=dict)
    _function_names: dict[tuple[str, str, str], str] = field(factory=dict)
    _wanted: list[tuple[str, str, str]] = field(factory=list)

    def datum(self, hint: str, values: Sequence[int]) -> str:
        """The name of a constant tuple."""
        key = (hint, tuple(values))
        name = self._data_names.get(key)
        if name is None:
            upper = word(hint).upper()
            name = self._data_names[key] = self.names.unique(upper if upper[:1].isalpha() else f"TABLE_{upper}")
            self.data[name] = key[1]
        return name

    def known(self, ids: frozenset[str]) -> Known:
        """How well a value is known that is taken from these."""
        if ids not in self._known:
            self._known[ids] = self.foundations.known(ids)
        return self._known[ids]

    def function(self, kind: str, name: str, variant: str = "") -> str:
        """The name of a node's function, which is made once if anything calls it."""
        key = (kind, name, variant)
        if key not in self._function_names:
            self._function_names[key] = self.names.unique("_".join(word(part) for part in key if part))
            self._wanted.append(key)
        return self._function_names[key]

    def finish(self) -> None:
        """Make every function that was asked for, and those they ask for."""
        while self._wanted:
            kind, name, variant = key = self._wanted.pop(0)
            self.functions[key] = self.makers[kind](self, name, variant, self._function_names[key])

    def height(self, key: str) -> int:
        """How many calls one call may come to, itself among them, but not what calls itself within it."""
        if key not in self.heights:
            self.heights[key] = 1
            inner = [callee for callee in self.effects.calls.get(key, ()) if callee not in self.layout.depths]
            self.heights[key] += max((self.height(callee) for callee in inner), default=0)
        return self.heights[key]

    def falls_back(self, procedure: str) -> bool:
        """Whether something falls back to its default when a procedure ends."""
        owns = procedure != CAREER and procedure in self.layout.regions
        return owns or (procedure == self.graph.game.mission and bool(self.layout.offers))

    def entered(self, procedure: str) -> str:
        """The function that runs a procedure and leaves its state as it is, to be looked at."""
        return self.function("enter" if self.falls_back(procedure) else "do", procedure)

    def results(self, type_: Type | None) -> int:
        """How many integers a result is."""
        return 0 if type_ is None else len(type_.parts) if isinstance(type_, PartsType) else 1

    def enum_size(self, type_: EnumType) -> int:
        """How many values an enum has."""
        return len(self.enums[type_.enum].values)


def new_unit(graph: n.RuleGraph, makers: dict[str, Maker]) -> Unit:
    """A unit with nothing lowered yet."""
    recursive = [f"table:{table.id}" for table in graph.tables if table.deep is not None]
    recursive += [f"procedure:{node.name}" for node in graph.procedures if node.deep is not None]
    parts = list(walk((graph.tables, graph.procedures, graph.examples, graph.rerolls)))
    effects = Effects(graph)
    return Unit(
        graph=graph,
        makers=makers,
        effects=effects,
        costs=Costs(graph, effects),
        layout=lay_out(graph, recursive),
        kept=frozenset(
            part.value.table
            for part in parts
            if isinstance(part, g.Let) and isinstance(part.value, x.RollOn) and (part.natural or part.total)
        ),
        ended={
            name: number
            for number, name in enumerate(
                dict.fromkeys(part.procedure for part in parts if isinstance(part, g.EndProcedure))
            )
        },
        options={option.name: option for option in graph.options},
        enums={enum.name: enum for enum in graph.enums},
        tables={table.id: table for table in graph.tables},
        defines={node.name: node for node in graph.defines},
        procedures={node.name: node for node in graph.procedures},
        list_of={pool.record: pool.id for pool in graph.lists},
        derived={part.id: part for part in graph.derived},
        foundations=foundations(graph),
    )
