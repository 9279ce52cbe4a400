"""A guest's side of the command ``mail``: invitations, letters, his answers and shares of the dice seed."""

from __future__ import annotations

from typing import Literal

from attrs import define, evolve

from bombsight.boundary.errors import InputError
from bombsight.cli.failure import SUCCESS
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.play.question_input import InputEnded, read_line
from bombsight.cli.seats.letter_queries import LetterQueries
from bombsight.cli.seats.letter_text import (
    render_guest_mail,
    title_of,
)
from bombsight.cli.seats.mail_session import MailSession, exit_status_after
from bombsight.cli.seats.seat_console import SeatConsole
from bombsight.cli.seats.seat_console_commands import Resignation, UndoWanted
from bombsight.cli.seats.seat_head import draw_seat_head
from bombsight.cli.seats.shared_keyboard import draw_ending
from bombsight.cli.seats.undo_words import describe_undone
from bombsight.cli.terminal.quoting import quote_argument
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.service.seats.guest.guest import check_order, pending_throw
from bombsight.service.seats.guest.guest_shares import (
    BrokenProtocolError,
    add_share,
    load_or_create_root,
    make_hello,
    open_first_share,
    open_share,
    open_wanted_share,
)
from bombsight.service.seats.guest.guest_shares import store_terms as take_agreed
from bombsight.service.seats.guest.seat_file import SeatFile, SeenState, TableAddress, last_answer, write_revealed
from bombsight.service.seats.mail.mail_documents import Acceptance, Invitation, Letter, Opened, Reply, Wanted
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.seat_messages import Answered, GiveUp
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.protocol.undos import UndoAsked, UndoReply, UndoRequest

SPARE_LETTERS_QUESTION = (
    "The host asks you to spare letters: you tell him now all that you will ever give to the dice.",
    "He can then know the dice before he answers, and you cannot find out whether he did.",
    "Do you agree? Type yes, or anything else for no.",
)
"""The question to an invited player whether letters may be spared."""

REFUSED = "Your last answer is not taken back: not all agreed."
"""What a guest reads who asked to take back his last answer, if the next letter asks on."""


def was_undo_refused(file: SeatFile) -> bool:
    """Whether a newer letter has come behind the guest's request for an undo, if nothing was taken back by it."""
    kinds = [type(each) for each in file.messages if isinstance(each, UndoRequest | TableAddress | Turn)]
    return kinds[-2:] == [UndoRequest, TableAddress]


