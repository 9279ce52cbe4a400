"""What is counted of a run: how it ended, and the tallies of the rules."""

from __future__ import annotations

from typing import Literal, assert_never

from attrs import frozen

from bombsight.flat.program import Entry, Program
from bombsight.flat.types import NONE, BaseWordless, BoolType, EnumType, IntType, Type

RESULT = "result"
"""The name of the column of how runs ended."""

OWN = (RESULT, "number", "rules", "mission", "seed", "fault")
"""Names that rows have for something else than a tally."""

Matters = Literal["", "good", "bad"]


@frozen(kw_only=True)
class Word:
    """A value that has a name.

    Attributes:
        value: The integer that stands for it.
        name: How the rules write it.
        title: The same for reading.
    """

    value: int
    name: str
    title: str


@frozen(kw_only=True)
class Column:
    """Something that each run gives.

    Attributes:
        name: Its stable name.
        title: The same for reading.
        words: The values it can have, where those have names; empty for numbers.
        matters: Whether more of it is good or bad; empty where the rules do not say.
    """

    name: str
    title: str
    words: tuple[Word, ...] = ()
    matters: Matters = ""


def columns_of(program: Program, entry: Entry) -> tuple[Column, ...]:
    """What is counted of runs of an entry: how they end, if they tell, and its tallies in their order."""
    tallies = [
        Column(
            name=f"{tally.name}_tally" if tally.name in OWN else tally.name,
            title=tally.title,
            words=words_of(program, tally.type),
            matters=tally.matters,
        )
        for tally in program.tallies_of(entry)
    ]
    if not tells(entry):
        return tuple(tallies)
    return (Column(name=RESULT, title="how it ended", words=words_of(program, entry.result)), *tallies)


def tells(entry: Entry) -> bool:
    """Whether runs of an entry give a value that can be counted."""
    return isinstance(entry.result, BoolType | IntType | EnumType)


def words_of(program: Program, kind: Type | None) -> tuple[Word, ...]:
    """The values of a type that have names; none of a number."""
    match kind:
        case BoolType():
            found = [Word(value=1, name="yes", title="yes"), Word(value=0, name="no", title="no")]
        case EnumType(enum=name):
            enum = program.enums[name]
            named = zip(enum.values, enum.titles, strict=True)
            found = [Word(value=value, name=name, title=title) for value, (name, title) in enumerate(named)]
        case IntType() | BaseWordless() | None:
            return ()
        case _:
            assert_never(kind)
    if kind is not None and kind.is_optional:
        found.append(Word(value=NONE, name="none", title="none"))
    return tuple(found)
