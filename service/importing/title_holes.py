"""Dice in texts of rows: ``2d6 wolves``, ``{1d4} gold``, ``1d6x100``, ``4d6 drop lowest``, as holes of titles."""

from __future__ import annotations

import re

from bombsight.service.importing.dice_notation import KEPT_WITHIN, parse_throw

DICE_IN_TEXT = re.compile(
    r"(?P<open>[{\[(]{1,2}\s*)?"
    r"(?<![\w.])(?P<count>\d{1,2})?[dD](?P<sides>\d{1,4}|%)(?!\w*d\d)"
    r"(?:\s*(?P<sign>[+\u2212-]|[x\u00d7*](?=\s*\d))\s*(?P<number>\d{1,6}(?:,\d{3})*)(?![\w]))?"
    r"(?P<close>\s*[}\])]{1,2})?"
)
KEPT_IN_TEXT = re.compile(rf"\{{+(?:{KEPT_WITHIN})\}}+|\[+(?:{KEPT_WITHIN})\]+|{KEPT_WITHIN}", re.IGNORECASE)
"""Matches dice of which some count, and Fate dice, with the marks of dice around them."""

HOLE_OR_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
"""Matches a hole of a title, and a doubled brace, which stands for itself."""

CLOSING = {"{": "}", "[": "]", "(": ")"}
SIGNS = {"+": "+", "-": "-", "\u2212": "-", "x": "*", "\u00d7": "*", "*": "*"}


def title_text(text: str) -> str:
    """Write a text of one line, without double quotes, as a title: dice become holes, braces stand for themselves."""
    parts: list[str] = []
    end = 0
    for found in KEPT_IN_TEXT.finditer(text):
        throw = parse_throw(found[0].strip("{}"))
        if throw is not None:
            constant = f" {'+' if throw.constant > 0 else '-'} {abs(throw.constant)}" if throw.constant else ""
            parts += [fill_sums(text[end : found.start()]), f"{{{throw.dice}{constant}}}"]
            end = found.end()
    return "".join([*parts, fill_sums(text[end:])])


def fill_sums(text: str) -> str:
    """Write a text as a title whose dice are sums: ``2d6+1``, ``{1d4}``."""
    parts: list[str] = []
    end = 0
    for found in DICE_IN_TEXT.finditer(text):
        hole = dice_hole(found)
        if hole is None:
            continue
        parts += [escape_braces(text[end : found.start()]), hole]
        end = found.end()
    return "".join([*parts, escape_braces(text[end:])])


def spell_dice(text: str) -> str:
    """Write the dice of a text as a card shows those of a title: ``1d4 + 1`` for ``1d4+1``."""
    return HOLE_OR_BRACES.sub(
        lambda found: found[0][0] if found[1] is None else found[1].replace(" * ", " \u00d7 "), title_text(text)
    )


def dice_hole(found: re.Match[str]) -> str | None:
    """Write dice of a text as a hole, with parentheses that are about more than the dice; None if no dice can be so."""
    count, sides = int(found["count"] or 1), 100 if found["sides"] == "%" else int(found["sides"])
    if not (1 <= count <= 100 and 2 <= sides <= 1_000 and count * sides <= 10_000) or sides == 66:
        return None
    opening, closing = (found["open"] or "").strip(), (found["close"] or "").strip()
    is_pair = [CLOSING[each] for each in reversed(opening)] == [*closing]
    value = f"{count}d{sides}"
    if found["sign"]:
        value = f"{value} {SIGNS[found['sign']]} {found['number'].replace(',', '')}"
    if is_pair and opening[:1] in ("{", "["):  # they mark dice in the source, and are none of the text
        return f"{{{value}}}"
    before, behind = found["open"] or "", found["close"] or ""
    return f"{escape_braces(before)}{{{value}}}{escape_braces(behind)}"


def escape_braces(text: str) -> str:
    """Double the braces of a text, so that they stand for themselves."""
    return text.replace("{", "{{").replace("}", "}}")
