"""Tables: their lines, and the rolls within rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombsight.dsl.ast.node import PRESENTS, BaseExpr, BaseStmt, Node
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import Origin, stated_fields_of

if TYPE_CHECKING:  # of all expressions are those in cells, and of all statements the rolls of rows
    from bombsight.dsl.ast.expressions import Dice, Expr, Key
    from bombsight.dsl.ast.statements import Block, Stmt
    from bombsight.dsl.ast.types import Param, TypeExpr


@frozen
class SubRoll(BaseStmt):
    """A roll with rows of its own."""

    dice: Dice
    lines: tuple[TableLine, ...]


@frozen
class BaseTableLine(Node):
    """What is :data:`TableLine`."""


@frozen
class ForLine(BaseTableLine):
    """``for ship: Ship, sky: Sky``: what a table is rolled or looked up with."""

    params: tuple[Param, ...]


@frozen
class Gives(BaseTableLine):
    """``gives 0..3``, or named parts: then ``type`` is None."""

    type: TypeExpr | None
    parts: tuple[Param, ...] = ()


@frozen
class RollLine(BaseTableLine):
    """``roll 2d6``."""

    dice: Dice


@frozen
class Modifier(BaseTableLine):
    """``+1 veteran when ... unless ... cite "..."``."""

    amount: Expr
    label: str = field(metadata=PRESENTS)
    when: Expr | None
    unless: Expr | None
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Beforehand(BaseTableLine):
    """``when e: result``: a result that needs no dice."""

    condition: Expr
    body: Block
    origin: Origin = field(eq=stated_fields_of)


@frozen
class NaturalRow(BaseTableLine):
    """``natural 6: result``: the dice as they fell, before any modifier."""

    keys: tuple[Key, ...]
    when: Expr | None
    body: Block
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Row(BaseTableLine):
    """``2..3 "Title": result``."""

    keys: tuple[Key, ...]
    title: str | None = field(metadata=PRESENTS)
    body: Block
    origin: Origin = field(eq=stated_fields_of)


@frozen
class CellAny(BaseExpr):
    """``any`` in a key cell."""


@frozen
class CellBlank(BaseExpr):
    """``-`` in a cell: none, or nothing printed."""


@frozen
class CellNote(BaseExpr):
    """``note side`` in a cell."""

    name: str


@frozen
class CellKey(BaseExpr):
    """A span in a cell: ``2..3``, ``..1``, ``else``."""

    key: Key


@frozen
class CellBoth(BaseExpr):
    """``front high`` in a head cell: a value of each of several keys."""

    names: tuple[str, ...]


@frozen
class CellTyped(BaseExpr):
    """``side: Side`` in the head of an enum grid."""

    name: str
    type: TypeExpr


CellForm = CellAny | CellBlank | CellNote | CellKey | CellBoth | CellTyped
"""What stands for an expression only in the cells of grids."""


@frozen
class Cell(Node):
    """One cell of a grid row; several items where commas stand."""

    items: tuple[Expr, ...]


@frozen
class GridRow(BaseTableLine):
    """``| a | b |``: the first of a grid is its head."""

    cells: tuple[Cell, ...]
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Legend(Node):
    """``J over_japan``: a word, and what it stands for in the cells of a grid."""

    word: str
    meaning: Expr


@frozen
class Short(BaseTableLine):
    """``short J over_japan, W over_water``: the cells of the grid hold what the words stand for."""

    legends: tuple[Legend, ...]


@frozen
class Each(BaseTableLine):
    """``each kind, clock: do attacked_by(kind, clock)``: what the rows do with each of their entries."""

    names: tuple[str, ...]
    call: Stmt


@frozen
class Filling(Node):
    """``trawler near``: an entry of a row, a word for each name of the ``each`` line."""

    words: tuple[Expr, ...]


@frozen
class Entries(BaseStmt):
    """``trawler near; packet far`` as a row's result, where no ``each`` line says what they are for."""

    fillings: tuple[Filling, ...]


@frozen
class Note(BaseTableLine):
    """``note c "Title"`` and its block."""

    name: str
    title: str = field(metadata=PRESENTS)
    body: Block


TableLine = ForLine | Gives | RollLine | Modifier | Beforehand | NaturalRow | Row | GridRow | Short | Each | Note
"""Every line of a table."""
