"""Luck measured: each throw of a game that a measure of luck counts, against the distribution that it had there.

The game is replayed, and every such throw is judged in the state as it was, with the answers as they were given. So
luck judges dice, not play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.luck import JudgedTable, Luck
from bombsight.flat.program import Program
from bombsight.flat.sites import EnterSite, RollSite
from bombsight.runtime.machine import Event
from bombsight.runtime.run.derived_values import AsideEvaluator, Asides
from bombsight.runtime.run.judged_throws import JudgedThrow, OpenState, UnknownRowError
from bombsight.runtime.session.session import Session
from bombsight.service.common.document import Document
from bombsight.service.luck.distribution import (
    CERTAIN_ZERO,
    Distribution,
    chances_of_dice,
    convolve,
    distribution_of,
)
from bombsight.service.present.debriefing import find_bound_sites, mission_title, visit_states

ROUNDED_DIGITS = 6
"""The decimals of published figures."""


@frozen(kw_only=True)
class MeasuredLuck:
    """What fell, against what was to be expected, by one measure of luck.

    Attributes:
        name: The stable name of the measure.
        title: Its title.
        matters: Whether more of it is `good` or `bad` for the player.
        throws: How many throws count.
        counted: What they counted, as the dice fell.
        expected: What they were to count on average.
        deviation: The standard deviation of that: the root of the variance.
        better: The share of games with the same throws in the same situations that do better for the player.
    """

    name: str
    title: str
    matters: str
    throws: int
    counted: int
    expected: float
    deviation: float
    better: float


@frozen(kw_only=True)
class MissionLuck:
    """The luck of one mission.

    Attributes:
        title: The heading of the mission.
        measures: What its throws counted, by each measure.
        unjudged: How many of its throws could not be judged: a value on which their rows depend was not known.
    """

    title: str
    measures: tuple[MeasuredLuck, ...]
    unjudged: int


@frozen(kw_only=True)
class LuckRecord(Document):
    """The luck of a game: of its dice, not of its play.

    Attributes:
        game: The id of the game.
        career: Whether it is a career, or a mission by itself.
        missions: The luck of each mission.
        total: The same of all missions together.
        unjudged: How many throws could not be judged.
    """

    document = "luck"

    game: str
    career: bool
    missions: tuple[MissionLuck, ...]
    total: tuple[MeasuredLuck, ...]
    unjudged: int


@frozen
class Fallen:
    """What throws counted, with the distribution of what they could count.

    Attributes:
        throws: How many throws count.
        counted: What they counted.
        expected: The sum of the means.
        variance: The sum of the variances.
        distribution: The distribution of the sum.
    """

    throws: int = 0
    counted: int = 0
    expected: float = 0.0
    variance: float = 0.0
    distribution: Distribution = CERTAIN_ZERO

    def __add__(self, other: Fallen) -> Fallen:
        """Add up what throws counted, each with its own distribution."""
        return Fallen(
            self.throws + other.throws,
            self.counted + other.counted,
            self.expected + other.expected,
            self.variance + other.variance,
            convolve(self.distribution, other.distribution),
        )


NOTHING_FALLEN = Fallen()


@frozen
class JudgedEvent:
    """A throw of the journal that measures of luck count.

    Attributes:
        event: The index of its event.
        fallen: What it counted, by the measure's number; None if it cannot be judged.
    """

    event: int
    fallen: Mapping[int, Fallen] | None


class ThrowJudge:
    """Judges throws of a program by its measures of luck; equal throws are computed once.

    Args:
        program: The program.
    """

    def __init__(self, program: Program) -> None:
        """Make the judge of a program's throws."""
        self.tables: Mapping[str, JudgedTable] = {table.table: table for table in program.judged_tables}
        self.lucks = program.lucks
        self._known: dict[object, Fallen] = {}

    def counts(self, site: object) -> bool:
        """Whether a site is a throw that a measure of luck counts."""
        return isinstance(site, RollSite) and site.table in self.tables

    def judge(self, site: RollSite, event: Event, open_state: OpenState) -> Mapping[int, Fallen] | None:
        """Return what a throw counted, by the number of each measure that counts it; None if it cannot be judged.

        Args:
            site: The site of the throw.
            event: Its event.
            open_state: Makes the evaluator of asides in the state in which the dice fell.
        """
        assert site.table is not None, "only throws on tables count"
        throw = JudgedThrow(self.tables[site.table], site.dice, tuple(event[1:]), open_state)
        try:
            rows = throw.find_rows()
            return {
                number: self.fallen(site.dice, throw.outcome, rows, counts)
                for number, luck in enumerate(self.lucks)
                for counts in [throw.counts(luck)]
                if counts
            }
        except UnknownRowError:
            return None

    def fallen(self, dice: Dice, outcome: int, rows: Mapping[int, int], counts: Sequence[int]) -> Fallen:
        """Return what a throw counted by one measure; equal throws share the value.

        Args:
            dice: The dice.
            outcome: The outcome of the throw.
            rows: The row of each outcome.
            counts: What each row counts.
        """
        key = (dice, outcome, tuple(rows.items()), tuple(counts))
        if key not in self._known:
            self._known[key] = fallen_of(dice, outcome, rows, counts)
        return self._known[key]


