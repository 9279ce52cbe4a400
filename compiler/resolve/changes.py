"""Statements that change state: set, add, let, remove, reset."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.frame import needs_value, same_element, stmt_none
from bombsight.compiler.resolve.kinds import describe
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.texts import Texts
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.flat.types import (
    ElementType,
    IntType,
    ListType,
    NoneType,
    UnknownType,
)


class Changes(Texts):
    """Resolves changes."""

    def set_(self, stmt: ast.Set, scope: Scope) -> tuple[list[g.Stmt], Scope]:
        """``set target to value``."""
        target = self.target(stmt.target, scope)
        after = scope.after(self.effects.of([stmt]))
        if target is None:
            self.resolve(stmt.value, evolve(scope, draws=True), None)
            return [], after
        value = self.checked(stmt.value, evolve(scope, draws=True), target.type)
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
            value = self.checked(item.value, scope, shape.type)
            inits.append(g.FieldInit(field=f"{record}.{item.name}", value=value))
        missing = [
            m
            for m, shape in members.items()
            if m not in given and shape.decl.default is None and needs_value(shape.type)
        ]
        if missing:
            self.findings.add(
                "P027",
                f"a new {record} needs {listed(missing)}",
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
                value = self.checked(stmt.value, draws, type_)
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
