"""A study of a game's balance, step by step: whoever stops it has what was found by then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from attrs import define, field

from bombsight.boundary.errors import InputError
from bombsight.runtime.dice import mix
from bombsight.service.balance.choices import count_mattering, list_unasked, mean_of, weigh_choices
from bombsight.service.balance.documents import Balance, Length, PlayBalance, RunsBalance, TablesBalance
from bombsight.service.balance.entries import decides, entry_noun, entry_of, horizon_of, summarize_measure
from bombsight.service.balance.findings import find_remarkable
from bombsight.service.balance.judging import ROLLOUTS, JudgedQuestion, QuestionJudge
from bombsight.service.balance.losses import find_losses
from bombsight.service.balance.plays import Play, PlayName, list_plays
from bombsight.service.balance.table_weights import MIN_RUNS, title_sources, weigh_tables
from bombsight.service.balance.watching import RunWatcher, WatchedRun
from bombsight.service.balance.wording import play_noun
from bombsight.service.common.extras import install_command
from bombsight.service.common.seeds import check_seed
from bombsight.service.games.requests import Rules
from bombsight.service.play.answer_odds import measure_document
from bombsight.service.simulating.orders import EntryName
from bombsight.service.simulating.pools import play_in_process
from bombsight.service.simulating.requests import SimulationRequest, build_order
from bombsight.service.simulating.simulation import Simulation, run_simulation, start_simulation
from bombsight.service.simulating.statistics import Mean
from bombsight.service.simulating.summary import (
    summarize_side,
    without_redundant_tallies,
)

DEFAULT_MISSIONS = 10_000
"""The default number of missions of each play."""

MISSIONS_OF_CAREER = 20
"""For so many missions one career is played."""

MAX_WATCHED = {"mission": 2_000, "career": 40}
"""The most runs that are watched throw by throw."""

MAX_JUDGED_RUNS = {"mission": 600, "career": 60}
"""The most runs in which questions are judged."""

QUESTIONS_OF_CHOICE = 150
"""How many questions of each choice are judged, if it comes up so often."""

WATCHED_AT_ONCE = 50
"""Missions that are watched before progress is reported."""

WATCH_SALT, JUDGE_SALT = 0x7761746368, 0x6A75646765
"""``watch`` and ``judge`` in ASCII: separate the dice of these runs from each other, and from counted ones."""

Report = Callable[[str, float], object]
"""``report(text, share)`` takes what is being done, and how much of the whole is done, 0 to 1."""


@define(eq=False)
class BalanceStudy:
    """The study of a game's balance. :meth:`advance` does the next part of it.

    Attributes:
        game: The game's id or folder.
        rules: The rules that are played.
        missions: How many missions of each play are counted.
        seed: The seed of all dice.
        plays: The plays, the best last.
        simulations: The counted runs of plays, by play and entry.
        watchers: Who watched the runs of plays, by play and entry.
        watched: What was watched of them.
        judge: Judges questions; None if nothing is good or bad.
        judged: The judged questions.
        tables: Which tables decide; None before that is known, or if it is left out.
        dropped: Plays that are left out, each with the reason: random answers may never come to an end.
        is_done: Whether the study has come to its end.
    """

    game: str
    rules: Rules
    missions: int = DEFAULT_MISSIONS
    seed: int = 0
    plays: tuple[Play, ...] = field(init=False)
    simulations: dict[tuple[PlayName, EntryName], Simulation] = field(factory=dict, init=False)
    watchers: dict[tuple[PlayName, EntryName], RunWatcher] = field(factory=dict, init=False)
    watched: dict[tuple[PlayName, EntryName], list[WatchedRun]] = field(factory=dict, init=False)
    judge: QuestionJudge | None = field(default=None, init=False)
    judged: list[JudgedQuestion] = field(factory=list, init=False)
    tables: TablesBalance | None = field(default=None, init=False)
    dropped: dict[PlayName, str] = field(factory=dict, init=False)
    is_done: bool = field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        """Compile the rules of each play.

        Raises:
            InputError: The game, variant or option does not exist, or the seed is none.
            WrongRules: The rules have errors, or cannot be read.
        """
        check_seed(self.seed)
        self.plays = list_plays(self.game, self.rules)

    @property
    def good_play(self) -> Play:
        """The best play, whose questions, tables and losses are examined."""
        return self.plays[-1]

    def advance(self) -> Iterator[tuple[str, float]]:
        """Do the study part by part; yield after each what is being done, and how much of that, 0 to 1.

        Raises:
            InputError: Good play never comes to an end.
        """
        for entry, count in self._list_entries():
            for play in self.plays:
                try:
                    yield from self._count(play, entry, count)
                except InputError as error:
                    if play == self.good_play:
                        raise
                    self._drop_play(play, error)
        for entry, count in self._list_entries():
            for play in self.plays:
                yield from self._watch(play, entry, min(count, MAX_WATCHED[entry]))
        yield from self._judge()
        if find_spec("numpy") is not None:
            yield "Weighing the tables", 0.0
            runs = self.watched.get((self.good_play.name, "mission"), [])
            self.tables = weigh_tables(self.good_play.program, runs)
        self.is_done = True

    def _drop_play(self, play: Play, error: InputError) -> None:
        """Leave a play out that cannot be played."""
        self.dropped[play.name] = error.message
        self.plays = tuple(each for each in self.plays if each != play)
        self.simulations = {key: value for key, value in self.simulations.items() if key[0] != play.name}

    def _list_entries(self) -> list[tuple[EntryName, int]]:
        """List what is played, and how often: missions, then careers if the game has one."""
        careers = max(1, self.missions // MISSIONS_OF_CAREER)
        entries: list[tuple[EntryName, int]] = [("mission", self.missions)]
        if self.good_play.program.career is not None:
            entries.append(("career", careers))
        return entries

    def _count(self, play: Play, entry: EntryName, count: int) -> Iterator[tuple[str, float]]:
        """Play and count runs of a play."""
        requested = (
            SimulationRequest(missions=count, policy=play.policy, seed=self.seed)
            if entry == "mission"
            else SimulationRequest(campaigns=count, policy=play.policy, seed=self.seed)
        )
        order = build_order(self.game, play.rules, requested)
        for simulation in run_simulation(start_simulation(order), play_in_process):
            self.simulations[play.name, entry] = simulation
            yield f"Playing {entry_noun(entry)} by {play.name} play", simulation.counted.runs / count

    def _watch(self, play: Play, entry: EntryName, count: int) -> Iterator[tuple[str, float]]:
        """Watch runs of a play."""
        watcher = RunWatcher(
            play.program,
            entry_of(play.program, entry),
            play.policy,
            mix(self.seed ^ WATCH_SALT),
            has_events=entry == "mission" and play == self.good_play,
        )
        self.watchers[play.name, entry] = watcher
        runs = self.watched.setdefault((play.name, entry), [])
        size = WATCHED_AT_ONCE if entry == "mission" else 1
        for first in range(0, count, size):
            runs.extend(watcher.watch(first, min(size, count - first)))
            yield f"Watching {entry_noun(entry)} of {play.name} play", watcher.runs / count

    def _judge(self) -> Iterator[tuple[str, float]]:
        """Judge a sample of the questions of good play, if anything is good or bad."""
        play, entry = self.good_play, self._judged_entry()
        if entry is None:
            return
        count = min(MAX_JUDGED_RUNS[entry], max(1, self.missions // (1 if entry == "mission" else MISSIONS_OF_CAREER)))
        watcher = self.watchers[play.name, entry]
        rates = {id_: QUESTIONS_OF_CHOICE * watcher.runs / (asked * count) for id_, asked in watcher.asked.items()}
        self.judge = QuestionJudge(
            play.program,
            entry_of(play.program, entry),
            mix(self.seed ^ JUDGE_SALT),
            rates,
            QUESTIONS_OF_CHOICE,
        )
        for number in range(count):
            self.judged.extend(self.judge.judge_run(number))
            yield f"Judging answers by rollouts, {len(self.judged):,} questions so far", (number + 1) / count

    def _judged_entry(self) -> EntryName | None:
        """Return what the questions that are judged are of; None if nothing is good or bad at its end.

        They are of missions. They are of careers if the rules forecast these at a mission's end, where rollouts end as
        soon; and if only the end of a career is good or bad.
        """
        program = self.good_play.program
        career = program.career is not None and decides(program, program.career)
        if career and (program.stage is not None or not decides(program, program.mission)):
            return "career"
        return "mission" if decides(program, program.mission) else None

    def to_document(self, *, stopped: bool = False) -> Balance:
        """Make the document of what was found so far.

        Args:
            stopped: Whether the study was stopped before its end.
        """
        play, entry = self.good_play, self._judged_entry()
        good = self._add_watchers(play.name)
        random = self._add_watchers("random")
        choices = () if good is None else weigh_choices(play.program, good, random, self.judged)
        asked = Counter[str]()
        for watcher in self.watchers.values():
            asked.update(watcher.asked)
        runs = self.watched.get((play.name, "mission"), [])
        titles = title_sources(play.program)
        is_watched = all((each.name, "mission") in self.watched for each in self.plays)
        program = play.program
        document = Balance(
            game=program.game,
            title=program.title,
            rules=program.rules_hash,
            options=program.options,
            seed=self.seed,
            missions=self.missions,
            stopped=stopped,
            good_play=play.name,
            plays=tuple(map(self._describe_play, self.plays)),
            measure=None if self.judge is None else measure_document(self.judge.measure),
            judged_at=None if self.judge is None or entry is None else horizon_of(program, entry),
            rollouts=ROLLOUTS,
            judged=len(self.judged),
            mattering=count_mattering(choices),
            choices=choices,
            unasked=list_unasked(program, asked) if is_watched else (),
            losses=find_losses(program, runs, lambda name: titles.get(name, name)),
            tables=self.tables,
            left_out=tuple(self._list_left_out(stopped=stopped)),
            findings=(),
        )
        return find_remarkable(document)

    def _add_watchers(self, play: PlayName) -> RunWatcher | None:
        """Return who watched the runs in which the answers of a play are counted; None if nobody did.

        They are the runs whose questions are judged, so that counts and worth belong together.
        """
        entry = self._judged_entry() or ("career" if self.good_play.program.career is not None else "mission")
        return self.watchers.get((play, entry)) or self.watchers.get((play, "mission"))

    def _describe_play(self, play: Play) -> PlayBalance:
        """Make the document of a play."""
        return PlayBalance(
            name=play.name,
            overlays=play.program.overlays,
            missions=self._describe_runs(play, "mission"),
            careers=self._describe_runs(play, "career"),
        )

    def _describe_runs(self, play: Play, entry: EntryName) -> RunsBalance | None:
        """Make the document of a play's missions or careers; None if none were played."""
        simulation = self.simulations.get((play.name, entry))
        if simulation is None:
            return None
        runs = self.watched.get((play.name, entry), [])
        return RunsBalance(
            runs=simulation.counted.runs,
            counted=without_redundant_tallies(summarize_side(simulation, 0)),
            measure=summarize_measure(simulation, entry),
            length=None
            if not runs
            else Length(
                runs=len(runs),
                questions=mean_of([run.questions for run in runs]) or NO_MEAN,
                throws=mean_of([run.throws for run in runs]) or NO_MEAN,
            ),
        )

    def _list_left_out(self, *, stopped: bool) -> Iterator[str]:
        """Yield what was left out, and why."""
        program = self.good_play.program
        for name, reason in self.dropped.items():
            yield f"{play_noun(name)}: {reason}"
        if self._judged_entry() is None:
            yield "what choices are worth, where missions are lost and which tables decide: no tally is good or bad"
        elif not decides(program, program.mission):
            yield "where missions are lost, and which tables decide: no tally of a mission is good or bad"
        elif find_spec("numpy") is None:
            yield f"which tables decide: that needs numpy ({install_command('learn')})"
        elif self.tables is None and not stopped:
            yield (f"which tables decide: that takes at least {MIN_RUNS} missions that count and do not all end alike")


NO_MEAN = Mean(of=0, mean=0.0, error=None, low=None, high=None)
"""The mean of nothing."""


def run_study(study: BalanceStudy, report: Report, has_time: Callable[[], bool] = lambda: True) -> bool:
    """Do a study to its end, or until its time is over; return whether it came to its end."""
    for text, share in study.advance():
        report(text, share)
        if not has_time():
            return False
    return True
