"""Estimates of the chance of a condition, and of the effort to evaluate a value.

They only choose between equivalent forms, so nothing breaks if they are wrong. A later term counts by the chance that
it is reached.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.fold import COMPARE
from bombsight.flat.types import NONE
from bombsight.flat.walking import never_falls_through, operands, own_values

Efforts = Mapping[str, float]
"""The efforts of functions."""

Starts = Mapping[int, int]
"""The initial values of slots, by the first of each run of equal ones."""

NOTHING_KNOWN: Starts = {}

CALL_EFFORT = 6.0
"""The effort of a call, without its body."""

TURN_EFFORT = 2.0
"""The effort of an iteration, without its body."""


WEIGHED = frozenset({fx.Num, fx.Call, fx.All, fx.Either, fx.Pick, fx.Quantifier})
"""Nodes with their own estimate; all other nodes evaluate each part once."""

USUAL_CHANCE = 0.9
"""The chance that a condition still has its initial value: most things do not happen in most runs."""


def estimate_chance(value: fx.Expr, starts: Starts = NOTHING_KNOWN) -> float:
    """Estimate the chance (0 to 1) that a condition holds; ``starts`` are the initial values of slots."""
    match value:
        case fx.Num(number):
            return 1.0 if number else 0.0
        case fx.Not(inner):
            return 1 - estimate_chance(inner, starts)
        case fx.Local():
            return 0.5
        case _ if (usually := holds_at_start(value, starts)) is not None:
            return USUAL_CHANCE if usually else 1 - USUAL_CHANCE
        case fx.Compare("==" | "!=" as op, _, other):
            same = 0.4 if other in (fx.Num(NONE), fx.Num(0)) else 0.2
            return same if op == "==" else 1 - same
        case fx.Between():
            return 0.6
        case fx.Among(members=members):
            return min(0.8, 0.2 * len(members))
        case fx.All(terms):
            found = 1.0
            for term in terms:
                found *= estimate_chance(term, starts)
            return found
        case fx.Either(terms):
            found = 1.0
            for term in terms:
                found *= 1 - estimate_chance(term, starts)
            return 1 - found
        case fx.Let(body=body) | fx.Taking(value=body):
            return estimate_chance(body, starts)
        case fx.Slot():
            return 0.4
        case fx.Compare() | fx.Contains() | fx.Datum() | fx.Call() | fx.Quantifier() | fx.Pick() | fx.OrElse():
            return 0.5
        case fx.Length() | fx.Arithmetic() | fx.Quotient() | fx.Negative() | fx.Extreme() | fx.Clamp():
            return 0.5
        case fx.Neighbour() | fx.Some() | fx.Fit() | fx.Failure() | fx.Live() | fx.Place():
            return 0.5
        case _:
            assert_never(value)


def holds_at_start(value: fx.Expr, starts: Starts) -> bool | None:
    """Whether a condition on a single slot holds for its initial value in ``starts``; None if unknown."""
    match value:
        case fx.Slot(base) if base in starts:
            return bool(starts[base])
        case fx.Compare(op, fx.Slot(base), fx.Num(number)) if base in starts:
            return COMPARE[op](starts[base], number)
        case fx.Between(fx.Slot(base), fx.Num(low), fx.Num(high)) if base in starts:
            return low <= starts[base] <= high
        case fx.Among(fx.Slot(base), members) if base in starts:
            return any(member == fx.Num(starts[base]) for member in members)
        case _:  # the rest: not known
            return None


def estimate_effort(value: fx.Expr | fx.Source, efforts: Efforts) -> float:
    """Estimate the effort to evaluate a value, in nodes; ``efforts`` are those of called functions."""
    if type(value) not in WEIGHED:
        found = 0.0
        for part in operands(value):
            found += estimate_effort(part, efforts)
        return 1 + found
    match value:
        case fx.Call(function=callee, args=args):
            return CALL_EFFORT + efforts.get(callee, 0.0) + sum(estimate_effort(arg, efforts) for arg in args)
        case fx.All(terms) | fx.Either(terms):
            found, reached = 0.0, 1.0
            for term in terms:
                found += reached * estimate_effort(term, efforts)
                reached *= estimate_chance(term) if isinstance(value, fx.All) else 1 - estimate_chance(term)
            return found
        case fx.Pick(condition, one, other):
            holds = estimate_chance(condition)
            return (
                estimate_effort(condition, efforts)
                + holds * estimate_effort(one, efforts)
                + (1 - holds) * estimate_effort(other, efforts)
            )
        case fx.Quantifier(kind=kind, source=source, where=where, value=added):
            turn = TURN_EFFORT + (0.0 if where is None else estimate_effort(where, efforts))
            most = source.most
            turns, hit = float(most), 0.0 if where is None else estimate_chance(where)
            match kind:
                case "sum" | "min" | "max" | "lowest" | "highest":
                    assert added is not None
                    turn += (hit or 1.0) * estimate_effort(added, efforts)
                case "any" | "first":
                    turns = (1 - (1 - hit) ** most) / hit if hit > 0.0 else turns
                case "count":
                    pass
                case _:
                    assert_never(kind)
            return TURN_EFFORT + estimate_effort(source, efforts) + turns * turn
        case _:  # the rest: of WEIGHED, a constant
            return 0.5


def estimate_block_effort(block: fs.Block, efforts: Efforts) -> float:
    """Estimate the effort to execute a block, in nodes; ``efforts`` are those of called functions."""
    found, reached = 0.0, 1.0
    for stmt in block:
        match stmt:
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                holds = estimate_chance(condition)
                inner = holds * estimate_block_effort(body, efforts) + (1 - holds) * estimate_block_effort(
                    otherwise, efforts
                )
                found += reached * (estimate_effort(condition, efforts) + inner)
                gone = (holds if never_falls_through(body) else 0.0) + (
                    (1 - holds) if never_falls_through(otherwise) else 0.0
                )
                reached *= 1 - gone
            case fs.Each(source=source, where=where, body=body):
                hit = 1.0 if where is None else estimate_chance(where)
                turn = (
                    TURN_EFFORT
                    + (0.0 if where is None else estimate_effort(where, efforts))
                    + hit * estimate_block_effort(body, efforts)
                )
                found += reached * (estimate_effort(source, efforts) + turn * source.most)
            case fs.Rows(arms=arms):
                found += reached * (
                    2 + sum(estimate_block_effort(arm.body, efforts) for arm in arms) / max(1, len(arms))
                )
            case fs.Numbered(most=most, body=body) | fs.Turns(most=most, body=body):
                found += reached * (TURN_EFFORT + most * (TURN_EFFORT + estimate_block_effort(body, efforts)))
            case fs.While(body=body) | fs.Labelled(body=body):
                found += reached * (TURN_EFFORT + estimate_block_effort(body, efforts))
            case fs.BaseSimple():
                inner = sum(estimate_effort(part, efforts) for part in own_values(stmt))
                found += reached * (1 + inner)
            case _:
                assert_never(stmt)
    return found
