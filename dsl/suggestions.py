"""Names that are like one another: what a name that nothing has may be a slip for.

A slip is a letter too many, too few, wrong or changed with its neighbour; a name begun, or its words in another order;
or the title of what is meant. Of short names one letter makes another name, so how many slips are forgiven goes by
length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Sized
from difflib import get_close_matches
from functools import lru_cache
from heapq import nsmallest

from bombsight.boundary.budget import Budget
from bombsight.dsl.listing import MAX_LISTED, join_names

MAX_LISTED_WHOLE = 24
"""As many names are listed whole where none of them is like the one asked for."""

MAX_NAME_LENGTH = 60
"""What is longer than this is nobody's name: its end is not looked at."""

MAX_COMPARED = 60
"""So many names are compared letter by letter: those that have most letters in common with what was written."""

LARGE_COUNT = 1_000
"""Of more names only those are looked at at all."""

COMPARISON_COST = 1_000
"""What it costs to find the nearest of names, as names looked at."""

CLOSE_LOOK_COST = 5
"""What it costs where all of them are looked at closely."""

CLEAR_LENGTH = 4
"""A word of so many letters is the same with one too many, too few or misplaced; a longer one with a wrong one."""

MIN_PREFIX_LENGTH = 3
"""So many letters at least are a name begun."""

WORDS = re.compile(r"[^\W_]+")


Names = Mapping[str, object] | Iterable[str]
"""Names that there are; of a mapping the keys, and what is a text there is the title of what they name."""


def charge_comparison(budget: Budget, known: Sized) -> bool:
    """Count a comparison with names; whether there may be so many. After many mistakes no names are proposed."""
    if budget.remaining:
        budget.spent += COMPARISON_COST + (len(known) if len(known) > LARGE_COUNT else CLOSE_LOOK_COST * len(known))
    return budget.remaining > 0


def find_likely_names(word: str, names: Names) -> list[str]:
    """The names that ``word`` could be a slip for, the nearest first, three at most.

    Args:
        word: What was written.
        names: The names there are, perhaps with their titles, which may have been meant.
    """
    titles = names.items() if isinstance(names, Mapping) else ((name, "") for name in names)
    written = normalize_name(word)
    if not written:
        return []
    known = [(name, title if isinstance(title, str) else "") for name, title in titles]
    close = set(nsmallest(MAX_COMPARED, range(len(known)), key=lambda at: letter_difference(written, *known[at])))
    found: dict[str, float] = {}
    for at, (name, title) in enumerate(known):
        if len(known) > LARGE_COUNT and at not in close:
            continue
        far = slip_distance(written, name, title, at in close)
        if far is not None:
            found.setdefault(name, far)
    nearest = nsmallest(MAX_COMPARED, found, key=found.__getitem__)
    most = found[nearest[0]] + 1 if nearest else 0
    alike = [name for name in nearest if found[name] <= most]
    return nsmallest(
        3, alike, key=lambda name: (found[name], edit_distance(word[:MAX_NAME_LENGTH], name[:MAX_NAME_LENGTH]))
    )


def letter_difference(written: str, name: str, title: str) -> int:
    """How many letters a name or its title has that were not written, and the other way round: soon told."""
    known = normalize_name(name)
    far = (letter_bits(written) ^ letter_bits(known)).bit_count() + abs(len(written) - len(known))
    return min(far, letter_difference(written, title, "")) if title else far


@lru_cache(20_000)
def letter_bits(name: str) -> int:
    """The letters of a name as bits; of those that are no ASCII several may have the same."""
    bits = 0
    for letter in name:
        bits |= 1 << (ord(letter) % 256)
    return bits


