"""Policies, which answer the choices of a run, and the matching of words to options.

A policy is ``ask(site, options, score, values) -> index``, the callback of compiled code: it returns the index of an
option, or -1 for none. The rules cannot tell which policy answers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from attrs import evolve

from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.flat.program import Program
from bombsight.flat.sites import ChoiceSite
from bombsight.runtime import sentences
from bombsight.runtime.callbacks import Ask, Score, Values
from bombsight.runtime.dice import SeededDice, choices_seed
from bombsight.runtime.events.describe import Describer, Option, words_of
from bombsight.runtime.run.remarks import collect_remarks

NO_OPTION = -1
"""Index for the answer none."""

SUGGESTED = "suggested"
"""The answer to a question for an amount that takes the autopilot's answer, to its thousands and to the rest."""

KEEP_DICE = 0
"""Index for keeping the dice at a standing offer."""


class Pause(Exception):  # noqa: N818 - a wish, no error
    """Raised by a callback to pause the run at the open question or throw."""


@frozen
class Question:
    """A choice as a front end shows it to a person: prompt, options, the autopilot's answer, remarks.

    Attributes:
        site: Its number.
        id: Its stable name.
        prompt: The text of the question.
        by: The person who chooses; ``player`` unless the rules name another.
        seat: The stable name of the player who chooses; empty in a game for one.
        options: The options.
        optional: Whether none may be answered.
        offer: Whether it is a standing offer to throw dice again.
        preferred: The index of the autopilot's answer.
        origin: Its place in the rules. The standing is that of the question and its options; empty if that is as
            printed.
        remarks: The information that the rules show beside the whole question, line by line.
        routine: Whether only the autopilot's answer is sensible. Of a standing offer this is only said of keeping
            the dice.
        numbers: The options as integers.
        told: The values of the question's texts.
        ends: The least and the greatest number that may be answered where the options are thousands of an amount: the
            next question is which number of the one that was answered. Empty for any other question.
        together: A key shared by consecutive questions that are asked as one; empty for one by itself.
    """

    site: int
    id: str
    prompt: str
    by: str
    options: tuple[Option, ...]
    optional: bool
    offer: bool
    preferred: int
    origin: Origin = NO_ORIGIN
    remarks: tuple[str, ...] = ()
    routine: bool = False
    together: str = ""
    seat: str = ""
    ends: tuple[int, ...] = ()
    numbers: tuple[int, ...] = field(default=(), repr=False)
    told: tuple[int, ...] = field(default=(), repr=False)

    def find_amount(self, text: str) -> int | None:
        """Return the index of the option in which a typed number lies; None unless the question is for an amount."""
        if not self.ends or not re.fullmatch(r"[+-]?[0-9]{1,10}", text):
            return None
        number = int(text)
        if not self.ends[0] <= number <= self.ends[1]:
            return None
        starts = [int(option.name) for option in self.options]
        return max(bisect_right(starts, number) - 1, 0)

    @property
    def is_grave(self) -> bool:
        """Whether any answer is irreversible, so that front ends ask for confirmation."""
        return any(option.grave for option in self.options)


# --- policies


def preferred_index(options: Sequence[int], score: Score, optional: bool) -> int:
    """Return the index of the option with the highest score; -1 for none if ``optional`` and all are below 0.

    Among equals the first is preferred.
    """
    if score is None:
        return 0
    scores = [*map(score, options)]
    best = max(scores)
    return NO_OPTION if optional and best < 0 else scores.index(best)


def optional_by_site(program: Program) -> list[bool]:
    """List for each site (code location) of a program whether it is a choice that may be answered with none."""
    return [isinstance(site, ChoiceSite) and site.optional for site in program.sites]


def autopilot_policy(program: Program) -> Ask:
    """Make the autopilot, a policy that gives the answer with the highest ``prefer`` score of the rules."""
    optional = optional_by_site(program)

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: return the index of the highest score; -1 for none if allowed and all are below 0."""
        if score is None:  # preferred_index() inlined
            return 0
        scores = [*map(score, options)]
        best = max(scores)
        return NO_OPTION if best < 0 and optional[site] else scores.index(best)

    ask.preferred = True  # type: ignore[attr-defined]  # see runtime/machine.py
    return ask


def random_policy(program: Program, seed: int) -> tuple[Ask, Callable[[int], None]]:
    """Make a policy that answers uniformly at random, none included; return also a function that reseeds it.

    Returns:
        The policy, and a function that restarts it with the seed of the dice.
    """
    optional = optional_by_site(program)
    stream = SeededDice(choices_seed(seed))

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: return the index of a random option, or -1 for none where it is allowed."""
        count = len(options)
        index = stream.below(count + optional[site])
        return NO_OPTION if index == count else index

    return ask, lambda seed: stream.restart(choices_seed(seed))


