"""The context that the checks of one program share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property

from bombsight.compiler.chapters import Section
from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.condition_prover import ConditionProver
from bombsight.compiler.checks.reasoning.expression_walk import ValueAt, all_values
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram, UnclearError
from bombsight.compiler.checks.reasoning.rolls import RollAnalysis, analyze_roll, rolls_and_look_ups
from bombsight.compiler.checks.reasoning.statement_walk import AskedCondition
from bombsight.compiler.checks.reasoning.symbolic_execution import StatementAt, visit_statements
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.nodes import Node
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Source, Span

CODES = (Code("T026", "not-judged", Severity.ADVICE),)


UNJUDGED_NOTE = "what its conditions depend on cannot all be gone through"


class CheckContext:
    """The program to check, shared analyses, and the findings so far.

    Attributes:
        program: The rule graph with its analyses.
        sections: The parsed files, by chapters.
        sources: The texts of the files.
        findings: The findings so far.
    """

    def __init__(
        self,
        program: AnalyzedProgram,
        severities: Mapping[str, Severity],
        sections: Sequence[Section] = (),
        sources: Sequence[Source] = (),
    ) -> None:
        """Make the context of a program to check, without findings yet; ``severities`` is by finding code."""
        self.program = program
        self.sections = sections
        self.sources = sources
        self.findings = Findings(severities)

    @cached_property
    def symbolic_run(self) -> tuple[list[StatementAt], list[AskedCondition]]:
        """All statements and conditions with their symbolic states, from one symbolic execution of the program."""
        asked: list[AskedCondition] = []
        return [*visit_statements(self.program, asked)], asked

    @property
    def visits(self) -> list[StatementAt]:
        """The statements of all items without errors, with the symbolic state before each."""
        return self.symbolic_run[0]

    @property
    def conditions(self) -> list[AskedCondition]:
        """The conditions tested in items without errors, each with its symbolic state; defines are not included."""
        return self.symbolic_run[1]

    @cached_property
    def values(self) -> list[ValueAt]:
        """The values that statements and defines without errors evaluate, each with its symbolic state."""
        return [*all_values(self.program, self.visits)]

    @cached_property
    def prover(self) -> ConditionProver:
        """The prover of single conditions, made on first use."""
        return ConditionProver(self.program)

    @cached_property
    def roll_analyses(self) -> list[RollAnalysis]:
        """The analyses of all rolls and look-ups: which rows each total or key can reach."""
        found = []
        for place in rolls_and_look_ups(self.program, self.visits):
            with self.report_if_too_costly(place.name, place.span):
                reached = analyze_roll(self.program, place)
                if reached is None or not reached.is_exact:
                    self.report_unjudged(place.name, place.span)
                if reached is not None:
                    found.append(reached)
        return found

    def is_reported(self, code: str, span: Span) -> bool:
        """Whether a finding with this code lies within a span; a further finding there would only follow from it."""
        return any(found.code == code and contains_span(span, found.span) for found in self.findings.diagnostics)

    def reads_idle_option(self, expr: x.Expr) -> bool:
        """Whether an expression reads an option that is reported to make no difference."""
        idle = self.program.idle_options
        return bool(idle) and not idle.isdisjoint(self.program.effects.effect_of(expr).reads)

    @contextmanager
    def report_if_too_costly(self, subject: str, span: Span) -> Iterator[None]:
        """In a ``with`` block: report the subject as unjudged if the block exceeds the proof limits."""
        try:
            yield
        except TooManyError:
            self.report_unjudged(subject, span)
        except UnclearError:
            return

    def report_if_inexact(self, evaluator: AbstractEvaluator, subject: str, span: Span) -> None:
        """Report the subject as unjudged if the evaluator replaced any value by a guess (an over-approximation)."""
        if not evaluator.is_exact:
            self.report_unjudged(subject, span)

    def report_too_wide(self, span: Span) -> None:
        """Report, once per item, a number of the item whose range is too wide for a proof."""
        program = self.program
        here = any(contains_span(item.span, span) for item in (*program.rule_items, *program.graph.boards))
        if here and not any(found.code == "T026" for found in self.findings.diagnostics):
            self.report_unjudged("what is asked of this", span, "the numbers that it is worked out from are too many")

    def report_too_costly(self, item: Node) -> None:
        """Report an item as unjudged because its proofs exceed the work budget for rules of this length."""
        self.report_unjudged(
            "this", item.span, "it would take more work than rules of this length may cost: see --limit"
        )

    def report_unjudged(self, subject: str, span: Span, reason: str = UNJUDGED_NOTE) -> None:
        """Report a subject as too large to judge (T026), with the reason as note."""
        self.findings.add(
            "T026",
            f"{subject} is too much to be judged in full",
            self.program.mark_of(span),
            note=reason,
            help="Nothing need be wrong; but some mistakes in it would not be found.",
        )


def contains_span(outer: Span, inner: Span) -> bool:
    """Whether a span contains another or equals it."""
    return outer.path == inner.path and outer.start <= inner.start and inner.end <= outer.end
