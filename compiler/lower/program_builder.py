"""What the lowering of one program shares: the graph by name, the layout, sites, data and functions so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, assert_never

from bombsight.compiler.derived_provenance import DerivedStanding, ProvenanceGraph, build_provenance
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import FarReachingByItem, collect_far_reaching, iter_far_reaching
from bombsight.compiler.graph.relations import Derived
from bombsight.compiler.lower.costs import CostModel
from bombsight.compiler.lower.layout import CAREER_OWNER, Layout, assign_slots
from bombsight.compiler.lower.name_allocation import NameAllocator
from bombsight.compiler.lower.query_functions import AsidePiece, ExamplePiece
from bombsight.compiler.lower.sites import SiteTable
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.flat import expressions as fx
from bombsight.flat.budgets import DEFAULT_BUDGETS, Budgets
from bombsight.flat.functions import Function, Variable
from bombsight.flat.types import (
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    TextType,
    Type,
    UnknownType,
)

FunctionMaker = Callable[["ProgramBuilder", str, str, str], Function]
"""Makes the function for a node: given the unit, the node's name, the variant, and the function's name."""


OMITTABLE_OWNERS = {"do": "procedure:", "roll": "table:"}
"""How the owners are called of those kinds of functions that can be left out: a run tells when it comes to one."""

STUB_PREFIX = "absent-"
"""Stands before such a kind for what is made in their place."""

VARIANT_SEPARATOR = "/"
"""Stands before the variant in a function's name."""


FunctionKey = tuple[str, str, str]
"""A function by its kind, the name of its node, and the variant."""


@frozen
class LoweredOffer:
    """A standing offer.

    Attributes:
        condition: When it is made.
        site: Its question.
    """

    condition: fx.Expr
    site: int


@frozen
class LoweringTable:
    """What to do with each kind of node.

    Attributes:
        values: The flat form of a value.
        parts: Each part of a result with parts, for the kinds that can be one.
        sources: What a loop, a choice or a quantifier goes through.
        statements: What emits a statement.
        function_makers: What makes the functions of each kind: ``roll``, ``look``, ``do``, ``define`` ...
    """

    values: Mapping[type[x.Expr], Callable[[Any, Any], fx.Expr]]
    parts: Mapping[type[x.Expr], Callable[[Any, Any], tuple[fx.Expr, ...]]]
    sources: Mapping[type[x.Domain], Callable[[Any, Any], fx.Source]]
    statements: Mapping[type[g.Stmt], Callable[[Any, Any], None]]
    function_makers: Mapping[str, FunctionMaker]


