"""Suggestions of similar names for an unknown one.

A slip is an added, missing, wrong or transposed letter; a prefix of a name, or its words in another order; or the title
of the thing. In short names one letter makes another name, so the number of slips allowed grows with the length.
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
"""The most names listed if none is similar."""

MAX_NAME_LENGTH = 60
"""The most characters of a name that are compared."""

MAX_COMPARED = 60
"""The most names compared letter by letter: those that share most letters with the word."""

LARGE_COUNT = 1_000
"""The number of names above which no others are compared at all."""

COMPARISON_COST = 1_000
"""The base cost of a search for similar names, in names examined."""

CLOSE_LOOK_COST = 5
"""The cost of each name in a search that compares all names fully."""

CLEAR_LENGTH = 4
"""The length from which a word with a letter added, missing or transposed is still the same word; with a wrong
letter,"""

MIN_PREFIX_LENGTH = 3
"""The fewest letters of a prefix of a name."""

WORDS = re.compile(r"[^\W_]+")


Names = Mapping[str, object] | Iterable[str]
"""The known names; in a mapping, the values that are texts are titles."""


def charge_comparison(budget: Budget, known: Sized) -> bool:
    """Charge a search among the ``known`` names to a budget of work; return whether the budget still allows it."""
    if budget.remaining:
        budget.spent += COMPARISON_COST + (len(known) if len(known) > LARGE_COUNT else CLOSE_LOOK_COST * len(known))
    return budget.remaining > 0


def find_likely_names(word: str, names: Names) -> list[str]:
    """List the names that an unknown word may misspell, nearest first, at most three."""
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
    """Estimate the distance of a word from a name or its title by the number of letters that only one of them has."""
    known = normalize_name(name)
    far = (letter_bits(written) ^ letter_bits(known)).bit_count() + abs(len(written) - len(known))
    return min(far, letter_difference(written, title, "")) if title else far


@lru_cache(20_000)
def letter_bits(name: str) -> int:
    """Return the set of a name's letters as a bit mask, a bit for each letter; letters beyond ASCII may collide."""
    bits = 0
    for letter in name:
        bits |= 1 << (ord(letter) % 256)
    return bits


def slip_distance(written: str, name: str, title: str, use_edit_distance: bool = True) -> float | None:
    """Count the typing mistakes between a word and a name or its title; None if the word is too different.

    Args:
        written: The word, normalized.
        name: A name.
        title: The title of the thing it names; may be empty.
        use_edit_distance: Whether to compute edit distances, which are slow.
    """
    known = normalize_name(name)
    if written == known:
        return 0
    allowed = allowed_slips(max(len(written), len(known)))
    if use_edit_distance and abs(len(written) - len(known)) <= allowed:
        slips = edit_distance(written, known, allowed)
        if slips <= allowed:
            return slips
    most = max(1, allowed_slips(len(written))) - 1
    if title and (use_edit_distance or most == 0) and edit_distance(written, normalize_name(title), most) <= most:
        return 0.5 if written == normalize_name(title) else 1
    said, parts = set(written.split("_")), {*known.split("_"), *normalize_name(title).split("_")}
    if said <= parts and max(map(len, said)) > MIN_PREFIX_LENGTH:
        return 1.5
    begun, whole = sorted((written, known), key=len)
    if len(begun) < MIN_PREFIX_LENGTH or not whole.startswith(begun):
        return None
    return 2 if begun == written else 2.5  # the word is longer than the name


@lru_cache(20_000)
def normalize_name(name: str) -> str:
    """Normalize a name for comparison: its words in lower case, joined by underscores."""
    return "_".join(WORDS.findall(name[:MAX_NAME_LENGTH].lower()))


