"""A game as a player at a seat knows it: what the arbiter sent, and what follows from that. It knows no front end.

The whole screen asks it what it asks a whole game: it is the source of its own story.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field

from bombsight.boundary.errors import InputError
from bombsight.runtime.events.views import ChoiceView, EnterView, LeaveView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.lookup.phrases import Phrases
from bombsight.service.play.past_state import Moment
from bombsight.service.play.standing_orders import Order, find_answer_by_orders
from bombsight.service.play.story_source import BeatHeadings
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.headings import Headings
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.story import Detail, Story
from bombsight.service.present.view import WantedDice
from bombsight.service.seats.player.seat_queries import SeatQueries
from bombsight.service.seats.protocol.host_messages import Looked, Reasons, Revealed, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, Thrown
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.protocol.undos import UndoAsked
from bombsight.service.seats.visibility.referee import REFEREE_SEAT, REFEREE_TITLE
from bombsight.service.seats.visibility.seats import Seat

NOTHING_SEEN = Looked(sheet=(), boards=(), event_count=0)
"""The state of a game of which nothing was sent yet."""


@define
class SeatGame:
    """What a player at a seat knows of his game.

    Attributes:
        queries: The queries to the arbiter.
        seated: The game and the seat; None until the game has begun.
        turn: The last turn that was sent; None before.
        views: All events that the seat was sent.
        answered_number: The number of the last question that the player has answered; -1 for none.
        present_seats: The seats that are at the table; None if that is not known, as at one keyboard.
        awaited_seats: The seats whose shares of the dice are awaited.
        is_lost: Whether the line to the table is broken.
        revealed: All hidden information, once the game is over; None before.
        given_up: The seat that gave the game up; empty for none.
        asked_undo: The request for an undo that waits for consent; None for none.
        orders: The player's standing orders, in the order in which they were given.
        ended: The orders that are over, but not yet reported.
    """

    queries: SeatQueries
    seated: Seated | None = None
    turn: Turn | None = None
    views: list[Event] = field(factory=list)
    answered_number: int = -1
    present_seats: tuple[str, ...] | None = None
    awaited_seats: tuple[str, ...] = ()
    is_lost: bool = False
    revealed: Revealed | None = None
    given_up: str = ""
    asked_undo: UndoAsked | None = None
    orders: list[Order] = field(factory=list)
    ended: list[Order] = field(factory=list)
    _debriefings: list[Debriefing] = field(factory=list)
    _states: dict[int, Looked] = field(factory=dict)
    _present: Looked = NOTHING_SEEN
    _is_present_known: bool = False
    _reasons: dict[int, Reasons] = field(factory=dict)
    _headings: Headings = field(factory=Headings)
    _must_ask_at: int | None = None
    _thrown_turn: Turn | None = None
    _orders_elsewhere: dict[str, list[Order]] = field(factory=dict)

    # --- what was sent

    def add_turn(self, turn: Turn) -> int:
        """Take a turn of the arbiter; return how many of the events before it still count.

        Raises:
            InputError: Events before it are missing.
        """
        if turn.start > len(self.views):
            raise InputError("what happened before this was not told")
        kept_count = self._count_kept(turn)
        is_undone = self.turn is not None and turn.undone != self.turn.undone
        if kept_count < len(self.views):
            if is_undone or turn.event_count < len(self.views):
                self.go_back(kept_count)
            else:
                self._forget_readings(kept_count)
        self._debriefings += [each for each in turn.debriefings if each.event >= kept_count]
        self._is_present_known = False
        self.views[turn.start :] = turn.events
        if is_undone or turn.number < self.answered_number:
            self.answered_number = -1
        self.turn, self.awaited_seats = turn, ()
        return kept_count

    def _count_kept(self, turn: Turn) -> int:
        """Count the events from the first one that a turn leaves as they were: it may send some of them again."""
        known = self.views[turn.start : turn.start + len(turn.events)]
        if len(known) == len(self.views) - turn.start and known == [*turn.events[: len(known)]]:
            return len(self.views)
        same = (mine == new for mine, new in zip(known, turn.events, strict=False))
        return turn.start + next((at for at, is_same in enumerate(same) if not is_same), len(known))

    def go_back(self, event_count: int) -> None:
        """Forget the events, states and orders behind a number of events: they were taken back."""
        if event_count >= len(self.views):
            return
        del self.views[event_count:]
        self._states = {count: state for count, state in self._states.items() if count < event_count}
        self._reasons = {event: each for event, each in self._reasons.items() if event < event_count}
        self._debriefings = [each for each in self._debriefings if each.event < event_count]
        self._headings = Headings()
        self.orders = [each for each in self.orders if each.since < event_count]
        self.answered_number = -1
        self._must_ask_at = event_count

    def reread(self, turn: Turn) -> None:
        """Replace the known events of a turn, which read otherwise now, for something has another name; no others."""
        self._forget_readings(turn.start)
        self.views[turn.start :] = turn.events[: len(self.views) - turn.start]
        self._debriefings += [each for each in turn.debriefings if turn.start <= each.event < len(self.views)]

    def _forget_readings(self, event_count: int) -> None:
        """Forget all states, and what rests on the events behind a number of them: a name has changed there."""
        self.forget_states()
        self._debriefings = [each for each in self._debriefings if each.event < event_count]
        self._headings = Headings()

    def forget_states(self) -> None:
        """Forget all states, so that they are asked for again."""
        self._states.clear()
        self._reasons.clear()
        self._is_present_known = False

    def change_seat(self, seated: Seated, queries: SeatQueries) -> None:
        """Look at the game from another seat, to which nothing is hidden either; each keeps his own orders."""
        if self.seated is not None:
            self._orders_elsewhere[self.seated.seat] = self.orders
        self.seated, self.queries = seated, queries
        self.orders = self._orders_elsewhere.pop(seated.seat, [])
        self.answered_number, self._is_present_known = -1, False
        self._thrown_turn = None

    def add_state(self, event_count: int | None, state: Looked) -> None:
        """Take a state that was asked for: that after a number of events, or for None the present one."""
        if event_count is None:
            self._present, self._is_present_known = state, True
        else:
            self._states[event_count] = state

    def add_reasons(self, reasons: Reasons) -> None:
        """Take what a throw could have led to, which was asked for."""
        self._reasons[reasons.event] = reasons

    # --- who decides

    @property
    def seat(self) -> str:
        """The name of the seat; empty until the game has begun."""
        return "" if self.seated is None else self.seated.seat

    def title_of(self, seat: str) -> str:
        """The title by which the rules call a player; for the referee what he is."""
        if seat == REFEREE_SEAT:
            return REFEREE_TITLE
        seats: Sequence[Seat] = () if self.seated is None else self.seated.seats
        return next((each.title for each in seats if each.name == seat), seat)

    @property
    def question(self) -> Question | None:
        """The player's open question; None if he has answered it, or another decides, or the game is over."""
        turn = self.turn
        is_open = turn is not None and turn.number > self.answered_number and not self.is_over
        return turn.question if turn is not None and is_open and not self.is_referee else None

    @property
    def is_referee(self) -> bool:
        """Whether this is the seat of the referee, who sees everything and is asked nothing."""
        return self.seat == REFEREE_SEAT

    @property
    def watched_question(self) -> Question | None:
        """The question that another is asked, which a referee reads; None for none."""
        return self.turn.question if self.turn is not None and self.is_referee and not self.is_over else None

    @property
    def wanted_dice(self) -> WantedDice | None:
        """The dice that the player is to throw himself; None if none of his are awaited."""
        turn = self.turn
        return turn.throw if turn is not None and turn is not self._thrown_turn and not self.is_over else None

    @property
    def group(self) -> QuestionGroup | None:
        """The group that the open question is asked in; None if it is asked alone."""
        return self.turn.group if self.turn is not None and self.question is not None else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        is_finished = self.turn is not None and not self.turn.turn
        return is_finished or self.revealed is not None or bool(self.given_up)

    def make_answer(self, names: Sequence[str], *, together: bool) -> Answered:
        """Make the answer to the open question, which is closed then; or to its whole group, with ``together``."""
        assert self.turn is not None
        self.answered_number = self.turn.number
        return Answered(number=self.turn.number, names=tuple(names), together=together)

    def make_throw(self, faces: tuple[int, ...]) -> Thrown:
        """Make the message with the faces of the wanted dice, which are wanted no more then."""
        assert self.turn is not None
        self._thrown_turn = self.turn
        return Thrown(number=self.turn.event_count, faces=faces)

    def reopen_question(self) -> None:
        """Open the question again, or want the dice again: the answer was refused."""
        self.answered_number, self._thrown_turn = -1, None
        self._must_ask_at = self.event_count

    # --- the source of the story

    @property
    def event_count(self) -> int:
        """The number of events that the seat was sent."""
        return len(self.views)

    @property
    def is_career(self) -> bool:
        """Whether a career is played, mission by mission."""
        return self.seated is not None and self.seated.entry == "career"

    def event(self, index: int) -> Event:
        """Return the event at an index, from 0."""
        return self.views[index]

    def prepare_moments(self, event_counts: Iterable[int]) -> None:
        """Ask for the states after some numbers of events, if they take a while to arrive."""
        for event_count in event_counts if self.queries.replies_later else ():
            self._find_state(event_count)

    def moment(self, event_count: int) -> Moment:
        """Return the state after a number of events; until it has arrived, the last known one before."""
        state = self._find_state(event_count)
        if state is None:
            earlier = [count for count in self._states if count < event_count]
            state = self._states[max(earlier)] if earlier else self._present
        return Moment(event_count, state.sheet, state.boards, state.facts)

    def _find_state(self, event_count: int) -> Looked | None:
        """Return the state after a number of events; None until it has arrived."""
        if event_count not in self._states and 0 < event_count <= len(self.views):
            state = self.queries.find_state(event_count)
            if state is not None:
                self._states[event_count] = state
        return self._states.get(event_count)

    @property
    def present(self) -> Looked:
        """The present state; until it has arrived, the last known one.

        Raises:
            InputError: The game cannot go on.
        """
        if not self._is_present_known and self.turn is not None:
            state = self.queries.find_state(None)
            if state is not None:
                self.add_state(None, state)
        return self._present

    def find_scope_end(self, event: int, limit: int) -> int:
        """Find where the innermost scope that is open at an event ends: how many events until there, or ``limit``."""
        inner_names: list[str] = []
        for at in range(event + 1, limit):
            match self.views[at]:
                case EnterView(name=name):
                    inner_names.append(name)
                case LeaveView(name=name) if name in inner_names:
                    while inner_names.pop() != name:  # a return from deep inside has no event for each
                        pass
                case LeaveView():
                    return at + 1
                case _:  # the rest: events in a scope
                    pass
        return limit

    def follow_headings(self, headings: Headings, event_count: int) -> None:
        """Update headings by the next events, up to a number of events."""
        for view in self.views[headings.event_count : event_count]:
            headings.follow(view)

    def find_open_headings(self, event_count: int) -> BeatHeadings:
        """Find the headings that are open after a number of events."""
        headings = Headings()
        self.follow_headings(headings, event_count)
        ended_count = sum(each.event < event_count for each in self._debriefings)
        return BeatHeadings(headings.open, ended_count + 1)

    def find_last_decision(self) -> int | None:
        """Find the player's last answer: how many events there were before it; None if there is none."""
        seats = () if self.seated is None else self.seated.seats
        others = {each.title for each in seats if each.name != self.seat}
        # A question that the rules put to no seat is the first player's, whatever they call him.
        is_first = bool(seats) and seats[0].name == self.seat
        own_title = self.title_of(self.seat)
        answers = (
            at
            for at in range(len(self.views) - 1, -1, -1)
            if isinstance(view := self.views[at], ChoiceView)
            and (view.by == own_title or (is_first and view.by not in others))
        )
        return next(answers, None)

    def describe_throw(self, event: int) -> WantedDice | None:
        """Describe the dice of an event as before they fell; None if it is no throw, or if that is not known."""
        if event not in self._reasons:
            reasons = self.queries.find_reasons(event)
            if reasons is not None:
                self._reasons[event] = reasons
        return self._reasons[event].stake if event in self._reasons else None

    # --- the story

    def debriefings(self, start: int = 0) -> list[Debriefing]:
        """The debriefings of missions that ended since a number of events."""
        return [each for each in self._debriefings if each.event >= start]

    def new_story(self, detail: Detail, *, answers: bool = True, explains_marks: bool = True) -> Story:
        """Make an empty story at a level of detail; ``answers`` is whether it tells the player's answers."""
        if self.seated is None:
            return Story(Phrases(), detail=detail)
        outer = 2 if self.is_career else 1
        return Story(self.seated.phrases, detail=detail, outer=outer, answers=answers, explains_marks=explains_marks)

    # --- standing orders

    @property
    def headings(self) -> Headings:
        """The open headings after all events; standing orders whose term is over end here."""
        for view in self.views[self._headings.event_count :]:
            number = self._headings.event_count
            self._headings.follow(view)
            self._end_orders(
                [each for each in self.orders if number >= each.since and each.ends_at(view, self._headings)]
            )
        return self._headings

    def automatic_answer(self) -> str | None:
        """Find the name of the answer that the player's orders give to his open question; None to ask him."""
        question = self.question
        _ = self.headings
        if question is None:
            return None
        if question.is_grave:
            self._end_orders([each for each in self.orders if each.until_news and each.since < self.event_count])
        if self._must_ask_at == self.event_count:
            return None
        automatic = find_answer_by_orders(self.orders, "all", question)
        return answer_name(question, automatic[0]) if automatic is not None else None

    def give_order(self, order: Order) -> None:
        """Put a standing order in force, also for the open question; replace one of the same question and term."""
        self.orders = [*(each for each in self.orders if not order.replaces(each)), order]
        self._must_ask_at = None

    def take_back_order(self, number: int) -> Order | None:
        """Remove the standing order with a number, from 1, and return it; None if there is none."""
        return self.orders.pop(number - 1) if 1 <= number <= len(self.orders) else None

    def stop_answering(self) -> None:
        """End the orders for the autopilot."""
        self._end_orders([each for each in self.orders if each.is_auto])

    def pop_ended_orders(self) -> list[Order]:
        """Return the standing orders that ended since the last call."""
        ended, self.ended = self.ended, []
        return ended

    def wording_of(self, question: Question) -> str:
        """Render the wording of a question."""
        return question.prompt

    def entry_titles(self) -> Mapping[str, str]:
        """The titles of the procedures and steps at which an order can end, by their names: those that are known."""
        titles = {} if self.seated is None else dict(self.seated.phrases.procedures)
        return titles | {each.name: each.title for each in self.views if isinstance(each, EnterView) and each.title}

    def _end_orders(self, ended_orders: Sequence[Order]) -> None:
        """Remove standing orders from those in force, and keep them for the next report."""
        self.orders = [each for each in self.orders if each not in ended_orders]
        self.ended += ended_orders
