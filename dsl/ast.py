"""The syntax tree: what a rules file says, as frozen values.

Every node carries the span it was read from and the overlay items that touched it. Neither
takes part in equality or hashing, so two trees are equal when they say the same thing.
Names are still plain strings here; the compiler finds out what they mean.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from dsl.source import NOWHERE, Span


@frozen(kw_only=True)
class Node:
    """Anything read from a file."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
    touched: tuple[str, ...] = field(default=(), eq=False, repr=False)
    """The overlay items that put this here or changed it, such as ``errata general 22``."""


# --- sources


@frozen
class Provenance(Node):
    """How a thing came down to us, and the evidence where it is not simply printed."""

    standing: Literal["printed", "repaired", "recovered", "reconstructed"]
    evidence: str | None = None


# --- expressions: they change nothing


@frozen
class Expr(Node):
    """Something with a value."""


@frozen
class Number(Expr):
    """A whole number."""

    value: int


@frozen
class Text(Expr):
    """A text in double quotes."""

    value: str


@frozen
class YesNo(Expr):
    """``yes`` or ``no``."""

    value: bool


@frozen
class NoneValue(Expr):
    """``none``."""


@frozen
class Dice(Expr):
    """Dice to throw: ``2d6``; ``d66`` has ``count`` 2 and ``sides`` 66."""

    count: int
    sides: int


@frozen
class Natural(Expr):
    """``natural``: the dice of the current roll as they fell."""


@frozen
class Name(Expr):
    """A bare name: a field, variable, parameter, option, enum value, define or result word."""

    name: str


@frozen
class Attribute(Expr):
    """``value.name``: a field of a record, a column of an enum, a part of a result."""

    value: Expr
    name: str


@frozen
class Subscript(Expr):
    """``value[index, ...]``."""

    value: Expr
    indices: tuple[Expr, ...]


@frozen
class Call(Expr):
    """``name(args)``: a define, or one of ``min``, ``max``, ``next``, ``previous``."""

    name: str
    args: tuple[Expr, ...]


@frozen
class FieldValue(Node):
    """``name: value`` in a new element."""

    name: str
    value: Expr


@frozen
class NewRecord(Expr):
    """``Ship(kind: x, ...)``: a new element to add to its list."""

    name: str
    fields: tuple[FieldValue, ...]


@frozen
class Binary(Expr):
    """``left + right`` and the like."""

    op: Literal["+", "-", "*"]
    left: Expr
    right: Expr


@frozen
class Divide(Expr):
    """``left / right rounded down``; ``rounding`` is None where the file does not say."""

    left: Expr
    right: Expr
    rounding: Literal["up", "down"] | None


@frozen
class Negate(Expr):
    """``-value``."""

    value: Expr


@frozen
class Compare(Expr):
    """``left <= right`` and the like."""

    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@frozen
class Is(Expr):
    """``left is right``, ``left is not right``."""

    left: Expr
    right: Expr
    negated: bool


@frozen
class Within(Expr):
    """``value in low..high``."""

    value: Expr
    low: Expr
    high: Expr


@frozen
class Member(Expr):
    """``value in {a, b}``, ``value in list``."""

    value: Expr
    members: Expr


@frozen
class Not(Expr):
    """``not value``."""

    value: Expr


@frozen
class And(Expr):
    """``a and b and c``."""

    terms: tuple[Expr, ...]


@frozen
class Or(Expr):
    """``a or b or c``."""

    terms: tuple[Expr, ...]


@frozen
class SetLiteral(Expr):
    """``{a, b, c}``: only behind ``in``."""

    members: tuple[Expr, ...]


@frozen
class Interval(Expr):
    """``low..high`` as something to go through: only behind ``in`` of count, any and first."""

    low: Expr
    high: Expr


@frozen
class Quantifier(Expr):
    """``count(x in domain where condition)``, and ``any``, ``first`` likewise."""

    kind: Literal["count", "any", "first"]
    variable: str
    domain: Expr
    where: Expr | None


@frozen
class OptionValue(Expr):
    """``option name``."""

    name: str


@frozen
class LookUp(Expr):
    """``look up T(args)``, or one part of it."""

    table: str
    args: tuple[Expr, ...]
    part: str | None = None


@frozen
class ModifiersOn(Expr):
    """``modifiers on T(args)``: the sum that would apply now."""

    table: str
    args: tuple[Expr, ...]


@frozen
class RollOn(Expr):
    """``roll on T(args)``."""

    table: str
    args: tuple[Expr, ...]


@frozen
class Do(Expr):
    """``do p(args)``."""

    procedure: str
    args: tuple[Expr, ...]


# --- types


