"""Linting of a game with each of its variants; findings common to all are reported once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.boundary.budget import Budget, WorkKind
from bombsight.compiler.checks import conditions, constants, loops, ranges, results
from bombsight.compiler.pipeline import compile_rules, last_proofs
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.file_kind import find_overlay_names, parse_heading
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import define
from bombsight.service.lint.masked_errors import codes_of_checks
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
"""The codes of findings about things without a use or an effect, which a variant may give them."""

SETTLED_CODES = frozenset(
    code.code for module in (conditions, constants, loops, ranges, results) for code in module.CODES
)
"""The codes of findings about conditions that always or never hold, which a variant may change."""

EXAMPLE_CODES = frozenset({"S025"})
"""The codes of findings about the game's examples, which are run under the rules that they were written for."""


def is_excused_in_overlay(finding: Diagnostic) -> bool:
    """Whether a finding, such as unused code or a constant condition, is no fault if only an overlay causes it."""
    return finding.code in UNUSED_CODES | SETTLED_CODES | EXAMPLE_CODES


VARIANT_COST, ITEM_COST = 1_000, 50
"""The cost of a compilation with a variant, and of each item in it, in characters read."""


def attribute_findings(request: Request, result: Compilation) -> Compilation:
    """Reassign findings that overlays cause to the overlay items at fault; return the changed compilation."""
    return attribute_warnings(request, attribute_errors(request, result), is_excused_in_overlay)


def make_attributor(base: Compilation, request: Request) -> Callable[[Request, Compilation], Compilation]:
    """Make a function like :func:`attribute_findings` that remembers the findings on a game without overlays."""
    memo: list[tuple[Request, tuple[Diagnostic, ...]]] = [(strip_requested_overlays(request), base.diagnostics)]

    def cached_findings_on(base_request: Request, previous: Results | None) -> Iterable[Diagnostic]:
        """Return the findings on a request without overlays, computed at its first call."""
        for known_request, known_findings in memo:
            if known_request == base_request:
                return known_findings
        memo.append((base_request, tuple(load_or_compute_findings(base_request, previous))))
        return memo[-1][1]

    def attribute(compiled_request: Request, result: Compilation) -> Compilation:
        """Reassign findings in a request's compilation to the overlay items that cause them; return the compilation."""
        return attribute_warnings(
            compiled_request,
            attribute_errors(compiled_request, result, cached_findings_on),
            is_excused_in_overlay,
            base.diagnostics,
        )

    return attribute


@define
class VariantCompiler:
    """Compiles rules with variants, within a budget.

    Attributes:
        request: The request without variants.
        base: Its result.
        budget: The budget of compilations.
        look_cost: The cost of one compilation.
        proof_budget: The budget of proofs; those of items unchanged from the base cost nothing.
    """

    request: Request
    base: Compilation
    budget: Budget
    look_cost: int
    proof_budget: Budget

    @classmethod
    def for_request(cls, request: Request, base: Compilation, proof_budget: Budget) -> VariantCompiler:
        """Make a compiler for the variants of a request, which charges proofs to a given budget."""
        base_size = sum(item.span.end - item.span.start + ITEM_COST for item in base.items)
        return cls(
            request, base, request.allowance.make_budget(WorkKind.VARIANT), VARIANT_COST + base_size, proof_budget
        )

    @property
    def is_exhausted(self) -> bool:
        """Whether the budget is too low for another compilation."""
        return self.budget.remaining < self.look_cost

    def compile_with_variants(self, names: tuple[str, ...]) -> tuple[Request, Compilation]:
        """Compile the rules with some variants in force; return the request and its result."""
        self.budget.charge(self.look_cost)
        chosen = evolve(self.request, variants=names)
        return chosen, recompile(chosen, self.base.results, self.proof_budget)


def recompile(request: Request, previous: Results | None, proof_budget: Budget) -> Compilation:
    """Compile a request incrementally from the results of a similar one, charging new proofs to a budget.

    Args:
        request: The request.
        previous: The compilation results of the earlier one.
        proof_budget: The budget of proofs not in those results; once it is spent, nothing more is proved.
    """
    result = compile_rules(request, with_lookup_data=False, previous=previous, prior_cost=proof_budget.spent)
    previous_proofs = proofs_by_item(previous)
    proof_budget.spent += sum(
        proof.cost for id_, proof in proofs_by_item(result.results).items() if previous_proofs.get(id_) is not proof
    )
    return result


def remaining_proof_budget(request: Request, results: Results | None) -> Budget:
    """The budget that the proofs of the rules themselves leave for variants and drafts of fixes."""
    spent = sum(proof.cost for proof in proofs_by_item(results).values())
    return Budget(WorkKind.PROVE, request.allowance.limit_of(WorkKind.PROVE), spent)


def proofs_by_item(results: Results | None) -> Mapping[str, ItemProof]:
    """Map item ids to the proofs in compilation results."""
    proofs = last_proofs(results)
    return proofs.proofs if proofs is not None else {}


def variants_to_lint(request: Request) -> tuple[str, ...]:
    """List the variants of a game that lint adds by itself; none if the request names some."""
    return tuple(dict.fromkeys(find_overlay_names(request.base, "variant"))) if not request.variants else ()


def lint_with_variants(request: Request, base: Compilation, proof_budget: Budget) -> list[Diagnostic]:
    """Lint a game, and unless the request names variants, also the game with each of its variants.

    Findings without variants are reported once; those about unused things are dropped if a variant uses them.
    """
    check_codes = codes_of_checks()  # the checks run last
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
        if all(finding.code in check_codes for finding in result.errors):  # else unused things go unreported
            variant_findings = frozenset(result.diagnostics)
            common_findings = {
                each: None
                for each in common_findings
                if each in variant_findings or each.code not in UNUSED_CODES | SETTLED_CODES
            }
    if looked_count < len(names):  # a skipped variant may make use of things, or change conditions
        common_findings = {each: None for each in common_findings if each.code not in UNUSED_CODES | SETTLED_CODES}
    skipped = find_skipped_variants(request, names[looked_count:])
    return [
        *common_findings,
        *(add_variant_help(finding, names) for finding, names in variants_by_finding.items()),
        *skipped,
    ]


def find_skipped_variants(request: Request, names: Sequence[str]) -> Iterator[Diagnostic]:
    """Make a finding T026 on the variants that the budget left unchecked; none if all were checked."""
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
    """Compile house rules together with the game's variant that they quote, or with none."""
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
    """Extend a finding's help by the names of the only variants with which it occurs."""
    return evolve(finding, help=f"{finding.help} This is so with variant {join_names(names, 'or')}.".lstrip())
