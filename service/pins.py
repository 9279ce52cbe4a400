"""Pinned tables: what the dice of a table show is laid beforehand, for those who play alongside a table of their own.

A pin is ``TABLE=RESULT``: what the dice show (``G-5=3``, ``G-1=3 4``), or words of a row where nothing is added to the
dice. A file of pins has one a line; ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from bombsight.compiler.findings import near
from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.flat.sites import RollSite, RowInfo
from bombsight.runtime.errors import InputError, clip, decode, read_bytes
from bombsight.runtime.foresight import rows_by_number
from bombsight.runtime.records import Pin
from bombsight.runtime.sources import read_throw, typed_throw

FORM = "Write TABLE=RESULT: what the dice show, or words of a row."


@frozen
class PinAsked:
    """A pin as it was written.

    Attributes:
        table: The table's id.
        result: What its dice shall show, or words of a row.
        place: Where it was written: ``file:line``, or empty.
    """

    table: str
    result: str
    place: str = ""


def parse_pin(text: str, place: str = "") -> PinAsked:
    """A pin from its line.

    Raises:
        InputError: It has no table or no result.
    """
    table, equals, result = (part.strip() for part in text.partition("="))
    if not (table and equals and result):
        raise InputError(f"{clip(text)!r} pins nothing", place, FORM)
    return PinAsked(table, result, place)


def read_pins(path: str) -> tuple[PinAsked, ...]:
    """The pins in a file.

    Raises:
        InputError: It cannot be read, or a line is no pin.
    """
    lines = decode(read_bytes(path), path).split("\n")
    told = [(line.partition("#")[0].strip(), number) for number, line in enumerate(lines, start=1)]
    return tuple(parse_pin(line, f"{path}:{number}") for line, number in told if line)


def pin_for(program: Program, asked: PinAsked) -> Pin:
    """A pin as it fits the dice of its table.

    Raises:
        InputError: There is no such table, it throws no dice, or they cannot show that.
    """
    rolls = [site for site in program.sites if isinstance(site, RollSite) and site.table is not None]
    sites = [site for site in rolls if (site.table or "").lower() == asked.table.lower()]
    if not sites:
        known = sorted({site.table or "" for site in rolls})
        hint = near(asked.table, known) or f"`bombsight table {program.game}` lists the tables."
        raise InputError(f"no table {clip(asked.table)} is rolled on in {program.title}", asked.place, hint)
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
        read = typed_throw(asked.result, site.count, site.sides)
        if not isinstance(read, str):
            return read
        problem = problem or read
    raise InputError(f"{asked.table}={clip(asked.result)}: {problem}", asked.place, FORM)


def by_row(site: RollSite, asked: PinAsked) -> tuple[int, ...]:
    """The least that dice show which lead to a row of these words.

    Raises:
        InputError: There is no such row, or it depends on more than the dice which it is.
    """
    dice = Dice(site.count, site.sides)
    rows = rows_by_number(site, ())
    if site.modifiers or rows is None:
        why = "what its dice lead to depends on more than they show"
        hint = f"Pin the dice: {asked.table}={dice.low}, for one."
        raise InputError(f"{asked.table}={clip(asked.result)}: {why}", asked.place, hint)
    for number, row in rows.items():
        if asked.result.lower() in words_of_row(row):
            read = read_throw((number,), site.count, site.sides)
            assert not isinstance(read, str)
            return read
    known = list(dict.fromkeys(row.title or row.text.replace("_", " ") for row in rows.values()))
    hint = near(asked.result, known) or f"`bombsight table GAME {site.table}` shows them."
    raise InputError(f"{asked.table} has no row {clip(asked.result)!r}", asked.place, hint)


def words_of_row(row: RowInfo) -> tuple[str, ...]:
    """What a row may be called."""
    return row.title.lower(), row.text.lower(), row.text.replace("_", " ").lower()
