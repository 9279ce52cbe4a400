"""The cost model: what each part of the rules costs in steps.

A step is a small piece of work: a node of an expression, a member visited, a fraction of a die or of a journal line.
Costs are computed from the rule graph before any run, so they depend neither on what a backend folds away, nor on a
journal, nor on the answers.

A block is charged on entry for its statements, the dearer of two branches, all possible iterations of loops, and calls.
Expensive parts charge themselves when they run: an inner block, a quantifier, a define, a table, a procedure, each
iteration of a loop. Only these use the run-time length of a list; all others count the list as full. Counting takes
time, so the charges are few and large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import prod
from typing import assert_never

from attrs import define, field

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.reaching import FarReachingByItem, collect_far_reaching
from bombsight.compiler.graph.single_dice import dice_thrown
from bombsight.compiler.graph.walk import child_names, walk
from bombsight.compiler.lower.effects import reads_natural_dice
from bombsight.compiler.lower.sizes import SizeModel
from bombsight.compiler.lower.steps import MAX_STEPS, StepCost
from bombsight.compiler.lower.weights import (
    CALL,
    CHARGE_LIMIT,
    CHOICE,
    DIE,
    ELEMENT_NAME,
    EVENT,
    EXTRA_DIE,
    EXTRA_NAME,
    FREE_COUNT,
    FREE_LIST_LENGTH,
    LOCAL_LIST_PREFIX,
    LOOP_TURN,
    MAX_GRID_CELLS,
    MAX_ROW_TESTS,
    NAMESAKE,
    NODE,
    OPTION,
    SLOTS_PER_STEP,
    STATEMENT,
    THROW,
)
from bombsight.flat.types import UNKNOWN, ElementType, PartsType, Type


@define(eq=False)
class CostModel:
    """The cost of every part of the rules in steps, the unit of run-time work.

    Attributes:
        reaching: The nodes of the graph with far-reaching effects, by item, if already collected.
        sizes: Upper bounds on the sizes of lists, enums and fields.
        multi_row_tables: Tables that may follow more than one row in one call.
        memoized_costs, value_costs, block_costs, charges_memo: Memo tables, keyed by nodes of the graph, which
            outlive them.
    """

    graph: n.RuleGraph
    effects: Effects
    reaching: FarReachingByItem | None = None
    sizes: SizeModel = field(init=False)
    tables: dict[str, n.Table] = field(init=False)
    defines: dict[str, n.Define] = field(init=False)
    procedures: dict[str, n.Procedure] = field(init=False)
    multi_row_tables: frozenset[str] = field(init=False)
    memoized_costs: dict[tuple[str, str], int] = field(factory=dict)
    value_costs: dict[int, int] = field(factory=dict)
    block_costs: dict[tuple[int, str], int] = field(factory=dict)
    charges_memo: dict[tuple[str, str], bool] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """Index the graph's items, and find the tables of which one call may run several rows."""
        graph = self.graph
        self.tables = {table.id: table for table in graph.tables}
        self.defines = {node.name: node for node in graph.defines}
        self.procedures = {node.name: node for node in graph.procedures}
        reaching = self.reaching or collect_far_reaching(graph)
        self.sizes = SizeModel(graph, reaching)
        summed = {table.id for table in graph.tables if table.aggregation is not None}
        for item, parts in zip(reaching.keys, reaching.values, strict=True):
            for part in parts:
                if isinstance(part, g.TakeEvery) and part.subrows:
                    summed.add(part.table)
                elif isinstance(part, g.TreatAs) and isinstance(item, n.Table):
                    summed.add(item.id)
        self.multi_row_tables = frozenset(summed)

    # --- calls

    def entry_charge(self, node: n.Procedure | n.Table) -> StepCost | None:
        """The steps that a procedure or table charges on entry; None if its callers charge them instead.

        None if its callers are charged instead.
        """
        return self.entry_cost(node) if self.is_charged_separately(node) else None

    def call_cost(self, node: n.Procedure | n.Table) -> int:
        """The steps that a call of a procedure or table adds to the block with the call.

        Nothing if the callee charges itself, except for the event of a refused recursion.
        """
        refused = EVENT if node.deep is not None else 0
        return refused if self.is_charged_separately(node) else self.max_entry_cost(node)

    def is_charged_separately(self, node: n.Procedure | n.Table) -> bool:
        """Whether a procedure or table charges its own steps: if it is expensive, recursive, or the mission."""
        fills = isinstance(node, n.Procedure) and node.name == self.graph.game.mission
        return fills or node.deep is not None or self.max_entry_cost(node) > CHARGE_LIMIT

    def max_entry_cost(self, node: n.Procedure | n.Table) -> int:
        """The maximal number of steps to enter a procedure or table, with all lists full."""
        name = node.id if isinstance(node, n.Table) else node.name
        return self.memoize(type(node).__name__, name, lambda: self.sizes.max_steps(self.entry_cost(node)))

    def entry_cost(self, node: n.Procedure | n.Table) -> StepCost:
        """The cost of entering a procedure or table."""
        return self.sizes.fold_if_cheap(
            self.table_cost(node) if isinstance(node, n.Table) else self.procedure_cost(node)
        )

    def procedure_cost(self, node: n.Procedure) -> StepCost:
        """The cost of entering a procedure and of resetting its state at the end."""
        naming_cost = sum_steps(self.sizes.type_naming_cost(param.type) for param in node.params)
        falls_back = NODE * self.sizes.reset_slot_count(node.name) + EXTRA_NAME * max(
            0, self.sizes.renamed_slot_count(node.name) - FREE_COUNT
        )
        return naming_cost + CALL + falls_back + self.block_cost(node.body, None)

    def offer_cost(self, node: n.Reroll) -> StepCost:
        """The cost of accepting a standing offer (a player's right to throw dice again)."""
        return StepCost(CALL + self.block_cost(node.body, None))

    def table_cost(self, table: n.Table) -> StepCost:
        """The cost of rolling on a table, or of looking it up for the effects of its rows."""
        base_cost = (
            sum_steps(self.sizes.type_naming_cost(part) for part in part_types(table.result))
            + CALL
            + EVENT
            + self.beforehand_cost(table)
            + self.applying_rows_cost(table)
        )
        if table.rolled is not None:
            return base_cost + self.throw_cost(table.rolled, table) + self.row_blocks_cost(table.rolled, table)
        rows = self.max_block_cost([row.body for row in table.rows], table)
        return base_cost + NODE * self.count_row_tests(table.rows, table.params) + rows

    def every_row_cost(self, table: n.Table) -> StepCost:
        """The cost of running every row of a table in one call (``take every``)."""
        rows = sum(NODE * len(row.matches) + EVENT + self.inlined_block_cost(row.body, table) for row in table.all_rows)
        return StepCost(CALL + rows)

    def applying_rows_cost(self, table: n.Table) -> int:
        """The cost of testing, counting and recording all rows where every one applies that holds; else 0."""
        if table.aggregation is None:
            return 0
        naturals = len(table.rolled.naturals) if table.rolled else 0
        row_count = len(table.beforehand) + naturals + len(table.all_rows)
        conditions = sum(NODE * len(row.matches) + NODE * len(row.keys) for row in table.all_rows)
        return conditions + row_count * (EVENT + 4 * NODE)

    # --- loops

    def iteration_charge(self, stmt: g.Loop, table: n.Table | None) -> StepCost | None:
        """The steps that each iteration of a loop charges; None if the loop charges for all at its start."""
        cost = self.iteration_cost(stmt, table)
        return StepCost(cost) if self.sizes.is_expensive(cost * self.sizes.iteration_count(stmt)) else None

    def loop_cost(self, stmt: g.Loop, table: n.Table | None) -> int:
        """The steps that all iterations of a loop add to the block around it; 0 if each iteration charges its own."""
        return self.uncharged_cost(
            self.sizes.max_steps(self.iteration_cost(stmt, table) * self.sizes.iteration_count(stmt))
        )

    def iteration_cost(self, stmt: g.Loop, table: n.Table | None) -> int:
        """The cost of one iteration of a loop."""
        condition = self.value_cost(stmt.condition) if isinstance(stmt, g.While) else 0
        return LOOP_TURN + condition + self.block_cost(stmt.body, table)

    # --- blocks

    def block_charge(self, block: g.Block, table: n.Table | None) -> StepCost | None:
        """The steps that an inner block charges on entry; None if the block around it includes them."""
        cost = self.block_cost(block, table)
        return StepCost(cost) if cost > CHARGE_LIMIT else None

    def statement_charge(self, stmt: g.Stmt, table: n.Table | None) -> StepCost | None:
        """The steps that a statement charges for itself; None if the block around it includes them."""
        cost = self.own_statement_cost(stmt, table)
        return cost if cost.per_unit and self.sizes.is_expensive(cost) else None

    def block_cost(self, block: g.Block, table: n.Table | None) -> int:
        """The steps that running a block costs, without the parts that charge their own steps; memoized."""
        key = (id(block), table.id if table else "")
        if key not in self.block_costs:
            self.block_costs[key] = min(self.compute_block_cost(block, table), MAX_STEPS)
        return self.block_costs[key]

    def compute_block_cost(self, block: g.Block, table: n.Table | None) -> int:
        """Compute the steps that running a block costs, without the parts that charge their own steps."""
        cost = 0
        for stmt in block:
            if self.statement_charge(stmt, table) is None:
                cost += self.sizes.max_steps(self.own_statement_cost(stmt, table))
            match stmt:
                case g.ForEach() | g.ForRange() | g.Repeat() | g.While():
                    cost += self.loop_cost(stmt, table)
                case g.If(body=body, otherwise=otherwise):
                    cost += max(self.inlined_block_cost(body, table), self.inlined_block_cost(otherwise, table))
                case g.Step(body=body):
                    cost += self.block_cost(body, table)
                case g.SubRoll(rolled=rolled):
                    cost += self.row_blocks_cost(rolled, table)
                case g.ChooseBranch(branches=branches):
                    cost += max((self.inlined_block_cost(branch.body, table) for branch in branches), default=0)
                case g.UseNote(note=name):
                    cost += self.note_cost(name, table)
                case _ if isinstance(stmt, g.Simple | g.Leaving):
                    pass
                case _:
                    assert_never(stmt)
        return cost

    def inlined_block_cost(self, block: g.Block, table: n.Table | None) -> int:
        """The steps that an inner block adds to the outer one; 0 if the inner block charges its own."""
        cost = self.block_cost(block, table)
        return cost if cost <= CHARGE_LIMIT else 0

    def max_block_cost(self, bodies: Sequence[g.Block], table: n.Table | None) -> int:
        """The maximum cost of alternative blocks; their sum for a table that may follow several rows."""
        costs = [self.inlined_block_cost(body, table) for body in bodies]
        return sum(costs) if table is not None and table.id in self.multi_row_tables else max(costs, default=0)

    def row_blocks_cost(self, rolled: g.Rolled, table: n.Table | None) -> int:
        """The steps that the blocks of the rows add to the roll that selects among them."""
        return self.max_block_cost([row.body for row in rolled.naturals] + [row.body for row in rolled.rows], table)

    def note_cost(self, name: str, table: n.Table | None) -> int:
        """The steps that a call of a note (block local to a table) adds; 0 for a recursive call, which is a fault."""
        note = find_note(name, table)
        return self.memoize("note", note.id, partial(self.inlined_block_cost, note.body, table)) if note else 0

    # --- statements

    def own_statement_cost(self, stmt: g.Stmt, table: n.Table | None) -> StepCost:
        """The cost of a statement without its inner blocks and without the parts that charge their own steps."""
        match stmt:
            case g.If(condition=condition):
                return StepCost(STATEMENT + self.value_cost(condition))
            case g.Step(seen=seen):
                return StepCost(2 * EVENT + (self.parts_cost(seen) if seen is not None else 0))
            case g.ForEach(domain=domain, where=where):
                return STATEMENT + self.domain_cost(domain, self.value_cost(where))
            case g.While(condition=condition):
                return StepCost(STATEMENT + EVENT + self.value_cost(condition))
            case g.ForRange() | g.Repeat() | g.TakeEvery() | g.EndProcedure():
                return StepCost(STATEMENT + self.parts_cost(stmt, excluded=("body",)))
            case g.SubRoll(rolled=rolled):
                return STATEMENT + self.throw_cost(rolled, None)
            case g.Again() if table is not None and table.rolled is not None:
                return STATEMENT + self.repeat_cost(table)
            case g.AgainEachOnce(times=times) if table is not None and table.rolled is not None:
                return STATEMENT + times * self.repeat_cost(table)
            case g.Evaluate(value=x.LookUp(table=name, args=args)):
                return StepCost(STATEMENT + self.parts_cost(args) + self.call_cost(self.tables[name]))
            case g.Choose():
                return self.choice_cost(stmt)
            case g.Draw():
                return self.draw_cost(stmt)
            case g.Move(list=list_):
                return self.sizes.element_naming_cost(list_) + EVENT + self.sizes.capacities[list_] // SLOTS_PER_STEP
            case g.ChooseBranch(ask=ask, seat=seat, branches=branches):
                asked = sum(
                    self.value_cost(b.condition) + self.value_cost(b.prefer) + self.parts_cost(b.title)
                    for b in branches
                )
                return StepCost(CHOICE + OPTION * len(branches) + self.parts_cost((ask, seat)) + asked)
            case g.Assign(target=x.Read() as target, value=value) | g.Increase(target=x.Read() as target, value=value):
                held = target.element.type if target.element is not None else self.sizes.fields[target.field].type
                return EVENT + self.sizes.type_naming_cost(held) + self.value_cost(target) + self.value_cost(value)
            case g.Say(text=text, seen=seen):
                shown = (self.sizes.type_naming_cost(part.type) for part in text.parts if isinstance(part, x.BaseExpr))
                return (
                    EVENT
                    + self.parts_cost(text)
                    + sum_steps(shown)
                    + (self.parts_cost(seen) if seen is not None else 0)
                )
            case g.AddElement(list=list_, fields=fields):
                made = self.sizes.capacities[list_] // SLOTS_PER_STEP + self.sizes.element_size(self.sizes.lists[list_])
                return EVENT + made + self.sizes.element_naming_cost(list_) + self.parts_cost(fields)
            case g.Remove(list=list_):
                return self.removal_cost(list_)
            case g.RemoveEach(list=list_, where=where):
                return self.bulk_removal_cost(list_, self.value_cost(where))
            case g.ResetList(list=list_):
                return self.bulk_removal_cost(list_, 0)
            case g.ResetFields(fields=fields, indices=indices):
                change_cost = EVENT * sum(self.sizes.field_size(self.sizes.fields[name]) for name in fields)
                return StepCost(STATEMENT + change_cost + self.parts_cost(indices))
            case (
                g.Nothing()
                | g.Give()
                | g.Evaluate()
                | g.UseNote()
                | g.Assign()
                | g.Increase()
                | g.AppendValue()
                | g.Let()
                | g.Again()
                | g.AgainEachOnce()
                | g.TreatAs()
                | g.StopLoop()
            ):
                return StepCost(STATEMENT + self.parts_cost(stmt))
            case _:
                assert_never(stmt)

    def repeat_cost(self, table: n.Table) -> StepCost:
        """The cost of one more throw of a table's dice, with the blocks of the row that it takes."""
        assert table.rolled is not None
        rows = len(table.rolled.rows) if table.id in self.multi_row_tables else 1
        return CHARGE_LIMIT * rows + self.throw_cost(table.rolled, table)

    def due_throw_cost(self, table: n.Table) -> StepCost:
        """The cost of a throw that ``again ..., each once`` makes, and before it of the row of each of its results."""
        assert table.rolled is not None
        return (len(dice_thrown(table.rolled).outcomes) + 1) * self.throw_cost(table.rolled, table)

    def choice_cost(self, stmt: g.Choose) -> StepCost:
        """The cost of a player's choice of a member, by the number of members."""
        each = OPTION + self.value_cost(stmt.where) + self.value_cost(stmt.prefer)
        if isinstance(stmt.domain.type, ElementType):
            each += 2 * ELEMENT_NAME
        return CHOICE + self.parts_cost((stmt.ask, stmt.seat, stmt.ends)) + self.domain_cost(stmt.domain, each)

    def draw_cost(self, stmt: g.Draw) -> StepCost:
        """The cost of a random draw of a member; only the drawn member is named in the journal."""
        each = OPTION + self.value_cost(stmt.where)
        return THROW + DIE + self.sizes.type_naming_cost(stmt.domain.type) + self.domain_cost(stmt.domain, each)

    def throw_cost(self, rolled: g.Rolled, owner: n.Table | None) -> StepCost:
        """The cost of a throw, its modifiers and its row search; ``owner`` is its table, None in a sub-roll."""
        cost = self.dice_cost(rolled.dice.die_count, owner.id if owner else None)
        for modifier in rolled.modifiers:
            cost += NODE + self.value_cost(modifier.amount) + self.value_cost(modifier.condition)
        cost += NODE * (len(rolled.naturals) + self.count_row_tests(rolled.rows, owner.params if owner else ()))
        keys = [key for row in rolled.naturals for key in row.keys] + [key for row in rolled.rows for key in row.keys]
        cost += sum(self.parts_cost(key) for key in keys if not is_constant_key(key))
        cost += sum(self.value_cost(row.condition) for row in rolled.naturals)
        naming_cost = sum_steps(self.sizes.type_naming_cost(param.type) for param in (owner.params if owner else ()))
        return self.sizes.fold_if_cheap(naming_cost + cost)

    def dice_cost(self, count: int, table: str | None) -> int:
        """The cost of throwing ``count`` dice, with the offers to throw them again; ``table`` None: without table."""
        cost = THROW + DIE * count + EXTRA_DIE * max(0, count - FREE_COUNT)
        for reroll in self.graph.rerolls:
            wanted = (prefer.condition for prefer in reroll.prefers if prefer.table == table)
            cost += CHOICE + self.value_cost(reroll.condition) + sum(map(self.value_cost, wanted))
        return cost

    def beforehand_cost(self, table: n.Table) -> int:
        """The cost of a table's ``when`` rows, which apply before any dice are thrown."""
        conditions = sum(NODE + self.value_cost(row.condition) for row in table.beforehand)
        return (
            conditions
            + (EVENT if table.beforehand else 0)
            + self.max_block_cost([row.body for row in table.beforehand], table)
        )

    def count_row_tests(self, rows: Sequence[g.Row], params: Sequence[Param]) -> int:
        """Estimate how many rows are tested in a search: few if a backend may index them by parameters."""
        keyed = {match.param for row in rows for match in row.matches}
        cells = prod(self.sizes.value_count(param.type) for param in params if param.name in keyed)
        ends = [end for row in rows for key in row.keys for end in (key.low, key.high) if end is not None]
        constant_ends = [end.value for end in ends if isinstance(end, x.Const)]
        if constant_ends:
            cells *= max(constant_ends) - min(constant_ends) + 3
        return (
            min(len(rows), MAX_ROW_TESTS) if len(constant_ends) == len(ends) and cells <= MAX_GRID_CELLS else len(rows)
        )

    # --- values

    def value_cost(self, node: x.Expr | None) -> int:
        """The cost of an expression without the parts that charge their own steps; memoized."""
        if node is None:
            return 0
        if id(node) not in self.value_costs:
            self.value_costs[id(node)] = min(self.compute_value_cost(node), MAX_STEPS)
        return self.value_costs[id(node)]

    def compute_value_cost(self, node: x.Expr) -> int:
        """Compute the cost of an expression without the parts that charge their own steps."""
        match node:
            case (
                x.Const()
                | x.Var()
                | x.OptionRead()
                | x.Read()
                | x.EnumData()
                | x.NaturalDice()
                | x.NaturalFaces()
                | x.RollFact()
                | x.PartOf()
                | x.Arithmetic()
                | x.Quotient()
                | x.Negation()
                | x.Comparison()
                | x.InRange()
                | x.OneOf()
                | x.NotExpr()
                | x.AndExpr()
                | x.OrExpr()
                | x.OrElse()
                | x.Conditional()
                | x.Builtin()
            ):
                return NODE + self.parts_cost(node)
            case x.DiceFact(dice=dice, faces=faces):
                return NODE + NODE * dice.die_count * (dice.die_count if faces is None else len(faces))
            case x.Quantifier():
                return (
                    NODE
                    if self.quantifier_charge(node) is not None
                    else NODE + self.sizes.max_steps(self.quantifier_cost(node))
                )
            case x.CallDefine(define=name, args=args):
                return NODE + self.parts_cost(args) + self.uncharged_cost(self.define_cost(name))
            case x.LookUp(table=name, args=args):
                return NODE + self.parts_cost(args) + self.uncharged_cost(self.look_up_cost(name))
            case x.ModifiersOn(table=name, args=args):
                return NODE + self.parts_cost(args) + self.uncharged_cost(self.modifiers_cost(name))
            case x.DoCall(procedure=name, args=args):
                return NODE + self.parts_cost(args) + self.call_cost(self.procedures[name])
            case x.RollOn(table=name, args=args):
                return NODE + self.parts_cost(args) + self.call_cost(self.tables[name])
            case x.RollDice(dice=dice, number=number):
                tests = NODE * dice.count if number is not None else 0
                return self.dice_cost(dice.die_count, None) + tests + self.value_cost(number)
            case x.InList(value=value, variable=variable):
                return (
                    NODE
                    + self.value_cost(value)
                    + list_search_cost(self.sizes.capacities.get(LOCAL_LIST_PREFIX + variable, 0))
                )
            case _:
                assert_never(node)

    def parts_cost(self, node: object, excluded: Sequence[str] = ()) -> int:
        """Sum the costs of the expressions directly in a tuple or node; its ``excluded`` attributes do not count."""
        if isinstance(node, tuple):
            return sum(map(self.part_cost, node))
        return sum(self.part_cost(getattr(node, name)) for name in child_names(type(node)) if name not in excluded)

    def part_cost(self, node: object) -> int:
        """The cost of the expressions in one attribute of a node; 0 for other attributes."""
        if x.is_expr(node):
            return self.value_cost(node)
        return (
            self.parts_cost(node)
            if isinstance(node, tuple | x.BaseDomain | x.Template | g.KeySpan | g.FieldInit)
            else 0
        )

    def contains_charged_part(self, node: object) -> bool:
        """Whether a node contains or calls a part so expensive that it charges its own steps to the budget."""
        for part in walk(node):
            match part:
                case x.Quantifier() if self.quantifier_charge(part) is not None:
                    return True
                case x.CallDefine(define=name):
                    if self.define_cost(name) > CHARGE_LIMIT or self.callee_has_own_charge(
                        "define", name, self.defines.get(name)
                    ):
                        return True
                case x.LookUp(table=name) if name in self.tables:
                    acts = self.effects.total_effects[f"table:{name}"].acts
                    if (
                        acts
                        or self.look_up_cost(name) > CHARGE_LIMIT
                        or self.callee_has_own_charge("look", name, self.tables[name])
                    ):
                        return True
                case x.ModifiersOn(table=name) if name in self.tables:
                    if self.modifiers_cost(name) > CHARGE_LIMIT or self.callee_has_own_charge(
                        "sum", name, self.tables[name].modifiers
                    ):
                        return True
                case _:  # the rest: its parts are visited on their own
                    pass
        return False

    def callee_has_own_charge(self, kind: str, name: str, node: object) -> bool:
        """Whether a callee (kind, name and node) contains a part that charges its own steps; memoized."""
        key = (kind, name)
        if key not in self.charges_memo:
            self.charges_memo[key] = False
            self.charges_memo[key] = self.contains_charged_part(node)
        return self.charges_memo[key]

    def uncharged_cost(self, cost: int) -> int:
        """The part of a callee's cost that its caller counts: all up to the limit, else 0."""
        return cost if cost <= CHARGE_LIMIT else 0

    def quantifier_charge(self, node: x.Quantifier) -> StepCost | None:
        """The steps that a quantifier charges for itself; None if the block around it includes them."""
        cost = self.quantifier_cost(node)
        return cost if self.sizes.is_expensive(cost) else None

    def quantifier_cost(self, node: x.Quantifier) -> StepCost:
        """The cost of a quantifier over all its members."""
        return self.domain_cost(node.domain, self.value_cost(node.where) + self.value_cost(node.value))

    def domain_cost(self, domain: x.Domain, member_cost: int) -> StepCost:
        """The cost of visiting the members of a domain, with ``member_cost`` steps of further work for each."""
        looked_at = (NODE + member_cost) * self.sizes.member_count(domain)
        match domain:
            case x.SetDomain(members=members):
                return looked_at + self.parts_cost(members)
            case x.ElementsDomain(list=list_):
                return looked_at + self.sizes.capacities.get(list_, 0) // SLOTS_PER_STEP
            case x.RangeDomain(low=low, high=high):
                return looked_at + (self.value_cost(low) + self.value_cost(high))
            case x.EnumDomain() | x.LocalListDomain():
                return looked_at
            case _:
                assert_never(domain)

    def define_cost(self, name: str) -> int:
        """The steps of a call of a define, whether the caller or, if expensive, the define counts them."""
        node = self.defines[name]
        return self.memoize("define", name, lambda: self.value_with_exceptions_cost(node.base, node.exceptions))

    def value_with_exceptions_cost(self, base: x.Expr, exceptions: Sequence[n.DefineException]) -> int:
        """The cost of a value with exceptions: every condition and every value, since exceptions may clash."""
        own = sum(
            self.value_cost(e.condition) + self.value_with_exceptions_cost(e.value, e.exceptions) for e in exceptions
        )
        return NODE + self.value_cost(base) + own

    def look_up_cost(self, name: str) -> int:
        """The steps of a look-up of a value in a table; 0 for an unknown table."""
        table = self.tables.get(name)
        if table is None:
            return 0
        if self.effects.total_effects[f"table:{name}"].acts:
            return self.call_cost(table)
        return self.memoize("look", name, lambda: self.pure_look_up_cost(table))

    def pure_look_up_cost(self, table: n.Table) -> int:
        """Compute the cost of a look-up in a table whose rows have no side effects."""
        bodies = [row.body for row in table.rows] + [row.body for row in table.beforehand]
        costs = [self.pure_block_cost(body, table) for body in bodies]
        rows = sum(costs) if table.id in self.multi_row_tables else max(costs, default=0)
        asked = sum(NODE + self.value_cost(row.condition) for row in table.beforehand)
        asked += self.applying_rows_cost(table)
        return asked + NODE * self.count_row_tests(table.rows, table.params) + rows

    def pure_block_cost(self, block: g.Block, table: n.Table) -> int:
        """The cost of a block without side effects, with all that is nested in it."""
        cost = 0
        for stmt in block:
            match stmt:
                case g.If(condition=condition, body=body, otherwise=otherwise):
                    cost += (
                        self.value_cost(condition)
                        + self.pure_block_cost(body, table)
                        + self.pure_block_cost(otherwise, table)
                    )
                case g.UseNote(note=name):
                    found = find_note(name, table)
                    cost += (
                        self.memoize("quiet", found.id, partial(self.pure_block_cost, found.body, table))
                        if found
                        else 0
                    )
                case _:  # the rest: has no block in it
                    cost += self.sizes.max_steps(self.own_statement_cost(stmt, table))
        return cost

    def modifiers_cost(self, name: str) -> int:
        """The cost of computing the sum of a table's modifiers without a roll."""
        table = self.tables.get(name)
        if table is None:
            return 0
        counted = [m for m in table.modifiers if not reads_natural_dice((m.amount, m.condition))]
        return self.memoize(
            "sum", name, lambda: sum(self.value_cost(m.amount) + self.value_cost(m.condition) for m in counted)
        )

    def memoize(self, kind: str, name: str, compute: Callable[[], int]) -> int:
        """Return the memoized cost of the item of a kind and name; 0 while that cost is being computed."""
        key = (kind, name)
        if key not in self.memoized_costs:
            self.memoized_costs[key] = 0
            self.memoized_costs[key] = min(compute(), MAX_STEPS)
        return self.memoized_costs[key]

    # --- elements

    def removal_cost(self, list_: str) -> StepCost:
        """The cost of removing an element and of clearing all references to it."""
        return self.sizes.element_naming_cost(list_) + EVENT + NODE * self.sizes.holder_slot_count(list_)

    def bulk_removal_cost(self, list_: str, test_cost: int) -> StepCost:
        """The cost of removing the elements that pass a test, at ``test_cost`` steps per test."""
        capacity = self.sizes.capacities[list_]
        test_cost += (
            EVENT
            + ELEMENT_NAME
            + capacity // SLOTS_PER_STEP
            + NAMESAKE * capacity
            + NODE * self.sizes.holder_slot_count(list_)
        )
        return STATEMENT + self.domain_cost(elements_domain_of(list_), test_cost)


def list_search_cost(capacity: int) -> int:
    """The cost of searching a list variable of this capacity for a value."""
    return capacity // SLOTS_PER_STEP + NODE * max(0, capacity - FREE_LIST_LENGTH)


def elements_domain_of(list_: str) -> x.Domain:
    """Make the domain of all elements of a state list."""
    return x.ElementsDomain(type=UNKNOWN, list=list_)


def find_note(name: str, table: n.Table | None) -> n.Note | None:
    """Find a note of a table by its name."""
    return next((note for note in table.notes if note.name == name), None) if table else None


def is_constant_key(key: g.KeySpan) -> bool:
    """Whether both ends of a key are constants."""
    return all(end is None or isinstance(end, x.Const) for end in (key.low, key.high))


def sum_steps(steps: Iterator[StepCost]) -> StepCost:
    """Sum step costs."""
    return sum(steps, StepCost())


def part_types(type_: Type | None) -> tuple[Type, ...]:
    """The types of the parts of a result type."""
    if type_ is None:
        return ()
    return tuple(part.type for part in type_.parts) if isinstance(type_, PartsType) else (type_,)
