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
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.messages import Again, Answered, Looked, Reasons, Seated, Turn
from bombsight.service.seats.seating import WITH_SEED, TableTerms, make_seated_message
from bombsight.service.seats.visibility import Seat, SeatView, seat_of_question, seats_of

NAMED_SEED_TERMS = TableTerms()
"""Nothing but who sits there: they share a keyboard, and the dice go by the seed of the save."""

AUTOPILOT: Why = "auto"
"""Why the autopilot's answers are given."""


class Arbiter:
    """Between those who sit at a game.

    Attributes:
        play: The game. Nobody else makes moves in it.
        secret: What everything is sealed with.
        terms: Who sits where, and what the dice rest on.
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
        terms: TableTerms = NAMED_SEED_TERMS,
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
        self.terms = terms
        self.autos = autos
        self.moves = moves
        self.given_up = given_up
        self.void = void
        program = play.session.program
        self.seats = seats_of(program)
        if len(self.seats) < 2 or not any(has_seat(site) for site in program.sites):
            hint = "`bombsight rules GAME` lists its options: one of them may be for two."
            raise InputError(f"{program.title} has nothing for a second player to decide", "", hint)
        if play.by_hand:
            raise InputError("at a table of two nobody throws dice of his own", "", "Leave --dice manual out.")
        self._is_older = terms.protocol == WITH_SEED
        self._seat_views = {seat.name: SeatView(play, seat.name, is_older=self._is_older) for seat in self.seats}
        self._question_filters = {seat.name: self.make_question_filter(seat.name) for seat in self.seats}
        self._group: tuple[int, QuestionGroup | None] = -1, None
        self._answer_unasked()

    # --- looking

    def find_seat(self, name: str) -> Seat:
        """Who is called so.

        Raises:
            InputError: Nobody is.
        """
        match = next((seat for seat in self.seats if seat.name == name), None)
        if match is None:
            hint = f"Those who sit at this table: {', '.join(seat.name for seat in self.seats)}."
            raise InputError(f"nobody at this table is called {clip(name)}", "", hint)
        return match

    def question_number(self, seat: str) -> int:
        """The number by which a seat knows the open question: how many answers it was told of.

        What others answer in secret does not count, or its numbers would tell how often they did. At a table that an
        older version began all count, as they did then.
        """
        return self.answer_count if self._is_older else self._seat_views[seat].visible_answer_count

    @property
    def answer_count(self) -> int:
        """How many answers were given, all seats together; no seat is told it."""
        return sum(isinstance(record, Answer) for record in self.play.session.records)

    @property
    def seat_to_answer(self) -> str:
        """The seat whose question is open; empty where the game is over."""
        question = self.play.question
        return "" if question is None or self.given_up or self.void else seat_of_question(question)

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return not self.seat_to_answer

    def make_seated(self, seat: str) -> Seated:
        """What is played, for who sits down."""
        session = self.play.session
        return make_seated_message(
            session.program, session.header, self.terms, self.secret.seal, seat, self.play.phrases
        )

    def make_turn(self, seat: str, start: int = 0) -> Turn:
        """What a seat may know of what has happened, and whose turn it is.

        Args:
            seat: Its name.
            start: How many events it was told; where that is more than there are, it is told from the beginning.
        """
        turn, number = self.seat_to_answer, self.question_number(seat)
        question = self._seat_views[seat].open_question() if turn == seat else None
        group = self._open_question_group() if question is not None else None
        seat_view = self._seat_views[seat]
        start = start if start <= seat_view.visible_event_count else 0
        return Turn(
            number=number,
            start=start,
            events=tuple(seat_view.visible_events(start)),
            turn=turn,
            question=question,
            rows=tuple(evolve(row, numbers=(), told=()) for row in group.rows) if isinstance(group, Matrix) else (),
            again=Again(most=group.most, preferred=group.preferred) if isinstance(group, RepeatedQuestion) else None,
            committed=self.secret.commit_story(number, self.play.session.journal.digest()),
            moves=self.moves,
        )

    def make_looked(self, seat: str) -> Looked:
        """How things stand, as a seat may see it."""
        seat_view = self._seat_views[seat]
        return Looked(sheet=seat_view.sheet(), boards=seat_view.boards())

    def odds(self, seat: str) -> Odds:
        """What the answers to a seat's question lead to.

        Raises:
            InputError: It is asked nothing, or its odds would tell what it may not know.
        """
        if self.seat_to_answer != seat:
            raise InputError("it is not your turn")
        return self._seat_views[seat].odds()

    def make_reasons(self, seat: str, event: int) -> Reasons:
        """What other throws would have led to.

        Args:
            seat: Who asks.
            event: The number of the throw's event among those that he was told.

        Raises:
            InputError: It is no throw.
        """
        return Reasons(others=tuple(self._seat_views[seat].other_throws(event)))

    # --- moves

    def change_level(self, seat: str, level: Level) -> None:
        """From here on ask a seat so much, the open question included."""
        self.set_level(seat, level)
        self._answer_unasked()

    def set_level(self, seat: str, level: Level) -> None:
        """Ask a seat so much behind the open question, which stays; which questions are put as one goes by it."""
        self._question_filters[seat].set_level(level)
        self._group = -1, None

    def level_of(self, seat: str) -> Level:
        """How much a seat is asked."""
        return self._question_filters[seat].level

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
        take = self._prepare_answer(seat, answered)
        self.moves += seed is not None
        take(seed)
        self._answer_unasked()

    def check_answer(self, seat: str, answered: Answered) -> None:
        """See that an answer could be taken now.

        Raises:
            InputError: It could not.
        """
        self._prepare_answer(seat, answered)

    def _prepare_answer(self, seat: str, answered: Answered) -> Callable[[int | None], object]:
        """What takes an answer, which is one that may be given now.

        Raises:
            InputError: It is none.
        """
        if self.void:
            raise InputError("the game is void: nothing is answered any more")
        if self.given_up:
            raise InputError("the game was given up: nothing is answered any more")
        if not self.seat_to_answer:
            raise InputError("the game is over")
        question = self._seat_views[seat].open_question()
        if question is None:
            raise InputError(f"it is not your turn: {self.find_seat(self.seat_to_answer).title} decides")
        number = self.question_number(seat)
        if answered.number != number:
            raise InputError(f"question {answered.number} is not open: question {number} is", "", "Look again.")
        question_filter, names = self._question_filters[seat], answered.names
        group = self._open_question_group() if answered.together else None
        match group:
            case Matrix():
                rows = matrix_answer_indices(group, names)
                return lambda seed: question_filter.answer_rows(
                    group, rows, seed, lambda: self._answer_unasked(excluded_seat=seat)
                )
            case RepeatedQuestion():
                places = repeated_answer_indices(group, names)
                return lambda seed: question_filter.answer_several(group, places, seed)
            case None if len(names) == 1:
                name = self._seat_views[seat].original_answer_name(names[0])
                return lambda seed: question_filter.answer(name, seed)
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
        self.given_up = self.find_seat(seat).name

    def _open_question_group(self) -> QuestionGroup | None:
        """What the open question is put as one with, where nothing is hidden from whose it is; worked out once.

        What follows is found by playing on: which questions those are, and how many, may rest on all that is hidden.
        """
        number = len(self.play.session.records)
        if self._group[0] != number:
            seat_view = self._seat_views[self.seat_to_answer]
            group = (
                self._question_filters[self.seat_to_answer].question_group(always=True)
                if not seat_view.has_hidden
                else None
            )
            first_question = (
                group.rows[0] if isinstance(group, Matrix) else group.question if group is not None else None
            )
            is_put = first_question is not None and question_key(
                seat_view.mask_question(first_question)
            ) == question_key(first_question)
            self._group = number, group if is_put else None
        return self._group[1]

    def _answer_unasked(self, excluded_seat: str = "") -> None:
        """Answer what need not be asked: for those for whom the autopilot plays, and what is routine to the others.

        Nothing that a seat may not know counts there: it could tell by not being asked.

        Args:
            excluded_seat: A seat whose questions are left open.
        """
        while (seat := self.seat_to_answer) not in ("", excluded_seat):
            seat_view = self._seat_views[seat]
            question = seat_view.open_question()
            assert question is not None
            automatic = self.automatic_answer(seat, question)
            if automatic is None:
                return
            index, why = automatic
            self.play.answer(seat_view.original_answer_name(answer_name(question, index)), why)

    def make_question_filter(self, seat: str) -> QuestionFilter:
        """Who answers for a seat what need not be asked."""
        return QuestionFilter(self.play)

    def automatic_answer(self, seat: str, question: Question) -> tuple[int, Why] | None:
        """The answer that is given to a seat's question without asking, and why; None where somebody is asked."""
        return (
            (question.preferred, AUTOPILOT)
            if seat in self.autos
            else self._question_filters[seat].automatic_answer(question)
        )


