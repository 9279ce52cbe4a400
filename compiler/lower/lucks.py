"""Lowering of measures of luck: what each row counts, and the tests by which a throw finds its row, as asides."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.derived_values import lower_hole_or_aside
from bombsight.compiler.lower.effects import reads_natural_dice
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.compiler.lower.tables import table_builder
from bombsight.compiler.luck_counts import count_rows
from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat.luck import (
    ArgumentMatch,
    DiceModifier,
    JudgedTable,
    JudgedValue,
    Luck,
    LuckTable,
    RowTest,
    TotalSpan,
)
from bombsight.flat.types import IntType

NATURAL_INDEX, FIRST_AMOUNT = 0, 3
"""The indices of the natural dice and of the first modifier's amount among the integers of a roll's event."""


def lower_lucks(unit: ProgramBuilder) -> tuple[Luck, ...]:
    """Lower the measures of luck of a graph: what each row of their tables counts."""
    return tuple(lower_luck(node, unit) for node in unit.graph.lucks)


def lower_luck(node: n.Luck, unit: ProgramBuilder) -> Luck:
    """Lower a measure of luck, with what each of its lines counts."""
    return Luck(
        name=node.name,
        title=node.title,
        matters=node.matters,
        tables=tuple(lower_luck_line(line, unit) for line in node.lines),
    )


def lower_luck_line(line: n.LuckLine, unit: ProgramBuilder) -> LuckTable:
    """Lower what throws on one table count."""
    table = unit.tables[line.table]
    return LuckTable(
        table=line.table,
        counts=tuple(count or 0 for count in count_rows(line, table, unit.enums)),
        condition=None if line.where is None else TableJudging.on_table(table, unit).lower_value(line.where),
    )


def lower_judged_tables(unit: ProgramBuilder) -> tuple[JudgedTable, ...]:
    """Lower the tests of rows of every table that a measure of luck counts."""
    ids = dict.fromkeys(line.table for luck in unit.graph.lucks for line in luck.lines)
    return tuple(TableJudging.on_table(unit.tables[id_], unit).lower() for id_ in ids)


@frozen
class TableJudging:
    """The lowering of one table's row tests.

    Attributes:
        table: The table.
        rolled: Its roll.
        builder: The function context, in which its parameters are declared.
        values: The integers of the roll's event.
    """

    table: n.Table
    rolled: g.Rolled
    builder: FunctionBuilder
    values: tuple[fx.Expr, ...]

    @classmethod
    def on_table(cls, table: n.Table, unit: ProgramBuilder) -> TableJudging:
        """Make the lowering of a table with dice."""
        assert table.rolled is not None, "a line of luck names a table with dice"
        builder = table_builder(table, unit)
        names = [builder.locals.new_temporary(name) for name in ("natural", "total", "row")]
        names += [builder.locals.new_temporary("amount") for _ in table.rolled.modifiers]
        names += [builder.locals.name_of(param.name) for param in table.params]
        if unit.looks_at_single_dice(table):
            names.append(builder.locals.new_temporary("faces"))
            builder.faces = fx.Local(names[-1])
        builder.natural = fx.Local(names[NATURAL_INDEX])
        return cls(table, table.rolled, builder, tuple(map(fx.Local, names)))

    def lower(self) -> JudgedTable:
        """Lower the modifiers and the row tests."""
        by_dice = [
            modifier for modifier in self.rolled.modifiers if reads_natural_dice((modifier.amount, modifier.condition))
        ]
        args = tuple(x.Var(name=param.name, type=param.type) for param in self.table.params)
        added = x.ModifiersOn(table=self.table.id, args=args, type=IntType(-100_000, 100_000))
        others = len(self.rolled.modifiers) > len(by_dice)
        return JudgedTable(
            table=self.table.id,
            modifiers=self.lower_value(added) if others else 0,
            dice_modifiers=tuple(
                DiceModifier(
                    amount=self.lower_value(modifier.amount),
                    condition=None if modifier.condition is None else self.lower_value(modifier.condition),
                )
                for modifier in by_dice
            ),
            rows=(*map(self.lower_natural_row, self.rolled.naturals), *map(self.lower_row, self.rolled.rows)),
        )

    def lower_natural_row(self, row: g.NaturalRow) -> RowTest:
        """Lower the test of a natural row."""
        condition = None if row.condition is None else self.lower_value(row.condition)
        return RowTest(natural=True, spans=self.lower_spans(row.keys), condition=condition)

    def lower_row(self, row: g.Row) -> RowTest:
        """Lower the test of a row that the total, and perhaps arguments, select."""
        first = FIRST_AMOUNT + len(self.rolled.modifiers)
        at = {param.name: first + index for index, param in enumerate(self.table.params)}
        return RowTest(
            otherwise=row.otherwise,
            spans=self.lower_spans(row.keys),
            matches=tuple(ArgumentMatch(index=at[match.param], intervals=match.intervals) for match in row.matches),
        )

    def lower_spans(self, keys: Sequence[g.KeySpan]) -> tuple[TotalSpan, ...]:
        """Lower the keys of a row."""
        return tuple(
            TotalSpan(
                low=None if key.low is None else self.lower_value(key.low),
                high=None if key.high is None else self.lower_value(key.high),
            )
            for key in keys
        )

    def lower_value(self, node: x.Expr) -> JudgedValue:
        """Lower a value to a number, to one of the event's integers, or to an aside."""
        if isinstance(node, x.Const):
            return node.value
        values = list(self.values)
        found = lower_hole_or_aside(node, self.builder, values)
        assert len(values) == len(self.values), "a table reads its parameters and its dice alone"
        return found
