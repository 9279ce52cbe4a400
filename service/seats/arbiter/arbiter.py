"""The mediator (arbiter) of a two-player game: asks the right seat, and hides what a seat may not see.

It knows no transport. An answer is on the disk before any seat hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from bombsight.boundary.errors import InputError
from bombsight.runtime.run.policies import Question
from bombsight.runtime.saves.records import Why
from bombsight.runtime.visibility.visibility import EVERYBODY
from bombsight.service.play.naming import NamedThing
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.joint_questions import Matrix, RepeatedQuestion
from bombsight.service.seats.arbiter.answer_records import find_person_answers, take_back_records
from bombsight.service.seats.arbiter.arbiter_state import AT_THE_BEGINNING, NAMED_SEED_TERMS, ArbiterState, Progress
from bombsight.service.seats.arbiter.group_answers import matrix_answer_indices, repeated_answer_indices
from bombsight.service.seats.protocol.codec import encode_event
from bombsight.service.seats.protocol.commitments import Secret, derive_undo_seed
from bombsight.service.seats.protocol.name_messages import Rename
from bombsight.service.seats.protocol.seat_messages import Answered
from bombsight.service.seats.protocol.seat_messages import Thrown as DiceThrown
from bombsight.service.seats.protocol.seating import TableTerms
from bombsight.service.seats.visibility.game_view import GameView
from bombsight.service.seats.visibility.referee import REFEREE_SEAT

AUTOPILOT: Why = "auto"
"""The reason that the save records with an answer of the autopilot."""


class Arbiter(ArbiterState):
    """The mediator between the seats (players) of one game: nobody else makes moves in it."""

    def __init__(
        self,
        play: Play,
        secret: Secret,
        *,
        terms: TableTerms = NAMED_SEED_TERMS,
        autos: frozenset[str] = frozenset(),
        progress: Progress = AT_THE_BEGINNING,
        is_shared: bool = False,
    ) -> None:
        """Create the arbiter of a game and answer its automatic questions up to the first that a person answers.

        The arguments are those of :class:`ArbiterState`.

        Raises:
            InputError: Only one player decides anything in this game, or the dice are thrown by hand.
        """
        super().__init__(play, secret, terms=terms, autos=autos, progress=progress, is_shared=is_shared)
        self._answer_unasked()

    # --- moves

    def change_level(self, seat: str, level: Level) -> None:
        """Set a seat's level of asking: which questions it is asked. Answer the open one if it is not asked now."""
        self.set_level(seat, level)
        self._answer_unasked()

    def answer(self, seat: str, answered: Answered, seed: int | None = None) -> None:
        """Apply a seat's answer to its open question, or its answers to a group of questions.

        Of a group, the answers that still fit when their turn comes are applied: the first may change later questions.

        Args:
            seat: The name of the seat.
            answered: The question and its answers.
            seed: The new seed of the dice after this answer; None to leave the dice as they are.

        Raises:
            InputError: It is not the seat's turn, another question is open, or no such answer exists: nothing has
                changed.
        """
        take = self._prepare_answer(seat, answered)
        self.moves += seed is not None
        take(self.fresh_seed if seed is None else seed)
        self._needs_fresh_seed = False
        self._answer_unasked()

    @property
    def fresh_seed(self) -> int | None:
        """The seed of the dice behind the next answer if an undo took the last one back and nobody gives shares."""
        return derive_undo_seed(self.play.session.header.seed, self.undo_count) if self._needs_fresh_seed else None

    def throw(self, seat: str, thrown: DiceThrown) -> None:
        """Accept the faces of a player's own dice.

        Raises:
            InputError: No dice of his are awaited, or they cannot show that: nothing has changed.
        """
        if self.seat_to_throw != seat or self._seat_views[seat].visible_event_count != thrown.number:
            raise InputError("no dice of yours are awaited")
        self.play.throw(thrown.faces)
        self._answer_unasked()

    def check_answer(self, seat: str, answered: Answered) -> None:
        """Raise an input error if a seat's answer could not be applied now; never apply it.

        Raises:
            InputError: It could not.
        """
        self._prepare_answer(seat, answered)

    def _prepare_answer(self, seat: str, answered: Answered) -> Callable[[int | None], object]:
        """Validate an answer, and return the function that applies it, given a new dice seed or None.

        Raises:
            InputError: The answer is not possible now.
        """
        if self.void:
            raise InputError("the game is void: nothing is answered any more")
        if self.given_up:
            raise InputError("the game was given up: nothing is answered any more")
        if self.seat_to_throw:
            raise InputError("dice are awaited, and no answer")
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

    # --- names

    def named_things(self, seat: str) -> tuple[NamedThing, ...]:
        """List the people and things with names that a seat may see."""
        return self._seat_views[seat].named_things()

    def rename(self, seat: str, rename: Rename) -> Mapping[str, int]:
        """Give a person or thing, which a seat may see, another name, for all who may see it.

        Returns:
            For each seat whose events read otherwise now: the number of those before the first that does.

        Raises:
            InputError: The seat sees no such thing, or the name is invalid: nothing has changed.
        """
        things = self._seat_views[seat].named_things()
        thing = next((each for each in things if (each.of, each.number) == (rename.of, rename.number)), None)
        if thing is None:
            raise InputError("nothing that you may see has that name", "", "`name` lists what has one.")
        views: Mapping[str, GameView] = self._seat_views
        if self._referee_view is not None:
            views = {**views, REFEREE_SEAT: self._referee_view}
        before = {name: seat_view.visible_events() for name, seat_view in views.items()}
        self.play.rename_thing(thing, rename.name)
        self._group = -1, None
        changed = {}
        for name, seat_view in views.items():
            pairs = zip(before[name], seat_view.visible_events(), strict=True)
            first = next((at for at, (old, new) in enumerate(pairs) if encode_event(old) != encode_event(new)), None)
            if first is not None:
                changed[name] = first
        return changed

    # --- undo

    def find_last_answer(self, seat: str) -> int | None:
        """Return the index, among the records, of the last answer that a seat gave itself; None if there is none.

        Of several that it gave together, it is the first.
        """
        self.play.view()
        answers = find_person_answers(self.play.session)
        return next((each.record for each in reversed(answers) if each.seat == seat and each.is_first), None)

    def count_own_answers(self, seat: str, kept: int) -> int:
        """Count the answers that a seat gave itself behind the first ``kept`` records."""
        self.play.view()
        return sum(each.seat == seat and each.record >= kept for each in find_person_answers(self.play.session))

    def count_events_before(self, seat: str, kept: int) -> int:
        """Count the events that a seat saw before the record behind the first ``kept`` ones."""
        return self._view_of(seat).count_events_before(kept)

    def take_back(self, kept: int, number: int) -> None:
        """Take back all but the first ``kept`` records, by the undo request with a number; then ask anew.

        Raises:
            InputError: The game cannot go on.
        """
        take_back_records(self.play, kept)
        self.undone = number
        self.undo_count += 1
        self._needs_fresh_seed = self.terms.is_seed_named
        self._group = -1, None
        self._answer_unasked()

    # --- the end

    def give_up(self, seat: str) -> None:
        """End the game because a seat resigns.

        Raises:
            InputError: The game is over already.
        """
        if self.is_over:
            raise InputError("the game is over already")
        self.given_up = self.find_seat(seat).name

    def _answer_unasked(self, excluded_seat: str = "") -> None:
        """Answer the questions that need no person (routine, or autopilot's) up to one for ``excluded_seat``.

        Only what the seat may know counts: otherwise a seat could learn something from not being asked.
        """
        while self._throw_unasked() or (seat := self.seat_to_answer) not in ("", excluded_seat):
            seat = self.seat_to_answer
            if not seat:
                continue
            seat_view = self._seat_views[seat]
            question = seat_view.open_question()
            assert question is not None
            automatic = self.automatic_answer(seat, question)
            if automatic is None:
                return
            index, why = automatic
            self.play.answer(seat_view.original_answer_name(answer_name(question, index)), why, in_part=True)

    def _throw_unasked(self) -> bool:
        """Throw awaited dice that no player throws; return whether there were any."""
        thrown = self.play.awaited_throw
        if thrown is None or self.is_over:
            return False
        faces = self.automatic_throw()
        if faces is None:
            return False
        if faces:
            self.play.throw(faces)
        else:
            self.play.throw_for_me()
        return True

    def automatic_throw(self) -> tuple[int, ...] | None:
        """Return the faces of awaited dice; none for those of the seed, in a step that nobody sees; None to wait."""
        viewer = next(iter(self._seat_views.values())).current_viewer
        return () if viewer not in (EVERYBODY, *range(len(self.seats))) else None

    def automatic_answer(self, seat: str, question: Question) -> tuple[int, Why] | None:
        """Return the automatic answer to a seat's question, with its reason; None if a person must answer."""
        return (
            (question.preferred, AUTOPILOT)
            if seat in self.autos
            else self._question_filters[seat].automatic_answer(question)
        )