@frozen
class TypeExpr(Node):
    """A type as written."""


@frozen
class RangeType(TypeExpr):
    """``low..high``, perhaps ``or none``."""

    low: Expr
    high: Expr
    optional: bool = False


@frozen
class YesNoType(TypeExpr):
    """``yes/no``."""


@frozen
class NamedType(TypeExpr):
    """An enum, a record or ``text``, perhaps ``or none``."""

    name: str
    optional: bool = False


@frozen
class ListType(TypeExpr):
    """``list of T at most n``."""

    element: str
    capacity: int


@frozen
class Param(Node):
    """``name: type``: a parameter, a key of a table, a part of a result."""

    name: str
    type: TypeExpr


# --- statements


@frozen
class Stmt(Node):
    """Something that happens."""


Block = tuple[Stmt, ...]


@frozen
class Nothing(Stmt):
    """``nothing``."""


@frozen
class Result(Stmt):
    """The value of a row: one expression, or several for named parts.

    A roll, a look-up or a procedure here is also an effect.
    """

    values: tuple[Expr, ...]


@frozen
class Evaluate(Stmt):
    """``roll on T``, ``look up T(...)``, ``do p`` for their effects."""

    value: Expr


@frozen
class UseNote(Stmt):
    """``note c``."""

    name: str


@frozen
class Set(Stmt):
    """``set target to value``."""

    target: Expr
    value: Expr


@frozen
class Add(Stmt):
    """``add value to target``: to a number or to a list."""

    value: Expr
    target: Expr


@frozen
class Let(Stmt):
    """``let name = value`` (a name), ``let name: type = value`` (a variable)."""

    name: str
    type: TypeExpr | None
    value: Expr | None


@frozen
class Say(Stmt):
    """``say "..."``."""

    text: str


@frozen
class Again(Stmt):
    """``again at most n times``: roll this table once more."""

    limit: int | None


@frozen
class TreatAs(Stmt):
    """``treat as row key``."""

    key: Key


@frozen
class TakeEvery(Stmt):
    """``take every row of T``, ``take every row and subrow of T``."""

    table: str
    args: tuple[Expr, ...]
    subrows: bool


@frozen
class Step(Stmt):
    """``step name "Title"`` and its block."""

    name: str
    title: str | None
    cite: str | None
    body: Block


@frozen
class If(Stmt):
    """``if``, with what else there is (``else if`` is an If in ``otherwise``)."""

    condition: Expr
    body: Block
    otherwise: Block


@frozen
class ForEach(Stmt):
    """``for each variable in domain where condition``."""

    variable: str
    domain: Expr
    where: Expr | None
    body: Block


@frozen
class ForRange(Stmt):
    """``for z in 2..8``, ``for z in 8 down to 2``."""

    variable: str
    first: Expr
    last: Expr
    down: bool
    body: Block


@frozen
class Repeat(Stmt):
    """``repeat n times``."""

    times: Expr
    body: Block


@frozen
class While(Stmt):
    """``while condition at most n times``; ``limit`` is None where the file gives no bound."""

    condition: Expr
    limit: int | None
    body: Block


@frozen
class Remove(Stmt):
    """``remove x from list``."""

    element: str
    list: Expr


@frozen
class RemoveEach(Stmt):
    """``remove each x from list where condition``."""

    variable: str
    list: Expr
    where: Expr | None


@frozen
class Reset(Stmt):
    """``reset x``: back to its default."""

    target: Expr


@frozen
class End(Stmt):
    """``end P``, ``end P with value``."""

    procedure: str
    value: Expr | None


@frozen
class Return(Stmt):
    """``return``, ``return value``, ``return a, b``."""

    values: tuple[Expr, ...]


@frozen
class Stop(Stmt):
    """``stop``: leave the loop."""


@frozen
class SubRoll(Stmt):
    """A roll with rows of its own."""

    dice: Dice
    lines: tuple[TableLine, ...]


@frozen
class Choose(Stmt):
    """``choose x from domain where condition or none``."""

    variable: str
    domain: Expr
    where: Expr | None
    optional: bool
    ask: str
    by: str | None
    prefer: Expr | None


@frozen
class Branch(Node):
    """``option name "Title" when e prefer e`` and its block."""

    name: str
    title: str
    when: Expr | None
    prefer: Expr | None
    body: Block


@frozen
class ChooseBranch(Stmt):
    """``choose name`` with named branches."""

    name: str
    ask: str
    by: str | None
    branches: tuple[Branch, ...]


# --- tables


