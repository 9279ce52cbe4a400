"""Runs that are watched: how many questions and throws, which answers, what fell on each table, the last bad news."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from attrs import define, field, frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.sites import IN_PLAY, DrawSite, EnterSite, LeaveSite, RollSite, SaySite
from bombsight.flat.slices import NO_FAULT, SimplePolicy, Slice
from bombsight.flat.types import NONE, ElementType
from bombsight.runtime.batch.batch import count_tallies, simple_policy
from bombsight.runtime.batch.measures import measures_of
from bombsight.runtime.callbacks import Score, Values
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.machine import Event
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import answer_indices, choice_site
from bombsight.service.programs.loaders import load
from bombsight.service.testing.preferences import answer_name, run_arguments

AnswerKey = tuple[str, str]
"""The stable names of a choice and of one of its answers."""

SourceRow = tuple[str, int]
"""What a throw came to: the name of its table, dice or draw, and the number of the row, total or member."""

MAX_VALUES = 3
"""The most values of a message that is news."""

NEWS_SHOWN = 120
"""The most characters of a message that is quoted."""


@frozen
class BadNews:
    """The last bad news of a run, or its last throw on a table if it had none.

    Of several after the last throw it is the first: what follows only sums up.

    Attributes:
        text: The message without its values; empty for none.
        step: The title of the innermost step or procedure in which it came.
        table: The name of the table that was thrown on last before it; empty for none.
        row: The title of the row there.
    """

    text: str = ""
    step: str = ""
    table: str = ""
    row: str = ""


@frozen(eq=False)
class WatchedRun:
    """What was watched of a run.

    Attributes:
        number: Its number.
        fault: Whether the rules faulted; then all else but the counts is empty.
        counts: Whether it counts by its required tallies.
        worth: The first good or bad measure of its end, the higher the better; None without one.
        result: The result as the rules return it; None for none.
        questions: How many questions with more than one answer were asked.
        throws: How many throws there were.
        rows: How often each row fell.
        news: The last bad news.
    """

    number: int
    fault: bool
    counts: bool
    worth: int | None
    result: int | None
    questions: int
    throws: int
    rows: Counter[SourceRow]
    news: BadNews


@define(eq=False)
class RunWatcher:
    """Plays runs one by one, and counts what happens in them.

    Attributes:
        program: The program.
        entry: The mission or career.
        policy: The policy.
        seed: The seed of all dice.
        has_events: Whether rows and news are watched, too; of careers they are not.
        asked: How often each choice was asked with more than one answer.
        offered: How often each answer was offered besides others.
        taken: How often it was given.
        runs: How many runs were played.
    """

    program: Program
    entry: Entry
    policy: SimplePolicy
    seed: int
    has_events: bool
    asked: Counter[str] = field(factory=Counter, init=False)
    offered: Counter[AnswerKey] = field(factory=Counter, init=False)
    taken: Counter[AnswerKey] = field(factory=Counter, init=False)
    runs: int = field(default=0, init=False)

    def watch(self, first: int, count: int) -> Iterator[WatchedRun]:
        """Play runs ``first`` to ``first + count - 1``, and yield what was watched of each."""
        dice = SeededDice(0)
        policy_ask, restart = simple_policy(self.program, self.policy)
        describer = Describer(self.program)
        events: list[Event] = []
        questions = throws = 0

        def roll(site: int, thrown: Dice) -> int:
            """Callback ``roll``: throw the dice, and count the throw."""
            nonlocal throws
            throws += 1
            return dice.roll(site, thrown)

        def ask(number: int, options: Sequence[int], score: Score, values: Values) -> int:
            """Callback ``ask``: answer by the policy, and count the offered answers and the one that is given."""
            nonlocal questions
            index = policy_ask(number, options, score, values)
            site = choice_site(self.program, number)
            answers = answer_indices(len(options), site.optional)
            if len(answers) > 1:
                questions += 1
                self.asked[site.id] += 1
                names = [answer_name(describer, number, options, each) for each in answers]
                self.offered.update({(site.id, name) for name in names})
                self.taken[site.id, names[answers.index(index)]] += 1
            return index

        machine = load(self.program, roll, ask, events.append if self.has_events else None)
        describer.slots = machine.slots
        play = machine.entry_function(self.entry)
        tallies = [machine.entry_function(tally.entry) for tally in self.program.tallies_of(self.entry)]
        try:
            for number in range(first, first + count):
                own_seed = mission_seed(self.seed, number)
                dice.restart(own_seed)
                if restart is not None:
                    restart(own_seed)
                events.clear()
                questions = throws = 0
                start_machine(machine)
                self.runs += 1
                try:
                    result = play(*run_arguments(self.entry, number))
                    values = count_tallies(machine.slots, tallies, self.program.budgets.mission)
                except Fault:
                    yield WatchedRun(number, True, False, None, None, questions, throws, Counter(), BadNews())
                    continue
                value = result if self.entry.result is not None and isinstance(result, int) else None
                counts, worth = measure_end(self.program, self.entry, value, values)
                rows, news = read_events(self.program, events)
                yield WatchedRun(number, False, counts, worth, value, questions, throws, rows, news)
        finally:
            machine.close()


def measure_end(program: Program, entry: Entry, value: int | None, tallies: Sequence[int]) -> tuple[bool, int | None]:
    """Return whether a run counts, and its worth by the first measure that is good or bad; None without one."""
    part = Slice(0, [NO_FAULT], [NONE if value is None else value], tuple([each] for each in tallies))
    measures = measures_of(program, entry)
    counts = all(measure.column(part)[0] != 0 for measure in measures if measure.is_required)
    deciding = next((measure for measure in measures if measure.decides), None)
    if deciding is None:
        return counts, None
    found = deciding.column(part)[0]
    return counts, None if found == NONE else found * deciding.sign


def read_events(program: Program, events: Sequence[Event]) -> tuple[Counter[SourceRow], BadNews]:
    """Count the rows that fell in a run, and find its last bad news."""
    rows: Counter[SourceRow] = Counter()
    scopes: list[EnterSite] = []
    thrown: tuple[str, str] = ("", "")
    last_scope = ""
    news: BadNews | None = None
    is_final = False  # whether bad news has come since the last throw; what follows only sums up
    for event in events:
        site = program.sites[event[0]] if event[0] >= 0 else None
        match site:
            case RollSite():
                is_final = False
                rows[roll_source(site), event[3] if site.table else event[2]] += 1
                if site.table is not None:
                    row = site.rows[event[3]] if 0 <= event[3] < len(site.rows) else None
                    thrown = site.table, "" if row is None else row.title or row.label
                    last_scope = scope_title(scopes)
            case DrawSite() if len(event) == 3 and event[1] > 1 and not isinstance(site.type, ElementType):
                rows[site.id, event[2]] += 1
            case SaySite(tone="bad") if site.chronicle in IN_PLAY and not is_final and not is_summary(site):
                is_final = True
                news = BadNews(quote_news(site), scope_title(scopes), *thrown)
            case EnterSite():
                scopes.append(site)
            case LeaveSite():
                leave_scope(scopes, site)
            case _:  # the rest: nothing else is counted
                pass
    return rows, news or BadNews("", last_scope, *thrown)


def leave_scope(scopes: list[EnterSite], site: LeaveSite) -> None:
    """Take a scope that ends off the open ones, with the steps in it that an ended procedure leaves."""
    while scopes:
        scope = scopes.pop()
        if (scope.kind, scope.name) == (site.kind, site.name):
            return


def scope_title(scopes: Sequence[EnterSite]) -> str:
    """Return the title of the innermost open scope that has one, else its name; empty for none."""
    titled = next((scope.title for scope in reversed(scopes) if scope.title), "")
    return titled or (scopes[-1].name.replace("_", " ") if scopes else "")


def roll_source(site: RollSite) -> str:
    """Return the name by which throws at a site are counted: that of the table, or of the dice outside one."""
    return site.table if site.table is not None else f"dice:{site.owner.partition(':')[2]}/{site.title}"


def is_summary(site: SaySite) -> bool:
    """Whether a message sums a run up, as one with many values does."""
    return sum(not isinstance(part, str) for part in site.text) > MAX_VALUES


def quote_news(site: SaySite) -> str:
    """Return the text of a message with ``...`` for its values, as much as is quoted."""
    text = "".join(part if isinstance(part, str) else "..." for part in site.text)
    return text if len(text) <= NEWS_SHOWN else f"{text[: NEWS_SHOWN - 3]}..."


def watch_in_parts(watcher: RunWatcher, count: int, size: int, report: Callable[[int], object]) -> Iterator[WatchedRun]:
    """Watch ``count`` runs in parts of ``size``, and report after each part how many there were."""
    for first in range(0, count, size):
        yield from watcher.watch(first, min(size, count - first))
        report(min(count, first + size))
