"""The blocks of rows: one after the other by their conditions, or by the number of the row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.returns import give
from bombsight.compiler.lower.rows import NO_ROW
from bombsight.compiler.lower.statements import block
from bombsight.dsl.node_classes import define, frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs


@frozen
class Choice:
    """A row that may be taken: its number, when, what follows, a word for the reader."""

    number: int
    condition: fx.Expr
    follow: Callable[[], None]
    note: str


def one_of(choices: Sequence[Choice], otherwise: Callable[[], None], frame: Frame) -> None:
    """The first choice whose condition holds, else what remains."""
    arms: list[tuple[Choice, list[fs.Stmt]]] = []
    with frame.fork() as fork:
        last: list[fs.Stmt] | None = None
        for choice in choices:
            if choice.condition == fold.NO:
                continue
            with fork.arm() as body:
                choice.follow()
            if choice.condition == fold.YES:
                last = body
                break
            arms.append((choice, body))
        if last is None:
            with fork.arm() as last:
                otherwise()
    block_: fs.Block = tuple(last)
    for choice, body in reversed(arms):
        block_ = (fs.If(condition=choice.condition, body=tuple(body), otherwise=block_, note=choice.note),)
    for stmt in block_:
        frame.emit(stmt)


def emit_finding(finding: list[fs.Stmt], machine: str | None, frame: Frame) -> None:
    """Find the row; where another row may have sent here, only if it did not."""
    if machine is not None:
        finding = [fs.If(condition=fold.compare("<", fx.Local(machine), fx.Num(0)), body=tuple(finding))]
    for stmt in finding:
        frame.emit(stmt)


@define
class Arms:
    """The blocks of numbered rows; rows that do the same share one."""

    frame: Frame
    numbers: dict[fs.Block, list[int]]
    notes: dict[fs.Block, list[str]]

    def constants(self) -> dict[int, tuple[fx.Num, ...]]:
        """The results, by number of the row, of rows that give nothing but constants and do nothing else."""
        found: dict[int, tuple[fx.Num, ...]] = {}
        for body, numbers in self.numbers.items():
            match body:
                case (fs.Return(values=values),) if values and all(isinstance(value, fx.Num) for value in values):
                    for number in numbers:
                        found[number] = tuple(value for value in values if isinstance(value, fx.Num))
        return found

    def give_constants(self, columns: Sequence[tuple[fx.Num, ...]], index: fx.Expr) -> None:
        """Give the constants at an index."""
        hint = self.frame.owner.partition(":")[2]
        values: list[fx.Expr] = []
        for column in zip(*columns, strict=True):
            data = self.frame.unit.datum(hint, [value.value for value in column])
            values.append(column[0] if len(set(column)) == 1 else fx.Datum(data, index))
        give(tuple(values), self.frame)

    def take(self, row: str) -> None:
        """The block of the row whose number is in a variable; rows that give constants share one that looks them up."""
        given = self.constants()
        arms = [
            fs.Arm(numbers=tuple(numbers), body=body, note="; ".join(self.notes[body]))
            for body, numbers in self.numbers.items()
            if given.keys().isdisjoint(numbers)
        ]
        if given:
            first = min(given)
            whatever = given[first]  # for rows between that give none
            columns = [given.get(number, whatever) for number in range(first, max(given) + 1)]
            with self.frame.block() as looked_up:
                self.give_constants(columns, fold.plus(fx.Local(row), -first))
            arms.append(fs.Arm(numbers=tuple(given), body=tuple(looked_up), note="constants"))
        if arms == arms[-1:] and given:
            for stmt in arms[0].body:
                self.frame.emit(stmt)
        else:
            self.frame.emit(fs.Rows(row=row, arms=tuple(arms)))


def arms_of(bodies: Sequence[g.Block], labels: Sequence[str], gap: Callable[[], None] | None, frame: Frame) -> Arms:
    """The blocks of rows by number, equal ones together.

    Args:
        bodies: The block of each row.
        labels: How each is named in comments.
        gap: Lowers what happens where no row is; None where there always is one.
        frame: The function context.
    """
    arms = Arms(frame, {}, {})
    with frame.fork() as fork:
        for number, body in enumerate(bodies):
            with fork.arm() as done:
                block(body, frame)
            arms.numbers.setdefault(tuple(done), []).append(number)
            arms.notes.setdefault(tuple(done), []).append(labels[number])
        if gap is not None:
            with fork.arm() as done:
                gap()
            arms.numbers.setdefault(tuple(done), []).append(NO_ROW)
            arms.notes.setdefault(tuple(done), []).append("no row")
    return arms
