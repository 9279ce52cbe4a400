"""The classes that game files and sites are told in, as TypeScript.

Of a program's classes each object says which it is, and leaves out what has its default; a document's are whole.
"""

from __future__ import annotations

import inspect
import json
import types
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin

import attrs

from bombsight.dsl.source import Span
from bombsight.flat.encoding import IS
from bombsight.flat.program import AsideCode, Program
from bombsight.flat.sites import Site
from bombsight.flat.types import Type
from bombsight.service.common.document import Document
from bombsight.service.site.listed import SiteGames
from bombsight.service.site.lookups import Cards, Things
from bombsight.service.site.settings import Settings

LEFT_OUT = {Program: ("functions", "data", "examples"), AsideCode: ("functions", "data")}
"""Attributes that are no part of a game file."""

FAMILIES: Mapping[str, tuple[type, ...]] = {"Type": get_args(Type), "Site": get_args(Site)}
"""Families of classes that have a name of their own, and their members."""

PLAIN: dict[Any, str] = {str: "string", int: "number", bool: "boolean", types.NoneType: "null", Span: "string"}

HEAD = """\
// What a game file tells of a program. Made by `python -m web` from the classes of the flat form; not to be edited.
"""

DOCUMENTS: tuple[type[Document], ...] = (Settings, Cards, Things, SiteGames)
"""What game files and sites tell besides."""

DOCUMENTS_HEAD = """\
// What is told beside a program: documents of game files and sites. Made by `python -m web` from their classes; not to
// be edited.
"""


def documents() -> str:
    """The file of the documents."""
    parts = [DOCUMENTS_HEAD]
    for kind in reached(DOCUMENTS):
        told = [f'  readonly document: "{kind.document}";'] if issubclass(kind, Document) else []
        parts.append(interface(kind, told))
    return "\n".join(parts)


def interfaces() -> str:
    """The file of the program."""
    found = reached([Program])
    parts = [HEAD]
    for name, members in FAMILIES.items():
        names = sorted(each.__name__ for each in found if each in members)
        parts.append(f"export type {name} =\n" + "\n".join(f"  | {each}" for each in names) + "\n")
    parts += [interface(each, [f'  readonly {IS}: "{each.__name__}";']) for each in found]
    parts.append(defaults(found))
    return "\n".join(parts)


def reached(begun: Sequence[type]) -> list[type]:
    """Classes and those that they are made of, in the order of their names."""
    found: set[type] = set()
    waiting = [*begun]
    while waiting:
        kind = waiting.pop()
        if kind in found:
            continue
        found.add(kind)
        for attribute in attributes(kind):
            waiting += classes_in(attribute.type)
    return sorted(found, key=lambda kind: kind.__name__)


def attributes(kind: type) -> list[Any]:
    """The attributes of a class that are told."""
    attrs.resolve_types(kind)
    return [each for each in attrs.fields(kind) if each.name not in LEFT_OUT.get(kind, ())]


def classes_in(hint: Any) -> list[type]:
    """The classes that stand in a type."""
    if hint in PLAIN:
        return []
    if isinstance(hint, type) and attrs.has(hint):
        return [hint]
    return [found for arg in get_args(hint) for found in classes_in(arg)]


def interface(kind: type, first: Sequence[str]) -> str:
    """A class as an interface; ``first`` are lines that stand before its attributes."""
    lines = [f"/** {first_line(kind)} */", f"export interface {kind.__name__} {{", *first]
    lines += [f"  readonly {each.name}: {written(each.type)};" for each in attributes(kind)]
    return "\n".join([*lines, "}", ""])


def first_line(kind: type) -> str:
    """What a class is, in a line."""
    return (inspect.getdoc(kind) or kind.__name__).partition("\n")[0]


