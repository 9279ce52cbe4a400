"""Overlays: patches that quote lines and state their replacement."""

from __future__ import annotations

from typing import Literal, TypeGuard

from bombsight.dsl.ast.boards import Board, BoardLine, DrawingLine, PlanRow
from bombsight.dsl.ast.examples import Example
from bombsight.dsl.ast.explanations import Explain, Primer
from bombsight.dsl.ast.expressions import Expr, Key
from bombsight.dsl.ast.items import (
    Base,
    BaseItem,
    Chapter,
    Define,
    Enum,
    EnumValue,
    Except,
    FieldDecl,
    Forecast,
    Game,
    Luck,
    ModifierOn,
    Option,
    Procedure,
    Record,
    Reroll,
    State,
    Table,
    Tally,
)
from bombsight.dsl.ast.node import Node
from bombsight.dsl.ast.statements import Beside, Branch, Routine, Stmt
from bombsight.dsl.ast.tables import Cell, TableLine
from bombsight.dsl.ast.types import Param
from bombsight.dsl.file_kind import OverlayKind
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import Origin, stated_fields_of


@frozen
class TargetRef(Node):
    """The item that a patch amends.

    Attributes:
        kind: ``table``, ``enum``, ``define``, ``tally``, ``forecast``, ``board``, ``procedure``, ``state``, ``record``;
            ``option`` only in ``confirms``.
        name: The item's name or id.
        row: The keys of the one row meant, or None.
        column: The words of the one column meant; empty for the whole row.
    """

    kind: Literal["table", "enum", "define", "tally", "forecast", "board", "procedure", "state", "record", "option"]
    name: str
    row: tuple[Key, ...] | None = None
    column: tuple[str | int, ...] = ()


@frozen
class Preferred(Node):
    """``prefer e``, ``answer NAME prefer e``: an autopilot's score as an overlay quotes it.

    Attributes:
        value: The score.
        answer: The name of its branch; None for ``choose x from``, or if the quotation fits only one.
    """

    value: Expr
    answer: str | None = None


@frozen
class Edit(Node):
    """One edit of a patch.

    Attributes:
        verb: ``was`` (with ``now``), ``add``, ``remove``, ``before``, ``after``, ``start``, ``end``.
        old: The quoted lines; for ``before line`` and ``after line`` the one that stays; else empty unless ``was`` or
            ``remove``.
        new: The new lines; empty for ``remove``.
        anchor: The step, choice or exception that the edit refers to, or None.
        last: Whether the new lines stand behind all that other overlays add there (``after others``).
    """

    verb: Literal["was", "add", "remove", "before", "after", "start", "end"]
    old: tuple[Line, ...] = ()
    new: tuple[Line, ...] = ()
    anchor: str | None = None
    last: bool = False


@frozen
class BasePatch(Node):
    """Base class of :data:`Patch`."""


@frozen
class EditPatch(BasePatch):
    """Edits of one target; ``target`` is None if a whole line in column 0 is quoted."""

    target: TargetRef | None
    edits: tuple[Edit, ...]


Replaceable = Table | Procedure | Define
"""Items that ``replace`` can replace as a whole."""


@frozen
class ReplacePatch(BasePatch):
    """``replace`` and a whole item."""

    item: Replaceable


@frozen
class ConfirmPatch(BasePatch):
    """``confirms table G-9``: a clarification that changes nothing."""

    target: TargetRef


@frozen
class RemovePatch(BasePatch):
    """``remove table G-9``: the whole item goes."""

    target: TargetRef


Patch = EditPatch | ReplacePatch | RemovePatch | ConfirmPatch
"""Any patch of an entry."""


@frozen
class Entry(Node):
    """A numbered item of an overlay."""

    number: str
    title: str
    origin: Origin = field(eq=stated_fields_of)
    patches: tuple[Patch, ...]


@frozen
class Relation(Node):
    """``needs a, b``, ``excludes a``: other overlays that must be in force with this one, or must not.

    Attributes:
        kind: Whether it needs or excludes them.
        names: Their names.
    """

    kind: Literal["needs", "excludes"]
    names: tuple[str, ...]


@frozen
class Overlay(BaseItem):
    """Errata, a variant or house rules."""

    kind: OverlayKind
    name: str
    title: str
    game: str | None
    origin: Origin = field(eq=stated_fields_of)
    author: str | None
    entries: tuple[Entry, ...]
    relations: tuple[Relation, ...] = ()


Item = (
    Game
    | Chapter
    | Option
    | Enum
    | Record
    | State
    | Table
    | ModifierOn
    | Define
    | Tally
    | Forecast
    | Luck
    | Procedure
    | Reroll
    | Board
    | Example
    | Overlay
    | Explain
    | Primer
)
"""Any item."""

Line = (
    TableLine
    | Stmt
    | FieldDecl
    | EnumValue
    | Base
    | Except
    | Branch
    | Beside
    | Routine
    | Preferred
    | Cell
    | BoardLine
    | DrawingLine
    | PlanRow
    | Param
    | Item
)
"""Any line that an edit can quote."""


@frozen
class File(Node):
    """A rules file."""

    path: str
    items: tuple[Item, ...]


def is_item(node: object) -> TypeGuard[Item]:
    """Whether a syntax node is an item (a top-level declaration)."""
    return isinstance(node, BaseItem)
