"""Syntax of other languages, translated to this one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from bombsight.dsl.failure import Failure
from bombsight.dsl.recognise.changes import Change, Changes
from bombsight.dsl.recognise.finding import Finding


@frozen
class ForeignSign:
    """A sign of other languages, and the words that replace it."""

    at: str
    words: str


FOREIGN = (
    ForeignSign(r"(?<![=!<>:+\-*/])={2,3}(?!=)", "is"),
    ForeignSign(r"!==?(?!=)|<>|=/=|≠", "is not"),
    ForeignSign(r"&&?", "and"),
    ForeignSign(r"\|\|", "or"),
    ForeignSign(r"[!~](?=\w+(?:\([^()]*\))?\s*(?:$|and\b|or\b|&|\|\||:|then\b|\)))", "not"),
    ForeignSign(r"(?<![=!<>:+\-*/])=(?!=)", "is"),
)
"""The signs, in the order in which they are tried."""

ANY_FOREIGN = re.compile("|".join(f"({sign.at})" for sign in FOREIGN))
"""Matches any of them, in the group of its index."""

OPENING = re.compile(r"\s*(:|then\b\s*:?|do\b\s*:?)\s*$")
"""Matches the end of a line that opens a block in other languages."""

OPENERS = re.compile(r"\s*(if|else|elif|elsif|elseif|while|for|repeat)\b")


def replace_foreign_signs(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that replaces operators of other languages by words; then also one that drops a block opener."""
    start = min(finding.start, failure.start)
    code = failure.line[start - failure.line_start :]
    changes = [
        word_change(failure.text, start + sign.start(), start + sign.end(), FOREIGN[(sign.lastindex or 1) - 1].words)
        for sign in ANY_FOREIGN.finditer(code)
    ]
    yield changes
    yield changes + drop_block_opener(failure)


def word_change(text: str, start: int, end: int, replacement: str) -> Change:
    """Make a change that puts words in place of an operator, with spaces around them.

    Args:
        text: The item.
        start: The start of the sign.
        end: Its end.
        replacement: The words.
    """
    before = "" if text[start - 1] in " \t(" else " "
    after = "" if text[end : end + 1] in (" ", "\t", "\n", "") else " "
    return Change(start, end, before + replacement + after)


def drop_block_opener(failure: Failure) -> Changes:
    """Return changes that remove a block opener of other languages (`:`, `then`, `do`) at a line's end, or none."""
    found = OPENING.search(failure.line) if OPENERS.match(failure.line) else None
    if found is None:
        return []
    text = failure.text[failure.line_start : failure.line_start + found.start(1)]  # `line` blanks its texts out
    return [Change(failure.line_start + len(text.rstrip()), failure.line_start + found.end(1), "")]


