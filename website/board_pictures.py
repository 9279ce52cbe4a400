"""Pictures of a game's boards, as they stand some way into a game that the autopilot plays."""

from __future__ import annotations

from attrs import frozen

import bombsight
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.boards.svg import render_svg
from bombsight.service.games.library import GameFolder

SEED = 7
NONE = "none"
"""The answer of a player who takes none of the options."""

MAX_QUESTIONS = 12
"""How many questions are answered to find the moment with most on the boards."""

MAX_BOARDS = 2
COLUMNS = 46
"""The most columns of a picture, so that its words can be read on a phone."""


@frozen
class BoardPicture:
    """A picture of a board.

    Attributes:
        name: The board's name in the rules.
        title: Its title.
        svg: The picture, an SVG document.
    """

    name: str
    title: str
    svg: str


def draw_boards(game: GameFolder) -> tuple[BoardPicture, ...]:
    """Draw the first boards of a game at the moment with most on all of them; empty for a game without boards."""
    with bombsight.open(str(game.path), seed=SEED) as play:
        moments = [tuple(play.boards())]
        for _ in range(MAX_QUESTIONS):
            question = play.question
            if question is None:
                break
            play.answer(NONE if question.preferred == NO_OPTION else question.options[question.preferred].name)
            moments.append(tuple(play.boards()))
    fullest = max(moments, key=lambda boards: sum(map(count_things, boards)))
    chosen = [*filter(count_things, fullest)][:MAX_BOARDS]
    return tuple(BoardPicture(each.name, each.title, render_svg(each, columns=COLUMNS) + "\n") for each in chosen)


def count_things(board: BoardShown) -> int:
    """Count what stands on a board."""
    return sum(len(place.things) for place in board.places)
