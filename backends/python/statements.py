"""Statements as Python source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from bombsight.backends.python import choices
from bombsight.backends.python.constants import Constants, on_lines
from bombsight.backends.python.expressions import NOT, OR, TERNARY
from bombsight.backends.python.names import word
from bombsight.backends.python.returns import give
from bombsight.backends.python.statement_hoisting import TELL, Settling, begins
from bombsight.dsl.node_classes import define, field
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.passes.facts import is_settled
from bombsight.flat.walking import ends, leaves, restarts

CHAIN = 8
"""So many blocks are tested one by one; more by halves."""


@define
class Loop:
    """A Python loop that is open.

    Attributes:
        label: What it is in the flat form.
        passing: Jumps to loops further out, which go on behind this one.
    """

    label: str
    passing: set[tuple[str, str]] = field(factory=set)


class Statements(Settling):
    """Prints the body of one function."""

    def __init__(self, function: Function, constants: Constants, traced: bool, preferred: bool = False) -> None:
        super().__init__(function, constants, traced, preferred)
        self.loops: list[Loop] = []
        self.flags: dict[tuple[str, str], str] = {}

    # --- statements

    def block(self, block: fs.Block) -> None:
        """Statements one after the other."""
        for stmt in block:
            self.statement(stmt)

    def statement(self, stmt: fs.Stmt) -> None:
        """One statement."""
        show, named = self.show, self.locals
        match stmt:
            case fs.SetLocal(name=name, value=value):
                value = self.choosing(value)
                self.line(f"{named[name]} = {self.show.value(value)}")
            case fs.NewHeld(name=name):
                self.line(f"{named[name]} = []")
            case fs.Append(variable=variable, value=value, site=site):
                self.fault_if(f"len({named[variable]}) >= {self.capacities[variable]}", site)
                self.line(f"{named[variable]}.append({show.value(value)})")
            case fs.SetSlot(slot=slot, value=value, site=site):
                if self.traced:
                    self.change(slot, value, site)
                else:
                    self.set_slot(slot, value)
                self.on(slot)
            case fs.SetCounter(slot=slot, value=value):
                self.set_slot(slot, value)
                self.on(slot)
            case fs.FallBack(slot=slot, count=count, site=site):
                told = f", {site}" if self.traced else ""
                function, names = ("fall_back", "") if stmt.names is None else ("name_anew", f"{stmt.names}, ")
                self.line(f"{function}({names}{show.index(slot)}, {count}{told})")
                self.on(slot)
            case fs.Draw(name=name, site=site, dice=dice):
                self.line(f'{named[name]} = roll({site}, DICE["{dice.notation}"])')
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
            case fs.AskAgain(name=name, site=site, wanted=wanted):
                best = "0" if wanted is None else show.value(wanted)
                self.line(f"{named[name]} = {best if self.preferred else f'offered({site}, {best})'}")
            case fs.Event(site=site, values=values, note=note):
                self.tell(site, *map(show.value, values), note=note)
            case fs.WorkOut(values=values):
                for value in values:
                    left = self.choosing(value)
                    if not is_settled(left, show.constants.quiet):
                        self.line(self.show.value(left))
            case fs.Count(site=site, steps=steps):
                self.count(steps, site)
            case fs.Refill():
                self.line("refill()")
            case fs.Check(condition=condition, site=site):
                self.fault_if(show.condition(self.choosing(condition)), site)
            case fs.Fail(site=site):
                self.line(f"raise Fault({site})")
            case fs.If():
                self.if_(stmt)
            case fs.Rows(row=row, arms=arms):
                self.rows(named[row], arms)
            case fs.Each() | fs.Numbered() | fs.Turns() | fs.While():
                self.loop(stmt)
            case fs.Labelled(label=label, body=body, note=note):
                self.labelled(label, body, note)
            case fs.Leave(label=label):
                self.jump(label, "break")
            case fs.Restart(label=label):
                self.jump(label, "continue")
            case fs.Return():
                give(self, stmt)
            case fs.EndOuter(procedure=procedure, value=value):
                self.line(f"raise Ended({procedure}, {show.value(value)})")
            case fs.NewElement() | fs.RemoveElement() | fs.RemoveWhere() | fs.MoveElement():
                self.element(stmt)
            case _:
                assert_never(stmt)

    def on(self, slot: fx.Slot) -> None:
        """The clock of a slot that changes goes on."""
        for line in on_lines((slot.base,), self.show.constants.clocks):
            self.line(line)

    def change(self, slot: fx.Slot, value: fx.Expr, site: int) -> None:
        """A slot gets a value, and that is told where it had another: in lines, which are sooner than a call."""
        at, new = self.show.index(slot), self.show.value(value)
        if not isinstance(slot.offset, fx.Num | fx.Local):
            self.line(f"change({site}, {new}, {at})")
            return
        if not isinstance(value, fx.Num | fx.Local):
            self.line(f"new = {new}")
            new = "new"
        self.line(f"old = S[{at}]")
        with self.deeper(f"if old != {new}:"):
            self.line(f"S[{at}] = {new}")
            self.tell(site, at, "old", new)

    def set_slot(self, slot: fx.Slot, value: fx.Expr) -> None:
        """A slot gets a value."""
        if isinstance(value, fx.Arithmetic) and value.op != "*" and value.left == slot:
            op, right = value.op, value.right
            if isinstance(right, fx.Num) and right.value < 0:
                op, right = ("-" if op == "+" else "+"), fx.Num(-right.value)
            self.line(f"S[{self.show.index(slot)}] {op}= {self.show.value(right)}")
        else:
            self.line(f"S[{self.show.index(slot)}] = {self.show.value(value)}")

    def bonus(self, stmt: fs.Bonus) -> None:
        """A modifier."""
        amount, total = self.show.value(stmt.amount), self.locals[stmt.total]
        if self.traced:
            if stmt.condition is not None:
                amount = f"{self.show.value(stmt.amount, OR)} if {self.show.condition(stmt.condition, OR)} else 0"
            self.line(f"{self.locals[stmt.amount_name]} = {amount}", stmt.note)
            self.line(f"{total} += {self.locals[stmt.amount_name]}")
            return
        change = f"{total} += {amount}"
        if isinstance(stmt.amount, fx.Num) and stmt.amount.value < 0:
            change = f"{total} -= {-stmt.amount.value}"
        if stmt.condition is None:
            self.line(change, stmt.note)
        else:
            with self.deeper(f"if {self.show.condition(stmt.condition)}:", stmt.note):
                self.line(change)

    def invoke(self, stmt: fs.Invoke) -> None:
        """A call."""
        constants = self.show.constants
        function = (constants.staying if stmt.stays else constants.functions)[stmt.function]
        call = f"{function}({self.show.values(stmt.args)})"
        names = ["_" if name is None else self.locals[name] for name in stmt.names]
        given = any(name is not None for name in stmt.names)
        self.line(f"{', '.join(names)} = {call}" if given else call)

    # --- choices

    def ask(self, stmt: fs.Ask) -> None:
        """A choice of one of a source's members."""
        if self.preferred and choices.ask(self, stmt):
            return
        name = self.locals[stmt.variable]
        score = "None" if stmt.score is None else f"lambda {name}: {self.show.value(stmt.score)}"
        self.line(f"{name} = {self.all_members(stmt)}")
        nobody = f" if {name} else NONE" if stmt.empty is None else ""  # nothing is made to ask with in vain
        self.line(f"{name} = {self.asked(stmt, name, score)}{nobody}")

    def draw_member(self, stmt: fs.DrawMember) -> None:
        """One of a source's members at random."""
        told = f", {TELL}" if self.traced else ""
        self.line(f"{self.locals[stmt.variable]} = draw({stmt.site}, {self.all_members(stmt)}, {stmt.empty}{told})")

    def all_members(self, stmt: fs.Ask | fs.DrawMember) -> str:
        """A list of the members for which the condition holds."""
        if stmt.where is None and not self.show.is_member(stmt.variable, stmt.source):
            return f"list({self.show.members(stmt.source)})"
        return f"[{self.locals[stmt.variable]} {self.show.each(stmt.variable, stmt.source, stmt.where)}]"

    def asked(self, stmt: fs.Ask | fs.AskBranch, options: str, score: str) -> str:
        """The call that asks."""
        values = stmt.values
        told = f"lambda: {self.show.tuple(values)}" if values else "nothing"
        worked = ", True" if stmt.worked else ""
        return f"choose({stmt.site}, {options}, {score}, {told}, {stmt.empty}{worked})"

    def ask_branch(self, stmt: fs.AskBranch) -> None:
        """A choice of a branch."""
        if self.preferred and choices.ask_branch(self, stmt):
            return
        name = self.locals[stmt.name]
        always = [number for number, condition in enumerate(stmt.conditions) if condition is None]
        if len(always) == len(stmt.conditions):
            options = repr(always)
        else:
            options = self.names.unique(f"{name}_options")
            self.line(f"{options} = []")
            for number, condition in enumerate(stmt.conditions):
                if condition is None:
                    self.line(f"{options}.append({number})")
                elif condition != fold.NO:
                    with self.deeper(f"if {self.show.condition(condition)}:"):
                        self.line(f"{options}.append({number})")
        score = "None"
        if stmt.scores is not None:
            *others, last = stmt.scores
            parts = [f"{self.show.value(part, OR)} if branch == {number} else" for number, part in enumerate(others)]
            score = f"lambda branch: {' '.join([*parts, self.show.value(last)])}"
        self.line(f"{name} = {self.asked(stmt, options, score)}")

    # --- control

    def if_(self, stmt: fs.If) -> None:
        """One of two blocks; a chain of them stays flat."""
        keyword, at = "if", stmt
        while True:
            if not at.otherwise and keyword == "if":
                self.if_all(at)
                return
            condition = self.choosing(at.condition) if keyword == "if" else at.condition
            with self.deeper(f"{keyword} {self.show.condition(condition)}:", at.note):
                self.block(at.body)
            match at.otherwise:
                case ():
                    return
                case rest if ends(at.body) and keyword == "if":
                    self.block(rest)
                    return
                case (fs.If() as inner,) if not begins(inner.condition):
                    keyword, at = "elif", inner
                case rest:  # the rest: in a block of its own
                    with self.deeper("else:"):
                        self.block(rest)
                    return

    def if_all(self, stmt: fs.If) -> None:
        """A block where all terms hold, and nothing else: what a term begins with is told where it is come to."""
        condition = stmt.condition
        while isinstance(condition, fx.Taking):
            self.count(condition.steps, condition.site)
            condition = condition.value
        condition = self.sharing(condition)
        terms = condition.terms if isinstance(condition, fx.All) else (condition,)
        before = self.depth
        held: list[str] = []
        for term in terms:
            if begins(term):
                if held:
                    self.line(f"if {' and '.join(held)}:", stmt.note)
                    self.depth, held = self.depth + 1, []
            term = self.choosing(term)
            held.append(self.show.condition(term, NOT if len(terms) > 1 else TERNARY))
        with self.deeper(f"if {' and '.join(held)}:", stmt.note):
            self.block(stmt.body)
        self.depth = before

    def rows(self, row: str, arms: Sequence[fs.Arm]) -> None:
        """The block for a row's number, which is in a Python variable: tested in turn, many of them by halves."""
        if len(arms) > CHAIN:
            ordered = sorted(arms, key=lambda arm: arm.numbers)
            half = len(ordered) // 2
            first, second = ordered[:half], ordered[half:]
            split = min(number for arm in second for number in arm.numbers)
            if all(number < split for arm in first for number in arm.numbers):
                with self.deeper(f"if {row} < {split}:"):
                    self.rows(row, first)
                with self.deeper("else:"):
                    self.rows(row, second)
                return
        for at, arm in enumerate(arms):
            if at == len(arms) - 1:
                head = "else:"
            else:
                numbers = arm.numbers
                test = f"== {numbers[0]}" if len(numbers) == 1 else f"in ({', '.join(map(str, numbers))})"
                head = f"{'elif' if at else 'if'} {row} {test}:"
            if len(arms) == 1:
                self.block(arm.body)
                return
            with self.deeper(head, arm.note):
                self.block(arm.body)

    def loop(self, stmt: fs.Each | fs.Numbered | fs.Turns | fs.While) -> None:
        """A loop of the rules."""
        show = self.show
        match stmt:
            case fs.Each(variable=variable, source=source):
                head = f"for {self.locals[variable]} in {show.members(source)}:"
            case fs.Numbered(variable=variable, first=first, last=last, down=down):
                step = ", -1" if down else ""
                end = fold.plus(last, -1 if down else 1)
                head = f"for {self.locals[variable]} in range({show.value(first)}, {show.value(end)}{step}):"
            case fs.Turns(times=times):
                head = f"for _ in range({show.value(times)}):"
            case fs.While(limit=limit):
                head = f"for _ in range({limit}):"
            case _:
                assert_never(stmt)
        with self.python_loop(stmt.label, head):
            match stmt:
                case fs.Each(variable=variable, source=source, watched=watched, where=where):
                    self.only_members(variable, source, watched, where)
                case fs.While(condition=condition):
                    condition = self.choosing(condition)
                    with self.deeper(f"if {show.condition(fold.negation(condition))}:"):
                        self.line("break")
                case fs.Numbered() | fs.Turns():
                    pass
                case _:
                    assert_never(stmt)
            self.block(stmt.body)
        if isinstance(stmt, fs.While) and stmt.after:
            with self.deeper("else:"):
                self.block(stmt.after)

    def only_members(self, variable: str, source: fx.Source, watched: str | None, where: fx.Expr | None) -> None:
        """Pass over empty places, elements that have left meanwhile, and what the condition excludes.

        Args:
            variable: The member whose turn it is.
            source: What the loop goes through.
            watched: The list that members may leave meanwhile; None where they cannot.
            where: The condition asked as each turn comes; None for no condition.
        """
        show, name = self.show, self.locals[variable]
        no_member = f"{name} < 0" if isinstance(source, fx.Elements) else ""
        if watched is not None:
            if isinstance(source, fx.Elements):
                place = fx.Slot(show.constants.lists[watched].base, fx.Place(watched, fx.Local(variable), None))
                no_member += f" or {show.value(place)} != {name}"
            else:
                no_member = f"live_{watched}({name}) == NONE"
        self.passed_over(no_member, where)

    def labelled(self, label: str, body: fs.Block, note: str) -> None:
        """A block that may be left and begun again from within; else it is just its statements."""
        if not leaves(body, label) and not restarts(body, label):
            self.block(body)
            return
        with self.python_loop(label, "while True:", note):
            self.block(body)
            if not ends(body):
                self.line("break")

    @contextmanager
    def python_loop(self, label: str, head: str, note: str = "") -> Iterator[None]:
        """A loop; jumps out of it to loops further out go on behind it."""
        loop = Loop(label)
        self.loops.append(loop)
        start = len(self.lines)
        with self.deeper(head, note):
            yield
        self.loops.pop()
        for target, keyword in sorted(loop.passing):
            flag = self.flag(target, keyword)
            self.lines.insert(start, "    " * self.depth + f"{flag} = False")
            with self.deeper(f"if {flag}:"):
                self.jump(target, keyword)

    def jump(self, label: str, keyword: str) -> None:
        """Leave or begin again a loop that may not be the innermost."""
        if self.loops[-1].label == label:
            self.line(keyword)
            return
        self.line(f"{self.flag(label, keyword)} = True")
        self.line("break")
        self.loops[-1].passing.add((label, keyword))

    def flag(self, label: str, keyword: str) -> str:
        """The variable that tells of a jump to a loop further out."""
        key = (label, keyword)
        if key not in self.flags:
            self.flags[key] = self.names.unique(f"{keyword}_{word(label)}")
        return self.flags[key]

    # --- elements

    def element(self, stmt: fs.NewElement | fs.RemoveElement | fs.RemoveWhere | fs.MoveElement) -> None:
        """An element joins a list, leaves it, or comes elsewhere in it."""
        told = f", {stmt.site}" if self.traced else ""
        match stmt:
            case fs.NewElement(list=list_, slots=slots, full=full):
                given = "".join(f", {parameter(field)}={self.show.value(value)}" for field, value in slots)
                self.line(f"new_{list_}({full}{told}{given})")
            case fs.RemoveElement(list=list_, value=value):
                self.line(f"drop_{list_}({self.show.value(value)}{told})")
            case fs.MoveElement(list=list_, value=value, first=first):
                self.line(f"move_{list_}({self.show.value(value)}, {first}{told})")
            case fs.RemoveWhere(list=list_, variable=variable, where=where):
                source = fx.Elements(list_, self.show.constants.lists[list_].capacity)
                condition = self.show.conditions(variable, source, where)
                name = self.locals[variable]
                with self.deeper(f"for {name} in {self.show.members(source)}:"), self.deeper(f"if {condition}:"):
                    self.line(f"drop_{list_}({name}{told})")
            case _:
                assert_never(stmt)


def parameter(field: str) -> str:
    """The name of an element's field among the parameters of what makes one."""
    return "its_" + field.partition(".")[2].replace(".", "_")
