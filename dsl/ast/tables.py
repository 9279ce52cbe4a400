"""Tables: their lines, and rolls inside rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombsight.dsl.aggregation import Aggregation
from bombsight.dsl.ast.node import PRESENTS, BaseExpr, BaseStmt, Node
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import Origin, stated_fields_of

if TYPE_CHECKING:  # the unions of expressions and statements include cell forms and sub-rolls
    from bombsight.dsl.ast.expressions import Dice, Expr, Key
    from bombsight.dsl.ast.statements import Block, Stmt
    from bombsight.dsl.ast.types import Param, TypeExpr


@frozen
class SubRoll(BaseStmt):
    """A roll inside a row, with rows of its own."""

    dice: Dice
    lines: tuple[TableLine, ...]


@frozen
class BaseTableLine(Node):
    """Base class of :data:`TableLine`."""


@frozen
class ForLine(BaseTableLine):
    """``for ship: Ship, sky: Sky``: a table's parameters."""

    params: tuple[Param, ...]


@frozen
class Gives(BaseTableLine):
    """``gives 0..3``: a table's result type, or named parts (then ``type`` is None)."""

    type: TypeExpr | None
    parts: tuple[Param, ...] = ()


@frozen
class RollLine(BaseTableLine):
    """``roll 2d6``: a table's dice."""

    dice: Dice


@frozen
class EveryRow(BaseTableLine):
    """``every row added up``: every row applies whose key or condition holds."""

    aggregation: Aggregation


@frozen
class Modifier(BaseTableLine):
    """``+1 veteran when ... unless ... cite "..."``: a modifier of the roll."""

    amount: Expr
    label: str = field(metadata=PRESENTS)
    when: Expr | None
    unless: Expr | None
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Beforehand(BaseTableLine):
    """``when e: result``: a result without a roll, under a condition."""

    condition: Expr
    body: Block
    origin: Origin = field(eq=stated_fields_of)


@frozen
class NaturalRow(BaseTableLine):
    """``natural 6 "Title" when e: result``: a row for the dice before modifiers."""

    keys: tuple[Key, ...]
    when: Expr | None
    body: Block
    origin: Origin = field(eq=stated_fields_of)
    title: str | None = field(default=None, metadata=PRESENTS)


@frozen
class Row(BaseTableLine):
    """``2..3 "Title": result``: a row for the modified total."""

    keys: tuple[Key, ...]
    title: str | None = field(metadata=PRESENTS)
    body: Block
    origin: Origin = field(eq=stated_fields_of)


@frozen
class CellAny(BaseExpr):
    """``any`` in a key cell: a wildcard."""


@frozen
class CellBlank(BaseExpr):
    """``-`` in a cell: none, or an empty cell of the card."""


@frozen
class CellNote(BaseExpr):
    """``note side`` in a cell: a call of a note."""

    name: str


@frozen
class CellTable(BaseExpr):
    """``table T-1`` in a cell of an enum's grid: the table of this value."""

    table: str


@frozen
class CellKey(BaseExpr):
    """``2..3``, ``..1``, ``else``: a key in a cell."""

    key: Key


@frozen
class CellBoth(BaseExpr):
    """``front high`` in a head cell: one value for each of several keys."""

    names: tuple[str, ...]


@frozen
class CellTyped(BaseExpr):
    """``side: Side`` in the head of an enum grid: a typed column."""

    name: str
    type: TypeExpr


CellForm = CellAny | CellBlank | CellNote | CellTable | CellKey | CellBoth | CellTyped
"""The forms that only cells of grids have in place of an expression."""


@frozen
class Cell(Node):
    """A cell of a grid row; commas separate its items."""

    items: tuple[Expr, ...]


@frozen
class GridRow(BaseTableLine):
    """``| a | b |``: a row of a grid; the first is its head."""

    cells: tuple[Cell, ...]
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Legend(Node):
    """``J over_japan``: a word and its meaning in the cells of a grid."""

    word: str
    meaning: Expr


@frozen
class Short(BaseTableLine):
    """``short J over_japan, W over_water``: the legend of a grid."""

    legends: tuple[Legend, ...]


@frozen
class Each(BaseTableLine):
    """``each kind, clock: do attacked_by(kind, clock)``: the action of a row for each of its entries."""

    names: tuple[str, ...]
    call: Stmt


@frozen
class Filling(Node):
    """``trawler near``: an entry of a row, one word for each name of the ``each`` line."""

    words: tuple[Expr, ...]


@frozen
class Entries(BaseStmt):
    """``trawler near; packet far``: entries as a row's result, before the ``each`` line is applied."""

    fillings: tuple[Filling, ...]


@frozen
class Note(BaseTableLine):
    """``note c "Title"``: a note and its block."""

    name: str
    title: str = field(metadata=PRESENTS)
    body: Block


TableLine = (
    ForLine | Gives | RollLine | EveryRow | Modifier | Beforehand | NaturalRow | Row | GridRow | Short | Each | Note
)
"""Any line of a table."""
