"""Pins: what dice show or a field is set to, settled beforehand, for those who play alongside a table of their own.

A pin is ``TABLE=RESULT``: what the dice of a table show (``G-5=3``, ``G-1=3 4``), or words of a row where nothing is
added to the dice. Or it is ``FIELD=VALUE``: what the rules set a field to whenever they set it to something. A file of
pins has one a line; ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import read_bytes
from bombsight.boundary.texts import decode
from bombsight.compiler.findings import meant, near
from bombsight.dsl.listing import listed
from bombsight.flat.layout import SlotField
from bombsight.flat.program import Program
from bombsight.flat.sites import RollSite, RowInfo
from bombsight.flat.types import BoolType, EnumType, IntType
from bombsight.flat.words import value_of
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.pins import (
    FieldPin,
    Pin,
)
from bombsight.runtime.run.sources import read_throw, typed_throw
from bombsight.runtime.run.throw_preview import rows_by_number

FORM = "Write TABLE=RESULT: what the dice show, or words of a row; or FIELD=VALUE."


@frozen
class PinAsked:
    """A pin as it was written.

    Attributes:
        name: The table's id, or the id or title of a field.
        result: What the table's dice shall show, or words of a row; the field's value by name, title or number.
        place: Where it was written: ``file:line``, or empty.
    """

    name: str
    result: str
    place: str = ""


def parse_pin(text: str, place: str = "") -> PinAsked:
    """A pin from its line.

    Raises:
        InputError: It has no name or no result.
    """
    name, equals, result = (part.strip() for part in text.partition("="))
    if not (name and equals and result):
        raise InputError(f"{clip(text)!r} pins nothing", place, FORM)
    return PinAsked(name, result, place)


def read_pins(path: str) -> tuple[PinAsked, ...]:
    """The pins in a file.

    Raises:
        InputError: It cannot be read, or a line is no pin.
    """
    lines = decode(read_bytes(path), path).split("\n")
    told = [(line.partition("#")[0].strip(), number) for number, line in enumerate(lines, start=1)]
    return tuple(parse_pin(line, f"{path}:{number}") for line, number in told if line)


def pin_for(program: Program, asked: PinAsked) -> Pin | FieldPin:
    """A pin as it fits a game: of a table, or else of a field.

    Raises:
        InputError: There is neither, or it cannot show or hold that.
    """
    rolls = [site for site in program.sites if isinstance(site, RollSite) and site.table is not None]
    sites = [site for site in rolls if (site.table or "").lower() == asked.name.lower()]
    if sites:
        return table_pin(sites, asked)
    fields = fields_called(program, asked.name)
    if len(fields) == 1:
        return field_pin(program, fields[0], asked)
    if fields:
        hint = f"Say which: {listed((field.id for field in fields), 'or')}."
        raise InputError(f"{clip(asked.name)} are {len(fields)} fields", asked.place, hint)
    known = {site.table or "" for site in rolls} | {name for field in pinnable(program) for name in names_of(field)}
    hint = meant(asked.name, sorted(known)) or (
        f"`bombsight table {program.game}` lists the tables, `bombsight show {program.game} --kind state` the fields."
    )
    raise InputError(f"{program.title} rolls on no table {clip(asked.name)}, and has no such field", asked.place, hint)


# --- tables


def table_pin(sites: Sequence[RollSite], asked: PinAsked) -> Pin:
    """The pin of a table as it fits its dice.

    Args:
        sites: Where it is rolled on.
        asked: The pin.

    Raises:
        InputError: They cannot show that.
    """
    if any(word.isdecimal() for word in asked.result.replace("+", " ").replace(",", " ").split()):
        return Pin(sites[0].table or "", laid(sites, asked))
    return Pin(sites[0].table or "", by_row(sites[0], asked))


def laid(sites: Sequence[RollSite], asked: PinAsked) -> tuple[int, ...]:
    """What dice are to show, as it was written.

    Raises:
        InputError: None of the table's dice can show it.
    """
    problem = ""
    for site in sites:
        read = typed_throw(asked.result, site.dice)
        if not isinstance(read, str):
            return read
        problem = problem or read
    raise InputError(f"{asked.name}={clip(asked.result)}: {problem}", asked.place, FORM)


def by_row(site: RollSite, asked: PinAsked) -> tuple[int, ...]:
    """The least that dice show which lead to a row of these words.

    Raises:
        InputError: There is no such row, or it depends on more than the dice which it is.
    """
    dice = site.dice
    rows = rows_by_number(site, ())
    if site.modifiers or rows is None:
        why = "what its dice lead to depends on more than they show"
        hint = f"Pin the dice: {asked.name}={dice.low}, for one."
        raise InputError(f"{asked.name}={clip(asked.result)}: {why}", asked.place, hint)
    for number, row in rows.items():
        if asked.result.lower() in words_of_row(row):
            read = read_throw((number,), site.dice)
            assert not isinstance(read, str)
            return read
    known = list(dict.fromkeys(row.title or row.text.replace("_", " ") for row in rows.values()))
    hint = near(asked.result, known, "It has", then=f"`bombsight table GAME {site.table}` shows them.")
    raise InputError(f"{asked.name} has no row {clip(asked.result)!r}", asked.place, hint)


def words_of_row(row: RowInfo) -> tuple[str, ...]:
    """What a row may be called."""
    return row.title.lower(), row.text.lower(), row.text.replace("_", " ").lower()


# --- fields


def pinnable(program: Program) -> Iterator[SlotField]:
    """The fields that can be pinned: those with a single value, names apart."""
    kinds = (BoolType, EnumType, IntType)
    return (field for field in program.fields if not field.shape and isinstance(field.type, kinds))


def names_of(field: SlotField) -> tuple[str, ...]:
    """What a field may be called."""
    return (field.id, field.title) if field.title else (field.id,)


def fields_called(program: Program, name: str) -> list[SlotField]:
    """The fields of this id, or else of this title."""
    by_id = [field for field in program.fields if field.id.lower() == name.lower()]
    return by_id or [field for field in program.fields if field.title.lower() == name.lower()]


def field_pin(program: Program, field: SlotField, asked: PinAsked) -> FieldPin:
    """The pin of a field.

    Raises:
        InputError: It has no single value, or none such.
    """
    if field not in pinnable(program):
        why = "has values for several places" if field.shape else "is a name, which --names and `name` give"
        raise InputError(f"{field.title or field.id} cannot be pinned: it {why}", asked.place)
    if isinstance(field.type, IntType):
        number = value_of(asked.result, field.type)
        if number is not None:
            return FieldPin(field.id, str(number))
        hint = f"It is a number {field.type.low}..{field.type.high}."
    else:
        values = values_of(program, field)
        for name, title in values.items():
            if asked.result.lower() in (name.lower(), title.lower()):
                return FieldPin(field.id, name)
        hint = f"It is {listed(values.values(), 'or')}."
    raise InputError(f"{field.title or field.id} is never {clip(asked.result)!r}", asked.place, hint)


def values_of(program: Program, field: SlotField) -> dict[str, str]:
    """The values of a field that is no number, none apart: stable names, and the same for reading."""
    describer = Describer(program)
    kind = field.type
    count = len(program.enums[kind.enum].values) if isinstance(kind, EnumType) else 2
    return {describer.name(kind, value): describer.title(kind, value) for value in range(count)}


def words_of_pins(pins: Sequence[FieldPin]) -> dict[str, str]:
    """What fields are pinned to, as the compiler takes it; of what is said twice the later counts."""
    return {pin.field: pin.value for pin in pins}


def check_field_pins(program: Program, pins: Sequence[FieldPin], place: str) -> None:
    """See that pinned fields are still there.

    Args:
        program: By the rules of now.
        pins: Of a save.
        place: Its path, for messages.

    Raises:
        InputError: A field is gone, or has no such value.
    """
    fields = {field.id: field for field in pinnable(program)}
    for pin in pins:
        field = fields.get(pin.field)
        values = program.enums[field.type.enum].values if field and isinstance(field.type, EnumType) else ()
        if field is None or value_of(pin.value, field.type, values) is None:
            raise InputError(f"{clip(pin.field)} is pinned to {clip(pin.value)}, which these rules do not know", place)


def told_pins(program: Program, tables: Sequence[Pin], fields: Sequence[FieldPin]) -> tuple[str, ...]:
    """The pins of a game in words: ``G-5 pinned to 3``, ``Sky pinned to fog``."""
    known = {field.id: field for field in program.fields}
    found = [f"{pin.table} pinned to {'+'.join(map(str, pin.faces))}" for pin in tables]
    for pin in fields:
        field = known[pin.field]
        title = pin.value if isinstance(field.type, IntType) else values_of(program, field)[pin.value]
        found.append(f"{field.title or field.id} pinned to {title}")
    return tuple(found)
