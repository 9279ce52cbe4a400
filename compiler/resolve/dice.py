"""Dice as they are written, and whether there are such."""

from __future__ import annotations

from bombsight.compiler.resolve.environment import Context
from bombsight.dsl import ast
from bombsight.dsl.dice import D66, Dice


def dice_of(ctx: Context, node: ast.Dice) -> Dice:
    """The dice that are written, with a finding where they are none."""
    if (node.sides == D66 and node.count != 2) or node.count < 1 or node.sides < 2 or node.count * node.sides > 10_000:
        ctx.findings.add("T016", "these are no dice", node.span, help="Write 1d6, 2d6, 1d10 or d66.")
    elif node.keep != "sum" and (node.count == 1 or node.sides == D66):
        why = "a single die has no other" if node.count == 1 else "the digits of a d66 make one number"
        ctx.findings.add(
            "T016",
            f"there is no {node.keep} of these dice",
            node.span,
            note=why,
            help=f"Write the dice alone, or of how many one is kept: {node.keep} of 2d6.",
        )
    else:
        return Dice.keeping(node.count, node.sides, node.keep)
    return Dice(node.count, node.sides)
