"""What rules cost in steps.

A step is a small piece of work: a node of an expression, a member looked at, a fraction of a die or of a line told.
What things cost is read from the rule graph before anything runs, so that it does not depend on what a backend folds
away, on a journal, or on who answers.

A block is charged for its statements as it is entered; the longer of two branches counts with it, all turns that a loop
can have, and what is called. What is dear charges itself when its turn comes: a block within a block, a quantifier, a
derived value, a table, a procedure, each turn of a loop. Only for what is dear is it asked in play how many elements a
list holds; else it is as if the list were full. To count takes time, so a budget is kept with few and large charges.
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
from bombsight.compiler.graph.reaching import FarReaching, far_reaching
from bombsight.compiler.graph.walk import child_names, walk
from bombsight.compiler.lower.effects import asks_for_dice
from bombsight.compiler.lower.sizes import Sizes
from bombsight.compiler.lower.steps import MOST, Steps
from bombsight.compiler.lower.weights import (
    ALIKE,
    CALL,
    CHAIN,
    CHOICE,
    DEAR,
    DIE,
    FEW,
    GIVEN,
    HELD,
    MANY_DICE,
    MOST_CELLS,
    NAMED,
    NODE,
    OPTION,
    PLACES,
    SHORT,
    STATEMENT,
    THROW,
    TOLD,
    TURN,
)
from bombsight.flat.types import UNKNOWN, ElementType, PartsType, Type


@define(eq=False)
class Costs:
    """The costs of one program's parts.

    Attributes:
        reaching: What in the graph counts for more than what stands around it, where that is known.
        sizes: How much of everything there may be.
        summed: Tables of which more than one row may be gone through in a call.
        known, values, blocks, taking: What has been worked out once, by nodes of the graph, which stays.
    """

    graph: n.RuleGraph
    effects: Effects
    reaching: FarReaching | None = None
    sizes: Sizes = field(init=False)
    tables: dict[str, n.Table] = field(init=False)
    defines: dict[str, n.Define] = field(init=False)
    procedures: dict[str, n.Procedure] = field(init=False)
    summed: frozenset[str] = field(init=False)
    known: dict[tuple[str, str], int] = field(factory=dict)
    values: dict[int, int] = field(factory=dict)
    blocks: dict[tuple[int, str], int] = field(factory=dict)
    taking: dict[tuple[str, str], bool] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        graph = self.graph
        self.tables = {table.id: table for table in graph.tables}
        self.defines = {node.name: node for node in graph.defines}
        self.procedures = {node.name: node for node in graph.procedures}
        reaching = self.reaching or far_reaching(graph)
        self.sizes = Sizes(graph, reaching)
        summed = set[str]()
        for item, parts in zip(reaching.keys, reaching.values, strict=True):
            for part in parts:
                if isinstance(part, g.TakeEvery) and part.subrows:
                    summed.add(part.table)
                elif isinstance(part, g.TreatAs) and isinstance(item, n.Table):
                    summed.add(item.id)
        self.summed = frozenset(summed)

    # --- what is called

    def entry(self, node: n.Procedure | n.Table) -> Steps | None:
        """What a procedure charges itself as it is entered, or a table that is rolled on or looked up for what it does.

        None where whoever calls it is charged with it.
        """
        return self.entering(node) if self.apart(node) else None

    def called(self, node: n.Procedure | n.Table) -> int:
        """What a call of these adds to where it stands.

        Where they charge themselves it is nothing, but for telling that they are open too often to be entered again.
        """
        refused = TOLD if node.deep is not None else 0
        return refused if self.apart(node) else self.most(node)

    def apart(self, node: n.Procedure | n.Table) -> bool:
        """Whether these charge themselves: what is dear, what may come to call itself, and a mission."""
        fills = isinstance(node, n.Procedure) and node.name == self.graph.game.mission
        return fills or node.deep is not None or self.most(node) > DEAR

    def most(self, node: n.Procedure | n.Table) -> int:
        """The most that it costs to enter them."""
        name = node.id if isinstance(node, n.Table) else node.name
        return self.once(type(node).__name__, name, lambda: self.sizes.worst(self.entering(node)))

    def entering(self, node: n.Procedure | n.Table) -> Steps:
        """To enter them."""
        return self.sizes.whole(self.rolling(node) if isinstance(node, n.Table) else self.doing(node))

    def doing(self, node: n.Procedure) -> Steps:
        """To enter a procedure, and what falls back when it ends."""
        told = total(self.sizes.naming(param.type) for param in node.params)
        falls_back = NODE * self.sizes.owned(node.name) + GIVEN * max(0, self.sizes.named_anew(node.name) - FEW)
        return told + CALL + falls_back + self.inline(node.body, None)

    def offer(self, node: n.Reroll) -> Steps:
        """To take a standing offer."""
        return Steps(CALL + self.inline(node.body, None))

    def rolling(self, table: n.Table) -> Steps:
        """To roll on a table, or to look it up for what its rows do."""
        told = total(self.sizes.naming(part) for part in parts_of(table.result)) + CALL + TOLD + self.before(table)
        if table.rolled is not None:
            return told + self.throw(table.rolled, table) + self.followed(table.rolled, table)
        rows = self.dearest([row.body for row in table.rows], table)
        return told + NODE * self.tests(table.rows, table.params) + rows

    def every(self, table: n.Table) -> Steps:
        """To take every row of a table."""
        rows = sum(NODE * len(row.matches) + TOLD + self.short(row.body, table) for row in table.all_rows)
        return Steps(CALL + rows)

    # --- loops

    def turn(self, stmt: g.Loop, table: n.Table | None) -> Steps | None:
        """What each turn of a loop charges itself; None where all there can be are charged with the loop."""
        cost = self.in_turn(stmt, table)
        return Steps(cost) if self.sizes.dear(cost * self.sizes.turns(stmt)) else None

    def all_turns(self, stmt: g.Loop, table: n.Table | None) -> int:
        """What the turns of a loop add to it: nothing where each charges itself."""
        return self.within(self.sizes.worst(self.in_turn(stmt, table) * self.sizes.turns(stmt)))

    def in_turn(self, stmt: g.Loop, table: n.Table | None) -> int:
        """A turn of a loop."""
        condition = self.value(stmt.condition) if isinstance(stmt, g.While) else 0
        return TURN + condition + self.inline(stmt.body, table)

    # --- blocks

    def block(self, block: g.Block, table: n.Table | None) -> Steps | None:
        """What a block within another charges itself as it is entered; None where it is charged with the other."""
        cost = self.inline(block, table)
        return Steps(cost) if cost > DEAR else None

    def statement(self, stmt: g.Stmt, table: n.Table | None) -> Steps | None:
        """What a statement charges itself when it is reached; None where it is charged with its block."""
        cost = self.own(stmt, table)
        return cost if cost.each and self.sizes.dear(cost) else None

    def inline(self, block: g.Block, table: n.Table | None) -> int:
        """What a block is charged as it is entered."""
        key = (id(block), table.id if table else "")
        if key not in self.blocks:
            self.blocks[key] = min(self.in_line(block, table), MOST)
        return self.blocks[key]

    def in_line(self, block: g.Block, table: n.Table | None) -> int:
        """The same, worked out."""
        cost = 0
        for stmt in block:
            if self.statement(stmt, table) is None:
                cost += self.sizes.worst(self.own(stmt, table))
            match stmt:
                case g.ForEach() | g.ForRange() | g.Repeat() | g.While():
                    cost += self.all_turns(stmt, table)
                case g.If(body=body, otherwise=otherwise):
                    cost += max(self.short(body, table), self.short(otherwise, table))
                case g.Step(body=body):
                    cost += self.inline(body, table)
                case g.SubRoll(rolled=rolled):
                    cost += self.followed(rolled, table)
                case g.ChooseBranch(branches=branches):
                    cost += max((self.short(branch.body, table) for branch in branches), default=0)
                case g.UseNote(note=name):
                    cost += self.note(name, table)
                case _ if isinstance(stmt, g.Simple | g.Leaving):
                    pass
                case _:
                    assert_never(stmt)
        return cost

    def short(self, block: g.Block, table: n.Table | None) -> int:
        """What a block adds to what is around it: nothing where it charges itself."""
        cost = self.inline(block, table)
        return cost if cost <= DEAR else 0

    def dearest(self, bodies: Sequence[g.Block], table: n.Table | None) -> int:
        """The dearest of the blocks; all of them where one may follow another."""
        costs = [self.short(body, table) for body in bodies]
        return sum(costs) if table is not None and table.id in self.summed else max(costs, default=0)

    def followed(self, rolled: g.Rolled, table: n.Table | None) -> int:
        """What the rows of a roll add."""
        return self.dearest([row.body for row in rolled.naturals] + [row.body for row in rolled.rows], table)

    def note(self, name: str, table: n.Table | None) -> int:
        """What a note adds; one that comes back to itself is a fault."""
        found = noted(name, table)
        return self.once("note", found.id, partial(self.short, found.body, table)) if found else 0

    # --- statements

    def own(self, stmt: g.Stmt, table: n.Table | None) -> Steps:
        """A statement without the blocks in it, and without what charges itself."""
        match stmt:
            case g.If(condition=condition):
                return Steps(STATEMENT + self.value(condition))
            case g.Step(seen=seen):
                return Steps(2 * TOLD + (self.parts(seen) if seen is not None else 0))
            case g.ForEach(domain=domain, where=where):
                return STATEMENT + self.gone_through(domain, self.value(where))
            case g.While(condition=condition):
                return Steps(STATEMENT + TOLD + self.value(condition))
            case g.ForRange() | g.Repeat() | g.TakeEvery() | g.EndProcedure():
                return Steps(STATEMENT + self.parts(stmt, apart=("body",)))
            case g.SubRoll(rolled=rolled):
                return STATEMENT + self.throw(rolled, None)
            case g.Again() if table is not None and table.rolled is not None:
                rows = len(table.rolled.rows) if table.id in self.summed else 1
                return STATEMENT + DEAR * rows + self.throw(table.rolled, table)
            case g.Evaluate(value=x.LookUp(table=name, args=args)):
                return Steps(STATEMENT + self.parts(args) + self.called(self.tables[name]))
            case g.Choose():
                return self.choice(stmt)
            case g.Draw():
                return self.drawn(stmt)
            case g.Move(list=list_):
                return self.sizes.named(list_) + TOLD + self.sizes.capacities[list_] // PLACES
            case g.ChooseBranch(ask=ask, seat=seat, branches=branches):
                asked = sum(self.value(b.condition) + self.value(b.prefer) + self.parts(b.title) for b in branches)
                return Steps(CHOICE + OPTION * len(branches) + self.parts((ask, seat)) + asked)
            case g.Assign(target=x.Read() as target, value=value) | g.Increase(target=x.Read() as target, value=value):
                held = target.element.type if target.element is not None else self.sizes.fields[target.field].type
                return TOLD + self.sizes.naming(held) + self.value(target) + self.value(value)
            case g.Say(text=text, seen=seen):
                shown = (self.sizes.naming(part.type) for part in text.parts if isinstance(part, x.BaseExpr))
                return TOLD + self.parts(text) + total(shown) + (self.parts(seen) if seen is not None else 0)
            case g.AddElement(list=list_, fields=fields):
                made = self.sizes.capacities[list_] // PLACES + self.sizes.wide(self.sizes.lists[list_])
                return TOLD + made + self.sizes.named(list_) + self.parts(fields)
            case g.Remove(list=list_):
                return self.removal(list_)
            case g.RemoveEach(list=list_, where=where):
                return self.each_removed(list_, self.value(where))
            case g.ResetList(list=list_):
                return self.each_removed(list_, 0)
            case g.ResetFields(fields=fields, indices=indices):
                told = TOLD * sum(self.sizes.size(self.sizes.fields[name]) for name in fields)
                return Steps(STATEMENT + told + self.parts(indices))
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
                | g.TreatAs()
                | g.StopLoop()
            ):
                return Steps(STATEMENT + self.parts(stmt))
            case _:
                assert_never(stmt)

    def choice(self, stmt: g.Choose) -> Steps:
        """A choice of a member."""
        each = OPTION + self.value(stmt.where) + self.value(stmt.prefer)
        if isinstance(stmt.domain.type, ElementType):
            each += 2 * NAMED
        return CHOICE + self.parts((stmt.ask, stmt.seat)) + self.gone_through(stmt.domain, each)

    def drawn(self, stmt: g.Draw) -> Steps:
        """A member at random; it alone is named."""
        each = OPTION + self.value(stmt.where)
        return THROW + DIE + self.sizes.naming(stmt.domain.type) + self.gone_through(stmt.domain, each)

    def throw(self, rolled: g.Rolled, owner: n.Table | None) -> Steps:
        """Dice, what changes them and which row they lead to, once; ``owner`` is the table whose own roll it is."""
        cost = self.dice(rolled.dice.count, owner.id if owner else None)
        for modifier in rolled.modifiers:
            cost += NODE + self.value(modifier.amount) + self.value(modifier.condition)
        cost += NODE * (len(rolled.naturals) + self.tests(rolled.rows, owner.params if owner else ()))
        keys = [key for row in rolled.naturals for key in row.keys] + [key for row in rolled.rows for key in row.keys]
        cost += sum(self.parts(key) for key in keys if not constant(key))
        cost += sum(self.value(row.condition) for row in rolled.naturals)
        told = total(self.sizes.naming(param.type) for param in (owner.params if owner else ()))
        return self.sizes.whole(told + cost)

    def dice(self, count: int, table: str | None) -> int:
        """Dice, and the standing offers over them."""
        cost = THROW + DIE * count + MANY_DICE * max(0, count - FEW)
        for reroll in self.graph.rerolls:
            wanted = (prefer.condition for prefer in reroll.prefers if prefer.table == table)
            cost += CHOICE + self.value(reroll.condition) + sum(map(self.value, wanted))
        return cost

    def before(self, table: n.Table) -> int:
        """The rows that need no dice."""
        conditions = sum(NODE + self.value(row.condition) for row in table.beforehand)
        return (
            conditions + (TOLD if table.beforehand else 0) + self.dearest([row.body for row in table.beforehand], table)
        )

    def tests(self, rows: Sequence[g.Row], params: Sequence[Param]) -> int:
        """How many rows may be tested to find the one: few where a backend may look it up by what it depends on."""
        keyed = {match.param for row in rows for match in row.matches}
        cells = prod(self.sizes.values_of(param.type) for param in params if param.name in keyed)
        ends = [end for row in rows for key in row.keys for end in (key.low, key.high) if end is not None]
        known = [end.value for end in ends if isinstance(end, x.Const)]
        if known:
            cells *= max(known) - min(known) + 3
        return min(len(rows), CHAIN) if len(known) == len(ends) and cells <= MOST_CELLS else len(rows)

    # --- values

    def value(self, node: x.Expr | None) -> int:
        """A value, without what charges itself."""
        if node is None:
            return 0
        if id(node) not in self.values:
            self.values[id(node)] = min(self.worked_out(node), MOST)
        return self.values[id(node)]

    def worked_out(self, node: x.Expr) -> int:
        """The same, worked out."""
        match node:
            case (
                x.Const()
                | x.Var()
                | x.OptionRead()
                | x.Read()
                | x.EnumData()
                | x.NaturalDice()
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
                | x.Builtin()
            ):
                return NODE + self.parts(node)
            case x.Quantifier():
                return NODE if self.looks(node) is not None else NODE + self.sizes.worst(self.seen(node))
            case x.CallDefine(define=name, args=args):
                return NODE + self.parts(args) + self.within(self.derived(name))
            case x.LookUp(table=name, args=args):
                return NODE + self.parts(args) + self.within(self.looked_up(name))
            case x.ModifiersOn(table=name, args=args):
                return NODE + self.parts(args) + self.within(self.modifiers(name))
            case x.DoCall(procedure=name, args=args):
                return NODE + self.parts(args) + self.called(self.procedures[name])
            case x.RollOn(table=name, args=args):
                return NODE + self.parts(args) + self.called(self.tables[name])
            case x.RollDice(dice=dice):
                return self.dice(dice.count, None)
            case x.InList(value=value, variable=variable):
                return NODE + self.value(value) + looked_through(self.sizes.capacities.get(HELD + variable, 0))
            case _:
                assert_never(node)

    def parts(self, node: object, apart: Sequence[str] = ()) -> int:
        """The values that something is made of."""
        if isinstance(node, tuple):
            return sum(map(self.part, node))
        return sum(self.part(getattr(node, name)) for name in child_names(type(node)) if name not in apart)

    def part(self, node: object) -> int:
        """One of them."""
        if x.is_expr(node):
            return self.value(node)
        return self.parts(node) if isinstance(node, tuple | x.BaseDomain | x.Template | g.KeySpan | g.FieldInit) else 0

    def takes(self, node: object) -> bool:
        """Whether something in it charges itself."""
        for part in walk(node):
            match part:
                case x.Quantifier() if self.looks(part) is not None:
                    return True
                case x.CallDefine(define=name):
                    if self.derived(name) > DEAR or self.inner("define", name, self.defines.get(name)):
                        return True
                case x.LookUp(table=name) if name in self.tables:
                    acts = self.effects.total[f"table:{name}"].acts
                    if acts or self.looked_up(name) > DEAR or self.inner("look", name, self.tables[name]):
                        return True
                case x.ModifiersOn(table=name) if name in self.tables:
                    if self.modifiers(name) > DEAR or self.inner("sum", name, self.tables[name].modifiers):
                        return True
                case _:  # the rest: what it is made of is asked by itself
                    pass
        return False

    def inner(self, kind: str, name: str, node: object) -> bool:
        """Whether something charges itself in what is worked out elsewhere."""
        key = (kind, name)
        if key not in self.taking:
            self.taking[key] = False
            self.taking[key] = self.takes(node)
        return self.taking[key]

    def within(self, cost: int) -> int:
        """What is worked out elsewhere adds to where it is asked for: nothing where it charges itself."""
        return cost if cost <= DEAR else 0

    def looks(self, node: x.Quantifier) -> Steps | None:
        """What a quantifier charges itself; None where it is charged with what it stands in."""
        cost = self.seen(node)
        return cost if self.sizes.dear(cost) else None

    def seen(self, node: x.Quantifier) -> Steps:
        """The members of a quantifier."""
        return self.gone_through(node.domain, self.value(node.where) + self.value(node.value))

    def gone_through(self, domain: x.Domain, each: int) -> Steps:
        """Members, and what each costs beside looking at it."""
        looked_at = (NODE + each) * self.sizes.members(domain)
        match domain:
            case x.SetDomain(members=members):
                return looked_at + self.parts(members)
            case x.ElementsDomain(list=list_):
                return looked_at + self.sizes.capacities.get(list_, 0) // PLACES
            case x.RangeDomain(low=low, high=high):
                return looked_at + (self.value(low) + self.value(high))
            case x.EnumDomain() | x.LocalListDomain():
                return looked_at
            case _:
                assert_never(domain)

    def derived(self, name: str) -> int:
        """A derived value; what is dear charges itself."""
        node = self.defines[name]
        return self.once("define", name, lambda: self.worth(node.base, node.exceptions))

    def worth(self, base: x.Expr, exceptions: Sequence[n.DefineException]) -> int:
        """A value with its exceptions: every condition, and every value, for they may clash."""
        own = sum(self.value(e.condition) + self.worth(e.value, e.exceptions) for e in exceptions)
        return NODE + self.value(base) + own

    def looked_up(self, name: str) -> int:
        """A table looked up for its value; one that acts is entered like others."""
        table = self.tables.get(name)
        if table is None:
            return 0
        if self.effects.total[f"table:{name}"].acts:
            return self.called(table)
        return self.once("look", name, lambda: self.found(table))

    def found(self, table: n.Table) -> int:
        """The same, worked out."""
        bodies = [row.body for row in table.rows] + [row.body for row in table.beforehand]
        costs = [self.quiet(body, table) for body in bodies]
        rows = sum(costs) if table.id in self.summed else max(costs, default=0)
        asked = sum(NODE + self.value(row.condition) for row in table.beforehand)
        return asked + NODE * self.tests(table.rows, table.params) + rows

    def quiet(self, block: g.Block, table: n.Table) -> int:
        """Statements that only lead to a value, with all in them."""
        cost = 0
        for stmt in block:
            match stmt:
                case g.If(condition=condition, body=body, otherwise=otherwise):
                    cost += self.value(condition) + self.quiet(body, table) + self.quiet(otherwise, table)
                case g.UseNote(note=name):
                    found = noted(name, table)
                    cost += self.once("quiet", found.id, partial(self.quiet, found.body, table)) if found else 0
                case _:  # the rest: has no block in it
                    cost += self.sizes.worst(self.own(stmt, table))
        return cost

    def modifiers(self, name: str) -> int:
        """The sum of the modifiers of a table."""
        table = self.tables.get(name)
        if table is None:
            return 0
        counted = [m for m in table.modifiers if not asks_for_dice((m.amount, m.condition))]
        return self.once("sum", name, lambda: sum(self.value(m.amount) + self.value(m.condition) for m in counted))

    def once(self, kind: str, name: str, work: Callable[[], int]) -> int:
        """What is worked out once; a value that depends on itself, which is refused elsewhere, costs nothing."""
        key = (kind, name)
        if key not in self.known:
            self.known[key] = 0
            self.known[key] = min(work(), MOST)
        return self.known[key]

    # --- elements

    def removal(self, list_: str) -> Steps:
        """An element leaves, and all that may hold it is looked through."""
        return self.sizes.named(list_) + TOLD + NODE * self.sizes.holding(list_)

    def each_removed(self, list_: str, each: int) -> Steps:
        """Elements leave; each costs so much to ask about."""
        capacity = self.sizes.capacities[list_]
        each += TOLD + NAMED + capacity // PLACES + ALIKE * capacity + NODE * self.sizes.holding(list_)
        return STATEMENT + self.gone_through(all_of(list_), each)


def looked_through(capacity: int) -> int:
    """To look for a value in a list that is a variable, as long as it may be."""
    return capacity // PLACES + NODE * max(0, capacity - SHORT)


def all_of(list_: str) -> x.Domain:
    """All elements of a list in state."""
    return x.ElementsDomain(type=UNKNOWN, list=list_)


def noted(name: str, table: n.Table | None) -> n.Note | None:
    """A note of a table."""
    return next((note for note in table.notes if note.name == name), None) if table else None


def constant(key: g.KeySpan) -> bool:
    """Whether the ends of a key are known before anything runs."""
    return all(end is None or isinstance(end, x.Const) for end in (key.low, key.high))


def total(steps: Iterator[Steps]) -> Steps:
    """All of them together."""
    return sum(steps, Steps())


def parts_of(type_: Type | None) -> tuple[Type, ...]:
    """The types of the parts of a result."""
    if type_ is None:
        return ()
    return tuple(part.type for part in type_.parts) if isinstance(type_, PartsType) else (type_,)
