"""Statements as instructions: which is printed how, and where it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bombsight.backends.wasm.context import staying_name
from bombsight.backends.wasm.dice import thrown
from bombsight.backends.wasm.loops import Loops
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs

OUT = "over"
"""The label of a function's body: behind it stands what is done when the body is over."""


def result(number: int) -> str:
    """The variable for one of a function's results."""
    return f"result {number}"


class Statements(Loops):
    """Prints the statements of one function."""

    def block(self, block: fs.Block) -> None:
        """Statements one after the other."""
        for stmt in block:
            self.statement(stmt)

    def statement(self, stmt: fs.Stmt) -> None:
        """One statement."""
        add, value = self.add, self.value
        match stmt:
            case fs.SetLocal(name=name, value=given):
                value(given)
                add("local.set", name)
            case fs.NewHeld(name=name):
                add("i32.const", 0)
                add("local.set", f"count {name}")
            case fs.Append():
                self.append(stmt)
            case fs.SetSlot(slot=slot, value=given, site=site):
                self.set_slot(slot, given, site if self.around.traced else None)
            case fs.SetCounter(slot=slot, value=given):
                self.set_slot(slot, given, None)
            case fs.FallBack():
                self.fall_back(stmt)
            case fs.Draw(name=name, site=site, dice=dice):
                if self.around.hosted:
                    add("i32.const", site)
                add("call", thrown(dice))
                add("local.set", name)
            case fs.Bonus():
                self.bonus(stmt)
            case fs.Invoke():
                self.invoke(stmt)
            case fs.Ask():
                self.ask(stmt)
            case fs.DrawMember():
                self.draw_member(stmt)
            case fs.AskBranch():
                self.ask_branch(stmt)
            case fs.AskAgain():
                self.ask_again(stmt)
            case fs.Event(site=site, values=values):
                self.event(site, values)
            case fs.WorkOut(values=values):
                for given in values:
                    value(given)
                    add("drop")
            case fs.Count(site=site, steps=steps):
                self.take_steps(steps, site)
            case fs.Refill():
                add("call", "refill")
            case fs.Check(condition=condition, site=site):
                with self.where(condition):
                    add("i32.const", site)
                    add("call", "fault")
            case fs.Fail(site=site):
                self.fail(site)
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                self.if_(condition, body, otherwise)
            case fs.Rows(row=row, arms=arms):
                self.rows(row, arms)
            case fs.Each():
                self.each_of(stmt)
            case fs.Numbered():
                self.numbered(stmt)
            case fs.Turns():
                self.turns(stmt)
            case fs.While():
                self.while_(stmt)
            case fs.Labelled(label=label, body=body):
                add("block", f"leave {label}")
                add("loop", f"restart {label}")
                self.block(body)
                add("end")
                add("end")
            case fs.Leave(label=label):
                add("br", f"leave {label}")
            case fs.Restart(label=label):
                add("br", f"restart {label}")
            case fs.Return():
                self.give(stmt)
            case fs.EndOuter(procedure=procedure, value=given):
                value(given)
                add("global.set", "ended_value")
                add("i32.const", procedure + 1)
                add("global.set", "ended")
                add("br", OUT)
            case fs.NewElement():
                self.new_element(stmt)
            case fs.RemoveElement(list=list_, value=given, site=site):
                value(given)
                self.drop(list_, site)
            case fs.MoveElement():
                self.move_element(stmt)
            case fs.RemoveWhere():
                self.remove_where(stmt)
            case _:
                assert_never(stmt)

    def fail(self, site: int) -> None:
        """A fault."""
        self.add("i32.const", site)
        self.add("call", "fault")
        self.add("unreachable")

    # --- one of several

    def if_(self, condition: fx.Expr, body: fs.Block, otherwise: fs.Block) -> None:
        """One of two blocks."""
        if not otherwise:
            with self.where(condition):
                self.block(body)
            return
        out = self.code.label("done")
        self.add("block", out)
        with self.where(condition):
            self.block(body)
            self.add("br", out)
        self.block(otherwise)
        self.add("end")

    def rows(self, row: str, arms: Sequence[fs.Arm]) -> None:
        """The block for a row's number; the last is for all numbers that no other is for.

        By a table of jumps; of two blocks by one jump, which a machine guesses rather than looks up.
        """
        if len(arms) == 1:
            self.block(arms[0].body)
            return
        others = arms[:-1]
        low = min(number for arm in others for number in arm.numbers)
        high = max(number for arm in others for number in arm.numbers)
        if len(others) == 1 and high - low + 1 == len(others[0].numbers):
            self.value(fx.Between(fx.Local(row), fx.Num(low), fx.Num(high)))
            self.add("if", "row")
            self.block(others[0].body)
            self.add("else")
            self.block(arms[-1].body)
            self.add("end")
            return
        out = self.code.label("rows")
        labels = [self.code.label("row") for _ in arms]
        by_number = {number: label for arm, label in zip(others, labels, strict=False) for number in arm.numbers}
        self.add("block", out)
        for label in reversed(labels):
            self.add("block", label)
        self.test(row, "i32.sub", low)
        table = [by_number.get(number, labels[-1]) for number in range(low, high + 1)]
        self.add("br_table", *table, labels[-1])
        for label, arm in zip(labels, arms, strict=True):
            self.add("end")
            self.block(arm.body)
            if label != labels[-1]:
                self.add("br", out)
        self.add("end")

    # --- calls, and the end of a body

    def invoke(self, stmt: fs.Invoke) -> None:
        """A call; what it ended around it is left at once."""
        self.values(stmt.args)
        called = self.around.functions[stmt.function]
        self.add("call", staying_name(called) if stmt.stays else stmt.function)
        names = (*stmt.names, *([None] * (called.results - len(stmt.names))))
        for name in reversed(names[: called.results]):
            if name is None:
                self.add("drop")
            else:
                self.add("local.set", name)
        if called.escapes:
            self.add("global.get", "ended")
            self.add("br_if", OUT)

    def give(self, stmt: fs.Return) -> None:
        """The end of the function."""
        values = stmt.values
        self.values(values)
        for number in reversed(range(len(values))):
            self.add("local.set", result(number))
        if self.around.traced and stmt.site is not None:
            self.event(stmt.site, [fx.Local(result(number)) for number in range(len(values))])
        self.values(stmt.facts)
        for number in reversed(range(len(stmt.facts))):
            self.add("local.set", result(len(values) + number))
        self.add("br", OUT)

    def entered(self, site: int, params: Sequence[str]) -> None:
        """It is told that the function begins."""
        self.event(site, [fx.Local(param) for param in params])

    def caught(self, number: int, results: int) -> None:
        """Where the procedure with this number was ended, its result is what ``end`` gave."""
        self.add("global.get", "ended")
        self.add("i32.const", number + 1)
        self.add("i32.eq")
        self.add("if", "ended")
        self.add("i32.const", 0)
        self.add("global.set", "ended")
        if results:
            self.add("global.get", "ended_value")
            self.add("local.set", result(0))
        self.add("end")
