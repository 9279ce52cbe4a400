"""The choices of a rule graph, each with its procedure and the variables that its lines may read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.walk import children
from bombsight.flat.types import Type


@frozen
class ScopedChoice:
    """A choice of the rules, with what stands around it.

    Attributes:
        procedure: The name of its procedure.
        node: The choice.
        variables: The types of the variables in scope, without the choice's own.
    """

    procedure: str
    node: g.Choose | g.ChooseBranch
    variables: Mapping[str, Type]

    @property
    def id(self) -> str:
        """The stable name of the choice."""
        return self.node.id

    @property
    def label(self) -> str:
        """The name by which an overlay finds the choice in its procedure: its own, or that of its variable."""
        return self.node.variable if isinstance(self.node, g.Choose) else self.node.name

    @property
    def option(self) -> tuple[str, Type] | None:
        """The variable of the choice and its type; None for named answers."""
        return (self.node.variable, self.node.domain.type) if isinstance(self.node, g.Choose) else None


def find_choices(graph: RuleGraph) -> Iterator[ScopedChoice]:
    """Yield the choices in the procedures of a rule graph, with the variables in scope."""
    for procedure in graph.procedures:
        variables = {param.name: param.type for param in procedure.params}
        yield from find_choices_in_block(procedure.name, procedure.body, variables)


def find_choices_in_block(procedure: str, block: g.Block, outer: Mapping[str, Type]) -> Iterator[ScopedChoice]:
    """Yield the choices in a block and in the blocks within it.

    Args:
        procedure: The name of the procedure.
        block: The statements.
        outer: The types of the variables in scope as the block begins.
    """
    variables = dict(outer)
    for statement in block:
        inner = variables
        match statement:
            case g.Choose() | g.ChooseBranch():
                yield ScopedChoice(procedure, statement, dict(variables))
            case g.ForEach():
                inner = {**variables, statement.variable: statement.domain.type}
            case g.ForRange():
                inner = {**variables, statement.variable: statement.type}
            case _:  # the rest: no other statement gives its blocks a variable
                pass
        for inner_block in inner_blocks(statement):
            yield from find_choices_in_block(procedure, inner_block, inner)
        match statement:
            case g.Choose() | g.Draw():
                variables[statement.variable] = statement.domain.type
            case g.Let():
                variables[statement.variable] = statement.type
            case _:  # the rest: no other statement gives those behind it a variable
                pass


def inner_blocks(statement: g.Stmt) -> Iterator[g.Block]:
    """Yield the blocks of a statement."""
    parts = statement.branches if isinstance(statement, g.ChooseBranch) else (statement,)
    for part in parts:
        for child in children(part):
            if isinstance(child, tuple) and child and isinstance(child[0], g.BaseStmt):
                yield child
