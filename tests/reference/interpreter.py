"""A slow and obvious interpreter of the rule graph: the reference for every lowering.

It walks the graph, keeps its state in dictionaries, and leaves blocks by raising. ``roll(count, sides)`` throws
dice, ``ask(id, options, scores, optional)`` gives an index or -1; ``events`` is what happened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from state import Element, RulesFault, State
from values import NATURAL, Env, Values

from compiler.graph import expressions as x
from compiler.graph import nodes as n
from compiler.graph import statements as g
from compiler.graph.types import IntType, ListType, PartsType, Type
from dsl.source import Span


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
        self.in_rows = True
        self.again = 0
        self.notes: list[str] = []
        self.steps: list[tuple[g.Step, int]] = []
        self.loops = 0


class Interpreter(Values):
    """Runs a game."""

    def __init__(
        self,
        graph: n.RuleGraph,
        roll: Callable[[int, int], int],
        ask: Callable[[str, list[Any], list[int] | None, bool], int],
        steps: int = 5_000_000,
    ) -> None:
        self.graph = graph
        self.throw = roll
        self.choose = ask
        self.events: list[tuple[Any, ...]] = []
        self.steps = steps
        self.open: dict[str, int] = {}
        self.taken: dict[str, int] = {}
        self.run: Run = Run(None)
        self.state = State(graph, self.value)

    def tell(self, *event: Any) -> None:
        self.events.append(event)

    def step(self, span: Span) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise RulesFault(span, "too long")

    def table(self, id_: str) -> n.Table:
        return next(table for table in self.graph.tables if table.id == id_)

    # --- calls

    def draw(self, e: x.Expr, env: Env) -> Any:
        match e:
            case x.RollDice():
                while True:
                    natural = self.throw(e.count, e.sides)
                    self.tell("roll", None, e.count, e.sides, natural, natural, None, (), ())
                    if not self.offered(None, env, natural):
                        return natural
            case x.RollOn():
                return self.roll_on(e.table, e.args, env)[0]
            case x.DoCall():
                return self.do(e.procedure, self.arguments(self.procedure(e.procedure).params, e.args, env))
        raise TypeError(e)

    def procedure(self, name: str) -> n.Procedure:
        return next(procedure for procedure in self.graph.procedures if procedure.name == name)

    def do(self, name: str, args: Env, keep: bool = False) -> Any:
        """Run a procedure; ``keep`` leaves its state as it is when it ends."""
        procedure = self.procedure(name)
        if procedure.deep is not None and self.open.get(name, 0) >= procedure.deep:
            self.tell("limit")
            return self.too_deep(procedure.result, procedure.span)
        self.open[name] = self.open.get(name, 0) + 1
        self.tell("enter", "procedure", name, *args.values())
        outer, self.run = self.run, Run(procedure.result)
        ended: Ending | None = None
        value = None
        try:
            self.step(procedure.span)
            self.block(procedure.body, dict(args))
            value = self.no_result(procedure.result, None, procedure.span)
        except Given as given:
            value = given.value
        except Ending as ending:
            ended = ending
        self.run = outer
        self.open[name] -= 1
        self.tell("leave", "procedure", name)
        if not keep:
            self.fall_back(name)
        if ended is not None:
            if ended.procedure != name:
                raise ended
            return ended.value
        return value

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
        self.open[table.id] = self.open.get(table.id, 0) + 1
        outer = self.run
        try:
            return body()
        finally:
            self.run = outer
            self.open[table.id] -= 1

    def roll_on(self, id_: str, args: tuple[x.Expr, ...], env: Env) -> tuple[Any, Any, Any]:
        """Result, natural dice and total."""
        table = self.table(id_)
        inner = self.arguments(table.params, args, env)
        return self.opened(table, lambda: self.rolled_table(table, inner))  # type: ignore[no-any-return]

    def rolled_table(self, table: n.Table, env: Env) -> tuple[Any, Any, Any]:
        rolled = table.rolled
        assert rolled is not None
        self.step(table.span)
        self.run = Run(table.result, table)
        natural = total = None
        try:
            row: int | None = self.beforehand(table, env)
            while True:
                body: g.Block = ()
                if row is not None:
                    body = rolled.rows[row].body
                else:
                    natural, total, found = self.find(rolled, table, env)
                    if found is None:
                        value = self.gap(table)
                        break
                    body = found.body
                try:
                    self.block(body, {**env, NATURAL: natural})
                    value = self.no_result(table.result, table, table.span)
                    break
                except RollAgain:
                    row = None
                except OtherRow as other:
                    row = other.row
                self.leave_steps(0)
        except Given as given:
            value = given.value
        self.result(table, value)
        return value, natural, total

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

    def find(self, rolled: g.Rolled, table: n.Table | None, env: Env) -> tuple[int, int, g.Row | g.NaturalRow | None]:
        """Throw, and the row that the dice lead to; again while an offer is taken."""
        while True:
            natural = self.throw(rolled.count, rolled.sides)
            env = {**env, NATURAL: natural}
            total, amounts, found = natural, (0,) * len(rolled.modifiers), self.natural_row(rolled, natural, env)
            if found is None:
                amounts = tuple(self.amount(modifier, env) for modifier in rolled.modifiers)
                total = natural + sum(amounts)
                found = self.row_for(rolled.rows, total, env)
            label = None
            if found is not None:
                label = f"natural {found.label}" if isinstance(found, g.NaturalRow) else found.label
            id_ = table.id if table else None
            args = tuple(env[param.name] for param in table.params) if table else ()
            self.tell("roll", id_, rolled.count, rolled.sides, natural, total, label, amounts, args)
            if not self.offered(table, env, natural):
                return natural, total, found

    def natural_row(self, rolled: g.Rolled, natural: int, env: Env) -> g.NaturalRow | None:
        for row in rolled.naturals:
            if self.covers(row.keys, natural, env) and (row.condition is None or self.value(row.condition, env)):
                return row
        return None

    def amount(self, modifier: g.Modifier, env: Env) -> int:
        if modifier.condition is not None and not self.value(modifier.condition, env):
            return 0
        return self.needed(modifier.amount, env)  # type: ignore[no-any-return]

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
        return all(env[match.param] in [None if v == -(2**31) else v for v in match.values] for match in row.matches)

    def covers(self, keys: tuple[g.KeySpan, ...], number: int, env: Env) -> bool:
        return any(
            (key.low is None or self.needed(key.low, env) <= number)
            and (key.high is None or number <= self.needed(key.high, env))
            for key in keys
        )

    def look_up(self, e: x.LookUp, env: Env) -> Any:
        """A value, without events unless rows act."""
        table = self.table(e.table)
        inner = self.arguments(table.params, e.args, env)
        if acts((table.rows, table.beforehand, table.notes)):
            return self.looked_up(table, inner)
        events, steps = list(self.events), self.steps
        try:
            return self.looked_up(table, inner, pure=True)
        finally:
            self.events[:] = events
            self.steps = steps

    def looked_up(self, table: n.Table, env: Env, pure: bool = False) -> Any:
        if pure:
            return self.looked_up_rows(table, env)
        return self.opened(table, lambda: (self.looked_up_rows(table, env), None, None))[0]

    def looked_up_rows(self, table: n.Table, env: Env) -> Any:
        outer = self.run
        self.step(table.span)
        self.run = Run(table.result, table)
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
            index = self.choose(f"offer:{reroll.name}", [0, 1], scores, False)
            self.tell("choice", f"offer:{reroll.name}", (0, 1), tuple(scores), index)
            if index == 1:
                self.taken[reroll.name] = self.taken.get(reroll.name, 0) + 1
                outer, self.run = self.run, Run(None)
                try:
                    self.block(reroll.body, {})
                except Given:
                    pass
                self.run = outer
                return True
        return False

    def take_every(self, stmt: g.TakeEvery, env: Env) -> None:
        table = self.table(stmt.table)
        inner = self.arguments(table.params, stmt.args, env)

        def body() -> tuple[None, None, None]:
            self.step(table.span)
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

    # --- statements

    def block(self, block: g.Block, env: Env) -> None:
        for stmt in block:
            self.statement(stmt, env)

    def statement(self, stmt: g.Stmt, env: Env) -> None:
        match stmt:
            case g.Nothing():
                pass
            case g.Give():
                self.give(stmt, env)
            case g.Evaluate(value=x.LookUp() as look):
                table = self.table(look.table)
                self.looked_up(table, self.arguments(table.params, look.args, env))
            case g.Evaluate():
                self.value(stmt.value, env)
            case g.UseNote():
                self.use_note(stmt, env)
            case g.Assign():
                self.assign(stmt.target, self.value(stmt.value, env), stmt, env, stmt.value.span)
            case g.Increase():
                amount = self.needed(stmt.value, env)
                self.assign(stmt.target, self.needed(stmt.target, env) + amount, stmt, env, stmt.value.span)
            case g.AddElement():
                self.add_element(stmt, env)
            case g.AppendValue():
                self.append(stmt, env)
            case g.Let():
                self.let(stmt, env)
            case g.Say():
                self.tell("say", *(self.value(part, env) for part in stmt.text.parts if isinstance(part, x.Expr)))
            case g.Again():
                self.again(stmt)
            case g.TreatAs():
                if not self.run.every:
                    self.step(stmt.span)
                raise OtherRow(stmt.row)
            case g.TakeEvery():
                self.take_every(stmt, env)
            case g.Step():
                self.tell("enter", "step", stmt.name)
                self.run.steps.append((stmt, self.run.loops))
                self.block(stmt.body, env)
                self.run.steps.pop()
                self.tell("leave", "step", stmt.name)
            case g.If():
                self.block(stmt.body if self.value(stmt.condition, env) else stmt.otherwise, env)
            case g.ForEach() | g.ForRange() | g.Repeat() | g.While():
                self.loop(stmt, env)
            case g.Remove():
                element = env[stmt.variable]
                if element is None:
                    raise RulesFault(stmt.span, "none")
                if element.alive:
                    self.remove(stmt.list, element)
            case g.RemoveEach():
                for element in list(self.state.elements(stmt.list)):
                    if element.alive and self.where(stmt.variable, element, stmt.where, env):
                        self.remove(stmt.list, element)
            case g.ResetList():
                for element in self.state.elements(stmt.list):
                    self.remove(stmt.list, element)
            case g.ResetFields():
                self.reset(stmt, env)
            case g.EndProcedure():
                result = self.procedure(stmt.procedure).result
                value = 0
                if stmt.value is not None and result is not None:
                    value = self.coerced(stmt.value, result, env)
                raise Ending(stmt.procedure, value)
            case g.StopLoop():
                self.leave_steps(sum(loops < self.run.loops for _, loops in self.run.steps))
                raise Stop
            case g.SubRoll():
                self.sub_roll(stmt, env)
            case g.Choose():
                self.choice(stmt, env)
            case g.ChooseBranch():
                self.choice_of_branch(stmt, env)
            case _:
                raise TypeError(stmt)

    def leave_steps(self, since: int) -> None:
        """Steps end that were begun since there were so many."""
        while len(self.run.steps) > since:
            self.tell("leave", "step", self.run.steps.pop()[0].name)

    def give(self, stmt: g.Give, env: Env) -> None:
        run = self.run
        if run.notes and not stmt.values:
            raise NoteDone
        if run.every:
            for value in stmt.values:
                if any(isinstance(part, x.RollDice | x.RollOn | x.DoCall) for part in walk(value)):
                    self.value(value, env)
            raise Given
        result = run.result
        if result is None:
            for value in stmt.values:
                self.value(value, env)
            given: Any = None
        elif not isinstance(result, PartsType):
            given = self.coerced(stmt.values[0], result, env)
        elif len(stmt.values) == 1 and isinstance(stmt.values[0].type, PartsType):
            only = stmt.values[0]
            found = self.whole(self.value(only, env) if not isinstance(only, x.Var) else None, only, env)
            found = found or (None,) * len(result.parts)
            given = found
            if any(part is not None for part in found):
                given = tuple(self.fitted(f, part.type, only) for f, part in zip(found, result.parts, strict=True))
        else:
            given = tuple(
                self.coerced(value, part.type, env) for value, part in zip(stmt.values, result.parts, strict=True)
            )
        self.leave_steps(0)
        raise Given(given)

    def use_note(self, stmt: g.UseNote, env: Env) -> None:
        table = self.run.table
        assert table is not None
        note = next(note for note in table.notes if note.name == stmt.note)
        if note.name in self.run.notes:
            raise RulesFault(stmt.span, "note comes back")
        self.run.notes.append(note.name)
        depth, steps = len(self.run.notes), len(self.run.steps)
        try:
            self.block(note.body, {param.name: env[param.name] for param in table.params})
        except NoteDone:
            self.leave_steps(steps)
        finally:
            del self.run.notes[depth - 1 :]

    def again(self, stmt: g.Again) -> None:
        run = self.run
        if run.every:
            raise RollAgain
        if run.table is not None and run.table.rolled is not None and run.in_rows and run.again < stmt.limit:
            run.again += 1
            self.step(stmt.span)
            raise RollAgain
        self.tell("limit")

    def sub_roll(self, stmt: g.SubRoll, env: Env) -> None:
        if self.run.every and self.run.subrows:
            for row in stmt.rolled.rows:
                self.taken_row(row, env)
            return
        natural, _, row = self.find(stmt.rolled, None, env)
        if row is None:
            raise RulesFault(stmt.span, "no row")
        before = env.get(NATURAL)
        env[NATURAL] = natural
        self.block(row.body, env)
        env[NATURAL] = before

    # --- variables and fields

    def let(self, stmt: g.Let, env: Env) -> None:
        if isinstance(stmt.type, ListType):
            env[stmt.variable] = []
            env[stmt.variable, "type"] = stmt.type
            return
        value = stmt.value
        assert value is not None
        if isinstance(value, x.RollOn):
            found, natural, total = self.roll_on(value.table, value.args, env)
            env[stmt.variable, "natural"], env[stmt.variable, "total"] = natural, total
        else:
            found = (
                self.value(value, env) if not isinstance(stmt.type, PartsType) or not isinstance(value, x.Var) else ()
            )
            if isinstance(value, x.RollDice):
                env[stmt.variable, "natural"] = env[stmt.variable, "total"] = found
        if isinstance(stmt.type, PartsType):
            for part, one in zip(stmt.type.parts, self.whole(found, value, env), strict=True):
                env[stmt.variable, part.name] = one
        env[stmt.variable] = self.fitted(found, stmt.type, value) if stmt.declared else found

    def assign(self, target: x.Read | x.Var, value: Any, stmt: g.Stmt, env: Env, span: Span) -> None:
        """A field or a variable gets a value that it can hold."""
        full = isinstance(target, x.Read) and self.state.named[target.field].full
        type_ = self.state.named[target.field].type if isinstance(target, x.Read) else target.type
        if value is None and not type_.is_optional:
            raise RulesFault(span, "none")
        if isinstance(type_, IntType) and value is not None:
            if full:
                value = min(max(value, type_.low), type_.high)
            elif not type_.low <= value <= type_.high:
                raise RulesFault(stmt.span, "range")
        if isinstance(target, x.Var):
            env[target.name] = value
            return
        values, index = self.place(target, env)
        self.change(target.field, values, index, value)

    def change(self, field: str, values: dict[tuple[int, ...], Any], index: tuple[int, ...], value: Any) -> None:
        if values[index] is not value and values[index] != value:
            self.tell("change", field, index, values[index], value)
        values[index] = value

    def reset(self, stmt: g.ResetFields, env: Env) -> None:
        leading = tuple(self.needed(index, env) for index in stmt.indices)
        for field in stmt.fields:
            node = self.state.named[field]
            for index in self.state.indices(node):
                if index[: len(leading)] == leading:
                    self.change(field, self.state.fields[field], index, self.state.default(node, index))

    # --- lists

    def add_element(self, stmt: g.AddElement, env: Env) -> None:
        given: dict[str, Any] = {}
        for init in stmt.fields:
            node = self.state.named[init.field]
            value = self.value(init.value, env)
            if node.full and isinstance(node.type, IntType) and value is not None:
                value = min(max(value, node.type.low), node.type.high)
            given[init.field] = self.fitted(value, node.type, init.value)
        element = self.state.add(stmt.list, stmt.record, given, stmt.span)
        shown = [value for field in element.values.values() for value in field.values()]
        self.tell("element", stmt.list, True, element, *shown)

    def remove(self, list_: str, element: Element) -> None:
        self.tell("element", list_, False, element)
        self.state.remove(element)

    def append(self, stmt: g.AppendValue, env: Env) -> None:
        held = env[stmt.variable]
        type_ = env[stmt.variable, "type"]
        value = self.coerced(stmt.value, type_.element, env)
        if len(held) >= type_.capacity:
            raise RulesFault(stmt.span, "full")
        held.append(value)

    # --- loops

    def loop(self, stmt: g.ForEach | g.ForRange | g.Repeat | g.While, env: Env) -> None:
        self.run.loops += 1
        loops = self.run.loops
        try:
            self.turns(stmt, env)
        except Stop:
            pass
        self.run.loops = loops - 1

    def turns(self, stmt: g.ForEach | g.ForRange | g.Repeat | g.While, env: Env) -> None:
        match stmt:
            case g.ForEach():
                for member in self.members(stmt.domain, env):
                    if isinstance(member, Element) and not member.alive:
                        continue
                    if self.where(stmt.variable, member, stmt.where, env):
                        env[stmt.variable] = member
                        self.turn(stmt, env)
            case g.ForRange():
                first, last = self.needed(stmt.first, env), self.needed(stmt.last, env)
                for number in range(first, last - 1, -1) if stmt.down else range(first, last + 1):
                    env[stmt.variable] = number
                    self.turn(stmt, env)
            case g.Repeat():
                for _ in range(self.needed(stmt.times, env)):
                    self.turn(stmt, env)
            case g.While():
                for _ in range(stmt.limit):
                    if not self.value(stmt.condition, env):
                        return
                    self.turn(stmt, env)
                if self.value(stmt.condition, env):
                    self.tell("limit")

    def turn(self, stmt: g.ForEach | g.ForRange | g.Repeat | g.While, env: Env) -> None:
        self.step(stmt.span)
        self.block(stmt.body, env)

    # --- choices

    def choice(self, stmt: g.Choose, env: Env) -> None:
        options = [m for m in self.members(stmt.domain, env) if self.where(stmt.variable, m, stmt.where, env)]
        if not options:
            if not stmt.optional:
                raise RulesFault(stmt.span, "nothing to choose")
            env[stmt.variable] = None
        elif len(options) == 1 and not stmt.optional:
            env[stmt.variable] = options[0]
        else:
            scores = None
            if stmt.prefer is not None:
                scores = [self.needed(stmt.prefer, {**env, stmt.variable: option}) for option in options]
            index = self.choose(stmt.id, options, scores, stmt.optional)
            self.tell("choice", stmt.id, tuple(options), tuple(scores) if scores else None, index)
            env[stmt.variable] = options[index] if index >= 0 else None

    def choice_of_branch(self, stmt: g.ChooseBranch, env: Env) -> None:
        open_ = [
            number
            for number, branch in enumerate(stmt.branches)
            if branch.condition is None or self.value(branch.condition, env)
        ]
        if not open_:
            raise RulesFault(stmt.span, "nothing to choose")
        chosen = open_[0]
        if len(open_) > 1:
            scores = None
            if any(branch.prefer is not None for branch in stmt.branches):
                prefers = [stmt.branches[number].prefer for number in open_]
                scores = [self.needed(prefer, env) if prefer is not None else 0 for prefer in prefers]
            index = self.choose(stmt.id, open_, scores, False)
            self.tell("choice", stmt.id, tuple(open_), tuple(scores) if scores else None, index)
            chosen = open_[index]
        self.block(stmt.branches[chosen].body, env)


def walk(node: Any) -> list[Any]:
    """A node and all that it is made of."""
    if isinstance(node, tuple):
        return [part for member in node for part in walk(member)]
    if not hasattr(node, "__attrs_attrs__") or isinstance(node, Type | Span):
        return []
    return [node, *(part for attribute in node.__attrs_attrs__ for part in walk(getattr(node, attribute.name)))]


def asks_for_dice(node: Any) -> bool:
    return any(isinstance(part, x.NaturalDice) for part in walk(node))


def acts(node: Any) -> bool:
    """Whether rows do more than give a value."""
    quiet = (g.Nothing, g.Give, g.Let, g.If, g.UseNote)
    draws = (x.RollDice, x.RollOn, x.DoCall)
    return any(
        (isinstance(part, g.Stmt) and not isinstance(part, quiet)) or isinstance(part, draws) for part in walk(node)
    )
