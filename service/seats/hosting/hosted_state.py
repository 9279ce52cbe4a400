"""The state of a hosted game: the table's record on the disk, the arbiter, and what follows from both."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.flat.program import Program
from bombsight.runtime.saves.lines import header_line
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Header
from bombsight.service.games.requests import Rules
from bombsight.service.play.standing_orders import Level
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.hosting.table_record import MailAcceptance, read_table, write_table
from bombsight.service.seats.protocol.commitments import is_share, previous_share
from bombsight.service.seats.protocol.host_messages import Revealed, ShareWanted
from bombsight.service.seats.protocol.moves import Pending
from bombsight.service.seats.protocol.revealed_save import render_save_line, render_save_lines, strip_machine_data
from bombsight.service.seats.protocol.seat_messages import Hello
from bombsight.service.seats.protocol.seating import make_seated_message
from bombsight.service.seats.protocol.terms import Seated, Waits


class HostedState:
    """A two-player game on its host's machine, as it stands.

    Attributes:
        save: The path of the save; the table's record lies beside it.
        rules: Where games and house rules lie.
        arbiter: The arbiter; None until the game has begun.
        table: The table's record.
    """

    def __init__(self, save: Path, rules: Rules) -> None:
        """Load the record of a table, given by the path of its save.

        Raises:
            InputError: It cannot be read, or the table is played with a larger limit.
        """
        self.save = save
        self.rules = rules
        self.arbiter: Arbiter | None = None
        self.table = read_table(save)
        if rules.limit < self.table.limit:
            hint = f"Say it again: --limit {self.table.limit}. With less, the game might end here, for both."
            raise InputError(f"this table is played with --limit {self.table.limit}", str(save), hint)
        if rules.limit > self.table.limit:
            self.update_table(limit=rules.limit)
        self._program: Program | None = None

    def update_table(self, **changes: Any) -> None:
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
        return ShareWanted(move=self.move_number, committed=self._commit_answer(pending))

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
    def move_number(self) -> int:
        """The number of the next move, or of the one in progress."""
        return len(self.table.moves) + self.table.has_begun

    def _commit_answer(self, pending: Pending) -> str:
        """Compute the commitment (hash) to an answer whose dice are not settled."""
        assert pending.answered is not None
        number, names, together = pending.answered.number, pending.answered.names, pending.answered.together
        return self.table.secret.commit_answer(self.move_number, pending.seat, number, names, together=together)

    # --- what is recorded

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
        self.update_table(accepted={**table.accepted, seat: accepted}, roots=roots)

    def store_received_count(self, seat: str, received_count: int) -> None:
        """Record the number of events that a seat has received by mail."""
        self.update_table(have={**self.table.have, seat: received_count})

    def settle_terms(self, anchors: Mapping[str, str], asks: Level) -> None:
        """Record the guests' commitments and the host's level of asking, unless settled already."""
        if not self.has_agreed:
            self.update_table(anchors=dict(anchors), asks=asks, pending=Pending(seat="", answered=None, shares={}))

    def fits_commitment(self, seat: str, share: str) -> bool:
        """Whether a guest's share of the open move is the one that he has committed himself to."""
        table = self.table
        return is_share(share) and previous_share(share) == table.shares.get(seat, table.anchors[seat])

    def store_turn(self) -> None:
        """Record whose turn it is, if that has changed, so that a list of tables need not play the game again."""
        if self.arbiter is not None and self.table.turn != self.arbiter.seat_to_act:
            self.update_table(turn=self.arbiter.seat_to_act)

    def void_game(self, seat: str) -> None:
        """Mark the game as void through the fault of a seat."""
        self.update_table(void=seat)
        if self.arbiter is not None:
            self.arbiter.void = seat


def program_of_save(header: Header, save: Path, rules: Rules) -> Program:
    """Load the program that a save was played with.

    Raises:
        InputError: Its rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    return rules_of_save(header, str(save), rules.folders, house=rules.house, limit=rules.limit).program
