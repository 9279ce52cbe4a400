"""Slips that may mean one thing or another: each way of reading them, the likeliest first where one is.

What is meant is found out by trying: a value that nothing has makes one reading wrong, a field that there is another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from attrs import evolve

from bombsight.dsl.failure import Failure
from bombsight.dsl.recognise.certain import LONGEST, quoted
from bombsight.dsl.recognise.changes import Change, Changes
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.recognise.foreign import DIGITS, commented
from bombsight.dsl.recognise.ways import readable

Reading = Callable[[Failure, Finding], Finding]


def readings(failed: Failure, found: Finding) -> Finding:
    """A slip with what it may mean, where that is more than one thing.

    Args:
        failed: Where reading the item stopped.
        found: The slip.
    """
    if found.code not in READINGS or failed.line_end - failed.line_start > LONGEST:
        return found
    return READINGS[found.code](failed, found)


def with_readings(failed: Failure, found: Finding, likely: Sequence[Changes], others: Sequence[Changes]) -> Finding:
    """A slip with those of some readings with which the line can be read.

    Args:
        failed: Where reading the item stopped.
        found: The slip.
        likely: What is most likely meant, if anything is.
        others: What else may be.
    """
    first = next((tuple(each) for each in likely if each and readable(failed, each)), ())
    rest = tuple(tuple(each) for each in others if each and readable(failed, each))
    if first or len(rest) != 1 or found.doubtful:
        return evolve(found, changes=first, others=rest)
    return evolve(found, changes=rest[0])


DIVIDED = re.compile(
    r"(?P<sign>//) *(?P<by>\d+|[A-Za-z]\w*(?:\.\w+|\[[^\]\n]*\]|\([^()\n]*\))*|\([^()\n]*\))(?P<rest>.*)"
)


def divided(failed: Failure, found: Finding) -> Finding:
    """Two slashes: a comment, or a division behind a value."""
    comment = [*commented(failed, found)]
    division = DIVIDED.match(failed.line, found.start - failed.line_start)
    if not failed.line[: found.start - failed.line_start].strip():
        return with_readings(failed, found, comment, ())
    if readable(failed, [Change(found.start, found.start + 2, "")]):  # what stands behind it goes on with the line
        return with_readings(failed, evolve(found, doubtful=True), (), comment)
    if division is None:
        return with_readings(failed, found, comment, ())
    sign = Change(found.start, found.start + 2, "/")
    behind = failed.line_start + division.end("by")
    rounded = [sign, Change(behind, behind, " rounded down")]
    if not readable(failed, rounded):
        return with_readings(failed, found, comment, ())
    value = failed.text[failed.line_start : failed.line_end][slice(*division.span("by"))]
    told = evolve(
        found,
        message="`//` begins no comment, and divides nothing.",
        note="no sign of the language",
        help=f"A division says how it rounds: `/ {value} rounded down`. A comment begins with `#`.",
    )
    is_a_word = division["by"].isidentifier() and not division["rest"].strip()
    likely, others = ((), [rounded, *comment]) if is_a_word else ([rounded], comment)
    return with_readings(failed, told, likely, others)


VALUE = re.compile(r"(?:say|ask|beside)\s+(?P<value>[A-Za-z]\w*(?:\.[A-Za-z]\w*|\[[^\]\n]*\]|\([^()\n]*\))*)\s*$")


def told_value(failed: Failure, found: Finding) -> Finding:
    """A text without quotes: a value that is to be told, or words."""
    said = VALUE.search(failed.line)
    if said is None:
        return found
    start, end = (failed.line_start + place for place in said.span("value"))
    hole = [Change(start, start, '"{'), Change(end, end, '}"')]
    help = f'Put it there; a value stands in braces besides, `"{{{said["value"]}}}"`.'
    is_a_word = said["value"].isidentifier()
    told = evolve(found, help=help, doubtful=said["value"].islower())  # it may be a name that is misspelt
    return with_readings(failed, told, [hole], [*quoted(failed, found)] if is_a_word else ())


ASSIGNED = re.compile(r"\s*(?P<name>[A-Za-z]\w*)\s*:?=(?!=)\s*(?P<value>\S.*?)\s*;?\s*$")


def set_or_named(failed: Failure, found: Finding) -> Finding:
    """A sign that gives a name its value: of a name that is there, or of one that begins here."""
    line = ASSIGNED.match(failed.line)
    if line is None:
        return found
    whole = failed.text[failed.line_start : failed.line_end]
    value = whole[slice(*line.span("value"))]
    start, end = failed.line_start + line.start("name"), failed.line_start + line.end("value")
    ways = [[Change(start, end, put)] for put in (f"set {line['name']} to {value}", f"let {line['name']} = {value}")]
    return with_readings(failed, found, (), ways)


def digits(failed: Failure, found: Finding) -> Finding:
    """Dice that are read digit by digit, of which the language has d66 alone: nothing mends them."""
    written = DIGITS.fullmatch(failed.text[found.start : found.end])
    if written is None:
        return found
    if int(written["sides"] * 2) == 66 and len(written[0]) == 3:
        return evolve(found, message="Two dice read as tens and ones are `d66`.", help="Write `d66`.")
    die = f"1d{written['sides']}"
    help = f"Throw `{die}` for the first digit, and below each of its rows `roll {die}` for the next."
    return evolve(found, message="Of dice that are read digit by digit there is d66 alone.", help=help)


READINGS: dict[str, Reading] = {"E009": divided, "E027": told_value, "E038": digits, "E039": set_or_named}
"""The slips that may mean one thing or another."""
