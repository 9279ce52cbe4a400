"""The full-screen application of a single player's game."""

from __future__ import annotations

from bombsight.cli.screen.player_app import PlayerApp
from bombsight.cli.screen.solo_game import SoloGame
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present.beats import DEFAULT_PACE, Pace
from bombsight.service.present.story import Detail


class GameApp(PlayerApp):
    """The full-screen application of a single player's game.

    Attributes:
        question_filter: The question filter of the game.
        move_runner: The runner of typed input.
    """

    def __init__(
        self,
        question_filter: QuestionFilter,
        detail: Detail = "rolls",
        pace: Pace = DEFAULT_PACE,
        *,
        plays: bool = True,
        needs_recall: bool = False,
    ) -> None:
        """Make the application of a game; the game does not run yet.

        Args:
            question_filter: The question filter of the game.
            detail: The level of detail of the story.
            pace: The pace of the story.
            plays: Whether the person answers questions; else only dice are asked for.
            needs_recall: Whether the recall of a resumed game has to be shown.
        """
        game = SoloGame.make(question_filter, detail, pace, plays=plays)
        self.question_filter = question_filter
        self.move_runner = game.move_runner
        super().__init__(game, needs_recall=needs_recall)
