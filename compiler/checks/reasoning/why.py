"""Why something can never be, or always is: the fewest things known that make it so, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bombsight.compiler.checks.reasoning.abstract_eval import Meaning
from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom
from bombsight.compiler.checks.reasoning.diagrams import Diagrams
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.spelling import render_values, spelled
from bombsight.compiler.checks.reasoning.symbolic_state import Fact, Knowledge, Snapshot
from bombsight.compiler.checks.reasoning.values import Element
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.graph import expressions as x
from bombsight.dsl.listing import listed
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import ElementType


@frozen
class Ground:
    """Something known, as a diagram of where it holds.

    Attributes:
        node: The diagram.
        span: Where it stands.
        said: What is said of that place.
    """

    node: int
    span: Span
    said: str


@frozen
class Reason:
    """Why something is so.

    Attributes:
        note: In a few words, such as ``lamp is 0..3``; empty where there are none.
        labels: The places that make it so, and what is said of each.
    """

    note: str = ""
    labels: tuple[tuple[Span, str], ...] = ()


def ground(fact: Fact, node: int) -> Ground:
    """What is known since a condition was asked, or a field set."""
    how = "set here" if fact.was_set else "this holds here" if fact.holds else "this does not hold here"
    return Ground(node, fact.condition.span, how)


def why(
    meaning: Meaning, condition: x.Expr, known: Knowledge, holds: bool, grounds: Sequence[Ground], node: int
) -> Reason:
    """Why a condition always holds, or never, where it is asked.

    Args:
        meaning: What the diagrams belong to.
        condition: The condition.
        known: What is known where it is asked.
        holds: Whether it always holds; else it never does.
        grounds: What is known to hold there.
        node: The diagram of the condition.

    Returns:
        The reason; an empty one where it is too much to tell, or something else makes it so.
    """
    try:
        denied = meaning.space.negated(node) if holds else node
        if meaning.space.both(denied, *(one.node for one in grounds)) != NO:
            return Reason()
        needed = fewest(meaning.space, grounds, denied)
        if not needed:
            return by_itself(meaning, condition, known, holds)
        where = meaning.space.both(*(one.node for one in needed))
        labels = tuple((one.span, one.said) for one in needed if one.span != NOWHERE)
        return Reason(narrowed(meaning, denied, meaning.space.asked(node), where, known.versions), labels)
    except (TooManyError, UnclearError):
        return Reason()


def fewest(space: Diagrams, grounds: Sequence[Ground], denied: int) -> list[Ground]:
    """Those of several grounds without any of which something could be after all; the later go before the earlier."""
    needed = list(grounds)
    for one in grounds:
        rest = [other for other in needed if other is not one]
        if space.both(denied, *(other.node for other in rest)) == NO:
            needed = rest
    return needed


def narrowed(meaning: Meaning, denied: int, atoms: Sequence[Atom], where: int, versions: Mapping[str, int]) -> str:
    """What is known of each of some atoms where a condition holds, but not everywhere; empty where it explains nothing.

    Of numbers that are compared with each other, each can be narrowed a little while something else is what excludes
    the denied: after `money > price`, `money` is at least 1, which is not why `price < 3` never holds.
    """
    space = meaning.space
    found, narrow = [], denied
    for atom in atoms:
        past = atom.version is not None and versions.get(atom.version[0], 0) != atom.version[1]
        if not (atom.guess or past) and atom.label:
            values = space.values(space.atom(atom), where)
            if len(values) < len(atom.values):
                narrow = space.both(narrow, space.among(space.atom(atom), values))
                found.append(render_values(meaning.program, atom.label, atom.type, values))
    if space.is_related(where) and narrow != NO:
        return ""
    return listed(filter(None, found), between=" and ", none="")


def by_itself(meaning: Meaning, condition: x.Expr, known: Knowledge, holds: bool) -> Reason:
    """Why a condition holds everywhere, or nowhere, whatever is known around it."""
    space, program = meaning.space, meaning.program
    match condition:
        case x.NotExpr(value=inner):
            return by_itself(meaning, inner, known, not holds)
        case x.AndExpr(terms=terms) | x.OrExpr(terms=terms):
            if isinstance(condition, x.OrExpr) is not holds:
                return by_itself(meaning, terms[0], known, holds)
            nodes = [meaning.number(term, known) for term in terms]
            grounds = [
                Ground(space.negated(node) if holds else node, term.span, "")
                for term, node in zip(terms, nodes, strict=True)
            ]
            needed = fewest(space, grounds, YES)
            if len(needed) == 1:
                return by_itself(meaning, terms[grounds.index(needed[0])], known, holds)
            what = "one of these always holds" if holds else "these never hold together"
            return Reason(what, tuple((one.span, "and this" if at else "this") for at, one in enumerate(needed)))
        case x.CallDefine(define=name):
            return Reason(
                f"{spelled(program, condition)} is {'always' if holds else 'never'} yes",
                ((program.defines[name].base.span, "worked out from this"),),
            )
        case x.Comparison(left=left, right=right):
            return Reason(listed(filter(None, (can_be(meaning, one, known) for one in (left, right))), none=""))
        case x.InRange(value=value) | x.OneOf(value=value):
            return Reason(can_be(meaning, value, known))
        case x.Var(name=name) if isinstance(known.names.get(name), Snapshot):
            snapshot = known.names[name]
            assert isinstance(snapshot, Snapshot)
            inner_reason = by_itself(meaning, snapshot.value, snapshot.known, holds)
            return Reason(inner_reason.note, ((snapshot.value.span, f"this is {name}"), *inner_reason.labels))
        case _:  # the rest: no reason is known
            return Reason()


def can_be(meaning: Meaning, expr: x.Expr, known: Knowledge) -> str:
    """What a value can be at all; empty for what is written down."""
    if isinstance(expr, x.Const) or isinstance(expr.type, ElementType):
        return ""
    value = meaning.value(expr, known)
    if isinstance(value, Element):
        return ""
    return render_values(meaning.program, spelled(meaning.program, expr), expr.type, meaning.space.leaves(value))
