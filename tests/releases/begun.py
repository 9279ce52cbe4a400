"""Begin the saves of a release, each in the middle of a game: answers by chance, so that rare things happen in them.

They are kept as they are: later programs go on with them, whatever the rules of their games say by then.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from attrs import frozen

from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from tests.releases.kept import HERE


@frozen
class Begun:
    """A save that is kept of each release.

    Attributes:
        name: What its file is called.
        game: The game.
        campaign: Whether a whole career is played.
        mission: The number of the mission; None for the first.
        variants: The variants in force.
        options: Options, as words.
    """

    name: str
    game: str
    campaign: bool = False
    mission: int | None = None
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()


SAVES = (
    Begun("b17-mission", "b17", mission=14),
    Begun("b17-campaign", "b17", campaign=True),
    Begun("b29_korea-mission", "b29_korea", mission=20),
    Begun("b29_korea-campaign", "b29_korea", campaign=True),
    Begun("amerika_bomber-campaign", "amerika_bomber", campaign=True),
    Begun("b17_leader-mission", "b17_leader", mission=7),
    Begun("b17_leader-campaign", "b17_leader", campaign=True),
    Begun("b17_leader-single-bomber", "b17_leader", variants=("single_bomber",)),
    Begun("down_in_flames-battle", "down_in_flames"),
    Begun("b17_miniatures-raid", "b17_miniatures"),
)


MOST = 400
"""How many questions of a long game are answered."""


def saves_folder(version: str) -> Path:
    """Where the saves of a release are kept."""
    return HERE / "saves" / version


def begin_saves(version: str) -> None:
    """Begin those that are not there yet, and leave each where it is half played."""
    folder = saves_folder(version)
    folder.mkdir(parents=True, exist_ok=True)
    for number, each in enumerate(SAVES, start=1):
        path = folder / f"{each.name}.save"
        if not path.exists():
            whole = play_by_chance(each, None, number, MOST)
            play_by_chance(each, path, number, whole // 2)


def play_by_chance(each: Begun, path: Path | None, seed: int, most: int) -> int:
    """Play a game by chance; how many questions were answered.

    Args:
        each: What is played.
        path: Where it is saved.
        seed: Of its dice, and of the answers.
        most: After how many answers it is left.
    """
    rules = Rules(variants=each.variants, options=dict(each.options))
    opening = GameSetup(mission=each.mission, campaign=each.campaign, seed=seed, save=path)
    chance = Random(seed)
    with start_game(each.game, rules, opening) as play:
        for answered in range(most):
            question = play.view().question
            if question is None:
                return answered
            play.answer(chance.choice(question.options).name)
        play.view()
    return most
