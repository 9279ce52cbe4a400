"""Statements of the flat form as Python source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from bombsight.backends.python import choices
from bombsight.backends.python.constants import SymbolTable, clock_tick_lines
from bombsight.backends.python.expressions import NOT, OR, TERNARY
from bombsight.backends.python.names import to_word
from bombsight.backends.python.returns import emit_return
from bombsight.backends.python.statement_hoisting import EVENT_SINK, HoistingPrinter, needs_hoisting
from bombsight.dsl.node_classes import define, field
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.passes.facts import is_effect_free
from bombsight.flat.walking import has_leave, has_restart, never_falls_through

MAX_LINEAR_TESTS = 8
"""Most blocks of a row switch that are tested one by one; more are split by binary search."""


@define
class Loop:
    """An open Python loop.

    Attributes:
        label: Its label in the flat form.
        outer_jumps: Jumps to outer loops, which continue after this one.
    """

    label: str
    outer_jumps: set[tuple[str, str]] = field(factory=set)


class StatementPrinter(HoistingPrinter):
    """Prints the body of one function."""

    def __init__(self, function: Function, symbols: SymbolTable, traced: bool, preferred: bool = False) -> None:
        """Make a printer for the body of a function, with the arguments of :class:`HoistingPrinter`."""
        super().__init__(function, symbols, traced, preferred)
        self.loops: list[Loop] = []
        self.flags: dict[tuple[str, str], str] = {}

    # --- statements

    def emit_block(self, block: fs.Block) -> None:
        """Emit the statements of a block."""
        for stmt in block:
            self.emit_statement(stmt)

    def emit_statement(self, stmt: fs.Stmt) -> None:
        """Emit the source of a statement."""
        renderer, python_names = self.renderer, self.locals
        match stmt:
            case fs.SetLocal(name=name, value=value):
                value = self.hoist_and_share(value)
                self.emit_line(f"{python_names[name]} = {self.renderer.render_value(value)}")
            case fs.NewHeld(name=name):
                self.emit_line(f"{python_names[name]} = []")
            case fs.Append(variable=variable, value=value, site=site):
                self.emit_fault_if(f"len({python_names[variable]}) >= {self.capacities[variable]}", site)
                self.emit_line(f"{python_names[variable]}.append({renderer.render_value(value)})")
            case fs.SetSlot(slot=slot, value=value, site=site):
                if self.traced:
                    self.emit_traced_change(slot, value, site)
                else:
                    self.emit_set_slot(slot, value)
                self.emit_clock_ticks(slot)
            case fs.SetCounter(slot=slot, value=value):
                self.emit_set_slot(slot, value)
                self.emit_clock_ticks(slot)
            case fs.FallBack(slot=slot, count=count, site=site):
                site_argument = f", {site}" if self.traced else ""
                function, names = ("fall_back", "") if stmt.names is None else ("name_anew", f"{stmt.names}, ")
                self.emit_line(f"{function}({names}{renderer.render_slot_index(slot)}, {count}{site_argument})")
                self.emit_clock_ticks(slot)
            case fs.Draw(name=name, site=site, dice=dice):
                self.emit_line(f'{python_names[name]} = roll({site}, DICE["{dice.full_notation}"])')
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
            case fs.AskAgain(name=name, site=site, wanted=wanted):
                best = "0" if wanted is None else renderer.render_value(wanted)
                self.emit_line(f"{python_names[name]} = {best if self.preferred else f'offered({site}, {best})'}")
            case fs.Event(site=site, values=values, note=note):
                self.emit_event(site, *map(renderer.render_value, values), note=note)
            case fs.WorkOut(values=values):
                for value in values:
                    left = self.hoist_and_share(value)
                    if not is_effect_free(left, renderer.symbols.quiet):
                        self.emit_line(self.renderer.render_value(left))
            case fs.Count(site=site, steps=steps):
                self.emit_step_charge(steps, site)
            case fs.Refill():
                self.emit_line("refill()")
            case fs.Check(condition=condition, site=site):
                self.emit_fault_if(renderer.render_condition(self.hoist_and_share(condition)), site)
            case fs.Fail(site=site):
                self.emit_line(f"raise Fault({site})")
            case fs.If():
                self.emit_if(stmt)
            case fs.Rows(row=row, arms=arms):
                self.emit_row_switch(python_names[row], arms)
            case fs.Each() | fs.Numbered() | fs.Turns() | fs.While():
                self.emit_loop(stmt)
            case fs.Labelled(label=label, body=body, note=note):
                self.emit_labelled(label, body, note)
            case fs.Leave(label=label):
                self.emit_jump(label, "break")
            case fs.Restart(label=label):
                self.emit_jump(label, "continue")
            case fs.Return():
                emit_return(self, stmt)
            case fs.EndOuter(procedure=procedure, value=value):
                self.emit_line(f"raise Ended({procedure}, {renderer.render_value(value)})")
            case fs.NewElement() | fs.RemoveElement() | fs.RemoveWhere() | fs.MoveElement():
                self.emit_element_change(stmt)
            case _:
                assert_never(stmt)

    def emit_clock_ticks(self, slot: fx.Slot) -> None:
        """Emit the advance of the clock (change counter) of a changed slot, which invalidates memoized values."""
        for line in clock_tick_lines((slot.base,), self.renderer.symbols.clocks):
            self.emit_line(line)

    def emit_traced_change(self, slot: fx.Slot, value: fx.Expr, site: int) -> None:
        """Emit an assignment to a slot with an event if the value differs, inline, which is faster than a call."""
        at, new = self.renderer.render_slot_index(slot), self.renderer.render_value(value)
        if not isinstance(slot.offset, fx.Num | fx.Local):
            self.emit_line(f"change({site}, {new}, {at})")
            return
        if not isinstance(value, fx.Num | fx.Local):
            self.emit_line(f"new = {new}")
            new = "new"
        self.emit_line(f"old = S[{at}]")
        with self.indented_block(f"if old != {new}:"):
            self.emit_line(f"S[{at}] = {new}")
            self.emit_event(site, at, "old", new)

    def emit_set_slot(self, slot: fx.Slot, value: fx.Expr) -> None:
        """Emit an assignment to a slot, without a journal event."""
        if isinstance(value, fx.Arithmetic) and value.op != "*" and value.left == slot:
            op, right = value.op, value.right
            if isinstance(right, fx.Num) and right.value < 0:
                op, right = ("-" if op == "+" else "+"), fx.Num(-right.value)
            self.emit_line(f"S[{self.renderer.render_slot_index(slot)}] {op}= {self.renderer.render_value(right)}")
        else:
            self.emit_line(f"S[{self.renderer.render_slot_index(slot)}] = {self.renderer.render_value(value)}")

    def emit_modifier(self, stmt: fs.Bonus) -> None:
        """Emit the addition of a modifier's amount to the total of a roll, if the modifier applies."""
        amount, total = self.renderer.render_value(stmt.amount), self.locals[stmt.total]
        if self.traced:
            if stmt.condition is not None:
                amount = (
                    f"{self.renderer.render_value(stmt.amount, OR)} if "
                    f"{self.renderer.render_condition(stmt.condition, OR)} else 0"
                )
            self.emit_line(f"{self.locals[stmt.amount_name]} = {amount}", stmt.note)
            self.emit_line(f"{total} += {self.locals[stmt.amount_name]}")
            return
        change = f"{total} += {amount}"
        if isinstance(stmt.amount, fx.Num) and stmt.amount.value < 0:
            change = f"{total} -= {-stmt.amount.value}"
        if stmt.condition is None:
            self.emit_line(change, stmt.note)
        else:
            with self.indented_block(f"if {self.renderer.render_condition(stmt.condition)}:", stmt.note):
                self.emit_line(change)

    def emit_call(self, stmt: fs.Invoke) -> None:
        """Emit a call of a function, with the assignment of its results."""
        symbols = self.renderer.symbols
        function = (symbols.staying if stmt.stays else symbols.functions)[stmt.function]
        call = f"{function}({self.renderer.render_values(stmt.args)})"
        names = ["_" if name is None else self.locals[name] for name in stmt.names]
        has_results = any(name is not None for name in stmt.names)
        self.emit_line(f"{', '.join(names)} = {call}" if has_results else call)

    # --- choices

    def emit_ask(self, stmt: fs.Ask) -> None:
        """Emit a choice of one of the members of a domain."""
        if self.preferred and choices.try_emit_member_choice(self, stmt):
            return
        name = self.locals[stmt.variable]
        score = "None" if stmt.score is None else f"lambda {name}: {self.renderer.render_value(stmt.score)}"
        self.emit_line(f"{name} = {self.render_member_list(stmt)}")
        nobody = f" if {name} else NONE" if stmt.empty is None else ""  # skips the call without options
        self.emit_line(f"{name} = {self.render_choose_call(stmt, name, score)}{nobody}")

    def emit_draw_member(self, stmt: fs.DrawMember) -> None:
        """Emit a random draw of one of the members of a domain."""
        sink_argument = f", {EVENT_SINK}" if self.traced else ""
        self.emit_line(
            f"{self.locals[stmt.variable]} = draw({stmt.site}, {self.render_member_list(stmt)}"
            f", {stmt.empty}{sink_argument})"
        )

    def render_member_list(self, stmt: fs.Ask | fs.DrawMember) -> str:
        """Render the list of members of a choice or draw that satisfy its condition."""
        if stmt.where is None and not self.renderer.render_member_test(stmt.variable, stmt.source):
            return f"list({self.renderer.render_members(stmt.source)})"
        return (
            f"[{self.locals[stmt.variable]} "
            f"{self.renderer.render_comprehension_tail(stmt.variable, stmt.source, stmt.where)}]"
        )

    def render_choose_call(self, stmt: fs.Ask | fs.AskBranch, options: str, score: str) -> str:
        """Render the call of the helper that asks the player, from the sources of ``options`` and ``score``."""
        values = stmt.values
        values_source = f"lambda: {self.renderer.render_tuple(values)}" if values else "nothing"
        worked_argument = ", True" if stmt.worked else ""
        return f"choose({stmt.site}, {options}, {score}, {values_source}, {stmt.empty}{worked_argument})"

    def emit_ask_branch(self, stmt: fs.AskBranch) -> None:
        """Emit a choice between named answers (branches)."""
        if self.preferred and choices.try_emit_branch_choice(self, stmt):
            return
        name = self.locals[stmt.name]
        always = [number for number, condition in enumerate(stmt.conditions) if condition is None]
        if len(always) == len(stmt.conditions):
            options = repr(always)
        else:
            options = self.names.make_unique(f"{name}_options")
            self.emit_line(f"{options} = []")
            for number, condition in enumerate(stmt.conditions):
                if condition is None:
                    self.emit_line(f"{options}.append({number})")
                elif condition != fold.NO:
                    with self.indented_block(f"if {self.renderer.render_condition(condition)}:"):
                        self.emit_line(f"{options}.append({number})")
        score = "None"
        if stmt.scores is not None:
            *others, last = stmt.scores
            parts = [
                f"{self.renderer.render_value(part, OR)} if branch == {number} else"
                for number, part in enumerate(others)
            ]
            score = f"lambda branch: {' '.join([*parts, self.renderer.render_value(last)])}"
        self.emit_line(f"{name} = {self.render_choose_call(stmt, options, score)}")

    # --- control

    def emit_if(self, stmt: fs.If) -> None:
        """Emit a conditional; a chain of conditionals becomes ``elif``."""
        keyword, at = "if", stmt
        while True:
            if not at.otherwise and keyword == "if":
                self.emit_if_all(at)
                return
            condition = self.hoist_and_share(at.condition) if keyword == "if" else at.condition
            with self.indented_block(f"{keyword} {self.renderer.render_condition(condition)}:", at.note):
                self.emit_block(at.body)
            match at.otherwise:
                case ():
                    return
                case rest if never_falls_through(at.body) and keyword == "if":
                    self.emit_block(rest)
                    return
                case (fs.If() as inner,) if not needs_hoisting(inner.condition):
                    keyword, at = "elif", inner
                case rest:  # the rest: in a block of its own
                    with self.indented_block("else:"):
                        self.emit_block(rest)
                    return

    def emit_if_all(self, stmt: fs.If) -> None:
        """Emit a conditional without ``else``; each term is tested right after the statements hoisted from it."""
        condition = stmt.condition
        while isinstance(condition, fx.Taking):
            self.emit_step_charge(condition.steps, condition.site)
            condition = condition.value
        condition = self.share_subexpressions(condition)
        terms = condition.terms if isinstance(condition, fx.All) else (condition,)
        before = self.depth
        terms_held: list[str] = []
        for term in terms:
            if needs_hoisting(term):
                if terms_held:
                    self.emit_line(f"if {' and '.join(terms_held)}:", stmt.note)
                    self.depth, terms_held = self.depth + 1, []
            term = self.hoist_and_share(term)
            terms_held.append(self.renderer.render_condition(term, NOT if len(terms) > 1 else TERNARY))
        with self.indented_block(f"if {' and '.join(terms_held)}:", stmt.note):
            self.emit_block(stmt.body)
        self.depth = before

    def emit_row_switch(self, row: str, arms: Sequence[fs.Arm]) -> None:
        """Emit a switch on a row's number, as tests in turn, or by binary search for many rows."""
        if len(arms) > MAX_LINEAR_TESTS:
            ordered = sorted(arms, key=lambda arm: arm.numbers)
            half = len(ordered) // 2
            first, second = ordered[:half], ordered[half:]
            split = min(number for arm in second for number in arm.numbers)
            if all(number < split for arm in first for number in arm.numbers):
                with self.indented_block(f"if {row} < {split}:"):
                    self.emit_row_switch(row, first)
                with self.indented_block("else:"):
                    self.emit_row_switch(row, second)
                return
        for at, arm in enumerate(arms):
            if at == len(arms) - 1:
                head = "else:"
            else:
                numbers = arm.numbers
                test = f"== {numbers[0]}" if len(numbers) == 1 else f"in ({', '.join(map(str, numbers))})"
                head = f"{'elif' if at else 'if'} {row} {test}:"
            if len(arms) == 1:
                self.emit_block(arm.body)
                return
            with self.indented_block(head, arm.note):
                self.emit_block(arm.body)

    def emit_loop(self, stmt: fs.Each | fs.Numbered | fs.Turns | fs.While) -> None:
        """Emit a loop of any kind."""
        renderer = self.renderer
        match stmt:
            case fs.Each(variable=variable, source=source):
                head = f"for {self.locals[variable]} in {renderer.render_members(source)}:"
            case fs.Numbered(variable=variable, first=first, last=last, down=down):
                step = ", -1" if down else ""
                end = fold.plus(last, -1 if down else 1)
                head = (
                    f"for {self.locals[variable]} in range({renderer.render_value(first)}"
                    f", {renderer.render_value(end)}{step}):"
                )
            case fs.Turns(times=times):
                head = f"for _ in range({renderer.render_value(times)}):"
            case fs.While(limit=limit):
                head = f"for _ in range({limit}):"
            case _:
                assert_never(stmt)
        with self.python_loop(stmt.label, head):
            match stmt:
                case fs.Each(variable=variable, source=source, watched=watched, where=where):
                    self.emit_loop_filter(variable, source, watched, where)
                case fs.While(condition=condition):
                    condition = self.hoist_and_share(condition)
                    with self.indented_block(f"if {renderer.render_condition(fold.negation(condition))}:"):
                        self.emit_line("break")
                case fs.Numbered() | fs.Turns():
                    pass
                case _:
                    assert_never(stmt)
            self.emit_block(stmt.body)
        if isinstance(stmt, fs.While) and stmt.after:
            with self.indented_block("else:"):
                self.emit_block(stmt.after)

    def emit_loop_filter(
        self, variable: str, source: fx.Source, watched_list: str | None, where: fx.Expr | None
    ) -> None:
        """Emit ``continue`` for free places of a list, elements that have left, and members that fail the condition.

        Args:
            variable: The member.
            source: The source of the loop.
            watched_list: The list that members may leave during the loop; None if they cannot.
            where: The condition tested as each turn comes; None for none.
        """
        renderer, name = self.renderer, self.locals[variable]
        no_member = f"{name} < 0" if isinstance(source, fx.Elements) else ""
        if watched_list is not None:
            if isinstance(source, fx.Elements):
                place = fx.Slot(
                    renderer.symbols.lists[watched_list].base, fx.Place(watched_list, fx.Local(variable), None)
                )
                no_member += f" or {renderer.render_value(place)} != {name}"
            else:
                no_member = f"live_{watched_list}({name}) == NONE"
        self.emit_member_filter(no_member, where)

    def emit_labelled(self, label: str, body: fs.Block, note: str) -> None:
        """Emit a labelled block: as a Python loop if it contains jumps that leave or restart it."""
        if not has_leave(body, label) and not has_restart(body, label):
            self.emit_block(body)
            return
        with self.python_loop(label, "while True:", note):
            self.emit_block(body)
            if not never_falls_through(body):
                self.emit_line("break")

    @contextmanager
    def python_loop(self, label: str, head: str, note: str = "") -> Iterator[None]:
        """Emit a Python loop around the lines emitted inside the context, and then pending jumps to outer loops."""
        loop = Loop(label)
        self.loops.append(loop)
        start = len(self.lines)
        with self.indented_block(head, note):
            yield
        self.loops.pop()
        for target, keyword in sorted(loop.outer_jumps):
            flag = self.jump_flag(target, keyword)
            self.lines.insert(start, "    " * self.depth + f"{flag} = False")
            with self.indented_block(f"if {flag}:"):
                self.emit_jump(target, keyword)

    def emit_jump(self, label: str, keyword: str) -> None:
        """Emit a jump (``keyword``: ``break`` or ``continue``) to the loop with a label, perhaps an outer one."""
        if self.loops[-1].label == label:
            self.emit_line(keyword)
            return
        self.emit_line(f"{self.jump_flag(label, keyword)} = True")
        self.emit_line("break")
        self.loops[-1].outer_jumps.add((label, keyword))

    def jump_flag(self, label: str, keyword: str) -> str:
        """Return the name of the variable that marks a pending jump (``break`` or ``continue``) to an outer loop."""
        key = (label, keyword)
        if key not in self.flags:
            self.flags[key] = self.names.make_unique(f"{keyword}_{to_word(label)}")
        return self.flags[key]

    # --- elements

    def emit_element_change(self, stmt: fs.NewElement | fs.RemoveElement | fs.RemoveWhere | fs.MoveElement) -> None:
        """Emit the creation, removal or move of a list's element."""
        site_argument = f", {stmt.site}" if self.traced else ""
        match stmt:
            case fs.NewElement(list=list_, slots=slots, full=full):
                given = "".join(
                    f", {element_parameter(field)}={self.renderer.render_value(value)}" for field, value in slots
                )
                self.emit_line(f"new_{list_}({full}{site_argument}{given})")
            case fs.RemoveElement(list=list_, value=value):
                self.emit_line(f"drop_{list_}({self.renderer.render_value(value)}{site_argument})")
            case fs.MoveElement(list=list_, value=value, first=first):
                self.emit_line(f"move_{list_}({self.renderer.render_value(value)}, {first}{site_argument})")
            case fs.RemoveWhere(list=list_, variable=variable, where=where):
                source = fx.Elements(list_, self.renderer.symbols.lists[list_].capacity)
                condition = self.renderer.render_member_condition(variable, source, where)
                name = self.locals[variable]
                with (
                    self.indented_block(f"for {name} in {self.renderer.render_members(source)}:"),
                    self.indented_block(f"if {condition}:"),
                ):
                    self.emit_line(f"drop_{list_}({name}{site_argument})")
            case _:
                assert_never(stmt)


def element_parameter(field: str) -> str:
    """Return the parameter name of an element's field in the function that creates elements."""
    return "its_" + field.partition(".")[2].replace(".", "_")
