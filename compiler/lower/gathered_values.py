"""Lowering of what becomes of the values of all rows that apply: their sum, the highest, the lowest."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.aggregation import Aggregation
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs


def gather_statements(
    aggregation: Aggregation, gathered: Sequence[fx.Local], values: Sequence[fx.Expr]
) -> list[fs.Stmt]:
    """Return the statements that add a row's values to what is gathered.

    Args:
        aggregation: What becomes of the values.
        gathered: The variables that gather.
        values: The row's values, each without faults.
    """
    found: list[fs.Stmt] = []
    for local, value in zip(gathered, values, strict=True):
        if aggregation == "sum":
            found.append(fs.SetLocal(name=local.name, value=fold.arithmetic("+", local, value)))
            continue
        is_better = fold.compare(">" if aggregation == "highest" else "<", value, local)
        is_first = fold.equal(local, fold.NOTHING)
        is_some = fold.negation(fold.equal(value, fold.NOTHING))
        condition = fold.conjunction([is_some, fold.disjunction([is_first, is_better])])
        keep = fs.SetLocal(name=local.name, value=value)
        if condition != fold.NO:
            found.append(keep if condition == fold.YES else fs.If(condition=condition, body=(keep,)))
    return found
