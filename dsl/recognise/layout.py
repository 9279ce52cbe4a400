"""Recognition of slips in quotes, brackets, indentation and blocks."""

from __future__ import annotations

import re

from attrs import evolve

from bombsight.dsl.failure import CHARACTER, GLUED, MISALIGNED, Failure, can_read_with
from bombsight.dsl.origin import STANDINGS
from bombsight.dsl.pieces import find_unclosed_texts, find_unmatched_bracket
from bombsight.dsl.recognise.finding import Finding, code_range_of_line, line_finding
from bombsight.dsl.recognise.nearness import misspelling_finding
from bombsight.dsl.suggestions import find_resembling
from bombsight.dsl.words import NEAR, former_words, language_words

SOURCES = ("cite", *STANDINGS)
"""The words that begin a source on a line of its own."""


def recognise_unclosed(failure: Failure) -> Finding | None:
    """Return the finding for an unclosed text or bracket; None for another mistake."""
    opened = find_unclosed_texts(failure.text)
    if opened and opened[0] < failure.line_end:
        first = opened[0]
        line_end = failure.text.index("\n", first)
        below = failure.text[line_end + 1 :].split("\n")[0].rstrip()
        goes_on = below.endswith('"') and below.count('"') % 2 == 1
        return Finding("E008" if goes_on else "E007", first, line_end)
    at = find_unmatched_bracket(failure.text)
    if at is None:
        return None
    if failure.text[at] in "([{":
        return Finding("E010", at, at + 1) if at < failure.start or failure.kind == "$END" else None
    return Finding("E011", at, at + 1) if at <= failure.start else None


QUOTED = re.compile(r"(was|now|add|remove)\s+(natural\s+)?([-0-9.]|else\b)")
"""Matches a row's head behind a word of an overlay."""

WHOLE_ROW = (
    "Write it as it stands: its keys, `:` and what it gives, or the block below it. "
    "`bombsight show GAME TABLE --quote --row KEYS` prints it."
)

NAMED = re.compile(r"(was|remove)\s+[A-Za-z]\w*$")
"""Matches a lone name behind a quoting word of an overlay."""

WHOLE_LINE = (
    "Write it as it stands: a modifier with its amount and its condition, a note with its title and its block. "
    "`bombsight show GAME TABLE --quote --row NAME` prints it."
)


def recognise_misplaced_line(failure: Failure) -> Finding | None:
    """Return the finding for a line with wrong indentation or in the wrong place; None for another mistake."""
    if failure.kind == MISALIGNED:
        above = code_range_of_line(failure.text, failure.line_start)
        return evolve(line_finding("E012", failure), label=(*above, "the line above"))
    if failure.kind == "_INDENT":
        return line_finding("E013", failure)
    if (
        failure.accepts
        and failure.accepts <= {"CITE", "PROVENANCE"}
        and not find_resembling(failure.word, SOURCES, NEAR)
    ):
        return line_finding("E013", failure)  # only a source may follow below this line
    if failure.kind == GLUED:
        return glued_word_finding(failure)
    if "_INDENT" not in failure.accepts or "_DEDENT" in failure.accepts:  # its block is optional
        return None
    if failure.kind in (CHARACTER, "CMP") and len(failure.accepts) > 1:
        return None
    header_end = failure.text.rfind("\n", 0, failure.start) if failure.word else failure.line_end
    header = code_range_of_line(failure.text, header_end)
    opener = failure.text[slice(*header)]
    may_be_row = opener.split()[0] not in former_words() - {"else", "natural", "when"}
    if may_be_row and failure.text[: header[0]].startswith("table"):
        return Finding("E041", *header)
    if header[0] == 0:
        return Finding("E051" if opener.startswith(("define", "tally", "forecast")) else "E015", *header)
    quoted = QUOTED.match(opener)
    if quoted:
        return Finding("E014", *header, message="A row is quoted whole.", note="only its head", help=WHOLE_ROW)
    if NAMED.match(opener):
        return Finding("E014", *header, message="A line is quoted whole.", note="only its name", help=WHOLE_LINE)
    if not failure.word:
        return Finding("E014", *header, message="This line needs lines of its own below it.", note="no lines below it")
    return evolve(line_finding("E014", failure), label=(*header, "the line that needs them"))


def glued_word_finding(failure: Failure) -> Finding:
    """Make the finding for a word read as two tokens: misspelt, starting with a digit, or lacking a space."""
    whole = next(found for found in re.finditer(r"\w+", failure.text) if found.end() > failure.start)
    for right in find_resembling(whole[0].lower(), sorted(language_words()), NEAR):
        if can_read_with(failure, *whole.span(), right):
            return misspelling_finding(whole[0], whole.start(), right)
    if whole[0][0].isdigit():
        return Finding("E025", *whole.span(), note="a name begins with a letter")
    return Finding("E029", failure.start, failure.end)
