"""Recognition of misspelt words of the language, and of missing or reserved names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from attrs import evolve

from bombsight.dsl.failure import CHARACTER, Failure, can_read_with
from bombsight.dsl.listing import join_names
from bombsight.dsl.other_words import OTHER
from bombsight.dsl.recognise.changes import Change
from bombsight.dsl.recognise.characters import recognise_character
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.recognise.signs import recognise_sign
from bombsight.dsl.suggestions import allowed_slips, edit_distance, find_resembling
from bombsight.dsl.words import (
    NEAR,
    describe_expected,
    former_words,
    item_words,
    language_words,
    spellings,
    value_words,
)

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
HYPHENED = re.compile(r"(?<![\w-])[A-Za-z]\w*-[0-9]\w*(?![\w-])")
HEADINGS = frozenset(("section", "part", "heading", "header", "title", "group", "topic"))
"""Words by which other languages begin a `chapter`."""

FOREIGN_WORDS = {"print": "say", "echo": "say", "log": "say", "message": "say", "foreach": "for each"}
"""Words of other languages that begin a statement, and their translation."""

PICTURES = frozenset(("picture", "map", "diagram", "display", "view", "panel", "drawing", "sketch"))
"""Words by which other languages begin a `board`."""

FOREIGN_ITEM_WORDS = {
    "define": frozenset(("const", "constant", "val")),
    "procedure": frozenset(("function", "func", "def", "fn", "sub", "proc", "method", "routine")),
    "record": frozenset(("class", "struct")),
    "chapter": HEADINGS,
    "board": PICTURES,
}
"""For words that begin an item, the words of other languages."""

FOREIGN_TALLY = re.compile(
    r"(count|counter|stat|statistic|metric|measure|score|result|outcome) +\w+ *([\":=(]|$)", re.IGNORECASE
)
"""Matches the beginning of a `tally` as other languages might write it."""

CONDITION = re.compile(r"\s*(if|else if|while)\b|.*\b(when|where)\b")
"""Matches the beginning of a line with a condition."""

TALLY = 'What is counted of many runs is a tally: `tally lost "Ships lost" bad: 0..3 = lost`.'

COMMENT = re.compile(r"//|/\*|--")
"""Matches the beginning of a comment in other languages."""

SEVERAL = (re.compile(r"[A-Za-z]+( +[A-Za-z]+){2}"), re.compile(r"[A-Za-z]+ +[A-Za-z]+"))
"""Match phrases that may be a slip for two words of the language: `lead to`, `leads on to`."""


def not_an_item_finding(failure: Failure) -> Finding:
    """The finding for text in column 0 that begins no item."""
    found = WORD.match(failure.text)
    word = found[0] if found else ""
    end = found.end() if found else 1
    if word.lower() in item_words():
        return capitals_finding(word, 0)
    if re.match(FOREIGN_TALLY, failure.line):
        return Finding("E022", 0, end, message=f"`{word}` begins no item.", help=TALLY)
    close = find_near_items(word.lower())
    if word and close and word not in language_words():
        return Finding(
            "E022",
            0,
            end,
            message=f"`{word}` begins no item.",
            help=f"Did you mean {join_names((f'`{word}`' for word in close), 'or')}?",
        )
    if word and word not in language_words() and "_" not in word and re.match(r'\w+ +[\w-]+ *("|$)', failure.line):
        return Finding("E022", 0, end, message=f"`{word}` begins no item.")
    if not word and (failure.kind == CHARACTER or COMMENT.match(failure.text)):
        return recognise_sign(failure) or recognise_character(failure)
    return Finding("E016", 0, end)


def find_meant_item(text: str) -> tuple[str, str] | None:
    """The invalid first word of an item's text, and the keyword that is certainly meant; None if none is certain."""
    found = WORD.match(text)
    if found is None or found[0] in language_words():
        return None
    word = found[0]
    if word.lower() in item_words():
        return word, word.lower()
    close = find_near_items(word.lower())
    return (word, close[0]) if len(close) == 1 else None


def find_near_items(word: str) -> list[str]:
    """List the keywords of items for which a word may be a misspelling or the word of another language."""
    return item_word_for_foreign(word) or ([] if word in OTHER else find_resembling(word, sorted(item_words()), NEAR))


def item_word_for_foreign(word: str) -> list[str]:
    """The keyword of the item that a word such as ``func`` begins in other languages, as a list; empty if unknown."""
    return [item for item, others in FOREIGN_ITEM_WORDS.items() if word in others]


def recognise_near_word(failure: Failure) -> Finding | None:
    """Return the finding for a keyword that is misspelt or capitalized; None for another mistake."""
    known = {word for terminal in failure.accepts for word in spellings().get(terminal, ())}
    for start, word in suspect_words(failure):
        if word in language_words():
            continue
        if word.lower() in language_words() and can_read_lowercased(failure):
            return capitals_finding(word, start)
        right = FOREIGN_WORDS.get(word, "")
        if right and can_read_with(failure, start, start + len(word), right):
            return evolve(misspelling_finding(word, start, right), changes=(Change(start, start + len(word), right),))
        for right in find_near_words(word.lower(), known if start == failure.start else language_words()):
            if " " in word and not is_same_phrase(word.lower(), right):
                continue
            if can_read_with(failure, start, start + len(word), right):
                return misspelling_finding(word, start, right)
    return None


