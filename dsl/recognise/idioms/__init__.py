"""What other languages and plain English write, and what the language writes for it: tables of idioms.

Each says how something looks elsewhere and what stands here instead. A mend is proposed only where the line can be read
with it; whether it is certain is found out later, by trying it on the rules.
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
"""Nobody writes a line of more characters in the words of another language."""

MAX_IDIOMS = 4
"""How many idioms of one line are seen together."""

BLOCK_OPENER = re.compile(r"\s*(?::|\bthen\b\s*:?|\bdo\b\s*:?|\{)\s*$")
"""What ends a line that opens a block elsewhere."""

LINE_IDIOMS = tuple((re.compile(idiom.at), idiom) for idiom in (*STATEMENTS, *LINES, *ITEMS))
PART_IDIOMS = tuple(
    (re.compile(idiom.at if idiom.at[0] == " " else rf"(?<!\w)(?:{idiom.at})"), idiom) for idiom in VALUES
)


def recognise_idiom(failed: Failure) -> Finding | None:
    """What the line says in other words, with what it would be read as; or None."""
    return find_idiom(failed, explained=False)


def recognise_explained_idiom(failed: Failure) -> Finding | None:
    """What the line says in other words, of which nobody can say more than how it is done here; or None."""
    return find_idiom(failed, explained=True)


def find_idiom(failed: Failure, *, explained: bool) -> Finding | None:
    """The first idiom of a line.

    Args:
        failed: Where reading stopped.
        explained: Whether to look for those that only explain; else for those that say what to write.
    """
    start, end = code_range(failed)
    if not 0 < end - start <= MAX_LINE_LENGTH or failed.kind in (MISALIGNED, "_INDENT"):
        return None
    return match_whole_line(failed, start, end, explained) or match_part(failed, end, explained)


def code_range(failed: Failure) -> tuple[int, int]:
    """From the first to behind the last character of a line, without a comment."""
    line = failed.text[failed.line_start : failed.line_end]
    comment = next((found.start() for found in TEXT_OR_COMMENT.finditer(line) if found[0][0] == "#"), len(line))
    code = line[:comment].rstrip()
    return failed.line_start + len(code) - len(code.lstrip()), failed.line_start + len(code)


# --- whole lines


def match_whole_line(failed: Failure, start: int, end: int, explained: bool) -> Finding | None:
    """The idiom that a line is as a whole.

    Args:
        failed: Where reading stopped.
        start: Where the code of the line begins.
        end: Where it ends.
        explained: Whether to look for those that only explain.
    """
    code = failed.text[start:end]
    for line in dict.fromkeys((code, BLOCK_OPENER.sub("", code))):
        for pattern, idiom in LINE_IDIOMS:
            found = pattern.fullmatch(line) if bool(idiom.puts) is not explained else None
            if found is None or not re.match(idiom.item, failed.text) or (idiom.inside and not start):
                continue
            puts = [fill_replacement(put, found) for put in idiom.puts]
            changes = [change for put in puts if (change := make_replacement(failed, start, end, put))]
            if changes or explained:
                return idiom_finding(idiom, found, start, start + len(line), puts, changes)
    return None


def make_replacement(failed: Failure, start: int, end: int, replacement: str) -> Change | None:
    """The change that puts something in the place of a line's code, or takes the line away; None if it is no better."""
    if not replacement:
        return Change(failed.line_start, failed.line_end + 1, "") if is_line_superfluous(failed) else None
    return (
        Change(start, end, replacement)
        if replacement != failed.text[start:end] and can_read_with(failed, start, end, replacement)
        else None
    )


def idiom_finding(
    idiom: Idiom, match: re.Match[str], start: int, end: int, replacements: list[str], changes: list[Change]
) -> Finding:
    """The finding for an idiom.

    Args:
        idiom: The idiom.
        match: Where it was found.
        start: Where what is marked begins.
        end: Where it ends.
        replacements: What may be written instead.
        changes: The changes with which the line can be read.
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


def match_part(failed: Failure, end: int, explained: bool) -> Finding | None:
    """The idiom around the place where reading stops.

    Args:
        failed: Where reading stopped.
        end: Where the code of the line ends.
        explained: Whether to look for those that only explain.
    """
    for pattern, idiom in PART_IDIOMS:
        if bool(idiom.puts) is explained or not re.match(idiom.line, failed.line):
            continue
        for found in pattern.finditer(failed.text, failed.line_start, end):
            if not found.start() <= failed.start <= skip_spaces(failed, found):
                continue
            if explained:
                return idiom_finding(idiom, found, *found.span(), [], [])
            put = fill_replacement(idiom.puts[0], found)
            if can_read_with(failed, *found.span(), put):
                return idiom_finding(idiom, found, *found.span(), [put], [Change(*found.span(), put)])
            changed = rewrite_line(failed, *found.span(), put, MAX_IDIOMS)
            if changed is not None:
                return idiom_finding(idiom, found, *found.span(), [put], [smallest_change(failed, changed)])
    return None


def skip_spaces(failed: Failure, match: re.Match[str]) -> int:
    """Where what goes on behind an idiom begins."""
    rest = failed.text[match.end() : failed.line_end]
    return match.end() + len(rest) - len(rest.lstrip())


def rewrite_line(failed: Failure, start: int, end: int, replacement: str, max_idioms: int) -> str | None:
    """A line as it can be read with an idiom of it replaced, and others further on; None where it cannot.

    Args:
        failed: Where reading stopped.
        start: Where the idiom begins.
        end: Where it ends.
        replacement: What stands in its place.
        max_idioms: How many idioms are replaced at most.
    """
    line = failed.text[failed.line_start : start] + replacement + failed.text[end : failed.line_end]
    stopped = failure_after_replacing(failed, start, end, replacement)
    if stopped is None:
        return line
    if not max_idioms or stopped.line_start != failed.line_start or stopped.start < start + len(replacement):
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


def smallest_change(failed: Failure, line: str) -> Change:
    """The change that makes a line say something else: from the first word that differs to the last."""
    was = failed.text[failed.line_start : failed.line_end]
    words, now = re.findall(r"\s+|\w+|.", was), re.findall(r"\s+|\w+|.", line)
    both = enumerate(zip(words, now, strict=False))
    first = next((at for at, (one, other) in both if one != other), min(len(words), len(now)))
    last = 0
    while last < min(len(words), len(now)) - first and words[-1 - last] == now[-1 - last]:
        last += 1
    start = failed.line_start + len("".join(words[:first]))
    end = failed.line_start + len("".join(words[: len(words) - last]))
    return Change(start, end, "".join(now[first : len(now) - last]))