@frozen
class Key(Node):
    """One key of a row: ``4``, ``2..3``, ``..1``, ``6..``; ``else`` when ``otherwise``.

    ``low`` is None for ``..1``, ``high`` is None for ``6..``; both are the same for ``4``.
    """

    low: Expr | None = None
    high: Expr | None = None
    otherwise: bool = False


@frozen
class TableLine(Node):
    """A line of a table."""


@frozen
class ForLine(TableLine):
    """``for ship: Ship, sky: Sky``: what a table is rolled or looked up with."""

    params: tuple[Param, ...]


@frozen
class Gives(TableLine):
    """``gives 0..3``, or named parts: then ``type`` is None."""

    type: TypeExpr | None
    parts: tuple[Param, ...] = ()


@frozen
class RollLine(TableLine):
    """``roll 2d6``."""

    dice: Dice


@frozen
class Modifier(TableLine):
    """``+1 veteran when ... unless ... cite "..."``."""

    amount: Expr
    label: str
    when: Expr | None
    unless: Expr | None
    provenance: Provenance | None
    cite: str | None


@frozen
class Beforehand(TableLine):
    """``when e: result``: a result that needs no dice."""

    condition: Expr
    body: Block
    cite: str | None


@frozen
class NaturalRow(TableLine):
    """``natural 6: result``: the dice as they fell, before any modifier."""

    keys: tuple[Key, ...]
    when: Expr | None
    body: Block
    cite: str | None


@frozen
class Row(TableLine):
    """``2..3 "Title": result``."""

    keys: tuple[Key, ...]
    title: str | None
    body: Block
    provenance: Provenance | None
    cite: str | None


@frozen
class CellAny(Expr):
    """``any`` in a key cell."""


@frozen
class CellBlank(Expr):
    """``-`` in a cell: none, or nothing printed."""


@frozen
class CellNote(Expr):
    """``note side`` in a cell."""

    name: str


@frozen
class CellKey(Expr):
    """A span in a cell: ``2..3``, ``..1``, ``else``."""

    key: Key


@frozen
class CellBoth(Expr):
    """``front high`` in a head cell: a value of each of several keys."""

    names: tuple[str, ...]


@frozen
class CellTyped(Expr):
    """``side: Side`` in the head of an enum grid."""

    name: str
    type: TypeExpr


@frozen
class Cell(Node):
    """One cell of a grid row; several items where commas stand."""

    items: tuple[Expr, ...]


@frozen
class GridRow(TableLine):
    """``| a | b |``: the first of a grid is its head."""

    cells: tuple[Cell, ...]
    provenance: Provenance | None
    cite: str | None


@frozen
class Note(TableLine):
    """``note c "Title"`` and its block."""

    name: str
    title: str
    body: Block


# --- items


@frozen
class Item(Node):
    """What stands in column 0."""


@frozen
class GameLine(Node):
    """A line of the manifest: a key and its values, perhaps of one record only: ``names of Ship "Alma"``."""

    key: str
    values: tuple[str | int, ...]
    of: str | None = None


@frozen
class Game(Item):
    """The manifest."""

    name: str
    title: str
    lines: tuple[GameLine, ...]


@frozen
class Option(Item):
    """A switch: yes/no, one of several words, or a number of a range."""

    name: str
    title: str
    words: tuple[str, ...]
    low: int | None
    high: int | None
    default: Expr
    provenance: Provenance | None
    cite: str | None


@frozen
class EnumValue(Node):
    """A value of an enum without a grid."""

    name: str
    title: str | None


@frozen
class Enum(Item):
    """Named values in order; ``rows`` holds the head and a row for every value where it is a grid."""

    name: str
    values: tuple[EnumValue, ...]
    rows: tuple[GridRow, ...]
    provenance: Provenance | None
    cite: str | None


@frozen
class Index(Node):
    """``ship: Ship`` or ``Ship`` in the brackets of a field."""

    name: str | None
    enum: str


@frozen
class FieldDecl(Node):
    """A field of a record or of a state."""

    name: str
    indices: tuple[Index, ...]
    title: str | None
    type: TypeExpr
    full: bool
    default: Expr | None


@frozen
class Record(Item):
    """A thing with fields."""

    name: str
    fields: tuple[FieldDecl, ...]


@frozen
class State(Item):
    """Fields that live as long as procedure ``owner`` runs; ``career`` lasts."""

    owner: str
    fields: tuple[FieldDecl, ...]


@frozen
class Table(Item):
    """A table, rolled or looked up."""

    id: str
    title: str
    provenance: Provenance | None
    deep: int | None
    cite: str | None
    lines: tuple[TableLine, ...]


@frozen
class ModifierOn(Item):
    """A modifier printed elsewhere than on the tables it changes."""

    modifier: Modifier
    tables: tuple[str, ...]


