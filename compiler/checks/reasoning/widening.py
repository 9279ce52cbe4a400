"""Widening: names, atoms, and guesses, which stand for values that are not worked out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence

import attrs

from bombsight.compiler.checks.reasoning.atoms import YES, Atom
from bombsight.compiler.checks.reasoning.diagrams import DecisionDiagrams
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram, CostlyParts, UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, SymbolicState, UnknownValue, ValueSnapshot
from bombsight.compiler.checks.reasoning.values import AbstractValue, ElementValue
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.effects import VARIABLE_PREFIX
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, ElementType, NoneType, PartsType, Type, UnknownType

MAX_PART_COST = 60_000
"""What a derived value, a table or a quantifier may cost before it becomes a guess."""


class WideningEvaluator:
    """Atoms of one set of diagrams.

    Args:
        program: The program that the expressions belong to.
        by_element: Whether diagrams ask for all of one element before they ask for the next.
        is_strict: What was too much before, where that is an error and nothing becomes a guess; None where it does.

        retry_budget: What must be left for something to count as too much ever after.

    Attributes:
        space: The diagrams.
        costly_parts: What was too much for diagrams in their order before.
        memo: What was looked into, by what tells it apart.
        open_names: What is being looked into now.
        has_widened: Whether something became a guess because it was too much.
        wide_atom_spans: Where what became a guess, as numbers are too many to be gone through, by the level of its
            atom.
    """

    def __init__(
        self,
        program: AnalyzedProgram,
        *,
        by_element: bool = False,
        failures: CostlyParts | None = None,
        retry_budget: int = 0,
    ) -> None:
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
        """What an expression is worth."""

    @abstractmethod
    def diagram_of(self, expr: x.Expr, state: SymbolicState) -> int:
        """The diagram of a value; of an element, whether there is one."""

    @property
    def is_exact(self) -> bool:
        """Whether nothing was too much: neither to be worked out, nor to tell how numbers go together."""
        return not (self.has_widened or self.space.undecided_relations)

    def wide_number_span(self, node: int) -> Span | None:
        """Where numbers are too many to be gone through that a value depends on; None where none are."""
        if not self.wide_atom_spans:
            return None
        return next((span for level, span in self.wide_atom_spans.items() if level in self.space.support(node)), None)

    # --- atoms

    def atom_for(
        self,
        label: str,
        type_: Type,
        key: Hashable,
        values: Sequence[int] | None = None,
        version: tuple[str, int] | None = None,
        element: Hashable = None,
    ) -> int:
        """A fresh variable of the diagrams, which may be anything of a type.

        Args:
            label: How a message names it; empty for what has no name.
            type_: Its type.
            key: What identifies it: atoms of one key are one.
            values: What it can be, where that is less than its type allows; None for all.
            version: The field it is read from, and after how many changes; None for no field.
            element: What it is a cell of; None for what is none.
        """
        existing = self.space.find_atom(key)
        if existing is not None:
            return existing
        if values is None:
            values = self.program.domain_of(type_)
        return self.space.atom_diagram(Atom(key, label, type_, values, version=version, element=element))

    def value_of_binding(self, binding: UnknownValue | ValueSnapshot) -> AbstractValue:
        """What a name stands for."""
        if isinstance(binding, ValueSnapshot):
            return self.evaluate(binding.value, binding.state)
        values = binding.values
        if values is None and binding.call is not None:
            values = self.program.outcomes.values_of_call(binding.call, binding.type)
        return self.unknown_value(binding.name, binding.type, ("name", binding.name, binding.serial), values)

    def unknown_value(
        self, label: str, type_: Type, key: Hashable, values: Sequence[int] | None = None
    ) -> AbstractValue:
        """Anything of a type: a diagram, or an element that may be none.

        Args:
            label: How a message names it.
            type_: Its type.
            key: What identifies it.
            values: What it can be; None for all of its type.

        Raises:
            UnclearError: Its type is not known.
        """
        if isinstance(type_, UnknownType):
            raise UnclearError
        if isinstance(type_, ElementType):
            present = self.atom_for(label, type_, ("present", key), (1, 0)) if type_.optional else YES
            return ElementValue(key, label, present)
        return self.atom_for(label, type_, key, values)

    # --- guesses

    def guess_diagram(self, expr: x.Expr, state: SymbolicState, serial: int = 0) -> int:
        """Anything of the expression's type, the same for the same expression at the same point.

        Raises:
            UnclearError: Its type is not known.
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
        """The same, where it may be an element: of that only whether there is one is a guess.

        Raises:
            UnclearError: Its type is not known.
        """
        node = self.guess_diagram(expr, state, serial)
        if not isinstance(expr.type, ElementType):
            return node
        return ElementValue(("guess", serial, self.identity_of(expr, state)), "", node if expr.type.optional else YES)

    def identity_of(self, expr: x.Expr, state: SymbolicState) -> Hashable:
        """What is equal for an expression asked twice in the same state."""
        return self.structural_key(expr, state, {}), self.versions_read(expr, state)

    def versions_read(self, expr: x.Expr, state: SymbolicState) -> Hashable:
        """The versions of all that an expression reads."""
        if not state.versions:
            return ()
        read = state.versions.keys() & self.program.effects.effect_of(expr).reads
        return tuple(sorted((name, state.versions[name]) for name in read))

    def structural_key(self, part: object, state: SymbolicState, bound: dict[str, int]) -> Hashable:
        """What tells expressions apart: what they say and what their names stand for, spans and types aside."""
        match part:
            case tuple():
                return tuple(self.structural_key(one, state, bound) for one in part)
            case x.Var(name=name) if name in bound:
                return ("bound", bound[name])
            case x.Var(name=name) if name in state.names:
                value = self.value_of_binding(state.names[name])
                return ("value", value.key if isinstance(value, ElementValue) else value)
            case x.NaturalDice() if NATURAL in state.names:
                value = self.value_of_binding(state.names[NATURAL])
                return ("value", value if isinstance(value, int) else value.key)
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
            case _:  # the rest: its kind, and all that it says
                names = compared_attributes(part)
                return (
                    type(part).__name__,
                    *(self.structural_key(getattr(part, name), state, bound) for name in names),
                )

    def evaluate_or_widen(
        self, expr: x.Expr, state: SymbolicState, compute: Callable[[], AbstractValue]
    ) -> AbstractValue:
        """A value; a guess (a widening) where it would grow too large, or did before with its names no more open.

        Raises:
            TooManyError: It would grow too large, and nothing may be guessed.
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
        """Why something was too much before, be it an expression by its identity or a name."""
        return TooWideError(self.costly_parts.wide[key]) if key in self.costly_parts.wide else TooManyError()

    def is_known_too_costly(self, expr: x.Expr, state: SymbolicState, most: int) -> bool:
        """Whether an expression grew too large before, its names standing for no more values than now.

        What failed because little was left of ``most`` around it may do so no more; half as much is as good.
        """
        _, before = self.costly_parts.expressions.get(id(expr), (expr, []))
        if not before:
            return False
        now = self.value_counts(expr, state)
        return any(
            most <= 2 * spent and all(was <= is_ for was, is_ in zip(one, now, strict=True)) for spent, *one in before
        )

    def value_counts(self, expr: x.Expr, state: SymbolicState) -> tuple[int, ...]:
        """How many values each name that an expression reads can have here; 0 for one of its own."""
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
    """The names of the attributes that tell a part from its like: all but its place, and what follows from them."""
    kind = type(part)
    if kind not in COMPARED_ATTRIBUTES:
        fields = attrs.fields(kind) if attrs.has(kind) else ()
        COMPARED_ATTRIBUTES[kind] = tuple(
            a.name for a in fields if a.name not in ("span", "origin", "origins", "type", "result")
        )
    return COMPARED_ATTRIBUTES[kind]
