"""``test``: the worked examples of games and their scripts are run, and what fails is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.runtime.errors import InputError
from bombsight.runtime.examples import Examples, Mismatch
from bombsight.service.document import Document
from bombsight.service.example_programs import example_programs, request_with_tests
from bombsight.service.games import find_game, game_around
from bombsight.service.library import GameFolder
from bombsight.service.machines import load_briefly
from bombsight.service.reading import opened, read_all
from bombsight.service.requests import Rules
from bombsight.service.scripts import run_script, script_in
from bombsight.service.targets import SCRIPT_SUFFIX, Target, same_file, targets


@frozen(kw_only=True)
class Check:
    """A worked example or a script that was run.

    Attributes:
        game: Its game.
        kind: ``example`` or ``script``.
        title: Its title, or its file.
        place: Where it stands.
        cite: Its citation; may be empty.
        mismatch: Where the game went another way, or None.
    """

    game: str
    kind: str
    title: str
    place: str
    cite: str
    mismatch: Mismatch | None


@frozen(kw_only=True)
class Tested(Document):
    """Worked examples and scripts that were run."""

    document = "test"

    checks: tuple[Check, ...]


def run_tests(names: Sequence[str], rules: Rules, only: str = "") -> Iterator[Check]:
    """Run everything that is named, or all there is.

    Args:
        names: Games, folders, files; none for every game.
        rules: The rules of the call.
        only: What the title, the place or the citation of an example must hold, whatever its case; empty for all. With
            it no script is run but those that are named.

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
    for name in scripts:
        yield script(Path(name), None, rules)


def examples(target: Target, rules: Rules, only: str = "") -> Iterator[Check]:
    """The worked examples of a game with its tests, or those of one file."""
    request, tests = request_with_tests(target, rules)
    files = {source.path: source for source in (*request.base, *request.house, *tests)}
    wanted = only.lower()
    file = next((path for path, each in files.items() if target.only and same_file(each.file, target.only)), "")
    for program in example_programs(request, tests, wanted, file):
        runner = Examples(program, load=load_briefly, asides=True)
        for number, example in enumerate(program.examples):
            told = str(example.origin.place)
            place = opened(told, files)
            if wanted not in f"{example.title} {told} {example.origin.cite}".lower():
                continue
            mismatch = runner.run(number).mismatch
            yield Check(
                game=target.name,
                kind="example",
                title=example.title,
                place=place,
                cite=example.origin.cite,
                mismatch=None if mismatch is None else evolve(mismatch, place=opened(mismatch.place, files)),
            )
        runner.close()


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
    report = run_script(read, game, rules)
    return Check(game=game.id, kind="script", title=path.name, place=f"{path}:1:1", cite="", mismatch=report.mismatch)
