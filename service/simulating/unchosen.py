"""Choices that rules bring, and that nobody made in the runs: where a comparison says nothing of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from bombsight.flat.program import Program
from bombsight.flat.sites import ChoiceSite, Hole
from bombsight.runtime.batch.batch import slices
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
    Score,
    Values,
)
from bombsight.runtime.machine import Log, Machine
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.programs.machines import load
from bombsight.service.simulating.orders import Order, Part, lanes
from bombsight.service.simulating.playing import entry_of, with_pins

MOST = {"mission": 1000, "career": 100}
"""In so many of the runs at most it is looked who answers what: without a journal nobody tells of it."""

Branch = tuple[str, str]
"""The stable name of a choice, and of one of its answers; empty for a question that is new as a whole."""


@frozen(kw_only=True)
class Unchosen:
    """An answer, or a question, that one side alone has, and that was never chosen in runs of it.

    Attributes:
        choice: The stable name of the choice.
        answer: The stable name of the answer; empty for a whole question.
        title: What is asked, or answered, for reading.
        offered: How often it was offered beside other answers, or asked.
        runs: In how many runs.
        sentence: All that in words.
    """

    choice: str
    answer: str
    title: str
    offered: int
    runs: int
    sentence: str


def unchosen(order: Order, programs: Sequence[Program], place: int, runs: int) -> Iterator[Unchosen]:
    """What a side brings and nobody chose.

    Args:
        order: What was simulated.
        programs: The program of each side.
        place: The side.
        runs: How many runs were played of it.
    """
    new = brought(programs[0], programs[place])
    if not new or order.policy == "thoughtful":  # who thinks plays each answer on, and is not watched for a second time
        return
    runs = min(runs, MOST[order.entry])
    offered, chosen = counted_answers(order, with_pins(programs[place], order), new, runs)
    for branch, title in new.items():
        if not chosen[branch]:
            choice, answer = branch
            yield Unchosen(
                choice=choice,
                answer=answer,
                title=title,
                offered=offered[branch],
                runs=runs,
                sentence=sentence(order.sides[place].name, branch, title, offered[branch], runs),
            )


def brought(base: Program, other: Program) -> Mapping[Branch, str]:
    """The answers and questions that one program has beside those of another, with what they are called."""
    known = {branch for site in choices(base) for branch in branches_of(site)}
    found: dict[Branch, str] = {}
    for site in choices(other):
        if (site.id, "") not in known:
            found[site.id, ""] = text_of(site.ask)
        else:
            titles = {name: text_of(title) for name, title in site.branches}
            found |= {branch: titles[branch[1]] for branch in branches_of(site) if branch[1] and branch not in known}
    return found


def choices(program: Program) -> Iterator[ChoiceSite]:
    """The choices of a program, standing offers left out."""
    return (site for site in program.sites if isinstance(site, ChoiceSite) and not site.offer)


def branches_of(site: ChoiceSite) -> Iterator[Branch]:
    """A choice, and each of its named answers."""
    yield site.id, ""
    yield from ((site.id, name) for name, _ in site.branches)


def text_of(parts: Sequence[object]) -> str:
    """A text, its values left out."""
    return "".join("..." if isinstance(part, Hole) or not isinstance(part, str) else part for part in parts)


def counted_answers(
    order: Order, program: Program, new: Mapping[Branch, str], runs: int
) -> tuple[Counter[Branch], Counter[Branch]]:
    """How often each was offered, and chosen, in the first runs of a program."""
    offered: Counter[Branch] = Counter()
    chosen: Counter[Branch] = Counter()
    entry = entry_of(program, order.entry)

    def watched(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        def noting(number: int, options: Sequence[int], score: Score, values: Values) -> int:
            index = ask(number, options, score, values)
            site = program.sites[number]
            if isinstance(site, ChoiceSite) and (site.id, "") in new:
                offered[site.id, ""] += 1
                chosen[site.id, ""] += index != NO_OPTION
            elif isinstance(site, ChoiceSite) and site.option_type is None:
                named = [(site.id, site.branches[option][0]) for option in options]
                offered.update(branch for branch in named if branch in new)
                chosen[named[index]] += 1
            return index

        return load(program, roll, noting, log)

    for lane in lanes(order, Part(0, runs)):
        for _ in slices(program, entry, lane.args, lane.count, lane.seed, order.policy, lane.first, load=watched):
            pass
    return offered, chosen


def sentence(name: str, branch: Branch, title: str, offered: int, runs: int) -> str:
    """That something new was never chosen, in words."""
    what = f'the answer "{title}"' if branch[1] else f'the question "{title}"'
    if not offered:
        happened = "never offered" if branch[1] else "never asked"
    else:
        times = "once" if offered == 1 else f"{offered:,} times"
        happened = f"offered {times} and never chosen" if branch[1] else f"asked {times} and always declined"
    return f"with {name}: {what} is new, and was {happened} in {runs:,} runs"
