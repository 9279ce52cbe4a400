"""A seat's view of a game, without anything that the rules hide from it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.flat.other_side import reverse_tones
from bombsight.flat.sites import RollSite, Thrown
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import OutcomeView, RollView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.awaited_throw import describe_awaited_throw, describe_past_throw, describe_plain_throw
from bombsight.service.play.naming import NamedThing, find_named_things
from bombsight.service.play.play import Play
from bombsight.service.present.debriefing import Debriefing, debrief_missions, states_at
from bombsight.service.present.sheet import Sheet, SheetGroup
from bombsight.service.present.view import DRAWN_TITLE, View, WantedDice
from bombsight.service.present.why import ResultRange, find_other_results, has_plain_rows
from bombsight.service.seats.visibility.game_view import SeatState, make_seat_state
from bombsight.service.seats.visibility.masked_boards import render_masked_boards
from bombsight.service.seats.visibility.masked_questions import mask_question, order_options
from bombsight.service.seats.visibility.masked_state import MaskedState, StateMask, render_masked_sheet
from bombsight.service.seats.visibility.seats import Seat, seat_of_question, seats_of
from bombsight.service.seats.visibility.visible_events import VisibleEvents


class SeatView:
    """A game as one seat sees it.

    Attributes:
        play: The whole game, for callers that may see everything.
        seat: The seat.
        is_reversed: Whether good and bad are exchanged: for the other player of two.
    """

    def __init__(self, play: Play, seat: str, *, is_older: bool = False, reverses: bool = True) -> None:
        """Create the view of a seat.

        The other player of two sees as bad what is good for the first, and the reverse.

        Args:
            play: The game.
            seat: The name of the seat.
            is_older: Whether options with equal names keep the order of tables of an older version, to keep their
                meaning.
            reverses: Whether the other player of two sees it so; else all see what is good for the first as good.

        Raises:
            InputError: There is no such seat.
        """
        session = play.session
        program = session.program
        all_seats = seats_of(program)
        names = [each.name for each in all_seats]
        if seat not in names:
            hint = f"Those who sit there: {', '.join(names)}."
            raise InputError(f"nobody at this table is called {seat!r}", "", hint)
        self.play = play
        self.seat = all_seats[names.index(seat)]
        self._player = names.index(seat)
        self._is_older = is_older
        self.is_reversed = reverses and len(names) == 2 and self._player == 1
        shown = reverse_tones(program) if self.is_reversed else program
        self._mask = StateMask(session, self._player, shown)
        self._sheet = Sheet(self._mask.describer)
        self._events = VisibleEvents(session, self._mask.secrets, self._player, shown)
        self._last_record_count, self._kept_event_count, self._viewed_event_count = -1, 0, 0

    # --- views

    def view(self) -> View:
        """Build the current view for this seat: its visible events since its last move, and the open question.

        It has only this seat's own questions: :attr:`asked_seat` says whose is open. It has no undo and no dice thrown
        by hand: their results might reveal hidden information.

        Raises:
            InputError: The game cannot go on.
        """
        full_view = self.play.view()
        story, moves = self.visible_events(), len(self.play.session.records)
        if moves != self._last_record_count:
            self._last_record_count, self._kept_event_count = moves, self._viewed_event_count
        self._kept_event_count, self._viewed_event_count = min(self._kept_event_count, len(story)), len(story)
        return View(
            kept=self._kept_event_count,
            events=tuple(story[self._kept_event_count :]),
            question=self.open_question(),
            throw=None,
            outcome=full_view.outcome,
            sheet=self.sheet(),
            can_undo=False,
        )

    def visible_events(self, start: int = 0) -> Sequence[Event]:
        """Return the events that this seat may see, from the index ``start`` among them.

        Raises:
            InputError: The game cannot go on.
        """
        self.play.view()
        return tuple(self._events.collect_views()[start:])

    @property
    def visible_answer_count(self) -> int:
        """The number of answers that this seat has seen: its own and open ones, no secret ones of other seats."""
        self.play.view()
        self._events.collect_views()
        return self._events.answer_count

    @property
    def visible_event_count(self) -> int:
        """The number of events that this seat may see so far."""
        self.play.view()
        return len(self._events.collect_views())

    def count_events_before(self, record_count: int) -> int:
        """Count the events that this seat saw before the record behind the first ``record_count`` ones."""
        self.visible_events()
        trail, indices = self.play.session.trail, self._events.journal_indices
        return bisect_left(indices, trail[record_count].events) if record_count < len(trail) else len(indices)

    @property
    def is_visible_now(self) -> bool:
        """Whether this seat may see the open procedure or step, and so the throw or answer awaited there."""
        self.visible_events()
        return self._events.is_visible_now

    @property
    def asked_seat(self) -> Seat | None:
        """The seat whose answer the game waits for; None if the game waits for no answer."""
        question = self.play.question
        if question is None:
            return None
        return next(each for each in seats_of(self.play.session.program) if each.name == seat_of_question(question))

    def open_question(self) -> Question | None:
        """Return the open question with hidden information masked; None if it is put to another seat."""
        question = self.play.question
        return (
            self.mask_question(question)
            if question is not None and seat_of_question(question) == self.seat.name
            else None
        )

    def mask_question(self, question: Question) -> Question:
        """Copy a question that is put to this seat, without hidden information.

        Options with equal names are reordered so that their order reveals nothing: :meth:`original_answer_name` maps
        back.
        """
        masked_question = mask_question(question, self._mask, self._mask_state(), is_older=self._is_older)
        self._mask.close()
        return masked_question

    def original_answer_name(self, name: str) -> str:
        """Map the name of an answer in the masked question to its name in the game.

        Raises:
            InputError: This seat has no open question, or the answer is not offered.
        """
        original = self.play.question
        masked_question = self.open_question()
        if original is None or masked_question is None:
            raise InputError("nothing is asked of you")
        if name == "none" and masked_question.optional:
            return name
        names = [option.name for option in masked_question.options]
        if name not in names:
            raise InputError(f"{name!r} is not offered", "", f"Offered: {', '.join(names)}.")
        order = order_options(original, self._mask, self._mask_state(), is_older=self._is_older)
        place = order[names.index(name)]
        return original.options[place].name

    def sheet(self) -> tuple[SheetGroup, ...]:
        """Return the groups of the sheet (titled state): hidden fields marked, hidden lists left out."""
        return render_masked_sheet(self._sheet, self._mask_state())

    def boards(self) -> tuple[BoardShown, ...]:
        """Return the boards, without anything that depends on hidden information."""
        return render_masked_boards(self._mask, self._mask_state())

    def state(self, event_count: int | None = None) -> SeatState:
        """Return what this seat may know of a state of the game.

        Args:
            event_count: How many of the seat's events had happened then, from 1; None for the present state.

        Raises:
            InputError: The seat has not so many events; or the game cannot go on.
        """
        shown_count = self.visible_event_count
        if event_count is None or event_count == shown_count:
            event_count, masked = shown_count, self._mask_state()
        else:
            if not 0 < event_count < shown_count:
                raise InputError(f"you were told {shown_count} events: there is no state after {event_count}")
            masked = self._mask_state(self._slots_at(event_count))
        sheet, boards = render_masked_sheet(self._sheet, masked), render_masked_boards(self._mask, masked)
        state = make_seat_state(event_count, masked.describer, sheet, boards)
        self._mask.close()
        return state

    def _slots_at(self, event_count: int) -> Sequence[int]:
        """Replay the game, and return the state slots at the last of the seat's first events."""
        at = self._events.journal_indices[event_count - 1]
        return states_at(self.play.session, [at])[at]

    def named_things(self) -> tuple[NamedThing, ...]:
        """List the people and things with names that this seat may see."""
        found = tuple(find_named_things(self._mask_state().describer))
        self._mask.close()
        return found

    @property
    def current_viewer(self) -> int:
        """The number of the player who alone may see the open procedure or step; or ``EVERYBODY``, or ``NONE``."""
        self.visible_events()
        return self._events.current_viewer

    def wanted_dice(self, thrown: Thrown) -> WantedDice:
        """Describe the dice that this seat is to throw, with what each result leads to if nothing is hidden from it."""
        if not self.has_hidden:
            return describe_awaited_throw(self.play.session, thrown)
        if isinstance(thrown, RollSite):
            return WantedDice(thrown.table, thrown.title, thrown.dice)
        return WantedDice(None, DRAWN_TITLE, thrown.dice)

    def other_throws(self, number: int) -> list[ResultRange]:
        """Return what other dice would have done at a throw, given its number in this seat's story.

        The list is empty if something was hidden then and the row depends on more than the dice.

        Raises:
            InputError: There is no such throw.
        """
        story = self.visible_events()
        if not 0 <= number < len(story) or not isinstance(story[number], RollView):
            raise InputError(f"event {number} of what you were told is no throw")
        at, session = self._events.journal_indices[number], self.play.session
        if not self._events.sees_all[number] and not has_plain_rows(session, at):
            return []
        return find_other_results(session, at)

    def stake(self, number: int) -> WantedDice | None:
        """Return what was at stake at a throw or a draw before it fell, given its number in this seat's story.

        None if the event is no throw, or if something was hidden then and the rows depend on more than the dice.
        """
        story = self.visible_events()
        if not 0 <= number < len(story):
            return None
        at, session, event = self._events.journal_indices[number], self.play.session, story[number]
        if self._events.sees_all[number]:
            return describe_past_throw(session, at)
        return (
            describe_plain_throw(session, at, event)
            if isinstance(event, RollView) and has_plain_rows(session, at)
            else None
        )

    def debriefings(self, start: int = 0) -> tuple[Debriefing, ...]:
        """Return the debriefings of missions that ended since a number of this seat's events, as it may see them.

        Their events are numbered as in the seat's story. There are none if anything is or was hidden from the seat.
        """
        indices = self._events.journal_indices
        if start >= self.visible_event_count or self.has_hidden:
            return ()
        found = debrief_missions(self.play.session, indices[start], self._sheet, self._mask.shown)
        return tuple(evolve(each, event=bisect_right(indices, each.event) - 1) for each in found)

    def odds(self, runs: int | None = None) -> Odds:
        """Estimate the odds of each answer to this seat's question by random runs; raise if it lacks information.

        `runs` as in :meth:`Play.odds`.

        Raises:
            InputError: The seat has no open question, or something is or was hidden from it: runs from here would tell.
        """
        if self.open_question() is None:
            raise InputError("it is not your turn")
        if self.has_hidden:
            hint = "Every run from here would begin with what you may not see."
            raise InputError("the odds would tell what is hidden from you", "", hint)
        return self.play.odds(runs, is_reversed=self.is_reversed)

    @property
    def has_hidden(self) -> bool:
        """Whether anything is or ever was hidden from this seat, as a run may still depend on it."""
        masked = self._mask_state()
        self._mask.close()
        self.visible_events()
        return masked.has_hidden or self._events.has_hidden

    @property
    def outcome(self) -> OutcomeView | None:
        """The outcome of the game as this seat sees it; None while the game goes on.

        Raises:
            InputError: The game cannot go on.
        """
        return self.play.view().outcome

    def _mask_state(self, past_slots: Sequence[int] | None = None) -> MaskedState:
        """Mask what is hidden from this seat in the present state, or in ``past_slots``."""
        self.play.view()
        return self._mask.mask_state(past_slots)
