"""Games with their variants: what ``lint`` finds in each, told once."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.compiler.checks import CODES, conditions, constants, loops, ranges, results
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.headings import overlay_names
from bombsight.dsl.listing import listed
from bombsight.service.causes import told_at_causes, warned_at_causes

UNUSED = frozenset({"N014", "N015", "N016", "N017", "N041", "N042", "N043", "N060", "P090"})
"""Findings about what nothing uses, or what comes to nothing: a variant may use it, or make something of it."""

SETTLED = frozenset(code.code for module in (conditions, constants, loops, ranges, results) for code in module.CODES)
"""Findings about what is always so, or never: a variant may make it otherwise, in an item of its own or of the game."""

EXAMPLES = frozenset({"S025"})
"""Findings about examples of the game: these are played by the rules that they were written for."""


def is_idle(finding: Diagnostic) -> bool:
    """Whether a finding in a game is no fault where a variant or a house rule makes it so."""
    return finding.code in UNUSED | SETTLED | EXAMPLES


def at_causes(request: Request, result: Compiled) -> Compiled:
    """What came of a request, all that its overlays cause told where they do."""
    return warned_at_causes(request, told_at_causes(request, result), is_idle)


def variants_of(request: Request) -> tuple[str, ...]:
    """The variants of a game, where a call asks for none."""
    return tuple(dict.fromkeys(overlay_names(request.base, "variant"))) if not request.variants else ()


def with_variants(request: Request, base: Compiled) -> list[Diagnostic]:
    """The findings on a game as a call asks for it; where that names no variants, on it with each of them, too.

    What is found without them is told once; but what is not used without them may be there for one of them.
    """
    proved = frozenset(code.code for code in CODES)  # by the checks, which come last
    known = dict.fromkeys(at_causes(request, base).diagnostics)
    only: dict[Diagnostic, list[str]] = {}
    for name in variants_of(request):
        chosen = evolve(request, variants=(name,))
        result = at_causes(chosen, compile_rules(chosen, looked_up=False, before=base.memory))
        for finding in result.diagnostics:
            if finding not in base.diagnostics:
                only.setdefault(finding, []).append(name)
        if all(finding.code in proved for finding in result.errors):  # else nothing is told of what is not used
            found = frozenset(result.diagnostics)
            known = {each: None for each in known if each in found or each.code not in UNUSED | SETTLED}
    return [*known, *(of_variants(finding, names) for finding, names in only.items())]


def judged(request: Request, base: Compiled) -> Compiled:
    """House rules with the variant that they are for, where they quote what one has written; else as they are."""
    if not any(finding.code.startswith("O") for finding in base.errors):
        return at_causes(request, base)
    variants = variants_of(request)
    for names in (*((name,) for name in variants), tuple(variants)):
        chosen = evolve(request, variants=names)
        result = compile_rules(chosen, looked_up=False, before=base.memory)
        if not any(finding.code.startswith("O") for finding in result.errors):
            return at_causes(chosen, result)
    return at_causes(request, base)


def of_variants(finding: Diagnostic, names: Sequence[str]) -> Diagnostic:
    """A finding that is there only with variants."""
    return evolve(finding, help=f"{finding.help} This is so with variant {listed(names, 'or')}.".lstrip())
