"""Branches that do the same: what is decided between them makes no difference."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

import attrs

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import draws
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL

SCOPE = Scope.ITEM

CODES = (
    Code(
        "P082",
        "same-either-way",
        "An `if` and its `else` do the same",
        """\
What the condition asks for makes no difference. Perhaps one of the two was copied and not changed.

    if sky is fog
      take 2 from oil
    else
      take 2 from oil

Mend one of them, or leave the condition out. They are the same only if they cite the same, too.""",
        Severity.WARNING,
    ),
    Code(
        "P083",
        "repeated-branch",
        "Two branches in a row do the same",
        """\
An `if` and the `else if` below it could be one, with `or` between the conditions; or
one was copied and not changed.

    if sky is fog
      take 2 from oil
    else if sky is gale
      take 2 from oil

Where both are printed as they stand, each may cite its rule: then they are not the same.""",
        Severity.ADVICE,
    ),
    Code(
        "P084",
        "repeated-answer",
        "Two answers do the same",
        """\
It makes no difference which of them is given. Perhaps one was copied and not changed.

    answer trim "Trim the lamp"
      set lamp to 3
    answer fill "Fill the lamp"
      set lamp to 3

Answers of which only ever one is offered are not told of, nor those that do `nothing`: to wait and
to watch may both be offered.""",
        Severity.ADVICE,
    ),
)


def check(context: Context) -> None:
    """Look at every branch."""
    for stmt, known in context.visited:
        match stmt:
            case g.If(body=body, otherwise=otherwise) if otherwise:
                branches(context, stmt, body, otherwise)
            case g.ChooseBranch(branches=answers):
                choices(context, answers, known)
            case _:  # the rest: has no branches
                pass


def branches(context: Context, stmt: g.If, body: g.Block, otherwise: g.Block) -> None:
    """An `if` with what stands below it: an `else`, or an `else if`."""
    below = otherwise[0]
    if alike(body, otherwise) and not context.asks_idle_option(stmt.condition):
        context.findings.add(
            "P082",
            "this makes no difference: what is done is the same either way",
            stmt.condition.span,
            labels=[(extent(body), "done where it holds"), (extent(otherwise), "done where it does not")],
            help="Mend one of them, or leave the condition out.",
        )
    elif (
        len(otherwise) == 1
        and isinstance(below, g.If)
        and not (draws(stmt.condition) or draws(below.condition))
        and alike(body, below.body)
    ):
        context.findings.add(
            "P083",
            "this branch does what the one above it does",
            below.condition.span,
            labels=[(stmt.condition.span, "the one above")],
            help="Join the two conditions by `or`, or mend one of the branches.",
        )


def choices(context: Context, answers: tuple[g.Branch, ...], known: Knowledge) -> None:
    """The answers of a choice that may be offered together."""
    for later, second in enumerate(answers):
        for first in answers[:later]:
            idle = all(isinstance(part, g.Nothing) for part in second.body)
            if not idle and alike(first.body, second.body) and not apart(context, first, second, known):
                context.findings.add(
                    "P084",
                    f"{second.name} does what {first.name} does",
                    extent(second.body),
                    labels=[(extent(first.body), first.name)],
                    help="Mend one of them, or take it out.",
                )


def apart(context: Context, first: g.Branch, second: g.Branch, known: Knowledge) -> bool:
    """Whether two answers are never offered together."""
    if first.condition is None or second.condition is None:
        return False
    both = x.AndExpr(terms=(first.condition, second.condition), type=BOOL, span=second.span)
    return context.judge.holds(both, known) is False


def extent(body: g.Block) -> Span:
    """Where the first statement of a block stands."""
    return body[0].span


def alike(one: g.Block, other: g.Block) -> bool:
    """Whether two blocks do the same, wherever they stand."""
    return len(one) == len(other) and [*map(type, one)] == [*map(type, other)] and deeds(one) == deeds(other)


def deeds(part: Hashable) -> Hashable:
    """What tells what is done from other things: all but places, and the ids that follow from these."""
    if isinstance(part, tuple):
        return tuple(map(deeds, part))
    if isinstance(part, Origin):
        return part.said
    kind = type(part)
    names = telling(kind)
    return (kind, *(deeds(getattr(part, name)) for name in names)) if names else (kind, part)


@cache
def telling(kind: type) -> tuple[str, ...]:
    """The names of the attributes of a class that say what is done."""
    return tuple(each.name for each in attrs.fields(kind) if each.name not in ("span", "id")) if attrs.has(kind) else ()
