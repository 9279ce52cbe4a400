"""The item that a block stands in, and what is asked of items before they are resolved."""

from __future__ import annotations

import re

from attrs import define, field

from bombsight.compiler.symbols import constant
from bombsight.dsl import ast
from bombsight.dsl.walk import walk
from bombsight.flat.types import (
    INT_MAX,
    INT_MIN,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    Type,
    UnknownType,
)


@define
class Frame:
    """The item that a block stands in.

    Attributes:
        owner: Its id: ``table:Sky``, ``procedure:watch``, ``example:3``.
        result: What a row's plain result may be; None where rows only act.
        returns: What ``return`` gives; None for what gives nothing.
        table: The table, for rows and notes; else None.
        loops: How many loops are open.
        in_row: Whether the block belongs to a row of a roll.
        path: What stands before the names in ids.
        counters: For numbering choices and sub-rolls.
    """

    owner: str
    result: Type | None
    returns: Type | None
    table: ast.Table | None = None
    loops: int = 0
    in_row: bool = False
    path: str = ""
    counters: dict[str, int] = field(factory=dict)

    def next_id(self, kind: str, name: str) -> str:
        """A stable id within the owner; the second of one name is numbered."""
        key = f"{kind}:{self.owner.split(':', 1)[1]}/{self.path}{name}"
        count = self.counters.get(key, 0) + 1
        self.counters[key] = count
        return key if count == 1 else f"{key}~{count}"


ROLL_FACT = re.compile(r"\b(\w+)\.(natural|total)\b")


def rolls_asked(item: ast.Node) -> frozenset[tuple[str, str]]:
    """The kept rolls of an item whose natural dice or total are read, in its texts too."""
    found: set[tuple[str, str]] = set()
    for node in walk(item):
        match node:
            case ast.Attribute(value=ast.Name(name=name), name="natural" | "total" as fact):
                found.add((name, fact))
            case ast.Say(text=text) | ast.Choose(ask=text) | ast.ChooseBranch(ask=text) | ast.Branch(title=text):
                found.update(ROLL_FACT.findall(text))
            case _:
                pass
    return frozenset(found)


def key_covers(key: ast.Key, number: int | None) -> bool:
    """Whether a key of constants covers a number."""
    if key.otherwise or number is None:
        return False
    low = constant(key.low) if key.low is not None else INT_MIN
    high = constant(key.high) if key.high is not None else INT_MAX
    return low is not None and high is not None and low <= number <= high


def row_treated(table: ast.Table | None, key: ast.Key) -> int | None:
    """The place among a table's rows of the one that `treat as` takes; None where there is none."""
    rows = [line for line in table.lines if isinstance(line, ast.Row)] if table else []
    wanted = constant(key.low) if key.low is not None else None
    for number, row in enumerate(rows):
        if any(key_covers(k, wanted) if not key.otherwise else k.otherwise for k in row.keys):
            return number
    return None


def same_element(actual: Type, expected: Type) -> bool:
    """Whether two types are elements of one record."""
    return isinstance(actual, UnknownType) or (
        isinstance(actual, ElementType) and isinstance(expected, ElementType) and actual.record == expected.record
    )


def stmt_none(node: ast.Expr) -> bool:
    """Whether a value is ``none`` as written."""
    return isinstance(node, ast.NoneValue)


def needs_value(type_: Type | None) -> bool:
    """Whether a field without a default must be given when an element is made."""
    return isinstance(type_, EnumType | IntType | BoolType | ElementType) and not type_.is_optional
