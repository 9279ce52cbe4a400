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


def recognise_call(failed: Failure) -> Finding | None:
    """Recognise a call inside a condition, or a misplaced `roll`; else return None."""
    if len(failed.line_before) > LONGEST:
        return None
    asked, rolled, call = (
        ASKED.match(failed.line_before),
        ROLL.search(failed.line_before),
        CALL.match(failed.line_after),
    )
    start = failed.line_start + (rolled.start() if rolled else failed.line_before.rfind("do"))
    if asked and call and can_read_with(failed, start, failed.start, ""):
        help = f"Call it on a line above, `let found = do {call[0]}`, and ask for what came of it: `if found`."
        message = "A condition calls no procedure."
        return Finding("E081", start, failed.start + len(call[0]), message=message, note="changes things", help=help)
    if not rolled or "_ON" not in failed.accepts:
        return None
    if re.match(r"\d+d\d", failed.line_after) and can_read_with(failed, start, failed.start, ""):
        changes = (Change(start, failed.start, ""),)
        return Finding(
            "E081",
            start,
            failed.end,
            message="Dice in a value stand alone.",
            note="without `roll`",
            help=f"Leave out `roll`: `{failed.word}` throws them.",
            changes=changes,
        )
    if can_read_with(failed, failed.start, failed.start, "on "):
        changes = (Change(failed.start, failed.start, "on "),)
        help = f"Write `roll on {failed.word}`."
        message = "A table is rolled on."
        return Finding("E081", start, failed.end, message=message, note="`on` is missing", help=help, changes=changes)
    return None


def recognise_bare_name(failed: Failure) -> Finding | None:
    """Recognise a bare name in place of a statement, most likely a call without its word; else return None."""
    found = ALONE.match(failed.text, failed.start, min(failed.line_end, failed.start + LONGEST))
    if found is None or "DO" not in failed.accepts or not can_read_with(failed, failed.start, failed.start, "do "):
        return None
    call = found["name"] + (found["given"] or "")
    note = "" if found["given"] else f", a note by `note {call}`"
    help = f"A procedure is called by `do {call}`, a table by `roll on {call}`{note}."
    message = "A name alone does nothing."
    ways = ("do ", "roll on ", "look up ", *(() if found["given"] else ("note ",)))
    others = tuple((Change(failed.start, failed.start, way),) for way in ways)
    end = found.end("name")
    return Finding("E081", failed.start, end, message=message, note="called by no word", help=help, others=others)


def recognise_draw(failed: Failure) -> Finding | None:
    """Recognise a draw with wrong words, or a list to be shuffled; else return None."""
    shuffled = SHUFFLED.match(failed.line_after) if not failed.line_before.strip() else None
    if shuffled is not None:
        end = failed.start + len(shuffled[0])
        message = "There is no word for shuffling: what chance takes is drawn."
        return Finding("E083", failed.start, end, message=message, note="no statement")
    if DRAW.match(failed.line_before) and failed.line_after.startswith(BY_CHANCE):
        return Finding("E083", failed.start, failed.start + len(BY_CHANCE))
    is_slip = failed.word != "from" and bool(find_resembling(failed.word, ("from",)))
    return finding_at_failure("E083", failed) if DRAW_HEAD.match(failed.line_before) and not is_slip else None


def recognise_scene(failed: Failure) -> Finding | None:
    """Recognise a line of an example's scene without `given`; else return None."""
    found = (
        SCENE.match(failed.line_after) if failed.text.startswith("example") and not failed.line_before.strip() else None
    )
    if found is None:
        return None
    what, value = found["what"], found["value"].rstrip()
    end = failed.start + found.start("value") + len(value)
    line = f"given {what} = {value}"
    if not can_read_with(failed, failed.start, end, line):
        return None
    change = Change(failed.start, end, line) if found["set"] else Change(failed.start, failed.start, "given ")
    return Finding(
        "E066",
        failed.start,
        failed.start + len(found["set"] or what),
        message="The scene of an example is set with `given`.",
        note="`given` is missing",
        help=f"Write `{line}`.",
        changes=(change,),
    )