def allowed_slips(length: int) -> int:
    """The number of typing mistakes allowed in a name by its length: one for 3 letters, two for 6, three for 9."""
    return min(3, length // 3)


def edit_distance(left: str, right: str, limit: int = MAX_NAME_LENGTH) -> int:
    """The Damerau-Levenshtein distance of two texts (insertions, deletions, substitutions, transpositions).

    Args:
        left: The one text.
        right: The other.
        limit: The largest distance of interest; a larger one may be returned as any number above the limit.
    """
    if abs(len(left) - len(right)) > limit or (letter_bits(left) ^ letter_bits(right)).bit_count() > 2 * limit:
        return limit + 1  # an edit adds at most one letter and removes one
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
    """A sentence on similar names, with the name that is certainly meant, if any.

    Attributes:
        word: The unknown word.
        name: The name that is meant; empty if that is uncertain.
        known: The known names, perhaps with their titles.
        close: The similar names, nearest first.
    """

    __slots__ = ("close", "known", "name", "word")
    close: tuple[str, ...]
    word: str
    name: str
    known: Mapping[str, str]


def make_hint(text: str, word: str, known: Names, similar: Sequence[str] | None = None) -> Hint:
    """Make a hint on an unknown word from a sentence; the hint also names the known name that is certainly meant.

    Args:
        text: The sentence.
        word: The unknown word.
        known: The known names.
        similar: The similar names, if they are computed already.
    """
    hint = Hint(text)
    hint.close = tuple(find_likely_names(word, known) if similar is None else similar)
    hint.word, hint.name = word, certain_name(word, known, hint.close)
    titles = known.items() if isinstance(known, Mapping) else ((name, "") for name in known)
    hint.known = {name: title if isinstance(title, str) else "" for name, title in titles}
    return hint


def make_certain_hint(text: str, word: str, name: str) -> Hint:
    """Make a hint from a sentence that says that an unknown word certainly means a name."""
    hint = Hint(text)
    hint.word, hint.name, hint.known, hint.close = word, name, {}, ()
    return hint


def certain_name(word: str, known: Names, similar: Sequence[str] | None = None) -> str:
    """Return the one of the ``known`` names that an unknown word certainly means; empty if no name is certain.

    A slip changes one word of a name and makes no other word of it: no number, no plural, no ``post`` of ``port``. A
    difference in capital letters alone is always a slip.
    """
    cased = [name for name in dict.fromkeys(known) if name.lower() == word.lower()]
    if len(cased) == 1 and cased[0] != word:
        return cased[0]
    if len(find_likely_names(word, known) if similar is None else similar) > 1:
        return ""
    alike = [name for name in dict.fromkeys(known) if abs(len(name) - len(word)) < 2]
    meant = [name for name in alike if edit_distance(word[: MAX_NAME_LENGTH + 1], name[: MAX_NAME_LENGTH + 1], 1) == 1]
    if len(meant) != 1:
        return ""
    written, right = word.split("_"), meant[0].split("_")
    slips = [pair for pair in zip(written, right, strict=False) if pair[0] != pair[1]]
    return meant[0] if len(written) == len(right) and len(slips) == 1 and is_same_word(*slips[0]) else ""


def is_same_word(written: str, right: str) -> bool:
    """Whether a misspelt word can only mean ``right``, and is no other word, number or plural."""
    shorter, longer = sorted((written, right), key=len)
    replaced = len(shorter) == len(longer) and sorted(shorter) != sorted(longer)
    digits = re.sub("[^0-9]", "", shorter) != re.sub("[^0-9]", "", longer)
    return len(longer) >= (CLEAR_LENGTH + 1 if replaced else CLEAR_LENGTH) and not digits and longer != shorter + "s"


def describe_near_names(word: str, known: Names, lead: str = "There are", kind: str = "", ending: str = "") -> str:
    """Return a hint on an unknown name: a question with similar names, and a sentence that lists the known ones.

    Args:
        word: The unknown word.
        known: The known names, perhaps each with its title.
        lead: The beginning of the sentence that lists the names: `It has`, if they are members of a thing.
        kind: Their kind in `bombsight show GAME --kind`; empty if it does not list them.
        ending: Another way out, stated if no name is similar.

    Returns:
        Empty if the names are too many to list, none is similar, and there is no other way out.
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
    """Return a question that proposes ``known`` names similar to a word: ``Did you mean ...?``; empty without any."""
    close = find_likely_names(word, known)
    return make_hint(render_question(word, close, known), word, known, close)


def render_question(word: str, similar: Sequence[str], known: Names) -> str:
    """Render names that are similar to a word as a question, ``Did you mean ...?``; empty without names."""
    return f"Did you mean {join_names([render_name(word, name, known) for name in similar], 'or')}?" if similar else ""


def render_name(word: str, name: str, known: Names) -> str:
    """Render a name, with its title if the title was meant: ``B-5 "Area damage"``."""
    title = known[name] if isinstance(known, Mapping) else ""
    return name if not title or slip_distance(normalize_name(word), name, "") is not None else f'{name} "{title}"'


def describe_existing_names(names: Sequence[str], lead: str, kind: str, max_names: int) -> str:
    """Return a sentence that lists the names, or the command that lists them; empty if too many, and no command does.

    Args:
        names: The names.
        lead: The beginning of the sentence.
        kind: Their kind in `bombsight show GAME --kind`; may be empty.
        max_names: The most names to list.
    """
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
    """List the candidates most similar to a word, at most three, with a ``likeness`` ratio (0 to 1) or more."""
    return get_close_matches(word, [*dict.fromkeys(candidates)], n=3, cutoff=likeness)