def make_question(describer: Describer, number: int, options: Sequence[int], score: Score, values: Values) -> Question:
    """Make from a choice, as the rules' code asks it, the question that a person sees.

    Args:
        describer: The describer of the program.
        number: The number of the choice's site.
        options: The options as integers.
        score: The rules' preference for an option, the higher the better; None without preferences.
        values: Computes the values of the choice's texts; called once.
    """
    site = choice_site(describer.program, number)
    told_values = values()
    remarks_told = collect_remarks(describer, site, options, told_values)
    shown_options = describer.describe_options(site, options, told_values)
    preferred = preferred_index(options, score, site.optional)
    return Question(
        number,
        site.id,
        describer.fill_text(site.ask, told_values),
        describer.chooser_title(site, told_values),
        tuple(evolve(option, beside=beside) for option, beside in zip(shown_options, remarks_told.beside, strict=True)),
        site.optional,
        site.offer,
        preferred,
        site.origin,
        together=site.together,
        seat=describer.seat_name(site, told_values),
        ends=tuple(told_values[index] for index in site.ends),
        numbers=tuple(options),
        told=tuple(told_values),
        remarks=remarks_told.lines,
        routine=remarks_told.routine and not (site.offer and preferred != KEEP_DICE),
    )


def choice_site(program: Program, number: int) -> ChoiceSite:
    """The metadata of the choice at a numbered site (code location)."""
    site = program.sites[number]
    assert isinstance(site, ChoiceSite)
    return site


def answer_indices(count: int, optional: bool) -> tuple[int, ...]:
    """List the indices of the possible answers to ``count`` options, and -1 for none if it is allowed."""
    return (*range(count), *[NO_OPTION] * optional)


# --- answers in words


def find_option(
    options: Sequence[Option], words: Iterable[str], optional: bool, *, allow_partial: bool = False
) -> int | str:
    """Return the index of the one option that typed words identify, or an error message.

    An option's whole name wins over words of names, and those over words of titles and of an element's fields.

    Args:
        options: The options.
        words: Words of one of them, in any order, with or without its punctuation.
        optional: Whether none may be answered.
        allow_partial: Whether beginnings of words and parts of titles count, if nothing better fits: for
            interactive input, not for files.

    Returns:
        Its index (-1 for none), or a short error message.
    """
    typed_words = [*words]
    lower_words = [word.lower() for word in typed_words]
    if lower_words == ["none"] and optional:
        return NO_OPTION
    matches = matching_options(options, lower_words, allow_partial=allow_partial)
    if len(matches) == 1:
        return matches[0]
    return sentences.option_mismatch(" ".join(typed_words), len(matches))


def unit_words(words: Sequence[str], unit: int) -> list[str]:
    """Return the words that name the unit in which a number lies, ``["7000"]`` for 7204; other words as they are."""
    try:
        return [str(int("".join(words)) // unit * unit)]
    except ValueError:
        return [*words]


def find_drawn_member(members: Sequence[Option], words: Sequence[str], *, allow_partial: bool = False) -> int | str:
    """Return the index of the one drawable member that typed words identify, the first of equals; or an error message.

    Returns:
        Its index, or a short error message.
    """
    matches = matching_options(members, words, allow_partial=allow_partial)
    if len({members[index].name.partition(" #")[0] for index in matches}) == 1:
        return matches[0]
    whole = " ".join(words)
    return sentences.drawn_member_mismatch(whole, len(matches))


def matching_options(options: Sequence[Option], words: Iterable[str], *, allow_partial: bool) -> list[int]:
    """List the indices of the options that typed words match best; see :func:`find_option`."""
    whole = " ".join(words).lower()
    wanted_words = words_of(whole)
    tiers: list[Callable[[Option], bool]] = [
        lambda option: option.name.lower() == whole,
        lambda option: words_of(option.name) >= wanted_words,
        lambda option: words_of(option.name) | option.words >= wanted_words,
    ]
    if allow_partial:
        tiers += [
            lambda option: all(is_prefix_of_any(word, words_of(option.name) | option.words) for word in wanted_words),
            lambda option: whole in option.title.lower() and not whole.isdecimal(),
        ]
    for fits in tiers if wanted_words else ():
        matches = [index for index, option in enumerate(options) if fits(option)]
        if matches:
            return matches
    return []


def is_prefix_of_any(prefix: str, words: Iterable[str]) -> bool:
    """Whether any of the words begins with ``prefix``; a prefix of digits must equal the whole word."""
    return any(word == prefix if prefix.isdecimal() else word.startswith(prefix) for word in words)


def answer_names(options: Sequence[Option], optional: bool) -> list[str]:
    """List the names of a choice's options, and ``none`` if that is allowed (``optional``)."""
    return [option.name for option in options] + ["none"] * optional


def render_answers(options: Sequence[Option], optional: bool) -> str:
    """Render the names of a choice's possible answers for a message: ``hold, drop, none``."""
    return ", ".join(answer_names(options, optional))


def person_policy(describer: Describer, reply: Callable[[Question], int]) -> Ask:
    """Make a policy that asks a person: ``reply`` gets a question, and returns an option's index or -1 for none."""

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: make the question of a choice, and return the index that the person replies."""
        return reply(make_question(describer, site, options, score, values))

    return ask
