"""Rewriting of a line by idioms, one after another, until it can be parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bombsight.dsl.failure import Failure, can_read_with, failure_after_replacing
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.recognise.changes import Change, apply_changes
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.recognise.foreign import replace_foreign_signs
from bombsight.dsl.recognise.idioms.catalogue import line_idioms, part_idioms
from bombsight.dsl.recognise.idioms.idiom import Idiom, fill_replacement
from bombsight.dsl.recognise.menders import is_readable

MAX_IDIOMS = 4
"""The most idioms of a line that are replaced together."""

BLOCK_OPENER = re.compile(r"\s*(?::|\b(?i:then)\b\s*:?|\bdo\b\s*:?|\{)\s*$")
"""Matches the end of a line that opens a block in other languages."""

LINE_END = re.compile(r"\s*[;,.]$")
"""Matches a sign behind the end of a line."""


def code_range(failure: Failure) -> tuple[int, int]:
    """The range of offsets of the code on the line where the parser stopped, without a comment."""
    line = failure.text[failure.line_start : failure.line_end]
    comment = next((found.start() for found in TEXT_OR_COMMENT.finditer(line) if found[0][0] == "#"), len(line))
    code = line[:comment].rstrip()
    return failure.line_start + len(code) - len(code.lstrip()), failure.line_start + len(code)


def match_line_idioms(failure: Failure, start: int, end: int) -> Iterator[tuple[re.Match[str], Idiom]]:
    """Yield the idioms that match a whole line, from ``start`` to ``end``, in the order of trial."""
    code = failure.text[start:end]
    for line in dict.fromkeys((code, BLOCK_OPENER.sub("", code), LINE_END.sub("", code))):
        for pattern, idiom in line_idioms():
            found = pattern.fullmatch(line)
            if not found or not re.match(idiom.item, failure.text) or (idiom.inside and not start):
                continue
            if not idiom.needs or idiom.needs in failure.accepts:
                yield found, idiom


def match_part_idioms(failure: Failure, end: int) -> Iterator[tuple[re.Match[str], Idiom]]:
    """Yield the idioms that match a part of a line at the place where the parser stopped, in the order of trial."""
    for pattern, idiom in part_idioms():
        if re.match(idiom.line, failure.line):
            for found in pattern.finditer(failure.text, failure.line_start, end):
                if found.start() <= failure.start <= skip_spaces(failure, found):
                    yield found, idiom


def skip_spaces(failure: Failure, match: re.Match[str]) -> int:
    """Return the offset of the first character other than a space behind a matched idiom."""
    rest = failure.text[match.end() : failure.line_end]
    return match.end() + len(rest) - len(rest.lstrip())


def rewrite_line(failure: Failure, start: int, end: int, replacement: str, max_idioms: int = MAX_IDIOMS) -> list[str]:
    """Translate an idiom, and further ones until the line parses; return the possible new lines, or none.

    Args:
        failure: The failure.
        start: The start of the idiom.
        end: Its end.
        replacement: Its translation; further lines are indented from the line's own column.
        max_idioms: The most further idioms to replace.
    """
    before = failure.text[failure.line_start : start]
    indent = re.match(" *", failure.text[failure.line_start : failure.line_end])
    replacement = replacement.replace("\n", "\n" + (indent[0] if indent else ""))
    line = before + replacement + failure.text[end : failure.line_end]
    stopped = failure_after_replacing(failure, start, end, replacement)
    if stopped is None:
        return [line]
    if not max_idioms or stopped.line_start != failure.line_start or stopped.start < start or "\n" in replacement:
        return []
    signs = next(replace_foreign_signs(stopped, Finding("", stopped.start, stopped.end)))
    if signs and is_readable(stopped, signs):
        return [apply_changes(stopped.text, signs)[stopped.line_start :].rstrip("\n")]
    opener = BLOCK_OPENER.search(line, stopped.start - stopped.line_start)
    if opener and can_read_with(stopped, stopped.line_start + opener.start(), stopped.line_end, ""):
        return [line[: opener.start()]]
    code_start, code_end = code_range(stopped)
    for found, idiom in match_part_idioms(stopped, code_end):
        if idiom.puts and not (idiom.doubtful or idiom.line):
            changed = rewrite_line(stopped, *found.span(), fill_replacement(idiom.puts[0], found), max_idioms - 1)
            if changed:
                return changed
    for found, idiom in match_line_idioms(stopped, code_start, code_end) if max_idioms > MAX_IDIOMS - 2 else ():
        if idiom.puts and not idiom.doubtful:
            puts = [fill_replacement(put, found) for put in idiom.puts]
            lines = [rewrite_line(stopped, code_start, code_end, put, max_idioms - 2) for put in puts if put]
            if any(lines):
                return [each for changed in lines for each in changed]
    return []


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
