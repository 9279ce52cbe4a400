"""Automatic answers: routine questions and those under standing orders are answered without the player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, field

from bombsight.boundary.errors import InputError, clip
from bombsight.runtime.run.policies import Question, answer_names, choice_site
from bombsight.runtime.saves.records import Answer, Why, is_own_decision
from bombsight.service.common import sentences
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level, Order, find_answer_by_orders, render_wording
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.checkpoints import Checkpoints
from bombsight.service.present.decisions import count_decisions_to_undo
from bombsight.service.present.headings import Heading, Headings, entry_titles
from bombsight.service.present.joint_questions import (
    Matrix,
    QuestionGroup,
    RepeatedQuestion,
    find_group,
    is_grouped_with,
    is_repeat_of,
    is_same_question,
)
from bombsight.service.present.view import View


@define
class QuestionFilter:
    """A filter before the player that answers automatically; the save holds these answers like any other.

    Orders are not saved: a resumed game begins without them. Which answers were automatic is known from the save.

    Attributes:
        play: The game.
        level: Which questions are asked.
        orders: The orders in force, in the order in which they were given.
        ended: Orders that are over, but not yet reported.
    """

    play: Play
    level: Level = "all"
    orders: list[Order] = field(factory=list)
    ended: list[Order] = field(factory=list)
    _headings: Headings = field(factory=Headings)
    _checkpoints: Checkpoints[tuple[Heading, ...]] = field(factory=Checkpoints)
    _ordered_at: set[int] = field(factory=set)
    _must_ask_at: int | None = None
    _halted: bool = False

    def view(self) -> View:
        """The view of the game at the player's next question or throw; the same until the next move.

        Raises:
            InputError: The game cannot go on.
        """
        self.advance()
        return self.play.view()

    def advance(self, shown_question: Question | None = None) -> Question | None:
        """Answer automatically until the player's next question or throw, without making a view.

        Args:
            shown_question: A question as the player was shown it: he is asked it in any case. Questions to another
                at the table are left open then.

        Returns:
            The player's question; None if dice are wanted, or the game is over.

        Raises:
            InputError: The game cannot go on.
        """
        while (question := self.play.question) is not None and (
            shown_question is None or question.seat == shown_question.seat
        ):
            automatic = self.automatic_answer(question)
            if automatic is None or (shown_question is not None and is_same_question(question, shown_question)):
                break
            index, why = automatic
            is_new = why != "routine" and self.event_count in self._ordered_at
            self.play.answer(answer_name(question, index), why, ordered=is_new, in_part=True)
        return question

    @property
    def event_count(self) -> int:
        """The number of events so far."""
        return self.play.session.event_count

    @property
    def has_asked_nothing(self) -> bool:
        """Whether the player has been asked nothing although questions arose: all were answered automatically."""
        answers = [each for each in self.play.session.records if isinstance(each, Answer)]
        return bool(answers) and not any(is_own_decision(each) for each in answers)

    @property
    def headings(self) -> Headings:
        """The open headings (phases of play) after all events; standing orders whose term is over end here."""
        if self._headings.event_count > self.event_count:
            self._rewind_headings()
        for view in self.play.events(self._headings.event_count):
            number = self._headings.event_count
            if self._checkpoints.is_due(number):
                self._checkpoints.add(number, tuple(self._headings.open))
            self._headings.follow(view)
            if self.orders:
                ended_orders = [
                    each for each in self.orders if number >= each.since and each.ends_at(view, self._headings)
                ]
                self._end_orders(ended_orders)
        return self._headings

    def automatic_answer(self, question: Question) -> tuple[int, Why] | None:
        """Decide the automatic answer to a question, as option index and reason; None if the player must be asked."""
        _ = self.headings
        if question.is_grave:
            self._end_orders([each for each in self.orders if each.until_news and each.since < self.event_count])
        if self._halted:
            self._halted, self._must_ask_at = False, self.event_count
        return None if self._must_ask_at == self.event_count else self.answer_by_orders(question)

    def answer_by_orders(self, question: Question) -> tuple[int, Why] | None:
        """Find a question's answer by standing orders or level, as (option index, reason); None to ask the player."""
        return find_answer_by_orders(self.orders, self.level, question)

    # --- moves

    def answer(self, name: str, seed: int | None = None) -> None:
        """Answer the open question by the name of an option; ``seed`` reseeds the dice that follow."""
        self.play.answer(name, seed=seed)

    def answer_all(self, names: Sequence[str]) -> None:
        """Answer the open question and the following ones of its group, by the names of options.

        Raises:
            InputError: There is no such question, or it offers no such answer; the answers before it stand.
        """
        first = self.play.question
        for number, name in enumerate(names):
            question = self.advance()
            if number and (first is None or question is None or not is_grouped_with(question, first)):
                raise InputError(f"only the first {number} belong to what was asked", "", "They are answered.")
            self._answer_one(name, with_others=number > 0)

    def question_group(self, *, always: bool = False) -> QuestionGroup | None:
        """Find the group of questions that are shown together with the open one; None if it is shown alone.

        Args:
            always: Whether to look for a group at the level that asks all questions, too.
        """
        first = self.play.question
        if first is None or (self.level == "all" and not always):
            return None

        def index_of(question: Question) -> int | None:
            """The option index of a question's automatic answer; None if the player must be asked."""
            automatic = self.answer_by_orders(question)
            return None if automatic is None else automatic[0]

        return find_group(self.play.session, first, index_of)

    def answer_rows(
        self,
        matrix: Matrix,
        indices: Sequence[int],
        seed: int | None = None,
        answer_others: Callable[[], None] = lambda: None,
    ) -> int:
        """Answer the questions of a matrix in turn, until one differs from that shown; return how many were answered.

        The player's answers count even if his answers to others make a question automatic.

        Args:
            matrix: The questions.
            indices: The answer to each.
            seed: The new seed of the dice after them; None to continue the old one.
            answer_others: Answers automatic questions to others at the table in between.

        Returns:
            The number of answered questions.
        """
        for number, (row, index) in enumerate(zip(matrix.rows, indices, strict=True)):
            answer_others()
            question = self.advance(row)
            if question is None or question.id != row.id or offered_answers(question) != offered_answers(row):
                return number
            self._answer_one(answer_name(row, index), with_others=number > 0, seed=None if number else seed)
        return len(indices)

    def answer_several(self, several: RepeatedQuestion, option_indices: Sequence[int], seed: int | None = None) -> int:
        """Choose several options of a question that is asked repeatedly, then decline it; return how many were chosen.

        Args:
            several: The question.
            option_indices: The indices of the options in the question.
            seed: The new seed of the dice after them; None to continue the old one.

        Returns:
            The number of chosen options: fewer if one is no longer offered after another.
        """
        remaining = [*range(len(several.question.options))]
        for number, place in enumerate(option_indices):
            question = self.play.question
            if question is None or not is_repeat_of(question, several.question, remaining):
                return number
            name = question.options[remaining.index(place)].name
            self._answer_one(name, with_others=number > 0, seed=None if number else seed)
            remaining.remove(place)
        question = self.play.question
        if question is not None and question.optional and is_repeat_of(question, several.question, remaining):
            self._answer_one("none", with_others=bool(option_indices), seed=None if option_indices else seed)
        return len(option_indices)

    def choose_several(self, names: Sequence[str]) -> None:
        """Choose several options of a repeated question, by their names in its first instance.

        Raises:
            InputError: The question is not repeated, or lacks an option; then nothing is answered.
        """
        group = self.question_group(always=True)
        if not isinstance(group, RepeatedQuestion):
            raise InputError("the open question is not asked again and again", "", 'Answer it: {"answer": NAME}.')
        offered = [option.name for option in group.question.options]
        if not group.least <= len(names) <= group.most or len({*names}) < len(names):
            raise InputError(f"choose {group.least} to {group.most} different ones")
        unknown = next((name for name in names if name not in offered), None)
        if unknown is not None:
            raise InputError(sentences.not_offered(clip(repr(unknown))), "", f"Offered: {', '.join(offered)}.")
        self.answer_several(group, [offered.index(name) for name in names])

    def _answer_one(self, name: str, *, with_others: bool, seed: int | None = None) -> None:
        """Answer the open question; ``with_others`` lets undo take it back together with the answer before it."""
        self.play.answer(name, "together" if with_others else "", seed=seed)

    def throw(self, faces: Sequence[int]) -> None:
        """Enter the faces of thrown real dice in the game."""
        self.play.throw(faces)

    def undo(self, count: int = 1) -> int:
        """Undo answers of the player or throws of real dice, with all that followed; return how many were undone.

        The answer that a new order gave at once counts as the player's. Automatic answers go with the rest, and so do
        orders given since. The player is then asked, whatever the level.

        Returns:
            The number of the player's decisions taken back. Once there are none left, automatic answers are taken back,
            and counted.
        """
        session = self.play.session
        decision_count, own_count = count_decisions_to_undo(session.records, session.header, max(0, count))
        undone_count = self.play.undo(decision_count)
        self._rewind_headings()
        event_count = self.event_count
        self.orders = [each for each in self.orders if each.since < event_count]
        self._ordered_at = {event for event in self._ordered_at if event < event_count}
        self._must_ask_at = event_count
        return min(undone_count, max(own_count, min(1, undone_count)))

    # --- orders

    def give_order(self, order: Order) -> None:
        """Put a standing order in force, also for the open question; replace one of the same question and term."""
        self.orders = [*(each for each in self.orders if not order.replaces(each)), order]
        self._ordered_at.add(order.since)
        self._must_ask_at = None

    def take_back_order(self, number: int) -> Order | None:
        """Remove the standing order with a number, from 1, and return it; None if there is none."""
        return self.orders.pop(number - 1) if 1 <= number <= len(self.orders) else None

    def set_level(self, level: Level) -> None:
        """Set which questions the player is asked: all, sensible (not routine), or only grave (irreversible) ones."""
        self.level = level
        self._must_ask_at = None

    def stop_answering(self) -> None:
        """Suspend automatic answers until the player's next move, and end orders for the autopilot."""
        self._halted = True
        self._end_orders([each for each in self.orders if each.is_auto])

    def pop_ended_orders(self) -> list[Order]:
        """Return the standing orders that ended since the last call."""
        ended, self.ended = self.ended, []
        return ended

    def wording_of(self, question: Question) -> str:
        """Render the wording of a question, with ellipses for its variable parts."""
        return render_wording(choice_site(self.play.session.program, question.site).ask)

    def entry_titles(self) -> Mapping[str, str]:
        """The titles of the procedures and steps at which an order can end, by their names."""
        return entry_titles(self.play.session.program)

    def _rewind_headings(self) -> None:
        """Restore the open headings after an undo from the latest checkpoint that is still valid."""
        marked = self._checkpoints.rewind_to(self.event_count)
        self._headings = Headings([*marked[1]], marked[0]) if marked else Headings()

    def _end_orders(self, ended_orders: Sequence[Order]) -> None:
        """Remove standing orders from those in force, and keep them for the next report."""
        self.orders = [each for each in self.orders if each not in ended_orders]
        self.ended += ended_orders


def offered_answers(question: Question) -> list[str]:
    """List the names of the valid answers to a question, with ``none`` if it may be declined."""
    return answer_names(question.options, question.optional)
