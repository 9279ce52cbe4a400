"""Answers as people type them: the keys that stand before options, reading what was typed, saying what would do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from bombsight.dsl.listing import listed
from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import NO_OPTION, Question, answers, find, fitting

NONE_KEY = "0"
NONE_WORDS = (NONE_KEY, "-", "none")

FEW = 4
"""Of so many options that words fit, each is named."""

DOZEN = 12
"""Of so many numbers, each is shown; of more only from where to where they go."""

NUMBER = re.compile(r"-?\d+")


def is_number_choice(options: Sequence[Option]) -> bool:
    """Whether the options are numbers, which are typed as they are."""
    return all(NUMBER.fullmatch(option.name) for option in options)


def has_many_numbers(options: Sequence[Option]) -> bool:
    """Whether the options are more numbers than are shown each by itself."""
    return len(options) > DOZEN and is_number_choice(options)


def numbers_offered(asked: Question, most: int = DOZEN) -> list[str]:
    """What may be answered where the options are numbers: each; or where they are more than ``most``, ``0 to 14``."""
    if len(asked.options) <= most:
        return answers(asked.options, asked.optional)
    runs: list[list[int]] = []
    for number in (int(option.name) for option in asked.options):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    spans = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run] for run in runs]
    return [*chain.from_iterable(spans), *["none"] * asked.optional]


def in_order(asked: Question) -> tuple[int, ...]:
    """The indices of the options in the order in which they are shown: grave ones last."""
    return tuple(sorted(range(len(asked.options)), key=lambda index: asked.options[index].grave))


def keys(asked: Question) -> tuple[str, ...]:
    """What is typed for each option; empty for numbers, whose names are typed as they are.

    Grave answers begin at a ten of their own: whoever types fast, and the same key again and again, hits a number next
    to the usual one sooner or later, but never another with a digit more.
    """
    if is_number_choice(asked.options):
        return ("",) * len(asked.options)
    usual = sum(not option.grave for option in asked.options)
    beyond = (usual + 1) // 10 * 10 + 10  # at least one number lies between
    found = [""] * len(asked.options)
    for place, index in enumerate(in_order(asked)):
        found[index] = str(beyond + place - usual if asked.options[index].grave else place + 1)
    return tuple(found)


def answer_keys(asked: Question) -> dict[int, str]:
    """What stands before each answer, by its index, -1 for none: its key, or the number that it is.

    Whoever needs several asks once: they are made anew.
    """
    if is_number_choice(asked.options):
        found, none = [option.name for option in asked.options], NONE_WORDS[-1]
    else:
        found, none = [*keys(asked)], NONE_KEY
    return {NO_OPTION: none, **dict(enumerate(found))}


def key_of(asked: Question, index: int) -> str:
    """What stands before one answer, by its index, -1 for none."""
    return answer_keys(asked)[index]


def name_of(asked: Question, index: int) -> str:
    """The stable name of an answer."""
    return "none" if index == NO_OPTION else asked.options[index].name


def title_of(asked: Question, index: int) -> str:
    """An answer as people read it."""
    return "none" if index == NO_OPTION else asked.options[index].title


def is_grave(asked: Question, index: int) -> bool:
    """Whether an answer is grave."""
    return index != NO_OPTION and asked.options[index].grave


def by_whole_name(asked: Question, typed: str) -> int | None:
    """The one option whose whole name or title was typed, or None."""
    wanted = typed.lower()
    exact = [i for i, option in enumerate(asked.options) if wanted in (option.name.lower(), option.title.lower())]
    return exact[0] if len(exact) == 1 else None


def read_answer(asked: Question, typed: str) -> int | str:
    """What was typed as an answer: the index of an option, -1 for none; or what is wrong in a few words.

    Nothing stands for what the autopilot would answer.
    """
    if not typed:
        return asked.preferred
    named = by_whole_name(asked, typed)
    if named is not None:
        return named
    if asked.optional and typed.lower() in NONE_WORDS:
        return NO_OPTION
    is_key = typed.isdecimal() and not is_number_choice(asked.options)
    if is_key and typed in (given := keys(asked)):
        return given.index(typed)
    found = find(asked.options, typed.split(), asked.optional, loosely=True)
    if is_key and found == f"'{typed}' is not offered":
        return "there is no such option"
    return found


def complaint(asked: Question, problem: str, typed: str = "") -> str:
    """Why an answer would not do, and what would.

    Args:
        asked: The question.
        problem: What is wrong in a few words.
        typed: What was typed: where it fits a few options they are named.
    """
    problem = problem[:1].upper() + problem[1:]
    if is_number_choice(asked.options):
        return f"{problem}. Type {listed(numbers_offered(asked, FEW), 'or')}."
    several = fitting(asked.options, typed.split(), loosely=True)
    if 1 < len(several) <= FEW:
        return f"{problem}: {listed([asked.options[index].title for index in several], 'or', between='; ')}."
    return f"{problem}. Type {listed(what_would_do(asked), 'or')}."


def what_would_do(asked: Question) -> list[str]:
    """What may be typed at a question."""
    given = keys(asked)
    shown = [given[index] for index in in_order(asked)]
    usual = [key for key, index in zip(shown, in_order(asked), strict=True) if not asked.options[index].grave]
    ways = [f"{usual[0]} to {usual[-1]}"] if len(usual) > 2 else usual
    return [*ways, *shown[len(usual) :], *["0 for none"] * asked.optional, "a word that only one has"]
