"""The mutation points of an item: the places where it can be mutated, by kinds of mutation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bombsight.compiler.mutants.conditions import drop_statement, mutate_condition
from bombsight.compiler.mutants.numbers import mutate_modifier, mutate_number, mutate_operator
from bombsight.compiler.mutants.rows import move_limits, mutate_cells, swap_results
from bombsight.compiler.mutants.tree_edits import MutationPoint, TreePosition, walk_with_ancestors
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
"""The kinds of mutations with their descriptions, in display order."""

MUTATORS: tuple[Callable[[TreePosition], Iterator[MutationPoint]], ...] = (
    mutate_number,
    mutate_operator,
    mutate_modifier,
    mutate_condition,
    drop_statement,
    move_limits,
    swap_results,
    mutate_cells,
)

RULE_ITEMS = (ast.Table, ast.ModifierOn, ast.Define, ast.Procedure, ast.Reroll, ast.Enum)
"""The items to mutate; the others declare or test. Tallies and forecasts are excluded, though they derive from a rule's
class."""


def find_mutation_points(item: ast.Item, sources: Mapping[str, Source]) -> Iterator[MutationPoint]:
    """Yield every place of an item that can be mutated, with its mutations; none for an item without rules."""
    if isinstance(item, RULE_ITEMS) and not isinstance(item, ast.Tally | ast.Forecast):
        for position in walk_with_ancestors(item, sources):
            for find in MUTATORS:
                yield from find(position)
