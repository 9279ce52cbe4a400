"""Common subexpression elimination: a repeated part is computed once and kept in a variable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator
from typing import Any, cast

from attrs import evolve

from bombsight.backends.python.inline_assignment import bind_at_first_read
from bombsight.flat import expressions as fx
from bombsight.flat.passes.facts import is_effect_free
from bombsight.flat.walking import depends_on, node_attributes, operands, walk

SHAREABLE = (fx.Slot, fx.Datum, fx.Arithmetic, fx.Place)
"""Node types that may be shared."""


def eliminate_common_subexpressions(
    value: fx.Expr, faultless: Container[str], new_variable: Callable[[], str]
) -> fx.Expr:
    """Return an expression with each repeated part computed once, unless it may fault (``faultless`` calls do not)."""
    candidates = [
        part for part in parts_outside_quantifiers(value) if isinstance(part, SHAREABLE) and is_worth_sharing(part)
    ]
    if len(candidates) < 2:
        return value
    repeated = [part for part, times in Counter(candidates).items() if times > 1 and is_effect_free(part, faultless)]
    bound_names = (
        [node.variable for node in walk(value) if isinstance(node, fx.Quantifier | fx.Let)] if repeated else []
    )
    for part in sorted(repeated, key=count_nodes, reverse=True):
        if any(depends_on(part, name) for name in bound_names):
            continue
        if sum(1 for same in parts_outside_quantifiers(value) if same == part) < 2:
            continue  # occurs only in a part already shared
        name = new_variable()
        bound = bind_at_first_read(replace_part(value, part, fx.Local(name)), name, part)
        if bound is not None:
            value = bound.body
    return value


def is_worth_sharing(part: fx.Expr) -> bool:
    """Whether reading a variable is faster than computing a part of an expression again."""
    return not isinstance(part, fx.Slot) or not isinstance(part.offset, fx.Num)


def parts_outside_quantifiers(value: fx.Expr | fx.Source) -> Iterator[fx.Expr]:
    """Yield the parts of an expression, except those inside quantifiers, which are scopes of their own in Python."""
    waiting = [value]
    while waiting:
        at = waiting.pop()
        if isinstance(at, fx.BaseExpr):
            yield at
        if not isinstance(at, fx.Quantifier):
            waiting += operands(at)[::-1]


def replace_part(value: fx.Expr, part: fx.Expr, replacement: fx.Expr) -> fx.Expr:
    """Replace a part of an expression wherever it occurs outside quantifiers."""
    if value == part:
        return replacement
    if isinstance(value, fx.Quantifier):
        return value
    new: dict[str, Any] = {}
    for name in node_attributes(cast(Any, type(value))):
        item = getattr(value, name)
        if fx.is_expr(item):
            new[name] = replace_part(item, part, replacement)
        elif isinstance(item, tuple):
            new[name] = tuple(replace_part(one, part, replacement) if fx.is_expr(one) else one for one in item)
    return evolve(value, **new) if new else value


def count_nodes(value: fx.Expr) -> int:
    """Count the nodes of an expression."""
    return sum(1 for _ in walk(value))
