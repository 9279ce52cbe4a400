"""The function that is being lowered: its variables, what is known of them, and the block being filled."""

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
from bombsight.compiler.lower.names import Locals
from bombsight.compiler.lower.steps import Steps, of_range
from bombsight.compiler.lower.unit import Unit
from bombsight.compiler.lower.weights import DEAR, HELD
from bombsight.dsl.limits import OPEN
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.origin import UNSAID, Origin
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.budgets import TOO_LONG
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.sites import FaultSite, LimitSite
from bombsight.flat.types import ElementType, ListType, PartsType, Type
from bombsight.flat.variables import named_by
from bombsight.flat.walking import ends, walk_block

NESTED = f"calls go more than {OPEN} deep into one another"


@define
class TableCall:
    """The table whose rows are being lowered.

    Attributes:
        table: The table.
        every: Where every row is taken, the label of the block of the row at hand; None in a call.
        every_steps: How many steps were open around that row.
        subrows: Whether every row of its sub-rolls is taken too.
        pure: Whether it is looked up for its value only.
        row: The variable with the number of the row, where rows can send to one another; else None.
        first_row: The number of its first row: natural rows come before it.
        again: The variable that counts how often the dice were thrown again, or None.
        label: The block that begins again when they are; before the dice, the block that is left for them.
        in_rows: Whether the rows are at hand; else those that need no dice.
        natural, total: What a kept roll gives beside its result.
        site: Where its result is told.
        notes: The notes being followed: name, label of the block, open steps around it.
    """

    table: n.Table
    every: str | None = None
    every_steps: int = 0
    subrows: bool = False
    pure: bool = False
    row: str | None = None
    first_row: int = 0
    again: str | None = None
    label: str = ""
    in_rows: bool = True
    natural: fx.Expr | None = None
    total: fx.Expr | None = None
    site: int | None = None
    notes: list[tuple[str, str, int]] = field(factory=list)


