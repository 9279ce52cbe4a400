"""What is packed comes back as it was, and nothing else does."""

import io
import pickle
import sys
from os import system

import pytest
from attrs import frozen

from bombsight.compiler.serialize.pickle_codec import Unpacker, pack, unpack
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.source import Span
from tests.compiler.serialize.keeper import compiled

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
    assert graph is not None
    back = unpack(pack(graph))
    assert back == graph
    assert repr(back) == repr(graph)
    assert [item.span for item in back.procedures] == [item.span for item in graph.procedures]


@pytest.mark.parametrize("value", [Foreign(1), object(), (1, Foreign), system, 1j])
def test_what_is_not_ours_is_not_packed(value):
    with pytest.raises(TypeError):
        pack(value)


class Call:
    """What a pickle can hold that is no value: a call of any function."""

    def __init__(self, function, *args):
        self.made_by = function, args

    def __reduce__(self):
        return self.made_by


WHOLE = pack(SPAN)


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"[[], []]",
        WHOLE[:-1],
        WHOLE[10:],
        WHOLE.replace(b"Span", b"Spam"),
        WHOLE.replace(b"Span", b"Enum"),
        WHOLE.replace(b"source", b"sorrow"),
        WHOLE.replace(b"bombsight", b"bombsighs"),
        pickle.dumps(Call(system, "true")),
        pickle.dumps(Call(eval, "1")),
        pickle.dumps(Call(getattr, SPAN, "to")),
        pickle.dumps(Call(pause_gc)),
        pickle.dumps(Call(Span, "a.rules", 1)),
        pickle.dumps(Call(Span, *range(8))),
        pickle.dumps(Call(Severity, "grave")),
        pickle.dumps(Foreign(1)),
    ],
)
def test_what_is_not_whole_is_no_value(packed):
    with pytest.raises(ValueError, match="no value that was kept"):
        unpack(packed)


UNLISTED = [
    ("os", "system"),
    ("builtins", "eval"),
    ("this", "d"),
    ("bombsight.dsl.caches", "Path"),
    ("bombsight.dsl.caches", "os.system"),
    ("bombsight.dsl.caches", "keep"),
    ("bombsight.cli.app", "Commands"),
    ("bombsight.compiler.serialize.pickle_codec", "Unpacker"),
]


@pytest.mark.parametrize(("module", "name"), UNLISTED)
def test_no_class_is_looked_up_but_those_of_values(module, name):
    with pytest.raises((ImportError, AttributeError, TypeError)):
        Unpacker(io.BytesIO()).find_class(module, name)
    assert "this" not in sys.modules  # nor is anything of others imported


def test_a_packed_call_is_not_made(tmp_path):
    with pytest.raises(ValueError, match="no value that was kept"):
        unpack(pickle.dumps(Call(system, f"touch {tmp_path}/made")))
    assert [*tmp_path.iterdir()] == []
