"""Keys of a row that are open to one side, as cards print them: `8+`, `7 or less`, `<= 7`."""

from __future__ import annotations

import re

from bombsight.dsl.failure import Failure, mends
from bombsight.dsl.recognise.changes import Change
from bombsight.dsl.recognise.finding import Finding

BOUND = re.compile(
    r"\s*(?:(?:add|remove|was|now)\s+)?(?:natural\s+|\|\s*)?"
    r"(?P<key>(?P<from>\d{1,9})\s*(?P<how>\+|(?:or|and)\s+(?P<side>more|higher|above|up|less|lower|fewer|below|down)\b)"
    r"|(?P<sign>[<>]=?)\s*(?P<to>\d{1,9}))(?=\s{0,99}(?::|\||\s|$))"
)
DOWN = frozenset(("less", "lower", "fewer", "below", "down"))


def by_bound(failed: Failure) -> Finding | None:
    """The key of a row that says in a sign or in words to which side it is open, or None."""
    found = BOUND.match(failed.line)
    if found is None:
        return None
    start, end = (failed.line_start + place for place in found.span("key"))
    put = key(found)
    if not start <= failed.start < end or not mends(failed, start, end, put):
        return None
    return Finding("E036", start, end, help=f"Write `{put}`.", changes=(Change(start, end, put),))


def key(found: re.Match[str]) -> str:
    """The same key with two dots."""
    if not found["sign"]:
        return f"..{found['from']}" if found["side"] in DOWN else f"{found['from']}.."
    number = int(found["to"])
    return {"<": f"..{number - 1}", "<=": f"..{number}", ">": f"{number + 1}..", ">=": f"{number}.."}[found["sign"]]
