"""Which of sister exceptions counts where several hold: what `over all` stands for."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl import ast


def beaten_exceptions(siblings: Sequence[ast.Except]) -> dict[str, tuple[str, ...]]:
    """For each exception those it is over: the ones it names, then those that `over all` adds.

    That is every other one, but for those that say `over all` themselves and those that are over it by name, however
    many steps away. So the order they stand in has no meaning, and one that is added later is beaten, too.
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
