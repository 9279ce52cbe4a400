"""Statements: what may stand where, and what is known after each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import define, evolve, field

from compiler.findings import near
from compiler.graph import expressions as x
from compiler.graph import statements as g
from compiler.graph.types import (
    INT_MAX,
    INT_MIN,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    Type,
    UnknownType,
)
from compiler.resolve.expressions import Expressions, Place, describe
from compiler.resolve.scope import Scope
from compiler.resolve.templates import parse_expression, pieces
from compiler.symbols import constant
from dsl import ast
from dsl.source import Source, Span
from dsl.walk import walk


@define
class Frame:
    """The item that a block stands in.

    Attributes:
        owner: Its id: ``table:Sky``, ``procedure:watch``, ``example:3``.
        result: What a row's plain result may be; None where rows only act.
        returns: What ``return`` gives; None for what gives nothing.
        table: The table, for rows and notes; else None.
        loops: How many loops are open.
        in_row: Whether the block belongs to a row of a roll.
        path: What stands before the names in ids.
        counters: For numbering choices and sub-rolls.
    """

    owner: str
    result: Type | None
    returns: Type | None
    table: ast.Table | None = None
    loops: int = 0
    in_row: bool = False
    path: str = ""
    counters: dict[str, int] = field(factory=dict)

    def next_id(self, kind: str, name: str) -> str:
        """A stable id within the owner; the second of one name is numbered."""
        key = f"{kind}:{self.owner.split(':', 1)[1]}/{self.path}{name}"
        count = self.counters.get(key, 0) + 1
        self.counters[key] = count
        return key if count == 1 else f"{key}~{count}"


class Statements(Expressions):
    """Resolves statements."""

    sources: Mapping[str, Source]

    def block(self, stmts: Sequence[ast.Stmt], scope: Scope, frame: Frame) -> tuple[g.Block, Scope | None]:
        """A block, and what is known behind it; None where nothing behind it can be reached."""
        done: list[g.Stmt] = []
        at: Scope | None = scope
        for number, stmt in enumerate(stmts):
            if at is None:
                self.findings.add(
                    "P020",
                    "this is never reached",
                    stmt.span,
                    labels=[(stmts[number - 1].span, "this always leaves")],
                    help="Take it out, or move it before.",
                )
                break
            resolved, at = self.statement(stmt, at, frame)
            done.extend(evolve(r, touched=stmt.touched) if stmt.touched else r for r in resolved)
        return tuple(done), at

    def statement(self, stmt: ast.Stmt, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """One statement."""
        span = stmt.span
        draws = evolve(scope, draws=True)
        match stmt:
            case ast.Nothing():
                return [g.Nothing(span=span)], scope
            case ast.Result():
                return self.result(stmt, scope, frame)
            case ast.Evaluate(value=value):
                expr = self.resolve(value, draws, None)
                return [g.Evaluate(value=expr, span=span)], scope.after(self.effects.of([value]))
            case ast.UseNote(name=name):
                return self.use_note(stmt, name, scope, frame)
            case ast.Set():
                return self.set_(stmt, scope)
            case ast.Add():
                return self.add(stmt, scope)
            case ast.Let():
                return self.let(stmt, scope)
            case ast.Say(text=text):
                return [g.Say(text=self.template(text, span, scope), span=span)], scope
            case ast.Again(limit=limit):
                if frame.table is None or not frame.in_row:
                    self.findings.add("P021", "`again` belongs in a row of a rolled table", span)
                if limit is None:
                    self.findings.add("P022", "`again` without a bound", span, help="Write `again at most 20 times`.")
                return [g.Again(limit=limit or 1, span=span)], scope
            case ast.TreatAs(key=key):
                return self.treat_as(stmt, key, frame)
            case ast.TakeEvery(table=table, args=args, subrows=subrows):
                resolved = self.table_args(table, args, span, scope)
                taken = g.TakeEvery(table=table, args=resolved, subrows=subrows, span=span)
                return [taken], scope.after(self.effects.of([stmt]))
            case ast.Step():
                return self.step(stmt, scope, frame)
            case ast.If():
                return self.if_(stmt, scope, frame)
            case ast.ForEach() | ast.ForRange() | ast.Repeat() | ast.While():
                return self.loop(stmt, scope, frame)
            case ast.Remove() | ast.RemoveEach():
                return self.remove(stmt, scope)
            case ast.Reset(target=target):
                return self.reset(stmt, target, scope)
            case ast.End():
                return self.end(stmt, scope)
            case ast.Return():
                return self.return_(stmt, scope, frame)
            case ast.Stop():
                if not frame.loops:
                    self.findings.add("P023", "`stop` leaves a loop, and there is none here", span)
                return [g.StopLoop(span=span)], None
            case ast.SubRoll():
                return self.sub_roll(stmt, scope, frame)
            case ast.Choose():
                return self.choose(stmt, scope, frame)
            case ast.ChooseBranch():
                return self.choose_branch(stmt, scope, frame)
            case _:
                self.findings.add("P006", "this cannot stand here", span)
                return [], scope

    # --- values

    def set_(self, stmt: ast.Set, scope: Scope) -> tuple[list[g.Stmt], Scope]:
        """``set target to value``."""
        target = self.target(stmt.target, scope)
        after = scope.after(self.effects.of([stmt]))
        if target is None:
            self.resolve(stmt.value, evolve(scope, draws=True), None)
            return [], after
        value = self.expect(stmt.value, evolve(scope, draws=True), target.type)
        self.in_range(value, target.type)
        if target.type.is_optional and not value.type.is_optional and not isinstance(value.type, NoneType):
            if not (isinstance(value, x.Const) and stmt_none(stmt.value)):
                after = after.with_facts(self.fact(target))
        return [g.Assign(target=target, value=value, span=stmt.span)], after

    def target(self, node: ast.Expr, scope: Scope) -> x.Read | x.Var | None:
        """Something that can be set: a field or a declared variable."""
        if isinstance(node, ast.Name) and node.name in scope.variables:
            variable = scope.variables[node.name]
            if not variable.settable:
                self.findings.add(
                    "P024",
                    f"{node.name} is a name, not a variable, so it cannot be set",
                    node.span,
                    labels=[(variable.span, "given here")],
                    help="Declare it with a type: `let n: 0..6 = 0`.",
                )
                return None
            return x.Var(name=node.name, type=variable.type, span=node.span)
        if isinstance(node, ast.Name) and node.name not in self.symbols.fields:
            self.undefined(node, node.name, [*scope.variables, *self.symbols.fields])
            return None
        place = self.place(node, scope)
        if place is None:
            return None
        read = self.read(place, node, scope)
        return read if isinstance(read, x.Read) else None

    def in_range(self, value: x.Expr, type_: Type) -> None:
        """A value that can never lie in the range is wrong; one that may not is a fault in play."""
        if isinstance(value.type, IntType) and isinstance(type_, IntType):
            if value.type.low > type_.high or value.type.high < type_.low:
                self.findings.add(
                    "V001",
                    f"this is {describe(value.type)}, which is never within {type_}",
                    value.span,
                    help="Widen the range or mend the value.",
                )

    def add(self, stmt: ast.Add, scope: Scope) -> tuple[list[g.Stmt], Scope]:
        """``add value to target``."""
        after = scope.after(self.effects.of([stmt]))
        name = stmt.target.name if isinstance(stmt.target, ast.Name) else None
        if name is not None and name not in scope.variables and name in self.symbols.fields:
            type_ = self.symbols.fields[name].type
            if isinstance(type_, ListType):
                return self.add_element(stmt, name, type_, scope), after
        if name is not None and name in scope.variables:
            type_ = scope.variables[name].type
            if isinstance(type_, ListType):
                value = self.expect(stmt.value, evolve(scope, draws=True), type_.element)
                return [g.AppendValue(variable=name, value=value, span=stmt.span)], after
        target = self.target(stmt.target, scope)
        value = self.number(stmt.value, evolve(scope, draws=True))
        if target is None:
            return [], after
        if not isinstance(target.type, IntType | UnknownType):
            self.findings.add(
                "P001", f"this is {describe(target.type)}; only numbers and lists can be added to", stmt.target.span
            )
        target_known = self.known(target, scope)
        if target_known.type.is_optional:
            self.required(target_known)
        return [g.Increase(target=target, value=value, span=stmt.span)], after

    def add_element(self, stmt: ast.Add, name: str, type_: ListType, scope: Scope) -> list[g.Stmt]:
        """``add Ship(...) to ships``."""
        if not isinstance(type_.element, ElementType):
            self.findings.add("P025", f"a list in state holds records, and {name} does not", stmt.span)
            return []
        record = type_.element.record
        if not isinstance(stmt.value, ast.NewRecord):
            if isinstance(stmt.value, ast.Call) and stmt.value.name == record and not stmt.value.args:
                new = ast.NewRecord(record, (), span=stmt.value.span)
            else:
                self.findings.add(
                    "P026",
                    f"{name} takes a new {record}",
                    stmt.value.span,
                    help=f"Write `add {record}(...) to {name}`.",
                )
                return []
        else:
            new = stmt.value
        if new.name != record:
            self.findings.add("P026", f"{name} holds {record}, not {new.name}", new.span)
            return []
        members = self.symbols.record_fields[record]
        inits: list[g.FieldInit] = []
        given: set[str] = set()
        for item in new.fields:
            shape = members.get(item.name)
            if shape is None or shape.type is None:
                self.findings.add(
                    "N001", f"{record} has no field {item.name}", item.span, help=near(item.name, members)
                )
                continue
            if item.name in given:
                self.findings.add("N002", f"{item.name} is given twice", item.span)
            given.add(item.name)
            value = self.expect(item.value, scope, shape.type)
            self.in_range(value, shape.type)
            inits.append(g.FieldInit(field=f"{record}.{item.name}", value=value))
        missing = [
            m
            for m, shape in members.items()
            if m not in given and shape.decl.default is None and needs_value(shape.type)
        ]
        if missing:
            self.findings.add(
                "P027",
                f"a new {record} needs {' and '.join(missing)}",
                new.span,
                help=f"Write `{missing[0]}: ...`, or give the field a default.",
            )
        return [g.AddElement(list=name, record=record, fields=tuple(inits), span=stmt.span)]

    def let(self, stmt: ast.Let, scope: Scope) -> tuple[list[g.Stmt], Scope]:
        """``let``."""
        draws = evolve(scope, draws=True)
        after = scope.after(self.effects.of([stmt.value])) if stmt.value is not None else scope
        if stmt.type is not None:
            type_ = self.symbols.type_of(stmt.type)
            value = None
            if stmt.value is not None:
                value = self.expect(stmt.value, draws, type_)
                self.in_range(value, type_)
            elif not isinstance(type_, ListType):
                self.findings.add(
                    "P028", f"{stmt.name} needs a first value", stmt.span, help="Write `= ...` behind its type."
                )
            inner = self.bind(stmt.name, type_, stmt.span, after, settable=True)
            if value is not None and type_.is_optional and not value.type.is_optional:
                inner = inner.with_facts(self.fact(x.Var(name=stmt.name, type=type_)))
            return [g.Let(variable=stmt.name, type=type_, value=value, declared=True, span=stmt.span)], inner
        assert stmt.value is not None
        value = self.resolve(stmt.value, draws, None)
        if isinstance(value.type, NoneType):
            self.findings.add("P029", "this gives no value", value.span, help="Let needs something to keep.")
        rolled = isinstance(value, x.RollOn | x.RollDice)
        inner = self.bind(stmt.name, value.type, stmt.span, after, rolled=rolled)
        kept = g.Let(
            variable=stmt.name,
            type=value.type,
            value=value,
            declared=False,
            natural=rolled and (stmt.name, "natural") in self.used_rolls,
            total=rolled and (stmt.name, "total") in self.used_rolls,
            span=stmt.span,
        )
        return [kept], inner

    def result(self, stmt: ast.Result, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """A row's result."""
        draws = evolve(scope, draws=True)
        if frame.result is None:
            value = stmt.values[0]
            if len(stmt.values) == 1 and isinstance(value, ast.RollOn | ast.LookUp | ast.Do):
                return [g.Evaluate(value=self.resolve(value, draws, None), span=stmt.span)], scope.after(
                    self.effects.of([value])
                )
            if len(stmt.values) == 1 and isinstance(value, ast.CellBlank):
                return [g.Nothing(span=stmt.span)], scope
            self.findings.add(
                "P030",
                "a value stands here, but this table gives none",
                stmt.span,
                help="Say what it gives: `gives 0..3`, for instance.",
            )
            return [], None
        return [g.Give(values=self.given(stmt.values, frame.result, draws, stmt.span), span=stmt.span)], None

    def given(self, values: Sequence[ast.Expr], result: Type, scope: Scope, span: Span) -> tuple[x.Expr, ...]:
        """Values for what a table or a procedure gives."""
        if isinstance(result, PartsType):
            if len(values) == 1 and isinstance(values[0], ast.NoneValue | ast.CellBlank):
                return (x.Const(value=-(2**31), type=result, span=span),)
            if len(values) == 1 and isinstance(values[0], ast.RollOn | ast.LookUp | ast.Do):
                return (self.expect(values[0], scope, result),)
            if len(values) != len(result.parts):
                self.findings.add("P031", f"{len(values)} values for {len(result.parts)} parts: {result}", span)
            return tuple(
                self.checked(value, part.type, scope) for value, part in zip(values, result.parts, strict=False)
            )
        if len(values) != 1:
            self.findings.add("P031", f"{len(values)} values, but only one is given here", span)
        return (self.checked(values[0], result, scope),)

    def checked(self, node: ast.Expr, type_: Type, scope: Scope) -> x.Expr:
        """A value of a type, never outside its range."""
        if isinstance(node, ast.CellBlank):
            node = ast.NoneValue(span=node.span)
        value = self.expect(node, scope, type_)
        self.in_range(value, type_)
        return value

    def return_(self, stmt: ast.Return, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], None]:
        """``return``."""
        draws = evolve(scope, draws=True)
        if not stmt.values:
            if frame.returns is not None:
                self.findings.add("P032", f"a value must be returned here: {frame.returns}", stmt.span)
            return [g.Give(values=(), returns=True, span=stmt.span)], None
        if frame.returns is None:
            self.findings.add(
                "P030",
                "nothing is given here, so nothing can be returned",
                stmt.span,
                help="Write the type behind the procedure's name: `procedure p: yes/no`.",
            )
            return [g.Give(values=(), returns=True, span=stmt.span)], None
        return [
            g.Give(values=self.given(stmt.values, frame.returns, draws, stmt.span), returns=True, span=stmt.span)
        ], None

    # --- control

    def step(self, stmt: ast.Step, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """A named step."""
        id_ = frame.next_id("step", stmt.name)
        body, after = self.block(stmt.body, scope, frame)
        step = g.Step(id=id_, name=stmt.name, title=stmt.title or "", cite=stmt.cite, body=body, span=stmt.span)
        return [step], self.leave(scope, after)

    def leave(self, outer: Scope, inner: Scope | None) -> Scope | None:
        """What is known behind a block: its own names are gone."""
        return None if inner is None else evolve(outer, facts=inner.facts)

    def if_(self, stmt: ast.If, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """``if``."""
        condition = self.boolean(stmt.condition, evolve(scope, draws=True))
        at = scope.after(self.effects.of([stmt.condition]))
        body, after_body = self.block(stmt.body, at.with_facts(self.facts(condition, True)), frame)
        otherwise, after_else = self.block(stmt.otherwise, at.with_facts(self.facts(condition, False)), frame)
        node = g.If(condition=condition, body=body, otherwise=otherwise, span=stmt.span)
        ends = [end for end in (after_body, after_else) if end is not None]
        if not ends:
            return [node], None
        facts = ends[0].facts if len(ends) == 1 else ends[0].facts & ends[1].facts
        return [node], evolve(scope, facts=facts)

    def loop(
        self, stmt: ast.ForEach | ast.ForRange | ast.Repeat | ast.While, scope: Scope, frame: Frame
    ) -> tuple[list[g.Stmt], Scope]:
        """Any loop."""
        span = stmt.span
        settled = scope.after(self.effects.of(stmt.body))
        frame.loops += 1
        node: g.Stmt | None = None
        match stmt:
            case ast.ForEach():
                domain = self.domain(stmt.domain, scope)
                if domain is not None:
                    inner = self.bind(stmt.variable, domain.type, span, settled)
                    where = self.boolean(stmt.where, inner) if stmt.where is not None else None
                    known = inner.with_facts(self.facts(where, True)) if where is not None else inner
                    body, _ = self.block(stmt.body, known, frame)
                    node = g.ForEach(variable=stmt.variable, domain=domain, where=where, body=body, span=span)
            case ast.ForRange():
                first, last = self.number(stmt.first, scope), self.number(stmt.last, scope)
                if isinstance(first.type, IntType) and isinstance(last.type, IntType):
                    low = min(first.type.low, last.type.low)
                    high = max(first.type.high, last.type.high)
                    inner = self.bind(stmt.variable, IntType(low, high), span, settled)
                    body, _ = self.block(stmt.body, inner, frame)
                    node = g.ForRange(
                        variable=stmt.variable,
                        type=IntType(low, high),
                        first=first,
                        last=last,
                        down=stmt.down,
                        body=body,
                        span=span,
                    )
            case ast.Repeat():
                times = self.number(stmt.times, evolve(scope, draws=True))
                body, _ = self.block(stmt.body, settled, frame)
                node = g.Repeat(times=times, body=body, span=span)
            case ast.While():
                condition = self.boolean(stmt.condition, settled)
                body, _ = self.block(stmt.body, settled.with_facts(self.facts(condition, True)), frame)
                if stmt.limit is None:
                    self.findings.add(
                        "P022", "`while` without a bound", span, help="Write `while ... at most 20 times`."
                    )
                node = g.While(condition=condition, limit=stmt.limit or 1, body=body, span=span)
        frame.loops -= 1
        return ([node] if node else []), settled

    def remove(self, stmt: ast.Remove | ast.RemoveEach, scope: Scope) -> tuple[list[g.Stmt], Scope]:
        """``remove``."""
        after = scope.after(self.effects.of([stmt]))
        name = stmt.list.name if isinstance(stmt.list, ast.Name) else None
        type_ = self.symbols.fields[name].type if name in self.symbols.fields else None
        if name is None or not isinstance(type_, ListType):
            self.findings.add(
                "P033",
                "only an element of a state list can be removed",
                stmt.list.span,
                help=near(name or "", self.symbols.lists.values()),
            )
            return [], after
        if isinstance(stmt, ast.Remove):
            element = self.resolve(ast.Name(stmt.element, span=stmt.span), scope, None)
            if not same_element(element.type, type_.element):
                self.findings.add("P001", f"{stmt.element} is no {type_.element}", stmt.span)
            self.required(element)
            if not isinstance(element, x.Var):
                self.findings.add(
                    "P034",
                    "a name or a variable is removed; keep the field in one first",
                    stmt.span,
                    help="Write `let it = ...` before.",
                )
                return [], after
            return [g.Remove(variable=stmt.element, list=name, span=stmt.span)], after
        inner = self.bind(stmt.variable, type_.element, stmt.span, scope)
        where = self.boolean(stmt.where, inner) if stmt.where is not None else None
        return [g.RemoveEach(variable=stmt.variable, list=name, where=where, span=stmt.span)], after

    def reset(self, stmt: ast.Reset, target: ast.Expr, scope: Scope) -> tuple[list[g.Stmt], Scope]:
        """``reset``: a field, a whole record, an array or a list."""
        after = scope.after(self.effects.of([stmt]))
        place = self.place(target, scope)
        if place is None:
            return [], after
        if place.element is not None:
            self.findings.add("P035", "an element's field cannot be reset; set it", stmt.span)
            return [], after
        if isinstance(place.shape.type, ListType):
            return [g.ResetList(list=place.id, span=stmt.span)], after
        leaves = tuple(self.leaves(place))
        return [g.ResetFields(fields=leaves, indices=place.indices, span=stmt.span)], after

    def leaves(self, place: Place) -> list[str]:
        """The fields that a path stands for."""
        if place.shape.record is None:
            return [place.id]
        found: list[str] = []
        for name, shape in self.symbols.record_fields[place.shape.record].items():
            found.extend(self.leaves(Place(f"{place.id}.{name}", shape, None, (), ())))
        return found

    def end(self, stmt: ast.End, scope: Scope) -> tuple[list[g.Stmt], None]:
        """``end P``."""
        procedure = self.symbols.procedures.get(stmt.procedure)
        if procedure is None:
            self.findings.add(
                "N001",
                f"there is no procedure {stmt.procedure}",
                stmt.span,
                help=near(stmt.procedure, self.symbols.procedures),
            )
            return [], None
        type_ = (
            self.symbols.type_of(procedure.type) if procedure.type is not None else self.inferred_result(stmt.procedure)
        )
        value = None
        if stmt.value is not None and type_ is None:
            self.findings.add("P030", f"{stmt.procedure} gives nothing", stmt.value.span)
        elif stmt.value is not None and type_ is not None:
            value = self.expect(stmt.value, evolve(scope, draws=True), type_)
        elif type_ is not None:
            self.findings.add(
                "P032",
                f"{stmt.procedure} gives {type_}; end it with a value",
                stmt.span,
                help=f"Write `end {stmt.procedure} with ...`.",
            )
        return [g.EndProcedure(procedure=stmt.procedure, value=value, span=stmt.span)], None

    def inferred_result(self, procedure: str) -> Type | None:
        """A procedure without a declared type gives nothing."""
        return None

    # --- tables

    def use_note(self, stmt: ast.Stmt, name: str, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """``note c``."""
        notes = {line.name: line for line in frame.table.lines if isinstance(line, ast.Note)} if frame.table else {}
        if name not in notes:
            self.findings.add("N001", f"there is no note {name} in this table", stmt.span, help=near(name, notes))
            return [], scope
        return [g.UseNote(note=name, span=stmt.span)], scope.after(self.effects.of([notes[name]]))

    def treat_as(self, stmt: ast.TreatAs, key: ast.Key, frame: Frame) -> tuple[list[g.Stmt], None]:
        """``treat as row 6``."""
        rows = [line for line in frame.table.lines if isinstance(line, ast.Row)] if frame.table else []
        wanted = constant(key.low) if key.low is not None else None
        for number, row in enumerate(rows):
            if any(key_covers(k, wanted) if not key.otherwise else k.otherwise for k in row.keys):
                return [g.TreatAs(row=number, span=stmt.span)], None
        self.findings.add("N008", "this table has no such row", stmt.span, help="Give a key that one of its rows has.")
        return [], None

    def sub_roll(self, stmt: ast.SubRoll, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """A roll with rows of its own; rows are the tables' affair."""
        return [], scope

    # --- choices

    def choose(self, stmt: ast.Choose, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope]:
        """``choose x from domain``."""
        domain = self.domain(stmt.domain, scope)
        if domain is None:
            return [], scope
        type_ = domain.type.optionally() if stmt.optional else domain.type
        inner = self.bind(stmt.variable, domain.type, stmt.span, scope)
        where = self.boolean(stmt.where, inner) if stmt.where is not None else None
        known = inner.with_facts(self.facts(where, True)) if where is not None else inner
        prefer = self.number(stmt.prefer, known) if stmt.prefer is not None else None
        node = g.Choose(
            id=frame.next_id("choice", stmt.variable),
            variable=stmt.variable,
            domain=domain,
            where=where,
            optional=stmt.optional,
            ask=self.template(stmt.ask, stmt.span, scope),
            by=stmt.by or "player",
            prefer=prefer,
            span=stmt.span,
        )
        after = scope.with_variable(stmt.variable, evolve(inner.variables[stmt.variable], type=type_))
        if not stmt.optional and where is not None:
            after = after.with_facts(self.facts(where, True))
        return [node], after

    def choose_branch(self, stmt: ast.ChooseBranch, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """``choose name`` with branches."""
        id_ = frame.next_id("choice", stmt.name)
        branches: list[g.Branch] = []
        ends: list[Scope] = []
        names: dict[str, Span] = {}
        for branch in stmt.branches:
            if branch.name in names:
                self.findings.add(
                    "N002", f"{branch.name} is offered twice", branch.span, labels=[(names[branch.name], "first here")]
                )
            names[branch.name] = branch.span
            condition = self.boolean(branch.when, scope) if branch.when is not None else None
            known = scope.with_facts(self.facts(condition, True)) if condition is not None else scope
            prefer = self.number(branch.prefer, known) if branch.prefer is not None else None
            title = self.template(branch.title, branch.span, known)
            body, after = self.block(branch.body, known, frame)
            if after is not None:
                ends.append(after)
            branches.append(
                g.Branch(
                    name=branch.name,
                    title=title,
                    condition=condition,
                    prefer=prefer,
                    body=body,
                    span=branch.span,
                    touched=branch.touched,
                )
            )
        node = g.ChooseBranch(
            id=id_,
            name=stmt.name,
            ask=self.template(stmt.ask, stmt.span, scope),
            by=stmt.by or "player",
            branches=tuple(branches),
            span=stmt.span,
        )
        if not ends:
            return [node], None
        facts = ends[0].facts
        for end in ends[1:]:
            facts &= end.facts
        return [node], evolve(scope, facts=facts)

    # --- texts

    def template(self, text: str, span: Span, scope: Scope) -> x.Template:
        """A text with values in it."""
        parts: list[str | x.Expr] = []
        for piece in pieces(text, span, self.sources):
            if isinstance(piece, str):
                parts.append(piece)
                continue
            inner, source, offset = piece
            node = parse_expression(inner, source, offset)
            if node is None:
                self.findings.add(
                    "E020",
                    f"{{{inner}}} is no expression",
                    source.span(offset, offset + len(inner)),
                    help="Between braces stands one expression, such as {oil}.",
                )
                continue
            parts.append(self.resolve(node, scope, None))
        return x.Template(parts=tuple(parts))


ROLL_FACT = re.compile(r"\b(\w+)\.(natural|total)\b")


def rolls_asked(item: ast.Node) -> frozenset[tuple[str, str]]:
    """The kept rolls of an item whose natural dice or total are read, in its texts too."""
    found: set[tuple[str, str]] = set()
    for node in walk(item):
        match node:
            case ast.Attribute(value=ast.Name(name=name), name="natural" | "total" as fact):
                found.add((name, fact))
            case ast.Say(text=text) | ast.Choose(ask=text) | ast.ChooseBranch(ask=text) | ast.Branch(title=text):
                found.update(ROLL_FACT.findall(text))
            case _:
                pass
    return frozenset(found)


def key_covers(key: ast.Key, number: int | None) -> bool:
    """Whether a key of constants covers a number."""
    if key.otherwise or number is None:
        return False
    low = constant(key.low) if key.low is not None else INT_MIN
    high = constant(key.high) if key.high is not None else INT_MAX
    return low is not None and high is not None and low <= number <= high


def same_element(actual: Type, expected: Type) -> bool:
    """Whether two types are elements of one record."""
    return isinstance(actual, UnknownType) or (
        isinstance(actual, ElementType) and isinstance(expected, ElementType) and actual.record == expected.record
    )


def stmt_none(node: ast.Expr) -> bool:
    """Whether a value is ``none`` as written."""
    return isinstance(node, ast.NoneValue)


def needs_value(type_: Type | None) -> bool:
    """Whether a field without a default must be given when an element is made."""
    return isinstance(type_, EnumType | IntType | BoolType | ElementType) and not type_.is_optional
