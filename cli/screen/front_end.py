"""A seat at the table for somebody with a screen."""

from __future__ import annotations

from attrs import define, field

from bombsight.cli.screen.app import GameApp
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present.story import Detail


@define
class ScreenFrontEnd:
    """A person at a screen.

    Attributes:
        question_filter: Sits beside the person at the game.
        detail: How much of the story is told.
        needs_recall: Whether the game is taken up again, and where one was is to be told.
        interrupt: What asked the program to stop, or None.
        is_over: Whether the game came to its end.
    """

    question_filter: QuestionFilter
    detail: Detail = "rolls"
    needs_recall: bool = False
    interrupt: KeyboardInterrupt | None = None
    is_over: bool = False
    app: GameApp = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.app = GameApp(self.question_filter, self.detail, needs_recall=self.needs_recall)

    def run(self) -> None:
        """Play to the end, or until the person leaves.

        Raises:
            InputError: The game cannot go on.
        """
        self.app.run()
        self.interrupt, self.is_over = self.app.interrupt, self.app.is_over
        if self.app.failure is not None:
            raise self.app.failure

    def show_remaining(self) -> None:
        """What has happened was on the screen."""
