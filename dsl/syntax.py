"""Syntax errors in a person's words.

Where an item cannot be read, its slip is looked for in this order: what can be seen in the plain text (tabs,
quotes, brackets), how lines are indented, signs of other languages, a word of the language that is nearly right,
an example that fails in the same way, and a word or sign whose absence explains everything. What is left is told by
what could have stood there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Literal

from attrs import evolve, frozen
from lark import Token, Tree, UnexpectedInput, UnexpectedToken

from dsl.diagnostic import Diagnostic, Label
from dsl.failure import CHARACTER, GLUED, MISALIGNED, Failure, attempt, mends
from dsl.pieces import Piece, mask, open_texts, unmatched
from dsl.slips import BY_CODE, CODES, SLIPS
from dsl.source import Source
from dsl.vocabulary import allowed, item_words, near, spellings, words

__all__ = ["CODES", "explain", "limits", "tab"]

DEEPEST = 100
"""How many rules of the grammar may stand within each other."""

LARGEST = 2**31 - 1

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@frozen
class Finding:
    """A slip and its place in the text of an item; texts replace those of the slip."""

    code: str
    start: int
    end: int
    message: str = ""
    note: str = ""
    help: str = ""
    label: tuple[int, int, str] | None = None

    def placed(self, source: Source, offset: int) -> Diagnostic:
        """The finding as a diagnostic of the file."""
        slip = BY_CODE[self.code]
        labels: tuple[Label, ...] = ()
        if self.label:
            start, end, text = self.label
            labels = (Label(source.span(offset + start, offset + end), text),)
        return Diagnostic(
            self.code,
            self.message or slip.title,
            source.span(offset + self.start, offset + self.end),
            self.note or slip.note,
            labels,
            self.help or slip.help,
        )


def tab(source: Source, piece: Piece) -> Diagnostic | None:
    """The first tab of an item outside texts and comments; the item may be whole otherwise."""
    at = mask(piece.code).find("\t")
    return Finding("E004", at, at + 1).placed(source, piece.offset) if at >= 0 else None


def limits(source: Source, piece: Piece, tree: Tree[Token]) -> Diagnostic | None:
    """What can be read but is beyond all measure: a depth or a number."""
    waiting: list[tuple[Tree[Token] | Token | None, int]] = [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node, Tree):
            if depth > DEEPEST:
                start = node.meta.start_pos
                return Finding("E020", start, start + 1).placed(source, piece.offset)
            waiting.extend((child, depth + 1) for child in node.children)
        elif node is not None and node.type in ("INT", "SIGNED", "DICE"):
            if any(len(digits) > 10 or int(digits) > LARGEST for digits in re.findall("[0-9]+", node)):
                start = node.start_pos or 0
                return Finding("E021", start, start + len(node)).placed(source, piece.offset)
    return None


def explain(source: Source, piece: Piece, failed: Failure) -> Diagnostic:
    """Why an item cannot be read, and what to do about it."""
    return find(failed).placed(source, piece.offset)


def find(failed: Failure) -> Finding:
    """The slip that best explains a failure."""
    finding = in_plain_text(failed) or in_layout(failed)
    if finding:
        return finding
    if failed.start == 0:
        return no_item(failed)
    searches = (by_sign, by_near_word, by_gap, by_example, by_mending)
    return next(filter(None, (search(failed) for search in searches)), None) or unexplained(failed)


# --- what can be seen without the grammar


def in_plain_text(failed: Failure) -> Finding | None:
    """Texts and brackets that are not closed."""
    opened = open_texts(failed.text)
    if opened:
        first = opened[0]
        line_end = failed.text.index("\n", first)
        next_end = failed.text.find("\n", line_end + 1)
        goes_on = failed.text.count('"', line_end, next_end) % 2 == 1 and len(opened) > 1
        return Finding("E008" if goes_on else "E007", first, line_end)
    at = unmatched(failed.text)
    if at is None:
        return None
    if failed.text[at] in "([{":
        return Finding("E010", at, at + 1) if at < failed.start else None
    return Finding("E011", at, at + 1) if at <= failed.start else None


# --- blocks


def in_layout(failed: Failure) -> Finding | None:
    """Lines that stand too deep, too shallow, or not at all."""
    if failed.kind == MISALIGNED:
        return line_finding("E012", failed)
    if failed.kind == "_INDENT":
        return line_finding("E013", failed)
    if failed.kind == GLUED:
        return glued(failed)
    if "_INDENT" not in failed.accepts:
        return None
    header_end = failed.text.rfind("\n", 0, failed.start) if failed.word else failed.line_end
    header = code_of_line(failed.text, header_end)
    opener = failed.text[slice(*header)]
    if failed.text[: header[0]].startswith("table") and opener.split()[0] not in words() - {"else", "natural", "when"}:
        return Finding("E041", *header)
    if header[0] == 0:
        return Finding("E051" if opener.startswith("define") else "E015", *header)
    if not failed.word:
        return Finding("E014", *header, message="This line needs lines of its own below it.", note="no lines below it")
    return evolve(line_finding("E014", failed), label=(*header, "the line that needs them"))


def glued(failed: Failure) -> Finding:
    """A word that was read as two: misspelt, begun with a digit, or two words without a space."""
    whole = next(found for found in re.finditer(r"\w+", failed.text) if found.end() > failed.start)
    for right in near(whole[0], words()):
        if mends(failed, *whole.span(), right):
            return misspelt(whole[0], whole.start(), right)
    if whole[0][0].isdigit():
        return Finding("E025", *whole.span(), note="a name begins with a letter")
    return Finding("E029", failed.start, failed.end)


def line_finding(code: str, failed: Failure) -> Finding:
    """A finding that marks a line by its first word."""
    found = re.compile(r"[ \t]*(\w+|.)").match(failed.text, failed.line_start)
    start, end = found.span(1) if found else (failed.start, failed.start + 1)
    return Finding(code, start, end)


def code_of_line(text: str, line_end: int) -> tuple[int, int]:
    """From the first to behind the last character of the last line with code up to ``line_end``."""
    code = mask_comments(text[:line_end]).rstrip()
    start = code.rfind("\n") + 1
    return start + len(code[start:]) - len(code[start:].lstrip()), len(code)


def mask_comments(text: str) -> str:
    """The text with its comments blanked out."""
    return re.sub(r'("[^"\n]*"?)|#[^\n]*', lambda found: found[1] or " " * len(found[0]), text)


def no_item(failed: Failure) -> Finding:
    """What stands in column 0 and begins no item."""
    found = WORD.match(failed.text)
    word = found[0] if found else ""
    end = found.end() if found else 1
    if word.lower() in item_words():
        return capitals(word, 0)
    close = near(word, item_words())
    if word and close and word not in words():
        return Finding("E022", 0, end, message=f"`{word}` begins no item.", help=f"Did you mean {listed(close)}?")
    if word and word not in words() and "_" not in word and re.match(r'\w+ +[\w-]+ *("|$)', failed.line):
        return Finding("E022", 0, end, message=f"`{word}` begins no item.")
    if failed.kind == CHARACTER and not word:
        return by_sign(failed) or strange(failed)
    return Finding("E016", 0, end)


def capitals(word: str, start: int) -> Finding:
    """A word of the language that is right but for its capital letters."""
    return Finding("E024", start, start + len(word), help=f"Write `{word.lower()}`.")


def listed(choices: list[str]) -> str:
    """``a``, ``a or b``, ``a, b or c``, each as code."""
    quoted = [f"`{choice}`" for choice in choices]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]


# --- signs of other languages


@frozen
class Sign:
    """How a slip looks at the place where reading stops.

    Attributes:
        code: The slip.
        at: What stands at the place, or there and before it where ``back`` is more than 0.
        needs: Terminals that could have stood there, all of them.
        line: What the line looks like.
        back: How many characters before the place the sign begins.
    """

    code: str
    at: str
    needs: frozenset[str] = frozenset()
    line: str = ""
    back: int = 0


SIGNS = (
    Sign("E009", r"//|/\*|--"),
    Sign("E009", r"//", back=1),
    Sign("E032", r"==="),
    Sign("E032", r"==(?!=)"),
    Sign("E032", r"==", back=1),
    Sign("E033", r"!=|<>|=/=|≠"),
    Sign("E033", r"<>", back=1),
    Sign("E034", r"&&?"),
    Sign("E034", r"\|\|?", line=r"\s*[^|]*$|\s*[^|\s]", needs=frozenset({"AND"})),
    Sign("E034", r"[!~](?!=)"),
    Sign("E039", r"[+\-*/]=|\+\+|--|:="),
    Sign("E039", r"[+\-*/]=", back=1),
    Sign("E039", r"\w+(\[.*\])?\s*[+\-*/:]?(=(?!=)|\+\+|--)", needs=frozenset({"SET"})),
    Sign("E035", r"<|>|is\b|in\b", needs=frozenset({"AND"})),
    Sign("E006", r"['`‘’‚“”„«»]"),
    Sign("E036", r"\.", line=r".*\.\.\.", back=0),
    Sign("E036", r"[-–—]\s*[0-9]", line=r".*[0-9]\s*[-–—]\s*[0-9]"),
    Sign("E036", r"to\b\s*[0-9]", line=r"\s*(natural\s+|row\s+)?[0-9]+\s*to\b"),
    Sign("E037", r"[.,][0-9]", line=r".*[0-9][.,][0-9]"),
    Sign("E038", r"([0-9]+\s*)?[dDwW]\s*[0-9]+\b", needs=frozenset({"DICE"})),
    Sign("E025", r"-[A-Za-z]", line=r".*\w-[A-Za-z]"),
    Sign("E028", r"(elif|elsif|elseif)\b|else\b"),
    Sign("E019", r"(:|then\b:?|do\b:?)\s*(#.*)?$", needs=frozenset({"_NL"})),
    Sign("E031", r"=", needs=frozenset({"IS"})),
    Sign("E044", r"[a-z]", line=r"\s*[0-9]+\s+\w+\s+(when|unless)\b", needs=frozenset({"COLON"})),
)


def by_sign(failed: Failure) -> Finding | None:
    """A sign or word that other languages have."""
    for sign in SIGNS:
        start = failed.start - sign.back
        found = re.compile(sign.at).match(failed.text, max(start, 0), failed.line_end)
        if not found or (sign.needs and not sign.needs <= failed.accepts):
            continue
        if sign.line and not re.match(sign.line, failed.line):
            continue
        return Finding(sign.code, found.start(), max(found.end(), found.start() + 1))
    return None


# --- words that are nearly right


def by_near_word(failed: Failure) -> Finding | None:
    """A word of the language, misspelt or with capital letters, with which the line could be read."""
    known = {word for terminal in failed.accepts for word in spellings().get(terminal, ())}
    for start, word in suspects(failed):
        if word in words():
            continue
        if word.lower() in words() and lowered_mends(failed):
            return capitals(word, start)
        for right in near(word, known if start == failed.start else words()):
            if mends(failed, start, start + len(word), right):
                return misspelt(word, start, right)
    return None


def misspelt(word: str, start: int, right: str) -> Finding:
    """A word that is nearly a word of the language."""
    return Finding(
        "E023",
        start,
        start + len(word),
        message=f"`{word}` is no word of the language.",
        note=f"`{right}` is meant",
        help=f"Write `{right}`.",
    )


def suspects(failed: Failure) -> Iterator[tuple[int, str]]:
    """The words that may be misspelt: the one at the place, the one before it, the first of the line."""
    on_line = [(failed.line_start + found.start(), found[0]) for found in WORD.finditer(failed.line)]
    here = [(start, word) for start, word in on_line if start == failed.start]
    before = [(start, word) for start, word in on_line if start < failed.start]
    yield from dict.fromkeys([*here, *before[-1:], *before[:1]])


def lowered_mends(failed: Failure) -> bool:
    """Whether the line can be read with all words of the language in small letters."""

    def lower(found: re.Match[str]) -> str:
        return found[0].lower() if found[0].lower() in words() else found[0]

    line = failed.text[failed.line_start : failed.line_end]
    return mends(failed, failed.line_start, failed.line_end, WORD.sub(lower, line))


def by_gap(failed: Failure) -> Finding | None:
    """A name left out, so that the word of the language behind it was read as one."""
    *_, last = [None, *WORD.finditer(failed.line, 0, failed.start - failed.line_start)]
    if last is None or last[0] not in words():
        return None
    start = failed.line_start + last.start()
    if not mends(failed, start, start, "x "):
        return None
    result = failed.text.startswith("table") and failed.text[:start].rstrip().endswith(":")
    return Finding("E041" if result else "E030", start, start + len(last[0]))


# --- examples


@cache
def examples() -> dict[str, UnexpectedInput]:
    """Lark's error for every example of a slip."""
    found: dict[str, UnexpectedInput] = {}
    for slip in SLIPS:
        for text in (slip.wrong, *slip.like) if slip.matched else ():
            failed = attempt(text)
            if isinstance(failed, Failure) and isinstance(failed.error, UnexpectedInput):
                found[text] = flat(failed.error)
    return found


