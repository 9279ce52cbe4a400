"""The arbiter: between those who sit at one game. He asks each what is his to decide, and tells him what he may see.

Nothing here knows how messages travel. What was answered is on the disk before it is told to anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError, clip
from bombsight.flat.sites import ChoiceSite, Site
from bombsight.runtime.run.policies import Question
from bombsight.runtime.saves.records import Answer, Why
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.answers import name_of
from bombsight.service.present.joint_questions import Group, Matrix, Several
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.messages import Again, Answered, Looked, Reasons, Seated, Turn
from bombsight.service.seats.seating import WITH_SEED, Agreed, seated_at
from bombsight.service.seats.visibility import Seat, Sight, seats, whose

SEED_NAMED = Agreed()
"""Nothing but who sits there: they share a keyboard, and the dice go by the seed of the save."""

AUTO: Why = "auto"
"""Why the autopilot's answers are given."""


class Arbiter:
    """Between those who sit at a game.

    Attributes:
        play: The game. Nobody else makes moves in it.
        secret: What everything is sealed with.
        agreed: Who sits where, and what the dice rest on.
        autos: The seats for which the autopilot answers.
        moves: How many moves were made; see :class:`~bombsight.service.seats.messages.Move`.
        given_up: Who gave the game up; empty while nobody has.
        void: By whose share the game is void; empty while it is not.
    """

    def __init__(
        self,
        play: Play,
        secret: Secret,
        *,
        agreed: Agreed = SEED_NAMED,
        autos: frozenset[str] = frozenset(),
        moves: int = 0,
        given_up: str = "",
        void: str = "",
    ) -> None:
        """Sit down between those who play.

        Raises:
            InputError: Nobody but one decides anything in this game, or real dice are thrown.
        """
        self.play = play
        self.secret = secret
        self.agreed = agreed
        self.autos = autos
        self.moves = moves
        self.given_up = given_up
        self.void = void
        program = play.session.program
        self.seats = seats(program)
        if len(self.seats) < 2 or not any(asks_another(site) for site in program.sites):
            hint = "`bombsight rules GAME` lists its options: one of them may be for two."
            raise InputError(f"{program.title} has nothing for a second player to decide", "", hint)
        if play.by_hand:
            raise InputError("at a table of two nobody throws dice of his own", "", "Leave --dice manual out.")
        self._is_older = agreed.protocol == WITH_SEED
        self._sights = {seat.name: Sight(play, seat.name, is_older=self._is_older) for seat in self.seats}
        self._stewards = {seat.name: self.new_steward(seat.name) for seat in self.seats}
        self._group: tuple[int, Group | None] = -1, None
        self._go_on()

    # --- looking

    def seat(self, name: str) -> Seat:
        """Who is called so.

        Raises:
            InputError: Nobody is.
        """
        found = next((seat for seat in self.seats if seat.name == name), None)
        if found is None:
            hint = f"Those who sit at this table: {', '.join(seat.name for seat in self.seats)}."
            raise InputError(f"nobody at this table is called {clip(name)}", "", hint)
        return found

    def number(self, seat: str) -> int:
        """The number by which a seat knows the open question: how many answers it was told of.

        What others answer in secret does not count, or its numbers would tell how often they did. At a table that an
        older version began all count, as they did then.
        """
        return self.answer_count if self._is_older else self._sights[seat].answers_told

    @property
    def answer_count(self) -> int:
        """How many answers were given, all seats together; no seat is told it."""
        return sum(isinstance(record, Answer) for record in self.play.session.records)

    @property
    def turn(self) -> str:
        """The seat whose question is open; empty where the game is over."""
        asked = self.play.question
        return "" if asked is None or self.given_up or self.void else whose(asked)

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return not self.turn

    def seated(self, seat: str) -> Seated:
        """What is played, for who sits down."""
        session = self.play.session
        return seated_at(session.program, session.header, self.agreed, self.secret.seal, seat, self.play.phrases)

    def told(self, seat: str, start: int = 0) -> Turn:
        """What a seat may know of what has happened, and whose turn it is.

        Args:
            seat: Its name.
            start: How many events it was told; where that is more than there are, it is told from the beginning.
        """
        turn, number = self.turn, self.number(seat)
        asked = self._sights[seat].question() if turn == seat else None
        group = self._open_group() if asked is not None else None
        sight = self._sights[seat]
        start = start if start <= sight.events_told else 0
        return Turn(
            number=number,
            start=start,
            events=tuple(sight.story(start)),
            turn=turn,
            question=asked,
            rows=tuple(evolve(row, numbers=(), told=()) for row in group.rows) if isinstance(group, Matrix) else (),
            again=Again(most=group.most, preferred=group.preferred) if isinstance(group, Several) else None,
            committed=self.secret.committed(number, self.play.session.journal.digest()),
            moves=self.moves,
        )

    def looked(self, seat: str) -> Looked:
        """How things stand, as a seat may see it."""
        sight = self._sights[seat]
        return Looked(sheet=sight.sheet(), boards=sight.boards())

    def odds(self, seat: str) -> Odds:
        """What the answers to a seat's question lead to.

        Raises:
            InputError: It is asked nothing, or its odds would tell what it may not know.
        """
        if self.turn != seat:
            raise InputError("it is not your turn")
        return self._sights[seat].odds()

    def why(self, seat: str, event: int) -> Reasons:
        """What other throws would have led to.

        Args:
            seat: Who asks.
            event: The number of the throw's event among those that he was told.

        Raises:
            InputError: It is no throw.
        """
        return Reasons(others=tuple(self._sights[seat].why(event)))

    # --- moves

    def ask(self, seat: str, level: Level) -> None:
        """From here on ask a seat so much, the open question included."""
        self.set_level(seat, level)
        self._go_on()

    def set_level(self, seat: str, level: Level) -> None:
        """Ask a seat so much behind the open question, which stays; which questions are put as one goes by it."""
        self._stewards[seat].ask(level)
        self._group = -1, None

    def asks(self, seat: str) -> Level:
        """How much a seat is asked."""
        return self._stewards[seat].level

    def answer(self, seat: str, answered: Answered, seed: int | None = None) -> None:
        """Take a seat's answer to its question, or to those that are put as one with it.

        Of several, those are taken that still fit when their turn comes: what is asked may change by the first of them.

        Args:
            seat: Its name.
            answered: Which question, and how.
            seed: By which the dice behind it begin anew; None where they go on as they were.

        Raises:
            InputError: It is not its turn, another question is open, or there is no such answer: nothing has changed.
        """
        take = self._checked(seat, answered)
        self.moves += seed is not None
        take(seed)
        self._go_on()

    def check(self, seat: str, answered: Answered) -> None:
        """See that an answer could be taken now.

        Raises:
            InputError: It could not.
        """
        self._checked(seat, answered)

    def _checked(self, seat: str, answered: Answered) -> Callable[[int | None], object]:
        """What takes an answer, which is one that may be given now.

        Raises:
            InputError: It is none.
        """
        if self.void:
            raise InputError("the game is void: nothing is answered any more")
        if self.given_up:
            raise InputError("the game was given up: nothing is answered any more")
        if not self.turn:
            raise InputError("the game is over")
        asked = self._sights[seat].question()
        if asked is None:
            raise InputError(f"it is not your turn: {self.seat(self.turn).title} decides")
        number = self.number(seat)
        if answered.number != number:
            raise InputError(f"question {answered.number} is not open: question {number} is", "", "Look again.")
        steward, names = self._stewards[seat], answered.names
        group = self._open_group() if answered.together else None
        match group:
            case Matrix():
                rows = matrix_places(group, names)
                return lambda seed: steward.answer_rows(group, rows, seed, lambda: self._go_on(besides=seat))
            case Several():
                places = several_places(group, names)
                return lambda seed: steward.answer_several(group, places, seed)
            case None if len(names) == 1:
                name = self._sights[seat].answer_name(names[0])
                return lambda seed: steward.answer(name, seed)
            case None:
                raise InputError(f"{len(names)} answers were given to one question", "", "Answer it with one name.")
            case _:
                assert_never(group)

    def give_up(self, seat: str) -> None:
        """A seat gives the game up.

        Raises:
            InputError: It is over already.
        """
        if self.is_over:
            raise InputError("the game is over already")
        self.given_up = self.seat(seat).name

    def _open_group(self) -> Group | None:
        """What the open question is put as one with, where nothing is hidden from whose it is; worked out once.

        What follows is found by playing on: which questions those are, and how many, may rest on all that is hidden.
        """
        number = len(self.play.session.records)
        if self._group[0] != number:
            sight = self._sights[self.turn]
            found = self._stewards[self.turn].group(always=True) if not sight.hides else None
            asked = found.rows[0] if isinstance(found, Matrix) else found.question if found is not None else None
            is_put = asked is not None and as_put(sight.masked(asked)) == as_put(asked)
            self._group = number, found if is_put else None
        return self._group[1]

    def _go_on(self, besides: str = "") -> None:
        """Answer what need not be asked: for those for whom the autopilot plays, and what is routine to the others.

        Nothing that a seat may not know counts there: it could tell by not being asked.

        Args:
            besides: A seat whose questions are left open.
        """
        while (seat := self.turn) not in ("", besides):
            sight = self._sights[seat]
            asked = sight.question()
            assert asked is not None
            own = self.unasked(seat, asked)
            if own is None:
                return
            index, why = own
            self.play.answer(sight.answer_name(name_of(asked, index)), why)

    def new_steward(self, seat: str) -> QuestionFilter:
        """Who answers for a seat what need not be asked."""
        return QuestionFilter(self.play)

    def unasked(self, seat: str, asked: Question) -> tuple[int, Why] | None:
        """The answer that is given to a seat's question without asking, and why; None where somebody is asked."""
        return (asked.preferred, AUTO) if seat in self.autos else self._stewards[seat].own_answer(asked)


