"""The command ``mail``: a game for two by exchanged files, each processed according to its kind."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, assert_never

from attrs import define, evolve
from rich.console import Console

from bombsight.boundary.documents import read_untrusted
from bombsight.boundary.errors import InputError
from bombsight.cli.failure import SUCCESS
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.play.question_input import InputEnded, read_line
from bombsight.cli.seats.letter_text import (
    render_guest_mail,
    render_invitation,
    render_letter,
    render_wanted,
    title_of,
)
from bombsight.cli.seats.seat_console import Resignation, SeatConsole, UndoWanted
from bombsight.cli.seats.shared_keyboard import LocalQueries, draw_ending
from bombsight.cli.seats.table_front_end import draw_seat_head
from bombsight.cli.seats.undo_words import describe_undone
from bombsight.cli.terminal.quoting import limit_flag, quote_argument
from bombsight.cli.terminal.screen import make_console, sanitize, show_error, styled_text
from bombsight.cli.terminal.signals import exit_status_of
from bombsight.dsl.listing import capitalize_first
from bombsight.runtime.saves.reader import read_save
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.games.requests import Rules
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import table_path
from bombsight.service.present import sentences
from bombsight.service.present.story import Detail
from bombsight.service.present.why import ResultRange
from bombsight.service.saves.save_index import known_seat_files, remember_seat_file
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.guest import check_order, pending_throw
from bombsight.service.seats.guest_shares import (
    add_share,
    load_or_create_root,
    make_hello,
    open_first_share,
    open_share,
    open_wanted_share,
)
from bombsight.service.seats.guest_shares import store_terms as take_agreed
from bombsight.service.seats.hosted_game import HostedGame
from bombsight.service.seats.hosted_table import HostedTable
from bombsight.service.seats.mail import (
    Acceptance,
    GuestMail,
    Invitation,
    Letter,
    MailDocument,
    Opened,
    Reply,
    Wanted,
    find_save,
    make_invitations,
    make_letter,
    make_wanted,
    process_acceptance,
    process_reply,
    read_mail,
    store_received_count,
    write_mail,
)
from bombsight.service.seats.messages import Answered, GiveUp, Looked, Seated, Turn
from bombsight.service.seats.seat_file import SeatFile, SeenState, TableAddress, last_answer, write_revealed
from bombsight.service.seats.table_listing import read_origin
from bombsight.service.seats.undos import OpenUndo, UndoAsked, UndoReply, UndoRequest, last_undone

SPARE_LETTERS_QUESTION = (
    "The host asks you to spare letters: you tell him now all that you will ever give to the dice.",
    "He can then know the dice before he answers, and you cannot find out whether he did.",
    "Do you agree? Type yes, or anything else for no.",
)
"""The question to an invited player whether letters may be spared."""

TOKEN_DIGITS = 8
"""How many digits of a token name the file of its seat."""


@define
class MailSession:
    """One call of the command ``mail``: reads one incoming file, and writes the next outgoing ones.

    Attributes:
        folder: The folder for outgoing files.
        rules: Where games and house rules lie.
        detail: The level of detail of the story.
        ask_level: Which questions the player is asked.
        out: The console.
    """

    folder: Path
    rules: Rules
    detail: Detail
    ask_level: Level
    out: Console

    # --- the host

    def send_invitations(self, game: HostedGame) -> int:
        """Write invitations to the other players; return the exit status."""
        title = read_save(str(game.save)).header.title
        for invitation in make_invitations(game, title):
            self._write_mail(invitation, render_invitation(invitation, game.make_seated(invitation.seat)))
        self._show_hint(f"When an answer is back: bombsight mail FILE. The game is kept in {game.save}")
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
                        self._show_hint("Others have not answered yet.")
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
            self._show_hint(f"Left. To go on: bombsight mail {quote_argument(str(save))}{limit_flag(self.rules.limit)}")
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
            self._show_hint(f"{capitalize_first(title)} agrees: it is taken back.")
        else:
            self._show_hint(sentences.undo_not_agreed(capitalize_first(title)))

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
            self._show_hint("It is asked whether an answer may be taken back: bombsight mail FILE.")
        elif game.awaited_seats:
            for name in game.awaited_seats:
                wanted = make_wanted(game, name)
                self._write_mail(wanted, render_wanted(wanted))
            self._show_hint("The dice wait for what is in the answer: bombsight mail FILE.")
        elif game.arbiter is not None:
            table, arbiter = game.table, game.arbiter
            for name in [arbiter.seat_to_act] if arbiter.seat_to_act else table.tokens:
                self._write_letter(game, name)

    def _write_letter(self, game: HostedGame, seat: str) -> None:
        """Write the letter to a seat, with its whole story so far to tell from."""
        letter = make_letter(game, seat)
        self._write_mail(letter, render_letter(letter, game.running_arbiter.make_turn(seat).events, self.detail))

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

    # --- the guest

    def answer_invitation(self, invitation: Invitation, file: SeatFile, *, agree: bool) -> int:
        """Accept an invitation by mail (ask first, without ``agree``), and write the answer; return the exit status.

        Raises:
            InputError: The table's dice protocol or the host's secret differs from before.
        """
        self._show_hint(f"You are asked to a game by mail: {sanitize(invitation.title)}.")
        if invitation.waits.dice == "own":
            self._show_hint("Each throws dice of his own in it, and types what they show: nobody can prove it.")
        if invitation.waits.spares and not agree and not self._confirm_sparing():
            self._show_hint("Nothing is sent. Ask the host for a table without --spare-letters.")
            return SUCCESS
        hello = make_hello(file, invitation.waits, self.ask_level)
        is_alone = invitation.waits.guests == (invitation.seat,)
        share = open_share(file, 0).share if is_alone else ""
        root = load_or_create_root(file) if invitation.waits.spares else ""
        acceptance = Acceptance(token=invitation.token, seat=invitation.seat, hello=hello, share=share, root=root)
        seat_title = invitation.seat.replace("_", " ")  # titles come with the terms
        self._write_mail(acceptance, render_guest_mail(acceptance, invitation.title, seat_title))
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
            InputError: The host cheats, and no share is revealed.
        """
        seat, token = request.seated.seat, request.token
        try:
            take_agreed(file, request.seated)
            share = open_first_share(file) if request.wanted is None else open_wanted_share(file, request.wanted)
        except InputError:
            self._send_to_host(Opened(token=token, seat=seat, share=None), request.seated)
            raise
        self._show_hint("The host has answered, and the dice behind it need your share.")
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
            self._show_hint(describe_undone(letter.undone.seat, seat_console.seated.seat, seat_console.title_of))
        if earlier_turns:
            seat_console.show_recall(turn.start)
        else:
            seat_console.show_texts(draw_seat_head(letter.seated, seat_console.width))
        seat_console.add_turn(turn)
        take_agreed(file, letter.seated)
        if turn not in earlier_turns:
            file.store(turn)
            file.store(SeenState.of_message(letter.looked))
        reply = Reply(token=letter.token, seat=letter.seated.seat, have=len(seat_console.views), answered=None)
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
            self._show_hint("Left. The letter waits for your answer.")
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
            self._show_hint("You have answered this letter. Here is the same answer again.")
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
            self._show_hint(f"To check that nobody cheated: bombsight verify {own}")
            self._show_hint(f"To watch it with all cards up: bombsight replay {own} --watch")

    # --- both

    def _send_to_host(self, mail: Reply | Opened, seated: Seated) -> None:
        """Write a guest's file for the host of the game that ``seated`` describes."""
        self._write_mail(mail, render_guest_mail(mail, seated.title, title_of(seated, seated.seat)))

    def _write_mail(self, mail: MailDocument, readable: str) -> None:
        """Write an outgoing file for the other player, with its readable part, and print its path."""
        path = write_mail(mail, self.folder, readable)
        self.out.print(styled_text("Send this file: ", "bold").append(sanitize(str(path))), soft_wrap=True)

    def _show_hint(self, text: str) -> None:
        """Print a hint in a dim style."""
        self.out.print(styled_text(text, "dim"), soft_wrap=True)


