"""Keys of the functions for examples and asides: equal pieces share one function."""

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
    """The key of a setup line, call or expectation of an example; pieces with equal keys share a function.

    Attributes:
        kind: The kind of its entry.
        body: The statements of a line of the scene, the call, or the expectation.
        scope: The named elements before it.
        bindings: The elements that it names.
        result: The result type of a call; for an expectation that reads it, that of the example's call.
        owner: The first example with this piece.
        about: The comment of its function.
        cite: The citation of its example.
    """

    kind: EntryKind
    body: g.Block | x.Expr | e.ExampleEnded
    scope: tuple[Param, ...]
    bindings: tuple[Param, ...] = ()
    result: Type | None = None
    owner: str = field(default="", eq=False)
    about: str = field(default="", eq=False)
    cite: str = field(default="", eq=False)


VariableRead = x.Var | x.PartOf | x.RollFact | x.NaturalDice | x.NaturalFaces
"""A node by which a value reads a variable or the dice, not state."""


@frozen
class AsidePiece:
    """The key of a display-only value (aside); equal values of the same variables share a function.

    Attributes:
        value: The value to compute.
        leaves: Its arguments, in order.
        owner: The first item that shows it.
        about: The comment of its function.
        cite: The citation of its item.
    """

    value: x.Expr
    leaves: tuple[VariableRead, ...]
    owner: str = field(default="", eq=False)
    about: str = field(default="", eq=False)
    cite: str = field(default="", eq=False)