def flat(error: UnexpectedInput) -> UnexpectedInput:
    """The error by its place in the grammar only: lark compares whole stacks, but a slip is the same at any depth."""
    error.state = getattr(error.state, "position", error.state)
    return error


def by_example(failed: Failure) -> Finding | None:
    """The slip whose example fails in the same place of the grammar, for the same kind of word."""
    if not isinstance(failed.error, UnexpectedInput):
        return None

    def reread(text: str) -> Tree[Token]:
        raise examples()[text]

    labels = {(slip.code, text): [text] for slip in SLIPS for text in (slip.wrong, *slip.like) if text in examples()}
    label = flat(failed.error).match_examples(reread, labels, token_type_match_fallback=True)
    if label is None:
        return None
    code, text = label
    example = examples()[text]
    same = isinstance(example, UnexpectedToken) and example.token.type == failed.kind
    if not same and len(failed.accepts) != 1:  # where only one thing may follow, the slip is to leave it out
        return None
    return marked(code, failed)


def marked(code: str, failed: Failure) -> Finding:
    """A finding at the place of a failure; the end of a line is marked behind its last word."""
    if failed.word.strip():
        return Finding(code, failed.start, failed.end)
    end = code_of_line(failed.text, failed.line_end)[1]
    return Finding(code, end, end + 1)


