"""What ``lint`` finds of house rules by running the examples of their game: those that come out otherwise by them.

Only those are run that come to what the house rules have changed. Where each comes by the game alone is kept. Where
several items may have made one come out otherwise, it is run again by fewer of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import partial

from attrs import evolve, frozen

from bombsight.boundary.budget import WorkKind
from bombsight.compiler.effects import Effect
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import collect_far_reaching
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.diagnostic import Diagnostic, Label, Severity
from bombsight.service.lint.attribution import FailureCause, HouseEntry, describe_cause
from bombsight.service.lint.changed_names import changed_names_of_target, find_changed_names
from bombsight.service.lint.failing_examples import (
    FailingExample,
    analyses_of,
    outcomes_of_runs,
    run_all_examples,
    select_failing,
)
from bombsight.service.programs.cache import (
    compile_cached,
    load_cached_examples,
    load_cached_outcomes,
    store_cached_examples,
    store_cached_outcomes,
)
from bombsight.service.programs.example_baseline import ExampleOutcomes


@frozen
class EntryChanges:
    """An item of house rules that changes something.

    Attributes:
        entry: How it is named, and where it stands.
        changed_names: What it may have changed, as effects call it.
    """

    entry: HouseEntry
    changed_names: frozenset[str]


FAR_REACHING_PREFIXES = ("enum:", "reroll:")
"""What may count wherever it is named, whether play comes there or not, by how its name begins."""


def find_changed_examples(
    request: Request, result: Compilation, graph: n.RuleGraph, base: n.RuleGraph | None
) -> Iterator[Diagnostic]:
    """S022: for each item of house rules the game's own examples that come out otherwise by it.

    Args:
        request: What was asked for.
        result: What came of it.
        graph: The rules, which are sound.
        base: The rules without the house rules, if they are at hand.
    """
    base_request = without_house_rules(request, result)
    base = base if base is not None and not base_request.variants else compile_if_sound(base_request)
    if base is None:
        return
    analyses = analyses_of(result)
    new_effects = analyses.effects if analyses is not None else Effects(graph)
    old_effects = Effects(base, new_effects)
    changed = find_changed_names(new_effects, old_effects)
    base_examples = {one.id: one for one in base.examples}
    reach = ChangeReach(new_effects, changed)
    reached_names = {one.id: reach.changes_reached(one) for one in graph.examples if one.id in base_examples}
    touched_examples = [one for one in graph.examples if reached_names.get(one.id)]
    if not touched_examples:
        return
    from bombsight.service.lint.example_runs import ExampleDependencies, ReusableExamples, run_examples
    from bombsight.service.lint.house_rule_trials import HouseRuleTrials

    baseline = load_baseline(base_request, base)
    dependencies = ExampleDependencies(
        old_effects, collect_far_reaching.rerun(analyses.reaching if analyses is not None else None, base)
    )

    def changes_reached_by(example: e.Example) -> frozenset[str]:
        """What of all that has changed an example comes to as it goes by the game alone, or may."""
        base_outcome, base_example = baseline[example.id], base_examples[example.id]
        if example != base_example:
            return reached_names[example.id]
        far_reaching_names = frozenset(
            name for name in reached_names[example.id] if name.startswith(FAR_REACHING_PREFIXES)
        )
        return far_reaching_names | (changed & dependencies.dependencies_of(base_example, base_outcome.came_to))

    examples = [example for example in touched_examples if baseline[example.id].held and changes_reached_by(example)]
    runnable = load_cached_examples(base_request) if examples else None
    reusable = ReusableExamples(runnable, base, new_effects, changed) if runnable is not None else None
    failures = [
        *select_failing(
            run_examples(graph, examples, request.allowance.make_budget(WorkKind.EXAMPLE), analyses, baseline, reusable)
        )
    ]
    failures.sort(key=lambda each: graph.examples.index(each.example))
    entry_changes = [*collect_entry_changes(result, graph, changed)]
    trials = HouseRuleTrials(
        request, result, base, old_effects, [item.entry for item in entry_changes], failures, baseline, runnable
    )
    by_cause: dict[FailureCause, list[FailingExample]] = {}
    for failure in failures:
        suspects = find_suspects(entry_changes, reached_names[failure.example.id])
        reached_items = [
            item for item in suspects if entry_changes[item].changed_names & changes_reached_by(failure.example)
        ] or suspects
        for cause in trials.causes_of(failure.example.id, suspects, reached_items):
            by_cause.setdefault(cause, []).append(trials.failure_by_cause(failure, suspects, cause))
    entries = [item.entry for item in entry_changes]
    for cause in sorted(by_cause, key=lambda cause: cause.items):
        yield make_changed_examples_finding(cause, entries, by_cause[cause]).with_openable_paths(result.sources)


def load_baseline(request: Request, graph: n.RuleGraph) -> ExampleOutcomes:
    """How the examples of a game go, as it was kept or by running all of them now."""
    cached = load_cached_outcomes(request)
    if cached is not None:
        return cached
    budget = request.allowance.make_budget(WorkKind.EXAMPLE)
    baseline = outcomes_of_runs(
        run_all_examples(graph, graph.examples, budget, store=partial(store_cached_examples, request))
    )
    store_cached_outcomes(request, baseline)
    return baseline


def find_suspects(entry_changes: Sequence[EntryChanges], touched_names: frozenset[str]) -> tuple[int, ...]:
    """The items that may have changed what an example comes to, by their places; if none is known to have, all."""
    suspects = tuple(number for number, item in enumerate(entry_changes) if item.changed_names & touched_names)
    return suspects or tuple(range(len(entry_changes)))


def make_changed_examples_finding(
    cause: FailureCause, entries: Sequence[HouseEntry], failures: Sequence[FailingExample]
) -> Diagnostic:
    """S022 for what makes examples come out otherwise, with all of these."""
    is_plural = len(failures) > 1
    labels = tuple(
        Label(each.line, f'"{each.example.title}": {each.mismatch.expected} - and now {each.mismatch.found}')
        for each in failures
    )
    first, *others = (entries[item] for item in cause.items)
    subject = f"{len(failures)} examples of the game come" if is_plural else "an example of the game comes"
    return Diagnostic(
        "S022",
        f"{subject} out otherwise by {describe_cause(cause, entries)}",
        first.span,
        "",
        (*(Label(entry.span, "with this" if cause.is_certain else "or this") for entry in others), *labels),
        "Nothing is wrong if that is what the item is for; else it reaches further than it should.",
        severity=Severity.ADVICE,
    )


def without_house_rules(request: Request, result: Compilation) -> Request:
    """What is asked for without the house rules, with the variants that these were judged with."""
    variants = tuple(overlay.name for overlay in result.overlays if overlay.kind == "variant")
    return evolve(request, house=(), variants=variants)


def compile_if_sound(request: Request) -> n.RuleGraph | None:
    """The rules that are asked for; None where they are wrong."""
    compilation = compile_cached(request)
    return None if compilation.errors else compilation.graph


class ChangeReach:
    """Which of what has changed examples may come to: what is called, and the state, options and data looked at.

    Args:
        effects: Of the rules with the examples.
        changed: What has changed in them.
    """

    def __init__(self, effects: Effects, changed: frozenset[str]) -> None:
        self.effects = effects
        self.changed = changed
        self.memo: dict[str, frozenset[str]] = {}

    def changes_reached(self, example: e.Example) -> frozenset[str]:
        """All that an example may come to."""
        own = self.effects.own_effect_of(example)
        return self.changes_named_by(own).union(*map(self.changes_reached_by_call, own.calls))

    def changes_reached_by_call(self, callee: str) -> frozenset[str]:
        """All that a call may come to."""
        if callee not in self.memo:
            self.memo[callee] = self.changes_named_by(self.effects.call_effect(callee))
        return self.memo[callee]

    def changes_named_by(self, effect: Effect) -> frozenset[str]:
        """What of it an effect names."""
        changed = self.changed
        return (changed & effect.calls) | (changed & effect.reads) | (changed & effect.writes)


def collect_entry_changes(result: Compilation, graph: n.RuleGraph, changed: Set[str]) -> Iterator[EntryChanges]:
    """The items of house rules that change something."""
    for overlay, applied_overlay in zip(result.overlays, graph.overlays, strict=True):
        if overlay.kind == "house":
            for entry, applied_entry in zip(overlay.entries, applied_overlay.entries, strict=True):
                if applied_entry.changes:
                    names = frozenset().union(
                        *(changed_names_of_target(change.target, changed) for change in applied_entry.changes)
                    )
                    yield EntryChanges(HouseEntry(overlay.name, entry.number, entry.span), names)
