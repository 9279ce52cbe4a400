"""Lowering of rolls: throw dice, add modifiers, find the row, run it.

Few rows become a chain of tests, each with its block. If rows send to one another, dice may be thrown again, or rows
are
many, the row number is computed first and selects the block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from attrs import evolve

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.single_dice import looks_at_single_dice
from bombsight.compiler.lower.dice_facts import result_of_outcome
from bombsight.compiler.lower.effect_lifting import reroll_block
from bombsight.compiler.lower.expressions import lower_expr, lower_not_none
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.origins import origin_of_item
from bombsight.compiler.lower.repeated_throws import emit_end_without_rows, emit_repeat, emit_taking
from bombsight.compiler.lower.returns import emit_default_return
from bombsight.compiler.lower.row_blocks import RowChoice, emit_first_match, emit_search, lower_row_blocks
from bombsight.compiler.lower.row_metadata import describe_modifier, describe_row, describe_special_row
from bombsight.compiler.lower.rows import (
    NO_ROW,
    RolledTotal,
    RowGrid,
    build_row_grid,
    can_have_no_row,
    lower_key_test,
    row_tests,
)
from bombsight.compiler.lower.statements import lower_block
from bombsight.compiler.lower.weights import MAX_ROW_TESTS
from bombsight.dsl.node_classes import define
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import RollSite


def lower_modifiers(modifiers: Sequence[g.Modifier], total: str, builder: FunctionBuilder) -> list[fx.Expr]:
    """Emit the additions of the modifiers that apply to a total, and return the amount of each."""
    amounts: list[fx.Expr] = []
    with builder.no_statements():
        conditions = [
            (modifier, lower_expr(modifier.condition, builder) if modifier.condition is not None else None)
            for modifier in modifiers
        ]
        prepared = [
            (modifier, condition, lower_not_none(modifier.amount, builder)) for modifier, condition in conditions
        ]
    for modifier, condition, amount in prepared:
        if condition == fold.NO:
            amounts.append(fold.NO)
            continue
        name = builder.locals.new_temporary(f"{modifier.label}_bonus")
        builder.emit(
            fs.Bonus(
                total=total,
                amount_name=name,
                amount=amount,
                condition=None if condition == fold.YES else condition,
                note=modifier.label,
            )
        )
        amounts.append(fx.Local(name))
    return amounts


@define
class RollLowering:
    """The state of lowering one roll: dice, variables, rows and event.

    Attributes:
        table: The table whose own roll it is; None for a sub-roll.
        site: The number of its site.
        faces: The variable of its single dice; None if no rule looks at them.
        is_tried: Whether only the row is sought to which the dice would lead, without an event.
    """

    rolled: g.Rolled
    builder: FunctionBuilder
    natural: fx.Local
    total: fx.Local
    table: n.Table | None
    span: Span
    site: int
    faces: fx.Local | None = None
    is_tried: bool = False

    @property
    def first_row(self) -> int:
        """The number of the first row that is selected by the total; natural rows have the lower numbers."""
        return len(self.rolled.naturals)

    @property
    def params(self) -> tuple[Param, ...]:
        """The parameters that rows may match."""
        return self.table.params if self.table else ()

    @property
    def total_with_faces(self) -> RolledTotal:
        """The variable of the total, with its possible values if they are known."""
        rolled = self.rolled
        return RolledTotal(self.total, None if rolled.modifiers else frozenset(rolled.dice.results))

    def emit_roll_event(self, row: fx.Expr, total: fx.Expr, amounts: Sequence[fx.Expr]) -> None:
        """Emit the journal event of the roll: natural, total, row, amounts of modifiers, arguments, single dice."""
        if self.is_tried:
            return
        args = [fx.Local(self.builder.locals.name_of(param.name)) for param in self.params]
        faces = [] if self.faces is None else [self.faces]
        self.builder.emit(fs.Event(site=self.site, values=(self.natural, total, row, *amounts, *args, *faces)))

    def zero_amounts(self) -> list[fx.Expr]:
        """Zeros, as the amounts of the modifiers for the event of a roll that did not evaluate them."""
        return [fold.NO] * len(self.rolled.modifiers)

    def emit_throw(self) -> None:
        """Emit the throw of the dice."""
        dice = self.rolled.dice
        if self.faces is None:
            self.builder.emit(fs.Draw(name=self.natural.name, site=self.site, dice=dice))
        else:
            self.builder.emit(fs.Draw(name=self.faces.name, site=self.site, dice=evolve(dice, single=True)))
            self.builder.emit(fs.SetLocal(name=self.natural.name, value=result_of_outcome(self.faces, dice)))
        if self.total != self.natural:
            self.builder.emit(fs.SetLocal(name=self.total.name, value=self.natural))

    def lower_natural_rows(self, emit_row: Callable[[int, g.Block], None]) -> list[RowChoice]:
        """Return the choices of rows by the unmodified (``natural``) dice; ``emit_row`` emits the code of a row."""
        found = []
        for number, row in enumerate(self.rolled.naturals):
            terms = [lower_key_test(row.keys, self.natural, self.builder)]
            if row.condition is not None:
                terms.append(lower_expr(row.condition, self.builder))
            condition = fold.conjunction(terms)
            found.append(RowChoice(number, condition, partial(emit_row, number, row.body), f"natural {row.label}"))
        return found

    def lower_rows(self, emit_row: Callable[[int, g.Block], None]) -> list[RowChoice]:
        """Lower the rows selected by the total to candidates of a search; ``emit_row`` emits the code of a row."""
        rows = self.rolled.rows
        return [
            RowChoice(
                number + self.first_row,
                condition,
                partial(emit_row, number + self.first_row, rows[number].body),
                rows[number].label,
            )
            for number, condition in row_tests(rows, self.params, self.total_with_faces, self.builder)
        ]


def open_roll(
    rolled: g.Rolled,
    builder: FunctionBuilder,
    names: tuple[fx.Local, fx.Local, fx.Local | None],
    table: n.Table | None,
    owner_node: n.Table | g.SubRoll,
) -> RollLowering:
    """Make the state of lowering a roll, with its site; the arguments are those of :func:`lower_roll`."""
    natural, total, faces = names
    owner = builder.table_context.table if builder.table_context else None
    site = RollSite(
        **builder.site_fields(owner_node.span, owner_node.origin, origin_of_item(builder)),
        table=table.id if table else None,
        title=owner.title if owner else "",
        dice=evolve(rolled.dice, single=faces is not None),
        modifiers=tuple(describe_modifier(modifier, builder) for modifier in rolled.modifiers),
        rows=tuple(describe_special_row(row, builder) for row in rolled.naturals)
        + tuple(describe_row(row, builder) for row in rolled.rows),
        names=tuple(param.name for param in table.params) if table else (),
        types=tuple(param.type for param in table.params) if table else (),
        takes_every=table is not None and table.aggregation is not None,
    )
    number = builder.unit.sites.site_number(site)
    return RollLowering(rolled, builder, natural, total, table, owner_node.span, number, faces)


def lower_roll(
    rolled: g.Rolled,
    builder: FunctionBuilder,
    names: tuple[fx.Local, fx.Local, fx.Local | None],
    table: n.Table | None,
    owner_node: n.Table | g.SubRoll,
) -> None:
    """Lower a roll: throw dice, find the row and run it.

    Args:
        rolled: Dice, modifiers and rows.
        builder: The function context.
        names: The variables for the natural dice, for the total, which is the same one without modifiers, and for the
            single dice, or None.
        table: The table whose own roll it is; None for a sub-roll.
        owner_node: The node that the roll's site refers to.
    """
    outer = builder.natural, builder.faces
    builder.natural, _, builder.faces = names
    roll = open_roll(rolled, builder, names, table, owner_node)
    plan = None
    if any(row.matches for row in rolled.rows) or len(rolled.rows) > MAX_ROW_TESTS:
        plan = build_row_grid(rolled.rows, roll.params, roll.total_with_faces, builder)
    row_variable = builder.table_context.row_variable if builder.table_context and table else None
    if plan is None and row_variable is None and not builder.unit.graph.rerolls:
        lower_rows_in_place(roll)
    else:
        if not rolled.modifiers:  # without modifiers, a look-up is faster than tests
            plan = plan or build_row_grid(rolled.rows, roll.params, roll.total_with_faces, builder)
        lower_rows_by_number(roll, plan, row_variable)
    builder.natural, builder.faces = outer


def lower_rows_in_place(roll: RollLowering) -> None:
    """Emit the throw and an ``if`` chain over the rows, each with its event and its block."""
    frame = roll.builder
    roll.emit_throw()

    def lower_other_rows() -> None:
        """Emit the modifiers and the rows selected by the total."""
        amounts = lower_modifiers(roll.rolled.modifiers, roll.total.name, frame)

        def emit_row(number: int, body: g.Block) -> None:
            """Emit the event and the block of a row selected by the total."""
            roll.emit_roll_event(fx.Num(number), roll.total, amounts)
            lower_block(body, frame)

        def emit_gap() -> None:
            """Emit the event and the outcome of a total without a row."""
            roll.emit_roll_event(fx.Num(NO_ROW), roll.total, amounts)
            emit_no_row(roll)

        emit_first_match(roll.lower_rows(emit_row), emit_gap, frame)

    def emit_natural_row(number: int, body: g.Block) -> None:
        """Emit the event and the block of a row selected by the natural dice."""
        roll.emit_roll_event(fx.Num(number), roll.natural, roll.zero_amounts())
        lower_block(body, frame)

    emit_first_match(roll.lower_natural_rows(emit_natural_row), lower_other_rows, frame)


def emit_no_row(roll: RollLowering) -> None:
    """Emit the return or the fault for a total that no row covers."""
    frame = roll.builder
    if roll.table is None or frame.result is None or (frame.table_context and frame.table_context.every_label):
        frame.emit(fs.Fail(site=frame.add_fault_site(roll.span, "no row is for these dice")))
    else:
        emit_default_return(frame, roll.span)


def lower_rows_by_number(roll: RollLowering, row_grid: RowGrid | None, row_variable: str | None) -> None:
    """Emit the search for the row number (by ``row_grid``, None: by tests), then the block with that number."""
    frame, rolled = roll.builder, roll.rolled
    row = row_variable or frame.locals.new_temporary("row")
    repeats = frame.table_context.repeats if frame.table_context else None
    with frame.inner_block() as search:
        if repeats is not None and roll.table is not None:
            emit_end_without_rows(repeats, roll.table, partial(try_row, roll), frame)
        with reroll_block(frame, roll.table, roll.span, frame.unit.costs.throw_cost(rolled, roll.table)):
            roll.emit_throw()
            emit_row_search(roll, row_grid, row)
        if repeats is not None and roll.table is not None:
            emit_repeat(repeats, roll.table, row, frame)
    emit_search(search, row_variable, frame)
    if repeats is not None and roll.table is not None:
        emit_taking(repeats, row, roll.span, frame)
    bodies = [natural.body for natural in rolled.naturals] + [other.body for other in rolled.rows]
    labels = [f"natural {natural.label}" for natural in rolled.naturals] + [other.label for other in rolled.rows]
    gap = can_have_no_row(rolled.rows, roll.params, roll.total_with_faces, frame)
    lower_row_blocks(bodies, labels, partial(emit_no_row, roll) if gap else None, frame).emit_selection(row)


def try_row(roll: RollLowering, shown: fx.Local, row: str) -> None:
    """Emit the search for the row to which an outcome of the dice would lead, which is stored in ``row``."""
    frame = roll.builder
    natural, faces = shown, roll.faces
    if looks_at_single_dice(roll.rolled):
        natural, faces = fx.Local(frame.locals.new_temporary("natural")), shown
        frame.emit(fs.SetLocal(name=natural.name, value=result_of_outcome(shown, roll.rolled.dice)))
    total = natural
    if roll.rolled.modifiers:
        total = fx.Local(frame.locals.new_temporary("total"))
        frame.emit(fs.SetLocal(name=total.name, value=natural))
    tried = evolve(roll, natural=natural, total=total, faces=faces, is_tried=True)
    outer = frame.natural, frame.faces
    frame.natural, frame.faces = natural, faces
    grid = build_row_grid(roll.rolled.rows, roll.params, tried.total_with_faces, frame)
    emit_row_search(tried, grid, row)
    frame.natural, frame.faces = outer


def emit_row_search(roll: RollLowering, row_grid: RowGrid | None, row: str) -> None:
    """Emit the search (by ``row_grid``, None: by tests) that stores the number of the row in ``row``, and the event."""
    frame = roll.builder

    def select_row(number: int, body: g.Block) -> None:
        """Emit the assignment of a row number to the row variable."""
        frame.emit(fs.SetLocal(name=row, value=fx.Num(number)))

    def select_natural_row(number: int, body: g.Block) -> None:
        """Emit the assignment of the number of a natural row, with the event of the roll."""
        select_row(number, body)
        roll.emit_roll_event(fx.Num(number), roll.natural, roll.zero_amounts())

    def lower_other_rows() -> None:
        """Emit the modifiers, and the search among the rows selected by the total."""
        amounts = lower_modifiers(roll.rolled.modifiers, roll.total.name, frame)
        if row_grid is None:
            emit_first_match(roll.lower_rows(select_row), partial(select_row, NO_ROW, ()), frame)
        else:
            numbers = [number + roll.first_row if number >= 0 else NO_ROW for number in row_grid.rows]
            data = frame.unit.add_data(f"{frame.owner.partition(':')[2]} rows", numbers)
            frame.emit(fs.SetLocal(name=row, value=fx.Datum(data, row_grid.index)))
        roll.emit_roll_event(fx.Local(row), roll.total, amounts)

    emit_first_match(roll.lower_natural_rows(select_natural_row), lower_other_rows, frame)
