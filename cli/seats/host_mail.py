"""The host's side of the command ``mail``: invitations, guests' answers, his own turns, letters."""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

from attrs import define

from bombsight.boundary.errors import InputError
from bombsight.cli.failure import SUCCESS
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.play.question_input import InputEnded
from bombsight.cli.seats.letter_text import (
    render_invitation,
    render_letter,
    render_wanted,
)
from bombsight.cli.seats.mail_session import MailSession, exit_status_after
from bombsight.cli.seats.seat_console import SeatConsole
from bombsight.cli.seats.seat_console_commands import Resignation, UndoWanted
from bombsight.cli.seats.seat_head import draw_seat_head
from bombsight.cli.seats.shared_keyboard import LocalQueries, draw_ending
from bombsight.cli.terminal.quoting import limit_flag, quote_argument
from bombsight.cli.terminal.screen import show_error
from bombsight.dsl.listing import capitalize_first
from bombsight.runtime.saves.reader import read_save
from bombsight.service.present import sentences
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.hosting.hosted_game import HostedGame
from bombsight.service.seats.mail.host_mail import (
    find_news_of_undo,
    make_invitations,
    make_letter,
    make_wanted,
    process_acceptance,
    process_reply,
    store_received_count,
)
from bombsight.service.seats.mail.mail_documents import Acceptance, GuestMail, Opened, Reply
from bombsight.service.seats.protocol.undos import OpenUndo, UndoReply, last_undone


