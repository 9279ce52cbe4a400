"""Rules checked: what is found in games, in files of theirs and in house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.collecting import uncollected
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.headings import overlay_names
from bombsight.dsl.listing import listed
from bombsight.dsl.source import Source, within
from bombsight.service.compiling import check_options
from bombsight.service.failure import WrongRules
from bombsight.service.ready import keep_findings, keep_graph, kept_findings
from bombsight.service.requests import Rules, request_of
from bombsight.service.targets import Target, same_file

UNUSED = frozenset({"N014", "N015", "N016", "N017"})
"""Findings about what nothing uses."""


@frozen
class Linted:
    """What was found.

    Attributes:
        names: What was looked at.
        findings: In the order of their places, each once.
        sources: The files by path.
    """

    names: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]

    @property
    def has_errors(self) -> bool:
        """Whether any finding makes the rules wrong."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)


@uncollected()
def lint(wanted: Iterable[Target], rules: Rules, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Linted:
    """Compile what is wanted, and keep the findings that are asked for.

    Args:
        wanted: Games, house-rule files and folders.
        rules: The rules of the call: they are laid over each of them.
        select: Codes, or what codes begin with; empty for all.
        ignore: The same of findings to leave out.

    Raises:
        WrongRules: A file cannot be read.
        InputError: An option, a variant or errata are unknown.
    """
    findings: dict[Diagnostic, None] = {}
    sources: dict[str, Source] = {}
    names = []
    for target in wanted:
        names.append(target.name)
        request = request_of(target.name, target.files, evolve(rules, house=(*target.house, *rules.house)))
        sources |= request.sources
        found = kept_findings(request)
        if found is None:
            found = heeded_in(request, looked_through(request))
            keep_findings(request, found)
        if target.tests:
            found, read = of_tests(target, rules)
            sources |= read
        findings |= dict.fromkeys(finding for finding in found if counts(finding, target, select, ignore))
    ordered = sorted(findings, key=lambda finding: finding.sort_key)
    return Linted(tuple(names), tuple(ordered), sources)


def of_tests(target: Target, rules: Rules) -> tuple[tuple[Diagnostic, ...], dict[str, Source]]:
    """The findings on files of tests, and the files.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: A file cannot be read.
    """
    from bombsight.compiler.allows import heeded
    from bombsight.service.example_programs import graphs, request_with_tests

    request, tests = request_with_tests(target, rules)
    files = {source.path: source for source in tests}
    try:
        for _ in graphs(request, tests):
            pass
    except WrongRules as wrong:
        return tuple(finding.in_files(files) for finding in wrong.findings), {**wrong.sources, **files}
    return tuple(heeded((), tests, tests)), files


def heeded_in(request: Request, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What was found without what comments allow, and what is wrong with those.

    The comments of a game are judged by the game as it comes: with house rules or other options laid over it, another
    finding may be missing.
    """
    from bombsight.compiler.allows import heeded

    as_it_comes = not (request.house or request.options or request.variants or request.without)
    judged = request.base if as_it_comes else request.house
    return tuple(heeded(found, (*request.base, *request.house), judged))


def looked_through(request: Request) -> tuple[Diagnostic, ...]:
    """The findings on what a request asks for, its graph kept where it is sound.

    Raises:
        InputError: An option is unknown, or has no such value.
    """
    from bombsight.compiler.pipeline import compile_rules  # loaded only where there is something to compile

    result = compile_rules(request)
    check_options(request, result)
    keep_graph(request, result)
    return tuple(with_variants(request, result))


def with_variants(request: Request, base: Compiled) -> list[Diagnostic]:
    """The findings on a game as a call asks for it; where that names no variants, on it with each of them, too.

    What is found without them is told once; but what is not used without them may be there for one of them.
    """
    from bombsight.compiler.checks import CODES
    from bombsight.compiler.pipeline import compile_rules

    proved = frozenset(code.code for code in CODES)  # by the checks, which come last
    variants = tuple(dict.fromkeys(overlay_names(request.base, "variant"))) if not request.variants else ()
    if request.house:
        return list(on_variants(request, base, variants).diagnostics)
    known = dict.fromkeys(base.diagnostics)
    only: dict[Diagnostic, list[str]] = {}
    for name in variants:
        result = compile_rules(evolve(request, variants=(name,)), before=base.memory)
        written = [overlay.span for overlay in result.overlays if overlay.kind == "variant"]
        for finding in result.diagnostics:
            orphaned = finding.code in UNUSED and not any(within(finding.span, span) for span in written)
            if finding not in base.diagnostics and not orphaned:
                only.setdefault(finding, []).append(name)
        if all(finding.code in proved for finding in result.errors):  # else nothing is told of what is not used
            known = {each: None for each in known if each.code not in UNUSED or each in result.diagnostics}
    return [*known, *(of_variants(finding, names) for finding, names in only.items())]


def on_variants(request: Request, base: Compiled, variants: Sequence[str]) -> Compiled:
    """House rules with the variant that they are for, where they quote what one has written; else as they are."""
    from bombsight.compiler.pipeline import compile_rules

    if not any(finding.code.startswith("O") for finding in base.errors):
        return base
    for chosen in (*((name,) for name in variants), tuple(variants)):
        result = compile_rules(evolve(request, variants=chosen), before=base.memory)
        if not any(finding.code.startswith("O") for finding in result.errors):
            return result
    return base


def of_variants(finding: Diagnostic, names: Sequence[str]) -> Diagnostic:
    """A finding that is there only with variants."""
    return evolve(finding, help=f"{finding.help} This is so with variant {listed(names, 'or')}.".lstrip())


def counts(finding: Diagnostic, target: Target, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a finding is asked for. House rules answer for every error, wherever in the game it shows.

    Args:
        finding: A finding.
        target: What was looked at; with `only`, a finding counts where one of its places lies in that file.
        select: What its code must begin with; empty for anything.
        ignore: What its code must not begin with.
    """
    if target.only is not None and not (target.house and finding.severity is Severity.ERROR):
        places = (finding.span, *(label.span for label in finding.labels))
        if not any(same_file(place.path, target.only) for place in places):
            return False
    return finding.code.startswith(tuple(select) or "") and not (ignore and finding.code.startswith(tuple(ignore)))
