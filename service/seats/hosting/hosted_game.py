"""The host's side of a two-player game: its terms, its arbiter, and the players' shares of the dice.

A move is one answer of a seat, or several that it gave together. It is fixed first, on the disk; then the guests open
their shares for it, and the host's secret and the shares give a new seed for the dice behind it. So nobody knows dice
before the answer that they follow stands, and nobody can take the answer back afterwards. Messages are on the disk
before they are sent: a host who is killed continues with the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.lines import header_line
from bombsight.runtime.saves.reader import read_save
from bombsight.service.common.files import overwrite_private_text
from bombsight.service.games.requests import Rules
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import resume_game
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.arbiter.arbiter_state import Progress
from bombsight.service.seats.hosting.hosted_state import HostedState, program_of_save
from bombsight.service.seats.hosting.hosted_undos import (
    carry_out_undo,
    make_undo_asked,
    reply_to_undo,
    request_undo,
    take_back_if_agreed,
)
from bombsight.service.seats.hosting.table_record import check_moves, check_table, move_answer_indices
from bombsight.service.seats.protocol.commitments import share_of
from bombsight.service.seats.protocol.moves import Move, Pending
from bombsight.service.seats.protocol.name_messages import Rename
from bombsight.service.seats.protocol.revealed_save import render_save_line
from bombsight.service.seats.protocol.seat_messages import Answered, Share, ShareRefused, Thrown
from bombsight.service.seats.protocol.seating import WITH_SEED, WITH_SHARES
from bombsight.service.seats.protocol.undos import UndoAsked, UndoReply, last_undone
from bombsight.service.seats.visibility.seats import seats_of


class HostedGame(HostedState):
    """A two-player game on its host's machine: its beginning, its moves and their shares of the dice."""

    def __init__(self, save: Path, rules: Rules) -> None:
        """Load a game from its save and its table record.

        Raises:
            InputError: Its files cannot be read or are in use, or its rules cannot be found.
            WrongRules: The rules have errors, or cannot be read.
        """
        super().__init__(save, rules)
        if not self.table.has_begun:
            self._program = program_of_save(read_save(str(save)).header, save, rules)
            check_table(self.table, seats_of(self._program), save)
        if self.table.protocol == WITH_SEED and not self.table.has_begun:
            self.update_table(protocol=WITH_SHARES, shares={})  # the older terms are not in use yet
        if self.table.has_begun:
            self._resume_game()
            self.advance()
            if self.arbiter is not None:
                take_back_if_agreed(self)

    # --- the beginning

    def advance(self) -> None:
        """Begin the game, or apply the fixed answer, if no terms and no shares of the dice seed are missing.

        Raises:
            InputError: A file cannot be read or written, or the rules cannot be found.
            WrongRules: The rules have errors, or cannot be read.
        """
        if self.is_over or not self.has_agreed:
            return
        self._open_known_shares()
        if self.awaited_seats:
            return
        if not self.table.has_begun:
            self._begin_game()
        if self.arbiter is None:
            self._resume_game()
        self._make_move()
        self.store_turn()

    def _begin_game(self) -> None:
        """Derive the seed of the first dice and mark the game as begun."""
        table = self.table
        if not table.is_seed_named:
            shares = table.pending.shares if table.pending is not None else {}
            header = evolve(read_save(str(self.save)).header, seed=table.secret.derive_move_seed(0, shares))
            overwrite_private_text(self.save, render_save_line(header_line(header)) + "\n")
            self.update_table(shares=dict(shares), pending=None, has_begun=True)
        else:
            self.update_table(pending=None, has_begun=True)

    def _resume_game(self) -> None:
        """Load the game that has begun, and create its arbiter."""
        table = self.table
        play = resume_game(self.save, self.rules.folders, house=self.rules.house, limit=self.rules.limit)
        try:
            check_table(table, seats_of(play.session.program), self.save)
            carry_out_undo(self, play)
            check_moves(self.table, play.session, self.save)
            self.arbiter = Arbiter(
                play,
                table.secret,
                terms=table.terms,
                autos=frozenset(table.autos),
                progress=Progress(
                    moves=len(table.moves),
                    given_up=table.given_up,
                    void=table.void,
                    undone=last_undone(table.undos),
                    undo_count=len(table.undos),
                    kept=table.undos[-1].kept if table.undos else 0,
                ),
            )
        except InputError:
            play.close()
            raise

    def change_level(self, seat: str, level: Level) -> None:
        """Set the level of asking of a seat (which questions it answers itself); the host's own stays as settled.

        While the dice of a fixed answer wait for shares, the open question is not answered automatically.
        """
        table, arbiter = self.table, self.running_arbiter
        settled = table.asks if seat == table.own and table.has_settled_host_level else level
        if table.pending is None:
            arbiter.change_level(seat, settled)
            self.store_turn()
        else:
            arbiter.set_level(seat, settled)

    def close(self) -> None:
        """Close the game; every answer is already on disk."""
        if self.arbiter is not None:
            self.arbiter.play.close()

    # --- moves

    def answer(self, seat: str, answered: Answered) -> None:
        """Fix a seat's answer for good, and apply it as soon as no share of the dice seed is missing.

        An answer may be sent again: it counts once.

        Raises:
            InputError: It is not an answer to the open question, and nothing has changed; or it makes the game void.
        """
        arbiter, table = self.running_arbiter, self.table
        if not table.guests:
            arbiter.check_answer(seat, answered)
            if table.asked_undo is not None:
                self.update_table(asked_undo=None)
            arbiter.answer(seat, answered)
            self.store_turn()
            return
        unshared, pending = answered.without_share, table.pending
        if pending is not None and not self.is_over:
            if (pending.seat, pending.answered) == (seat, unshared):
                if seat in self.awaited_seats:  # an older version fixed an answer before its share, and was killed
                    self.open_share(seat, Share(move=answered.move, share=answered.share))
                return
            awaited_titles = ", ".join(arbiter.find_seat(each).title for each in self.awaited_seats)
            raise InputError("an answer is given already, and stands", "", f"Its dice wait for {awaited_titles}.")
        arbiter.check_answer(seat, unshared)
        if seat in table.guests and answered.move != self.move_number:
            raise InputError(f"this would be move {self.move_number}, and not {answered.move}")
        if seat in table.guests and not answered.share:
            raise InputError("this answer comes without its share of the dice")
        fits = seat in table.guests and self.fits_commitment(seat, answered.share)
        # One write: a host who is killed behind an answer without its share would have to ask for it, as if it were
        # for another's answer.
        shares = {seat: answered.share} if fits else {}
        fixed = Pending(seat=seat, answered=unshared, asks=arbiter.level_of(seat), shares=shares)
        self.update_table(pending=fixed, asked_undo=None)
        if seat in table.guests and not fits:
            self.open_share(seat, Share(move=answered.move, share=answered.share))  # voids the game
        self.advance()

    def throw(self, seat: str, thrown: Thrown) -> None:
        """Accept the faces of a player's own dice; they are on the disk before they have any effect.

        They may be sent again: they count once.

        Raises:
            InputError: No dice of his are awaited, or they cannot show that: nothing has changed.
        """
        arbiter = self.running_arbiter
        if arbiter.seat_to_throw != seat and thrown.number < arbiter.make_turn(seat).event_count:
            return  # a duplicate
        arbiter.throw(seat, thrown)
        if self.table.asked_undo is not None:
            self.update_table(asked_undo=None)
        self.store_turn()

    def open_share(self, seat: str, share: Share) -> None:
        """Accept a share of the dice seed that a guest reveals; the last missing one applies the fixed answer.

        Raises:
            InputError: No share of his is awaited; or it breaks his commitment, and the game is void.
        """
        table = self.table
        pending = table.pending
        if pending is None or self.is_over or share.move != self.move_number or seat not in table.guests:
            if seat in table.guests and 0 <= share.move < self.move_number:
                return  # a duplicate
            raise InputError(f"no share of move {share.move} is awaited of this seat")
        if seat in pending.shares:
            return
        if not self.fits_commitment(seat, share.share):
            self.void_game(seat)
            hint = f"The game is void by {self.title_of(seat)}."
            raise InputError(f"the share of move {share.move} is another than was committed to", "", hint)
        self.update_table(pending=evolve(pending, shares={**pending.shares, seat: share.share}))
        self.advance()

    def refuse_share(self, seat: str, refusal: ShareRefused) -> None:
        """Accept that a guest refuses to reveal a share of the dice seed: the game becomes void.

        Raises:
            InputError: No share of his is awaited.
        """
        if seat not in self.awaited_seats or refusal.move != self.move_number:
            raise InputError(f"no share of move {refusal.move} is awaited of this seat")
        self.void_game(seat)

    def give_up(self, seat: str) -> None:
        """End the game because a seat resigns; it is void if that seat's share is missing.

        Raises:
            InputError: The game is over already.
        """
        if self.is_over:
            raise InputError("the game is over already")
        is_awaited = seat in self.awaited_seats
        if self.arbiter is not None:
            self.arbiter.give_up(seat)
        self.update_table(given_up=seat)
        if is_awaited:
            self.void_game(seat)

    def rename(self, seat: str, rename: Rename) -> Mapping[str, int]:
        """Give a person or thing, which a seat may see, another name; the arguments are those of the arbiter.

        Returns:
            For each seat whose events read otherwise now: the number of those before the first that does.

        Raises:
            InputError: The seat sees no such thing, the name is invalid, or the game is over: nothing has changed.
        """
        if self.is_over:
            raise InputError("the game is over, and all keep their names")
        changed = self.running_arbiter.rename(seat, rename)
        have = {name: min(count, changed.get(name, count)) for name, count in self.table.have.items()}
        if have != dict(self.table.have):
            self.update_table(have=have)
        return changed

    # --- undo

    def request_undo(self, seat: str) -> None:
        """Accept a seat's request for an undo; see :func:`request_undo`.

        Raises:
            InputError: It has given no answer, or nothing can be taken back now: nothing has changed.
        """
        request_undo(self, seat)

    def reply_to_undo(self, seat: str, reply: UndoReply) -> None:
        """Accept a seat's consent to the open request, or its refusal; see :func:`reply_to_undo`."""
        reply_to_undo(self, seat, reply)

    def make_undo_asked(self, seat: str) -> UndoAsked | None:
        """Build the notice to a seat of the request that waits for consent; None if there is none, or it has agreed."""
        return make_undo_asked(self, seat)

    # --- shares and moves

    def _open_known_shares(self) -> None:
        """Add the guests' shares of the dice seed that the host can compute, from the secret roots he was given."""
        pending = self.table.pending
        if pending is not None:
            known_shares = {seat: share_of(root, self.move_number) for seat, root in self.table.roots.items()}
            if not known_shares.keys() <= pending.shares.keys():
                self.update_table(pending=evolve(pending, shares={**known_shares, **pending.shares}))

    def _make_move(self) -> None:
        """Apply the fixed answer, with the dice seed derived from the shares."""
        table, arbiter = self.table, self.running_arbiter
        pending = table.pending
        if pending is None or pending.answered is None:
            return
        move_indices = move_answer_indices(arbiter.play.session)
        if len(move_indices) > len(table.standing_moves):
            # The host was killed during this move: repeat it as a whole, with the same dice.
            arbiter.play.undo(arbiter.answer_count - move_indices[-1])
        arbiter.moves = len(table.moves)
        level = arbiter.level_of(pending.seat)
        arbiter.set_level(pending.seat, pending.asks)
        arbiter.answer(pending.seat, pending.answered, table.secret.derive_move_seed(self.move_number, pending.shares))
        arbiter.set_level(pending.seat, level)
        moves = (*table.moves, Move(seat=pending.seat, answered=pending.answered, asks=pending.asks))
        self.update_table(moves=moves, shares=dict(pending.shares), pending=None)
