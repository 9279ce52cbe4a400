"""A game that asks no more than a person wants to be asked: routine and standing orders are answered on the way."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from attrs import define, field

from bombsight.boundary.errors import InputError, clip
from bombsight.runtime.run.policies import NO_OPTION, Question, answers, choice_site
from bombsight.runtime.saves.records import Answer, Why, is_own
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level, Order, is_asked, wording
from bombsight.service.present.answers import name_of
from bombsight.service.present.checkpoints import Marks
from bombsight.service.present.decisions import reaching_back
from bombsight.service.present.headings import Heading, Headings
from bombsight.service.present.joint_questions import Group, Matrix, Several, belongs, group_at, is_left, is_same
from bombsight.service.present.view import View

ROUTINE, ORDERED, AUTO = "by itself", "as ordered", "autopilot"

WORDS: dict[Why, str] = {"": "", "routine": ROUTINE, "order": ORDERED, "auto": AUTO, "together": ""}
"""Why an answer was given without asking, as people read it."""


@define
class QuestionFilter:
    """Sits beside a player and answers what he need not be asked; the save holds it like any other answer.

    Orders are kept nowhere: a game that is taken up again begins without them. What was answered without asking is
    known from the save.

    Attributes:
        play: The game.
        level: How much is asked.
        orders: Those in force, in the order in which they were given.
        ended: Orders that are over, and of which nobody was told.
    """

    play: Play
    level: Level = "all"
    orders: list[Order] = field(factory=list)
    ended: list[Order] = field(factory=list)
    _headings: Headings = field(factory=Headings)
    _marks: Marks[tuple[Heading, ...]] = field(factory=Marks)
    _ordered: set[int] = field(factory=set)
    _wanted: int | None = None
    _halted: bool = False

    def view(self) -> View:
        """The game where the player is wanted; the same until the next move.

        Raises:
            InputError: It cannot go on.
        """
        self.go_on()
        return self.play.view()

    def go_on(self, shown: Question | None = None) -> Question | None:
        """Answer what the player need not be asked, without a look at the game.

        Args:
            shown: A question that he was shown: as he has seen it, he is asked it in any case. What is asked of another
                at the table is left open then.

        Returns:
            What the player is asked; None where dice are wanted, or the game is over.

        Raises:
            InputError: The game cannot go on.
        """
        while (asked := self.play.question) is not None and (shown is None or asked.seat == shown.seat):
            own = self.own_answer(asked)
            if own is None or (shown is not None and is_same(asked, shown)):
                break
            index, why = own
            is_new = why != "routine" and self.events in self._ordered
            self.play.answer(name_of(asked, index), why, ordered=is_new)
        return asked

    @property
    def events(self) -> int:
        """How many events have happened."""
        return self.play.session.happened

    @property
    def asked_nothing(self) -> bool:
        """Whether there were questions, and none was put: each had one sensible answer."""
        answers = [each for each in self.play.session.records if isinstance(each, Answer)]
        return bool(answers) and not any(is_own(each) for each in answers)

    @property
    def headings(self) -> Headings:
        """Where play stands; what is over by then ends."""
        if self._headings.followed > self.events:
            self._back()
        for view in self.play.events(self._headings.followed):
            number = self._headings.followed
            if self._marks.is_due(number):
                self._marks.keep(number, tuple(self._headings.open))
            self._headings.follow(view)
            if self.orders:
                over = [each for each in self.orders if number >= each.since and each.ends_with(view, self._headings)]
                self._end(over)
        return self._headings

    def own_answer(self, asked: Question) -> tuple[int, Why] | None:
        """The answer that is given to a question without asking, and why; None where the player is asked."""
        _ = self.headings
        if asked.is_grave:
            self._end([each for each in self.orders if each.until_news and each.since < self.events])
        if self._halted:
            self._halted, self._wanted = False, self.events
        return None if self._wanted == self.events else self.unasked(asked)

    def unasked(self, asked: Question) -> tuple[int, Why] | None:
        """The answer that level and orders give to a question, and why; None where they leave it to the player."""
        standing = [each for each in reversed(self.orders) if each.id == asked.id]
        for order in standing:
            index = order.answer_to(asked)
            if index is not None:
                return index, "order"
        preferred = asked.preferred
        if preferred != NO_OPTION and asked.options[preferred].grave:
            return None
        if any(order.is_auto for order in self.orders):
            return preferred, "auto"
        if standing or is_asked(asked, self.level):
            return None
        return preferred, "routine"

    def why(self, event: int) -> str:
        """Why the answer that an event tells of was given without asking, in words; empty for others."""
        session = self.play.session
        first = bisect_left(session.trail, event, key=lambda told: told.events)
        records, trail = session.records, session.trail  # not cut: they are long, and this is asked of every line
        for at in range(first, min(len(records), len(trail))):
            if trail[at].events != event:
                break
            record = records[at]
            if isinstance(record, Answer):
                return WORDS[record.why]
        return ""

    # --- moves

    def answer(self, name: str, seed: int | None = None) -> None:
        """Answer the open question; see :meth:`Play.answer`."""
        self.play.answer(name, seed=seed)

    def answer_all(self, names: Sequence[str]) -> None:
        """Answer the open question and those that follow it and are put as one with it, each with a name.

        Raises:
            InputError: There is no such question, or it offers no such answer; what was answered before stands.
        """
        first = self.play.question
        for number, name in enumerate(names):
            asked = self.go_on()
            if number and (first is None or asked is None or not belongs(asked, first)):
                raise InputError(f"only the first {number} belong to what was asked", "", "They are answered.")
            self._answer_one(name, with_others=number > 0)

    def group(self, *, always: bool = False) -> Group | None:
        """What the open question is put as one with; None where it is put alone.

        Args:
            always: Whether it may be put with others also where all are asked.
        """
        first = self.play.question
        if first is None or (self.level == "all" and not always):
            return None

        def index_of(asked: Question) -> int | None:
            own = self.unasked(asked)
            return None if own is None else own[0]

        return group_at(self.play.session, first, index_of)

    def answer_rows(
        self,
        matrix: Matrix,
        indices: Sequence[int],
        seed: int | None = None,
        others: Callable[[], None] = lambda: None,
    ) -> int:
        """Answer the questions of a matrix, until one of them is another than it was shown to be.

        What the player has answered there counts, though by his answers to others it need not be asked any more.

        Args:
            matrix: The questions.
            indices: The answer to each.
            seed: By which the dice behind them begin anew; None where they go on as they were.
            others: Answers what others at the table need not be asked between them.

        Returns:
            How many were answered.
        """
        for number, (row, index) in enumerate(zip(matrix.rows, indices, strict=True)):
            others()
            asked = self.go_on(row)
            if asked is None or asked.id != row.id or answers_of(asked) != answers_of(row):
                return number
            self._answer_one(name_of(row, index), with_others=number > 0, seed=None if number else seed)
        return len(indices)

    def answer_several(self, several: Several, places: Sequence[int], seed: int | None = None) -> int:
        """Choose several of the same question's options, and none where no more are to be chosen.

        Args:
            several: The question.
            places: The places of the options.
            seed: By which the dice behind them begin anew; None where they go on as they were.

        Returns:
            How many were chosen: fewer where one of them is not offered after another.
        """
        left = [*range(len(several.question.options))]
        for number, place in enumerate(places):
            asked = self.play.question
            if asked is None or not is_left(asked, several.question, left):
                return number
            name = asked.options[left.index(place)].name
            self._answer_one(name, with_others=number > 0, seed=None if number else seed)
            left.remove(place)
        asked = self.play.question
        if asked is not None and asked.optional and is_left(asked, several.question, left):
            self._answer_one("none", with_others=bool(places), seed=None if places else seed)
        return len(places)

    def answer_chosen(self, names: Sequence[str]) -> None:
        """Choose several of the same question's options, by the names that they have at first.

        Raises:
            InputError: It is not asked again, or does not offer that; nothing is answered then.
        """
        group = self.group(always=True)
        if not isinstance(group, Several):
            raise InputError("the open question is not asked again and again", "", 'Answer it: {"answer": NAME}.')
        offered = [option.name for option in group.question.options]
        if not group.least <= len(names) <= group.most or len({*names}) < len(names):
            raise InputError(f"choose {group.least} to {group.most} different ones")
        unknown = next((name for name in names if name not in offered), None)
        if unknown is not None:
            raise InputError(f"{clip(repr(unknown))} is not offered", "", f"Offered: {', '.join(offered)}.")
        self.answer_several(group, [offered.index(name) for name in names])

    def _answer_one(self, name: str, *, with_others: bool, seed: int | None = None) -> None:
        """Answer the open question; one that was answered with others is taken back with them."""
        self.play.answer(name, "together" if with_others else "", seed=seed)

    def throw(self, faces: Sequence[int]) -> None:
        """Say what real dice show; see :meth:`Play.throw`."""
        self.play.throw(faces)

    def undo(self, count: int = 1) -> int:
        """Take back answers that the player gave (or throws of real dice) with all that followed them.

        Where an order was given, what it answered at once counts as the player's. What was answered without asking
        goes with the rest, and so do orders given since. What is asked then is asked of the player, whatever stands.

        Returns:
            How many of the player's were taken back. Where there are none left, what was answered without asking is
            taken back too, and counts.
        """
        session = self.play.session
        taken, own = reaching_back(session.records, session.header, max(0, count))
        done = self.play.undo(taken)
        self._back()
        now = self.events
        self.orders = [each for each in self.orders if each.since < now]
        self._ordered = {event for event in self._ordered if event < now}
        self._wanted = now
        return min(done, max(own, min(1, done)))

    # --- orders

    def order(self, order: Order) -> None:
        """Give a standing order; it counts for the open question, too. One that it changes is forgotten."""
        self.orders = [*(each for each in self.orders if not order.replaces(each)), order]
        self._ordered.add(order.since)
        self._wanted = None

    def take_back(self, number: int) -> Order | None:
        """Take back the order with this number, counted from 1; None where there is none."""
        return self.orders.pop(number - 1) if 1 <= number <= len(self.orders) else None

    def ask(self, level: Level) -> None:
        """From here on ask so much."""
        self.level = level
        self._wanted = None

    def halt(self) -> None:
        """Answer no more without asking until the player has moved; orders that let the autopilot answer are over."""
        self._halted = True
        self._end([each for each in self.orders if each.is_auto])

    def take_ended(self) -> list[Order]:
        """The orders that ended and of which nobody was told; from here on they count as told."""
        ended, self.ended = self.ended, []
        return ended

    def wording(self, asked: Question) -> str:
        """How a question reads each time."""
        return wording(choice_site(self.play.session.program, asked.site).ask)

    def _back(self) -> None:
        """Follow the events again, from as late as may be, for some were taken back."""
        marked = self._marks.back(self.events)
        self._headings = Headings([*marked[1]], marked[0]) if marked else Headings()

    def _end(self, over: Sequence[Order]) -> None:
        self.orders = [each for each in self.orders if each not in over]
        self.ended += over


def answers_of(asked: Question) -> list[str]:
    """The names of what may be answered."""
    return answers(asked.options, asked.optional)
