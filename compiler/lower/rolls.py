"""Dice, what changes them, and the row they lead to.

Few rows are tested one after the other, each with its block. Where rows send to one another, where the dice may be
thrown again, or where rows are many, the number of the row is found first and then its block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.node import Param
from bombsight.compiler.lower.effect_lifting import offered
from bombsight.compiler.lower.expressions import needed, value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.lines import modifier_info, other_info, row_info
from bombsight.compiler.lower.origins import item_origin
from bombsight.compiler.lower.returns import give_nothing
from bombsight.compiler.lower.rowblocks import Choice, arms_of, emit_finding, one_of
from bombsight.compiler.lower.rows import NO_ROW, Cells, Total, cells, has_gap, key_condition, tests
from bombsight.compiler.lower.statements import block
from bombsight.compiler.lower.weights import CHAIN
from bombsight.dsl.node_classes import define
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import RollSite


def bonuses(modifiers: Sequence[g.Modifier], total: str, frame: Frame) -> list[fx.Expr]:
    """Add what modifies the dice to their total; the amounts."""
    amounts: list[fx.Expr] = []
    with frame.pure():
        found = [
            (modifier, value(modifier.condition, frame) if modifier.condition is not None else None)
            for modifier in modifiers
        ]
        ready = [(modifier, condition, needed(modifier.amount, frame)) for modifier, condition in found]
    for modifier, condition, amount in ready:
        if condition == fold.NO:
            amounts.append(fold.NO)
            continue
        name = frame.locals.temporary(f"{modifier.label}_bonus")
        frame.emit(
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
class Roll:
    """A roll being lowered.

    Attributes:
        table: The table whose own roll it is; None for a sub-roll.
        site: The number of its place.
        tell: Whether each row tells of the roll itself.
    """

    rolled: g.Rolled
    frame: Frame
    natural: fx.Local
    total: fx.Local
    table: n.Table | None
    span: Span
    site: int

    @property
    def first_row(self) -> int:
        """The number of the first row that is not natural."""
        return len(self.rolled.naturals)

    @property
    def params(self) -> tuple[Param, ...]:
        """The parameters that rows may be for."""
        return self.table.params if self.table else ()

    @property
    def known_total(self) -> Total:
        """The total with what is known of it."""
        rolled = self.rolled
        return Total(self.total, None if rolled.modifiers else frozenset(rolled.dice.results))

    def told(self, row: fx.Expr, total: fx.Expr, amounts: Sequence[fx.Expr]) -> None:
        """The journal hears of the throw."""
        args = [fx.Local(self.frame.locals.of(param.name)) for param in self.params]
        self.frame.emit(fs.Event(site=self.site, values=(self.natural, total, row, *amounts, *args)))

    def no_amounts(self) -> list[fx.Expr]:
        """The amounts where no modifier was asked."""
        return [fold.NO] * len(self.rolled.modifiers)

    def throw(self) -> None:
        """Throw the dice."""
        rolled = self.rolled
        self.frame.emit(fs.Draw(name=self.natural.name, site=self.site, dice=rolled.dice))
        if self.total != self.natural:
            self.frame.emit(fs.SetLocal(name=self.total.name, value=self.natural))

    def natural_choices(self, follow: Callable[[int, g.Block], None]) -> list[Choice]:
        """The natural rows."""
        found = []
        for number, row in enumerate(self.rolled.naturals):
            terms = [key_condition(row.keys, self.natural, self.frame)]
            if row.condition is not None:
                terms.append(value(row.condition, self.frame))
            condition = fold.conjunction(terms)
            found.append(Choice(number, condition, partial(follow, number, row.body), f"natural {row.label}"))
        return found

    def row_choices(self, follow: Callable[[int, g.Block], None]) -> list[Choice]:
        """The other rows."""
        rows = self.rolled.rows
        return [
            Choice(
                number + self.first_row,
                condition,
                partial(follow, number + self.first_row, rows[number].body),
                rows[number].label,
            )
            for number, condition in tests(rows, self.params, self.known_total, self.frame)
        ]


def rolled_rows(
    rolled: g.Rolled, frame: Frame, names: tuple[fx.Local, fx.Local], table: n.Table | None, place: n.Table | g.SubRoll
) -> None:
    """Throw dice and do what the row says that they lead to.

    Args:
        rolled: Dice, modifiers and rows.
        frame: The function context.
        names: The variables for the dice as they fell and for their total, one and the same without modifiers.
        table: The table whose own roll it is; None for a sub-roll.
        place: What the roll's site tells of.
    """
    natural, total = names
    owner = frame.table.table if frame.table else None
    site = RollSite(
        **frame.where(place.span, place.origin, item_origin(frame)),
        table=table.id if table else None,
        title=owner.title if owner else "",
        dice=rolled.dice,
        modifiers=tuple(modifier_info(modifier, frame) for modifier in rolled.modifiers),
        rows=tuple(other_info(row, frame) for row in rolled.naturals)
        + tuple(row_info(row, frame) for row in rolled.rows),
        names=tuple(param.name for param in table.params) if table else (),
        types=tuple(param.type for param in table.params) if table else (),
    )
    outer, frame.natural = frame.natural, natural
    roll = Roll(rolled, frame, natural, total, table, place.span, frame.unit.sites.add(site))
    plan = None
    if any(row.matches for row in rolled.rows) or len(rolled.rows) > CHAIN:
        plan = cells(rolled.rows, roll.params, roll.known_total, frame)
    machine = frame.table.row if frame.table and table else None
    if plan is None and machine is None and not frame.unit.graph.rerolls:
        direct(roll)
    else:
        if not rolled.modifiers:  # what dice alone lead to is sooner looked up than tested
            plan = plan or cells(rolled.rows, roll.params, roll.known_total, frame)
        by_number(roll, plan, machine)
    frame.natural = outer


def direct(roll: Roll) -> None:
    """Each row tested, told of and followed in its place."""
    frame = roll.frame
    roll.throw()

    def others() -> None:
        amounts = bonuses(roll.rolled.modifiers, roll.total.name, frame)

        def follow(number: int, body: g.Block) -> None:
            roll.told(fx.Num(number), roll.total, amounts)
            block(body, frame)

        def gap() -> None:
            roll.told(fx.Num(NO_ROW), roll.total, amounts)
            no_row(roll)

        one_of(roll.row_choices(follow), gap, frame)

    def follow_natural(number: int, body: g.Block) -> None:
        roll.told(fx.Num(number), roll.natural, roll.no_amounts())
        block(body, frame)

    one_of(roll.natural_choices(follow_natural), others, frame)


def no_row(roll: Roll) -> None:
    """No row is for these dice."""
    frame = roll.frame
    if roll.table is None or frame.result is None or (frame.table and frame.table.every):
        frame.emit(fs.Fail(site=frame.fault(roll.span, "no row is for these dice")))
    else:
        give_nothing(frame, roll.span)


def by_number(roll: Roll, plan: Cells | None, machine: str | None) -> None:
    """The number of the row first, then its block."""
    frame, rolled = roll.frame, roll.rolled
    row = machine or frame.locals.temporary("row")
    with frame.block() as finding, offered(frame, roll.table, roll.span, frame.unit.costs.throw(rolled, roll.table)):
        find_row(roll, plan, row)
    emit_finding(finding, machine, frame)
    bodies = [natural.body for natural in rolled.naturals] + [other.body for other in rolled.rows]
    labels = [f"natural {natural.label}" for natural in rolled.naturals] + [other.label for other in rolled.rows]
    gap = has_gap(rolled.rows, roll.params, roll.known_total, frame)
    arms_of(bodies, labels, partial(no_row, roll) if gap else None, frame).take(row)


def find_row(roll: Roll, plan: Cells | None, row: str) -> None:
    """Throw the dice, find the number of the row, tell of both."""
    frame = roll.frame
    roll.throw()

    def set_row(number: int, body: g.Block) -> None:
        frame.emit(fs.SetLocal(name=row, value=fx.Num(number)))

    def set_natural(number: int, body: g.Block) -> None:
        set_row(number, body)
        roll.told(fx.Num(number), roll.natural, roll.no_amounts())

    def others() -> None:
        amounts = bonuses(roll.rolled.modifiers, roll.total.name, frame)
        if plan is None:
            one_of(roll.row_choices(set_row), partial(set_row, NO_ROW, ()), frame)
        else:
            numbers = [number + roll.first_row if number >= 0 else NO_ROW for number in plan.rows]
            data = frame.unit.datum(f"{frame.owner.partition(':')[2]} rows", numbers)
            frame.emit(fs.SetLocal(name=row, value=fx.Datum(data, plan.index)))
        roll.told(fx.Local(row), roll.total, amounts)

    one_of(roll.natural_choices(set_natural), others, frame)
