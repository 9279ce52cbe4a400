"""What an arbiter (mediator) knows of his game: whose turn it is, and the messages to each seat. Nothing here moves."""

from __future__ import annotations

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError, clip
from bombsight.flat.sites import ChoiceSite, Site
from bombsight.runtime.saves.records import Answer
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.seats.arbiter.answer_records import find_person_answers, has_person_answer
from bombsight.service.seats.arbiter.group_answers import question_key
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.host_messages import Again, Looked, Reasons, Turn
from bombsight.service.seats.protocol.seating import WITH_SEED, TableTerms, make_seated_message
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.visibility.game_view import GameView
from bombsight.service.seats.visibility.referee import REFEREE_SEAT, RefereeView
from bombsight.service.seats.visibility.seat_view import SeatView
from bombsight.service.seats.visibility.seats import Seat, seat_of_question, seats_of

NAMED_SEED_TERMS = TableTerms()
"""The terms of two players at one keyboard: no shares; the dice follow the seed of the save."""


@frozen(kw_only=True)
class Progress:
    """How far the game of a table has come, beside what its save says.

    Attributes:
        moves: The number of moves made; see :class:`~bombsight.service.seats.protocol.moves.Move`.
        given_up: The seat that gave the game up; empty for none.
        void: The seat whose share made the game void; empty while it is not void.
        undone: The number of the request by which something was last taken back; 0 for nothing.
        undo_count: How many undos there were.
        kept: How many records the last undo kept; 0 without one.
    """

    moves: int = 0
    given_up: str = ""
    void: str = ""
    undone: int = 0
    undo_count: int = 0
    kept: int = 0


AT_THE_BEGINNING = Progress()
"""The progress of a game in which nobody has made a move."""


class ArbiterState:
    """What the mediator of a game knows, and what he sends to its seats (players).

    Attributes:
        play: The game. Only the arbiter makes moves in it.
        secret: The key of all commitments.
        terms: The seats, and how the dice are settled.
        autos: The seats for which the autopilot answers.
        moves: The number of moves made; see :class:`~bombsight.service.seats.protocol.moves.Move`.
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
        progress: Progress = AT_THE_BEGINNING,
        is_shared: bool = False,
    ) -> None:
        """Create the state of a game that is as its session has it.

        Args:
            play: The game.
            secret: The key of all commitments.
            terms: The seats, and how the dice are settled.
            autos: The seats for which the autopilot answers.
            progress: How far the game has come.
            is_shared: Whether all look at one screen, which calls good what is good for the first player.

        Raises:
            InputError: Only one player decides anything in this game, or the dice are thrown by hand.
        """
        self.play = play
        self.secret = secret
        self.terms = terms
        self.autos = autos
        self.moves = progress.moves
        self.given_up = progress.given_up
        self.void = progress.void
        self.undone, self.undo_count = progress.undone, progress.undo_count
        self._needs_fresh_seed = (
            terms.is_seed_named
            and progress.undo_count > 0
            and not has_person_answer(play.session.records[progress.kept :])
        )
        program = play.session.program
        self.seats = seats_of(program)
        if len(self.seats) < 2 or not any(has_seat(site) for site in program.sites):
            hint = "`bombsight rules GAME` lists its options: one of them may be for two."
            raise InputError(f"{program.title} has nothing for a second player to decide", "", hint)
        if play.by_hand != (terms.dice == "own"):
            raise InputError("the dice of this table are others than were agreed", "", "Leave --dice out.")
        self._is_older = terms.protocol == WITH_SEED
        self._seat_views = {
            seat.name: SeatView(play, seat.name, is_older=self._is_older, reverses=not is_shared) for seat in self.seats
        }
        self._referee_view = RefereeView(play) if terms.has_referee else None
        self._question_filters = {seat.name: self.make_question_filter(seat.name) for seat in self.seats}
        self._group: tuple[int, QuestionGroup | None] = -1, None

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

    def _view_of(self, seat: str) -> GameView:
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

    # --- how much is asked

    def set_level(self, seat: str, level: Level) -> None:
        """Set a seat's level of asking: which questions it is asked. The open question stays, perhaps regrouped."""
        if seat != REFEREE_SEAT:  # who is asked nothing
            self._question_filters[seat].set_level(level)
        self._group = -1, None

    def level_of(self, seat: str) -> Level:
        """Return the level of asking of a seat: which questions it answers itself."""
        return self._question_filters[seat].level

    def make_question_filter(self, seat: str) -> QuestionFilter:
        """Create the filter that answers a seat's routine questions automatically."""
        return QuestionFilter(self.play)

    # --- groups of questions

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


def has_seat(site: Site) -> bool:
    """Whether a site (a code location that emits events) is a choice that the rules put to a named seat."""
    return isinstance(site, ChoiceSite) and site.seat is not None
