"""Loops over members: of a range, of constants, of a list of elements, of a list in a variable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from bombsight.backends.wasm.memory import WORD
from bombsight.backends.wasm.printer import Emitter, FunctionPrinter
from bombsight.backends.wasm.rows import LANES, Address, emit_copy_row, emit_difference_mask
from bombsight.flat import expressions as fx
from bombsight.flat.types import NONE

BITS = 32
"""Most places of a list whose elements are represented by the bits of one number."""


class MemberLoopPrinter(FunctionPrinter):
    """Prints loops over members."""

    @contextmanager
    def loop_block(self, hint: str) -> Iterator[tuple[str, str]]:
        """Emit a loop around the instructions in the context; yield the labels to leave the loop and to repeat it."""
        out, again = self.code.fresh_label("out"), self.code.fresh_label(hint)
        self.add("block", out)
        self.add("loop", again)
        yield out, again
        self.add("end")
        self.add("end")

    def emit_member_loop(
        self,
        member: str,
        source: fx.Source,
        where: fx.Expr | None,
        emit_turn: Callable[[str, str], None],
        needs_snapshot: bool = False,
    ) -> None:
        """Emit a loop over members.

        Args:
            member: The variable that holds each member.
            source: The source of the members.
            where: The condition on a member; None for none.
            emit_turn: Emits the body, given the member's variable and the label that leaves the loop.
            needs_snapshot: Whether the body may change the source, so that it is copied first.
        """
        match source:
            case fx.Numbers(first, last):
                with self.number_loop(first, last, member) as out:
                    self.emit_filtered_turn(member, None, where, emit_turn, out)
            case fx.Values(values) if are_constants(values):
                address = self.context.constant_address(
                    tuple(value.value for value in values if isinstance(value, fx.Num))
                )
                self.emit_array_loop(
                    member, None, address, lambda: self.add("i32.const", len(values)), None, where, emit_turn
                )
            case fx.Values(values):
                before = self.frame.used
                offset = self.frame.allocate(len(values))
                for number, value in enumerate(values):
                    self.add("local.get", "frame")
                    self.emit_value(value)
                    self.add("i32.store", offset + WORD * number)
                self.emit_array_loop(
                    member, "frame", offset, lambda: self.add("i32.const", len(values)), None, where, emit_turn
                )
                self.frame.used = before
            case fx.Elements(list_):
                pool = self.lists[list_]
                before = self.frame.used
                row = Address(self.memory.slot_address(pool.row))
                if needs_snapshot:
                    living, row = row, Address(self.frame.allocate(pool.capacity), "frame")
                    emit_copy_row(self.code, row, living, pool.capacity)
                if pool.capacity <= BITS:
                    self.emit_bitmask_loop(
                        member, row, pool.capacity, where, emit_turn, is_in_place_order=pool.order is None
                    )
                else:
                    self.emit_counted_list_loop(member, row, pool.count, where, emit_turn)
                self.frame.used = before
            case fx.Held(variable, most, list_):
                before = self.frame.used
                offset = self.held[variable]
                count = f"count {variable}"
                if needs_snapshot:
                    copied = self.frame.allocate(most)
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
                    count = self.pop_to_local()

                def emit_liveness_test() -> None:
                    """Emit the test whether the member is still in its list."""
                    assert list_ is not None
                    self.emit_comparison(member, "i32.ne", NONE)
                    self.emit_is_in_list(list_, member)
                    self.add("i32.and")

                self.emit_array_loop(
                    member,
                    "frame",
                    offset,
                    lambda: self.add("local.get", count),
                    emit_liveness_test if list_ is not None else None,
                    where,
                    emit_turn,
                )
                self.frame.used = before
            case _:
                assert_never(source)

    @contextmanager
    def number_loop(self, first: fx.Expr, last: fx.Expr, variable: str, *, down: bool = False) -> Iterator[str]:
        """Emit a loop over numbers, up or down, around the instructions in the context.

        The end is tested after each turn, so that the next number never exceeds 32 bits.

        Args:
            first: The first number.
            last: The last number.
            variable: The variable that holds each number.
            down: Whether the numbers go down.

        Yields:
            The label that leaves the loop, when the body is to be emitted.
        """
        self.emit_value(first)
        at = self.pop_to_local()
        self.emit_value(last)
        end = self.pop_to_local()
        self.add("local.get", at)
        self.add("local.get", end)
        self.add("i32.ge_s" if down else "i32.le_s")
        self.add("if", "any")
        with self.loop_block("numbers") as (out, again):
            self.add("local.get", at)
            self.add("local.set", variable)
            yield out
            self.add("local.get", at)
            self.add("local.get", end)
            self.add("i32.eq")
            self.add("br_if", out)
            self.emit_step(at, -1 if down else 1)
            self.add("br", again)
        self.add("end")

    def emit_array_loop(
        self,
        member: str,
        base: str | None,
        offset: int,
        emit_count: Emitter,
        emit_presence_test: Emitter | None,
        where: fx.Expr | None,
        emit_turn: Callable[[str, str], None],
    ) -> None:
        """Emit a loop over words in memory.

        Args:
            member: The variable that holds each word.
            base: The variable with the base address; None for 0.
            offset: The offset of the first word from there.
            emit_count: Emits the number of words.
            emit_presence_test: Emits the test whether a word is a member; None if each is.
            where: The condition on a member; None for none.
            emit_turn: Emits the body.
        """
        at, end = self.code.fresh_local("at"), self.code.fresh_local("end")
        self.add("i32.const", 0)
        if base is not None:
            self.add("local.get", base)
            self.add("i32.add")
        self.add("local.tee", at)
        emit_count()
        self.add("i32.const", 2)
        self.add("i32.shl")
        self.add("i32.add")
        self.add("local.set", end)
        with self.loop_block("members") as (out, again):
            self.add("local.get", at)
            self.add("local.get", end)
            self.add("i32.ge_u")
            self.add("br_if", out)
            self.add("local.get", at)
            self.add("i32.load", offset)
            self.add("local.set", member)
            self.emit_step(at, WORD)
            self.emit_filtered_turn(member, emit_presence_test, where, emit_turn, out)
            self.add("br", again)

    def emit_bitmask_loop(
        self,
        member: str,
        row: Address,
        capacity: int,
        where: fx.Expr | None,
        emit_turn: Callable[[str, str], None],
        *,
        is_in_place_order: bool,
    ) -> None:
        """Emit a loop over the elements of a short list, by a bit mask of its occupied places.

        Args:
            member: The variable that holds each element.
            row: The address of the elements.
            capacity: The capacity of the list.
            where: The condition on an element; None for none.
            emit_turn: Emits the body.
            is_in_place_order: Whether the elements stand by their places, not in an order of their own.
        """
        emit_difference_mask(self.code, row, capacity, Address(self.context.constant_address((NONE,) * LANES)))
        bits = self.pop_to_local()
        with self.loop_block("elements") as (out, again):
            self.add("local.get", bits)
            self.add("i32.eqz")
            self.add("br_if", out)
            self.add("local.get", bits)
            self.add("i32.ctz")
            self.emit_element(member, row, is_in_place_order=is_in_place_order)
            self.emit_clear_lowest_bit(bits)
            self.emit_filtered_turn(member, None, where, emit_turn, out)
            self.places.pop(member, None)
            self.add("br", again)

    def emit_element(self, member: str, row: Address, *, is_in_place_order: bool = True) -> None:
        """Emit the load of the list's element at the place whose number is on the stack."""
        place = self.pop_to_local()
        self.add("local.get", place)
        self.add("i32.const", 2)
        self.add("i32.shl")
        if row.base is not None:
            self.add("local.get", row.base)
            self.add("i32.add")
        self.add("i32.load", row.offset)
        self.add("local.set", member)
        if is_in_place_order:
            self.places[member] = place

    def emit_clear_lowest_bit(self, bits: str) -> None:
        """Emit the removal of a number's lowest set bit."""
        self.emit_comparison(bits, "i32.sub", 1)
        self.add("local.get", bits)
        self.add("i32.and")
        self.add("local.set", bits)

    def emit_counted_list_loop(
        self, member: str, row: Address, counter: int, where: fx.Expr | None, emit_turn: Callable[[str, str], None]
    ) -> None:
        """Emit a loop over the elements of a long list that ends at the last one.

        Args:
            member: The variable that holds each element.
            row: The address of the elements.
            counter: The slot that counts the elements.
            where: The condition on an element; None for none.
            emit_turn: Emits the body.
        """
        at, left = self.code.fresh_local("at"), self.code.fresh_local("left")
        row.push_base(self.code)
        self.add("local.set", at)
        self.add("i32.const", 0)
        self.add("i32.load", self.memory.slot_address(counter))
        self.add("local.set", left)
        with self.loop_block("elements") as (out, again):
            self.add("local.get", left)
            self.add("i32.eqz")
            self.add("br_if", out)
            self.add("local.get", at)
            self.add("i32.load", row.offset)
            self.add("local.set", member)
            self.emit_step(at, WORD)
            self.emit_comparison(member, "i32.eq", NONE)
            self.add("br_if", again)
            self.emit_step(left, -1)
            self.emit_filtered_turn(member, None, where, emit_turn, out)
            self.add("br", again)

    def emit_filtered_turn(
        self,
        member: str,
        emit_presence_test: Emitter | None,
        where: fx.Expr | None,
        emit_turn: Callable[[str, str], None],
        exit_label: str,
    ) -> None:
        """Emit the body of a member loop, run only under the presence test and the condition.

        Args:
            member: The variable that holds the member.
            emit_presence_test: Emits the test whether there is a member; None if there always is.
            where: The condition on the member; None for none.
            emit_turn: Emits the body.
            exit_label: The label that leaves the loop.
        """
        if emit_presence_test is not None:
            emit_presence_test()
            self.add("if", "there")
        if where is not None:
            unless = self.code.fresh_label("unless")
            self.add("block", unless)
            self.emit_branch(where, unless, when=False)
        emit_turn(member, exit_label)
        if where is not None:
            self.add("end")
        if emit_presence_test is not None:
            self.add("end")

    def emit_contains(self, node: fx.Contains) -> None:
        """Emit the test whether a list in a variable contains a value."""
        name = self.evaluate_to_local(node.value)
        is_found = self.code.fresh_local("found")
        self.add("i32.const", 0)
        self.add("local.set", is_found)

        def emit_comparison_turn(member: str, exit_label: str) -> None:
            """Callback of the member loop: emit the comparison of a member with the value."""
            self.add("local.get", member)
            self.add("local.get", name)
            self.add("i32.eq")
            self.add("local.tee", is_found)
            self.add("br_if", exit_label)

        member = self.code.fresh_local("member")
        self.emit_member_loop(member, fx.Held(node.variable, 0), None, emit_comparison_turn)
        self.add("local.get", is_found)


def are_constants(values: tuple[fx.Expr, ...]) -> bool:
    """Whether all values are constant numbers."""
    return all(isinstance(value, fx.Num) for value in values)
