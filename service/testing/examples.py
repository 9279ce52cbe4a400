"""``test``: the worked examples of games and their scripts are run, and what fails is told."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.budget import Work
from bombsight.boundary.errors import InputError
from bombsight.dsl.source import Source
from bombsight.runtime.examples import Examples, Mismatch
from bombsight.service.common.document import Document
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.find import find_game, game_around
from bombsight.service.games.library import GameFolder, find_games
from bombsight.service.games.reading import from_here, opened, read_all
from bombsight.service.games.requests import Rules, request_of
from bombsight.service.games.targets import SCRIPT_SUFFIX, Target, same_file, targets
from bombsight.service.programs.example_programs import LeftOut, Misfit, example_programs, request_with_tests
from bombsight.service.programs.machines import load_briefly
from bombsight.service.programs.scripts import run_script, script_in, script_left_out
from bombsight.service.testing.smoke_runs import PATIENCE, trials

UNFINISHED = "it takes more steps than the examples of rules of this length may: see --limit"
"""Why an example was not run to its end."""

ENDLESS = f"each of the first {PATIENCE} goes on for too long or tells too much: neither this nor others are played"
"""Why a mission was not played."""

FAULTLESS = "a mission comes to its end"
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
    others = [name for name in names if name not in scripts]
    for target in targets(others, rules.folders) if others or not scripts else []:
        yield from examples(target, rules, only)
        if target.folder is not None and target.only is None and not only:
            game = GameFolder(target.name, target.folder, target.files)
            for path in sorted(target.folder.rglob(f"*{SCRIPT_SUFFIX}")):
                yield script(path, game, rules)
            yield from played(target, rules, missions)
    for name in scripts:
        yield script(Path(name), None, rules)


def examples(target: Target, rules: Rules, only: str = "") -> Iterator[Check]:
    """The worked examples of a game with its tests, or those of one file."""
    request, tests = request_with_tests(target, rules)
    files = {source.path: source for source in (*request.base, *request.house, *tests)}
    wanted = only.lower()
    file = next((path for path, each in files.items() if target.only and same_file(each.file, target.only)), "")
    misfits: list[Misfit] = []
    budget = evolve(request, scripts=tuple(tests)).allowance.budget(Work.EXAMPLE)
    for program in example_programs(request, tests, wanted, file, misfits):
        if isinstance(program, LeftOut):
            yield not_run("example", target.name, program, files)
            continue
        runner = Examples(program, load=load_briefly, asides=True, budget=budget)
        for number, example in enumerate(program.examples):
            told = str(example.origin.place)
            place = opened(told, files)
            if wanted not in f"{example.title} {told} {example.origin.cite}".lower():
                continue
            report = runner.run(number)
            mismatch = None if report.is_unfinished else report.mismatch
            yield Check(
                game=target.name,
                kind="example",
                title=example.title,
                place=place,
                cite=example.origin.cite,
                mismatch=None if mismatch is None else evolve(mismatch, place=opened(mismatch.place, files)),
                left_out=UNFINISHED if report.is_unfinished else "",
            )
        runner.close()
    for misfit in misfits:
        lost, wrong = misfit.example, misfit.finding
        if wanted in f"{lost.title} {lost.span} {lost.origin.cite}".lower() and file in ("", lost.span.path):
            line = files[lost.span.path].line_text(wrong.span.line).strip()
            yield Check(
                game=target.name,
                kind="example",
                title=lost.title,
                place=opened(str(lost.span), files),
                cite=lost.origin.cite,
                mismatch=Mismatch(str(wrong.span), line, f"by these rules {wrong.message}"),
            )


def not_run(kind: str, game: str, left_out: LeftOut, files: Mapping[str, Source]) -> Check:
    """A check that was not made."""
    return Check(
        game=game,
        kind=kind,
        title=left_out.title,
        place=opened(left_out.place, files),
        cite=left_out.cite,
        mismatch=None,
        left_out=f"{left_out.reason} ({opened(left_out.wrong_at, files)})",
    )


def played(target: Target, rules: Rules, missions: int | None) -> Iterator[Check]:
    """Missions and a career of a game; see :func:`trials`."""
    request = request_of(target.name, target.files, rules)
    word = target.name
    if target.folder is not None and not any(
        game.id == word and game.path.resolve() == target.folder.resolve() for game in find_games(rules.folders)
    ):
        word = shlex.quote(str(from_here(target.folder)))
    for trial in trials(request, missions):
        title, fault = f"{word} {trial.again}", trial.fault
        if trial.is_left_out:
            yield Check(
                game=target.name, kind=trial.kind, title=title, place="", cite="", mismatch=None, left_out=ENDLESS
            )
            continue
        place = "" if fault is None else opened(str(fault.origin.place), request.sources)
        yield Check(
            game=target.name,
            kind=trial.kind,
            title=title,
            place=place,
            cite="" if fault is None else fault.origin.cite,
            mismatch=None if fault is None else Mismatch(place, FAULTLESS, f"rules fault: {fault.message}"),
        )


def script(path: Path, game: GameFolder | None, rules: Rules) -> Check:
    """A script, of the game in whose folder it lies or of the one that it names.

    Raises:
        InputError: It is not known which game it is for.
    """
    (source,) = read_all([path])
    read = script_in(source)
    if read.game and (game is None or game.id != read.game):
        game = game_around(path, read.game) or find_game(read.game, rules.folders)
    if game is None:
        raise InputError("this script does not say which game it is for", str(path), "Begin it with a line: game ID")
    try:
        report = run_script(read, game, rules)
    except WrongRules as wrong:
        left_out = script_left_out(read, game, rules, wrong)
        if left_out is None:
            raise
        return not_run("script", game.id, left_out, wrong.sources)
    return Check(game=game.id, kind="script", title=path.name, place=f"{path}:1:1", cite="", mismatch=report.mismatch)
