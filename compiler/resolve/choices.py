"""Resolution of choices (of a domain's member, of a branch) and of random draws."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.amendments import own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.resolve import expressions, statements
from bombsight.compiler.resolve.beside_lines import resolve_beside_lines, resolve_routine
from bombsight.compiler.resolve.choosers import resolve_chooser
from bombsight.compiler.resolve.domains import Members, domain_size, resolve_members
from bombsight.compiler.resolve.environment import Context, StmtResult
from bombsight.compiler.resolve.narrowing import narrow, substitute_arguments
from bombsight.compiler.resolve.scope import Frame, Scope, Variable, join_scopes
from bombsight.compiler.resolve.texts import resolve_template
from bombsight.dsl import ast, limits
from bombsight.dsl.source import Span
from bombsight.flat.sites import UNIT_SUFFIX
from bombsight.flat.types import UNKNOWN, IntType


def resolve_choose(ctx: Context, stmt: ast.Choose, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``choose x from domain``, a player's choice of a member, to its graph node, with the scope after it."""
    found = resolve_members(ctx, stmt, scope)
    if found is None:
        return [], scope.with_variable(stmt.variable, Variable(UNKNOWN, stmt.span))
    is_amount = check_choice_size(ctx, found.domain, stmt, scope)
    prefer = expressions.resolve_number(ctx, stmt.prefer, found.scope) if stmt.prefer is not None else None
    who = resolve_chooser(ctx, stmt.by, scope)
    node = g.Choose(
        id=ctx.unique_id(f"choice:{frame.name}/{stmt.variable}"),
        variable=stmt.variable,
        domain=found.domain,
        where=found.where,
        optional=stmt.optional,
        ask=resolve_template(ctx, stmt.ask, stmt.span, scope),
        by=who.by,
        seat=who.seat,
        prefer=prefer,
        together=stmt.together or "",
        grave=stmt.grave,
        beside=resolve_beside_lines(ctx, stmt, scope, found.scope),
        routine=resolve_routine(ctx, stmt, scope),
        span=stmt.span,
    )
    nodes: list[g.Stmt] = split_amount(ctx, node, scope) if is_amount else [node]
    return nodes, scope_after_choice(ctx, stmt, found, scope)


