"""Replay of a revealed game, to compare it with the messages that one seat received.

The replay takes only the persons' answers from the record: routine and autopilot answers must follow from the rules,
dice from the seeds, and every message to the seat must equal the one that this arbiter sends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.events.names import OwnName, add_own_name
from bombsight.runtime.run.policies import Question
from bombsight.runtime.run.sources import read_faces
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import Answer, Throw, Why
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import LEVELS, Level
from bombsight.service.seats.arbiter.answer_records import find_person_answers
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.guest.seat_file import SeenState
from bombsight.service.seats.protocol.codec import encode_event, encode_message
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.host_messages import Looked, Turn
from bombsight.service.seats.protocol.moves import Move
from bombsight.service.seats.protocol.seat_messages import Answered
from bombsight.service.seats.protocol.seating import WITH_SEED, TableTerms
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.protocol.undos import Undo
from bombsight.service.seats.verification.faults import COMMITMENT_MISMATCH, VerificationFault
from bombsight.service.seats.verification.recorded_answers import ReplayQuestionFilter
from bombsight.service.seats.verification.transcript import Requested, SeatTranscript
from bombsight.service.seats.verification.turn_comparison import TurnDifference, as_in_older_files, is_same_question


class ReplayArbiter(Arbiter):
    """The arbiter that replays a revealed game and compares it with the messages that one seat received.

    Attributes:
        checking_seat: The seat whose messages are verified.
        transcript: Its transcript.
        records: The revealed records, up to the next undo.
        answers: The answers among them.
        taken: The questions that the seat answered, as in :attr:`SeatTranscript.given`.
        reached: The number of the question that was open for the seat at each undo, by the number of the undo before.
    """

    def __init__(
        self,
        play: Play,
        secret: Secret,
        seated: Seated,
        terms: TableTerms,
        transcript: SeatTranscript,
        saved: ParsedSave,
        *,
        is_left: bool = False,
        renames: Sequence[OwnName] = (),
    ) -> None:
        """Begin to replay a revealed game, and answer its first automatic questions.

        Args:
            play: The game, of which nothing was played.
            secret: The revealed secret.
            seated: The description of the game that the verifying seat received.
            terms: The terms of the table.
            transcript: The seat's transcript.
            saved: The revealed save.
            is_left: Whether the game was given up, or is void.
            renames: The names that seats gave, in order.

        Raises:
            VerificationFault: A message contradicts the replay.
            InputError: The game cannot be played.
        """
        self.checking_seat = seated.seat
        self.is_old = seated.protocol == WITH_SEED
        self.is_left = is_left
        self.transcript = transcript
        self.records = [*saved.records]
        self.answers = [record for record in saved.records if isinstance(record, Answer)]
        self.taken: set[tuple[int, int]] = set()
        self.reached: dict[int, int] = {}
        self._namings = [play.session.first_names]
        for each in renames:
            self._namings.append(add_own_name(self._namings[-1], each))
        self._names_place = 0
        self._next_turn = 0
        self._requested: list[Requested] = []
        self._closest_difference: TurnDifference | None = None
        super().__init__(play, secret, terms=terms, autos=frozenset(terms.autos))

    def make_question_filter(self, seat: str) -> QuestionFilter:
        """Create the filter that repeats a seat's recorded automatic answers."""
        levels: frozenset[Level] = frozenset(LEVELS)
        if seat == self.checking_seat and not self.is_old:
            levels = self.transcript.levels
        elif seat == self.terms.host and self.terms.anchors:
            levels = frozenset({self.terms.asks})
        return ReplayQuestionFilter(self.play, self.answers, levels)

    def automatic_answer(self, seat: str, question: Question) -> tuple[int, Why] | None:
        """Compare the messages of this moment, and return the recorded automatic answer to a seat's question."""
        self.compare_messages()
        return super().automatic_answer(seat, question)

    def follow_branch(self, branch: ParsedSave) -> None:
        """Go on by the records of a save: those up to the next undo, or to the end."""
        self.records[:] = branch.records
        self.answers[:] = [record for record in branch.records if isinstance(record, Answer)]

    def automatic_throw(self) -> tuple[int, ...] | None:
        """Compare the messages of this moment, and return the recorded faces of awaited dice; None behind the last.

        Raises:
            VerificationFault: A message differs, or this seat threw otherwise.
        """
        self.compare_messages()
        seed_faces = super().automatic_throw()
        place = len(self.play.session.records)
        record = self.records[place] if place < len(self.records) else None
        if not isinstance(record, Throw) or seed_faces is not None:
            return seed_faces
        if self.seat_to_throw == self.checking_seat:
            number = self._seat_views[self.checking_seat].visible_event_count
            thrown_here = self.transcript.thrown.get((self.undone, number))
            thrown = self.play.awaited_throw
            if thrown_here is None or thrown is None or read_faces(thrown_here.faces, thrown.dice) != record.faces:
                raise VerificationFault(f"dice at {record.at} fell otherwise than this seat threw them")
        return record.faces

    def compare_messages(self) -> None:
        """Compare the messages that the seat received at this moment with the replay; raise if they differ.

        Secret answers of other seats have no number of their own, so one number may cover several moments. The
        commitment tells which one a turn belongs to, since it covers all that has happened.

        Raises:
            VerificationFault: A message differs.
        """
        self._match_requested()
        while self._next_turn < len(self.transcript.looks):
            recorded = self.transcript.looks[self._next_turn]
            if recorded.turn is not None and not self._is_moment_of(recorded.turn):
                return
            self._check_requested()
            for asks in recorded.levels:
                self.set_level(self.checking_seat, asks)
            difference = None if recorded.turn is None else self._find_difference_by_names(recorded.turn)
            if difference is not None:
                raise VerificationFault(difference.fault)
            self._requested = [*recorded.then]
            self._next_turn, self._closest_difference = self._next_turn + 1, None
            self._match_requested()

    def check_all_compared(self) -> None:
        """Raise at the end if a received message fitted no moment of the replay.

        Raises:
            VerificationFault: One was not.
        """
        self._check_requested()
        if self._next_turn < len(self.transcript.looks):
            turn, number = self.transcript.looks[self._next_turn].turn, self.question_number(self.checking_seat)
            if turn is not None and turn.undone > self.undone:
                raise VerificationFault("something was taken back, and what it was is not revealed")
            if turn is not None and turn.number > number:
                raise VerificationFault(f"{turn.number} answers were told of, and {number} are revealed")
            raise VerificationFault(self._explain_fault(COMMITMENT_MISMATCH))

    def _is_moment_of(self, turn: Turn) -> bool:
        """Whether the replay is at the moment of a received turn, by the turn's commitment.

        Raises:
            VerificationFault: It belongs to no moment.
        """
        number = self.question_number(self.checking_seat)
        if turn.undone > self.undone:
            return False
        if turn.undone < self.undone:
            raise VerificationFault(self._explain_fault(COMMITMENT_MISMATCH))
        if turn.committed == self.secret.commit_story(number, self.play.session.journal.digest()):
            return True
        if number > turn.number:
            raise VerificationFault(self._explain_fault(COMMITMENT_MISMATCH))
        if number == turn.number:
            difference = self._find_difference(turn)
            if difference is not None and (
                self._closest_difference is None or difference.agreement > self._closest_difference.agreement
            ):
                self._closest_difference = difference
        return False

    def _find_difference_by_names(self, turn: Turn) -> TurnDifference | None:
        """Return the first difference between a received turn and the replay's; None if equal by some later names."""
        difference = self._find_difference(turn)
        if difference is None or self._find_naming(lambda: self._find_difference(turn) is None):
            return None
        return difference

    def _find_naming(self, matches: Callable[[], bool]) -> bool:
        """Go on to the next names, of those given later, by which something matches; return whether there are any.

        Names never go back: without such names all stays as it is.
        """
        later_places = range(self._names_place + 1, len(self._namings))
        for place in later_places:
            self._show_names(place)
            if matches():
                self._names_place = place
                return True
        if later_places:
            self._show_names(self._names_place)
        return False

    def _show_names(self, place: int) -> None:
        """Show the names in force after a number of renamings."""
        self.play.show_names(self._namings[place])
        self._group = -1, None

    def _explain_fault(self, fallback: str) -> str:
        """Return the closest difference found for the turn that awaits comparison; without one, ``fallback``.

        An answer that cannot be repeated is a consequence of an earlier message that was changed.
        """
        return fallback if self._closest_difference is None else self._closest_difference.fault

    def _match_requested(self) -> None:
        """Drop the requested replies (state, odds), in order, up to the first that differs from the replay's state.

        The state may change without a visible event: a reply may match at any moment before the next turn.

        Raises:
            VerificationFault: The odds differ.
        """
        while self._requested:
            reply = self._requested[0]
            match reply:
                case Looked() | SeenState():
                    if not self._is_state(reply) and not self._find_naming(partial(self._is_state, reply)):
                        return
                case Odds():
                    self._compare_odds(reply)
                case _:
                    assert_never(reply)
            self._requested.pop(0)

    def _is_state(self, reply: Looked | SeenState) -> bool:
        """Whether a received state equals that of the replay."""
        if isinstance(reply, SeenState):
            return reply == SeenState.of_message(self._state_after(reply.event_count))
        return encode_message(reply) == encode_message(as_in_older_files(self._state_after(None)))

    def _state_after(self, event_count: int | None) -> Looked:
        """Build the message with the state after a number of the seat's events, or with the present one.

        It is the present one, too, if the seat has not so many events by this moment of the replay.
        """
        try:
            return self.make_state_message(self.checking_seat, event_count or None)
        except InputError:
            return self.make_state_message(self.checking_seat)

    def _compare_odds(self, recorded_odds: Odds) -> None:
        """Raise unless received odds equal the recomputed odds of the open question.

        Raises:
            VerificationFault: They do not.
        """
        fault = f"the odds of question {self.question_number(self.checking_seat)} were told otherwise than they are"
        try:
            current_odds = self._seat_views[self.checking_seat].odds(recorded_odds.runs)
        except InputError as error:
            raise VerificationFault(fault) from error
        if encode_message(recorded_odds) != encode_message(current_odds):
            raise VerificationFault(fault)

    def _check_requested(self) -> None:
        """Raise if a reply that the seat requested has matched at no moment of the replay.

        Raises:
            VerificationFault: One matches no moment.
        """
        if self._requested:
            turn = self.transcript.looks[self._next_turn - 1].turn
            raise VerificationFault(f"as question {0 if turn is None else turn.number} was open, it stood otherwise")

    def replay_move(self, move: Move, seed: int) -> None:
        """Check a revealed move, and repeat it with a dice seed; raise if it was not possible.

        Raises:
            VerificationFault: It was not possible then, or is not the answer of the verifying seat.
        """
        answered = move.answered
        number = self.answer_count
        open_number = self.question_number(self.seat_to_answer) if self.seat_to_answer else number
        if (move.seat, answered.number) != (self.seat_to_answer, open_number):
            description = f"move {self.moves + 1} answers question {answered.number} of {move.seat}"
            raise VerificationFault(
                f"{description}, and question {open_number} of {self.seat_to_answer or 'nobody'} is open then"
            )
        if answered != answered.without_share:
            raise VerificationFault(f"move {self.moves + 1} is revealed with a share in the answer")
        record = self.answers[number] if number < len(self.answers) else None
        if record is not None and record.seed != seed:
            raise VerificationFault(
                f"the seed of the dice behind move {self.moves + 1} is not made of the secret and the shares"
            )
        if move.seat == self.checking_seat:
            self.taken.add((self.undone, answered.number))
            self.check_own_answer(answered)
            if move.asks not in self.transcript.levels:
                raise VerificationFault(
                    f"as question {answered.number} was open, this seat wanted to be asked otherwise"
                )
        elif move.seat == self.terms.host and move.asks != self.terms.asks:
            raise VerificationFault(
                f"as question {answered.number} was open, the host was asked otherwise than was settled"
            )
        level = self.level_of(move.seat)
        self.set_level(move.seat, move.asks)
        try:
            self.answer(move.seat, answered, seed)
        except InputError as error:
            raise VerificationFault(self._explain_fault(f"answer {number + 1}: {error.message}")) from error
        self.set_level(move.seat, level)

    def check_own_answer(self, accepted: Answered) -> None:
        """Raise unless a revealed answer of the verifying seat equals the answer in its transcript.

        Raises:
            VerificationFault: It is not.
        """
        answer_here = self.transcript.given.get((self.undone, accepted.number))
        if answer_here is None:
            raise VerificationFault(
                f"question {accepted.number} was not answered here, and an answer of this seat was taken"
            )
        if answer_here != accepted:
            given_names = " ".join(answer_here.names) or "none"
            raise VerificationFault(
                f"question {accepted.number} was answered {given_names} here, and that was not what was taken"
            )

    def replay_answer(self, record: Answer) -> None:
        """Repeat a revealed answer, in a game in which players give no shares of the dice seed; raise if impossible.

        Raises:
            VerificationFault: It was not possible then, or is not the answer of the verifying seat.
        """
        number, question = self.answer_count, self.play.question
        if question is None or question.id != record.at or record.why not in ("", "together"):
            raise VerificationFault(f"answer {number + 1}, {record.name}, is to {record.at}, which is not asked then")
        if self.seat_to_answer == self.checking_seat and not record.why:
            self._check_first_answer(self.question_number(self.checking_seat), record)
        try:
            seed = None if record.why else self.fresh_seed
            self.play.answer(record.name, record.why, ordered=record.ordered, seed=seed, in_part=True)
        except InputError as error:
            raise VerificationFault(self._explain_fault(f"answer {number + 1}: {error.message}")) from error
        self._needs_fresh_seed = self._needs_fresh_seed and bool(record.why)
        self._answer_unasked()

    def replay_undo(self, undo: Undo) -> None:
        """Repeat a revealed undo; raise unless it takes back the last answer of the seat that asked.

        Raises:
            VerificationFault: It does not, or a message before it fits no moment.
        """
        self.compare_messages()
        if undo.asked_by not in self._seat_views or self.find_last_answer(undo.asked_by) != undo.kept:
            raise VerificationFault(f"something else was taken back than the last answer of {undo.asked_by}")
        if self.moves != undo.moves:
            raise VerificationFault(f"an undo is said to have come behind move {undo.moves}, not {self.moves}")
        self.reached[self.undone] = self.question_number(self.checking_seat)
        self.take_back(undo.kept, undo.number)
        self.compare_messages()

    def describe_undo(self, undo: Undo) -> str:
        """Describe the coming undo in words, from the answers before it."""
        answers = [each for each in find_person_answers(self.play.session) if each.seat == undo.asked_by]
        number = sum(each.record <= undo.kept for each in answers)
        consent = "at your request" if undo.asked_by == self.checking_seat else "with your consent"
        return f"Taken back: answer {number} of {self.find_seat(undo.asked_by).title} and what followed, {consent}"

    def _check_first_answer(self, number: int, record: Answer) -> None:
        """Raise unless a revealed answer is the first that the verifying seat's transcript has for a question."""
        answer_here = self.transcript.given.get((self.undone, number))
        if answer_here is None:
            raise VerificationFault(f"question {number} was not answered here, and an answer of this seat was taken")
        first = answer_here.names[0] if answer_here.names else "none"
        try:
            is_same = self._seat_views[self.checking_seat].original_answer_name(first) == record.name
        except InputError:
            is_same = False
        if not is_same:
            raise VerificationFault(f"question {number} was answered {first} here, and that was not what was taken")

    def _find_difference(self, turn: Turn) -> TurnDifference | None:
        """Return the first difference between a received turn and the replay's turn; None if they are equal."""
        current = self.make_turn(self.checking_seat, turn.start)
        if self.is_left and not turn.turn and self.answer_count == len(self.answers):
            current = evolve(current, turn="", question=None, rows=(), again=None, throw=None)
        at = f"as question {turn.number} was open"
        for recorded, happened in zip_longest(turn.events, current.events):
            if recorded is None or happened is None:
                more = "more" if happened is None else "less"
                return TurnDifference(0, f"{at}, {more} was told than happened")
            if encode_event(recorded) != encode_event(happened):
                return TurnDifference(0, f"{at}, something else was told than happened ({recorded.event})")
        current = evolve(
            current, debriefings=current.debriefings if turn.debriefings else ()
        )  # older versions send none
        unsealed = evolve(turn, committed=current.committed)
        if not (
            is_same_question(turn, current) if self.is_old else encode_message(unsealed) == encode_message(current)
        ):
            return TurnDifference(1, f"{at}, something else was asked than the rules ask")
        if turn.committed != current.committed:
            return TurnDifference(2, f"{at}, {COMMITMENT_MISMATCH}")
        return None
