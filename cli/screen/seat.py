"""A seat at the table for somebody with a screen."""

from __future__ import annotations

from attrs import define, field

from bombsight.cli.screen.app import GameApp
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present.story import Detail


@define
class ScreenSeat:
    """A person at a screen.

    Attributes:
        steward: Sits beside the person at the game.
        detail: How much of the story is told.
        recall: Whether the game is taken up again, and where one was is to be told.
        stop: What asked the program to stop, or None.
        is_over: Whether the game came to its end.
    """

    steward: QuestionFilter
    detail: Detail = "rolls"
    recall: bool = False
    stop: KeyboardInterrupt | None = None
    is_over: bool = False
    app: GameApp = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.app = GameApp(self.steward, self.detail, recall=self.recall)

    def sit(self) -> None:
        """Play to the end, or until the person leaves.

        Raises:
            InputError: The game cannot go on.
        """
        self.app.run()
        self.stop, self.is_over = self.app.stop, self.app.is_over
        if self.app.failed is not None:
            raise self.app.failed

    def rest(self) -> None:
        """What has happened was on the screen."""
