"""The document of what was learned: rounds, what they came to on runs that had no part in learning, rules in words."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from bombsight.service.common.document import Document

RunsOf = Literal["mission", "career"]
"""What is played and judged."""


@frozen(kw_only=True)
class ComparisonTold:
    """The learned autopilot beside that of the rules, over runs with the same dice.

    Attributes:
        runs_of: Whether missions or campaigns were played.
        player: Whose rules were learned or not, while the other plays by what is learned; empty in a game of one, and
            where the rules of both are compared with those of neither.
        measure: The title of the measure that decides.
        matters: Whether it is good or bad.
        runs: How many runs each of the two played.
        own: The mean of the rules' own autopilot.
        learned: The mean of the learned one.
        margin: Half the width of the 95 % interval of the difference.
        better: Whether the learned one is better for the player beyond the interval.
    """

    runs_of: RunsOf
    player: str
    measure: str
    matters: Literal["good", "bad"]
    runs: int
    own: float
    learned: float
    margin: float
    better: bool


@frozen(kw_only=True)
class RoundTold:
    """A round of learning.

    Attributes:
        number: Its number, from 1.
        questions: How many questions were judged in it.
        tried: How many rules were tried.
        kept: How many of them were kept, since runs go better by them, be it in place of others.
        compared: What it came to, on the runs by which the best round is picked.
        detour: The choice at which it does without a learned answer, to find out whether there is something better;
            empty at other times.
    """

    number: int
    questions: int
    tried: int
    kept: int
    compared: ComparisonTold
    detour: str


@frozen(kw_only=True)
class RuleTold:
    """A rule that was learned: where its condition holds, it is for an answer.

    Attributes:
        answer: The answer: the name of a branch, or of the variable of a choice for whichever member the condition
            names; `none` for the answer that takes none.
        condition: The condition, in the language; empty if it always holds.
        worth: By how much a run goes better with the rule than without it, all others being in force; above 0 is
            better, whether the measure is good or bad.
        margin: Half the width of its 95 % interval.
        share: In what share of the choice's questions the condition holds.
    """

    answer: str
    condition: str
    worth: float
    margin: float
    share: float


@frozen(kw_only=True)
class ChoiceTold:
    """What was learned of a choice.

    Attributes:
        id: Its stable name.
        rules: Its rules: where several hold, the first counts.
    """

    id: str
    rules: tuple[RuleTold, ...]


@frozen(kw_only=True)
class ForecastTold:
    """The forecast that was learned.

    Attributes:
        tally: The name of the tally that it forecasts.
        explained: The share of the variance that it explains, in careers that had no part in it.
        ends: From how many ends of missions it was fitted.
    """

    tally: str
    explained: float
    ends: int


@frozen(kw_only=True)
class GapTold:
    """What the rules keep of the gain of a search, in a run, each by one answer at a time.

    Attributes:
        search: What the best answers by rollouts gain.
        search_margin: Half the width of its 95 % interval.
        rules: What the answers of the rules gain.
        rules_margin: Likewise.
        share: The share of the search's gain that the rules keep; null if the search gains nothing for certain.
        share_margin: Half the width of its interval; null likewise.
    """

    search: float
    search_margin: float
    rules: float
    rules_margin: float
    share: float | None
    share_margin: float | None


@frozen(kw_only=True)
class Learned(Document):
    """What was learned of a game.

    Attributes:
        game: The game's id.
        title: Its title.
        seed: The seed of all dice.
        stopped: Whether learning was stopped by hand.
        cut: Whether the time was over before all rules of the last round were tried.
        rounds: The rounds.
        best: The number of the best round; null if none is better than the rules' own autopilot beyond the interval.
        compared: The best round beside the rules' own autopilot, on runs that had no part in learning and in picking
            the round: by what it was learned for first; of a campaign by single missions, too.
        choices: What was learned of choices.
        forecast: The forecast of the campaign; null for a game without one.
        gap: What the rules keep of the gain of a search; null if it was not measured.
        text: The preferences, as a file of rules; null if no round is better.
    """

    document = "learned"

    game: str
    title: str
    seed: int
    stopped: bool
    cut: bool
    rounds: tuple[RoundTold, ...]
    best: int | None
    compared: tuple[ComparisonTold, ...]
    choices: tuple[ChoiceTold, ...]
    forecast: ForecastTold | None
    gap: GapTold | None
    text: str | None
