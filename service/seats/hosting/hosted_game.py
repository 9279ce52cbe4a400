"""The host's side of a two-player game: its terms, its arbiter, and the players' shares of the dice.

A move is one answer of a seat, or several that it gave together. It is fixed first, on the disk; then the guests open
their shares for it, and the host's secret and the shares give a new seed for the dice behind it. So nobody knows dice
before the answer that they follow stands, and nobody can take the answer back afterwards. Messages are on the disk
before they are sent: a host who is killed continues with the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.flat.program import Program
from bombsight.runtime.saves.lines import header_line
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer, Header
from bombsight.runtime.session.session import Session
from bombsight.service.common.files import overwrite_private_text
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import resume_game
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.seats.arbiter.answer_records import take_back_records
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.arbiter.arbiter_state import Progress
from bombsight.service.seats.hosting.table_record import MailAcceptance, check_table, read_table, write_table
from bombsight.service.seats.protocol.commitments import is_share, previous_share, share_of
from bombsight.service.seats.protocol.host_messages import Revealed, ShareWanted
from bombsight.service.seats.protocol.moves import Move, Pending
from bombsight.service.seats.protocol.name_messages import Rename
from bombsight.service.seats.protocol.revealed_save import (
    render_record_lines,
    render_save_line,
    render_save_lines,
    strip_machine_data,
)
from bombsight.service.seats.protocol.seat_messages import Answered, Hello, Share, ShareRefused, Thrown
from bombsight.service.seats.protocol.seating import WITH_SEED, WITH_SHARES, make_seated_message
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import OpenUndo, Undo, UndoAsked, UndoReply, last_undone
from bombsight.service.seats.visibility.seats import seats_of


class HostedGame:
    """A two-player game on its host's machine.

    Attributes:
        save: The path of the save; the table's record lies beside it.
        rules: Where games and house rules lie.
        arbiter: The arbiter; None until the game has begun.
    """

    def __init__(self, save: Path, rules: Rules) -> None:
        """Load a game from its save and its table record.

        Raises:
            InputError: Its files cannot be read or are in use, or its rules cannot be found.
            WrongRules: The rules have errors, or cannot be read.
        """
        self.save = save
        self.rules = rules
        self.arbiter: Arbiter | None = None
        self.table = read_table(save)
        if rules.limit < self.table.limit:
            hint = f"Say it again: --limit {self.table.limit}. With less, the game might end here, for both."
            raise InputError(f"this table is played with --limit {self.table.limit}", str(save), hint)
        if rules.limit > self.table.limit:
            self._update_table(limit=rules.limit)
        self._program: Program | None = None
        if not self.table.has_begun:
            self._program = program_of_save(read_save(str(save)).header, save, rules)
            check_table(self.table, seats_of(self._program), save)
        if self.table.protocol == WITH_SEED and not self.table.has_begun:
            self._update_table(protocol=WITH_SHARES, shares={})  # the older terms are not in use yet
        if self.table.has_begun:
            self._resume_game()
            self.advance()
            if self.arbiter is not None:
                self._take_back_if_agreed()

    def _update_table(self, **changes: Any) -> None:
        """Set fields of the table's record on disk; it is read again first, to keep changes by other processes."""
        self.table = evolve(read_table(self.save), **changes)
        write_table(self.table, self.save)

    # --- queries

    @property
    def waits_message(self) -> Waits:
        """Build the message that tells guests that the game has not begun."""
        table = self.table
        return Waits(
            seal=table.secret.seal,
            protocol=table.protocol,
            guests=table.guests,
            spares=table.spares and bool(table.guests),
            dice=table.dice,
        )

    @property
    def has_agreed(self) -> bool:
        """Whether all guests have committed to their shares of the dice seed, and the terms are recorded."""
        return self.table.has_begun or self.table.pending is not None

    def make_seated(self, seat: str) -> Seated:
        """Build the message that describes the game to a seat, after the terms are settled.

        Raises:
            InputError: The rules cannot be found.
            WrongRules: They have errors, or cannot be read.
        """
        if self.arbiter is not None:
            return self.arbiter.make_seated(seat)
        header = read_save(str(self.save)).header
        if self._program is None:
            self._program = program_of_save(header, self.save, self.rules)
        return make_seated_message(self._program, header, self.table.terms, self.table.secret.seal, seat)

    @property
    def awaited_seats(self) -> tuple[str, ...]:
        """The seats whose shares of the next dice seed have not arrived; empty for none."""
        pending = self.table.pending
        if pending is None or self.is_over:
            return ()
        return tuple(seat for seat in self.table.guests if seat not in pending.shares)

    @property
    def share_wanted(self) -> ShareWanted | None:
        """The message that requests shares of the dice seed behind a fixed answer; None if no answer is fixed."""
        pending = self.table.pending
        if pending is None or pending.answered is None:
            return None
        return ShareWanted(move=self._move_number, committed=self._commit_answer(pending))

    @property
    def is_over(self) -> bool:
        """Whether the game accepts no more answers."""
        if self.table.void or self.table.given_up:
            return True
        return self.arbiter is not None and self.table.pending is None and self.arbiter.is_over

    def make_revealed(self) -> Revealed:
        """Build the message that reveals all hidden information at the end.

        Raises:
            InputError: The game goes on.
        """
        table = self.table
        if not self.is_over:
            raise InputError("nothing is revealed while the game goes on")
        if self.arbiter is not None:
            save = tuple(render_save_lines(self.arbiter.play.session))
        else:
            save = (render_save_line(header_line(strip_machine_data(read_save(str(self.save)).header))),)
        return Revealed(
            key=table.key,
            shares=table.shares,
            given_up=table.given_up,
            save=save,
            moves=table.moves,
            pending=table.pending,
            void=table.void,
            undos=table.undos,
            renames=() if self.arbiter is None else tuple(self.arbiter.play.session.renames),
        )

    # --- the beginning

    def store_acceptance(self, seat: str, hello: Hello, share: str, root: str) -> None:
        """Record a guest's acceptance by mail; a later one replaces it until the terms are settled.

        Args:
            seat: The seat of the guest.
            hello: His greeting, with his commitment.
            share: His share of the beginning; empty if he has not opened it.
            root: The root of his chain of shares; empty if he keeps it secret.
        """
        table = self.table
        accepted = MailAcceptance(anchor=hello.anchor, share=share, asks=hello.asks)
        roots = {name: known for name, known in {**table.roots, seat: root}.items() if known}
        self._update_table(accepted={**table.accepted, seat: accepted}, roots=roots)

    def store_received_count(self, seat: str, received_count: int) -> None:
        """Record the number of events that a seat has received by mail."""
        self._update_table(have={**self.table.have, seat: received_count})

    def settle_terms(self, anchors: Mapping[str, str], asks: Level) -> None:
        """Record the guests' commitments and the host's level of asking, unless settled already."""
        if not self.has_agreed:
            self._update_table(anchors=dict(anchors), asks=asks, pending=Pending(seat="", answered=None, shares={}))

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
        self._store_turn()

    def _begin_game(self) -> None:
        """Derive the seed of the first dice and mark the game as begun."""
        table = self.table
        if not table.is_seed_named:
            shares = table.pending.shares if table.pending is not None else {}
            header = evolve(read_save(str(self.save)).header, seed=table.secret.derive_move_seed(0, shares))
            overwrite_private_text(self.save, render_save_line(header_line(header)) + "\n")
            self._update_table(shares=dict(shares), pending=None, has_begun=True)
        else:
            self._update_table(pending=None, has_begun=True)

    def _resume_game(self) -> None:
        """Load the game that has begun, and create its arbiter."""
        table = self.table
        play = resume_game(self.save, self.rules.folders, house=self.rules.house, limit=self.rules.limit)
        try:
            check_table(table, seats_of(play.session.program), self.save)
            self._carry_out_undo(play)
            self._check_moves(play.session)
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

    def _carry_out_undo(self, play: Play) -> None:
        """Take back in the save what the table's record says, if the host was killed before it was done.

        Raises:
            InputError: The game cannot go on.
        """
        table = self.table
        if table.carried_out == len(table.undos):
            return
        undo = table.undos[-1]
        # Nobody could answer meanwhile: either all of it is still there, or nothing but automatic answers.
        if render_record_lines(play.session.records[undo.kept :]) == undo.removed:
            take_back_records(play, undo.kept)
        self._update_table(carried_out=len(table.undos))

    def _check_moves(self, session: Session) -> None:
        """Raise unless the save holds exactly the moves of the table's record, and at most the fixed answer besides.

        Raises:
            InputError: It does not.
        """
        table = self.table
        if not table.guests:
            return  # no moves are counted
        made_count, is_fixed = (
            len(move_answer_indices(session)),
            table.pending is not None and table.pending.answered is not None,
        )
        if made_count - len(table.standing_moves) not in ((0, 1) if is_fixed else (0,)):
            hint = "One of the two files was put back to how it was before."
            raise InputError("this save does not hold the moves that are kept of its table", str(self.save), hint)

    def change_level(self, seat: str, level: Level) -> None:
        """Set the level of asking of a seat (which questions it answers itself); the host's own stays as settled.

        While the dice of a fixed answer wait for shares, the open question is not answered automatically.
        """
        table, arbiter = self.table, self.running_arbiter
        settled = table.asks if seat == table.own and table.has_settled_host_level else level
        if table.pending is None:
            arbiter.change_level(seat, settled)
            self._store_turn()
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
                self._update_table(asked_undo=None)
            arbiter.answer(seat, answered)
            self._store_turn()
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
        if seat in table.guests and answered.move != self._move_number:
            raise InputError(f"this would be move {self._move_number}, and not {answered.move}")
        if seat in table.guests and not answered.share:
            raise InputError("this answer comes without its share of the dice")
        fits = seat in table.guests and self._fits_commitment(seat, answered.share)
        # One write: a host who is killed behind an answer without its share would have to ask for it, as if it were
        # for another's answer.
        shares = {seat: answered.share} if fits else {}
        fixed = Pending(seat=seat, answered=unshared, asks=arbiter.level_of(seat), shares=shares)
        self._update_table(pending=fixed, asked_undo=None)
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
            self._update_table(asked_undo=None)

    def open_share(self, seat: str, share: Share) -> None:
        """Accept a share of the dice seed that a guest reveals; the last missing one applies the fixed answer.

        Raises:
            InputError: No share of his is awaited; or it breaks his commitment, and the game is void.
        """
        table = self.table
        pending = table.pending
        if pending is None or self.is_over or share.move != self._move_number or seat not in table.guests:
            if seat in table.guests and 0 <= share.move < self._move_number:
                return  # a duplicate
            raise InputError(f"no share of move {share.move} is awaited of this seat")
        if seat in pending.shares:
            return
        if not self._fits_commitment(seat, share.share):
            self._void_game(seat)
            hint = f"The game is void by {self.title_of(seat)}."
            raise InputError(f"the share of move {share.move} is another than was committed to", "", hint)
        self._update_table(pending=evolve(pending, shares={**pending.shares, seat: share.share}))
        self.advance()

    def _fits_commitment(self, seat: str, share: str) -> bool:
        """Whether a guest's share of the open move is the one that he has committed himself to."""
        table = self.table
        return is_share(share) and previous_share(share) == table.shares.get(seat, table.anchors[seat])

    def refuse_share(self, seat: str, refusal: ShareRefused) -> None:
        """Accept that a guest refuses to reveal a share of the dice seed: the game becomes void.

        Raises:
            InputError: No share of his is awaited.
        """
        if seat not in self.awaited_seats or refusal.move != self._move_number:
            raise InputError(f"no share of move {refusal.move} is awaited of this seat")
        self._void_game(seat)

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
        self._update_table(given_up=seat)
        if is_awaited:
            self._void_game(seat)

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
            self._update_table(have=have)
        return changed

    # --- undo

    def request_undo(self, seat: str) -> None:
        """Accept a seat's request to take back its last answer; do so at once if no other person sits at the table.

        Raises:
            InputError: It has given no answer, or nothing can be taken back now: nothing has changed.
        """
        table, arbiter = self.table, self.running_arbiter
        if self.is_over:
            raise InputError("the game is over, and nothing is taken back")
        if table.protocol == WITH_SEED:
            raise InputError("at a table that an older version began nothing is taken back")
        if table.pending is not None:
            raise InputError("an answer is given already, and stands", "", "Ask when its dice have fallen.")
        if table.asked_undo is not None:
            if table.asked_undo.seat == seat:
                return
            raise InputError(f"{self.title_of(table.asked_undo.seat)} has asked already to take back an answer")
        if arbiter.find_last_answer(seat) is None:
            raise InputError("you have given no answer that could be taken back")
        number = table.undo_requests + 1
        self._update_table(asked_undo=OpenUndo(number=number, seat=seat), undo_requests=number)
        self._take_back_if_agreed()

    def reply_to_undo(self, seat: str, reply: UndoReply) -> None:
        """Accept a seat's consent to the open request, or its refusal; the last consent takes back what was asked.

        A reply to an earlier request does nothing. The seat that asked withdraws the request by a refusal.
        """
        asked = self.table.asked_undo
        if asked is None or asked.number != reply.number or self.is_over or seat in asked.agreed:
            return
        if not reply.agrees:
            self._update_table(asked_undo=None)
        elif seat != asked.seat:
            self._update_table(asked_undo=evolve(asked, agreed=(*asked.agreed, seat)))
            self._take_back_if_agreed()

    def make_undo_asked(self, seat: str) -> UndoAsked | None:
        """Build the notice to a seat of the request that waits for consent; None if there is none, or it has agreed."""
        asked, arbiter = self.table.asked_undo, self.arbiter
        if asked is None or arbiter is None or self.is_over or seat in asked.agreed:
            return None
        kept = arbiter.find_last_answer(asked.seat)
        if kept is None:
            return None
        return UndoAsked(number=asked.number, seat=asked.seat, own_answers=arbiter.count_own_answers(seat, kept))

    def _take_back_if_agreed(self) -> None:
        """Take back what the open request asks for, if all other persons have agreed.

        It is on the disk before it has any effect: a host who is killed does it as he goes on.
        """
        table, arbiter, asked = self.table, self.running_arbiter, self.table.asked_undo
        if asked is None or not table.persons <= {asked.seat, *asked.agreed}:
            return
        kept = arbiter.find_last_answer(asked.seat)
        if kept is None:
            return
        records, moves = arbiter.play.session.records, table.standing_moves
        kept_moves = sum(isinstance(record, Answer) and record.seed is not None for record in records[:kept])
        undo = Undo(
            number=asked.number,
            asked_by=asked.seat,
            moves=len(table.moves),
            back_to=moves[kept_moves] if table.guests else 0,
            kept=kept,
            removed=render_record_lines(records[kept:]),
        )
        have = {seat: min(count, arbiter.count_events_before(seat, kept)) for seat, count in table.have.items()}
        self._update_table(undos=(*table.undos, undo), asked_undo=None, have=have)
        arbiter.take_back(kept, undo.number)
        self._update_table(carried_out=len(self.table.undos))

    @property
    def running_arbiter(self) -> Arbiter:
        """The arbiter (mediator) of a game that has begun.

        Raises:
            InputError: The game has not begun.
        """
        if self.arbiter is None:
            raise InputError("the game has not begun")
        return self.arbiter

    def title_of(self, seat: str) -> str:
        """Return the display name of a seat."""
        return self.arbiter.find_seat(seat).title if self.arbiter is not None else seat

    @property
    def _move_number(self) -> int:
        """The number of the next move, or of the one in progress."""
        return len(self.table.moves) + self.table.has_begun

    def _commit_answer(self, pending: Pending) -> str:
        """Compute the commitment (hash) to an answer whose dice are not settled."""
        assert pending.answered is not None
        number, names, together = pending.answered.number, pending.answered.names, pending.answered.together
        return self.table.secret.commit_answer(self._move_number, pending.seat, number, names, together=together)

    def _open_known_shares(self) -> None:
        """Add the guests' shares of the dice seed that the host can compute, from the secret roots he was given."""
        pending = self.table.pending
        if pending is not None:
            known_shares = {seat: share_of(root, self._move_number) for seat, root in self.table.roots.items()}
            if not known_shares.keys() <= pending.shares.keys():
                self._update_table(pending=evolve(pending, shares={**known_shares, **pending.shares}))

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
        arbiter.answer(pending.seat, pending.answered, table.secret.derive_move_seed(self._move_number, pending.shares))
        arbiter.set_level(pending.seat, level)
        moves = (*table.moves, Move(seat=pending.seat, answered=pending.answered, asks=pending.asks))
        self._update_table(moves=moves, shares=dict(pending.shares), pending=None)

    def _store_turn(self) -> None:
        """Record whose turn it is, if that has changed, so that a list of tables need not play the game again."""
        if self.arbiter is not None and self.table.turn != self.arbiter.seat_to_act:
            self._update_table(turn=self.arbiter.seat_to_act)

    def _void_game(self, seat: str) -> None:
        """Mark the game as void through the fault of a seat."""
        self._update_table(void=seat)
        if self.arbiter is not None:
            self.arbiter.void = seat


def move_answer_indices(session: Session) -> list[int]:
    """Return the index, among all answers, of the first answer of each move, where the dice get a new seed."""
    answers = (record for record in session.records if isinstance(record, Answer))
    return [place for place, answer in enumerate(answers) if answer.seed is not None]


def program_of_save(header: Header, save: Path, rules: Rules) -> Program:
    """Load the program that a save was played with.

    Raises:
        InputError: Its rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    return rules_of_save(header, str(save), rules.folders, house=rules.house, limit=rules.limit).program
