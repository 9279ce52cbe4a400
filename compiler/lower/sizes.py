"""Upper bounds on sizes: values of enums, elements of lists, slots of fields.

Bounds are static; :class:`~bombsight.compiler.lower.steps.StepCost` leaves the run-time length of lists open.
"""

from __future__ import annotations

from math import prod
from typing import assert_never

from attrs import define, field

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.reaching import FarReachingByItem, iter_far_reaching
from bombsight.compiler.lower.number_ranges import is_counted_at_runtime, range_size, upper_bound
from bombsight.compiler.lower.steps import Counted, StepCost
from bombsight.compiler.lower.weights import CHARGE_LIMIT, ELEMENT_NAME, LOCAL_LIST_PREFIX, NAMESAKE, SLOTS_PER_STEP
from bombsight.flat.types import BaseWordless, BoolType, ElementType, EnumType, IntType, ListType, TextType, Type


@define(eq=False)
class SizeModel:
    """The size bounds of one program.

    Attributes:
        reaching: The far-reaching nodes of the graph.
        enums: The number of values of each enum.
        capacities: The capacity of each list; list variables have the prefix ``LOCAL_LIST_PREFIX``.
        lists: State lists by id.
        fields: Fields by id.
    """

    graph: n.RuleGraph
    reaching: FarReachingByItem
    enums: dict[str, int] = field(init=False)
    capacities: dict[str, int] = field(init=False)
    lists: dict[str, n.StateList] = field(init=False)
    fields: dict[str, n.Field] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Index the graph's enums, lists and fields, and find the capacity of each list and list variable."""
        graph = self.graph
        self.enums = {enum.name: len(enum.values) for enum in graph.enums}
        self.lists = {pool.id: pool for pool in graph.lists}
        self.fields = {node.id: node for node in graph.fields}
        self.capacities = {pool.id: pool.type.capacity for pool in graph.lists}
        for part in iter_far_reaching(self.reaching):
            if isinstance(part, g.Let) and isinstance(part.type, ListType):
                name = LOCAL_LIST_PREFIX + part.variable
                self.capacities[name] = max(self.capacities.get(name, 0), part.type.capacity)

    # --- step costs

    def max_steps(self, steps: StepCost) -> int:
        """The maximum of a step cost, with all lists full."""
        return steps.evaluate(self.count_at_most)

    def count_at_most(self, list_or_range: Counted) -> int:
        """The maximal number of elements of a list, or of numbers in a range."""
        if isinstance(list_or_range, str):
            return self.capacities.get(list_or_range, 0)
        return range_size(list_or_range.low, list_or_range.high)

    def is_expensive(self, steps: StepCost) -> bool:
        """Whether a cost in steps can exceed the limit above which a part of the code charges its own steps."""
        return self.max_steps(steps) > CHARGE_LIMIT

    def fold_if_cheap(self, steps: StepCost) -> StepCost:
        """Replace a size-dependent cost by its constant maximum, if that is below the limit for expensive parts."""
        return steps if self.is_expensive(steps) else StepCost(self.max_steps(steps))

    # --- members and iterations

    def member_count(self, domain: x.Domain) -> StepCost:
        """The number of members of a domain."""
        match domain:
            case x.EnumDomain(enum=enum):
                return StepCost(self.enums.get(enum, 0))
            case x.SetDomain(members=members):
                return StepCost(len(members))
            case x.ElementsDomain(list=list_):
                return StepCost(0, {list_: 1})
            case x.LocalListDomain(variable=variable):
                return StepCost(0, {LOCAL_LIST_PREFIX + variable: 1})
            case x.RangeDomain(low=low, high=high):
                if not (isinstance(low.type, IntType) and isinstance(high.type, IntType)):
                    return StepCost(0)
                return StepCost(0, {domain: 1}) if is_counted_at_runtime(domain) else StepCost(range_size(low, high))
            case _:
                assert_never(domain)

    def iteration_count(self, stmt: g.Loop) -> StepCost:
        """The maximal number of iterations of a loop."""
        match stmt:
            case g.ForEach(domain=domain):
                return self.member_count(domain)
            case g.ForRange(first=first, last=last, down=down):
                return StepCost(range_size(last, first) if down else range_size(first, last))
            case g.Repeat(times=times):
                return StepCost(upper_bound(times))
            case g.While(limit=limit):
                return StepCost(limit)
            case _:
                assert_never(stmt)

    def value_count(self, type_: Type) -> int:
        """The number of values that a parameter of this type can have; 2 for types that are not enumerated."""
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

    def field_size(self, node: n.Field) -> int:
        """The number of values of a field with its indices; of an element field, in one element."""
        return prod(self.enums.get(name, 0) for name in node.indices)

    def element_size(self, list_: n.StateList) -> int:
        """The number of values in one element of a list."""
        return sum(self.field_size(self.fields[name]) for name in list_.fields)

    def list_size(self, list_: n.StateList) -> int:
        """The number of slots (words of state) of a list."""
        return list_.type.capacity * (1 + self.element_size(list_))

    def reset_slot_count(self, owner: str) -> int:
        """The number of slots (words of state) that reset when the procedure that owns them ends."""
        fields = (self.field_size(node) for node in self.fields.values() if node.owner == owner and not node.element)
        return sum(fields) + sum(self.list_size(pool) for pool in self.lists.values() if pool.owner == owner)

    def renamed_slot_count(self, owner: str) -> int:
        """The number of text slots that get new generated names when the procedure that owns them ends."""
        return sum(
            self.field_size(node)
            for node in self.fields.values()
            if node.owner == owner and not node.element and isinstance(node.type, TextType)
        )

    def holder_slot_count(self, list_: str) -> int:
        """The number of slots (words of state) that may refer to an element of a list."""
        record = self.lists[list_].record
        holders = [f for f in self.graph.fields if isinstance(f.type, ElementType) and f.type.record == record]
        return sum(self.field_size(f) * (self.capacities[f.owner] if f.element else 1) for f in holders)

    # --- names of elements

    def type_naming_cost(self, type_: Type | None) -> StepCost:
        """The cost of naming a value of this type in a journal event: 0 unless it is an element."""
        if not isinstance(type_, ElementType):
            return StepCost()
        pool = next((pool for pool in self.graph.lists if pool.record == type_.record), None)
        return self.element_naming_cost(pool.id) if pool else StepCost()

    def element_naming_cost(self, list_: str) -> StepCost:
        """The cost of naming an element of a list in a journal event."""
        return StepCost(ELEMENT_NAME + self.capacities[list_] // SLOTS_PER_STEP, {list_: NAMESAKE})
