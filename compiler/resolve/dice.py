"""Validation of dice expressions."""

from __future__ import annotations

from typing import assert_never

from bombsight.compiler.resolve.environment import Context
from bombsight.dsl import ast
from bombsight.dsl.dice import D66_SIDES, Dice, Keep
from bombsight.flat.dice_encoding import MAX_KINDS

MAX_TOTAL = 10_000
"""The highest sum that dice may have."""

MAX_COUNTED_DICE = 30
"""The most dice that a value may call for, ``(ships)d6``: each number of them is a throw of its own."""

MAX_KEPT_FROM = 20
"""The most dice of which several are kept: to count the throws of more takes too long."""

MAX_UNLIKE_KEPT_FROM = 10
"""The same for unlike dice."""

MAX_KEPT_FROM_SIDES = 400
"""The most sides that all these dice may have together."""


def resolve_dice(ctx: Context, node: ast.Dice) -> Dice:
    """Convert a dice expression to dice, and report impossible ones."""
    dice = node.thrown
    if any(sides == D66_SIDES or count < 1 or sides < 2 for count, sides in dice.groups) or (
        sum(count * sides for count, sides in dice.groups) > MAX_TOTAL
    ):
        ctx.findings.add("T016", "these are no dice", node.span, help="Write 1d6, 2d6, 1d10 or d66.")
    elif why := explain_bad_kinds(dice):
        ctx.findings.add(
            "T016", "these dice are not thrown together", node.span, note=why, help="Write 1d8 + 1d6, and 2d6 for two."
        )
    elif node.kept is not None and (why := explain_bad_keep(dice, node.kept, node.kept_count)):
        words = node.kept if node.kept_count == 1 else f"{node.kept} {node.kept_count}"
        some = f"{node.kept_count} are" if node.kept_count > 1 else "one is"
        ctx.findings.add(
            "T016",
            f"there is no {words} of these dice",
            node.span,
            note=why,
            help=f"Write the dice alone, or of how many {some} kept: {words} of {node.kept_count + 1}d6.",
        )
    else:
        return node.dice
    return Dice(dice.count, dice.sides, dice.keep)


def explain_bad_kinds(dice: Dice) -> str:
    """Return the reason why dice of several kinds cannot be thrown at once; empty if they can."""
    kinds = [sides for _, sides in dice.groups]
    if len(kinds) > MAX_KINDS:
        return f"{MAX_KINDS} kinds of dice are the most"
    return "dice of the same sides stand in one place" if len({*kinds}) < len(kinds) else ""


def explain_bad_keep(dice: Dice, keep: Keep, count: int) -> str:
    """Return the reason why ``count`` dice cannot be kept so (``lowest``, ``highest`` ...); empty if they can."""
    match keep:
        case "sum" | "digits" | "fate":
            return "words before dice name the one that counts"
        case "lowest" | "highest":
            if dice.die_count == 1:
                return "a single die has no other"
            if dice.keep != "sum":
                return "the digits of a d66 make one number" if dice.keep == "digits" else "Fate dice are added up"
            if not 1 <= count < dice.die_count:
                return f"they are {dice.die_count}"
            most = MAX_UNLIKE_KEPT_FROM if dice.others else MAX_KEPT_FROM
            if count > 1 and (dice.die_count > most or sum(dice.die_sides) > MAX_KEPT_FROM_SIDES):
                return f"of {most} dice with {MAX_KEPT_FROM_SIDES} sides together, at most, several are kept"
            return ""
        case _:
            assert_never(keep)
