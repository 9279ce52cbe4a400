"""Incremental compilation: queries, which are handed their own result of the last compilation.

A query is a function of one stage. What it returns depends on its arguments alone; the result of the last time saves
work, and a query takes of it what still holds. So nothing is hidden and nothing need be thrown away: results are a
value that its owner hands to the next compilation of nearly the same rules, or does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from bombsight.dsl.node_classes import frozen

P = ParamSpec("P")
T = TypeVar("T")


class Query(Generic[P, T]):
    """A function that may use its result of the last time, which is its first parameter.

    Called as it is, it works everything out: the first parameter is None then.
    """

    def __init__(self, function: Callable[Concatenate[T | None, P], T]) -> None:
        self.function = function
        self.name = f"{function.__module__.removeprefix('bombsight.compiler.')}.{function.__qualname__}"
        self.__doc__ = function.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """The result, worked out from nothing."""
        return self.function(None, *args, **kwargs)

    def rerun(self, previous: T | None, *args: P.args, **kwargs: P.kwargs) -> T:
        """The result, worked out with what came of nearly the same arguments."""
        return self.function(previous, *args, **kwargs)


def query(function: Callable[Concatenate[T | None, P], T]) -> Query[P, T]:
    """Decorate a function whose first parameter is its result of the last time, or None."""
    return Query(function)


@frozen(eq=False)
class Results:
    """The last results of queries: an immutable value.

    Attributes:
        by_name: Each result, by the name of its query.
    """

    by_name: Mapping[str, Any] = {}

    def last(self, stage: Query[..., T]) -> T | None:
        """The last result of a query; None where it did not run."""
        return cast("T | None", self.by_name.get(stage.name))

    def with_result(self, stage: Query[..., T], result: T) -> Results:
        """The same with another result of a query."""
        return Results({**self.by_name, stage.name: result})

    def drop(self, *queries: Query[..., Any]) -> Results:
        """The same without the results of some queries."""
        dropped_names = {each.name for each in queries}
        return Results({name: result for name, result in self.by_name.items() if name not in dropped_names})


class Queries:
    """The queries of one compilation, as they run.

    Attributes:
        results: Their results; of those that did not run yet, the last ones.
    """

    def __init__(self, previous: Results | None) -> None:
        self.results = previous or Results()

    def run(self, stage: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a query, which is kept for the next time."""
        return self.put(stage, stage.rerun(self.results.last(stage), *args, **kwargs))

    def put(self, stage: Query[..., T], result: T) -> T:
        """Keep a result of a query that was worked out otherwise."""
        self.results = self.results.with_result(stage, result)
        return result