# --- what the line would need


@frozen
class Mend:
    """A change with which a line could be read.

    Attributes:
        code: The slip that it mends.
        put: What is put in.
        needs: The terminal that must be able to stand at the place; none where it is empty.
        line: What the line looks like.
        over: What stands at the place and gives way.
        where: At the place, or at the end or the beginning of the line.
    """

    code: str
    put: str
    needs: str = ""
    line: str = ""
    over: str = ""
    where: Literal["here", "end", "begin"] = "here"


BESIDE = r"\s+(if|else(?!:)|for|while|repeat|step|option)\b"

MENDS = (
    Mend("E045", " to ", "TO", r"\s*set\b", r"=|:|is\b|as\b"),
    Mend("E045", " to ", "TO", r"\s*set\b"),
    Mend("E046", " to ", "TO", r"\s*add\b", r"in\b|into\b|on\b|="),
    Mend("E046", " to ", "TO", r"\s*add\b"),
    Mend("E046", " from ", "FROM", r"\s*remove\b", r"of\b|in\b|to\b"),
    Mend("E046", " from ", "FROM", r"\s*remove\b"),
    Mend("E047", " = ", "EQUAL", r"\s*let\b", r"to\b|is\b|be\b|:"),
    Mend("E047", " = ", "EQUAL", r"\s*let\b"),
    Mend("E043", " |", line=r"\s*(\w+\s+)?\|", where="end"),
    Mend("E043", " | ", "VBAR", r"\s*(\w+\s+)?\|"),
    Mend("E043", "| ", line=r".*\|\s*$", where="begin"),
    Mend("E040", ": ", "COLON", "", r"=|->|=>|-"),
    Mend("E040", ": ", "COLON"),
    Mend("E018", "\n" + " " * 40, line=BESIDE, over=r"(?=[a-z])"),
)


