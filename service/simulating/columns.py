"""The columns of a simulation: the outcome of each run, and the tallies (statistics) of the rules."""

from __future__ import annotations

from typing import Literal, assert_never

from attrs import frozen

from bombsight.flat.program import Entry, Program
from bombsight.flat.types import NONE, BaseWordless, BoolType, EnumType, IntType, Type

RESULT_COLUMN = "result"
"""The name of the column of outcomes."""

RESERVED_NAMES = (RESULT_COLUMN, "number", "rules", "mission", "seed", "fault")
"""The column names that no tally may have."""

Matters = Literal["", "good", "bad"]


@frozen(kw_only=True)
class NamedValue:
    """A value with a name.

    Attributes:
        value: The integer that encodes it.
        name: The name in the rules.
        title: The display name.
    """

    value: int
    name: str
    title: str


@frozen(kw_only=True)
class Column:
    """A variable that is recorded for each run.

    Attributes:
        name: The stable name.
        title: The display name.
        named_values: The possible values, if they have names; empty for numbers.
        matters: Whether more of it is good or bad for the player; empty if the rules do not say.
    """

    name: str
    title: str
    named_values: tuple[NamedValue, ...] = ()
    matters: Matters = ""


def columns_of(program: Program, entry: Entry) -> tuple[Column, ...]:
    """List the columns of an entry point: its outcome, if it has one, then its tallies."""
    tallies = [
        Column(
            name=f"{tally.name}_tally" if tally.name in RESERVED_NAMES else tally.name,
            title=tally.title,
            named_values=named_values_of(program, tally.type),
            matters=tally.matters,
        )
        for tally in program.tallies_of(entry)
    ]
    if not has_countable_result(entry):
        return tuple(tallies)
    return (
        Column(name=RESULT_COLUMN, title="how it ended", named_values=named_values_of(program, entry.result)),
        *tallies,
    )


def has_countable_result(entry: Entry) -> bool:
    """Whether an entry point returns an outcome that can be counted."""
    return isinstance(entry.result, BoolType | IntType | EnumType)


def named_values_of(program: Program, type_: Type | None) -> tuple[NamedValue, ...]:
    """List the named values of a type, such as an enum's; empty for numbers."""
    match type_:
        case BoolType():
            values = [NamedValue(value=1, name="yes", title="yes"), NamedValue(value=0, name="no", title="no")]
        case EnumType(enum=name):
            enum = program.enums[name]
            names_and_titles = zip(enum.values, enum.titles, strict=True)
            values = [
                NamedValue(value=value, name=name, title=title) for value, (name, title) in enumerate(names_and_titles)
            ]
        case IntType() | BaseWordless() | None:
            return ()
        case _:
            assert_never(type_)
    if type_ is not None and type_.is_optional:
        values.append(NamedValue(value=NONE, name="none", title="none"))
    return tuple(values)
