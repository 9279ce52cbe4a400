"""Which of sister exceptions counts where several hold: what `over all` stands for."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl import ast


def beaten(sisters: Sequence[ast.Except]) -> dict[str, tuple[str, ...]]:
    """For each exception those it is over: the ones it names, then those that `over all` adds.

    That is every other one, but for those that say `over all` themselves and those that are over it by name, however
    many steps away. So the order they stand in has no meaning, and one that is added later is beaten, too.
    """
    named = {sister.name: set(sister.over) for sister in sisters}
    for _ in sisters:
        for name, others in named.items():
            named[name] = others.union(*(named.get(other, set()) for other in others))
    found = {}
    for sister in sisters:
        rest = [
            other.name
            for other in sisters
            if sister.over_all
            and not other.over_all
            and other.name not in (sister.name, *sister.over)
            and sister.name not in named[other.name]
        ]
        found[sister.name] = (*sister.over, *rest)
    return found
