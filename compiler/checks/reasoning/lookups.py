"""Inlining: what expressions look into, be it a derived value, a printed table or a sum of modifiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from bombsight.compiler.checks.reasoning.atoms import NO, YES
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.quantifiers import Quantifiers
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge, Snapshot
from bombsight.compiler.checks.reasoning.values import NUMERIC, Value
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.node import Param
from bombsight.flat.types import NONE, ElementType, PartsType

LookedInto = x.CallDefine | x.LookUp | x.ModifiersOn | x.Quantifier
"""Expressions whose value is worked out from what is defined elsewhere, or member by member."""


class Lookups(Quantifiers):
    """Looks into what is defined elsewhere."""

    def looked_into(self, expr: LookedInto, known: Knowledge) -> Value:
        """A derived value, a table's value, a sum of modifiers or a quantifier; worked out once."""
        key = self.identity(expr, known)
        found = self.done.get(key)
        if found is None:
            found = self.done[key] = self.tried(expr, known, lambda: self.inside(expr, known))
        return found

    def inside(self, expr: LookedInto, known: Knowledge) -> Value:
        """What such an expression comes to."""
        match expr:
            case x.CallDefine(define=name, args=args, type=type_):
                if isinstance(type_, ElementType):
                    return self.guessed(expr, known)
                define = self.program.defines[name]
                return self.once(f"define {name}", expr, known, lambda: self.derived(define, args, known))
            case x.LookUp(table=name, args=args, part=part):
                table = self.program.tables[name]
                return self.once(f"table {name}", expr, known, lambda: self.printed(table, args, part, expr, known))
            case x.ModifiersOn(table=name, args=args):
                table = self.program.tables[name]
                return self.once(f"modifiers {name}", expr, known, lambda: self.sum(table, args, known))
            case x.Quantifier():
                return self.quantifier(expr, known)
            case _:
                assert_never(expr)

    def once(self, name: str, expr: x.Expr, known: Knowledge, work: Callable[[], Value]) -> Value:
        """Guard against going round in circles, and against trying again what was too much before.

        Args:
            name: What is entered: a define, a table or a table's modifiers.
            expr: The call.
            known: What is known there.
            work: Works its value out.

        Raises:
            TooManyError: It was too much before, or is now.
        """
        if name in self.open:
            return self.guessed(expr, known)
        if name in self.too_much.names:
            raise self.as_before(name)
        self.open.append(name)
        left = self.space.left
        try:
            return work()
        except TooManyError as error:
            if left >= self.enough:
                self.too_much.names.add(name)
                if isinstance(error, TooWideError):
                    self.too_much.wide[name] = error.span
            raise
        finally:
            self.open.pop()

    def bound(self, params: Sequence[Param], args: Sequence[x.Expr], known: Knowledge, outer: Knowledge) -> Knowledge:
        """Parameters standing for arguments.

        Args:
            params: The parameters.
            args: The arguments.
            known: What is known inside, to which the names are added.
            outer: What is known where the arguments stand.

        Raises:
            UnclearError: There are more of the one than of the other, which has its finding already.
        """
        if len(params) != len(args):
            raise UnclearError
        for param, arg in zip(params, args, strict=True):
            known = known.naming(param.name, Snapshot(param.type, arg, outer))
        return known

    def derived(self, define: n.Define, args: Sequence[x.Expr], known: Knowledge) -> Value:
        """A define's value."""
        inner = self.bound(define.params, args, Knowledge(versions=known.versions), known)
        return self.excepted(self.number(define.base, inner), define.exceptions, inner)

    def excepted(self, value: int, exceptions: Sequence[n.DefineException], known: Knowledge) -> int:
        """A value and the exceptions to it, those that are over others last."""
        for exception in by_rank(exceptions):
            condition = self.number(exception.condition, known)
            if condition == NO:
                continue
            own = self.excepted(self.number(exception.value, known), exception.exceptions, known)
            value = self.space.choice(condition, own, value)
        return value

    def printed(
        self, table: n.Table, args: Sequence[x.Expr], part: str | None, expr: x.Expr, known: Knowledge
    ) -> Value:
        """The value of a table without dice.

        Args:
            table: The table.
            args: Its arguments.
            part: The part of its result that is asked for; None for the whole.
            expr: The look-up.
            known: What is known there.

        Raises:
            UnclearError: A part is asked for, and the result has none.
        """
        inner = self.bound(table.params, args, Knowledge(versions=known.versions), known)
        at = 0
        if part is not None:
            if not isinstance(table.result, PartsType):
                raise UnclearError
            at = [p.name for p in table.result.parts].index(part)
        elif isinstance(table.result, PartsType):
            return self.guessed(expr, known)
        bodies = [*(before.body for before in table.beforehand), *(row.body for row in table.rows)]
        if table.result is None or not all(plain(body) for body in bodies):
            return self.guessed(expr, known)
        space = self.space
        asked = self.asked_with(table, inner)
        value = space.leaf(0 if table.relation else NONE)
        for row in sorted(table.rows, key=lambda row: not row.otherwise):
            if row.body:
                where = self.matches(row, asked)
                value = space.choice(where, self.given(row.body, at, inner), value) if where != NO else value
        for before in reversed(table.beforehand):
            value = space.choice(self.number(before.condition, inner), self.given(before.body, at, inner), value)
        return value

    def given(self, body: g.Block, at: int, known: Knowledge) -> int:
        """The value, or one part of it, that a plain body gives."""
        last = body[-1]
        assert isinstance(last, g.Give)
        return self.space.leaf(NONE) if at >= len(last.values) else self.number(last.values[at], known)

    def asked_with(self, table: n.Table, known: Knowledge) -> dict[str, int]:
        """The diagrams of a table's parameters, those that its rows are for."""
        used = {match.param for row in table.all_rows for match in row.matches}
        return {
            param.name: self.number(x.Var(name=param.name, type=param.type), known)
            for param in table.params
            if param.name in used
        }

    def matches(self, row: g.Row, asked: Mapping[str, int]) -> int:
        """Where the parameters of a table have the values that a row is for."""
        held = YES
        for match in row.matches:
            held = self.space.both(held, self.space.among(asked[match.param], match.values))
        return held

    def sum(self, table: n.Table, args: Sequence[x.Expr], known: Knowledge) -> int:
        """The sum of a table's modifiers."""
        inner = self.bound(table.params, args, Knowledge(versions=known.versions), known)
        total = self.space.leaf(0)
        for modifier in table.modifiers:
            total = self.space.apply(NUMERIC["+"], total, self.amount(modifier, inner))
        return total

    def amount(self, modifier: g.Modifier, known: Knowledge) -> int:
        """What a modifier adds; 0 where it does not apply."""
        condition = self.condition(modifier.condition, known)
        if condition == NO:
            return self.space.leaf(0)
        return self.space.choice(condition, self.number(modifier.amount, known), self.space.leaf(0))


def by_rank(exceptions: Sequence[n.DefineException]) -> list[n.DefineException]:
    """Sister exceptions in such an order that each stands behind those it is over."""
    ranked: list[n.DefineException] = []
    waiting = list(exceptions)
    while waiting:
        labels = {one.label for one in waiting}
        ready = [one for one in waiting if not labels & (set(one.over) - {one.label})] or waiting[:1]
        ranked.extend(ready)
        waiting = [one for one in waiting if one not in ready]
    return ranked


def plain(body: g.Block) -> bool:
    """Whether a body gives a value and does nothing else, or is a cell left blank."""
    return all(isinstance(stmt, g.Nothing) for stmt in body[:-1]) and (not body or isinstance(body[-1], g.Give))
