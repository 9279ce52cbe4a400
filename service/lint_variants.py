"""Games with their variants: what ``lint`` finds in each, told once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from bombsight.compiler.checks import CODES, conditions, constants, loops, ranges, results
from bombsight.compiler.checks.reasoning.program import unchanged
from bombsight.compiler.checks.sources import within
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.diagnostic import Diagnostic, in_file
from bombsight.dsl.headings import overlay_names
from bombsight.dsl.listing import listed
from bombsight.dsl.source import Span
from bombsight.service.causes import told_at_causes

UNUSED = frozenset({"N014", "N015", "N016", "N017", "N041", "N042", "N043", "N060", "P090"})
"""Findings about what nothing uses, or what comes to nothing: a variant may use it, or make something of it."""

SETTLED = frozenset(code.code for module in (conditions, constants, loops, ranges, results) for code in module.CODES)
"""Findings about what is always so, or never: a variant may make it otherwise, in an item of its own or of the game."""


def variants_of(request: Request) -> tuple[str, ...]:
    """The variants of a game, where a call asks for none."""
    return tuple(dict.fromkeys(overlay_names(request.base, "variant"))) if not request.variants else ()


def with_variants(request: Request, base: Compiled) -> list[Diagnostic]:
    """The findings on a game as a call asks for it; where that names no variants, on it with each of them, too.

    What is found without them is told once; but what is not used without them may be there for one of them.
    """
    proved = frozenset(code.code for code in CODES)  # by the checks, which come last
    known = dict.fromkeys(told_at_causes(request, base).diagnostics)
    only: dict[Diagnostic, list[str]] = {}
    for name in variants_of(request):
        chosen = evolve(request, variants=(name,))
        result = told_at_causes(chosen, compile_rules(chosen, proved=base.graph))
        written = [in_file(one.span, result.sources) for one in result.overlays if one.kind == "variant"]
        for finding in result.diagnostics:
            orphaned = finding.code in UNUSED | SETTLED and not any(within(finding.span, span) for span in written)
            if finding not in base.diagnostics and not orphaned:
                only.setdefault(finding, []).append(name)
        if all(finding.code in proved for finding in result.errors):  # else nothing is told of what is not used
            same = [*as_they_are(result, base)] if any(each.code in SETTLED for each in known) else []
            known = {each: None for each in known if each in result.diagnostics or is_so(each, same)}
    return [*known, *(of_variants(finding, names) for finding, names in only.items())]


def as_they_are(result: Compiled, base: Compiled) -> Iterator[Span]:
    """The places of items that a variant leaves as they were, with all that they depend on."""
    if result.graph is not None and base.graph is not None:
        for span in unchanged(Effects(result.graph), base.graph):
            yield in_file(span, result.sources)


def is_so(finding: Diagnostic, same: Iterable[Span]) -> bool:
    """Whether what is found without a variant stands with it, too, although it is not found there.

    Args:
        finding: The finding.
        same: The places of items that are as they were; these are not looked at again.
    """
    if finding.code in SETTLED:
        return any(within(finding.span, span) for span in same)
    return finding.code not in UNUSED


def judged(request: Request, base: Compiled) -> Compiled:
    """House rules with the variant that they are for, where they quote what one has written; else as they are."""
    if not any(finding.code.startswith("O") for finding in base.errors):
        return told_at_causes(request, base)
    variants = variants_of(request)
    for names in (*((name,) for name in variants), tuple(variants)):
        chosen = evolve(request, variants=names)
        result = compile_rules(chosen, proved=base.graph)
        if not any(finding.code.startswith("O") for finding in result.errors):
            return told_at_causes(chosen, result)
    return told_at_causes(request, base)


def of_variants(finding: Diagnostic, names: Sequence[str]) -> Diagnostic:
    """A finding that is there only with variants."""
    return evolve(finding, help=f"{finding.help} This is so with variant {listed(names, 'or')}.".lstrip())
