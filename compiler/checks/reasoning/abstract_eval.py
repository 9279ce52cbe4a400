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
from bombsight.compiler.checks.reasoning.lookups import InliningEvaluator
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import (
    NATURAL,
    SymbolicState,
    UnknownValue,
    ValueSnapshot,
    serial_numbers,
)
from bombsight.compiler.checks.reasoning.values import (
    COMPARISON_OPERATORS,
    NUMERIC_OPERATORS,
    AbstractValue,
    ElementValue,
)
from bombsight.compiler.checks.reasoning.widening import MAX_PART_COST
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.source import NOWHERE
from bombsight.flat.types import NONE, ElementType, EnumType, PartsType, Type, UnknownType


class AbstractEvaluator(InliningEvaluator):
    """Works expressions out, all in one set of diagrams."""

    # --- what is asked for

    def diagram_of(self, expr: x.Expr, state: SymbolicState) -> int:
        """The diagram of a value; of an element, whether there is one.

        Raises:
            TooManyError: It would grow too large.
            UnclearError: Something in it could not be understood.
        """
        value = self.evaluate(expr, state)
        return value.presence if isinstance(value, ElementValue) else value

    def facts_diagram(self, state: SymbolicState) -> int:
        """The diagram of all that is known to hold; what is too much is left out."""
        conjunction = YES
        for fact in self.fact_diagrams(state):
            try:
                conjunction = self.space.conjunction(conjunction, fact)
            except TooManyError:
                continue
        return conjunction

    def fact_diagrams(self, state: SymbolicState) -> Iterator[int]:
        """The diagram of each condition that is known to hold; what is too much is left out."""
        for fact in state.path_conditions:
            try:
                value = self.diagram_of(fact.condition, fact.state)
                yield value if fact.holds else self.space.negation(value)
            except TooManyError:
                continue

    # --- expressions

    def evaluate(self, expr: x.Expr, state: SymbolicState) -> AbstractValue:
        """Abstract evaluation: the diagram of an expression, or the element it gives.

        Raises:
            TooWideError: A number in it would have to be gone through, and can be too many values.
            UnclearError: Its type is not known, or it is none that a value can be told of.
        """
        try:
            return self.evaluate_unlocated(expr, state)
        except TooWideError as error:
            if error.span == NOWHERE:
                error.span = expr.span
            raise

    def evaluate_unlocated(self, expr: x.Expr, state: SymbolicState) -> AbstractValue:
        """The same; what is too wide does not say where it is."""
        self.space.effort.count_expression()
        match expr:
            case x.Const(value=value, type=type_):
                if isinstance(type_, UnknownType):
                    raise UnclearError
                return self.space.leaf_node(value)
            case x.Var(name=name, type=type_):
                return self.value_of_binding(state.names.get(name, UnknownValue(name, type_, 0)))
            case x.NaturalDice(type=type_):
                return self.value_of_binding(state.names.get(NATURAL, UnknownValue(NATURAL, type_, 0)))
            case x.OptionRead(option=option, type=type_):
                return self.atom_for(f"option {option}", type_, ("option", option))
            case x.Read():
                return self.evaluate_read(expr, state)
            case x.RollFact(variable=variable, fact=fact, type=type_):
                return self.evaluate_roll_fact(variable, fact, type_, state)
            case x.PartOf(variable=variable, part=part):
                return self.evaluate_part(expr, variable, part, state)
            case x.CallDefine() | x.LookUp() | x.ModifiersOn() | x.Quantifier():
                return self.evaluate_inlined(expr, state)
            case x.Comparison() | x.InRange() | x.OneOf():
                return self.evaluate_or_widen(expr, state, lambda: self.evaluate_test(expr, state))
            case x.NotExpr(value=inner):
                return self.space.negation(self.diagram_of(inner, state))
            case x.AndExpr(terms=terms):
                return self.space.conjunction(*(self.diagram_of(term, state) for term in terms))
            case x.OrExpr(terms=terms):
                return self.space.disjunction([self.diagram_of(term, state) for term in terms])
            case x.EnumData(enum=enum, column=column, value=inner):
                return self.column_diagram(enum, column, self.diagram_of(inner, state))
            case x.Arithmetic(op=op, left=left, right=right):
                return self.evaluate_arithmetic(expr, NUMERIC_OPERATORS[op], left, right, state)
            case x.Quotient(left=left, divisor=divisor, rounding=rounding):
                return self.evaluate_arithmetic(expr, NUMERIC_OPERATORS[rounding], left, divisor, state)
            case x.Negation(value=inner):
                return self.space.apply(NUMERIC_OPERATORS["-"], self.space.leaf_node(0), self.diagram_of(inner, state))
            case x.OrElse(value=inner, otherwise=otherwise):
                return self.evaluate_or_else(expr, self.evaluate(inner, state), self.evaluate(otherwise, state), state)
            case x.Builtin(function=function, args=args):
                return self.evaluate_builtin(function, [self.diagram_of(arg, state) for arg in args], args[0].type)
            case x.RollDice() | x.RollOn() | x.DoCall():
                return self.guess_value(expr, state, next(serial_numbers))
            case x.InList():
                return self.guess_value(expr, state)
            case _:
                assert_never(expr)

    def evaluate_arithmetic(
        self, expr: x.Expr, operator: Operator, left: x.Expr, right: x.Expr, state: SymbolicState
    ) -> int:
        """What comes of two numbers; of those that are too many to be gone through together a guess.

        Args:
            expr: The expression.
            operator: What is done with them.
            left: The first.
            right: The second.
            state: What is known there.
        """
        one, other = self.diagram_of(left, state), self.diagram_of(right, state)
        try:
            return self.space.apply(operator, one, other)
        except TooWideError:
            self.has_widened = True
            node = self.guess_diagram(expr, state)
            self.wide_atom_spans.update(dict.fromkeys(self.space.support(node), expr.span))
            return node

    def evaluate_roll_fact(self, variable: str, fact: str, type_: Type, state: SymbolicState) -> AbstractValue:
        """The natural dice or the total of a kept roll.

        Args:
            variable: The variable that keeps it.
            fact: Which of the two.
            type_: Its type.
            state: What is known there.
        """
        name = state.names.get(variable)
        serial = name.serial if isinstance(name, UnknownValue) else 0
        return self.atom_for(f"{variable}.{fact}", type_, ("fact", variable, fact, serial))

    def evaluate_part(self, expr: x.Expr, variable: str, part: str, state: SymbolicState) -> AbstractValue:
        """A part of a kept result.

        Args:
            expr: The expression that asks for it.
            variable: The variable that keeps the result.
            part: The name of the part.
            state: What is known there.
        """
        name = state.names.get(variable)
        if isinstance(name, ValueSnapshot) and isinstance(name.value, x.LookUp):
            look_up = name.value
            return self.evaluate(
                x.LookUp(table=look_up.table, args=look_up.args, part=part, type=expr.type, span=expr.span), name.state
            )
        serial, values = 0, None
        if isinstance(name, UnknownValue):
            serial = name.serial
            if name.call is not None and isinstance(name.call.type, PartsType):
                at = [one.name for one in name.call.type.parts].index(part)
                values = self.program.outcomes.values_of_call(name.call, expr.type, at)
        return self.atom_for(f"{variable}.{part}", expr.type, ("part", variable, part, serial), values)

    # --- state

    def evaluate_read(self, expr: x.Read, state: SymbolicState) -> AbstractValue:
        """The value of a field.

        Raises:
            UnclearError: It is a field of something that is no element.
        """
        field = self.program.fields[expr.field]
        version = state.versions.get(f"field:{field.id}", 0)
        indices = [self.diagram_of(index, state) for index in expr.indices]
        if expr.element is not None:
            owner = self.evaluate(expr.element, state)
            if not isinstance(owner, ElementValue):
                raise UnclearError
            label = f"{owner.label}.{field.id.split('.')[-1]}"
            return self.unknown_value(label, field.type, ("member", owner.key, field.id, tuple(indices), version))
        if isinstance(field.type, ElementType):
            key = ("cell", field.id, tuple(indices), version)
            present = self.cell_diagram(field, indices, (), version) if field.type.optional else YES
            return ElementValue(key, field.id, present)
        return self.cell_diagram(field, indices, (), version)

    def cell_diagram(self, field: n.Field, indices: Sequence[int], known_indices: tuple[int, ...], version: int) -> int:
        """The value of a field's cell, chosen by indices that may themselves be diagrams.

        Args:
            field: The field.
            indices: The diagrams of all its indices.
            known_indices: The values of the first of them that are settled already.
            version: After how many changes of the field.
        """
        if len(known_indices) == len(indices):
            key = ("field", field.id, known_indices, version)
            label = self.program.render_cell(field, known_indices)
            element = (field.indices, known_indices) if known_indices else None
            if isinstance(field.type, ElementType):
                return self.atom_for(label, field.type, key, (1, 0), (f"field:{field.id}", version), element)
            return self.atom_for(label, field.type, key, version=(f"field:{field.id}", version), element=element)
        index = indices[len(known_indices)]
        index_values = [value for value in self.space.values_of(index) if value != NONE]
        cells = [(value, self.cell_diagram(field, indices, (*known_indices, value), version)) for value in index_values]
        if not cells:
            raise UnclearError
        node = cells[-1][1]
        for value, cell in reversed(cells[:-1]):
            node = self.space.if_then_else(self.space.membership(index, [value]), cell, node)
        return node

    def column_diagram(self, enum: str, column: str, value: int) -> int:
        """Printed data of an enum value."""
        values = self.program.find_column(enum, column).values
        pick = Operator(("data", enum, column), lambda at: values[at] if 0 <= at < len(values) else NONE)
        return self.space.apply(pick, value)

    # --- operators

    def evaluate_or_else(
        self, expr: x.Expr, value: AbstractValue, otherwise: AbstractValue, state: SymbolicState
    ) -> AbstractValue:
        """A value, or another where it is none; of elements a guess.

        Args:
            expr: The expression.
            value: The value.
            otherwise: The other.
            state: What is known there.
        """
        if isinstance(value, ElementValue) or isinstance(otherwise, ElementValue):
            return self.guess_value(expr, state)
        none = self.space.apply(COMPARISON_OPERATORS["=="], value, self.space.leaf_node(NONE))
        return self.space.if_then_else(none, otherwise, value)

    def evaluate_builtin(self, function: x.Function, args: Sequence[int], type_: Type) -> int:
        """min, max, abs, next, previous."""
        space = self.space
        match function:
            case "min" | "max":
                return reduce(lambda a, b: space.apply(NUMERIC_OPERATORS[function], a, b), args)
            case "abs":
                return space.apply(
                    NUMERIC_OPERATORS["max"], args[0], space.apply(NUMERIC_OPERATORS["-"], space.leaf_node(0), args[0])
                )
            case "next":
                assert isinstance(type_, EnumType)
                last = len(self.program.enums[type_.enum].values) - 1
                return space.apply(Operator(("next", last), lambda at: at + 1 if 0 <= at < last else NONE), args[0])
            case "previous":
                return space.apply(Operator("previous", lambda at: at - 1 if at > 0 else NONE), args[0])
            case _:
                assert_never(function)

    def evaluate_test(self, expr: x.Comparison | x.InRange | x.OneOf, state: SymbolicState) -> int:
        """The diagram of a comparison: 1 where it holds, else 0.

        Raises:
            TooManyError: Its sides share nothing and have too many values between them.
        """
        space = self.space
        match expr:
            case x.Comparison(op=op, left=left, right=right):
                a, b = self.evaluate(left, state), self.evaluate(right, state)
                if isinstance(a, ElementValue) or isinstance(b, ElementValue):
                    same = self.same_element_diagram(a, b, expr, state)
                    return same if op == "==" else space.negation(same)
                if isinstance(left.type, PartsType) or isinstance(right.type, PartsType):
                    same = self.guess_diagram(evolve(expr, op="=="), state)
                    return same if op == "==" else space.negation(same)
                if space.leaf_count(a) * space.leaf_count(b) > MAX_PART_COST and space.support(a).isdisjoint(
                    space.support(b)
                ):
                    raise TooManyError
                return space.apply(COMPARISON_OPERATORS[op], a, b)
            case x.InRange(value=value, low=low, high=high):
                node = self.diagram_of(value, state)
                above = space.apply(COMPARISON_OPERATORS[">="], node, self.diagram_of(low, state))
                return space.conjunction(
                    above, space.apply(COMPARISON_OPERATORS["<="], node, self.diagram_of(high, state))
                )
            case x.OneOf(value=value, members=members):
                if isinstance(value.type, ElementType):
                    return self.guess_diagram(expr, state)
                node = self.diagram_of(value, state)
                return space.disjunction(
                    [space.apply(COMPARISON_OPERATORS["=="], node, self.diagram_of(m, state)) for m in members]
                )
            case _:
                assert_never(expr)

    def same_element_diagram(self, a: AbstractValue, b: AbstractValue, expr: x.Expr, state: SymbolicState) -> int:
        """Whether two values are one element, or both none.

        Args:
            a: A value; one of the two is an element.
            b: The other; what is no element is none.
            expr: The comparison.
            state: What is known there.
        """
        if not isinstance(a, ElementValue):
            a, b = b, a
        assert isinstance(a, ElementValue)
        if not isinstance(b, ElementValue):
            return self.space.negation(a.presence)
        return YES if a.key == b.key else self.guess_diagram(expr, state)
