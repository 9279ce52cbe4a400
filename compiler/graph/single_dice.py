"""Which rolls look at their single dice, so that the outcome of a throw must tell them apart."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import Interval
from bombsight.compiler.graph.walk import children
from bombsight.dsl.dice import Dice
from bombsight.flat.fold import COMPARE


def looks_at_single_dice(part: object) -> bool:
    """Whether a part of a roll looks at the single dice of that roll; sub-rolls in its rows have dice of their own."""
    if isinstance(part, x.NaturalFaces):
        return True
    if isinstance(part, tuple):
        return any(map(looks_at_single_dice, part))
    if part is None or isinstance(part, str | g.SubRoll):
        return False
    return any(map(looks_at_single_dice, children(part)))


def dice_thrown(rolled: g.Rolled) -> Dice:
    """Return the dice of a roll, whose throws tell single dice apart if the roll looks at them."""
    return evolve(rolled.dice, single=True) if looks_at_single_dice(rolled) else rolled.dice


def count_dice(dice: Dice, faces: tuple[Interval, ...] | None, outcome: int) -> int:
    """Count the dice in the outcome of a throw that show some faces; None for the most that show the same.

    Args:
        dice: The dice.
        faces: The faces, as intervals, or None.
        outcome: The outcome.
    """
    shown = dice.faces_in(outcome)
    if faces is None:
        return max(Counter(shown).values(), default=0)
    return sum(any(low <= face <= high for low, high in faces) for face in shown)


def render_dice_fact(fact: x.DiceFact) -> str:
    """Render how many dice of a throw show some faces, as the rules write it: ``count 5..6 in found``."""
    roll = "natural" if isinstance(fact.outcome, x.NaturalFaces) else fact.outcome.variable
    if fact.faces is None:
        return f"{roll}.matches"
    return f"count {render_faces(fact.faces)} in {roll}"


def render_faces(faces: tuple[Interval, ...]) -> str:
    """Render faces: ``5..6``, ``1, 6``."""
    return ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in faces)


def holds_by_dice(condition: x.Expr | None, dice: Dice, outcome: int) -> bool | None:
    """Whether a condition holds for the outcome of a throw; None if that depends on more than single dice.

    Args:
        condition: The condition; None always holds.
        dice: The dice, looked at one by one.
        outcome: The outcome.
    """
    match condition:
        case None:
            return True
        case x.Comparison(op=op, left=x.DiceFact(faces=faces, outcome=x.NaturalFaces()), right=x.Const(value=number)):
            return COMPARE[op](count_dice(dice, faces, outcome), number)
        case x.InRange(
            value=x.DiceFact(faces=faces, outcome=x.NaturalFaces()), low=x.Const(value=low), high=x.Const(value=high)
        ):
            return low <= count_dice(dice, faces, outcome) <= high
        case x.NotExpr(value=inner):
            held = holds_by_dice(inner, dice, outcome)
            return None if held is None else not held
        case x.AndExpr(terms=terms) | x.OrExpr(terms=terms):
            settled = isinstance(condition, x.OrExpr)
            held_terms = [holds_by_dice(term, dice, outcome) for term in terms]
            return settled if settled in held_terms else None if None in held_terms else not settled
        case _:  # the rest: depends on the state
            return None


def condition_beside_test(row: g.NaturalRow) -> x.Expr | None:
    """Return the condition of a natural row, without the test of single dice that stands in place of its keys."""
    if any(key.low is not None or key.high is not None for key in row.keys):
        return row.condition
    return row.condition.terms[-1] if isinstance(row.condition, x.AndExpr) else None
