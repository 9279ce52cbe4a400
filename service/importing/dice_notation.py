"""Dice of a table as people type them: ``2d6+1``, ``d%``, ``4d6kh3``, ``4d6 drop lowest``, ``1d8+1d12``, ``4dF``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bombsight.dsl.dice import D66_SIDES, FATE_SIDES, Dice, DiceGroup, Keep
from bombsight.dsl.limits import MAX_DICE
from bombsight.dsl.limits import MAX_SIDES as MAX_DIE_SIDES
from bombsight.service.importing.model import Throw

MAX_SIDES = 10_000
"""The most sides of a die that is imported: as many as a table may have rows."""

MAX_NOTATION = 60
"""The most characters of dice."""

MAX_TITLE = 200
"""The most characters of a title in which dice are looked for."""

GROUP = r"\d{0,3}\s*[dw]\s*(?:\d{1,5}|%)"
SUM = re.compile(rf"({GROUP}(?:\s*\+\s*{GROUP})*)\s*(?:([+-])\s*(\d{{1,4}}))?")
"""Matches dice with a constant: ``2d6+1``, ``d%``, ``1w6``, as some languages write it, and ``1d8 + 1d12``."""

FATE = re.compile(r"(\d{0,3})\s*df(?:ate|udge)?\s*(?:([+-])\s*(\d{1,4}))?")

BEST = r"(?:the\s+)?(?P<rule>highest|lowest|best|worst|high|low|greatest|least|top|bottom)"
NUMBER = r"(?P<number>\d{1,3}|one|two|three|four|five)"
SHORT_KEEP = re.compile(rf"(?P<dice>{GROUP})\s*(?P<verb>k|d)(?P<rule>h|l)?(?P<number>\d{{0,3}})")
LONG_KEEP = re.compile(
    rf"(?P<dice>{GROUP})\s*[,;:(]?\s*(?:and\s+)?(?P<verb>keep|take|use|drop|discard|ignore|less|minus)(?:ing|ping)?\s+"
    rf"(?:{BEST}(?:\s+{NUMBER})?|(?:the\s+)?{NUMBER.replace('number', 'before')}\s+{BEST.replace('rule', 'last')})"
    r"(?:\s+(?:die|dice|of them))?\s*\)?"
)
FIRST_KEEP = re.compile(
    rf"(?:{BEST}(?:\s+{NUMBER})?|(?:the\s+)?{NUMBER.replace('number', 'before')}\s+{BEST.replace('rule', 'last')})"
    rf"\s+(?:die\s+|dice\s+)?(?:of|from|in)\s+(?P<dice>{GROUP}(?:\s*[,+]\s*{GROUP})*)"
)

NUMBERS: Mapping[str, int] = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
HIGH_RULES = frozenset(["highest", "best", "high", "greatest", "top", "h"])
DROPPING_VERBS = frozenset(["drop", "discard", "ignore", "less", "minus", "d"])


def parse_throw(text: str) -> Throw | None:
    """Parse the dice of a table; None if they are of another kind, or none at all."""
    text = (
        text.strip().strip("*_`[]/ ").removeprefix("r ").strip().lower().replace("\u2212", "-").replace("\u2013", "-")
    )
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1].strip()
    if len(text) > MAX_NOTATION:
        return None
    if text == "d66":
        return Throw("d66")
    if found := FATE.fullmatch(text):
        return make_throw(Dice(int(found[1] or 1), FATE_SIDES, "fate"), read_constant(found))
    if found := SUM.fullmatch(text):
        return make_throw(read_groups(found[1]), read_constant(found))
    for pattern in (SHORT_KEEP, LONG_KEEP, FIRST_KEEP):
        if found := pattern.fullmatch(text):
            return read_kept(found.groupdict())
    return None


def read_constant(found: re.Match[str]) -> int:
    """Read the constant of dice, whose sign is the second group and its figure the third; 0 without one."""
    return int(found[3] or 0) * (-1 if found[2] == "-" else 1)


def read_groups(text: str, keep: Keep = "sum", kept: int = 1) -> Dice:
    """Read dice that stand behind one another; equal ones count as one group.

    Args:
        text: The dice.
        keep: The rule that combines them.
        kept: How many of them count.
    """
    groups: dict[int, int] = {}
    for group in re.split(r"[,+]", text):
        count, _, shown = re.sub(r"\s|\+", "", group).replace("w", "d").partition("d")
        sides = 100 if shown == "%" else int(shown)
        groups[sides] = groups.get(sides, 0) + int(count or 1)
    (first, many), *others = groups.items()
    return Dice(many, first, keep, kept, tuple(DiceGroup(number, sides) for sides, number in others))


def read_kept(parts: Mapping[str, str | None]) -> Throw | None:
    """Read dice of which some count: their ``dice``, ``rule``, ``number``, and the ``verb``, keep or drop."""
    rule = parts["rule"] or parts.get("last")
    number = parts["number"] or parts.get("before") or "1"
    verb = parts.get("verb") or "keep"
    is_dropped = verb in DROPPING_VERBS
    is_highest = rule in HIGH_RULES if rule else not is_dropped  # `4d6d1` drops the lowest, `4d6k3` keeps the highest
    dice = read_groups(parts["dice"] or "", "highest" if is_highest != is_dropped else "lowest")
    figure = NUMBERS[number] if number in NUMBERS else int(number)
    kept = dice.die_count - figure if is_dropped else figure
    if dice.die_count == 1 and kept == 1:
        return make_throw(Dice(dice.count, dice.sides), 0)
    if not 1 <= kept < dice.die_count:
        return None
    return make_throw(Dice(dice.count, dice.sides, dice.keep, kept, dice.others), 0)


def make_throw(dice: Dice, constant: int) -> Throw | None:
    """Make the throw of a table; None if rules have no such dice. A single die may have more sides than theirs."""
    if not all(count >= 1 and sides >= 2 for count, sides in dice.groups):
        return None
    most = max(sides for _, sides in dice.groups)
    is_single = dice.die_count == 1
    if dice.die_count > MAX_DICE or most > (MAX_SIDES if is_single else MAX_DIE_SIDES) or dice.high > MAX_SIDES:
        return None
    if not is_single and D66_SIDES in (sides for _, sides in dice.groups):
        return None
    return Throw(dice.notation, constant)


SIGNS = re.compile(r"[()\[\]:]")


def unnamed(pattern: re.Pattern[str]) -> str:
    """The text of a pattern without names of groups and blanks within dice, so that it can stand among words."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern.pattern).replace(GROUP, GROUP.replace(r"\s*", ""))


KEPT_WITHIN = rf"(?<![\w.])(?:{'|'.join(map(unnamed, (FIRST_KEEP, LONG_KEEP, SHORT_KEEP, FATE)))})(?![\w%])"
"""The pattern of Fate dice and of dice of which some count, among other words."""

DICE_WITHIN = re.compile(rf"{KEPT_WITHIN}|(?<![\w.])(?:{unnamed(SUM)})(?![\w%])", re.IGNORECASE)
"""Matches dice among other words."""


def find_throw_in_title(text: str) -> Throw | None:
    """Find the dice that a title names among its words: "Weather (2d6)"; None without any."""
    found = DICE_WITHIN.search(text) if len(text) <= MAX_TITLE else None
    return parse_throw(found[0]) if found is not None else None


def without_dice(text: str) -> str:
    """Remove the dice from a head or a title: ``roll`` of ``Roll (d6)``."""
    return " ".join(SIGNS.sub(" ", DICE_WITHIN.sub(" ", text)).split())
