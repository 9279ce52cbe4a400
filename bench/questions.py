"""How often a game asks a person, and how many lines of news she reads, counted where she meets them.

Missions are played through the service as at a terminal: what a person who wants only real decisions need not be asked
is answered on the way, questions put as one count once, and every one put is answered as it is suggested. Lines of news
are those that stand on a screen of 80 columns between the head of a game and its debriefing, blank ones too; questions
are not among them.

    python -m bench.questions [GAME ...] [--seeds 20] [--by-choice] [--told SEED]
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from statistics import median

from attrs import define, field

from bombsight.cli.play.story import drawn
from bombsight.flat.program import Program
from bombsight.runtime.events.views import ElementView, OutcomeView, View
from bombsight.runtime.run.policies import Question
from bombsight.service.games.requests import Rules, request_for
from bombsight.service.lookup.phrases import phrases
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import Opening, begin
from bombsight.service.present.answers import name_of
from bombsight.service.present.joint_answers import suggested
from bombsight.service.present.joint_questions import Group, Several
from bombsight.service.present.story import Story
from bombsight.service.programs.prepare import program_for

GAMES = ("b17", "b29_korea", "amerika_bomber")

FOES = "fighters"
"""The list that fighters join as they are met. A mission is hard where more do than in half of the missions."""

WIDTH = 80

ASKED: Level = "sensible"


@define
class Met:
    """What a person meets in one mission.

    Attributes:
        asked: How often each question was put, by its choice's name or the title that several are put under.
        text: What was read, the questions in their places.
        lines: How many lines of news that has.
        foes: How many fighters were met.
    """

    asked: Counter[str] = field(factory=Counter)
    text: list[str] = field(factory=list)
    lines: int = 0
    foes: int = 0

    @property
    def questions(self) -> int:
        """How many questions were put."""
        return self.asked.total()

    def tell(self, story: Story, views: Sequence[View], asked: Question | None) -> None:
        """Read what has happened up to the next question."""
        end = next((at for at, view in enumerate(views) if isinstance(view, OutcomeView)), len(views))
        self.foes += sum(isinstance(view, ElementView) and view.joins and view.list == FOES for view in views)
        told = [*story.tell(views[:end]), *(story.rest() if asked is None else story.announce(asked.prompt))]
        shown = [text.plain for text in drawn(told, WIDTH)]
        self.text += shown
        self.lines += len(shown)

    def put(self, asked: Question, group: Group | None) -> None:
        """Be asked."""
        self.asked[asked.id if group is None else asked.together] += 1
        answers = [option.title + f" [{option.beside}]" * bool(option.beside) for option in asked.options]
        self.text.append(f"    ?? {asked.prompt if group is None else asked.together}: {' / '.join(answers)}")
        self.text += [f"       {remark}" for remark in asked.remarks]


def missions(program: Program) -> list[int | None]:
    """The missions that can be played, by their numbers; None for a game whose missions have none."""
    if not program.mission.params:
        return [None]
    kind = program.mission.params[0][1]
    return list(range(getattr(kind, "low", 1), getattr(kind, "high", 1) + 1))


def answer(steward: QuestionFilter, asked: Question, group: Group | None) -> None:
    """Give the answer that is suggested."""
    if group is None:
        steward.answer(name_of(asked, asked.preferred))
    elif isinstance(group, Several):
        steward.answer_several(group, group.preferred)
    else:
        steward.answer_rows(group, suggested(group))


def met(game: str, mission: int | None, seed: int) -> Met:
    """What is met in a mission with the dice of a seed."""
    found = Met()
    with begin(game, Rules(), Opening(mission=mission, seed=seed)) as play:
        steward = QuestionFilter(play, ASKED)
        story, events = Story(phrases(play.session.program), detail="news", answers=False), 0
        while True:
            view = steward.view()
            found.tell(story, [*play.events(events)], view.question)
            events = steward.events
            if view.question is None:
                return found
            group = steward.group()
            found.put(view.question, group)
            answer(steward, view.question, group)


def spread(counts: Sequence[int]) -> str:
    """The mean, the least and the most."""
    return f"{sum(counts) / len(counts):5.1f} ({min(counts):3} to {max(counts):3})" if counts else "none"


def told(game: str, runs: Sequence[Met], *, by_choice: bool) -> list[str]:
    """What was counted: of all missions, of the quiet and of the hard ones; and perhaps of each choice."""
    middle = median(run.foes for run in runs)
    quiet, hard = [run for run in runs if run.foes <= middle], [run for run in runs if run.foes > middle]
    lines = [
        f"{title:<16} {len(group):3} missions   questions {spread([run.questions for run in group])}"
        f"   lines of news {spread([run.lines for run in group])}"
        for title, group in ((game, runs), (f"  to {middle:g} fighters", quiet), ("  more", hard))
    ]
    if by_choice:
        every = sum((run.asked for run in runs), Counter[str]())
        most = {name: max(run.asked[name] for run in runs) for name in every}
        for name, count in every.most_common():
            lines.append(f"    {count / len(runs):6.2f}  at most {most[name]:2}  {name}")
    return lines


def main() -> None:
    """Count and print."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--by-choice", action="store_true")
    parser.add_argument("--told", type=int, help="print what is met in the mission of this seed")
    given = parser.parse_args()
    for game in given.games:
        numbers = missions(program_for(request_for(game, Rules())))
        seeds = range(1, given.seeds + 1) if given.told is None else [given.told]
        runs = [met(game, numbers[seed % len(numbers)], seed) for seed in seeds]
        if given.told is not None:
            print(*runs[0].text, sep="\n")
        print(*told(game, runs, by_choice=given.by_choice), sep="\n")


if __name__ == "__main__":
    main()