def find_near_words(word: str, known: Collection[str]) -> list[str]:
    """List the ``known`` keywords that a word may misspell, nearest first; empty for a real word of its own."""
    if word in OTHER:
        return []
    like = find_resembling(word, sorted(known), 0.5)
    return [right for right in like if " " in right or edit_distance(word, right) <= max(1, allowed_slips(len(right)))]


def is_same_phrase(words: str, right: str) -> bool:
    """Whether several words may misspell the phrase ``right``: the first words are similar, the last ones equal."""
    first, *_, last = words.split()
    begin, *behind = right.split()
    return behind[-1:] == [last] and bool(find_resembling(first, [begin]))


def suspect_words(failure: Failure) -> Iterator[tuple[int, str]]:
    """Yield offset and text of words that may be misspelt: where the parser stopped, before it, first on the line."""
    on_line = [(failure.line_start + found.start(), found[0]) for found in WORD.finditer(failure.line)]
    here = [(start, word) for start, word in on_line if start == failure.start]
    several = [(failure.start, found[0]) for words in SEVERAL if (found := words.match(failure.line_after))]
    before = [(start, word) for start, word in on_line if start < failure.start]
    yield from dict.fromkeys([*here, *several, *before[-1:], *before[:1]])


def can_read_lowercased(failure: Failure) -> bool:
    """Whether the line on which the parser stopped can be parsed with all its keywords in lower case."""

    def lowercase_keyword(match: re.Match[str]) -> str:
        """Callback of ``re.sub``: return a matched word in lower case if it is a keyword, else unchanged."""
        return match[0].lower() if match[0].lower() in former_words() else match[0]

    line = failure.text[failure.line_start : failure.line_end]
    return can_read_with(failure, failure.line_start, failure.line_end, WORD.sub(lowercase_keyword, line))


def recognise_reserved_name(failure: Failure) -> Finding | None:
    """Return the finding for a reserved word that is used as a name; None for another mistake."""
    before = [*WORD.finditer(failure.line, 0, failure.start - failure.line_start)]
    line = failure.text[failure.line_start : failure.line_end]
    for found in reversed(before[-2:]):  # the word behind may have been read as its name
        word = found[0]
        start = failure.line_start + found.start()
        renamed = re.sub(rf"\b{word}\b(?! *[(\"])", f"{word}_", line)
        if word in value_words() and (
            can_read_with(failure, start, start + len(word), f"{word}_")
            or can_read_with(failure, failure.line_start, failure.line_end, renamed)
        ):
            behind = failure.text[start + len(word) : failure.line_end].lstrip()
            if start + len(word) <= failure.start and behind[:1] in ("(", '"'):  # no plausible name
                message = f"`{word}` is a word of the language, and goes on otherwise."
                help = describe_expected(failure.accepts)
                return Finding(
                    "E090",
                    start,
                    start + len(word),
                    message=message,
                    note="not said so",
                    help=f"What could stand behind it: {help}." if help else "",
                )
            message = f"`{word}` is a word of the language and cannot be a name."
            return Finding("E090", start, start + len(word), message=message)
    return None


def recognise_hyphen(failure: Failure) -> Finding | None:
    """Return the finding for a hyphen in a name, such as ``post-3``, where no subtraction fits, or None."""
    for found in HYPHENED.finditer(failure.line):
        start, end = failure.line_start + found.start(), failure.line_start + found.end()
        name = found[0].replace("-", "_")
        if failure.start == start + found[0].index("-") and can_read_with(failure, start, end, name):
            help = f"A name has no hyphen, only the id of a table. Write `{found[0].replace('-', '')}` or `{name}`."
            return Finding("E025", failure.start, end, help=help)
    return None


def recognise_adjacent_names(failure: Failure) -> Finding | None:
    """Return the finding for two names side by side in a condition, between which something is missing, or None."""
    *_, before = [None, *WORD.finditer(failure.line, 0, failure.start - failure.line_start)]
    second = WORD.fullmatch(failure.word)
    if not second or not before or {before[0], second[0]} & language_words() or not CONDITION.match(failure.line):
        return None
    if failure.line[before.end() : failure.start - failure.line_start].strip():
        return None
    one, other = before[0], second[0]
    help = (
        f"Write a word or a sign between them: `{one} and {other}`, `{one} > {other}`. Of a field with several values "
        f"write `{one}[{other}]`, of a define with a parameter `{one}({other})`."
    )
    start = failure.line_start + before.start()
    return Finding(
        "E056", start, failure.end, message="Two names stand side by side.", note="nothing between", help=help
    )


def recognise_missing_name(failure: Failure) -> Finding | None:
    """Return the finding for a missing name, whose place a keyword took; None for another mistake."""
    *_, last = [None, *WORD.finditer(failure.line, 0, failure.start - failure.line_start)]
    if last is None or last[0] not in former_words():
        return None
    start = failure.line_start + last.start()
    result = failure.text.startswith("table") and failure.text[:start].rstrip().endswith(":")
    if not can_read_with(failure, start, start, "(x) " if result else "x "):
        return None
    return Finding("E041" if result else "E030", start, start + len(last[0]))


def capitals_finding(word: str, start: int) -> Finding:
    """Make the finding for a keyword with capital letters."""
    return Finding("E024", start, start + len(word), help=f"Write `{word.lower()}`.")


def misspelling_finding(word: str, start: int, right: str) -> Finding:
    """Make the finding for a misspelt keyword at an offset; ``right`` is the keyword that is meant."""
    return Finding(
        "E023",
        start,
        start + len(word),
        message=f"`{word}` is no word of the language.",
        note=f"`{right}` is meant",
        help=f"Write `{right}`.",
    )
