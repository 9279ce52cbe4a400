"""Games with their variants: what ``lint`` finds in each, told once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.boundary.budget import Budget, Work
from bombsight.compiler.checks import CODES, conditions, constants, loops, ranges, results
from bombsight.compiler.pipeline import compile_rules, last_proofs
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.file_kind import heading, overlay_names
from bombsight.dsl.listing import listed
from bombsight.dsl.node_classes import define
from bombsight.service.programs.overlay_causes import bare, findings_on, told_at_causes, warned_at_causes

if TYPE_CHECKING:
    from bombsight.compiler.checks.proofs import Proof
    from bombsight.compiler.incremental.query import Results

UNUSED = frozenset({"N014", "N015", "N016", "N017", "N041", "N042", "N043", "N060", "P090"})
"""Findings about what nothing uses, or what comes to nothing: a variant may use it, or make something of it."""

SETTLED = frozenset(code.code for module in (conditions, constants, loops, ranges, results) for code in module.CODES)
"""Findings about what is always so, or never: a variant may make it otherwise, in an item of its own or of the game."""

EXAMPLES = frozenset({"S025"})
"""Findings about examples of the game: these are played by the rules that they were written for."""


def is_idle(finding: Diagnostic) -> bool:
    """Whether a finding in a game is no fault where a variant or a house rule makes it so."""
    return finding.code in UNUSED | SETTLED | EXAMPLES


EACH_VARIANT, EACH_ITEM = 1_000, 50
"""What it costs to look at rules again for one of their variants, and for each of their items, as characters read."""


def at_causes(request: Request, result: Compiled) -> Compiled:
    """What came of a request, all that its overlays cause told where they do."""
    return warned_at_causes(request, told_at_causes(request, result), is_idle)


def at_causes_in(base: Compiled, request: Request) -> Callable[[Request, Compiled], Compiled]:
    """The same for requests that lay variants over a game of which nothing need be looked at more than once.

    Args:
        base: What came of the game without them.
        request: What was asked for then.
    """
    known: list[tuple[Request, tuple[Diagnostic, ...]]] = [(bare(request), base.diagnostics)]

    def found_on(lesser: Request, before: Results | None) -> Iterable[Diagnostic]:
        for asked, found in known:
            if asked == lesser:
                return found
        known.append((lesser, tuple(findings_on(lesser, before))))
        return known[-1][1]

    def move_to_causes(chosen: Request, result: Compiled) -> Compiled:
        return warned_at_causes(chosen, told_at_causes(chosen, result, found_on), is_idle, base.diagnostics)

    return move_to_causes


@define
class Looks:
    """Looks at rules with one variant or another, as long as they may be taken.

    Attributes:
        request: What is asked for, without them.
        base: What came of it.
        budget: How much rules may be looked at again.
        each: What a look costs.
        proofs: What proofs may cost; counts those of items that are not as they were in the base.
    """

    request: Request
    base: Compiled
    budget: Budget
    each: int
    proofs: Budget

    @classmethod
    def of(cls, request: Request, base: Compiled, proofs: Budget) -> Looks:
        """Looks at what a request asks for, whose proofs count for a budget."""
        read = sum(item.span.end - item.span.start + EACH_ITEM for item in base.items)
        return cls(request, base, request.allowance.budget(Work.VARIANT), EACH_VARIANT + read, proofs)

    @property
    def is_over(self) -> bool:
        """Whether no look can be taken any more."""
        return self.budget.left < self.each

    def with_variants(self, names: tuple[str, ...]) -> tuple[Request, Compiled]:
        """What came of the rules with variants, and what was asked for that."""
        self.budget.charge(self.each)
        chosen = evolve(self.request, variants=names)
        return chosen, compile_again(chosen, self.base.results, self.proofs)


def compile_again(request: Request, before: Results | None, proofs: Budget) -> Compiled:
    """Compile what is nearly the same as something before, and count what its own proofs cost.

    Args:
        request: What is asked for.
        before: What was left by compiling the other.
        proofs: What proofs may cost that were not made for that; with too much spent nothing more is judged.
    """
    result = compile_rules(request, looked_up=False, before=before, spent=proofs.spent)
    known = proofs_in(before)
    proofs.spent += sum(proof.cost for id_, proof in proofs_in(result.results).items() if known.get(id_) is not proof)
    return result


def proofs_beside(request: Request, results: Results | None) -> Budget:
    """What proofs of rules may still cost, for their variants or with mends, once they were compiled."""
    spent = sum(proof.cost for proof in proofs_in(results).values())
    return Budget(Work.PROVE, request.allowance.limit(Work.PROVE), spent)


def proofs_in(results: Results | None) -> Mapping[str, Proof]:
    """What was proved of each item of some rules, by the results of compiling them."""
    proofs = last_proofs(results)
    return proofs.proofs if proofs is not None else {}


def variants_of(request: Request) -> tuple[str, ...]:
    """The variants of a game, where a call asks for none."""
    return tuple(dict.fromkeys(overlay_names(request.base, "variant"))) if not request.variants else ()


def with_variants(request: Request, base: Compiled, proofs: Budget) -> list[Diagnostic]:
    """The findings on a game as a call asks for it; where that names no variants, on it with each of them, too.

    What is found without them is told once; but what is not used without them may be there for one of them.

    Args:
        request: What is asked for.
        base: What came of it.
        proofs: What proofs may cost, with what those before have cost.
    """
    proved = frozenset(code.code for code in CODES)  # by the checks, which come last
    known = dict.fromkeys(at_causes(request, base).diagnostics)
    without = frozenset(base.diagnostics)
    only: dict[Diagnostic, list[str]] = {}
    names, looks, move_to_causes = variants_of(request), Looks.of(request, base, proofs), at_causes_in(base, request)
    looked = 0
    while looked < len(names) and not looks.is_over:
        name = names[looked]
        looked += 1
        result = move_to_causes(*looks.with_variants((name,)))
        for finding in result.diagnostics:
            if finding not in without:
                only.setdefault(finding, []).append(name)
        if all(finding.code in proved for finding in result.errors):  # else nothing is told of what is not used
            found = frozenset(result.diagnostics)
            known = {each: None for each in known if each in found or each.code not in UNUSED | SETTLED}
    if looked < len(names):  # one of the others may use it, or make it otherwise
        known = {each: None for each in known if each.code not in UNUSED | SETTLED}
    left = unlooked(request, names[looked:])
    return [*known, *(of_variants(finding, names) for finding, names in only.items()), *left]


def unlooked(request: Request, names: Sequence[str]) -> Iterator[Diagnostic]:
    """T026: variants that were not looked at; told where the first of them begins."""
    if not names:
        return
    lines = (
        (source, number, line)
        for source in request.base
        for number, line in enumerate(source.text.split("\n"), start=1)
        if (found := heading(line)) is not None and (found.kind, found.name) == ("variant", names[0])
    )
    for source, number, line in islice(lines, 1):
        start = source.line_starts[number - 1]
        yield Diagnostic(
            "T026",
            f"variant {listed(names)} {'is' if len(names) == 1 else 'are'} not looked at",
            source.span(start, start + len(line.rstrip())),
            "all variants would take more work than rules of this length may cost: see --limit",
            help="Nothing need be wrong; but mistakes in them would not be found. `--variant NAME` looks at one.",
            severity=Severity.ADVICE,
        ).in_files(request.sources)


def judged(request: Request, base: Compiled, proofs: Budget) -> Compiled:
    """House rules with the variant that they are for, where they quote what one has written; else as they are.

    Args:
        request: What is asked for.
        base: What came of it without the variants.
        proofs: What proofs may cost, with what those before have cost.
    """
    if not any(finding.code.startswith("O") for finding in base.errors):
        return at_causes(request, base)
    variants, looks = variants_of(request), Looks.of(request, base, proofs)
    for names in (*((name,) for name in variants), tuple(variants)):
        if looks.is_over:
            break
        chosen, result = looks.with_variants(names)
        if not any(finding.code.startswith("O") for finding in result.errors):
            return at_causes(chosen, result)
    return at_causes(request, base)


def of_variants(finding: Diagnostic, names: Sequence[str]) -> Diagnostic:
    """A finding that is there only with variants."""
    return evolve(finding, help=f"{finding.help} This is so with variant {listed(names, 'or')}.".lstrip())
