"""What a value begins with, told in statements before it: Python does there sooner what an expression does in calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from attrs import evolve

from bombsight.backends.python import cse
from bombsight.backends.python.constants import SymbolTable
from bombsight.backends.python.element_index import count_index_uses, replace_index_uses
from bombsight.backends.python.expressions import AND, PRODUCT, ExpressionRenderer
from bombsight.backends.python.inline_assignment import is_binding
from bombsight.backends.python.names import UniqueNames, render_comment
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Function

EVENT_SINK = "tell"
"""What takes events; but ``log`` takes a mission's beginning."""

MIN_INDEX_USES = 2
"""So often it is asked where a member stands before that has a variable of its own."""


class HoistingPrinter:
    """Prints lines, and values with what goes before them.

    Attributes:
        lines: The source so far.
        traced: Whether the journal is kept.
        preferred: Whether every choice is the rules' own preference, and nobody is asked.
    """

    def __init__(self, function: Function, symbols: SymbolTable, traced: bool, preferred: bool = False) -> None:
        self.names = UniqueNames(symbols.taken)
        self.locals = {variable.name: self.names.variable_name(variable.name) for variable in function.locals}
        self.capacities = {variable.name: variable.capacity for variable in function.locals}
        self.renderer = ExpressionRenderer(
            symbols, self.locals, {variable.name: variable for variable in function.locals}
        )
        self.traced, self.preferred = traced, preferred
        self.emit_exit: Callable[[], None] | None = None
        """Prints what is done before the function gives something, where its body does not stand apart."""
        self.depth = 0
        self.lines: list[str] = []

    # --- lines

    def emit_line(self, source: str, note: str = "") -> None:
        """A line at this depth."""
        self.lines.append("    " * self.depth + source + render_comment(note))

    def emit_event(self, site: int, *values: str, note: str = "", sink: str = EVENT_SINK) -> None:
        """An event is told, a tuple: one of constants alone is made once."""
        self.emit_line(f"{sink}(({', '.join([str(site), *values])}{',' * (not values)}))", note)

    @contextmanager
    def indented_block(self, head: str, note: str = "") -> Iterator[None]:
        """A head and the lines in its block."""
        self.emit_line(head, note)
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.emit_line("pass")
        self.depth -= 1

    def emit_fault_if(self, condition: str, site: int) -> None:
        """A fault where a condition holds."""
        with self.indented_block(f"if {condition}:"):
            self.emit_line(f"raise Fault({site})")

    # --- what is worked out first

    def hoist(self, value: fx.Expr) -> fx.Expr:
        """Have what a value begins with told in statements, as far as Python does that sooner; what is left of it."""
        match value:
            case fx.Taking(steps, site, inner):
                self.emit_step_charge(steps, site)
                return self.hoist(inner)
            case fx.Let(variable, inner, body) if not is_binding(value):
                self.emit_line(f"{self.locals[variable]} = {self.renderer.render_value(self.hoist(inner))}")
                return self.hoist(body)
            case fx.All((first, *rest)) | fx.Either((first, *rest)):
                return type(value)((self.hoist(first), *rest))
            case fx.Not(inner):
                return fold.negation(self.hoist(inner))
            case fx.Compare(op, left, right):
                return fx.Compare(op, self.hoist(left), right)
            case fx.Arithmetic(op, left, right):
                return fx.Arithmetic(op, self.hoist(left), right)
            case fx.Pick(condition, one, other):
                return fx.Pick(self.hoist(condition), one, other)
            case fx.OrElse(inner, otherwise):
                return fx.OrElse(self.hoist(inner), otherwise)
            case fx.Some(inner, site):
                return fx.Some(self.hoist(inner), site)
            case fx.Quantifier(steps=steps, site=site):
                if steps is not None:
                    self.emit_step_charge(steps, site)
                return self.hoist_quantifier(evolve(value, steps=None, site=None))
            case _:  # the rest: begins with nothing to be told before it, as begins() says
                return value

    def emit_step_charge(self, steps: fx.Expr, site: int | None) -> None:
        """Steps are taken."""
        if site is None:
            self.emit_line(f"S[STEPS] -= {self.renderer.render_value(steps)}")
        else:
            self.emit_line(f"S[STEPS] = left = S[STEPS] - {self.renderer.render_value(steps, PRODUCT)}")
            self.emit_fault_if("left < 0", site)

    def hoist_quantifier(self, node: fx.Quantifier) -> fx.Expr:
        """A quantifier as a loop of statements, unless Python has a word for it; what it found."""
        variable, source, where = node.variable, node.source, node.where
        has_builtin = node.value is None and self.renderer.match_slot_run(variable, source, where) is not None
        if (where is None and (node.value is None or not needs_hoisting(node.value))) or has_builtin:
            return node
        result = self.new_local(node.kind if node.kind != "any" else "some_one")
        self.emit_line(f"{result} = {self.renderer.render_value(fx.Num(fx.value_without_members(node.kind)))}")
        with self.indented_block(f"for {self.locals[variable]} in {self.renderer.render_members(source)}:"):
            no_member, where, added = self.emit_loop_prologue(variable, source, where, node.value)
            self.emit_member_filter(no_member, where)
            match node.kind:
                case "sum":
                    assert added is not None
                    self.emit_line(f"{result} += {self.renderer.render_value(self.hoist_and_share(added), PRODUCT)}")
                case "count":
                    self.emit_line(f"{result} += 1")
                case "first" | "any":
                    self.emit_line(f"{result} = {self.locals[variable] if node.kind == 'first' else '1'}")
                    self.emit_line("break")
                case _:
                    assert_never(node.kind)
        return fx.Local(result)

    def new_local(self, hint: str) -> str:
        """A variable of Python alone, under a name of its own."""
        name = self.names.make_unique(hint)
        self.locals = {**self.locals, name: name}
        self.renderer.locals = self.locals
        return name

    def emit_loop_prologue(
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
        no_member = self.renderer.render_non_member_test(variable, source)
        asked_parts = [part for part in (where, value) if part is not None]
        if isinstance(source, fx.Elements) and count_index_uses(variable, asked_parts)[source.list] >= MIN_INDEX_USES:
            self.emit_continue_if([no_member])
            place, no_member = self.emit_element_index(variable, source.list), ""
            where, value = (
                None if part is None else replace_index_uses(part, variable, source.list, place)
                for part in (where, value)
            )
        if where is not None and value is not None:
            terms = where.terms if isinstance(where, fx.All) else (where,)
            both = self.share_subexpressions(fx.All((*terms, value)))
            assert isinstance(both, fx.All)
            where, value = fold.conjunction(both.terms[:-1]), both.terms[-1]
        return no_member, where, value

    def emit_element_index(self, variable: str, list_: str) -> str:
        """Where an element stands in its list becomes a variable's value."""
        place = self.new_local("place")
        self.emit_line(f"{place} = {self.renderer.render_value(fx.Place(list_, fx.Local(variable), None))}")
        return place

    def emit_member_filter(self, non_member_test: str, where: fx.Expr | None) -> None:
        """Go on to the next in a loop where this one is no member, or the condition does not hold.

        Args:
            non_member_test: When it is none, as Python tells it; empty for never.
            where: The condition; None for no condition.
        """
        unless = [non_member_test] if non_member_test else []
        for term in () if where is None else where.terms if isinstance(where, fx.All) else (where,):
            if needs_hoisting(term):
                self.emit_continue_if(unless)
                unless = []
            unless.append(self.renderer.render_condition(fold.negation(self.hoist_and_share(term)), AND))
        self.emit_continue_if(unless)

    def emit_continue_if(self, conditions: list[str]) -> None:
        """Go on to the next where one of these holds."""
        if conditions:
            with self.indented_block(f"if {' or '.join(conditions)}:"):
                self.emit_line("continue")

    def hoist_and_share(self, condition: fx.Expr) -> fx.Expr:
        """A value or condition, with what it begins with told before, and nothing in it worked out twice."""
        return self.share_subexpressions(self.hoist(condition) if needs_hoisting(condition) else condition)

    def share_subexpressions(self, value: fx.Expr) -> fx.Expr:
        """A value or condition, with nothing in it worked out twice."""
        return cse.eliminate_common_subexpressions(value, self.renderer.symbols.quiet, lambda: self.new_local("same"))


def needs_hoisting(value: fx.Expr) -> bool:
    """Whether a value begins with what is better told in statements."""
    match value:
        case fx.Taking():
            return True
        case fx.Let():
            return not is_binding(value)
        case fx.Quantifier(steps=steps, where=where, value=added):
            return steps is not None or where is not None or (added is not None and needs_hoisting(added))
        case fx.All((first, *_)) | fx.Either((first, *_)):
            return needs_hoisting(first)
        case fx.Not(inner) | fx.Compare(left=inner) | fx.Arithmetic(left=inner) | fx.Pick(condition=inner):
            return needs_hoisting(inner)
        case fx.OrElse(value=inner) | fx.Some(value=inner):
            return needs_hoisting(inner)
        case _:  # the rest: printed as an expression, whatever it is
            return False


def is_member_search(value: fx.Expr) -> bool:
    """Whether a value is one that a loop of statements finds sooner than an expression."""
    return isinstance(value, fx.Quantifier) and value.kind in ("any", "first")