def by_mending(failed: Failure) -> Finding | None:
    """The slip whose correction makes the line readable."""
    for mend in MENDS:
        if not re.match(mend.line, failed.line) or not {mend.needs} <= failed.accepts | {""}:
            continue
        start = {"here": failed.start, "end": failed.line_end, "begin": failed.line_start}[mend.where]
        found = re.compile(mend.over).match(failed.text, start, failed.line_end)
        if found and mends(failed, *found.span(), mend.put):
            return marked(mend.code, failed) if mend.where == "here" else line_finding(mend.code, failed)
    return None


# --- the rest


def unexplained(failed: Failure) -> Finding:
    """What could have stood at the place."""
    possible = allowed(failed.accepts)
    help_ = f"What could stand here: {possible}." if possible else ""
    if failed.kind == CHARACTER:
        return strange(failed)
    if failed.word.strip():
        finding = marked("E056", failed)
        return evolve(finding, message=f"`{failed.word}` cannot stand here.", note="not expected", help=help_)
    return evolve(marked("E054" if failed.kind == "_NL" else "E055", failed), help=help_)


def strange(failed: Failure) -> Finding:
    """A character that the language does not use, by its name where it has one."""
    character = failed.text[failed.start]
    name = unicodedata.name(character, f"character number {ord(character)}").lower()
    return Finding("E005", failed.start, failed.start + 1, note=name)
