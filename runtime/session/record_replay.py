"""One run of a session: what is recorded is told again, and what is new is recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.flat.sites import ChoiceSite, DrawSite
from bombsight.runtime.callbacks import (
    Ask,
    Score,
    Values,
)
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.policies import NO_OPTION, choice_site, offered
from bombsight.runtime.run.sources import Source, read_throw, thrown_there
from bombsight.runtime.saves.records import Answer, End, Record, Throw, Why


@frozen
class Told:
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


class Teller(Protocol):
    """Whose story is told: where dice come from, and where they are written down.

    Attributes:
        laid: What dice show that are pinned, by the sites of their rolls.
        script: The sums of throws and the indices of answers that it was given, in order.
        why: Why the player is not asked for what is answered next, and whether he gave the order for it just now.
        seed: By which the dice behind what is answered next begin anew; None where they go on.
        trail: What the last run has told of the first records. With the same records the next will ask the same, and
            need not look at these again.
    """

    program: Program
    source: Source
    laid: Mapping[int, tuple[int, ...]]
    trail: list[Told]
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

    def settle(self) -> None:
        """All records have been told again."""

    def reopen(self) -> bool:
        """Go on beyond the end that the records tell, where that may be; whether it may."""

    def add(self, record: Record) -> None:
        """Write down dice or an answer."""

    @property
    def happened(self) -> int:
        """How many events there are so far."""

    def story(self) -> str:
        """A mark of the story so far."""

    def story_differs(self, index: int) -> None:
        """The story before an answer is not what it was."""


class Diverged(Exception):  # noqa: N818 - found out, then dealt with
    """The records do not fit the game from this one on; behind the last of them, the end does not."""

    def __init__(self, index: int, message: str) -> None:
        super().__init__(message)
        self.index = index
        self.message = message


class OverBudget(Diverged):
    """The rules cost more than they may before this record."""


class Telling:
    """A replaying recorder, one run of a session: its records first, then what is new; its dice and its policy."""

    def __init__(self, session: Teller, policy: Ask) -> None:
        self.session = session
        self.records = session.records
        self.policy = policy
        self.position = len(session.trail)
        self._same_story = True

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """The faces recorded, or new ones."""
        place = thrown_there(self.session.program.sites[site], dice)
        at = place.id if isinstance(place, DrawSite) else place.table or "-"
        wants = f"the game throws {dice.notation} at {at}"
        if self.position < len(self.records):
            faces = self._recorded_faces(at, dice, wants)
            laid = self.session.laid.get(site, faces)
            if dice.total(faces) != dice.total(laid):
                raise Diverged(self.position, f"{wants}, which is pinned to {'+'.join(map(str, laid))}")
            self.session.source.skip(site, dice)
        else:
            self._go_on(wants)
            faces = self.session.source.throw(site, dice)
            self.session.add(Throw(faces, at, by=self.session.source.by))
        self._tell(dice.total(faces), is_throw=True, events=self.session.happened)
        return faces

    def _recorded_faces(self, at: str, dice: Dice, wants: str) -> tuple[int, ...]:
        record = self.records[self.position]
        if not isinstance(record, Throw) or record.at != at:
            raise Diverged(self.position, wants)
        problem = read_throw(record.faces, dice)
        if isinstance(problem, str):
            raise Diverged(self.position, f"{wants}, and {problem}")
        return record.faces

    def ask(self, number: int, options: Sequence[int], score: Score, values: Values) -> int:
        """The index of the answer recorded, or of a new one; -1 for none.

        Raises:
            Diverged: The record is no answer to this choice, or names what is not offered.
        """
        site = choice_site(self.session.program, number)
        happened = self.session.happened
        names = self.session.describer.names(site, options)
        if self.position < len(self.records):
            found = self._recorded_answer(site, names)
            if found is None:
                named = self.session.describer.options(site, options, values())
                raise Diverged(self.position, f"{site.id} offers {offered(named, site.optional)}")
            index, seed = found, self._recorded_seed()
        else:
            self._go_on(f"the game asks {site.id}")
            index = self.policy(number, options, score, values)
            name, seed = "none" if index == NO_OPTION else names[index], self.session.seed
            self.session.add(Answer(name, site.id, self.session.story(), 0, *self.session.why, seed))
        if seed is not None:
            self.session.source.reseed(seed)
        self._tell(index, is_throw=False, events=happened)
        return index

    def _tell(self, given: int, *, is_throw: bool, events: int) -> None:
        """Come behind a record."""
        self.session.trail.append(Told(given, is_throw, events, self.session.source.position))
        self.session.script.append(given)
        self.position += 1

    def _recorded_seed(self) -> int | None:
        """By which the dice behind the answer recorded begin anew."""
        record = self.records[self.position]
        return record.seed if isinstance(record, Answer) else None

    def _recorded_answer(self, site: ChoiceSite, names: Sequence[str]) -> int | None:
        record = self.records[self.position]
        if not isinstance(record, Answer) or record.at != site.id:
            raise Diverged(self.position, f"the game asks {site.id}")
        if self._same_story and record.story and record.story != self.session.story():
            self._same_story = False
            self.session.story_differs(self.position)
        return by_name(names, record.name, site.optional)

    def _go_on(self, wants: str) -> None:
        """See that the game may go on beyond its records."""
        if self.session.end is not None and not self.session.reopen():
            raise Diverged(self.position, wants)
        self.session.settle()


def by_name(names: Sequence[str], name: str, optional: bool) -> int | None:
    """The index of the option with this stable name, -1 for none; None where it is not offered."""
    if name == "none" and optional:
        return NO_OPTION
    return names.index(name) if name in names else None
