"""What a program declares: every name, with its type."""

from __future__ import annotations

from attrs import define, field, frozen

from bombsight.compiler.findings import Findings, near
from bombsight.compiler.graph.nodes import Enum
from bombsight.dsl import ast
from bombsight.dsl.source import Span
from bombsight.flat.types import (
    BOOL,
    INT_MAX,
    INT_MIN,
    NONE,
    UNKNOWN,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    TextType,
    Type,
)

BUILTINS = frozenset({"min", "max", "next", "previous"})


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
        index_names: Their names in the default.
    """

    name: str
    owner: str
    decl: ast.FieldDecl
    type: Type | None
    record: str | None
    indices: tuple[str, ...]
    index_names: tuple[str, ...]


@define
class Symbols:
    """Every declared name of a program."""

    findings: Findings
    game: ast.Game | None = None
    enums: dict[str, Enum] = field(factory=dict)
    records: dict[str, ast.Record] = field(factory=dict)
    record_fields: dict[str, dict[str, FieldShape]] = field(factory=dict)
    fields: dict[str, FieldShape] = field(factory=dict)
    options: dict[str, ast.Option] = field(factory=dict)
    tables: dict[str, ast.Table] = field(factory=dict)
    defines: dict[str, ast.Define] = field(factory=dict)
    procedures: dict[str, ast.Procedure] = field(factory=dict)
    rerolls: dict[str, ast.Reroll] = field(factory=dict)
    shared_modifiers: list[ast.ModifierOn] = field(factory=list)
    examples: list[ast.Example] = field(factory=list)
    lists: dict[str, str] = field(factory=dict)
    """Record name to the state list that holds its elements."""
    places: dict[str, Span] = field(factory=dict)
    name_lists: dict[str, tuple[str, ...]] = field(factory=dict)
    """Record to the names of its elements; empty for the general list."""
    owners_of_word: dict[str, list[str]] = field(factory=dict)
    """Enum value to the enums that have it."""

    def type_of(self, node: ast.TypeExpr, record: str = "") -> Type:
        """The type that a type expression means; a finding and UNKNOWN where it means none.

        Args:
            node: As written.
            record: The record whose field has it, or empty.
        """
        if isinstance(node, ast.YesNoType):
            return BOOL
        if isinstance(node, ast.RangeType):
            low, high = constant(node.low), constant(node.high)
            if low is None or high is None:
                self.findings.add(
                    "V002", "the ends of a range must be numbers", node.span, help="Write them out, such as 0..5."
                )
                return UNKNOWN
            if low > high:
                self.findings.add(
                    "V003", f"the range {low}..{high} is empty", node.span, help="Put the lower end first."
                )
                return UNKNOWN
            if low < INT_MIN or high > INT_MAX:
                self.findings.add("V004", "the range does not fit 32 bits", node.span, help="Use smaller numbers.")
                return UNKNOWN
            return IntType(low, high, optional=node.optional)
        if isinstance(node, ast.ListType):
            element = self.type_of(ast.NamedType(node.element, span=node.span))
            return ListType(element, node.capacity)
        assert isinstance(node, ast.NamedType)
        if node.name == "text":
            return TextType(record if record in self.name_lists else "")
        if node.name in self.enums:
            return EnumType(node.name, optional=node.optional)
        if node.name in self.records:
            return ElementType(node.name, optional=node.optional)
        self.findings.add(
            "N001",
            f"there is no type {node.name}",
            node.span,
            help=near(node.name, [*self.enums, *self.records, "text"])
            or "A type is yes/no, a range such as 0..5, an enum, a record, text or a list.",
        )
        return UNKNOWN

    def domain_size(self, type_: Type) -> list[int] | None:
        """Every value of a type that a table may be keyed by, none last; None for a type without a finite list."""
        values: list[int]
        if isinstance(type_, BoolType):
            return [0, 1]
        if isinstance(type_, IntType):
            values = list(range(type_.low, type_.high + 1))
        elif isinstance(type_, EnumType):
            values = list(range(len(self.enums[type_.enum].values)))
        else:
            return None
        return [*values, NONE] if type_.is_optional else values


def constant(node: ast.Expr) -> int | None:
    """The number that an expression of literals stands for."""
    if isinstance(node, ast.Number):
        return node.value
    if isinstance(node, ast.Negate):
        value = constant(node.value)
        return None if value is None else -value
    if isinstance(node, ast.Binary):
        left, right = constant(node.left), constant(node.right)
        if left is None or right is None:
            return None
        return {"+": left + right, "-": left - right, "*": left * right}[node.op]
    return None


def head_name(cell: ast.Cell) -> str | None:
    """The word of a head cell, or of a value's first cell."""
    item = cell.items[0]
    if len(cell.items) == 1 and isinstance(item, ast.Name | ast.CellTyped):
        return item.name
    return None
