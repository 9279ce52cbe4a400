"""Lowering of defines with exceptions: the base value unless an exception holds, and so on for exceptions to those.

Among sibling exceptions, one that is ``over`` another is tested first. If two siblings hold with different values and
neither is ``over`` the other, that is a fault: the order of the text never decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower.expressions import lower_as_type, lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function

SEPARATOR = "/"


def make_define(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function of a define, or of one exception with its nested exceptions.

    Args:
        unit: The lowering context.
        name: The name of the define.
        variant: The labels down to the exception, joined by slashes; empty for the define itself.
        function_name: The name of the function to make.
    """
    define = unit.defines[name]
    builder = FunctionBuilder(unit=unit, owner=f"define:{name}", cite=define.origin.cite, result=define.type)
    for param in define.params:
        builder.declare_variable(param.name, param.type, is_fresh=True)
    base, exceptions = define.base, define.exceptions
    for label in variant.split(SEPARATOR) if variant else ():
        found = next(exception for exception in exceptions if exception.label == label)
        base, exceptions = found.value, found.exceptions
    builder.emit_value_charge(unit.costs.value_with_exceptions_cost(base, exceptions), define.span)
    lower_with_exceptions(base, exceptions, define, variant, builder)
    about = f"define {name}{' ' + variant if variant else ''}  {define.span}"
    return builder.build_function(
        function_name, about, [builder.locals.name_of(param.name) for param in define.params], 1
    )


def lower_with_exceptions(
    base: x.Expr, exceptions: Sequence[n.DefineException], define: n.Define, path: str, builder: FunctionBuilder
) -> None:
    """Emit the return of a value with exceptions: that of the exception whose condition holds, else the base value.

    Args:
        base: The value if no exception holds.
        exceptions: The exceptions, in any order.
        define: The define that has them.
        path: The labels down to them; empty at the top level.
        builder: The function context.
    """
    ordered = [
        ExceptionCondition(exception, lower_expr(exception.condition, builder))
        for exception in sort_by_priority(exceptions)
    ]
    ordered = [held for held in ordered if held.condition != fold.NO]
    for at, held in enumerate(ordered):
        exception = held.exception
        with builder.inner_block() as body:
            for condition, other in find_clashes(held, ordered[at + 1 :], exceptions):
                ours = lower_exception_value(exception, define, path, builder)
                theirs = lower_exception_value(other, define, path, builder)
                clash = fold.conjunction([condition, fold.compare("!=", ours, theirs)])
                if clash != fold.NO:
                    text = f"{exception.label} and {other.label} hold together with different values"
                    builder.emit(fs.Check(condition=clash, site=builder.add_fault_site(define.span, text)))
            lower_with_exceptions(
                exception.value, exception.exceptions, define, join_path(path, exception.label), builder
            )
        if held.condition == fold.YES:
            for stmt in body:
                builder.emit(stmt)
            return
        builder.emit(fs.If(condition=held.condition, body=tuple(body), note=f"except {exception.label}"))
    builder.emit(fs.Return(values=(lower_as_type(base, define.type, builder),)))


@frozen
class ExceptionCondition:
    """An exception of a define with its condition in lowered form."""

    exception: n.DefineException
    condition: fx.Expr


def join_path(path: str, label: str) -> str:
    """Join the name path of an exception from its parent's path and its own label."""
    return f"{path}{SEPARATOR}{label}" if path else label


def lower_exception_value(
    exception: n.DefineException, define: n.Define, path: str, builder: FunctionBuilder
) -> fx.Expr:
    """Lower the value of an exception that holds.

    Args:
        exception: The exception.
        define: The define that has it.
        path: The labels down to it, without its own.
        builder: The function context.
    """
    if not exception.exceptions:
        return lower_as_type(exception.value, define.type, builder)
    function = builder.unit.function_name("define", define.name, join_path(path, exception.label))
    return fx.Call(function, tuple(fx.Local(builder.locals.name_of(param.name)) for param in define.params))


def find_clashes(
    holding: ExceptionCondition, later: Sequence[ExceptionCondition], siblings: Sequence[n.DefineException]
) -> Iterator[tuple[fx.Expr, n.DefineException]]:
    """Yield the ``later`` of the sibling exceptions that may contradict the one that holds, each with its condition."""
    wins = priority_closure(siblings)
    label = holding.exception.label
    for other in later:
        theirs = other.exception.label
        if theirs in wins[label] or label in wins[theirs] or is_mutually_exclusive(holding.exception, other.exception):
            continue
        if isinstance(holding.exception.value, x.Const) and holding.exception.value == other.exception.value:
            if not holding.exception.exceptions and not other.exception.exceptions:
                continue
        beaten = [fold.negation(third.condition) for third in later if theirs in wins[third.exception.label]]
        yield fold.conjunction([other.condition, *beaten]), other.exception


def priority_closure(siblings: Sequence[n.DefineException]) -> dict[str, set[str]]:
    """For each sibling exception, the siblings that it overrides (``over``), transitively."""
    wins = {sister.label: set(sister.over) for sister in siblings}
    for _ in siblings:
        for label, beaten in wins.items():
            wins[label] = beaten.union(*(wins.get(other, set()) for other in beaten))
    return wins


def sort_by_priority(siblings: Sequence[n.DefineException]) -> list[n.DefineException]:
    """Sort sibling exceptions so that each comes before those it overrides, otherwise in text order."""
    wins = priority_closure(siblings)
    remaining, ordered = list(siblings), []
    while remaining:
        best = next(
            (s for s in remaining if not any(s.label in wins[o.label] for o in remaining if o is not s)), remaining[0]
        )
        remaining.remove(best)
        ordered.append(best)
    return ordered


def is_mutually_exclusive(exception: n.DefineException, sibling: n.DefineException) -> bool:
    """Whether the conditions of two exceptions can be seen, by their form, never to hold together."""
    first_facts, second_facts = values_implied(exception.condition), values_implied(sibling.condition)
    return any(key in second_facts and not values & second_facts[key] for key, values in first_facts.items())


def values_implied(condition: x.Expr) -> dict[x.Expr, frozenset[int]]:
    """Map each expression that a condition tests to the values that it can have when the condition holds."""
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
            case _:  # the rest: holds as a whole
                key, values = term, frozenset({1})
        found[key] = found.get(key, values) & values
    return found
