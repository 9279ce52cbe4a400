"""What a value begins with, told in statements before it: Python does there sooner what an expression does in calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from attrs import evolve

from bombsight.backends.python import cse
from bombsight.backends.python.constants import Constants
from bombsight.backends.python.expressions import AND, PRODUCT, Expressions
from bombsight.backends.python.inline_assignment import is_binding
from bombsight.backends.python.names import Names, comment
from bombsight.backends.python.places import placed, places
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Function

TELL = "tell"
"""What takes events; but ``log`` takes a mission's beginning."""

SEVERAL = 2
"""So often it is asked where a member stands before that has a variable of its own."""


class Settling:
    """Prints lines, and values with what goes before them.

    Attributes:
        lines: The source so far.
        traced: Whether the journal is kept.
        preferred: Whether every choice is the rules' own preference, and nobody is asked.
    """

    def __init__(self, function: Function, constants: Constants, traced: bool, preferred: bool = False) -> None:
        self.names = Names(constants.taken)
        self.locals = {variable.name: self.names.variable(variable.name) for variable in function.locals}
        self.capacities = {variable.name: variable.capacity for variable in function.locals}
        self.show = Expressions(constants, self.locals, {variable.name: variable for variable in function.locals})
        self.traced, self.preferred = traced, preferred
        self.leaving: Callable[[], None] | None = None
        """Prints what is done before the function gives something, where its body does not stand apart."""
        self.depth = 0
        self.lines: list[str] = []

    # --- lines

    def line(self, source: str, note: str = "") -> None:
        """A line at this depth."""
        self.lines.append("    " * self.depth + source + comment(note))

    def tell(self, site: int, *values: str, note: str = "", by: str = TELL) -> None:
        """An event is told, a tuple: one of constants alone is made once."""
        self.line(f"{by}(({', '.join([str(site), *values])}{',' * (not values)}))", note)

    @contextmanager
    def deeper(self, head: str, note: str = "") -> Iterator[None]:
        """A head and the lines in its block."""
        self.line(head, note)
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    def fault_if(self, condition: str, site: int) -> None:
        """A fault where a condition holds."""
        with self.deeper(f"if {condition}:"):
            self.line(f"raise Fault({site})")

    # --- what is worked out first

    def settle(self, value: fx.Expr) -> fx.Expr:
        """Have what a value begins with told in statements, as far as Python does that sooner; what is left of it."""
        match value:
            case fx.Taking(steps, site, inner):
                self.count(steps, site)
                return self.settle(inner)
            case fx.Let(variable, inner, body) if not is_binding(value):
                self.line(f"{self.locals[variable]} = {self.show.value(self.settle(inner))}")
                return self.settle(body)
            case fx.All((first, *rest)) | fx.Either((first, *rest)):
                return type(value)((self.settle(first), *rest))
            case fx.Not(inner):
                return fold.negation(self.settle(inner))
            case fx.Compare(op, left, right):
                return fx.Compare(op, self.settle(left), right)
            case fx.Arithmetic(op, left, right):
                return fx.Arithmetic(op, self.settle(left), right)
            case fx.Pick(condition, one, other):
                return fx.Pick(self.settle(condition), one, other)
            case fx.OrElse(inner, otherwise):
                return fx.OrElse(self.settle(inner), otherwise)
            case fx.Some(inner, site):
                return fx.Some(self.settle(inner), site)
            case fx.Quantifier(steps=steps, site=site):
                if steps is not None:
                    self.count(steps, site)
                return self.gone_through(evolve(value, steps=None, site=None))
            case _:  # the rest: begins with nothing to be told before it, as begins() says
                return value

    def count(self, steps: fx.Expr, site: int | None) -> None:
        """Steps are taken."""
        if site is None:
            self.line(f"S[STEPS] -= {self.show.value(steps)}")
        else:
            self.line(f"S[STEPS] = left = S[STEPS] - {self.show.value(steps, PRODUCT)}")
            self.fault_if("left < 0", site)

    def gone_through(self, node: fx.Quantifier) -> fx.Expr:
        """A quantifier as a loop of statements, unless Python has a word for it; what it found."""
        variable, source, where = node.variable, node.source, node.where
        alike = node.value is None and self.show.alike(variable, source, where) is not None
        if (where is None and (node.value is None or not begins(node.value))) or alike:
            return node
        found = self.local(node.kind if node.kind != "any" else "some_one")
        self.line(f"{found} = {self.show.value(fx.Num(fx.value_without_members(node.kind)))}")
        with self.deeper(f"for {self.locals[variable]} in {self.show.members(source)}:"):
            no_member, where, added = self.at_hand(variable, source, where, node.value)
            self.passed_over(no_member, where)
            match node.kind:
                case "sum":
                    assert added is not None
                    self.line(f"{found} += {self.show.value(self.choosing(added), PRODUCT)}")
                case "count":
                    self.line(f"{found} += 1")
                case "first" | "any":
                    self.line(f"{found} = {self.locals[variable] if node.kind == 'first' else '1'}")
                    self.line("break")
                case _:
                    assert_never(node.kind)
        return fx.Local(found)

    def local(self, wanted: str) -> str:
        """A variable of Python alone, under a name of its own."""
        name = self.names.unique(wanted)
        self.locals = {**self.locals, name: name}
        self.show.locals = self.locals
        return name

    def at_hand(
        self, variable: str, source: fx.Source, where: fx.Expr | None, value: fx.Expr | None = None
    ) -> tuple[str, fx.Expr | None, fx.Expr | None]:
        """The start of a turn: where its member stands is worked out, if it is asked for several times.

        Args:
            variable: The member.
            source: What is gone through.
            where: What is asked of it; None for nothing.
            value: What is worked out of it behind that; None for nothing.

        Returns:
            When it is no member, as Python tells it, and both parts as they are asked now.
        """
        no_member = self.show.no_member(variable, source)
        asked = [part for part in (where, value) if part is not None]
        if isinstance(source, fx.Elements) and places(variable, asked)[source.list] >= SEVERAL:
            self.go_on_if([no_member])
            place, no_member = self.placing(variable, source.list), ""
            where, value = (
                None if part is None else placed(part, variable, source.list, place) for part in (where, value)
            )
        if where is not None and value is not None:
            terms = where.terms if isinstance(where, fx.All) else (where,)
            both = self.sharing(fx.All((*terms, value)))
            assert isinstance(both, fx.All)
            where, value = fold.conjunction(both.terms[:-1]), both.terms[-1]
        return no_member, where, value

    def placing(self, variable: str, list_: str) -> str:
        """Where an element stands in its list becomes a variable's value."""
        place = self.local("place")
        self.line(f"{place} = {self.show.value(fx.Place(list_, fx.Local(variable), None))}")
        return place

    def passed_over(self, no_member: str, where: fx.Expr | None) -> None:
        """Go on to the next in a loop where this one is no member, or the condition does not hold.

        Args:
            no_member: When it is none, as Python tells it; empty for never.
            where: The condition; None for no condition.
        """
        unless = [no_member] if no_member else []
        for term in () if where is None else where.terms if isinstance(where, fx.All) else (where,):
            if begins(term):
                self.go_on_if(unless)
                unless = []
            unless.append(self.show.condition(fold.negation(self.choosing(term)), AND))
        self.go_on_if(unless)

    def go_on_if(self, conditions: list[str]) -> None:
        """Go on to the next where one of these holds."""
        if conditions:
            with self.deeper(f"if {' or '.join(conditions)}:"):
                self.line("continue")

    def choosing(self, condition: fx.Expr) -> fx.Expr:
        """A value or condition, with what it begins with told before, and nothing in it worked out twice."""
        return self.sharing(self.settle(condition) if begins(condition) else condition)

    def sharing(self, value: fx.Expr) -> fx.Expr:
        """A value or condition, with nothing in it worked out twice."""
        return cse.shared(value, self.show.constants.quiet, lambda: self.local("same"))


def begins(value: fx.Expr) -> bool:
    """Whether a value begins with what is better told in statements."""
    match value:
        case fx.Taking():
            return True
        case fx.Let():
            return not is_binding(value)
        case fx.Quantifier(steps=steps, where=where, value=added):
            return steps is not None or where is not None or (added is not None and begins(added))
        case fx.All((first, *_)) | fx.Either((first, *_)):
            return begins(first)
        case fx.Not(inner) | fx.Compare(left=inner) | fx.Arithmetic(left=inner) | fx.Pick(condition=inner):
            return begins(inner)
        case fx.OrElse(value=inner) | fx.Some(value=inner):
            return begins(inner)
        case _:  # the rest: printed as an expression, whatever it is
            return False


def loops(value: fx.Expr) -> bool:
    """Whether a value is one that a loop of statements finds sooner than an expression."""
    return isinstance(value, fx.Quantifier) and value.kind in ("any", "first")
