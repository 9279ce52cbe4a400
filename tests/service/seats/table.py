"""A table of two, with a game for two."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from bombsight.runtime.run.policies import Question
from bombsight.service.common.document import Document
from bombsight.service.games.requests import Rules
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.guest.guest import GuestClient as GuestProgram
from bombsight.service.seats.guest.guest import HostCheatsError, pending_answer
from bombsight.service.seats.guest.seat_file import SeatFile
from bombsight.service.seats.hosting.hosted_table import HostedTable, open_table
from bombsight.service.seats.hosting.lobby import Lobby
from bombsight.service.seats.hosting.seat_connection import Goodbye
from bombsight.service.seats.protocol.codec import decode_host_message, decode_seat_message, encode_message
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.seat_messages import Answered, Hello, SeatMessage
from tests.narrowing import unwrap

T = TypeVar("T")

COVE = Path(__file__).parent / "cove"

RULES = Rules(folders=(COVE.parent,))


class Person:
    """Somebody at a table, with a line that is but a queue: whoever hosts it, or a guest with his program and file.

    Attributes:
        seat: His seat.
        heard: All that he was told.
        file: His file, which the host has not.
        program: What replies for him, which the host has not.
        given: The number of the last question that he answered.
    """

    def __init__(self, hall: Lobby, seat: str, path: Path | None = None, asks: Level = "all") -> None:
        """Come to the table."""
        self.hall, self.seat, self.asks = hall, seat, asks
        self.heard: list[object] = []
        self.given = -1
        self._file = None if path is None else SeatFile.open(path)
        self._program = None if self._file is None else GuestProgram(self._file, asks)
        self.inbox: deque[Document | Goodbye] = deque()
        self.put = self.inbox.append
        hall.connect(seat, self.put)
        if self._file is None:
            self.say(Hello(asks=asks))
        elif (answered := pending_answer(self._file)) is not None:
            self.given = answered.number

    @property
    def file(self) -> SeatFile:
        return unwrap(self._file)

    @property
    def program(self) -> GuestProgram:
        return unwrap(self._program)

    def say(self, message: SeatMessage) -> None:
        """Say something, as it goes over a line."""
        if self._program is not None:
            message = self.program.prepare_message(message)
        self.send(message)

    def send(self, message: SeatMessage) -> None:
        """Send something as it is."""
        self.hall.handle_message(self.seat, self.put, decode_seat_message(encode_message(message)))

    def hear(self) -> bool:
        """Take the next that he is told, and reply what his program replies; whether there was anything."""
        if not self.inbox:
            return False
        message = self.inbox.popleft()
        if isinstance(message, Goodbye):
            return True
        told = decode_host_message(encode_message(message))
        last = self.find_last(Turn)
        if isinstance(told, Turn) and last is not None and told.undone != last.undone:
            self.given = -1
        self.heard.append(told)
        if self._program is not None:
            try:
                reply: SeatMessage | None = self.program.handle_message(told)
            except HostCheatsError as cheats:
                self.heard.append(cheats)
                reply = cheats.reply
            if reply is not None:
                self.send(reply)
        return True

    def last(self, kind: type[T]) -> T:
        """The last that he was told of a kind, of which there must be something."""
        return unwrap(self.find_last(kind))

    def find_last(self, kind: type[T]) -> T | None:
        """The last that he was told of a kind; None for nothing."""
        return next((each for each in reversed(self.heard) if isinstance(each, kind)), None)

    @property
    def asked(self) -> Turn | None:
        """What he is asked and has not answered; None for nothing."""
        turn = self.find_last(Turn)
        return turn if turn is not None and turn.question is not None and turn.number > self.given else None

    def answer(self, name: str | None = None) -> None:
        """Answer the open question: as the autopilot does, or all that is put as one with it at once."""
        turn = unwrap(self.asked)
        question = unwrap(turn.question)
        self.given = turn.number
        if turn.again is not None and name is None:
            names = tuple(question.options[place].name for place in turn.again.preferred)
            self.say(Answered(number=turn.number, names=names, together=True))
        else:
            self.say(Answered(number=turn.number, names=(name or preferred(question),)))


def pass_on(*people: Person) -> None:
    """Pass on all that is told and replied, until nothing more is."""
    while sum(person.hear() for person in people):
        pass


def play_on(*people: Person, most: int = 1000, names: Sequence[str] = ()) -> None:
    """Have all answer what they are asked, up to so many answers.

    Args:
        people: Who is there.
        most: How many answers are given at most.
        names: The first answers; the others are the autopilot's.
    """
    pass_on(*people)
    for number in range(most):
        asked = next((person for person in people if person.asked is not None), None)
        if asked is None:
            return
        asked.answer(names[number] if number < len(names) else None)
        pass_on(*people)


def new_table(folder: Path, game: Path = COVE, seat: str | None = "keeper", **more: Any) -> HostedTable:
    """A table for a new game."""
    opening = GameSetup(save=folder / "t.save", seed=more.pop("seed", None))
    return open_table(str(game), Rules(folders=(game.parent,)), opening, seat, **more)


def people_at(table: HostedTable, folder: Path, asks: Level = "all") -> list[Person]:
    """All who belong to a table, come to it."""
    own = [Person(table.hall, table.host_seat, asks=asks)] if table.host_seat else []
    return [*own, *(Person(table.hall, seat, folder / f"{seat}.seat", asks) for seat in sorted(table.guests))]


@contextmanager
def arbiter(save: Path | None = None, *, seed: int = 3, secret: str = "ab" * 32, daylight: bool = False, **more: Any):
    """An arbiter at a new game of the cove; by daylight nothing is hidden there."""
    with ExitStack() as opened:
        game = cove_by_daylight(Path(opened.enter_context(TemporaryDirectory()))) if daylight else COVE
        play = opened.enter_context(start_game(str(game), Rules(), GameSetup(seed=seed, save=save)))
        yield Arbiter(play, Secret(secret), **more)


def cove_by_daylight(folder: Path) -> Path:
    """The folder of the cove's game, written there so that it hides nothing."""
    game = folder / "open"
    game.mkdir()
    rules = (COVE / "00-game.rules").read_text(encoding="utf-8")
    (game / "00-game.rules").write_text(rules.replace(" seen by smuggler", ""), encoding="utf-8")
    return game


def played(at: Arbiter, seat: str, **given: str) -> list[Turn]:
    """All that a seat is told of a game, answered as the autopilot does but for the ``given`` questions, by number.

    Args:
        at: The arbiter.
        seat: Who is told.
        given: Answers, by ``q`` and how many were answered before, by any seat.
    """
    told = [at.make_turn(seat)]
    for number in count():
        turn = at.seat_to_answer
        if not turn:
            break
        asked = at.make_turn(turn)
        name = given.get(f"q{number}") or preferred(unwrap(asked.question))
        at.answer(turn, Answered(number=asked.number, names=(name,)))
        last = told[-1]
        told.append(at.make_turn(seat, last.start + len(last.events)))
    return told


def preferred(asked: Question) -> str:
    """What the autopilot would answer."""
    return answer_name(asked, asked.preferred)


def answer(turn: Turn) -> Answered:
    """What the autopilot would answer to the open question, alone."""
    return Answered(number=turn.number, names=(preferred(unwrap(turn.question)),))
