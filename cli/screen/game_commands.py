"""Typed input on the full screen: commands, orders, answers and dice are executed, and their replies are shown."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from bombsight.cli.screen.game_pages import GamePages
from bombsight.cli.screen.move_replies import GraveAnswerReply, LinesReply, RefusedReply, Reply
from bombsight.cli.screen.paced_display import prompt_of
from bombsight.cli.screen.pages import ConfirmDialog, Page
from bombsight.cli.screen.transcript import Transcript
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.commands import Answer, AskSingly, Command, Help, LookBack, ShowLog, ShowOdds, Unknown
from bombsight.service.present.view import View

MAX_NOTICE_LINES = 3
"""The maximum number of lines of a notice above the question; longer ones become a page."""

WHY = "why"
"""The command that explains the last roll, the only one that is run for a beat that is looked back at."""


class GameCommands(GamePages):
    """A full screen that executes what is typed."""

    def handle_typed(self, typed: str) -> None:
        """Execute a typed line: a command, an order, an answer, or dice; where a beat is looked back at, only `why`."""
        if self.is_busy or self.view is None or (typed != WHY and self.leave_history()):
            return
        view, group = self.view, self.question_pane.marked_group()
        self.show_notice([])
        self.game.moment = None
        if self.look is not None:  # the question is covered
            view, group = evolve(view, question=None, throw=None), None
            self.game.moment = self.shown_moment
        elif self.held is not None:  # the question is not seen yet
            view, group = evolve(view, question=None, throw=None), None
            self.game.moment = self.held.moment
        if not typed and view.throw is not None:
            self.action_open_line()
            return
        if not typed and view.outcome is not None:
            self.action_leave()
            return
        if not typed and group is None and view.question is not None:
            command: Command = Answer(
                self.question_pane.marked_index, answer_name(view.question, self.question_pane.marked_index)
            )
        else:
            command = self.game.parse(typed, view, group)
        if self.held is not None and isinstance(command, Unknown):
            self.show_refusal(f"{typed}: not at a stop of the story. Enter goes on, s leads to the question.")
            return
        match command:
            case ShowOdds():
                self.action_odds()
            case ShowLog():
                self.action_log()
            case Help(topic=""):
                self.action_help()
            case LookBack(number=number):
                self.run_guarded(lambda: self.look_at_throw(number))
            case AskSingly():
                self.question_pane.set_question(view.question, None)
            case _:  # the rest: replies with lines
                self.run_guarded(lambda: self.run_command(typed, command, view))

    def run_command(self, typed: str, command: Command, view: View) -> None:
        """Execute a parsed command, and show the result.

        Raises:
            PlayerLeft: The person leaves.
            InputError: The game cannot go on.
        """
        game = self.game
        detail, pace = game.detail, game.pace
        reply = game.run(command, view, self.reply_width)
        if game.detail != detail:
            self.transcript = Transcript(game)
            self.drawn = self.transcript.drawn
        if self.held is not None and self.view is not None and (game.detail, game.pace) != (detail, pace):
            self.transcript.update(self.view.kept, prompt_of(self.view))
            self.held = self.held.divide_rest(self.transcript.lines, game.pace)
        self.show_reply(typed, reply)

    @property
    def reply_width(self) -> int:
        """The columns of the lines that a command replies."""
        return max(40, min(100, self.size.width - 6))

    def show_reply(self, typed: str, reply: Reply) -> None:
        """Show the reply to a command, and play on."""
        match reply:
            case RefusedReply(problem=problem):
                self.show_refusal(problem)
            case GraveAnswerReply(title=title, name=name):
                self.push_screen(
                    ConfirmDialog(title, lambda is_meant: self.give_grave_answer(name) if is_meant else None)
                )
            case LinesReply(lines=lines):
                if len(lines) > MAX_NOTICE_LINES:
                    self.push_screen(Page(typed, lambda width: lines))
                else:
                    self.show_notice(lines)
                if self.look is None:
                    self.advance()
            case _:
                assert_never(reply)

    def give_grave_answer(self, name: str) -> None:
        """Give a grave (irreversible) answer, by its name, which the player has confirmed."""

        def answer() -> None:
            """Callback of the guarded run: give the answer, and play on."""
            self.game.give_answer(name)
            self.advance()

        self.run_guarded(answer)
