"""Choices and draws that may have nothing to offer, and choices where every answer is grave."""

from __future__ import annotations

from typing import assert_never

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.abstract_eval import Meaning
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge, some
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL

SCOPE = Scope.ITEM

CODES = (
    Code(
        "P045",
        "empty-choice",
        "A choice may offer nothing",
        """\
A question without an answer stops the game. A `choose` from what a `where` or a list may leave
empty says `or none`, or stands where a test has shown that there is something:

    if any(ship in Ship where due(ship))
      choose ship from Ship where due(ship)
        ask "Which is signalled first"

The test stands around it in the same procedure or table, before it as `if not any(...)` and
`return`, or around every call of its procedure; and nothing between may change what it tested. Of
named branches one has no `when`, or their conditions leave no case out.""",
    ),
    Code(
        "P092",
        "empty-draw",
        "A draw may find nothing",
        """\
`draw` from nothing stops the game. A draw from what a `where` or a list may leave empty says
`or none`, and then what is drawn is tested:

    draw s from Ship where due(s) or none
    if s is not none
      set sounded to s

Or it stands where a test has shown that there is something, as for a choice (P045).""",
        Severity.WARNING,
    ),
    Code(
        "P071",
        "all-grave",
        "Every answer is grave",
        """\
`grave` sets an answer apart that nobody should give by mistake: it is asked once
more. Where every answer to a choice is grave there is nothing to set apart, and whoever is asked
once more has no other way to go. A `choose` from a domain that is grave says `or none`; of named
branches at least one is not grave.

    choose m from men where m.able or none
      ask "Who jumps"
      grave

Where she has no way out, leave `grave` off: the question itself says what is at stake.""",
        Severity.ADVICE,
    ),
)


@frozen
class Empty:
    """The finding that there may be nothing to choose or to draw."""

    code: str
    message: str
    help: str


CHOICE = Empty(
    "P045",
    "this choice may offer nothing",
    "Add `or none`, a branch without `when`, or an `if` around it that tests the same.",
)
DRAW = Empty("P092", "this draw may find nothing", "Add `or none`, or an `if` around it that tests the same.")

OFFERS = (CHOICE.code, DRAW.code)


@frozen
class Offer:
    """What a choice or a draw offers.

    Attributes:
        some: The condition that it offers something; None where it plainly does.
        what: What is said behind the mark where it may not.
        empty: What is said then.
    """

    some: x.Expr | None
    what: str
    empty: Empty


NO_MEMBER = "no member passes the test"


def check(context: Context) -> None:
    """Look at every choice."""
    for stmt, known in context.visited:
        if isinstance(stmt, g.Choose | g.ChooseBranch) and all_grave(stmt):
            context.findings.add(
                "P071",
                "every answer to this choice is grave",
                stmt.span,
                note="nothing sets one apart",
                help="Leave `grave` off, or offer a way out: `or none`, or a branch that is not grave.",
            )
        offer = offer_of(stmt)
        if offer is not None and offer.some is not None:
            with context.patience("this choice", stmt.span):
                question(context, offer.some, known, stmt.span, offer)


def offer_of(stmt: g.Stmt) -> Offer | None:
    """What a statement offers; None where it is no choice and no draw."""
    match stmt:
        case g.Choose(optional=False, domain=domain, where=where, variable=variable):
            return Offer(some_member(variable, domain, where), NO_MEMBER, CHOICE)
        case g.Draw(optional=False, domain=domain, where=where, variable=variable):
            return Offer(some_member(variable, domain, where), NO_MEMBER, DRAW)
        case g.ChooseBranch(branches=branches):
            open_ = tuple(branch.condition for branch in branches if branch.condition is not None)
            some_open = x.OrExpr(terms=open_, type=BOOL) if len(open_) == len(branches) else None
            return Offer(some_open, "none of the branches is open", CHOICE)
        case _:  # the rest: something may always be chosen, or it offers nothing
            return None


def some_member(variable: str, domain: x.Domain, where: x.Expr | None) -> x.Expr | None:
    """The condition that a domain has a member; None where it plainly has."""
    return None if sure_to_hold(domain, where) else some(variable, domain, where)


def all_grave(stmt: g.Choose | g.ChooseBranch) -> bool:
    """Whether no answer of a choice is without gravity."""
    match stmt:
        case g.Choose():
            return stmt.grave and not stmt.optional
        case g.ChooseBranch():
            return all(branch.grave for branch in stmt.branches)
        case _:
            assert_never(stmt)


def sure_to_hold(domain: x.Domain, where: x.Expr | None) -> bool:
    """Whether a domain plainly has a member."""
    if where is not None:
        return False
    match domain:
        case x.EnumDomain() | x.SetDomain():
            return True
        case x.RangeDomain(low=x.Const(value=low), high=x.Const(value=high)):
            return low <= high
        case _:  # the rest: may have no member
            return False


def question(context: Context, offered: x.Expr, known: Knowledge, span: Span, offer: Offer) -> None:
    """Show that there is something to choose or to draw, or say that there may not be, or that it is not judged.

    Args:
        context: Of the check.
        offered: Whether anything is offered.
        known: What is known there.
        span: The choice or the draw.
        offer: What is said where there may be nothing.
    """
    meaning, nothing = emptiness(context.program, offered, known)
    if nothing == NO:
        return
    space, empty = meaning.space, offer.empty
    certain = space.sure(nothing)
    if certain == NO and not meaning.is_exact:
        context.unjudged("this choice" if empty is CHOICE else "this draw", span)
        return
    state = context.program.state_text(space.witness(certain) or [], known.versions)
    context.findings.add(
        empty.code,
        empty.message,
        span,
        note=f"{offer.what} when {state}" if state else f"perhaps {offer.what}",
        help=empty.help,
    )


def emptiness(program: Program, offered: x.Expr, known: Knowledge) -> tuple[Meaning, int]:
    """The diagram of where nothing is offered, and what it belongs to.

    Args:
        program: The program.
        offered: Whether anything is offered.
        known: What is known there.
    """
    meaning = Meaning(program)
    wanted = meaning.identity(offered, known)
    if any(fact.holds and meaning.identity(fact.condition, fact.known) == wanted for fact in known.facts):
        return meaning, NO
    space = meaning.space
    return meaning, space.both(meaning.facts(known), space.negated(meaning.number(offered, known)))
