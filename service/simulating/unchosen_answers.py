"""New choices of changed rules that no run made: a comparison says nothing about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from bombsight.flat.program import Program
from bombsight.flat.sites import ChoiceSite, Hole
from bombsight.runtime.batch.batch import play_slices
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
    Score,
    Values,
)
from bombsight.runtime.machine import Log, Machine
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.programs.loaders import load
from bombsight.service.simulating.orders import Order, Part, batch_ranges
from bombsight.service.simulating.simulator import select_entry, with_pinned_dice

MAX_WATCHED_RUNS = {"mission": 1000, "career": 100}
"""The maximum number of runs in which answers are counted, since that takes runs of their own."""

AnswerKey = tuple[str, str]
"""The stable names of a choice and of one of its answers; the latter is empty for a whole question."""


@frozen(kw_only=True)
class Unchosen:
    """A question or answer that only the changed rules have, and that no run chose.

    Attributes:
        choice: The stable name of the choice.
        answer: The stable name of the answer; empty for a whole question.
        title: The text of the question or answer.
        offered: How often the answer was offered besides others, or the question asked.
        runs: The number of runs.
        sentence: All that as a sentence.
    """

    choice: str
    answer: str
    title: str
    offered: int
    runs: int
    sentence: str


@frozen
class AnswerCounts:
    """The counts of new questions and answers in some runs.

    Attributes:
        offered: How often each answer was offered, and each question asked.
        chosen: How often each was chosen; of a question, how often anything was.
    """

    offered: Counter[AnswerKey]
    chosen: Counter[AnswerKey]

    def __add__(self, other: AnswerCounts) -> AnswerCounts:
        """Add the counts of other runs."""
        return AnswerCounts(self.offered + other.offered, self.chosen + other.chosen)


def find_unchosen(order: Order, programs: Sequence[Program], side: int, runs: int) -> Iterator[Unchosen]:
    """Find the new questions and answers of a side (set of rules) that its runs never chose.

    Args:
        order: The work order.
        programs: The program of each side.
        side: The index of the side.
        runs: The number of its runs.
    """
    new = find_new_answers(programs[0], programs[side])
    if not new or order.policy == "thoughtful":  # rollouts make a second pass too slow
        return
    runs = min(runs, MAX_WATCHED_RUNS[order.entry])
    counted = count_answers(order, with_pinned_dice(programs[side], order), new, Part(0, runs))
    yield from describe_unchosen(order.sides[side].name, new, counted, runs)


def describe_unchosen(
    name: str, new_answers: Mapping[AnswerKey, str], counted: AnswerCounts, runs: int
) -> Iterator[Unchosen]:
    """Describe the new questions and answers that no run chose.

    Args:
        name: The name of the side.
        new_answers: The new questions and answers, with their texts.
        counted: How often each was offered and chosen.
        runs: The number of runs.
    """
    for branch, title in new_answers.items():
        if not counted.chosen[branch]:
            choice, answer = branch
            offered = counted.offered[branch]
            yield Unchosen(
                choice=choice,
                answer=answer,
                title=title,
                offered=offered,
                runs=runs,
                sentence=unchosen_sentence(name, branch, title, offered, runs),
            )


def find_new_answers(base: Program, other: Program) -> Mapping[AnswerKey, str]:
    """Map the keys of questions and answers that a program has and the base lacks to their texts."""
    base_answers = {branch for site in choice_sites(base) for branch in answer_keys_of(site)}
    new_answers: dict[AnswerKey, str] = {}
    for site in choice_sites(other):
        if (site.id, "") not in base_answers:
            new_answers[site.id, ""] = text_without_values(site.ask)
        else:
            titles = {name: text_without_values(title) for name, title in site.branches}
            new_answers |= {
                branch: titles[branch[1]] for branch in answer_keys_of(site) if branch[1] and branch not in base_answers
            }
    return new_answers


def choice_sites(program: Program) -> Iterator[ChoiceSite]:
    """Yield the choices of a program, except the offers to throw dice again."""
    return (site for site in program.sites if isinstance(site, ChoiceSite) and not site.offer)


def answer_keys_of(site: ChoiceSite) -> Iterator[AnswerKey]:
    """Yield the key of a choice, then the key of each of its named answers."""
    yield site.id, ""
    yield from ((site.id, name) for name, _ in site.branches)


def text_without_values(parts: Sequence[object]) -> str:
    """Render a message template with ``...`` in place of its values."""
    return "".join("..." if isinstance(part, Hole) or not isinstance(part, str) else part for part in parts)


def count_answers(order: Order, program: Program, new_answers: Mapping[AnswerKey, str], part: Part) -> AnswerCounts:
    """Play a part of the runs of a program and count how often each new answer was offered and chosen.

    Args:
        order: The work order.
        program: The program.
        new_answers: The new questions and answers.
        part: The runs.
    """
    offered: Counter[AnswerKey] = Counter()
    chosen: Counter[AnswerKey] = Counter()
    entry = select_entry(program, order.entry)

    def load_watched(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        """Load a machine whose choices are counted.

        Args:
            program: The program.
            roll: Throws dice.
            ask: Answers choices.
            log: Takes events; None for none.
        """

        def ask_and_count(number: int, options: Sequence[int], score: Score, values: Values) -> int:
            """Answer a choice, and count the offered and the chosen answers.

            Args:
                number: The number of the choice's site.
                options: The options.
                score: The scores of the options.
                values: The values of the prompt.
            """
            index = ask(number, options, score, values)
            site = program.sites[number]
            if isinstance(site, ChoiceSite) and (site.id, "") in new_answers:
                offered[site.id, ""] += 1
                chosen[site.id, ""] += index != NO_OPTION
            elif isinstance(site, ChoiceSite) and site.option_type is None:
                keys = [(site.id, site.branches[option][0]) for option in options]
                offered.update(branch for branch in keys if branch in new_answers)
                chosen[keys[index]] += 1
            return index

        return load(program, roll, ask_and_count, log)

    for batch_range in batch_ranges(order, part):
        for _ in play_slices(
            program,
            entry,
            batch_range.args,
            batch_range.count,
            batch_range.seed,
            order.policy,
            batch_range.first,
            load=load_watched,
        ):
            pass
    return AnswerCounts(offered, chosen)


def unchosen_sentence(name: str, branch: AnswerKey, title: str, offered: int, runs: int) -> str:
    """Write the sentence that no run chose a new question or answer.

    Args:
        name: The name of the side.
        branch: The key of the question or answer.
        title: Its text.
        offered: How often it was offered or asked.
        runs: The number of runs.
    """
    subject = f'the answer "{title}"' if branch[1] else f'the question "{title}"'
    if not offered:
        verb_phrase = "never offered" if branch[1] else "never asked"
    else:
        times = "once" if offered == 1 else f"{offered:,} times"
        verb_phrase = f"offered {times} and never chosen" if branch[1] else f"asked {times} and always declined"
    return f"with {name}: {subject} is new, and was {verb_phrase} in {runs:,} runs"