def has_seat(site: Site) -> bool:
    """Whether a choice says whose it is."""
    return isinstance(site, ChoiceSite) and site.seat is not None


def question_key(question: Question) -> tuple[object, ...]:
    """A question as far as it counts when two are compared: what is asked, and what is offered in which order."""
    options = [(each.name, each.title, each.beside) for each in question.options]
    return (
        question.id,
        question.prompt,
        seat_of_question(question),
        question.optional,
        options,
        question.preferred,
        question.remarks,
        question.routine,
    )


def matrix_answer_indices(group: Matrix, names: tuple[str, ...]) -> list[int]:
    """The indices of answers to the rows of a matrix.

    Raises:
        InputError: There is not one for each row, or a row does not offer it.
    """
    if len(names) != len(group.rows):
        raise InputError(f"{len(group.rows)} questions are put as one, and {len(names)} answers were given")
    return [answer_index(row, name) for row, name in zip(group.rows, names, strict=True)]


def repeated_answer_indices(group: RepeatedQuestion, names: tuple[str, ...]) -> list[int]:
    """The places of options that are chosen together.

    Raises:
        InputError: There are too many or too few, or one is not offered, or twice.
    """
    if not group.least <= len(names) <= group.most or len({*names}) < len(names):
        raise InputError(f"choose {group.least} to {group.most} different ones")
    return [answer_index(group.question, name) for name in names]


def answer_index(question: Question, name: str) -> int:
    """The index of the answer with a name, -1 for none.

    Raises:
        InputError: It is not offered.
    """
    if name == "none" and question.optional:
        return -1
    index = next((place for place, option in enumerate(question.options) if option.name == name), None)
    if index is None:
        raise InputError(f"{clip(repr(name))} is not offered")
    return index
