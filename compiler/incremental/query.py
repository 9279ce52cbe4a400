"""Queries: compiler stages that receive their own result of the last compilation, to reuse parts of it.

A query is the function of one stage. Its result depends on its arguments alone; it reuses the valid parts of its
previous result to save work. There is no hidden cache to invalidate: results are a value that the owner may pass to the
next compilation of nearly the same rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from bombsight.dsl.node_classes import frozen

P = ParamSpec("P")
T = TypeVar("T")


class Query(Generic[P, T]):
    """A function whose first parameter is its own previous result.

    Called directly, it computes from scratch: that parameter is None.
    """

    def __init__(self, function: Callable[Concatenate[T | None, P], T]) -> None:
        """Make a query from a function, whose first parameter is its own previous result, or None."""
        self.function = function
        self.name = f"{function.__module__.removeprefix('bombsight.compiler.')}.{function.__qualname__}"
        self.__doc__ = function.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Compute the result from scratch, without a previous one."""
        return self.function(None, *args, **kwargs)

    def rerun(self, previous: T | None, *args: P.args, **kwargs: P.kwargs) -> T:
        """Compute the result from new arguments, reusing parts of the previous result."""
        return self.function(previous, *args, **kwargs)


def query(function: Callable[Concatenate[T | None, P], T]) -> Query[P, T]:
    """Decorate a function whose first parameter is its own previous result, or None."""
    return Query(function)


@frozen(eq=False)
class Results:
    """The last results of queries: an immutable value.

    Attributes:
        by_name: Each result, by the name of its query.
    """

    by_name: Mapping[str, Any] = {}

    def last(self, stage: Query[..., T]) -> T | None:
        """Return the last result of a query (compiler stage); None if it never ran."""
        return cast("T | None", self.by_name.get(stage.name))

    def with_result(self, stage: Query[..., T], result: T) -> Results:
        """Return a copy with a new result for a query (compiler stage)."""
        return Results({**self.by_name, stage.name: result})

    def drop(self, *queries: Query[..., Any]) -> Results:
        """Return a copy without the results of some queries (compiler stages)."""
        dropped_names = {each.name for each in queries}
        return Results({name: result for name, result in self.by_name.items() if name not in dropped_names})


class Queries:
    """The queries of one compilation, with the results of the last one.

    Attributes:
        results: Their results; for those that have not run yet, the previous ones.
    """

    def __init__(self, previous: Results | None) -> None:
        """Start a compilation with the results of the last one; None for a compilation from scratch."""
        self.results = previous or Results()

    def run(self, stage: Query[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query (compiler stage) on arguments and its own previous result; store and return the new result."""
        return self.put(stage, stage.rerun(self.results.last(stage), *args, **kwargs))

    def put(self, stage: Query[..., T], result: T) -> T:
        """Store and return a result of a query (compiler stage) that was computed without :meth:`run`."""
        self.results = self.results.with_result(stage, result)
        return result
