"""Idioms: lines as other languages and plain English have them, with their translation.

Each idiom is a pattern and its replacement. A fix is proposed only if the line can be parsed with it; a trial on the
rules decides later whether it is certain.
"""

from __future__ import annotations

import re

from bombsight.dsl.failure import MISALIGNED, Failure, can_read_with, failure_after_replacing, is_line_superfluous
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.recognise.changes import Change
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.recognise.idioms.idiom import Idiom, fill_replacement
from bombsight.dsl.recognise.idioms.items import ITEMS
from bombsight.dsl.recognise.idioms.statements import STATEMENTS
from bombsight.dsl.recognise.idioms.tables import LINES
from bombsight.dsl.recognise.idioms.values import VALUES

FOREIGN = "E084"

MAX_LINE_LENGTH = 300
"""The longest line in which idioms are sought."""

MAX_IDIOMS = 4
"""The most idioms of a line that are replaced together."""

BLOCK_OPENER = re.compile(r"\s*(?::|\bthen\b\s*:?|\bdo\b\s*:?|\{)\s*$")
"""Matches the end of a line that opens a block in other languages."""

LINE_IDIOMS = tuple((re.compile(idiom.at), idiom) for idiom in (*STATEMENTS, *LINES, *ITEMS))
PART_IDIOMS = tuple(
    (re.compile(idiom.at if idiom.at[0] == " " else rf"(?<!\w)(?:{idiom.at})"), idiom) for idiom in VALUES
)


def recognise_idiom(failure: Failure) -> Finding | None:
    """Return the finding for an idiom of another language that has a translation; None without one."""
    return find_idiom(failure, explained=False)


def recognise_explained_idiom(failure: Failure) -> Finding | None:
    """Return the finding for an idiom of another language that has only an explanation; None without one."""
    return find_idiom(failure, explained=True)


def find_idiom(failure: Failure, *, explained: bool) -> Finding | None:
    """Find another language's idiom on the line where the parser stopped, translated or only ``explained``.

    Args:
        failure: The failure.
        explained: Whether to look for idioms with only an explanation; else for those with a translation.
    """
    start, end = code_range(failure)
    if not 0 < end - start <= MAX_LINE_LENGTH or failure.kind in (MISALIGNED, "_INDENT"):
        return None
    return match_whole_line(failure, start, end, explained) or match_part(failure, end, explained)


def code_range(failure: Failure) -> tuple[int, int]:
    """The range of offsets of the code on the line where the parser stopped, without a comment."""
    line = failure.text[failure.line_start : failure.line_end]
    comment = next((found.start() for found in TEXT_OR_COMMENT.finditer(line) if found[0][0] == "#"), len(line))
    code = line[:comment].rstrip()
    return failure.line_start + len(code) - len(code.lstrip()), failure.line_start + len(code)


# --- whole lines


def match_whole_line(failure: Failure, start: int, end: int, explained: bool) -> Finding | None:
    """Find another language's idiom that matches a whole line, from ``start`` to ``end``; None if there is none.

    Args:
        failure: The failure.
        start: The start of the line's code.
        end: Its end.
        explained: Whether to look for idioms with only an explanation.
    """
    code = failure.text[start:end]
    for line in dict.fromkeys((code, BLOCK_OPENER.sub("", code))):
        for pattern, idiom in LINE_IDIOMS:
            found = pattern.fullmatch(line) if bool(idiom.puts) is not explained else None
            if found is None or not re.match(idiom.item, failure.text) or (idiom.inside and not start):
                continue
            puts = [fill_replacement(put, found) for put in idiom.puts]
            changes = [change for put in puts if (change := make_replacement(failure, start, end, put))]
            if changes or explained:
                return idiom_finding(idiom, found, start, start + len(line), puts, changes)
    return None


def make_replacement(failure: Failure, start: int, end: int, replacement: str) -> Change | None:
    """Make the change that replaces or removes a line's code; None if the item cannot be parsed with it.

    Args:
        failure: The failure.
        start: The start of the line's code.
        end: Its end.
        replacement: The new code; empty to remove the line.
    """
    if not replacement:
        return Change(failure.line_start, failure.line_end + 1, "") if is_line_superfluous(failure) else None
    return (
        Change(start, end, replacement)
        if replacement != failure.text[start:end] and can_read_with(failure, start, end, replacement)
        else None
    )


