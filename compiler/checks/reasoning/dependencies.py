"""Dependency analysis of conditions: quick answers without decision diagrams.

Most conditions read a field or two that no condition around them has read. Such a condition can hold and can fail, and
no
diagram is needed to see it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import assert_never

from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram, CostlyParts, UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import (
    NATURAL,
    PathCondition,
    SymbolicState,
    UnknownValue,
    ValueSnapshot,
)
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import VARIABLE_PREFIX
from bombsight.compiler.graph.intervals import ALL_NUMBERS, NO_NUMBERS, IntervalSet
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.source import Span
from bombsight.flat.types import INT_MIN, NONE, BaseWordless, BoolType, EnumType, IntType, Type

Support = frozenset[Hashable]
"""The inputs of a value: fields with their versions, names, options."""

MAX_DEFINE_COST = 4_000
"""The maximum cost of evaluating a define."""

MAX_ATOMS = 150
"""The number of atoms after which a new set of diagrams is begun."""

CONSTANT_PREFIXES = ("enum:", "results:", "table:")
"""The key prefixes of inputs that never change."""


class DependencyAnalysis:
    """An analysis of the inputs of a program's conditions, for quick answers without decision diagrams.

    Attributes:
        wide_number_span: The place of a wide-range number that stopped an evaluation since the last reset; else None.
    """

    def __init__(self, program: AnalyzedProgram) -> None:
        """Make the analysis of a program, with empty memos."""
        self.wide_number_span: Span | None = None
        self.wide_spans: dict[Hashable, Span] = {}
        self.program = program
        self.too_much = CostlyParts()
        self.fact_supports: dict[int, tuple[PathCondition, Support]] = {}
        self.define_values: dict[Hashable, IntervalSet] = {}
        self.reset_diagrams()
        self.dice_reads: dict[int, tuple[x.Expr, bool]] = {}

    def support(self, expr: x.Expr, state: SymbolicState) -> Support:
        """The inputs that an expression depends on: versions of fields, unknown names, options."""
        found: set[Hashable] = set()
        for read in self.program.effects.effect_of(expr).reads:
            if read.startswith(VARIABLE_PREFIX):
                name = read.removeprefix(VARIABLE_PREFIX)
                binding = state.names.get(name)
                if isinstance(binding, ValueSnapshot):
                    found |= self.support(binding.value, binding.state)
                elif binding is not None:
                    found.add((name, binding.serial))
            elif not read.startswith(CONSTANT_PREFIXES):
                found.add((read, state.versions.get(read, 0)))
        if NATURAL in state.names and self.reads_natural_dice(expr):
            found.add(NATURAL)
        return frozenset(found)

    def rests_on_printed_data(self, expr: x.Expr, state: SymbolicState) -> bool:
        """Whether an expression reads printed data or iterates over an enum, but reads neither state nor options."""
        depends = self.support(expr, state)
        if any(isinstance(one, tuple) and isinstance(one[0], str) and ":" in one[0] for one in depends):
            return False
        for part in walk(expr):
            match part:
                case x.EnumData() | x.LookUp() | x.CallDefine():
                    return True
                case x.Var(name=name):
                    binding = state.names.get(name)
                    if isinstance(binding, UnknownValue) and binding.is_enum_member:
                        return True
                case _:  # the rest: no printed data, nor an iteration over them
                    pass
        return False

    def reads_natural_dice(self, expr: x.Expr) -> bool:
        """Whether an expression reads the natural dice (the throw before modifiers)."""
        kept = self.dice_reads.get(id(expr))
        if kept is None:
            reads = any(isinstance(part, x.NaturalDice | x.NaturalFaces) for part in walk(expr))
            kept = self.dice_reads[id(expr)] = (expr, reads)
        return kept[1]

    def fact_support(self, fact: PathCondition) -> Support:
        """The inputs that a path condition depends on (memoized)."""
        kept = self.fact_supports.get(id(fact))
        if kept is None:
            kept = self.fact_supports[id(fact)] = (fact, self.support(fact.condition, fact.state))
        return kept[1]

    def relevant_facts(self, support: Support, facts: Sequence[PathCondition]) -> list[PathCondition]:
        """Select the path conditions that share inputs with a set of inputs, directly or through one another."""
        waiting = [(fact, self.fact_support(fact)) for fact in facts]
        found: list[PathCondition] = []
        while True:
            near = [fact for fact, own in waiting if not own.isdisjoint(support)]
            if not near:
                return [fact for fact in facts if fact in found]
            found += near
            support = support.union(*(own for fact, own in waiting if fact in near))
            waiting = [(fact, own) for fact, own in waiting if fact not in near]

    # --- obviously undecided conditions

    def is_plainly_undecided(self, expr: x.Expr, state: SymbolicState) -> bool:
        """Whether a quick test, without diagrams, shows that a condition can hold and can fail."""
        match expr:
            case x.NotExpr(value=inner):
                return self.is_plainly_undecided(inner, state)
            case x.AndExpr(terms=terms) | x.OrExpr(terms=terms):
                return self.is_independent(terms, state) and all(
                    self.is_plainly_undecided(term, state) for term in terms
                )
            case x.Read(type=BoolType()) | x.OptionRead(type=BoolType()):
                return True
            case x.Comparison(op=op, left=left, right=x.Const(value=value)):
                values = self.possible_values(left, state)
                return values is not None and is_comparison_undecided(values, op, value)
            case x.InRange(value=left, low=x.Const(value=low), high=x.Const(value=high)):
                values = self.possible_values(left, state)
                return values is not None and is_membership_undecided(values, IntervalSet.from_range(low, high))
            case x.OneOf(value=left, members=members):
                values = self.possible_values(left, state)
                constants = [member.value for member in members if isinstance(member, x.Const)]
                return (
                    values is not None
                    and len(constants) == len(members)
                    and is_membership_undecided(values, IntervalSet.from_numbers(constants))
                )
            case x.Var() | x.CallDefine():
                values = self.possible_values(expr, state)
                return values is not None and values.size > 1
            case x.Quantifier(kind="any", variable=variable, domain=domain, where=where) if where is not None:
                inside = state.bind_member(variable, domain)
                return self.is_plainly_undecided(where, inside) and self.can_fail_for_all(variable, where, inside)
            case _:  # the rest: not obviously undecided
                return False

    def can_fail_for_all(self, variable: str, where: x.Expr, state: SymbolicState) -> bool:
        """Whether a quick test shows that a filter can fail for all members of a domain at once.

        So it can if it reads an input that all members share, or one that each has of its own.
        """
        for term in where.terms if isinstance(where, x.AndExpr) else (where,):
            tested = term.value if isinstance(term, x.NotExpr) else term
            tested = tested.left if isinstance(tested, x.Comparison) and isinstance(tested.right, x.Const) else tested
            match tested:
                case x.Read(element=None, indices=(x.Var(name=name),)) if name == variable:
                    return self.is_plainly_undecided(term, state)
                case x.Read(element=None, indices=()) | x.OptionRead():
                    return self.is_plainly_undecided(term, state)
                case _:  # the rest: not obviously shared by all members
                    pass
        return False

    def is_independent(self, terms: Iterable[x.Expr], state: SymbolicState) -> bool:
        """Whether the terms are independent: no two of them depend on a common input."""
        supports_so_far: set[Hashable] = set()
        for term in terms:
            own = self.support(term, state)
            if not own.isdisjoint(supports_so_far):
                return False
            supports_so_far |= own
        return True

    def possible_values(self, expr: x.Expr, state: SymbolicState) -> IntervalSet | None:
        """The possible values of a field, name, option, die or define call; None for other expressions."""
        match expr:
            case x.Read() | x.OptionRead() | x.RollDice():
                return self.type_values(expr.type)
            case x.Var(name=name):
                binding = state.names.get(name)
                if binding is None or isinstance(binding, ValueSnapshot) or binding.call is not None:
                    return None
                return IntervalSet.from_numbers(binding.values) if binding.values else self.type_values(binding.type)
            case x.CallDefine(define=name, args=args):
                return self.values_of_call(name, args, state)
            case _:  # the rest: its values are not known
                return None

    def values_of_call(self, name: str, args: Sequence[x.Expr], state: SymbolicState) -> IntervalSet | None:
        """The possible values of a define called with constants or unconstrained names; None for other arguments."""
        define = self.program.defines[name]
        values: list[int | None] = []
        for arg, param in zip(args, define.params, strict=False):
            if isinstance(arg, x.Const):
                values.append(arg.value)
            elif isinstance(arg, x.Var) and self.is_unconstrained(arg, param.type, state):
                values.append(None)
            else:
                return None
        return self.values_of_define(define, values)

    def constant_of(self, define: n.Define) -> int | None:
        """The value of a define that is the same in all states; None if it varies, or the evaluation is too large."""
        values = self.values_of_define(define, [None] * len(define.params))
        return values[0] if values.size == 1 else None

    def values_of_define(self, define: n.Define, args: Sequence[int | None]) -> IntervalSet:
        """The possible values of a define (memoized), with each argument constant, or any of its type (None)."""
        key = (define.name, *args)
        if key not in self.define_values:
            try:
                self.define_values[key] = self.compute_define_values(define, args)
            except TooManyError as error:
                self.define_values[key] = ALL_NUMBERS
                if isinstance(error, TooWideError):
                    self.wide_spans[key] = error.span
        self.wide_number_span = self.wide_spans.get(key, self.wide_number_span)
        return self.define_values[key]

    def is_unconstrained(self, name: x.Var, type_: Type, state: SymbolicState) -> bool:
        """Whether a name may have every value of a type: it is bound to no expression, call or subset of values."""
        binding = state.names.get(name.name)
        return (
            isinstance(binding, UnknownValue)
            and binding.values is None
            and binding.call is None
            and binding.type == type_
        )

    def compute_define_values(self, define: n.Define, args: Sequence[int | None]) -> IntervalSet:
        """Compute the possible values of a define without the memo, with each argument constant or any (None).

        Raises:
            TooManyError: The evaluation is too large.
        """
        state = SymbolicState()
        for param, value in zip(define.params, args, strict=False):
            state = state.bind_unknown(param.name, param.type, None if value is None else (value,))
        if len(self.evaluator.space.atoms) > MAX_ATOMS or self.evaluator.space.remaining_budget < MAX_DEFINE_COST:
            self.reset_diagrams()
        evaluator = self.evaluator
        try:
            with evaluator.space.limit_cost(MAX_DEFINE_COST):
                value = evaluator.apply_exceptions(evaluator.diagram_of(define.base, state), define.exceptions, state)
        except UnclearError:
            return ALL_NUMBERS
        too_wide = evaluator.wide_number_span(value)
        if too_wide is not None:
            self.wide_spans[define.name, *args] = too_wide
        return evaluator.space.values_of(value)

    def reset_diagrams(self) -> None:
        """Discard the set of diagrams for defines, and begin a new one."""
        self.evaluator = AbstractEvaluator(self.program, failures=self.too_much, retry_budget=MAX_DEFINE_COST // 2)

    def type_values(self, type_: Type) -> IntervalSet | None:
        """All values of a type; None for types without enumerable values."""
        match type_:
            case IntType(low=low, high=high):
                values = IntervalSet.from_range(low, high)
            case EnumType(enum=enum):
                values = IntervalSet.from_range(0, len(self.program.enums[enum].values) - 1)
            case BoolType():
                values = IntervalSet.from_range(0, 1)
            case BaseWordless():
                return None
            case _:
                assert_never(type_)
        return values | IntervalSet.from_numbers([NONE]) if type_.is_optional else values


def is_comparison_undecided(values: IntervalSet, op: str, value: int) -> bool:
    """Whether ``x op value`` holds for some of the possible values of x and fails for others."""
    if op in ("==", "!="):
        return is_membership_undecided(values, IntervalSet.from_range(value, value))
    sure = values & ALL_NUMBERS
    return is_membership_undecided(sure, IntervalSet.from_range(INT_MIN, value if op in ("<=", ">") else value - 1))


def is_membership_undecided(values: IntervalSet, members: IntervalSet) -> bool:
    """Whether some of the possible values are members of a set and others are not."""
    return values == ALL_NUMBERS or (values & members) not in (NO_NUMBERS, values)
