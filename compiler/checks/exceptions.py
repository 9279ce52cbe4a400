"""Check of defines with exceptions: ones that clash, never or always hold, or never count."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom
from bombsight.compiler.checks.reasoning.explanations import KnownCondition, explain
from bombsight.compiler.checks.reasoning.symbolic_state import entry_state
from bombsight.compiler.checks.reasoning.values import COMPARISON_OPERATORS
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.diagnostic import Code, Diagnostic, Severity
from bombsight.dsl.listing import join_names
from bombsight.flat.types import ElementType

SCOPE = Scope.ITEM

CODES = (
    Code("V012", "overlapping-exceptions"),
    Code("V013", "dead-exception", Severity.WARNING),
    Code("V014", "constant-exception", Severity.WARNING),
    Code("V015", "dead-base", Severity.ADVICE),
    Code("V016", "overridden-exception", Severity.WARNING),
    Code("V018", "circular-over"),
)


def check(context: CheckContext) -> None:
    """Report exceptions of defines that clash, never or always hold, or are always overridden.

    Diagrams ordered by element are small for conditions that count elements, and mostly nothing is found. Findings are
    then repeated in text order, which also judges what depends on that order.
    """
    for define in context.program.sound_nodes(context.program.graph.defines):
        if define.exceptions:
            found = find_problems(context, define, by_element=True)
            if found:
                in_order = find_problems(context, define, by_element=False)
                context.findings.extend(found if is_fully_judged(found) and not is_fully_judged(in_order) else in_order)


def find_problems(context: CheckContext, define: n.Define, *, by_element: bool) -> list[Diagnostic]:
    """Collect the findings on a define's exceptions, with diagram variables ordered by element or by first use."""
    scratch_context = CheckContext(context.program, context.findings.severities)
    with scratch_context.report_if_too_costly(f"define {define.name}", define.span):
        ExceptionChecker(scratch_context, define, by_element=by_element).check_level(define.exceptions, (), define)
    return scratch_context.findings.diagnostics


