"""Idioms: lines as other languages and plain English have them, with their translation.

Each idiom is a pattern and its replacement. A fix is proposed only if the line can be parsed with it; a trial on the
rules decides later whether it is certain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bombsight.dsl.blocks import mask_comments
from bombsight.dsl.failure import MISALIGNED, Failure, can_read_with, is_line_superfluous
from bombsight.dsl.pieces import find_unmatched_bracket
from bombsight.dsl.recognise.changes import Change
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.recognise.idioms.idiom import Idiom, fill_replacement
from bombsight.dsl.recognise.idioms.rewriting import (
    code_range,
    match_line_idioms,
    match_part_idioms,
    rewrite_line,
    smallest_change,
)

FOREIGN = "E084"

MAX_LINE_LENGTH = 300
"""The longest line in which idioms are sought."""


def recognise_closing_bracket(failure: Failure) -> Finding | None:
    """Return the finding for a line with a bracket that nothing opens, as blocks and keys end elsewhere, or None."""
    at = find_unmatched_bracket(failure.text)
    if at is None or failure.text[at] not in ")]}" or not failure.line_start <= at <= failure.start:
        return None
    return find_idiom(failure, explained=False)


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


def match_whole_line(failure: Failure, start: int, end: int, explained: bool) -> Finding | None:
    """Find another language's idiom that matches a whole line, from ``start`` to ``end``; None if there is none.

    Args:
        failure: The failure.
        start: The start of the line's code.
        end: Its end.
        explained: Whether to look for idioms with only an explanation.
    """
    for found, idiom in match_line_idioms(failure, start, end):
        if bool(idiom.puts) is explained:
            continue
        puts = [fill_replacement(put, found) for put in idiom.puts]
        lines = [line for put in puts for line in rewrite_code(failure, start, end, put)]
        changes = [replace_code(failure, start, end, line) for line in dict.fromkeys(lines)]
        removal = remove_line(failure) if "" in puts else []
        if changes or removal or explained:
            marked = start, start + len(found[0])
            if idiom.code != FOREIGN and lines:  # its slip stands at one place
                marked = changed_range(failure, smallest_change(failure, lines[0]))
            return idiom_finding(idiom, found, marked, describe_translation(idiom, puts, lines), [*changes, *removal])
    return None


def rewrite_code(failure: Failure, start: int, end: int, replacement: str) -> list[str]:
    """Return the possible lines with another code; empty if it is the same, or the item cannot be parsed with it."""
    return rewrite_line(failure, start, end, replacement) if replacement not in ("", failure.text[start:end]) else []


def replace_code(failure: Failure, start: int, end: int, line: str) -> Change:
    """Return the change of a line's code, from ``start`` to ``end``, to that of a text of the whole line."""
    tail = failure.line_end - end
    return Change(start, end, line[start - failure.line_start : len(line) - tail])


def changed_range(failure: Failure, change: Change) -> tuple[int, int]:
    """The range of the word that a change replaces, or before which it puts something."""
    text = failure.text[change.start : failure.line_end]
    word = re.compile(r"\s*(\w+|[^\w\s]+|$)").match(text)
    assert word is not None
    start = change.start + word.start(1)
    return start, max(start + 1, change.start + word.end(1))


def remove_line(failure: Failure) -> list[Change]:
    """Return the change that removes the line where the parser stopped, if the item can do without; else none."""
    whole = Change(failure.line_start, failure.line_end + 1, "")
    return [whole] if is_line_superfluous(failure) else []


def match_part(failure: Failure, end: int, explained: bool) -> Finding | None:
    """Find another language's idiom in a line, at the place where the parser stopped; None if there is none.

    Args:
        failure: The failure.
        end: The end of the line's code.
        explained: Whether to look for idioms with only an explanation.
    """
    for found, idiom in match_part_idioms(failure, end):
        if bool(idiom.puts) is explained:
            continue
        if explained:
            return idiom_finding(idiom, found, found.span(), "", [])
        puts = [put for each in idiom.puts if (put := fill_replacement(each, found)) != found[0]]
        changes = [Change(*found.span(), put) for put in puts if can_read_with(failure, *found.span(), put)]
        lines = [] if changes else [line for put in puts for line in rewrite_line(failure, *found.span(), put)]
        changes += [smallest_change(failure, line) for line in dict.fromkeys(lines)]
        if changes:
            return idiom_finding(idiom, found, found.span(), describe_translation(idiom, puts, lines), changes)
    return None


def idiom_finding(
    idiom: Idiom, match: re.Match[str], marked: tuple[int, int], advice: str, changes: Sequence[Change]
) -> Finding:
    """Make the finding for an idiom of another language.

    Args:
        idiom: The idiom.
        match: Its match.
        marked: The start and the end of the marked range.
        advice: What to write, if the idiom does not explain itself.
        changes: The changes with which the line can be parsed.
    """
    certain = len(changes) == 1 and not idiom.doubtful
    return Finding(
        idiom.code,
        *marked,
        message=idiom.message,
        help=match.expand(idiom.help) if idiom.help else advice,
        changes=tuple(changes) if certain else (),
        others=() if certain else tuple((change,) for change in changes),
        doubtful=idiom.doubtful,
    )


def describe_translation(idiom: Idiom, replacements: Sequence[str], lines: Sequence[str]) -> str:
    """Say what is written for an idiom: its replacements, or the whole lines where more than these have changed."""
    puts = [put.strip() for put in replacements if put.strip()]
    codes = [mask_comments(line).strip() for line in lines]
    if idiom.code != FOREIGN and set(codes) <= set(puts):  # its slip has advice of its own
        return ""
    written = list(dict.fromkeys(puts if set(codes) <= set(puts) else codes))
    return "Write " + " or ".join(map(describe_code, written)) + "." if written else ""


def describe_code(code: str) -> str:
    """Quote a statement for a sentence; of a block each line, one below another."""
    first, *below = [line.strip() for line in code.split("\n")]
    return ", below it ".join((f"`{first}`", *(f"`{line}`" for line in below)))
