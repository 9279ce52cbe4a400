"""Loops over members: of a range, of constants, of the elements of a list, of a list held in a variable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.printer import Printer, Then
from bombsight.backends.wasm.rows import LANES, Address, copy_row, others_in_row
from bombsight.flat import expressions as fx
from bombsight.flat.types import NONE

BITS = 32
"""So many places of a list are the bits of one number."""


class Members(Printer):
    """Prints loops."""

    @contextmanager
    def looped(self, hint: str) -> Iterator[tuple[str, str]]:
        """A loop: labels of what leaves it, and of what begins it again."""
        out, again = self.code.label("out"), self.code.label(hint)
        self.add("block", out)
        self.add("loop", again)
        yield out, again
        self.add("end")
        self.add("end")

    def each(
        self,
        member: str,
        source: fx.Source,
        where: fx.Expr | None,
        take: Callable[[str, str], None],
        snapshot: bool = False,
    ) -> None:
        """A loop over members.

        Args:
            member: The variable that holds each.
            source: What is gone through.
            where: What must hold of a member; None for nothing.
            take: Prints what is done with a member: its variable, and the label that leaves the loop.
            snapshot: Whether what is done may change the source: then it is copied first.
        """
        match source:
            case fx.Numbers(first, last):
                with self.numbers_from(first, last, member) as out:
                    self.taken(member, None, where, take, out)
            case fx.Values(values) if constants(values):
                address = self.around.constant(tuple(value.value for value in values if isinstance(value, fx.Num)))
                self.stored(member, None, address, lambda: self.add("i32.const", len(values)), None, where, take)
            case fx.Values(values):
                before = self.frame.used
                offset = self.frame.take(len(values))
                for number, value in enumerate(values):
                    self.add("local.get", "frame")
                    self.value(value)
                    self.add("i32.store", offset + WORD * number)
                self.stored(member, "frame", offset, lambda: self.add("i32.const", len(values)), None, where, take)
                self.frame.used = before
            case fx.Elements(list_):
                pool = self.lists[list_]
                before = self.frame.used
                row = Address(self.memory.slot(pool.row))
                if snapshot:
                    living, row = row, Address(self.frame.take(pool.capacity), "frame")
                    copy_row(self.code, row, living, pool.capacity)
                if pool.capacity <= BITS:
                    self.living(member, row, pool.capacity, where, take, placed=pool.order is None)
                else:
                    self.counted_living(member, row, pool.count, where, take)
                self.frame.used = before
            case fx.Held(variable, most, list_):
                before = self.frame.used
                offset = self.held[variable]
                count = f"count {variable}"
                if snapshot:
                    copied = self.frame.take(most)
                    self.add("local.get", "frame")
                    self.add("i32.const", copied)
                    self.add("i32.add")
                    self.add("local.get", "frame")
                    self.add("i32.const", offset)
                    self.add("i32.add")
                    self.add("local.get", count)
                    self.add("i32.const", WORD)
                    self.add("i32.mul")
                    self.add("memory.copy")
                    offset = copied
                    self.add("local.get", count)
                    count = self.keep()

                def alive() -> None:
                    assert list_ is not None
                    self.test(member, "i32.ne", NONE)
                    self.lives(list_, member)
                    self.add("i32.and")

                self.stored(
                    member,
                    "frame",
                    offset,
                    lambda: self.add("local.get", count),
                    alive if list_ is not None else None,
                    where,
                    take,
                )
                self.frame.used = before
            case _:
                assert_never(source)

    @contextmanager
    def numbers_from(self, first: fx.Expr, last: fx.Expr, variable: str, *, down: bool = False) -> Iterator[str]:
        """A loop over numbers, up or down.

        The last is asked for behind its turn, so that the next is never beyond 32 bits.

        Args:
            first: The first number.
            last: The last.
            variable: Holds the number whose turn it is.
            down: Whether they go down.

        Yields:
            The label that leaves the loop, where each turn is to be printed.
        """
        self.value(first)
        at = self.keep()
        self.value(last)
        end = self.keep()
        self.add("local.get", at)
        self.add("local.get", end)
        self.add("i32.ge_s" if down else "i32.le_s")
        self.add("if", "any")
        with self.looped("numbers") as (out, again):
            self.add("local.get", at)
            self.add("local.set", variable)
            yield out
            self.add("local.get", at)
            self.add("local.get", end)
            self.add("i32.eq")
            self.add("br_if", out)
            self.stepped(at, -1 if down else 1)
            self.add("br", again)
        self.add("end")

    def stored(
        self,
        member: str,
        base: str | None,
        offset: int,
        count: Then,
        there: Then | None,
        where: fx.Expr | None,
        take: Callable[[str, str], None],
    ) -> None:
        """A loop over words in memory."""
        at, end = self.code.fresh("at"), self.code.fresh("end")
        self.add("i32.const", 0)
        if base is not None:
            self.add("local.get", base)
            self.add("i32.add")
        self.add("local.tee", at)
        count()
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.add")
        self.add("local.set", end)
        with self.looped("members") as (out, again):
            self.add("local.get", at)
            self.add("local.get", end)
            self.add("i32.ge_u")
            self.add("br_if", out)
            self.add("local.get", at)
            self.add("i32.load", offset)
            self.add("local.set", member)
            self.stepped(at, WORD)
            self.taken(member, there, where, take, out)
            self.add("br", again)

    def living(
        self,
        member: str,
        row: Address,
        capacity: int,
        where: fx.Expr | None,
        take: Callable[[str, str], None],
        *,
        placed: bool,
    ) -> None:
        """A loop over the elements of a short list: bits of a number stand for them.

        Args:
            member: The variable that holds each.
            row: Where they stand.
            capacity: How many there can be.
            where: What must hold of one; None for nothing.
            take: Prints what is done with one.
            placed: Whether they stand by their places, not in an order of their own.
        """
        others_in_row(self.code, row, capacity, Address(self.around.constant((NONE,) * LANES)))
        bits = self.keep()
        with self.looped("elements") as (out, again):
            self.add("local.get", bits)
            self.add("i32.eqz")
            self.add("br_if", out)
            self.add("local.get", bits)
            self.add("i32.ctz")
            self.element(member, row, placed=placed)
            self.without_lowest(bits)
            self.taken(member, None, where, take, out)
            self.places.pop(member, None)
            self.add("br", again)

    def element(self, member: str, row: Address, *, placed: bool = True) -> None:
        """The element at the place on the stack."""
        place = self.keep()
        self.add("local.get", place)
        self.add("i32.const", 2)
        self.add("i32.shl")
        if row.base is not None:
            self.add("local.get", row.base)
            self.add("i32.add")
        self.add("i32.load", row.offset)
        self.add("local.set", member)
        if placed:
            self.places[member] = place

    def without_lowest(self, bits: str) -> None:
        """The lowest bit of a number is gone."""
        self.test(bits, "i32.sub", 1)
        self.add("local.get", bits)
        self.add("i32.and")
        self.add("local.set", bits)

    def counted_living(
        self, member: str, row: Address, counter: int, where: fx.Expr | None, take: Callable[[str, str], None]
    ) -> None:
        """A loop over the elements of a list up to the last: a slot counts how many there are."""
        at, left = self.code.fresh("at"), self.code.fresh("left")
        row.on(self.code)
        self.add("local.set", at)
        self.add("i32.const", 0)
        self.add("i32.load", self.memory.slot(counter))
        self.add("local.set", left)
        with self.looped("elements") as (out, again):
            self.add("local.get", left)
            self.add("i32.eqz")
            self.add("br_if", out)
            self.add("local.get", at)
            self.add("i32.load", row.offset)
            self.add("local.set", member)
            self.stepped(at, WORD)
            self.test(member, "i32.eq", NONE)
            self.add("br_if", again)
            self.stepped(left, -1)
            self.taken(member, None, where, take, out)
            self.add("br", again)

    def taken(
        self, member: str, there: Then | None, where: fx.Expr | None, take: Callable[[str, str], None], out: str
    ) -> None:
        """What is done with a member, if it is there and the condition holds."""
        if there is not None:
            there()
            self.add("if", "there")
        if where is not None:
            unless = self.code.label("unless")
            self.add("block", unless)
            self.branch(where, unless, when=False)
        take(member, out)
        if where is not None:
            self.add("end")
        if there is not None:
            self.add("end")

    def contains(self, node: fx.Contains) -> None:
        """Whether a list holds a value."""
        name = self.kept(node.value)
        found = self.code.fresh("found")
        self.add("i32.const", 0)
        self.add("local.set", found)

        def look(member: str, out: str) -> None:
            self.add("local.get", member)
            self.add("local.get", name)
            self.add("i32.eq")
            self.add("local.tee", found)
            self.add("br_if", out)

        member = self.code.fresh("member")
        self.each(member, fx.Held(node.variable, 0), None, look)
        self.add("local.get", found)


def constants(values: tuple[fx.Expr, ...]) -> bool:
    """Whether all are numbers."""
    return all(isinstance(value, fx.Num) for value in values)
