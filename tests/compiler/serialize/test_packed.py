"""What is packed comes back as it was, and nothing else does."""

import json

import pytest
from attrs import frozen

from bombsight.compiler.serialize.packed import pack, unpack
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Span
from keeper import compiled

SPAN = Span("a.rules", 1, 2, 3, 4, 5, 6)


@frozen
class Foreign:
    """A class of somebody else's."""

    value: int


@pytest.mark.parametrize(
    "value",
    [
        None,
        *(True, False, 1, 0, 1.5, "", "\u00e4 \ud800"),
        *((), (1, True, "1"), ((),), {"a": (1,)}, frozenset({1, 2})),
        *(SPAN, (SPAN, SPAN), Severity.ADVICE),
    ],
    ids=repr,
)
def test_values_come_back(value):
    back = unpack(pack(value))
    assert back == value
    assert repr(back) == repr(value)
    assert type(back) is type(value)


def test_what_occurs_often_is_there_once():
    first, second = unpack(pack((SPAN, SPAN)))
    assert first is second


def test_a_graph_comes_back():
    graph = compiled("""
game keeper "Keeper"
  sources optional
option moon "Moon" from low, high = low
procedure mission
  if option moon is high
    say "high"
""").graph
    back = unpack(pack(graph))
    assert back == graph
    assert repr(back) == repr(graph)
    assert [item.span for item in back.procedures] == [item.span for item in graph.procedures]


@pytest.mark.parametrize("value", [Foreign(1), object(), [1], {1}, b"", 1j])
def test_what_is_not_ours_is_not_packed(value):
    with pytest.raises(TypeError):
        pack(value)


WHOLE = json.loads(pack(SPAN))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[[], []]",
        "[[], [[0]]]",
        '[[["os", "system"]], ["true", [0, 0]]]',
        '[[["bombsight.dsl.source", "bisect_right"]], [[0]]]',
        '[[["bombsight.dsl.caches", "os"]], [[0]]]',
        '[[["bombsight.nowhere", "Span"]], [[0]]]',
        '[[["builtins", "eval"]], ["1", [0, 0]]]',
        json.dumps([[[*WHOLE[0][0], "more"]], WHOLE[1]]),
        json.dumps([WHOLE[0], [*WHOLE[1][:-1], WHOLE[1][-1][:-1]]]),
        json.dumps([WHOLE[0], WHOLE[1][-1:]]),
    ],
)
def test_what_is_not_whole_is_no_value(text):
    with pytest.raises(ValueError, match="no value that was kept"):
        unpack(text)
