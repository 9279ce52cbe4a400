"""Choices: a member of a domain, or one of several branches; and members that chance chooses."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.amended import own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, statements
from bombsight.compiler.resolve.choosers import chooser
from bombsight.compiler.resolve.derived_values import lines_beside, routine
from bombsight.compiler.resolve.domains import Members, members, size
from bombsight.compiler.resolve.environment import Context, Done
from bombsight.compiler.resolve.narrowing import assuming
from bombsight.compiler.resolve.scope import Frame, Scope, Variable, joined
from bombsight.compiler.resolve.texts import template
from bombsight.dsl import ast, limits
from bombsight.dsl.source import Span
from bombsight.flat.types import UNKNOWN


def choose(ctx: Context, stmt: ast.Choose, scope: Scope, frame: Frame) -> Done:
    """``choose x from domain``."""
    found = members(ctx, stmt, scope)
    if found is None:
        return [], scope.with_variable(stmt.variable, Variable(UNKNOWN, stmt.span))
    few_enough(ctx, found.domain, stmt.domain.span, scope)
    prefer = expressions.number(ctx, stmt.prefer, found.scope) if stmt.prefer is not None else None
    who = chooser(ctx, stmt.by, scope)
    node = g.Choose(
        id=ctx.numbered(f"choice:{frame.name}/{stmt.variable}"),
        variable=stmt.variable,
        domain=found.domain,
        where=found.where,
        optional=stmt.optional,
        ask=template(ctx, stmt.ask, stmt.span, scope),
        by=who.by,
        seat=who.seat,
        prefer=prefer,
        together=stmt.together or "",
        grave=stmt.grave,
        beside=lines_beside(ctx, stmt, scope, found.scope),
        routine=routine(ctx, stmt, scope),
        span=stmt.span,
    )
    return [node], behind(ctx, stmt, found, scope)


def draw(ctx: Context, stmt: ast.Draw, scope: Scope, frame: Frame) -> Done:
    """``draw x from domain``."""
    found = members(ctx, stmt, scope)
    if found is None:
        return [], scope.with_variable(stmt.variable, Variable(UNKNOWN, stmt.span))
    node = g.Draw(
        id=ctx.numbered(f"draw:{frame.name}/{stmt.variable}"),
        variable=stmt.variable,
        domain=found.domain,
        where=found.where,
        optional=stmt.optional,
        span=stmt.span,
    )
    return [node], behind(ctx, stmt, found, scope)


def behind(ctx: Context, stmt: ast.Choose | ast.Draw, found: Members, scope: Scope) -> Scope:
    """What is known behind a choice of a member, whoever chose it."""
    type_ = found.domain.type.optionally() if stmt.optional else found.domain.type
    after = scope.with_variable(stmt.variable, evolve(found.scope.variables[stmt.variable], type=type_))
    return after if stmt.optional else assuming(ctx.env, after, found.where)


def few_enough(ctx: Context, domain: x.Domain, span: Span, scope: Scope) -> None:
    """A finding where a choice may offer more numbers than anybody can choose from."""
    count = size(ctx, domain, scope)
    if isinstance(domain, x.RangeDomain) and count > limits.NUMBERS:
        help = "Choose a part of it at a time, or in larger steps; ends that are worked out can have narrower types."
        ctx.findings.add("P060", limits.beyond("numbers offered by a choice", count, limits.NUMBERS), span, help=help)


def choose_branch(ctx: Context, stmt: ast.ChooseBranch, scope: Scope, frame: Frame) -> Done:
    """``choose name`` with branches."""
    id_ = ctx.numbered(f"choice:{frame.name}/{stmt.name}")
    branches: list[g.Branch] = []
    ends: list[Scope | None] = []
    names: dict[str, Span] = {}
    for branch in stmt.branches:
        if branch.name in names:
            ctx.findings.add(
                "N002", f"{branch.name} is offered twice", branch.span, labels=[(names[branch.name], "first here")]
            )
        names[branch.name] = branch.span
        condition = expressions.boolean(ctx, branch.when, scope) if branch.when is not None else None
        known = assuming(ctx.env, scope, condition)
        prefer = expressions.number(ctx, branch.prefer, known) if branch.prefer is not None else None
        title = template(ctx, branch.title, branch.span, known)
        body, after = statements.block(ctx, branch.body, known, frame)
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
    who = chooser(ctx, stmt.by, scope)
    node = g.ChooseBranch(
        id=id_,
        name=stmt.name,
        ask=template(ctx, stmt.ask, stmt.span, scope),
        by=who.by,
        seat=who.seat,
        branches=tuple(branches),
        together=stmt.together or "",
        beside=lines_beside(ctx, stmt, scope, scope),
        routine=routine(ctx, stmt, scope),
        span=stmt.span,
    )
    return [node], joined(scope, ends)
