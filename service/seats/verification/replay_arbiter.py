"""Replay of a revealed game, to compare it with the messages that one seat received.

The replay takes only the persons' answers from the record: routine and autopilot answers must follow from the rules,
dice from the seeds, and every message to the seat must equal the one that this arbiter sends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import TypeVar, assert_never

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
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.guest.seat_file import SeenState
from bombsight.service.seats.protocol.codec import encode_event, encode_message
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.host_messages import Looked, Turn
from bombsight.service.seats.protocol.seating import WITH_SEED, TableTerms
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.verification.faults import COMMITMENT_MISMATCH, VerificationFault
from bombsight.service.seats.verification.recorded_answers import ReplayQuestionFilter
from bombsight.service.seats.verification.transcript import Requested, SeatTranscript
from bombsight.service.seats.verification.turn_comparison import TurnDifference, as_in_older_files, is_same_question
from bombsight.service.seats.visibility.seat_view import SeatView

T = TypeVar("T")


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
        self._first_side: SeatView | None = None
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

    @property
    def checking_view(self) -> SeatView:
        """The view of the seat whose messages are verified."""
        return self._seat_views[self.checking_seat]

    def repeat_answer(self, record: Answer) -> None:
        """Give a recorded answer to the open question, in a game in which players give no shares of the dice seed.

        Raises:
            InputError: It is not offered, or the game cannot go on.
        """
        seed = None if record.why else self.fresh_seed
        self.play.answer(record.name, record.why, ordered=record.ordered, seed=seed, in_part=True)
        self._needs_fresh_seed = self._needs_fresh_seed and bool(record.why)

    def answer_unasked(self) -> None:
        """Repeat the automatic answers up to the next one that a person gave."""
        self._answer_unasked()

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
            number = self.checking_view.visible_event_count
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
            raise VerificationFault(self.explain_fault(COMMITMENT_MISMATCH))

    def _is_moment_of(self, turn: Turn) -> bool:
        """Whether the replay is at the moment of a received turn, by the turn's commitment.

        Raises:
            VerificationFault: It belongs to no moment.
        """
        number = self.question_number(self.checking_seat)
        if turn.undone > self.undone:
            return False
        if turn.undone < self.undone:
            raise VerificationFault(self.explain_fault(COMMITMENT_MISMATCH))
        if turn.committed == self.secret.commit_story(number, self.play.session.journal.digest()):
            return True
        if number > turn.number:
            raise VerificationFault(self.explain_fault(COMMITMENT_MISMATCH))
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

    def explain_fault(self, fallback: str) -> str:
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
        return self._try_sides(lambda: self._compare_state(reply), bool)

    def _compare_state(self, reply: Looked | SeenState) -> bool:
        """Whether a received state equals that of the replay, as the view of the seat is now."""
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
            is_same = self._try_sides(
                lambda: encode_message(recorded_odds) == encode_message(self.checking_view.odds(recorded_odds.runs)),
                bool,
            )
        except InputError as error:
            raise VerificationFault(fault) from error
        if not is_same:
            raise VerificationFault(fault)

    def _check_requested(self) -> None:
        """Raise if a reply that the seat requested has matched at no moment of the replay.

        Raises:
            VerificationFault: One matches no moment.
        """
        if self._requested:
            turn = self.transcript.looks[self._next_turn - 1].turn
            raise VerificationFault(f"as question {0 if turn is None else turn.number} was open, it stood otherwise")

    def _try_sides(self, matches: Callable[[], T], is_match: Callable[[T], bool]) -> T:
        """Compare a message with the replay as the checking seat sees it, then as hosts of older versions showed it.

        They called good what is good for the first player to the other player of two, too. A table may go on by a
        newer version, so each message is compared by itself. What is returned is that of the side that matches, or of
        the first one.

        Args:
            matches: Compares the message with the replay, as the view of the seat is now.
            is_match: Whether what was found is a match.
        """
        seat = self.checking_seat
        found = matches()
        own_view = self._seat_views.get(seat)
        if is_match(found) or own_view is None or not own_view.is_reversed:
            return found
        self._first_side = self._first_side or SeatView(self.play, seat, is_older=self._is_older, reverses=False)
        self._seat_views[seat] = self._first_side
        try:
            on_first_side = matches()
        finally:
            self._seat_views[seat] = own_view
        return on_first_side if is_match(on_first_side) else found

    def _find_difference(self, turn: Turn) -> TurnDifference | None:
        """Return the first difference between a received turn and the replay's turn; None if they are equal."""
        return self._try_sides(lambda: self._compare_turn(turn), lambda difference: difference is None)

    def _compare_turn(self, turn: Turn) -> TurnDifference | None:
        """Return the first difference between a received turn and the replay's, as the view of the seat is now."""
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
