"""Slips planted in rules that are right: where a mend is offered, it gives back what stood there."""

import re

import pytest

from bombsight.dsl.edits import apply_edits, select_compatible
from bombsight.dsl.parser import parse
from bombsight.dsl.pieces import mask_texts_and_comments, split_items
from tests.dsl.reading import source
from tests.examples import EXAMPLES
from tests.narrowing import narrow

STEP = 7
"""Of the places where a slip can be planted, one in so many has it."""


def turned(found):
    """A word with two letters in each other's place."""
    return found[0][0] + found[0][2] + found[0][1] + found[0][3:]


TEXTS = {
    "curved quotes": (r'"([^"\n]*)"', "\u201c\\1\u201d"),
    "single quotes": (r'"([^"\n]*)"', "'\\1'"),
    "no quotes": (r'cite "([^"\n]*)"', r"cite \1"),
    "an open text": (r'"$', ""),
    "a semicolon": (r'(?<=[\w"])$', ";"),
    "//": (r"(?<= )#", "//"),
}
"""Slips in texts and comments: a pattern of what stands there, and what is planted."""

CODE = {
    "==": (r"(?<= )is(?= (?!not\b))", "=="),
    "=": (r"(?<= )is(?= (?!not\b))", "="),
    "!=": (r"(?<= )is not(?= )", "!="),
    "&&": (r"(?<= )and(?= )", "&&"),
    "||": (r"(?<= )or(?= (?!none|else))", "||"),
    "a range with a hyphen": (r"(?<=\d)\.\.(?=\d)", "-"),
    "a range with to": (r"(?<=\d)\.\.(?=\d)", " to "),
    "no colon": (r"(?<=\w):(?= )", ""),
    "no to": (r"(?<= )to (?=\w)", ""),
    "to for =": (r"(?<= )=(?= )", "to"),
    "no each": (r"(?<=for )each (?=\w)", ""),
    "a block opened by a colon": (r"(?<=\w)$", ":"),
    "no last pipe": (r" \|$", ""),
    "capitals": (r"(?<= )(if|set|when|roll|gives|do|say)(?= )", lambda found: found[0].capitalize()),
    "letters turned": (r"(?<= )(when|roll|gives|each|remove|return|else|nothing|choose)(?= )", turned),
    "the head's letters turned": (r"^(table|procedure|define|option|modifier|record)", turned),
    "a letter lost": (r"(?<= )(when|roll|gives|each|remove|return|choose|cite)(?= |$)", lambda found: found[0][:-1]),
    "no number of dice": (r"(?<=roll )1d", "d"),
    "a tab": (r"^    (?=\w)", "\t\t"),
}
"""Slips in the rest, planted where neither texts nor comments are."""

ITEMS = [
    piece.code
    for path in sorted((EXAMPLES / "lighthouse").glob("*.rules"))
    for piece in split_items(path.read_text(encoding="utf-8")).pieces
]


def planted(slip):
    """Items with this slip, each with the item as it was."""
    pattern, put = (TEXTS | CODE)[slip]
    count = 0
    for item in ITEMS:
        lines = item.split("\n")
        for number, line in enumerate(lines):
            for found in re.finditer(pattern, line if slip in TEXTS else mask_texts_and_comments(line)):
                count += 1
                if count % STEP == 1:
                    new = put(found) if callable(put) else found.expand(narrow(str, put))
                    wrong = line[: found.start()] + new + line[found.end() :]
                    yield "\n".join([*lines[:number], wrong, *lines[number + 1 :]]), item


@pytest.mark.parametrize("slip", [*TEXTS, *CODE])
def test_what_is_mended_is_as_it_was(slip):
    for text, right in planted(slip):
        fixes = select_compatible(found.fix for found in parse(source(text)).diagnostics if found.fix)
        if fixes:
            after = parse(source(apply_edits(text, [edit for fix in fixes for edit in fix.edits])))
            assert after.diagnostics == ()
            assert after.file.items == parse(source(right)).file.items


def test_most_of_what_is_planted_is_mended():
    told = [parse(source(text)).diagnostics for slip in (*TEXTS, *CODE) for text, _ in planted(slip)]
    found = [findings for findings in told if findings]
    assert sum(findings[0].fix is not None for findings in found) > 0.7 * len(found)
