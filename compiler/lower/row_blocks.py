"""Blocks of rows: run by the first condition that holds, or selected by row number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.returns import emit_return
from bombsight.compiler.lower.rows import NO_ROW
from bombsight.compiler.lower.statements import lower_block
from bombsight.dsl.node_classes import define, frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs


@frozen
class RowChoice:
    """A candidate row of a search: its number, its condition, the emitter of its block, a comment."""

    number: int
    condition: fx.Expr
    emit_block: Callable[[], None]
    note: str


def emit_first_match(
    choices: Sequence[RowChoice], emit_otherwise: Callable[[], None], builder: FunctionBuilder
) -> None:
    """Emit an ``if`` chain that runs the first candidate row whose condition holds, else ``emit_otherwise``."""
    arms: list[tuple[RowChoice, list[fs.Stmt]]] = []
    with builder.branches() as fork:
        last: list[fs.Stmt] | None = None
        for choice in choices:
            if choice.condition == fold.NO:
                continue
            with fork.open_arm() as body:
                choice.emit_block()
            if choice.condition == fold.YES:
                last = body
                break
            arms.append((choice, body))
        if last is None:
            with fork.open_arm() as last:
                emit_otherwise()
    block_: fs.Block = tuple(last)
    for choice, body in reversed(arms):
        block_ = (fs.If(condition=choice.condition, body=tuple(body), otherwise=block_, note=choice.note),)
    for stmt in block_:
        builder.emit(stmt)


def emit_search(search: list[fs.Stmt], row_variable: str | None, builder: FunctionBuilder) -> None:
    """Emit the statements that search for a row, skipped at run time if the row variable is already set."""
    if row_variable is not None:
        search = [fs.If(condition=fold.compare("<", fx.Local(row_variable), fx.Num(0)), body=tuple(search))]
    for stmt in search:
        builder.emit(stmt)


@define
class NumberedBlocks:
    """The lowered blocks of rows with their row numbers; equal blocks are shared."""

    builder: FunctionBuilder
    numbers: dict[fs.Block, list[int]]
    notes: dict[fs.Block, list[str]]

    def constant_results(self) -> dict[int, tuple[fx.Num, ...]]:
        """The constant results, by row number, of the rows that only return constants."""
        found: dict[int, tuple[fx.Num, ...]] = {}
        for body, numbers in self.numbers.items():
            match body:
                case (fs.Return(values=values),) if values and all(isinstance(value, fx.Num) for value in values):
                    for number in numbers:
                        found[number] = tuple(value for value in values if isinstance(value, fx.Num))
        return found

    def emit_constant_return(self, columns: Sequence[tuple[fx.Num, ...]], index: fx.Expr) -> None:
        """Emit the return of a constant row result, read from constant columns at an index."""
        hint = self.builder.owner.partition(":")[2]
        values: list[fx.Expr] = []
        for column in zip(*columns, strict=True):
            data = self.builder.unit.add_data(hint, [value.value for value in column])
            values.append(column[0] if len(set(column)) == 1 else fx.Datum(data, index))
        emit_return(tuple(values), self.builder)

    def emit_selection(self, row: str) -> None:
        """Emit the selection of a block by the row number; rows with constant results share one look-up."""
        constants = self.constant_results()
        arms = [
            fs.Arm(numbers=tuple(numbers), body=body, note="; ".join(self.notes[body]))
            for body, numbers in self.numbers.items()
            if constants.keys().isdisjoint(numbers)
        ]
        if constants:
            first = min(constants)
            whatever = constants[first]  # filler for rows without constants
            columns = [constants.get(number, whatever) for number in range(first, max(constants) + 1)]
            with self.builder.inner_block() as constant_block:
                self.emit_constant_return(columns, fold.plus(fx.Local(row), -first))
            arms.append(fs.Arm(numbers=tuple(constants), body=tuple(constant_block), note="constants"))
        if arms == arms[-1:] and constants:
            for stmt in arms[0].body:
                self.builder.emit(stmt)
        else:
            self.builder.emit(fs.Rows(row=row, arms=tuple(arms)))


def lower_row_blocks(
    bodies: Sequence[g.Block], labels: Sequence[str], emit_gap: Callable[[], None] | None, builder: FunctionBuilder
) -> NumberedBlocks:
    """Lower the blocks of rows, merging equal ones.

    Args:
        bodies: The block of each row.
        labels: The name of each row in comments.
        emit_gap: Emits the block for no row; None if there always is a row.
        builder: The function context.
    """
    arms = NumberedBlocks(builder, {}, {})
    with builder.branches() as fork:
        for number, body in enumerate(bodies):
            with fork.open_arm() as lowered_block:
                lower_block(body, builder)
            arms.numbers.setdefault(tuple(lowered_block), []).append(number)
            arms.notes.setdefault(tuple(lowered_block), []).append(labels[number])
        if emit_gap is not None:
            with fork.open_arm() as lowered_block:
                emit_gap()
            arms.numbers.setdefault(tuple(lowered_block), []).append(NO_ROW)
            arms.notes.setdefault(tuple(lowered_block), []).append("no row")
    return arms
