"""``bombsight mail``: a game for two by files that are sent; the file says what is to be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import define
from rich.console import Console

from bombsight.boundary.documents import structured
from bombsight.boundary.errors import InputError
from bombsight.cli.failure import DONE
from bombsight.cli.play.asking import Ended
from bombsight.cli.play.narrating import Left
from bombsight.cli.seats.at_table import head_lines
from bombsight.cli.seats.one_keyboard import AsksHere, ending
from bombsight.cli.seats.place import GivenUp, Place
from bombsight.cli.terminal.quoting import quoted
from bombsight.cli.terminal.screen import clean, console, words
from bombsight.cli.terminal.signals import status_of
from bombsight.runtime.saved import read_save
from bombsight.service.derivations import Led
from bombsight.service.odds import Odds
from bombsight.service.opening import table_file
from bombsight.service.requests import Rules
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.commitments import new_share
from bombsight.service.seats.kept import kept, note_given_up
from bombsight.service.seats.letters import (
    Acceptance,
    Invitation,
    Letter,
    Post,
    Reply,
    accept,
    invitations,
    letter,
    read_post,
    save_for,
    take_in,
    told,
    write_post,
)
from bombsight.service.seats.messages import Answered, Hello, Looked, Turn, Waits
from bombsight.service.seats.opening import Table, arbiter_at, begin_table
from bombsight.service.seats.record import SeatFile, write_revealed
from bombsight.service.standing import Level
from bombsight.service.story import Detail
from bombsight.service.user_folders import saves_folder

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

    def invite(self, save: Path) -> int:
        """Ask the others to a table; the exit status."""
        title = read_save(str(save)).header.title
        for invitation in invitations(kept(save), title):
            self._send(invitation)
        self._say(f"When an answer is back: bombsight mail FILE. The game is kept in {save}")
        return DONE

    def accepted(self, post: Acceptance, save: Path | None) -> int:
        """Somebody will play: the game begins where he is the last to say so; the exit status.

        Raises:
            InputError: He belongs to no table here.
        """
        save = save or save_for(post, self.folder)
        if not accept(save, post):
            self._say("Others have not answered yet.")
            return DONE
        if not kept(save).has_begun:
            begin_table(save, kept(save).shares)
        return self.go_on(save, None)

    def go_on(self, save: Path | None, reply: Reply | None) -> int:
        """Take an answer in, play the own turns, and write to who is to answer; the exit status.

        Raises:
            InputError: The answer belongs to no table here, or is not to what is open.
        """
        if save is None:
            assert reply is not None
            save = save_for(reply, self.folder)
        if not kept(save).has_begun:
            return self.invite(save)
        arbiter = arbiter_at(save, self.rules)
        try:
            for seat in arbiter.seats:
                arbiter.ask(seat.name, self.asks)
            if reply is not None:
                take_in(arbiter, save, reply)
            self._own_turns(arbiter, save)
            table = kept(save)
            for name in [arbiter.turn] if arbiter.turn else table.tokens:
                self._send(letter(arbiter, table, name))
        except (Left, Ended) as left:
            self._say(f"Left. To go on: bombsight mail {quoted(str(save))}")
            return status_after(left)
        finally:
            arbiter.play.close()
        return DONE

    def _own_turns(self, arbiter: Arbiter, save: Path) -> None:
        """Have the host answer what is his to answer, and tell him what has happened.

        Raises:
            Left: He leaves before.
            Ended: There is nothing more to read.
        """
        own = kept(save).own
        if not own:
            return
        place = Place(arbiter.seated(own), AsksHere(arbiter, own), self.out, self.detail)
        turn = arbiter.told(own)
        place.take(turn)
        have = kept(save).have.get(own, 0)
        if have:
            place.recall_to(have)
        else:
            place.show(head_lines(place.seated, place.width))
        while arbiter.turn == own:
            turn = arbiter.told(own, len(place.views))
            place.take(turn)
            try:
                arbiter.answer(own, place.ask(turn))
            except GivenUp:
                arbiter.give_up(own)
                note_given_up(save, own)
        turn = arbiter.told(own, len(place.views))
        place.take(turn)
        place.tell(turn)
        place.show(ending(place, arbiter.given_up))
        told(save, kept(save), own, len(place.views))

    # --- whoever is written to

    def invited(self, post: Invitation, file: SeatFile) -> int:
        """Somebody is asked to a table: he answers that he comes; the exit status."""
        before = file.last(Hello)
        hello = before or Hello(share=new_share())
        file.keep(Waits(seal=post.seal))
        file.keep(hello)
        self._say(f"You are asked to a game by mail: {post.title}.")
        self._send(Acceptance(token=post.token, seat=post.seat, share=hello.share))
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
        file.keep(post.seated)
        if turn not in known:
            file.keep(turn)
        if turn.question is None:
            place.tell(turn)
            if post.revealed is not None:
                place.show(ending(place, post.revealed.given_up))
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
                answered = place.ask(turn)
                file.keep(answered)
            except GivenUp:
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

    Raises:
        InputError: The file is none that can be used, or does not belong here.
        WrongRules: The rules have errors.
    """
    at = Mail(folder, rules, detail, asks, console())
    path = Path(word)
    if not path.is_file():
        return at.invite(table().save)
    if table_file(path).exists():
        return at.go_on(path, None)
    match read_post(path):
        case Acceptance() as post:
            return at.accepted(post, save)
        case Reply() as post:
            return at.go_on(save, post)
        case (Invitation() | Letter()) as post:
            file = SeatFile.open(keep or saves_folder() / f"table-{post.token[:TOKEN_DIGITS]}.seat")
            try:
                if isinstance(post, Invitation):
                    return at.invited(post, file)
                return structured(lambda: at.read(post, file), "what this letter tells makes no sense", word)
            finally:
                file.close()