@define
class HostMailSession(MailSession):
    """One call of the command ``mail`` by the host of a game."""

    def send_invitations(self, game: HostedGame) -> int:
        """Write invitations to the other players; return the exit status."""
        title = read_save(str(game.save)).header.title
        for invitation in make_invitations(game, title):
            self.write_mail(invitation, render_invitation(invitation, game.make_seated(invitation.seat)))
        self.show_hint(f"When an answer is back: bombsight mail FILE. The game is kept in {game.save}")
        return SUCCESS

    def run_host(self, save: Path, mail: GuestMail | None, *, wants_undo: bool = False) -> int:
        """Accept a player's mail, if any, play the host's turns, and write the next mail; return the exit status.

        Args:
            save: The save.
            mail: The mail; None for none.
            wants_undo: Whether the host asks first to take back his last answer.

        Raises:
            InputError: The mail is for another table, or does not answer what is open.
        """
        game = HostedGame(save, self.rules)
        try:
            match mail:
                case None if not game.has_agreed:
                    return self.send_invitations(game)
                case Acceptance():
                    if not process_acceptance(game, mail, self.ask_level):
                        self.show_hint("Others have not answered yet.")
                        return SUCCESS
                case Reply() | Opened() | None:
                    pass
                case _:
                    assert_never(mail)
            game.advance()
            self._apply_ask_levels(game)
            asked_before = game.table.asked_undo
            if mail is not None and not isinstance(mail, Acceptance):
                self._apply_mail(game, mail)
                self._show_undo_result(game, asked_before, mail.seat)
            if wants_undo and game.arbiter is not None:
                game.request_undo(game.table.own)
            self._play_and_send(game)
        except (PlayerLeft, InputEnded) as left:
            self.show_hint(f"Left. To go on: bombsight mail {quote_argument(str(save))}{limit_flag(self.rules.limit)}")
            return exit_status_after(left)
        finally:
            game.close()
        return SUCCESS

    def _apply_mail(self, game: HostedGame, mail: Reply | Opened) -> None:
        """Apply a guest's answer or share of the dice seed; if that voids the game, end it and tell all players.

        Raises:
            InputError: The mail is invalid: nothing has changed.
        """
        try:
            process_reply(game, mail)
        except InputError as error:
            if not game.table.void:
                raise
            show_error(error)

    def _show_undo_result(self, game: HostedGame, asked_before: OpenUndo | None, seat: str) -> None:
        """Show what became of a request for an undo by the mail of a seat, if it is over by that."""
        if asked_before is None or game.table.asked_undo is not None or game.arbiter is None:
            return
        title = game.arbiter.find_seat(seat).title
        if last_undone(game.table.undos) == asked_before.number:
            self.show_hint(f"{capitalize_first(title)} agrees: it is taken back.")
        else:
            self.show_hint(sentences.undo_not_agreed(capitalize_first(title)))

    def _apply_ask_levels(self, game: HostedGame) -> None:
        """Set each player's level of asking (which questions he is asked)."""
        if game.arbiter is not None:
            for seat in game.arbiter.seats:
                accepted = game.table.accepted.get(seat.name)
                game.change_level(seat.name, self.ask_level if accepted is None else accepted.asks)

    def _play_and_send(self, game: HostedGame) -> None:
        """Play the host's turns, and write files to the players whose answers or dice-seed shares are awaited.

        Raises:
            PlayerLeft: The host leaves before.
            InputEnded: The input has ended.
        """
        if game.arbiter is not None:
            self._play_own_turns(game, game.arbiter)
        asked = game.table.asked_undo
        if asked is not None and not game.is_over:
            for name in sorted(game.table.tokens.keys() - {asked.seat, *asked.agreed}):
                self._write_letter(game, name)
            self.show_hint("It is asked whether an answer may be taken back: bombsight mail FILE.")
        elif game.awaited_seats:
            for name in game.awaited_seats:
                wanted = make_wanted(game, name)
                self.write_mail(wanted, render_wanted(wanted))
            self.show_hint("The dice wait for what is in the answer: bombsight mail FILE.")
        elif game.arbiter is not None:
            table, arbiter = game.table, game.arbiter
            for name in [arbiter.seat_to_act] if arbiter.seat_to_act else table.tokens:
                self._write_letter(game, name)

    def _write_letter(self, game: HostedGame, seat: str) -> None:
        """Write the letter to a seat, with its whole story so far to tell from."""
        letter, events = make_letter(game, seat), game.running_arbiter.make_turn(seat).events
        self.write_mail(letter, render_letter(letter, events, self.detail, find_news_of_undo(game, seat)))

    def _play_own_turns(self, game: HostedGame, arbiter: Arbiter) -> None:
        """Ask the host his questions while no shares of the dice seed are awaited, and show the events.

        Raises:
            PlayerLeft: The host leaves before.
            InputEnded: The input has ended.
        """
        own = game.table.own
        if not own:
            return
        seat_console = SeatConsole(arbiter.make_seated(own), LocalQueries(arbiter, own), self.out, self.detail)
        turn = arbiter.make_turn(own)
        seat_console.add_turn(turn)
        seen_count = game.table.have.get(own, 0)
        if seen_count:
            seat_console.show_recall(seen_count)
        else:
            seat_console.show_texts(draw_seat_head(seat_console.seated, seat_console.width))
        if (asked := game.make_undo_asked(own)) is not None and asked.seat != own:
            agrees = seat_console.confirm_undo(asked.seat, asked.own_answers)
            game.reply_to_undo(own, UndoReply(number=asked.number, agrees=agrees))
            seat_console.drop_events(game.table.have.get(own, 0))
        while arbiter.seat_to_act == own and not game.awaited_seats and game.table.asked_undo is None:
            turn = arbiter.make_turn(own, len(seat_console.views))
            seat_console.add_turn(turn)
            try:
                if turn.throw is not None:
                    game.throw(own, seat_console.ask_for_throw(turn))
                else:
                    game.answer(own, seat_console.ask_for_answer(turn))
            except Resignation:
                game.give_up(own)
            except UndoWanted:
                self._request_undo(game, seat_console)
        if game.awaited_seats:
            store_received_count(game, own, len(seat_console.views))
            return
        turn = arbiter.make_turn(own, len(seat_console.views))
        seat_console.add_turn(turn)
        seat_console.narrate(turn)
        seat_console.show_texts(draw_ending(seat_console, arbiter.given_up, arbiter.void))
        store_received_count(game, own, len(seat_console.views))

    def _request_undo(self, game: HostedGame, seat_console: SeatConsole) -> None:
        """Ask the others for the host whether he may take back his last answer; show why not if that cannot be."""
        own = game.table.own
        store_received_count(game, own, len(seat_console.views))
        try:
            game.request_undo(own)
        except InputError as error:
            show_error(error)
        seat_console.drop_events(game.table.have.get(own, 0))
