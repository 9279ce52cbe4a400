"""What the compiler proves of a resolved program: one small module for each check."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.graph.nodes import RuleGraph
from dsl import ast
from dsl.diagnostic import Diagnostic
from dsl.source import Source


def check(
    graph: RuleGraph, items: Sequence[ast.Item], known: Sequence[Diagnostic], house: Sequence[Source]
) -> list[Diagnostic]:
    """Everything the checks find."""
    return []