def resolve_draw(ctx: Context, stmt: ast.Draw, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``draw x from domain``, a random draw of a member, to its graph node, with the scope after it."""
    found = resolve_members(ctx, stmt, scope)
    if found is None:
        return [], scope.with_variable(stmt.variable, Variable(UNKNOWN, stmt.span))
    node = g.Draw(
        id=ctx.unique_id(f"draw:{frame.name}/{stmt.variable}"),
        variable=stmt.variable,
        domain=found.domain,
        where=found.where,
        optional=stmt.optional,
        span=stmt.span,
    )
    return [node], scope_after_choice(ctx, stmt, found, scope)


def scope_after_choice(ctx: Context, stmt: ast.Choose | ast.Draw, chosen_from: Members, scope: Scope) -> Scope:
    """Return the scope after a choice or draw: its variable is declared and, unless optional, satisfies the filter.

    Args:
        ctx: The context of the item.
        stmt: The choice or draw.
        chosen_from: The members, with the scope in which the filter holds.
        scope: The scope before it.
    """
    type_ = chosen_from.domain.type.with_none() if stmt.optional else chosen_from.domain.type
    after = scope.with_variable(stmt.variable, evolve(chosen_from.scope.variables[stmt.variable], type=type_))
    return after if stmt.optional else narrow(ctx.env, after, chosen_from.where)


def check_choice_size(ctx: Context, domain: x.Domain, stmt: ast.Choose, scope: Scope) -> bool:
    """Report a choice that may offer more numbers than the limit; return whether it is an amount, asked for in parts.

    Args:
        ctx: The context of the item.
        domain: What is chosen from.
        stmt: The choice.
        scope: The scope.
    """
    count = domain_size(ctx, domain, scope)
    if not isinstance(domain, x.RangeDomain) or count <= limits.MAX_NUMBER_CHOICES:
        return False
    noun, limit = "numbers offered by a choice", limits.MAX_AMOUNTS
    help = "Choose a part of it at a time, or in larger steps; ends that are worked out can have narrower types."
    if stmt.where is not None or stmt.optional:
        noun += " with `where`" if stmt.where is not None else " with `or none`"
        limit = limits.MAX_NUMBER_CHOICES
        help = "Say it in the ends; of amounts, let 0 be the one that stands for none."
    if count > limit:
        ctx.findings.add("P060", limits.limit_message(noun, count, limit), stmt.domain.span, help=help)
        return False
    return True


def split_amount(ctx: Context, node: g.Choose, scope: Scope) -> list[g.Stmt]:
    """Split a choice of many numbers in two: which thousand, and which number of it; one if there is one thousand."""
    domain, unit = node.domain, limits.MAX_NUMBER_CHOICES
    assert isinstance(domain, x.RangeDomain)
    low, high = domain.low.type, domain.high.type
    assert isinstance(low, IntType)
    assert isinstance(high, IntType)
    variable = f"{node.variable}_{unit}"
    while variable in scope.variables:
        variable += "_"
    thousands = IntType(low.low // unit, high.high // unit)

    def quotient(value: x.Expr, type_: IntType) -> x.Expr:
        """Make the thousand in which a number lies."""
        divisor = x.Const(value=unit, type=IntType(unit, unit))
        kind = IntType(type_.low // unit, type_.high // unit)
        return x.Quotient(left=value, divisor=divisor, rounding="down", type=kind, span=value.span)

    whole = IntType(thousands.low * unit, thousands.high * unit)
    start = x.Arithmetic(
        op="*",
        left=x.Var(name=variable, type=thousands),
        right=x.Const(value=unit, type=IntType(unit, unit)),
        type=whole,
    )
    rest = x.Const(value=unit - 1, type=IntType(unit - 1, unit - 1))
    last = x.Arithmetic(op="+", left=start, right=rest, type=IntType(whole.low + unit - 1, whole.high + unit - 1))
    part = evolve(
        domain,
        low=x.Builtin(function="max", args=(domain.low, start), type=IntType(low.low, high.high)),
        high=x.Builtin(function="min", args=(domain.high, last), type=IntType(low.low, high.high)),
    )
    prefer = None
    if node.prefer is not None:
        ends = tuple(substitute_arguments(node.prefer, {node.variable: end}) for end in (part.low, part.high))
        prefer = x.Builtin(function="max", args=ends, type=node.prefer.type)
    first = evolve(
        node,
        id=ctx.unique_id(f"{node.id}{UNIT_SUFFIX}"),
        variable=variable,
        domain=x.RangeDomain(low=quotient(domain.low, low), high=quotient(domain.high, high), type=thousands),
        prefer=prefer,
        together="",
        beside=tuple(line for line in node.beside if not reads_variable(line, node.variable)),
        unit=unit,
        ends=(domain.low, domain.high),
    )
    return [first, evolve(node, domain=part, together="")]


def reads_variable(line: g.Beside, variable: str) -> bool:
    """Whether a line beside a choice reads a variable."""
    return any(isinstance(part, x.Var) and part.name == variable for part in walk(line))


def resolve_choose_branch(ctx: Context, stmt: ast.ChooseBranch, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``choose name``, a player's choice of one branch, to its graph node, with the scope after it."""
    id_ = ctx.unique_id(f"choice:{frame.name}/{stmt.name}")
    branches: list[g.Branch] = []
    ends: list[Scope | None] = []
    names: dict[str, Span] = {}
    for branch in stmt.branches:
        if branch.name in names:
            ctx.findings.add(
                "N002", f"{branch.name} is offered twice", branch.span, labels=[(names[branch.name], "first here")]
            )
        names[branch.name] = branch.span
        condition = expressions.resolve_boolean(ctx, branch.when, scope) if branch.when is not None else None
        known = narrow(ctx.env, scope, condition)
        prefer = expressions.resolve_number(ctx, branch.prefer, known) if branch.prefer is not None else None
        title = resolve_template(ctx, branch.title, branch.span, known)
        body, after = statements.resolve_block(ctx, branch.body, known, frame)
        ends.append(after)
        branches.append(
            g.Branch(
                name=branch.name,
                title=title,
                condition=condition,
                prefer=prefer,
                body=body,
                grave=branch.grave,
                span=branch.span,
                origin=own_origin(branch),
            )
        )
    who = resolve_chooser(ctx, stmt.by, scope)
    node = g.ChooseBranch(
        id=id_,
        name=stmt.name,
        ask=resolve_template(ctx, stmt.ask, stmt.span, scope),
        by=who.by,
        seat=who.seat,
        branches=tuple(branches),
        together=stmt.together or "",
        beside=resolve_beside_lines(ctx, stmt, scope, scope),
        routine=resolve_routine(ctx, stmt, scope),
        span=stmt.span,
    )
    return [node], join_scopes(scope, ends)