@define
class GuestMailSession(MailSession):
    """One call of the command ``mail`` by an invited player."""

    def answer_invitation(self, invitation: Invitation, file: SeatFile, *, agree: bool) -> int:
        """Accept an invitation by mail (ask first, without ``agree``), and write the answer; return the exit status.

        Raises:
            InputError: The table's dice protocol or the host's secret differs from before.
        """
        self.show_hint(f"You are asked to a game by mail: {sanitize(invitation.title)}.")
        if invitation.waits.dice == "own":
            self.show_hint("Each throws dice of his own in it, and types what they show: nobody can prove it.")
        if invitation.waits.spares and not agree and not self._confirm_sparing():
            self.show_hint("Nothing is sent. Ask the host for a table without --spare-letters.")
            return SUCCESS
        hello = make_hello(file, invitation.waits, self.ask_level)
        is_alone = invitation.waits.guests == (invitation.seat,)
        share = open_share(file, 0).share if is_alone else ""
        root = load_or_create_root(file) if invitation.waits.spares else ""
        acceptance = Acceptance(token=invitation.token, seat=invitation.seat, hello=hello, share=share, root=root)
        seat_title = invitation.seat_title or invitation.seat.replace("_", " ")
        self.write_mail(acceptance, render_guest_mail(acceptance, invitation.title, seat_title))
        return SUCCESS

    def _confirm_sparing(self) -> bool:
        """Ask the guest whether to give all dice-seed shares ahead: that spares letters, but lets the host cheat."""
        for line in SPARE_LETTERS_QUESTION:
            self.out.print(styled_text(line, "yellow"))
        try:
            return read_line(self.out).strip().lower() in ("y", "yes")
        except InputEnded:
            return False

    def send_share(self, request: Wanted, file: SeatFile) -> int:
        """Write a file with the guest's share of the dice seed, without asking him; return the exit status.

        Raises:
            BrokenProtocolError: The host cheats, and no share is revealed.
            InputError: The seat's file cannot be written; the host is sent nothing.
        """
        seat, token = request.seated.seat, request.token
        try:
            take_agreed(file, request.seated)
            share = open_first_share(file) if request.wanted is None else open_wanted_share(file, request.wanted)
        except BrokenProtocolError:
            self._send_to_host(Opened(token=token, seat=seat, share=None), request.seated)
            raise
        self.show_hint("The host has answered, and the dice behind it need your share.")
        self._send_to_host(Opened(token=token, seat=seat, share=share), request.seated)
        return SUCCESS

    def answer_letter(self, letter: Letter, file: SeatFile) -> int:
        """Show the events in the host's letter, ask its question, and write the answer; return the exit status.

        Raises:
            InputError: The letter does not follow those before it.
        """
        earlier_turns = [each for each in file.messages if isinstance(each, Turn)]
        seat_console = SeatConsole(letter.seated, LetterQueries(letter), self.out, self.detail)
        for turn in earlier_turns:
            seat_console.add_turn(turn)
        turn = letter.turn
        if earlier_turns and (turn.undone, turn.number) < (earlier_turns[-1].undone, earlier_turns[-1].number):
            raise InputError("this letter is older than one that you have read")
        if letter.undone is not None:
            file.store(letter.undone)
        if earlier_turns:
            check_order(file, earlier_turns[-1], turn)
        if turn.start > len(seat_console.views):
            raise InputError("a letter before this one is missing: what happened first is not known")
        has_gone_back = bool(earlier_turns) and turn.undone != earlier_turns[-1].undone
        if has_gone_back and letter.undone is not None:
            self.show_hint(describe_undone(letter.undone.seat, seat_console.seated.seat, seat_console.title_of))
        elif letter.asked is None and was_undo_refused(file):
            self.show_hint(REFUSED)
        if earlier_turns:
            seat_console.show_recall(turn.start)
        else:
            seat_console.show_texts(draw_seat_head(letter.seated, seat_console.width))
        seat_console.add_turn(turn)
        take_agreed(file, letter.seated)
        if turn not in earlier_turns:
            file.store(turn)
            file.store(SeenState.of_message(letter.looked))
        reply = Reply(
            token=letter.token,
            seat=letter.seated.seat,
            have=len(seat_console.views),
            answered=None,
            request=letter.undo_requests,
        )
        try:
            undo_reply = None if letter.asked is None else self._reply_to_undo(seat_console, letter.asked, file)
            is_asked = turn.question is not None or turn.throw is not None
            if undo_reply is not None and (undo_reply.agrees or not is_asked):
                seat_console.narrate(turn)
                consent: Literal["agrees", "refuses"] = "agrees" if undo_reply.agrees else "refuses"
                self._send_to_host(evolve(reply, undo=consent, request=undo_reply.number), letter.seated)
            elif not is_asked:
                seat_console.narrate(turn)
                self._end_game(seat_console, letter, file)
            elif turn.throw is not None:
                self._write_throw(seat_console, turn, file, reply)
            else:
                answer = self._answer_turn(seat_console, turn, file)
                self._send_to_host(evolve(reply, answered=answer), letter.seated)
        except UndoWanted:
            file.store(UndoRequest())
            self._send_to_host(evolve(reply, undo="asks", request=letter.undo_requests + 1), letter.seated)
        except (PlayerLeft, InputEnded) as left:
            self.show_hint("Left. The letter waits for your answer.")
            return exit_status_after(left)
        return SUCCESS

    def _answer_turn(self, seat_console: SeatConsole, turn: Turn, file: SeatFile) -> Answered | None:
        """Ask the guest a letter's question, or take the answer that he has given it; None if he gives the game up.

        Raises:
            PlayerLeft: The guest leaves before.
            UndoWanted: He asks to take back his last answer.
            InputEnded: The input has ended.
        """
        answer = last_answer(file.messages)
        has_given_up = file.last_message(GiveUp) is not None
        if has_given_up or (answer is not None and answer.number == turn.number):
            self.show_hint("You have answered this letter. Here is the same answer again.")
            return None if has_given_up else answer
        try:
            return add_share(file, seat_console.ask_for_answer(turn))
        except Resignation:
            file.store(GiveUp())
            return None

    def _write_throw(self, seat_console: SeatConsole, turn: Turn, file: SeatFile, reply: Reply) -> None:
        """Ask the guest for his own dice, or take the throw that he has made, and write the reply with it.

        Raises:
            PlayerLeft: The guest leaves before.
            UndoWanted: He asks to take back his last answer.
            InputEnded: The input has ended.
        """
        thrown = pending_throw(file)
        if thrown is None or thrown.number != turn.event_count:
            try:
                thrown = seat_console.ask_for_throw(turn)
            except Resignation:
                file.store(GiveUp())
                self._send_to_host(reply, seat_console.seated)
                return
            file.store(thrown)
        self._send_to_host(evolve(reply, thrown=thrown), seat_console.seated)

    def _reply_to_undo(self, seat_console: SeatConsole, asked: UndoAsked, file: SeatFile) -> UndoReply:
        """Ask the guest for his consent to an undo, unless he has given or refused it, and keep it in his file.

        Raises:
            InputEnded: The input has ended.
        """
        file.store(asked)
        earlier = next(
            (each for each in file.messages if isinstance(each, UndoReply) and each.number == asked.number), None
        )
        if earlier is not None:
            return earlier
        reply = UndoReply(number=asked.number, agrees=seat_console.confirm_undo(asked.seat, asked.own_answers))
        file.store(reply)
        return reply

    def _end_game(self, seat_console: SeatConsole, letter: Letter, file: SeatFile) -> None:
        """Show how the game ended, and keep what the host has revealed; do nothing if it goes on."""
        if letter.revealed is not None:
            seat_console.show_texts(draw_ending(seat_console, letter.revealed.given_up, letter.revealed.void))
            write_revealed(letter.revealed, file.path.with_suffix(".revealed"))
            own = quote_argument(str(file.path))
            self.show_hint(f"To check that nobody cheated: bombsight verify {own}")
            self.show_hint(f"To watch it with all cards up: bombsight replay {own} --watch")

    def _send_to_host(self, mail: Reply | Opened, seated: Seated) -> None:
        """Write a guest's file for the host of the game that ``seated`` describes."""
        self.write_mail(mail, render_guest_mail(mail, seated.title, title_of(seated, seated.seat)))
