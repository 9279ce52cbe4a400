"""A person at a table that others come to: he hears what is told, answers what he is asked, and waits for them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Sequence
from queue import Empty, SimpleQueue
from typing import Protocol, TypeVar, assert_never

from attrs import define, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.asking import Ended
from bombsight.cli.play.narrating import WIDEST, Left
from bombsight.cli.seats.one_keyboard import ending
from bombsight.cli.seats.place import GivenUp, Place
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import show_error, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.play.answer_odds import Odds
from bombsight.service.present.documents import Refused
from bombsight.service.present.introduction import introduce_rules
from bombsight.service.present.story import Detail
from bombsight.service.present.why import Led
from bombsight.service.seats.messages import (
    Awaited,
    GiveUp,
    Look,
    Looked,
    Reasons,
    Revealed,
    Said,
    Seated,
    ShareWanted,
    There,
    Told,
    Turn,
    Waits,
    Weigh,
    Why,
)
from bombsight.service.seats.notices import Lost, Notice
from bombsight.service.seats.seating import WITH_SEED

SOON = 0.4
"""Seconds after which it is said what is waited for."""

PATIENCE = 15.0
"""Seconds in which what was asked for is told."""

RULES_DIGITS = 12
"""How many digits of the rules' hash are shown."""

UNPROTECTED = (
    "The line between you is not encrypted: whoever sits on its way can read and change what is told and answered. "
    "Where that matters, go through a tunnel (ssh -L) or a server with TLS (wss://...)."
)
"""Said at both ends of a line that others can read."""

A = TypeVar("A", Looked, Odds, Reasons)

Heard = Told | Lost | Notice | InputError
"""What is heard of a table: what is told, that the line is lost, what its host should know, why it is over for good."""


class Line(Protocol):
    """The way to the arbiter.

    Attributes:
        heard: What is heard, in order.
    """

    @property
    def heard(self) -> SimpleQueue[Heard]: ...  # noqa: D102 - said above

    def say(self, message: Said) -> None:
        """Say something."""


