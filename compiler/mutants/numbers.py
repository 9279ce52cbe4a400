"""Mutations of numbers and signs: off-by-one figures, swapped comparison operators, negated modifiers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from bombsight.compiler.mutants.tree_edits import MutationPoint, NodeEdit, TreePosition, Variant
from bombsight.dsl import ast

COMPARING_NODES = (ast.Compare, ast.Is, ast.Within, ast.Member, ast.SetLiteral)
"""Syntax nodes that compare a value with the numbers in them."""

OFF_BY_ONE_OPERATOR: Mapping[ast.Comparator, ast.Comparator] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
"""For each comparison operator, the one that differs only if both sides are equal."""


def mutate_number(position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the off-by-one mutations of the number at a position."""
    node = position.node
    if not isinstance(node, ast.Number) or any(isinstance(outer, ast.Key) for outer in position.ancestors):
        return
    kind = number_mutation_kind(position.ancestors)
    if kind is not None:
        changed_values = [node.value + by for by in (1, -1) if node.value + by >= 0 or node.value < 0]
        yield position.mutation_point(kind, *(replace_number(node, value, position) for value in changed_values))


def number_mutation_kind(ancestors: Sequence[ast.Node]) -> str | None:
    """Return the kind of mutation for a number, by its ancestors in the tree; None if another mutator handles it."""
    for outer, inner in zip(ancestors[-2::-1], ancestors[:0:-1], strict=True):
        match outer:
            case ast.Modifier(amount=amount) if amount is inner:
                return None
            case ast.Cell():
                return None  # `mutate_cells` handles these
            case ast.Result() | ast.Return() if isinstance(ancestors[0], ast.Table):
                return "result"
            case _ if isinstance(outer, COMPARING_NODES):
                return "comparison"
            case _:  # the rest: gives no kind
                pass
    return "figure"


def replace_number(node: ast.Number, value: int, position: TreePosition, *, signed: bool = False) -> Variant:
    """Return the mutation that replaces a number by ``value``.

    Args:
        node: The number in the syntax tree.
        value: The new value.
        position: The position of the tree walk, which gives the source text.
        signed: Whether to write a plus sign.
    """
    text = f"{value:+d}" if signed or position.source_of(node).startswith("+") else str(value)
    return (NodeEdit(node, evolve(node, value=value), text),)


def mutate_operator(position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the mutation that exchanges ``<`` and ``<=``, or ``>`` and ``>=``, in a comparison."""
    if isinstance(position.node, ast.Compare):
        yield position.mutation_point(
            "sign", replace_operator(position.node, OFF_BY_ONE_OPERATOR[position.node.op], position)
        )


def replace_operator(node: ast.Compare, sign: ast.Comparator, position: TreePosition) -> Variant:
    """Return the mutation that replaces the operator of a comparison by the operator ``sign``."""
    at = position.text.index(node.op, node.left.span.end)
    text = position.text[node.span.start : at] + sign + position.text[at + len(node.op) : node.span.end]
    return (NodeEdit(node, evolve(node, op=sign), text),)


def mutate_modifier(position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the mutations of a modifier's amount: negated, or off by one."""
    if not isinstance(position.node, ast.Modifier):
        return
    amount = position.node.amount
    match amount:
        case ast.Number(value=value):
            yield position.mutation_point("modifier", replace_number(amount, -value, position, signed=True))
            changed_values = [value + by for by in (1, -1) if (value + by) * value > 0]
            yield position.mutation_point(
                "modifier", *(replace_number(amount, other, position, signed=True) for other in changed_values)
            )
        case ast.Negate(value=value):
            yield position.mutation_point("modifier", (NodeEdit(amount, value, f"+({position.source_of(value)})"),))
        case _:  # the rest: computed
            zero = ast.Number(0, span=amount.span)
            negated = ast.Binary("-", zero, amount, span=amount.span)
            yield position.mutation_point(
                "modifier", (NodeEdit(amount, negated, f"0 - ({position.source_of(amount)})"),)
            )
