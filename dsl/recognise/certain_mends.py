"""Certain fixes of slips: those that any author who knows the language would write.

A slip tells what is wrong; this module has the fix for slips that leave nothing to decide. A fix is proposed only if
the line can be parsed with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token, Tree

from bombsight.dsl.failure import Failure, can_read_with, try_parse
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.recognise import foreign
from bombsight.dsl.recognise.changes import Change, Changes, apply_changes
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.recognise.menders import Mender, is_readable, replace_groups
from bombsight.dsl.recognise.mends import MENDS
from bombsight.dsl.recognise.nearness import find_near_items, item_word_for_foreign
from bombsight.dsl.suggestions import edit_distance
from bombsight.dsl.words import former_words, language_words, spellings

MAX_LINE_LENGTH = 1_000
"""The longest line for which fixes are sought."""


def find_certain_mend(failure: Failure, finding: Finding) -> tuple[Change, ...]:
    """Find the text changes that certainly fix a syntax error and let the line parse; empty if no fix is certain."""
    if failure.line_end - failure.line_start > MAX_LINE_LENGTH:
        return ()
    for changes in MENDERS.get(finding.code, no_mends)(failure, finding):
        if changes and is_readable(failure, changes):
            return tuple(changes)
    return ()


def no_mends(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield no fix: for syntax errors without a certain one."""
    yield from ()


