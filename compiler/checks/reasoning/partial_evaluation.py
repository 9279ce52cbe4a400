"""Partial evaluation: specialize a part of the graph to one value of an option.

Constants are folded, and an ``if`` with a constant condition is replaced by its block. If two values of an option leave
equal parts, the rules are the same under both. The converse does not hold: unequal parts may behave alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import add, mul, sub
from typing import Any

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import child_names
from bombsight.flat.fold import COMPARE
from bombsight.flat.types import BOOL, NONE

COMPUTE: Mapping[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}


class OptionReads:
    """Memo of the options that each part of the graph reads, so that other parts are skipped."""

    def __init__(self) -> None:
        """Make an empty memo."""
        self.memo: dict[int, tuple[object, frozenset[str]]] = {}  # the part is kept, so that its id is not reused

    def options_read(self, part: Any) -> frozenset[str]:
        """The names of the options that a part of the graph, or a tuple of parts, reads (memoized)."""
        if part is None or type(part) in (str, int, bool):
            return frozenset()
        known = self.memo.get(id(part))
        if known is None:
            known = self.memo[id(part)] = part, self.compute_options_read(part)
        return known[1]

    def compute_options_read(self, part: Any) -> frozenset[str]:
        """Compute the names of the options that a part of the graph reads, without the memo for the part itself."""
        if type(part) is tuple:
            return frozenset[str]().union(*map(self.options_read, part))
        own = frozenset((part.option,)) if isinstance(part, x.OptionRead) else frozenset[str]()
        return own.union(*(self.options_read(getattr(part, name)) for name in child_names(type(part))))


def substitute_option(part: Any, option: str, value: int, reads: OptionReads) -> Any:
    """Specialize a part of the graph, or a tuple of parts, to a value of an option.

    Args:
        part: The part.
        option: The option's name.
        value: Its value.
        reads: The options that parts read.
    """
    if option not in reads.options_read(part):
        return part
    if type(part) is tuple:
        return tuple(each for one in part for each in fold_block_member(substitute_option(one, option, value, reads)))
    if isinstance(part, x.OptionRead) and part.option == option:
        return x.Const(value=value, type=part.type, span=part.span)
    names = child_names(type(part))
    found = {name: getattr(part, name) for name in names}
    substituted = {name: substitute_option(old, option, value, reads) for name, old in found.items()}
    changed = {name: new for name, new in substituted.items() if new != found[name]}
    return fold_constants(evolve(part, **changed)) if changed else part


def fold_block_member(part: Any) -> Iterator[Any]:
    """Yield a statement unchanged; for an ``if`` with a constant condition, the statements of the selected block."""
    if isinstance(part, g.If) and isinstance(part.condition, x.Const):
        yield from part.body if part.condition.value else part.otherwise
    else:
        yield part


def fold_constants(part: Any) -> Any:
    """Fold an expression with constant operands to a constant."""
    match part:
        case x.Comparison(op=op, left=x.Const(value=left), right=x.Const(value=right)):
            return bool_const(part, COMPARE[op](left, right))
        case x.InRange(value=x.Const(value=value), low=x.Const(value=low), high=x.Const(value=high)):
            return bool_const(part, low <= value <= high)
        case x.OneOf(value=x.Const(value=value), members=members):
            if all(isinstance(member, x.Const) for member in members):
                return bool_const(
                    part, any(isinstance(member, x.Const) and member.value == value for member in members)
                )
            return part
        case x.NotExpr(value=x.Const(value=value)):
            return bool_const(part, not value)
        case x.AndExpr(terms=terms):
            return simplify_terms(part, terms, identity=1)
        case x.OrExpr(terms=terms):
            return simplify_terms(part, terms, identity=0)
        case x.OrElse(value=x.Const(value=value), otherwise=otherwise):
            return otherwise if value == NONE else part.value
        case x.Conditional(condition=x.Const(value=holds), value=value, otherwise=otherwise):
            return value if holds else otherwise
        case x.Arithmetic(op=op, left=x.Const(value=left), right=x.Const(value=right)):
            return x.Const(value=COMPUTE[op](left, right), type=part.type, span=part.span)
        case x.Negation(value=x.Const(value=value)):
            return x.Const(value=-value, type=part.type, span=part.span)
        case _:  # the rest: not known to be a constant
            return part


def bool_const(part: x.Expr, holds: bool) -> x.Const:
    """Make a yes/no constant with the source position of the expression that it replaces."""
    return x.Const(value=int(holds), type=BOOL, span=part.span)


def simplify_terms(part: x.AndExpr | x.OrExpr, terms: tuple[x.Expr, ...], identity: int) -> x.Expr:
    """Simplify ``and`` or ``or``: drop ``identity`` constants (neutral), and all terms after a deciding constant."""
    remaining: list[x.Expr] = []
    for term in terms:
        if not isinstance(term, x.Const):
            remaining.append(term)
        elif term.value != identity:
            remaining.append(term)
            break
    if not remaining:
        return bool_const(part, bool(identity))
    return remaining[0] if len(remaining) == 1 else evolve(part, terms=tuple(remaining))
