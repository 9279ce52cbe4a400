"""Pins: dice results and field values fixed before the game, for play alongside a table of one's own.

A pin is ``TABLE=RESULT``: the dice that a table shows (``G-5=3``, ``G-1=3 4``), or words of a row if nothing is added
to the dice. Or it is ``FIELD=VALUE``: the value that the field gets whenever the rules set it. A file of pins has one a
line; ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.boundary.wording import argument, either
from bombsight.compiler.findings import describe_near_names, suggest_name
from bombsight.dsl.listing import join_names
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
from bombsight.runtime.run.sources import parse_throw, read_faces
from bombsight.runtime.run.throw_preview import rows_by_number
from bombsight.service.common import sentences

FORM_HINT = "Write TABLE=RESULT: what the dice show, or words of a row; or FIELD=VALUE."


@frozen
class PinRequest:
    """A pin as the user wrote it.

    Attributes:
        name: The table's id, or the field's id or title.
        result: The table's dice, or words of a row; the field's value by name, title or number.
        place: ``file:line`` of the pin, or empty.
    """

    name: str
    result: str
    place: str = ""


def parse_pin(text: str, place: str = "") -> PinRequest:
    """Parse a line ``TABLE=RESULT`` or ``FIELD=VALUE`` as a pin (a result or value fixed before the game).

    Raises:
        InputError: The line has no name or no result.
    """
    name, equals, result = (part.strip() for part in text.partition("="))
    if not (name and equals and result):
        raise InputError(sentences.no_pin(repr(clip(text))), place, FORM_HINT)
    return PinRequest(name, result, place)


def read_pins(path: str) -> tuple[PinRequest, ...]:
    """Parse a file of pins: results of tables or values of fields that are fixed before play, one on each line.

    Raises:
        InputError: The file cannot be read, or a line is no pin.
    """
    lines = decode_utf8(read_input_file(path), path).split("\n")
    numbered_lines = [(line.partition("#")[0].strip(), number) for number, line in enumerate(lines, start=1)]
    return tuple(parse_pin(line, f"{path}:{number}") for line, number in numbered_lines if line)


def resolve_pin(program: Program, pin_request: PinRequest) -> Pin | FieldPin:
    """Resolve a parsed pin (a result fixed before the game) by name: to a table's dice, or else to a field's value.

    Raises:
        InputError: Neither exists, or it cannot show or hold that result.
    """
    rolls = [site for site in program.sites if isinstance(site, RollSite) and site.table is not None]
    sites = [site for site in rolls if (site.table or "").lower() == pin_request.name.lower()]
    if sites:
        return make_table_pin(sites, pin_request)
    fields = find_fields(program, pin_request.name)
    if len(fields) == 1:
        return make_field_pin(program, fields[0], pin_request)
    if fields:
        hint = f"Say which: {join_names((field.id for field in fields), 'or')}."
        raise InputError(f"{clip(pin_request.name)} are {len(fields)} fields", pin_request.place, hint)
    known_names = {site.table or "" for site in rolls} | {
        name for field in pinnable_fields(program) for name in field_names(field)
    }
    hint = suggest_name(pin_request.name, sorted(known_names)) or (
        either(
            f"`bombsight table {program.game}` lists the tables, "
            f"`bombsight show {program.game} --kind state` the fields.",
            f"bombsight.contents({program.game!r}, kinds=['table', 'state']) lists tables and fields.",
        )
    )
    raise InputError(
        f"{program.title} rolls on no table {clip(pin_request.name)}, and has no such field", pin_request.place, hint
    )


# --- tables


def make_table_pin(sites: Sequence[RollSite], pin_request: PinRequest) -> Pin:
    """Make a pin that fixes a table's dice, from the result that the user wrote: faces, a total or a row's name.

    Raises:
        InputError: The dice cannot show that result.
    """
    if any(word.isdecimal() for word in pin_request.result.replace("+", " ").replace(",", " ").split()):
        return Pin(sites[0].table or "", parse_pinned_dice(sites, pin_request))
    return Pin(sites[0].table or "", find_row_dice(sites[0], pin_request))


def parse_pinned_dice(sites: Sequence[RollSite], pin_request: PinRequest) -> tuple[int, ...]:
    """Parse a pin's result, written as faces or as a total, to the faces of a table's dice.

    Raises:
        InputError: None of the table's dice can show them.
    """
    problem = ""
    for site in sites:
        faces_or_problem = parse_throw(pin_request.result, site.dice)
        if not isinstance(faces_or_problem, str):
            return faces_or_problem
        problem = problem or faces_or_problem
    raise InputError(
        sentences.wrong_pin(pin_request.name, clip(pin_request.result), problem), pin_request.place, FORM_HINT
    )


def find_row_dice(site: RollSite, pin_request: PinRequest) -> tuple[int, ...]:
    """Find the lowest dice faces that select the row whose name the user pinned.

    Raises:
        InputError: There is no such row, or more than the dice decides it.
    """
    dice = site.dice
    rows = rows_by_number(site, ())
    if site.modifiers or rows is None:
        message = sentences.wrong_pin(pin_request.name, clip(pin_request.result), sentences.DEPENDENT_DICE)
        raise InputError(message, pin_request.place, sentences.pin_dice_hint(pin_request.name, dice.low))
    for number, row in rows.items():
        if pin_request.result.lower() in row_names(row):
            faces_or_problem = read_faces((number,), site.dice)
            assert not isinstance(faces_or_problem, str)
            return faces_or_problem
    row_titles = list(dict.fromkeys(row.title or row.text.replace("_", " ") for row in rows.values()))
    hint = describe_near_names(
        pin_request.result, row_titles, "It has", ending=f"`bombsight table GAME {site.table}` shows them."
    )
    raise InputError(sentences.no_such_row(pin_request.name, repr(clip(pin_request.result))), pin_request.place, hint)


def row_names(row: RowInfo) -> tuple[str, ...]:
    """List the lower-case words by which a user may name a row of a table when fixing its result."""
    return row.title.lower(), row.text.lower(), row.text.replace("_", " ").lower()


# --- fields


def pinnable_fields(program: Program) -> Iterator[SlotField]:
    """Yield the fields whose value a user may fix before the game: single values, except personal names."""
    kinds = (BoolType, EnumType, IntType)
    return (field for field in program.fields if not field.shape and isinstance(field.type, kinds))


def field_names(field: SlotField) -> tuple[str, ...]:
    """List the lower-case words by which a user may name a field when fixing its value: its id and its title."""
    return (field.id, field.title) if field.title else (field.id,)


def find_fields(program: Program, name: str) -> list[SlotField]:
    """Find the fields whose value may be fixed by id ``name``; if there are none, by title."""
    by_id = [field for field in program.fields if field.id.lower() == name.lower()]
    return by_id or [field for field in program.fields if field.title.lower() == name.lower()]


def make_field_pin(program: Program, field: SlotField, pin_request: PinRequest) -> FieldPin:
    """Make a pin that fixes a field's value at the start of the game, from the value that the user wrote.

    Raises:
        InputError: The field has several values, or cannot hold this one.
    """
    if field not in pinnable_fields(program):
        why = (
            "has values for several places" if field.shape else f"is a name, which {argument('names')} and `name` give"
        )
        raise InputError(f"{field.title or field.id} cannot be pinned: it {why}", pin_request.place)
    if isinstance(field.type, IntType):
        number = value_of(pin_request.result, field.type)
        if number is not None:
            return FieldPin(field.id, str(number))
        hint = f"It is a number {field.type.low}..{field.type.high}."
    else:
        values = value_titles(program, field)
        for name, title in values.items():
            if pin_request.result.lower() in (name.lower(), title.lower()):
                return FieldPin(field.id, name)
        hint = f"It is {join_names(values.values(), 'or')}."
    raise InputError(f"{field.title or field.id} is never {clip(pin_request.result)!r}", pin_request.place, hint)


def value_titles(program: Program, field: SlotField) -> dict[str, str]:
    """Map the names of a field's possible values, except none, to their titles."""
    describer = Describer(program)
    kind = field.type
    count = len(program.enums[kind.enum].values) if isinstance(kind, EnumType) else 2
    return {describer.value_name(kind, value): describer.value_title(kind, value) for value in range(count)}


