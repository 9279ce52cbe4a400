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
from bombsight.dsl.listing import MANY, listed

MOST = 24
"""As many names are listed whole where none of them is like the one asked for."""

LONGEST = 60
"""What is longer than this is nobody's name: its end is not looked at."""

CLOSE = 60
"""So many names are compared letter by letter: those that have most letters in common with what was written."""

CROWD = 1_000
"""Of more names only those are looked at at all."""

EACH = 1_000
"""What it costs to find the nearest of names, as names looked at."""

CLOSELY = 5
"""What it costs where all of them are looked at closely."""

CLEAR = 4
"""A word of so many letters is the same with one too many, too few or misplaced; a longer one with a wrong one."""

BEGUN = 3
"""So many letters at least are a name begun."""

WORDS = re.compile(r"[^\W_]+")


Names = Mapping[str, object] | Iterable[str]
"""Names that there are; of a mapping the keys, and what is a text there is the title of what they name."""


def may_compare(budget: Budget, known: Sized) -> bool:
    """Count a comparison with names; whether there may be so many. After many mistakes no names are proposed."""
    if budget.left:
        budget.spent += EACH + (len(known) if len(known) > CROWD else CLOSELY * len(known))
    return budget.left > 0


def likely(word: str, among: Names) -> list[str]:
    """The names that ``word`` could be a slip for, the nearest first, three at most.

    Args:
        word: What was written.
        among: The names there are, perhaps with their titles, which may have been meant.
    """
    titles = among.items() if isinstance(among, Mapping) else ((name, "") for name in among)
    written = plain(word)
    if not written:
        return []
    known = [(name, title if isinstance(title, str) else "") for name, title in titles]
    close = set(nsmallest(CLOSE, range(len(known)), key=lambda at: unlikeness(written, *known[at])))
    found: dict[str, float] = {}
    for at, (name, title) in enumerate(known):
        if len(known) > CROWD and at not in close:
            continue
        far = distance(written, name, title, at in close)
        if far is not None:
            found.setdefault(name, far)
    nearest = nsmallest(CLOSE, found, key=found.__getitem__)
    most = found[nearest[0]] + 1 if nearest else 0
    alike = [name for name in nearest if found[name] <= most]
    return nsmallest(3, alike, key=lambda name: (found[name], edits(word[:LONGEST], name[:LONGEST])))


def unlikeness(written: str, name: str, title: str) -> int:
    """How many letters a name or its title has that were not written, and the other way round: soon told."""
    known = plain(name)
    far = (letters(written) ^ letters(known)).bit_count() + abs(len(written) - len(known))
    return min(far, unlikeness(written, title, "")) if title else far


@lru_cache(20_000)
def letters(name: str) -> int:
    """The letters of a name as bits; of those that are no ASCII several may have the same."""
    bits = 0
    for letter in name:
        bits |= 1 << (ord(letter) % 256)
    return bits


def distance(written: str, name: str, title: str, close: bool = True) -> float | None:
    """How far a name is from what was written, in slips; None where it is another name.

    Args:
        written: What was written, plain.
        name: A name.
        title: The title of what it names; may be empty.
        close: Whether to look for single letters that differ, which takes longest.
    """
    known = plain(name)
    if written == known:
        return 0
    allowed = forgiven(max(len(written), len(known)))
    if close and abs(len(written) - len(known)) <= allowed:
        slips = edits(written, known, allowed)
        if slips <= allowed:
            return slips
    most = max(1, forgiven(len(written))) - 1
    if title and (close or most == 0) and edits(written, plain(title), most) <= most:
        return 0.5 if written == plain(title) else 1
    said, parts = set(written.split("_")), {*known.split("_"), *plain(title).split("_")}
    if said <= parts and max(map(len, said)) > BEGUN:
        return 1.5
    begun, whole = sorted((written, known), key=len)
    if len(begun) < BEGUN or not whole.startswith(begun):
        return None
    return 2 if begun == written else 2.5  # more words were written than the name has


@lru_cache(20_000)
def plain(name: str) -> str:
    """A name as it is compared: its words in small letters, with an underscore between."""
    return "_".join(WORDS.findall(name[:LONGEST].lower()))