def slip_distance(written: str, name: str, title: str, close: bool = True) -> float | None:
    """How far a name is from what was written, in slips; None where it is another name.

    Args:
        written: What was written, plain.
        name: A name.
        title: The title of what it names; may be empty.
        close: Whether to look for single letters that differ, which takes longest.
    """
    known = normalize_name(name)
    if written == known:
        return 0
    allowed = allowed_slips(max(len(written), len(known)))
    if close and abs(len(written) - len(known)) <= allowed:
        slips = edit_distance(written, known, allowed)
        if slips <= allowed:
            return slips
    most = max(1, allowed_slips(len(written))) - 1
    if title and (close or most == 0) and edit_distance(written, normalize_name(title), most) <= most:
        return 0.5 if written == normalize_name(title) else 1
    said, parts = set(written.split("_")), {*known.split("_"), *normalize_name(title).split("_")}
    if said <= parts and max(map(len, said)) > MIN_PREFIX_LENGTH:
        return 1.5
    begun, whole = sorted((written, known), key=len)
    if len(begun) < MIN_PREFIX_LENGTH or not whole.startswith(begun):
        return None
    return 2 if begun == written else 2.5  # more words were written than the name has


@lru_cache(20_000)
def normalize_name(name: str) -> str:
    """A name as it is compared: its words in small letters, with an underscore between."""
    return "_".join(WORDS.findall(name[:MAX_NAME_LENGTH].lower()))


