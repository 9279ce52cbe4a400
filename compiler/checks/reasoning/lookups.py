"""Inlining: what expressions look into, be it a derived value, a printed table, a sum of modifiers, a quantifier."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from bombsight.compiler.checks.reasoning.diagrams import NO, YES, Atom, TooManyError
from bombsight.compiler.checks.reasoning.guesses import Guesses
from bombsight.compiler.checks.reasoning.knowledge import Knowledge, Snapshot
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.values import COMPARED, NUMERIC, Element, Value
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.node import Param
from bombsight.flat.types import NONE, ElementType, IntType, PartsType

SPELT = 100
"""Of so many numbers from one end to another that are worked out, each is looked at by itself."""


class Lookups(Guesses):
    """Looks into what is defined elsewhere."""

    def condition(self, expr: x.Expr | None, known: Knowledge) -> int:
        """The diagram of a condition; where there is none, it always holds."""
        return YES if expr is None else self.number(expr, known)

    def looked_into(self, expr: x.Expr, known: Knowledge) -> Value:
        """A derived value, a table's value, a sum of modifiers or a quantifier; worked out once."""
        key = self.identity(expr, known)
        found = self.done.get(key)
        if found is None:
            found = self.done[key] = self.tried(expr, known, lambda: self.inside(expr, known))
        return found

    def inside(self, expr: x.Expr, known: Knowledge) -> Value:
        """What such an expression comes to.

        Raises:
            UnclearError: It is no call, look-up or quantifier.
        """
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
                raise UnclearError

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
            raise TooManyError
        self.open.append(name)
        left = self.space.left
        try:
            return work()
        except TooManyError:
            if left >= self.enough:
                self.too_much.names.add(name)
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

    def quantifier(self, expr: x.Quantifier, known: Knowledge) -> Value:
        """count, any, first, sum: spelt out over enums, sets and ranges; over lists a guess at how many there are."""
        members = self.members(expr.domain, known)
        if members is None:
            return self.counted(expr, known)
        space = self.space
        held, values = [], []
        for member in members:
            itself = x.Const(value=member, type=expr.domain.type)
            inner = known.naming(expr.variable, Snapshot(itself.type, itself, known))
            held.append(space.both(self.reached(member, expr.domain, known), self.condition(expr.where, inner)))
            values.append(space.leaf(member) if expr.value is None else self.number(expr.value, inner))
        if expr.kind == "any":
            return space.either(held)
        if expr.kind == "count":
            return reduce(lambda a, b: space.apply(NUMERIC["+"], a, b), held, space.leaf(0))
        if expr.kind == "sum":
            added = [space.choice(where, value, space.leaf(0)) for where, value in zip(held, values, strict=True)]
            return reduce(lambda a, b: space.apply(NUMERIC["+"], a, b), added, space.leaf(0))
        found = space.leaf(NONE)
        for where, value in zip(reversed(held), reversed(values), strict=True):
            found = space.choice(where, value, found)
        return found

    def members(self, domain: x.Domain, known: Knowledge) -> list[int] | None:
        """The members that a domain may have, where they can be told and are few enough, else None."""
        match domain:
            case x.EnumDomain(enum=enum):
                return list(range(len(self.program.enums[enum].values)))
            case x.SetDomain(members=members) if not isinstance(domain.type, ElementType):
                values = [self.space.constant(self.number(member, known)) for member in members]
                found = [value for value in values if value is not None]
                return found if len(found) == len(values) else None
            case x.RangeDomain(low=x.Const(value=low), high=x.Const(value=high)):
                return list(range(low, high + 1))
            case x.RangeDomain(low=x.Expr(type=IntType(low=low)), high=x.Expr(type=IntType(high=high))):
                return list(range(low, high + 1)) if high - low < SPELT else None
            case _:
                return None

    def reached(self, member: int, domain: x.Domain, known: Knowledge) -> int:
        """Whether a member that a domain may have is one of it: where the ends of a range are worked out."""
        match domain:
            case x.RangeDomain(low=x.Const(), high=x.Const()):
                return YES
            case x.RangeDomain(low=low, high=high):
                leaf = self.space.leaf(member)
                above = self.space.apply(COMPARED["<="], self.number(low, known), leaf)
                return self.space.both(above, self.space.apply(COMPARED["<="], leaf, self.number(high, known)))
            case _:
                return YES

    def counted(self, expr: x.Quantifier, known: Knowledge) -> Value:
        """A quantifier over a list: how many members there are is a guess, and the rest follows from it, but a sum."""
        if expr.kind == "sum":
            return self.guess(expr, known)
        as_count = x.Quantifier(
            kind="count", variable=expr.variable, domain=expr.domain, where=expr.where, type=IntType(0, 255)
        )
        key = (self.shape(as_count, known, {}), self.versions(as_count, known))
        most = self.program.capacity(expr.domain)
        atom = Atom(("count", key), "the number of members", IntType(0, most), tuple(range(most + 1)), guess=True)
        number = self.space.atom(atom)
        if expr.kind == "count":
            return number
        some = self.space.apply(COMPARED[">"], number, self.space.leaf(0))
        if expr.kind == "any":
            return some
        if isinstance(expr.type, ElementType):
            return Element(("first", key), expr.variable, some)
        return self.space.choice(some, self.guess(expr, known), self.space.leaf(NONE))


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
