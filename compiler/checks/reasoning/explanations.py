"""Explanations of proved conditions: a minimal set of facts that imply the verdict, and the values that they allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom
from bombsight.compiler.checks.reasoning.diagrams import DecisionDiagrams
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.rendering import render_expr, render_values
from bombsight.compiler.checks.reasoning.symbolic_state import PathCondition, SymbolicState, ValueSnapshot
from bombsight.compiler.checks.reasoning.values import ElementValue
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.intervals import count_numbers
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import ElementType


@frozen
class KnownCondition:
    """A condition that holds where another one is proved, such as a path condition, with its diagram and place.

    Attributes:
        node: The diagram of where it holds.
        span: Its place.
        label: The label of that place.
    """

    node: int
    span: Span
    label: str


@frozen
class Explanation:
    """The reason for a verdict, as note and labels of a finding.

    Attributes:
        note: A short reason, such as ``lamp is 0..3``; may be empty.
        labels: The places of the facts, with a label each.
    """

    note: str = ""
    labels: tuple[tuple[Span, str], ...] = ()


def condition_of_fact(fact: PathCondition, node: int) -> KnownCondition:
    """Make the known condition of a path condition: its diagram, with place and label for a finding."""
    how = "set here" if fact.was_set else "this holds here" if fact.holds else "this does not hold here"
    return KnownCondition(node, fact.condition.span, how)


def explain(
    evaluator: AbstractEvaluator,
    condition: x.Expr,
    state: SymbolicState,
    holds: bool,
    known_conditions: Sequence[KnownCondition],
    node: int,
) -> Explanation:
    """Explain why a condition always (``holds``) or never holds in a state.

    Args:
        evaluator: The evaluator that owns the diagrams.
        condition: The condition.
        state: The symbolic state.
        holds: Whether it always holds; else it never does.
        known_conditions: The facts in that state.
        node: The diagram of the condition.

    Returns:
        The reason; an empty one where it is too much to tell, or something else makes it so.
    """
    try:
        denied = evaluator.space.negation(node) if holds else node
        if evaluator.space.conjunction(denied, *(one.node for one in known_conditions)) != NO:
            return Explanation()
        core = minimal_core(evaluator.space, known_conditions, denied)
        if not core:
            return explain_unconditionally(evaluator, condition, state, holds)
        where = evaluator.space.conjunction(*(one.node for one in core))
        labels = tuple((one.span, one.label) for one in core if one.span != NOWHERE)
        return Explanation(
            render_narrowed_values(evaluator, denied, evaluator.space.atoms_of(node), where, state.versions), labels
        )
    except (TooManyError, UnclearError):
        return Explanation()


def minimal_core(
    diagrams: DecisionDiagrams, known_conditions: Sequence[KnownCondition], negated: int
) -> list[KnownCondition]:
    """Reduce known conditions to a minimal set that contradicts ``negated``, preferring later ones."""
    needed = list(known_conditions)
    for one in known_conditions:
        rest = [other for other in needed if other is not one]
        if diagrams.conjunction(negated, *(other.node for other in rest)) == NO:
            needed = rest
    return needed


def render_narrowed_values(
    evaluator: AbstractEvaluator, negated: int, atoms: Sequence[Atom], where: int, versions: Mapping[str, int]
) -> str:
    """Describe the values of variables where a condition holds: ``lamp is 0..3``; empty if that explains nothing.

    For numbers that are compared with each other, each may be narrowed a little while their relation is the reason:
    after `money > price`, `money` is at least 1, which is not why `price < 3` never holds.

    Args:
        evaluator: The evaluator that owns the diagrams.
        negated: The diagram of the opposite of the verdict.
        atoms: The atoms to describe.
        where: The diagram of the condition.
        versions: The present versions of fields.
    """
    space = evaluator.space
    found, narrow = [], negated
    for atom in atoms:
        past = atom.version is not None and versions.get(atom.version[0], 0) != atom.version[1]
        if not (atom.is_guess or past) and atom.label:
            values = space.values_of(space.atom_diagram(atom), where)
            if values.size < count_numbers(atom.values):
                narrow = space.conjunction(narrow, space.membership(space.atom_diagram(atom), values))
                found.append(render_values(evaluator.program, atom.label, atom.type, values))
    if space.depends_on_relation(where) and narrow != NO:
        return ""
    return join_names(filter(None, found), separator=" and ", when_empty="")


def explain_unconditionally(
    evaluator: AbstractEvaluator, condition: x.Expr, state: SymbolicState, holds: bool
) -> Explanation:
    """Explain why a condition holds in all states (``holds``) or in none, when no path condition is needed.

    Args:
        evaluator: The evaluator that owns the diagrams.
        condition: The condition.
        state: The symbolic state.
        holds: Whether it always holds; else it never does.
    """
    space, program = evaluator.space, evaluator.program
    match condition:
        case x.NotExpr(value=inner):
            return explain_unconditionally(evaluator, inner, state, not holds)
        case x.AndExpr(terms=terms) | x.OrExpr(terms=terms):
            if isinstance(condition, x.OrExpr) is not holds:
                return explain_unconditionally(evaluator, terms[0], state, holds)
            nodes = [evaluator.diagram_of(term, state) for term in terms]
            grounds = [
                KnownCondition(space.negation(node) if holds else node, term.span, "")
                for term, node in zip(terms, nodes, strict=True)
            ]
            core = minimal_core(space, grounds, YES)
            if len(core) == 1:
                return explain_unconditionally(evaluator, terms[grounds.index(core[0])], state, holds)
            what = "one of these always holds" if holds else "these never hold together"
            return Explanation(what, tuple((one.span, "and this" if at else "this") for at, one in enumerate(core)))
        case x.CallDefine(define=name):
            return Explanation(
                f"{render_expr(program, condition)} is {'always' if holds else 'never'} yes",
                ((program.defines[name].base.span, "worked out from this"),),
            )
        case x.Comparison(left=left, right=right):
            return Explanation(
                join_names(
                    filter(None, (render_possible_values(evaluator, one, state) for one in (left, right))),
                    when_empty="",
                )
            )
        case x.InRange(value=value) | x.OneOf(value=value):
            return Explanation(render_possible_values(evaluator, value, state))
        case x.Var(name=name) if isinstance(state.names.get(name), ValueSnapshot):
            snapshot = state.names[name]
            assert isinstance(snapshot, ValueSnapshot)
            inner_reason = explain_unconditionally(evaluator, snapshot.value, snapshot.state, holds)
            return Explanation(inner_reason.note, ((snapshot.value.span, f"this is {name}"), *inner_reason.labels))
        case _:  # the rest: no reason is known
            return Explanation()


def render_possible_values(evaluator: AbstractEvaluator, expr: x.Expr, state: SymbolicState) -> str:
    """Describe the values that an expression can have in any state: ``lamp is 0..3``; empty for a constant."""
    if isinstance(expr, x.Const) or isinstance(expr.type, ElementType):
        return ""
    value = evaluator.evaluate(expr, state)
    if isinstance(value, ElementValue):
        return ""
    return render_values(
        evaluator.program, render_expr(evaluator.program, expr), expr.type, evaluator.space.values_of(value)
    )
