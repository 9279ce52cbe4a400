"""Candidate features of choices: expressions over what the rules already compute; no feature is made for a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import assert_never

from attrs import define, field, frozen

from bombsight.compiler.graph.nodes import Define, Enum, Field, RuleGraph
from bombsight.flat.types import (
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

MAX_ENUM_VALUES = 14
"""The most values of an enum of which each becomes a feature."""

MAX_COUNTED_VALUES = 40
"""The most values of an enum over which a property is counted."""

MAX_STATES_COUNTED = 6
"""The most values of a field of which each is counted over the field's index."""

COUNT_TYPE = IntType(0, 999)
"""The type of a count; its bounds decide nothing."""

MEMBER = "each_one"
"""The variable of a count."""


@frozen
class Feature:
    """An expression of the language whose value may tell good answers from bad ones.

    Attributes:
        text: The expression.
        is_condition: Whether it is yes or no; else it is a number.
        reads_option: Whether it reads the option of the choice.
    """

    text: str
    is_condition: bool
    reads_option: bool


@frozen
class Atom:
    """An expression before it is split into features.

    Attributes:
        text: The expression.
        type: Its type.
        variables: The variables that it reads.
    """

    text: str
    type: Type
    variables: frozenset[str] = frozenset()


@define
class FeatureMaker:
    """Makes the candidate features of a game's choices from its rule graph.

    Fields with a visibility of their own are left out; what rests on them is found out in play, where it comes to a
    hidden value.
    """

    graph: RuleGraph
    enums: Mapping[str, Enum] = field(init=False)
    element_fields: Mapping[str, tuple[Field, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Index the graph's enums, and the fields of elements by record."""
        self.enums = {enum.name: enum for enum in self.graph.enums}
        records = {pool.record for pool in self.graph.lists}
        self.element_fields = {
            record: tuple(each for each in self.graph.fields if each.element and each.id.startswith(f"{record}."))
            for record in records
        }

    def make_features(self, variables: Mapping[str, Type], option: tuple[str, Type] | None) -> tuple[Feature, ...]:
        """Make the features of a choice, each text once.

        Args:
            variables: The types of the variables in scope.
            option: The variable of the choice and its type; None for named answers.
        """
        scope = {**variables, **dict([option] if option else [])}
        own = option[0] if option else ""
        found: dict[str, Feature] = {}
        for atom in self.make_atoms(scope):
            for text, is_condition in self.split_atom(atom):
                found.setdefault(text, Feature(text, is_condition, own in atom.variables))
        return tuple(found.values())

    def make_atoms(self, scope: Mapping[str, Type]) -> Iterator[Atom]:
        """Yield the expressions that a scope allows: variables and their parts, fields, counts, defines."""
        for name, type_ in scope.items():
            yield Atom(name, type_, frozenset({name}))
            yield from self.make_parts(name, type_)
        for each in self.graph.fields:
            if not each.element and each.seen is None:
                yield from self.make_reads(each, scope)
        for pool in self.graph.lists:
            if pool.seen is None:
                yield Atom(f"count({MEMBER} in {pool.id})", COUNT_TYPE)
        for define_ in self.graph.defines:
            if define_.tally is None:
                yield from self.make_calls(define_, scope)

    def make_parts(self, name: str, type_: Type) -> Iterator[Atom]:
        """Yield the fields of a variable that is an element, or the columns of one that is an enum's value."""
        match type_:
            case ElementType(record=record, optional=False):
                for each in self.element_fields.get(record, ()):
                    if not each.indices and each.seen is None:
                        yield Atom(f"{name}.{each.id.partition('.')[2]}", each.type, frozenset({name}))
            case EnumType(enum=enum, optional=False):
                for column in self.enums[enum].columns:
                    yield Atom(f"{name}.{column.name}", column.type, frozenset({name}))
            case BoolType() | IntType() | TextType() | ListType() | PartsType() | NoneType() | UnknownType():
                pass
            case ElementType() | EnumType():
                pass  # it may be none
            case _:
                assert_never(type_)

    def make_reads(self, each: Field, scope: Mapping[str, Type]) -> Iterator[Atom]:
        """Yield the reads of a state field: alone, or by an index in scope, and what is counted over its index."""
        head, dot, member = each.id.partition(".")
        if not each.indices:
            yield Atom(each.id, each.type)
        elif len(each.indices) == 1:
            index = each.indices[0]
            for name, type_ in scope.items():
                if type_ == EnumType(index):
                    yield Atom(f"{head}[{name}]{dot}{member}", each.type, frozenset({name}))
            yield from self.make_counts(index, f"{head}[{MEMBER}]{dot}{member}", each.type)

    def make_calls(self, define_: Define, scope: Mapping[str, Type]) -> Iterator[Atom]:
        """Yield the calls of a define by variables in scope; of one over an enum or list also how often it holds."""
        candidates = [[name for name, type_ in scope.items() if accepts(param.type, type_)] for param in define_.params]
        for names in product(*candidates):
            if len({*names}) == len(names):
                arguments = f"({', '.join(names)})" if names else ""
                yield Atom(f"{define_.name}{arguments}", define_.type, frozenset(names))
        if len(define_.params) == 1:
            match define_.params[0].type:
                case EnumType(enum=enum):
                    yield from self.make_counts(enum, f"{define_.name}({MEMBER})", define_.type)
                case ElementType(record=record) if isinstance(define_.type, BoolType):
                    for pool in self.graph.lists:
                        if pool.record == record:
                            yield Atom(f"count({MEMBER} in {pool.id} where {define_.name}({MEMBER}))", COUNT_TYPE)
                case _:  # the rest: truth values and numbers; of elements only a condition is counted
                    pass

    def make_counts(self, enum: str, text: str, type_: Type) -> Iterator[Atom]:
        """Yield how many values of an enum have a property: a truth value, or one of a few words."""
        if enum not in self.enums or len(self.enums[enum].values) > MAX_COUNTED_VALUES:
            return
        match type_:
            case BoolType():
                yield Atom(f"count({MEMBER} in {enum} where {text})", COUNT_TYPE)
            case EnumType(enum=words, optional=False) if len(self.enums[words].values) <= MAX_STATES_COUNTED:
                for value in self.enums[words].values:
                    yield Atom(f"count({MEMBER} in {enum} where {text} is {value})", COUNT_TYPE)
            case _:  # the rest: a number would need a bound; words that are many or may be none are not counted
                pass

    def split_atom(self, atom: Atom) -> Iterator[tuple[str, bool]]:
        """Yield the features of an expression: itself, or whether it is each of its words; and whether yes or no."""
        match atom.type:
            case BoolType():
                yield atom.text, True
            case IntType(optional=False):
                yield atom.text, False
            case IntType(low=low):
                yield f"({atom.text} or else {low - 1})", False
            case EnumType(enum=enum, optional=optional):
                values = self.enums[enum].values
                if len(values) <= MAX_ENUM_VALUES:
                    yield from ((f"{atom.text} is {value}", True) for value in values)
                if optional:
                    yield f"{atom.text} is none", True
            case ElementType(optional=True):
                yield f"{atom.text} is none", True
            case ElementType() | TextType() | ListType() | PartsType() | NoneType() | UnknownType():
                pass  # it has no word to compare it with
            case _:
                assert_never(atom.type)


def accepts(wanted: Type, given: Type) -> bool:
    """Whether a parameter's type takes every value of a variable's type."""
    if isinstance(wanted, IntType) and isinstance(given, IntType):
        return not given.optional and wanted.low <= given.low and given.high <= wanted.high
    return wanted == given
