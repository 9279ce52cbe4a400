"""Suggestions for unknown names: similar names, and lists of the existing ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from bombsight.compiler.findings import describe_near_names, suggest_name, suggest_within_budget
from bombsight.compiler.graph.nodes import Enum
from bombsight.compiler.resolve.environment import Env
from bombsight.compiler.resolve.foreign_words import foreign_value_hint, single_dice_help
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.types import describe_type, is_same_kind
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl.suggestions import charge_comparison
from bombsight.flat.types import EnumType, IntType, ListType, NoneType, Type, UnknownType

NO_RESULT_HELP = (
    "An example asks for it behind a call that gives something. What only changes something gives nothing: "
    "write what is so then, `expect oil is 3`."
)

Titles = dict[str, str]
"""Names with their titles, which may be empty."""


def enum_value_titles(enum: Enum) -> Titles:
    """Map the values of an enum to their titles."""
    return dict(zip(enum.values, enum.titles, strict=True))


def all_value_titles(env: Env) -> Titles:
    """Map the values of all enums to their titles."""
    return {name: title for enum in env.enums.values() for name, title in enum_value_titles(enum).items()}


def field_titles(shapes: Mapping[str, FieldShape]) -> Titles:
    """Map field names to the titles of the fields."""
    return {name: shape.decl.title or "" for name, shape in shapes.items()}


def enum_titles(env: Env) -> Titles:
    """Map the names of declared enums to empty titles, since enums have none."""
    return {name: "" for name, enum in env.enums.items() if enum.owner == "game"}


TITLES_BY_KIND: dict[str, Callable[[Env], Titles]] = {
    "table": lambda env: {id_: table.title or "" for id_, table in env.rows.items()},
    "procedure": lambda env: dict.fromkeys(env.procedures, ""),
    "define": lambda env: dict.fromkeys(env.defines, ""),
    "option": lambda env: dict.fromkeys(env.options, ""),
    "record": lambda env: dict.fromkeys(env.records, ""),
    "enum": enum_titles,
    "field": lambda env: field_titles(env.fields),
}
"""The function that lists the names of each kind, with kinds as in `bombsight show`."""


def hint_for_name(env: Env, kind: str, name: str, candidates: Titles | None = None) -> str:
    """Return a sentence for an unknown name: what else the name is declared as, or similar names of the wanted kind.

    Args:
        env: The environment.
        kind: The kind, as in `bombsight show`.
        name: The unknown name.
        candidates: The possible names; None for all of the kind.
    """
    other = next((other for other, known in TITLES_BY_KIND.items() if other != kind and name in known(env)), None)
    if other is not None:
        return f"{name} is {'an' if other[0] in 'aeiou' else 'a'} {other}."
    candidates = TITLES_BY_KIND[kind](env) if candidates is None else candidates
    if kind == "option" and not candidates:
        return f'An option is declared on a line of its own: `option {name} "..." = no`.'
    return suggest_names(env, name, candidates, kind=kind)


def suggest_names(
    env: Env, word: str, candidates: Collection[str], intro: str = "There are", kind: str = "", advice: str = ""
) -> str:
    """Return a sentence for an unknown name: similar names ("Did you mean ...?"), or a list of the candidates.

    Args:
        env: The environment, with the budget of comparisons.
        word: The unknown name.
        candidates: The existing names, perhaps each with its title.
        intro: The beginning of a sentence that lists the candidates.
        kind: The ``--kind`` for ``bombsight show GAME``.
        advice: A further sentence, with advice.
    """
    return suggest_within_budget(env.hints, word, candidates, intro, kind, advice)


def hint_for_value(env: Env, name: str, type_: Type) -> str:
    """Return a sentence with the enum values that are similar to an unknown word; empty if the type is no enum."""
    enum = env.enums.get(type_.enum) if isinstance(type_, EnumType) else None
    if enum is None or not charge_comparison(env.hints, enum.values):
        return ""
    return describe_near_names(name, enum_value_titles(enum), lead=f"{enum.name} has")


def hint_for_word(env: Env, name: str, scope: Scope, expected: Type | None) -> str:
    """Return a sentence for an unknown bare word: a similar name, or another spelling of what is meant.

    Args:
        env: The environment.
        name: The word.
        scope: The scope of the word.
        expected: The type that its place needs; None for any.
    """
    if name == "result":
        return NO_RESULT_HELP
    if name == "reroll":
        return "Write `again at most 20 times`, and below it what holds after the last throw."
    held = next((variable for variable, one in scope.variables.items() if one.rolled), "found")
    if single_dice_help(name, held if scope.rolling is None else "natural"):
        return single_dice_help(name, held if scope.rolling is None else "natural")
    foreign = foreign_value_hint(name)
    if foreign is not None and foreign.name == "none" and expected is not None and explain_never_none(expected):
        return explain_never_none(expected)
    if foreign is not None:
        return foreign
    types = {
        **{variable: held.type for variable, held in scope.variables.items()},
        **{define: called.result for define, called in env.defines.items()},
        **{field: shape.type for field, shape in env.fields.items()},
    }
    fits = [of for of, type_ in types.items() if expected is None or type_ is None or is_same_kind(type_, expected)]
    titles = field_titles(env.fields)
    words: Titles = {} if expected is not None else all_value_titles(env)
    known = {**words, **{of: titles.get(of, "") for of in fits}}
    listed = "" if expected is None else hint_for_value(env, name, expected)
    if listed.startswith("Did"):
        return listed
    return (
        (suggest_name(name, known) if charge_comparison(env.hints, known) else "")
        or hint_for_column(env, name, scope)
        or listed
        or f"`bombsight show GAME --find {name}` looks for it."
    )


def explain_never_none(type_: Type) -> str:
    """Return the sentence that a type is never none, with what to write instead; empty if it may be none."""
    match type_:
        case UnknownType() | NoneType():
            return ""
        case _ if type_.is_optional:
            return ""
        case IntType():
            return "A number is never none. Write `0`, if that is meant."
        case ListType():
            return "A list is never none. Ask `not any(b in boats)` whether it is empty."
        case _:  # the rest: describe the type
            return f"This is {describe_type(type_)}, and never none: its type does not end in `or none`."


def hint_for_column(env: Env, name: str, scope: Scope) -> str:
    """Return the advice to write ``value.column`` for a bare column name; empty unless exactly one enum has it."""
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
