"""A revealed game played again by an arbiter: what he tells is compared with what a seat was told at the time.

Nothing is taken from the record but who answered what: routine and the autopilot's answers have to be what the rules
give, dice have to fall by the seeds, and all that a seat was told has to be what this arbiter tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.runtime.choices import Question
from bombsight.runtime.records import Answer, Throw, Why
from bombsight.runtime.saved import Saved
from bombsight.service.document import Document
from bombsight.service.odds import Odds
from bombsight.service.play import Play
from bombsight.service.seats.arbiter import Arbiter, as_put
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.messages import Answered, Hello, Looked, Move, Seated, Turn
from bombsight.service.seats.record import Kept
from bombsight.service.seats.seating import WITH_SEED, Agreed
from bombsight.service.seats.wire import encode, written
from bombsight.service.standing import LEVELS, Level
from bombsight.service.steward import Steward


class FoundFault(Exception):  # noqa: N818 - found out, then told
    """What was revealed, or told, is not what happens."""


@frozen(kw_only=True)
class Story:
    """What a seat was told and said, by the number of the question that was open.

    Attributes:
        told: What it was told at each, in order, and how much it wanted to be asked from there on.
        given: Its answer to each: the last, where one before was refused.
        levels: How much it wanted to be asked at any time.
    """

    told: Mapping[int, tuple[Hello | Turn | Looked | Odds, ...]]
    given: Mapping[int, Answered]
    levels: frozenset[Level]


def story_of(own: Sequence[Kept]) -> Story:
    """What a seat's file tells, question by question."""
    told: dict[int, list[Hello | Turn | Looked | Odds]] = {}
    given: dict[int, Answered] = {}
    waiting: list[Hello] = []
    number = 0
    for each in own:
        match each:
            case Hello():
                waiting.append(each)
            case Turn():
                number = each.number
                told.setdefault(number, []).extend((*waiting, each))
                waiting = []
            case Looked() | Odds():
                told.setdefault(number, []).append(each)
            case Answered():
                given[each.number] = each.alone
            case _:
                pass
    levels: frozenset[Level] = frozenset(each.asks for each in own if isinstance(each, Hello)) | {"all"}
    return Story(told={at: tuple(items) for at, items in told.items()}, given=given, levels=levels)


class Recalling(Steward):
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
        compared: The numbers of the questions at which what it was told was compared.
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
        self.compared: set[int] = set()
        super().__init__(play, secret, agreed=agreed, autos=frozenset(agreed.autos))

    def new_steward(self, seat: str) -> Steward:
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
        """Compare what was told while the open question was open.

        Raises:
            FoundFault: It is not what this arbiter tells.
        """
        number = self.number
        if number in self.compared:
            return
        self.compared.add(number)
        for told in self.story.told.get(number, ()):
            match told:
                case Hello(asks=asks):
                    self.set_level(self.checking, asks)
                case Turn():
                    self._compare_turn(told)
                case Looked():
                    same(told, self.looked(self.checking), f"as question {number} was open, it stood otherwise")
                case Odds():
                    what = f"the odds of question {number} were told otherwise than they are"
                    same(told, self._sights[self.checking].odds(told.runs), what)

    def make(self, move: Move, seed: int) -> None:
        """Make a move again.

        Raises:
            FoundFault: It could not be made then, or is not what the seat that checks has answered.
        """
        answered = move.answered
        if (move.seat, answered.number) != (self.turn, self.number):
            told = f"move {self.moves + 1} answers question {answered.number} of {move.seat}"
            raise FoundFault(f"{told}, and question {self.number} of {self.turn or 'nobody'} is open then")
        if answered != answered.alone:
            raise FoundFault(f"move {self.moves + 1} is revealed with a share in the answer")
        record = self.answers[answered.number] if answered.number < len(self.answers) else None
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
            raise FoundFault(f"answer {answered.number + 1}: {error.message}") from error
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
        number, asked = self.number, self.play.question
        if asked is None or asked.id != record.at or record.why not in ("", "together"):
            raise FoundFault(f"answer {number + 1}, {record.name}, is to {record.at}, which is not asked then")
        if self.turn == self.checking and not record.why:
            self._check_first(number, record)
        try:
            self.play.answer(record.name, record.why, ordered=record.ordered)
        except InputError as error:
            raise FoundFault(f"answer {number + 1}: {error.message}") from error
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

    def _compare_turn(self, turn: Turn) -> None:
        """Compare what was told at once.

        Raises:
            FoundFault: It is not what happened.
        """
        now = self.told(self.checking, turn.start)
        if self.is_left and not turn.turn and turn.number == len(self.answers):
            now = evolve(now, turn="", question=None, rows=(), again=None)
        at = f"as question {turn.number} was open"
        for told, happened in zip_longest(turn.events, now.events):
            if told is None or happened is None:
                raise FoundFault(f"{at}, {'more' if happened is None else 'less'} was told than happened")
            if written(told) != written(happened):
                raise FoundFault(f"{at}, something else was told than happened ({told.event})")
        if turn.committed != now.committed:
            raise FoundFault(f"{at}, the commitment does not open: something hidden was changed afterwards")
        if not (is_asked_alike(turn, now) if self.is_old else encode(turn) == encode(now)):
            raise FoundFault(f"{at}, something else was asked than the rules ask")


def same(told: Document, now: Document, fault: str) -> None:
    """See that two documents are the same.

    Raises:
        FoundFault: They are not.
    """
    if encode(told) != encode(now):
        raise FoundFault(fault)


def is_asked_alike(turn: Turn, now: Turn) -> bool:
    """Whether the same is asked, in words that another version may have told otherwise."""
    told = [as_put(each) for each in (*([turn.question] if turn.question else ()), *turn.rows)]
    asks = [as_put(each) for each in (*([now.question] if now.question else ()), *now.rows)]
    return turn.question is None or (told == asks and turn.again == now.again)


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
