"""A revealed game played again by an arbiter: what he tells is compared with what a seat was told at the time.

Nothing is taken from the record but who answered what: routine and the autopilot's answers have to be what the rules
give, dice have to fall by the seeds, and all that a seat was told has to be what this arbiter tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import assert_never

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.runtime.run.policies import Question
from bombsight.runtime.saves.reader import Saved
from bombsight.runtime.saves.records import Answer, Throw, Why
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import LEVELS, Level
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.codec import encode_event, encode_message
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.messages import (
    Answered,
    GiveUp,
    Hello,
    Looked,
    Move,
    Seated,
    Share,
    ShareWanted,
    Turn,
    Waits,
)
from bombsight.service.seats.record import Kept, Root
from bombsight.service.seats.seating import WITH_SEED, Agreed
from bombsight.service.seats.visibility import whose

UNOPENED = "the commitment does not open: something hidden was changed afterwards"
"""What is wrong where something was told at no moment of the game."""


class FoundFault(Exception):  # noqa: N818 - found out, then told
    """What was revealed, or told, is not what happens."""


@frozen(kw_only=True)
class Look:
    """What a seat was told at once of how the game goes, and what it asked for behind that.

    Attributes:
        levels: How much it wanted to be asked from here on, if it said so before; the last holds.
        turn: What it was told of what has happened; None before it was told any.
        then: How things stood and odds, which it asked for until it was told the next.
    """

    levels: tuple[Level, ...]
    turn: Turn | None
    then: tuple[Looked | Odds, ...] = ()


@frozen(kw_only=True)
class Story:
    """What a seat was told and said.

    Attributes:
        looks: What it was told, in order.
        given: Its answer to each question, by the question's number: the last, where one before was refused.
        levels: How much it wanted to be asked at any time.
    """

    looks: Sequence[Look]
    given: Mapping[int, Answered]
    levels: frozenset[Level]


def story_of(own: Sequence[Kept]) -> Story:
    """What a seat's file tells, look by look."""
    looks: list[Look] = []
    given: dict[int, Answered] = {}
    waiting: list[Level] = []
    for each in own:
        match each:
            case Hello(asks=asks):
                waiting.append(asks)
            case Turn():
                looks.append(Look(levels=tuple(waiting), turn=each))
                waiting = []
            case Looked() | Odds():
                last = looks.pop() if looks else Look(levels=(), turn=None)
                looks.append(evolve(last, then=(*last.then, each)))
            case Answered():
                given[each.number] = each.alone
            case Root() | Waits() | Seated() | Share() | ShareWanted() | GiveUp():
                pass  # no part of the story
            case _:
                assert_never(each)
    levels: frozenset[Level] = frozenset(each.asks for each in own if isinstance(each, Hello)) | {"all"}
    return Story(looks=looks, given=given, levels=levels)


@frozen
class Difference:
    """What was told is not what has happened at some moment.

    Attributes:
        agreement: How much of it is all the same, from 0: of several moments, it was told at that where most is.
        fault: What is not, in words.
    """

    agreement: int
    fault: str


class Recalling(QuestionFilter):
    """Answers what was answered without asking, if the rules allow that."""

    def __init__(self, play: Play, answers: Sequence[Answer], levels: frozenset[Level]) -> None:
        """Sit down.

        Args:
            play: The game.
            answers: All that were revealed.
            levels: How much its player may have wanted to be asked.
        """
        super().__init__(play)
        self.answers = answers
        self.levels = levels

    def own_answer(self, asked: Question) -> tuple[int, Why] | None:
        """The answer that was given to a question without asking.

        Raises:
            FoundFault: The rules ask that question.
        """
        number = sum(isinstance(record, Answer) for record in self.play.session.records)
        if number >= len(self.answers) or self.answers[number].why != "routine":
            return None
        level = self.level
        try:
            for each in self.levels:
                self.level = each
                if (own := self.unasked(asked)) is not None:
                    return own
        finally:
            self.level = level
        raise FoundFault(f"answer {number + 1} was given without asking, and the rules ask it")


