"""How the nodes of a small game hang together."""

from collections import Counter
from typing import get_args

import pytest
from attrs import evolve

from bombsight.compiler.edges import edges_of, items_of, walk_with_owners
from bombsight.compiler.graph.boards import Plan
from bombsight.compiler.graph.expressions import Expr, NotExpr, Var
from bombsight.compiler.graph.nodes import Board, Item, Luck
from bombsight.compiler.serialize.node_index import build_catalogue
from bombsight.flat.types import BOOL
from tests.compiler.serialize.keeper import BASE, ERRATA, graph_of, keeper
from tests.narrowing import unwrap


def edges(kind):
    """The edges of a kind as text, in their order."""
    return [f"{edge.source} > {edge.target}" for edge in keeper().edges if edge.kind == kind]


def test_rolls_on():
    assert edges("rolls-on") == [
        "table:Squall > table:Sky",
        "procedure:watch > table:Sky",
        "procedure:watch > table:Squall",
        "example:1 > table:Sky",
    ]


def test_calls():
    assert edges("calls") == [
        "table:Squall > note:Squall/soaked",
        "define:reach > table:Reach",
        "procedure:mission > procedure:watch",
        "procedure:watch > define:reach",
        "procedure:watch > define:busy",
    ]


def test_reads():
    assert edges("reads") == [
        "table:Sky > field:sky",
        "table:Sky > option:new_moon",
        "table:Sky > field:lamp",
        "table:Squall > option:new_moon",
        "table:Squall > field:oil",
        "define:reach > field:sky",
        "define:reach > enum:Light",
        "define:reach > field:lamp",
        "define:reach > option:wick",
        "define:busy > list:fleet",
        "define:busy > field:Boat.due",
        "define:busy > table:Sky",
        "procedure:watch > enum:Weather",
        "procedure:watch > field:seen",
        "procedure:watch > field:oil",
        "procedure:watch > list:fleet",
        "procedure:watch > field:Boat.due",
        "reroll:luck > field:nights",
        "reroll:luck > table:Squall",
    ]


def test_writes():
    assert edges("writes") == [
        "table:Squall > field:lamp",
        "table:Squall > field:oil",
        "procedure:mission > list:fleet",
        "procedure:mission > field:Boat.due",
        "procedure:mission > field:nights",
        "procedure:mission > field:seen",
        "procedure:watch > field:sky",
        "procedure:watch > field:seen",
        "procedure:watch > field:lamp",
        "procedure:watch > field:oil",
        "procedure:watch > list:fleet",
        "reroll:luck > field:nights",
        "example:1 > field:oil",
    ]


def test_modifies():
    assert edges("modifies") == [
        "modifier:Sky/worse > table:Sky",
        "modifier:Sky+Squall/moonless > table:Sky",
        "modifier:Sky+Squall/moonless > table:Squall",
        "modifier:Squall/roll/oiled > subroll:Squall/roll",
    ]


def test_cites():
    assert edges("cites") == [
        "option:new_moon > source:rule 6",
        "option:wick > source:rule 6",
        "enum:Light > source:rule 3",
        "table:Sky > source:rule 2",
        "modifier:Sky/worse > source:rule 2 (a)",
        "modifier:Sky+Squall/moonless > source:rule 6",
        "row:Sky/when-1 > source:rule 2 (b)",
        "table:Squall > source:rule 8",
        "table:Reach > source:rule 4",
        "row:Reach/3 > source:rule 4 (a)",
        "define:reach > source:rule 4",
        "define:reach > source:rule 4 (b)",
        "define:busy > source:rule 5",
        "procedure:mission > source:rule 1",
        "step:mission/dawn > source:rule 1 (a)",
        "procedure:watch > source:rule 1",
        "reroll:luck > source:rule 9",
        "example:1 > source:rule 2",
        "overlay:errata slip 1 > source:sheet 1",
        "overlay:errata slip 2 > source:sheet 2",
        "overlay:errata slip 3 > source:sheet 1",
    ]


def test_amended_by():
    assert edges("amended-by") == [
        "row:Sky/1 > overlay:errata slip 1",
        "row:Sky/2 > overlay:errata slip 1",
        "choice:watch/order > overlay:errata slip 2",
    ]


GRID = """\
game g "G"
  sources optional

enum Sky: clear, fog

table Reach "Reach" printed
  for sky: Sky, lamp: 1..2
  gives 0..9
  | sky   | 1 | 2 |
  | clear | 3 | 6 |
  | fog   | 1 | 2 |

procedure mission
  nothing

errata slip "Slip" for g
  1 "In fog a bright lamp reaches 3"
    in table Reach row fog column 2
      was 2
      now 3
"""


def test_an_erratum_on_a_cell_marks_that_cell_alone():
    graph = graph_of(GRID)
    (table,) = graph.tables

    assert {row.id: row.origin.amended_by for row in table.rows if row.origin.amended_by} == {
        "row:Reach/2/2": ("errata slip 1",)
    }
    assert [(mark.line, mark.column, mark.amended_by) for mark in unwrap(table.grid).marks] == [
        (1, 2, ("errata slip 1",))
    ]
    assert table.origin.amended_by == ()
    assert [edge.source for edge in graph.edges if edge.kind == "amended-by"] == ["row:Reach/2/2"]


def test_an_index_of_what_is_written_is_read():
    graph = graph_of(
        """game g "G"
  sources optional
enum Lamp: red, white
state mission
  lit[Lamp]: 0..3 = 0
  turned: Lamp = red
procedure mission
  add 1 to lit[turned]
"""
    )

    assert [(edge.kind, edge.target) for edge in graph.edges] == [("writes", "field:lit"), ("reads", "field:turned")]


def test_each_edge_stands_once_between_nodes_that_exist():
    graph = keeper()
    known = build_catalogue(graph)

    assert set(Counter(graph.edges).values()) == {1}
    assert {end for edge in graph.edges for end in (edge.source, edge.target)} <= known.keys()


def test_every_kind_of_item_is_named():
    board = Board(name="sea", title="The sea", layout=Plan(enums=(), rows=()), marks=())
    luck = Luck(name="jumps", title="Jumps that land", matters="good", lines=())
    graph = evolve(keeper(), boards=(board,), lucks=(luck,))

    assert {type(item) for _, item in items_of(graph)} == set(get_args(Item))


def test_ids_do_not_hang_on_places():
    moved = graph_of("# a comment\n\n" + BASE.replace("\noption", "\n\n\noption"), ERRATA)

    assert moved.edges == keeper().edges
    assert build_catalogue(moved).keys() == build_catalogue(keeper()).keys()


@pytest.mark.parametrize("depth", [10, 10_000])
def test_depth_is_no_matter(depth):
    deep: Expr = Var(type=BOOL, name="x")
    for _ in range(depth):
        deep = NotExpr(type=BOOL, value=deep)
    graph = keeper()

    assert len(list(walk_with_owners("define:busy", deep))) == depth + 1
    assert edges_of(evolve(graph, defines=(evolve(graph.defines[0], base=deep),)))
