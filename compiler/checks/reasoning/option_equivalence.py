"""Equivalence of option values: which values leave the same rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bombsight.compiler.checks.reasoning.partial_evaluation import OptionReads, substitute_option
from bombsight.compiler.graph import nodes as n
from bombsight.flat.types import BaseWordless, BoolType, EnumType, IntType

MAX_OPTION_VALUES = 30
"""The maximum number of values of a numeric option to compare."""


def equivalent_values(option: n.Option, items: Sequence[object]) -> list[list[int]]:
    """Group the values of an option by the rules that remain when it is fixed: equal rules, same group."""
    groups: list[tuple[list[object], list[int]]] = []
    reads = OptionReads()
    for value in option_values(option):
        rules = [substitute_option(node, option.name, value, reads) for node in items]
        for others, values in groups:
            if others == rules:
                values.append(value)
                break
        else:
            groups.append((rules, [value]))
    return [values for _, values in groups]


def makes_no_difference(node: object, option: n.Option, reads: OptionReads) -> bool:
    """Whether a part of the rules is the same under every value of an option; false for a single value."""
    first, *others = option_values(option) or (0,)
    was = substitute_option(node, option.name, first, reads) if others else None
    return bool(others) and all(was == substitute_option(node, option.name, other, reads) for other in others)


def option_values(option: n.Option) -> range:
    """All values of an option; empty if there are too many."""
    match option.type:
        case BoolType():
            return range(2)
        case IntType(low=low, high=high):
            return range(low, high + 1) if high - low < MAX_OPTION_VALUES else range(0)
        case EnumType() | BaseWordless():
            return range(len(option.words))
        case _:
            assert_never(option.type)
