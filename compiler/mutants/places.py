"""All places of change in an item, by kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bombsight.compiler.mutants.conditions import condition, statement
from bombsight.compiler.mutants.figures import comparison_sign, figure, modifier
from bombsight.compiler.mutants.rows import cells, limits, swaps
from bombsight.compiler.mutants.trees import Place, Step, steps
from bombsight.dsl import ast
from bombsight.dsl.source import Source

KINDS: Mapping[str, str] = {
    "result": "a figure in a result",
    "limit": "a limit between two rows",
    "swap": "two results swapped",
    "cell": "a cell of printed data",
    "figure": "a figure",
    "comparison": "a figure in a comparison",
    "sign": "a sign of comparison",
    "turned": "a condition turned round",
    "left out": "a condition left out",
    "modifier": "a modifier's sign or amount",
    "exception": "an exception dropped",
    "statement": "a statement left out",
}
"""The kinds of changes, each with what is changed, in the order in which they are told."""

FINDERS: tuple[Callable[[Step], Iterator[Place]], ...] = (
    figure,
    comparison_sign,
    modifier,
    condition,
    statement,
    limits,
    swaps,
    cells,
)

ITEMS = (ast.Table, ast.ModifierOn, ast.Define, ast.Procedure, ast.Reroll, ast.Enum)
"""The items that are rules; the others declare, or test. A tally is none, though it is derived as a value of play."""


def places(item: ast.Item, sources: Mapping[str, Source]) -> Iterator[Place]:
    """Every place of change in an item; none in one that holds no rules."""
    if isinstance(item, ITEMS) and not isinstance(item, ast.Tally):
        for step in steps(item, sources):
            for find in FINDERS:
                yield from find(step)
