"""Recognition of modifiers whose label is missing or is no name."""

from __future__ import annotations

import re

from bombsight.dsl.failure import Failure, can_read_with
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.words import former_words

AMOUNT = re.compile(r"\s*(?:(?:add|remove|was|now)\s+)?(?P<amount>[+-](?:\d+|\(.*?\)))[ \t]+(?=\S)")
LABEL = re.compile(r'(?P<label>\d\w*(?=\s)|"[^"\n]*")?\s*(?P<when>when|unless|if|for)\b')
EQUAL = re.compile(r"(\w+)\s+is\s+(\d+)\s*$")
LONGEST = 1_000
"""The longest modifier that is analysed."""

NAME = re.compile(r"[A-Za-z]\w*")


def recognise_missing_label(failure: Failure) -> Finding | None:
    """Return the finding for a modifier without a name between amount and condition; None for another mistake."""
    line = failure.text[failure.line_start : failure.line_end]
    amount = AMOUNT.match(line) if len(line) < LONGEST else None
    found = LABEL.match(line, amount.end()) if amount else None
    if amount is None or found is None:
        return None
    when = found["when"] if found["when"] == "unless" else "when"
    start, end = (failure.line_start + place for place in (amount.end(), found.end("when")))
    if not can_read_with(failure, start, end, f"x {when}") and not can_read_with(failure, start, failure.line_end, "x"):
        return None
    label = found["label"]
    name = propose_label(failure.line[found.end() :], label or "")
    return Finding(
        "E030",
        start,
        start + len(label or found["when"]),
        message="This modifier has no label.",
        note=("a text" if label[0] == '"' else "a number") + " is no label" if label else "a label should stand here",
        help=f"A label is a name: it begins with a letter. Write `{amount['amount']} {name} {when} ...`: the "
        "journal and overlays call the modifier so.",
    )


def propose_label(condition: str, label: str) -> str:
    """Propose a modifier's name from its condition, ``sky_fog`` for ``sky is fog``, or from its invalid ``label``."""
    equal = EQUAL.search(condition)
    if equal:
        return f"{equal[1]}_{equal[2]}"
    written = "_".join(NAME.findall(label.lower()))
    named = [each for each in NAME.findall(condition) if each not in former_words()]
    return written or (named[-1] if named else "label")
