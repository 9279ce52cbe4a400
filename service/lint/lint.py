"""Rules checked: what is found in games, in files of theirs and in house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.boundary.budget import Budget, Work
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.file_kind import game_id
from bombsight.dsl.gc_pause import uncollected
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import mask
from bombsight.dsl.source import Source
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.reading import whole_path
from bombsight.service.games.requests import Rules, request_of
from bombsight.service.games.targets import Target, same_file, told_apart
from bombsight.service.lint.config import Chosen
from bombsight.service.lint.fix_trials import Seen, try_fixes
from bombsight.service.programs.cache import keep_findings, keep_graph, keep_results, kept_findings, kept_results
from bombsight.service.programs.compile import check_options, game_of

if TYPE_CHECKING:
    from bombsight.compiler.graph.nodes import RuleGraph
    from bombsight.compiler.incremental.query import Results


@frozen
class Linted:
    """What was found.

    Attributes:
        names: What was looked at.
        findings: In the order of their places, each once.
        sources: The files by path.
        fail_on: From which severity on findings count as a failure, as the files' folders choose.
    """

    names: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    fail_on: Severity = Severity.ERROR

    @property
    def has_errors(self) -> bool:
        """Whether any finding makes the rules wrong."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    def fails(self, at: Severity | None = None) -> bool:
        """Whether a finding is as severe as this, or more; where none is said, as the folders choose."""
        severities = [*Severity]  # the greatest first
        counting = severities[: severities.index(at or self.fail_on) + 1]
        return any(finding.severity in counting for finding in self.findings)


