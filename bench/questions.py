"""Counts of a game's questions to the player, of the stops of its story, and of the lines between them.

Missions are played through the service as at a terminal, at the level of real decisions only: routine questions are
answered automatically, grouped questions count once, and each gets the suggested answer. Lines are those on a screen of
80 columns between the head of a game and its debriefing, blank ones too, without questions. A stop is a place at which
the story waits for a key, other than a question; a stretch is what stands between two stops or questions.

    python -m bench.questions [GAME ...] [--seeds 20] [--pace beats] [--by-choice] [--show SEED]
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from bombsight.cli.play.story import draw_story
from bombsight.flat.program import Program
from bombsight.runtime.events.views import OutcomeView, View
from bombsight.runtime.run.policies import Question
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.phrases import collect_phrases
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.beats import DEFAULT_PACE, PACES, Pace, divide_story
from bombsight.service.present.joint_answer_parsing import autopilot_answers
from bombsight.service.present.joint_questions import QuestionGroup, RepeatedQuestion
from bombsight.service.present.story import Detail, Story
from bombsight.service.programs.prepare import program_for

GAMES = ("b17", "b29_korea", "amerika_bomber", "b17_leader", "down_in_flames", "b17_miniatures")

MAX_STRETCH = 30
"""The lines of a stretch above which it is counted as long."""

STOP = "    --"
"""How a stop is shown between the lines of a mission."""

WIDTH = 80

ASKED_LEVEL: Level = "sensible"


@define
class MissionStats:
    """Counts of the questions to the player, of stops, and of the lines between them, in one mission.

    Attributes:
        pace: The pace of the story.
        asked: How often each question was put, by its choice's name or its group's title.
        text: The text shown, with questions and stops in place.
        stretches: The number of lines of each stretch.
        stops: The number of stops that are no questions.
    """

    pace: Pace = DEFAULT_PACE
    asked: Counter[str] = field(factory=Counter)
    text: list[str] = field(factory=list)
    stretches: list[int] = field(factory=list)
    stops: int = 0

    @property
    def questions(self) -> int:
        """The number of questions asked."""
        return self.asked.total()

    @property
    def lines(self) -> int:
        """The number of lines of the mission."""
        return sum(self.stretches)

    def add_story(self, story: Story, views: Sequence[View], question: Question | None) -> None:
        """Count the stops and lines of the story up to the next question."""
        end = next((at for at, view in enumerate(views) if isinstance(view, OutcomeView)), len(views))
        story_lines = [
            *story.tell(views[:end]),
            *(story.flush() if question is None else story.announce(question.prompt)),
        ]
        for number, part in enumerate(divide_story(story_lines, self.pace)):
            if number:
                self.stops += 1
                self.text.append(STOP)
            printed_lines = [text.plain for text in draw_story(part.lines, WIDTH)]
            self.text += printed_lines
            self.stretches.append(len(printed_lines))

    def add_question(self, question: Question, group: QuestionGroup | None) -> None:
        """Count a question, or the group asked together with it."""
        self.asked[question.id if group is None else question.together] += 1
        answers = [option.title + f" [{option.beside}]" * bool(option.beside) for option in question.options]
        self.text.append(f"    ?? {question.prompt if group is None else question.together}: {' / '.join(answers)}")
        self.text += [f"       {remark}" for remark in question.remarks]


def mission_numbers(program: Program) -> list[int | None]:
    """The numbers of a game's missions; None for missions without numbers."""
    if not program.mission.params:
        return [None]
    kind = program.mission.params[0][1]
    return list(range(getattr(kind, "low", 1), getattr(kind, "high", 1) + 1))


def answer_as_suggested(steward: QuestionFilter, question: Question, group: QuestionGroup | None) -> None:
    """Answer a question or group as the program suggests."""
    if group is None:
        steward.answer(answer_name(question, question.preferred))
    elif isinstance(group, RepeatedQuestion):
        steward.answer_several(group, group.preferred)
    else:
        steward.answer_rows(group, autopilot_answers(group))


def play_mission(
    game: str, mission: int | None, seed: int, pace: Pace = DEFAULT_PACE, detail: Detail = "rolls"
) -> MissionStats:
    """Play a mission with a seed and the suggested answers, and count its questions, stops and lines."""
    stats = MissionStats(pace)
    with start_game(game, Rules(), GameSetup(mission=mission, seed=seed)) as play:
        steward = QuestionFilter(play, ASKED_LEVEL)
        story, events = Story(collect_phrases(play.session.program), detail=detail, answers=False), 0
        while True:
            view = steward.view()
            stats.add_story(story, [*play.events(events)], view.question)
            events = steward.event_count
            if view.question is None:
                return stats
            group = steward.question_group()
            stats.add_question(view.question, group)
            answer_as_suggested(steward, view.question, group)


def format_spread(counts: Sequence[int]) -> str:
    """Format the mean, minimum and maximum of counts."""
    return f"{sum(counts) / len(counts):5.1f} ({min(counts):3} to {max(counts):3})" if counts else "none"


def report_lines(game: str, missions: Sequence[MissionStats], *, by_choice: bool) -> list[str]:
    """Render the counts of all missions, of the shortest third and of the others; optionally for each choice."""
    limit = sorted(run.lines for run in missions)[len(missions) // 3]
    quiet, hard = [run for run in missions if run.lines <= limit], [run for run in missions if run.lines > limit]
    lines = [f"{game}, {len(missions)} missions: mean (least to most)"]
    for title, group in (("all", missions), (f"to {limit} lines", quiet), ("more", hard)):
        stretches = [length for run in group for length in run.stretches]
        long = sum(length > MAX_STRETCH for length in stretches)
        lines.append(
            f"  {title:<14} questions {format_spread([run.questions for run in group])}"
            f"   stops {format_spread([run.stops for run in group])}"
            f"   stretch {format_spread(stretches)}, {long} of {len(stretches)} over {MAX_STRETCH} lines"
        )
    if by_choice:
        choice_counts = sum((run.asked for run in missions), Counter[str]())
        max_counts = {name: max(run.asked[name] for run in missions) for name in choice_counts}
        for name, count in choice_counts.most_common():
            lines.append(f"    {count / len(missions):6.2f}  at most {max_counts[name]:2}  {name}")
    return lines


def main() -> None:
    """Play missions of games, count, and print the results."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--by-choice", action="store_true")
    parser.add_argument("--pace", choices=PACES, default=DEFAULT_PACE)
    parser.add_argument("--show", type=int, help="print what is met in the mission of this seed")
    args = parser.parse_args()
    for game in args.games:
        numbers = mission_numbers(program_for(request_for_game(game, Rules())))
        seeds = range(1, args.seeds + 1) if args.show is None else [args.show]
        runs = [play_mission(game, numbers[seed % len(numbers)], seed, args.pace) for seed in seeds]
        if args.show is not None:
            print(*runs[0].text, sep="\n")
        print(*report_lines(game, runs, by_choice=args.by_choice), sep="\n")


if __name__ == "__main__":
    main()
