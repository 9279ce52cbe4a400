"""Values that a test knows more of than their types say, narrowed by an assertion."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any, ParamSpec, TypeVar

from rich.console import Console

P = ParamSpec("P")
T = TypeVar("T")


def unwrap(value: T | None) -> T:
    """Return a value that may not be None here."""
    assert value is not None
    return value


def narrow(kind: type[T], value: object) -> T:
    """Return a value that must be of a class here, such as one member of a union."""
    assert isinstance(value, kind), f"{kind.__name__} is needed, not {type(value).__name__}"
    return value


def spy(function: Callable[P, T], calls: list[Any]) -> Callable[P, T]:
    """Wrap a function so that each call first appends its positional arguments, as a tuple, to a list."""

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        calls.append(args)
        return function(*args, **kwargs)

    return call


def output_of(console: Console) -> str:
    """Return all that was printed to a console that writes to a ``StringIO``."""
    return narrow(StringIO, console.file).getvalue()
