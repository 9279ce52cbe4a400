"""Recognition of calls and scenes as in other languages: without `do` or `on`, in conditions, `roll` before dice."""

from __future__ import annotations

import re

from bombsight.dsl.failure import Failure, can_read_with
from bombsight.dsl.recognise.changes import Change
from bombsight.dsl.recognise.finding import Finding, finding_at_failure
from bombsight.dsl.suggestions import find_resembling

ALONE = re.compile(r"(?P<name>[A-Za-z]\w*)(?P<given>\([^()\n]*\))?[ \t]*(?:#|$)")
ASKED = re.compile(r"\s*(?:if|else\s+if|while)\b.*?\bdo\s+$")
CALL = re.compile(r"[A-Za-z]\w*(?:\([^()\n]*\))?")
ROLL = re.compile(r"(?<!\w)roll\s+$")

SHUFFLED = re.compile(r"shuffle[ \t]+[A-Za-z]\w*")

DRAW = re.compile(r"[ \t]*draw[ \t]")
DRAW_HEAD = re.compile(r"[ \t]*draw[ \t]+(?:\w+[ \t]+)?$")
"""Matches a draw up to its name, or to the word behind it."""

BY_CHANCE = "at random"

SCENE = re.compile(
    r"(?P<set>set\s+)?(?P<what>(?:option\s+)?[A-Za-z]\w*(?:\[[^]]*\]|\.\w+)*)\s*(?:=(?!=)|to\b)\s*(?P<value>\S[^#\n]{0,99})"
)

LONGEST = 1_000
"""The longest line on which calls are recognised."""


def recognise_call(failure: Failure) -> Finding | None:
    """Return the finding for a call in a condition, or a `roll` before dice or without `on`; None for others."""
    if len(failure.line_before) > LONGEST:
        return None
    asked, rolled, call = (
        ASKED.match(failure.line_before),
        ROLL.search(failure.line_before),
        CALL.match(failure.line_after),
    )
    start = failure.line_start + (rolled.start() if rolled else failure.line_before.rfind("do"))
    if asked and call and can_read_with(failure, start, failure.start, ""):
        help = f"Call it on a line above, `let found = do {call[0]}`, and ask for what came of it: `if found`."
        message = "A condition calls no procedure."
        return Finding("E081", start, failure.start + len(call[0]), message=message, note="changes things", help=help)
    if not rolled or "_ON" not in failure.accepts:
        return None
    if re.match(r"\d+d\d", failure.line_after) and can_read_with(failure, start, failure.start, ""):
        changes = (Change(start, failure.start, ""),)
        return Finding(
            "E081",
            start,
            failure.end,
            message="Dice in a value stand alone.",
            note="without `roll`",
            help=f"Leave out `roll`: `{failure.word}` throws them.",
            changes=changes,
        )
    if can_read_with(failure, failure.start, failure.start, "on "):
        changes = (Change(failure.start, failure.start, "on "),)
        help = f"Write `roll on {failure.word}`."
        message = "A table is rolled on."
        return Finding("E081", start, failure.end, message=message, note="`on` is missing", help=help, changes=changes)
    return None


def recognise_bare_name(failure: Failure) -> Finding | None:
    """Return the finding for a bare name as a statement, most likely a call without `do`; None for another mistake."""
    found = ALONE.match(failure.text, failure.start, min(failure.line_end, failure.start + LONGEST))
    if found is None or "DO" not in failure.accepts or not can_read_with(failure, failure.start, failure.start, "do "):
        return None
    call = found["name"] + (found["given"] or "")
    note = "" if found["given"] else f", a note by `note {call}`"
    help = f"A procedure is called by `do {call}`, a table by `roll on {call}`{note}."
    message = "A name alone does nothing."
    ways = ("do ", "roll on ", "look up ", *(() if found["given"] else ("note ", "return ")))
    others = tuple((Change(failure.start, failure.start, way),) for way in ways)
    end = found.end("name")
    return Finding("E081", failure.start, end, message=message, note="called by no word", help=help, others=others)


def recognise_draw(failure: Failure) -> Finding | None:
    """Return the finding for a draw with wrong words, or for a list to be shuffled; None for another mistake."""
    shuffled = SHUFFLED.match(failure.line_after) if not failure.line_before.strip() else None
    if shuffled is not None:
        end = failure.start + len(shuffled[0])
        message = "There is no word for shuffling: what chance takes is drawn."
        return Finding("E083", failure.start, end, message=message, note="no statement")
    if DRAW.match(failure.line_before) and failure.line_after.startswith(BY_CHANCE):
        return Finding("E083", failure.start, failure.start + len(BY_CHANCE))
    is_slip = failure.word != "from" and bool(find_resembling(failure.word, ("from",)))
    return finding_at_failure("E083", failure) if DRAW_HEAD.match(failure.line_before) and not is_slip else None


def recognise_scene(failure: Failure) -> Finding | None:
    """Return the finding for a line of an example's scene that lacks `given`; None for another mistake."""
    found = (
        SCENE.match(failure.line_after)
        if failure.text.startswith("example") and not failure.line_before.strip()
        else None
    )
    if found is None:
        return None
    what, value = found["what"], found["value"].rstrip()
    end = failure.start + found.start("value") + len(value)
    line = f"given {what} = {value}"
    if not can_read_with(failure, failure.start, end, line):
        return None
    change = Change(failure.start, end, line) if found["set"] else Change(failure.start, failure.start, "given ")
    return Finding(
        "E066",
        failure.start,
        failure.start + len(found["set"] or what),
        message="The scene of an example is set with `given`.",
        note="`given` is missing",
        help=f"Write `{line}`.",
        changes=(change,),
    )
