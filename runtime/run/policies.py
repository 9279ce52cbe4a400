"""Who answers: policies, all behind one call.

A policy is ``ask(site, options, score, values) -> index``, exactly what the lowered code calls: the index of an
option, or -1 for none. The rules cannot tell which policy answers.
"""

from __future__ import annotations

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
"""The index that stands for none."""

KEEP_DICE = 0
"""The index that stands for keeping the dice, where it is offered to throw them again."""


class Pause(Exception):  # noqa: N818 - a wish, no error
    """Raised by a callback: leave what was asked open and stop here."""


@frozen
class Question:
    """A choice as a person sees it.

    Attributes:
        site: Its number.
        id: Its stable name.
        prompt: What is asked.
        by: Who chooses; ``player`` unless the rules name another.
        seat: Which of the players that is, by the stable name of his value; empty where one plays alone.
        options: What there is to choose.
        optional: Whether none may be answered.
        offer: Whether it is a standing offer to throw dice again.
        preferred: The index that the autopilot would answer.
        origin: Where it stands in the rules. Its standing is how well it is known what is asked and offered; empty
            where that is as printed.
        remarks: What decides, as the rules declare it beside the whole question, line by line.
        routine: Whether the rules call the autopilot's answer the one sensible one, as things stand. Of a standing
            offer they only say so of keeping the dice.
        numbers: The options as the rules know them.
        told: The values that are told with them.
        together: What questions that follow one another are asked as one under; empty for one that stands alone.
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
    numbers: tuple[int, ...] = field(default=(), repr=False)
    told: tuple[int, ...] = field(default=(), repr=False)

    @property
    def is_grave(self) -> bool:
        """Whether an answer to it is grave."""
        return any(option.grave for option in self.options)


# --- policies


def preferred_index(options: Sequence[int], score: Score, optional: bool) -> int:
    """The option with the highest score, the first of equals; none only where every score is below 0."""
    if score is None:
        return 0
    scores = [*map(score, options)]
    best = max(scores)
    return NO_OPTION if optional and best < 0 else scores.index(best)


def optional_by_site(program: Program) -> list[bool]:
    """For each site whether it is a choice that may be answered with none."""
    return [isinstance(site, ChoiceSite) and site.optional for site in program.sites]


def autopilot_policy(program: Program) -> Ask:
    """The policy that follows the rules' own preferences."""
    optional = optional_by_site(program)

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        if score is None:  # what `prefer` does, without its call
            return 0
        scores = [*map(score, options)]
        best = max(scores)
        return NO_OPTION if best < 0 and optional[site] else scores.index(best)

    ask.preferred = True  # type: ignore[attr-defined]  # see runtime/machine.py
    return ask


def random_policy(program: Program, seed: int) -> tuple[Ask, Callable[[int], None]]:
    """A policy that chooses evenly, none included, from a stream of its own.

    Returns:
        The policy, and a call that starts it again with the dice's seed.
    """
    optional = optional_by_site(program)
    stream = SeededDice(choices_seed(seed))

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        count = len(options)
        index = stream.below(count + optional[site])
        return NO_OPTION if index == count else index

    return ask, lambda seed: stream.restart(choices_seed(seed))


def make_question(describer: Describer, number: int, options: Sequence[int], score: Score, values: Values) -> Question:
    """A choice for people.

    Args:
        describer: Of the program played.
        number: The number of the choice's site.
        options: The integers that can be chosen.
        score: What the rules' preferences say of an option, the higher the better; None where they have none.
        values: Works out what is told beside the options; called once.
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
        numbers=tuple(options),
        told=tuple(told_values),
        remarks=remarks_told.lines,
        routine=remarks_told.routine and not (site.offer and preferred != KEEP_DICE),
    )


def choice_site(program: Program, number: int) -> ChoiceSite:
    """The choice with this number."""
    site = program.sites[number]
    assert isinstance(site, ChoiceSite)
    return site


def answer_indices(count: int, optional: bool) -> tuple[int, ...]:
    """What may be answered where so many options are offered; none, where that is allowed, is the last."""
    return (*range(count), *[NO_OPTION] * optional)


# --- answers in words


def find_option(
    options: Sequence[Option], words: Iterable[str], optional: bool, *, allow_partial: bool = False
) -> int | str:
    """The one option that words point at.

    An option's whole name wins over words of names, and those over words of titles and of an element's fields.

    Args:
        options: What is offered.
        words: What points at one of them, in any order, with or without its punctuation.
        optional: Whether none may be answered.
        allow_partial: Whether beginnings of words and parts of titles will do, where nothing better fits: for what
            somebody types and sees taken, not for what is kept in a file.

    Returns:
        Its index (-1 for none), or what is wrong in a few words.
    """
    lower_words = [word.lower() for word in words]
    if lower_words == ["none"] and optional:
        return NO_OPTION
    matches = matching_options(options, lower_words, allow_partial=allow_partial)
    if len(matches) == 1:
        return matches[0]
    whole = " ".join(lower_words)
    return sentences.option_mismatch(whole, len(matches))


def find_drawn_member(members: Sequence[Option], words: Sequence[str], *, allow_partial: bool = False) -> int | str:
    """The one member that words point at, as :func:`find_option`; of several that are alike the first.

    Returns:
        Its index, or what is wrong in a few words.
    """
    matches = matching_options(members, words, allow_partial=allow_partial)
    if len({members[index].name.partition(" #")[0] for index in matches}) == 1:
        return matches[0]
    whole = " ".join(words)
    return sentences.drawn_member_mismatch(whole, len(matches))


def matching_options(options: Sequence[Option], words: Iterable[str], *, allow_partial: bool) -> list[int]:
    """The options that words point at best: see :func:`find_option`."""
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
    """Whether one of the words begins so; a number stands for itself alone."""
    return any(word == prefix if prefix.isdecimal() else word.startswith(prefix) for word in words)


def answer_names(options: Sequence[Option], optional: bool) -> list[str]:
    """The names of what may be answered."""
    return [option.name for option in options] + ["none"] * optional


def render_answers(options: Sequence[Option], optional: bool) -> str:
    """The same, for a message."""
    return ", ".join(answer_names(options, optional))


def person_policy(describer: Describer, reply: Callable[[Question], int]) -> Ask:
    """A policy that asks a person.

    Args:
        describer: Of the program played.
        reply: Called with the question; gives the index of an option, or -1 for none where that is allowed. It may
            raise :class:`Pause`.
    """

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        return reply(make_question(describer, site, options, score, values))

    return ask