def mend_near_word(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that replaces a misspelt word by a keyword one edit away, if only one keyword fits."""
    word = failure.text[finding.start : finding.end]
    known = language_words() | {each for terminal in failure.accepts for each in spellings().get(terminal, ())}
    near = [right for right in sorted(known) if edit_distance(word.lower(), right) == 1]
    fitting = [right for right in near if can_read_with(failure, finding.start, finding.end, right)]
    if len(fitting) == 1:
        yield [Change(finding.start, finding.end, fitting[0])]


def mend_near_item(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that replaces the misspelt first word of an item by the only similar keyword of items."""
    word = failure.text[finding.start : finding.end].lower()
    near = item_word_for_foreign(word) or [right for right in find_near_items(word) if edit_distance(word, right) == 1]
    if len(near) == 1:
        yield [Change(finding.start, finding.end, near[0])]


def lowercase_words(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes the keywords on a line that have capital letters in lower case."""
    yield [
        Change(failure.line_start + word.start(), failure.line_start + word.end(), word[0].lower())
        for word in re.finditer(r"[A-Za-z_]\w*", failure.line)
        if word[0] != word[0].lower() and word[0].lower() in former_words()
    ]


UNQUOTED = re.compile(r"[A-Za-z0-9][\w ,.'-]*(?<=[\w.])")
BEHIND_TEXT = re.compile(r"\b(cite|by|for|when|unless|good|bad|grave|prefer)\b|\s-")
"""Matches code that may follow a text, so that the text's end would be uncertain."""


def quote_rest(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that puts the rest of a line in double quotes."""
    rest = failure.line[finding.start - failure.line_start :].rstrip()
    if UNQUOTED.fullmatch(rest) and not BEHIND_TEXT.search(rest):
        yield [
            Change(finding.start, finding.start, '"'),
            Change(finding.start + len(rest), finding.start + len(rest), '"'),
        ]


def mend_as_recognised(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the small edit by which a syntax error was recognised, then also with foreign operators replaced."""
    code_end = failure.line_start + len(failure.line.rstrip())
    for mend in MENDS:
        if mend.code == finding.code and re.match(mend.line, failure.line) and {mend.needs} <= failure.accepts | {""}:
            start = {"here": failure.start, "end": code_end, "begin": failure.line_start}[mend.where]
            over = re.compile(mend.over).match(failure.text, start, failure.line_end)
            if over and not (mend.code == "E040" and is_amid_word(failure.text, *over.span())):
                change = make_spaced_change(failure, *over.span(), mend.put)
                yield [change]
                yield from (
                    [change, *(sign for sign in signs if sign.start >= change.end)]
                    for signs in find_further_signs(failure, finding)
                )


def is_amid_word(text: str, start: int, end: int) -> bool:
    """Whether an insertion (``start`` equals ``end``) would be inside a word, such as behind the number of `2d6`."""
    return start == end and text[start - 1].isalnum() and text[start].isalnum()


KEY_AND_RESULT = re.compile(r"\s*(?:\.\.)?\d+(?:\.\.\d*)?(?P<sign> ?, ?)[A-Za-z]\w*\s*$")


def put_colon(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that puts a colon in place of the comma after a row's first key."""
    line = failure.text[failure.text.rfind("\n", 0, finding.start) + 1 : finding.end]
    row = KEY_AND_RESULT.match(line)
    if row:
        start = finding.end - len(line)
        yield [Change(start + row.start("sign"), start + row.end("sign"), ": ")]


def find_further_signs(failure: Failure, finding: Finding) -> list[Changes]:
    """List the changes that replace operators of other languages on a line by words; empty without such operators."""
    return [signs for signs in foreign.replace_foreign_signs(failure, finding) if signs]


def mend_not_equal(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes `is not` for an operator of another language or a lone `not`."""
    yield from foreign.replace_foreign_signs(failure, finding)
    yield from mend_as_recognised(failure, finding)


def make_spaced_change(failure: Failure, start: int, end: int, replacement: str) -> Change:
    """Make a text change that inserts a word or sign, with exactly the spaces that it needs.

    Args:
        failure: The failure.
        start: The start of the replaced range.
        end: Its end.
        replacement: The word or sign; blank for a line break with deeper indentation.
    """
    text, word = failure.text, replacement.strip()
    before = len(text[:start].rstrip(" "))  # the start of the gap before it
    if not word:  # a line of its own, two spaces deeper
        indent = len(failure.line) - len(failure.line.lstrip(" "))
        return Change(before, end, "\n" + " " * (indent + 2))
    if start == failure.line_start:
        start = end = start + len(failure.line) - len(failure.line.lstrip(" "))
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
"""The form of a limit, by the pattern of its line."""


def mend_limit(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes a line's limit as the language does: ``at most 5 times``."""
    limit = LIMIT.search(failure.line)
    put = next((put for line, put in LIMITS if re.match(line, failure.line)), None)
    if limit and put:
        yield replace_groups(failure, limit, {"limit": put.format(limit["number"])})


MEMBERS = re.compile(r"\s*for\s+(?P<each>(?:(?:each|every|all)\s+)?)\w+\s+(?P<of>in|from|of)\s+(?=[A-Za-z{])")
NUMBERS = re.compile(r"\s*for\s+(?P<each>(?:each\s+)?)\w+\s+(?P<of>in|from|=)\s+[\w.]+(?P<to>\s+to\s+)[\w.]+\s*$")


def mend_loop(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes the head of a loop as the language does: ``for z in 2..8``, ``for each s in ships``."""
    numbers = NUMBERS.match(failure.line)
    members = MEMBERS.match(failure.line)
    if numbers:
        wanted = {"each": "", "of": "in", "to": ".."}
        yield replace_groups(failure, numbers, wanted)
    elif members:
        yield replace_groups(failure, members, {"each": "each ", "of": "in"})


SCENE = re.compile(r"\s*(?:given|leave\s+out)\b.*?\s(?P<is>is)\s")
UNCHANGED = re.compile(r"\s*expect\s+(?P<all>nothing\b.*\bchange\w*)\s*$")


def mend_scene(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes `=` for `is` in a line of an example's scene."""
    line = SCENE.match(failure.line)
    if line:
        yield replace_groups(failure, line, {"is": "="})


def mend_nothing_changed(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that writes `expect nothing else changed`."""
    line = UNCHANGED.match(failure.line)
    if line:
        yield replace_groups(failure, line, {"all": "nothing else changed"})


HYPHENED = re.compile(
    r"\b(game|option|enum|record|state|define|tally|forecast|luck|board|procedure|reroll|errata|variant|preferences|house|do)\s+"
    r"(?P<name>[A-Za-z]\w*(?:-[A-Za-z]\w*)+)"
)


def replace_hyphens(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that replaces a name's hyphens by underscores, where no subtraction could be meant."""
    named = HYPHENED.search(failure.line)
    if named:
        yield replace_groups(failure, named, {"name": named["name"].replace("-", "_")})


def close_text(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that closes a text at the end of its line, if no code on the line could follow it."""
    end = failure.text.find("\n", finding.start)
    rest = failure.text[finding.start : end].rstrip()
    if "#" not in rest and '"' not in rest[1:] and len(rest) > 1 and not BEHIND_TEXT.search(rest):
        yield [Change(finding.start + len(rest), finding.start + len(rest), '"')]


def remove_semicolon(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that removes the semicolon at the end of a line."""
    if failure.text[finding.start : failure.line_end].strip() == ";":
        yield [Change(finding.start, finding.start + 1, "")]


AMOUNT = re.compile(
    r"\s*(?P<sign>[+-])(?:(?P<gap> +)(?:\d+ +[A-Za-z]|\()|(?P<value>[A-Za-z]\w*(?:\.\w+|\[[^\]]*\])*) )"
)


def mend_amount(failure: Failure, finding: Finding) -> Iterator[Changes]:
    """Yield the fix that joins a modifier's amount to its sign, with brackets if computed: `+ x` to `+(x)`."""
    amount = AMOUNT.match(failure.line)
    if amount and amount["gap"]:
        yield replace_groups(failure, amount, {"gap": ""})
    elif amount:
        yield replace_groups(failure, amount, {"value": f"({amount['value']})"})


MENDERS: dict[str, Mender] = {
    "E005": remove_semicolon,
    "E006": foreign.straighten_quotes,
    "E007": close_text,
    "E009": foreign.mend_comment,
    "E018": mend_as_recognised,
    "E019": foreign.mend_block_opener,
    "E022": mend_near_item,
    "E023": mend_near_word,
    "E024": lowercase_words,
    "E025": replace_hyphens,
    "E027": quote_rest,
    "E028": foreign.mend_else_if,
    "E031": foreign.replace_foreign_signs,
    "E032": foreign.replace_foreign_signs,
    "E033": mend_not_equal,
    "E034": foreign.replace_foreign_signs,
    "E035": foreign.mend_chained_comparison,
    "E036": foreign.mend_range,
    "E038": foreign.mend_dice,
    "E039": foreign.mend_assignment,
    "E040": mend_as_recognised,
    "E041": put_colon,
    "E043": mend_as_recognised,
    "E044": mend_amount,
    "E045": mend_as_recognised,
    "E046": mend_as_recognised,
    "E047": mend_as_recognised,
    "E048": mend_limit,
    "E049": mend_loop,
    "E064": mend_as_recognised,
    "E066": mend_scene,
    "E068": mend_nothing_changed,
    "E078": mend_as_recognised,
    "E079": mend_as_recognised,
}
"""The fixer of each slip that has a certain fix."""


# --- tabs, which an otherwise valid item may have

TAB = re.compile(TEXT_OR_COMMENT.pattern + r"|(?<![ \t])(?P<tabs>[ ]*+\t[ \t]*+)(?!\r*(?:\n|$))")


def replace_tabs(text: str) -> tuple[Change, ...]:
    """Return changes of an item's tabs to spaces, if the parse stays the same or only one width parses; else ()."""
    if max(map(len, text.split("\n"))) > MAX_LINE_LENGTH:
        return ()
    was = try_parse(text)
    spaced = [spaces_for_tabs(text, width) for width in WIDTHS]
    read = [try_parse(apply_changes(text, changes)) for changes in spaced]
    whole = [changes for changes, now in zip(spaced, read, strict=True) if isinstance(now, Tree)]
    if isinstance(was, Failure) and whole:
        trees = [now for now in read if isinstance(now, Tree)]
        return tuple(whole[0]) if all(now == trees[0] for now in trees) else ()
    if isinstance(was, Failure):  # for another reason than tabs
        return tuple(spaced[0]) if is_read_alike(was, read[0]) and not OUTWARD.search(text) else ()
    return next((tuple(changes) for changes, now in zip(spaced, read, strict=True) if is_read_alike(was, now)), ())


OUTWARD = re.compile(r"^ {4}[^\n]*\n+\t(?!\t)", re.MULTILINE)
"""Matches a tab below a line indented by more than two spaces: it may continue that block or leave it."""

WIDTHS = (2, 4)
"""The tab widths that are tried."""


def spaces_for_tabs(text: str, width: int) -> Changes:
    """Return changes that replace each tab by spaces: as many as ``width`` at the start of a line, else one."""
    changes = []
    for found in TAB.finditer(text):
        if found["tabs"]:
            begins = not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
            put = found["tabs"].replace("\t", " " * width) if begins else " "
            changes.append(Change(*found.span("tabs"), put))
    return changes


def is_read_alike(old: Tree[Token] | Failure, new: Tree[Token] | Failure) -> bool:
    """Whether two results of parsing are the same tree, or failures on the same word and line."""
    if isinstance(old, Failure) and isinstance(new, Failure):
        return (old.kind, old.word, old.line.split()) == (new.kind, new.word, new.line.split())
    return old == new