@frozen
class Except(Node):
    """``except name: value when e over others``, with exceptions to it."""

    name: str
    value: Expr
    when: Expr | None
    over: tuple[str, ...]
    provenance: Provenance | None
    cite: str | None
    exceptions: tuple[Except, ...]


@frozen
class Base(Node):
    """``base: value`` where an edit quotes it."""

    values: tuple[Expr, ...]
    cite: str | None


@frozen
class Define(Item):
    """A derived value: a base and its exceptions."""

    name: str
    params: tuple[Param, ...]
    type: TypeExpr
    base: Expr
    base_cite: str | None
    exceptions: tuple[Except, ...]
    provenance: Provenance | None
    cite: str | None


@frozen
class Procedure(Item):
    """A part of the sequence of play."""

    name: str
    params: tuple[Param, ...]
    type: TypeExpr | None
    title: str | None
    provenance: Provenance | None
    deep: int | None
    cite: str | None
    body: Block


@frozen
class Prefer(Node):
    """``prefer on Approach when natural <= 2``: when the autopilot takes a standing offer."""

    table: str
    when: Expr


@frozen
class Reroll(Item):
    """An offer to throw again that stands over every roll."""

    name: str
    title: str
    when: Expr
    limit: int | None
    prefers: tuple[Prefer, ...]
    cite: str | None
    body: Block


@frozen
class ExampleLine(Node):
    """A line of an example."""


@frozen
class Given(ExampleLine):
    """``given x = e``."""

    target: Expr
    value: Expr


@frozen
class GivenDo(ExampleLine):
    """``given do p``."""

    call: Expr


@frozen
class ExampleCall(ExampleLine):
    """``roll on T(args)`` or ``do p(args)``: the one call."""

    call: Expr


@frozen
class ExpectedRoll(ExampleLine):
    """``roll G-9 3 4``: the dice of the next roll; ``table`` is None for ``-``."""

    table: str | None
    dice: tuple[int, ...]


@frozen
class ExpectedAnswer(ExampleLine):
    """``answer brig late``."""

    words: tuple[str, ...]


@frozen
class Expect(ExampleLine):
    """``expect e``."""

    condition: Expr


@frozen
class Example(Item):
    """A worked example, run as a test."""

    title: str
    cite: str | None
    lines: tuple[ExampleLine, ...]


# --- overlays


@frozen
class TargetRef(Node):
    """What a patch amends.

    Attributes:
        kind: ``table``, ``enum``, ``define``, ``procedure``, ``state``, ``record`` or, to confirm it, ``option``.
        name: Its name or id.
        row: Keys of the one row meant, or None.
        column: Words of the one column meant; empty for the whole row.
    """

    kind: Literal["table", "enum", "define", "procedure", "state", "record", "option"]
    name: str
    row: tuple[Key, ...] | None = None
    column: tuple[str | int, ...] = ()


Line = TableLine | Stmt | FieldDecl | EnumValue | Base | Except | Branch | Cell | Item
"""What an edit can quote: any line the language has."""


@frozen
class Edit(Node):
    """One edit.

    Attributes:
        verb: ``was`` (with ``now``), ``add``, ``remove``, ``before``, ``after``, ``start``, ``end``.
        old: What is quoted; empty unless ``was`` or ``remove``.
        new: What stands there now; empty for ``remove``.
        anchor: The step, choice or exception that the edit refers to, or None.
    """

    verb: Literal["was", "add", "remove", "before", "after", "start", "end"]
    old: tuple[Line, ...] = ()
    new: tuple[Line, ...] = ()
    anchor: str | None = None


@frozen
class Patch(Node):
    """Something an entry does."""


@frozen
class EditPatch(Patch):
    """Edits of one target; ``target`` is None where a whole line in column 0 is quoted."""

    target: TargetRef | None
    edits: tuple[Edit, ...]


Replaceable = Table | Procedure | Define
"""What can be replaced whole."""


@frozen
class ReplacePatch(Patch):
    """``replace`` and a whole item."""

    item: Replaceable


@frozen
class ConfirmPatch(Patch):
    """``confirms table G-9``: a clarification that changes nothing."""

    target: TargetRef


@frozen
class Entry(Node):
    """A numbered item of an overlay."""

    number: str
    title: str
    cite: str | None
    patches: tuple[Patch, ...]


@frozen
class Overlay(Item):
    """Errata, a variant or house rules."""

    kind: Literal["errata", "variant", "house"]
    name: str
    title: str
    game: str | None
    cite: str | None
    author: str | None
    entries: tuple[Entry, ...]


@frozen
class File(Node):
    """A rules file."""

    path: str
    items: tuple[Item, ...]
