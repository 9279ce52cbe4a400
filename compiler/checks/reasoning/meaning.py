"""What expressions of the rule graph are worth, as diagrams over what they depend on.

Derived values and printed tables are looked into, quantifiers over enums spelt out. What would grow too large, and
what goes through lists of elements, is a guess: an atom of its own that may be anything of its type. So what holds
in every state of the diagrams holds in play; what they show to be possible is certain only where no guess is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import reduce

from attrs import evolve, frozen

from compiler.checks.reasoning.diagrams import NO, YES, Atom, Diagrams, Operator, TooManyError
from compiler.checks.reasoning.knowledge import NATURAL, Knowledge, Snapshot, Unknown, fresh
from compiler.checks.reasoning.program import Program, UnclearError
from compiler.checks.reasoning.walking import child_names
from compiler.graph import expressions as x
from compiler.graph import nodes as n
from compiler.graph import statements as g
from compiler.graph.types import (
    BOOL,
    NONE,
    ElementType,
    EnumType,
    IntType,
    NoneType,
    PartsType,
    Type,
    UnknownType,
)

SMALL = 60_000
"""What a derived value, a table or a quantifier may cost before it becomes a guess."""


@frozen
class Element:
    """An element of a list: which one is not worked out, only whether there is one.

    Attributes:
        key: What tells it from others.
        label: What the reader calls it.
        present: The diagram of whether it is not none.
    """

    key: Hashable
    label: str
    present: int


Value = int | Element
"""A diagram, or an element."""


def strict(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """Arithmetic that makes none of none."""
    return lambda a, b: NONE if NONE in (a, b) else function(a, b)


NUMERIC = {
    "+": Operator("+", strict(lambda a, b: a + b)),
    "-": Operator("-", strict(lambda a, b: a - b)),
    "*": Operator("*", strict(lambda a, b: a * b)),
    "min": Operator("min", strict(min)),
    "max": Operator("max", strict(max)),
    "down": Operator("down", strict(lambda a, b: a // b if b else NONE)),
    "up": Operator("up", strict(lambda a, b: -(-a // b) if b else NONE)),
}

COMPARED = {
    "<": Operator("<", lambda a, b: int(a < b)),
    "<=": Operator("<=", lambda a, b: int(a <= b)),
    ">": Operator(">", lambda a, b: int(a > b)),
    ">=": Operator(">=", lambda a, b: int(a >= b)),
    "==": Operator("==", lambda a, b: int(a == b)),
    "!=": Operator("!=", lambda a, b: int(a != b)),
}


class Meaning:
    """Works expressions out, all in one set of diagrams."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.space = Diagrams()
        self.done: dict[Hashable, Value] = {}
        self.open: list[str] = []

    # --- what is asked for

    def number(self, expr: x.Expr, known: Knowledge) -> int:
        """The diagram of a value; of an element, whether there is one.

        Raises:
            TooManyError: It would grow too large.
            UnclearError: Something in it could not be understood.
        """
        value = self.value(expr, known)
        return value.present if isinstance(value, Element) else value

    def condition(self, expr: x.Expr | None, known: Knowledge) -> int:
        """The diagram of a condition; where it is too much, of a guess."""
        return YES if expr is None else self.number(expr, known)

    def facts(self, known: Knowledge) -> int:
        """The diagram of all that is known to hold; what is too much is left out."""
        held = YES
        for fact in known.facts:
            try:
                value = self.number(fact.condition, fact.known)
                held = self.space.both(held, value if fact.holds else self.space.negated(value))
            except TooManyError:
                continue
        return held

    def free(
        self,
        label: str,
        type_: Type,
        key: Hashable,
        values: Sequence[int] | None = None,
        version: tuple[str, int] | None = None,
    ) -> int:
        """An atom that may be anything of a type."""
        if values is None:
            values = self.program.domain(type_)
        return self.space.atom(Atom(key, label, type_, tuple(values), version=version))

    # --- expressions

    def value(self, expr: x.Expr, known: Knowledge) -> Value:
        """What an expression is worth."""
        match expr:
            case x.Const(value=value, type=type_):
                if isinstance(type_, UnknownType):
                    raise UnclearError
                return self.space.leaf(value)
            case x.Var(name=name, type=type_):
                return self.named(known.names.get(name, Unknown(name, type_, 0)))
            case x.NaturalDice(type=type_):
                return self.named(known.names.get(NATURAL, Unknown(NATURAL, type_, 0)))
            case x.OptionRead(option=option, type=type_):
                return self.free(f"option {option}", type_, ("option", option))
            case x.Read():
                return self.read(expr, known)
            case x.RollFact(variable=variable, fact=fact, type=type_):
                return self.kept(variable, fact, type_, known)
            case x.PartOf(variable=variable, part=part):
                return self.part(expr, variable, part, known)
            case x.CallDefine() | x.LookUp() | x.ModifiersOn() | x.Quantifier():
                return self.looked_into(expr, known)
            case x.Comparison() | x.InRange() | x.OneOf():
                return self.tried(expr, known, lambda: self.test(expr, known))
            case x.NotExpr(value=inner):
                return self.space.negated(self.number(inner, known))
            case x.AndExpr(terms=terms):
                return self.space.both(*(self.number(term, known) for term in terms))
            case x.OrExpr(terms=terms):
                return self.space.either([self.number(term, known) for term in terms])
            case x.EnumData(enum=enum, column=column, value=inner):
                return self.data(enum, column, self.number(inner, known))
            case x.Arithmetic(op=op, left=left, right=right):
                return self.space.apply(NUMERIC[op], self.number(left, known), self.number(right, known))
            case x.Quotient(left=left, divisor=divisor, rounding=rounding):
                return self.space.apply(NUMERIC[rounding], self.number(left, known), self.number(divisor, known))
            case x.Negation(value=inner):
                return self.space.apply(NUMERIC["-"], self.space.leaf(0), self.number(inner, known))
            case x.Builtin(function=function, args=args):
                return self.builtin(function, [self.number(arg, known) for arg in args], args[0].type)
            case x.RollDice() | x.RollOn() | x.DoCall():
                return self.guess(expr, known, next(fresh))
            case _:
                return self.guess(expr, known)

    def named(self, what: Unknown | Snapshot) -> Value:
        """What a name stands for."""
        if isinstance(what, Snapshot):
            return self.value(what.value, what.known)
        return self.anything(what.name, what.type, ("name", what.name, what.serial), what.values)

    def anything(self, label: str, type_: Type, key: Hashable, values: Sequence[int] | None = None) -> Value:
        """Anything of a type: a diagram, or an element that may be none."""
        if isinstance(type_, UnknownType):
            raise UnclearError
        if isinstance(type_, ElementType):
            present = self.free(label, type_, ("present", key), (1, 0)) if type_.optional else YES
            return Element(key, label, present)
        return self.free(label, type_, key, values)

    def kept(self, variable: str, fact: str, type_: Type, known: Knowledge) -> Value:
        """The natural dice or the total of a kept roll."""
        name = known.names.get(variable)
        serial = name.serial if isinstance(name, Unknown) else 0
        return self.free(f"{variable}.{fact}", type_, ("fact", variable, fact, serial))

    def part(self, expr: x.Expr, variable: str, part: str, known: Knowledge) -> Value:
        """A part of a kept result."""
        name = known.names.get(variable)
        if isinstance(name, Snapshot) and isinstance(name.value, x.LookUp):
            look_up = name.value
            return self.value(
                x.LookUp(table=look_up.table, args=look_up.args, part=part, type=expr.type, span=expr.span), name.known
            )
        serial = name.serial if isinstance(name, Unknown) else 0
        return self.free(f"{variable}.{part}", expr.type, ("part", variable, part, serial))

    # --- state

    def read(self, expr: x.Read, known: Knowledge) -> Value:
        """The value of a field."""
        field = self.program.fields[expr.field]
        version = known.versions.get(field.id, 0)
        indices = [self.number(index, known) for index in expr.indices]
        if expr.element is not None:
            owner = self.value(expr.element, known)
            if not isinstance(owner, Element):
                raise UnclearError
            label = f"{owner.label}.{field.id.split('.')[-1]}"
            return self.anything(label, field.type, ("member", owner.key, field.id, tuple(indices), version))
        if isinstance(field.type, ElementType):
            key = ("cell", field.id, tuple(indices), version)
            present = self.cells(field, indices, (), version) if field.type.optional else YES
            return Element(key, field.id, present)
        return self.cells(field, indices, (), version)

    def cells(self, field: n.Field, indices: Sequence[int], fixed: tuple[int, ...], version: int) -> int:
        """The value of a field's cell, chosen by indices that may themselves be diagrams."""
        if len(fixed) == len(indices):
            key = ("field", field.id, fixed, version)
            label = self.program.cell_label(field, fixed)
            if isinstance(field.type, ElementType):
                return self.free(label, field.type, key, (1, 0), (field.id, version))
            return self.free(label, field.type, key, version=(field.id, version))
        index = indices[len(fixed)]
        possible = sorted(self.space.values(index) - {NONE})
        cells = [(value, self.cells(field, indices, (*fixed, value), version)) for value in possible]
        if not cells:
            raise UnclearError
        node = cells[-1][1]
        for value, cell in reversed(cells[:-1]):
            node = self.space.choice(self.space.among(index, [value]), cell, node)
        return node

    def data(self, enum: str, column: str, value: int) -> int:
        """Printed data of an enum value."""
        values = self.program.column(enum, column).values
        pick = Operator(("data", enum, column), lambda at: values[at] if 0 <= at < len(values) else NONE)
        return self.space.apply(pick, value)

    # --- operators

    def builtin(self, function: str, args: Sequence[int], type_: Type) -> int:
        """min, max, next, previous."""
        if function in ("min", "max"):
            return reduce(lambda a, b: self.space.apply(NUMERIC[function], a, b), args)
        assert isinstance(type_, EnumType)
        last = len(self.program.enums[type_.enum].values) - 1
        if function == "next":
            step = Operator(("next", last), lambda at: at + 1 if 0 <= at < last else NONE)
        else:
            step = Operator("previous", lambda at: at - 1 if at > 0 else NONE)
        return self.space.apply(step, args[0])

    def test(self, expr: x.Expr, known: Knowledge) -> int:
        """A comparison."""
        space = self.space
        match expr:
            case x.Comparison(op=op, left=left, right=right):
                a, b = self.value(left, known), self.value(right, known)
                if isinstance(a, Element) or isinstance(b, Element):
                    same = self.same(a, b, expr, known)
                    return same if op == "==" else space.negated(same)
                if isinstance(left.type, PartsType) or isinstance(right.type, PartsType):
                    same = self.guess(evolve(expr, op="=="), known)
                    return same if op == "==" else space.negated(same)
                return space.apply(COMPARED[op], a, b)
            case x.InRange(value=value, low=low, high=high):
                node = self.number(value, known)
                above = space.apply(COMPARED[">="], node, self.number(low, known))
                return space.both(above, space.apply(COMPARED["<="], node, self.number(high, known)))
            case x.OneOf(value=value, members=members):
                if isinstance(value.type, ElementType):
                    return self.guess(expr, known)
                node = self.number(value, known)
                return space.either([space.apply(COMPARED["=="], node, self.number(m, known)) for m in members])
            case _:
                raise UnclearError

    def same(self, a: Value, b: Value, expr: x.Expr, known: Knowledge) -> int:
        """Whether two values are one element, or both none."""
        if not isinstance(a, Element):
            a, b = b, a
        assert isinstance(a, Element)
        if not isinstance(b, Element):
            return self.space.negated(a.present)
        return YES if a.key == b.key else self.guess(expr, known)

    # --- what is looked into

    def tried(self, expr: x.Expr, known: Knowledge, work: Callable[[], Value]) -> Value:
        """A value; a guess where it would grow too large."""
        try:
            with self.space.allowance(SMALL):
                return work()
        except TooManyError:
            return self.guess(expr, known)

    def looked_into(self, expr: x.Expr, known: Knowledge) -> Value:
        """A derived value, a table's value, a sum of modifiers or a quantifier; worked out once."""
        key = (self.shape(expr, known, {}), self.versions(expr, known))
        found = self.done.get(key)
        if found is None:
            found = self.done[key] = self.tried(expr, known, lambda: self.inside(expr, known))
        return found

    def inside(self, expr: x.Expr, known: Knowledge) -> Value:
        """What such an expression comes to."""
        match expr:
            case x.CallDefine(define=name, args=args, type=type_):
                if isinstance(type_, ElementType):
                    return self.guess(expr, known)
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
        """Guard against going round in circles, and against trying again what was too much before."""
        if name in self.open or name in self.program.heavy:
            return self.guess(expr, known)
        self.open.append(name)
        try:
            return work()
        except TooManyError:
            self.program.heavy.add(name)
            raise
        finally:
            self.open.pop()

    def bound(self, params: Sequence[n.Param], args: Sequence[x.Expr], known: Knowledge, outer: Knowledge) -> Knowledge:
        """Parameters standing for arguments."""
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
        """The value of a table without dice."""
        inner = self.bound(table.params, args, Knowledge(versions=known.versions), known)
        at = 0
        if part is not None:
            if not isinstance(table.result, PartsType):
                raise UnclearError
            at = [p.name for p in table.result.parts].index(part)
        elif isinstance(table.result, PartsType):
            return self.guess(expr, known)
        bodies = [*(before.body for before in table.beforehand), *(row.body for row in table.rows)]
        if table.result is None or not all(plain(body) for body in bodies):
            return self.guess(expr, known)
        space = self.space
        value = space.leaf(0 if table.relation else NONE)
        for row in sorted(table.rows, key=lambda row: not row.otherwise):
            if row.body:
                value = space.choice(self.matches(row, table, inner), self.given(row.body, at, inner), value)
        for before in reversed(table.beforehand):
            value = space.choice(self.number(before.condition, inner), self.given(before.body, at, inner), value)
        return value

    def given(self, body: g.Block, at: int, known: Knowledge) -> int:
        """The value, or one part of it, that a plain body gives."""
        last = body[-1]
        assert isinstance(last, g.Give)
        return self.space.leaf(NONE) if at >= len(last.values) else self.number(last.values[at], known)

    def matches(self, row: g.Row, table: n.Table, known: Knowledge) -> int:
        """Where the parameters of a table have the values that a row is for."""
        types = {param.name: param.type for param in table.params}
        held = YES
        for match in row.matches:
            node = self.number(x.Var(name=match.param, type=types[match.param]), known)
            held = self.space.both(held, self.space.among(node, match.values))
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
        """count, any, first: spelt out over enums, sets and ranges; over lists a guess at how many there are."""
        members = self.members(expr.domain, known)
        if members is None:
            return self.counted(expr, known)
        space = self.space
        held = []
        for member in members:
            itself = x.Const(value=member, type=expr.domain.type)
            inner = known.naming(expr.variable, Snapshot(itself.type, itself, known))
            held.append(YES if expr.where is None else self.number(expr.where, inner))
        if expr.kind == "any":
            return space.either(held)
        if expr.kind == "count":
            return reduce(lambda a, b: space.apply(NUMERIC["+"], a, b), held, space.leaf(0))
        value = space.leaf(NONE)
        for member, where in zip(reversed(members), reversed(held), strict=True):
            value = space.choice(where, space.leaf(member), value)
        return value

    def members(self, domain: x.Domain, known: Knowledge) -> list[int] | None:
        """The members of a domain where they can be told, else None."""
        match domain:
            case x.EnumDomain(enum=enum):
                return list(range(len(self.program.enums[enum].values)))
            case x.SetDomain(members=members) if not isinstance(domain.type, ElementType):
                values = [self.space.nodes[self.number(member, known)] for member in members]
                found = [branches[0] for _, branches in values if len(branches) == 1]
                return found if len(found) == len(values) else None
            case x.RangeDomain(low=x.Const(value=low), high=x.Const(value=high)):
                return list(range(low, high + 1))
            case _:
                return None

    def counted(self, expr: x.Quantifier, known: Knowledge) -> Value:
        """A quantifier over a list: how many members there are is a guess, and the rest follows from it."""
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
        chosen = self.guess(expr, known)
        return self.space.choice(some, chosen, self.space.leaf(NONE)) if isinstance(chosen, int) else chosen

    # --- guesses

    def guess(self, expr: x.Expr, known: Knowledge, serial: int = 0) -> int:
        """Anything of the expression's type, the same for the same expression at the same point."""
        type_ = expr.type
        key = ("guess", serial, self.shape(expr, known, {}), self.versions(expr, known))
        if isinstance(type_, NoneType | UnknownType):
            raise UnclearError
        if isinstance(type_, ElementType | PartsType):
            type_ = BOOL
        return self.space.atom(Atom(key, "", type_, tuple(self.program.domain(type_)), guess=True))

    def versions(self, expr: x.Expr, known: Knowledge) -> Hashable:
        """The versions of all that an expression reads."""
        if not known.versions:
            return ()
        reads = self.program.effects.of(expr).reads
        return tuple(sorted((name, known.versions[name]) for name in reads if name in known.versions))

    def shape(self, part: object, known: Knowledge, bound: dict[str, int]) -> Hashable:
        """What tells expressions apart: what they say and what their names stand for, spans and types aside."""
        match part:
            case tuple():
                return tuple(self.shape(one, known, bound) for one in part)
            case x.Var(name=name) if name in bound:
                return ("bound", bound[name])
            case x.Var(name=name) if name in known.names:
                value = self.named(known.names[name])
                return ("value", value.key if isinstance(value, Element) else value)
            case x.NaturalDice() if NATURAL in known.names:
                value = self.named(known.names[NATURAL])
                return ("value", value if isinstance(value, int) else value.key)
            case x.Quantifier(kind=kind, variable=variable, domain=domain, where=where):
                deeper = {**bound, variable: len(bound)}
                return (kind, self.shape(domain, known, bound), self.shape(where, known, deeper))
            case x.InList(variable=variable) | x.LocalListDomain(variable=variable) if variable in known.names:
                held = known.names[variable]
                inner = self.shape(part.value, known, bound) if isinstance(part, x.InList) else None
                return ("list", held.serial if isinstance(held, Unknown) else variable, inner)
            case str() | int() | None:
                return part
            case _:
                names = child_names(type(part))
                return (type(part).__name__, *(self.shape(getattr(part, name), known, bound) for name in names))


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
