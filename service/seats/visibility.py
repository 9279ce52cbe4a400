"""A seat's view of a game, without anything that the rules hide from it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from hashlib import sha256

from attrs import evolve, field, frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.names import make_name_validator
from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import RollSite, Thrown
from bombsight.flat.types import ElementType, EnumType
from bombsight.runtime.boards import BoardShown, PlaceShown
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.events.views import OutcomeView, RollView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question, choice_site, preferred_index
from bombsight.runtime.run.remarks import RemarkRenderer, collect_remarks
from bombsight.runtime.visibility.masking import PlayerAsides, hide_slots, mask_state
from bombsight.runtime.visibility.renumbering import VisibleValues, visible_values
from bombsight.runtime.visibility.visibility import Secrets
from bombsight.service.boards.boards import render_boards
from bombsight.service.boards.pieces import pieces_by_title
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.awaited_throw import describe_awaited_throw, describe_past_throw, describe_plain_throw
from bombsight.service.play.naming import NamedThing, find_named_things
from bombsight.service.play.play import Play
from bombsight.service.present.debriefing import Debriefing, states_at
from bombsight.service.present.glance import Fact, find_facts
from bombsight.service.present.sheet import Sheet, SheetGroup
from bombsight.service.present.view import DRAWN_TITLE, View, WantedDice
from bombsight.service.present.why import ResultRange, find_other_results, has_plain_rows
from bombsight.service.seats.visible_events import VisibleEvents


@frozen
class Seat:
    """A seat (player) of a two-player game, by name and title.

    Attributes:
        name: The stable name of the player's value.
        title: The display name.
    """

    name: str = field(validator=make_name_validator("a seat"))
    title: str


@frozen
class SeatState:
    """What a seat may know of a state of the game.

    Attributes:
        event_count: How many of the seat's events had happened.
        sheet: The groups of the sheet.
        boards: The boards.
        facts: What matters most, for a line.
        pieces: The pieces on the boards, by their titles, so that answers find them.
    """

    event_count: int
    sheet: tuple[SheetGroup, ...]
    boards: tuple[BoardShown, ...]
    facts: tuple[Fact, ...]
    pieces: Mapping[str, str]


def seats_of(program: Program) -> tuple[Seat, ...]:
    """Return the seats of a game, in order; empty for a solitaire game."""
    if program.players is None:
        return ()
    described, kind = Describer(program), EnumType(program.players)
    names = program.enums[program.players].values
    return tuple(Seat(name, described.value_title(kind, number)) for number, name in enumerate(names))


def seat_of_question(question: Question) -> str:
    """Return the name of the seat that a question is put to."""
    return question.seat


class SeatView:
    """A game as one seat sees it.

    Attributes:
        play: The whole game, for callers that may see everything.
        seat: The seat.
    """

    def __init__(self, play: Play, seat: str, *, is_older: bool = False) -> None:
        """Create the view of a seat.

        Args:
            play: The game.
            seat: The name of the seat.
            is_older: Whether options with equal names keep the order of tables of an older version, to keep their
                meaning.

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
        self._secrets = Secrets(program, session.load)
        self._asides = PlayerAsides(program, session.load)
        self._sheet = Sheet(session.describer)
        self._events = VisibleEvents(session, self._secrets, self._player)
        self._last_record_count, self._kept_event_count, self._viewed_event_count = -1, 0, 0
        self._hidden: dict[int, SlotField] = {}
        self._hidden_lists: list[SlotList] = []

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
        describer, site = self._make_describer(), choice_site(self.play.session.program, question.site)
        order = self._option_order(question, describer)
        numbers = [question.numbers[place] for place in order]
        remarks_on_options = collect_remarks(describer, site, numbers, question.told)
        options = describer.describe_options(site, numbers, question.told)
        masked_question = evolve(
            question,
            prompt=describer.fill_text(site.ask, question.told),
            options=tuple(
                evolve(each, beside=text) for each, text in zip(options, remarks_on_options.beside, strict=True)
            ),
            preferred=self._preferred_index(question, describer, numbers),
            remarks=remarks_on_options.lines,
            routine=remarks_on_options.routine,
            numbers=(),
            told=(),
        )
        self._asides.close()
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
        place = self._option_order(original, self._make_describer())[names.index(name)]
        return original.options[place].name

    def sheet(self) -> tuple[SheetGroup, ...]:
        """Return the groups of the sheet (titled state): hidden fields marked, hidden lists left out."""
        return self._sheet_of(self._make_describer())

    def boards(self) -> tuple[BoardShown, ...]:
        """Return the boards, without anything that depends on hidden information."""
        return self._boards_of(self._make_describer())

    def state(self, event_count: int | None = None) -> SeatState:
        """Return what this seat may know of a state of the game.

        Args:
            event_count: How many of the seat's events had happened then, from 1; None for the present state.

        Raises:
            InputError: The seat has not so many events; or the game cannot go on.
        """
        shown_count = self.visible_event_count
        if event_count is None or event_count == shown_count:
            event_count, describer = shown_count, self._make_describer()
        else:
            if not 0 < event_count < shown_count:
                raise InputError(f"you were told {shown_count} events: there is no state after {event_count}")
            describer = self._make_describer(self._slots_at(event_count))
        sheet, boards = self._sheet_of(describer), self._boards_of(describer)
        facts = tuple(find_facts(describer, sheet))
        pieces = pieces_by_title(describer, boards)
        self._asides.close()
        return SeatState(event_count, sheet, boards, facts, pieces)

    def _slots_at(self, event_count: int) -> Sequence[int]:
        """Replay the game, and return the state slots at the last of the seat's first events."""
        at = self._events.journal_indices[event_count - 1]
        return states_at(self.play.session, [at])[at]

    def _sheet_of(self, describer: Describer) -> tuple[SheetGroup, ...]:
        """Return the groups of the sheet in the state of a masked describer, which was made last."""
        hidden_ids = {found.id for found in self._hidden_lists}
        groups = self._sheet.for_describer(describer).groups()
        shown = (
            evolve(group, lines=tuple(each for each in group.lines if each.id not in hidden_ids)) for group in groups
        )
        return tuple(group for group in shown if group.lines)

    def _boards_of(self, describer: Describer) -> tuple[BoardShown, ...]:
        """Return the boards in the state of a masked describer, which was made last."""
        boards = render_boards(describer)
        self._asides.close()
        unordered_ids = self._secrets.unordered
        if not unordered_ids:
            return boards
        lined = (board.lined for board in self.play.session.program.boards)
        are_secret = (members is not None and members.list in unordered_ids for members in lined)
        return tuple(
            sort_unordered_things(board, lines_up_secrets=is_secret)
            for board, is_secret in zip(boards, are_secret, strict=True)
        )

    def named_things(self) -> tuple[NamedThing, ...]:
        """List the people and things with names that this seat may see."""
        found = tuple(find_named_things(self._make_describer()))
        self._asides.close()
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
        found = self.play.debriefings(indices[start])
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
        return self.play.odds(runs)

    @property
    def has_hidden(self) -> bool:
        """Whether anything is or ever was hidden from this seat, as a run may still depend on it."""
        self._make_describer()
        self._asides.close()
        self.visible_events()
        return bool(self._hidden or self._hidden_lists) or self._events.has_hidden

    @property
    def outcome(self) -> OutcomeView | None:
        """The outcome of the game as this seat sees it; None while the game goes on.

        Raises:
            InputError: The game cannot go on.
        """
        return self.play.view().outcome

    # --- the state

    def _make_describer(self, past_slots: Sequence[int] | None = None) -> Describer:
        """Create a describer of the present state, or of ``past_slots``, with hidden information masked."""
        self.play.view()
        session = self.play.session
        slots = session.describer.slots if past_slots is None else past_slots
        self._hidden = self._secrets.hidden_slots(slots, self._player)
        self._hidden_lists = self._secrets.hidden_lists(slots, self._player)
        self._secrets.asides.close()
        unordered = self._secrets.unordered_lists
        self._asides.masked = mask_state(unordered, slots, self._hidden, self._hidden_lists)
        describer = session.describer.for_another_state()
        describer.asides, describer.unordered = self._asides, self._secrets.unordered
        describer.slots = hide_slots(slots, self._hidden, self._hidden_lists)
        describer.pinned = session.describer.pinned
        return describer

    def _option_order(self, question: Question, describer: Describer) -> list[int]:
        """Return the display order of options, which reveals nothing: by name, visible values, then a salted hash."""
        site = choice_site(self.play.session.program, question.site)
        order = list(range(len(question.numbers)))
        if not isinstance(site.option_type, ElementType):
            return order
        pool = describer.lexicon.list_of_record[site.option_type.record]
        if pool.id not in self._secrets.unordered:
            return order
        session = self.play.session
        salt = f"{session.header.seed} {len(session.records)} "
        slots = session.describer.slots
        values_in_sight = visible_values(self._secrets.unordered_lists, slots, self._hidden)

        def sort_key(option_index: int) -> tuple[str, VisibleValues, bytes]:
            """Sort key: an option's name, its visible values, and a salted hash."""
            number = question.numbers[option_index]
            words = describer.element_name(pool.record, number, titled=False)
            of_element = () if self._is_older else values_in_sight.get(pool.base + number % pool.capacity, ())
            return words, of_element, sha256(f"{salt}{number}".encode()).digest()

        return sorted(order, key=sort_key)

    def _preferred_index(self, question: Question, describer: Describer, option_numbers: Sequence[int]) -> int:
        """Return the index of the advised option, scored by what the seat may see; 0 if the scores are hidden.

        `option_numbers` are the options' numbers, in display order.
        """
        site = choice_site(self.play.session.program, question.site)
        if not self._secrets.are_any:
            return question.preferred
        renderer = RemarkRenderer(describer, self._asides.evaluator_at(describer.slots), question.told)
        scores: list[int] = []
        for number in option_numbers if site.scores else ():
            part = site.scores[0 if site.option_type is not None else number]
            score = 0 if part is None else renderer.evaluate(part, number)
            if score is not None:
                scores.append(score)
        if len(scores) < len(option_numbers):
            return 0
        return preferred_index(range(len(scores)), scores.__getitem__, site.optional)


def sort_unordered_things(board: BoardShown, *, lines_up_secrets: bool) -> BoardShown:
    """Copy a board with the things at each place sorted, so that their order reveals nothing.

    Args:
        board: The board.
        lines_up_secrets: Whether its places are elements of a list whose order is hidden: they are then sorted, in
            rows or in columns, by their visible contents.
    """
    places = tuple(evolve(place, things=tuple(sorted(place.things, key=repr))) for place in board.places)
    if lines_up_secrets:
        places = tuple(
            evolve(place, row=at, column=0) if board.layout == "rows" else evolve(place, row=0, column=at)
            for at, place in enumerate(sorted(places, key=place_sort_key))
        )
    if board.layout == "map":  # areas may begin at the same place
        places = tuple(sorted(places, key=lambda place: (place.row, place.column, place.name)))
    return evolve(board, places=places, notes=tuple(sorted(board.notes, key=repr)))


def place_sort_key(place: PlaceShown) -> tuple[str, str, str]:
    """Sort key: all the visible contents of a board's place, without its position."""
    return place.name, place.title, repr(place.things)
