"""Precedence of sibling exceptions: the expansion of `over all`."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl import ast


def overridden_exceptions(siblings: Sequence[ast.Except]) -> dict[str, tuple[str, ...]]:
    """Map each exception to the siblings that it overrides: those it names, then those of `over all`.

    `over all` means every sibling except those with `over all` themselves and those that override it by name,
    transitively. So the order of exceptions is irrelevant, and one added later is overridden too.
    """
    over_by_name = {sister.name: set(sister.over) for sister in siblings}
    for _ in siblings:
        for name, others in over_by_name.items():
            over_by_name[name] = others.union(*(over_by_name.get(other, set()) for other in others))
    beaten_by_name = {}
    for sister in siblings:
        rest = [
            other.name
            for other in siblings
            if sister.over_all
            and not other.over_all
            and other.name not in (sister.name, *sister.over)
            and sister.name not in over_by_name[other.name]
        ]
        beaten_by_name[sister.name] = (*sister.over, *rest)
    return beaten_by_name
