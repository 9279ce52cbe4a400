"""One run of a session: what is recorded is told again, and what is new is recorded."""

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
    """What a run asked for, and a record answered.

    Attributes:
        given: The sum of a throw, or the index of an answer.
        is_throw: Whether it is a throw.
        events: How many events had happened.
        dice: How far the source had come behind it.
    """

    given: int
    is_throw: bool
    events: int
    dice: int


class ReplayHost(Protocol):
    """Whose story is told: where dice come from, and where they are written down.

    Attributes:
        pinned_faces: What dice show that are pinned, by the sites of their rolls.
        script: The sums of throws and the indices of answers that it was given, in order.
        why: Why the player is not asked for what is answered next, and whether he gave the order for it just now.
        seed: By which the dice behind what is answered next begin anew; None where they go on.
        trail: What the last run has told of the first records. With the same records the next will ask the same, and
            need not look at these again.
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
        """Dice and answers so far."""

    @property
    def end(self) -> End | None:
        """How it ended by its records, or None."""

    @property
    def describer(self) -> Describer:
        """Names and titles in the state as it is."""

    def accept_records(self) -> None:
        """All records have been told again."""

    def reopen(self) -> bool:
        """Go on beyond the end that the records tell, where that may be; whether it may."""

    def add_record(self, record: Record) -> None:
        """Write down dice or an answer."""

    @property
    def event_count(self) -> int:
        """How many events there are so far."""

    def story_mark(self) -> str:
        """A mark of the story so far."""

    def raise_story_differs(self, index: int) -> None:
        """The story before an answer is not what it was."""


class Divergence(Exception):  # noqa: N818 - found out, then dealt with
    """The records do not fit the game from this one on; behind the last of them, the end does not."""

    def __init__(self, index: int, message: str) -> None:
        super().__init__(message)
        self.index = index
        self.message = message


class BudgetDivergence(Divergence):
    """The rules cost more than they may before this record."""


class RecordReplay:
    """A replaying recorder, one run of a session: its records first, then what is new; its dice and its policy."""

    def __init__(self, session: ReplayHost, policy: Ask) -> None:
        self.session = session
        self.records = session.records
        self.policy = policy
        self.position = len(session.trail)
        self._same_story = True

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """The faces recorded, or new ones."""
        site_thrown = throw_site(self.session.program.sites[site], dice)
        throw_name = site_thrown.id if isinstance(site_thrown, DrawSite) else site_thrown.table or "-"
        request = sentences.game_throws(dice.notation, throw_name)
        if self.position < len(self.records):
            faces = self._recorded_faces(throw_name, dice, request)
            pinned = self.session.pinned_faces.get(site, faces)
            if dice.total(faces) != dice.total(pinned):
                raise Divergence(self.position, sentences.pinned_to(request, "+".join(map(str, pinned))))
            self.session.source.skip(site, dice)
        else:
            self._leave_records(request)
            faces = self.session.source.throw(site, dice)
            self.session.add_record(Throw(faces, throw_name, by=self.session.source.by))
        self._advance(dice.total(faces), is_throw=True, events=self.session.event_count)
        return faces

    def _recorded_faces(self, throw_name: str, dice: Dice, request: str) -> tuple[int, ...]:
        record = self.records[self.position]
        if not isinstance(record, Throw) or record.at != throw_name:
            raise Divergence(self.position, request)
        problem = read_faces(record.faces, dice)
        if isinstance(problem, str):
            raise Divergence(self.position, sentences.wrong_recorded_dice(request, problem))
        return record.faces

    def ask(self, number: int, options: Sequence[int], score: Score, values: Values) -> int:
        """The index of the answer recorded, or of a new one; -1 for none.

        Raises:
            Diverged: The record is no answer to this choice, or names what is not offered.
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
        """Come behind a record."""
        self.session.trail.append(ReplayedStep(result, is_throw, events, self.session.source.position))
        self.session.script.append(result)
        self.position += 1

    def _recorded_seed(self) -> int | None:
        """By which the dice behind the answer recorded begin anew."""
        record = self.records[self.position]
        return record.seed if isinstance(record, Answer) else None

    def _recorded_answer(self, site: ChoiceSite, names: Sequence[str]) -> int | None:
        record = self.records[self.position]
        if not isinstance(record, Answer) or record.at != site.id:
            raise Divergence(self.position, sentences.game_asks(site.id))
        if self._same_story and record.story and record.story != self.session.story_mark():
            self._same_story = False
            self.session.raise_story_differs(self.position)
        return option_index(names, record.name, site.optional)

    def _leave_records(self, request: str) -> None:
        """See that the game may go on beyond its records."""
        if self.session.end is not None and not self.session.reopen():
            raise Divergence(self.position, request)
        self.session.accept_records()


def option_index(names: Sequence[str], name: str, optional: bool) -> int | None:
    """The index of the option with this stable name, -1 for none; None where it is not offered."""
    if name == "none" and optional:
        return NO_OPTION
    return names.index(name) if name in names else None
