"""What is said of a name that nothing has: what it may be a slip for, and what there is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from bombsight.compiler.findings import meant, near, near_within
from bombsight.compiler.graph.nodes import Enum
from bombsight.compiler.resolve.environment import Env
from bombsight.compiler.resolve.foreign_words import value_meant
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.types import describe, same_kind
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl.suggestions import may_compare
from bombsight.flat.types import EnumType, IntType, ListType, NoneType, Type, UnknownType

NO_RESULT = (
    "An example asks for it behind a call that gives something. What only changes something gives nothing: "
    "write what is so then, `expect oil is 3`."
)

Titles = dict[str, str]
"""Names with their titles, where they have any."""


def values(enum: Enum) -> Titles:
    """The values of an enum."""
    return dict(zip(enum.values, enum.titles, strict=True))


def worded(env: Env) -> Titles:
    """The values of all enums."""
    return {name: title for enum in env.enums.values() for name, title in values(enum).items()}


def fields(shapes: Mapping[str, FieldShape]) -> Titles:
    """Fields, of the state or of a record."""
    return {name: shape.decl.title or "" for name, shape in shapes.items()}


def enums(env: Env) -> Titles:
    """The enums that are items."""
    return {name: "" for name, enum in env.enums.items() if enum.owner == "game"}


KNOWN: dict[str, Callable[[Env], Titles]] = {
    "table": lambda env: {id_: table.title or "" for id_, table in env.rows.items()},
    "procedure": lambda env: dict.fromkeys(env.procedures, ""),
    "define": lambda env: dict.fromkeys(env.defines, ""),
    "option": lambda env: dict.fromkeys(env.options, ""),
    "record": lambda env: dict.fromkeys(env.records, ""),
    "enum": enums,
    "field": lambda env: fields(env.fields),
}
"""What there is of each kind, as `bombsight show` calls the kinds."""


def hint(env: Env, kind: str, name: str, known: Titles | None = None) -> str:
    """What may be meant by a table, a procedure and so on that there is not.

    Args:
        env: What the program declares.
        kind: As `bombsight show` calls the kinds.
        name: What is written.
        known: What could stand there; None for all of the kind.
    """
    other = next((other for other, known in KNOWN.items() if other != kind and name in known(env)), None)
    if other is not None:
        return f"{name} is {'an' if other[0] in 'aeiou' else 'a'} {other}."
    known = KNOWN[kind](env) if known is None else known
    return near_in(env, name, known, kind=kind)


def near_in(env: Env, word: str, known: Collection[str], has: str = "There are", kind: str = "", then: str = "") -> str:
    """What may be meant by a name that nothing has; see :func:`bombsight.compiler.findings.near_within`.

    Args:
        env: What the program declares; it counts the comparisons.
        word: What was written.
        known: The names there are, perhaps each with its title.
        has: How the sentence begins that lists them.
        kind: What ``bombsight show GAME --kind`` calls them.
        then: What else can be done.
    """
    return near_within(env.hints, word, known, has, kind, then)


def value_hint(env: Env, name: str, type_: Type) -> str:
    """What may be meant by a word where a value of an enum is needed; empty where the type is none."""
    enum = env.enums.get(type_.enum) if isinstance(type_, EnumType) else None
    if enum is None or not may_compare(env.hints, enum.values):
        return ""
    return near(name, values(enum), has=f"{enum.name} has")


def word_hint(env: Env, name: str, scope: Scope, expected: Type | None) -> str:
    """What may be meant by a bare word that nothing has.

    Args:
        env: What the program declares.
        name: The word.
        scope: What is in sight.
        expected: The type that its place needs; None where any will do.
    """
    if name == "result":
        return NO_RESULT
    if name == "reroll":
        return "Write `again at most 20 times`, and below it what holds after the last throw."
    foreign = value_meant(name)
    if foreign is not None and foreign.name == "none" and expected is not None and explain_never_none(expected):
        return explain_never_none(expected)
    if foreign is not None:
        return foreign
    types = {
        **{variable: held.type for variable, held in scope.variables.items()},
        **{define: called.result for define, called in env.defines.items()},
        **{field: shape.type for field, shape in env.fields.items()},
    }
    fits = [of for of, type_ in types.items() if expected is None or type_ is None or same_kind(type_, expected)]
    titles = fields(env.fields)
    words: Titles = {} if expected is not None else worded(env)
    known = {**words, **{of: titles.get(of, "") for of in fits}}
    listed = "" if expected is None else value_hint(env, name, expected)
    if listed.startswith("Did"):
        return listed
    return (
        (meant(name, known) if may_compare(env.hints, known) else "")
        or column_hint(env, name, scope)
        or listed
        or f"`bombsight show GAME --find {name}` looks for it."
    )


def explain_never_none(type_: Type) -> str:
    """What is said where none is asked of a type; empty where it may be none, or nobody knows."""
    match type_:
        case UnknownType() | NoneType():
            return ""
        case _ if type_.is_optional:
            return ""
        case IntType():
            return "A number is never none. Write `0`, if that is meant."
        case ListType():
            return "A list is never none. Ask `not any(b in boats)` whether it is empty."
        case _:  # the rest: it is what its type says
            return f"This is {describe(type_)}, and never none: its type does not end in `or none`."


def column_hint(env: Env, name: str, scope: Scope) -> str:
    """How a column of an enum is read that is named alone; empty where no enum has one of that name."""
    owners = [enum.name for enum in env.enums.values() if any(column.name == name for column in enum.columns)]
    if len(owners) != 1:
        return ""
    types = {
        **{variable: held.type for variable, held in scope.variables.items()},
        **{define: called.result for define, called in env.defines.items() if not called.params},
        **{field: shape.type for field, shape in env.fields.items() if not shape.indices},
    }
    values = [of for of, type_ in types.items() if isinstance(type_, EnumType) and type_.enum == owners[0]]
    how = f"`{values[0]}.{name}`" if len(values) == 1 else f"a value of {owners[0]} before it, `....{name}`"
    return f"{name} is a column of {owners[0]}: write {how}."
