"""The front end of a person with a full screen."""

from __future__ import annotations

from attrs import define, field

from bombsight.cli.screen.app import GameApp
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present.beats import DEFAULT_PACE, Pace
from bombsight.service.present.story import Detail


@define
class ScreenFrontEnd:
    """The front end of a person with a full screen, which runs the application.

    Attributes:
        question_filter: The question filter of the game.
        detail: The level of detail of the story.
        pace: The pace of the story.
        needs_recall: Whether the recall of a resumed game has to be shown.
        interrupt: The interrupt that stopped the program, or None.
        is_over: Whether the game has ended.
    """

    question_filter: QuestionFilter
    detail: Detail = "rolls"
    pace: Pace = DEFAULT_PACE
    needs_recall: bool = False
    interrupt: KeyboardInterrupt | None = None
    is_over: bool = False
    app: GameApp = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Make the application."""
        self.app = GameApp(self.question_filter, self.detail, self.pace, needs_recall=self.needs_recall)

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
        """Do nothing: all events were on the screen."""
