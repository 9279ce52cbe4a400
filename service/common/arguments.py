"""Validation of the arguments of public functions and methods, by their annotations.

``check_arguments`` makes of an annotation such as ``Count | None`` a check with a sentence for people; each argument is
checked before the function runs, and each iterable becomes a tuple. So no function of the interface needs checks of its
own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from os import PathLike
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from attrs import frozen

from bombsight.boundary.budget import MAX_RAISE_FACTOR
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.wording import either
from bombsight.dsl.listing import join_names
from bombsight.service.common.seeds import MAX_SEED

P = ParamSpec("P")
R = TypeVar("R")

MAX_JOBS = 1024
"""The maximum number of processes that can be requested."""

MAX_COUNT = 10**12
"""The maximum number of missions, runs or the like."""


@frozen
class Range:
    """The lowest and the highest number that an argument may be."""

    low: int
    high: int


Count = Annotated[int, Range(1, MAX_COUNT)]
"""A number of missions, runs or mutants."""

CountOrZero = Annotated[int, Range(0, MAX_COUNT)]
"""The same, where there may be none."""

Seed = Annotated[int, Range(0, MAX_SEED)]
"""A seed of dice."""

Jobs = Annotated[int, Range(1, MAX_JOBS)]
"""A number of processes."""

Limit = Annotated[int, Range(1, MAX_RAISE_FACTOR)]
"""A factor by which the limits on the cost of rules are raised."""

AnyPath = str | Path
"""A path, as text or not."""

Progress = Callable[[int, int], object]
"""The function that is called with how much is done and how much there is to do."""


def check_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Make a public function check its arguments by their annotations; an iterable reaches it as a tuple.

    The function raises ``InputError`` for a wrong argument, which names it as Python writes it: ``missions=-3``.
    """

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        bound = inspect.signature(function).bind(*args, **kwargs)
        annotations = parameter_types(function)
        for name, value in bound.arguments.items():
            bound.arguments[name] = check_argument(name, value, annotations[name])
        return function(*bound.args, **bound.kwargs)

    return checked


@cache
def parameter_types(function: Callable[..., object]) -> dict[str, Any]:
    """Evaluate the annotations of a function's parameters; of ``*words``, that of the tuple of them."""
    names = inspect.unwrap(function).__globals__
    types: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        annotation = object if parameter.annotation is parameter.empty else parameter.annotation  # self
        kind = eval(annotation, names) if isinstance(annotation, str) else annotation
        types[parameter.name] = GenericAlias(Iterable, (kind,)) if parameter.kind is parameter.VAR_POSITIONAL else kind
    return types


def check_argument(name: str, value: object, kind: Any) -> object:
    """Return the value of an argument, an iterable as a tuple.

    Raises:
        InputError: It is none of those that its annotation allows.
    """
    if not is_iterable_type(kind):
        if fits(value, kind):
            return value
        raise argument_error(name, value, kind)
    wanted = f"{name}= takes several: write them in a list, [{clip(repr(value))}]."
    if isinstance(value, str | bytes | PathLike) or not isinstance(value, Iterable):
        raise InputError(f"{name}={clip(repr(value))} cannot be used", "", wanted)
    (element_kind,) = get_args(kind)
    elements = tuple(value)
    for element in elements:
        if not fits(element, element_kind):
            raise argument_error(name, element, element_kind)
    return elements


def is_iterable_type(kind: Any) -> bool:
    """Whether an annotation is ``Iterable[...]`` or ``Sequence[...]``."""
    return get_origin(kind) in (get_origin(Iterable[int]), get_origin(Sequence[int]))


def fits(value: object, kind: Any) -> bool:
    """Whether a value is one of those that an annotation allows."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return any(fits(value, each) for each in get_args(kind))
    if origin is Literal:
        return any(type(value) is type(each) and value == each for each in get_args(kind))
    if origin is Annotated:
        base, (limits) = get_args(kind)[0], get_args(kind)[1]
        return fits(value, base) and isinstance(value, int) and limits.low <= value <= limits.high
    if origin is get_origin(Callable[..., object]):
        return callable(value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind)


def argument_error(name: str, value: object, kind: Any) -> InputError:
    """Make the error that an argument has a value that its annotation does not allow, with those that it allows."""
    from bombsight.dsl.suggestions import suggest_name  # seldom needed

    hint = f"It can be {join_names(describe_type(kind), 'or')}."
    words = [each for each in choices_of(kind) if isinstance(each, str)]
    if isinstance(value, str) and words:
        hint = f"{near} {hint}" if (near := suggest_name(value, words)) else hint
    return InputError(f"{name}={clip(repr(value))} cannot be used", "", hint, clip(str(value)))


def choices_of(kind: Any) -> list[object]:
    """List the values of a ``Literal``, also within a union."""
    if get_origin(kind) is Literal:
        return [*get_args(kind)]
    if get_origin(kind) in (Union, UnionType):
        return [value for each in get_args(kind) for value in choices_of(each)]
    return []


def describe_type(kind: Any) -> list[str]:
    """Describe in words the values that an annotation allows: ``a whole number, 1 to 1,024``, ``None``."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return [*dict.fromkeys(text for each in get_args(kind) for text in describe_type(each))]
    if origin is Literal:
        return [repr(each) for each in get_args(kind)]
    if origin is Annotated:
        limits = get_args(kind)[1]
        return [f"a whole number, {limits.low} to {limits.high:,}"]
    if origin is get_origin(Callable[..., object]):
        return ["a function"]
    known = {int: "a whole number", str: "a text", bool: "True or False", Path: "a path", NoneType: "None"}
    return [known.get(kind) or f"a bombsight.{kind.__name__}"]


def exclusive_error(first: str, second: str) -> InputError:
    """Make the error that two arguments exclude each other."""
    return InputError(f"{first}= and {second}= exclude each other", "", either("", "Name one of them."))
