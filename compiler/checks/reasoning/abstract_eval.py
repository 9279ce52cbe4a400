"""Abstract interpretation: the values of expressions as decision diagrams over the state that they depend on.

Defines and printed tables are inlined, quantifiers over enums unrolled. Values that would grow too large, and those of
elements in lists, become guesses: fresh atoms with any value of their type. So what holds in every state of the
diagrams holds in play; what the diagrams show to be possible is certain only where no guess is involved.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial, reduce
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
from bombsight.compiler.graph.single_dice import count_dice, render_dice_fact
from bombsight.dsl.source import NOWHERE
from bombsight.flat.types import NONE, ElementType, EnumType, PartsType, Type, UnknownType


class AbstractEvaluator(InliningEvaluator):
    """An evaluator of expressions to decision diagrams, all in one set."""

    # --- results

    def diagram_of(self, expr: x.Expr, state: SymbolicState) -> int:
        """Evaluate an expression to a decision diagram; for a list element, to the diagram of whether it exists.

        Raises:
            TooManyError: The diagram would grow too large.
            UnclearError: The expression refers to anything unresolved.
        """
        value = self.evaluate(expr, state)
        return value.presence if isinstance(value, ElementValue) else value

    def facts_diagram(self, state: SymbolicState) -> int:
        """Build the diagram of the conjunction of a state's path conditions, without those that are too large."""
        conjunction = YES
        for fact in self.fact_diagrams(state):
            try:
                conjunction = self.space.conjunction(conjunction, fact)
            except TooManyError:
                continue
        return conjunction

    def fact_diagrams(self, state: SymbolicState) -> Iterator[int]:
        """Yield the diagram of each path condition of a state, except those that are too large."""
        for fact in state.path_conditions:
            try:
                value = self.diagram_of(fact.condition, fact.state)
                yield value if fact.holds else self.space.negation(value)
            except TooManyError:
                continue

    # --- expressions

    def evaluate(self, expr: x.Expr, state: SymbolicState) -> AbstractValue:
        """Evaluate an expression to a decision diagram, or to an abstract list element.

        Raises:
            TooWideError: A number must be enumerated and has too many values.
            UnclearError: The type is unknown or has no values.
        """
        try:
            return self.evaluate_unlocated(expr, state)
        except TooWideError as error:
            if error.span == NOWHERE:
                error.span = expr.span
            raise

    def evaluate_unlocated(self, expr: x.Expr, state: SymbolicState) -> AbstractValue:
        """Evaluate an expression; unlike ``evaluate``, raise a `TooWideError` without a source position."""
        self.space.effort.count_expression()
        match expr:
            case x.Const(value=value, type=type_):
                if isinstance(type_, UnknownType):
                    raise UnclearError
                return self.space.leaf_node(value)
            case x.Var(name=name, type=type_):
                return self.value_of_binding(state.names.get(name, UnknownValue(name, type_, 0)))
            case x.NaturalDice() | x.NaturalFaces():
                return self.evaluate_dice(expr, state)
            case x.DiceFact():
                return self.evaluate_dice_fact(expr, state)
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
            case x.Conditional():
                return self.evaluate_conditional(expr, state)
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
        """Apply an operator to two numbers; if they have too many values, make a guess (over-approximation).

        Args:
            expr: The expression.
            operator: The operator.
            left: The left operand.
            right: The right operand.
            state: The symbolic state.
        """
        one, other = self.diagram_of(left, state), self.diagram_of(right, state)
        try:
            return self.space.apply(operator, one, other)
        except TooWideError:
            self.has_widened = True
            node = self.guess_diagram(expr, state)
            self.wide_atom_spans.update(dict.fromkeys(self.space.support(node), expr.span))
            return node

    def evaluate_dice(self, expr: x.NaturalDice | x.NaturalFaces, state: SymbolicState) -> AbstractValue:
        """Evaluate the dice on the table: their result before modifiers, or the outcome that tells single dice."""
        binding = state.names.get(NATURAL, UnknownValue(NATURAL, expr.type, 0))
        value = self.value_of_binding(binding)
        dice = binding.dice if isinstance(binding, UnknownValue) else None
        if dice is None or isinstance(expr, x.NaturalFaces) or isinstance(value, ElementValue):
            return value
        return self.space.apply(Operator(("result", dice), dice.result_of), value)

    def evaluate_dice_fact(self, expr: x.DiceFact, state: SymbolicState) -> AbstractValue:
        """Evaluate how many dice show some faces: of the dice on the table exactly, of a kept roll as unknown."""
        match expr.outcome:
            case x.NaturalFaces():
                binding = state.names.get(NATURAL)
                if isinstance(binding, UnknownValue) and binding.dice is not None:
                    fact = Operator(("dice", expr.dice, expr.faces), partial(count_dice, expr.dice, expr.faces))
                    return self.space.apply(fact, self.diagram_of(expr.outcome, state))
                key: Hashable = (NATURAL, binding.serial if isinstance(binding, UnknownValue) else 0)
            case x.RollFact(variable=variable):
                name = state.names.get(variable)
                key = (variable, name.serial if isinstance(name, UnknownValue) else 0)
            case _:
                assert_never(expr.outcome)
        label = render_dice_fact(expr)
        return self.atom_for(label, expr.type, ("dice fact", key, expr.faces))

    def evaluate_roll_fact(self, variable: str, fact: str, type_: Type, state: SymbolicState) -> AbstractValue:
        """Evaluate ``x.natural`` or ``x.total`` of a roll stored in a variable, as an unknown value.

        Args:
            variable: The variable that keeps it.
            fact: Which of the two.
            type_: The type of the value.
            state: The symbolic state.
        """
        name = state.names.get(variable)
        serial = name.serial if isinstance(name, UnknownValue) else 0
        return self.atom_for(f"{variable}.{fact}", type_, ("fact", variable, fact, serial))

    def evaluate_part(self, expr: x.Expr, variable: str, part: str, state: SymbolicState) -> AbstractValue:
        """Evaluate ``x.part`` of a result stored in a variable.

        Args:
            expr: The expression.
            variable: The variable that keeps the result.
            part: The name of the part.
            state: The symbolic state.
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
        """Evaluate the read of a state field.

        Raises:
            UnclearError: It is a field of a value that is no element.
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
        """Build the diagram of an indexed field's value; all indices are diagrams, the leading ones may be known.

        Args:
            field: The field.
            indices: The diagrams of all its indices.
            known_indices: The values of the leading indices that are already fixed.
            version: The version of the field.
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
        """Build the diagram of a printed datum, ``ship.strength``, from the diagram of the enum value."""
        values = self.program.find_column(enum, column).values
        pick = Operator(("data", enum, column), lambda at: values[at] if 0 <= at < len(values) else NONE)
        return self.space.apply(pick, value)

    # --- operators

    def evaluate_or_else(
        self, expr: x.Expr, value: AbstractValue, otherwise: AbstractValue, state: SymbolicState
    ) -> AbstractValue:
        """Evaluate ``or else`` from its two values; for list elements make a guess (over-approximation).

        Args:
            expr: The expression.
            value: The first value.
            otherwise: The value if that is none.
            state: The symbolic state.
        """
        if isinstance(value, ElementValue) or isinstance(otherwise, ElementValue):
            return self.guess_value(expr, state)
        none = self.space.apply(COMPARISON_OPERATORS["=="], value, self.space.leaf_node(NONE))
        return self.space.if_then_else(none, otherwise, value)

    def evaluate_conditional(self, expr: x.Conditional, state: SymbolicState) -> AbstractValue:
        """Evaluate a conditional; for list elements make a guess (over-approximation)."""
        condition = self.diagram_of(expr.condition, state)
        value, otherwise = self.evaluate(expr.value, state), self.evaluate(expr.otherwise, state)
        if isinstance(value, ElementValue) or isinstance(otherwise, ElementValue):
            return self.guess_value(expr, state)
        return self.space.if_then_else(condition, value, otherwise)

    def evaluate_builtin(self, function: x.Function, args: Sequence[int], type_: Type) -> int:
        """Evaluate ``min``, ``max``, ``abs``, ``next`` or ``previous`` of values given as diagrams."""
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
        """Evaluate a comparison or membership test to a diagram with the values 1 and 0.

        Raises:
            TooManyError: Its sides are independent and have too many pairs of values.
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
        """Build the diagram of whether two values are the same list element, or both ``none``.

        Args:
            a: A value; one of the two must be an element.
            b: The other; a value other than an element is none.
            expr: The comparison.
            state: The symbolic state.
        """
        if not isinstance(a, ElementValue):
            a, b = b, a
        assert isinstance(a, ElementValue)
        if not isinstance(b, ElementValue):
            return self.space.negation(a.presence)
        return YES if a.key == b.key else self.guess_diagram(expr, state)
