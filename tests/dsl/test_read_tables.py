import pytest

from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import NO_ORIGIN
from tests.dsl.reading import name, number, origin, table_line

A, B = name("a"), name("b")
ONE = ast.Key(number(1), number(1))
FOG = (ast.Result((name("fog"),)),)


def row(*keys, title=None, body=FOG, said=NO_ORIGIN):
    return ast.Row(keys, title, body, said)


def grid(*cells, said=NO_ORIGIN):
    return ast.GridRow(tuple(ast.Cell(items) for items in cells), said)


LINES = {
    "for s: Ship, n: 0..3": ast.ForLine(
        (ast.Param("s", ast.NamedType("Ship")), ast.Param("n", ast.RangeType(number(0), number(3))))
    ),
    "gives 0..3 or none": ast.Gives(ast.RangeType(number(0), number(3), True)),
    "gives now: Sky": ast.Gives(None, (ast.Param("now", ast.NamedType("Sky")),)),
    "gives now: Sky, later: Sky": ast.Gives(
        None, (ast.Param("now", ast.NamedType("Sky")), ast.Param("later", ast.NamedType("Sky")))
    ),
    "roll 2d6": ast.RollLine(ast.Dice(Dice(2, 6))),
    "every row": ast.EveryRow("all"),
    "every row added  up": ast.EveryRow("sum"),
    "every row highest": ast.EveryRow("highest"),
    "every row lowest": ast.EveryRow("lowest"),
    "every row counted": ast.EveryRow("count"),
    '+1 haze when a unless b cite "x"': ast.Modifier(number(1), "haze", A, B, origin(cite="x")),
    '+1 haze when a reconstructed "p" cite "x"': ast.Modifier(
        number(1), "haze", A, None, origin("reconstructed", "p", cite="x")
    ),
    "-2 haze unless b": ast.Modifier(number(-2), "haze", None, B, NO_ORIGIN),
    "-(a + 1) haze": ast.Modifier(ast.Negate(ast.Binary("+", A, number(1))), "haze", None, None, NO_ORIGIN),
    "+(a) haze": ast.Modifier(A, "haze", None, None, NO_ORIGIN),
    'when a: fog cite "x"': ast.Beforehand(A, FOG, origin(cite="x")),
    'when a printed cite "x"\n  nothing': ast.Beforehand(A, (ast.Nothing(),), origin("printed", cite="x")),
    'natural 1 when a: fog printed cite "x"': ast.NaturalRow((ONE,), A, FOG, origin("printed", cite="x")),
    'natural 1 "A hit" when a: fog': ast.NaturalRow((ONE,), A, FOG, NO_ORIGIN, "A hit"),
    'natural 1 "A hit"\n  nothing': ast.NaturalRow((ONE,), None, (ast.Nothing(),), NO_ORIGIN, "A hit"),
    "natural ..1\n  nothing": ast.NaturalRow((ast.Key(None, number(1)),), None, (ast.Nothing(),), NO_ORIGIN),
    "1: fog": row(ONE),
    "-1: fog": row(ast.Key(number(-1), number(-1))),
    "1..2: fog": row(ast.Key(number(1), number(2))),
    "..2: fog": row(ast.Key(None, number(2))),
    "2..: fog": row(ast.Key(number(2), None)),
    "1, a.b..: fog": row(ONE, ast.Key(ast.Attribute(A, "b"), None)),
    "f(a)..b: fog": row(ast.Key(ast.Call("f", (A,)), B)),
    "else: fog": row(ast.Key(otherwise=True)),
    '1 "One": fog printed "p" cite "x"': row(ONE, title="One", said=origin("printed", "p", cite="x")),
    '1 "One" recovered "p" cite "x"\n  nothing': row(
        ONE, title="One", body=(ast.Nothing(),), said=origin("recovered", "p", cite="x")
    ),
    '1 "One"\n      "and two": fog': row(ONE, title="One and two"),
    '1 "One "\n    "  and"\n    "two "\n  nothing': row(ONE, title="One and two ", body=(ast.Nothing(),)),
    "1: 2, 88 + 2d6": row(ONE, body=(ast.Result((number(2), ast.Binary("+", number(88), ast.Dice(Dice(2, 6))))),)),
    "1: do p": row(ONE, body=(ast.Evaluate(ast.Do("p", ())),)),
    "1: roll on T": row(ONE, body=(ast.Result((ast.RollOn("T", ()),)),)),
    "1: note c": row(ONE, body=(ast.UseNote("c"),)),
    "| 1d6 | poor | a: Sky |": grid(
        (ast.Dice(Dice(1, 6)),), (name("poor"),), (ast.CellTyped("a", ast.NamedType("Sky")),)
    ),
    '| 1, a | any | - | note c | front high | printed "p" cite "x"': grid(
        (number(1), A),
        (ast.CellAny(),),
        (ast.CellBlank(),),
        (ast.CellNote("c"),),
        (ast.CellBoth(("front", "high")),),
        said=origin("printed", "p", cite="x"),
    ),
    '| 1..2 | ..1 | 6.. | else | "t" | yes | no | none | +1 |': grid(
        (ast.CellKey(ast.Key(number(1), number(2))),),
        (ast.CellKey(ast.Key(None, number(1))),),
        (ast.CellKey(ast.Key(number(6), None)),),
        (ast.CellKey(ast.Key(otherwise=True)),),
        (ast.Text("t"),),
        (ast.YesNo(True),),
        (ast.YesNo(False),),
        (ast.NoneValue(),),
        (number(1),),
    ),
    'note c "C"\n  nothing': ast.Note("c", "C", (ast.Nothing(),)),
}


@pytest.mark.parametrize("text", LINES)
def test_line(text):
    assert table_line(text) == LINES[text]