def forgiven(length: int) -> int:
    """How many slips a name of so many letters may hold: of 3 letters one, of 6 two, of 9 three."""
    return min(3, length // 3)


def edits(one: str, other: str, most: int = LONGEST) -> int:
    """The letters to put in, take out, replace or change with their neighbours to make one text the other.

    Args:
        one: The one text.
        other: The other.
        most: How many are of interest. What takes more may be told to take any number above.
    """
    if abs(len(one) - len(other)) > most or (letters(one) ^ letters(other)).bit_count() > 2 * most:
        return most + 1  # an edit brings one letter at most and takes one
    begin, end, shorter = 0, 0, min(len(one), len(other))
    while begin < shorter and one[begin] == other[begin]:
        begin += 1
    while end < shorter - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    one, other = one[begin : len(one) - end], other[begin : len(other) - end]
    before: list[int] = []
    above: list[int] = [*range(len(other) + 1)]
    for row, letter in enumerate(one, start=1):
        line = [row]
        for column, wanted in enumerate(other, start=1):
            cost = min(above[column] + 1, line[-1] + 1, above[column - 1] + (letter != wanted))
            if row > 1 and column > 1 and letter == other[column - 2] and wanted == one[row - 2]:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > most and min(above) > most:
            return most + 1
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


def hinted(text: str, word: str, known: Names, close: Sequence[str] | None = None) -> Hint:
    """A sentence on the names that are like one that nothing has.

    Args:
        text: The sentence.
        word: What was written.
        known: The names there are.
        close: Those of them that are like it, where they are known.
    """
    hint = Hint(text)
    hint.close = tuple(likely(word, known) if close is None else close)
    hint.word, hint.name = word, certain(word, known, hint.close)
    titles = known.items() if isinstance(known, Mapping) else ((name, "") for name in known)
    hint.known = {name: title if isinstance(title, str) else "" for name, title in titles}
    return hint


def hint_of(text: str, word: str, name: str) -> Hint:
    """A sentence that says what a word stands for, whatever names there are."""
    hint = Hint(text)
    hint.word, hint.name, hint.known, hint.close = word, name, {}, ()
    return hint


def certain(word: str, known: Names, close: Sequence[str] | None = None) -> str:
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
    if len(likely(word, known) if close is None else close) > 1:
        return ""
    alike = [name for name in dict.fromkeys(known) if abs(len(name) - len(word)) < 2]
    meant = [name for name in alike if edits(word[: LONGEST + 1], name[: LONGEST + 1], 1) == 1]
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
    return len(longer) >= (CLEAR + 1 if replaced else CLEAR) and not digits and longer != shorter + "s"


def near(word: str, known: Names, has: str = "There are", kind: str = "", then: str = "") -> str:
    """What may be meant by a name that nothing has, in a sentence or two: near names, and what there is.

    Args:
        word: What was written.
        known: The names there are, perhaps each with its title.
        has: How the sentence begins that lists them: `It has`, where something has them.
        kind: What `bombsight show GAME --kind` calls them; empty where it does not list them.
        then: What else can be done; said where no name is like the word.

    Returns:
        Empty where there are too many to be listed, none is like the word, and nothing else can be done.
    """
    known = known if isinstance(known, Mapping) else [*known]
    close = likely(word, known)
    like = question(word, close, known)
    names = [*dict.fromkeys(known)]
    if like and len(names) <= len(close):
        return hinted(like, word, known, close)
    parts = [like, there_is(names, has, kind, MANY if like else MOST), "" if like else then]
    return hinted(" ".join(part for part in parts if part), word, known, close)


def meant(word: str, known: Names) -> str:
    """The names that are like one that nothing has, as a question; empty where none is."""
    close = likely(word, known)
    return hinted(question(word, close, known), word, known, close)


def question(word: str, close: Sequence[str], known: Names) -> str:
    """A question after the names that are like a word; empty where there are none."""
    return f"Did you mean {listed([shown(word, name, known) for name in close], 'or')}?" if close else ""


def shown(word: str, name: str, known: Names) -> str:
    """A name, with its title behind it where that was what was meant: ``B-5 "Area damage"``."""
    title = known[name] if isinstance(known, Mapping) else ""
    return name if not title or distance(plain(word), name, "") is not None else f'{name} "{title}"'


def there_is(names: Sequence[str], has: str, kind: str, most: int) -> str:
    """A sentence on what there is; empty where it is more than ``most`` and no command lists it."""
    if not names:
        return f"{has} none."
    if len(names) == 1:
        return f"{re.sub(r'^There are$', 'There is', has)} only {names[0]}."
    if len(names) <= most:
        return f"{has} {listed(names, most=most)}."
    return f"{has} {len(names):,}: `bombsight show GAME --kind {kind}` lists them." if kind and most == MOST else ""


def resembling(word: str, among: Iterable[str], likeness: float = 0.6) -> list[str]:
    """Words with many letters in common, the nearest first, three at most: a guess, to be tried.

    Args:
        word: What was written.
        among: What it may stand for.
        likeness: How near that must be: 1 is the same, 0 has no letter in common.
    """
    return get_close_matches(word, [*dict.fromkeys(among)], n=3, cutoff=likeness)
