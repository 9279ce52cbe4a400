"""How much of everything there may be: values of enums, elements of lists, slots of fields.

What there is most is known before anything runs; how many elements a list holds by then is left open in
:class:`~bombsight.compiler.lower.steps.Steps`.
"""

from __future__ import annotations

from math import prod
from typing import assert_never

from attrs import define, field

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.reaching import FarReaching, each
from bombsight.compiler.lower.spans import highest, is_counted, span_of
from bombsight.compiler.lower.steps import Counted, Steps
from bombsight.compiler.lower.weights import ALIKE, DEAR, HELD, NAMED, PLACES
from bombsight.flat.types import BaseWordless, BoolType, ElementType, EnumType, IntType, ListType, TextType, Type


@define(eq=False)
class Sizes:
    """The sizes of one program's parts.

    Attributes:
        graph: The program.
        reaching: What in the graph counts for more than what stands around it.
        enums: How many values each enum has.
        capacities: How many elements each list holds at most; ``HELD`` and a name for lists that are variables.
        lists: Each list in state by its id.
        fields: Each field by its id.
    """

    graph: n.RuleGraph
    reaching: FarReaching
    enums: dict[str, int] = field(init=False)
    capacities: dict[str, int] = field(init=False)
    lists: dict[str, n.StateList] = field(init=False)
    fields: dict[str, n.Field] = field(init=False)

    def __attrs_post_init__(self) -> None:
        graph = self.graph
        self.enums = {enum.name: len(enum.values) for enum in graph.enums}
        self.lists = {pool.id: pool for pool in graph.lists}
        self.fields = {node.id: node for node in graph.fields}
        self.capacities = {pool.id: pool.type.capacity for pool in graph.lists}
        for part in each(self.reaching):
            if isinstance(part, g.Let) and isinstance(part.type, ListType):
                name = HELD + part.variable
                self.capacities[name] = max(self.capacities.get(name, 0), part.type.capacity)

    # --- so many steps

    def worst(self, steps: Steps) -> int:
        """The most it can be."""
        return steps.at(self.capacity)

    def capacity(self, counted: Counted) -> int:
        """How many elements a list holds at most, or how many numbers there may be."""
        if isinstance(counted, str):
            return self.capacities.get(counted, 0)
        return span_of(counted.low, counted.high)

    def dear(self, steps: Steps) -> bool:
        """Whether it can be so much that it charges itself."""
        return self.worst(steps) > DEAR

    def whole(self, steps: Steps) -> Steps:
        """As much as it can be, where that is not dear."""
        return steps if self.dear(steps) else Steps(self.worst(steps))

    # --- what is gone through

    def members(self, domain: x.Domain) -> Steps:
        """How many members there are."""
        match domain:
            case x.EnumDomain(enum=enum):
                return Steps(self.enums.get(enum, 0))
            case x.SetDomain(members=members):
                return Steps(len(members))
            case x.ElementsDomain(list=list_):
                return Steps(0, {list_: 1})
            case x.LocalListDomain(variable=variable):
                return Steps(0, {HELD + variable: 1})
            case x.RangeDomain(low=low, high=high):
                if not (isinstance(low.type, IntType) and isinstance(high.type, IntType)):
                    return Steps(0)
                return Steps(0, {domain: 1}) if is_counted(domain) else Steps(span_of(low, high))
            case _:
                assert_never(domain)

    def turns(self, stmt: g.Loop) -> Steps:
        """How many turns a loop has at most."""
        match stmt:
            case g.ForEach(domain=domain):
                return self.members(domain)
            case g.ForRange(first=first, last=last, down=down):
                return Steps(span_of(last, first) if down else span_of(first, last))
            case g.Repeat(times=times):
                return Steps(highest(times))
            case g.While(limit=limit):
                return Steps(limit)
            case _:
                assert_never(stmt)

    def values_of(self, type_: Type) -> int:
        """How many values a parameter of a table may have."""
        match type_:
            case IntType(low=low, high=high):
                count = high - low + 1
            case EnumType(enum=enum):
                count = self.enums.get(enum, 0)
            case BoolType() | BaseWordless():
                count = 2
            case _:
                assert_never(type_)
        return count + type_.is_optional

    # --- slots

    def size(self, node: n.Field) -> int:
        """How many values a field has, or each element's."""
        return prod(self.enums.get(name, 0) for name in node.indices)

    def wide(self, pool: n.StateList) -> int:
        """How many values an element has."""
        return sum(self.size(self.fields[name]) for name in pool.fields)

    def slots(self, pool: n.StateList) -> int:
        """How many slots a list has."""
        return pool.type.capacity * (1 + self.wide(pool))

    def owned(self, owner: str) -> int:
        """How many slots something has that fall back when it ends."""
        fields = (self.size(node) for node in self.fields.values() if node.owner == owner and not node.element)
        return sum(fields) + sum(self.slots(pool) for pool in self.lists.values() if pool.owner == owner)

    def named_anew(self, owner: str) -> int:
        """How many of these slots are given names then."""
        return sum(
            self.size(node)
            for node in self.fields.values()
            if node.owner == owner and not node.element and isinstance(node.type, TextType)
        )

    def holding(self, list_: str) -> int:
        """How many slots may hold an element of a list."""
        record = self.lists[list_].record
        holders = [f for f in self.graph.fields if isinstance(f.type, ElementType) and f.type.record == record]
        return sum(self.size(f) * (self.capacities[f.owner] if f.element else 1) for f in holders)

    # --- names of elements

    def naming(self, type_: Type | None) -> Steps:
        """To tell of an element."""
        if not isinstance(type_, ElementType):
            return Steps()
        pool = next((pool for pool in self.graph.lists if pool.record == type_.record), None)
        return self.named(pool.id) if pool else Steps()

    def named(self, list_: str) -> Steps:
        """To name an element of a list."""
        return Steps(NAMED + self.capacities[list_] // PLACES, {list_: ALIKE})