def written(hint: Any) -> str:
    """A type in TypeScript."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Literal:
        return " | ".join(json.dumps(each) for each in args)
    if origin in (Union, types.UnionType):
        return " | ".join(names_in(args))
    if origin is tuple and args[-1] is not Ellipsis:
        return f"readonly [{', '.join(map(written, args))}]"
    if origin in (tuple, Sequence):
        return f"readonly {in_brackets(args[0])}[]"
    if origin is Mapping:
        return f"ReadonlyMap<{written(args[0])}, {written(args[1])}>"
    assert isinstance(hint, type), hint
    return hint.__name__


def names_in(args: Sequence[Any]) -> list[str]:
    """The types of a choice; the members of a family are told by its name, where all of them are there."""
    found = []
    for name, members in FAMILIES.items():
        if set(members) <= set(args):
            found.append(name)
            args = [each for each in args if each not in members]
    return found + [written(each) for each in args]


def in_brackets(hint: Any) -> str:
    """A type as an array has it."""
    text = written(hint)
    return f"({text})" if " " in text else text


def defaults(found: Sequence[type]) -> str:
    """What is left out of the data of each class where it is the default; and which attributes are mappings."""
    lines = ["/** What an object of each class holds where it says nothing. */"]
    lines.append("export const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {")
    for kind in found:
        given = {each.name: value_of(each.default) for each in attributes(kind) if has_default(each)}
        lines.append(f"  {kind.__name__}: {json.dumps(given)},")
    pairs = {kind.__name__: [each.name for each in attributes(kind) if is_mapping(each)] for kind in found}
    told = {name: names for name, names in pairs.items() if names}
    needed = {kind.__name__: [each.name for each in attributes(kind) if not has_default(each)] for kind in found}
    lines += ["};", "", "/** What an object of each class says in any case. */"]
    lines.append("export const NEEDED: Readonly<Record<string, readonly string[]>> = {")
    lines += [f"  {name}: {json.dumps(names)}," for name, names in needed.items()]
    lines += ["};", ""]
    lines += [f"const {name} = {json.dumps(classes)};" for name, classes in families().items()]
    lines += ["", "/** Attributes that hold objects, with the classes that those may be of. */"]
    lines.append("export const HELD: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {")
    lines += [f"  {kind.__name__}: {held}," for kind in found if (held := held_by(kind))]
    lines += ["};", "", "/** Attributes that are mappings, which the data hold as pairs. */"]
    lines.append(f"export const MAPPINGS: Readonly<Record<string, readonly string[]>> = {json.dumps(told)};")
    return "\n".join(lines) + "\n"


def held_by(kind: type) -> str:
    """The attributes of a class that hold objects, each with the classes of those; empty where none does."""
    named = {tuple(classes): name for name, classes in families().items()}
    held = [(each.name, class_names(each.type)) for each in attributes(kind)]
    told = [f"{name}: {named.get(tuple(classes)) or json.dumps(classes)}" for name, classes in held if classes]
    return f"{{ {', '.join(told)} }}" if told else ""


def families() -> dict[str, list[str]]:
    """The names of the classes of each family, by what the list of them is called."""
    return {f"{name.upper()}S": sorted(each.__name__ for each in members) for name, members in FAMILIES.items()}


def class_names(hint: Any) -> list[str]:
    """The names of the classes that stand in a type, in order."""
    return sorted({found.__name__ for found in classes_in(hint)})


def has_default(attribute: Any) -> bool:
    """Whether an attribute may be left out."""
    return attribute.default is not attrs.NOTHING


def is_mapping(attribute: Any) -> bool:
    """Whether an attribute is a mapping."""
    return get_origin(attribute.type) is Mapping


def value_of(default: Any) -> Any:
    """A default as JSON."""
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # a class, whatever its stub says
        default = default.factory()
    if isinstance(default, Span):
        return str(default)
    if attrs.has(type(default)):
        told = {each.name: value_of(getattr(default, each.name)) for each in attributes(type(default))}
        return {IS: type(default).__name__, **told}
    if isinstance(default, tuple | Mapping):
        assert not default
        return []
    return default
