"""Typed answers to a question: the keys of options, parsing, and the error texts for invalid input."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from bombsight.dsl.listing import capitalize_first, join_names
from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import NO_OPTION, SUGGESTED, Question, answer_names, find_option, matching_options
from bombsight.runtime.sentences import option_mismatch
from bombsight.service.common import sentences

NONE_KEY = "0"
NONE_WORDS = (NONE_KEY, "-", "none")

MAX_NAMED_OPTIONS = 4
"""The maximum number of matching options that an error message names one by one."""

MAX_LISTED_NUMBERS = 12
"""The maximum count of numbers that are listed one by one; more are shown as a range."""

NUMBER_PATTERN = re.compile(r"-?\d+")


def is_number_choice(options: Sequence[Option]) -> bool:
    """Whether all options of a question are numbers, so that the player types a number instead of a key."""
    return all(NUMBER_PATTERN.fullmatch(option.name) for option in options)


def has_many_numbers(options: Sequence[Option]) -> bool:
    """Whether the options are numbers, too many to list one by one."""
    return len(options) > MAX_LISTED_NUMBERS and is_number_choice(options)


def list_numbers(question: Question, max_numbers: int = MAX_LISTED_NUMBERS) -> list[str]:
    """List the numbers that answer a question; beyond ``max_numbers`` as ranges such as ``0 to 14``."""
    if question.ends:
        return [f"{question.ends[0]} to {question.ends[1]}"]
    if len(question.options) <= max_numbers:
        return answer_names(question.options, question.optional)
    runs: list[list[int]] = []
    for number in (int(option.name) for option in question.options):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    spans = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run] for run in runs]
    return [*chain.from_iterable(spans), *["none"] * question.optional]


def display_order(question: Question) -> tuple[int, ...]:
    """Return the indices of a question's options in display order: irreversible (``grave``) ones last."""
    return tuple(sorted(range(len(question.options)), key=lambda index: question.options[index].grave))


def option_keys(question: Question) -> tuple[str, ...]:
    """Return the key to type for each option; empty texts for numbers, which are typed directly.

    Grave answers begin at a ten of their own: whoever types fast, and the same key again and again, hits a number next
    to the usual one sooner or later, but never another with a digit more.
    """
    if is_number_choice(question.options):
        return ("",) * len(question.options)
    usual = sum(not option.grave for option in question.options)
    first_grave = (usual + 1) // 10 * 10 + 10  # at least one number lies between
    option_keys_found = [""] * len(question.options)
    for place, index in enumerate(display_order(question)):
        option_keys_found[index] = str(first_grave + place - usual if question.options[index].grave else place + 1)
    return tuple(option_keys_found)


def answer_keys(question: Question) -> dict[int, str]:
    """Map each answer's index (-1 is the answer ``none``) to the key or number that a player types for it.

    Computed anew by each call, so callers that need several keys call it once.
    """
    if is_number_choice(question.options):
        option_texts, none = [option.name for option in question.options], NONE_WORDS[-1]
    else:
        option_texts, none = [*option_keys(question)], NONE_KEY
    return {NO_OPTION: none, **dict(enumerate(option_texts))}


def answer_key(question: Question, index: int) -> str:
    """Return the key or number to type for the answer with an index; -1 is the answer ``none``."""
    key = answer_keys(question)[index]
    return sentences.about_amount(key) if question.ends else key


def answer_name(question: Question, index: int) -> str:
    """Return the stable name of an answer by its index; -1 gives ``none``."""
    return "none" if index == NO_OPTION else question.options[index].name


def answer_title(question: Question, index: int) -> str:
    """Return the display title of an answer by its index; -1 gives ``none``."""
    return "none" if index == NO_OPTION else question.options[index].title


def is_grave_answer(question: Question, index: int) -> bool:
    """Whether an answer is irreversible (``grave``), so that front ends ask for confirmation."""
    return index != NO_OPTION and question.options[index].grave


def find_by_full_name(question: Question, typed: str) -> int | None:
    """Find the index of the one option whose whole name or title the player typed, ignoring case; else None."""
    lower_text = typed.lower()
    matches = [
        i for i, option in enumerate(question.options) if lower_text in (option.name.lower(), option.title.lower())
    ]
    return matches[0] if len(matches) == 1 else None


def parse_option(question: Question, typed: str) -> int | str:
    """Parse a typed answer into the index of an option, -1 for ``none``; an unreadable one into a short error text.

    Empty input means the autopilot's answer.
    """
    if not typed or (question.ends and typed.lower() == SUGGESTED):
        return question.preferred
    if question.ends:
        amount = question.find_amount(typed)
        return option_mismatch(typed, 0) if amount is None else amount
    named_index = find_by_full_name(question, typed)
    if named_index is not None:
        return named_index
    if question.optional and typed.lower() in NONE_WORDS:
        return NO_OPTION
    is_key = typed.isdecimal() and not is_number_choice(question.options)
    if is_key and typed in (keys_given := option_keys(question)):
        return keys_given.index(typed)
    index_or_problem = find_option(question.options, typed.split(), question.optional, allow_partial=True)
    if is_key and index_or_problem == option_mismatch(typed, 0):
        return sentences.NO_SUCH_OPTION
    return index_or_problem


def explain_rejection(question: Question, problem: str, typed: str = "") -> str:
    """Write the error text for typed input that answers no option, with the inputs that would be accepted.

    Args:
        question: The question.
        problem: The error in a few words.
        typed: The input; if it matches a few options, these are named.
    """
    problem = capitalize_first(problem)
    if is_number_choice(question.options):
        return sentences.rejection_with_inputs(problem, join_names(list_numbers(question, MAX_NAMED_OPTIONS), "or"))
    matches = matching_options(question.options, typed.split(), allow_partial=True)
    if 1 < len(matches) <= MAX_NAMED_OPTIONS:
        titles = join_names([question.options[index].title for index in matches], "or", separator="; ")
        return sentences.rejection_with_matches(problem, titles)
    return sentences.rejection_with_inputs(problem, join_names(accepted_inputs(question), "or"))


def accepted_inputs(question: Question) -> list[str]:
    """List the inputs that a question accepts."""
    keys_given = option_keys(question)
    shown_keys = [keys_given[index] for index in display_order(question)]
    usual = [
        key for key, index in zip(shown_keys, display_order(question), strict=True) if not question.options[index].grave
    ]
    usual_inputs = [sentences.key_range(usual[0], usual[-1])] if len(usual) > 2 else usual
    none_key = [sentences.NONE_KEY_HINT] * question.optional
    return [*usual_inputs, *shown_keys[len(usual) :], *none_key, sentences.WORD_HINT]
