"""``python -m tests.dsl.guarded COMMAND``: the command with frozen values that nobody can write to.

Nodes and spans are frozen for the type checker; at run time a guard would make each of them twice as dear. Here there
is one, so that a test sees that no code gets around the type checker.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from bombsight.dsl import node_classes

MAKERS = {"__init__", "__setstate__", "method", "evolve_node"}
"""Those who may write: constructors (``method`` is the code that those of nodes share), unpickling, copies."""


def refuse(value: object, name: str, new: object) -> None:
    caller = sys._getframe(1).f_code.co_name
    if caller not in MAKERS:
        raise AssertionError(f"{caller} writes {name} of a {type(value).__name__}")
    object.__setattr__(value, name, new)


def guard(decorate: Callable[..., Any]) -> Callable[..., Any]:
    """The decorator of a frozen class, whose values refuse to be written to."""

    def build(class_: type | None = None, **how: Any) -> Any:
        def build_guarded(plain_class: type) -> Any:
            built = decorate(plain_class, **how)
            built.__setattr__ = refuse
            return built

        return build_guarded if class_ is None else build_guarded(class_)

    return build


def main() -> None:
    for name in ("frozen", "unguarded"):
        setattr(node_classes, name, guard(getattr(node_classes, name)))
    from bombsight.cli.app import main as run_command

    run_command()


if __name__ == "__main__":
    main()
