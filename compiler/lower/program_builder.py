"""The lowering context of one program: the graph by name, layout, sites, data and functions."""

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
from bombsight.compiler.graph.single_dice import looks_at_single_dice
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
"""A function that makes a node's flat function from the unit, the node's name, the variant and a name for it."""


OMITTABLE_OWNERS = {"do": "procedure:", "roll": "table:"}
"""The owner prefix of each kind of function that a stub can replace; a run that calls the stub reports it."""

STUB_PREFIX = "absent-"
"""The prefix of the kind for functions that make stubs."""

VARIANT_SEPARATOR = "/"
"""The separator before the variant in a function's name."""


FunctionKey = tuple[str, str, str]
"""The key of a function: kind, name of its node, variant."""


@frozen
class LoweredOffer:
    """The lowered condition and question of a standing offer (a player's right to throw dice again).

    Attributes:
        condition: When it can be made.
        site: The site of its question.
    """

    condition: fx.Expr
    site: int


@frozen
class LoweringTable:
    """The dispatch table of lowering, by kind of node.

    Attributes:
        values: Lower an expression.
        parts: Lower an expression to its parts, for the kinds that can have several.
        sources: Lower a domain.
        statements: Lower a statement.
        function_makers: Make a function of each kind: ``roll``, ``look``, ``do``, ``define`` ...
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
        costs: The cost model.
        lowering_table: The lowering functions, by kind of node.
        data: Constant tuples by name.
        defaults: The default of each slot.
        offers: The standing offers in use.
        tables_with_kept_rolls: Tables whose natural dice or total some rule reads; their rolls return these too.
        tables_with_kept_faces: Those among them whose single dice some rule looks at.
        end_targets: Numbers of the procedures that an ``end`` targets.
        derived: Items whose derived standing is weaker than their own, by id.
        foundations: The sources of computed values.
        budgets: What the program may cost in play.
        asides: The asides, with the numbers of their entries.
        has_hidden_state: Whether any state is hidden from a player.
        only_items: The procedures and rolled tables to make; None for all that are called.
        reused_functions: Functions lowered from another graph (:mod:`bombsight.compiler.lower.function_reuse`).
        data_names_by_value: The names of constant tuples, each by its hint and values.
    """

    graph: n.RuleGraph
    lowering_table: LoweringTable
    effects: Effects
    costs: CostModel
    layout: Layout
    tables_with_kept_rolls: frozenset[str]
    tables_with_kept_faces: frozenset[str]
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
        """Add a tuple of constants to the program, and return its name, which begins with the hint."""
        key = (hint, tuple(values))
        name = self.data_names_by_value.get(key)
        if name is None:
            name = self.data_names_by_value[key] = self.data_names.allocate(hint)
            self.data[name] = key[1]
        return name

    def provenance_of(self, ids: frozenset[str]) -> DerivedStanding:
        """Derive the standing (reliability) of a value from the ids of the rules that it is computed from."""
        if ids not in self._known:
            self._known[ids] = self.foundations.derive_standing(ids)
        return self._known[ids]

    def function_name(self, kind: str, name: str, variant: str = "") -> str:
        """The name of the flat function of a kind, an item and a variant; on first use it is queued to be made."""
        key = (kind, name, variant)
        if key not in self._function_names:
            self._function_names[key] = self.names.allocate(
                f"{kind}:{name}{VARIANT_SEPARATOR if variant else ''}{variant}"
            )
            self._wanted.append(key)
        return self._function_names[key]

    def kept_fact_count(self, table: str) -> int:
        """The number of further results of a roll on a table: its natural dice and total, and its single dice."""
        return 2 * (table in self.tables_with_kept_rolls) + (table in self.tables_with_kept_faces)

    def looks_at_single_dice(self, table: n.Table) -> bool:
        """Whether any rule looks at the single dice of a roll on a table: its own, another, or a standing offer."""
        prefers = [prefer for reroll in self.graph.rerolls for prefer in reroll.prefers if prefer.table == table.id]
        return table.id in self.tables_with_kept_faces or any(
            looks_at_single_dice(part) for part in (table.rolled, *(prefer.condition for prefer in prefers))
        )

    def make_pending_functions(self) -> None:
        """Make all functions that were queued by name, and those that they use in turn."""
        while self._wanted:
            kind, name, variant = key = self._wanted.pop(0)
            kind = f"{STUB_PREFIX}{kind}" if self.is_omitted(kind, name) else kind
            self.functions[key] = self.lowering_table.function_makers[kind](
                self, name, variant, self._function_names[key]
            )

    def is_omitted(self, kind: str, name: str) -> bool:
        """Whether a function is to be a stub, because its item is not among those selected for this program."""
        return (
            self.only_items is not None
            and kind in OMITTABLE_OWNERS
            and f"{OMITTABLE_OWNERS[kind]}{name}" not in self.only_items
        )

    def reuse_functions(
        self, functions: Mapping[FunctionKey, Function], tuples: Mapping[tuple[str, tuple[int, ...]], str]
    ) -> None:
        """Add functions and constant tuples of an earlier lowering under their old names."""
        self.reused_functions = functions
        self.functions.update(functions)
        self._function_names.update((key, function.name) for key, function in functions.items())
        self.names.used_names.update(self._function_names.values())
        self.data_names_by_value.update(tuples)
        self.data.update((name, values) for (_, values), name in tuples.items())
        self.data_names.used_names.update(self.data)

    def detach(self) -> None:
        """Copy the name tables of a cloned context, so that it shares none with the original, and empty the queue."""
        self.data_names_by_value, self._function_names = dict(self.data_names_by_value), dict(self._function_names)
        self._wanted = []

    def call_height(self, key: str) -> int:
        """The maximal depth of nested calls below the item with a key, itself included; recursive callees count 0."""
        if key not in self.heights:
            self.heights[key] = 1
            inner = [callee for callee in self.effects.acting_calls.get(key, ()) if callee not in self.layout.depths]
            self.heights[key] += max((self.call_height(callee) for callee in inner), default=0)
        return self.heights[key]

    def has_state_to_reset(self, procedure: str) -> bool:
        """Whether the end of a procedure resets any state."""
        owns = procedure != CAREER_OWNER and procedure in self.layout.regions
        return owns or (procedure == self.graph.game.mission and bool(self.layout.offers))

    def value_range(self, name: str, type_: Type) -> Variable:
        """Make the declaration of a variable with the range of values of this type."""
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
        """The number of integers in a result of this type."""
        return 0 if type_ is None else len(type_.parts) if isinstance(type_, PartsType) else 1

    def enum_size(self, type_: EnumType) -> int:
        """The number of values of an enum."""
        return len(self.enums[type_.enum].values)


@frozen
class GraphAnalyses:
    """Analyses of a graph, shared by all programs lowered from it with other options or fewer items.

    Attributes:
        effects: The effects of calls.
        foundations: The sources of computed values.
        reaching: The far-reaching nodes of this graph, or of an earlier one.
    """

    effects: Effects
    foundations: ProvenanceGraph
    reaching: FarReachingByItem | None = None


def analyze_graph(graph: n.RuleGraph) -> GraphAnalyses:
    """Compute the analyses of a graph that lowering needs: side effects and provenance."""
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
    """Create an empty lowering context.

    Args:
        graph: The graph to lower.
        lowering_table: The lowering functions, by kind of node.
        analyses: Analyses of the graph, or of a graph whose effects include its own.
        only_items: The procedures and rolled tables to make; None for all that are called.
        endings: Procedures whose ends are counted, besides those that examples ask for.
        open_options: Whether option values live in slots.
        budgets: What the program may cost in play.
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
            if isinstance(part, g.Let)
            and isinstance(part.value, x.RollOn)
            and (part.natural or part.total or part.faces)
        ),
        tables_with_kept_faces=frozenset(
            part.value.table
            for part in parts
            if isinstance(part, g.Let) and isinstance(part.value, x.RollOn) and part.faces
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
