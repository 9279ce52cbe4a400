"""Resolution of choices (of a domain's member, of a branch) and of random draws."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.amendments import own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, statements
from bombsight.compiler.resolve.beside_lines import resolve_beside_lines, resolve_routine
from bombsight.compiler.resolve.choosers import resolve_chooser
from bombsight.compiler.resolve.domains import Members, domain_size, resolve_members
from bombsight.compiler.resolve.environment import Context, StmtResult
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.scope import Frame, Scope, Variable, join_scopes
from bombsight.compiler.resolve.texts import resolve_template
from bombsight.dsl import ast, limits
from bombsight.dsl.source import Span
from bombsight.flat.types import UNKNOWN


def resolve_choose(ctx: Context, stmt: ast.Choose, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``choose x from domain``, a player's choice of a member, to its graph node, with the scope after it."""
    found = resolve_members(ctx, stmt, scope)
    if found is None:
        return [], scope.with_variable(stmt.variable, Variable(UNKNOWN, stmt.span))
    check_choice_size(ctx, found.domain, stmt.domain.span, scope)
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
    return [node], scope_after_choice(ctx, stmt, found, scope)


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


def check_choice_size(ctx: Context, domain: x.Domain, span: Span, scope: Scope) -> None:
    """Report a choice that may offer more numbers than the limit.

    Args:
        ctx: The context of the item.
        domain: What is chosen from.
        span: The place of the choice.
        scope: The scope.
    """
    count = domain_size(ctx, domain, scope)
    if isinstance(domain, x.RangeDomain) and count > limits.MAX_NUMBER_CHOICES:
        help = "Choose a part of it at a time, or in larger steps; ends that are worked out can have narrower types."
        ctx.findings.add(
            "P060",
            limits.limit_message("numbers offered by a choice", count, limits.MAX_NUMBER_CHOICES),
            span,
            help=help,
        )


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
