"""Two people at one keyboard: where a game hides anything, the screen is covered and cleared as it is handed over."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.asking import Ended, forget_typed, read_line
from bombsight.cli.play.narrating import Left
from bombsight.cli.seats.place import GivenUp, Place
from bombsight.cli.terminal.screen import show_error, words
from bombsight.runtime.visibility.visibility import hides
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.story import Detail
from bombsight.service.present.why import Led
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.messages import Looked


@frozen
class AsksHere:
    """The arbiter sits at the same table."""

    arbiter: Arbiter
    seat: str

    def looked(self) -> Looked:
        """How things stand."""
        return self.arbiter.looked(self.seat)

    def odds(self) -> Odds:
        """The odds of the open question."""
        return self.arbiter.odds(self.seat)

    def why(self, event: int) -> Sequence[Led]:
        """What other throws would have led to."""
        return self.arbiter.why(self.seat, event).others


def ending(place: Place, given_up: str, void: str = "") -> list[Text]:
    """What is said besides the outcome where a game is over.

    Args:
        place: Of whom it is told.
        given_up: Who gave the game up; empty where nobody did.
        void: The seat by whose share of the dice it is void; empty where it is not.
    """
    if void:
        who = "you" if void == place.seated.seat else place.title_of(void)
        return [Text(), words(f"The game is void by {who}: no share of the dice, or a wrong one.", "yellow")]
    if not given_up:
        return []
    who = "You" if given_up == place.seated.seat else place.title_of(given_up)
    return [Text(), words(f"{who} gave the game up.", "yellow")]


class OneKeyboard:
    """A table whose seats share a keyboard.

    Attributes:
        arbiter: Between those who play.
        out: Where they read.
        stop: What asked the program to stop, or None.
        is_over: Whether the game came to its end.
        is_open: Whether the game hides nothing: then all look at one screen, and what stands there is not told again.
        places: Who sits there, by seat.
    """

    def __init__(self, arbiter: Arbiter, out: Console, detail: Detail, asks: Level) -> None:
        self.arbiter = arbiter
        self.out = out
        self.stop: KeyboardInterrupt | None = None
        self.is_over = False
        self.is_open = not hides(arbiter.play.session.program)
        for seat in arbiter.seats:
            arbiter.ask(seat.name, asks)
        people = [seat.name for seat in arbiter.seats if seat.name not in arbiter.autos]
        self.places = {seat: Place(arbiter.seated(seat), AsksHere(arbiter, seat), out, detail) for seat in people}

    def sit(self) -> None:
        """Play to the end, or until somebody leaves."""
        at = ""
        try:
            while seat := self.arbiter.turn:
                at = self._hand_over(at, seat)
                self._move(self.places[seat])
            self.is_over = True
            seats = sorted(self.places, key=lambda seat: seat != at)
            for seat in seats[:1] if self.is_open else seats:
                at = self._hand_over(at, seat)
                place = self.places[seat]
                turn = self.arbiter.told(seat, len(place.views))
                place.take(turn)
                place.tell(turn)
                place.show(ending(place, self.arbiter.given_up))
        except Left:
            return
        except Ended as end:
            self.stop = end.stop

    def rest(self) -> None:
        """Nothing is told where the game was left: whoever sits there last has seen what is his to see."""

    def _hand_over(self, at: str, seat: str) -> str:
        """Cover the screen where another is to see it; whose it is from here on.

        Raises:
            Ended: There is nothing more to read.
        """
        if at == seat or len(self.places) < 2:
            return seat
        place = self.places[seat]
        if self.is_open:
            if at:
                place.follow(self.places[at])
            self.out.print()
            self.out.print(words(f"{place.title_of(seat)}:", "bold yellow"))
            return seat
        if at:
            self._clear()
            forget_typed()
        else:
            self.out.print()
        self.out.print(words(f"Pass to {place.title_of(seat)}.", "bold yellow").append("  Enter uncovers", "dim"))
        read_line(self.out)
        if at:
            self._clear()
            forget_typed()
        return seat

    def _clear(self) -> None:
        """Leave nothing on the screen, nor above it, where that can be done."""
        if self.out.is_terminal and not self.out.is_dumb_terminal:
            self.out.file.write("\x1b[3J")
        self.out.clear()

    def _move(self, place: Place) -> None:
        """Have somebody answer his question.

        Raises:
            Left: He leaves.
            Ended: There is nothing more to read.
        """
        seat = place.seated.seat
        turn = self.arbiter.told(seat, len(place.views))
        place.take(turn)
        try:
            self.arbiter.answer(seat, place.ask(turn))
        except GivenUp:
            self.arbiter.give_up(seat)
        except InputError as error:
            if self.arbiter.play.is_stuck:
                raise
            show_error(error)
