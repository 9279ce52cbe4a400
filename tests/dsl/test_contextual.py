"""Words that join the grammar later are keywords where nothing else is meant, and names wherever they were before."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl import ast, grammar, parser
from bombsight.dsl.driver import shared_driver
from bombsight.dsl.failure import Failure, try_parse
from bombsight.dsl.formatter import format_source
from bombsight.dsl.lark_fallback import read_with_recovery
from bombsight.dsl.partial_parse import parse_partial
from bombsight.dsl.pieces import TEXT_OR_COMMENT, WORD, split_items
from bombsight.dsl.reserved import DICE, ONLY_IN_PHRASES, RESERVED, SPELLED
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk
from bombsight.dsl.words import contextual_keywords, contextual_words, language_words, reserved_words
from editors.__main__ import render_files
from editors.words import unconditional_words
from editors.words import word_contexts as places_of_words
from tests.dsl.new_words import WORDS, new_words
from tests.dsl.reading import SAMPLES, codes, item, sample, source
from tests.dsl.test_any_text import TOKEN
from tests.examples import EXAMPLES
from tests.narrowing import narrow, unwrap

LIGHTHOUSE = sorted((EXAMPLES / "lighthouse").glob("*.rules"))
GAME = [Source(path.name, path.read_text(encoding="utf-8")) for path in LIGHTHOUSE]
BRACES = re.compile(r"\{[^{}\"\n]*\}")
TODAY = shared_driver()


@pytest.fixture(scope="module", autouse=True)
def later():
    """The driver of the language with new words, in which all of this module is read."""
    with new_words() as found:
        yield found


def names_of(texts):
    """The words of rules that the language does not know, each a name of something."""
    found = {word for text in texts for word in WORD.findall(TEXT_OR_COMMENT.sub(" ", text))}
    return sorted(
        word for word in found if re.fullmatch("[A-Za-z][A-Za-z0-9_]*", word) and word not in language_words() | DICE
    )


NAMES = names_of(file.text for file in GAME)


def renamed(text, meant):
    """Rules with other names, in the braces of texts as well."""

    def in_code(code):
        return re.sub(r"(?<![\w-])[A-Za-z]\w*(?![\w-])", lambda found: meant.get(found[0], found[0]), code)

    def in_text(found):
        return BRACES.sub(lambda braces: in_code(braces[0]), found[0]) if found[0].startswith('"') else found[0]

    parts, end = [], 0
    for found in TEXT_OR_COMMENT.finditer(text):
        parts += [in_code(text[end : found.start()]), in_text(found)]
        end = found.end()
    return "".join((*parts, in_code(text[end:])))


def places(node):
    return [each.span for each in walk(node)]


# --- names stay names


@settings(max_examples=30)
@given(st.permutations(NAMES))
def test_every_name_of_a_game_may_be_a_new_word(later, order):
    """What was read before a word joined the language is read as it was, places and all, both ways."""
    meant = dict(zip(order, WORDS, strict=False))
    for file in GAME:
        text = renamed(file.text, meant)
        for piece in split_items(text).pieces:
            before = TODAY.parse_item(source(text), piece.offset, piece.code)
            after = later.parse_item(source(text), piece.offset, piece.code)
            assert before is not None
            assert after == before
            assert places(after) == places(before)


@settings(max_examples=4)
@given(st.permutations(NAMES))
def test_the_slow_way_leaves_names_alone(later, order):
    meant = dict(zip(order, WORDS, strict=False))
    for file in GAME:
        text = renamed(file.text, meant)
        for piece in split_items(text).pieces:
            slow = read_with_recovery(source(text), piece)
            assert (slow.diagnostics, slow.item) == ((), later.parse_item(source(text), piece.offset, piece.code))
            assert places(slow.item) == places(later.parse_item(source(text), piece.offset, piece.code))
        assert format_source(Source("a.rules", text)).split() == text.split()


def findings(texts):
    parser.parse_cached.cache_clear()
    found = compile_rules(Request(base=tuple(Source(file.path, text) for file, text in zip(GAME, texts, strict=True))))
    return found.diagnostics


@pytest.mark.parametrize("shift", range(0, len(NAMES), len(WORDS)))
def test_a_game_of_new_words_has_the_findings_that_it_had(shift):
    """All names in turn, those that mean something to the compiler as well."""
    texts = [renamed(file.text, dict(zip(NAMES[shift:], WORDS, strict=False))) for file in GAME]
    with patch.object(parser, "shared_driver", lambda: TODAY):
        before = findings(texts)
    assert findings(texts) == before


EVERYWHERE = """game {0} "A game"
  author "{0}"
  language 1