def pinned_values(pins: Sequence[FieldPin]) -> dict[str, str]:
    """Map the fields that pins fix before the game to their values; a field's last pin wins."""
    return {pin.field: pin.value for pin in pins}


def check_field_pins(program: Program, pins: Sequence[FieldPin], place: str) -> None:
    """Raise InputError unless the fields that a save fixes exist, and can have their values; ``place`` is the save.

    Raises:
        InputError: A field does not exist, or has no such value.
    """
    fields = {field.id: field for field in pinnable_fields(program)}
    for pin in pins:
        field = fields.get(pin.field)
        values = program.enums[field.type.enum].values if field and isinstance(field.type, EnumType) else ()
        if field is None or value_of(pin.value, field.type, values) is None:
            raise InputError(f"{clip(pin.field)} is pinned to {clip(pin.value)}, which these rules do not know", place)


def describe_pins(program: Program, tables: Sequence[Pin], fields: Sequence[FieldPin]) -> tuple[str, ...]:
    """Describe each result or value fixed before the game in words: ``G-5 pinned to 3``, ``Sky pinned to fog``."""
    fields_by_id = {field.id: field for field in program.fields}
    descriptions = [sentences.pinned(pin.table, "+".join(map(str, pin.faces))) for pin in tables]
    for pin in fields:
        field = fields_by_id[pin.field]
        title = pin.value if isinstance(field.type, IntType) else value_titles(program, field)[pin.value]
        descriptions.append(sentences.pinned(field.title or field.id, title))
    return tuple(descriptions)
