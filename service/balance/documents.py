"""The document of a game's balance."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from bombsight.dsl.origin import Origin
from bombsight.flat.program import OptionInForce
from bombsight.service.balance.plays import PlayName
from bombsight.service.common.document import Document
from bombsight.service.play.answer_odds import MeasureTold
from bombsight.service.simulating.statistics import Mean, Share
from bombsight.service.simulating.summary import ColumnCounted, SideCounted

Verdict = Literal["", "dominated", "idle", "missed", "obvious", "habit", "mistaken"]
"""What good play makes of an answer: nothing to remark; it never gives it, and it is worse, as good, or better than the
others; it always gives it, and it is better, as good, or worse."""

FindingKind = Literal[
    "fault",
    "play",
    "dominated",
    "obvious",
    "missed",
    "idle",
    "weight",
    "questions",
    "table",
    "unasked",
    "loss",
]
"""What a finding is about."""


@frozen(kw_only=True)
class Length:
    """How long runs last.

    Attributes:
        runs: How many runs were watched.
        questions: The questions with more than one answer, a run.
        throws: The throws of dice and draws, a run.
    """

    runs: int
    questions: Mean
    throws: Mean


@frozen(kw_only=True)
class RunsBalance:
    """How the missions, or the careers, of a play end.

    Attributes:
        runs: How many were played.
        counted: Their outcomes and tallies.
        measure: The tally that decides; null if nothing is good or bad at their end.
        length: How long they last; null if none were watched.
    """

    runs: int
    counted: SideCounted
    measure: ColumnCounted | None
    length: Length | None


@frozen(kw_only=True)
class PlayBalance:
    """How a game ends by one kind of play.

    Attributes:
        name: Who answers: `random` chance, `own` the autopilot, `learned` the autopilot with preferences.
        overlays: The overlays in force.
        missions: Its missions; null if none were played.
        careers: Its careers; null without, or if none were played.
    """

    name: PlayName
    overlays: tuple[str, ...]
    missions: RunsBalance | None
    careers: RunsBalance | None


@frozen(kw_only=True)
class AnswerBalance:
    """How an answer fares.

    Attributes:
        name: Its stable name; `none` for none.
        title: Its text, without values.
        offered: How often good play could give it, besides others.
        taken: How often it did.
        random: How often random play did.
        judged: How many questions with it were judged.
        best: At how many of these it was clearly better than all others.
        worse: By how much it is behind the best of the others; below 0 if it is ahead. Null if none were judged.
        verdict: What good play makes of it.
    """

    name: str
    title: str
    offered: int
    taken: int
    random: int
    judged: int
    best: int
    worse: Mean | None
    verdict: Verdict


@frozen(kw_only=True)
class ChoiceBalance:
    """How much a choice matters.

    Attributes:
        id: Its stable name.
        ask: The question without its values.
        origin: Its place in the rules.
        asked: How often a run of good play asks it, with more than one answer.
        judged: How many of its questions were judged.
        clear: At how many of these some answer was clearly worse than another.
        spread: By how much its best answer is ahead of its worst; null if none were judged.
        weight: What it is worth in a run: the spread, as often as it is asked; null if none were judged.
        answers: Its answers, in the order of the rules or of their names.
    """

    id: str
    ask: str
    origin: Origin
    asked: float
    judged: int
    clear: int
    spread: Mean | None
    weight: Mean | None
    answers: tuple[AnswerBalance, ...]


@frozen(kw_only=True)
class Part:
    """A part of a whole, with its 95 % interval.

    Attributes:
        share: The share, 0 to 1.
        low, high: The ends of the interval.
    """

    share: float
    low: float
    high: float


@frozen(kw_only=True)
class TableWeight:
    """How much of the measure's variance a table explains.

    Attributes:
        name: The name of the table; `dice:...` or `draw:...` for throws outside tables.
        title: Its title.
        throws: The throws on it in a mission, on average.
        explained: The share of the variance that the counts of its rows explain, by themselves.
        frequency: How much of that is explained by how often it is thrown on alone.
        beyond: How much of the variance it adds to what all other tables explain.
    """

    name: str
    title: str
    throws: float
    explained: Part
    frequency: float
    beyond: float


@frozen(kw_only=True)
class TablesBalance:
    """Which tables decide.

    Attributes:
        runs: How many missions were regressed.
        explained: The share of the variance that all tables together explain.
        tables: The tables, the weightiest first.
    """

    runs: int
    explained: float
    tables: tuple[TableWeight, ...]


@frozen(kw_only=True)
class LossPlace:
    """A place at which missions are lost.

    Attributes:
        title: What it is called.
        lost: Its share of the lost missions.
        others: Its share of all others.
    """

    title: str
    lost: Share
    others: Share


@frozen(kw_only=True)
class Losses:
    """Where missions are lost: places of each kind, those most typical of the lost missions first.

    Attributes:
        meaning: What counts as lost, in words.
        share: The share of missions that are lost.
        results: How they end; empty if the rules return no outcome.
        news: Their last bad news.
        steps: The steps in which it came.
        tables: The rows after which it came.
    """

    meaning: str
    share: Share
    results: tuple[LossPlace, ...]
    news: tuple[LossPlace, ...]
    steps: tuple[LossPlace, ...]
    tables: tuple[LossPlace, ...]


@frozen(kw_only=True)
class BalanceFinding:
    """Something that an author may want to look at.

    Attributes:
        kind: What it is about.
        about: The stable names of its choices, tables or plays; may be none.
        text: The sentence.
    """

    kind: FindingKind
    about: tuple[str, ...]
    text: str


@frozen(kw_only=True)
class Balance(Document):
    """How a game is balanced.

    Attributes:
        game: The game's id.
        title: Its title.
        rules: The hash of its rules.
        options: Its options.
        seed: The seed of all dice.
        missions: How many missions of each play were asked for.
        stopped: Whether it was stopped before its end.
        good_play: The play whose questions, tables and losses are examined.
        plays: How the game ends by each play.
        measure: The measure by which choices are judged; null if nothing is good or bad.
        judged_at: Where the rollouts end that judge choices; null if none are judged.
        rollouts: How many of each answer.
        judged: How many questions were judged in all.
        mattering: How many questions of a run have a clearly worse answer; null if none were judged.
        choices: The choices that came up, the weightiest first.
        unasked: The stable names of choices that never came up, with more than one answer, by any play.
        losses: Where missions of good play are lost; null if no measure says so, or none is lost.
        tables: Which tables decide; null if left out.
        left_out: What was left out, and why.
        findings: What stands out, the gravest first.
    """

    document = "balance"

    game: str
    title: str
    rules: str
    options: tuple[OptionInForce, ...]
    seed: int
    missions: int
    stopped: bool
    good_play: PlayName
    plays: tuple[PlayBalance, ...]
    measure: MeasureTold | None
    judged_at: Literal["mission", "career", "stage"] | None
    rollouts: int
    judged: int
    mattering: float | None
    choices: tuple[ChoiceBalance, ...]
    unasked: tuple[str, ...]
    losses: Losses | None
    tables: TablesBalance | None
    left_out: tuple[str, ...]
    findings: tuple[BalanceFinding, ...]