def fallen_of(dice: Dice, outcome: int, rows: Mapping[int, int], counts: Sequence[int]) -> Fallen:
    """What one throw counted, with the distribution of what it could count.

    Args:
        dice: The dice.
        outcome: The outcome of the throw.
        rows: The row of each outcome; dice without a row count nothing.
        counts: What each row counts.
    """
    chances: dict[int, float] = {}
    for each, chance in chances_of_dice(dice).items():
        count = counts[rows[each]] if rows[each] >= 0 else 0
        chances[count] = chances.get(count, 0.0) + chance
    distribution = distribution_of(chances)
    counted = counts[rows[outcome]] if rows[outcome] >= 0 else 0
    return Fallen(1, counted, distribution.mean, distribution.variance, distribution)


def judge_throws(session: Session, start: int = 0, end: int | None = None) -> Iterator[JudgedEvent]:
    """Judge every throw of a game that a measure of luck counts, from the event ``start`` on, and before ``end``."""
    program, events = session.program, session.journal.events[:end]
    judge = ThrowJudge(program)
    counted_sites = {number for number in {event[0] for event in events[start:]} if number >= 0}
    counted_sites = {number for number in counted_sites if judge.counts(program.sites[number])}
    wanted = [at for at, event in enumerate(events[start:], start) if event[0] in counted_sites]
    judged: list[JudgedEvent] = []
    asides = Asides(program, session.load)

    def visit(at: int, slots: Sequence[int]) -> None:
        """Judge the throw of an event in the state in which it fell."""
        site, event = program.sites[events[at][0]], events[at]
        assert isinstance(site, RollSite)
        evaluators: list[AsideEvaluator] = []

        def open_state() -> AsideEvaluator:
            """Make the evaluator of this state once, if anything of the throw needs it."""
            if not evaluators:
                evaluators.append(asides.evaluator_at(slots))
            return evaluators[0]

        judged.append(JudgedEvent(at, judge.judge(site, event, open_state)))

    try:
        visit_states(session, wanted, visit)
    finally:
        asides.close()
    yield from judged


def find_mission_begins(session: Session) -> list[int]:
    """Find the events at which missions begin, of a career or of one played alone."""
    events = session.journal.events
    sites = find_bound_sites(session.program, EnterSite, session.program.mission.name, {event[0] for event in events})
    return [at for at, event in enumerate(events) if event[0] in sites]


def measure_luck(session: Session) -> LuckRecord:
    """Measure the luck of a game, of each mission and of all; throws between two missions belong to the first."""
    begins = find_mission_begins(session)
    judged = [*judge_throws(session)]
    lucks = session.program.lucks
    missions, totals, unjudged = [], [NOTHING_FALLEN] * len(lucks), 0
    for number, begin in enumerate(begins):
        first = begin if number else 0
        last = begins[number + 1] if number + 1 < len(begins) else len(session.journal.events)
        mine = [throw for throw in judged if first <= throw.event < last]
        fallen = add_by_measure(mine, len(lucks))
        missed = sum(throw.fallen is None for throw in mine)
        missions.append(
            MissionLuck(title=mission_title(session, begin), measures=measures_of(lucks, fallen), unjudged=missed)
        )
        totals = [total + more for total, more in zip(totals, fallen, strict=True)]
        unjudged += missed
    return LuckRecord(
        game=session.program.game,
        career=session.header.entry == "career",
        missions=tuple(missions),
        total=measures_of(lucks, totals),
        unjudged=unjudged,
    )


def measure_mission_luck(session: Session, end: int | None = None) -> MissionLuck | None:
    """Measure the luck of the mission that is under way, or was the last, so far; None before the first.

    Args:
        session: The game.
        end: How many events count; None for all.
    """
    begins = [begin for begin in find_mission_begins(session) if end is None or begin < end]
    if not begins:
        return None
    judged = [*judge_throws(session, begins[-1] if len(begins) > 1 else 0, end)]
    lucks = session.program.lucks
    return MissionLuck(
        title=mission_title(session, begins[-1]),
        measures=measures_of(lucks, add_by_measure(judged, len(lucks))),
        unjudged=sum(throw.fallen is None for throw in judged),
    )


def add_by_measure(throws: Sequence[JudgedEvent], count: int) -> list[Fallen]:
    """Add up what throws counted, by each of ``count`` measures."""
    totals = [NOTHING_FALLEN] * count
    for throw in throws:
        for number, fallen in (throw.fallen or {}).items():
            totals[number] += fallen
    return totals


def measures_of(lucks: Sequence[Luck], fallen: Sequence[Fallen]) -> tuple[MeasuredLuck, ...]:
    """Make the figures of each measure from what the throws counted."""
    return tuple(measured_of(luck, each) for luck, each in zip(lucks, fallen, strict=True))


def measured_of(luck: Luck, fallen: Fallen) -> MeasuredLuck:
    """Make the figures of one measure from what the throws counted."""
    distribution, counted = fallen.distribution, fallen.counted
    better = distribution.chance_above(counted) if luck.matters == "good" else distribution.chance_below(counted)
    return MeasuredLuck(
        name=luck.name,
        title=luck.title,
        matters=luck.matters,
        throws=fallen.throws,
        counted=counted,
        expected=round(fallen.expected, ROUNDED_DIGITS),
        deviation=round(sqrt(fallen.variance), ROUNDED_DIGITS),
        better=round(better, ROUNDED_DIGITS),
    )
