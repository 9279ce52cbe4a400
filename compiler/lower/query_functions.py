"""Pieces of examples, and of what is told beside a run: what those that become one function have in common."""

from __future__ import annotations

from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.node import Param
from bombsight.dsl.node_classes import field, frozen
from bombsight.flat.program import EntryKind
from bombsight.flat.types import Type


@frozen
class ExamplePiece:
    """What becomes a function: pieces that do the same in the same sight are one.

    Attributes:
        kind: What it is for.
        body: What it does: the statements of a line of the scene, the call, what is expected.
        scope: The elements that have a name where it stands.
        bindings: Those that it gives a name.
        result: What a call gives; of a fact that asks for it, what the call gave.
        owner: The first example that has it.
        about: What is told of it.
        cite: Where that is from.
    """

    kind: EntryKind
    body: g.Block | x.Expr | e.ExampleEnded
    scope: tuple[Param, ...]
    bindings: tuple[Param, ...] = ()
    result: Type | None = None
    owner: str = field(default="", eq=False)
    about: str = field(default="", eq=False)
    cite: str = field(default="", eq=False)


VariableRead = x.Var | x.PartOf | x.RollFact | x.NaturalDice
"""What a value reads that is no state."""


@frozen
class AsidePiece:
    """A value worked out beside a run: those that are the same, of the same variables, are one.

    Attributes:
        value: What it gives.
        leaves: What it takes, in order.
        owner: The first item that has it.
        about: What is told of it.
        cite: Where that is from.
    """

    value: x.Expr
    leaves: tuple[VariableRead, ...]
    owner: str = field(default="", eq=False)
    about: str = field(default="", eq=False)
    cite: str = field(default="", eq=False)
