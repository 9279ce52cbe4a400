"""Calls of the reference interpreter: procedures, tables, standing offers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from typing import Any, assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.lower.costs import CostModel
from bombsight.compiler.lower.steps import StepCost
from bombsight.compiler.lower.weights import CHARGE_LIMIT, LOCAL_LIST_PREFIX
from bombsight.dsl.dice import Dice
from bombsight.dsl.limits import MAX_OPEN_CALLS, MAX_REROLLS
from bombsight.dsl.source import Span
from bombsight.flat.budgets import STEP_BUDGET
from bombsight.flat.types import NONE, BaseType, IntType, PartsType, Type
from tests.reference.state import RulesFault, State
from tests.reference.values import NATURAL, Env, Values, fallen


class Leaving(Exception):  # noqa: N818 - nothing is wrong
    """A block is left."""


class Stop(Leaving):
    """``stop``."""


class Given(Leaving):
    """A result."""

    def __init__(self, value: Any = None) -> None:
        self.value = value


class NoteDone(Leaving):
    """A note is over without a result."""


class RollAgain(Leaving):
    """``again``."""


class OtherRow(Leaving):
    """``treat as``."""

    def __init__(self, row: int) -> None:
        self.row = row


class Ending(Leaving):
    """``end P``."""

    def __init__(self, procedure: str, value: Any) -> None:
        self.procedure = procedure
        self.value = value


class Run:
    """The table or procedure at hand."""

    def __init__(self, result: Type | None, table: n.Table | None = None, **more: Any) -> None:
        self.result = result
        self.table = table
        self.every: bool = more.get("every", False)
        self.subrows: bool = more.get("subrows", False)
        self.pure: bool = more.get("pure", False)
        self.in_rows = True
        self.again = 0
        self.due = 0
        self.repeated = 0
        self.each_once = False
        self.taken: list[g.Row | g.NaturalRow] = []
        self.notes: list[str] = []
        self.steps: list[tuple[g.Step, int]] = []
        self.loops = 0


class Calls(Values):
    """Procedures, tables and standing offers."""

    def __init__(
        self,
        graph: n.RuleGraph,
        roll: Callable[[Dice], int],
        ask: Callable[[str, list[Any], list[int] | None, bool], int],
        steps: int = STEP_BUDGET,
        reserve: int = 0,
    ) -> None:
        self.graph = graph
        self.throw = roll
        self.choose = ask
        self.events: list[tuple[Any, ...]] = []
        self.steps = steps
        self.reserve = reserve
        self.costs = CostModel(graph, Effects(graph))
        self.free = False
        self.open: dict[str, int] = {}
        self.nested = 0
        self.calls = self.costs.effects.acting_calls
        self.taken: dict[str, int] = {}
        self.run: Run = Run(None)
        self.state = State(graph, self.value)

    def tell(self, *event: Any) -> None:
        self.events.append(event)

    def charge(self, steps: StepCost | None, span: Span | None, env: Env) -> None:
        """Take steps; lists are asked for their sizes now. Without a place nothing is asked."""
        if steps is None or self.free:
            return

        def size(name: str | x.RangeDomain) -> int:
            if not isinstance(name, str):
                return max(0, self.value(name.high, env) - self.value(name.low, env) + 1)
            return len(
                env[name.removeprefix(LOCAL_LIST_PREFIX)]
                if name.startswith(LOCAL_LIST_PREFIX)
                else self.state.elements(name)
            )

        self.steps -= steps.evaluate(size)
        if self.steps < 0 and span is not None:
            raise RulesFault(span, "too long")

    def charge_value(self, cost: int, span: Span) -> None:
        """What works out a value is charged where it is dear."""
        if cost > CHARGE_LIMIT:
            self.charge(StepCost(cost), span, {})

    def table(self, id_: str) -> n.Table:
        return next(table for table in self.graph.tables if table.id == id_)

    # --- calls

    def draw(self, e: x.Drawing, env: Env) -> Any:
        match e:
            case x.RollDice():
                dice = e.dice
                if e.number is not None:
                    count = self.value(e.number, env)
                    if count == 0:
                        return 0
                    dice = Dice(count, e.dice.sides)
                while True:
                    natural = self.throw(dice)
                    self.tell("roll", None, dice, natural, natural, None, (), ())
                    if not self.offered(None, env, natural):
                        return natural
                    self.charge(StepCost(self.costs.value_cost(e)), e.span, env)
            case x.RollOn():
                return self.roll_on(e.table, e.args, env)[0]
            case x.DoCall():
                return self.do(e.procedure, self.arguments(self.procedure(e.procedure).params, e.args, env))
            case _:
                assert_never(e)

    def procedure(self, name: str) -> n.Procedure:
        return next(procedure for procedure in self.graph.procedures if procedure.name == name)

    def do(self, name: str, args: Env, keep: bool = False) -> Any:
        """Run a procedure; ``keep`` leaves its state as it is when it ends."""
        procedure = self.procedure(name)
        if procedure.deep is not None and self.open.get(name, 0) >= procedure.deep:
            self.tell("limit")
            return self.too_deep(procedure.result, procedure.span)
        height = self.height(f"procedure:{name}") if procedure.deep is not None else 0
        self.nest(height, procedure.span)
        self.open[name] = self.open.get(name, 0) + 1
        self.tell("enter", "procedure", name, *args.values())
        outer, self.run = self.run, Run(procedure.result)
        ended: Ending | None = None
        value = None
        try:
            if name == self.graph.game.mission:
                more = min(STEP_BUDGET - self.steps, self.reserve)
                self.steps, self.reserve = self.steps + more, self.reserve - more
            self.charge(self.costs.entry_charge(procedure), procedure.span, {})
            self.statements(procedure.body, dict(args))
            value = self.no_result(procedure.result, None, procedure.span)
        except Given as given:
            value = given.value
        except Ending as ending:
            ended = ending
        self.run = outer
        self.nested -= height
        self.open[name] -= 1
        self.tell("leave", "procedure", name)
        if not keep:
            self.fall_back(name)
        if ended is not None:
            if ended.procedure != name:
                raise ended
            return ended.value
        return value

    def nest(self, height: int, span: Span) -> None:
        """So many calls more may be open."""
        if self.nested + height > MAX_OPEN_CALLS:
            raise RulesFault(span, "nested too deep")
        self.nested += height

    def height(self, key: str) -> int:
        """How many calls a call may come to, without what calls itself within it."""
        bounded = {f"procedure:{p.name}" for p in self.graph.procedures if p.deep is not None}
        bounded |= {f"table:{t.id}" for t in self.graph.tables if t.deep is not None}
        inner = [callee for callee in self.calls.get(key, ()) if callee not in bounded]
        return 1 + max(map(self.height, inner), default=0)

    def fall_back(self, owner: str) -> None:
        if owner != "career":
            self.state.fall_back(owner)
        if owner == self.graph.game.mission:
            self.taken = {}

    def too_deep(self, result: Type | None, span: Span) -> Any:
        if result is not None and not result.is_optional:
            raise RulesFault(span, "too deep")
        return (None,) * len(result.parts) if isinstance(result, PartsType) else None

    def no_result(self, result: Type | None, table: n.Table | None, span: Span) -> Any:
        """What is given where nothing was."""
        if result is None:
            return None
        if table is not None and table.relation:
            return 0
        if isinstance(result, PartsType) and (result.optional or all(p.type.is_optional for p in result.parts)):
            return (None,) * len(result.parts)
        if result.is_optional:
            return None
        raise RulesFault(span, "no result")

    # --- tables

    def opened(self, table: n.Table, body: Callable[[], Any]) -> Any:
        """A call of a table, bounded in its depth."""
        if table.deep is not None and self.open.get(table.id, 0) >= table.deep:
            self.tell("limit")
            return self.too_deep(table.result, table.span), None, None
        height = self.height(f"table:{table.id}") if table.deep is not None else 0
        self.nest(height, table.span)
        self.open[table.id] = self.open.get(table.id, 0) + 1
        outer = self.run
        try:
            return body()
        finally:
            self.run = outer
            self.nested -= height
            self.open[table.id] -= 1

    def roll_on(self, id_: str, args: tuple[x.Expr, ...], env: Env) -> tuple[Any, Any, Any]:
        """Result, natural dice and total."""
        table = self.table(id_)
        inner = self.arguments(table.params, args, env)
        return self.opened(table, lambda: self.rolled_table(table, inner))

    def rolled_table(self, table: n.Table, env: Env) -> tuple[Any, Any, Any]:
        rolled = table.rolled
        assert rolled is not None
        self.charge(self.costs.entry_charge(table), table.span, env)
        self.run = Run(table.result, table)
        natural = total = None
        if table.aggregation is not None:
            self.run = Run(table.row_result, table)
            return self.every_row_thrown(rolled, table, env)
        try:
            row: int | None = self.beforehand(table, env)
            while True:
                found: g.Row | g.NaturalRow | None
                if row is not None:
                    found = rolled.rows[row]
                else:
                    natural, total, found = self.thrown_row(rolled, table, env)
                    if found is None:
                        value = self.gap(table)
                        break
                if found not in self.run.taken:
                    self.run.taken.append(found)
                try:
                    self.block(found.body, {**env, NATURAL: natural})
                    value = self.no_result(table.result, table, table.span)
                    if not self.run.due:
                        break
                    row = None
                except Given:
                    if not self.run.due:
                        raise
                    row = None
                except RollAgain:
                    row = None
                except OtherRow as other:
                    row = other.row
                self.leave_steps(0)
        except Given as given:
            value = given.value
        self.result(table, value)
        return value, natural, total

    def every_row_thrown(self, rolled: g.Rolled, table: n.Table, env: Env) -> tuple[Any, int, int]:
        """Throw, and every row that applies."""
        given = list(self.applied(table, table.beforehand, env, None, None))
        taken = len(given)
        natural, total, first = self.find(rolled, table, env, table.span, taken)
        env = {**env, NATURAL: natural}
        rows: tuple[g.Row | g.NaturalRow, ...] = (*rolled.naturals, *rolled.rows)
        given += self.applied(table, rows, env, (natural, total), first, taken)
        value = self.aggregate(table, given)
        self.result(table, value)
        return value, natural, total

    def applied(
        self,
        table: n.Table,
        rows: tuple[Any, ...],
        env: Env,
        thrown: tuple[int, int] | None,
        first: g.Row | g.NaturalRow | None,
        taken: int = 0,
    ) -> Any:
        """What each row that applies gives; `else` only if none has."""
        for row in sorted(rows, key=lambda row: getattr(row, "otherwise", False)):
            if not self.applies(row, env, thrown, taken):
                continue
            taken += 1
            if row is not first:
                label = f"natural {row.label}" if isinstance(row, g.NaturalRow) else row.label
                self.tell("beforehand", table.id, label, taken)
            try:
                self.block(row.body, dict(env))
                yield None
            except Given as given:
                yield given.value
            self.leave_steps(0)

    def applies(self, row: g.Row | g.NaturalRow | n.Beforehand, env: Env, thrown: Any, taken: int) -> bool:
        match row:
            case n.Beforehand():
                return bool(self.value(row.condition, env))
            case g.NaturalRow():
                return self.covers(row.keys, thrown[0], env) and (
                    row.condition is None or bool(self.value(row.condition, env))
                )
            case g.Row():
                if row.otherwise:
                    return self.matches(row, env) and not taken
                return self.matches(row, env) and (thrown is None or self.covers(row.keys, thrown[1], env))
            case _:
                assert_never(row)

    def aggregate(self, table: n.Table, given: list[Any]) -> Any:
        """What a table makes of what its rows give."""
        if table.result is None:
            return None
        if table.aggregation == "count":
            return self.fitting(len(given), table.result, table.span)
        if not isinstance(table.result, PartsType):
            return self.aggregated(table, given, table.result)
        return tuple(
            self.aggregated(table, [value[at] for value in given if value is not None], part.type)
            for at, part in enumerate(table.result.parts)
        )

    def aggregated(self, table: n.Table, given: list[Any], type_: Type) -> Any:
        found = [value for value in given if value is not None]
        if table.aggregation == "sum":
            return self.fitting(sum(found), type_, table.span)
        if not found and not type_.is_optional:
            raise RulesFault(table.span, "no row")
        return (max(found) if table.aggregation == "highest" else min(found)) if found else None

    @staticmethod
    def fitting(number: int, type_: Type, span: Span) -> int:
        if isinstance(type_, IntType) and not type_.low <= number <= type_.high:
            raise RulesFault(span, "out of range")
        return number

    def thrown_row(self, rolled: g.Rolled, table: n.Table, env: Env) -> tuple[int, int, g.Row | g.NaturalRow | None]:
        """Throw, and the row; again where it has been taken and each is to be taken once, if another can come."""
        run = self.run
        while True:
            if run.each_once:
                self.charge(self.costs.due_throw_cost(table), table.span, env)
                if not self.has_row_left(rolled, env):
                    self.tell("limit")
                    run.due = 0
                    raise Given
            natural, total, found = self.find(rolled, table, env, table.span)
            if not run.each_once:
                return natural, total, found
            if found is None or found not in run.taken:
                run.due -= 1
                return natural, total, found
            run.repeated += 1
            self.tell("limit")
            if run.repeated >= MAX_REROLLS:
                run.due = 0
                raise Given

    def has_row_left(self, rolled: g.Rolled, env: Env) -> bool:
        """Whether the dice can lead to a row that is not taken."""
        dice = rolled.dice
        for faces in product(*map(dice.faces_of_die, range(dice.die_count))):
            natural = fallen(dice, faces)
            here = {**env, NATURAL: natural}
            found: g.Row | g.NaturalRow | None = self.natural_row(rolled, natural, here)
            if found is None:
                total = natural + sum(self.amount(modifier, here) for modifier in rolled.modifiers)
                found = self.row_for(rolled.rows, total, here)
            if found is not None and found not in self.run.taken:
                return True
        return False

    def gap(self, table: n.Table) -> Any:
        if table.result is None:
            raise RulesFault(table.span, "no row")
        return self.no_result(table.result, table, table.span)

    def result(self, table: n.Table, value: Any) -> None:
        if table.result is not None:
            values = value if isinstance(table.result, PartsType) else (value,)
            self.tell("result", table.id, *values)

    def beforehand(self, table: n.Table, env: Env) -> int | None:
        """Results without dice; the row that one of them treats itself as."""
        self.run.in_rows = False
        for row in table.beforehand:
            if self.value(row.condition, env):
                self.tell("beforehand", table.id, row.label)
                try:
                    self.block(row.body, dict(env))
                except OtherRow as other:
                    self.run.in_rows = True
                    self.leave_steps(0)
                    return other.row
                raise Given(self.no_result(table.result, table, row.span))
        self.run.in_rows = True
        return None

    def find(
        self, rolled: g.Rolled, table: n.Table | None, env: Env, span: Span, taken: int | None = None
    ) -> tuple[int, int, g.Row | g.NaturalRow | None]:
        """Throw, and the row that the dice lead to; again while an offer is taken.

        Where every row applies, the first; ``taken`` is how many have before the throw.
        """
        while True:
            natural = self.throw(rolled.dice)
            env = {**env, NATURAL: natural}
            found: g.Row | g.NaturalRow | None = self.natural_row(rolled, natural, env)
            total, amounts = natural, (0,) * len(rolled.modifiers)
            if taken is not None and table is not None and table.aggregation is not None:
                amounts = tuple(self.amount(modifier, env) for modifier in rolled.modifiers)
                total = natural + sum(amounts)
                rows: list[g.Row | g.NaturalRow] = [*rolled.naturals, *rolled.rows]
                rows.sort(key=lambda row: getattr(row, "otherwise", False))
                found = next((row for row in rows if self.applies(row, env, (natural, total), taken)), None)
            elif found is None:
                amounts = tuple(self.amount(modifier, env) for modifier in rolled.modifiers)
                total = natural + sum(amounts)
                found = self.row_for(rolled.rows, total, env)
            label = None
            if found is not None:
                label = f"natural {found.label}" if isinstance(found, g.NaturalRow) else found.label
            id_ = table.id if table else None
            args = tuple(env[param.name] for param in table.params) if table else ()
            self.tell("roll", id_, rolled.dice, natural, total, label, amounts, args)
            if not self.offered(table, env, natural):
                return natural, total, found
            self.charge(self.costs.throw_cost(rolled, table), span, env)

    def natural_row(self, rolled: g.Rolled, natural: int, env: Env) -> g.NaturalRow | None:
        for row in rolled.naturals:
            if self.covers(row.keys, natural, env) and (row.condition is None or self.value(row.condition, env)):
                return row
        return None

    def amount(self, modifier: g.Modifier, env: Env) -> int:
        if modifier.condition is not None and not self.value(modifier.condition, env):
            return 0
        return self.needed(modifier.amount, env)

    def row_for(self, rows: tuple[g.Row, ...], total: int | None, env: Env) -> g.Row | None:
        """The first row that covers; those that are ``else`` only where no other does."""
        for otherwise in (False, True):
            for row in rows:
                if row.otherwise == otherwise and self.matches(row, env):
                    if otherwise or total is None or self.covers(row.keys, total, env):
                        return row
        return None

    @staticmethod
    def matches(row: g.Row, env: Env) -> bool:
        found = [(match, env[match.param]) for match in row.matches]
        return all((NONE if value is None else value) in match.values for match, value in found)

    def covers(self, keys: tuple[g.KeySpan, ...], number: int, env: Env) -> bool:
        # Single numbers are all looked at before spans are.
        singles = [key for key in keys if key.low is not None and key.low == key.high]
        if number in [self.needed(key.low, env) for key in singles]:  # type: ignore[arg-type]  # they have ends
            return True
        return any(
            (key.low is None or self.needed(key.low, env) <= number)
            and (key.high is None or number <= self.needed(key.high, env))
            for key in keys
            if key not in singles
        )

    def look_up(self, e: x.LookUp, env: Env) -> Any:
        """A value, without events unless rows act."""
        table = self.table(e.table)
        inner = self.arguments(table.params, e.args, env)
        if acts((table.rows, table.beforehand, table.notes)):
            return self.looked_up(table, inner)
        events = list(self.events)
        parts = len(table.result.parts) if isinstance(table.result, PartsType) and e.part is None else 1
        try:
            for _ in range(parts):  # each part is looked up by itself
                found = self.looked_up(table, inner, pure=True)
        finally:
            self.events[:] = events
        return found

    def looked_up(self, table: n.Table, env: Env, pure: bool = False) -> Any:
        if pure:
            return self.looked_up_rows(table, env, pure)
        return self.opened(table, lambda: (self.looked_up_rows(table, env), None, None))[0]

    def looked_up_rows(self, table: n.Table, env: Env, pure: bool = False) -> Any:
        outer = self.run
        if pure:
            self.charge_value(self.costs.look_up_cost(table.id), table.span)
        else:
            self.charge(self.costs.entry_charge(table), table.span, env)
        if table.aggregation is not None:
            self.run = Run(table.row_result, table, pure=pure)
            given = list(self.applied(table, table.beforehand, env, None, None))
            given += self.applied(table, table.rows, env, None, None, len(given))
            self.run = outer
            value = self.aggregate(table, given)
            self.result(table, value)
            return value
        self.run = Run(table.result, table, pure=pure)
        try:
            row = self.beforehand(table, env)
            while True:
                found = table.rows[row] if row is not None else self.row_for(table.rows, None, env)
                if found is None:
                    value = self.gap(table)
                    break
                try:
                    self.block(found.body, dict(env))
                    value = self.no_result(table.result, table, table.span)
                    break
                except OtherRow as other:
                    row = other.row
                    self.leave_steps(0)
        except Given as given:
            value = given.value
        self.run = outer
        self.result(table, value)
        return value

    def sum_of_modifiers(self, e: x.ModifiersOn, env: Env) -> int:
        table = self.table(e.table)
        inner = self.arguments(table.params, e.args, env)
        self.charge_value(self.costs.modifiers_cost(table.id), table.span)
        return sum(self.amount(m, inner) for m in table.modifiers if not asks_for_dice((m.amount, m.condition)))

    def offered(self, table: n.Table | None, env: Env, natural: int) -> bool:
        """Whether a standing offer was taken."""
        for reroll in self.graph.rerolls:
            if self.taken.get(reroll.name, 0) >= reroll.limit or not self.value(reroll.condition, {}):
                continue
            wanted = any(
                table is not None and prefer.table == table.id and self.value(prefer.condition, env)
                for prefer in reroll.prefers
            )
            scores = [int(not wanted), int(wanted)]
            self.asides(reroll, f"offer:{reroll.name}", [{}, {}], {})
            index = self.choose(f"offer:{reroll.name}", [0, 1], scores, False)
            self.tell("choice", f"offer:{reroll.name}", ("", False, (), None), (0, 1), tuple(scores), index)
            if index == 1:
                self.taken[reroll.name] = self.taken.get(reroll.name, 0) + 1
                outer, self.run = self.run, Run(None)
                with suppress(Given):
                    self.charge(self.costs.offer_cost(reroll), reroll.span, {})
                    self.statements(reroll.body, {})
                self.run = outer
                return True
        return False

    def take_every(self, stmt: g.TakeEvery, env: Env) -> None:
        table = self.table(stmt.table)
        inner = self.arguments(table.params, stmt.args, env)

        def body() -> tuple[None, None, None]:
            self.charge(self.costs.every_row_cost(table), table.span, inner)
            self.run = Run(table.result, table, every=True, subrows=stmt.subrows)
            fitting = [row for row in table.all_rows if self.matches(row, inner)]
            if table.rolled is None and any(not row.otherwise for row in fitting):
                fitting = [row for row in fitting if not row.otherwise]
            for row in fitting:
                self.taken_row(row, inner)
            return None, None, None

        if table.deep is not None and self.open.get(table.id, 0) >= table.deep and table.result is not None:
            self.tell("limit")
            if not table.result.is_optional:
                raise RulesFault(table.span, "too deep")
            return
        self.opened(table, body)

    def taken_row(self, row: g.Row, env: Env) -> None:
        assert self.run.table is not None
        self.tell("beforehand", self.run.table.id, row.label)
        steps = len(self.run.steps)
        try:
            self.block(row.body, {**env, NATURAL: None})
        except (Given, RollAgain, OtherRow):
            self.leave_steps(steps)

    # --- what the statements do

    @abstractmethod
    def asides(self, stmt: g.Choose | g.ChooseBranch | n.Reroll, id_: str, options: list[Env], env: Env) -> None:
        """Tell what is worked out beside a choice, if anything is."""

    @abstractmethod
    def block(self, block: g.Block, env: Env) -> None:
        """Run a block within another."""

    @abstractmethod
    def statements(self, block: g.Block, env: Env) -> None:
        """Run statements whose steps are charged already."""

    @abstractmethod
    def leave_steps(self, since: int) -> None:
        """Leave the steps entered since."""


def walk(node: Any) -> list[Any]:
    """A node and all that it is made of."""
    if isinstance(node, tuple):
        return [part for member in node for part in walk(member)]
    if not hasattr(node, "__attrs_attrs__") or isinstance(node, BaseType | Span):
        return []
    return [node, *(part for attribute in node.__attrs_attrs__ for part in walk(getattr(node, attribute.name)))]


def asks_for_dice(node: Any) -> bool:
    return any(isinstance(part, x.NaturalDice | x.NaturalFaces) for part in walk(node))


def acts(node: Any) -> bool:
    """Whether rows do more than give a value."""
    quiet = (g.Nothing, g.Give, g.Let, g.If, g.UseNote)
    draws = (x.RollDice, x.RollOn, x.DoCall)
    return any(
        (isinstance(part, g.BaseStmt) and not isinstance(part, quiet)) or isinstance(part, draws) for part in walk(node)
    )