def allowed_slips(length: int) -> int:
    """How many slips a name of so many letters may hold: of 3 letters one, of 6 two, of 9 three."""
    return min(3, length // 3)


def edit_distance(left: str, right: str, limit: int = MAX_NAME_LENGTH) -> int:
    """The letters to put in, take out, replace or change with their neighbours to make one text the other.

    Args:
        left: The one text.
        right: The other.
        limit: How many are of interest. What takes more may be told to take any number above.
    """
    if abs(len(left) - len(right)) > limit or (letter_bits(left) ^ letter_bits(right)).bit_count() > 2 * limit:
        return limit + 1  # an edit brings one letter at most and takes one
    begin, end, shorter = 0, 0, min(len(left), len(right))
    while begin < shorter and left[begin] == right[begin]:
        begin += 1
    while end < shorter - begin and left[-1 - end] == right[-1 - end]:
        end += 1
    left, right = left[begin : len(left) - end], right[begin : len(right) - end]
    before: list[int] = []
    above: list[int] = [*range(len(right) + 1)]
    for row, letter in enumerate(left, start=1):
        line = [row]
        for column, wanted in enumerate(right, start=1):
            cost = min(above[column] + 1, line[-1] + 1, above[column - 1] + (letter != wanted))
            if row > 1 and column > 1 and letter == right[column - 2] and wanted == left[row - 2]:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > limit and min(above) > limit:
            return limit + 1
        before, above = above, line
    return above[-1]


class Hint(str):
    """A sentence on near names that knows which one is meant, where that is certain.

    Attributes:
        word: What was written.
        name: What is meant; empty where it is not certain.
        known: What there is, each perhaps with its title.
        close: Those of them that are like the word, the nearest first.
    """

    __slots__ = ("close", "known", "name", "word")
    close: tuple[str, ...]
    word: str
    name: str
    known: Mapping[str, str]


def make_hint(text: str, word: str, known: Names, close: Sequence[str] | None = None) -> Hint:
    """A sentence on the names that are like one that nothing has.

    Args:
        text: The sentence.
        word: What was written.
        known: The names there are.
        close: Those of them that are like it, where they are known.
    """
    hint = Hint(text)
    hint.close = tuple(find_likely_names(word, known) if close is None else close)
    hint.word, hint.name = word, certain_name(word, known, hint.close)
    titles = known.items() if isinstance(known, Mapping) else ((name, "") for name in known)
    hint.known = {name: title if isinstance(title, str) else "" for name, title in titles}
    return hint


def make_certain_hint(text: str, word: str, name: str) -> Hint:
    """A sentence that says what a word stands for, whatever names there are."""
    hint = Hint(text)
    hint.word, hint.name, hint.known, hint.close = word, name, {}, ()
    return hint


def certain_name(word: str, known: Names, close: Sequence[str] | None = None) -> str:
    """The one name that is meant; empty where it is none or another may be.

    A slip changes one word of a name and makes no other word of it: no number, no plural, no ``post`` of ``port``.
    What differs in its capital letters alone is meant, however short it is.

    Args:
        word: What was written.
        known: The names there are.
        close: Those of them that are like it.
    """
    cased = [name for name in dict.fromkeys(known) if name.lower() == word.lower()]
    if len(cased) == 1 and cased[0] != word:
        return cased[0]
    if len(find_likely_names(word, known) if close is None else close) > 1:
        return ""
    alike = [name for name in dict.fromkeys(known) if abs(len(name) - len(word)) < 2]
    meant = [name for name in alike if edit_distance(word[: MAX_NAME_LENGTH + 1], name[: MAX_NAME_LENGTH + 1], 1) == 1]
    if len(meant) != 1:
        return ""
    written, right = word.split("_"), meant[0].split("_")
    slips = [pair for pair in zip(written, right, strict=False) if pair[0] != pair[1]]
    return meant[0] if len(written) == len(right) and len(slips) == 1 and is_same_word(*slips[0]) else ""


def is_same_word(written: str, right: str) -> bool:
    """Whether a word with one slip in it can be no other word."""
    shorter, longer = sorted((written, right), key=len)
    replaced = len(shorter) == len(longer) and sorted(shorter) != sorted(longer)
    digits = re.sub("[^0-9]", "", shorter) != re.sub("[^0-9]", "", longer)
    return len(longer) >= (CLEAR_LENGTH + 1 if replaced else CLEAR_LENGTH) and not digits and longer != shorter + "s"


def describe_near_names(word: str, known: Names, lead: str = "There are", kind: str = "", ending: str = "") -> str:
    """What may be meant by a name that nothing has, in a sentence or two: near names, and what there is.

    Args:
        word: What was written.
        known: The names there are, perhaps each with its title.
        lead: How the sentence begins that lists them: `It has`, where something has them.
        kind: What `bombsight show GAME --kind` calls them; empty where it does not list them.
        ending: What else can be done; said where no name is like the word.

    Returns:
        Empty where there are too many to be listed, none is like the word, and nothing else can be done.
    """
    known = known if isinstance(known, Mapping) else [*known]
    close = find_likely_names(word, known)
    like = render_question(word, close, known)
    names = [*dict.fromkeys(known)]
    if like and len(names) <= len(close):
        return make_hint(like, word, known, close)
    parts = [
        like,
        describe_existing_names(names, lead, kind, MAX_LISTED if like else MAX_LISTED_WHOLE),
        "" if like else ending,
    ]
    return make_hint(" ".join(part for part in parts if part), word, known, close)


def suggest_name(word: str, known: Names) -> str:
    """The names that are like one that nothing has, as a question; empty where none is."""
    close = find_likely_names(word, known)
    return make_hint(render_question(word, close, known), word, known, close)


def render_question(word: str, close: Sequence[str], known: Names) -> str:
    """A question after the names that are like a word; empty where there are none."""
    return f"Did you mean {join_names([render_name(word, name, known) for name in close], 'or')}?" if close else ""


def render_name(word: str, name: str, known: Names) -> str:
    """A name, with its title behind it where that was what was meant: ``B-5 "Area damage"``."""
    title = known[name] if isinstance(known, Mapping) else ""
    return name if not title or slip_distance(normalize_name(word), name, "") is not None else f'{name} "{title}"'


def describe_existing_names(names: Sequence[str], lead: str, kind: str, max_names: int) -> str:
    """A sentence on what there is; empty where it is more than ``most`` and no command lists it."""
    if not names:
        return f"{lead} none."
    if len(names) == 1:
        return f"{re.sub(r'^There are$', 'There is', lead)} only {names[0]}."
    if len(names) <= max_names:
        return f"{lead} {join_names(names, max_names=max_names)}."
    return (
        f"{lead} {len(names):,}: `bombsight show GAME --kind {kind}` lists them."
        if kind and max_names == MAX_LISTED_WHOLE
        else ""
    )


def find_resembling(word: str, candidates: Iterable[str], likeness: float = 0.6) -> list[str]:
    """Words with many letters in common, the nearest first, three at most: a guess, to be tried.

    Args:
        word: What was written.
        candidates: What it may stand for.
        likeness: How near that must be: 1 is the same, 0 has no letter in common.
    """
    return get_close_matches(word, [*dict.fromkeys(candidates)], n=3, cutoff=likeness)
