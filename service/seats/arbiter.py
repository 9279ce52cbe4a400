"""The mediator (arbiter) of a two-player game: asks the right seat, and hides what a seat may not see.

It knows no transport. An answer is on the disk before any seat hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError, clip
from bombsight.flat.sites import ChoiceSite, Site
from bombsight.runtime.run.policies import Question
from bombsight.runtime.saves.records import Answer, Record, Why, is_decision
from bombsight.runtime.visibility.visibility import EVERYBODY
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.naming import NamedThing
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.seats.answer_records import find_person_answers
from bombsight.service.seats.codec import encode_event
from bombsight.service.seats.commitments import Secret, derive_undo_seed
from bombsight.service.seats.messages import Again, Answered, Looked, Reasons, Seated, Turn
from bombsight.service.seats.messages import Thrown as DiceThrown
from bombsight.service.seats.name_messages import Rename
from bombsight.service.seats.referee import REFEREE_SEAT, RefereeView
from bombsight.service.seats.seating import WITH_SEED, TableTerms, make_seated_message
from bombsight.service.seats.visibility import Seat, SeatView, seat_of_question, seats_of

NAMED_SEED_TERMS = TableTerms()
"""The terms of two players at one keyboard: no shares; the dice follow the seed of the save."""

AUTOPILOT: Why = "auto"
"""The reason that the save records with an answer of the autopilot."""


class Arbiter:
    """The mediator between the seats (players) of one game.

    Attributes:
        play: The game. Only the arbiter makes moves in it.
        secret: The key of all commitments.
        terms: The seats, and how the dice are settled.
        autos: The seats for which the autopilot answers.
        moves: The number of moves made; see :class:`~bombsight.service.seats.messages.Move`.
        given_up: The seat that gave the game up; empty while none has.
        void: The seat whose share made the game void; empty while it is not void.
        undone: The number of the request by which something was last taken back; 0 for nothing.
        undo_count: How many undos there were.
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
        undone: int = 0,
        undo_count: int = 0,
        kept: int = 0,
    ) -> None:
        """Create the arbiter of a game and answer its automatic questions up to the first that a person answers.

        The arguments set the attributes of the same names; ``kept`` is how many records the last undo kept.

        Raises:
            InputError: Only one player decides anything in this game, or the dice are thrown by hand.
        """
        self.play = play
        self.secret = secret
        self.terms = terms
        self.autos = autos
        self.moves = moves
        self.given_up = given_up
        self.void = void
        self.undone, self.undo_count = undone, undo_count
        self._needs_fresh_seed = (
            terms.is_seed_named and undo_count > 0 and not has_person_answer(play.session.records[kept:])
        )
        program = play.session.program
        self.seats = seats_of(program)
        if len(self.seats) < 2 or not any(has_seat(site) for site in program.sites):
            hint = "`bombsight rules GAME` lists its options: one of them may be for two."
            raise InputError(f"{program.title} has nothing for a second player to decide", "", hint)
        if play.by_hand != (terms.dice == "own"):
            raise InputError("the dice of this table are others than were agreed", "", "Leave --dice out.")
        self._is_older = terms.protocol == WITH_SEED
        self._seat_views = {seat.name: SeatView(play, seat.name, is_older=self._is_older) for seat in self.seats}
        self._referee_view = RefereeView(play) if terms.has_referee else None
        self._question_filters = {seat.name: self.make_question_filter(seat.name) for seat in self.seats}
        self._group: tuple[int, QuestionGroup | None] = -1, None
        self._answer_unasked()

    # --- queries

    def find_seat(self, name: str) -> Seat:
        """Return the seat with a name; raise an input error for an unknown name.

        Raises:
            InputError: No seat has that name.
        """
        match = next((seat for seat in self.seats if seat.name == name), None)
        if match is None:
            hint = f"Those who sit at this table: {', '.join(seat.name for seat in self.seats)}."
            raise InputError(f"nobody at this table is called {clip(name)}", "", hint)
        return match

    def question_number(self, seat: str) -> int:
        """Return the number of the open question for a seat: how many answers that seat has seen so far.

        Secret answers of other seats do not count, or the numbers would tell how often they were given. At a table that
        an older version began, all answers count, as they did then.
        """
        return self.answer_count if self._is_older else self._view_of(seat).visible_answer_count

    def _view_of(self, seat: str) -> SeatView | RefereeView:
        """Return the view of a seat, or of the referee if there is one.

        Raises:
            InputError: There is no such seat.
        """
        if seat == REFEREE_SEAT and self._referee_view is not None:
            return self._referee_view
        return self._seat_views[self.find_seat(seat).name]

    @property
    def answer_count(self) -> int:
        """The number of answers that all seats gave; never shown to a seat."""
        return sum(isinstance(record, Answer) for record in self.play.session.records)

    @property
    def seat_to_answer(self) -> str:
        """The name of the seat that the open question is put to; empty if the game is over."""
        question = self.play.question
        return "" if question is None or self.given_up or self.void else seat_of_question(question)

    @property
    def seat_to_throw(self) -> str:
        """The name of the seat whose own dice the game waits for; empty if it waits for none.

        A player whose step is hidden from the others throws there; else who gave the last answer; at first the first.
        """
        if self.play.awaited_throw is None or self.given_up or self.void:
            return ""
        viewer = next(iter(self._seat_views.values())).current_viewer
        if viewer >= 0:
            return self.seats[viewer].name
        answers = find_person_answers(self.play.session)
        return answers[-1].seat if answers else self.seats[0].name

    @property
    def seat_to_act(self) -> str:
        """The name of the seat that the game waits for, for an answer or for dice; empty if it is over."""
        return self.seat_to_answer or self.seat_to_throw

    @property
    def is_over(self) -> bool:
        """Whether the game waits for nobody any more."""
        return not self.seat_to_act

    def make_seated(self, seat: str) -> Seated:
        """Build the message that describes the game to a seat that sits down."""
        session = self.play.session
        header = evolve(session.header, names=session.first_names)  # the terms stay as they were
        return make_seated_message(session.program, header, self.terms, self.secret.seal, seat, self.play.phrases)

    def make_turn(self, seat: str, start: int = 0) -> Turn:
        """Build the message with a seat's visible events and whose turn it is.

        Args:
            seat: The name of the seat.
            start: The number of events that the seat has already; if there are fewer, the message has all of them.
        """
        turn, number = self.seat_to_act, self.question_number(seat)
        thrown, seat_view = self.play.awaited_throw, self._view_of(seat)
        asked_seat = self.seat_to_answer
        question = seat_view.open_question() if asked_seat and seat in (asked_seat, REFEREE_SEAT) else None
        group = self._open_question_group() if question is not None and asked_seat == seat else None
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
            debriefings=seat_view.debriefings(start),
            undone=self.undone,
            throw=self._seat_views[seat].wanted_dice(thrown) if thrown is not None and turn == seat else None,
        )

    def make_state_message(self, seat: str, event_count: int | None = None) -> Looked:
        """Build the message with sheet, boards and facts as a seat may see them, now or after some of its events.

        Raises:
            InputError: The seat has not so many events.
        """
        state = self._view_of(seat).state(event_count)
        return Looked(
            sheet=state.sheet,
            boards=state.boards,
            event_count=state.event_count,
            facts=state.facts,
            pieces=state.pieces,
        )

    def odds(self, seat: str) -> Odds:
        """Compute the odds of each answer to a seat's open question.

        Raises:
            InputError: The seat has no open question, or its odds would reveal hidden information.
        """
        if self.seat_to_answer != seat:
            raise InputError("it is not your turn")
        return self._seat_views[seat].odds()

    def make_reasons(self, seat: str, event: int) -> Reasons:
        """Build the message with what other dice would have done at a throw, given its number in a seat's story.

        A draw has only what was at stake.

        Raises:
            InputError: The event is no throw, and no draw that the seat may know.
        """
        seat_view = self._view_of(seat)
        stake = seat_view.stake(event)
        is_draw = stake is not None and bool(stake.members)
        return Reasons(others=() if is_draw else tuple(seat_view.other_throws(event)), event=event, stake=stake)

    # --- moves

    def change_level(self, seat: str, level: Level) -> None:
        """Set a seat's level of asking: which questions it is asked. Answer the open one if it is not asked now."""
        self.set_level(seat, level)
        self._answer_unasked()

    def set_level(self, seat: str, level: Level) -> None:
        """Set a seat's level of asking: which questions it is asked. The open question stays, perhaps regrouped."""
        if seat != REFEREE_SEAT:  # who is asked nothing
            self._question_filters[seat].set_level(level)
        self._group = -1, None

    def level_of(self, seat: str) -> Level:
        """Return the level of asking of a seat: which questions it answers itself."""
        return self._question_filters[seat].level

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
        before = {name: seat_view.visible_events() for name, seat_view in self._seat_views.items()}
        self.play.rename_thing(thing, rename.name)
        self._group = -1, None
        changed = {}
        for name, seat_view in self._seat_views.items():
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

    def _open_question_group(self) -> QuestionGroup | None:
        """Find the group that the open question belongs to, cached; None if anything is hidden from its seat.

        Groups are found by playing ahead, so their members may depend on anything that is hidden.
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

    def make_question_filter(self, seat: str) -> QuestionFilter:
        """Create the filter that answers a seat's routine questions automatically."""
        return QuestionFilter(self.play)

    def automatic_answer(self, seat: str, question: Question) -> tuple[int, Why] | None:
        """Return the automatic answer to a seat's question, with its reason; None if a person must answer."""
        return (
            (question.preferred, AUTOPILOT)
            if seat in self.autos
            else self._question_filters[seat].automatic_answer(question)
        )


