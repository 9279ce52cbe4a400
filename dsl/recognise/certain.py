"""The mends of slips that are certain: whoever knows the language would write just this.

A slip says what is wrong; here stands, for those where nothing is left to decide, what to write instead. A mend is
tried before it is offered: with it the line can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token, Tree

from bombsight.dsl.failure import Failure, attempt, mends
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.recognise import foreign
from bombsight.dsl.recognise.changes import Change, Changes, changed
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.recognise.mends import MENDS
from bombsight.dsl.recognise.nearness import elsewhere, items_meant
from bombsight.dsl.recognise.ways import Way, readable, replaced
from bombsight.dsl.suggestions import edits
from bombsight.dsl.words import former_words, spellings, words

LONGEST = 1_000
"""Nobody knows what is meant by a line of more characters."""


def certain(failed: Failure, found: Finding) -> tuple[Change, ...]:
    """What mends a slip; nothing where that is not certain.

    Args:
        failed: Where reading the item stopped.
        found: The slip.
    """
    if failed.line_end - failed.line_start > LONGEST:
        return ()
    for changes in WAYS.get(found.code, nothing)(failed, found):
        if changes and readable(failed, changes):
            return tuple(changes)
    return ()


def nothing(failed: Failure, found: Finding) -> Iterator[Changes]:
    """No mend is certain."""
    yield from ()


def near_word(failed: Failure, found: Finding) -> Iterator[Changes]:
    """The word of the language that a word is but for one slip, where no other would do."""
    word = failed.text[found.start : found.end]
    known = words() | {each for terminal in failed.accepts for each in spellings().get(terminal, ())}
    near = [right for right in sorted(known) if edits(word.lower(), right) == 1]
    fitting = [right for right in near if mends(failed, found.start, found.end, right)]
    if len(fitting) == 1:
        yield [Change(found.start, found.end, fitting[0])]


def near_item(failed: Failure, found: Finding) -> Iterator[Changes]:
    """The word that begins an item, where what stands there is nearly that, and no other."""
    word = failed.text[found.start : found.end].lower()
    near = elsewhere(word) or [right for right in items_meant(word) if edits(word, right) == 1]
    if len(near) == 1:
        yield [Change(found.start, found.end, near[0])]


def in_small_letters(failed: Failure, found: Finding) -> Iterator[Changes]:
    """The words of the language on the line in small letters."""
    yield [
        Change(failed.line_start + word.start(), failed.line_start + word.end(), word[0].lower())
        for word in re.finditer(r"[A-Za-z_]\w*", failed.line)
        if word[0] != word[0].lower() and word[0].lower() in former_words()
    ]


UNQUOTED = re.compile(r"[A-Za-z0-9][\w ,.'-]*(?<=[\w.])")
BEHIND_TEXT = re.compile(r"\b(cite|by|for|when|unless|good|bad|grave|prefer)\b|\s-")
"""What may stand behind a text, so that nobody can say where it should have ended."""


def quoted(failed: Failure, found: Finding) -> Iterator[Changes]:
    """The rest of a line in double quotes."""
    rest = failed.line[found.start - failed.line_start :].rstrip()
    if UNQUOTED.fullmatch(rest) and not BEHIND_TEXT.search(rest):
        yield [Change(found.start, found.start, '"'), Change(found.start + len(rest), found.start + len(rest), '"')]


def mended(failed: Failure, found: Finding) -> Iterator[Changes]:
    """What the slip is recognised by: the change with which the line can be read."""
    code_end = failed.line_start + len(failed.line.rstrip())
    for mend in MENDS:
        if mend.code == found.code and re.match(mend.line, failed.line) and {mend.needs} <= failed.accepts | {""}:
            start = {"here": failed.start, "end": code_end, "begin": failed.line_start}[mend.where]
            over = re.compile(mend.over).match(failed.text, start, failed.line_end)
            if over and not (mend.code == "E040" and is_amid_word(failed.text, *over.span())):
                change = tidy(failed, *over.span(), mend.put)
                yield [change]
                yield from (
                    [change, *(sign for sign in signs if sign.start >= change.end)]
                    for signs in find_further_signs(failed, found)
                )


def is_amid_word(text: str, start: int, end: int) -> bool:
    """Whether nothing stands at a place but a word goes on there, as `2d6` does behind its number."""
    return start == end and text[start - 1].isalnum() and text[start].isalnum()


KEY_AND_RESULT = re.compile(r"\s*(?:\.\.)?\d+(?:\.\.\d*)?(?P<sign> ?, ?)[A-Za-z]\w*\s*$")


def put_colon(failed: Failure, found: Finding) -> Iterator[Changes]:
    """The first key of a row and what it gives, with a colon between them in the place of a comma."""
    line = failed.text[failed.text.rfind("\n", 0, found.start) + 1 : found.end]
    row = KEY_AND_RESULT.match(line)
    if row:
        start = found.end - len(line)
        yield [Change(start + row.start("sign"), start + row.end("sign"), ": ")]


def find_further_signs(failed: Failure, found: Finding) -> list[Changes]:
    """The signs of other languages further on in a line, if there are any, written as words."""
    return [signs for signs in foreign.in_words(failed, found) if signs]


def not_equal(failed: Failure, found: Finding) -> Iterator[Changes]:
    """Unequal in words, be it a sign or a `not` alone."""
    yield from foreign.in_words(failed, found)
    yield from mended(failed, found)


def tidy(failed: Failure, start: int, end: int, put: str) -> Change:
    """A word or sign in its place, parted from what stands beside it, and by no more than is there already."""
    text, word = failed.text, put.strip()
    before = len(text[:start].rstrip(" "))  # where the gap before it begins
    if not word:  # a line of its own, two spaces deeper
        indent = len(failed.line) - len(failed.line.lstrip(" "))
        return Change(before, end, "\n" + " " * (indent + 2))
    if start == failed.line_start:
        start = end = start + len(failed.line) - len(failed.line.lstrip(" "))
    behind = text[end : end + 1]
    if word == ":":
        parted = before < start == end or behind.isspace()
        return Change(before, before if start == end else end, word if parted else word + " ")
    left = "" if before < start else " "
    return Change(start, end, left + word + ("" if behind.isspace() or not behind else " "))


LIMIT = re.compile(r"\s(?P<limit>(?:(?:at\s+most|at|most|max|up\s+to)\s+)?(?P<number>\d+)(?:\s+times)?)\s*$")
LIMITS = (
    (r".*\blist\s+of\b", "at most {}"),
    (r"\s*repeat\b", "{} times"),
    (r"\s*procedure\b(?!.*times)", "at most {} deep"),
    (r".*\bagain\b|\s*while\b.*\s(at|most|max|to)\s", "at most {} times"),
)
"""How a limit is written, by what the line looks like."""


def limited(failed: Failure, found: Finding) -> Iterator[Changes]:
    """A limit as the line wants it."""
    limit = LIMIT.search(failed.line)
    put = next((put for line, put in LIMITS if re.match(line, failed.line)), None)
    if limit and put:
        yield replaced(failed, limit, {"limit": put.format(limit["number"])})


MEMBERS = re.compile(r"\s*for\s+(?P<each>(?:(?:each|every|all)\s+)?)\w+\s+(?P<of>in|from|of)\s+(?=[A-Za-z{])")
NUMBERS = re.compile(r"\s*for\s+(?P<each>(?:each\s+)?)\w+\s+(?P<of>in|from|=)\s+[\w.]+(?P<to>\s+to\s+)[\w.]+\s*$")


def loops(failed: Failure, found: Finding) -> Iterator[Changes]:
    """A loop through members, or one through numbers."""
    numbers = NUMBERS.match(failed.line)
    members = MEMBERS.match(failed.line)
    if numbers:
        wanted = {"each": "", "of": "in", "to": ".."}
        yield replaced(failed, numbers, wanted)
    elif members:
        yield replaced(failed, members, {"each": "each ", "of": "in"})


SCENE = re.compile(r"\s*(?:given|leave\s+out)\b.*?\s(?P<is>is)\s")
UNCHANGED = re.compile(r"\s*expect\s+(?P<all>nothing\b.*\bchange\w*)\s*$")


def scene(failed: Failure, found: Finding) -> Iterator[Changes]:
    """What is so before the call."""
    line = SCENE.match(failed.line)
    if line:
        yield replaced(failed, line, {"is": "="})


def unchanged(failed: Failure, found: Finding) -> Iterator[Changes]:
    """That nothing else has changed."""
    line = UNCHANGED.match(failed.line)
    if line:
        yield replaced(failed, line, {"all": "nothing else changed"})


HYPHENED = re.compile(
    r"\b(game|option|enum|record|state|define|tally|board|procedure|reroll|errata|variant|house|do)\s+"
    r"(?P<name>[A-Za-z]\w*(?:-[A-Za-z]\w*)+)"
)


def underscored(failed: Failure, found: Finding) -> Iterator[Changes]:
    """A name with underscores, where no sum could be meant."""
    named = HYPHENED.search(failed.line)
    if named:
        yield replaced(failed, named, {"name": named["name"].replace("-", "_")})


def closed(failed: Failure, found: Finding) -> Iterator[Changes]:
    """A text that is closed where its line ends, if nothing on it could stand behind a text."""
    end = failed.text.find("\n", found.start)
    rest = failed.text[found.start : end].rstrip()
    if "#" not in rest and '"' not in rest[1:] and len(rest) > 1 and not BEHIND_TEXT.search(rest):
        yield [Change(found.start + len(rest), found.start + len(rest), '"')]


def unended(failed: Failure, found: Finding) -> Iterator[Changes]:
    """A line without the sign that ends it elsewhere."""
    if failed.text[found.start : failed.line_end].strip() == ";":
        yield [Change(found.start, found.start + 1, "")]


AMOUNT = re.compile(
    r"\s*(?P<sign>[+-])(?:(?P<gap> +)(?:\d+ +[A-Za-z]|\()|(?P<value>[A-Za-z]\w*(?:\.\w+|\[[^\]]*\])*) )"
)


def signed(failed: Failure, found: Finding) -> Iterator[Changes]:
    """The amount of a modifier behind its sign: a number at once, a value in brackets."""
    amount = AMOUNT.match(failed.line)
    if amount and amount["gap"]:
        yield replaced(failed, amount, {"gap": ""})
    elif amount:
        yield replaced(failed, amount, {"value": f"({amount['value']})"})


WAYS: dict[str, Way] = {
    "E005": unended,
    "E006": foreign.straight,
    "E007": closed,
    "E009": foreign.commented,
    "E018": mended,
    "E019": foreign.opened,
    "E022": near_item,
    "E023": near_word,
    "E024": in_small_letters,
    "E025": underscored,
    "E027": quoted,
    "E028": foreign.else_if,
    "E031": foreign.in_words,
    "E032": foreign.in_words,
    "E033": not_equal,
    "E034": foreign.in_words,
    "E035": foreign.within,
    "E036": foreign.two_dots,
    "E038": foreign.dice,
    "E039": foreign.assigned,
    "E040": mended,
    "E041": put_colon,
    "E043": mended,
    "E044": signed,
    "E045": mended,
    "E046": mended,
    "E047": mended,
    "E048": limited,
    "E049": loops,
    "E064": mended,
    "E066": scene,
    "E068": unchanged,
    "E078": mended,
    "E079": mended,
}
"""How each slip is mended whose mend is certain."""


# --- tabs, with which an item may be whole

TAB = re.compile(TEXT_OR_COMMENT.pattern + r"|(?<![ \t])(?P<tabs>[ ]*+\t[ \t]*+)(?!\r*(?:\n|$))")


def without_tabs(text: str) -> tuple[Change, ...]:
    """Spaces for the tabs of an item, where it is read alike with them, or can be read in one way alone."""
    if max(map(len, text.split("\n"))) > LONGEST:
        return ()
    was = attempt(text)
    spaced = [with_spaces(text, width) for width in WIDTHS]
    read = [attempt(changed(text, changes)) for changes in spaced]
    whole = [changes for changes, now in zip(spaced, read, strict=True) if isinstance(now, Tree)]
    if isinstance(was, Failure) and whole:
        trees = [now for now in read if isinstance(now, Tree)]
        return tuple(whole[0]) if all(now == trees[0] for now in trees) else ()
    if isinstance(was, Failure):  # for something else
        return tuple(spaced[0]) if same(was, read[0]) and not OUTWARD.search(text) else ()
    return next((tuple(changes) for changes, now in zip(spaced, read, strict=True) if same(was, now)), ())


OUTWARD = re.compile(r"^ {4}[^\n]*\n+\t(?!\t)", re.MULTILINE)
"""A tab below a line that stands deeper than two spaces: does it go on with that, or leave it?"""

WIDTHS = (2, 4)
"""How many columns a tab may have been meant for."""


def with_spaces(text: str, width: int) -> Changes:
    """Spaces for each tab, so many where a line begins, else one."""
    changes = []
    for found in TAB.finditer(text):
        if found["tabs"]:
            begins = not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
            put = found["tabs"].replace("\t", " " * width) if begins else " "
            changes.append(Change(*found.span("tabs"), put))
    return changes


def same(was: Tree[Token] | Failure, now: Tree[Token] | Failure) -> bool:
    """Whether two texts are read alike, or as far as each other."""
    if isinstance(was, Failure) and isinstance(now, Failure):
        return (was.kind, was.word, was.line.split()) == (now.kind, now.word, now.line.split())
    return was == now
