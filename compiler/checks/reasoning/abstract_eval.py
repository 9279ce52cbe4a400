"""Abstract evaluation: what expressions of the rule graph are worth, as diagrams over what they depend on.

Derived values and printed tables are looked into, quantifiers over enums spelt out. What would grow too large, and
what goes through lists of elements, is a guess: an atom of its own that may be anything of its type. So what holds
in every state of the diagrams holds in play; what they show to be possible is certain only where no guess is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import assert_never

from attrs import evolve

from bombsight.compiler.checks.reasoning.atoms import YES, Operator
from bombsight.compiler.checks.reasoning.lookups import Lookups
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, Knowledge, Snapshot, Unknown, fresh
from bombsight.compiler.checks.reasoning.values import COMPARED, NUMERIC, Element, Value
from bombsight.compiler.checks.reasoning.widening import SMALL
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.source import NOWHERE
from bombsight.flat.types import NONE, ElementType, EnumType, PartsType, Type, UnknownType


class Meaning(Lookups):
    """Works expressions out, all in one set of diagrams."""

    # --- what is asked for

    def number(self, expr: x.Expr, known: Knowledge) -> int:
        """The diagram of a value; of an element, whether there is one.

        Raises:
            TooManyError: It would grow too large.
            UnclearError: Something in it could not be understood.
        """
        value = self.value(expr, known)
        return value.present if isinstance(value, Element) else value

    def facts(self, known: Knowledge) -> int:
        """The diagram of all that is known to hold; what is too much is left out."""
        held = YES
        for fact in self.each_fact(known):
            try:
                held = self.space.both(held, fact)
            except TooManyError:
                continue
        return held

    def each_fact(self, known: Knowledge) -> Iterator[int]:
        """The diagram of each condition that is known to hold; what is too much is left out."""
        for fact in known.facts:
            try:
                value = self.number(fact.condition, fact.known)
                yield value if fact.holds else self.space.negated(value)
            except TooManyError:
                continue

    # --- expressions

    def value(self, expr: x.Expr, known: Knowledge) -> Value:
        """Abstract evaluation: the diagram of an expression, or the element it gives.

        Raises:
            TooWideError: A number in it would have to be gone through, and can be too many values.
            UnclearError: Its type is not known, or it is none that a value can be told of.
        """
        try:
            return self.evaluate(expr, known)
        except TooWideError as error:
            if error.span == NOWHERE:
                error.span = expr.span
            raise

    def evaluate(self, expr: x.Expr, known: Knowledge) -> Value:
        """The same; what is too wide does not say where it is."""
        self.space.effort.ask()
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
                return self.calculated(expr, NUMERIC[op], left, right, known)
            case x.Quotient(left=left, divisor=divisor, rounding=rounding):
                return self.calculated(expr, NUMERIC[rounding], left, divisor, known)
            case x.Negation(value=inner):
                return self.space.apply(NUMERIC["-"], self.space.leaf(0), self.number(inner, known))
            case x.OrElse(value=inner, otherwise=otherwise):
                return self.either(expr, self.value(inner, known), self.value(otherwise, known), known)
            case x.Builtin(function=function, args=args):
                return self.builtin(function, [self.number(arg, known) for arg in args], args[0].type)
            case x.RollDice() | x.RollOn() | x.DoCall():
                return self.guessed(expr, known, next(fresh))
            case x.InList():
                return self.guessed(expr, known)
            case _:
                assert_never(expr)

    def calculated(self, expr: x.Expr, operator: Operator, left: x.Expr, right: x.Expr, known: Knowledge) -> int:
        """What comes of two numbers; of those that are too many to be gone through together a guess.

        Args:
            expr: The expression.
            operator: What is done with them.
            left: The first.
            right: The second.
            known: What is known there.
        """
        one, other = self.number(left, known), self.number(right, known)
        try:
            return self.space.apply(operator, one, other)
        except TooWideError:
            self.gave_up = True
            node = self.guess(expr, known)
            self.too_wide.update(dict.fromkeys(self.space.support(node), expr.span))
            return node

    def kept(self, variable: str, fact: str, type_: Type, known: Knowledge) -> Value:
        """The natural dice or the total of a kept roll.

        Args:
            variable: The variable that keeps it.
            fact: Which of the two.
            type_: Its type.
            known: What is known there.
        """
        name = known.names.get(variable)
        serial = name.serial if isinstance(name, Unknown) else 0
        return self.free(f"{variable}.{fact}", type_, ("fact", variable, fact, serial))

    def part(self, expr: x.Expr, variable: str, part: str, known: Knowledge) -> Value:
        """A part of a kept result.

        Args:
            expr: The expression that asks for it.
            variable: The variable that keeps the result.
            part: The name of the part.
            known: What is known there.
        """
        name = known.names.get(variable)
        if isinstance(name, Snapshot) and isinstance(name.value, x.LookUp):
            look_up = name.value
            return self.value(
                x.LookUp(table=look_up.table, args=look_up.args, part=part, type=expr.type, span=expr.span), name.known
            )
        serial, values = 0, None
        if isinstance(name, Unknown):
            serial = name.serial
            if name.call is not None and isinstance(name.call.type, PartsType):
                at = [one.name for one in name.call.type.parts].index(part)
                values = self.program.outcomes.possible(name.call, expr.type, at)
        return self.free(f"{variable}.{part}", expr.type, ("part", variable, part, serial), values)

    # --- state

    def read(self, expr: x.Read, known: Knowledge) -> Value:
        """The value of a field.

        Raises:
            UnclearError: It is a field of something that is no element.
        """
        field = self.program.fields[expr.field]
        version = known.versions.get(f"field:{field.id}", 0)
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
        """The value of a field's cell, chosen by indices that may themselves be diagrams.

        Args:
            field: The field.
            indices: The diagrams of all its indices.
            fixed: The values of the first of them that are settled already.
            version: After how many changes of the field.
        """
        if len(fixed) == len(indices):
            key = ("field", field.id, fixed, version)
            label = self.program.cell_label(field, fixed)
            element = (field.indices, fixed) if fixed else None
            if isinstance(field.type, ElementType):
                return self.free(label, field.type, key, (1, 0), (f"field:{field.id}", version), element)
            return self.free(label, field.type, key, version=(f"field:{field.id}", version), element=element)
        index = indices[len(fixed)]
        possible = [value for value in self.space.values(index) if value != NONE]
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

    def either(self, expr: x.Expr, value: Value, otherwise: Value, known: Knowledge) -> Value:
        """A value, or another where it is none; of elements a guess.

        Args:
            expr: The expression.
            value: The value.
            otherwise: The other.
            known: What is known there.
        """
        if isinstance(value, Element) or isinstance(otherwise, Element):
            return self.guessed(expr, known)
        none = self.space.apply(COMPARED["=="], value, self.space.leaf(NONE))
        return self.space.choice(none, otherwise, value)

    def builtin(self, function: x.Function, args: Sequence[int], type_: Type) -> int:
        """min, max, abs, next, previous."""
        space = self.space
        match function:
            case "min" | "max":
                return reduce(lambda a, b: space.apply(NUMERIC[function], a, b), args)
            case "abs":
                return space.apply(NUMERIC["max"], args[0], space.apply(NUMERIC["-"], space.leaf(0), args[0]))
            case "next":
                assert isinstance(type_, EnumType)
                last = len(self.program.enums[type_.enum].values) - 1
                return space.apply(Operator(("next", last), lambda at: at + 1 if 0 <= at < last else NONE), args[0])
            case "previous":
                return space.apply(Operator("previous", lambda at: at - 1 if at > 0 else NONE), args[0])
            case _:
                assert_never(function)

    def test(self, expr: x.Comparison | x.InRange | x.OneOf, known: Knowledge) -> int:
        """The diagram of a comparison: 1 where it holds, else 0.

        Raises:
            TooManyError: Its sides share nothing and have too many values between them.
        """
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
                if space.size(a) * space.size(b) > SMALL and space.support(a).isdisjoint(space.support(b)):
                    raise TooManyError
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
                assert_never(expr)

    def same(self, a: Value, b: Value, expr: x.Expr, known: Knowledge) -> int:
        """Whether two values are one element, or both none.

        Args:
            a: A value; one of the two is an element.
            b: The other; what is no element is none.
            expr: The comparison.
            known: What is known there.
        """
        if not isinstance(a, Element):
            a, b = b, a
        assert isinstance(a, Element)
        if not isinstance(b, Element):
            return self.space.negated(a.present)
        return YES if a.key == b.key else self.guess(expr, known)