@define(eq=False)
class ProgramBuilder:
    """The lowering context of one program.

    Attributes:
        costs: What everything costs.
        lowering_table: What to do with each kind of node.
        data: Constant tuples by name.
        defaults: What each slot holds when a game starts.
        offers: The standing offers that have been met with.
        tables_with_kept_rolls: Tables whose natural dice or total some rule reads; their rolls give them too.
        end_targets: Numbers of the procedures that an ``end`` names.
        derived: What is known less well than it says, by its id.
        foundations: What values are computed from.
        budgets: What the program may cost in play.
        asides: What is worked out beside a run, with the numbers of the entries.
        has_hidden_state: Whether anything of the state is hidden from anybody.
        only_items: The procedures and rolled tables that are made; None for all that are called.
        reused_functions: Functions that were made of another graph (:mod:`bombsight.compiler.lower.function_reuse`).
        data_names_by_value: The names of constant tuples, each by its hint and values.
    """

    graph: n.RuleGraph
    lowering_table: LoweringTable
    effects: Effects
    costs: CostModel
    layout: Layout
    tables_with_kept_rolls: frozenset[str]
    end_targets: dict[str, int]
    options: dict[str, n.Option]
    enums: dict[str, n.Enum]
    tables: dict[str, n.Table]
    defines: dict[str, n.Define]
    procedures: dict[str, n.Procedure]
    list_of_record: dict[str, str]
    derived: dict[str, Derived]
    foundations: ProvenanceGraph
    budgets: Budgets = DEFAULT_BUDGETS
    only_items: frozenset[str] | None = None
    has_hidden_state: bool = False
    reused_functions: Mapping[FunctionKey, Function] = field(factory=dict)
    offers: dict[str, LoweredOffer] = field(factory=dict)
    sites: SiteTable = field(factory=SiteTable)
    names: NameAllocator = field(factory=NameAllocator)
    data_names: NameAllocator = field(factory=NameAllocator)
    data: dict[str, tuple[int, ...]] = field(factory=dict)
    defaults: list[int] = field(factory=list)
    functions: dict[FunctionKey, Function] = field(factory=dict)
    _known: dict[frozenset[str], DerivedStanding] = field(factory=dict)
    heights: dict[str, int] = field(factory=dict)
    example_pieces: list[ExamplePiece] = field(factory=list)
    asides: dict[AsidePiece, int] = field(factory=dict)
    data_names_by_value: dict[tuple[str, tuple[int, ...]], str] = field(factory=dict)
    _function_names: dict[FunctionKey, str] = field(factory=dict)
    _wanted: list[FunctionKey] = field(factory=list)

    def add_data(self, hint: str, values: Sequence[int]) -> str:
        """The name of a constant tuple."""
        key = (hint, tuple(values))
        name = self.data_names_by_value.get(key)
        if name is None:
            name = self.data_names_by_value[key] = self.data_names.allocate(hint)
            self.data[name] = key[1]
        return name

    def provenance_of(self, ids: frozenset[str]) -> DerivedStanding:
        """How well a value is known that is taken from these."""
        if ids not in self._known:
            self._known[ids] = self.foundations.derive_standing(ids)
        return self._known[ids]

    def function_name(self, kind: str, name: str, variant: str = "") -> str:
        """The name of a node's function, which is made once if anything calls it."""
        key = (kind, name, variant)
        if key not in self._function_names:
            self._function_names[key] = self.names.allocate(
                f"{kind}:{name}{VARIANT_SEPARATOR if variant else ''}{variant}"
            )
            self._wanted.append(key)
        return self._function_names[key]

    def make_pending_functions(self) -> None:
        """Make every function that was asked for, and those they ask for."""
        while self._wanted:
            kind, name, variant = key = self._wanted.pop(0)
            kind = f"{STUB_PREFIX}{kind}" if self.is_omitted(kind, name) else kind
            self.functions[key] = self.lowering_table.function_makers[kind](
                self, name, variant, self._function_names[key]
            )

    def is_omitted(self, kind: str, name: str) -> bool:
        """Whether a function is made that only says that it is none of those that are wanted."""
        return (
            self.only_items is not None
            and kind in OMITTABLE_OWNERS
            and f"{OMITTABLE_OWNERS[kind]}{name}" not in self.only_items
        )

    def reuse_functions(
        self, functions: Mapping[FunctionKey, Function], tuples: Mapping[tuple[str, tuple[int, ...]], str]
    ) -> None:
        """Functions and constant tuples that were made before: they keep their names, and are not made again."""
        self.reused_functions = functions
        self.functions.update(functions)
        self._function_names.update((key, function.name) for key, function in functions.items())
        self.names.used_names.update(self._function_names.values())
        self.data_names_by_value.update(tuples)
        self.data.update((name, values) for (_, values), name in tuples.items())
        self.data_names.used_names.update(self.data)

    def detach(self) -> None:
        """Forget nothing that has a name, but share it with no other unit from here on; nothing is wanted."""
        self.data_names_by_value, self._function_names = dict(self.data_names_by_value), dict(self._function_names)
        self._wanted = []

    def call_height(self, key: str) -> int:
        """How many calls one call may come to, itself among them, but not what calls itself within it."""
        if key not in self.heights:
            self.heights[key] = 1
            inner = [callee for callee in self.effects.acting_calls.get(key, ()) if callee not in self.layout.depths]
            self.heights[key] += max((self.call_height(callee) for callee in inner), default=0)
        return self.heights[key]

    def has_state_to_reset(self, procedure: str) -> bool:
        """Whether something falls back to its default when a procedure ends."""
        owns = procedure != CAREER_OWNER and procedure in self.layout.regions
        return owns or (procedure == self.graph.game.mission and bool(self.layout.offers))

    def value_range(self, name: str, type_: Type) -> Variable:
        """What a variable of a type can hold."""
        none = type_.is_optional or isinstance(type_, ElementType)  # an element may have left its list
        match type_:
            case BoolType():
                return Variable(name=name, low=0, high=1, none=none)
            case IntType(low=low, high=high):
                return Variable(name=name, low=low, high=high, none=none)
            case EnumType(enum=enum):
                if enum not in self.enums:
                    return Variable(name=name)
                return Variable(name=name, low=0, high=self.enum_size(type_) - 1, none=none)
            case ElementType():
                return Variable(name=name, low=0, none=none)
            case TextType() | NoneType() | ListType() | PartsType() | UnknownType():
                return Variable(name=name)
            case _:
                assert_never(type_)

    def result_width(self, type_: Type | None) -> int:
        """How many integers a result is."""
        return 0 if type_ is None else len(type_.parts) if isinstance(type_, PartsType) else 1

    def enum_size(self, type_: EnumType) -> int:
        """How many values an enum has."""
        return len(self.enums[type_.enum].values)


