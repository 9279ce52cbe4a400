"""The builder of one flat function: its variables, facts about them, and the current block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import evolve

from bombsight.boundary.budget import Budget
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.name_allocation import LocalNames
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.compiler.lower.steps import StepCost, limit_range_cost
from bombsight.compiler.lower.weights import CHARGE_LIMIT, LOCAL_LIST_PREFIX
from bombsight.dsl.aggregation import Aggregation
from bombsight.dsl.limits import MAX_OPEN_CALLS
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.budgets import TOO_LONG_TEXT
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.sites import FaultSite, LimitSite
from bombsight.flat.types import ElementType, ListType, PartsType, Type
from bombsight.flat.variables import variables_named
from bombsight.flat.walking import never_falls_through, walk_block

NESTING_FAULT = f"calls go more than {MAX_OPEN_CALLS} deep into one another"


@frozen
class RepeatedThrows:
    """The variables of ``again ..., each once`` in one call of a table.

    Attributes:
        taken: The list of the numbers of the rows taken.
        due: The number of throws still to be made.
        begun: Whether a row has asked for more throws; from then on, no row is taken twice.
        repeated: The number of throws that led to a row taken already.
        row_end: The block that ends with the row.
    """

    taken: str
    due: fx.Local
    begun: fx.Local
    repeated: fx.Local
    row_end: str


@define
class GatheredRows:
    """The variables in which a call of a table gathers what all rows that apply give.

    Attributes:
        aggregation: What becomes of the rows.
        taken: The number of rows that have applied.
        values: The sum, highest or lowest so far, of each part of the result; empty if rows give nothing.
        row_end: The block that ends with the current row; empty outside of rows.
        open_steps: The number of steps open around that row.
    """

    aggregation: Aggregation
    taken: fx.Local
    values: tuple[fx.Local, ...]
    row_end: str = ""
    open_steps: int = 0


@define
class TableContext:
    """The state of lowering a table's rows: labels, variables, and which kinds of rows are allowed.

    Attributes:
        every_label: In ``take every``, the label of the current row's block; None in a call.
        every_steps: The number of steps open around that row.
        subrows: Whether every row of its sub-rolls is followed too.
        is_pure: Whether the table is only looked up for its value.
        row_variable: The variable with the row number, if rows can send to one another; else None.
        first_row: The number of the first row after the natural rows.
        again_counter: The variable that counts repeated throws, or None.
        repeats: What ``again ..., each once`` keeps in a call; None without such a row.
        gathered: What a call gathers where every row applies that holds; None where one row counts.
        restart_label: The block to restart for another throw; before the dice, the block to leave.
        in_rows: Whether the current rows are those of the dice; else those that need no dice.
        natural, total, faces: The extra results of a kept roll.
        site: The site of its result.
        open_notes: The notes being followed: name, label of the block, number of steps open around it.
    """

    table: n.Table
    every_label: str | None = None
    every_steps: int = 0
    subrows: bool = False
    is_pure: bool = False
    row_variable: str | None = None
    first_row: int = 0
    again_counter: str | None = None
    repeats: RepeatedThrows | None = None
    gathered: GatheredRows | None = None
    restart_label: str = ""
    in_rows: bool = True
    natural: fx.Expr | None = None
    total: fx.Expr | None = None
    faces: fx.Expr | None = None
    site: int | None = None
    open_notes: list[tuple[str, str, int]] = field(factory=list)


@define(eq=False)
class FunctionBuilder:
    """The builder of one flat function: its variables, its statements, and what is known at this point.

    Attributes:
        owner: The id of the node that its sites belong to.
        cite: The citation of that node.
        result: The type of the function's result.
        types: The types of the variables.
        substitutions: Variables that stand for a value computed elsewhere.
        fresh_variables: Element variables whose element has not been removed since they were set.
        variable_sources: Ids of the sources of each variable's value.
        natural: The natural dice of the current roll.
        faces: Its single dice, if the rules look at them.
        current_block: The block being filled; None where statements are not allowed.
        open_loops: Labels of the open loops.
        open_steps: Open steps: the number of loops around each, and the site of its end.
        folding_budget: In compile-time evaluation, how many members may still be visited; options then have their
            present values and quantifiers are evaluated.
    """

    unit: ProgramBuilder
    owner: str
    cite: str = ""
    result: Type | None = None
    locals: LocalNames = field(factory=LocalNames)
    types: dict[str, Type] = field(factory=dict)
    substitutions: dict[str, fx.Expr] = field(factory=dict)
    fresh_variables: set[str] = field(factory=set)
    variable_sources: dict[str, frozenset[str]] = field(factory=dict)
    natural: fx.Expr | None = None
    faces: fx.Expr | None = None
    current_block: list[fs.Stmt] | None = field(factory=list)
    open_loops: list[str] = field(factory=list)
    open_steps: list[tuple[int, int]] = field(factory=list)
    table_context: TableContext | None = None
    folding_budget: Budget | None = None

    # --- sites

    def site_fields(self, span: Span, declared: Origin = NO_ORIGIN, provenance: Origin = NO_ORIGIN) -> dict[str, Any]:
        """The attributes of any site (display metadata), from a span, a declared citation and a derived origin."""
        origin = evolve(provenance, cite=declared.cite or self.cite, amended_by=declared.amended_by, place=span)
        return {"owner": self.owner, "origin": origin}

    def add_fault_site(self, span: Span, text: str) -> int:
        """Add a site (display metadata) for a run-time fault with this message, and return its number."""
        return self.unit.sites.site_number(FaultSite(**self.site_fields(span), text=text))

    def add_limit_site(self, span: Span, text: str) -> int:
        """Add a site (display metadata) for the event that a limit is reached, and return its number."""
        return self.unit.sites.site_number(LimitSite(**self.site_fields(span), text=text))

    # --- steps

    def count_steps(self, steps: StepCost, span: Span) -> fs.Count:
        """Make the statement that charges steps to the run-time budget, and faults when the budget is used up."""
        return fs.Count(site=self.add_fault_site(span, TOO_LONG_TEXT), steps=self.lower_steps(steps))

    def emit_step_count(self, steps: StepCost | None, span: Span) -> None:
        """Emit the statement that charges steps to the run-time budget; nothing if ``steps`` is None."""
        if steps is not None:
            self.emit(self.count_steps(steps, span))

    def emit_charge(self, steps: StepCost | None) -> None:
        """Emit a charge of steps without a fault message; nothing for None or in a pure look-up."""
        if steps is not None and not (self.table_context and self.table_context.is_pure):
            self.emit(fs.Count(site=None, steps=self.lower_steps(steps)))

    def emit_value_charge(self, cost: int, span: Span) -> None:
        """Emit the charge of a function without side effects, if its cost is too high for its callers to include."""
        if cost > CHARGE_LIMIT:
            self.emit(self.count_steps(StepCost(cost), span))

    def lower_steps(self, steps: StepCost) -> fx.Expr:
        """Lower a step cost to an expression that computes it from run-time sizes."""
        found: fx.Expr = fx.Num(steps.fixed)
        for counted, more in steps.per_unit.items():
            if isinstance(counted, str):
                found = fold.plus(fold.times(self.list_length(counted), more), found)
            else:
                found = fold.plus(self.range_steps(counted, more), found)
        return found

    def range_steps(self, domain: x.RangeDomain, step_cost: int) -> fx.Expr:
        """Lower the cost of visiting a range at ``step_cost`` steps per number, capped to fit 32 bits."""
        with self.no_statements():
            source = self.unit.lowering_table.sources[type(domain)](domain, self)
        assert isinstance(source, fx.Numbers)
        dearest, numbers = limit_range_cost(step_cost)
        count = fold.plus(fold.arithmetic("-", source.last, source.first), 1)
        return fold.times(fold.clamp(count, 0, numbers), dearest)

    def list_length(self, name: str) -> fx.Expr:
        """Lower the current length of a list."""
        if name.startswith(LOCAL_LIST_PREFIX):
            return fx.Length(self.locals.name_of(name.removeprefix(LOCAL_LIST_PREFIX)))
        return fx.Slot(self.unit.layout.pools[name].count)

    @property
    def current_table(self) -> n.Table | None:
        """The table whose rows are being lowered; None outside of tables."""
        return self.table_context.table if self.table_context else None

    # --- blocks

    def emit(self, stmt: fs.Stmt) -> None:
        """Append a statement to the current block.

        Raises:
            ValueError: The current expression must be free of effects, so statements are not allowed.
        """
        if self.current_block is None:
            raise ValueError(f"{self.owner}: something happens where only a value may stand")
        self.current_block.append(stmt)

    @contextmanager
    def inner_block(self) -> Iterator[list[fs.Stmt]]:
        """Redirect emitted statements to a new inner block within a ``with`` block, and yield it."""
        outer, inner = self.current_block, list[fs.Stmt]()
        self.current_block = inner
        yield inner
        self.current_block = outer

    @contextmanager
    def no_statements(self) -> Iterator[None]:
        """Forbid the emission of statements within a ``with`` block."""
        outer, self.current_block = self.current_block, None
        yield
        self.current_block = outer

    @contextmanager
    def branches(self) -> Iterator[BranchMerge]:
        """Open alternative blocks within a ``with`` block; afterwards, merge which list elements surely exist."""
        fork = BranchMerge(self)
        yield fork
        fork.merge()

    @property
    def is_terminated(self) -> bool:
        """Whether control never reaches the code after the last emitted statement."""
        return self.current_block is not None and never_falls_through(tuple(self.current_block))

    def assign_temporary(self, value: fx.Expr, hint: str) -> fx.Expr:
        """Store a value in a new temporary; a constant is returned as it is."""
        if isinstance(value, fx.Num):
            return value
        name = self.locals.new_temporary(hint)
        self.emit(fs.SetLocal(name=name, value=value))
        return fx.Local(name)

    def emit_step_ends(self, since: int = 0) -> None:
        """Emit the end events of the open procedure steps from index ``since`` on, where control leaves them."""
        for _, leave in reversed(self.open_steps[since:]):
            self.emit(fs.Event(site=leave))

    # --- variables

    def declare_variable(self, variable: str, type_: Type, *, is_fresh: bool = False) -> str:
        """Declare a variable of the rules, and return its name in the code."""
        self.types[variable] = type_
        self.substitutions.pop(variable, None)
        self.variable_sources.pop(variable, None)
        self.set_fresh(variable, is_fresh)
        if isinstance(type_, ListType):
            name = self.locals.list_name(variable, type_.capacity)
            self.locals.widen_range(name, self.unit.value_range(name, type_.element))
        elif isinstance(type_, PartsType):
            for part in type_.parts:
                name = self.locals.name_of(variable, part.name)
                self.locals.widen_range(name, self.unit.value_range(name, part.type.with_none()))
            name = self.locals.name_of(variable)
        else:
            name = self.locals.number_name(variable)
            self.locals.widen_range(name, self.unit.value_range(name, type_))
        return name

    @contextmanager
    def quantifier_scope(self, variable: str, type_: Type) -> Iterator[str]:
        """Open the scope of a quantifier's variable, and yield its name in the code."""
        types, bound, taken, fresh = self.types, self.substitutions, self.variable_sources, self.fresh_variables
        self.types, self.substitutions = {**types, variable: type_}, {**bound}
        self.substitutions.pop(variable, None)
        self.variable_sources, self.fresh_variables = {**taken}, set(fresh)
        self.variable_sources.pop(variable, None)
        with self.locals.quantifier_scope(variable) as name:
            self.locals.widen_range(name, self.unit.value_range(name, type_))
            self.set_fresh(variable, True)
            yield name
        self.types, self.substitutions, self.variable_sources, self.fresh_variables = types, bound, taken, fresh

    def build_function(
        self, name: str, about: str, params: Iterable[str], results: int, guard: Guard | None = None
    ) -> Function:
        """Build the function from the emitted statements; its effects are computed later, with all functions.

        Args:
            name: The name of the function.
            about: Its comment: the item that it comes from, with its place.
            params: Its parameters, among the declared variables.
            results: The number of integers that it returns.
            guard: The actions around its body; None for none.
        """
        body, param_names = tuple(self.current_block or ()), tuple(params)
        used = [variable for node in walk_block(body) for variable in variables_named(node)]
        return Function(
            name=name,
            owner=self.owner,
            about=about.rstrip(),
            params=param_names,
            locals=self.locals.used_variables((*param_names, *used)),
            results=results,
            body=body,
            guard=guard,
        )

    def set_fresh(self, variable: str, is_fresh: bool) -> None:
        """Record whether the element in a variable is known to be still in its list."""
        self.fresh_variables.discard(variable)
        if is_fresh and isinstance(self.types.get(variable), ElementType):
            self.fresh_variables.add(variable)

    def is_element_kept(self, node: object) -> bool:
        """Whether evaluating an expression surely does not remove the element that it returns."""
        removes = self.unit.effects.effect_of(node).removes
        type_ = getattr(node, "type", None) or getattr(getattr(node, "value", None), "type", None)
        return not removes or not isinstance(type_, ElementType) or self.list_of_type(type_) not in removes

    def removed_lists(self, node: object) -> frozenset[str]:
        """The lists from which running a node may remove elements, also in the notes that it calls."""
        effect = self.unit.effects.effect_of(node)
        if self.table_context is not None and any(isinstance(part, g.UseNote) for part in walk(node)):
            effect |= self.unit.effects.effect_of(self.table_context.table.notes)
        return effect.removes

    def mark_removed(self, lists: frozenset[str]) -> None:
        """Record that elements may have left these lists, so that variables with such elements may be stale."""
        if lists:
            self.fresh_variables = {
                name for name in self.fresh_variables if self.list_of_type(self.types[name]) not in lists
            }

    def list_of_type(self, type_: Type) -> str:
        """The id of the list that holds the elements of this type."""
        assert isinstance(type_, ElementType)
        return self.unit.list_of_record[type_.record]


class BranchMerge:
    """Alternative blocks, of which one runs, and the merge of what is known at their ends about list elements."""

    def __init__(self, builder: FunctionBuilder) -> None:
        """Begin alternative blocks at the current point of a function builder."""
        self.frame = builder
        self.fresh_before = set(builder.fresh_variables)
        self.fresh_after: list[set[str]] = []

    @contextmanager
    def open_arm(self) -> Iterator[list[fs.Stmt]]:
        """Open the next alternative block within a ``with`` block, and yield its statements."""
        self.frame.fresh_variables = set(self.fresh_before)
        with self.frame.inner_block() as body:
            yield body
        if not never_falls_through(tuple(body)):
            self.fresh_after.append(self.frame.fresh_variables)

    def add_fallthrough(self) -> None:
        """Record that possibly none of the alternative blocks runs."""
        self.fresh_after.append(set(self.fresh_before))

    def merge(self) -> None:
        """Keep as fresh (element still in its list) the variables that are so after every block that continues."""
        self.frame.fresh_variables = set.intersection(*self.fresh_after) if self.fresh_after else set(self.fresh_before)
