"""Ambiguous slips: the possible readings of a line, the likeliest first if there is one.

Trials on the rules decide between them: an unknown name rules out one reading, an existing field another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from attrs import evolve

from bombsight.dsl.failure import Failure
from bombsight.dsl.recognise.certain_mends import MAX_LINE_LENGTH, quote_rest
from bombsight.dsl.recognise.changes import Change, Changes
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.recognise.foreign import DIGITS, mend_comment
from bombsight.dsl.recognise.menders import is_readable

Reader = Callable[[Failure, Finding], Finding]


def find_readings(failure: Failure, finding: Finding) -> Finding:
    """Copy an ambiguous syntax error with a text change for each possible meaning; return others unchanged."""
    if finding.code not in READERS or failure.line_end - failure.line_start > MAX_LINE_LENGTH:
        return finding
    return READERS[finding.code](failure, finding)


def set_readable_changes(
    failure: Failure, finding: Finding, likely: Sequence[Changes], others: Sequence[Changes]
) -> Finding:
    """Copy a syntax error with those of the ``likely`` and ``others`` as its changes that let the line parse.

    Args:
        failure: The failure.
        finding: The slip.
        likely: Changes that are most likely meant.
        others: Other possible changes.
    """
    first = next((tuple(each) for each in likely if each and is_readable(failure, each)), ())
    rest = tuple(tuple(each) for each in others if each and is_readable(failure, each))
    if first or len(rest) != 1 or finding.doubtful:
        return evolve(finding, changes=first, others=rest)
    return evolve(finding, changes=rest[0])


DIVIDED = re.compile(
    r"(?P<sign>//) *(?P<by>\d+|[A-Za-z]\w*(?:\.\w+|\[[^\]\n]*\]|\([^()\n]*\))*|\([^()\n]*\))(?P<rest>.*)"
)


def read_slashes(failure: Failure, finding: Finding) -> Finding:
    """Copy the finding for ``//`` with changes that make it a comment, or behind a value a division."""
    comment = [*mend_comment(failure, finding)]
    division = DIVIDED.match(failure.line, finding.start - failure.line_start)
    if not failure.line[: finding.start - failure.line_start].strip():
        return set_readable_changes(failure, finding, comment, ())
    if is_readable(failure, [Change(finding.start, finding.start + 2, "")]):  # the text behind it continues the line
        return set_readable_changes(failure, evolve(finding, doubtful=True), (), comment)
    if division is None:
        return set_readable_changes(failure, finding, comment, ())
    sign = Change(finding.start, finding.start + 2, "/")
    behind = failure.line_start + division.end("by")
    rounded = [sign, Change(behind, behind, " rounded down")]
    if not is_readable(failure, rounded):
        return set_readable_changes(failure, finding, comment, ())
    value = failure.text[failure.line_start : failure.line_end][slice(*division.span("by"))]
    explained = evolve(
        finding,
        message="`//` begins no comment, and divides nothing.",
        note="no sign of the language",
        help=f"A division says how it rounds: `/ {value} rounded down`. A comment begins with `#`.",
    )
    is_a_word = division["by"].isidentifier() and not division["rest"].strip()
    likely, others = ((), [rounded, *comment]) if is_a_word else ([rounded], comment)
    return set_readable_changes(failure, explained, likely, others)


VALUE = re.compile(
    r"(?:say|ask|beside)\s+(?P<value>[A-Za-z]\w*(?:\.[A-Za-z]\w*|\[[^\]\n]*\]|\([^()\n]*\))*(?: ?[-+*] ?\w+)*)\s*$"
)


def read_unquoted_text(failure: Failure, finding: Finding) -> Finding:
    """Copy the finding for a text without quotes with changes that print it as a value, or quote it as words."""
    match = VALUE.search(failure.line)
    if match is None:
        return finding
    start, end = (failure.line_start + place for place in match.span("value"))
    hole = [Change(start, start, '"{'), Change(end, end, '}"')]
    help = f'Put it there; a value stands in braces besides, `"{{{match["value"]}}}"`.'
    is_a_word = match["value"].isidentifier()
    explained = evolve(finding, help=help, doubtful=match["value"].islower())  # it may be a name that is misspelt
    return set_readable_changes(failure, explained, [hole], [*quote_rest(failure, finding)] if is_a_word else ())


def read_digit_dice(failure: Failure, finding: Finding) -> Finding:
    """Copy the finding for dice read digit by digit with an explanation: only d66 exists, so there is no fix."""
    written = DIGITS.fullmatch(failure.text[finding.start : finding.end])
    if written is None:
        return finding
    if int(written["sides"] * 2) == 66 and len(written[0]) == 3:
        return evolve(finding, message="Two dice read as tens and ones are `d66`.", help="Write `d66`.")
    die = f"1d{written['sides']}"
    help = f"Throw `{die}` for the first digit, and below each of its rows `roll {die}` for the next."
    return evolve(finding, message="Of dice that are read digit by digit there is d66 alone.", help=help)


READERS: dict[str, Reader] = {
    "E009": read_slashes,
    "E027": read_unquoted_text,
    "E038": read_digit_dice,
}
"""The reader of each ambiguous slip."""
