"""Values as columns of JSON: they come back as they were, equal ones as equal bytes, and no other classes."""

from __future__ import annotations

import json

import pytest
from attrs import frozen

from bombsight.compiler.serialize.column_codec import decode_columns, encode_columns
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Span
from tests.compiler.serialize.keeper import compiled

SPAN = Span("a.rules", 1, 2, 3, 4, 5, 6)
FAR = Span("b.rules", 1, 2, 3, 4, 10**9, 6)
WHOLE = encode_columns(SPAN)


@frozen
class Foreign:
    """A class of somebody else's."""

    value: int


@pytest.mark.parametrize(
    "value",
    [
        *((), (1, True, "1"), ((),), {"a": (1,)}, frozenset({"a"}), {"a"}, [1, [2]], {}, 7, "", True),
        *((True, 1, "1", None), (1, 1), (1, None), ((1, 2), (3,), ()), ([], []), {1: 1, None: 2}, FAR, (FAR, SPAN)),
        *(SPAN, (SPAN, SPAN), Severity.ADVICE, (None, "\u00e4\n", 10**30)),
    ],
    ids=repr,
)
def test_values_come_back(value):
    back = decode_columns(encode_columns(value))
    assert back == value
    assert repr(back) == repr(value)
    assert type(back) is type(value)


def test_equal_parts_are_there_once():
    first, second = decode_columns(encode_columns((SPAN, Span("a.rules", 1, 2, 3, 4, 5, 6))))
    assert first is second


def test_what_can_be_changed_stays_apart():
    first, second = decode_columns(encode_columns(([1], [1])))
    assert first == second
    assert first is not second


def test_a_graph_comes_back():
    graph = compiled('game keeper "Keeper"\n  sources optional\nprocedure mission\n  say "high"\n').graph
    back = decode_columns(encode_columns(graph))
    assert back == graph
    assert repr(back) == repr(graph)
    assert encode_columns(back) == encode_columns(graph)


@pytest.mark.parametrize("value", [Foreign(1), object(), 1j, 1.5, print])
def test_what_is_not_ours_is_not_written(value):
    with pytest.raises(TypeError):
        encode_columns(value)


def document(kind, *columns):
    """The document of one value of a class, its class and columns."""
    return json.dumps([[kind], ["a.rules"], [[0, 1, *columns]], 1]).encode()


@pytest.mark.parametrize(
    "content",
    [
        *(
            b"",
            b"[]",
            b"7",
            b"{}",
            WHOLE[:-1],
            WHOLE[5:],
            b"\xff" + WHOLE,
            b"[" * 100_000,
            WHOLE.replace(b"[1,0]", b"[1,9]"),
        ),
        *(WHOLE.replace(b"Span", b"Spam"), WHOLE.replace(b"Span", b"Path"), WHOLE.replace(b",1]", b",9]")),
        *(
            document("os:system", [1, 0]),
            document("builtins:eval", [1, 0]),
            document("bombsight.dsl.caches:os.system", [1, 0]),
        ),
        *(document("bombsight.dsl.caches:prune", [0, 1], [0, 2]), document("bombsight.dsl.source:Span", [0, 1])),
        *(document("dict", [0, 1], [1, 0]), document("tuple", [0, 1]), document("set", [0, 1], [1, [3]])),
        document("bombsight.dsl.diagnostic:Severity", [1, 0]),
    ],
)
def test_what_is_not_whole_is_no_value(content):
    with pytest.raises(ValueError, match="no document of a value"):
        decode_columns(content)
