"""Recognition of slips by small edits with which the line can be parsed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from bombsight.dsl.failure import Failure, can_read_with
from bombsight.dsl.recognise.finding import Finding, finding_at_failure, line_finding


@frozen
class Mend:
    """A small edit that may fix a line, and thereby identifies its slip.

    Attributes:
        code: The slip that it fixes.
        put: The text to insert.
        needs: A terminal that the parser must accept at the place; empty for none.
        line: A pattern for the line.
        over: A pattern for the replaced text.
        where: The place: at the failure, or at the end or the beginning of the line.
    """

    code: str
    put: str
    needs: str = ""
    line: str = ""
    over: str = ""
    where: Literal["here", "end", "begin"] = "here"


THEN = r"\s+(if|else(?!:)|for|while|repeat|step|answer)\b"

IF_FOR_WHEN = Mend("E079", " when ", "WHEN", over=r"if\b")
NOT_ALONE = Mend("E033", "is not", "IS", over=r"not\b(?!\s+in\b)")

MENDS = (
    Mend("E064", "answer ", "ANSWER", over=r"(option|branch|choice|case)\b"),
    Mend("E078", "beside ", "BESIDE", over=r"(show|hint|info|note|tell|remark|say)\b"),
    Mend("E079", " when ", "WHEN", r"\s*(routine\b|beside\s*\")", r"if\b|:|="),
    IF_FOR_WHEN,
    NOT_ALONE,
    Mend("E045", " to ", "TO", r"\s*set\b", r":?=|:|is\b|as\b"),
    Mend("E045", " to ", "TO", r"\s*set\b"),
    Mend("E046", " to ", "TO", r"\s*add\b", r"in\b|into\b|on\b|="),
    Mend("E046", " to ", "TO", r"\s*add\b"),
    Mend("E046", " from ", "FROM", r"\s*remove\b", r"of\b|in\b|to\b"),
    Mend("E046", " from ", "FROM", r"\s*remove\b"),
    Mend("E047", " = ", "EQUAL", r"\s*let\b", r"to\b|is\b|be\b|:"),
    Mend("E047", " = ", "EQUAL", r"\s*let\b"),
    Mend("E043", " |", line=r"\s*(\w+\s+)?\|", where="end"),
    Mend("E043", " | ", "VBAR", r"\s*(\w+\s+)?\|"),
    Mend("E043", "| ", line=r".*\|\s*$", where="begin"),
    Mend("E040", ": ", "COLON", "", r"=>|->|=|-"),
    Mend("E040", ": ", "COLON"),
    Mend("E080", "rows x in y\n  ", "LINED", over=r"(?=(mark|for|at)\b)"),
    Mend("E018", "\n" + " " * 40, line=THEN, over=r"(?=[a-z])"),
    Mend("E018", "\n" + " " * 40, line=THEN, over=r"(:|then\b:?)\s*(?=[a-z])"),
)

MISPLACED = (
    IF_FOR_WHEN,
    NOT_ALONE,
    Mend("E073", "", line=r"tally +(good|bad)\b", over=r'\w+(?= +")'),
    Mend("E073", "", line=r"tally\b", over=r'(good|bad)\b|"(good|bad)"'),
    Mend("E073", "", line=r"\s+(\w+ +(good|bad)|(good|bad) +\w+) +:", over=r'\w+(?= +")|"[^"\n]*"'),
    Mend("E073", "", line=r"\s+\w+(\[[^]]*\])? *:.* (good|bad)\b", over=r"(good|bad)\b"),
    Mend("E073", "", line=r"\s+(say|mark)\b", over=r"(good|bad)\b"),
    Mend("E076", "", line=r"\s+answer +grave\b", over=r'\w+(?= +")'),
    Mend("E076", "", line=r"\s+answer\b", over=r"grave\b"),
    Mend("E077", "", line=r"\s+(together|grave)\b", over=r'(together +"[^"]*"|grave)(?= *(#|$))'),
)
"""Edits for misplaced words, tried before examples that fail in the same way."""


def recognise_misplaced_word(failure: Failure) -> Finding | None:
    """Return the finding for a misplaced word, without which the line could be parsed; None for another mistake."""
    return recognise_by_mending(failure, MISPLACED)


def recognise_by_mending(failure: Failure, candidates: Sequence[Mend] = MENDS) -> Finding | None:
    """Return the finding for the first of some small edits (``candidates``) that lets the line parse, or None."""
    for mend in candidates:
        if not re.match(mend.line, failure.line) or not {mend.needs} <= failure.accepts | {""}:
            continue
        if mend.code == "E018" and not failure.line_before.strip():
            continue  # it stands on a line of its own
        start = {"here": failure.start, "end": failure.line_end, "begin": failure.line_start}[mend.where]
        found = re.compile(mend.over).match(failure.text, start, failure.line_end)
        if found and can_read_with(failure, *found.span(), mend.put):
            return finding_at_failure(mend.code, failure) if mend.where == "here" else line_finding(mend.code, failure)
    return None
