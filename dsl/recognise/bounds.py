"""Recognition of open-ended row keys as cards print them: `8+`, `7 or less`, `<= 7`."""

from __future__ import annotations

import re

from bombsight.dsl.failure import Failure, can_read_with
from bombsight.dsl.recognise.changes import Change
from bombsight.dsl.recognise.finding import Finding

BOUND = re.compile(
    r"\s*(?:(?:add|remove|was|now)\s+)?(?:natural\s+|\|\s*)?"
    r"(?P<key>(?P<from>\d{1,9})\s*(?P<how>\+|(?:or|and)\s+(?P<side>more|higher|above|up|less|lower|fewer|below|down)\b)"
    r"|(?P<sign>[<>]=?)\s*(?P<to>\d{1,9}))(?=\s{0,99}(?::|\||\s|$))"
)
DOWNWARD_WORDS = frozenset(("less", "lower", "fewer", "below", "down"))


def recognise_bound(failure: Failure) -> Finding | None:
    """Return the finding for a row's key that is open-ended in signs or words (`8+`); None for another mistake."""
    found = BOUND.match(failure.line)
    if found is None:
        return None
    start, end = (failure.line_start + place for place in found.span("key"))
    replacement = render_key(found)
    if not start <= failure.start < end or not can_read_with(failure, start, end, replacement):
        return None
    return Finding("E036", start, end, help=f"Write `{replacement}`.", changes=(Change(start, end, replacement),))


def render_key(match: re.Match[str]) -> str:
    """Rewrite a row key that is open-ended in signs or words with two dots: ``8+`` to ``8..``."""
    if not match["sign"]:
        return f"..{match['from']}" if match["side"] in DOWNWARD_WORDS else f"{match['from']}.."
    number = int(match["to"])
    return {"<": f"..{number - 1}", "<=": f"..{number}", ">": f"{number + 1}..", ">=": f"{number}.."}[match["sign"]]
