"""Which values can stand where, and types in a sentence."""

from __future__ import annotations

from bombsight.dsl import ast
from bombsight.flat.types import (
    BOOL,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    Type,
    UnknownType,
)


def same_kind(actual: Type, expected: Type) -> bool:
    """Whether one type's values can stand where the other is needed, ranges and none aside."""
    match actual, expected:
        case (UnknownType(), _) | (_, UnknownType()):
            return True
        case (NoneType(), _):
            return expected.is_optional
        case (EnumType(enum=a), EnumType(enum=b)):
            return a == b
        case (ElementType(record=a), ElementType(record=b)):
            return a == b
        case (ListType(element=a), ListType(element=b)):
            return same_kind(a, b)
        case (PartsType(parts=a), PartsType(parts=b)):
            return [p.name for p in a] == [p.name for p in b]
        case _:
            return type(actual) is type(expected)


def describe(type_: Type) -> str:
    """A type in a sentence."""
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
        case NoneType():
            return "nothing"
        case PartsType():
            return f"a result with parts ({type_})"
        case _:
            return str(type_)


def is_rolled(table: ast.Table) -> bool:
    """Whether a table has dice: a roll line, or a grid keyed by dice."""
    for line in table.lines:
        if isinstance(line, ast.RollLine):
            return True
        if isinstance(line, ast.GridRow):
            return any(isinstance(item, ast.Dice) for cell in line.cells for item in cell.items)
    return False


def option_type(option: ast.Option) -> Type:
    """The type of an option's value."""
    if option.words:
        return EnumType(f"option {option.name}")
    if option.low is not None and option.high is not None:
        return IntType(option.low, option.high)
    return BOOL