def take_back_records(play: Play, kept: int) -> None:
    """Take back all but the first ``kept`` records of a game, of which the next one is an answer.

    Raises:
        InputError: The game cannot go on.
    """
    session = play.session
    play.undo(sum(is_decision(record, session.header) for record in session.records[kept:]))


def has_person_answer(records: Sequence[Record]) -> bool:
    """Whether a person gave one of some recorded answers himself."""
    return any(isinstance(record, Answer) and not record.why for record in records)


def has_seat(site: Site) -> bool:
    """Whether a site (a code location that emits events) is a choice that the rules put to a named seat."""
    return isinstance(site, ChoiceSite) and site.seat is not None


def question_key(question: Question) -> tuple[object, ...]:
    """Return a key that is equal for equal questions: wording, options in their order, and advice."""
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
    """Convert the names of answers, one for each row of a matrix of questions, to option indices.

    Raises:
        InputError: The number of answers is wrong, or a row does not offer its answer.
    """
    if len(names) != len(group.rows):
        raise InputError(f"{len(group.rows)} questions are put as one, and {len(names)} answers were given")
    return [answer_index(row, name) for row, name in zip(group.rows, names, strict=True)]


def repeated_answer_indices(group: RepeatedQuestion, names: tuple[str, ...]) -> list[int]:
    """Convert the names of answers to a repeated question to option indices.

    Raises:
        InputError: There are too many, too few or equal names, or one is not offered.
    """
    if not group.least <= len(names) <= group.most or len({*names}) < len(names):
        raise InputError(f"choose {group.least} to {group.most} different ones")
    return [answer_index(group.question, name) for name in names]


def answer_index(question: Question, name: str) -> int:
    """Return the option index of the answer with a name; -1 for the answer ``none``.

    Raises:
        InputError: It is not offered.
    """
    if name == "none" and question.optional:
        return -1
    index = next((place for place, option in enumerate(question.options) if option.name == name), None)
    if index is None:
        raise InputError(f"{clip(repr(name))} is not offered")
    return index
