"""Inlining of defines, tables without dice and sums of modifiers into abstract values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from bombsight.compiler.checks.reasoning.atoms import NO, YES
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.quantifiers import QuantifierEvaluator
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, ValueSnapshot
from bombsight.compiler.checks.reasoning.values import NUMERIC_OPERATORS, AbstractValue
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.node import Param
from bombsight.dsl.aggregation import Aggregation
from bombsight.flat.types import NONE, ElementType, PartsType

InlinedExpr = x.CallDefine | x.LookUp | x.ModifiersOn | x.Quantifier
"""Expressions that are evaluated by inlining a definition or unrolling members."""


class InliningEvaluator(QuantifierEvaluator):
    """An evaluator that inlines defines, look-ups and modifier sums where they are used."""

    def evaluate_inlined(self, expr: InlinedExpr, state: SymbolicState) -> AbstractValue:
        """Evaluate a define call, look-up, modifier sum or quantifier (memoized)."""
        key = self.identity_of(expr, state)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self.evaluate_or_widen(expr, state, lambda: self.compute_inlined(expr, state))
        return found

    def compute_inlined(self, expr: InlinedExpr, state: SymbolicState) -> AbstractValue:
        """Evaluate a define call, look-up, modifier sum or quantifier without the memo."""
        match expr:
            case x.CallDefine(define=name, args=args, type=type_):
                if isinstance(type_, ElementType):
                    return self.guess_value(expr, state)
                define = self.program.defines[name]
                return self.guard_recursion(
                    f"define {name}", expr, state, lambda: self.evaluate_define(define, args, state)
                )
            case x.LookUp(table=name, args=args, part=part):
                table = self.program.tables[name]
                return self.guard_recursion(
                    f"table {name}", expr, state, lambda: self.evaluate_table(table, args, part, expr, state)
                )
            case x.ModifiersOn(table=name, args=args):
                table = self.program.tables[name]
                return self.guard_recursion(
                    f"modifiers {name}", expr, state, lambda: self.modifier_sum(table, args, state)
                )
            case x.Quantifier():
                return self.evaluate_quantifier(expr, state)
            case _:
                assert_never(expr)

    def guard_recursion(
        self, name: str, expr: x.Expr, state: SymbolicState, compute: Callable[[], AbstractValue]
    ) -> AbstractValue:
        """Evaluate a definition; guess (over-approximate) if it is recursive, raise if it was too large before.

        Args:
            name: The definition: a define, a table or a table's modifiers.
            expr: The call.
            state: The symbolic state.
            compute: Evaluates it.

        Raises:
            TooManyError: The value was too large before, or is now.
        """
        if name in self.open_names:
            return self.guess_value(expr, state)
        if name in self.costly_parts.names:
            raise self.earlier_error(name)
        self.open_names.append(name)
        left = self.space.remaining_budget
        try:
            return compute()
        except TooManyError as error:
            if left >= self.retry_budget:
                self.costly_parts.names.add(name)
                if isinstance(error, TooWideError):
                    self.costly_parts.wide[name] = error.span
            raise
        finally:
            self.open_names.pop()

    def bind_arguments(
        self, params: Sequence[Param], args: Sequence[x.Expr], state: SymbolicState, outer: SymbolicState
    ) -> SymbolicState:
        """Bind the parameters of a called item to its arguments, and return the state inside the item.

        Args:
            params: The parameters.
            args: The arguments.
            state: The state inside, which gets the names.
            outer: The state of the call.

        Raises:
            UnclearError: Their numbers differ, which is already reported.
        """
        if len(params) != len(args):
            raise UnclearError
        for param, arg in zip(params, args, strict=True):
            state = state.bind(param.name, ValueSnapshot(param.type, arg, outer))
        return state

    def evaluate_define(self, define: n.Define, args: Sequence[x.Expr], state: SymbolicState) -> AbstractValue:
        """Evaluate a call of a define by inlining the define."""
        inner = self.bind_arguments(define.params, args, SymbolicState(versions=state.versions), state)
        return self.apply_exceptions(self.diagram_of(define.base, inner), define.exceptions, inner)

    def apply_exceptions(self, value: int, exceptions: Sequence[n.DefineException], state: SymbolicState) -> int:
        """Apply a define's exceptions to the diagram of its base value, in ascending priority."""
        for exception in sort_by_priority(exceptions):
            condition = self.diagram_of(exception.condition, state)
            if condition == NO:
                continue
            own = self.apply_exceptions(self.diagram_of(exception.value, state), exception.exceptions, state)
            value = self.space.if_then_else(condition, own, value)
        return value

    def evaluate_table(
        self, table: n.Table, args: Sequence[x.Expr], part: str | None, expr: x.Expr, state: SymbolicState
    ) -> AbstractValue:
        """Evaluate a look-up in a table by inlining the table's rows.

        Args:
            table: The table.
            args: Its arguments.
            part: The part of its result; None for the whole.
            expr: The look-up.
            state: The symbolic state.

        Raises:
            UnclearError: The result has no parts to select from.
        """
        inner = self.bind_arguments(table.params, args, SymbolicState(versions=state.versions), state)
        at = 0
        if part is not None:
            if not isinstance(table.result, PartsType):
                raise UnclearError
            at = [p.name for p in table.result.parts].index(part)
        elif isinstance(table.result, PartsType):
            return self.guess_value(expr, state)
        bodies = [*(before.body for before in table.beforehand), *(row.body for row in table.rows)]
        if table.result is None or not all(only_gives_value(body) for body in bodies):
            return self.guess_value(expr, state)
        if table.aggregation is not None:
            return self.evaluate_every_row(table, at, inner)
        space = self.space
        parameter_diagrams = self.diagrams_of_params(table, inner)
        value = space.leaf_node(0 if table.relation else NONE)
        for row in sorted(table.rows, key=lambda row: not row.otherwise):
            if row.body:
                where = self.match_diagram(row, parameter_diagrams)
                value = (
                    space.if_then_else(where, self.result_of_body(row.body, at, inner), value) if where != NO else value
                )
        for before in reversed(table.beforehand):
            value = space.if_then_else(
                self.diagram_of(before.condition, inner), self.result_of_body(before.body, at, inner), value
            )
        return value

    def evaluate_every_row(self, table: n.Table, part_index: int, state: SymbolicState) -> int:
        """Evaluate a part of what a table makes of all its rows that apply, given its parameters in a state."""
        space = self.space
        parameter_diagrams = self.diagrams_of_params(table, state)
        wheres = [self.diagram_of(before.condition, state) for before in table.beforehand]
        bodies = [before.body for before in table.beforehand]
        for row in sorted(table.rows, key=lambda row: row.otherwise):
            where = self.match_diagram(row, parameter_diagrams)
            if row.otherwise:
                where = space.conjunction(where, space.negation(space.disjunction(wheres)))
            wheres.append(where)
            bodies.append(row.body)
        value = space.leaf_node(NONE if table.aggregation in ("highest", "lowest") else 0)
        for where, body in zip(wheres, bodies, strict=True):
            if where != NO:
                own = space.leaf_node(1)
                if table.aggregation != "count":
                    own = self.result_of_body(body, part_index, state) if body else space.leaf_node(NONE)
                value = space.if_then_else(where, self.gather(table.aggregation, value, own), value)
        return value

    def gather(self, aggregation: Aggregation | None, value: int, own: int) -> int:
        """Build the diagram of what has been gathered, ``value``, together with what another row gives, ``own``."""
        space = self.space
        if aggregation in ("sum", "count"):
            return space.apply(NUMERIC_OPERATORS["+"], value, own)
        better = space.apply(NUMERIC_OPERATORS["max" if aggregation == "highest" else "min"], value, own)
        both = space.if_then_else(space.membership(value, [NONE]), own, better)
        return space.if_then_else(space.membership(own, [NONE]), value, both)

    def result_of_body(self, body: g.Block, part_index: int, state: SymbolicState) -> int:
        """Evaluate one part of the result of a block that only gives a result."""
        last = body[-1]
        assert isinstance(last, g.Give)
        return (
            self.space.leaf_node(NONE)
            if part_index >= len(last.values)
            else self.diagram_of(last.values[part_index], state)
        )

    def diagrams_of_params(self, table: n.Table, state: SymbolicState) -> dict[str, int]:
        """The decision diagrams of the parameters that a table's rows match, by name."""
        used = {match.param for row in table.all_rows for match in row.matches}
        return {
            param.name: self.diagram_of(x.Var(name=param.name, type=param.type), state)
            for param in table.params
            if param.name in used
        }

    def match_diagram(self, row: g.Row, parameter_diagrams: Mapping[str, int]) -> int:
        """Build the diagram of the condition that the parameters match a row."""
        held = YES
        for match in row.matches:
            held = self.space.conjunction(held, self.space.membership(parameter_diagrams[match.param], match.values))
        return held

    def modifier_sum(self, table: n.Table, args: Sequence[x.Expr], state: SymbolicState) -> int:
        """Build the diagram of the sum of a table's modifiers."""
        inner = self.bind_arguments(table.params, args, SymbolicState(versions=state.versions), state)
        total = self.space.leaf_node(0)
        for modifier in table.modifiers:
            total = self.space.apply(NUMERIC_OPERATORS["+"], total, self.modifier_amount(modifier, inner))
        return total

    def modifier_amount(self, modifier: g.Modifier, state: SymbolicState) -> int:
        """Build the diagram of the amount that a modifier adds; 0 where it does not apply."""
        condition = self.condition_diagram(modifier.condition, state)
        if condition == NO:
            return self.space.leaf_node(0)
        return self.space.if_then_else(condition, self.diagram_of(modifier.amount, state), self.space.leaf_node(0))


def sort_by_priority(exceptions: Sequence[n.DefineException]) -> list[n.DefineException]:
    """Sort sibling exceptions by ascending priority."""
    ranked: list[n.DefineException] = []
    unsorted = list(exceptions)
    while unsorted:
        labels = {one.label for one in unsorted}
        ready = [one for one in unsorted if not labels & (set(one.over) - {one.label})] or unsorted[:1]
        ranked.extend(ready)
        unsorted = [one for one in unsorted if one not in ready]
    return ranked


def only_gives_value(body: g.Block) -> bool:
    """Whether a block does nothing but give a value, or is empty."""
    return all(isinstance(stmt, g.Nothing) for stmt in body[:-1]) and (not body or isinstance(body[-1], g.Give))
