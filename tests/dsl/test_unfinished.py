"""Items up to a cursor: what may come next is told by the grammar, and every beginning can be ended."""

import re

import pytest
from lark import Tree

from bombsight.dsl.partial_parse import parse_partial
from bombsight.dsl.pieces import TEXT_OR_COMMENT, split_items
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

ITEMS = [
    piece.code
    for path in sorted(LIGHTHOUSE.glob("*.rules"))
    for piece in split_items(path.read_text(encoding="utf-8")).pieces
]


def beginnings(text):
    """Where words begin, outside texts and comments."""
    quoted = [found.span() for found in TEXT_OR_COMMENT.finditer(text)]
    starts = (found.start() for found in re.finditer(r"(?<![\w-])\w", text))
    return [at for at in starts if not any(start < at < end for start, end in quoted)]


@pytest.mark.parametrize("text", ITEMS[::3], ids=lambda text: text.partition("\n")[0][:40])
def test_every_beginning_of_an_item_can_be_ended(text):
    for at in beginnings(text)[1::7]:
        found = parse_partial(text[:at])
        assert found is not None, text[:at]
        assert found.text == text[:at]
        assert isinstance(found.complete_with(()), Tree), text[:at]


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("", {"TABLE", "KIND"}, {"NAME", "SET"}),
        ("procedure p\n  ", {"SET", "IF"}, {"NAME", "TABLE", "ELSE"}),
        ("procedure p\n  if a\n    stop\n  ", {"SET", "ELSE"}, {"ANSWER"}),
        ("procedure p\n  if a ", {"AND", "IS"}, {"SET"}),
        ('table K "k"\n  ', {"ROLL", "GIVES"}, {"ASK"}),
        ("procedure p\n  roll on ", {"ID"}, {"NAME", "INT"}),
    ],
)
def test_what_may_come_next(text, some, none):
    accepts = unwrap(parse_partial(text)).accepts
    assert some <= accepts
    assert not none & accepts


def test_a_line_above_that_cannot_be_read_gives_way():
    found = unwrap(parse_partial("procedure p\n  set to a\n  if b\n  repeat 2 times\n    add 1 to "))
    assert found.accepts == {"NAME"}
    tree = unwrap(found.complete_with((("NAME", "oil"),)))
    assert [node.data for node in tree.iter_subtrees() if node.data in ("set", "add")] == ["add"]


@pytest.mark.parametrize(
    "text", ["procedure p\n  set oil in ", "procedure p\n  stop\n     ", "  if a", "procedure p\n  x y "]
)
def test_a_line_that_cannot_go_on_has_no_place_for_a_cursor(text):
    assert parse_partial(text) is None


def test_words_that_always_follow_belong_to_a_phrase():
    found = unwrap(parse_partial("procedure p\n  "))
    assert [found.phrase_for(kind) for kind in ("LOOK", "TREAT", "SET", "ROLL")] == [
        "look up",
        "treat as row",
        "set",
        "roll",
    ]


def test_one_ending_does_not_show_in_another():
    found = unwrap(parse_partial("procedure p\n  stop\n  "))
    first = found.complete_with(())
    again = found.complete_with((("STOP", "stop"),))
    assert found.complete_with(()) == first
    assert first != again