enum {0}: {1}, {2} "The second"

enum {3} printed "A card"
  | kind | title | {4} |
  | {5}  | "One" | 3   |
  | {6}  | "Two" | 4   |

record {7}
  {0}: {3} = {5}
  {1} "Hours": 0..3 full = 0

state {2}
  {0} "Hour" bad: 0..9 = 1
  {4}[{3}]: list of {7} at most 3
  {8}: {3} or none

option {9} "An option" from {1}, {2} = {2}

table {0} "A table" printed "{1}"
  for {1}: {3}
  gives {2}
  roll 2d6
  short {3} {4}, {0} note {1}
  +1 {0} when {1} is {2} and {3}.{4} > 2
  ({5}) {6}: {7} {8}
  {7}..{8}: {0}
  {0}: {1}
  {1} "A row": {2}({0}, {1})
  natural {0}: {3}
  when {4}: do {5}({6})
  {2}
    set {0} to {1}
    note {2}
  note {0} "A note"
    do {1}

define {0}({1}: {2}, {3}: 0..3): {4}
  base: {1}
  except {2}: {3} when {4} over {5}, {6}

procedure {0}({1}: {2}): {3} "A title"
  step {0} "A step"
    set {1} to {2}
    set {3}[{4}] to {5}.{6} + {7}({8}) - {9}
  let {0} = {1}
  let {2}: {3}
  for each {0} in {1} where {0}.{2} > {3}
    add {4}({5}: {6}) to {7}
  choose {0} from {1} or none
    ask "Which {{{2}}}"
    prefer {0}.{1}
  choose {3}
    ask "What"
    answer {4} "So" when {5}
      nothing
    answer {6} "Otherwise"
      end {7} with {8}
  return {9}

board {0} "A board"
  rows {1} in {2}
    mark "A {{{3}}}" when {4}

house {0} "A house rule" for {1} by "{2}"
  {3} "An item"
    in enum {4}
      was | {5} | {6} |
      now | {7} | {8} |
    in procedure {0}
      before {1}
        do {2}
      was do {3}
      now do {4}
    add define {5}: {6} = {7}

example "An example"
  given {0} = {1}
  given option {2} = {3}
  do {4}({5})
  roll {6} 3 4
  answer {0}/{1}: {2} {3}
  offered {4} {5}, {6}
  expect {7} is {8}
  | {0} | {1} | given {2} | expect {3} |
