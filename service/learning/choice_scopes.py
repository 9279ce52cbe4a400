"""The choices of a rule graph, each with its procedure and the variables that its lines may read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

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
        number: Its number among the choices of its name in the procedure, from 1; 0 if there is no other.
        branch_labels: The names by which an overlay finds its named answers; empty for a choice of a value.
    """

    procedure: str
    node: g.Choose | g.ChooseBranch
    variables: Mapping[str, Type]
    number: int = 0
    branch_labels: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The stable name of the choice."""
        return self.node.id

    @property
    def label(self) -> str:
        """The name by which an overlay finds the choice: its own or its variable's, if need be with its number."""
        name = self.node.variable if isinstance(self.node, g.Choose) else self.node.name
        return f"{name}~{self.number}" if self.number else name

    @property
    def option(self) -> tuple[str, Type] | None:
        """The variable of the choice and its type; None for named answers."""
        return (self.node.variable, self.node.domain.type) if isinstance(self.node, g.Choose) else None


def find_choices(graph: RuleGraph) -> Iterator[ScopedChoice]:
    """Yield the choices in the procedures of a rule graph, with the variables in scope."""
    for procedure in graph.procedures:
        variables = {param.name: param.type for param in procedure.params}
        choices = [*find_choices_in_block(procedure.name, procedure.body, variables)]
        counts = Counter(choice.label for choice in choices)
        labels = label_branches(procedure.body)
        for choice in choices:
            number = 0 if counts[choice.label] == 1 else number_in_id(choice.id)
            yield evolve(choice, number=number, branch_labels=labels.get(choice.id, ()))


def label_branches(body: g.Block) -> Mapping[str, tuple[str, ...]]:
    """Map each choice of named answers in a procedure to the names by which an overlay finds them.

    Answers of several choices that have one name are told apart by a number, in their order.
    """
    found = [*find_branches(body)]
    counts = Counter(name for _, name in found)
    numbers: Counter[str] = Counter()
    labels: dict[str, tuple[str, ...]] = {}
    for id_, name in found:
        numbers[name] += 1
        label = name if counts[name] == 1 else f"{name}~{numbers[name]}"
        labels[id_] = (*labels.get(id_, ()), label)
    return labels


def find_branches(block: g.Block) -> Iterator[tuple[str, str]]:
    """Yield the stable name of its choice and the name of each branch in a block and in the blocks within it."""
    for statement in block:
        if isinstance(statement, g.ChooseBranch):
            for branch in statement.branches:
                yield statement.id, branch.name
                for inner_block in blocks_of(branch):
                    yield from find_branches(inner_block)
        else:
            for inner_block in blocks_of(statement):
                yield from find_branches(inner_block)


def number_in_id(id_: str) -> int:
    """Return the number in the stable name of a choice; 1 for the first of its name, which has none."""
    return int(id_.rpartition("~")[2]) if "~" in id_ else 1


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
        yield from blocks_of(part)


def blocks_of(part: g.Stmt | g.Branch) -> Iterator[g.Block]:
    """Yield the blocks right within a statement or a branch."""
    for child in children(part):
        if isinstance(child, tuple) and child and isinstance(child[0], g.BaseStmt):
            yield child
