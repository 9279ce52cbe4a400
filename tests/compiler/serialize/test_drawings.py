"""Drawings of a small game, word for word, and what no text in a game may break."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.texts import CONTROL_CHARACTERS
from bombsight.compiler.serialize import dot, mermaid
from bombsight.compiler.serialize.dot import draw_dot
from bombsight.compiler.serialize.drawing import Drawing, UnknownFocus, build_drawing, unique_identifiers
from bombsight.compiler.serialize.mermaid import draw_mermaid
from bombsight.compiler.serialize.node_index import build_catalogue
from bombsight.service.lookup.graphs import render_graph_json
from tests.compiler.serialize.keeper import keeper
from tests.narrowing import narrow

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("name", "focus", "choices"),
    [("whole", None, True), ("squall", "table:Squall", False), ("boat", "record:Boat", False)],
)
def test_golden(name, focus, choices):
    graph = keeper()

    assert draw_dot(graph, focus, choices=choices) == (HERE / f"{name}.dot").read_text(encoding="utf-8")
    assert draw_mermaid(graph, focus, choices=choices) == (HERE / f"{name}.mmd").read_text(encoding="utf-8")


def drawing(focus: str | None, **how: Any) -> Drawing:
    """A drawing of the small game."""
    return narrow(Drawing, build_drawing(keeper(), focus, **how))


def boxes(focus, **how):
    """The ids in a drawing."""
    return [box.entry.id for box in drawing(focus, **how).nodes]


def test_whole_drawing_has_items_and_shared_modifiers():
    assert boxes(None) == [
        "table:Sky",
        "modifier:Sky+Squall/moonless",
        "table:Squall",
        "table:Reach",
        "define:reach",
        "define:busy",
        "procedure:mission",
        "procedure:watch",
        "reroll:luck",
    ]
    assert [id_ for id_ in boxes(None, choices=True) if id_ not in boxes(None)] == [
        "choice:watch/order",
        "choice:watch/boat",
    ]


def test_focus_reaches_two_steps():
    assert boxes("define:busy") == [
        "field:Boat.due",
        "list:fleet",
        "table:Sky",
        "modifier:Sky+Squall/moonless",
        "table:Squall",
        "define:reach",
        "define:busy",
        "procedure:mission",
        "procedure:watch",
        "record:Boat",
        "source:rule 5",
    ]


def test_focus_on_an_amendment_shows_what_it_amended():
    lines = [(line.kind, line.source, line.target) for line in drawing("overlay:errata slip 1").edges]

    assert ("amended-by", "row:Sky/1", "overlay:errata slip 1") in lines
    assert ("part-of", "row:Sky/1", "table:Sky") in lines


def test_every_node_can_be_the_focus():
    for id_ in build_catalogue(keeper()):
        assert id_ in boxes(id_)


@pytest.mark.parametrize(
    ("focus", "near"),
    [
        ("table:Squal", "table:Squall"),
        ("Sky", "table:Sky"),
        ("watch", "procedure:watch"),
        ("zzz", ""),
        ("", ""),
    ],
)
def test_unknown_focus_has_near_names(focus, near):
    for draw in (draw_dot, draw_mermaid):
        found = draw(keeper(), focus)

        assert isinstance(found, UnknownFocus)
        assert near in str(found)
        assert bool(found.similar_ids) is bool(near)


# --- whatever stands in ids and titles

NASTY = st.text(alphabet=st.sampled_from('"\\#;`<>&|[](){}%\n\r\tend: -_éß→'), max_size=12) | st.text(max_size=8)


def renamed(name, title):
    """The small game with a table of a nasty name and title."""
    graph = keeper()
    sky = evolve(graph.tables[0], id=name, title=title)
    return evolve(graph, tables=(sky, *graph.tables[1:]), game=evolve(graph.game, title=title))


DOT_TEXT = r'"(?:[^"\\\n]|\\.)*"'
DOT_LINE = re.compile(
    rf'digraph {DOT_TEXT} {{|  (graph|node|edge) \[.*\]|  subgraph "cluster_legend" {{|    label="Legend"|  }}|}}'
    rf"| +{DOT_TEXT}( -> {DOT_TEXT})? \[\w+=({DOT_TEXT}|\w+)(, \w+=({DOT_TEXT}|\w+))*\]"
)
BOX = "|".join(re.escape(a) + r'"[^"\n`]+"' + re.escape(b) for a, b in [*mermaid.SHAPES.values(), ("(", ")")])
MERMAID_LINE = re.compile(
    rf'flowchart LR| +[a-zA-Z]\w*({BOX})|  \w+ (-->|==>|-\.->|-\.-)\|"[a-z ]+"\| \w+|  subgraph legend \["Legend"\]'
    r"|  end|  classDef \w+ [\w#:,\- ]+|  class \w+ \w+",
    re.ASCII,
)


@given(NASTY, NASTY)
def test_any_text_is_drawn_safely(name, title):
    graph = renamed(name, title)

    for draw, line in ((draw_dot, DOT_LINE), (draw_mermaid, MERMAID_LINE)):
        text = narrow(str, draw(graph))

        assert text == draw(graph)
        assert text.endswith("\n")
        assert [each for each in text[:-1].split("\n") if not line.fullmatch(each)] == []


@given(st.text())
def test_dot_texts_read_back(text):
    unescaped = re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), dot.quote(text)[1:-1])

    assert unescaped == CONTROL_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r", ""))


@given(st.text())
def test_mermaid_texts_read_back(text):
    unescaped = re.sub(r"#(\d+);", lambda found: chr(int(found[1])), mermaid.quote([text])[1:-1])

    assert unescaped == text


@given(st.lists(st.text(alphabet="a:_-1 ", max_size=4), unique=True))
def test_safe_names_differ(ids):
    names = dict(unique_identifiers(ids))

    assert list(names) == ids
    assert len(set(names.values())) == len(ids)


def test_no_text_of_a_game_moves_the_cursor_of_a_terminal():
    graph = keeper()
    hostile = "A \x1b[2J\x1b]0;x\x07\x9b2J\u202e night\r\n"
    graph = evolve(
        graph,
        game=evolve(graph.game, title=hostile),
        tables=tuple(evolve(each, title=hostile) for each in graph.tables),
    )
    for drawn in (draw_dot(graph, None), draw_mermaid(graph, None), render_graph_json(graph)):
        assert not CONTROL_CHARACTERS.search(narrow(str, drawn))
        assert "night" in narrow(str, drawn)
    assert json.loads(render_graph_json(graph))["game"]["title"] == hostile
