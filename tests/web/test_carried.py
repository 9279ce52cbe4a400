"""Games begun here are played on by a page's program, come back, and go over once more: all that happens is the same.

On the way answers and dice by chance are given and taken back, names given, and dice left to others. Some have stories
of version 1, and some fields that neither side knows, which come back as they were. Both sides tell every event of what
they were handed: the events of each stay are compared field by field. In the end all that a player reads is compared,
the story line by line and every question with what stands beside it, and the save is replayed, which compares the
journal's hash at every answer.

``BOMBSIGHT_MISSIONS=200`` carries more missions of each game.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bombsight.boundary.errors import InputError
from bombsight.flat.program import Program
from bombsight.flat.sites import RollSite
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.library import find_games
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.programs.cache import compile_cached
from bombsight.service.programs.pins import PinRequest, parse_pin, resolve_pin
from bombsight.service.programs.prepare import program_for
from bombsight.service.saves.replay import SaveRun, run_save_or_script
from bombsight.service.site.gamefile import load_game_file
from tests.marking import slow_but
from tests.reference.opened import at_random
from tests.web.beside_node import camel, needs_node, plain, run_program
from tests.web.player_view import first_difference, player_view
from tests.web.small_games import SMALL_GAMES
from web.saves import make_move

MISSIONS = int(os.environ.get("BOMBSIGHT_MISSIONS") or 4)
"""So many are carried of each game; one in eight is a career."""

SETTING = 4 if MISSIONS < 25 else 25
"""So many are played with the same options: to make a program for others takes long."""

SMALL = [str(path) for path in SMALL_GAMES.values()]
GAMES = [*SMALL, *(game.id for game in find_games())]
STAY = 24
"""So many moves at most are made in one stay."""

SUGGESTIONS = 60 if MISSIONS < 25 else 100_000
"""So many times at most the suggestion is taken over there in the end: of a mission that is enough."""

pytestmark = needs_node


@pytest.mark.parametrize("word", slow_but(GAMES, *SMALL, "b17", "b17_leader"), ids=lambda word: Path(word).name)
def test_missions_carried_over_and_back_are_the_same_to_the_last_event(word: str, tmp_path: Path) -> None:
    chance = random.Random(f"{word} carried")
    game = tmp_path / "carried.game"
    game.write_bytes(load_game_file(make_request(word, find_game(word).files, Rules())).content)
    saves = [begun(word, number, tmp_path / f"{number}.save") for number in range(MISSIONS)]
    over(game, saves, chance, moves=STAY)
    for path in saves:
        assert beside(path, ".over").read_bytes().startswith(path.read_bytes())
        with resume_game(beside(path, ".over")) as play:
            assert_told_alike(play, path)
            stay(play, chance)
        beside(path, ".over").rename(path)
    over(game, saves, chance, moves=STAY, suggestions=SUGGESTIONS)
    for path in saves:
        with resume_game(beside(path, ".over")) as play:
            assert_told_alike(play, path)
            difference = first_difference(player_view(play), read_lines(beside(path, ".read")))
            assert not difference, f"{path}, {difference}"
        with resume_game(beside(path, ".over"), answers="auto", by_hand=False) as play:
            assert play.view().outcome is not None
        found = run_save_or_script(beside(path, ".over"), Rules())
        assert isinstance(found, SaveRun)
        assert found.verdict.same, f"{path}: {found.verdict.mismatch}"


def beside(path: Path, suffix: str) -> Path:
    """What came back of a save, or what was told of it."""
    return path.with_suffix(suffix)


# --- here


def begun(word: str, number: int, path: Path) -> Path:
    """A save of a mission, or of a career, that was begun here."""
    chance = random.Random(f"{word} {number}")
    program = as_it_comes(word)
    career = program.career is not None and number % 8 == 7
    opening = GameSetup(
        mission=None if career or not program.mission.params else number % 4 + 1,
        campaign=career,
        seed=chance.choice((chance.getrandbits(64), number)),
        dice=chance.choice((None, None, "manual")),
        save=path,
        pins=tuple(some_pins(program, chance)) if number % 3 == 2 else (),
    )
    with start_game(word, Rules(options=options(word, number // SETTING)), opening) as play:
        wording_hash = play.session.program.wording_hash
    header = json.loads(path.read_bytes())
    if number % 2 == 1:
        header |= {"journal": 1, "rules": wording_hash}
    if number % 4 == 3:
        header["mood"] = {"of": ["calm", None, 2**70]}
    write_lines(path, [header])
    with resume_game(path) as play:
        stay(play, chance)
    if number % 4 == 3:
        lines = [json.loads(line) for line in path.read_bytes().splitlines()]
        write_lines(path, [{**line, "zeal": at} for at, line in enumerate(lines)])
    return path


def write_lines(path: Path, lines: list[dict[str, Any]]) -> None:
    """Write lines as a save has them."""
    texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8", newline="")


def as_it_comes(word: str) -> Program:
    """The program of a game with no option chosen."""
    return program_for(make_request(word, find_game(word).files, Rules()))


def options(word: str, setting: int) -> Mapping[str, str]:
    """Options of chance; at first none is chosen."""
    if setting == 0:
        return {}
    graph = compile_cached(make_request(word, find_game(word).files, Rules())).graph
    assert graph is not None
    return at_random(graph, random.Random(f"{word} {setting}"))


def some_pins(program: Program, chance: random.Random) -> Iterator[PinRequest]:
    """Dice of a table, laid."""
    tables = sorted({site.table for site in program.sites if isinstance(site, RollSite) and site.table is not None})
    for table in chance.sample(tables, min(3, len(tables))):
        asked = parse_pin(f"{table} = {chance.randint(1, 6)}")
        try:
            resolve_pin(program, asked)
        except InputError:
            continue  # its dice cannot show that
        yield asked


def stay(play: Play, chance: random.Random) -> None:
    """Some moves."""
    for _ in range(chance.randint(0, STAY)):
        if play.view().outcome is not None:
            break
        make_move(play, chance)


# --- over there


def over(game: Path, saves: list[Path], chance: random.Random, *, moves: int, suggestions: int = 0) -> None:
    """Have saves played on there."""
    orders = [
        {
            "game": str(game),
            "save": str(path),
            "to": str(beside(path, ".over")),
            "events": str(beside(path, ".told")),
            "read": str(beside(path, ".read")) if suggestions else "",
            "seed": chance.getrandbits(31),
            "moves": chance.randint(0, moves),
            "suggestions": suggestions,
        }
        for path in saves
    ]
    listed = game.with_suffix(".orders")
    listed.write_text(json.dumps(orders))
    run_program("carrying", listed)


def assert_told_alike(play: Play, path: Path) -> None:
    """All that has happened is what was told there of it."""
    play.view()
    here = [{"event": event.event, **plain(event)} for event in play.events()]
    there = read_lines(beside(path, ".told"))
    for number, (one, other) in enumerate(zip(here, there, strict=False)):
        assert one == told(other), f"{path}, event {number}"
    assert len(here) == len(there)


def read_lines(path: Path) -> list[Any]:
    """The values in a file of JSON, a line each."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def told(value: Any) -> Any:
    """What is told there, without what says of which kind a value is; what is out of the game file has other names."""
    if isinstance(value, list):
        return [told(each) for each in value]
    if isinstance(value, dict):
        return {camel(name): told(each) for name, each in value.items() if name != "is"}
    return value
