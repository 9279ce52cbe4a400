"""The game of a seat behind the whole screen: what the player knows, and the moves that he makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve, field
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.screen.move_replies import GraveAnswerReply, LinesReply, RefusedReply, Reply
from bombsight.cli.screen.pages import Page
from bombsight.cli.seats.seat_lines import (
    LOOKS_ON,
    OWN_DICE_ONLY,
)
from bombsight.cli.seats.seat_moves import SeatMoves
from bombsight.cli.seats.seat_odds_page import SeatOddsPage
from bombsight.cli.seats.seat_screen_story import SeatScreenStory
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.dsl.listing import capitalize_first
from bombsight.flat.sites import PLAYER
from bombsight.runtime.events.views import OutcomeView
from bombsight.runtime.run.policies import Question
from bombsight.service.play.typed_dice import TypedDiceQueue
from bombsight.service.present.answer_parsing import answer_name, answer_title, find_by_full_name, is_grave_answer
from bombsight.service.present.command_parsing import parse_command
from bombsight.service.present.command_table import SOLO_SCREEN_WORDS
from bombsight.service.present.commands import (
    Answer,
    AnswerRows,
    AnswerSeveral,
    AskSingly,
    Command,
    Context,
    GiveOrder,
    Invalid,
    LeaveThrow,
    Rename,
    ShowNames,
    ShowOdds,
    Throw,
    Unknown,
)
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.order_lines import render_ended_orders
from bombsight.service.present.view import View


@define(kw_only=True)
class SeatScreenGame(SeatScreenStory):
    """A game at a seat, as the whole screen asks for it.

    Attributes:
        moves: The moves that the player makes.
        names_asked: Whether questions say who is asked, since all look at one screen.
        typed_dice: The throws that the player has typed ahead.
        is_renamed: Whether the events that count no more only read otherwise: something has another name.
    """

    moves: SeatMoves
    names_asked: bool = False
    typed_dice: TypedDiceQueue = field(factory=TypedDiceQueue)
    is_renamed: bool = False
    _view: View | None = None
    _viewed_key: object = None
    _viewed_count: int = 0
    _problem: str = field(default="", init=False)

    # --- the present

    def view(self) -> View:
        """The view of the game, after the answers that the player's orders give; the same until something changes.

        Raises:
            InputError: The game cannot go on.
        """
        self._answer_by_orders()
        game = self.game
        asked = game.question, game.wanted_dice, game.watched_question, game.group
        key = (asked, game.is_over, len(game.views), game.turn is None)
        if self._view is None or key != self._viewed_key or self._viewed_count > len(game.views):
            kept_count = min(self._viewed_count, len(game.views))
            self._view = View(
                kept=kept_count,
                events=tuple(game.views[kept_count:]),
                question=self._find_question(),
                throw=game.wanted_dice,
                outcome=self._find_outcome(),
                sheet=(),
                can_undo=False,
            )
            self._viewed_key, self._viewed_count = key, len(game.views)
        return self._view

    def _find_question(self) -> Question | None:
        """Return the open question; it says who is asked only if all look at one screen."""
        question = self.game.question
        if question is None:
            return None
        return evolve(question, by=self.game.title_of(self.game.seat) if self.names_asked else PLAYER)

    def note_kept(self, event_count: int, *, is_renamed: bool = False) -> None:
        """Note how many of the events before still count, or read as before where something was renamed."""
        if event_count < self._viewed_count:
            is_first = self._view is not None
            self._viewed_count, self._view = event_count, None
            self.is_renamed = is_renamed and (is_first or self.is_renamed)

    def renew_view(self) -> None:
        """Let the next view be another one, with nothing new: the screen was covered, and has to be drawn again."""
        self._view = None

    def _find_outcome(self) -> OutcomeView | None:
        """Find the outcome of the game; None while it goes on. A game that was given up has an empty one."""
        if not self.game.is_over:
            return None
        last = self.game.views[-1] if self.game.views else None
        return last if isinstance(last, OutcomeView) else OutcomeView(result="none", title="")

    def _answer_by_orders(self) -> None:
        """Answer the open questions that the player's orders answer.

        Raises:
            InputError: The game cannot go on.
        """
        while (name := self.game.automatic_answer()) is not None and not self._problem:
            self._send_answer([name], together=False)

    # --- questions and moves

    @property
    def asks_group(self) -> object:
        """The group of the open question, which the table sends with it."""
        return self.game.group

    def question_group(self) -> QuestionGroup | None:
        """Return the group that the open question is asked in; None if it is asked alone."""
        return self.game.group

    def draw_ended_orders(self, width: int) -> Sequence[Text]:
        """Render the standing orders that ended since the last call, and an answer of an order that was refused."""
        problem, self._problem = self._problem, ""
        lines = draw_lines(render_ended_orders(self.game.pop_ended_orders()), width)
        return [*([styled_text(problem, "yellow")] if problem else []), *lines]

    @property
    def has_autopilot(self) -> bool:
        """Whether the autopilot answers by a standing order, and a question is open."""
        return self.game.question is not None and any(order.is_auto for order in self.game.orders)

    def stop_answering(self) -> None:
        """End the autopilot's orders."""
        self.game.stop_answering()

    def parse(self, typed: str, view: View, group: QuestionGroup | None) -> Command:
        """Parse typed input into a command; the words of a single player are refused, unless they are an answer."""
        word = typed.removeprefix("/").partition(" ")[0].lower()
        question = view.question
        is_name = question is not None and " " in typed and find_by_full_name(question, typed) is not None
        if word in SOLO_SCREEN_WORDS and not is_name:
            return Invalid(f"At a table of two there is no `{word}`. ? lists what there is.")
        return parse_command(typed, Context(self.game, question, view.throw, group))

    def run(self, command: Command, view: View, width: int) -> Reply:
        """Execute a command, and return the reply.

        Raises:
            PlayerLeft: The person leaves.
            InputError: The game cannot go on.
        """
        question = view.question
        if self.refuses(command):
            return RefusedReply(LOOKS_ON)
        match command:
            case Answer(index=index, name=name):
                if question is not None and is_grave_answer(question, index):
                    return GraveAnswerReply(answer_title(question, index), name)
                return self._answer([name], together=False)
            case AnswerRows(matrix=matrix, indices=indices):
                names = [answer_name(row, index) for row, index in zip(matrix.rows, indices, strict=True)]
                return self._answer(names, together=True)
            case AnswerSeveral(several=several, places=places):
                return self._answer([several.question.options[place].name for place in places], together=True)
            case GiveOrder():
                return LinesReply(tuple(self.commands.give_order(command, question, width)))
            case Invalid(problem=problem):
                return RefusedReply(problem)
            case Unknown():
                return RefusedReply("The game is over." if self.game.is_over else "It is not your turn.")
            case Throw(throws=throws):
                assert view.throw is not None
                self.typed_dice.add(throws[1:], view.throw.dice)
                return self._throw(throws[0])
            case LeaveThrow():
                return RefusedReply(OWN_DICE_ONLY)
            case AskSingly():
                return LinesReply()
            case _:  # the rest: commands that reply with lines; mypy narrows to them
                return LinesReply(tuple(self.commands.run(command, question, width)))

    def refuses(self, command: Command) -> bool:
        """Whether a referee, who only looks on, cannot give a command."""
        return self.game.is_referee and isinstance(command, Unknown | GiveOrder | Rename | ShowNames | ShowOdds)

    def give_answer(self, name: str) -> None:
        """Answer the open question by an option's name."""
        self._send_answer([name], together=False)

    def _answer(self, names: Sequence[str], *, together: bool) -> Reply:
        """Answer the open question, and return the reply."""
        self._send_answer(names, together=together)
        return self._reply_to_move()

    def _reply_to_move(self) -> Reply:
        """Return the reply to a move: why it was refused, if it was."""
        problem, self._problem = self._problem, ""
        return RefusedReply(problem) if problem else LinesReply()

    def _send_answer(self, names: Sequence[str], *, together: bool) -> None:
        """Send an answer; one that is refused at once leaves the question open.

        Raises:
            InputError: The game cannot go on.
        """
        self._send(lambda: self.moves.answer(self.game.make_answer(names, together=together)))

    def _throw(self, faces: tuple[int, ...]) -> Reply:
        """Give the faces of the player's own dice, and return the reply.

        Raises:
            InputError: The game cannot go on.
        """
        self._send(lambda: self.moves.throw(self.game.make_throw(faces)))
        return self._reply_to_move()

    def _send(self, make_move: Callable[[], None]) -> None:
        """Make a move; one that is refused at once leaves the question open, or the dice awaited.

        Raises:
            InputError: The game cannot go on.
        """
        try:
            make_move()
        except InputError as error:
            if self.moves.is_stuck:
                raise
            self.refuse_answer(error)

    def refuse_answer(self, error: InputError) -> str:
        """Open the question again, whose answer was refused, or want the dice again; return why."""
        self.game.reopen_question()
        self.typed_dice.clear()
        self._problem = f"{capitalize_first(error.message)}. {error.hint}".strip()
        return self._problem

    def throw_typed_dice(self, view: View) -> bool:
        """Throw dice that were typed ahead, if they fit the wanted throw; return whether there were any.

        Raises:
            InputError: The game cannot go on.
        """
        wanted = view.throw
        faces = () if wanted is None or wanted.members else self.typed_dice.pop(wanted.dice)
        if faces:
            self._throw(faces)
        return bool(faces)

    def forget_typed_dice(self) -> None:
        """Forget dice that were typed ahead, as a question comes first."""
        self.typed_dice.clear()

    def make_odds_page(self, question: Question, group: QuestionGroup | None) -> Page:
        """Make the page of the odds of a question's answers, or of why the table refuses them."""
        return SeatOddsPage(question, self.game.queries.find_odds, group)

    def read_ahead(self) -> None:
        """Do nothing: the rules are with the host."""
