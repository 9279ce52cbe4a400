import pytest

from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import NO_ORIGIN
from tests.dsl.reading import item, name, number, origin

SKY = ast.NamedType("Sky")
RANGE = ast.RangeType(number(0), number(9))
NOTHING = (ast.Nothing(),)


def cell(*items):
    return ast.Cell(items)


ITEMS = {
    'game light "Light"\n  by "A", b, 3\n  language 1\n': ast.Game(
        "light", "Light", (ast.GameLine("by", ("A", "b", 3)), ast.GameLine("language", (1,)))
    ),
    'option moon "Moon" = no cite "6"\n': ast.Option(
        "moon", "Moon", (), None, None, ast.YesNo(False), origin(cite="6")
    ),
    'option moon "Moon" = no reconstructed "p" cite "6"\n': ast.Option(
        "moon", "Moon", (), None, None, ast.YesNo(False), origin("reconstructed", "p", cite="6")
    ),
    'option moon "Moon" from full_moon, new = new\n': ast.Option(
        "moon", "Moon", ("full_moon", "new"), None, None, name("new"), NO_ORIGIN
    ),
    'option moon "Moon" from one = one\n': ast.Option("moon", "Moon", ("one",), None, None, name("one"), NO_ORIGIN),
    'board sky "The sky"\n  plan Sky\n    | fog, Sky.rain "Wet" | "{oil}" | - |\n'
    '  at fog\n    mark "now" bad when lit\n': ast.Board(
        "sky",
        "The sky",
        (
            ast.Plan(
                ("Sky",),
                (
                    ast.PlanRow(
                        (
                            ast.PlanCell(
                                (
                                    ast.PlanPlace(name("fog"), None),
                                    ast.PlanPlace(ast.Attribute(name("Sky"), "rain"), "Wet"),
                                ),
                                None,
                            ),
                            ast.PlanCell((), "{oil}"),
                            ast.PlanCell((), None),
                        )
                    ),
                ),
            ),
            ast.Marked(None, None, None, name("fog"), (ast.Mark("now", "bad", name("lit")),)),
        ),
    ),
    'board ships "Ships"\n  rows s in ships where s.lit\n    mark "{s}"\n  mark "All" good\n': ast.Board(
        "ships",
        "Ships",
        (
            ast.Lined("rows", "s", name("ships"), ast.Attribute(name("s"), "lit"), (ast.Mark("{s}", "", None),)),
            ast.Mark("All", "good", None),
        ),
    ),
    'option oil "Oil" from -2..20 = 3\n': ast.Option("oil", "Oil", (), -2, 20, number(3), NO_ORIGIN),
    'enum Sky: clear, rain "Rain"\n': ast.Enum(
        "Sky", (ast.EnumValue("clear", None), ast.EnumValue("rain", "Rain")), (), NO_ORIGIN
    ),
    'enum Ship printed "card" cite "4"\n  | ship | at: Sky |\n  | tug | - | printed cite "5"\n': ast.Enum(
        "Ship",
        (),
        (
            ast.GridRow((cell(name("ship")), cell(ast.CellTyped("at", SKY))), NO_ORIGIN),
            ast.GridRow((cell(name("tug")), cell(ast.CellBlank())), origin("printed", cite="5")),
        ),
        origin("printed", "card", cite="4"),
    ),
    "record Boat\n  sky: Sky\n  oil: 0..9 full = 3\n": ast.Record(
        "Boat",
        (
            ast.FieldDecl("sky", (), None, SKY, False, None),
            ast.FieldDecl("oil", (), None, RANGE, True, number(3)),
        ),
    ),
    'state night\n  seen[Ship] "Seen" good: yes/no\n  bad "B" bad: Sky\n  good: Sky\n  oil bad: 0..9 = 3\n': ast.State(
        "night",
        (
            ast.FieldDecl("seen", (ast.Index(None, "Ship"),), "Seen", ast.YesNoType(), False, None, "good"),
            ast.FieldDecl("bad", (), "B", SKY, False, None, "bad"),
            ast.FieldDecl("good", (), None, SKY, False, None),
            ast.FieldDecl("oil", (), None, RANGE, False, number(3), "bad"),
        ),
    ),
    'state night\n  seen[Ship] "Seen": yes/no\n  due[s: Ship, Sky] "Due": 0..9 = 1\n': ast.State(
        "night",
        (
            ast.FieldDecl("seen", (ast.Index(None, "Ship"),), "Seen", ast.YesNoType(), False, None),
            ast.FieldDecl("due", (ast.Index("s", "Ship"), ast.Index(None, "Sky")), "Due", RANGE, False, number(1)),
        ),
    ),
    'state night\n  seen "S": Sky seen  by holder when sky\n  oil: 0..9 = 3 seen by all\n': ast.State(
        "night",
        (
            ast.FieldDecl("seen", (), "S", SKY, False, None, "", ast.Seen(name("holder"), name("sky"))),
            ast.FieldDecl("oil", (), None, RANGE, False, number(3), "", ast.Seen(None)),
        ),
    ),
    'table 7-10 "T" repaired "log" at most 4 deep cite "x"\n  roll d66\n': ast.Table(
        "7-10", "T", origin("repaired", "log", cite="x"), 4, (ast.RollLine(ast.Dice(Dice(2, 6, "digits"))),)
    ),
    'modifier -1 haze on O-2, B2a when a unless b cite "x"\n': ast.ModifierOn(
        ast.Modifier(number(-1), "haze", name("a"), name("b"), origin(cite="x")), ("O-2", "B2a")
    ),
    'modifier -1 haze on O-2 when a recovered "p" cite "x"\n': ast.ModifierOn(
        ast.Modifier(number(-1), "haze", name("a"), None, origin("recovered", "p", cite="x")), ("O-2",)
    ),
    "modifier +(a) haze on T\n": ast.ModifierOn(ast.Modifier(name("a"), "haze", None, None, NO_ORIGIN), ("T",)),
    'define low: yes/no = a cite "x"\n': ast.Define(
        "low", (), ast.YesNoType(), name("a"), NO_ORIGIN, (), origin(cite="x")
    ),
    'define low: yes/no = a recovered "p" cite "x"\n': ast.Define(
        "low", (), ast.YesNoType(), name("a"), NO_ORIGIN, (), origin("recovered", "p", cite="x")
    ),
    "define low(): Sky = a\n": ast.Define("low", (), SKY, name("a"), NO_ORIGIN, (), NO_ORIGIN),
    'define low(s: Sky): 0..9 recovered "p" cite "x"\n  base: 3 cite "y"\n  except a: 2 repaired "q"\n'
    '    except b: 1 when c over a, d cite "z"\n': (
        ast.Define(
            "low",
            (ast.Param("s", SKY),),
            RANGE,
            number(3),
            origin(cite="y"),
            (
                ast.Except(
                    "a",
                    number(2),
                    None,
                    (),
                    False,
                    origin("repaired", "q"),
                    (ast.Except("b", number(1), name("c"), ("a", "d"), False, origin(cite="z"), ()),),
                ),
            ),
            origin("recovered", "p", cite="x"),
        )
    ),
    'tally low "Low" bad: yes/no = a cite "x"\n': ast.Tally(
        "low", (), ast.YesNoType(), name("a"), NO_ORIGIN, (), origin(cite="x"), "Low", "bad"
    ),
    'tally good "Good": Sky\n  base: a cite "y"\n': ast.Tally(
        "good", (), SKY, name("a"), origin(cite="y"), (), NO_ORIGIN, "Good", ""
    ),
    "define low: 0..9\n  base: 3\n  except a: 2 when c over  all\n  except b: 1 when c over all, a\n"
    "  except all: 1 when c over alloy\n": ast.Define(
        "low",
        (),
        RANGE,
        number(3),
        NO_ORIGIN,
        (
            ast.Except("a", number(2), name("c"), (), True, NO_ORIGIN, ()),
            ast.Except("b", number(1), name("c"), ("a",), True, NO_ORIGIN, ()),
            ast.Except("all", number(1), name("c"), ("alloy",), False, NO_ORIGIN, ()),
        ),
        NO_ORIGIN,
    ),
    "procedure p\n  nothing\n": ast.Procedure("p", (), None, None, NO_ORIGIN, None, NOTHING),
    'procedure p(s: Sky, n: 0..9): Sky "P" printed at most 4 deep cite "x"\n  nothing\n': ast.Procedure(
        "p", (ast.Param("s", SKY), ast.Param("n", RANGE)), SKY, "P", origin("printed", cite="x"), 4, NOTHING
    ),
    'reroll charm "Charm" when a at most 9 times cite "x"\n  beside "{x}"\n  routine\n  prefer on G-9 when total < 0\n'
    "  nothing\n": ast.Reroll(
        "charm",
        "Charm",
        name("a"),
        9,
        (ast.Beside("{x}"), ast.Routine(None)),
        (ast.Prefer("G-9", ast.Compare("<", name("total"), number(0))),),
        origin(cite="x"),
        NOTHING,
    ),
    'reroll charm "Charm" when a\n  nothing\n': ast.Reroll(
        "charm", "Charm", name("a"), None, (), (), NO_ORIGIN, NOTHING
    ),
    'example "E" cite "x"\n  given a.b = 4\n  given do p(1)\n  roll on T(a)\n  look up T()\n  do p\n'
    "  roll G-9 3 4\n  roll on_oil 2\n  roll - 4\n  roll in T-1 3 4\n  answer top 2\n  expect a\n": ast.Example(
        "E",
        origin(cite="x"),
        (
            ast.Given(ast.Attribute(name("a"), "b"), number(4)),
            ast.GivenDo(ast.Do("p", (number(1),))),
            ast.ExampleCall(ast.RollOn("T", (name("a"),))),
            ast.ExampleCall(ast.LookUp("T", ())),
            ast.ExampleCall(ast.Do("p", ())),
            ast.ExpectedRoll("G-9", (3, 4)),
            ast.ExpectedRoll("on_oil", (2,)),
            ast.ExpectedRoll(None, (4,)),
            ast.ExpectedRoll(None, (3, 4), "T-1"),
            ast.ExpectedAnswer(("top", "2")),
            ast.Expect(name("a")),
        ),
    ),
}


@pytest.mark.parametrize("text", ITEMS)
def test_item(text):
    assert item(text) == ITEMS[text]
