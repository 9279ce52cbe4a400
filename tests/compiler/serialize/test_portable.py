"""Values as lines of JSON: they come back as they were, equal ones as equal bytes, and nothing else is made of them."""

from __future__ import annotations

import json

import pytest
from attrs import frozen

from bombsight.compiler.serialize.jsonl_codec import decode_lines, encode_lines
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Span
from tests.compiler.serialize.keeper import compiled

SPAN = Span("a.rules", 1, 2, 3, 4, 5, 6)
WHOLE = encode_lines(SPAN)


@frozen
class Foreign:
    """A class of somebody else's."""

    value: int


@pytest.mark.parametrize(
    "value",
    [
        *((), (1, True, "1"), ((),), {"a": (1,)}, frozenset({"a"}), [1, [2]], {}),
        *(SPAN, (SPAN, SPAN), Severity.ADVICE, (None, "\u00e4\n", 10**30)),
    ],
    ids=repr,
)
def test_values_come_back(value):
    back = decode_lines(encode_lines(value))
    assert back == value
    assert repr(back) == repr(value)
    assert type(back) is type(value)


def test_equal_parts_are_there_once():
    first, second = decode_lines(encode_lines((SPAN, Span("a.rules", 1, 2, 3, 4, 5, 6))))
    assert first is second


def test_a_graph_comes_back():
    graph = compiled('game keeper "Keeper"\n  sources optional\nprocedure mission\n  say "high"\n').graph
    back = decode_lines(encode_lines(graph))
    assert back == graph
    assert repr(back) == repr(graph)
    assert encode_lines(back) == encode_lines(graph)


@pytest.mark.parametrize("value", [Foreign(1), object(), 1j, 1.5, print])
def test_what_is_not_ours_is_not_written(value):
    with pytest.raises(TypeError):
        encode_lines(value)


def lines(kind, *parts):
    """The lines of one value of a class."""
    return "\n".join([json.dumps([kind]), json.dumps([0, *parts]), "[0]"]).encode()


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"[]", WHOLE[:-1], WHOLE[5:], b"\xff" + WHOLE, b"[" * 100_000),
        *(WHOLE.replace(b"Span", b"Spam"), WHOLE.replace(b"Span", b"Path"), WHOLE.replace(b"[0]", b"[9]")),
        *(lines("os:system", "true"), lines("builtins:eval", "1"), lines("bombsight.dsl.caches:os.system", "true")),
        *(lines("bombsight.dsl.caches:keep", 1, 2), lines("bombsight.dsl.source:Span", 1), lines("dict", 1)),
        lines("bombsight.dsl.diagnostic:Severity", "grave"),
    ],
)
def test_what_is_not_whole_is_no_value(content):
    with pytest.raises(ValueError, match="no lines of a value"):
        decode_lines(content)
