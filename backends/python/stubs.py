"""Stubs: placeholders of functions, which compile them at their first call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any

GeneratedFunction = Callable[..., Any]


def make_stubs(
    names: Iterable[str], load_code: Callable[[], CodeType], scope: dict[str, Any]
) -> dict[str, GeneratedFunction]:
    """Make placeholders for a function's variants (with or without reset of its state), which compile it when called.

    Args:
        names: The Python names of its variants.
        load_code: Compiles the function, or loads its stored code.
        scope: The namespace of the code, in which it replaces its stubs.
    """
    definitions: dict[str, GeneratedFunction] = {}

    def compile_now() -> None:
        """Compile the function, and put its variants in place of their placeholders."""
        exec(load_code(), scope, definitions)
        scope.update((name, code) for name, code in definitions.items() if scope.get(name) in (None, stubs.get(name)))

    def make_stub(name: str) -> GeneratedFunction:
        """Make the placeholder for a variant of the function."""

        def call_first_time(*arguments: int) -> Any:
            """Compile the function unless that is done, and call the variant."""
            if not definitions:
                compile_now()
            return definitions[name](*arguments)

        return call_first_time

    stubs = {name: make_stub(name) for name in names}
    return stubs