@uncollected()
def lint(wanted: Iterable[Target], rules: Rules, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Linted:
    """Compile what is wanted, and keep the findings that are asked for.

    Args:
        wanted: Games, house-rule files and folders.
        rules: The rules of the call: they are laid over each of them.
        select: Codes, or what codes begin with; empty for all that the files' folders do not ignore.
        ignore: The same of findings to leave out, besides those.

    Raises:
        WrongRules: A file cannot be read.
        InputError: An option, a variant or errata are unknown; or the rules of a folder are no game.
    """
    apart, twice, sources = told_apart(targets := [*wanted])
    findings = dict.fromkeys(finding for finding in twice if is_asked_for(finding, select, ignore))
    names = dict.fromkeys(target.name for target in targets)
    chosen = Chosen()
    for target in apart:
        request = request_for_target(target, rules)
        found, read = found_in(target, rules, request)
        sources |= {**request.sources, **read}
        if select:
            found = (*found, *on_request(target, rules, select))
        chosen.of_files(request.sources)
        told = (finding for finding in found if select or chosen.tell(finding))
        inside = inside_of(target)
        findings |= dict.fromkeys(finding for finding in told if counts(finding, target, inside, select, ignore))
    for finding in found_together(apart, rules, findings):
        if is_asked_for(finding, select, ignore):
            findings[finding] = None
    findings |= dict.fromkeys(finding for finding in chosen.wrong.diagnostics if is_asked_for(finding, select, ignore))
    ordered = sorted(findings, key=lambda finding: finding.sort_key)
    return Linted(tuple(names), tuple(ordered), sources | chosen.sources, chosen.fail_on)


def found_together(wanted: Iterable[Target], rules: Rules, alone: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What is wrong with house rules of one game that are named together, and with none of them by itself.

    It is advice: whoever names several files need not mean to play by all of them.

    Args:
        wanted: What is looked at.
        rules: The rules of the call.
        alone: What was found in each by itself. Where there is an error, nothing is said of all.
    """
    if any(finding.severity is Severity.ERROR for finding in alone):
        return
    by_game: dict[tuple[Path, ...], list[Path]] = {}
    for target in wanted:
        if target.named:
            by_game.setdefault(target.files, []).extend(target.house)
    for files, house in by_game.items():
        if len(house) > 1:
            request = request_of("", files, evolve(rules, house=(*house, *rules.house)))
            for finding in looked_through(request)[0]:
                if finding.severity is Severity.ERROR:
                    yield evolve(finding, severity=Severity.ADVICE, message=f"together: {finding.message}")


def request_for_target(target: Target, rules: Rules) -> Request:
    """What is compiled for a target.

    Args:
        target: Files of one game, perhaps with house rules of their own.
        rules: The rules of the call: they are laid over it.

    Raises:
        WrongRules: A file cannot be read.
        InputError: A variant or errata are unknown.
    """
    return request_of(target.name, target.files, evolve(rules, house=(*target.house, *rules.house)))


def found_in(target: Target, rules: Rules, request: Request) -> tuple[tuple[Diagnostic, ...], Mapping[str, Source]]:
    """All that is found in a target, the fixes tried, and its files by path; what was found before is not looked for.

    Args:
        target: Files of one game, perhaps with house rules of their own.
        rules: The rules of the call.
        request: What is compiled for the two.

    Raises:
        InputError: An option, a variant or errata are unknown; or the rules of a folder are no game.
    """
    if target.tests:
        found, read = of_tests(target, rules)

        def read_again(texts: Mapping[Path, str]) -> Seen:
            return seen(*of_tests(target, with_texts(rules, texts)))

        return try_fixes(found, seen(found, read), read_again), read
    kept = kept_findings(request)
    if kept is None:
        from bombsight.service.lint.variants import proofs_beside

        found, memory = looked_through(request)

        proofs = proofs_beside(request, memory)  # for all trials together

        def look(texts: Mapping[Path, str]) -> Seen:
            changed = request_for_target(target, with_texts(rules, texts))
            return seen(heeded_in(changed, without_examples(changed, memory, proofs)), changed.sources)

        found = heeded_in(request, found)
        kept = try_fixes(found, seen(found, request.sources), look, compiled_for(request))
        keep_findings(request, kept)
    return kept, request.sources


def compiled_for(request: Request) -> int:
    """How often rules are compiled to be looked at: once, and once more for each of their variants."""
    from bombsight.service.lint.variants import variants_of

    return 1 + len(variants_of(request))


def with_texts(rules: Rules, texts: Mapping[Path, str]) -> Rules:
    """The rules of a call with what some files say instead."""
    return evolve(rules, texts={**rules.texts, **texts})


def seen(found: Iterable[Diagnostic], sources: Mapping[str, Source]) -> Seen:
    """What was found in files."""
    return Seen(tuple(found), {whole_path(source.file or source.path): source for source in sources.values()})


def of_tests(target: Target, rules: Rules) -> tuple[tuple[Diagnostic, ...], dict[str, Source]]:
    """The findings on files of tests, and the files.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: A file cannot be read.
    """
    from bombsight.compiler.suppressions import heeded
    from bombsight.service.lint import failing_examples
    from bombsight.service.programs.example_programs import LeftOut, graphs, request_with_tests

    request, tests = request_with_tests(target, rules)
    files = {source.path: source for source in tests}
    allowance = evolve(request, scripts=tuple(tests)).allowance
    found: list[Diagnostic] = []
    try:
        for graph in graphs(request, tests):
            if not isinstance(graph, LeftOut):
                found += failing_examples.of_tests(graph, tests, allowance.budget(Work.EXAMPLE))
    except WrongRules as wrong:
        return tuple(finding.in_files(files) for finding in wrong.findings), {**wrong.sources, **files}
    return tuple(heeded(found, tests, tests)), files


def on_request(target: Target, rules: Rules, select: Sequence[str]) -> Sequence[Diagnostic]:
    """What is looked for only where its code is asked for."""
    from bombsight.compiler.codes import ON_REQUEST

    if ON_REQUEST.isdisjoint(select):
        return ()
    from bombsight.service.lint.untested import unseen  # brings all that runs examples

    return unseen(target, rules)


def heeded_in(request: Request, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What was found without what comments allow, and what is wrong with those.

    The comments of a game are judged by the game as it comes: with house rules or other options laid over it, another
    finding may be missing.
    """
    from bombsight.compiler.suppressions import heeded

    as_it_comes = not (request.house or request.options or request.variants or request.without)
    judged = request.base if as_it_comes else request.house
    return tuple(heeded(found, (*request.base, *request.house), judged, game_id(request.base)))


def empty_files(request: Request) -> Iterator[Diagnostic]:
    """N061: files that hold nothing."""
    for source in (*request.base, *request.house):
        if not mask(source.text).strip():
            help = "Write them, or take the file out."
            found = Diagnostic(
                "N061", "this file holds no rules", source.span(0, 0), help=help, severity=Severity.ADVICE
            )
            yield found.in_files(request.sources)


def looked_through(request: Request) -> tuple[tuple[Diagnostic, ...], Results | None]:
    """The findings on what a request asks for, and what was worked out; the graph of a game kept where it is sound.

    Raises:
        InputError: An option is unknown, or has no such value; or the rules are no game.
    """
    from bombsight.compiler.pipeline import (  # loaded only where there is something to compile
        compile_rules,
        last_proofs,
    )

    known = results_of_base(request)
    result = compile_rules(request, looked_up=not request.house, before=known)
    check_options(request, result)
    if not result.errors:
        game_of(result)
    if not request.house:  # house rules are seldom played as they are looked at, and soon compiled from here
        keep_graph(request, result)
        keep_results(request, result)
    proofs = last_proofs(known)
    base = proofs.graph if proofs is not None else None
    return told_of(request, result, base), result.results


def without_examples(request: Request, before: Results | None, proofs: Budget) -> tuple[Diagnostic, ...]:
    """The findings on what a request asks for that are made without running examples.

    Args:
        request: What is asked for.
        before: What was worked out of nearly the same.
        proofs: What proofs may cost besides those that were made for that.
    """
    from bombsight.service.lint.variants import compile_again, judged, with_variants

    result = compile_again(request, before, proofs)
    if request.house:
        return judged(request, result, proofs).diagnostics
    return tuple(with_variants(request, result, proofs))


def results_of_base(request: Request) -> Results | None:
    """What was worked out of the game that house rules are for, now or before; None where none are asked for."""
    if not request.house:
        return None
    from bombsight.compiler.pipeline import compile_rules

    base = evolve(request, house=())
    known = kept_results(base)
    if known is not None:
        return known
    result = compile_rules(base)
    keep_results(base, result)
    return result.results


def told_of(request: Request, result: Compiled, base: RuleGraph | None = None) -> tuple[Diagnostic, ...]:
    """The findings on rules that were compiled as a call asks for, and on them with each of their variants.

    Args:
        request: What was asked for.
        result: What came of it.
        base: The rules without the house rules, if they are at hand.

    Raises:
        InputError: An option is unknown, or has no such value.
    """
    from bombsight.service.lint.examples import of_examples
    from bombsight.service.lint.variants import judged, proofs_beside, with_variants

    proofs = proofs_beside(request, result.results)
    if request.house:
        result = judged(request, result, proofs)
        return (*result.diagnostics, *of_examples(request, result, base), *empty_files(request))
    return (*with_variants(request, result, proofs), *of_examples(request, result), *empty_files(request))


def inside_of(target: Target) -> Callable[[str], bool]:
    """What tells whether a path leads to the one file that is looked at, where it is one; each is looked up once."""
    return cache(lambda path: target.only is None or same_file(path, target.only))


def counts(
    finding: Diagnostic, target: Target, inside: Callable[[str], bool], select: Sequence[str], ignore: Sequence[str]
) -> bool:
    """Whether a finding is asked for. House rules answer for every error, wherever in the game it shows.

    Args:
        finding: A finding.
        target: What was looked at; with `only`, a finding counts where one of its places lies in that file.
        inside: Whether a path leads there.
        select: What its code must begin with; empty for anything.
        ignore: What its code must not begin with.
    """
    if target.only is not None and not (target.house and finding.severity is Severity.ERROR):
        places = (finding.span, *(label.span for label in finding.labels))
        if not any(inside(place.path) for place in places):
            return False
    return is_asked_for(finding, select, ignore)


def is_asked_for(finding: Diagnostic, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a finding's code is one of those wanted, and none of the others."""
    return finding.code.startswith(tuple(select) or "") and not finding.code.startswith(tuple(ignore))