def mend_block_opener(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that removes a block opener of other languages (`:`, `then`, `do`)."""
    yield drop_block_opener(failure)


QUOTES = re.compile(r"""(['`])(?P<plain>[^"'`\n]*)\1|[\u2018\u201a\u201c\u201d\u201e\u00ab\u00bb](?P<fine>[^"\n\u2018\u201c\u201d\u201e\u00ab\u00bb]*)[\u2018\u2019\u201c\u201d\u00ab\u00bb]""")  # fmt: skip  # noqa: E501 - one pattern


def straighten_quotes(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that puts straight double quotes around a line's texts."""
    rest = failure.text[finding.start : failure.line_end]
    changes = []
    for text in QUOTES.finditer(rest):
        changes.append(Change(finding.start + text.start(), finding.start + text.start() + 1, '"'))
        changes.append(Change(finding.start + text.end() - 1, finding.start + text.end(), '"'))
    yield changes[:2]
    yield changes


def mend_comment(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes `#` for the comment sign of another language."""
    rest = failure.text[finding.start : failure.line_end]
    whole = re.match(r"(/\*+)[^*]*(\s*\*+/)\s*$", rest)
    is_alone = not failure.text[failure.line_start : finding.start].strip()
    sign = re.match(r"//+|--+(?=\s)" if is_alone else r"//+", rest)
    if sign:
        yield [Change(finding.start, finding.start + sign.end(), "#")]
    elif whole:
        ends = ((1, "#"), (2, ""))
        yield [Change(finding.start + whole.start(at), finding.start + whole.end(at), put) for at, put in ends]


def mend_else_if(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes `else if` as two words."""
    if re.fullmatch(r"elif|elsif|elseif", failure.text[finding.start : finding.end]):
        change = [Change(finding.start, finding.end, "else if")]
        yield change
        yield change + drop_block_opener(failure)


BETWEEN = re.compile(
    r"(?P<low>\d{1,9})\s*(?P<one><=?)\s*(?P<of>\w+(?:\.\w+|\[[^\]]*\])*)\s*(?P<other><=?)\s*(?P<high>\d{1,9})"
)


DESCENDING = re.compile(
    r"(?P<high>\d{1,9})\s*(?P<other>>=?)\s*(?P<of>\w+(?:\.\w+|\[[^\]]*\])*)\s*(?P<one>>=?)\s*(?P<low>\d{1,9})"
)


def mend_chained_comparison(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes a chained comparison as a range test."""
    between = BETWEEN.search(failure.line) or DESCENDING.search(failure.line)
    if between:
        start = failure.line_start + between.start()
        low = int(between["low"]) + (between["one"] in ("<", ">"))
        high = int(between["high"]) - (between["other"] in ("<", ">"))
        yield [Change(start, failure.line_start + between.end(), f"{between['of']} in {low}..{high}")]


RANGE = re.compile(r"(?<=[0-9])(?:\s*(?:[-~\u2013\u2014]|\bto\b)\s*|\.\.\.)(?:(?P<hundred>00\b)|(?=[0-9]))|\.\.\.")
"""Matches a foreign range sign; also `00`, which is 100 on two ten-sided dice."""


def mend_range(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes two dots in the ranges of a row's keys, or of the values behind its colon."""
    slip = finding.start - failure.line_start
    start = failure.line.rfind(":", 0, slip) + 1
    colon = failure.line.find(":", slip)
    yield [
        Change(failure.line_start + each.start(), failure.line_start + each.end(), "..100" if each["hundred"] else "..")
        for each in RANGE.finditer(failure.line, start, colon if colon >= 0 else len(failure.line))
    ]


DIGITS = re.compile(r"[dDwW](?P<sides>[2-9])(?P=sides)+")
"""Matches dice read digit by digit, as on cards: d66, d88, d666."""


def mend_dice(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes dice as one word: number, `d`, sides."""
    written = re.fullmatch(r"(\d*)\s*[dDwW]\s*(\d+)", failure.text[finding.start : finding.end])
    if re.fullmatch(r"1?[DwW]66", failure.text[finding.start : finding.end]):
        yield [Change(finding.start, finding.end, "d66")]
    elif written and not DIGITS.fullmatch(written[0]):
        yield [Change(finding.start, finding.end, f"{written[1] or 1}d{written[2]}")]


ASSIGNED = re.compile(
    r"(?P<indent>\s*)(?P<what>[A-Za-z]\w*(?:\.\w+|\[[^]=]*\])*)\s*"
    r"(?:(?P<sign>[+-]?|:)=(?!=)\s*(?P<value>[^=\s][^=]*?)|(?P<step>\+\+|--))\s*;?\s*$"
)


def mend_assignment(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes an assignment as `set`, `add` or `take`."""
    line = ASSIGNED.match(failure.line)
    if line is None:
        return
    if line["sign"] in ("", ":") and line["what"].isidentifier():
        return  # ambiguous: the name may exist, or be new
    whole = failure.text[failure.line_start :]  # the value may hold texts, which `line` blanks out
    value = whole[slice(*line.span("value"))] if line["value"] else "1"
    sign = line["step"][0] if line["step"] else line["sign"]
    said = {"+": f"add {value} to {line['what']}", "-": f"take {value} from {line['what']}"}
    end = line.end("value") if line["value"] else line.end("step")
    yield [
        Change(
            failure.line_start + line.end("indent"),
            failure.line_start + max(end, len(failure.line.rstrip())),
            said.get(sign, f"set {line['what']} to {value}"),
        )
    ]