"""


@given(st.lists(st.sampled_from((*WORDS, "a", "b")), min_size=10, max_size=10))
def test_names_stay_names_wherever_one_may_stand(later, chosen):
    text = EVERYWHERE.format(*chosen)
    for piece in split_items(text).pieces:
        before = TODAY.parse_item(source(text), piece.offset, piece.code)
        assert before is None or later.parse_item(source(text), piece.offset, piece.code) == before


# --- keywords are read where they may stand

IN_OLD_WORDS = {
    'procedure p\n  ponder "Hm."\n': 'procedure p\n  say "Hm."\n',
    'procedure ponder\n  ponder "{ponder}" good\n': 'procedure ponder\n  say "{ponder}" good\n',
    "procedure p\n  mull mull\n    do a\n  else\n    do b\n": "procedure p\n  if mull\n    do a\n  else\n    do b\n",
    "procedure p: tilt beats\n  nothing\n": "procedure p: tilt\n  nothing\n",
    'procedure beats "Beats" beats\n  nothing\n': 'procedure beats "Beats"\n  nothing\n',
    "procedure p\n  step beats beats\n    do beats\n": "procedure p\n  step beats\n    do beats\n",
    "state s\n  hidden oil: 0..3\n  hidden: 0..3\n": "state s\n  oil: 0..3\n  hidden: 0..3\n",
    "state s\n  hidden hidden: 0..3\n": "state s\n  hidden: 0..3\n",
    "define d: 0..9 = doubly a\n": "define d: 0..9 = 2 * a\n",
    "define d: 0..9 = doubly doubly\n": "define d: 0..9 = 2 * doubly\n",
    "define d: 0..9 = doubly doubly + modulo modulo modulo\n": "define d: 0..9 = 2 * doubly + modulo * modulo\n",
    "define d: 0..9 = max(doubly\n    a, 1)\n": "define d: 0..9 = max(2 * a, 1)\n",
    "define d: yes/no = ranked ranked by doubly\n": "define d: yes/no = ranked is doubly\n",
    'table T "T"\n  wobble 1d6\n  wobble: fog\n': 'table T "T"\n  roll 1d6\n  wobble: fog\n',
    'table T "T"\n  tilt 3: fog\n  tilt tilt: fog\n': 'table T "T"\n  natural 3: fog\n  natural tilt: fog\n',
}
"""What says the same in words that were there before."""


@pytest.mark.parametrize(("new", "old"), IN_OLD_WORDS.items())
def test_a_keyword_is_read_where_it_may_stand(later, new, old):
    assert TODAY.parse_item(source(new), 0, new) is None
    quick, (piece,) = later.parse_item(source(new), 0, new), split_items(new).pieces
    slow = read_with_recovery(source(new), piece)
    assert quick == slow.item == item(old)
    assert slow.diagnostics == ()
    assert places(quick) == places(slow.item)
    assert format_source(Source("a.rules", new)) == new


def test_an_item_of_a_new_kind():
    text = 'frobnicate frobnicate "A title"\n\nenum frobnicate: frobnicate, ponder\n'
    found = parser.parse(source(text))
    assert [type(each) for each in found.file.items] == [ast.Chapter, ast.Enum]
    assert format_source(Source("a.rules", text)) == text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("  gives doubly a\n", "a type has no such value"),
        ("  roll 1d6\n  tilt ..3: fog\n", "a row from `tilt` to 3"),
        ("  roll 1d6\n  1: dock doubly fog\n", "three notes"),
        ("  roll 1d6\n  1: doubly(fog)\n", "a define with a value"),
    ],
)
def test_what_could_be_read_with_names_is_no_keyword(later, text, meant):
    text = f'table T "T"\n{text}'
    before = TODAY.parse_item(source(text), 0, text)
    assert later.parse_item(source(text), 0, text) == before, meant


def test_a_mistake_elsewhere_does_not_change_what_a_word_is():
    (table,) = parser.parse(source('table T "T"\n  wobble 1d6\n  wobble: fog\n  when and\n  tilt 2: fog\n')).file.items
    assert [type(line) for line in narrow(ast.Table, table).lines] == [ast.RollLine, ast.Row, ast.NaturalRow]


def test_a_mistake_is_told_of_the_way_that_can_be_read_the_furthest():
    for text, place in (
        ("tilt 3 fog: a", "fog"),
        ("tilt fog 3: a", "3"),
        ("wobble fog", "fog"),
        ("tilt: doubly ]", "]"),
    ):
        item = f'table T "T"\n  {text}\n'
        assert narrow(Failure, try_parse(item)).start == item.rindex(place)
    assert codes('table T "T"\n  wobble\n') == codes('table T "T"\n  dock\n')


def test_what_may_come_next_knows_new_words():
    found = parse_partial('table T "T"\n  roll 1d6\n  ')
    assert found is not None
    assert {"WOBBLE", "TILT", "NAME"} <= found.accepts
    assert unwrap(parse_partial('table T "T"\n  tilt 3')).accepts >= {"COLON", "WHEN"}
    assert "FROBNICATE" in unwrap(parse_partial("")).accepts


# --- both ways agree


@settings(max_examples=150)
@given(st.data())
def test_both_ways_read_new_words_alike(later, data):
    """A piece of the samples, with new words in the places of some of its names, or put in."""
    text = data.draw(st.sampled_from([sample(path).text for path in SAMPLES]))
    piece = data.draw(st.sampled_from(split_items(text).pieces))
    tokens = TOKEN.findall(piece.text[:800])
    named = [at for at, token in enumerate(tokens) if re.fullmatch("[A-Za-z]\\w*", token)]
    for at in data.draw(st.lists(st.sampled_from(named), max_size=4)):
        word = data.draw(st.sampled_from(WORDS))
        tokens[at] = data.draw(st.sampled_from((word, f"{word} {tokens[at]}", f"{tokens[at]} {word}")))
    for part in split_items("".join(tokens)).pieces:
        file = source("".join(tokens))
        quick, slow = later.parse_item(file, part.offset, part.code), read_with_recovery(file, part).undamaged_item
        assert quick == slow
        assert quick is None or places(quick) == places(slow)
        before = TODAY.parse_item(file, part.offset, part.code)
        assert before is None or quick == before


@pytest.mark.parametrize("value", [" or ".join(["doubly"] * 900), f"max({', '.join(['doubly'] * 900)})"])
def test_any_number_of_names_in_a_line_are_names(later, value):
    line = f"define d: 0..9 = {value}\n"
    assert later.parse_item(source(line), 0, line) == TODAY.parse_item(source(line), 0, line) is not None


@pytest.mark.parametrize(
    "value", ["doubly " * 2000, "doubly(" * 600, "doubly modulo " * 500 + ")", "doubly or " * 900 + "]"]
)
def test_many_new_words_in_a_line_that_cannot_be_read(later, value):
    line = f"define d: 0..9 = {value}\n"
    assert later.parse_item(source(line), 0, line) is None


# --- the words

JOINED = {"beat", "chronicle", "explain", "field", "headline", "luck", "primer", "question", "required"} | {
    *("arc", "circle", "mirrored", "north", "once", "outline", "picture", "radius", "ring", "scale", "text", "twice"),
    *("matches", "max", "min"),
    *("excludes", "line", "needs", "others"),
    *("added", "counted"),
    *("forecast", "hundredths", "preferences", "tenths", "thousandths"),
}
"""The words that have joined the language since its keywords were frozen."""


def test_words_that_were_reserved_are_all_that_are(later):
    assert contextual_words() == ({*WORDS} - ONLY_IN_PHRASES - RESERVED) | JOINED
    assert reserved_words() == RESERVED | {"d66"}
    spelled = [SPELLED.get(name, (name,)) for name in contextual_keywords()]
    of_new_words = [word for words in spelled for word in words if not (RESERVED | ONLY_IN_PHRASES) & {*words}]
    assert len(of_new_words) == len(WORDS) + len(JOINED)


def test_beat_is_a_word_behind_a_title_or_a_name_and_a_name_elsewhere():
    text = (
        "procedure beat(beat: 0..3): yes/no beat\n"
        '  step beat "Beat" beat seen by all\n    set beat to beat\n'
        "  step beat\n    nothing\n"
    )
    (procedure,) = parser.parse(source(text)).file.items
    assert isinstance(procedure, ast.Procedure)
    first, second = (narrow(ast.Step, step) for step in procedure.body)

    assert (procedure.name, procedure.beat) == ("beat", True)
    assert [(step.name, step.beat) for step in (first, second)] == [("beat", True), ("beat", False)]
    assert format_source(Source("a.rules", text)) == text


@pytest.mark.slow
def test_new_words_leave_the_grammar_without_conflicts():
    assert grammar.make_lark(strict=True, holes=True)


@pytest.mark.slow
def test_editors_have_colours_for_new_words():
    placed = {word for place in places_of_words() for word in place.words}
    assert {"ponder", "mull", "wobble", "tilt", "hidden", "beats", "modulo", "doubly"} <= placed
    assert unconditional_words().isdisjoint(WORDS)
    assert all(render_files().values())
