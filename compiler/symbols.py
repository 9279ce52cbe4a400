"""What a program declares: every name, with the item or the field that declares it."""

from __future__ import annotations

from collections.abc import Container, Mapping

from bombsight.compiler.graph.nodes import Enum
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import Type

PLAYERS = "players"
"""The line of the manifest that says who sits at the table."""

RESERVED_BUILTINS = frozenset({"abs", "min", "max", "next", "previous"})
"""The built-in functions whose names can be no other's. Frozen, as :data:`bombsight.dsl.reserved.RESERVED` is."""

BUILTINS = RESERVED_BUILTINS
"""All built-in functions. A define that is called like one that is not reserved takes its place."""


def is_builtin(name: str, defines: Container[str]) -> bool:
    """Whether a built-in function is called by a name, and no define of the rules' own."""
    return name in BUILTINS and (name in RESERVED_BUILTINS or name not in defines)


@frozen
class FieldShape:
    """A field as declared, its record not yet spread into leaves.

    Attributes:
        name: Its name.
        owner: The procedure it lives as long as, ``career``, or the record it belongs to.
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
    """Every declared name of a program.

    Of items that declare the same name the first one counts, of manifests the last.

    Attributes:
        items: The items that count, in their order.
        enums: Enums with their data, by name.
        written: They as they are written, where nothing was wrong with any of them; else none.
        records: Records by name.
        record_fields: The fields of each record.
        fields: State fields by name.
        lists: Record name to the state list that holds its elements.
        options, tables, defines, procedures, rerolls: The items by name.
        shared_modifiers: Modifiers printed apart from the tables that they change.
        places: Where each name is declared.
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
    """Whether a field begins as none though its type does not say that it may be."""
    return isinstance(decl.default, ast.NoneValue) and getattr(decl.type, "optional", None) is False


def fold_constants(node: ast.Expr) -> int | None:
    """The number that an expression of literals stands for; None for any other expression."""
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


def head_word(cell: ast.Cell) -> str | None:
    """The word of a head cell, or of a value's first cell; None where it is no single word."""
    item = cell.items[0]
    if len(cell.items) == 1 and isinstance(item, ast.Name | ast.CellTyped):
        return item.name
    return None