def find_seat_path(token: str) -> Path:
    """Find the file of a seat by its token; else where a new one is kept."""
    for path in known_seat_files():
        with suppress(InputError):
            origin = read_origin(path)
            if origin is not None and origin.token == token:
                return path
    return saves_folder() / f"table-{token[:TOKEN_DIGITS]}.seat"


def exit_status_after(reason: PlayerLeft | InputEnded) -> int:
    """The exit status of the program after a player left the game, or the input ended."""
    return SUCCESS if isinstance(reason, PlayerLeft) or reason.interrupt is None else exit_status_of(reason.interrupt)


@define
class LetterQueries:
    """Answers the queries of a player who reads a letter, from the contents of the letter alone."""

    letter: Letter

    def current_state(self) -> Looked:
        """The state that the letter contains."""
        return self.letter.looked

    def odds(self) -> Odds:
        """Refuse to compute odds, which only the arbiter (mediator) could: raise an input error.

        Raises:
            InputError: Always.
        """
        raise InputError("by mail no odds are told", "", "They are worked out where the game runs.")

    def other_throws(self, event: int) -> Sequence[ResultRange]:
        """Return nothing: the letter does not contain what other results of a throw would have done."""
        return ()

    def named_things(self) -> Sequence[NamedThing]:
        """Refuse to list names, which only the arbiter (mediator) could: raise an input error.

        Raises:
            InputError: Always.
        """
        raise InputError("by mail who hosts gives the names", "", "Write to him whom you would call otherwise.")

    def rename(self, thing: NamedThing, name: str) -> None:
        """Refuse a renaming, as :meth:`named_things` does.

        Raises:
            InputError: Always.
        """
        raise InputError("by mail who hosts gives the names")


