"""Whether conditions can hold and fail where they are asked: proofs of many, which share what they look into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.atoms import NO, YES
from bombsight.compiler.checks.reasoning.dependencies import DependencyAnalysis
from bombsight.compiler.checks.reasoning.explanations import Explanation, condition_of_fact, explain
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram, CostlyParts, UnclearError
from bombsight.compiler.checks.reasoning.sums import connected_components
from bombsight.compiler.checks.reasoning.symbolic_state import PathCondition, SymbolicState
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.source import Span

MAX_CONDITION_COST = 3_000
"""What one condition may cost. Few that cost more are found to be settled, and most of the time would go there."""

MAX_ATOMS = 150
"""With so many atoms diagrams are begun anew: what is met late stands low, where it costs most."""

MOST_FACTS = 40
"""So many of the facts known last are heeded; to leave others out makes nothing untrue."""

Answer = TypeVar("Answer")


class ConditionProver:
    """Proves conditions one after the other, all over one set of diagrams, until that is full.

    Most ask for the same few fields and derived values. What holds of these where nothing has changed on the way is
    worked out once for all items.

    """

    def __init__(self, program: AnalyzedProgram) -> None:
        self.program = program
        self.dependencies = DependencyAnalysis(program)
        self.too_much = CostlyParts()
        self.reset_diagrams()

    def reset_diagrams(self) -> None:
        """Take new diagrams."""
        self.evaluator = AbstractEvaluator(self.program, failures=self.too_much, retry_budget=MAX_CONDITION_COST // 2)
        self.fact_memo: dict[int, tuple[PathCondition, int]] = {}

    def run_within_budget(self, compute: Callable[[], Answer]) -> Answer | None:
        """The answer to a question; None where it is too much, or unclear."""
        space = self.evaluator.space
        if len(space.atoms) > MAX_ATOMS or space.remaining_budget < MAX_CONDITION_COST:
            self.reset_diagrams()
        for is_first_try in (True, False):
            try:
                with self.evaluator.space.limit_cost(MAX_CONDITION_COST):
                    return compute()
            except UnclearError:
                return None
            except TooManyError as error:
                if isinstance(error, TooWideError):
                    self.dependencies.too_wide = error.span
                if not is_first_try or len(space.atoms) < MAX_ATOMS // 2:
                    return None
                self.reset_diagrams()
        return None

    def prove(self, condition: x.Expr, state: SymbolicState) -> bool | None:
        """Whether a condition always holds (True) or never (False) where it is asked; None where neither is proved.

        Nothing is said of what is never come to.
        """
        self.dependencies.too_wide = None
        return self.prove_condition(condition, state)

    def constant_of(self, define: n.Define) -> int | None:
        """The one value that a define comes to in every state; None where there are more, or it is too much to tell."""
        self.dependencies.too_wide = None
        return self.dependencies.constant_of(define)

    @property
    def too_wide(self) -> Span | None:
        """What made the last condition too much, where that is a number that can be too many values; else None."""
        return self.dependencies.too_wide

    def prove_condition(self, condition: x.Expr, state: SymbolicState) -> bool | None:
        """The same of a condition or a part of one."""
        match condition:
            case x.NotExpr(value=inner):
                held = self.prove_condition(inner, state)
                return None if held is None else not held
            case x.AndExpr(terms=terms) | x.OrExpr(terms=terms):
                settles = isinstance(condition, x.OrExpr)
                verdicts = [
                    self.prove_terms(*group, condition, state) for group in self.independent_groups(terms, state)
                ]
                return settles if settles in verdicts else not settles if None not in verdicts else None
            case _:  # the rest: judged as a whole
                ((alone, facts),) = self.independent_groups((condition,), state)
                return self.prove_terms(alone, facts, condition, state)

    def independent_groups(
        self, terms: Sequence[x.Expr], state: SymbolicState
    ) -> list[tuple[list[x.Expr], list[PathCondition]]]:
        """Terms that depend on common things, with the facts on these: each group can be judged by itself."""
        supports = [self.dependencies.support(term, state) for term in terms]
        facts = state.path_conditions[-MOST_FACTS:]
        links = connected_components([*supports, *map(self.dependencies.fact_support, facts)])
        found = []
        for members in links:
            if members[0] < len(terms):
                own = [terms[at] for at in members if at < len(terms)]
                found.append((own, [facts[at - len(terms)] for at in members if at >= len(terms)]))
        return found

    def prove_terms(
        self, terms: Sequence[x.Expr], facts: Sequence[PathCondition], whole: x.Expr, state: SymbolicState
    ) -> bool | None:
        """Whether some of the terms of a condition always hold together, or never, by the facts on them.

        Args:
            terms: The terms.
            facts: The facts.
            whole: The condition, which says how they are joined.
            state: What is known where it is asked.
        """
        if not facts and len(terms) == 1 and self.dependencies.is_plainly_undecided(terms[0], state):
            return None
        join = self.disjunction_of if isinstance(whole, x.OrExpr) else self.conjunction_of
        return self.run_within_budget(lambda: self.verdict_of_diagram(join(terms, state), facts, state))

    def conjunction_of(self, terms: Sequence[x.Expr], state: SymbolicState) -> int:
        """The diagram of where all terms hold."""
        return self.evaluator.space.conjunction(*(self.evaluator.diagram_of(term, state) for term in terms))

    def disjunction_of(self, terms: Sequence[x.Expr], state: SymbolicState) -> int:
        """The diagram of where one of the terms holds."""
        return self.evaluator.space.disjunction([self.evaluator.diagram_of(term, state) for term in terms])

    def explain(self, condition: x.Expr, state: SymbolicState, holds: bool) -> Explanation:
        """Why a condition always holds, or never, where it is asked."""
        return self.run_within_budget(lambda: self.explain_within_budget(condition, state, holds)) or Explanation()

    def explain_within_budget(self, condition: x.Expr, state: SymbolicState, holds: bool) -> Explanation:
        """The same, within what one condition may cost."""
        support = self.dependencies.support(condition, state)
        facts = self.dependencies.relevant_facts(support, state.path_conditions[-MOST_FACTS:])
        grounds = [condition_of_fact(fact, self.fact_diagram(fact)) for fact in facts]
        return explain(self.evaluator, condition, state, holds, grounds, self.evaluator.diagram_of(condition, state))

    def verdict_of_diagram(self, node: int, facts: Sequence[PathCondition], state: SymbolicState) -> bool | None:
        """The same of its diagram, by those facts that matter."""
        space = self.evaluator.space
        facts_diagram = self.conjunction_of_facts(facts)
        never = space.conjunction(facts_diagram, node) == NO
        if (
            not (never or space.implies(facts_diagram, node))
            or self.conjunction_of_facts(state.path_conditions[-MOST_FACTS:]) == NO
        ):
            self.dependencies.too_wide = self.evaluator.wide_number_span(node) or self.dependencies.too_wide
            return None
        return not never

    def conjunction_of_facts(self, facts: Sequence[PathCondition]) -> int:
        """The diagram of all of some facts; what is too much is left out."""
        held = YES
        for fact in facts:
            with suppress(TooManyError):
                held = self.evaluator.space.conjunction(held, self.fact_diagram(fact))
        return held

    def fact_diagram(self, fact: PathCondition) -> int:
        """The diagram of one fact; what is too much may be anything."""
        found = self.fact_memo.get(id(fact))
        if found is None:
            try:
                node = self.evaluator.diagram_of(fact.condition, fact.state)
                found = (fact, node if fact.holds else self.evaluator.space.negation(node))
            except TooManyError:
                found = (fact, YES)
            self.fact_memo[id(fact)] = found
        return found[1]
