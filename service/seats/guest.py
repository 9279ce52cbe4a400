"""What a guest's program does of itself, by the seat's own file: it keeps what is told and said, and opens shares.

It has no line of its own: whoever holds one passes on what is heard, and sends what is returned.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.documents import Refused
from bombsight.service.seats.messages import (
    Answered,
    Awaited,
    GiveUp,
    Look,
    Looked,
    Reasons,
    Revealed,
    Said,
    Seated,
    ShareRefused,
    ShareWanted,
    There,
    Told,
    Turn,
    Waits,
    Weigh,
)
from bombsight.service.seats.own_shares import HOST_CHEATS, agree, first_share, hello_at, share_for, with_share
from bombsight.service.seats.record import SeatFile


class HostCheatsError(InputError):
    """The host has done what no honest host does.

    Attributes:
        reply: What he is told of it.
    """

    def __init__(self, error: InputError, reply: ShareRefused) -> None:
        super().__init__(error.message, error.place, error.hint)
        self.reply = reply


class Guest:
    """A guest's program.

    Attributes:
        file: The seat's own file.
        asks: How much the person is asked.
    """

    def __init__(self, file: SeatFile, asks: Level) -> None:
        self.file = file
        self.asks: Level = asks
        last = file.last(Turn)
        self._have = last.start + len(last.events) if last is not None else 0
        self._pending = answer_given(file)
        self._is_back = False
        self._asked: list[type] = []

    def say(self, message: Said) -> Said:
        """What is sent where the person says something; an answer is kept before, with its share of the dice.

        Raises:
            InputError: The host has had this share for another answer.
        """
        if isinstance(message, Answered):
            message = self._pending = with_share(self.file, message)
        elif isinstance(message, GiveUp):
            self.file.keep(message)
        elif isinstance(message, Look | Weigh):
            self._asked.append(Looked if isinstance(message, Look) else Odds)
        return message

    def hear(self, message: Told) -> Said | None:
        """Take what is told; what is replied without asking the person.

        Raises:
            HostCheatsError: A share is refused.
            InputError: The host tells something else than before.
        """
        match message:
            case Waits():
                self._is_back = self._pending is not None
                return evolve(hello_at(self.file, message, self.asks), have=self._have)
            case Seated():
                agree(self.file, message)
                return first_share(self.file) if self.file.last(Turn) is None else None
            case Turn():
                return self._take_turn(message)
            case ShareWanted():
                try:
                    return share_for(self.file, message)
                except InputError as error:
                    refused = ShareRefused(move=message.move, message=error.message)
                    raise HostCheatsError(error, refused) from error
            case Looked() | Odds():
                if type(message) in self._asked:  # else it is told unasked, to fill the file
                    self._asked.remove(type(message))
                    self.file.keep(message)
            case Refused():
                self._pending = None
            case There() | Reasons() | Revealed() | Awaited():
                pass  # for the person alone
            case _:
                assert_never(message)
        return None

    def _take_turn(self, turn: Turn) -> Answered | None:
        """Take a turn; an answer that did not arrive where the line broke is given again.

        Raises:
            InputError: It is one of before: the host has taken something back.
        """
        last = self.file.last(Turn)
        if last is not None and (turn.number, turn.moves) < (last.number, last.moves):
            raise InputError("the host has gone back to an earlier question", "", HOST_CHEATS)
        self.file.keep(turn)
        self._have = turn.start + len(turn.events)
        pending, is_back = self._pending, self._is_back
        self._is_back = False
        if pending is not None and turn.number > pending.number:
            self._pending = None
        return pending if pending is not None and pending.number == turn.number and is_back else None


def answer_given(file: SeatFile) -> Answered | None:
    """The answer to the open question that was given before the seat was left, and may not have arrived; else None."""
    turn, answered = file.last(Turn), file.last(Answered)
    return answered if turn is not None and answered is not None and answered.number == turn.number else None
