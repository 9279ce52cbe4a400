"""A save goes over to other rules on the page as it does here: the same is told, and written, to the byte."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.programs.pins import parse_pin
from bombsight.service.saves.migration import migrate_save, preview_migration
from bombsight.service.saves.saved_rules import request_of_file
from bombsight.service.site.gamefile import load_game_file
from tests.web.beside_node import needs_node, plain, told_by
from tests.web.changed_rules import CLEAR, CLIMBS, LIT, RAINY, changed, compiled_to, copied
from web.saves import make_move

pytestmark = needs_node

OPENINGS = {
    "mission": GameSetup(seed=3, mission=2),
    "campaign": GameSetup(seed=4, campaign=True),
    "dice": GameSetup(seed=5, dice="manual", mission=3),
    "pinned": GameSetup(seed=6, pins=(parse_pin("Traffic=66"),)),
}
MOVES = 40


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game as it was, alone in its folder."""
    return copied(tmp_path_factory.mktemp("before"))


@pytest.fixture(scope="module")
def saves(before: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Saves of it, some that go on and some that are over; one without its story's hashes, and one that was edited."""
    folder = tmp_path_factory.mktemp("saves")
    found = []
    for name, opening in OPENINGS.items():
        for moves in (MOVES, 400):
            path = folder / f"{name}-{moves}.save"
            played(before, opening, path, moves)
            found.append(path)
    found.append(edited(found[0]))
    return found


def played(game: Path, opening: GameSetup, path: Path, moves: int) -> None:
    """A game in which so many moves were made."""
    chance = random.Random(str(path.name))
    with start_game(str(game), Rules(), opening) as play:
        play.session.save_as(str(path))
        for _ in range(moves):
            if play.view().outcome is not None:
                break
            make_move(play, chance)
    head, _, lines = path.read_bytes().partition(b"\n")
    header = json.loads(head)
    del header["folder"]  # so that it is looked for where the test says
    path.write_bytes(json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" + lines)


def edited(path: Path) -> Path:
    """A save in which the first die shows something else."""
    other = path.with_name("edited.save")
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith('{"d":'))
    dice = json.loads(lines[at])
    dice["d"][0] = dice["d"][0] % 6 + 1
    lines[at] = json.dumps(dice, separators=(",", ":")) + "\n"
    other.write_text("".join(lines), encoding="utf-8")
    return other


@pytest.mark.parametrize(
    ("changes", "holds"),
    [([], True), ([(CLIMBS, LIT)], True), ([(CLEAR, RAINY)], False)],
    ids=["same", "words", "rule"],
)
def test_it_goes_over_alike(changes: list[tuple[str, str]], holds: bool, saves: list[Path], tmp_path: Path) -> None:
    game = changed(tmp_path, *changes)
    file = compiled_to(game, tmp_path / "changed.game")
    paths = [Path(shutil.copy(path, tmp_path)) for path in saves]
    there: list[Any] = told_by("over", file, *paths)
    for path, told in zip(paths, there, strict=True):
        here = preview_migration(path, (tmp_path,))
        assert told["holds"] == plain(here.holds), path
        assert bool(told["changes"]) == bool(here.changes), path  # which items differ needs a compiler
        assert told["isNeeded"] == here.is_needed, path
        assert here.is_needed == (not holds or path.stem == "edited")
        migrate_save(path, (tmp_path,))
        assert path.with_name(path.name + ".over").read_bytes() == path.read_bytes(), path
    assert any(told["holds"]["partsAt"] for told in there) != holds


def test_what_went_over_there_is_gone_on_with_here(saves: list[Path], tmp_path: Path) -> None:
    game = changed(tmp_path, (CLEAR, RAINY))
    path = Path(shutil.copy(saves[2], tmp_path))
    told_by("over", compiled_to(game, tmp_path / "changed.game"), path)
    with resume_game(path.with_name(path.name + ".over"), (tmp_path,), "auto", by_hand=False) as play:
        assert play.view().outcome is not None


def test_what_is_no_more_is_refused_alike(saves: list[Path], tmp_path: Path) -> None:
    path = Path(shutil.copy(saves[0], tmp_path))
    path.write_bytes(path.read_bytes().replace(b'"args":[2]', b'"args":[9]'))
    changed(tmp_path)
    with pytest.raises(InputError, match="9 is none of"):
        preview_migration(path, (tmp_path,))


def test_the_game_file_of_its_own_rules_plays_a_save_there(tmp_path: Path) -> None:
    game, path = copied(tmp_path), tmp_path / "own.save"
    with start_game(str(game), Rules(), GameSetup(seed=7, save=path), "auto") as play:
        play.view()
    for file in game.glob("*.rules"):
        file.write_text(file.read_text(encoding="utf-8").replace(CLEAR, RAINY), encoding="utf-8")
    request = request_of_file(path)
    assert request is not None
    own = tmp_path / "own.game"
    own.write_bytes(load_game_file(request).content)
    (told,) = told_by("over", own, path)
    assert told["isNeeded"] is False
    (told,) = told_by("over", compiled_to(game, tmp_path / "changed.game"), path)
    assert told["isNeeded"] is True