def process_mail(
    file_or_game: str,
    open_table: Callable[[], HostedTable],
    rules: Rules,
    *,
    folder: Path,
    save: Path | None,
    seat_path: Path | None,
    detail: Detail,
    ask_level: Level,
    agree: bool,
    wants_undo: bool = False,
) -> int:
    """Process an incoming file by its kind, a host's save, or a new game; return the exit status.

    Args:
        file_or_game: The file, or the game.
        open_table: Makes the table of a new game.
        rules: Where games and house rules lie.
        folder: The folder for outgoing files.
        save: The save of the table that an answer belongs to; None to search for it.
        seat_path: The seat file of the addressed player; None for one in the user's data folder.
        detail: The level of detail of the story.
        ask_level: Which questions the player is asked.
        agree: Whether an invited player spares letters without being asked.
        wants_undo: Whether the host, who goes on with his save, asks first to take back his last answer.

    Raises:
        InputError: The file is unusable, or belongs to another table.
        WrongRules: The rules have errors.
    """
    session = MailSession(folder, rules, detail, ask_level, make_console())
    path = Path(file_or_game)
    if not path.is_file():
        return session.send_invitations(open_table().game)
    if table_path(path).exists():
        return session.run_host(path, None, wants_undo=wants_undo)
    match read_mail(path):
        case (Acceptance() | Reply() | Opened()) as post:
            return session.run_host(save or find_save(post, folder), post)
        case (Invitation() | Letter() | Wanted()) as post:
            file = SeatFile.open(seat_path or find_seat_path(post.token))
            remember_seat_file(file.path)
            try:
                file.store(TableAddress(token=post.token, letter=os.path.abspath(path)))
                match post:
                    case Invitation():
                        return session.answer_invitation(post, file, agree=agree)
                    case Letter():
                        return read_untrusted(
                            lambda: session.answer_letter(post, file),
                            "what this letter tells makes no sense",
                            file_or_game,
                        )
                    case Wanted():
                        return session.send_share(post, file)
                    case _:
                        assert_never(post)
            finally:
                file.close()
        case never:
            assert_never(never)
