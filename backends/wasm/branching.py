"""Conditions as jumps: what is only asked in order to go on here or there leaves no value behind.

A condition made of others jumps as soon as one of them settles it. What compiles a module for a machine makes one
comparison and one jump of each; of a value that is put together and then tested it would make both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.printer import Then
from bombsight.backends.wasm.simd import InLanes
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.passes.vectorize import lanes

CALM = 2
"""So deep a value may be that is worked out where nobody asked."""

SMALL = 1 << 12
"""So large an index may be that is read where nobody asked: what stands there is in memory still."""

SIDE_BY_SIDE = 16
"""So many members may be looked at one and all."""


class Branching(InLanes):
    """Prints them."""

    @contextmanager
    def where(self, condition: fx.Expr) -> Iterator[None]:
        """What is done where a condition holds."""
        out = self.code.label("unless")
        self.add("block", out)
        self.branch(condition, out, when=False)
        yield
        self.add("end")

    def branch(self, node: fx.Expr, label: str, *, when: bool) -> None:
        """A jump to a label where a condition holds, or (``when`` no) where it does not."""
        match node:
            case fx.Num(number):
                if bool(number) == when:
                    self.add("br", label)
            case fx.Not(inner):
                self.branch(inner, label, when=not when)
            case fx.All(terms) | fx.Either(terms):
                self.settled(terms, label, when=when, settles=isinstance(node, fx.Either))
            case fx.Pick(condition, inner, otherwise):
                over, other = self.code.label("picked"), self.code.label("otherwise")
                self.add("block", over)
                self.add("block", other)
                self.branch(condition, other, when=False)
                self.branch(inner, label, when=when)
                self.add("br", over)
                self.add("end")
                self.branch(otherwise, label, when=when)
                self.add("end")
            case fx.Let(variable, value, body):
                self.value(value)
                self.add("local.set", self.variable(variable))
                self.branch(body, label, when=when)
            case fx.Taking(steps, site, value):
                self.take_steps(steps, site)
                self.branch(value, label, when=when)
            case fx.Compare("!=", value, fx.Num(0)):
                self.jump(value, label, when=when)
            case fx.Compare("==", value, fx.Num(0)):
                self.jump(value, label, when=not when)
            case fx.Quantifier(kind="any") if self.is_looped(node):
                self.any_of(node, label, when=when)
            case _:  # the rest: worked out, then tested
                self.jump(node, label, when=when)

    def picked(self, condition: fx.Expr, body: Then, otherwise: Then) -> None:
        """One of two values by a condition."""
        out, other = self.code.label("picked"), self.code.label("otherwise")
        self.add("block", out, I32)
        self.add("block", other)
        self.branch(condition, other, when=False)
        body()
        self.add("br", out)
        self.add("end")
        otherwise()
        self.add("end")

    def jump(self, node: fx.Expr, label: str, *, when: bool) -> None:
        """A jump where a value is not 0, or where it is."""
        self.value(node)
        if not when:
            self.add("i32.eqz")
        self.add("br_if", label)

    def settled(self, terms: Sequence[fx.Expr], label: str, *, when: bool, settles: bool) -> None:
        """A jump where all of some terms hold, or any of them; the first that ``settles`` it is the last asked."""
        *others, last = self.grouped(terms)
        if when == settles:
            for group in (*others, last):
                self.together(group, label, when=when, settles=settles)
            return
        past = self.code.label("settled")
        self.add("block", past)
        for group in others:
            self.together(group, past, when=settles, settles=settles)
        self.together(last, label, when=when, settles=settles)
        self.add("end")

    def grouped(self, terms: Sequence[fx.Expr]) -> list[list[fx.Expr]]:
        """Terms in order, those side by side that may be worked out one and all together.

        Of them comes one jump: whether a term holds is often chance, and a machine that guessed wrong where to go on
        has lost more time than it takes to work out some more.
        """
        groups: list[list[fx.Expr]] = []
        for term in terms:
            if groups and self.is_calm(term) and self.is_calm(groups[-1][0]):
                groups[-1].append(term)
            else:
                groups.append([term])
        return groups

    def together(self, group: Sequence[fx.Expr], label: str, *, when: bool, settles: bool) -> None:
        """A jump by a group of terms."""
        if len(group) == 1:
            self.branch(group[0], label, when=when)
            return
        opposite = self.joined(group, settles=settles)
        if when == opposite:
            self.add("i32.eqz")
        self.add("br_if", label)

    def joined(self, group: Sequence[fx.Expr], *, settles: bool) -> bool:
        """A number of calm terms, and whether it is 0 where all of them hold, or any; else it is another where so.

        That none of several is true is as soon told as that one is.
        """
        opposite = not settles and 2 * sum(isinstance(term, fx.Not) for term in group) > len(group)
        for at, term in enumerate(group):
            self.value(fold.negation(term) if opposite else term)
            if at:
                self.add("i32.or" if settles or opposite else "i32.and")
        return opposite

    def is_looped(self, node: fx.Quantifier) -> bool:
        """Whether a quantifier goes through its members one after the other."""
        return lanes(node) is None and not self.is_side_by_side(node)

    def is_side_by_side(self, node: fx.Quantifier) -> bool:
        """Whether a quantifier asks of all its members without a loop."""
        return (
            node.kind in ("count", "any")
            and node.where is not None
            and bool(known_members(node.source))
            and self.is_calm(node.where)
        )

    def any_of(self, node: fx.Quantifier, label: str, *, when: bool) -> None:
        """A jump from within the loop, from the first member for which the condition holds."""
        if node.steps is not None and node.site is not None:
            self.take_steps(node.steps, node.site)
        past = self.code.label("found")
        if not when:
            self.add("block", past)
        self.each(
            self.variable(node.variable),
            node.source,
            node.where,
            lambda member, out: self.add("br", label if when else past),
        )
        if not when:
            self.add("br", label)
            self.add("end")

    def is_calm(self, node: fx.Expr | fx.Source, most: int = CALM) -> bool:
        """Whether a value may as well be worked out where nobody asked: it is soon done, and can do no harm."""
        match node:
            case fx.Num():
                return True
            case fx.Local():
                return True
            case fx.Slot(offset=offset) | fx.Datum(index=offset):
                return self.is_index(offset)
            case fx.Compare(left=left, right=right):
                return most > 0 and self.is_calm(left, most - 1) and self.is_calm(right, most - 1)
            case fx.Between(value, fx.Num(), fx.Num()) | fx.Not(value):
                return most > 0 and self.is_calm(value, most - 1)
            case fx.Among(value, members):
                return most > 0 and self.is_calm(value, most - 1) and all(isinstance(m, fx.Num) for m in members)
            case _:  # the rest: not known to be soon done
                return False

    def is_index(self, node: fx.Expr) -> bool:
        """Whether a value is small for certain, so that memory can be read there."""
        match node:
            case fx.Num():
                return True
            case fx.Local(name):
                variable = self.variables.get(name)
                return variable is not None and not variable.none and 0 <= variable.low <= variable.high < SMALL
            case fx.Place(_, fx.Local(), None):
                return True
            case fx.Arithmetic("+", left, right):
                return self.is_index(left) and self.is_index(right)
            case fx.Arithmetic("*", left, fx.Num(value)):
                return 0 <= value < SMALL and self.is_index(left)
            case _:  # the rest: not known to be small
                return False


def known_members(source: fx.Source) -> list[int]:
    """The members of a source that is constant; nothing for others."""
    match source:
        case fx.Numbers(fx.Num(first), fx.Num(last)) if 0 <= last - first < SIDE_BY_SIDE:
            return list(range(first, last + 1))
        case _:  # the rest: not constant, or too many
            return []
