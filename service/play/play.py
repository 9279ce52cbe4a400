"""A game played from outside: look at it, answer, look again.

What was answered is on the disk, where the game is saved, before the answer has any effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import assert_never

from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.flat.lazy import Later
from bombsight.flat.sites import DrawSite, RollSite, Thrown
from bombsight.runtime.batch.batch import Player
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.callbacks import (
    Ask,
)
from bombsight.runtime.events.names import OwnName, own_name
from bombsight.runtime.events.views import OutcomeView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.play import Faulted, Finished, Outcome, Pending
from bombsight.runtime.run.policies import Question, offered
from bombsight.runtime.run.sources import ManualDice, read_throw
from bombsight.runtime.saves.records import Throw, Why, decisions_back
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.record_replay import by_name
from bombsight.runtime.session.session import Session
from bombsight.service.boards.shown import boards_of
from bombsight.service.lookup.phrases import Phrases, phrases
from bombsight.service.play.answer_odds import Odds, Weighing
from bombsight.service.play.own_names import Called, called, to_be_named
from bombsight.service.play.session_thread import Exchange, Reply, Stop
from bombsight.service.play.throws import throw_wanted
from bombsight.service.present.debriefing import Debriefing, debriefings
from bombsight.service.present.sheet import Sheet
from bombsight.service.present.view import View
from bombsight.service.programs.players import ahead_of, player
from bombsight.service.saves.snapshots import keep_snapshot


class Play:
    """A game being played.

    Use it in a ``with`` statement, or close it: so its save is whole, and free for others.

    Attributes:
        session: What is played: its program, header, records, journal and save.
        request: What the program was compiled from.
    """

    def __init__(
        self,
        session: Session,
        request: Request,
        exchange: Exchange,
        policy: Ask | None = None,
        dice: ManualDice | None = None,
    ) -> None:
        """Put a session where it can be played.

        Args:
            session: The session; if its dice are real ones, the exchange is asked for them.
            request: What its program was compiled from.
            exchange: Where the run asks.
            policy: Who answers; None for whoever calls :meth:`answer`.
            dice: Those of the session that a person may throw; None where they always fall by themselves.
        """
        self.session = session
        self.request = request
        self._exchange = exchange
        self._policy = policy
        self._dice = dice
        self._stop: Stop | None = None
        self._told = 0
        self._view: View | None = None
        self._player: Player | None = None
        self._sheet = Sheet(session.describer)

    # --- looking

    def view(self) -> View:
        """The game as it stands; the same until the next move.

        Raises:
            InputError: It cannot go on: the records of its save do not fit the rules, or there are no dice left.
        """
        if self._view is None:
            self._view = self._look(self._reached())
        return self._view

    @property
    def question(self) -> Question | None:
        """The choice to be answered; None where there is none.

        Raises:
            InputError: The game cannot go on.
        """
        reached = self._reached()
        return reached if isinstance(reached, Question) else None

    def events(self, start: int = 0) -> Iterator[Event]:
        """All that has happened, from the event with the number ``start`` on."""
        return self.session.journal.views(start)

    @property
    def story(self) -> Sequence[Event]:
        """The same from the beginning, each event read where it is looked at: for who wants but a few of very many."""
        return Later(range(self.session.happened), self.session.journal.view)

    @cached_property
    def phrases(self) -> Phrases:
        """What people call the things of the game."""
        return phrases(self.session.program)

    def boards(self) -> tuple[BoardShown, ...]:
        """The pictures that the rules declare, of the game as it stands.

        Raises:
            InputError: The game cannot go on.
        """
        self._reached()
        return boards_of(self.session.describer)

    def debriefings(self, start: int = 0) -> list[Debriefing]:
        """How things stood at the end of each mission of a career that ended from the event ``start`` on."""
        return debriefings(self.session, start, self._sheet)

    @property
    def is_stuck(self) -> bool:
        """Whether it cannot go on: whatever is tried raises the same error."""
        return isinstance(self._stop, BaseException)

    # --- moves

    def answer(self, name: str, why: Why = "", *, ordered: bool = False, seed: int | None = None) -> None:
        """Answer the question with an option's name, or ``none`` where that is allowed.

        Args:
            name: The option's stable name.
            why: Why the player is not asked; empty where he is.
            ordered: Whether he gave the order for it at this question.
            seed: By which the dice behind it begin anew; None where they go on.

        Raises:
            InputError: There is no question, or no such option; or the game cannot go on.
        """
        question = self._reached()
        if not isinstance(question, Question):
            raise InputError("no question is open", "", self._hint())
        index = by_name([option.name for option in question.options], name, question.optional)
        if index is None:
            hint = f"Offered: {offered(question.options, question.optional)}."
            raise InputError(f"{name!r} is not offered", "", hint)
        self.session.why, self.session.seed = (why, ordered), seed
        self._go_on(index)

    def throw(self, faces: Sequence[int]) -> None:
        """Say what real dice show: each of them, or their total.

        Raises:
            InputError: No dice are to be thrown, or they cannot show that; or the game cannot go on.
        """
        roll = self._reached()
        if not isinstance(roll, Thrown):
            raise InputError("no dice are to be thrown", "", self._hint())
        read = read_throw(tuple(faces), roll.dice)
        if isinstance(read, str):
            raise InputError(read)
        self._go_on(read)

    def throw_for_me(self) -> None:
        """Have the dice that are to be thrown fall by the seed; those that come later are asked for again.

        Raises:
            InputError: No dice are to be thrown; or the game cannot go on.
        """
        if not isinstance(self._reached(), Thrown):
            raise InputError("no dice are to be thrown", "", self._hint())
        self._go_on(())

    @property
    def by_hand(self) -> bool:
        """Whether real dice are asked for."""
        return self._dice is not None and self._dice.by_hand

    def throw_by_hand(self, wanted: bool) -> None:
        """Have real dice asked for from here on, or dice fall by the seed; also when the game is taken up again.

        Raises:
            InputError: The game cannot go on.
        """
        stop = self._reached()
        if self._dice is not None:
            self._dice.by_hand = wanted
            self.session.throw_by_hand(wanted)
            if not wanted and isinstance(stop, Thrown):
                self._go_on(())

    def called(self) -> tuple[Called, ...]:
        """All that has a name now.

        Raises:
            InputError: The game cannot go on.
        """
        self._reached()
        return tuple(called(self.session.describer))

    def name(self, text: str) -> Called:
        """Give somebody a name: what he is or is called, and then the new name.

        Returns:
            Who is called so now.

        Raises:
            InputError: Nobody is meant, or the name is none; or the game cannot go on.
        """
        found, name = to_be_named(text.split(), self.called())
        return self.name_as(found, name)

    def name_as(self, who: Called, name: str) -> Called:
        """Give somebody another name.

        Returns:
            Who is called so now.

        Raises:
            InputError: The name is none; or the game cannot go on.
        """
        own = OwnName(who.of, who.number, own_name(name))
        self._reached()
        self._moved()
        self._leave()
        self.session.name(own)
        self._reached()
        return Called(who.what, who.of, who.number, own.name)

    def undo(self, count: int = 1) -> int:
        """Take back answers (or throws of real dice) with all that followed them.

        Where that ends at a throw of real dice, they are asked for again, though the seed throws by now.

        Returns:
            How many were taken back: fewer where there are no more.

        Raises:
            InputError: The game cannot go on.
        """
        self._reached()
        session = self.session
        if count < 1 or not session.can_undo:
            return 0
        self._moved()
        self._leave()
        decided = [*islice(decisions_back(session.records, session.header), count)]
        done = session.undo(count)
        if done and isinstance(decided[done - 1], Throw) and self._dice is not None:
            self._dice.by_hand = True
            session.throw_by_hand(True)
        self._reached()
        return done

    def weigh(self) -> Weighing:
        """The odds of the open question, still to be worked out: for whoever wants to see them grow.

        Raises:
            InputError: No question is open, or its odds are not told; or the game cannot go on.
        """
        question = self._reached()
        if not isinstance(question, Question):
            raise InputError("no question is open", "", self._hint())
        session = self.session
        if self._player is None:
            self._player = player(ahead_of(session), session.entry)
        return Weighing(session, question, self._player)

    def odds(self, runs: int | None = None) -> Odds:
        """What each answer to the open question leads to, if the autopilot goes on from there with other dice.

        The game stays as it is.

        Args:
            runs: How many runs of each answer are played, and then the same is told each time; None for as many as
                there is time for in about a second.

        Raises:
            InputError: No question is open, or its odds are not told; or the game cannot go on.
        """
        weighing = self.weigh()
        weighing.work(runs)
        return weighing.odds()

    def save(self, path: str) -> None:
        """Keep the game in a new file from here on; where it is kept already, put a copy there.

        Raises:
            InputError: The file exists, or cannot be written.
        """
        self._reached()
        if self.session.save is None:
            self.session.keep_in(path)
            keep_snapshot(self.session.header, self.request, Path(path))
            return
        with SaveFile.create(path, self.session.header) as copy:
            for record in (*self.session.records, *([self.session.end] if self.session.end else [])):
                copy.write_record(record)

    def close(self) -> None:
        """Leave the game: nothing of it is lost that was answered, and its save is free for others."""
        self._leave()
        if self.session.save is not None:
            self.session.save.close()

    def __enter__(self) -> Play:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- the run

    def _reached(self) -> Question | Thrown | Outcome:
        """Where the run has come to; it is begun where it has not been."""
        if self._stop is None:
            self._begin()
        if isinstance(self._stop, BaseException):
            raise self._stop
        assert self._stop is not None
        return self._stop

    def _begin(self) -> None:
        """Run from the start through all records, to what is not yet answered."""
        if self._policy is not None and not self.by_hand:
            self._stop = self.session.play(self._policy)
            return
        self._stop = self._exchange.run(self._played)

    def _played(self) -> Outcome:
        """What the thread does."""
        return self.session.play(self._policy or self.session.person(self._exchange.answer))

    def _go_on(self, reply: Reply) -> None:
        self._moved()
        self._stop = self._exchange.reply(reply)
        if isinstance(self._stop, BaseException):
            raise self._stop

    def _moved(self) -> None:
        """What has happened so far counts as told."""
        self._told = len(self.session.journal.events)
        self._view = None

    def _leave(self) -> None:
        """End the run, wherever it is; what it asks stays open."""
        self._exchange.leave()
        self._stop = None

    def _look(self, stop: Question | Thrown | Outcome) -> View:
        journal = self.session.journal
        kept = min(self._told, len(journal.events))
        events = tuple(journal.views(kept))
        outcome = None
        if not isinstance(stop, Question | Thrown | Pending):
            *_, last = journal.views(len(journal.events) - 1)
            assert isinstance(last, OutcomeView)
            outcome = last
        return View(
            kept=kept,
            events=events,
            question=stop if isinstance(stop, Question) else None,
            throw=throw_wanted(self.session, stop) if isinstance(stop, Thrown) else None,
            outcome=outcome,
            sheet=self._sheet.groups(),
            can_undo=self.session.can_undo,
        )

    def _hint(self) -> str:
        """What the game waits for."""
        match self._stop:
            case Question(prompt=prompt):
                return f"The game asks: {prompt}"
            case DrawSite():
                return "Say which was drawn, by its number."
            case RollSite() as roll:
                return f"Throw {roll.dice.notation}."
            case Finished() | Faulted() | Pending() | BaseException() | None:
                return "The game is over."
            case _:
                assert_never(self._stop)
