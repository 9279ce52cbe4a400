"""``python -m web.saves``: plays the saves that the browser program's tests use, by the command line's code.

They are of the tests' own game, and cover everything that a save can hold: answers and the reasons of automatic ones,
undone answers, names, dice thrown by hand and by the seed, options, a pinned table, a seed of 64 bits, an end and an
open question.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

from bombsight.runtime.run.policies import Question
from bombsight.runtime.saves.records import Why
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.view import WantedDice
from bombsight.service.programs.pins import parse_pin

GAME_FOLDER = Path(__file__).parents[1] / "docs" / "examples" / "lighthouse"
SAVES_FOLDER = Path(__file__).parent / "tests" / "saves"

MAX_MOVES = 400
"""Maximum moves of a game that is played to its end."""

ANSWER_REASONS: tuple[tuple[Why, bool], ...] = (
    ("", False),
    ("", False),
    ("routine", False),
    ("order", True),
    ("auto", False),
    ("together", False),
)

OWN_NAMES = ("Zoë Ødegård", "O'Neil", 'Ann "Lantern" Lee')


def make_saves() -> dict[str, bytes]:
    """Play games at random, and return the bytes of their saves by name."""
    options = {"new_moon": "yes", "oil_ration": "11", "fog_signal": "bell"}
    return {
        "mission": play_to_save(GameSetup(seed=11), Rules()),
        "dice": play_to_save(GameSetup(seed=12, dice="manual"), Rules(), moves=25),
        "career": play_to_save(GameSetup(seed=2**64 - 1, campaign=True), Rules(options=options)),
        "pinned": play_to_save(GameSetup(seed=14, mission=3, pins=(parse_pin("Weather=11"),)), Rules(), moves=30),
    }


def play_to_save(opening: GameSetup, rules: Rules, moves: int = MAX_MOVES) -> bytes:
    """Play a game with random moves, and return the bytes of its save."""
    chance = random.Random(opening.seed)
    with TemporaryDirectory() as folder:
        path = Path(folder, "made.save")
        with start_game(str(GAME_FOLDER), rules, evolve(opening, save=path)) as play:
            for _ in range(moves):
                if play.view().outcome is not None:
                    break
                make_move(play, chance)
        return drop_folder(path.read_bytes())


def make_move(play: Play, chance: random.Random) -> None:
    """Make one random move in a game: an answer, a throw or an undo."""
    view, move_draw = play.view(), chance.random()
    if move_draw < 0.1 and view.can_undo:
        play.undo(chance.randint(1, 3))
    elif move_draw < 0.2 and play.named_things():
        play.rename_thing(chance.choice(play.named_things()), chance.choice(OWN_NAMES))
    elif move_draw < 0.3:
        play.throw_by_hand(not play.by_hand)
    elif view.throw is not None:
        play.throw(random_faces(view.throw, chance))
    elif view.question is not None:
        answer_question(play, view.question, chance)


def answer_question(play: Play, question: Question, chance: random.Random) -> None:
    """Answer a question at random, with a random reason."""
    option_names = [option.name for option in question.options] + ["none"] * question.optional
    why, ordered = chance.choice(ANSWER_REASONS)
    play.answer(chance.choice(option_names), why, ordered=ordered)


def random_faces(dice: WantedDice, chance: random.Random) -> list[int]:
    """Throw random faces, sometimes only a total."""
    thrown_faces = [chance.choice(dice.dice.faces_of_die(die)) for die in range(dice.dice.die_count)]
    return thrown_faces if dice.dice.single or chance.random() < 0.7 else [dice.dice.total(thrown_faces)]


def drop_folder(data: bytes) -> bytes:
    """Remove the folder from a save's header, as if its game came with the program."""
    head, _, lines = data.partition(b"\n")
    header = json.loads(head)
    del header["folder"]
    return json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" + lines


if __name__ == "__main__":
    for name, data in make_saves().items():
        (SAVES_FOLDER / f"{name}.save").write_bytes(data)
