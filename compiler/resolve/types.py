"""Resolution of type expressions, compatibility of types, and their descriptions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from bombsight.compiler.findings import Findings
from bombsight.compiler.graph.intervals import NO_NUMBERS, IntervalSet
from bombsight.compiler.graph.nodes import Enum
from bombsight.compiler.resolve.foreign_words import foreign_collection_help, foreign_type_help
from bombsight.compiler.symbols import fold_constants
from bombsight.dsl import ast
from bombsight.flat.types import (
    BOOL,
    INT_MAX,
    INT_MIN,
    NONE,
    UNKNOWN,
    BaseWordless,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    TextType,
    Type,
    UnknownType,
)

TYPES_HELP = "A type is yes/no, a range such as 0..5, an enum, a record, text or a list."


def fits_32_bits(type_: IntType) -> bool:
    """Whether the range of a number type fits in 32 bits."""
    return type_.low >= INT_MIN and type_.high <= INT_MAX


def resolve_type(
    node: ast.TypeExpr, enums: Mapping[str, Enum], records: Mapping[str, object], findings: Findings, names: str = ""
) -> Type:
    """Resolve a type expression; UNKNOWN after an error.

    Args:
        node: The type expression.
        enums: The enums by name.
        records: The records by name.
        findings: Collects errors.
        names: The record whose names a ``text`` takes; empty for those of the general list.
    """
    match node:
        case ast.YesNoType():
            return BOOL
        case ast.RangeType():
            return resolve_range(node, findings)
        case ast.ListType(element=element, capacity=capacity):
            return ListType(resolve_type(ast.NamedType(element, span=node.span), enums, records, findings), capacity)
        case ast.NamedType(name="text"):
            return TextType(names)
        case ast.NamesType(name="text", of=of) if of in records:
            return TextType(of)
        case ast.NamesType(name="text", of=of):
            findings.add(
                "N001", f"there is no record {of}", node.span, help=findings.suggest(of, records, kind="record")
            )
        case ast.NamesType(name=name, of=of):
            findings.add(
                "N001",
                f"there is no type {name} of {of}",
                node.span,
                help=foreign_collection_help(name, of) or f"Only names are of a record: `text of {of}`.",
            )
        case ast.NamedType(name=name, optional=optional) if name in enums:
            return EnumType(name, optional=optional)
        case ast.NamedType(name=name, optional=optional) if name in records:
            return ElementType(name, optional=optional)
        case ast.NamedType(name=name):
            findings.add(
                "N001",
                f"there is no type {name}",
                node.span,
                help=foreign_type_help(name)
                or findings.suggest(name, [*game_enum_names(enums), *records, "text"], advice=TYPES_HELP),
            )
        case _:
            assert_never(node)
    return UNKNOWN


def game_enum_names(enums: Mapping[str, Enum]) -> Iterator[str]:
    """Yield the names of the enums that the rules declare, not those derived from tables or options."""
    return (name for name, enum in enums.items() if enum.owner == "game")


def resolve_range(node: ast.RangeType, findings: Findings) -> Type:
    """Resolve a range type; UNKNOWN after an error."""
    low, high = fold_constants(node.low), fold_constants(node.high)
    if low is None or high is None:
        findings.add("V002", "the ends of a range must be numbers", node.span, help="Write them out, such as 0..5.")
        return UNKNOWN
    if low > high:
        findings.add("V003", f"the range {low}..{high} is empty", node.span, help="Put the lower end first.")
        return UNKNOWN
    if low < INT_MIN or high > INT_MAX:
        findings.add("V004", "the range does not fit 32 bits", node.span, help="Use smaller numbers.")
        return UNKNOWN
    return IntType(low, high, optional=node.optional)


def values_of_type(type_: Type, enums: Mapping[str, Enum]) -> IntervalSet:
    """Return all values of a type as intervals, if it can be a table's key; empty for other types."""
    match type_:
        case BoolType():
            return IntervalSet.from_range(0, 1)
        case IntType(low=low, high=high):
            values = IntervalSet.from_range(low, high)
        case EnumType(enum=enum):
            values = IntervalSet.from_range(0, len(enums[enum].values) - 1)
        case BaseWordless():
            return NO_NUMBERS
        case _:
            assert_never(type_)
    return values | IntervalSet.from_numbers([NONE]) if type_.is_optional else values


def is_same_kind(actual: Type, expected: Type) -> bool:
    """Whether a value of type ``actual`` fits type ``expected``, ignoring ranges; none itself fits optional types."""
    if isinstance(expected, UnknownType):
        return True
    match actual:
        case UnknownType():
            return True
        case NoneType():
            return expected.is_optional
        case BoolType() | IntType():
            return type(actual) is type(expected)
        case EnumType(enum=enum):
            return isinstance(expected, EnumType) and enum == expected.enum
        case ElementType(record=record):
            return isinstance(expected, ElementType) and record == expected.record
        case ListType(element=element):
            return isinstance(expected, ListType) and is_same_kind(element, expected.element)
        case TextType(names=names):
            return isinstance(expected, TextType) and names == expected.names
        case PartsType(parts=parts):
            return isinstance(expected, PartsType) and [p.name for p in parts] == [p.name for p in expected.parts]
        case _:
            assert_never(actual)


def describe_type(type_: Type) -> str:
    """Return the words for a type in a message, such as ``a number 1..6``."""
    match type_:
        case BoolType():
            return "yes or no"
        case IntType(low=low, high=high):
            return f"the number {low}" if low == high else f"a number {low}..{high}"
        case EnumType(enum=enum):
            return f"a value of {enum}" if not enum.startswith("option ") else f"a reading of {enum}"
        case ElementType(record=record):
            return f"a {record}"
        case ListType():
            return f"a {type_}"
        case TextType(names=names):
            return f"a name of {names}" if names else "a name of the general list"
        case NoneType():
            return "nothing"
        case PartsType():
            return f"a result with parts ({type_})"
        case UnknownType():
            return str(type_)
        case _:
            assert_never(type_)
