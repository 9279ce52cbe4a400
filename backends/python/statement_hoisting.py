"""Hoists the first sub-expressions into statements, which CPython runs faster than nested calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
"""Name of the function that takes events; ``log`` takes the beginning of a mission."""

RESULT_NAMES: Mapping[fx.QuantifierKind, str] = {"any": "some_one", "min": "least", "max": "greatest"}
"""The variables for the results of quantifiers that are not called like their kind."""

MIN_INDEX_USES = 2
"""Uses of a member's index in its list from which a loop stores it in a variable."""


class HoistingPrinter:
    """Prints lines of a function, with hoisted parts of expressions before them.

    Attributes:
        lines: The source so far.
        traced: Whether the code writes the journal.
        preferred: Whether the autopilot's choices are computed inline.
    """

    def __init__(self, function: Function, symbols: SymbolTable, traced: bool, preferred: bool = False) -> None:
        """Make a printer for the body of a function.

        Args:
            function: The function.
            symbols: The Python names of slots, functions and data.
            traced: Whether the code writes the journal.
            preferred: Whether the autopilot's choices are computed inline.
        """
        self.names = UniqueNames(symbols.taken)
        self.locals = {variable.name: self.names.variable_name(variable.name) for variable in function.locals}
        self.capacities = {variable.name: variable.capacity for variable in function.locals}
        self.renderer = ExpressionRenderer(
            symbols, self.locals, {variable.name: variable for variable in function.locals}
        )
        self.traced, self.preferred = traced, preferred
        self.emit_exit: Callable[[], None] | None = None
        """Emits the guard's exit before each return, if the body is not a function of its own."""
        self.depth = 0
        self.lines: list[str] = []

    # --- lines

    def emit_line(self, source: str, note: str = "") -> None:
        """Emit a line of source at the current depth of indentation."""
        self.lines.append("    " * self.depth + source + render_comment(note))

    def emit_event(self, site: int, *values: str, note: str = "", sink: str = EVENT_SINK) -> None:
        """Emit a call that writes an event of a site (code location) to the journal."""
        self.emit_line(f"{sink}(({', '.join([str(site), *values])}{',' * (not values)}))", note)

    @contextmanager
    def indented_block(self, head: str, note: str = "") -> Iterator[None]:
        """Emit the head of a block, such as ``if x:``, and indent the lines emitted inside the context."""
        self.emit_line(head, note)
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.emit_line("pass")
        self.depth -= 1

    def emit_fault_if(self, condition: str, site: int) -> None:
        """Emit ``if condition: raise Fault(site)``: a fault at a site (code location)."""
        with self.indented_block(f"if {condition}:"):
            self.emit_line(f"raise Fault({site})")

    # --- hoisting

    def hoist(self, value: fx.Expr) -> fx.Expr:
        """Emit the parts of a value that are evaluated first as statements if these run faster; return what remains."""
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
            case _:  # the rest: nothing to hoist, as in needs_hoisting()
                return value

    def emit_step_charge(self, steps: fx.Expr, site: int | None) -> None:
        """Emit a charge of steps to the run's budget, with a fault at the site (code location) if no steps are left."""
        if site is None:
            self.emit_line(f"S[STEPS] -= {self.renderer.render_value(steps)}")
        else:
            self.emit_line(f"S[STEPS] = left = S[STEPS] - {self.renderer.render_value(steps, PRODUCT)}")
            self.emit_fault_if("left < 0", site)

    def hoist_quantifier(self, node: fx.Quantifier) -> fx.Expr:
        """Emit a quantifier as a loop unless Python has a built-in for it; return the expression to read its result."""
        variable, source, where = node.variable, node.source, node.where
        has_builtin = node.value is None and self.renderer.match_slot_run(variable, source, where) is not None
        if (where is None and (node.value is None or not needs_hoisting(node.value))) or has_builtin:
            return node
        result = self.new_local(RESULT_NAMES.get(node.kind, node.kind))
        self.emit_line(f"{result} = {self.renderer.render_value(fx.Num(fx.value_without_members(node.kind)))}")
        best = result
        if node.kind in ("lowest", "highest"):
            best = self.new_local("best")
            self.emit_line(f"{best} = NONE")
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
                case "min" | "max" | "lowest" | "highest" as kind:
                    assert added is not None
                    self.emit_best(kind, self.locals[variable], self.hoist_and_share(added), result, best)
                case _:
                    assert_never(node.kind)
        return fx.Local(result)

    def emit_best(self, kind: fx.BestKind, member: str, value: fx.Expr, result: str, best: str) -> None:
        """Emit the comparison of a member's value with the best so far, which it may displace.

        Args:
            kind: The kind of the quantifier.
            member: The source of the member.
            value: The member's value.
            result: The variable of the quantifier's result.
            best: The variable of the best value; the same, if that is the result.
        """
        own = self.new_local("value")
        self.emit_line(f"{own} = {self.renderer.render_value(value)}")
        with self.indented_block(f"if {best} == NONE or {own} {fx.better_comparison(kind)} {best}:"):
            self.emit_line(f"{best} = {own}")
            if fx.gives_member(kind):
                self.emit_line(f"{result} = {member}")

    def new_local(self, hint: str) -> str:
        """Add a local variable that the flat form does not have; return its unique name."""
        name = self.names.make_unique(hint)
        self.locals = {**self.locals, name: name}
        self.renderer.locals = self.locals
        return name

    def emit_loop_prologue(
        self, variable: str, source: fx.Source, where: fx.Expr | None, value: fx.Expr | None = None
    ) -> tuple[str, fx.Expr | None, fx.Expr | None]:
        """Emit the first lines of a loop's body: compute the member's index once if it is used repeatedly.

        Args:
            variable: The member.
            source: The source of the loop.
            where: The condition on a member; None for none.
            value: A value evaluated after the condition; None for none.

        Returns:
            The test for a non-member as source, and both parts rewritten to use the variables.
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
        """Emit the assignment of an element's index in its list to a new variable; return its name."""
        place = self.new_local("place")
        self.emit_line(f"{place} = {self.renderer.render_value(fx.Place(list_, fx.Local(variable), None))}")
        return place

    def emit_member_filter(self, non_member_test: str, where: fx.Expr | None) -> None:
        """Emit ``continue`` if ``non_member_test`` (source, may be empty) holds or the condition ``where`` does not."""
        unless = [non_member_test] if non_member_test else []
        for term in () if where is None else where.terms if isinstance(where, fx.All) else (where,):
            if needs_hoisting(term):
                self.emit_continue_if(unless)
                unless = []
            unless.append(self.renderer.render_condition(fold.negation(self.hoist_and_share(term)), AND))
        self.emit_continue_if(unless)

    def emit_continue_if(self, conditions: list[str]) -> None:
        """Emit ``continue`` under the disjunction of conditions, which are Python source."""
        if conditions:
            with self.indented_block(f"if {' or '.join(conditions)}:"):
                self.emit_line("continue")

    def hoist_and_share(self, condition: fx.Expr) -> fx.Expr:
        """Hoist the parts of a value that are evaluated first; return the value with repeated parts computed once."""
        return self.share_subexpressions(self.hoist(condition) if needs_hoisting(condition) else condition)

    def share_subexpressions(self, value: fx.Expr) -> fx.Expr:
        """Return a copy of a value in which repeated parts are computed once."""
        return cse.eliminate_common_subexpressions(value, self.renderer.symbols.quiet, lambda: self.new_local("same"))


def needs_hoisting(value: fx.Expr) -> bool:
    """Whether a value begins with a part that runs faster as statements."""
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
    """Whether a value is a search among members that runs faster as a loop than as an expression."""
    return isinstance(value, fx.Quantifier) and value.kind in ("any", "first")