def idiom_finding(
    idiom: Idiom, match: re.Match[str], start: int, end: int, replacements: list[str], changes: list[Change]
) -> Finding:
    """Make the finding for an idiom of another language, with its translations as ``changes``.

    Args:
        idiom: The idiom.
        match: Its match.
        start: The start of the marked range.
        end: Its end.
        replacements: The possible translations.
        changes: The changes with which the line can be parsed.
    """
    suggestion = " or ".join(f"`{put.strip()}`" for put in replacements if put)
    is_slip = idiom.code != FOREIGN
    certain = len(changes) == 1 and not idiom.doubtful
    return Finding(
        idiom.code,
        start,
        end,
        message=idiom.message,
        help=match.expand(idiom.help) if idiom.help else "" if is_slip or not suggestion else f"Write {suggestion}.",
        changes=tuple(changes) if certain else (),
        others=() if certain else tuple((change,) for change in changes),
        doubtful=idiom.doubtful,
    )


# --- parts of lines


def match_part(failure: Failure, end: int, explained: bool) -> Finding | None:
    """Find another language's idiom in a line, at the place where the parser stopped; None if there is none.

    Args:
        failure: The failure.
        end: The end of the line's code.
        explained: Whether to look for idioms with only an explanation.
    """
    for pattern, idiom in PART_IDIOMS:
        if bool(idiom.puts) is explained or not re.match(idiom.line, failure.line):
            continue
        for found in pattern.finditer(failure.text, failure.line_start, end):
            if not found.start() <= failure.start <= skip_spaces(failure, found):
                continue
            if explained:
                return idiom_finding(idiom, found, *found.span(), [], [])
            put = fill_replacement(idiom.puts[0], found)
            if can_read_with(failure, *found.span(), put):
                return idiom_finding(idiom, found, *found.span(), [put], [Change(*found.span(), put)])
            changed = rewrite_line(failure, *found.span(), put, MAX_IDIOMS)
            if changed is not None:
                return idiom_finding(idiom, found, *found.span(), [put], [smallest_change(failure, changed)])
    return None


def skip_spaces(failure: Failure, match: re.Match[str]) -> int:
    """Return the offset of the first character other than a space behind a matched idiom."""
    rest = failure.text[match.end() : failure.line_end]
    return match.end() + len(rest) - len(rest.lstrip())


def rewrite_line(failure: Failure, start: int, end: int, replacement: str, max_idioms: int) -> str | None:
    """Translate an idiom of another language, and further ones until the line parses; return the new line, or None.

    Args:
        failure: The failure.
        start: The start of the idiom.
        end: Its end.
        replacement: Its translation.
        max_idioms: The most further idioms to replace.
    """
    line = failure.text[failure.line_start : start] + replacement + failure.text[end : failure.line_end]
    stopped = failure_after_replacing(failure, start, end, replacement)
    if stopped is None:
        return line
    if not max_idioms or stopped.line_start != failure.line_start or stopped.start < start + len(replacement):
        return None
    opener = BLOCK_OPENER.search(line, stopped.start - stopped.line_start)
    if opener and can_read_with(stopped, stopped.line_start + opener.start(), stopped.line_end, ""):
        return line[: opener.start()]
    for pattern, idiom in PART_IDIOMS:
        for found in pattern.finditer(stopped.text, stopped.line_start, stopped.line_end):
            if (
                idiom.puts
                and not (idiom.doubtful or idiom.line)
                and found.start() <= stopped.start <= skip_spaces(stopped, found)
            ):
                changed = rewrite_line(stopped, *found.span(), fill_replacement(idiom.puts[0], found), max_idioms - 1)
                if changed is not None:
                    return changed
    return None


def smallest_change(failure: Failure, line: str) -> Change:
    """Return the smallest change, by whole words, from the line where the parser stopped to the text ``line``."""
    was = failure.text[failure.line_start : failure.line_end]
    words, now = re.findall(r"\s+|\w+|.", was), re.findall(r"\s+|\w+|.", line)
    both = enumerate(zip(words, now, strict=False))
    first = next((at for at, (one, other) in both if one != other), min(len(words), len(now)))
    last = 0
    while last < min(len(words), len(now)) - first and words[-1 - last] == now[-1 - last]:
        last += 1
    start = failure.line_start + len("".join(words[:first]))
    end = failure.line_start + len("".join(words[: len(words) - last]))
    return Change(start, end, "".join(now[first : len(now) - last]))
