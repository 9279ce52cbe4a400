"""Whether conditions can hold and fail where they are asked: proofs of many, which share what they look into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from bombsight.compiler.checks.reasoning.abstract_eval import Meaning
from bombsight.compiler.checks.reasoning.atoms import NO, YES
from bombsight.compiler.checks.reasoning.independence import Independence
from bombsight.compiler.checks.reasoning.program import Program, TooMuch, UnclearError
from bombsight.compiler.checks.reasoning.sums import connected
from bombsight.compiler.checks.reasoning.symbolic_state import Fact, Knowledge
from bombsight.compiler.checks.reasoning.why import Reason, ground, why
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.source import Span

MOST = 3_000
"""What one condition may cost. Few that cost more are found to be settled, and most of the time would go there."""

FULL = 150
"""With so many atoms diagrams are begun anew: what is met late stands low, where it costs most."""

MOST_FACTS = 40
"""So many of the facts known last are heeded; to leave others out makes nothing untrue."""

Answer = TypeVar("Answer")


class Judge:
    """Proves conditions one after the other, all over one set of diagrams, until that is full.

    Most ask for the same few fields and derived values. What holds of these where nothing has changed on the way is
    worked out once for all items.

    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.independence = Independence(program)
        self.too_much = TooMuch()
        self.begin()

    def begin(self) -> None:
        """Take new diagrams."""
        self.meaning = Meaning(self.program, strict=self.too_much, enough=MOST // 2)
        self.facts: dict[int, tuple[Fact, int]] = {}

    def asked(self, question: Callable[[], Answer]) -> Answer | None:
        """The answer to a question; None where it is too much, or unclear."""
        space = self.meaning.space
        if len(space.atoms) > FULL or space.left < MOST:
            self.begin()
        for at_first in (True, False):
            try:
                with self.meaning.space.allowance(MOST):
                    return question()
            except UnclearError:
                return None
            except TooManyError as error:
                if isinstance(error, TooWideError):
                    self.independence.too_wide = error.span
                if not at_first or len(space.atoms) < FULL // 2:
                    return None
                self.begin()
        return None

    def holds(self, condition: x.Expr, known: Knowledge) -> bool | None:
        """Whether a condition always holds (True) or never (False) where it is asked; None where neither is proved.

        Nothing is said of what is never come to.
        """
        self.independence.too_wide = None
        return self.held(condition, known)

    def constant(self, define: n.Define) -> int | None:
        """The one value that a define comes to in every state; None where there are more, or it is too much to tell."""
        self.independence.too_wide = None
        return self.independence.constant(define)

    @property
    def too_wide(self) -> Span | None:
        """What made the last condition too much, where that is a number that can be too many values; else None."""
        return self.independence.too_wide

    def held(self, condition: x.Expr, known: Knowledge) -> bool | None:
        """The same of a condition or a part of one."""
        match condition:
            case x.NotExpr(value=inner):
                held = self.held(inner, known)
                return None if held is None else not held
            case x.AndExpr(terms=terms) | x.OrExpr(terms=terms):
                settles = isinstance(condition, x.OrExpr)
                found = [self.proved(*group, condition, known) for group in self.groups(terms, known)]
                return settles if settles in found else not settles if None not in found else None
            case _:  # the rest: judged as a whole
                ((alone, facts),) = self.groups((condition,), known)
                return self.proved(alone, facts, condition, known)

    def groups(self, terms: Sequence[x.Expr], known: Knowledge) -> list[tuple[list[x.Expr], list[Fact]]]:
        """Terms that depend on common things, with the facts on these: each group can be judged by itself."""
        supports = [self.independence.support(term, known) for term in terms]
        facts = known.facts[-MOST_FACTS:]
        links = connected([*supports, *map(self.independence.fact, facts)])
        found = []
        for members in links:
            if members[0] < len(terms):
                own = [terms[at] for at in members if at < len(terms)]
                found.append((own, [facts[at - len(terms)] for at in members if at >= len(terms)]))
        return found

    def proved(self, terms: Sequence[x.Expr], facts: Sequence[Fact], whole: x.Expr, known: Knowledge) -> bool | None:
        """Whether some of the terms of a condition always hold together, or never, by the facts on them.

        Args:
            terms: The terms.
            facts: The facts.
            whole: The condition, which says how they are joined.
            known: What is known where it is asked.
        """
        if not facts and len(terms) == 1 and self.independence.is_open(terms[0], known):
            return None
        join = self.either if isinstance(whole, x.OrExpr) else self.both
        return self.asked(lambda: self.settled(join(terms, known), facts, known))

    def both(self, terms: Sequence[x.Expr], known: Knowledge) -> int:
        """The diagram of where all terms hold."""
        return self.meaning.space.both(*(self.meaning.number(term, known) for term in terms))

    def either(self, terms: Sequence[x.Expr], known: Knowledge) -> int:
        """The diagram of where one of the terms holds."""
        return self.meaning.space.either([self.meaning.number(term, known) for term in terms])

    def why(self, condition: x.Expr, known: Knowledge, holds: bool) -> Reason:
        """Why a condition always holds, or never, where it is asked."""
        return self.asked(lambda: self.reason(condition, known, holds)) or Reason()

    def reason(self, condition: x.Expr, known: Knowledge, holds: bool) -> Reason:
        """The same, within what one condition may cost."""
        support = self.independence.support(condition, known)
        facts = self.independence.relevant(support, known.facts[-MOST_FACTS:])
        grounds = [ground(fact, self.fact(fact)) for fact in facts]
        return why(self.meaning, condition, known, holds, grounds, self.meaning.number(condition, known))

    def settled(self, node: int, facts: Sequence[Fact], known: Knowledge) -> bool | None:
        """The same of its diagram, by those facts that matter."""
        space = self.meaning.space
        within = self.all_of(facts)
        never = space.both(within, node) == NO
        if not (never or space.implies(within, node)) or self.all_of(known.facts[-MOST_FACTS:]) == NO:
            self.independence.too_wide = self.meaning.widest(node) or self.independence.too_wide
            return None
        return not never

    def all_of(self, facts: Sequence[Fact]) -> int:
        """The diagram of all of some facts; what is too much is left out."""
        held = YES
        for fact in facts:
            with suppress(TooManyError):
                held = self.meaning.space.both(held, self.fact(fact))
        return held

    def fact(self, fact: Fact) -> int:
        """The diagram of one fact; what is too much may be anything."""
        found = self.facts.get(id(fact))
        if found is None:
            try:
                node = self.meaning.number(fact.condition, fact.known)
                found = (fact, node if fact.holds else self.meaning.space.negated(node))
            except TooManyError:
                found = (fact, YES)
            self.facts[id(fact)] = found
        return found[1]