@frozen
class GraphAnalyses:
    """What is read off a graph once for all that is lowered from it with other options, or with less in it.

    Attributes:
        effects: What calls may do.
        foundations: What everything is computed from.
        reaching: What in it, or in a graph before it, counts for more than what stands around it.
    """

    effects: Effects
    foundations: ProvenanceGraph
    reaching: FarReachingByItem | None = None


def analyze_graph(graph: n.RuleGraph) -> GraphAnalyses:
    """A graph, read."""
    return GraphAnalyses(Effects(graph), build_provenance(graph), collect_far_reaching(graph))


def new_program_builder(
    graph: n.RuleGraph,
    lowering_table: LoweringTable,
    analyses: GraphAnalyses | None = None,
    only_items: frozenset[str] | None = None,
    *,
    endings: Iterable[str] = (),
    open_options: bool = False,
    budgets: Budgets = DEFAULT_BUDGETS,
) -> ProgramBuilder:
    """A unit with nothing lowered yet.

    Args:
        graph: What is to be lowered.
        lowering_table: What to do with each kind of node.
        analyses: What is known of the graph, or of one that does all that it does.
        only_items: The procedures and rolled tables that are made; None for all that are called.
        endings: Procedures of which it is counted whether their end was come to, besides those that examples ask for.
        open_options: Whether the values of options stand in slots.
        budgets: What it may cost in play.
    """
    recursive = [f"table:{table.id}" for table in graph.tables if table.deep is not None]
    recursive += [f"procedure:{node.name}" for node in graph.procedures if node.deep is not None]
    analyses = analyses or analyze_graph(graph)
    effects = analyses.effects
    reaching = collect_far_reaching.rerun(analyses.reaching, graph)
    parts = list(iter_far_reaching(reaching))
    moved = {part.list for part in parts if isinstance(part, g.Move)}
    return ProgramBuilder(
        graph=graph,
        budgets=budgets,
        lowering_table=lowering_table,
        effects=effects,
        costs=CostModel(graph, effects, reaching),
        layout=assign_slots(graph, recursive, moved, endings, open_options=open_options),
        tables_with_kept_rolls=frozenset(
            part.value.table
            for part in parts
            if isinstance(part, g.Let) and isinstance(part.value, x.RollOn) and (part.natural or part.total)
        ),
        end_targets={
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
        list_of_record={pool.record: pool.id for pool in graph.lists},
        derived={part.id: part for part in graph.derived},
        foundations=analyses.foundations,
        only_items=only_items,
    )