def is_fully_judged(diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether none of the findings says that a part was too large to judge (T026)."""
    return all(finding.code != "T026" for finding in diagnostics)


class ExceptionChecker:
    """A checker of one define's exceptions, nested ones too."""

    def __init__(self, context: CheckContext, define: n.Define, *, by_element: bool) -> None:
        """Make the checker of a define; ``by_element`` orders diagram variables by element, not by use."""
        self.context = context
        self.define = define
        self.findings = context.findings
        self.evaluator = AbstractEvaluator(context.program, by_element=by_element)
        self.space = self.evaluator.space
        self.state = entry_state(define)

    def check_level(
        self,
        siblings: Sequence[n.DefineException],
        outer_conditions: tuple[KnownCondition, ...],
        base: n.Define | n.DefineException,
    ) -> None:
        """Report problems among sibling exceptions to a base, given all outer conditions, then among nested ones."""
        if has_priority_cycle(siblings):
            self.report_cycle(siblings)
            return
        space = self.space
        base_condition = outer_conditions[-1].node if outer_conditions else YES
        conditions = [
            space.conjunction(base_condition, self.evaluator.diagram_of(one.condition, self.state)) for one in siblings
        ]
        for one, condition in zip(siblings, conditions, strict=True):
            self.check_constant(one, condition, outer_conditions, base)
        some = space.disjunction(conditions)
        if space.implies(base_condition, some) and not any(
            space.implies(base_condition, condition) for condition in conditions
        ):
            self.findings.add(
                "V015",
                "one of these exceptions always holds, so what they are exceptions to never counts",
                base.base.span if isinstance(base, n.Define) else base.value.span,
                labels=[(one.condition.span, one.label) for one in siblings[:4]],
                help="Make one of them the base.",
            )
        effective = []
        for one, condition in zip(siblings, conditions, strict=True):
            over = space.disjunction([conditions[at] for at, other in enumerate(siblings) if one.label in other.over])
            effective.append(space.conjunction(condition, space.negation(over)))
        for one, condition, counts in zip(siblings, conditions, effective, strict=True):
            if condition != NO and counts == NO:
                self.report_overridden(one, [other for other in siblings if one.label in other.over])
        for later, second in enumerate(siblings):
            for earlier, first in enumerate(siblings[:later]):
                self.check_clash(first, second, space.conjunction(effective[earlier], effective[later]))
        for one, counts in zip(siblings, effective, strict=True):
            if one.exceptions and counts != NO:
                self.check_level(
                    one.exceptions,
                    (*outer_conditions, KnownCondition(counts, one.condition.span, f"{one.label} holds")),
                    one,
                )

    def check_constant(
        self,
        exception: n.DefineException,
        condition: int,
        outer_conditions: tuple[KnownCondition, ...],
        base: n.Define | n.DefineException,
    ) -> None:
        """Report an exception that never holds (V013), or always where it is tested (V014).

        Args:
            exception: The exception.
            condition: The diagram of its condition.
            outer_conditions: The conditions under which it is tested.
            base: The value or exception that it overrides.
        """
        if condition == NO:
            node = self.evaluator.diagram_of(exception.condition, self.state)
            reason = explain(self.evaluator, exception.condition, self.state, False, outer_conditions, node)
            self.findings.add(
                "V013",
                f"the exception {exception.label} never holds",
                exception.condition.span,
                note=reason.note,
                labels=reason.labels,
                help="Take it out, or mend its condition.",
            )
        elif self.space.implies(outer_conditions[-1].node if outer_conditions else YES, condition):
            overridden = "the base" if isinstance(base, n.Define) else f"the exception {base.label}"
            self.findings.add(
                "V014",
                f"the exception {exception.label} always holds, so {overridden} never counts",
                exception.condition.span,
                labels=[(base.base.span if isinstance(base, n.Define) else base.value.span, "this never counts")],
                help="Write its value there, or mend its condition.",
            )

    def report_overridden(self, exception: n.DefineException, overriding: Sequence[n.DefineException]) -> None:
        """Report an exception that the overriding ones always override (V016)."""
        self.findings.add(
            "V016",
            f"the exception {exception.label} is always overridden",
            exception.span,
            labels=[(other.condition.span, f"{other.label} holds wherever it does") for other in overriding],
            help="Take it out, or mend a condition.",
        )

    def check_clash(self, first: n.DefineException, second: n.DefineException, together: int) -> None:
        """Report two sibling exceptions that differ in value in a state of ``together``, where both hold (V012)."""
        if together == NO:
            return
        space, program = self.space, self.context.program
        one, two = self.value_of(first), self.value_of(second)
        clash = space.conjunction(together, space.apply(COMPARISON_OPERATORS["!="], one, two))
        state = space.witness(space.forall_guesses(clash))
        if state is None and clash != NO:
            self.context.report_if_inexact(self.evaluator, f"define {self.define.name}", self.define.span)
        if state is None or isinstance(first.value.type, ElementType):
            return
        where = program.render_state(state) or "in every state"
        values = [
            program.render_value(e.value.type, space.values_of(at, self.state_condition(state))[0])
            for e, at in ((first, one), (second, two))
        ]
        self.findings.add(
            "V012",
            f"{first.label} and {second.label} can hold together with different values",
            second.condition.span,
            note=f"when {where}: {second.label} gives {values[1]}, {first.label} {values[0]}",
            labels=[(first.condition.span, first.label)],
            help=f"Say which counts: `over {first.label}` behind {second.label}, or the other way round.",
        )

    def state_condition(self, state: Sequence[tuple[Atom, int]]) -> int:
        """Build the decision diagram of the condition that each atom (variable) of a partial state has its value."""
        condition = YES
        for atom, value in state:
            condition = self.space.conjunction(condition, self.space.membership(self.space.atom_diagram(atom), [value]))
        return condition

    def value_of(self, exception: n.DefineException) -> int:
        """Build the decision diagram of an exception's value, including the exceptions nested in it."""
        value = self.evaluator.diagram_of(exception.value, self.state)
        return self.evaluator.apply_exceptions(value, exception.exceptions, self.state)

    def report_cycle(self, siblings: Sequence[n.DefineException]) -> None:
        """Report sibling exceptions whose priorities form a cycle (V018)."""
        first, *rest = [one for one in siblings if one.over]
        self.findings.add(
            "V018",
            "these exceptions are over each other",
            first.span,
            labels=[(one.span, f"over {join_names(one.over)}") for one in rest],
            help="Say which one counts.",
        )


def has_priority_cycle(siblings: Sequence[n.DefineException]) -> bool:
    """Whether the `over` priorities of sibling exceptions form a cycle."""
    overridden = {one.label: set(one.over) for one in siblings}
    while overridden:
        free = {label for label, over in overridden.items() if not over & overridden.keys()}
        if not free:
            return True
        overridden = {label: over for label, over in overridden.items() if label not in free}
    return False
