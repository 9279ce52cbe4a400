"""Examples made ready to run: programs that hold them, one for each setting that they are played in.

Examples stand in the rules and in files of tests. Those are read by the rules in force, or by those that an example
asks for (``given without sheet``): each set of overlays is compiled once for all examples that share it, and lowered
once for each of their settings (:mod:`bombsight.compiler.settings`). What was made is kept in the cache folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import asdict, evolve, frozen

from bombsight.compiler.request import Request
from bombsight.dsl import ast
from bombsight.dsl.caches import keep, keep_text, recall, recall_text
from bombsight.dsl.diagnostic import Diagnostic, in_file
from bombsight.dsl.file_kind import game_id
from bombsight.dsl.listing import listed
from bombsight.dsl.source import Source, Span
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.library import TESTS, digest, files_of_tests
from bombsight.service.games.reading import called, read_all
from bombsight.service.games.requests import Rules, request_of
from bombsight.service.games.targets import Target
from bombsight.service.programs.cache import kept_file, request_digest

if TYPE_CHECKING:
    from bombsight.compiler.graph.nodes import RuleGraph
    from bombsight.compiler.pipeline import Compiled
    from bombsight.compiler.scripts import Script
    from bombsight.flat.program import Program

KIND = "tests"
"""Where they lie in the cache folder."""


@frozen
class LeftOut:
    """An example that is not run: what a call lays over the rules cannot be laid over those that the example asks for.

    Attributes:
        title: Its title.
        place: Where it stands.
        cite: Its citation; may be empty.
        asked_for: What it asks for: ``without sheet``, ``with tide``.
        wrong: The first thing that is wrong with the rules so.
        wrong_at: Where that stands.
    """

    title: str
    place: str
    cite: str
    asked_for: str
    wrong: str
    wrong_at: str

    @property
    def reason(self) -> str:
        """Why it is not run, but for where that stands."""
        return f"it asks for the rules {self.asked_for}, over which those of the call cannot be laid: {self.wrong}"

    def holds(self, text: str) -> bool:
        """Whether its title, its place or its citation holds a text in small letters."""
        return text in f"{self.title} {self.place} {self.cite}".lower()


@frozen
class Read:
    """Files of tests, read.

    Attributes:
        examples: Their examples by the overlays that these ask for: errata left out, and variants.
        findings: What cannot be read in them, or does not belong there.
    """

    examples: Mapping[tuple[tuple[str, ...], tuple[str, ...]], tuple[ast.Example, ...]]
    findings: tuple[Diagnostic, ...]


@frozen
class Misfit:
    """An example that cannot be run by the rules in force: an overlay has taken away what it speaks of.

    Attributes:
        example: The example.
        finding: What is not there.
    """

    example: ast.Example
    finding: Diagnostic


def request_with_tests(target: Target, rules: Rules) -> tuple[Request, tuple[Source, ...]]:
    """What to compile for a target, and its files of tests: those named, or all of a game as a whole.

    Raises:
        InputError: There is no such variant or errata.
        WrongRules: A file cannot be read.
    """
    request = request_of(target.name, target.files, evolve(rules, house=(*target.house, *rules.house)))
    folder = target.folder if target.only is None and not target.house else None
    paths = target.tests or (files_of_tests(folder) if folder is not None else ())
    name = target.folder.name if target.folder is not None else target.name
    return request, called(read_all(paths, rules.texts), f"{game_id(request.base) or name}/{TESTS}")


def example_programs(
    request: Request, tests: Sequence[Source], only: str = "", file: str = "", misfits: list[Misfit] | None = None
) -> Iterator[Program | LeftOut]:
    """The examples of a game and of its tests, in programs that can run them; and those that cannot be run.

    Args:
        request: The game as a call asks for it.
        tests: Files of tests.
        only: What the title, the place or the citation of an example must hold, in small letters; empty for all.
        file: The path of the one file whose examples are wanted; empty for all.
        misfits: Gets the examples that cannot be run by the overlays of the request; None to raise their errors.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules have errors, or the tests.
    """
    name = digest(tests, request_digest(request), file)
    kept = recalled(name)
    if kept is not None:
        yield from kept
        return
    made: list[Program] = []
    left_out: list[LeftOut] = []
    for graph in graphs(request, tests, misfits=misfits):
        if isinstance(graph, LeftOut):
            if graph.holds(only) and (not file or graph.place.startswith(f"{file}:")):
                left_out.append(graph)
            continue
        for program in lowered(graph, only, file):
            made.append(program)
            yield program
    yield from left_out
    if not only and not misfits:
        kept_now(name, made, left_out)


def lowered(graph: RuleGraph, only: str = "", file: str = "") -> Iterator[Program]:
    """A program for each setting of the examples of a graph that are wanted."""
    from bombsight.compiler.lower.assemble import lower
    from bombsight.compiler.lower.unit import read
    from bombsight.compiler.settings import in_settings

    wanted = tuple(
        each
        for each in graph.examples
        if only in f"{each.title} {each.span} {each.origin.cite}".lower() and (not file or each.span.path == file)
    )
    known = read(graph)
    for setting in in_settings(evolve(graph, examples=wanted), open_options=True):
        yield lower(setting, playable=False, known=known, open_options=True)


def graphs(
    request: Request,
    tests: Sequence[Source],
    more: Sequence[ast.Example] = (),
    scripts: Sequence[Script] = (),
    misfits: list[Misfit] | None = None,
) -> Iterator[RuleGraph | LeftOut]:
    """The rules with the examples that are to be run by them: as the call asks for them first.

    An example may ask for rules over which house rules cannot be laid: they quote errata that it leaves out. Such are
    left out, and so told.

    Args:
        request: The game as a call asks for it.
        tests: Files of tests.
        more: Further examples by the rules of the request.
        scripts: What they were read from.
        misfits: Gets the examples that cannot be run by the overlays of the request; None to raise their errors.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules have errors, or the tests.
    """
    from bombsight.compiler.pipeline import compile_rules
    from bombsight.service.programs.compile import compiled, usable

    files = {path for source in tests for path in (source.path, source.file)}
    graph, _ = compiled(request)
    read = read_tests(tests)
    if read.findings:
        raise WrongRules(read.findings, {source.path: source for source in tests})
    asked_for = {**read.examples}
    if more:
        asked_for[(), ()] = (*asked_for.get(((), ()), ()), *more)
    if ((), ()) not in asked_for:
        yield graph
    own = len(graph.examples)
    for (without, variants), examples in asked_for.items():
        asked = evolve(
            request,
            without=tuple(dict.fromkeys((*request.without, *without))),
            variants=tuple(dict.fromkeys((*request.variants, *variants))),
            examples=examples,
            scripts=(*tests, *(script.source for script in scripts)),
        )
        result = compile_rules(asked, proofs=False)
        if result.errors and files.isdisjoint(finding.span.path for finding in result.errors):
            alone = evolve(asked, house=(), without=without, variants=variants)
            if alone != asked and not compile_rules(alone, proofs=False).errors:
                for each in examples:
                    place, cite = str(each.span), each.origin.cite
                    yield left_out(each.title, place, cite, without, variants, result.errors[0])
                continue
        if misfits is not None and (request.house or request.variants or request.without):
            result = fitting(asked, result, misfits)
        found = usable(result)
        yield evolve(found, examples=found.examples[own:]) if without or variants else found


def left_out(
    title: str, place: str, cite: str, without: Sequence[str], variants: Sequence[str], wrong: Diagnostic
) -> LeftOut:
    """An example that is not run.

    Args:
        title: Its title.
        place: Where it stands.
        cite: Its citation.
        without: The errata that it leaves out.
        variants: The variants that it asks for.
        wrong: What is wrong with the rules so.
    """
    asked_for = [f"without {listed(without)}"] if without else []
    asked_for += [f"with {listed(variants)}"] if variants else []
    message = wrong.message if wrong.message.endswith(".") else f"{wrong.message}."
    return LeftOut(
        title=title,
        place=place,
        cite=cite,
        asked_for=" and ".join(asked_for),
        wrong=f"{message} {wrong.help}".rstrip(),
        wrong_at=str(wrong.span),
    )


def fitting(asked: Request, result: Compiled, misfits: list[Misfit]) -> Compiled:
    """The rules without the examples that cannot be run by them.

    An overlay may take away what an example of the game speaks of: a value, a procedure. That example does not hold by
    these rules, as others do not that go another way; it is no mistake in its file.

    Args:
        asked: What was compiled.
        result: What came of it.
        misfits: Gets the examples.

    Returns:
        The same where an error is told of anything but examples.
    """
    from bombsight.compiler.pipeline import compile_rules

    while result.errors:
        files = {source.path: source for source in asked.scripts}
        examples = [item for item in asked.examples if isinstance(item, ast.Example)]
        places = [(example, in_file(example.span, files)) for example in examples]
        errors = {example: [error for error in result.errors if is_told_in(error, place)] for example, place in places}
        lost = {example: found for example, found in errors.items() if found}
        if any(not any(error in found for found in lost.values()) for error in result.errors):
            break
        misfits += [Misfit(example, found[0]) for example, found in lost.items()]
        asked = evolve(asked, examples=tuple(example for example in asked.examples if example not in lost))
        result = compile_rules(asked, proofs=False)
    return result


def is_told_in(error: Diagnostic, place: Span) -> bool:
    """Whether an error is told of something that stands in a place."""
    return any(
        span.path == place.path and place.start <= span.start < place.end
        for span in (error.span, *(label.span for label in error.labels))
    )


# --- files of tests


def read_tests(tests: Iterable[Source]) -> Read:
    """Read files of tests; what asks for other rules is told from the rest by its lines."""
    from bombsight.compiler.chapters import inherited, sections
    from bombsight.dsl.parser import read_file

    found: dict[tuple[tuple[str, ...], tuple[str, ...]], list[ast.Example]] = {}
    findings: list[Diagnostic] = []
    for source in tests:
        parsed = read_file(source)
        findings += parsed.diagnostics
        for item in inherited(sections(parsed.file)):
            if isinstance(item, ast.Example):
                example, overlays = told_apart(item)
                found.setdefault(overlays, []).append(example)
            else:
                help = "Put it into a file beside the folder, or write an example."
                findings.append(Diagnostic("E065", "only examples stand in a folder of tests", item.span, help=help))
    return Read({overlays: tuple(examples) for overlays, examples in found.items()}, tuple(findings))


def told_apart(example: ast.Example) -> tuple[ast.Example, tuple[tuple[str, ...], tuple[str, ...]]]:
    """An example without the lines that ask for other rules, and the names in those: left out, and in force."""
    asked = [line for line in example.lines if isinstance(line, ast.GivenOverlay)]
    without = tuple(dict.fromkeys(line.name for line in asked if line.kind == "without"))
    variants = tuple(dict.fromkeys(line.name for line in asked if line.kind == "variant"))
    rest = tuple(line for line in example.lines if not isinstance(line, ast.GivenOverlay))
    return evolve(example, lines=rest), (without, variants)


# --- the cache


def recalled(name: str) -> list[Program | LeftOut] | None:
    """Programs that were kept, and what could not be run; None where there are none, or one of them is damaged."""
    index = recall_text(kept_file(KIND, name, "json"))
    if index is None:
        return None
    from bombsight.flat.encoding import load_program

    try:
        kept = json.loads(index)
        count, left_out = kept["programs"], [LeftOut(**each) for each in kept["left_out"]]
    except (ValueError, TypeError, KeyError):
        return None
    found: list[Program | LeftOut] = []
    for number in range(count if isinstance(count, int) else 0):
        content = recall(kept_file(KIND, f"{name}-{number}", "flat"))
        program = load_program(content) if content is not None else None
        if program is None:
            return None
        found.append(program)
    return [*found, *left_out]


def kept_now(name: str, programs: Sequence[Program], left_out: Sequence[LeftOut] = ()) -> None:
    """Keep programs for the next call, and what could not be run."""
    from bombsight.flat.encoding import dump_program

    for number, program in enumerate(programs):
        keep(kept_file(KIND, f"{name}-{number}", "flat"), dump_program(program))
    index = {"programs": len(programs), "left_out": [asdict(each) for each in left_out]}
    keep_text(kept_file(KIND, name, "json"), json.dumps(index))
