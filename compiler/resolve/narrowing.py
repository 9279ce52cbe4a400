"""Flow-sensitive none checking: the facts that a condition establishes about optional values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, fields

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.effects import Effects
from bombsight.compiler.resolve.environment import Env
from bombsight.compiler.resolve.scope import Fact, Scope, value_key
from bombsight.dsl import ast
from bombsight.dsl.node_classes import evolve_node
from bombsight.flat.types import ElementType, NoneType


def narrow(env: Env, scope: Scope, condition: x.Expr | None, holds: bool = True) -> Scope:
    """Return the scope with the not-none facts of a condition that holds, or fails; unchanged without a condition.

    Args:
        env: The environment.
        scope: The scope.
        condition: The condition, or None.
        holds: Whether it holds.
    """
    return scope if condition is None else scope.with_facts(not_none_facts(env, condition, holds))


def narrow_not_none(env: Env, scope: Scope, value: x.Expr) -> Scope:
    """Return the scope with the fact that a value is not none."""
    return scope.with_facts(not_none_fact(env.effects, value))


def scope_after(env: Env, scope: Scope, *nodes: ast.Node, table: ast.Table | None = None) -> Scope:
    """Return the scope after nodes have run, without the facts that their side effects may invalidate.

    Args:
        env: The environment, with all side effects.
        scope: The scope before.
        nodes: What has run.
        table: The table whose notes the nodes may call; None outside of tables.
    """
    return scope.after_effect(env.effects.effect_of(nodes, table)) if scope.facts else scope


def not_none_facts(
    env: Env, condition: x.Expr, holds: bool, open_defines: frozenset[str] = frozenset()
) -> frozenset[Fact]:
    """Return the values that are surely not none if a condition holds, or if it fails, as facts.

    Args:
        env: The environment.
        condition: The condition.
        holds: Whether it holds.
        open_defines: The defines being expanded, to stop recursion.
    """
    match condition:
        case x.NotExpr(value=value):
            return not_none_facts(env, value, not holds, open_defines)
        case x.AndExpr(terms=terms) if holds:
            return frozenset().union(*(not_none_facts(env, t, True, open_defines) for t in terms))
        case x.OrExpr(terms=terms) if not holds:
            return frozenset().union(*(not_none_facts(env, t, False, open_defines) for t in terms))
        case x.Comparison(op=op, left=left, right=right):
            equal = (op == "==") == holds
            if op not in ("==", "!="):
                return frozenset()
            if isinstance(right.type, NoneType) and not equal:
                return not_none_fact(env.effects, left)
            if isinstance(left.type, NoneType) and not equal:
                return not_none_fact(env.effects, right)
            if equal and not right.type.is_optional and not isinstance(right.type, NoneType):
                return not_none_fact(env.effects, left)
            if equal and not left.type.is_optional and not isinstance(left.type, NoneType):
                return not_none_fact(env.effects, right)
            return frozenset()
        case x.OneOf(value=value, members=members) if holds and not any(m.type.is_optional for m in members):
            return not_none_fact(env.effects, value)
        case x.CallDefine(define=name, args=args) if name not in open_defines and env.defines[name].tests:
            return not_none_facts_of_define(env, name, args, holds, open_defines | {name})
        case _:  # the rest: establishes no facts
            return frozenset()


def not_none_facts_of_define(
    env: Env, name: str, args: Sequence[x.Expr], holds: bool, open_defines: frozenset[str]
) -> frozenset[Fact]:
    """Return which values are surely not none when a call of a yes/no define is true, or when it is false.

    Args:
        env: The environment.
        name: The define.
        args: Its arguments.
        holds: The truth value.
        open_defines: The defines being expanded, including this one.
    """
    define_cases = env.reader.read_cases(env, env.bodies[name])
    given = dict(zip(define_cases.params, args, strict=False))
    found: list[frozenset[Fact]] = []
    for case in define_cases.cases:
        if isinstance(case.value, x.Const) and bool(case.value.value) is not holds:
            continue
        known = [(case.value, holds), *case.held]
        found.append(
            frozenset().union(
                *(not_none_facts(env, substitute_arguments(each, given), so, open_defines) for each, so in known)
            )
        )
    common = [{evolve(one, by_define=True) for one in each} for each in found]
    return frozenset(set.intersection(*common)) if common else frozenset()


def substitute_arguments(expr: x.Expr, arguments: Mapping[str, x.Expr]) -> x.Expr:
    """Replace a define's parameters in an expression by call arguments; expressions with quantifiers stay unchanged."""
    match expr:
        case x.Var(name=name):
            return arguments.get(name, expr)
        case x.Quantifier():
            return expr
        case _:  # the rest: substitute in the children
            new: dict[str, object] = {}
            for one in fields(type(expr)):
                value = getattr(expr, one.name)
                if x.is_expr(value):
                    new[one.name] = substitute_arguments(value, arguments)
                elif isinstance(value, tuple) and any(isinstance(each, x.BaseExpr) for each in value):
                    new[one.name] = tuple(substitute_arguments(each, arguments) for each in value)
            return evolve_node(expr, **new) if new else expr


def not_none_fact(effects: Effects, expr: x.Expr) -> frozenset[Fact]:
    """Return the fact that a value is not none, as a set; empty for an expression that is not tracked."""
    key = value_key(expr)
    if key is None:
        return frozenset()
    return frozenset({Fact(key, frozenset(root_names(effects, expr)), records_on_path(expr))})


def root_names(effects: Effects, expr: x.Expr) -> set[str]:
    """Return the names of fields, variables and items whose change may change the value of an expression."""
    found: set[str] = set()
    match expr:
        case x.Var(name=name) | x.PartOf(variable=name):
            found.add(name)
        case x.Read(field=name, element=element, indices=indices):
            found.add(name.split(".")[-1] if element is not None else name.split(".")[0])
            for part in (*indices, *([element] if element else [])):
                found |= root_names(effects, part)
        case x.EnumData(value=value):
            found |= root_names(effects, value)
        case x.Arithmetic(left=left, right=right):
            found |= root_names(effects, left) | root_names(effects, right)
        case x.CallDefine(define=name, args=args):
            found |= effects.total_effects[f"define:{name}"].reads
            for arg in args:
                found |= root_names(effects, arg)
        case x.LookUp(table=name, args=args):
            found |= effects.total_effects[f"table:{name}"].reads
            for arg in args:
                found |= root_names(effects, arg)
        case _:  # the rest: not tracked
            pass
    return found


def records_on_path(expr: x.Expr) -> frozenset[str]:
    """Return the records whose elements the value of an expression depends on."""
    match expr:
        case x.Read(element=element, indices=indices, type=type_):
            found = frozenset({type_.record}) if isinstance(type_, ElementType) else frozenset()
            if element is not None:
                found |= records_on_path(element)
            for index in indices:
                found |= records_on_path(index)
            return found
        case x.Var(type=ElementType(record=record)):
            return frozenset({record})
        case x.EnumData(value=value):
            return records_on_path(value)
        case x.Arithmetic(left=left, right=right):
            return records_on_path(left) | records_on_path(right)
        case x.CallDefine(args=args) | x.LookUp(args=args):
            found = frozenset()
            for arg in args:
                found |= records_on_path(arg)
            if isinstance(expr.type, ElementType):
                found |= {expr.type.record}
            return found
        case _:  # the rest: not tracked
            return frozenset()
