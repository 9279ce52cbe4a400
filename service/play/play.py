"""A game in play, driven from outside: view, answer, view again.

Each answer is on the disk, if the game is saved, before it has any effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, assert_never

from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.flat.lazy import LazySequence
from bombsight.flat.sites import UNIT_SUFFIX, DrawSite, RollSite, Thrown
from bombsight.runtime.batch.lookahead import Lookahead
from bombsight.runtime.callbacks import (
    Ask,
)
from bombsight.runtime.events.names import Naming, OwnName, parse_own_name
from bombsight.runtime.events.views import OutcomeView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.play import Faulted, Finished, Outcome, Pending
from bombsight.runtime.run.policies import SUGGESTED, Question, render_answers
from bombsight.runtime.run.sources import ManualDice, read_faces
from bombsight.runtime.saves.records import Throw, Why, decisions_backwards
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.record_replay import option_index
from bombsight.runtime.session.session import Session
from bombsight.service.boards.boards import render_boards
from bombsight.service.common import sentences
from bombsight.service.common.arguments import AnyPath, check_arguments
from bombsight.service.lookup.phrases import Phrases, collect_phrases
from bombsight.service.play.answer_odds import Odds, OddsEstimator
from bombsight.service.play.awaited_throw import describe_awaited_throw
from bombsight.service.play.naming import NamedThing, find_named_things, parse_renaming
from bombsight.service.play.session_thread import Reply, SessionThread, StopPoint
from bombsight.service.present.debriefing import Debriefing, debrief_missions
from bombsight.service.present.glance import Fact, find_facts
from bombsight.service.present.sheet import Sheet
from bombsight.service.present.view import View
from bombsight.service.programs.players import lookahead_program, make_player, moment_of
from bombsight.service.saves.snapshots import store_snapshot

if TYPE_CHECKING:
    from bombsight.service.boards.drawn import DrawnBoards


class Play:
    """A game in play.

    Use it in a ``with`` statement, or close it, so that its save is complete, and free for others.

    Attributes:
        session: The session: its program, header, records, journal and save.
        request: The request that the program was compiled from.
    """

    def __init__(
        self,
        session: Session,
        request: Request,
        thread: SessionThread,
        policy: Ask | None = None,
        dice: ManualDice | None = None,
    ) -> None:
        """Wrap a session for play.

        Args:
            session: The session; if its dice are real ones, ``thread`` is asked for them.
            request: The request that its program was compiled from.
            thread: The thread in which the run waits.
            policy: Who answers; None if the caller does, by :meth:`answer`.
            dice: The session's dice that a person may throw; None if they always come from the seed.
        """
        self.session = session
        self.request = request
        self._thread = thread
        self._policy = policy
        self._dice = dice
        self._stop: StopPoint | None = None
        self._told_count = 0
        self._view: View | None = None
        self._lookahead: Lookahead | None = None
        self._sheet = Sheet(session.describer)

    # --- queries

    def view(self) -> View:
        """The view of the game at its present question, throw or end; the same until the next move.

        Raises:
            InputError: The game cannot go on: the records of its save do not fit the rules, or there are no dice left.
        """
        if self._view is None:
            self._view = self._make_view(self._current_stop())
        return self._view

    @property
    def question(self) -> Question | None:
        """The open question; None if the game waits for dice or is over.

        Raises:
            InputError: The game cannot go on.
        """
        stop = self._current_stop()
        return stop if isinstance(stop, Question) else None

    @property
    def awaited_throw(self) -> Thrown | None:
        """The real dice that the game waits for; None if it waits for an answer or is over.

        Raises:
            InputError: The game cannot go on.
        """
        stop = self._current_stop()
        return stop if isinstance(stop, Thrown) else None

    def events(self, start: int = 0) -> Iterator[Event]:
        """Yield the events from a number ``start``, from 0, to the latest."""
        return self.session.journal.views(start)

    @property
    def story(self) -> Sequence[Event]:
        """All events so far, as a sequence that decodes each when accessed."""
        return LazySequence(range(self.session.event_count), self.session.journal.view)

    @cached_property
    def phrases(self) -> Phrases:
        """The display titles of the fields, values, procedures and tables of the game."""
        return collect_phrases(self.session.program)

    def boards(self) -> DrawnBoards:
        """Evaluate the boards that the rules declare, in the present state.

        Raises:
            InputError: The game cannot go on.
        """
        from bombsight.service.boards.drawn import make_drawn_boards  # draws pictures, seldom needed

        self._current_stop()
        return make_drawn_boards(render_boards(self.session.describer))

    def facts(self) -> list[Fact]:
        """List what matters most in the present state, for a line: what the rules show there, or else the sheet's news.

        Raises:
            InputError: The game cannot go on.
        """
        self._current_stop()
        return find_facts(self.session.describer, self._sheet.groups())

    def debriefings(self, start: int = 0) -> list[Debriefing]:
        """Make the debriefing (summary) of each career mission that ended since the event ``start``."""
        return debrief_missions(self.session, start, self._sheet)

    @property
    def is_stuck(self) -> bool:
        """Whether the game cannot go on: every move raises the same error."""
        return isinstance(self._stop, BaseException)

    # --- moves

    def answer(
        self, name: str, why: Why = "", *, ordered: bool = False, seed: int | None = None, in_part: bool = False
    ) -> None:
        """Answer the open question with an option's name, or ``none`` if that is allowed.

        At a question for an amount, whose options are thousands, any number of it answers this question and the next
        one; so does ``suggested``, the autopilot's answer to both.

        Args:
            name: The option's stable name.
            why: The reason of an automatic answer; empty for the player's own.
            ordered: Whether the player gave an order for it at this question.
            seed: The new seed of the dice after it; None to continue the old one.
            in_part: Whether, at a question for an amount, the name is that of a thousand, and answers it alone.

        Raises:
            InputError: There is no question, or no such option; or the game cannot go on.
        """
        question = self._current_stop()
        if not isinstance(question, Question):
            raise InputError(sentences.NO_QUESTION, "", self._waiting_hint())
        if question.ends and not (in_part or why):
            self._answer_amount(question, name, seed)
            return
        index = option_index([option.name for option in question.options], name, question.optional)
        if index is None:
            hint = f"Offered: {render_answers(question.options, question.optional)}."
            raise InputError(sentences.not_offered(repr(name)), "", hint)
        self.session.why, self.session.seed = (why, ordered), seed
        self._continue_with(index)

    def _answer_amount(self, question: Question, name: str, seed: int | None) -> None:
        """Answer the question for the thousands of an amount, and the one for the number itself that follows.

        Raises:
            InputError: The number is not offered; or the game cannot go on.
        """
        is_suggestion = name == SUGGESTED
        index = question.preferred if is_suggestion else question.find_amount(name)
        if index is None:
            low, high = question.ends
            raise InputError(sentences.not_offered(repr(name)), "", f"Offered: {low} to {high}.")
        self.session.why, self.session.seed = ("", False), seed
        self._continue_with(index)
        rest = self._stop
        if isinstance(rest, Question) and rest.id == question.id.removesuffix(UNIT_SUFFIX):
            names = [option.name for option in rest.options]
            self.session.why, self.session.seed = ("together", False), None
            self._continue_with(rest.preferred if is_suggestion else names.index(str(int(name))))

    @check_arguments
    def throw(self, faces: Sequence[int]) -> None:
        """Enter the faces of real dice: each die, or their total.

        Raises:
            InputError: The game waits for no dice, or they cannot show that; or the game cannot go on.
        """
        roll = self._current_stop()
        if not isinstance(roll, Thrown):
            raise InputError(sentences.NO_DICE_AWAITED, "", self._waiting_hint())
        faces_or_problem = read_faces(tuple(faces), roll.dice)
        if isinstance(faces_or_problem, str):
            raise InputError(faces_or_problem)
        self._continue_with(faces_or_problem)

    def throw_for_me(self) -> None:
        """Throw the awaited dice by the seed, once; later throws are of real dice again.

        Raises:
            InputError: The game waits for no dice; or it cannot go on.
        """
        if not isinstance(self._current_stop(), Thrown):
            raise InputError(sentences.NO_DICE_AWAITED, "", self._waiting_hint())
        self._continue_with(())

    @property
    def by_hand(self) -> bool:
        """Whether throws are of real dice that the player throws, rather than from the seed."""
        return self._dice is not None and self._dice.by_hand

    @check_arguments
    def throw_by_hand(self, wanted: bool) -> None:
        """Switch to real dice (true) or to dice from the seed, also for when the game is resumed.

        Raises:
            InputError: The game cannot go on.
        """
        stop = self._current_stop()
        if self._dice is not None:
            self._dice.by_hand = wanted
            self.session.set_by_hand(wanted)
            if not wanted and isinstance(stop, Thrown):
                self._continue_with(())

    def named_things(self) -> tuple[NamedThing, ...]:
        """List all people and things with names.

        Raises:
            InputError: The game cannot go on.
        """
        self._current_stop()
        return tuple(find_named_things(self.session.describer))

    def rename(self, text: str) -> NamedThing:
        """Rename a person or thing by a typed text: its kind or present name, then the new name.

        Returns:
            The renamed thing.

        Raises:
            InputError: No named thing matches, or the name is invalid; or the game cannot go on.
        """
        named_thing, name = parse_renaming(text.split(), self.named_things())
        return self.rename_thing(named_thing, name)

    @check_arguments
    def rename_thing(self, who: NamedThing, name: str) -> NamedThing:
        """Give a person or thing a new name.

        Returns:
            The renamed thing.

        Raises:
            InputError: The name is invalid; or the game cannot go on.
        """
        own_name_given = OwnName(who.of, who.number, parse_own_name(name))
        self._current_stop()
        self._mark_events_shown()
        self._end_run()
        self.session.set_own_name(own_name_given)
        self._current_stop()
        return NamedThing(who.what, who.of, who.number, own_name_given.name)

    def show_names(self, naming: Naming | None) -> None:
        """Show other names, without a record of them: to see how things read at another moment.

        Raises:
            InputError: The game cannot go on.
        """
        self._current_stop()
        self._mark_events_shown()
        self._end_run()
        self.session.show_names(naming)
        self._current_stop()

    @check_arguments
    def undo(self, count: int = 1) -> int:
        """Undo answers, or throws of real dice, with all later events; return how many were undone.

        If that ends at a throw of real dice, the player is asked for them again, even if the seed throws by now.

        Returns:
            The number of decisions taken back: fewer if there are no more.

        Raises:
            InputError: The game cannot go on.
        """
        self._current_stop()
        session = self.session
        if count < 1 or not session.can_undo:
            return 0
        self._mark_events_shown()
        self._end_run()
        undone_decisions = [*islice(decisions_backwards(session.records, session.header), count)]
        undone_count = session.undo(count)
        if undone_count and isinstance(undone_decisions[undone_count - 1], Throw) and self._dice is not None:
            self._dice.by_hand = True
            session.set_by_hand(True)
        self._current_stop()
        return undone_count

    def odds_estimator(self, *, is_reversed: bool = False) -> OddsEstimator:
        """Make an estimator for the odds of the open question, which refines them step by step.

        Args:
            is_reversed: Whether they are those of the other player of two, for whom good is bad and bad is good.

        Raises:
            InputError: No question is open, or its odds are refused; or the game cannot go on.
        """
        question = self._current_stop()
        if not isinstance(question, Question):
            raise InputError(sentences.NO_QUESTION, "", self._waiting_hint())
        session = self.session
        if self._lookahead is None or self._lookahead.is_reversed != is_reversed:
            program = lookahead_program(session)
            self._lookahead = Lookahead(program, session.entry, make_player, is_reversed=is_reversed)
        return OddsEstimator(session, question, self._lookahead, moment_of(session))

    @check_arguments
    def odds(self, runs: int | None = None, *, is_reversed: bool = False) -> Odds:
        """Estimate the odds of the open question's answers by simulated runs from here on.

        The game stays as it is.

        Args:
            runs: How many runs of each answer, which makes the result reproducible; None for as many as fit into
                about a second.
            is_reversed: Whether they are those of the other player of two, for whom good is bad and bad is good.

        Raises:
            InputError: No question is open, or its odds are refused; or the game cannot go on.
        """
        estimator = self.odds_estimator(is_reversed=is_reversed)
        estimator.run(runs)
        return estimator.to_document()

    @check_arguments
    def save(self, path: AnyPath) -> None:
        """Begin to save the game in a new file; if the game has a save already, write a copy to that file.

        Raises:
            InputError: The file exists, or cannot be written.
        """
        self._current_stop()
        if self.session.save is None:
            self.session.save_as(str(path))
            store_snapshot(self.session.header, self.request, Path(path))
            return
        with SaveFile.create(str(path), self.session.header) as copy:
            for record in (*self.session.records, *([self.session.end] if self.session.end else [])):
                copy.write_record(record)

    def close(self) -> None:
        """Close the game: complete its save, and release the save for others."""
        self._end_run()
        if self.session.save is not None:
            self.session.save.close()

    def __enter__(self) -> Play:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- the run

    def _current_stop(self) -> Question | Thrown | Outcome:
        """Return the question, throw or outcome at which the run waits, starting the run if need be."""
        if self._stop is None:
            self._start_run()
        if isinstance(self._stop, BaseException):
            raise self._stop
        assert self._stop is not None
        return self._stop

    def _start_run(self) -> None:
        """Start the run, replaying all records, up to the first unanswered question or throw."""
        if self._policy is not None and not self.by_hand:
            self._stop = self.session.play(self._policy)
            return
        self._stop = self._thread.start(self._play_session)

    def _play_session(self) -> Outcome:
        """Run the session to its outcome: the body of the run's thread."""
        return self.session.play(self._policy or self.session.person_policy(self._thread.wait_for_answer))

    def _continue_with(self, reply: Reply) -> None:
        """Send a reply to the waiting run, and keep its next stop point; raise the error if it failed."""
        self._mark_events_shown()
        self._stop = self._thread.reply(reply)
        if isinstance(self._stop, BaseException):
            raise self._stop

    def _mark_events_shown(self) -> None:
        """Mark all events so far as shown, so that the next view has only newer ones."""
        self._told_count = len(self.session.journal.events)
        self._view = None

    def _end_run(self) -> None:
        """End the run's thread at its present stop point, leaving the question open."""
        self._thread.stop()
        self._stop = None

    def _make_view(self, stop: Question | Thrown | Outcome) -> View:
        """Build the view at a stop point: new events, question or throw or outcome, and sheet."""
        journal = self.session.journal
        told_count = min(self._told_count, len(journal.events))
        events = tuple(journal.views(told_count))
        outcome = None
        if not isinstance(stop, Question | Thrown | Pending):
            *_, last = journal.views(len(journal.events) - 1)
            assert isinstance(last, OutcomeView)
            outcome = last
        return View(
            kept=told_count,
            events=events,
            question=stop if isinstance(stop, Question) else None,
            throw=describe_awaited_throw(self.session, stop) if isinstance(stop, Thrown) else None,
            outcome=outcome,
            sheet=self._sheet.groups(),
            can_undo=self.session.can_undo,
        )

    def _waiting_hint(self) -> str:
        """Make the hint that names the question or throw that the game waits for."""
        match self._stop:
            case Question(prompt=prompt):
                return sentences.question_hint(prompt)
            case DrawSite():
                return sentences.DRAW_HINT
            case RollSite() as roll:
                return sentences.throw_hint(roll.dice.notation)
            case Finished() | Faulted() | Pending() | BaseException() | None:
                return sentences.GAME_OVER_HINT
            case _:
                assert_never(self._stop)
