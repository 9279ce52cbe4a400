"""A slow and obvious interpreter of the rule graph: the reference for every lowering.

It walks the graph, keeps its state in dictionaries, and leaves blocks by raising. ``roll(dice)`` throws
dice, ``ask(id, options, scores, optional)`` gives an index or -1; ``events`` is what happened.
"""

from __future__ import annotations

from typing import Any, assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.dsl.dice import Dice
from bombsight.dsl.limits import MAX_DRAWN
from bombsight.dsl.source import Span
from bombsight.flat.budgets import STEP_BUDGET
from bombsight.flat.types import IntType, ListType, PartsType
from tests.reference.calls import Calls, Ending, Given, NoteDone, OtherRow, RollAgain, Stop, walk
from tests.reference.state import Element, RulesFault
from tests.reference.values import NATURAL, Env


class Interpreter(Calls):
    """Runs a game."""

    # --- statements

    def block(self, block: g.Block, env: Env) -> None:
        if block and not self.run.pure:
            self.charge(self.costs.block_charge(block, self.run.table), None, env)
        self.statements(block, env)

    def statements(self, block: g.Block, env: Env) -> None:
        for stmt in block:
            if not self.run.pure:
                self.charge(self.costs.statement_charge(stmt, self.run.table), None, env)
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
                told = [self.value(part, env) for part in stmt.text.parts if isinstance(part, x.BaseExpr)]
                self.tell("say", stmt.tone, *told, self.seen(stmt.seen, env))
            case g.Again():
                self.again(stmt)
            case g.AgainEachOnce():
                self.again_each_once(stmt)
            case g.TreatAs():
                raise OtherRow(stmt.row)
            case g.TakeEvery():
                self.take_every(stmt, env)
            case g.Step():
                self.tell("enter", "step", stmt.name, *self.seen(stmt.seen, env))
                self.run.steps.append((stmt, self.run.loops))
                self.statements(stmt.body, env)
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
            case g.Move():
                element = env[stmt.variable]
                if element is None:
                    raise RulesFault(stmt.span, "none")
                if element.alive:
                    self.tell("move", stmt.list, stmt.first, element)
                    self.state.move(stmt.list, element, first=stmt.first)
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
            case g.Draw():
                self.draw_member(stmt, env)
            case g.ChooseBranch():
                self.choice_of_branch(stmt, env)
            case _:
                assert_never(stmt)

    def seen(self, seen: g.Seen | None, env: Env) -> tuple[Any, ...]:
        """Who is told of a step, where that is said."""
        if seen is None:
            return ()
        by = self.value(seen.by, env) if seen.by is not None else "all"
        return (by,) if seen.when is None or self.value(seen.when, env) else ()

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
            run.due += run.each_once
            raise RollAgain
        self.tell("limit")

    def again_each_once(self, stmt: g.AgainEachOnce) -> None:
        run = self.run
        if not run.every and run.in_rows:
            run.each_once = True
            run.due += stmt.times
        raise Given

    def sub_roll(self, stmt: g.SubRoll, env: Env) -> None:
        if self.run.every and self.run.subrows:
            for row in stmt.rolled.rows:
                self.taken_row(row, env)
            return
        natural, _, found = self.find(stmt.rolled, None, env, stmt.span)
        if found is None:
            raise RulesFault(stmt.span, "no row")
        before = env.get(NATURAL)
        env[NATURAL] = natural
        self.block(found.body, env)
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
        finally:
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
            case _:
                assert_never(stmt)

    def turn(self, stmt: g.ForEach | g.ForRange | g.Repeat | g.While, env: Env) -> None:
        self.charge(self.costs.iteration_charge(stmt, self.run.table), stmt.span, env)
        self.statements(stmt.body, env)

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
            self.shown(stmt.ask, env)
            seat = self.seat(stmt, env)
            if stmt.prefer is not None:
                scores = [self.needed(stmt.prefer, {**env, stmt.variable: option}) for option in options]
            self.asides(stmt, stmt.id, [{**env, stmt.variable: option} for option in options], env)
            index = self.choose(stmt.id, options, scores, stmt.optional)
            self.tell(
                "choice", stmt.id, (*self.asked(stmt), seat), tuple(options), tuple(scores) if scores else None, index
            )
            env[stmt.variable] = options[index] if index >= 0 else None

    def draw_member(self, stmt: g.Draw, env: Env) -> None:
        if isinstance(stmt.domain, x.RangeDomain):
            low, high = self.needed(stmt.domain.low, env), self.needed(stmt.domain.high, env)
            if high - low >= MAX_DRAWN:
                raise RulesFault(stmt.span, "too many to draw from")
        members = [m for m in self.members(stmt.domain, env) if self.where(stmt.variable, m, stmt.where, env)]
        if not members and not stmt.optional:
            raise RulesFault(stmt.span, "nothing to draw")
        drawn = members[0] if members else None
        if len(members) > 1:
            self.tell("pile", stmt.id, len(members), tuple(members))
            drawn = members[self.throw(Dice(1, len(members))) - 1]
        self.tell("draw", stmt.id, len(members), (drawn,))
        env[stmt.variable] = drawn

    @staticmethod
    def asked(stmt: g.Choose | g.ChooseBranch) -> tuple[Any, ...]:
        """What is asked as one with it, and which answers are grave: all of them, or branches by name."""
        if isinstance(stmt, g.Choose):
            return (stmt.together, stmt.grave, ())
        return (stmt.together, False, tuple(branch.name for branch in stmt.branches if branch.grave))

    def seat(self, stmt: g.Choose | g.ChooseBranch, env: Env) -> Any:
        """Which of the players answers."""
        return self.needed(stmt.seat, env) if stmt.seat is not None else None

    def shown(self, text: x.Template, env: Env) -> None:
        """Work out what a question holds."""
        for part in text.parts:
            if isinstance(part, x.BaseExpr):
                self.value(part, env)

    def asides(self, stmt: g.Choose | g.ChooseBranch | n.Reroll, id_: str, options: list[Env], env: Env) -> None:
        """Tell what is worked out beside a choice, if anything is."""
        told: list[Any] = []
        for line in stmt.beside:
            values = [part for part in (line.condition, *line.text.parts) if isinstance(part, x.BaseExpr)]
            variable = stmt.variable if isinstance(stmt, g.Choose) else None
            of_option = any(isinstance(part, x.Var) and part.name == variable for part in walk(tuple(values)))
            told.append(
                tuple(tuple(self.aside(part, one) for part in values) for one in (options if of_option else [env]))
            )
        if stmt.routine is not None:
            told.append(self.aside(stmt.routine, env))
        if told:
            self.tell("beside", id_, *told)

    def aside(self, part: x.Expr, env: Env) -> Any:
        """A value worked out beside the run: with steps of its own, and a fault in it is none of the run's."""
        before = self.steps, self.reserve
        self.steps, self.reserve = STEP_BUDGET, 0
        try:
            return self.value(part, env)
        except RulesFault:
            return "fault"
        finally:
            self.steps, self.reserve = before

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
            for text in (stmt.ask, *(branch.title for branch in stmt.branches)):
                self.shown(text, env)
            seat = self.seat(stmt, env)
            if any(branch.prefer is not None for branch in stmt.branches):
                prefers = [stmt.branches[number].prefer for number in open_]
                scores = [self.needed(prefer, env) if prefer is not None else 0 for prefer in prefers]
            self.asides(stmt, stmt.id, [], env)
            index = self.choose(stmt.id, open_, scores, False)
            self.tell(
                "choice", stmt.id, (*self.asked(stmt), seat), tuple(open_), tuple(scores) if scores else None, index
            )
            chosen = open_[index]
        self.block(stmt.branches[chosen].body, env)
