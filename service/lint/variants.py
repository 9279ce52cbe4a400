"""Games with their variants: what ``lint`` finds in each, told once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.boundary.budget import Budget, WorkKind
from bombsight.compiler.checks import CODES, conditions, constants, loops, ranges, results
from bombsight.compiler.pipeline import compile_rules, last_proofs
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.file_kind import find_overlay_names, parse_heading
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import define
from bombsight.service.programs.overlay_attribution import (
    attribute_errors,
    attribute_warnings,
    load_or_compute_findings,
    strip_requested_overlays,
)

if TYPE_CHECKING:
    from bombsight.compiler.checks.proofs import ItemProof
    from bombsight.compiler.incremental.query import Results

UNUSED_CODES = frozenset({"N014", "N015", "N016", "N017", "N041", "N042", "N043", "N060", "P090"})
"""Findings about what nothing uses, or what comes to nothing: a variant may use it, or make something of it."""

SETTLED_CODES = frozenset(
    code.code for module in (conditions, constants, loops, ranges, results) for code in module.CODES
)
"""Findings about what is always so, or never: a variant may make it otherwise, in an item of its own or of the game."""

EXAMPLE_CODES = frozenset({"S025"})
"""Findings about examples of the game: these are played by the rules that they were written for."""


def is_excused_in_overlay(finding: Diagnostic) -> bool:
    """Whether a finding in a game is no fault where a variant or a house rule makes it so."""
    return finding.code in UNUSED_CODES | SETTLED_CODES | EXAMPLE_CODES


VARIANT_COST, ITEM_COST = 1_000, 50
"""What it costs to look at rules again for one of their variants, and for each of their items, as characters read."""


def attribute_findings(request: Request, result: Compilation) -> Compilation:
    """What came of a request, all that its overlays cause told where they do."""
    return attribute_warnings(request, attribute_errors(request, result), is_excused_in_overlay)


def make_attributor(base: Compilation, request: Request) -> Callable[[Request, Compilation], Compilation]:
    """The same for requests that lay variants over a game of which nothing need be looked at more than once.

    Args:
        base: What came of the game without them.
        request: What was asked for then.
    """
    memo: list[tuple[Request, tuple[Diagnostic, ...]]] = [(strip_requested_overlays(request), base.diagnostics)]

    def cached_findings_on(lesser: Request, previous: Results | None) -> Iterable[Diagnostic]:
        for known_request, known_findings in memo:
            if known_request == lesser:
                return known_findings
        memo.append((lesser, tuple(load_or_compute_findings(lesser, previous))))
        return memo[-1][1]

    def attribute(chosen: Request, result: Compilation) -> Compilation:
        return attribute_warnings(
            chosen, attribute_errors(chosen, result, cached_findings_on), is_excused_in_overlay, base.diagnostics
        )

    return attribute


@define
class VariantCompiler:
    """Looks at rules with one variant or another, as long as they may be taken.

    Attributes:
        request: What is asked for, without them.
        base: What came of it.
        budget: How much rules may be looked at again.
        look_cost: What a look costs.
        proof_budget: What proofs may cost; counts those of items that are not as they were in the base.
    """

    request: Request
    base: Compilation
    budget: Budget
    look_cost: int
    proof_budget: Budget

    @classmethod
    def for_request(cls, request: Request, base: Compilation, proof_budget: Budget) -> VariantCompiler:
        """Looks at what a request asks for, whose proofs count for a budget."""
        base_size = sum(item.span.end - item.span.start + ITEM_COST for item in base.items)
        return cls(
            request, base, request.allowance.make_budget(WorkKind.VARIANT), VARIANT_COST + base_size, proof_budget
        )

    @property
    def is_exhausted(self) -> bool:
        """Whether no look can be taken any more."""
        return self.budget.remaining < self.look_cost

    def compile_with_variants(self, names: tuple[str, ...]) -> tuple[Request, Compilation]:
        """What came of the rules with variants, and what was asked for that."""
        self.budget.charge(self.look_cost)
        chosen = evolve(self.request, variants=names)
        return chosen, recompile(chosen, self.base.results, self.proof_budget)


def recompile(request: Request, previous: Results | None, proof_budget: Budget) -> Compilation:
    """Compile what is nearly the same as something before, and count what its own proofs cost.

    Args:
        request: What is asked for.
        previous: What was left by compiling the other.
        proof_budget: What proofs may cost that were not made for that; with too much spent nothing more is judged.
    """
    result = compile_rules(request, with_lookup_data=False, previous=previous, prior_cost=proof_budget.spent)
    previous_proofs = proofs_by_item(previous)
    proof_budget.spent += sum(
        proof.cost for id_, proof in proofs_by_item(result.results).items() if previous_proofs.get(id_) is not proof
    )
    return result


def remaining_proof_budget(request: Request, results: Results | None) -> Budget:
    """What proofs of rules may still cost, for their variants or with mends, once they were compiled."""
    spent = sum(proof.cost for proof in proofs_by_item(results).values())
    return Budget(WorkKind.PROVE, request.allowance.limit_of(WorkKind.PROVE), spent)


def proofs_by_item(results: Results | None) -> Mapping[str, ItemProof]:
    """What was proved of each item of some rules, by the results of compiling them."""
    proofs = last_proofs(results)
    return proofs.proofs if proofs is not None else {}


def variants_to_lint(request: Request) -> tuple[str, ...]:
    """The variants of a game, where a call asks for none."""
    return tuple(dict.fromkeys(find_overlay_names(request.base, "variant"))) if not request.variants else ()


def lint_with_variants(request: Request, base: Compilation, proof_budget: Budget) -> list[Diagnostic]:
    """The findings on a game as a call asks for it; where that names no variants, on it with each of them, too.

    What is found without them is told once; but what is not used without them may be there for one of them.

    Args:
        request: What is asked for.
        base: What came of it.
        proof_budget: What proofs may cost, with what those before have cost.
    """
    check_codes = frozenset(code.code for code in CODES)  # by the checks, which come last
    common_findings = dict.fromkeys(attribute_findings(request, base).diagnostics)
    base_findings = frozenset(base.diagnostics)
    variants_by_finding: dict[Diagnostic, list[str]] = {}
    names, compiler, attribute = (
        variants_to_lint(request),
        VariantCompiler.for_request(request, base, proof_budget),
        make_attributor(base, request),
    )
    looked_count = 0
    while looked_count < len(names) and not compiler.is_exhausted:
        name = names[looked_count]
        looked_count += 1
        result = attribute(*compiler.compile_with_variants((name,)))
        for finding in result.diagnostics:
            if finding not in base_findings:
                variants_by_finding.setdefault(finding, []).append(name)
        if all(finding.code in check_codes for finding in result.errors):  # else nothing is told of what is not used
            variant_findings = frozenset(result.diagnostics)
            common_findings = {
                each: None
                for each in common_findings
                if each in variant_findings or each.code not in UNUSED_CODES | SETTLED_CODES
            }
    if looked_count < len(names):  # one of the others may use it, or make it otherwise
        common_findings = {each: None for each in common_findings if each.code not in UNUSED_CODES | SETTLED_CODES}
    skipped = find_skipped_variants(request, names[looked_count:])
    return [
        *common_findings,
        *(add_variant_help(finding, names) for finding, names in variants_by_finding.items()),
        *skipped,
    ]


def find_skipped_variants(request: Request, names: Sequence[str]) -> Iterator[Diagnostic]:
    """T026: variants that were not looked at; told where the first of them begins."""
    if not names:
        return
    lines = (
        (source, number, line)
        for source in request.base
        for number, line in enumerate(source.text.split("\n"), start=1)
        if (found := parse_heading(line)) is not None and (found.kind, found.name) == ("variant", names[0])
    )
    for source, number, line in islice(lines, 1):
        start = source.line_starts[number - 1]
        yield Diagnostic(
            "T026",
            f"variant {join_names(names)} {'is' if len(names) == 1 else 'are'} not looked at",
            source.span(start, start + len(line.rstrip())),
            "all variants would take more work than rules of this length may cost: see --limit",
            help="Nothing need be wrong; but mistakes in them would not be found. `--variant NAME` looks at one.",
            severity=Severity.ADVICE,
        ).with_openable_paths(request.sources)


def compile_with_fitting_variant(request: Request, base: Compilation, proof_budget: Budget) -> Compilation:
    """House rules with the variant that they are for, where they quote what one has written; else as they are.

    Args:
        request: What is asked for.
        base: What came of it without the variants.
        proof_budget: What proofs may cost, with what those before have cost.
    """
    if not any(finding.code.startswith("O") for finding in base.errors):
        return attribute_findings(request, base)
    variants, compiler = variants_to_lint(request), VariantCompiler.for_request(request, base, proof_budget)
    for names in (*((name,) for name in variants), tuple(variants)):
        if compiler.is_exhausted:
            break
        chosen, result = compiler.compile_with_variants(names)
        if not any(finding.code.startswith("O") for finding in result.errors):
            return attribute_findings(chosen, result)
    return attribute_findings(request, base)


def add_variant_help(finding: Diagnostic, names: Sequence[str]) -> Diagnostic:
    """A finding that is there only with variants."""
    return evolve(finding, help=f"{finding.help} This is so with variant {join_names(names, 'or')}.".lstrip())