@define
class AtTable:
    """A person at a table.

    Attributes:
        line: The way to the arbiter.
        out: Where he reads.
        detail: How much of the story is told.
        known: What he was told before, when he sat here last.
        again: Whether he has sat here before.
        answered: The number of the last question that he answered, when he sat here last; -1 for none.
        stop: What asked the program to stop, or None.
        is_over: Whether the game came to its end.
        revealed: All that was hidden; None while the game goes on.
        place: His place; None before he was told what is played.
    """

    line: Line
    out: Console
    detail: Detail = "rolls"
    known: tuple[Turn, ...] = ()
    again: bool = False
    answered: int = -1
    stop: KeyboardInterrupt | None = None
    is_over: bool = False
    revealed: Revealed | None = None
    place: Place | None = None
    _turn: Turn | None = None
    _waits_for: str = ""
    _there: tuple[str, ...] = ()
    _is_lost: bool = False
    _kept: deque[Heard] = field(factory=deque)

    def sit(self) -> None:
        """Play to the end, or until he leaves.

        Raises:
            InputError: It is over for good.
        """
        try:
            while not self.is_over:
                self._hear(self._next())
        except Left:
            return
        except Ended as end:
            self.stop = end.stop

    # --- what may be asked for besides

    def looked(self) -> Looked:
        """How things stand.

        Raises:
            InputError: The table does not answer.
        """
        return self._asked(Look(), Looked)

    def odds(self) -> Odds:
        """The odds of the open question.

        Raises:
            InputError: They are not told, or the table does not answer.
        """
        return self._asked(Weigh(), Odds)

    def why(self, event: int) -> Sequence[Led]:
        """What other throws would have led to.

        Raises:
            InputError: The table does not answer.
        """
        return self._asked(Why(event=event), Reasons).others

    def _asked(self, message: Said, kind: type[A]) -> A:
        """What is told when it is asked for; what else is heard meanwhile waits.

        Raises:
            InputError: It is refused, or the table does not answer.
        """
        self.line.say(message)
        until = time.monotonic() + PATIENCE
        while (left := until - time.monotonic()) > 0:
            try:
                heard = self.line.heard.get(timeout=left)
            except Empty:
                break
            match heard:
                case Refused():
                    raise InputError(heard.message, "", heard.hint)
                case Lost():
                    break
                case _ if isinstance(heard, kind):
                    return heard
                case _:  # the rest: is come to later
                    pass
            self._kept.append(heard)
        raise InputError("the table does not answer just now")

    # --- what is heard

    def _next(self) -> Heard:
        """What is heard next; what is waited for is said where it takes a while."""
        if self._kept:
            return self._kept.popleft()
        wait = SOON
        while True:
            try:
                return self.line.heard.get(timeout=wait)
            except Empty:
                wait = PATIENCE
                if self._waits_for:
                    self.out.print(words(self._waits_for, "dim"), soft_wrap=True)
                    self._waits_for = ""

    def _hear(self, heard: Heard) -> None:
        """Do what follows from what is heard.

        Raises:
            InputError: It is over for good.
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        match heard:
            case InputError():
                raise heard
            case Lost():
                if not self._is_lost:
                    self._is_lost = True
                    self._waits_for = "The table does not answer; it is tried again. Ctrl-C leaves."
            case Notice():
                self.out.print(words(heard.text, "yellow"), soft_wrap=True)
            case Waits():
                self._is_lost = False
                self._waits_for = "Waiting for the others to sit down."
            case Seated():
                self._sit_down(heard)
            case There():
                self._there = heard.seats
                self._wait_for_others()
            case Awaited():
                self._wait_for_shares(heard)
            case ShareWanted():
                pass  # his program opens it, and asks him nothing
            case Turn():
                self._take(heard)
            case Refused():
                show_error(InputError(heard.message, "", heard.hint))
                self.answered = -1
                if self._turn is not None:
                    self._take(self._turn)
            case Revealed():
                self.revealed, self.is_over = heard, True
                if self.place is not None:
                    self.place.show(ending(self.place, heard.given_up, heard.void))
            case Looked() | Odds() | Reasons():
                pass  # an answer for which nobody waits any more
            case Lost():
                pass  # it was told when the table did not answer first
            case _:
                assert_never(heard)

    def _sit_down(self, seated: Seated) -> None:
        """Take a place, with what was told there before."""
        if self.place is not None:
            return
        self.place = Place(seated, self, self.out, self.detail)
        for turn in self.known:
            self.place.take(turn)
        if not self.again:
            self.place.show(head_lines(seated, min(self.out.width, WIDEST)))

    def _take(self, turn: Turn) -> None:
        """Tell what has happened, and answer what is asked.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        place = self.place
        if place is None:
            raise InputError("the table tells of a game before it has begun")
        place.take(turn)
        if self._turn is None and self.again:
            place.recall_to(turn.start or len(place.views))
        self._turn = turn
        if turn.question is not None and turn.number > self.answered:
            try:
                answered = place.ask(turn)
            except GivenUp:
                self.line.say(GiveUp())
                return
            self.answered = turn.number
            self.line.say(answered)
        elif turn.question is None:
            place.tell(turn)
            self._wait_for_others()

    def _wait_for_shares(self, awaited: Awaited) -> None:
        """Know what to say while the dice wait for shares of others."""
        if self.place is not None:
            who = " and ".join(map(self.place.title_of, awaited.seats))
            self._waits_for = f"The dice wait for {who}."

    def _wait_for_others(self) -> None:
        """Know what to say while another is to decide."""
        turn, place = self._turn, self.place
        if place is not None and turn is not None and turn.turn not in ("", place.seated.seat):
            does = "decides" if turn.turn in self._there else "is to decide, and is not at the table just now"
            self._waits_for = f"{place.title_of(turn.turn)} {does}."


def dice_known(seated: Seated) -> str | None:
    """What the host can know of dice to come, in a sentence; None where it is nothing."""
    if seated.protocol == WITH_SEED:
        return "This table was begun by an older version: its host can know the dice to come, and could choose them."
    if seated.seed is not None:
        return f"The dice are those of seed {seated.seed}, which the host named: he can know them before they fall."
    if seated.spares:
        return "Letters are spared by agreement: the host can know the dice before he answers."
    return None


def head_lines(seated: Seated, width: int) -> Iterable[Text]:
    """What is played, and who sits here."""
    title = next((seat.title for seat in seated.seats if seat.name == seated.seat), seated.seat)
    yield words(seated.title, "bold")
    parts = ["campaign" if seated.entry == "career" else " ".join(("mission", *map(str, seated.args)))]
    in_force = seated.in_force or seated.overlays
    yield from wrapped(words("; ".join((*parts, *in_force, f"rules {seated.rules[:RULES_DIGITS]}")), "dim"), 0, width)
    if (known := dice_known(seated)) is not None:
        yield from wrapped(words(known, "yellow"), 0, width)
    yield from draw_lines(introduce_rules(seated.about), width)
    yield Text()
    yield words(f"You are {title}. At a question type a number or words; help lists what else.", "dim")
