"""Loops as instructions: over members, over numbers, a number of turns, or while a condition holds."""

from __future__ import annotations

from abc import abstractmethod

from bombsight.backends.wasm.changes import StateChangePrinter
from bombsight.backends.wasm.printer import Emitter
from bombsight.backends.wasm.rows import Address
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.passes.vectorize import split_into_lanes
from bombsight.flat.types import NONE
from bombsight.flat.walking import iter_statements


class LoopPrinter(StateChangePrinter):
    """Prints loops; a branch to ``leave`` with a loop's label leaves it."""

    @abstractmethod
    def emit_block(self, block: fs.Block) -> None:
        """Emit the statements of a block."""

    def emit_each(self, stmt: fs.Each) -> None:
        """Emit a loop over members, which are fixed when the loop begins."""
        self.add("block", f"leave {stmt.label}")
        watched = stmt.watched
        quantifier = fx.Quantifier("any", stmt.variable, stmt.source, stmt.where)
        split = None if watched else split_into_lanes(quantifier, of_elements=stmt.steady)
        if split is not None:
            row = None
            if isinstance(stmt.source, fx.Elements):
                row = Address(self.memory.slot_address(self.lists[stmt.source.list].row))
            if stmt.steady:
                self.emit_fixed_mask_turns(stmt.variable, split, row, lambda: self.emit_block(stmt.body))
            else:
                self.emit_simd_turns(stmt.variable, split, lambda: self.emit_block(stmt.body))
            self.add("end")
            return

        def emit_turn(member: str, exit_label: str) -> None:
            """Callback of the member loop: emit the body for a member that still exists and satisfies the condition."""
            if watched is not None:
                self.emit_comparison(member, "i32.ne", NONE)
                self.emit_is_in_list(watched, member)
                self.add("i32.and")
                self.add("if", "watched")
            if stmt.where is None:
                self.emit_block(stmt.body)
            else:
                with self.condition_block(stmt.where):
                    self.emit_block(stmt.body)
            if watched is not None:
                self.add("end")

        self.emit_member_loop(
            stmt.variable, stmt.source, None, emit_turn, needs_snapshot=can_change_source(stmt.source, stmt.body)
        )
        self.add("end")

    def emit_remove_where(self, stmt: fs.RemoveWhere) -> None:
        """Emit the removal of every element of a list that satisfies the condition."""
        pool = self.lists[stmt.list]
        source = fx.Elements(stmt.list, pool.capacity)
        quantifier = fx.Quantifier("any", stmt.variable, source, stmt.where)
        split = split_into_lanes(quantifier, of_elements=True) if stmt.steady else None

        def emit_remove(member: str, exit_label: str) -> None:
            """Callback of the member loop: emit the removal of a member from its list."""
            self.add("local.get", member)
            self.emit_remove_element(stmt.list, stmt.site)

        if split is None:
            self.emit_member_loop(stmt.variable, source, stmt.where, emit_remove, needs_snapshot=True)
        else:
            row = Address(self.memory.slot_address(pool.row))
            self.emit_fixed_mask_turns(stmt.variable, split, row, lambda: emit_remove(stmt.variable, ""))

    def emit_numbered(self, stmt: fs.Numbered) -> None:
        """Emit a loop over numbers, up or down."""
        self.add("block", f"leave {stmt.label}")
        with self.number_loop(stmt.first, stmt.last, stmt.variable, down=stmt.down):
            self.emit_block(stmt.body)
        self.add("end")

    def emit_turns(self, stmt: fs.Turns) -> None:
        """Emit a loop with a computed number of turns."""
        self.emit_value(stmt.times)
        left = self.pop_to_local()
        self.add("block", f"leave {stmt.label}")
        self.emit_counted_loop(left, lambda: self.emit_block(stmt.body))
        self.add("end")

    def emit_while(self, stmt: fs.While) -> None:
        """Emit a loop while a condition holds, and then the block that runs if the limit of iterations is reached."""
        leave = f"leave {stmt.label}"

        def emit_turn() -> None:
            """Callback of the loop: emit an iteration, which leaves the loop if the condition does not hold."""
            self.emit_branch(stmt.condition, leave, when=False)
            self.emit_block(stmt.body)

        self.add("i32.const", stmt.limit)
        left = self.pop_to_local()
        self.add("block", leave)
        self.emit_counted_loop(left, emit_turn)
        self.emit_block(stmt.after)
        self.add("end")

    def emit_counted_loop(self, turns_left: str, emit_turn: Emitter) -> None:
        """Emit a loop with as many iterations as the variable ``turns_left`` holds, which counts down."""
        with self.loop_block("turns") as (out, again):
            self.emit_comparison(turns_left, "i32.le_s", 0)
            self.add("br_if", out)
            self.emit_step(turns_left, -1)
            emit_turn()
            self.add("br", again)


def can_change_source(source: fx.Source, body: fs.Block) -> bool:
    """Whether a loop's body may change the loop's domain (source) of members."""
    if not isinstance(source, fx.Held):
        return True
    changed = {stmt.variable for stmt in iter_statements(body) if isinstance(stmt, fs.Append)}
    changed |= {stmt.name for stmt in iter_statements(body) if isinstance(stmt, fs.NewHeld)}
    return source.variable in changed
