"""The test runner of ``test``: worked examples, scripts, and smoke runs of games."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.budget import WorkKind
from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.runtime.examples import ExampleRunner, Mismatch
from bombsight.service.common.document import Document
from bombsight.service.common.failure import WrongRules
from bombsight.service.comparing.comparing import compare_kept_files
from bombsight.service.games.game_lookup import find_enclosing_game, find_game
from bombsight.service.games.library import GameFolder, find_games
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.games.source_files import openable_place, read_sources, relative_path
from bombsight.service.games.targets import SCRIPT_SUFFIX, Target, find_targets, is_same_file
from bombsight.service.programs.example_programs import (
    InapplicableExample,
    SkippedExample,
    lower_examples,
    request_with_tests,
)
from bombsight.service.programs.loaders import load_for_few_runs
from bombsight.service.programs.scripts import describe_skipped_script, parse_script, run_script
from bombsight.service.testing.smoke_runs import MAX_ENDLESS_RUNS, run_smoke_tests

UNFINISHED_TEXT = "it takes more steps than the examples of rules of this length may: see --limit"
"""The reason why an example was stopped."""

ENDLESS_TEXT = (
    f"each of the first {MAX_ENDLESS_RUNS} goes on for too long or tells too much: neither this nor others are played"
)
"""The reason why missions were not played."""

FAULTLESS_TEXT = "a mission comes to its end"
"""The expectation of every smoke run."""


@frozen(kw_only=True)
class Check:
    """The result of an example, a script, or a smoke run of a mission or career.

    Attributes:
        game: Its game.
        kind: ``example``, ``script``, ``transcription``, ``mission`` or ``campaign``.
        title: Its title, or its file; for a smoke run, the arguments of ``bombsight play`` that repeat it.
        place: Its place; for a smoke run, the place of the fault, or empty.
        cite: Its citation; may be empty.
        mismatch: The first mismatch, or None.
        left_out: The reason why it was skipped; empty if it was run.
    """

    game: str
    kind: str
    title: str
    place: str
    cite: str
    mismatch: Mismatch | None
    left_out: str = ""


@frozen(kw_only=True)
class Tested(Document):
    """The results of examples and scripts."""

    document = "test"

    checks: tuple[Check, ...]


def run_tests(names: Sequence[str], rules: Rules, only: str = "", missions: int | None = 0) -> Iterator[Check]:
    """Run the worked examples, scripts and smoke runs of the named targets, or of every game.

    Args:
        names: Games, folders, files; none for every game.
        rules: The rules of the call.
        only: A text that the title, place or citation of an example must contain, ignoring case; empty for all.
            With it only scripts that ``names`` lists are run.
        missions: How many missions of each whole game the autopilot plays, and as many by chance, and a career;
            None for the usual number, unless the game is large and not compiled. None are played with ``only``.

    Raises:
        InputError: A name does not exist.
        WrongRules: Rules or scripts have errors.
    """
    scripts = [name for name in names if name.endswith(SCRIPT_SUFFIX)]
    game_names = [name for name in names if name not in scripts]
    for target in find_targets(game_names, rules.folders) if game_names or not scripts else []:
        yield from check_examples(target, rules, only)
        if target.folder is not None and target.only is None and not only:
            game = GameFolder(target.name, target.folder, target.files)
            for path in sorted(target.folder.rglob(f"*{SCRIPT_SUFFIX}")):
                yield check_script(path, game, rules)
            yield from check_transcriptions(target, target.folder, rules)
            yield from check_missions(target, rules, missions)
    for name in scripts:
        yield check_script(Path(name), None, rules)


def check_examples(target: Target, rules: Rules, only: str = "") -> Iterator[Check]:
    """Run the worked examples of a game and its test files, or those of one file."""
    request, tests = request_with_tests(target, rules)
    sources = (*request.base, *request.house, *tests)
    file = next((each.path for each in sources if target.only and is_same_file(each.file, target.only)), "")
    yield from check_examples_of(target.name, request, tests, only, file)


def check_examples_of(
    game: str, request: Request, tests: Sequence[Source], only: str = "", file: str = ""
) -> Iterator[Check]:
    """Run the worked examples of some rules and of test files.

    Args:
        game: The game's name.
        request: The rules.
        tests: The test files.
        only: A text that the title, place or citation of an example must contain, ignoring case; empty for all.
        file: The path of the one source whose examples to run; empty for all.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules or the tests have errors.
    """
    files = {source.path: source for source in (*request.base, *request.house, *tests)}
    lower_text = only.lower()
    misfits: list[InapplicableExample] = []
    budget = evolve(request, scripts=tuple(tests)).allowance.make_budget(WorkKind.EXAMPLE)
    for program in lower_examples(request, tests, lower_text, file, misfits):
        if isinstance(program, SkippedExample):
            yield skipped_check("example", game, program, files)
            continue
        runner = ExampleRunner(program, load=load_for_few_runs, asides=True, budget=budget)
        for number, example in enumerate(program.examples):
            rules_place = str(example.origin.place)
            place = openable_place(rules_place, files)
            if lower_text not in f"{example.title} {rules_place} {example.origin.cite}".lower():
                continue
            report = runner.run(number)
            mismatch = None if report.is_unfinished else report.mismatch
            yield Check(
                game=game,
                kind="example",
                title=example.title,
                place=place,
                cite=example.origin.cite,
                mismatch=None if mismatch is None else evolve(mismatch, place=openable_place(mismatch.place, files)),
                left_out=UNFINISHED_TEXT if report.is_unfinished else "",
            )
        runner.close()
    for misfit in misfits:
        example_lost, finding = misfit.example, misfit.finding
        if lower_text in f"{example_lost.title} {example_lost.span} {example_lost.origin.cite}".lower() and file in (
            "",
            example_lost.span.path,
        ):
            line = files[example_lost.span.path].line_text(finding.span.line).strip()
            yield Check(
                game=game,
                kind="example",
                title=example_lost.title,
                place=openable_place(str(example_lost.span), files),
                cite=example_lost.origin.cite,
                mismatch=Mismatch(str(finding.span), line, f"by these rules {finding.message}"),
            )


def skipped_check(kind: str, game: str, skipped: SkippedExample, files: Mapping[str, Source]) -> Check:
    """Make the result of a skipped example.

    Args:
        kind: ``example`` or ``script``.
        game: The game.
        skipped: The example.
        files: The files by path.
    """
    return Check(
        game=game,
        kind=kind,
        title=skipped.title,
        place=openable_place(skipped.place, files),
        cite=skipped.cite,
        mismatch=None,
        left_out=f"{skipped.reason} ({openable_place(skipped.wrong_at, files)})",
    )


def check_transcriptions(target: Target, folder: Path, rules: Rules) -> Iterator[Check]:
    """Compare the transcriptions that are kept in a game's folder ``tests/compare`` with its tables.

    Raises:
        InputError: One cannot be read, or holds no tables.
    """
    request = make_request(target.name, target.files, rules)
    for path, compared in compare_kept_files(request, folder):
        first = next(iter(compared.differences), None)
        mismatch = None
        if first is not None:
            count = len(compared.differences)
            more = f", and {count - 1:,} more differences" if count > 1 else ""
            cell = " ".join(filter(None, (first.table, first.cell)))
            place = openable_place(first.place, request.sources) if first.place else str(relative_path(path))
            mismatch = Mismatch(
                place, f"{cell}: {first.other or 'nothing'}{more}", f"{cell}: {first.game or 'nothing'}"
            )
        yield Check(
            game=target.name,
            kind="transcription",
            title=f"{path.name}: {compared.cells:,} cells",
            place=f"{relative_path(path)}:1:1",
            cite="",
            mismatch=mismatch,
        )


def check_missions(target: Target, rules: Rules, missions: int | None) -> Iterator[Check]:
    """Run smoke tests of a game: missions that only look for rules faults.

    See :func:`~bombsight.service.testing.smoke_runs.run_smoke_tests`.
    """
    request = make_request(target.name, target.files, rules)
    id_or_folder = target.name
    if target.folder is not None and not any(
        game.id == id_or_folder and game.path.resolve() == target.folder.resolve() for game in find_games(rules.folders)
    ):
        id_or_folder = shlex.quote(str(relative_path(target.folder)))
    for smoke_run in run_smoke_tests(request, missions):
        title, fault = f"{id_or_folder} {smoke_run.play_arguments}", smoke_run.fault
        if smoke_run.is_left_out:
            yield Check(
                game=target.name,
                kind=smoke_run.kind,
                title=title,
                place="",
                cite="",
                mismatch=None,
                left_out=ENDLESS_TEXT,
            )
            continue
        place = "" if fault is None else openable_place(str(fault.origin.place), request.sources)
        yield Check(
            game=target.name,
            kind=smoke_run.kind,
            title=title,
            place=place,
            cite="" if fault is None else fault.origin.cite,
            mismatch=None if fault is None else Mismatch(place, FAULTLESS_TEXT, f"rules fault: {fault.message}"),
        )


def check_script(path: Path, game: GameFolder | None, rules: Rules) -> Check:
    """Run a script with the game of its folder, or the one that it names.

    Raises:
        InputError: The script's game is unknown.
    """
    (source,) = read_sources([path])
    parsed = parse_script(source)
    if parsed.game and (game is None or game.id != parsed.game):
        game = find_enclosing_game(path, parsed.game) or find_game(parsed.game, rules.folders)
    if game is None:
        raise InputError("this script does not say which game it is for", str(path), "Begin it with a line: game ID")
    try:
        report = run_script(parsed, game, rules)
    except WrongRules as wrong:
        skipped = describe_skipped_script(parsed, game, rules, wrong)
        if skipped is None:
            raise
        return skipped_check("script", game.id, skipped, wrong.sources)
    return Check(game=game.id, kind="script", title=path.name, place=f"{path}:1:1", cite="", mismatch=report.mismatch)
