"""Widening: names, atoms, and guesses, which stand for values that are not worked out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence

import attrs

from bombsight.compiler.checks.reasoning.atoms import YES, Atom
from bombsight.compiler.checks.reasoning.diagrams import Diagrams
from bombsight.compiler.checks.reasoning.program import Program, TooMuch, UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, Knowledge, Snapshot, Unknown
from bombsight.compiler.checks.reasoning.values import Element, Value
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.effects import VARIABLE
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, ElementType, NoneType, PartsType, Type, UnknownType

SMALL = 60_000
"""What a derived value, a table or a quantifier may cost before it becomes a guess."""


class Guesses:
    """Atoms of one set of diagrams.

    Args:
        program: The program that the expressions belong to.
        by_element: Whether diagrams ask for all of one element before they ask for the next.
        strict: What was too much before, where that is an error and nothing becomes a guess; None where it does.

        enough: What must be left for something to count as too much ever after.

    Attributes:
        space: The diagrams.
        too_much: What was too much for diagrams in their order before.
        done: What was looked into, by what tells it apart.
        open: What is being looked into now.
        gave_up: Whether something became a guess because it was too much.
        too_wide: Where what became a guess, as numbers are too many to be gone through, by the level of its atom.
    """

    def __init__(
        self, program: Program, *, by_element: bool = False, strict: TooMuch | None = None, enough: int = 0
    ) -> None:
        self.program = program
        self.strict = strict is not None
        self.enough = enough
        self.space = Diagrams(by_element=by_element, effort=program.effort)
        self.too_much = program.too_much[by_element] if strict is None else strict
        self.done: dict[Hashable, Value] = {}
        self.open: list[str] = []
        self.gave_up = False
        self.too_wide: dict[int, Span] = {}

    @abstractmethod
    def value(self, expr: x.Expr, known: Knowledge) -> Value:
        """What an expression is worth."""

    @abstractmethod
    def number(self, expr: x.Expr, known: Knowledge) -> int:
        """The diagram of a value; of an element, whether there is one."""

    @property
    def is_exact(self) -> bool:
        """Whether nothing was too much: neither to be worked out, nor to tell how numbers go together."""
        return not (self.gave_up or self.space.unsettled)

    def widest(self, node: int) -> Span | None:
        """Where numbers are too many to be gone through that a value depends on; None where none are."""
        if not self.too_wide:
            return None
        return next((span for level, span in self.too_wide.items() if level in self.space.support(node)), None)

    # --- atoms

    def free(
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
        met = self.space.met(key)
        if met is not None:
            return met
        if values is None:
            values = self.program.domain(type_)
        return self.space.atom(Atom(key, label, type_, values, version=version, element=element))

    def named(self, what: Unknown | Snapshot) -> Value:
        """What a name stands for."""
        if isinstance(what, Snapshot):
            return self.value(what.value, what.known)
        values = what.values
        if values is None and what.call is not None:
            values = self.program.outcomes.possible(what.call, what.type)
        return self.anything(what.name, what.type, ("name", what.name, what.serial), values)

    def anything(self, label: str, type_: Type, key: Hashable, values: Sequence[int] | None = None) -> Value:
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
            present = self.free(label, type_, ("present", key), (1, 0)) if type_.optional else YES
            return Element(key, label, present)
        return self.free(label, type_, key, values)

    # --- guesses

    def guess(self, expr: x.Expr, known: Knowledge, serial: int = 0) -> int:
        """Anything of the expression's type, the same for the same expression at the same point.

        Raises:
            UnclearError: Its type is not known.
        """
        type_ = expr.type
        key = ("guess", serial, self.shape(expr, known, {}), self.versions(expr, known))
        if isinstance(type_, NoneType | UnknownType):
            raise UnclearError
        met = self.space.met(key)
        if met is not None:
            return met
        if isinstance(type_, ElementType | PartsType):
            type_ = BOOL
        values = self.program.outcomes.possible(expr, type_) if isinstance(expr, x.Call) else None
        return self.space.atom(Atom(key, "", type_, values or self.program.domain(type_), guess=True))

    def guessed(self, expr: x.Expr, known: Knowledge, serial: int = 0) -> Value:
        """The same, where it may be an element: of that only whether there is one is a guess.

        Raises:
            UnclearError: Its type is not known.
        """
        node = self.guess(expr, known, serial)
        if not isinstance(expr.type, ElementType):
            return node
        return Element(("guess", serial, self.identity(expr, known)), "", node if expr.type.optional else YES)

    def identity(self, expr: x.Expr, known: Knowledge) -> Hashable:
        """What is equal for an expression asked twice in the same state."""
        return self.shape(expr, known, {}), self.versions(expr, known)

    def versions(self, expr: x.Expr, known: Knowledge) -> Hashable:
        """The versions of all that an expression reads."""
        if not known.versions:
            return ()
        read = known.versions.keys() & self.program.effects.of(expr).reads
        return tuple(sorted((name, known.versions[name]) for name in read))

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
            case x.Quantifier(kind=kind, variable=variable, domain=domain, where=where, value=value):
                deeper = {**bound, variable: len(bound)}
                each = (self.shape(where, known, deeper), self.shape(value, known, deeper))
                return (kind, self.shape(domain, known, bound), *each)
            case x.InList(variable=variable) | x.LocalListDomain(variable=variable) if variable in known.names:
                held = known.names[variable]
                inner = self.shape(part.value, known, bound) if isinstance(part, x.InList) else None
                return ("list", held.serial if isinstance(held, Unknown) else variable, inner)
            case str() | int() | None:
                return part
            case _:  # the rest: its kind, and all that it says
                names = telling(part)
                return (type(part).__name__, *(self.shape(getattr(part, name), known, bound) for name in names))

    def tried(self, expr: x.Expr, known: Knowledge, work: Callable[[], Value]) -> Value:
        """A value; a guess (a widening) where it would grow too large, or did before with its names no more open.

        Raises:
            TooManyError: It would grow too large, and nothing may be guessed.
        """
        most = min(SMALL, self.space.left)
        if not self.was_too_much(expr, known, most):
            try:
                with self.space.allowance(SMALL):
                    return work()
            except TooManyError as error:
                self.too_much.expressions.setdefault(id(expr), (expr, []))[1].append(
                    (most, *self.openness(expr, known))
                )
                if isinstance(error, TooWideError):
                    self.too_much.wide[id(expr)] = error.span
        if self.strict:
            raise self.as_before(id(expr))
        self.gave_up = True
        return self.guessed(expr, known)

    def as_before(self, key: object) -> TooManyError:
        """Why something was too much before, be it an expression by its identity or a name."""
        return TooWideError(self.too_much.wide[key]) if key in self.too_much.wide else TooManyError()

    def was_too_much(self, expr: x.Expr, known: Knowledge, most: int) -> bool:
        """Whether an expression grew too large before, its names standing for no more values than now.

        What failed because little was left of ``most`` around it may do so no more; half as much is as good.
        """
        _, before = self.too_much.expressions.get(id(expr), (expr, []))
        if not before:
            return False
        now = self.openness(expr, known)
        return any(
            most <= 2 * spent and all(was <= is_ for was, is_ in zip(one, now, strict=True)) for spent, *one in before
        )

    def openness(self, expr: x.Expr, known: Knowledge) -> tuple[int, ...]:
        """How many values each name that an expression reads can have here; 0 for one of its own."""
        found = []
        for read in sorted(self.program.effects.own(expr).reads):
            name = read.removeprefix(VARIABLE)
            if name != read:
                value = self.named(known.names[name]) if name in known.names else None
                found.append(0 if value is None else 2 if isinstance(value, Element) else self.space.width(value))
        return tuple(found)


TELLING: dict[type, tuple[str, ...]] = {}


def telling(part: object) -> tuple[str, ...]:
    """The names of the attributes that tell a part from its like: all but its place, and what follows from them."""
    kind = type(part)
    if kind not in TELLING:
        fields = attrs.fields(kind) if attrs.has(kind) else ()
        TELLING[kind] = tuple(a.name for a in fields if a.name not in ("span", "origin", "origins", "type", "result"))
    return TELLING[kind]
