"""Statements of the flat form as WebAssembly instructions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bombsight.backends.wasm.context import staying_name
from bombsight.backends.wasm.dice import throw_function_name
from bombsight.backends.wasm.loops import LoopPrinter
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs

END_LABEL = "over"
"""Label of a function's body; the guard's exit follows it."""


def result_local(number: int) -> str:
    """The name of the variable that holds one of a function's results."""
    return f"result {number}"


class StatementPrinter(LoopPrinter):
    """Prints the statements of one function."""

    def emit_block(self, block: fs.Block) -> None:
        """Emit the statements of a block."""
        for stmt in block:
            self.emit_statement(stmt)

    def emit_statement(self, stmt: fs.Stmt) -> None:
        """Emit the instructions of a statement."""
        add, value = self.add, self.emit_value
        match stmt:
            case fs.SetLocal(name=name, value=given):
                value(given)
                add("local.set", name)
            case fs.NewHeld(name=name):
                add("i32.const", 0)
                add("local.set", f"count {name}")
            case fs.Append():
                self.emit_append(stmt)
            case fs.SetSlot(slot=slot, value=given, site=site):
                self.emit_set_slot(slot, given, site if self.context.traced else None)
            case fs.SetCounter(slot=slot, value=given):
                self.emit_set_slot(slot, given, None)
            case fs.FallBack():
                self.emit_fall_back(stmt)
            case fs.Draw(name=name, site=site, dice=dice):
                if self.context.hosted:
                    add("i32.const", site)
                add("call", throw_function_name(dice))
                add("local.set", name)
            case fs.Bonus():
                self.emit_modifier(stmt)
            case fs.Invoke():
                self.emit_call(stmt)
            case fs.Ask():
                self.emit_ask(stmt)
            case fs.DrawMember():
                self.emit_draw_member(stmt)
            case fs.AskBranch():
                self.emit_ask_branch(stmt)
            case fs.AskAgain():
                self.emit_ask_again(stmt)
            case fs.Event(site=site, values=values):
                self.emit_event(site, values)
            case fs.WorkOut(values=values):
                for given in values:
                    value(given)
                    add("drop")
            case fs.Count(site=site, steps=steps):
                self.emit_step_charge(steps, site)
            case fs.Refill():
                add("call", "refill")
            case fs.Check(condition=condition, site=site):
                with self.condition_block(condition):
                    add("i32.const", site)
                    add("call", "fault")
            case fs.Fail(site=site):
                self.emit_fail(site)
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                self.emit_if(condition, body, otherwise)
            case fs.Rows(row=row, arms=arms):
                self.emit_row_switch(row, arms)
            case fs.Each():
                self.emit_each(stmt)
            case fs.Numbered():
                self.emit_numbered(stmt)
            case fs.Turns():
                self.emit_turns(stmt)
            case fs.While():
                self.emit_while(stmt)
            case fs.Labelled(label=label, body=body):
                add("block", f"leave {label}")
                add("loop", f"restart {label}")
                self.emit_block(body)
                add("end")
                add("end")
            case fs.Leave(label=label):
                add("br", f"leave {label}")
            case fs.Restart(label=label):
                add("br", f"restart {label}")
            case fs.Return():
                self.emit_return(stmt)
            case fs.EndOuter(procedure=procedure, value=given):
                value(given)
                add("global.set", "ended_value")
                add("i32.const", procedure + 1)
                add("global.set", "ended")
                add("br", END_LABEL)
            case fs.NewElement():
                self.emit_new_element(stmt)
            case fs.RemoveElement(list=list_, value=given, site=site):
                value(given)
                self.emit_remove_element(list_, site)
            case fs.MoveElement():
                self.emit_move_element(stmt)
            case fs.RemoveWhere():
                self.emit_remove_where(stmt)
            case _:
                assert_never(stmt)

    def emit_fail(self, site: int) -> None:
        """Emit an unconditional fault at a site (code location)."""
        self.add("i32.const", site)
        self.add("call", "fault")
        self.add("unreachable")

    # --- one of several

    def emit_if(self, condition: fx.Expr, body: fs.Block, otherwise: fs.Block) -> None:
        """Emit a conditional with two blocks."""
        if not otherwise:
            with self.condition_block(condition):
                self.emit_block(body)
            return
        out = self.code.fresh_label("done")
        self.add("block", out)
        with self.condition_block(condition):
            self.emit_block(body)
            self.add("br", out)
        self.emit_block(otherwise)
        self.add("end")

    def emit_row_switch(self, row: str, arms: Sequence[fs.Arm]) -> None:
        """Emit a switch on a row's number; the last arm also takes all numbers that no arm has.

        It is a jump table; two arms take one branch instead, which the processor can predict.
        """
        if len(arms) == 1:
            self.emit_block(arms[0].body)
            return
        others = arms[:-1]
        low = min(number for arm in others for number in arm.numbers)
        high = max(number for arm in others for number in arm.numbers)
        if len(others) == 1 and high - low + 1 == len(others[0].numbers):
            self.emit_value(fx.Between(fx.Local(row), fx.Num(low), fx.Num(high)))
            self.add("if", "row")
            self.emit_block(others[0].body)
            self.add("else")
            self.emit_block(arms[-1].body)
            self.add("end")
            return
        out = self.code.fresh_label("rows")
        labels = [self.code.fresh_label("row") for _ in arms]
        by_number = {number: label for arm, label in zip(others, labels, strict=False) for number in arm.numbers}
        self.add("block", out)
        for label in reversed(labels):
            self.add("block", label)
        self.emit_comparison(row, "i32.sub", low)
        table = [by_number.get(number, labels[-1]) for number in range(low, high + 1)]
        self.add("br_table", *table, labels[-1])
        for label, arm in zip(labels, arms, strict=True):
            self.add("end")
            self.emit_block(arm.body)
            if label != labels[-1]:
                self.add("br", out)
        self.add("end")

    # --- calls, and the end of a body

    def emit_call(self, stmt: fs.Invoke) -> None:
        """Emit a call of a function, the assignment of its results, and a return if it ended an outer procedure."""
        self.emit_values(stmt.args)
        callee = self.context.functions[stmt.function]
        self.add("call", staying_name(callee) if stmt.stays else stmt.function)
        names = (*stmt.names, *([None] * (callee.results - len(stmt.names))))
        for name in reversed(names[: callee.results]):
            if name is None:
                self.add("drop")
            else:
                self.add("local.set", name)
        if callee.escapes:
            self.add("global.get", "ended")
            self.add("br_if", END_LABEL)

    def emit_return(self, stmt: fs.Return) -> None:
        """Emit the return of result values and additional facts, after the journal event of the result."""
        values = stmt.values
        self.emit_values(values)
        for number in reversed(range(len(values))):
            self.add("local.set", result_local(number))
        if self.context.traced and stmt.site is not None:
            self.emit_event(stmt.site, [fx.Local(result_local(number)) for number in range(len(values))])
        self.emit_values(stmt.facts)
        for number in reversed(range(len(stmt.facts))):
            self.add("local.set", result_local(len(values) + number))
        self.add("br", END_LABEL)

    def emit_enter_event(self, site: int, params: Sequence[str]) -> None:
        """Emit the journal event ``enter`` of a function, with its parameters."""
        self.emit_event(site, [fx.Local(param) for param in params])

    def emit_catch_end(self, number: int, results: int) -> None:
        """Emit the test after a procedure whether `end` stopped it; then its result is the value of `end`."""
        self.add("global.get", "ended")
        self.add("i32.const", number + 1)
        self.add("i32.eq")
        self.add("if", "ended")
        self.add("i32.const", 0)
        self.add("global.set", "ended")
        if results:
            self.add("global.get", "ended_value")
            self.add("local.set", result_local(0))
        self.add("end")
