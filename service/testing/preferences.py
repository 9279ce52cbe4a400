"""What the autopilot's preferences cost: its answers against those with the best odds, choice by choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import Factory, define, frozen

from bombsight.dsl.origin import Origin
from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import Hole
from bombsight.flat.types import ElementType
from bombsight.runtime.batch.estimates import Moments, differences, moments
from bombsight.runtime.batch.rollouts import Sample
from bombsight.runtime.batch.thoughtful import RUNS, measures_that_matter, thoughtful_player
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.policies import NO_OPTION, choice_site
from bombsight.service.common.document import Document
from bombsight.service.common.seeds import check_seed
from bombsight.service.games.requests import Rules, request_for
from bombsight.service.play.answer_odds import DIGITS, MeasureTold, measure_told
from bombsight.service.programs.machines import load
from bombsight.service.programs.players import autopiloted
from bombsight.service.programs.prepare import program_for
from bombsight.service.simulating.asking import all_numbers

MOST_SWAPS = 5
"""So many kinds of other answers are told of a choice."""


@frozen(kw_only=True)
class Gain:
    """What other answers are worth in one measure, where they differ, each.

    Attributes:
        value: The mean of what they add to it.
        error: The standard error of that; null where it was seen less than twice.
    """

    value: float
    error: float | None


@frozen(kw_only=True)
class Swap:
    """An answer given instead of another.

    Attributes:
        own: The autopilot's: the name of a branch or a value; what an element is; or `none`.
        better: The other.
        times: How often.
    """

    own: str
    better: str
    times: int


@frozen(kw_only=True)
class Doubt:
    """A choice, and how the autopilot answers it.

    Attributes:
        id: Its stable name.
        ask: What is asked, its values left out.
        origin: Where it stands in the rules.
        asked: How often it was asked with more than one answer.
        differs: How often another answer than the autopilot's was the best.
        gains: What these other answers are worth, each, in every measure.
        swaps: Which they were, the most frequent first.
    """

    id: str
    ask: str
    origin: Origin
    asked: int
    differs: int
    gains: tuple[Gain, ...]
    swaps: tuple[Swap, ...]


@frozen(kw_only=True)
class Preferences(Document):
    """What the autopilot's preferences cost in many of its runs.

    Attributes:
        game: The game's id.
        title: Its title.
        missions: How many runs there were.
        seed: Of their dice.
        runs: By how many runs each answer was judged; what it is worth is told by as many others.
        measures: What is good or bad, what weighs most first.
        doubts: The choices, the one first that costs most of the first measure in all.
    """

    document = "preferences"

    game: str
    title: str
    missions: int
    seed: int
    runs: int
    measures: tuple[MeasureTold, ...]
    doubts: tuple[Doubt, ...]


@define
class Seen:
    """What was seen at a choice: ``sums`` are the paired differences of each other answer, by measure."""

    asked: int = 0
    sums: list[tuple[int, ...]] = Factory(list)
    swaps: Counter[tuple[str, str]] = Factory(Counter)


class Watch:
    """Looks on while the autopilot plays, and thinks about each of its answers.

    What another answer is worth is what it changes by itself, the autopilot answering all else as ever. An answer that
    was picked for it looked good is worth less than it looked; so that is told by further runs, which had no part in
    the choice.

    Args:
        program: What is played.
        entry: Its mission or career; its missions have all their numbers in turn.
        seed: Of all dice.

    Raises:
        InputError: Nothing that the rules count of such a run is good or bad.
    """

    def __init__(self, program: Program, entry: Entry, seed: int) -> None:
        self.program, self.entry, self.seed = program, entry, seed
        self.measures = measures_that_matter(program, entry)
        self.describer = Describer(program)
        self.seen: dict[int, Seen] = {}
        self.missions = 0
        self.player = thoughtful_player(program, entry, autopiloted(program, entry), load, self.heed)

    def play(self) -> None:
        """Play the next run."""
        for _ in self.player(numbered(self.entry, self.missions), 1, self.seed, first=self.missions):
            self.missions += 1

    def heed(self, number: int, options: Sequence[int], sample: Sample, own: int, best: int) -> int:
        """See an answer, by the places of the autopilot's and of the best; it is the autopilot's that is given."""
        found = self.seen.setdefault(number, Seen())
        found.asked += 1
        if own != best:
            sample.grow(RUNS)
            found.sums.append(tuple(beyond(sample, best, own, measure).sum for measure, _ in enumerate(self.measures)))
            names = [answer_name(self.describer, number, options, sample.answers[place]) for place in (own, best)]
            found.swaps[names[0], names[1]] += 1
        return own

    def told(self) -> Preferences:
        """What was seen so far."""
        doubts = [doubt(self.program, number, found, len(self.measures)) for number, found in self.seen.items()]
        sign = self.measures[0].sign
        doubts.sort(key=lambda found: (-sign * found.differs * found.gains[0].value, -found.differs, found.id))
        return Preferences(
            game=self.program.game,
            title=self.program.title,
            missions=self.missions,
            seed=self.seed,
            runs=RUNS,
            measures=tuple(map(measure_told, self.measures)),
            doubts=tuple(doubts),
        )


def watch(word: str, rules: Rules, seed: int) -> Watch:
    """Somebody who looks on at the missions of a game.

    Raises:
        InputError: There is no such game, variant or option; or it counts nothing as good or bad.
        WrongRules: The rules have errors, or cannot be read.
    """
    check_seed(seed)
    program = program_for(request_for(word, rules))
    return Watch(program, program.mission, seed)


def numbered(entry: Entry, run: int) -> tuple[int, ...]:
    """The values that a run of this number, from 0, begins with: missions have all their numbers in turn."""
    numbers = all_numbers(entry)
    return (numbers[run % len(numbers)],) if numbers else ()


def beyond(sample: Sample, place: int, other: int, measure: int) -> Moments:
    """How much more one answer leads to than another, by the runs that had no part in the choice."""
    return differences(sample.values(place, measure)[RUNS:], sample.values(other, measure)[RUNS:])


def answer_name(describer: Describer, number: int, options: Sequence[int], index: int) -> str:
    """An answer in a word that is the same in every run."""
    site = choice_site(describer.program, number)
    if index == NO_OPTION:
        return "none"
    if site.option_type is None:
        return site.branches[options[index]][0]
    if isinstance(site.option_type, ElementType):
        return site.option_type.record  # which of them, nobody knows by its number
    return describer.name(site.option_type, options[index])


def doubt(program: Program, number: int, found: Seen, measures: int) -> Doubt:
    """What was seen at a choice, as it is told."""
    site = choice_site(program, number)
    columns = [moments(sums[measure] for sums in found.sums) for measure in range(measures)]
    return Doubt(
        id=site.id,
        ask="".join("..." if isinstance(part, Hole) else part for part in site.ask),
        origin=site.origin,
        asked=found.asked,
        differs=len(found.sums),
        gains=tuple(
            Gain(
                value=round(column.sum / max(1, column.count) / RUNS, DIGITS),
                error=round(column.error / RUNS, DIGITS) if column.count > 1 else None,
            )
            for column in columns
        ),
        swaps=tuple(
            Swap(own=own, better=better, times=times)
            for (own, better), times in sorted(found.swaps.items(), key=lambda swap: (-swap[1], swap[0]))[:MOST_SWAPS]
        ),
    )