class Rerun(Arbiter):
    """An arbiter at a revealed game.

    Attributes:
        checking: The seat that checks.
        story: What it was told and said.
        answers: All that were revealed.
    """

    def __init__(
        self,
        play: Play,
        secret: Secret,
        seated: Seated,
        agreed: Agreed,
        story: Story,
        saved: Saved,
        *,
        is_left: bool = False,
    ) -> None:
        """Begin the game again.

        Args:
            play: The game, of which nothing was played.
            secret: What everything was sealed with.
            seated: What the seat that checks was told at the beginning.
            agreed: Who sits where.
            story: What it was told and said.
            saved: What was revealed.
            is_left: Whether the game was given up, or is void.

        Raises:
            FoundFault: Something is not as it was told.
            InputError: The game cannot be played.
        """
        self.checking = seated.seat
        self.is_old = seated.protocol == WITH_SEED
        self.is_left = is_left
        self.story = story
        self.answers = [record for record in saved.records if isinstance(record, Answer)]
        self._next = 0
        self._requested: list[Looked | Odds] = []
        self._nearest: Difference | None = None
        super().__init__(play, secret, agreed=agreed, autos=frozenset(agreed.autos))

    def new_steward(self, seat: str) -> QuestionFilter:
        """Who answers for a seat what need not be asked."""
        levels: frozenset[Level] = frozenset(LEVELS)
        if seat == self.checking and not self.is_old:
            levels = self.story.levels
        elif seat == self.agreed.host and self.agreed.anchors:
            levels = frozenset({self.agreed.asks})
        return Recalling(self.play, self.answers, levels)

    def unasked(self, seat: str, asked: Question) -> tuple[int, Why] | None:
        """The answer that was given to a seat's question without asking; what was told then is compared first."""
        self.compare()
        return super().unasked(seat, asked)

    def compare(self) -> None:
        """Compare what was told at this moment of the game.

        What others answer in secret has no number of its own, so at one number there may be several moments. Which one
        a look was told at is known by its commitment, which holds all that has happened.

        Raises:
            FoundFault: It is not what this arbiter tells.
        """
        self._compare_requested()
        while self._next < len(self.story.looks):
            look = self.story.looks[self._next]
            if look.turn is not None and not self._is_moment_of(look.turn):
                return
            self._check_requested()
            for asks in look.levels:
                self.set_level(self.checking, asks)
            difference = None if look.turn is None else self._difference(look.turn)
            if difference is not None:
                raise FoundFault(difference.fault)
            self._requested = [*look.then]
            self._next, self._nearest = self._next + 1, None
            self._compare_requested()

    def end(self) -> None:
        """See that nothing was told but what was compared.

        Raises:
            FoundFault: Something was.
        """
        self._check_requested()
        if self._next < len(self.story.looks):
            turn, number = self.story.looks[self._next].turn, self.number(self.checking)
            if turn is not None and turn.number > number:
                raise FoundFault(f"{turn.number} answers were told of, and {number} are revealed")
            raise FoundFault(self._first_fault(UNOPENED))

    def _is_moment_of(self, turn: Turn) -> bool:
        """Whether a turn was told at this moment, by its commitment.

        Raises:
            FoundFault: It was told at none.
        """
        number = self.number(self.checking)
        if turn.committed == self.secret.committed(number, self.play.session.journal.digest()):
            return True
        if number > turn.number:
            raise FoundFault(self._first_fault(UNOPENED))
        if number == turn.number:
            found = self._difference(turn)
            if found is not None and (self._nearest is None or found.agreement > self._nearest.agreement):
                self._nearest = found
        return False

    def _first_fault(self, fault: str) -> str:
        """In what that which is to be compared differs from what has happened; another fault where that is not known.

        An answer that cannot be given again is a consequence of one before it that was changed.
        """
        return fault if self._nearest is None else self._nearest.fault

    def _compare_requested(self) -> None:
        """Take what was asked for, as far as it is what it would be told now.

        How things stand may change without anything that is told: it was asked for at some moment before the next look.

        Raises:
            FoundFault: The odds are others.
        """
        while self._requested:
            told = self._requested[0]
            match told:
                case Looked():
                    if encode_message(told) != encode_message(self.looked(self.checking)):
                        return
                case Odds():
                    self._compare_odds(told)
                case _:
                    assert_never(told)
            self._requested.pop(0)

    def _compare_odds(self, told: Odds) -> None:
        """See that the odds of the open question are those that were told.

        Raises:
            FoundFault: They are others.
        """
        fault = f"the odds of question {self.number(self.checking)} were told otherwise than they are"
        try:
            now = self._sights[self.checking].odds(told.runs)
        except InputError as error:
            raise FoundFault(fault) from error
        if encode_message(told) != encode_message(now):
            raise FoundFault(fault)

    def _check_requested(self) -> None:
        """See that nothing is left that was asked for.

        Raises:
            FoundFault: It did not stand so at any moment.
        """
        if self._requested:
            turn = self.story.looks[self._next - 1].turn
            raise FoundFault(f"as question {0 if turn is None else turn.number} was open, it stood otherwise")

    def make(self, move: Move, seed: int) -> None:
        """Make a move again.

        Raises:
            FoundFault: It could not be made then, or is not what the seat that checks has answered.
        """
        answered = move.answered
        number = self.answer_count
        open_ = self.number(self.turn) if self.turn else number
        if (move.seat, answered.number) != (self.turn, open_):
            told = f"move {self.moves + 1} answers question {answered.number} of {move.seat}"
            raise FoundFault(f"{told}, and question {open_} of {self.turn or 'nobody'} is open then")
        if answered != answered.alone:
            raise FoundFault(f"move {self.moves + 1} is revealed with a share in the answer")
        record = self.answers[number] if number < len(self.answers) else None
        if record is not None and record.seed != seed:
            raise FoundFault(
                f"the seed of the dice behind move {self.moves + 1} is not made of the secret and the shares"
            )
        if move.seat == self.checking:
            self.check_given(answered)
            if move.asks not in self.story.levels:
                raise FoundFault(f"as question {answered.number} was open, this seat wanted to be asked otherwise")
        elif move.seat == self.agreed.host and move.asks != self.agreed.asks:
            raise FoundFault(f"as question {answered.number} was open, the host was asked otherwise than was settled")
        level = self.asks(move.seat)
        self.set_level(move.seat, move.asks)
        try:
            self.answer(move.seat, answered, seed)
        except InputError as error:
            raise FoundFault(self._first_fault(f"answer {number + 1}: {error.message}")) from error
        self.set_level(move.seat, level)

    def check_given(self, taken: Answered) -> None:
        """See that an answer is the one that this seat gave.

        Raises:
            FoundFault: It is not.
        """
        given = self.story.given.get(taken.number)
        if given is None:
            raise FoundFault(f"question {taken.number} was not answered here, and an answer of this seat was taken")
        if given != taken:
            told = " ".join(given.names) or "none"
            raise FoundFault(f"question {taken.number} was answered {told} here, and that was not what was taken")

    def repeat(self, record: Answer) -> None:
        """Give an answer again, at a table where nobody gives shares.

        Raises:
            FoundFault: It could not be given then, or is not what the seat that checks has answered.
        """
        number, asked = self.answer_count, self.play.question
        if asked is None or asked.id != record.at or record.why not in ("", "together"):
            raise FoundFault(f"answer {number + 1}, {record.name}, is to {record.at}, which is not asked then")
        if self.turn == self.checking and not record.why:
            self._check_first(self.number(self.checking), record)
        try:
            self.play.answer(record.name, record.why, ordered=record.ordered)
        except InputError as error:
            raise FoundFault(self._first_fault(f"answer {number + 1}: {error.message}")) from error
        self._go_on()

    def _check_first(self, number: int, record: Answer) -> None:
        """See that an answer is the one that this seat gave, or the first of those that it gave together."""
        given = self.story.given.get(number)
        if given is None:
            raise FoundFault(f"question {number} was not answered here, and an answer of this seat was taken")
        first = given.names[0] if given.names else "none"
        try:
            is_same = self._sights[self.checking].answer_name(first) == record.name
        except InputError:
            is_same = False
        if not is_same:
            raise FoundFault(f"question {number} was answered {first} here, and that was not what was taken")

    def _difference(self, turn: Turn) -> Difference | None:
        """In what that which was told is not what this arbiter tells now; None where it is."""
        now = self.told(self.checking, turn.start)
        if self.is_left and not turn.turn and self.answer_count == len(self.answers):
            now = evolve(now, turn="", question=None, rows=(), again=None)
        at = f"as question {turn.number} was open"
        for told, happened in zip_longest(turn.events, now.events):
            if told is None or happened is None:
                more = "more" if happened is None else "less"
                return Difference(0, f"{at}, {more} was told than happened")
            if encode_event(told) != encode_event(happened):
                return Difference(0, f"{at}, something else was told than happened ({told.event})")
        unsealed = evolve(turn, committed=now.committed)
        if not (is_asked_alike(turn, now) if self.is_old else encode_message(unsealed) == encode_message(now)):
            return Difference(1, f"{at}, something else was asked than the rules ask")
        if turn.committed != now.committed:
            return Difference(2, f"{at}, {UNOPENED}")
        return None


def is_asked_alike(turn: Turn, now: Turn) -> bool:
    """Whether an older version asked the same: advice, and what is put as one, it told otherwise."""
    if turn.question is None or now.question is None:
        return turn.question is None
    return without_advice(turn.question) == without_advice(now.question)


def without_advice(asked: Question) -> tuple[object, ...]:
    """A question without what is advised at it."""
    return asked.id, asked.prompt, whose(asked), asked.optional, [(each.name, each.title) for each in asked.options]


def differences(play: Play, saved: Saved, lines: Sequence[str], revealed: Sequence[str]) -> Iterator[str]:
    """In what a record differs from what happens by the answers in it; the first thing only.

    Args:
        play: The game, played again.
        saved: The record.
        lines: The lines of a save of the game that was played again.
        revealed: The lines that were revealed.
    """
    for now, then in zip_longest(play.session.records, saved.records):
        if now == then:
            continue
        if isinstance(now, Throw) and isinstance(then, Throw) and now.at == then.at:
            yield f"dice at {now.at} fell otherwise than by the seed: {'+'.join(map(str, now.faces))} by it"
        else:
            yield "dice and answers are others than were revealed"
        return
    if [*lines] != [*revealed]:
        yield "the record holds something else than what was played"
