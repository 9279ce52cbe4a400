"""Who answers a question: the player, or somebody whom the rules name."""

from __future__ import annotations

from bombsight.compiler.findings import meant
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Edit, Fix

PLAYER = "player"
"""Who answers where a choice names nobody else."""


def chooser(ctx: Context, by: ast.By | None, scope: Scope) -> str:
    """What who answers is called: by his label, or by the title of the value of an enum."""
    if by is None or by.is_label:
        return PLAYER if by is None else by.who
    enums = [ctx.env.enums[owner] for owner in ctx.env.owners.get(by.who, ())]
    titles = {enum.titles[enum.values.index(by.who)] for enum in enums}
    if len(titles) == 1:
        for enum in enums:
            ctx.mention(by.span, "value", by.who, enum.name)
        return titles.pop()
    if titles or by.who != PLAYER:
        nobody(ctx, by, scope)
    return by.who


def nobody(ctx: Context, by: ast.By, scope: Scope) -> None:
    """N044: a name that nothing has, or that is no one's."""
    label = by.who.replace("_", " ")
    quoted = f'by "{label}"'
    fix = None
    if by.who in ctx.env.owners:
        note, help = "several enums call others so", f"Write what he is called: `{quoted}`."
    elif by.who in scope.variables:
        note, help = "it is a variable", f"Name a value of an enum, or write what he is called: `{quoted}`."
    elif by.who in ctx.env.declared:
        note, help = "it is declared as something else", f"Write what he is called: `{quoted}`."
    elif meant(by.who, (*ctx.env.owners, PLAYER)):
        note, help = "", f"{meant(by.who, (*ctx.env.owners, PLAYER))} A name of your own stands in quotes: `{quoted}`."
    else:
        note, help = "", f"A name of your own stands in quotes: `{quoted}`."
        fix = Fix(f"Write `{quoted}`", (Edit(by.span, quoted),))
    ctx.findings.add("N044", f"nobody is called {by.who}", by.span, note=note, help=help, fix=fix)
