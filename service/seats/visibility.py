"""What one of those who sit at a table sees of a game: nothing of it rests on what the rules hide from him."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from attrs import evolve, field, frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.names import name_validator
from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.types import ElementType, EnumType
from bombsight.runtime.boards import BoardShown, PlaceShown
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.events.views import OutcomeView, RollView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question, choice_site, prefer
from bombsight.runtime.run.remarks import Told, remarks
from bombsight.runtime.visibility.renumbering import Seen, seen_of_elements
from bombsight.runtime.visibility.visibility import Secrets, Sighted, blotted, masked
from bombsight.service.boards.shown import boards_of
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.play import Play
from bombsight.service.present.sheet import Sheet, SheetGroup
from bombsight.service.present.view import View
from bombsight.service.present.why import Led, is_plain, led
from bombsight.service.seats.events import SeenEvents


@frozen
class Seat:
    """Who sits at a table.

    Attributes:
        name: The stable name of the player's value.
        title: The same for reading.
    """

    name: str = field(validator=name_validator("a seat"))
    title: str


def seats(program: Program) -> tuple[Seat, ...]:
    """Who sits at the table of a game, in their order; nobody where one plays alone."""
    if program.players is None:
        return ()
    described, kind = Describer(program), EnumType(program.players)
    names = program.enums[program.players].values
    return tuple(Seat(name, described.title(kind, number)) for number, name in enumerate(names))


def whose(question: Question) -> str:
    """The name of the seat whose question it is."""
    return question.seat


class Sight:
    """A game as one seat sees it.

    Attributes:
        play: The game. Nobody looks at it past this but who may see everything.
        seat: Who sees it.
    """

    def __init__(self, play: Play, seat: str, *, is_older: bool = False) -> None:
        """Sit down.

        Args:
            play: The game.
            seat: The name of a seat.
            is_older: Whether options that look alike stand as they did at tables that an older version began: so their
                names go on to mean the same.

        Raises:
            InputError: There is no such seat.
        """
        session = play.session
        program = session.program
        found = seats(program)
        names = [each.name for each in found]
        if seat not in names:
            hint = f"Those who sit there: {', '.join(names)}."
            raise InputError(f"nobody at this table is called {seat!r}", "", hint)
        self.play = play
        self.seat = found[names.index(seat)]
        self._player = names.index(seat)
        self._is_older = is_older
        self._secrets = Secrets(program, session.load)
        self._sighted = Sighted(program, session.load)
        self._sheet = Sheet(session.describer)
        self._events = SeenEvents(session, self._secrets, self._player)
        self._moves, self._kept, self._looked = -1, 0, 0
        self._hidden: dict[int, SlotField] = {}
        self._hidden_lists: list[SlotList] = []

    # --- looking

    def view(self) -> View:
        """The game as it stands for this seat: what has happened since the move before, as far as it may know.

        It has no question that another answers: :attr:`asked` says who does. Nothing can be taken back. Nobody throws
        dice of his own: what they lead to might tell.

        Raises:
            InputError: The game cannot go on.
        """
        whole = self.play.view()
        story, moves = self.story(), len(self.play.session.records)
        if moves != self._moves:
            self._moves, self._kept = moves, self._looked
        self._kept, self._looked = min(self._kept, len(story)), len(story)
        return View(
            kept=self._kept,
            events=tuple(story[self._kept :]),
            question=self.question(),
            throw=None,
            outcome=whole.outcome,
            sheet=self.sheet(),
            can_undo=False,
        )

    def story(self, start: int = 0) -> Sequence[Event]:
        """What this seat was told, from the event with this number of its own story on.

        Raises:
            InputError: The game cannot go on.
        """
        self.play.view()
        return tuple(self._events.told()[start:])

    @property
    def answers_told(self) -> int:
        """How many answers this seat was told of, its own among them: what others answer in secret does not count."""
        self.play.view()
        self._events.told()
        return self._events.answers

    @property
    def events_told(self) -> int:
        """How many events this seat was told of."""
        self.play.view()
        return len(self._events.told())

    @property
    def is_told_here(self) -> bool:
        """Whether this seat is told of what happens now: of a throw or an answer that the game waits for."""
        self.story()
        return self._events.is_told_here

    @property
    def asked(self) -> Seat | None:
        """Whose answer the game waits for; None where it waits for none."""
        asked = self.play.question
        if asked is None:
            return None
        return next(each for each in seats(self.play.session.program) if each.name == whose(asked))

    def question(self) -> Question | None:
        """The open question as this seat is asked it; None where it is another's."""
        asked = self.play.question
        return self.masked(asked) if asked is not None and whose(asked) == self.seat.name else None

    def masked(self, question: Question) -> Question:
        """A question of this seat with nothing in it that it may not know.

        Options that look alike stand in an order that says nothing of them: :meth:`answer_name` says which is meant.
        """
        describer, site = self._describer(), choice_site(self.play.session.program, question.site)
        order = self._order(question, describer)
        numbers = [question.numbers[place] for place in order]
        decides = remarks(describer, site, numbers, question.told)
        options = describer.options(site, numbers, question.told)
        found = evolve(
            question,
            prompt=describer.fill(site.ask, question.told),
            options=tuple(evolve(each, beside=text) for each, text in zip(options, decides.beside, strict=True)),
            preferred=self._preferred(question, describer, numbers),
            remarks=decides.lines,
            routine=decides.routine,
            numbers=(),
            told=(),
        )
        self._sighted.close()
        return found

    def answer_name(self, name: str) -> str:
        """The name by which the game itself knows an answer to this seat's open question.

        Raises:
            InputError: Nothing is asked of this seat, or no such answer is offered.
        """
        asked = self.play.question
        own = self.question()
        if asked is None or own is None:
            raise InputError("nothing is asked of you")
        if name == "none" and own.optional:
            return name
        names = [option.name for option in own.options]
        if name not in names:
            raise InputError(f"{name!r} is not offered", "", f"Offered: {', '.join(names)}.")
        place = self._order(asked, self._describer())[names.index(name)]
        return asked.options[place].name

    def sheet(self) -> tuple[SheetGroup, ...]:
        """The state: what is hidden says so, and lists of which nothing may be known are left out."""
        describer = self._describer()
        secret = {found.id for found in self._hidden_lists}
        groups = self._sheet.at(describer).groups()
        shown = (evolve(group, lines=tuple(each for each in group.lines if each.id not in secret)) for group in groups)
        return tuple(group for group in shown if group.lines)

    def boards(self) -> tuple[BoardShown, ...]:
        """The pictures that the rules declare; what rests on what is hidden is left out of them."""
        shown = boards_of(self._describer())
        self._sighted.close()
        secret = self._secrets.unordered
        if not secret:
            return shown
        lined = (board.lined for board in self.play.session.program.boards)
        are_secret = (members is not None and members.list in secret for members in lined)
        return tuple(
            in_no_order(board, lines_up_secrets=is_secret) for board, is_secret in zip(shown, are_secret, strict=True)
        )

    def why(self, number: int) -> list[Led]:
        """What other throws would have led to, at a throw of this seat's story.

        Nothing, where something was hidden from it then and more than the dice say which row counts.

        Raises:
            InputError: There is no such throw in it.
        """
        story = self.story()
        if not 0 <= number < len(story) or not isinstance(story[number], RollView):
            raise InputError(f"event {number} of what you were told is no throw")
        at, session = self._events.places[number], self.play.session
        if not self._events.sees_all[number] and not is_plain(session, at):
            return []
        return led(session, at)

    def odds(self, runs: int | None = None) -> Odds:
        """What each answer to this seat's question leads to; the arguments are those of :meth:`Play.odds`.

        Raises:
            InputError: Nothing is asked of it; or something is hidden from it now, or was: runs from here would tell.
        """
        if self.question() is None:
            raise InputError("it is not your turn")
        if self.hides:
            hint = "Every run from here would begin with what you may not see."
            raise InputError("the odds would tell what is hidden from you", "", hint)
        return self.play.odds(runs)

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from this seat as things stand, or was: a run may remember it all the same."""
        self._describer()
        self._sighted.close()
        self.story()
        return bool(self._hidden or self._hidden_lists) or self._events.is_kept_in_the_dark

    @property
    def outcome(self) -> OutcomeView | None:
        """How it ended; None while it goes on.

        Raises:
            InputError: The game cannot go on.
        """
        return self.play.view().outcome

    # --- the state

    def _describer(self) -> Describer:
        """What says of the state of now what this seat may know."""
        self.play.view()
        session = self.play.session
        slots = session.describer.slots
        self._hidden = self._secrets.hidden(slots, self._player)
        self._hidden_lists = self._secrets.lists_hidden(slots, self._player)
        self._secrets.asides.close()
        unordered = self._secrets.unordered_lists
        self._sighted.masked = masked(session.program, unordered, slots, self._hidden, self._hidden_lists)
        describer = session.describer.aside()
        describer.asides, describer.unordered = self._sighted, self._secrets.unordered
        describer.slots = blotted(slots, self._hidden, self._hidden_lists)
        describer.pinned = session.describer.pinned
        return describer

    def _order(self, question: Question, describer: Describer) -> list[int]:
        """The order in which options are shown: of those with the same name by what is seen of them, else any."""
        site = choice_site(self.play.session.program, question.site)
        order = list(range(len(question.numbers)))
        if not isinstance(site.option_type, ElementType):
            return order
        found = describer.lexicon.list_of_record[site.option_type.record]
        if found.id not in self._secrets.unordered:
            return order
        session = self.play.session
        salt = f"{session.header.seed} {len(session.records)} "
        slots = session.describer.slots
        seen = seen_of_elements(self._secrets.unordered_lists, slots, self._hidden)

        def key(place: int) -> tuple[str, Seen, bytes]:
            number = question.numbers[place]
            words = describer.element(found.record, number, titled=False)
            of_element = () if self._is_older else seen.get(found.base + number % found.capacity, ())
            return words, of_element, sha256(f"{salt}{number}".encode()).digest()

        return sorted(order, key=key)

    def _preferred(self, question: Question, describer: Describer, numbers: Sequence[int]) -> int:
        """What the rules advise of what this seat may know; the first answer where they cannot say."""
        site = choice_site(self.play.session.program, question.site)
        if not self._secrets.are_any:
            return question.preferred
        told = Told(describer, self._sighted.at(describer.slots), question.told)
        known: list[int] = []
        for number in numbers if site.scores else ():
            part = site.scores[0 if site.option_type is not None else number]
            score = 0 if part is None else told.value(part, number)
            if score is not None:
                known.append(score)
        if len(known) < len(numbers):
            return 0
        return prefer(range(len(known)), known.__getitem__, site.optional)


def in_no_order(board: BoardShown, *, lines_up_secrets: bool) -> BoardShown:
    """A board on which the order of what stands at a place says nothing.

    Args:
        board: The board.
        lines_up_secrets: Whether its places are elements of a list whose order is not told: then they stand in rows, or
            in columns, by what can be seen of them.
    """
    places = tuple(evolve(place, things=tuple(sorted(place.things, key=repr))) for place in board.places)
    if lines_up_secrets:
        places = tuple(
            evolve(place, row=at, column=0) if board.layout == "rows" else evolve(place, row=0, column=at)
            for at, place in enumerate(sorted(places, key=seen_of_place))
        )
    if board.layout == "map":  # areas that begin at the same place are told apart by their names
        places = tuple(sorted(places, key=lambda place: (place.row, place.column, place.name)))
    return evolve(board, places=places, notes=tuple(sorted(board.notes, key=repr)))


def seen_of_place(place: PlaceShown) -> tuple[str, str, str]:
    """All that can be seen of a place but where it lies."""
    return place.name, place.title, repr(place.things)
