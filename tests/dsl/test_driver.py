"""Two ways of reading: what lark takes, the driver takes, and both make the same of it, places and all."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.dsl import ast, lalr, tables
from bombsight.dsl.driver import select_parts, shared_driver
from bombsight.dsl.grammar import make_lark
from bombsight.dsl.lark_fallback import read_with_recovery
from bombsight.dsl.lexers import SIGNS, WORD
from bombsight.dsl.limits import MAX_NUMBER, MAX_TREE_DEPTH
from bombsight.dsl.parser import read_fragment
from bombsight.dsl.pieces import Piece, split_items
from bombsight.dsl.walk import walk
from bombsight.service.games.library import find_games, read_files
from tests.dsl.reading import SAMPLES, indented, sample, source
from tests.dsl.test_any_text import LOOSE, TOKEN, slipped
from tests.narrowing import narrow

FILES = [sample(path) for path in SAMPLES]
FILES += [file for game in find_games() for file in read_files(game.files)[0]]
PIECES = [(file, piece) for file in FILES for piece in split_items(file.text).pieces]


def agree(file, piece):
    """See that both ways make the same of a piece; whether they made something."""
    quick = shared_driver().parse_item(file, piece.offset, piece.code)
    slow = read_with_recovery(file, piece).undamaged_item
    assert quick == slow
    assert repr(quick) == repr(slow)
    if quick is not None and slow is not None:
        assert [node.span for node in walk(quick)] == [node.span for node in walk(slow)]
    return quick is not None


def test_a_list_in_the_making_is_put_to_and_not_copied():
    making = [1, 2]
    assert select_parts([making, ",", 3], ((0, True, 0), (2, False, 0)), 0) is making
    assert making == [1, 2, 3]
    assert select_parts([[1], [2]], ((0, True, 1), (1, True, 0)), 1) == [None, 1, 2, None]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.path)
def test_both_ways_read_all_that_there_is(file):
    assert all(agree(file, piece) for piece in split_items(file.text).pieces)


def test_a_lexer_may_take_any_word_and_sign():
    """Nothing that a state takes could be read otherwise for what its lexer takes beside."""
    known = tables.language_tables()
    fixed = {name: text for name, text in known.spelled.items() if text.isalpha()}
    signs = {name for name, text in known.spelled.items() if text in SIGNS}
    assert not [
        (sign, name)
        for name in known.terminals.keys() - signs
        for sign in SIGNS
        if re.match(known.terminals[name], sign)
    ]
    for taken in known.taken:
        words = [fixed[name] for name in taken if name in fixed]
        others = [known.terminals[name] for name in taken if name not in fixed and name != WORD]
        assert not (words and WORD in taken)
        assert not [(word, other) for word in words for other in others if re.match(other, f"{word} ")]


@settings(max_examples=300)
@given(slipped() | LOOSE | st.text(max_size=200))
def test_both_ways_read_whatever_is_written(text):
    file = source(text)
    for piece in split_items(text).pieces:
        agree(file, piece)


@settings(max_examples=200)
@given(st.data())
def test_both_ways_read_what_people_may_slip_in(data):
    """A piece of the games with one word or sign gone, doubled, or in another's place."""
    _, piece = data.draw(st.sampled_from(PIECES))
    tokens = TOKEN.findall(piece.text[:2000])
    at, other = (data.draw(st.integers(0, len(tokens) - 1)) for _ in range(2))
    tokens[at : at + 1] = data.draw(st.sampled_from([[], [tokens[at]] * 2, [tokens[other]], ["\n"], ["\n  "], [" "]]))
    text = "".join(tokens)
    for part in split_items(text).pieces:
        agree(source(text), part)


@pytest.mark.parametrize("number", [MAX_NUMBER, MAX_NUMBER + 1, "0" * 11, "7" * 99])
def test_the_largest_number(number):
    text = f"define d: 0..1 = {number}\n"
    assert agree(source(text), Piece(0, text)) == (number == MAX_NUMBER)


def test_the_deepest_rule():
    """Rules that go deeper on either side; whichever way finds the limit, the other finds it there, too."""
    for form in ("{0}", "-{0}", "{0} + 1", "({0} + 1) * 2", "{0}.a", "f({0})", "not {0}"):
        found = []
        for depth in range(MAX_TREE_DEPTH):
            value = "a"
            for _ in range(depth):
                value = form.format(value)
            text = f"define d: 0..1 = {value}\n"
            found.append(agree(source(text), Piece(0, text)))
        assert found[0]
        assert form == "{0}" or not found[-1]


def test_deep_blocks():
    for depth in range(30, 60):
        text = "procedure p\n" + "".join(indented("if a", level) for level in range(1, depth))
        text += indented("nothing", depth)
        agree(source(text), Piece(0, text))


def test_within_another_text():
    file = source("# above\n  given oil = lamp + 1\n")
    start = file.text.index("given")
    item = read_fragment('example "carrier"\n    ', "given oil = lamp + 1", file, start)
    places = [
        (file.text[node.span.start : node.span.end], node.span.line, node.span.column)
        for node in walk(narrow(ast.Example, item).lines[0])
    ]
    assert places == [
        ("given oil = lamp + 1", 2, 3),
        ("oil", 2, 9),
        ("lamp + 1", 2, 15),
        ("lamp", 2, 15),
        ("1", 2, 22),
    ]


def test_the_tables_are_those_of_the_grammar():
    made = lalr.extract_tables(make_lark())
    assert lalr.load_tables(lalr.dump_tables(made)) == made
    assert tables.TABLES_FILE.read_text(encoding="utf-8") == lalr.dump_tables(made), (
        "run python -m bombsight.dsl.tables"
    )


def test_tables_of_another_grammar_are_not_used(monkeypatch, tmp_path):
    ours = tables.language_tables()
    monkeypatch.setattr(lalr, "GRAMMAR", tmp_path / "grammar.lark")
    lalr.GRAMMAR.write_text("start: NAME\n")
    assert lalr.load_tables(tables.TABLES_FILE.read_text(encoding="utf-8")) is None
    assert tables.language_tables.__wrapped__() == ours  # made anew, of what lark was given before
