"""Loops as instructions: over members, over numbers, so many turns, while a condition holds."""

from __future__ import annotations

from abc import abstractmethod

from bombsight.backends.wasm.changes import Changes
from bombsight.backends.wasm.printer import Then
from bombsight.backends.wasm.rows import Address
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.passes.vectorize import lanes
from bombsight.flat.types import NONE
from bombsight.flat.walking import statements


class Loops(Changes):
    """Prints loops; a jump to ``leave`` and a loop's label leaves it."""

    @abstractmethod
    def block(self, block: fs.Block) -> None:
        """Statements one after the other."""

    def each_of(self, stmt: fs.Each) -> None:
        """A loop over members that are fixed when it begins."""
        self.add("block", f"leave {stmt.label}")
        watched = stmt.watched
        asked = fx.Quantifier("any", stmt.variable, stmt.source, stmt.where)
        split = None if watched else lanes(asked, of_elements=stmt.steady)
        if split is not None:
            row = None
            if isinstance(stmt.source, fx.Elements):
                row = Address(self.memory.slot(self.lists[stmt.source.list].row))
            if stmt.steady:
                self.steady_turns(stmt.variable, split, row, lambda: self.block(stmt.body))
            else:
                self.turns_in_lanes(stmt.variable, split, lambda: self.block(stmt.body))
            self.add("end")
            return

        def turn(member: str, out: str) -> None:
            if watched is not None:
                self.test(member, "i32.ne", NONE)
                self.lives(watched, member)
                self.add("i32.and")
                self.add("if", "watched")
            if stmt.where is None:
                self.block(stmt.body)
            else:
                with self.where(stmt.where):
                    self.block(stmt.body)
            if watched is not None:
                self.add("end")

        self.each(stmt.variable, stmt.source, None, turn, snapshot=may_change(stmt.source, stmt.body))
        self.add("end")

    def remove_where(self, stmt: fs.RemoveWhere) -> None:
        """Every element for which the condition holds leaves."""
        pool = self.lists[stmt.list]
        source = fx.Elements(stmt.list, pool.capacity)
        asked = fx.Quantifier("any", stmt.variable, source, stmt.where)
        split = lanes(asked, of_elements=True) if stmt.steady else None

        def dropped(member: str, out: str) -> None:
            self.add("local.get", member)
            self.drop(stmt.list, stmt.site)

        if split is None:
            self.each(stmt.variable, source, stmt.where, dropped, snapshot=True)
        else:
            row = Address(self.memory.slot(pool.row))
            self.steady_turns(stmt.variable, split, row, lambda: dropped(stmt.variable, ""))

    def numbered(self, stmt: fs.Numbered) -> None:
        """A loop over numbers, up or down."""
        self.add("block", f"leave {stmt.label}")
        with self.numbers_from(stmt.first, stmt.last, stmt.variable, down=stmt.down):
            self.block(stmt.body)
        self.add("end")

    def turns(self, stmt: fs.Turns) -> None:
        """A loop of as many turns as a value says."""
        self.value(stmt.times)
        left = self.keep()
        self.add("block", f"leave {stmt.label}")
        self.counted(left, lambda: self.block(stmt.body))
        self.add("end")

    def while_(self, stmt: fs.While) -> None:
        """A loop while a condition holds; ``after`` where its turns are used up."""
        leave = f"leave {stmt.label}"

        def turn() -> None:
            self.branch(stmt.condition, leave, when=False)
            self.block(stmt.body)

        self.add("i32.const", stmt.limit)
        left = self.keep()
        self.add("block", leave)
        self.counted(left, turn)
        self.block(stmt.after)
        self.add("end")

    def counted(self, left: str, turn: Then) -> None:
        """As many turns as a variable holds, which counts down."""
        with self.looped("turns") as (out, again):
            self.test(left, "i32.le_s", 0)
            self.add("br_if", out)
            self.stepped(left, -1)
            turn()
            self.add("br", again)


def may_change(source: fx.Source, body: fs.Block) -> bool:
    """Whether a loop's turns may change what it goes through; a list in a variable changes only in its function."""
    if not isinstance(source, fx.Held):
        return True
    changed = {stmt.variable for stmt in statements(body) if isinstance(stmt, fs.Append)}
    changed |= {stmt.name for stmt in statements(body) if isinstance(stmt, fs.NewHeld)}
    return source.variable in changed
