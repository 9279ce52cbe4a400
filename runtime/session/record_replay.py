"""Record/replay driver of one run: replays known throws and answers, then records new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.flat.sites import ChoiceSite, DrawSite
from bombsight.runtime import sentences
from bombsight.runtime.callbacks import (
    Ask,
    Score,
    Values,
)
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.policies import NO_OPTION, choice_site, render_answers
from bombsight.runtime.run.sources import DiceSource, read_faces, throw_site
from bombsight.runtime.saves.records import Answer, End, Record, Throw, Why


@frozen
class ReplayedStep:
    """One replayed throw or answer, with the positions of the journal and the dice at it.

    Attributes:
        given: The sum of a throw, or the index of an answer.
        is_throw: Whether it is a throw.
        events: The number of events before it.
        dice: The position of the source after it.
    """

    given: int
    is_throw: bool
    events: int
    dice: int


class ReplayHost(Protocol):
    """The interface by which a replay uses its session: dice, records and journal.

    Attributes:
        pinned_faces: Faces of pinned dice, by the sites of their rolls.
        script: Sums of throws and indices of answers given to the run, in order.
        why: The reason why the player is not asked for the next answer, and whether he gave the order just now.
        seed: The new seed of the dice after the next answer; None if it does not change.
        trail: Steps of the last run for the first records. The next run repeats them, so it need not check them again.
    """

    program: Program
    source: DiceSource
    pinned_faces: Mapping[int, tuple[int, ...]]
    trail: list[ReplayedStep]
    script: list[int]
    why: tuple[Why, bool]
    seed: int | None

    @property
    def records(self) -> list[Record]:
        """The session's recorded throws and answers so far."""

    @property
    def end(self) -> End | None:
        """The recorded end of the session; None while it is open."""

    @property
    def describer(self) -> Describer:
        """The describer of names and titles in the current state."""

    def accept_records(self) -> None:
        """Take note that all records were replayed without a difference."""

    def reopen(self) -> bool:
        """Remove the recorded end so that play goes on, if that is allowed; return whether it is."""

    def add_record(self, record: Record) -> None:
        """Append a throw or an answer to the records."""

    @property
    def event_count(self) -> int:
        """The number of journal events so far."""

    def story_mark(self) -> str:
        """Return the first digits of the hash over the events so far, by which answers note the story before them."""

    def raise_story_differs(self, index: int) -> None:
        """Raise an InputError: the events before the answer at an index differ from the story in the save."""


class Divergence(Exception):  # noqa: N818 - found out, then dealt with
    """Raised where a replayed run differs from the record at an index; the end has the index after the last."""

    def __init__(self, index: int, message: str) -> None:
        """Make the exception for the record at an index; ``message`` says what the run does instead."""
        super().__init__(message)
        self.index = index
        self.message = message


class BudgetDivergence(Divergence):
    """Raised where the rules exceed a budget before the next record is reached."""


class RecordReplay:
    """The dice and policy of one run: first they replay its records, then they record new throws and answers."""

    def __init__(self, session: ReplayHost, policy: Ask) -> None:
        """Make the dice and policy of one run of a session; ``policy`` answers choices beyond the records."""
        self.session = session
        self.records = session.records
        self.policy = policy
        self.position = len(session.trail)
        self._same_story = True

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Return the faces of the next record; beyond the records, throw with the dice source and record that."""
        site_thrown = throw_site(self.session.program.sites[site], dice)
        throw_name = site_thrown.id if isinstance(site_thrown, DrawSite) else site_thrown.table or "-"
        request = sentences.game_throws(dice.notation, throw_name)
        if self.position < len(self.records):
            faces = self._recorded_faces(throw_name, dice, request)
            pinned = self.session.pinned_faces.get(site, faces)
            if dice.outcome(faces) != dice.outcome(pinned):
                raise Divergence(self.position, sentences.pinned_to(request, "+".join(map(str, pinned))))
            self.session.source.skip(site, dice)
        else:
            self._leave_records(request)
            faces = self.session.source.throw(site, dice)
            self.session.add_record(Throw(faces, throw_name, by=self.session.source.by))
        self._advance(dice.outcome(faces), is_throw=True, events=self.session.event_count)
        return faces

    def _recorded_faces(self, throw_name: str, dice: Dice, request: str) -> tuple[int, ...]:
        """Return the next record's faces; raise Divergence if it is no throw ``throw_name`` with these dice."""
        record = self.records[self.position]
        if not isinstance(record, Throw) or record.at != throw_name:
            raise Divergence(self.position, request)
        problem = read_faces(record.faces, dice)
        if isinstance(problem, str):
            raise Divergence(self.position, sentences.wrong_recorded_dice(request, problem))
        return record.faces

    def ask(self, number: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: return the index of the recorded answer; beyond the records, the policy's, and record that.

        Raises:
            Divergence: The record is no answer to this choice, or its option is not offered.
        """
        site = choice_site(self.session.program, number)
        event_count = self.session.event_count
        names = self.session.describer.option_names(site, options)
        if self.position < len(self.records):
            recorded = self._recorded_answer(site, names)
            if recorded is None:
                shown_options = self.session.describer.describe_options(site, options, values())
                raise Divergence(
                    self.position, sentences.choice_offers(site.id, render_answers(shown_options, site.optional))
                )
            index, seed = recorded, self._recorded_seed()
        else:
            self._leave_records(sentences.game_asks(site.id))
            index = self.policy(number, options, score, values)
            name, seed = "none" if index == NO_OPTION else names[index], self.session.seed
            self.session.add_record(Answer(name, site.id, self.session.story_mark(), 0, *self.session.why, seed))
        if seed is not None:
            self.session.source.reseed(seed)
        self._advance(index, is_throw=False, events=event_count)
        return index

    def _advance(self, result: int, *, is_throw: bool, events: int) -> None:
        """Note a throw's outcome or an answer's index as the run's next step, and move to the next record."""
        self.session.trail.append(ReplayedStep(result, is_throw, events, self.session.source.position))
        self.session.script.append(result)
        self.position += 1

    def _recorded_seed(self) -> int | None:
        """Return the seed that the next record's answer set for the dice; None if it set none."""
        record = self.records[self.position]
        return record.seed if isinstance(record, Answer) else None

    def _recorded_answer(self, site: ChoiceSite, names: Sequence[str]) -> int | None:
        """Return the index of the next record's answer among the option ``names``; None if it is not offered."""
        record = self.records[self.position]
        if not isinstance(record, Answer) or record.at != site.id:
            raise Divergence(self.position, sentences.game_asks(site.id))
        if self._same_story and record.story and record.story != self.session.story_mark():
            self._same_story = False
            self.session.raise_story_differs(self.position)
        return option_index(names, record.name, site.optional)

    def _leave_records(self, request: str) -> None:
        """Begin to play beyond the last record; raise Divergence if the save has ended before this ``request``."""
        if self.session.end is not None and not self.session.reopen():
            raise Divergence(self.position, request)
        self.session.accept_records()


def option_index(names: Sequence[str], name: str, optional: bool) -> int | None:
    """Return the index of an option in ``names``, -1 for ``none`` if ``optional``; None if it is not offered."""
    if name == "none" and optional:
        return NO_OPTION
    return names.index(name) if name in names else None
