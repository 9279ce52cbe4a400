"""Values that nothing can be computed from: they stand in a state in place of what is hidden from a player.

Where a program reads one and acts by it, the computation ends. So what is computed beside them rests on visible values
alone: it equals the true value, and it, or that there is none, is the same whatever is hidden.
"""

from __future__ import annotations

from typing import NoReturn


class HiddenReadError(Exception):
    """A computation needs a value that is hidden."""


class HiddenValue:
    """A value that can be copied, and not used: each operation on it raises :class:`HiddenReadError`.

    Each hidden slot has one of its own, for Python takes an object to be equal to itself.
    """

    __slots__ = ()


def refuse(*_: object) -> NoReturn:
    """Raise :class:`HiddenReadError`, in place of any operation on a hidden value.

    Raises:
        HiddenReadError: Always.
    """
    raise HiddenReadError


COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
CONVERSIONS = ("bool", "int", "float", "index", "hash", "str", "format", "len", "iter", "contains", "getitem", "call")
UNARY = ("neg", "pos", "abs", "invert", "round", "trunc", "floor", "ceil")
BINARY = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow"),
    *("lshift", "rshift", "and", "or", "xor", "matmul"),
)

for operation in (*COMPARISONS, *CONVERSIONS, *UNARY, *BINARY, *(f"r{each}" for each in BINARY)):
    setattr(HiddenValue, f"__{operation}__", refuse)
