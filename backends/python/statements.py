"""Statements as Python source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import define, evolve, field

from bombsight.backends.python import choices, sharing
from bombsight.backends.python.constants import Constants, on_lines
from bombsight.backends.python.expressions import AND, NOT, OR, TERNARY, Expressions
from bombsight.backends.python.names import Names, word
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


class Statements:
    """Prints the body of one function.

    Attributes:
        lines: The source so far.
        traced: Whether the journal is kept.
        preferred: Whether every choice is the rules' own preference, and nobody is asked.
    """

    def __init__(self, function: Function, constants: Constants, traced: bool, preferred: bool = False) -> None:
        self.names = Names(constants.taken)
        self.locals = {variable.name: self.names.variable(variable.name) for variable in function.locals}
        self.capacities = {variable.name: variable.capacity for variable in function.locals}
        self.show = Expressions(constants, self.locals)
        self.traced, self.preferred = traced, preferred
        self.depth = 0
        self.lines: list[str] = []
        self.loops: list[Loop] = []
        self.flags: dict[tuple[str, str], str] = {}

    # --- lines

    def line(self, source: str, note: str = "") -> None:
        """A line at this depth."""
        self.lines.append("    " * self.depth + source + (f"  # {note}" if note else ""))

    @contextmanager
    def deeper(self, head: str, note: str = "") -> Iterator[None]:
        """A head and the lines in its block."""
        self.line(head, note)
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    def fault_if(self, condition: str, site: int) -> None:
        """A fault where a condition holds."""
        with self.deeper(f"if {condition}:"):
            self.line(f"raise Fault({site})")

    # --- what is worked out first

    def settle(self, value: fx.Expr) -> fx.Expr:
        """Have what a value begins with told in statements, as far as Python does that sooner; what is left of it."""
        match value:
            case fx.Taking(steps, site, inner):
                self.count(steps, site)
                return self.settle(inner)
            case fx.Let(variable, inner, body):
                self.line(f"{self.locals[variable]} = {self.show.value(self.settle(inner))}")
                return self.settle(body)
            case fx.All((first, *rest)) | fx.Either((first, *rest)):
                return type(value)((self.settle(first), *rest))
            case fx.Not(inner):
                return fold.negation(self.settle(inner))
            case fx.Compare(op, left, right):
                return fx.Compare(op, self.settle(left), right)
            case fx.Arithmetic(op, left, right):
                return fx.Arithmetic(op, self.settle(left), right)
            case fx.Pick(condition, one, other):
                return fx.Pick(self.settle(condition), one, other)
            case fx.OrElse(inner, otherwise):
                return fx.OrElse(self.settle(inner), otherwise)
            case fx.Some(inner, site):
                return fx.Some(self.settle(inner), site)
            case fx.Quantifier(steps=steps, site=site):
                if steps is not None:
                    self.count(steps, site)
                return self.gone_through(evolve(value, steps=None, site=None))
            case _:
                return value

    def count(self, steps: fx.Expr, site: int | None) -> None:
        """Steps are taken."""
        self.line(f"S[STEPS] -= {self.show.value(steps)}")
        if site is not None:
            self.fault_if("S[STEPS] < 0", site)

    def gone_through(self, node: fx.Quantifier) -> fx.Expr:
        """A quantifier as a loop of statements, unless Python has a word for it; what it found."""
        variable, source, where = node.variable, node.source, node.where
        if where is None or self.show.alike(variable, source, where) is not None:
            return node
        found = self.local(node.kind if node.kind != "any" else "some_one")
        self.line(f"{found} = {'NONE' if node.kind == 'first' else '0'}")
        with self.deeper(f"for {self.locals[variable]} in {self.show.members(source)}:"):
            self.passed_over(self.show.no_member(variable, source), where)
            if node.kind == "count":
                self.line(f"{found} += 1")
            else:
                self.line(f"{found} = {self.locals[variable] if node.kind == 'first' else '1'}")
                self.line("break")
        return fx.Local(found)

    def local(self, wanted: str) -> str:
        """A variable of Python alone, under a name of its own."""
        name = self.names.unique(wanted)
        self.locals = {**self.locals, name: name}
        self.show.locals = self.locals
        return name

    def passed_over(self, no_member: str, where: fx.Expr | None) -> None:
        """Go on to the next in a loop where this one is no member, or the condition does not hold.

        Args:
            no_member: When it is none, as Python tells it; empty for never.
            where: The condition; None for no condition.
        """
        unless = [no_member] if no_member else []
        for term in () if where is None else where.terms if isinstance(where, fx.All) else (where,):
            if begins(term):
                self.go_on_if(unless)
                unless = []
            unless.append(self.show.condition(fold.negation(self.choosing(term)), AND))
        self.go_on_if(unless)

    def go_on_if(self, conditions: list[str]) -> None:
        """Go on to the next where one of these holds."""
        if conditions:
            with self.deeper(f"if {' or '.join(conditions)}:"):
                self.line("continue")

    def choosing(self, condition: fx.Expr) -> fx.Expr:
        """A value or condition, with what it begins with told before, and nothing in it worked out twice."""
        left = self.settle(condition) if begins(condition) else condition
        return sharing.shared(left, self.show.constants.quiet, lambda: self.local("same"))

    # --- statements

    def block(self, block: fs.Block) -> None:
        """Statements one after the other."""
        for stmt in block:
            self.statement(stmt)

    def statement(self, stmt: fs.Stmt) -> None:
        """One statement.

        Raises:
            TypeError: It is none of the flat form.
        """
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
                    self.line(f"change({site}, {show.value(value)}, {show.index(slot)})")
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
            case fs.Draw(name=name, site=site, count=count, sides=sides):
                self.line(f"{named[name]} = roll({site}, {count}, {sides})")
            case fs.Bonus():
                self.bonus(stmt)
            case fs.Invoke():
                self.invoke(stmt)
            case fs.Ask():
                self.ask(stmt)
            case fs.AskBranch():
                self.ask_branch(stmt)
            case fs.AskAgain(name=name, site=site, wanted=wanted):
                best = "0" if wanted is None else show.value(wanted)
                self.line(f"{named[name]} = {best if self.preferred else f'offered({site}, {best})'}")
            case fs.Event(site=site, values=values, note=note):
                self.line(f"log({', '.join([str(site), *map(show.value, values)])})", note)
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
                self.give(stmt)
            case fs.EndOuter(procedure=procedure, value=value):
                self.line(f"raise Ended({procedure}, {show.value(value)})")
            case fs.NewElement() | fs.RemoveElement() | fs.RemoveWhere():
                self.element(stmt)
            case _:
                raise TypeError(f"{type(stmt).__name__} is no statement")

    def on(self, slot: fx.Slot) -> None:
        """The clock of a slot that changes goes on."""
        for line in on_lines((slot.base,), self.show.constants.clocks):
            self.line(line)

    def set_slot(self, slot: fx.Slot, value: fx.Expr) -> None:
        """A slot gets a value."""
        match value:
            case fx.Arithmetic("+" | "-" as op, left, right) if left == slot:
                if isinstance(right, fx.Num) and right.value < 0:
                    op, right = ("-" if op == "+" else "+"), fx.Num(-right.value)
                self.line(f"S[{self.show.index(slot)}] {op}= {self.show.value(right)}")
            case _:
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
        variable, name = stmt.variable, self.locals[stmt.variable]
        if stmt.where is None and not self.show.is_member(variable, stmt.source):
            options = f"list({self.show.members(stmt.source)})"
        else:
            options = f"[{name} {self.show.each(variable, stmt.source, stmt.where)}]"
        score = "None" if stmt.score is None else f"lambda {name}: {self.show.value(stmt.score)}"
        self.line(f"{name} = {self.asked(stmt, options, score)}")

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
                case rest:
                    with self.deeper("else:"):
                        self.block(rest)
                    return

    def if_all(self, stmt: fs.If) -> None:
        """A block where all terms hold, and nothing else: what a term begins with is told where it is come to."""
        terms = stmt.condition.terms if isinstance(stmt.condition, fx.All) else (stmt.condition,)
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
        with self.python_loop(stmt.label, head):
            match stmt:
                case fs.Each(variable=variable, source=source, watched=watched, where=where):
                    self.only_members(variable, source, watched, where)
                case fs.While(condition=condition):
                    condition = self.choosing(condition)
                    with self.deeper(f"if {show.condition(fold.negation(condition))}:"):
                        self.line("break")
                case _:
                    pass
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
        no_member = f"{name} == NONE" if isinstance(source, fx.Elements) else ""
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

    def give(self, stmt: fs.Return) -> None:
        """The end of the function."""
        if len(stmt.values) == 1 and not stmt.facts and (stmt.site is None or not self.traced):
            self.give_value(stmt.values[0])
            return
        values = [self.show.value(value) for value in stmt.values]
        if self.traced and stmt.site is not None:
            if not all(isinstance(value, fx.Num | fx.Local) for value in stmt.values):
                names = [self.names.unique("given") for _ in values]
                for name, value in zip(names, values, strict=True):
                    self.line(f"{name} = {value}")
                values = names
            self.line(f"log({', '.join([str(stmt.site), *values])})")
        values += [self.show.value(value) for value in stmt.facts]
        self.line(f"return {', '.join(values)}".rstrip())

    def give_value(self, value: fx.Expr) -> None:
        """The end of the function, which gives one value: told in statements, which Python does sooner."""
        show = self.show
        match value:
            case fx.Taking(steps, site, inner):
                self.count(steps, site)
                self.give_value(inner)
            case fx.Let(variable, inner, body):
                self.line(f"{self.locals[variable]} = {show.value(self.choosing(inner))}")
                self.give_value(body)
            case fx.Pick(condition, inner, otherwise):
                condition = self.choosing(condition)
                with self.deeper(f"if {self.show.condition(condition)}:"):
                    self.give_value(inner)
                self.give_value(otherwise)
            case fx.All((first, *rest)) if any(begins(term) or loops(term) for term in rest):
                at = next(at for at, term in enumerate(rest) if begins(term) or loops(term))
                others = fold.conjunction((self.choosing(first), *rest[:at]))
                with self.deeper(f"if {show.condition(fold.negation(others))}:"):
                    self.line("return 0")
                self.give_value(fold.conjunction(rest[at:]))
            case fx.Either((first, *rest)) if any(begins(term) or loops(term) for term in rest):
                at = next(at for at, term in enumerate(rest) if begins(term) or loops(term))
                others = fold.disjunction((self.choosing(first), *rest[:at]))
                with self.deeper(f"if {show.condition(others)}:"):
                    self.line("return 1")
                self.give_value(fold.disjunction(rest[at:]))
            case fx.Not(inner) if loops(inner) and isinstance(inner, fx.Quantifier):
                self.give_looked(inner, "0", "1")
            case fx.Quantifier() if loops(value):
                self.give_looked(value, self.locals[value.variable] if value.kind == "first" else "1", None)
            case _:
                value = self.choosing(value)
                self.line(f"return {self.show.value(value)}")

    def give_looked(self, node: fx.Quantifier, found: str, otherwise: str | None) -> None:
        """The end of the function, which gives whether there is some member, or which."""
        show = self.show
        if node.steps is not None:
            self.count(node.steps, node.site)
        if show.alike(node.variable, node.source, node.where) is not None:
            value = show.value(evolve(node, steps=None, site=None))
            self.line(f"return {value}" if otherwise is None else f"return 1 - ({value})")
            return
        with self.deeper(f"for {self.locals[node.variable]} in {show.members(node.source)}:"):
            self.passed_over(show.no_member(node.variable, node.source), node.where)
            self.line(f"return {found}")
        self.line(f"return {otherwise or ('NONE' if node.kind == 'first' else '0')}")

    # --- elements

    def element(self, stmt: fs.NewElement | fs.RemoveElement | fs.RemoveWhere) -> None:
        """An element joins a list or leaves it."""
        told = f", {stmt.site}" if self.traced else ""
        match stmt:
            case fs.NewElement(list=list_, slots=slots, full=full):
                given = "".join(f", {parameter(field)}={self.show.value(value)}" for field, value in slots)
                self.line(f"new_{list_}({full}{told}{given})")
            case fs.RemoveElement(list=list_, value=value):
                self.line(f"drop_{list_}({self.show.value(value)}{told})")
            case fs.RemoveWhere(list=list_, variable=variable, where=where):
                source = fx.Elements(list_, self.show.constants.lists[list_].capacity)
                condition = self.show.conditions(variable, source, where)
                name = self.locals[variable]
                with self.deeper(f"for {name} in {self.show.members(source)}:"), self.deeper(f"if {condition}:"):
                    self.line(f"drop_{list_}({name}{told})")


def begins(value: fx.Expr) -> bool:
    """Whether a value begins with what is better told in statements."""
    match value:
        case fx.Taking() | fx.Let():
            return True
        case fx.Quantifier(steps=steps, where=where):
            return steps is not None or where is not None
        case fx.All((first, *_)) | fx.Either((first, *_)):
            return begins(first)
        case fx.Not(inner) | fx.Compare(left=inner) | fx.Arithmetic(left=inner) | fx.Pick(condition=inner):
            return begins(inner)
        case fx.OrElse(value=inner) | fx.Some(value=inner):
            return begins(inner)
        case _:
            return False


def loops(value: fx.Expr) -> bool:
    """Whether a value is one that a loop of statements finds sooner than an expression."""
    return isinstance(value, fx.Quantifier) and value.kind != "count"


def parameter(field: str) -> str:
    """The name of an element's field among the parameters of what makes one."""
    return "its_" + field.partition(".")[2].replace(".", "_")
