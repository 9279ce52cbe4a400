"""Finding S022: examples of a game that house rules make fail.

Only examples that reach a change are run; which rules each reaches in the game alone is cached. If several items may
be the cause of a failure, the example is run again with fewer of them.
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
from bombsight.service.lint.changed_names import find_changed_names, names_changed_by_edit
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
    """An item of house rules with its changes.

    Attributes:
        entry: The item's name and span.
        changed_names: The names (keys of :class:`Effects`) that it may have changed.
    """

    entry: HouseEntry
    changed_names: frozenset[str]


FAR_REACHING_PREFIXES = ("enum:", "reroll:")
"""The prefixes of names that have an effect wherever they are mentioned, whether or not play gets there."""


def find_changed_examples(
    request: Request, result: Compilation, graph: n.RuleGraph, base: n.RuleGraph | None
) -> Iterator[Diagnostic]:
    """Find the game's own examples that fail under house rules, and make one finding S022 for each cause.

    Args:
        request: The compilation request.
        result: Its result.
        graph: The rule graph, without errors.
        base: The graph without the house rules, if known.
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
        """The names, changed by house rules, that an example's run in the game alone reaches or may reach."""
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
    """Load the outcomes of a game's examples, without house rules, from the cache, or run them all."""
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
    """Return the indices of the house-rule items whose changes an example may reach; all indices if none is known."""
    suspects = tuple(number for number, item in enumerate(entry_changes) if item.changed_names & touched_names)
    return suspects or tuple(range(len(entry_changes)))


def make_changed_examples_finding(
    cause: FailureCause, entries: Sequence[HouseEntry], failures: Sequence[FailingExample]
) -> Diagnostic:
    """Make the finding S022 for one cause and all the examples that it makes fail."""
    is_plural = len(failures) > 1
    labels = tuple(
        Label(each.line, f'"{each.example.title}": {each.mismatch.expected} - and now {each.mismatch.found}')
        for each in failures
    )
    first, *others = (entries[item] for item in cause.items)
    where = "in the rules of the game"  # `lint` does not run those in its files of tests
    subject = f"{len(failures)} examples {where} come" if is_plural else f"an example {where} comes"
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
    """Copy a compile request without its house rules, keeping the variants that were in force with them."""
    variants = tuple(overlay.name for overlay in result.overlays if overlay.kind == "variant")
    return evolve(request, house=(), variants=variants)


def compile_if_sound(request: Request) -> n.RuleGraph | None:
    """Compile a request to a rule graph; None if the rules have errors."""
    compilation = compile_cached(request)
    return None if compilation.errors else compilation.graph


class ChangeReach:
    """Computes which changes an example may reach: by calls, and by the state, options and data that it reads.

    Args:
        effects: The effects of the rules with the examples.
        changed: The changed names.
    """

    def __init__(self, effects: Effects, changed: frozenset[str]) -> None:
        """Make the computation from the effects of the rules; ``changed`` has the names that house rules change."""
        self.effects = effects
        self.changed = changed
        self.memo: dict[str, frozenset[str]] = {}

    def changes_reached(self, example: e.Example) -> frozenset[str]:
        """The changed names that an example may reach, directly or by calls."""
        own = self.effects.own_effect_of(example)
        return self.changes_named_by(own).union(*map(self.changes_reached_by_call, own.calls))

    def changes_reached_by_call(self, callee: str) -> frozenset[str]:
        """The changed names that a call of an item may reach."""
        if callee not in self.memo:
            self.memo[callee] = self.changes_named_by(self.effects.call_effect(callee))
        return self.memo[callee]

    def changes_named_by(self, effect: Effect) -> frozenset[str]:
        """Select the changed names among an effect's calls, reads and writes."""
        changed = self.changed
        return (changed & effect.calls) | (changed & effect.reads) | (changed & effect.writes)


def collect_entry_changes(result: Compilation, graph: n.RuleGraph, changed: Set[str]) -> Iterator[EntryChanges]:
    """Yield the house-rule items that change something, each with the names it changes."""
    for overlay, applied_overlay in zip(result.overlays, graph.overlays, strict=True):
        if overlay.kind == "house":
            for entry, applied_entry in zip(overlay.entries, applied_overlay.entries, strict=True):
                if applied_entry.changes:
                    names = frozenset().union(
                        *(names_changed_by_edit(change.target, changed) for change in applied_entry.changes)
                    )
                    yield EntryChanges(HouseEntry(overlay.name, entry.number, entry.span), names)
