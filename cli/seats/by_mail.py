"""``bombsight mail``: a game for two by files that are sent; the file says what is to be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import assert_never

from attrs import define
from rich.console import Console

from bombsight.boundary.documents import structured
from bombsight.boundary.errors import InputError
from bombsight.cli.failure import DONE
from bombsight.cli.play.asking import Ended, read_line
from bombsight.cli.play.narrating import Left
from bombsight.cli.seats.at_table import head_lines
from bombsight.cli.seats.one_keyboard import AsksHere, ending
from bombsight.cli.seats.place import GivenUp, Place
from bombsight.cli.terminal.quoting import limit_flag, quoted
from bombsight.cli.terminal.screen import clean, console, show_error, words
from bombsight.cli.terminal.signals import status_of
from bombsight.runtime.saves.reader import read_save
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.games.requests import Rules
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import table_file
from bombsight.service.present.story import Detail
from bombsight.service.present.why import Led
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.game import HostedGame
from bombsight.service.seats.mail import (
    Acceptance,
    FromGuest,
    Invitation,
    Letter,
    Opened,
    Post,
    Reply,
    Wanted,
    accept,
    invitations,
    letter,
    note_events_sent,
    read_post,
    save_for,
    take_in,
    wanted,
    write_post,
)
from bombsight.service.seats.messages import Answered, GiveUp, Looked, Turn
from bombsight.service.seats.opening import Table
from bombsight.service.seats.own_shares import agree as take_agreed
from bombsight.service.seats.own_shares import first_share, hello_at, opened_share, root_in, share_for, with_share
from bombsight.service.seats.record import SeatFile, write_revealed

SPARES = (
    "The host asks you to spare letters: you tell him now all that you will ever give to the dice.",
    "He can then know the dice before he answers, and you cannot find out whether he did.",
    "Do you agree? Type yes, or anything else for no.",
)
"""What whoever is invited is told, and asked."""

TOKEN_DIGITS = 8
"""How much of a token names the file of its seat."""


@define
class Mail:
    """Somebody at his mail.

    Attributes:
        folder: Where files are written that are to be sent.
        rules: Where games and house rules lie.
        detail: How much of a story is told.
        asks: How much is asked.
        out: Where he reads.
    """

    folder: Path
    rules: Rules
    detail: Detail
    asks: Level
    out: Console

    # --- whoever hosts

    def invite(self, game: HostedGame) -> int:
        """Ask the others to a table; the exit status."""
        title = read_save(str(game.save)).header.title
        for invitation in invitations(game, title):
            self._send(invitation)
        self._say(f"When an answer is back: bombsight mail FILE. The game is kept in {game.save}")
        return DONE

    def host(self, save: Path, post: FromGuest | None) -> int:
        """Take in what a player has sent, play the own turns, and write to who is to answer; the exit status.

        Args:
            save: The save of the table.
            post: What came; None for nothing.

        Raises:
            InputError: It does not belong here, or is not to what is open.
        """
        game = HostedGame(save, self.rules)
        try:
            match post:
                case None if not game.has_agreed:
                    return self.invite(game)
                case Acceptance():
                    if not accept(game, post, self.asks):
                        self._say("Others have not answered yet.")
                        return DONE
                case Reply() | Opened() | None:
                    pass
                case _:
                    assert_never(post)
            game.go_on()
            self._ask_levels(game)
            if post is not None and not isinstance(post, Acceptance):
                self._take_in(game, post)
            self._go_on(game)
        except (Left, Ended) as left:
            self._say(f"Left. To go on: bombsight mail {quoted(str(save))}{limit_flag(self.rules.limit)}")
            return status_after(left)
        finally:
            game.close()
        return DONE

    def _take_in(self, game: HostedGame, post: Reply | Opened) -> None:
        """Take in an answer or a share; a game that is void by it is over, and all are told.

        Raises:
            InputError: It is none: nothing has changed.
        """
        try:
            take_in(game, post)
        except InputError as error:
            if not game.table.void:
                raise
            show_error(error)

    def _ask_levels(self, game: HostedGame) -> None:
        """Ask each as much as he wants to be asked."""
        if game.arbiter is not None:
            for seat in game.arbiter.seats:
                accepted = game.table.accepted.get(seat.name)
                game.ask(seat.name, self.asks if accepted is None else accepted.asks)

    def _go_on(self, game: HostedGame) -> None:
        """Play the own turns, and write to those who are to answer, or whose shares are awaited.

        Raises:
            Left: The host leaves before.
            Ended: There is nothing more to read.
        """
        if game.arbiter is not None:
            self._own_turns(game, game.arbiter)
        if game.awaited:
            for name in game.awaited:
                self._send(wanted(game, name))
            self._say("The dice wait for what is in the answer: bombsight mail FILE.")
        elif game.arbiter is not None:
            table, arbiter = game.table, game.arbiter
            for name in [arbiter.turn] if arbiter.turn else table.tokens:
                self._send(letter(game, name))

    def _own_turns(self, game: HostedGame, arbiter: Arbiter) -> None:
        """Have the host answer what is his to answer, as long as no shares are awaited, and tell what has happened.

        Raises:
            Left: He leaves before.
            Ended: There is nothing more to read.
        """
        own = game.table.own
        if not own:
            return
        place = Place(arbiter.seated(own), AsksHere(arbiter, own), self.out, self.detail)
        turn = arbiter.told(own)
        place.take(turn)
        have = game.table.have.get(own, 0)
        if have:
            place.recall_to(have)
        else:
            place.show(head_lines(place.seated, place.width))
        while arbiter.turn == own and not game.awaited:
            turn = arbiter.told(own, len(place.views))
            place.take(turn)
            try:
                game.answer(own, place.ask(turn))
            except GivenUp:
                game.give_up(own)
        if game.awaited:
            note_events_sent(game, own, len(place.views))
            return
        turn = arbiter.told(own, len(place.views))
        place.take(turn)
        place.tell(turn)
        place.show(ending(place, arbiter.given_up, arbiter.void))
        note_events_sent(game, own, len(place.views))

    # --- whoever is written to

    def invited(self, post: Invitation, file: SeatFile, *, agree: bool) -> int:
        """Somebody is asked to a table: he answers that he comes; the exit status.

        Args:
            post: The invitation.
            file: His file.
            agree: Whether he agrees that letters are spared, without being asked.

        Raises:
            InputError: The table's dice are settled otherwise than before, or the host has another secret.
        """
        self._say(f"You are asked to a game by mail: {clean(post.title)}.")
        if post.waits.spares and not agree and not self._agrees():
            self._say("Nothing is sent. Ask the host for a table without --spare-letters.")
            return DONE
        hello = hello_at(file, post.waits, self.asks)
        is_alone = post.waits.guests == (post.seat,)
        share = opened_share(file, 0).share if is_alone else ""
        root = root_in(file) if post.waits.spares else ""
        self._send(Acceptance(token=post.token, seat=post.seat, hello=hello, share=share, root=root))
        return DONE

    def _agrees(self) -> bool:
        """Ask whether he agrees that letters are spared."""
        for line in SPARES:
            self.out.print(words(line, "yellow"))
        try:
            return read_line(self.out).strip().lower() in ("y", "yes")
        except Ended:
            return False

    def asked_for_share(self, post: Wanted, file: SeatFile) -> int:
        """Open a share of the dice, without asking anybody; the exit status.

        Raises:
            InputError: The host cheats, and no share is opened.
        """
        seat, token = post.seated.seat, post.token
        try:
            take_agreed(file, post.seated)
            share = first_share(file) if post.wanted is None else share_for(file, post.wanted)
        except InputError:
            self._send(Opened(token=token, seat=seat, share=None))
            raise
        self._say("The host has answered, and the dice behind it need your share.")
        self._send(Opened(token=token, seat=seat, share=share))
        return DONE

    def read(self, post: Letter, file: SeatFile) -> int:
        """Read what has happened, and answer what is asked; the exit status.

        Raises:
            InputError: The letter does not follow those before it.
        """
        known = [each for each in file.messages if isinstance(each, Turn)]
        place = Place(post.seated, AsksLetter(post), self.out, self.detail)
        for turn in known:
            place.take(turn)
        turn = post.turn
        if known and turn.number < known[-1].number:
            raise InputError("this letter is older than one that you have read")
        if turn.start > len(place.views):
            raise InputError("a letter before this one is missing: what happened first is not known")
        if known:
            place.recall_to(turn.start)
        else:
            place.show(head_lines(post.seated, place.width))
        place.take(turn)
        take_agreed(file, post.seated)
        if turn not in known:
            file.keep(turn)
            file.keep(post.looked)
        if turn.question is None:
            place.tell(turn)
            if post.revealed is not None:
                place.show(ending(place, post.revealed.given_up, post.revealed.void))
                write_revealed(post.revealed, file.path.with_suffix(".revealed"))
                self._say(f"To check that nobody cheated: bombsight verify {quoted(str(file.path))}")
            return DONE
        answered: Answered | None = next(
            (each for each in file.messages if isinstance(each, Answered) and each.number == turn.number), None
        )
        if answered is not None:
            self._say("You have answered this letter. Here is the same answer again.")
        else:
            try:
                answered = with_share(file, place.ask(turn))
            except GivenUp:
                file.keep(GiveUp())
                answered = None
            except (Left, Ended) as left:
                self._say("Left. The letter waits for your answer.")
                return status_after(left)
        seat = post.seated.seat
        self._send(Reply(token=post.token, seat=seat, have=len(place.views), answered=answered))
        return DONE

    # --- what both do

    def _send(self, post: Post) -> None:
        """Write a file that is to be sent, and say so."""
        path = write_post(post, self.folder)
        self.out.print(words("Send this file: ", "bold").append(clean(str(path))), soft_wrap=True)

    def _say(self, text: str) -> None:
        self.out.print(words(text, "dim"), soft_wrap=True)


def status_after(left: Left | Ended) -> int:
    """The exit status where somebody left."""
    return DONE if isinstance(left, Left) or left.stop is None else status_of(left.stop)


@define
class AsksLetter:
    """Whoever reads a letter asks nobody for more than stands in it."""

    post: Letter

    def looked(self) -> Looked:
        """How things stand."""
        return self.post.looked

    def odds(self) -> Odds:
        """Nothing: nobody is there to work them out.

        Raises:
            InputError: Always.
        """
        raise InputError("by mail no odds are told", "", "They are worked out where the game runs.")

    def why(self, event: int) -> Sequence[Led]:
        """Nothing, as with odds."""
        return ()


def mail(
    word: str,
    table: Callable[[], Table],
    rules: Rules,
    *,
    folder: Path,
    save: Path | None,
    keep: Path | None,
    detail: Detail,
    asks: Level,
    agree: bool,
) -> int:
    """Do what is to be done with a file that came, with a table's save, or for a new game; the exit status.

    Args:
        word: The file, or the game.
        table: Opens a table for a new game.
        rules: Where games and house rules lie.
        folder: Where files are written that are to be sent.
        save: The table that an answer belongs to; None where it is looked for.
        keep: The file of the seat of whoever is written to; None for one in the user's data folder.
        detail: How much of a story is told.
        asks: How much is asked.
        agree: Whether whoever is invited agrees that letters are spared, without being asked.

    Raises:
        InputError: The file is none that can be used, or does not belong here.
        WrongRules: The rules have errors.
    """
    at = Mail(folder, rules, detail, asks, console())
    path = Path(word)
    if not path.is_file():
        return at.invite(table().game)
    if table_file(path).exists():
        return at.host(path, None)
    match read_post(path):
        case (Acceptance() | Reply() | Opened()) as post:
            return at.host(save or save_for(post, folder), post)
        case (Invitation() | Letter() | Wanted()) as post:
            file = SeatFile.open(keep or saves_folder() / f"table-{post.token[:TOKEN_DIGITS]}.seat")
            try:
                match post:
                    case Invitation():
                        return at.invited(post, file, agree=agree)
                    case Letter():
                        return structured(lambda: at.read(post, file), "what this letter tells makes no sense", word)
                    case Wanted():
                        return at.asked_for_share(post, file)
                    case _:
                        assert_never(post)
            finally:
                file.close()
        case never:
            assert_never(never)
