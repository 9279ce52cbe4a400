"""Conditions as conditional branches, without a boolean on the stack.

A compound condition branches as soon as a term decides it. The WebAssembly compiler compiles a comparison with its
branch to one comparison and one jump; a value that is computed and then tested takes both twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.printer import Emitter
from bombsight.backends.wasm.simd import SimdPrinter
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.passes.vectorize import split_into_lanes

MAX_SPECULATION_DEPTH = 2
"""Deepest expression that is evaluated speculatively."""

MAX_SPECULATIVE_INDEX = 1 << 12
"""Largest index that is read speculatively, where memory is certain to exist."""

MAX_UNROLLED_MEMBERS = 16
"""Most members of a source over which a quantifier is unrolled."""


class BranchPrinter(SimdPrinter):
    """Prints conditions as branches."""

    @contextmanager
    def condition_block(self, condition: fx.Expr) -> Iterator[None]:
        """Emit a block whose instructions, those emitted inside the context, run only if a condition holds."""
        out = self.code.fresh_label("unless")
        self.add("block", out)
        self.emit_branch(condition, out, when=False)
        yield
        self.add("end")

    def emit_branch(self, node: fx.Expr, label: str, *, when: bool) -> None:
        """Emit a branch to a label, taken if a condition's truth value equals ``when``."""
        match node:
            case fx.Num(number):
                if bool(number) == when:
                    self.add("br", label)
            case fx.Not(inner):
                self.emit_branch(inner, label, when=not when)
            case fx.All(terms) | fx.Either(terms):
                self.emit_terms_branch(terms, label, when=when, is_any=isinstance(node, fx.Either))
            case fx.Pick(condition, inner, otherwise):
                over, other = self.code.fresh_label("picked"), self.code.fresh_label("otherwise")
                self.add("block", over)
                self.add("block", other)
                self.emit_branch(condition, other, when=False)
                self.emit_branch(inner, label, when=when)
                self.add("br", over)
                self.add("end")
                self.emit_branch(otherwise, label, when=when)
                self.add("end")
            case fx.Let(variable, value, body):
                self.emit_value(value)
                self.add("local.set", self.declare_local(variable))
                self.emit_branch(body, label, when=when)
            case fx.Taking(steps, site, value):
                self.emit_step_charge(steps, site)
                self.emit_branch(value, label, when=when)
            case fx.Compare("!=", value, fx.Num(0)):
                self.emit_value_jump(value, label, when=when)
            case fx.Compare("==", value, fx.Num(0)):
                self.emit_value_jump(value, label, when=not when)
            case fx.Quantifier(kind="any") if self.is_loop(node):
                self.emit_any_branch(node, label, when=when)
            case _:  # the rest: evaluated, then tested
                self.emit_value_jump(node, label, when=when)

    def emit_pick(self, condition: fx.Expr, body: Emitter, otherwise: Emitter) -> None:
        """Emit a conditional expression; the callbacks ``body`` and ``otherwise`` emit its two values."""
        out, other = self.code.fresh_label("picked"), self.code.fresh_label("otherwise")
        self.add("block", out, I32)
        self.add("block", other)
        self.emit_branch(condition, other, when=False)
        body()
        self.add("br", out)
        self.add("end")
        otherwise()
        self.add("end")

    def emit_value_jump(self, node: fx.Expr, label: str, *, when: bool) -> None:
        """Emit a branch to a label, taken if a value is not 0 (``when`` true) or is 0 (``when`` false)."""
        self.emit_value(node)
        if not when:
            self.add("i32.eqz")
        self.add("br_if", label)

    def emit_terms_branch(self, terms: Sequence[fx.Expr], label: str, *, when: bool, is_any: bool) -> None:
        """Emit a branch to a label on a conjunction or disjunction; a decisive term skips the evaluation of the others.

        Args:
            terms: The terms.
            label: The target of the branch.
            when: Whether to branch if the condition holds, or else if it does not.
            is_any: Whether the condition is a disjunction.
        """
        *others, last = self.group_terms(terms)
        if when == is_any:
            for group in (*others, last):
                self.emit_group_branch(group, label, when=when, is_any=is_any)
            return
        past = self.code.fresh_label("settled")
        self.add("block", past)
        for group in others:
            self.emit_group_branch(group, past, when=is_any, is_any=is_any)
        self.emit_group_branch(last, label, when=when, is_any=is_any)
        self.add("end")

    def group_terms(self, terms: Sequence[fx.Expr]) -> list[list[fx.Expr]]:
        """Group adjacent terms of a condition that are cheap and safe to evaluate together.

        A group takes one branch. Whether a term holds is often random, and a mispredicted branch costs more time than a
        few more instructions.
        """
        groups: list[list[fx.Expr]] = []
        for term in terms:
            if groups and self.is_speculatable(term) and self.is_speculatable(groups[-1][0]):
                groups[-1].append(term)
            else:
                groups.append([term])
        return groups

    def emit_group_branch(self, group: Sequence[fx.Expr], label: str, *, when: bool, is_any: bool) -> None:
        """Emit a branch to a label on a group of terms that are evaluated together.

        Args:
            group: The terms.
            label: The target of the branch.
            when: Whether to branch if the condition holds, or else if it does not.
            is_any: Whether the condition is a disjunction.
        """
        if len(group) == 1:
            self.emit_branch(group[0], label, when=when)
            return
        opposite = self.emit_group_value(group, is_any=is_any)
        if when == opposite:
            self.add("i32.eqz")
        self.add("br_if", label)

    def emit_group_value(self, group: Sequence[fx.Expr], *, is_any: bool) -> bool:
        """Emit the value of a group of terms without branches; return whether it is inverted: 0 where the group holds.

        Whether no term is true is as fast to test as whether one is.
        """
        opposite = not is_any and 2 * sum(isinstance(term, fx.Not) for term in group) > len(group)
        for at, term in enumerate(group):
            self.emit_value(fold.negation(term) if opposite else term)
            if at:
                self.add("i32.or" if is_any or opposite else "i32.and")
        return opposite

    def is_loop(self, node: fx.Quantifier) -> bool:
        """Whether a quantifier is emitted as a loop."""
        return split_into_lanes(node) is None and not self.is_unrolled(node)

    def is_unrolled(self, node: fx.Quantifier) -> bool:
        """Whether a quantifier is unrolled over its constant members."""
        return (
            node.kind in ("count", "any")
            and node.where is not None
            and bool(constant_members(node.source))
            and self.is_speculatable(node.where)
        )

    def emit_any_branch(self, node: fx.Quantifier, label: str, *, when: bool) -> None:
        """Emit a loop that branches at the first member that satisfies the condition."""
        if node.steps is not None and node.site is not None:
            self.emit_step_charge(node.steps, node.site)
        past = self.code.fresh_label("found")
        if not when:
            self.add("block", past)
        self.emit_member_loop(
            self.declare_local(node.variable),
            node.source,
            node.where,
            lambda member, out: self.add("br", label if when else past),
        )
        if not when:
            self.add("br", label)
            self.add("end")

    def is_speculatable(self, node: fx.Expr | fx.Source, max_depth: int = MAX_SPECULATION_DEPTH) -> bool:
        """Whether an expression, at most ``max_depth`` deep, is cheap and safe to evaluate even if not needed."""
        match node:
            case fx.Num():
                return True
            case fx.Local():
                return True
            case fx.Slot(offset=offset) | fx.Datum(index=offset):
                return self.is_small_index(offset)
            case fx.Compare(left=left, right=right):
                return (
                    max_depth > 0
                    and self.is_speculatable(left, max_depth - 1)
                    and self.is_speculatable(right, max_depth - 1)
                )
            case fx.Between(value, fx.Num(), fx.Num()) | fx.Not(value):
                return max_depth > 0 and self.is_speculatable(value, max_depth - 1)
            case fx.Among(value, members):
                return (
                    max_depth > 0
                    and self.is_speculatable(value, max_depth - 1)
                    and all(isinstance(m, fx.Num) for m in members)
                )
            case _:  # the rest: not known to be cheap
                return False

    def is_small_index(self, node: fx.Expr) -> bool:
        """Whether an index is certain to be small, so that memory can be read there."""
        match node:
            case fx.Num():
                return True
            case fx.Local(name):
                variable = self.variables.get(name)
                return (
                    variable is not None
                    and not variable.none
                    and 0 <= variable.low <= variable.high < MAX_SPECULATIVE_INDEX
                )
            case fx.Place(_, fx.Local(), None):
                return True
            case fx.Arithmetic("+", left, right):
                return self.is_small_index(left) and self.is_small_index(right)
            case fx.Arithmetic("*", left, fx.Num(value)):
                return 0 <= value < MAX_SPECULATIVE_INDEX and self.is_small_index(left)
            case _:  # the rest: not known to be small
                return False


def constant_members(source: fx.Source) -> list[int]:
    """List the members of a domain (source) of constants; empty for any other."""
    match source:
        case fx.Numbers(fx.Num(first), fx.Num(last)) if 0 <= last - first < MAX_UNROLLED_MEMBERS:
            return list(range(first, last + 1))
        case _:  # the rest: not constant, or too many
            return []
