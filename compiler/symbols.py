"""The symbol table of a program: every declared name with its item or field."""

from __future__ import annotations

from collections.abc import Container, Mapping

from bombsight.compiler.graph.nodes import Enum
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import Type

PLAYERS = "players"
"""The key of the manifest line that lists the players."""

RESERVED_BUILTINS = frozenset({"abs", "min", "max", "next", "previous"})
"""Built-in functions that rules cannot redefine. Frozen, like :data:`bombsight.dsl.reserved.RESERVED`."""

BUILTINS = RESERVED_BUILTINS
"""All built-in functions. A define may replace one that is not reserved."""


def is_builtin(name: str, defines: Container[str]) -> bool:
    """Whether a name refers to a built-in function such as ``min``, and no define of the rules shadows it."""
    return name in BUILTINS and (name in RESERVED_BUILTINS or name not in defines)


@frozen
class FieldShape:
    """A declared field with its type and dimensions, before its record is flattened into single values.

    Attributes:
        name: Its name.
        owner: The procedure whose lifetime it shares, ``career``, or its record.
        decl: The declaration.
        type: The type of one value; None for a record by value.
        record: The record it holds by value, or None.
        indices: Enum names of its dimensions.
    """

    name: str
    owner: str
    decl: ast.FieldDecl
    type: Type | None
    record: str | None
    indices: tuple[str, ...]


@frozen(kw_only=True)
class SymbolTable:
    """The symbol table of a program.

    Of duplicate items the first counts, of manifests the last.

    Attributes:
        items: The items in force, in their order.
        enums: Enums with their data, by name.
        written: The syntax trees of the enums if all are correct; else empty.
        records: Records by name.
        record_fields: The fields of each record.
        fields: State fields by name.
        lists: Record name to the state list that holds its elements.
        options, tables, defines, procedures, rerolls: The items by name.
        shared_modifiers: Modifiers declared outside the tables that they change.
        places: The place of each declaration, by name.
    """

    items: tuple[ast.Item, ...]
    enums: Mapping[str, Enum]
    written: tuple[ast.Enum, ...]
    records: Mapping[str, ast.Record]
    record_fields: Mapping[str, Mapping[str, FieldShape]]
    fields: Mapping[str, FieldShape]
    lists: Mapping[str, str]
    options: Mapping[str, ast.Option]
    tables: Mapping[str, ast.Table]
    defines: Mapping[str, ast.Define]
    procedures: Mapping[str, ast.Procedure]
    rerolls: Mapping[str, ast.Reroll]
    shared_modifiers: tuple[ast.ModifierOn, ...]
    places: Mapping[str, Span]


def has_invalid_none_default(decl: ast.FieldDecl) -> bool:
    """Whether a field defaults to none although its type is not optional."""
    return isinstance(decl.default, ast.NoneValue) and getattr(decl.type, "optional", None) is False


def fold_constants(node: ast.Expr) -> int | None:
    """Evaluate an expression of number literals; None for any other expression."""
    if isinstance(node, ast.Number):
        return node.value
    if isinstance(node, ast.Negate):
        value = fold_constants(node.value)
        return None if value is None else -value
    if isinstance(node, ast.Binary):
        left, right = fold_constants(node.left), fold_constants(node.right)
        if left is None or right is None:
            return None
        return {"+": left + right, "-": left - right, "*": left * right}[node.op]
    return None


TITLE_COLUMNS = frozenset(("title", "short"))
"""The columns of an enum's grid that hold the titles of its values."""


def head_word(cell: ast.Cell) -> str | None:
    """Return the only word in a grid's head cell or key cell; None if the cell holds anything else."""
    item = cell.items[0]
    if len(cell.items) == 1 and isinstance(item, ast.Name | ast.CellTyped):
        return item.name
    return None
