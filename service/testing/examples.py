"""``test``: the worked examples of games and their scripts are run, and what fails is told."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.budget import WorkKind
from bombsight.boundary.errors import InputError
from bombsight.dsl.source import Source
from bombsight.runtime.examples import ExampleRunner, Mismatch
from bombsight.service.common.document import Document
from bombsight.service.common.failure import WrongRules
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
"""Why an example was not run to its end."""

ENDLESS_TEXT = (
    f"each of the first {MAX_ENDLESS_RUNS} goes on for too long or tells too much: neither this nor others are played"
)
"""Why a mission was not played."""

FAULTLESS_TEXT = "a mission comes to its end"
"""What every mission says that is played."""


@frozen(kw_only=True)
class Check:
    """A worked example or a script that was run, or a mission or a career that was played to see whether it faults.

    Attributes:
        game: Its game.
        kind: ``example``, ``script``, ``mission`` or ``campaign``.
        title: Its title, or its file; of what was played, what stands behind ``bombsight play`` to see it.
        place: Where it stands; of what was played, where the rules came to a fault, or empty.
        cite: Its citation; may be empty.
        mismatch: Where the game went another way, or None.
        left_out: Why it was not run; empty where it was.
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
    """Worked examples and scripts that were run."""

    document = "test"

    checks: tuple[Check, ...]


def run_tests(names: Sequence[str], rules: Rules, only: str = "", missions: int | None = 0) -> Iterator[Check]:
    """Run everything that is named, or all there is.

    Args:
        names: Games, folders, files; none for every game.
        rules: The rules of the call.
        only: What the title, the place or the citation of an example must hold, whatever its case; empty for all. With
            it no script is run but those that are named.
        missions: Of each game as a whole so many missions are played by the autopilot, so many by chance, and a career;
            None for the usual number, unless the game is large and not ready to be played. With ``only`` none.

    Raises:
        InputError: Something named is not there.
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
            yield from check_missions(target, rules, missions)
    for name in scripts:
        yield check_script(Path(name), None, rules)


def check_examples(target: Target, rules: Rules, only: str = "") -> Iterator[Check]:
    """The worked examples of a game with its tests, or those of one file."""
    request, tests = request_with_tests(target, rules)
    files = {source.path: source for source in (*request.base, *request.house, *tests)}
    lower_text = only.lower()
    file = next((path for path, each in files.items() if target.only and is_same_file(each.file, target.only)), "")
    misfits: list[InapplicableExample] = []
    budget = evolve(request, scripts=tuple(tests)).allowance.make_budget(WorkKind.EXAMPLE)
    for program in lower_examples(request, tests, lower_text, file, misfits):
        if isinstance(program, SkippedExample):
            yield skipped_check("example", target.name, program, files)
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
                game=target.name,
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
                game=target.name,
                kind="example",
                title=example_lost.title,
                place=openable_place(str(example_lost.span), files),
                cite=example_lost.origin.cite,
                mismatch=Mismatch(str(finding.span), line, f"by these rules {finding.message}"),
            )


def skipped_check(kind: str, game: str, skipped: SkippedExample, files: Mapping[str, Source]) -> Check:
    """A check that was not made."""
    return Check(
        game=game,
        kind=kind,
        title=skipped.title,
        place=openable_place(skipped.place, files),
        cite=skipped.cite,
        mismatch=None,
        left_out=f"{skipped.reason} ({openable_place(skipped.wrong_at, files)})",
    )


def check_missions(target: Target, rules: Rules, missions: int | None) -> Iterator[Check]:
    """Missions and a career of a game; see :func:`trials`."""
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
    """A script, of the game in whose folder it lies or of the one that it names.

    Raises:
        InputError: It is not known which game it is for.
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
