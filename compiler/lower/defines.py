"""Derived values: the base, unless an exception holds; an exception, unless one to it does.

Of sister exceptions the one that is ``over`` another goes first. Two that hold together with different values and
no ``over`` between them are a fault: nothing is ever settled by the order in which they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower.expressions import coerced, value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.unit import Unit
from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function

SEPARATOR = "/"


def make_define(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function of a define, or of one exception with the exceptions to it.

    Args:
        unit: The lowering context.
        name: Of the define.
        variant: The labels down to the exception, joined by slashes; empty for the define itself.
        function_name: What the function is called.
    """
    define = unit.defines[name]
    frame = Frame(unit=unit, owner=f"define:{name}", cite=define.origin.cite, result=define.type)
    for param in define.params:
        frame.declare(param.name, param.type, fresh=True)
    base, exceptions = define.base, define.exceptions
    for label in variant.split(SEPARATOR) if variant else ():
        found = next(exception for exception in exceptions if exception.label == label)
        base, exceptions = found.value, found.exceptions
    frame.charge_value(unit.costs.worth(base, exceptions), define.span)
    resolve(base, exceptions, define, variant, frame)
    about = f"define {name}{' ' + variant if variant else ''}  {define.span}"
    return frame.function(function_name, about, [frame.locals.of(param.name) for param in define.params], 1)


def resolve(base: x.Expr, exceptions: Sequence[n.DefineException], define: n.Define, path: str, frame: Frame) -> None:
    """Return the value: that of the exception that holds, else the base.

    Args:
        base: The value where no exception holds.
        exceptions: Those to it, in any order.
        define: What they belong to.
        path: The labels down to them; empty at the top.
        frame: The function context.
    """
    ordered = [Held(exception, value(exception.condition, frame)) for exception in in_order(exceptions)]
    ordered = [held for held in ordered if held.condition != fold.NO]
    for at, held in enumerate(ordered):
        exception = held.exception
        with frame.block() as body:
            for condition, other in clashes(held, ordered[at + 1 :], exceptions):
                ours = worth(exception, define, path, frame)
                theirs = worth(other, define, path, frame)
                clash = fold.conjunction([condition, fold.compare("!=", ours, theirs)])
                if clash != fold.NO:
                    text = f"{exception.label} and {other.label} hold together with different values"
                    frame.emit(fs.Check(condition=clash, site=frame.fault(define.span, text)))
            resolve(exception.value, exception.exceptions, define, joined(path, exception.label), frame)
        if held.condition == fold.YES:
            for stmt in body:
                frame.emit(stmt)
            return
        frame.emit(fs.If(condition=held.condition, body=tuple(body), note=f"except {exception.label}"))
    frame.emit(fs.Return(values=(coerced(base, define.type, frame),)))


@frozen
class Held:
    """An exception and when it holds."""

    exception: n.DefineException
    condition: fx.Expr


def joined(path: str, label: str) -> str:
    """The path to an exception."""
    return f"{path}{SEPARATOR}{label}" if path else label


def worth(exception: n.DefineException, define: n.Define, path: str, frame: Frame) -> fx.Expr:
    """The value of an exception where it holds.

    Args:
        exception: The exception.
        define: What it belongs to.
        path: The labels down to it, its own apart.
        frame: The function context.
    """
    if not exception.exceptions:
        return coerced(exception.value, define.type, frame)
    function = frame.unit.function("define", define.name, joined(path, exception.label))
    return fx.Call(function, tuple(fx.Local(frame.locals.of(param.name)) for param in define.params))


def clashes(
    held: Held, later: Sequence[Held], sisters: Sequence[n.DefineException]
) -> Iterator[tuple[fx.Expr, n.DefineException]]:
    """The sisters that may hold beside an exception with nothing to settle it, and when they do."""
    wins = over(sisters)
    label = held.exception.label
    for other in later:
        theirs = other.exception.label
        if theirs in wins[label] or label in wins[theirs] or exclusive(held.exception, other.exception):
            continue
        if isinstance(held.exception.value, x.Const) and held.exception.value == other.exception.value:
            if not held.exception.exceptions and not other.exception.exceptions:
                continue
        beaten = [fold.negation(third.condition) for third in later if theirs in wins[third.exception.label]]
        yield fold.conjunction([other.condition, *beaten]), other.exception


def over(sisters: Sequence[n.DefineException]) -> dict[str, set[str]]:
    """For each sister those it is over, however many steps away."""
    wins = {sister.label: set(sister.over) for sister in sisters}
    for _ in sisters:
        for label, beaten in wins.items():
            wins[label] = beaten.union(*(wins.get(other, set()) for other in beaten))
    return wins


def in_order(sisters: Sequence[n.DefineException]) -> list[n.DefineException]:
    """Sisters with the winners first, else as written."""
    wins = over(sisters)
    left, ordered = list(sisters), []
    while left:
        best = next((s for s in left if not any(s.label in wins[o.label] for o in left if o is not s)), left[0])
        left.remove(best)
        ordered.append(best)
    return ordered


def exclusive(one: n.DefineException, other: n.DefineException) -> bool:
    """Whether two exceptions can never hold together, as far as their conditions' form shows it."""
    first, second = facts(one.condition), facts(other.condition)
    return any(key in second and not values & second[key] for key, values in first.items())


def facts(condition: x.Expr) -> dict[x.Expr, frozenset[int]]:
    """What a condition says of values: those that each may have where it holds."""
    found: dict[x.Expr, frozenset[int]] = {}
    for term in condition.terms if isinstance(condition, x.AndExpr) else (condition,):
        match term:
            case x.Comparison(op="==", left=left, right=x.Const(value=number)):
                key, values = left, frozenset({number})
            case x.Comparison(op="==", left=x.Const(value=number), right=right):
                key, values = right, frozenset({number})
            case x.OneOf(value=left, members=members) if all(isinstance(m, x.Const) for m in members):
                key, values = left, frozenset(m.value for m in members if isinstance(m, x.Const))
            case x.NotExpr(value=inner):
                key, values = inner, frozenset({0})
            case _:  # the rest: a condition like any other
                key, values = term, frozenset({1})
        found[key] = found.get(key, values) & values
    return found
