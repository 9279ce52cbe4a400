"""Resolution of `by`: the player or other person who answers a question."""

from __future__ import annotations

from typing import assert_never

from bombsight.compiler.findings import suggest_name
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.symbols import PLAYERS
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.node_classes import frozen
from bombsight.flat.sites import PLAYER
from bombsight.flat.types import EnumType


@frozen
class Chooser:
    """The person who answers a question, as a label or as an expression for a player.

    Attributes:
        by: The name; for a computed player, the source text.
        seat: The player; None for a person at no seat.
    """

    by: str
    seat: x.Expr | None = None


def resolve_chooser(ctx: Context, by: ast.By | None, scope: Scope) -> Chooser:
    """Resolve a `by` clause to who answers a question: a label, an enum value's title, or a player expression."""
    match by:
        case None:
            return Chooser(PLAYER)
        case ast.By(who=ast.Text(value=label)):
            return Chooser(label)
        case ast.By(who=ast.Name(name=name)) if not is_player(ctx, name, scope):
            return Chooser(enum_value_title(ctx, by, name, scope))
        case ast.By():
            return resolve_player(ctx, by.who, scope)
        case _:
            assert_never(by)


def resolve_player(ctx: Context, who: ast.Expr, scope: Scope) -> Chooser:
    """Resolve an expression for the player who answers a question to a chooser with that player's seat."""
    players = ctx.env.players.get(PLAYERS)
    if players is None:
        report_no_players(ctx, who)
        return Chooser(PLAYER)
    seat = expressions.resolve_typed(ctx, who, scope, EnumType(players))
    if isinstance(seat, x.Const) and isinstance(seat.type, EnumType):
        enum = ctx.env.enums[players]
        return Chooser(enum.titles[seat.value] or enum.values[seat.value].replace("_", " "), seat)
    return Chooser(ctx.env.source_text(who.span), seat)


def is_player(ctx: Context, name: str, scope: Scope) -> bool:
    """Whether a bare name behind `by` may denote a player: a value of the players' enum, a variable or an item."""
    players = ctx.env.players.get(PLAYERS)
    if players is None:
        return False
    return name in ctx.env.enums[players].values or (
        name not in ctx.env.owners and (name in scope.variables or name in ctx.env.declared)
    )


def report_no_players(ctx: Context, who: ast.Node) -> None:
    """Report N047: a player is named but the manifest has no `players` line."""
    ctx.findings.add(
        "N047",
        "the manifest does not say who plays",
        who.span,
        help="Write `players ENUM` in it, an enum of those who sit at the table.",
    )


def enum_value_title(ctx: Context, by: ast.By, who: str, scope: Scope) -> str:
    """Return the title of the enum value that `by` names, as a label; report a name that is no enum value.

    Args:
        ctx: The context of the item.
        by: The clause.
        who: The name in it.
        scope: The scope.
    """
    enums = [ctx.env.enums[owner] for owner in ctx.env.owners.get(who, ())]
    titles = {enum.titles[enum.values.index(who)] for enum in enums}
    if len(titles) == 1:
        for enum in enums:
            ctx.record_mention(by.span, "value", who, enum.name)
        return titles.pop()
    if titles or who != PLAYER:
        report_unknown_chooser(ctx, by, who, scope)
    return who


def report_unknown_chooser(ctx: Context, by: ast.By, who: str, scope: Scope) -> None:
    """Report N044: the name behind `by` is unknown, or names nobody who can answer.

    Args:
        ctx: The context of the item.
        by: The clause.
        who: The name in it.
        scope: The scope.
    """
    label = who.replace("_", " ")
    quoted = f'by "{label}"'
    fix = None
    if who in ctx.env.owners:
        note, help = "several enums call others so", f"Write what he is called: `{quoted}`."
    elif who in scope.variables:
        note, help = "it is a variable", f"Name a value of an enum, or write what he is called: `{quoted}`."
    elif who in ctx.env.declared:
        note, help = "it is declared as something else", f"Write what he is called: `{quoted}`."
    elif suggest_name(who, (*ctx.env.owners, PLAYER)):
        note, help = (
            "",
            f"{suggest_name(who, (*ctx.env.owners, PLAYER))} A name of your own stands in quotes: `{quoted}`.",
        )
    else:
        note, help = "", f"A name of your own stands in quotes: `{quoted}`."
        fix = Fix(f"Write `{quoted}`", (Edit(by.span, quoted),))
    ctx.findings.add("N044", f"nobody is called {who}", by.span, note=note, help=help, fix=fix)