@define(eq=False)
class Frame:
    """A function context: the state of lowering one function.

    Attributes:
        owner: Id of the node that sites belong to.
        cite: The citation that counts.
        result: The type of what the function gives.
        types: Of the variables.
        bound: Variables that stand for a value worked out elsewhere.
        fresh: Variables that hold an element, of which none has left its list since they were last set.
        taken: Ids of what the values of variables are taken from.
        natural: The dice of the current roll as they fell.
        out: The block being filled; None where nothing may happen.
        loops: Labels of the open loops.
        steps: Open steps: the loops around each, and where its end is told.
        beforehand: Where a value is worked out before any run, how many members may still be gone through for it: then
            open options have the values of now, and what goes through members is worked out at once.
    """

    unit: Unit
    owner: str
    cite: str = ""
    result: Type | None = None
    locals: Locals = field(factory=Locals)
    types: dict[str, Type] = field(factory=dict)
    bound: dict[str, fx.Expr] = field(factory=dict)
    fresh: set[str] = field(factory=set)
    taken: dict[str, frozenset[str]] = field(factory=dict)
    natural: fx.Expr | None = None
    out: list[fs.Stmt] | None = field(factory=list)
    loops: list[str] = field(factory=list)
    steps: list[tuple[int, int]] = field(factory=list)
    table: TableCall | None = None
    beforehand: Budget | None = None

    # --- sites

    def where(self, span: Span, stated: Origin = UNSAID, known: Origin = UNSAID) -> dict[str, Any]:
        """What every site says: where it is, what is stated there, and how well it is known what is told."""
        origin = evolve(known, cite=stated.cite or self.cite, amended_by=stated.amended_by, place=span)
        return {"owner": self.owner, "origin": origin}

    def fault(self, span: Span, text: str) -> int:
        """The number of a fault."""
        return self.unit.sites.add(FaultSite(**self.where(span), text=text))

    def limit(self, span: Span, text: str) -> int:
        """The number of a bound."""
        return self.unit.sites.add(LimitSite(**self.where(span), text=text))

    # --- steps

    def count(self, steps: Steps, span: Span) -> fs.Count:
        """So many steps from here on."""
        return fs.Count(site=self.fault(span, TOO_LONG), steps=self.steps_of(steps))

    def counted(self, steps: Steps | None, span: Span) -> None:
        """Count what charges itself; None for what is charged elsewhere."""
        if steps is not None:
            self.emit(self.count(steps, span))

    def charge(self, steps: Steps | None) -> None:
        """Count what charges itself; a table looked up for its value is charged where it is asked."""
        if steps is not None and not (self.table and self.table.pure):
            self.emit(fs.Count(site=None, steps=self.steps_of(steps)))

    def charge_value(self, cost: int, span: Span) -> None:
        """Count what a function for a value costs, where it is dear; else it is charged where it is asked."""
        if cost > DEAR:
            self.emit(self.count(Steps(cost), span))

    def steps_of(self, steps: Steps) -> fx.Expr:
        """A number of steps, worked out when it is needed."""
        found: fx.Expr = fx.Num(steps.fixed)
        for counted, more in steps.each.items():
            if isinstance(counted, str):
                found = fold.plus(fold.times(self.length(counted), more), found)
            else:
                found = fold.plus(self.numbers(counted, more), found)
        return found

    def numbers(self, domain: x.RangeDomain, more: int) -> fx.Expr:
        """What the numbers of a range take now, if each takes so much more, as far as it fits."""
        with self.pure():
            source = self.unit.kinds.sources[type(domain)](domain, self)
        assert isinstance(source, fx.Numbers)
        dearest, numbers = of_range(more)
        count = fold.plus(fold.arithmetic("-", source.last, source.first), 1)
        return fold.times(fold.clamp(count, 0, numbers), dearest)

    def length(self, name: str) -> fx.Expr:
        """How many elements a list holds now."""
        if name.startswith(HELD):
            return fx.Length(self.locals.of(name.removeprefix(HELD)))
        return fx.Slot(self.unit.layout.pools[name].count)

    @property
    def own_table(self) -> n.Table | None:
        """The table whose rows are being lowered; None outside of tables."""
        return self.table.table if self.table else None

    # --- blocks

    def emit(self, stmt: fs.Stmt) -> None:
        """One more statement.

        Raises:
            ValueError: Statements cannot stand here: an expression is being worked out that must not act.
        """
        if self.out is None:
            raise ValueError(f"{self.owner}: something happens where only a value may stand")
        self.out.append(stmt)

    @contextmanager
    def block(self) -> Iterator[list[fs.Stmt]]:
        """Fill an inner block."""
        outer, inner = self.out, list[fs.Stmt]()
        self.out = inner
        yield inner
        self.out = outer

    @contextmanager
    def pure(self) -> Iterator[None]:
        """Nothing may happen in here."""
        outer, self.out = self.out, None
        yield
        self.out = outer

    @contextmanager
    def fork(self) -> Iterator[Fork]:
        """Blocks of which one is taken."""
        fork = Fork(self)
        yield fork
        fork.join()

    @property
    def done(self) -> bool:
        """Whether nothing behind what was emitted can be reached."""
        return self.out is not None and ends(tuple(self.out))

    def temporary(self, value: fx.Expr, hint: str) -> fx.Expr:
        """The value in a variable of its own; as it is where it cannot change."""
        if isinstance(value, fx.Num):
            return value
        name = self.locals.temporary(hint)
        self.emit(fs.SetLocal(name=name, value=value))
        return fx.Local(name)

    def leave_steps(self, since: int = 0) -> None:
        """The steps that were begun since there were so many are over: something leaves them."""
        for _, leave in reversed(self.steps[since:]):
            self.emit(fs.Event(site=leave))

    # --- variables

    def declare(self, variable: str, type_: Type, *, fresh: bool = False) -> str:
        """A variable of the rules comes to be; its name in the code."""
        self.types[variable] = type_
        self.bound.pop(variable, None)
        self.taken.pop(variable, None)
        self.freshen(variable, fresh)
        if isinstance(type_, ListType):
            name = self.locals.list_of(variable, type_.capacity)
            self.locals.holds(name, self.unit.range_of(name, type_.element))
        elif isinstance(type_, PartsType):
            for part in type_.parts:
                name = self.locals.of(variable, part.name)
                self.locals.holds(name, self.unit.range_of(name, part.type.optionally()))
            name = self.locals.of(variable)
        else:
            name = self.locals.number_of(variable)
            self.locals.holds(name, self.unit.range_of(name, type_))
        return name

    @contextmanager
    def quantified(self, variable: str, type_: Type) -> Iterator[str]:
        """The variable of a quantifier, in reach only here; its name in the code."""
        types, bound, taken, fresh = self.types, self.bound, self.taken, self.fresh
        self.types, self.bound = {**types, variable: type_}, {**bound}
        self.bound.pop(variable, None)
        self.taken, self.fresh = {**taken}, set(fresh)
        self.taken.pop(variable, None)
        with self.locals.quantified(variable) as name:
            self.locals.holds(name, self.unit.range_of(name, type_))
            self.freshen(variable, True)
            yield name
        self.types, self.bound, self.taken, self.fresh = types, bound, taken, fresh

    def function(
        self, name: str, about: str, params: Iterable[str], results: int, guard: Guard | None = None
    ) -> Function:
        """The function with what the frame was filled with; what it may bring about is seen when all are made.

        Args:
            name: Of the function.
            about: Its comment: what it is of, and where that stands.
            params: Its parameters, among the declared variables.
            results: How many integers it gives.
            guard: What is done around its body; None for nothing.
        """
        body, given = tuple(self.out or ()), tuple(params)
        used = [variable for node in walk_block(body) for variable in named_by(node)]
        return Function(
            name=name,
            owner=self.owner,
            about=about.rstrip(),
            params=given,
            locals=self.locals.variables((*given, *used)),
            results=results,
            body=body,
            guard=guard,
        )

    def freshen(self, variable: str, fresh: bool) -> None:
        """Note whether a variable's element is known to be in its list, or none."""
        self.fresh.discard(variable)
        if fresh and isinstance(self.types.get(variable), ElementType):
            self.fresh.add(variable)

    def stays(self, node: object) -> bool:
        """Whether working a value out cannot remove the element that it gives."""
        removes = self.unit.effects.of(node).removes
        type_ = getattr(node, "type", None) or getattr(getattr(node, "value", None), "type", None)
        return not removes or not isinstance(type_, ElementType) or self.list_of(type_) not in removes

    def removes(self, node: object) -> frozenset[str]:
        """Lists from which a part of the rules may remove elements, the notes of its table included."""
        effect = self.unit.effects.of(node)
        if self.table is not None and any(isinstance(part, g.UseNote) for part in walk(node)):
            effect |= self.unit.effects.of(self.table.table.notes)
        return effect.removes

    def removed_from(self, lists: frozenset[str]) -> None:
        """Elements may have left these lists."""
        if lists:
            self.fresh = {name for name in self.fresh if self.list_of(self.types[name]) not in lists}

    def list_of(self, type_: Type) -> str:
        """The list that holds elements of this type."""
        assert isinstance(type_, ElementType)
        return self.unit.list_of[type_.record]


class Fork:
    """Blocks of which one is taken; behind them only that is known which is known in all that come to an end."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.before = set(frame.fresh)
        self.after: list[set[str]] = []

    @contextmanager
    def arm(self) -> Iterator[list[fs.Stmt]]:
        """One of the blocks."""
        self.frame.fresh = set(self.before)
        with self.frame.block() as body:
            yield body
        if not ends(tuple(body)):
            self.after.append(self.frame.fresh)

    def none_taken(self) -> None:
        """It may be that no block is taken."""
        self.after.append(set(self.before))

    def join(self) -> None:
        """What is known behind."""
        self.frame.fresh = set.intersection(*self.after) if self.after else set(self.before)
