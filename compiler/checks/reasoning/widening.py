"""Widening: values that are too large to evaluate become guesses (over-approximations: any value of the type)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable

import attrs

from bombsight.compiler.checks.reasoning.atoms import YES, Atom
from bombsight.compiler.checks.reasoning.diagrams import DecisionDiagrams
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram, CostlyParts, UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, SymbolicState, UnknownValue, ValueSnapshot
from bombsight.compiler.checks.reasoning.values import AbstractValue, ElementValue
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.effects import VARIABLE_PREFIX
from bombsight.compiler.graph.intervals import Numbers
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, ElementType, NoneType, PartsType, Type, UnknownType

MAX_PART_COST = 60_000
"""The maximum cost of a define, table or quantifier before it is widened to a guess."""


class WideningEvaluator:
    """The base of evaluators: makes atoms (variables) and guesses (over-approximations) in one set of diagrams.

    Args:
        program: The program that the expressions belong to.
        by_element: Whether diagrams keep the cells of each element together.
        failures: Values that were too large before, in an evaluator that raises instead of guessing; None for one that
            guesses.
        retry_budget: The least remaining budget at which a failure counts as permanent.

    Attributes:
        space: The diagrams.
        costly_parts: Values that were too large before, for diagrams in this order.
        memo: The values of inlined expressions, by identity.
        open_names: The definitions being inlined.
        has_widened: Whether any value was widened to a guess.
        wide_atom_spans: The places of guesses made because of wide numbers, by level of their atoms.
    """

    def __init__(
        self,
        program: AnalyzedProgram,
        *,
        by_element: bool = False,
        failures: CostlyParts | None = None,
        retry_budget: int = 0,
    ) -> None:
        """Make an evaluator with an empty set of diagrams; with ``failures`` it raises instead of guessing."""
        self.program = program
        self.is_strict = failures is not None
        self.retry_budget = retry_budget
        self.space = DecisionDiagrams(by_element=by_element, effort=program.effort)
        self.costly_parts = program.costly_parts[by_element] if failures is None else failures
        self.memo: dict[Hashable, AbstractValue] = {}
        self.open_names: list[str] = []
        self.has_widened = False
        self.wide_atom_spans: dict[int, Span] = {}

    @abstractmethod
    def evaluate(self, expr: x.Expr, state: SymbolicState) -> AbstractValue:
        """Evaluate an expression to a decision diagram, or to an abstract list element."""

    @abstractmethod
    def diagram_of(self, expr: x.Expr, state: SymbolicState) -> int:
        """Evaluate an expression to a decision diagram; for a list element, to the diagram of whether it exists."""

    @property
    def is_exact(self) -> bool:
        """Whether no value was widened to a guess, and all relations between numbers were decided."""
        return not (self.has_widened or self.space.undecided_relations)

    def wide_number_span(self, node: int) -> Span | None:
        """The place of a number whose wide range made a diagram depend on a guess; else None."""
        if not self.wide_atom_spans:
            return None
        return next((span for level, span in self.wide_atom_spans.items() if level in self.space.support(node)), None)

    # --- atoms

    def atom_for(
        self,
        label: str,
        type_: Type,
        key: Hashable,
        values: Numbers | None = None,
        version: tuple[str, int] | None = None,
        element: Hashable = None,
    ) -> int:
        """Return the diagram of the atom (variable) with a key, which is made if new.

        Args:
            label: Its name in messages; may be empty.
            type_: Its type.
            key: Its identity: equal keys give one atom.
            values: Its possible values; None for all of its type.
            version: The field that it is read from, with its version; None for no field.
            element: The enums that index its field, with the indices of its cell; None for no cell.
        """
        existing = self.space.find_atom(key)
        if existing is not None:
            return existing
        if values is None:
            values = self.program.domain_of(type_)
        return self.space.atom_diagram(Atom(key, label, type_, values, version=version, element=element))

    def value_of_binding(self, binding: UnknownValue | ValueSnapshot) -> AbstractValue:
        """Evaluate the value to which a name is bound in a symbolic state."""
        if isinstance(binding, ValueSnapshot):
            return self.evaluate(binding.value, binding.state)
        values = binding.values
        if binding.dice is not None and values is not None:
            key = ("name", binding.name, binding.serial)
            return self.space.atom_diagram(Atom(key, binding.name, binding.type, values, dice=binding.dice))
        if values is None and binding.call is not None:
            values = self.program.outcomes.values_of_call(binding.call, binding.type)
        return self.unknown_value(binding.name, binding.type, ("name", binding.name, binding.serial), values)

    def unknown_value(self, label: str, type_: Type, key: Hashable, values: Numbers | None = None) -> AbstractValue:
        """Make an unknown value of a type: a diagram, or a list element that may be ``none``.

        Args:
            label: Its name in messages.
            type_: Its type.
            key: Its identity.
            values: Its possible values; None for all of its type.

        Raises:
            UnclearError: The type is unknown.
        """
        if isinstance(type_, UnknownType):
            raise UnclearError
        if isinstance(type_, ElementType):
            present = self.atom_for(label, type_, ("present", key), (1, 0)) if type_.optional else YES
            return ElementValue(key, label, present)
        return self.atom_for(label, type_, key, values)

    # --- guesses

    def guess_diagram(self, expr: x.Expr, state: SymbolicState, serial: int = 0) -> int:
        """Make a guess: a diagram with any value of a type, the same for equal states and ``serial`` numbers.

        Raises:
            UnclearError: The type is unknown.
        """
        type_ = expr.type
        key = ("guess", serial, self.structural_key(expr, state, {}), self.versions_read(expr, state))
        if isinstance(type_, NoneType | UnknownType):
            raise UnclearError
        existing = self.space.find_atom(key)
        if existing is not None:
            return existing
        if isinstance(type_, ElementType | PartsType):
            type_ = BOOL
        values = self.program.outcomes.values_of_call(expr, type_) if isinstance(expr, x.Call) else None
        return self.space.atom_diagram(Atom(key, "", type_, values or self.program.domain_of(type_), is_guess=True))

    def guess_value(self, expr: x.Expr, state: SymbolicState, serial: int = 0) -> AbstractValue:
        """Make a guess: any value (or list element), the same for equal states and ``serial`` numbers.

        Raises:
            UnclearError: The type is unknown.
        """
        node = self.guess_diagram(expr, state, serial)
        if not isinstance(expr.type, ElementType):
            return node
        return ElementValue(("guess", serial, self.identity_of(expr, state)), "", node if expr.type.optional else YES)

    def identity_of(self, expr: x.Expr, state: SymbolicState) -> Hashable:
        """The memo key of an expression in a state, equal wherever the expression must have the same value."""
        return self.structural_key(expr, state, {}), self.versions_read(expr, state)

    def versions_read(self, expr: x.Expr, state: SymbolicState) -> Hashable:
        """The versions (in a state) of the fields that an expression reads."""
        if not state.versions:
            return ()
        read = state.versions.keys() & self.program.effects.effect_of(expr).reads
        return tuple(sorted((name, state.versions[name]) for name in read))

    def structural_key(self, part: object, state: SymbolicState, bound: dict[str, int]) -> Hashable:
        """The key of an expression's structure and of the values of its names; ``bound`` numbers its loop variables."""
        match part:
            case tuple():
                return tuple(self.structural_key(one, state, bound) for one in part)
            case x.Var(name=name) if name in bound:
                return ("bound", bound[name])
            case x.Var(name=name) if name in state.names:
                value = self.value_of_binding(state.names[name])
                return ("value", value.key if isinstance(value, ElementValue) else value)
            case x.NaturalDice() | x.NaturalFaces() if NATURAL in state.names:
                value = self.value_of_binding(state.names[NATURAL])
                return (type(part).__name__, value if isinstance(value, int) else value.key)
            case Dice():
                return part
            case x.Quantifier(kind=kind, variable=variable, domain=domain, where=where, value=value):
                deeper = {**bound, variable: len(bound)}
                each = (self.structural_key(where, state, deeper), self.structural_key(value, state, deeper))
                return (kind, self.structural_key(domain, state, bound), *each)
            case x.InList(variable=variable) | x.LocalListDomain(variable=variable) if variable in state.names:
                held = state.names[variable]
                inner = self.structural_key(part.value, state, bound) if isinstance(part, x.InList) else None
                return ("list", held.serial if isinstance(held, UnknownValue) else variable, inner)
            case str() | int() | None:
                return part
            case _:  # the rest: its class and attributes
                names = compared_attributes(part)
                return (
                    type(part).__name__,
                    *(self.structural_key(getattr(part, name), state, bound) for name in names),
                )

    def evaluate_or_widen(
        self, expr: x.Expr, state: SymbolicState, compute: Callable[[], AbstractValue]
    ) -> AbstractValue:
        """Compute a value; make a guess (over-approximation) if its diagram is too large or was so before.

        Raises:
            TooManyError: The value is too large, and the evaluator does not guess.
        """
        most = min(MAX_PART_COST, self.space.remaining_budget)
        if not self.is_known_too_costly(expr, state, most):
            try:
                with self.space.limit_cost(MAX_PART_COST):
                    return compute()
            except TooManyError as error:
                self.costly_parts.expressions.setdefault(id(expr), (expr, []))[1].append(
                    (most, *self.value_counts(expr, state))
                )
                if isinstance(error, TooWideError):
                    self.costly_parts.wide[id(expr)] = error.span
        if self.is_strict:
            raise self.earlier_error(id(expr))
        self.has_widened = True
        return self.guess_value(expr, state)

    def earlier_error(self, key: object) -> TooManyError:
        """The error with which an expression (by its ``id()``) or a named definition failed before."""
        return TooWideError(self.costly_parts.wide[key]) if key in self.costly_parts.wide else TooManyError()

    def is_known_too_costly(self, expr: x.Expr, state: SymbolicState, budget: int) -> bool:
        """Whether an expression failed before with no more possible values, and with half the budget or more.

        A failure counts unless ``budget`` is now more than twice as large.
        """
        _, before = self.costly_parts.expressions.get(id(expr), (expr, []))
        if not before:
            return False
        now = self.value_counts(expr, state)
        return any(
            budget <= 2 * spent and all(was <= is_ for was, is_ in zip(one, now, strict=True)) for spent, *one in before
        )

    def value_counts(self, expr: x.Expr, state: SymbolicState) -> tuple[int, ...]:
        """The number of possible values of each name that an expression reads; 0 for a name that it declares."""
        found = []
        for read in sorted(self.program.effects.own_effect_of(expr).reads):
            name = read.removeprefix(VARIABLE_PREFIX)
            if name != read:
                value = self.value_of_binding(state.names[name]) if name in state.names else None
                found.append(
                    0 if value is None else 2 if isinstance(value, ElementValue) else self.space.value_count(value)
                )
        return tuple(found)


COMPARED_ATTRIBUTES: dict[type, tuple[str, ...]] = {}


def compared_attributes(part: object) -> tuple[str, ...]:
    """The names of the attributes of a node that its structural key compares: all but positions and derived ones."""
    kind = type(part)
    if kind not in COMPARED_ATTRIBUTES:
        fields = attrs.fields(kind) if attrs.has(kind) else ()
        COMPARED_ATTRIBUTES[kind] = tuple(
            a.name for a in fields if a.name not in ("span", "origin", "origins", "type", "result")
        )
    return COMPARED_ATTRIBUTES[kind]
