"""Validation of dice expressions."""

from __future__ import annotations

from typing import assert_never

from bombsight.compiler.resolve.environment import Context
from bombsight.dsl import ast
from bombsight.dsl.dice import D66_SIDES, Dice, Keep

MAX_TOTAL = 10_000
"""The highest sum that dice may have."""


def resolve_dice(ctx: Context, node: ast.Dice) -> Dice:
    """Convert a dice expression to dice, and report impossible ones."""
    dice = node.thrown
    if dice.sides == D66_SIDES or dice.count < 1 or dice.sides < 2 or dice.count * dice.sides > MAX_TOTAL:
        ctx.findings.add("T016", "these are no dice", node.span, help="Write 1d6, 2d6, 1d10 or d66.")
    elif node.kept is not None and (why := explain_bad_keep(dice, node.kept)):
        ctx.findings.add(
            "T016",
            f"there is no {node.kept} of these dice",
            node.span,
            note=why,
            help=f"Write the dice alone, or of how many one is kept: {node.kept} of 2d6.",
        )
    else:
        return node.dice
    return dice


def explain_bad_keep(dice: Dice, keep: Keep) -> str:
    """Return the reason why dice cannot be kept so (``lowest``, ``highest`` ...); empty if they can."""
    match keep:
        case "sum" | "digits":
            return "words before dice name the one that counts"
        case "lowest" | "highest":
            if dice.count == 1:
                return "a single die has no other"
            return "the digits of a d66 make one number" if dice.keep == "digits" else ""
        case _:
            assert_never(keep)