def asks_another(site: Site) -> bool:
    """Whether a choice says whose it is."""
    return isinstance(site, ChoiceSite) and site.seat is not None


def as_put(asked: Question) -> tuple[object, ...]:
    """A question as far as it counts when two are compared: what is asked, and what is offered in which order."""
    offered = [(each.name, each.title, each.beside) for each in asked.options]
    return asked.id, asked.prompt, whose(asked), asked.optional, offered, asked.preferred, asked.remarks, asked.routine


def matrix_places(group: Matrix, names: tuple[str, ...]) -> list[int]:
    """The indices of answers to the rows of a matrix.

    Raises:
        InputError: There is not one for each row, or a row does not offer it.
    """
    if len(names) != len(group.rows):
        raise InputError(f"{len(group.rows)} questions are put as one, and {len(names)} answers were given")
    return [place_of(row, name) for row, name in zip(group.rows, names, strict=True)]


def several_places(group: Several, names: tuple[str, ...]) -> list[int]:
    """The places of options that are chosen together.

    Raises:
        InputError: There are too many or too few, or one is not offered, or twice.
    """
    if not group.least <= len(names) <= group.most or len({*names}) < len(names):
        raise InputError(f"choose {group.least} to {group.most} different ones")
    return [place_of(group.question, name) for name in names]


def place_of(asked: Question, name: str) -> int:
    """The index of the answer with a name, -1 for none.

    Raises:
        InputError: It is not offered.
    """
    if name == "none" and asked.optional:
        return -1
    found = next((place for place, option in enumerate(asked.options) if option.name == name), None)
    if found is None:
        raise InputError(f"{clip(repr(name))} is not offered")
    return found
