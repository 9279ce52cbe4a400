"""The prover: whether a condition can hold and can fail where it is tested, with diagrams shared by many proofs."""

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
"""The maximum cost of one proof: dearer ones rarely succeed, and would take most of the time."""

MAX_ATOMS = 150
"""The number of atoms after which a new set of diagrams is begun, since late atoms are low in the order and costly."""

MOST_FACTS = 40
"""The number of most recent facts that a proof uses; to omit others is sound."""

Answer = TypeVar("Answer")


class ConditionProver:
    """A prover of conditions over one shared set of diagrams, which is renewed when it is full.

    Most conditions read the same few fields and defines; the diagrams of unchanged ones are reused across items.
    """

    def __init__(self, program: AnalyzedProgram) -> None:
        """Make a prover for the conditions of a program, with an empty set of diagrams."""
        self.program = program
        self.dependencies = DependencyAnalysis(program)
        self.too_much = CostlyParts()
        self.reset_diagrams()

    def reset_diagrams(self) -> None:
        """Discard the shared set of diagrams, and begin a new one."""
        self.evaluator = AbstractEvaluator(self.program, failures=self.too_much, retry_budget=MAX_CONDITION_COST // 2)
        self.fact_memo: dict[int, tuple[PathCondition, int]] = {}

    def run_within_budget(self, compute: Callable[[], Answer]) -> Answer | None:
        """Call a computation within the work budget of one condition; None if it is too costly or a name is unknown."""
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
                    self.dependencies.wide_number_span = error.span
                if not is_first_try or len(space.atoms) < MAX_ATOMS // 2:
                    return None
                self.reset_diagrams()
        return None

    def prove(self, condition: x.Expr, state: SymbolicState) -> bool | None:
        """Prove that a condition always (True) or never (False) holds in a state; None if neither is proved.

        An unreachable state proves nothing.
        """
        self.dependencies.wide_number_span = None
        return self.prove_condition(condition, state)

    def constant_of(self, define: n.Define) -> int | None:
        """The value of a define that is the same in all states; None if it varies, or the proof is too large."""
        self.dependencies.wide_number_span = None
        return self.dependencies.constant_of(define)

    @property
    def wide_number_span(self) -> Span | None:
        """The place of the number whose range was too wide for the last proof; else None."""
        return self.dependencies.wide_number_span

    def prove_condition(self, condition: x.Expr, state: SymbolicState) -> bool | None:
        """Prove within the current budget that a condition always (True) or never (False) holds; else None."""
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
            case _:  # the rest: proved as a whole
                ((alone, facts),) = self.independent_groups((condition,), state)
                return self.prove_terms(alone, facts, condition, state)

    def independent_groups(
        self, terms: Sequence[x.Expr], state: SymbolicState
    ) -> list[tuple[list[x.Expr], list[PathCondition]]]:
        """Group terms that share inputs, each group with the path conditions on these inputs."""
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
        """Prove that a group of terms always (True) or never (False) holds, given path conditions; else None.

        Args:
            terms: The terms of the group.
            facts: The facts on the same atoms.
            whole: The condition, which joins them by ``and`` or ``or``.
            state: The symbolic state.
        """
        if not facts and len(terms) == 1 and self.dependencies.is_plainly_undecided(terms[0], state):
            return None
        join = self.disjunction_of if isinstance(whole, x.OrExpr) else self.conjunction_of
        return self.run_within_budget(lambda: self.verdict_of_diagram(join(terms, state), facts, state))

    def conjunction_of(self, terms: Sequence[x.Expr], state: SymbolicState) -> int:
        """Build the decision diagram of the conjunction of terms."""
        return self.evaluator.space.conjunction(*(self.evaluator.diagram_of(term, state) for term in terms))

    def disjunction_of(self, terms: Sequence[x.Expr], state: SymbolicState) -> int:
        """Build the decision diagram of the disjunction of terms."""
        return self.evaluator.space.disjunction([self.evaluator.diagram_of(term, state) for term in terms])

    def explain(self, condition: x.Expr, state: SymbolicState, holds: bool) -> Explanation:
        """Explain why a condition always (``holds``) or never holds in a state; empty if that takes too much work."""
        return self.run_within_budget(lambda: self.explain_within_budget(condition, state, holds)) or Explanation()

    def explain_within_budget(self, condition: x.Expr, state: SymbolicState, holds: bool) -> Explanation:
        """Explain why a condition always (``holds``) or never holds, within a budget that the caller has set."""
        support = self.dependencies.support(condition, state)
        facts = self.dependencies.relevant_facts(support, state.path_conditions[-MOST_FACTS:])
        grounds = [condition_of_fact(fact, self.fact_diagram(fact)) for fact in facts]
        return explain(self.evaluator, condition, state, holds, grounds, self.evaluator.diagram_of(condition, state))

    def verdict_of_diagram(self, node: int, facts: Sequence[PathCondition], state: SymbolicState) -> bool | None:
        """Return True if a diagram holds in all states of the facts, False if in none, None if unproved."""
        space = self.evaluator.space
        facts_diagram = self.conjunction_of_facts(facts)
        never = space.conjunction(facts_diagram, node) == NO
        if (
            not (never or space.implies(facts_diagram, node))
            or self.conjunction_of_facts(state.path_conditions[-MOST_FACTS:]) == NO
        ):
            self.dependencies.wide_number_span = (
                self.evaluator.wide_number_span(node) or self.dependencies.wide_number_span
            )
            return None
        return not never

    def conjunction_of_facts(self, facts: Sequence[PathCondition]) -> int:
        """Build the diagram of the conjunction of path conditions, without those that are too large."""
        held = YES
        for fact in facts:
            with suppress(TooManyError):
                held = self.evaluator.space.conjunction(held, self.fact_diagram(fact))
        return held

    def fact_diagram(self, fact: PathCondition) -> int:
        """Return the decision diagram of a path condition, memoized; one too large to build becomes ``true``."""
        found = self.fact_memo.get(id(fact))
        if found is None:
            try:
                node = self.evaluator.diagram_of(fact.condition, fact.state)
                found = (fact, node if fact.holds else self.evaluator.space.negation(node))
            except TooManyError:
                found = (fact, YES)
            self.fact_memo[id(fact)] = found
        return found[1]
