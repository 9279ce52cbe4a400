"""Figures that are off by one, signs that are the wrong way round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from bombsight.compiler.mutants.trees import Edit, Place, Step, Variant
from bombsight.dsl import ast

COMPARING = (ast.Compare, ast.Is, ast.Within, ast.Member, ast.SetLiteral)
"""What a figure in it is compared by."""

NEXT_SIGN: Mapping[ast.Comparator, ast.Comparator] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
"""The comparison that differs only where both sides are the same."""


def figure(step: Step) -> Iterator[Place]:
    """A figure that is off by one."""
    node = step.node
    if not isinstance(node, ast.Number) or any(isinstance(outer, ast.Key) for outer in step.around):
        return
    kind = kind_of(step.around)
    if kind is not None:
        moved = [node.value + by for by in (1, -1) if node.value + by >= 0 or node.value < 0]
        yield step.place(kind, *(number(node, value, step) for value in moved))


def kind_of(around: Sequence[ast.Node]) -> str | None:
    """What a figure stands in: a comparison, a table's result, a statement; None where it is changed otherwise."""
    for outer, inner in zip(around[-2::-1], around[:0:-1], strict=True):
        match outer:
            case ast.Modifier(amount=amount) if amount is inner:
                return None
            case ast.Cell():
                return None  # rows know which cells are results
            case ast.Result() | ast.Return() if isinstance(around[0], ast.Table):
                return "result"
            case _ if isinstance(outer, COMPARING):
                return "comparison"
            case _:  # the rest: says nothing of the figures in it
                pass
    return "figure"


def number(node: ast.Number, value: int, step: Step, *, signed: bool = False) -> Variant:
    """Another figure in the place of one."""
    text = f"{value:+d}" if signed or step.written(node).startswith("+") else str(value)
    return (Edit(node, evolve(node, value=value), text),)


def comparison_sign(step: Step) -> Iterator[Place]:
    """``<`` for ``<=``, and the like."""
    if isinstance(step.node, ast.Compare):
        yield step.place("sign", compared(step.node, NEXT_SIGN[step.node.op], step))


def compared(node: ast.Compare, sign: ast.Comparator, step: Step) -> Variant:
    """The same two values compared by another sign."""
    at = step.text.index(node.op, node.left.span.end)
    text = step.text[node.span.start : at] + sign + step.text[at + len(node.op) : node.span.end]
    return (Edit(node, evolve(node, op=sign), text),)


def modifier(step: Step) -> Iterator[Place]:
    """A modifier's sign, and its amount."""
    if not isinstance(step.node, ast.Modifier):
        return
    amount = step.node.amount
    match amount:
        case ast.Number(value=value):
            yield step.place("modifier", number(amount, -value, step, signed=True))
            moved = [value + by for by in (1, -1) if (value + by) * value > 0]
            yield step.place("modifier", *(number(amount, other, step, signed=True) for other in moved))
        case ast.Negate(value=value):
            yield step.place("modifier", (Edit(amount, value, f"+({step.written(value)})"),))
        case _:  # the rest: worked out
            zero = ast.Number(0, span=amount.span)
            turned = ast.Binary("-", zero, amount, span=amount.span)
            yield step.place("modifier", (Edit(amount, turned, f"0 - ({step.written(amount)})"),))
