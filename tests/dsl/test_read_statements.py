import pytest

from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import NO_ORIGIN
from tests.dsl.reading import name, number, origin, statement

A, B = name("a"), name("b")
NOTHING = (ast.Nothing(),)
ROLL = ast.RollOn("G-9", ())

STATEMENTS = {
    "nothing": ast.Nothing(),
    "set a[b].c to 1": ast.Set(ast.Attribute(ast.Subscript(A, (B,)), "c"), number(1)),
    "set a to do p(b)": ast.Set(A, ast.Do("p", (B,))),
    "add 1 to a": ast.Add(number(1), A),
    "add total to total": ast.Add(name("total"), name("total")),
    "take 1 from a[b].c": ast.Take(number(1), ast.Attribute(ast.Subscript(A, (B,)), "c")),
    "take roll on G-9 from a": ast.Take(ROLL, A),
    "add Ship(kind: a) to ships": ast.Add(ast.NewRecord("Ship", (ast.FieldValue("kind", A),)), name("ships")),
    "let n = roll on G-9": ast.Let("n", None, ROLL),
    "let n: 0..3": ast.Let("n", ast.RangeType(number(0), number(3)), None),
    "let n: 0..3 = 2": ast.Let("n", ast.RangeType(number(0), number(3)), number(2)),
    "roll on G-9": ast.Evaluate(ROLL),
    "look up G-9(a)": ast.Evaluate(ast.LookUp("G-9", (A,))),
    "do p": ast.Evaluate(ast.Do("p", ())),
    "do p(a, 1)": ast.Evaluate(ast.Do("p", (A, number(1)))),
    "note c": ast.UseNote("c"),
    'say "{a} left"': ast.Say("{a} left"),
    'say "Out." bad': ast.Say("Out.", "bad"),
    'say "Home." good': ast.Say("Home.", "good"),
    'say "Home." good seen by a when b': ast.Say("Home.", "good", ast.Seen(A, B)),
    "again": ast.Again(None),
    "again at most 20 times": ast.Again(20),
    "again twice, each once": ast.AgainEachOnce(2),
    "again 3 times, each once": ast.AgainEachOnce(3),
    "treat as row 6": ast.TreatAs(ast.Key(number(6), number(6))),
    "treat as row 6..": ast.TreatAs(ast.Key(number(6), None)),
    "take every row of 7-2": ast.TakeEvery("7-2", (), False),
    "take every row and subrow of 7-2(a)": ast.TakeEvery("7-2", (A,), True),
    "remove a from b": ast.Remove("a", B),
    "remove each a from b": ast.RemoveEach("a", B, None),
    "remove each a from b where a.c": ast.RemoveEach("a", B, ast.Attribute(A, "c")),
    "reset a[b]": ast.Reset(ast.Subscript(A, (B,))),
    "end p": ast.End("p", None),
    "end p with a": ast.End("p", A),
    "return": ast.Return(()),
    "return a": ast.Return((A,)),
    "return a, 1": ast.Return((A, number(1))),
    "return do p": ast.Return((ast.Do("p", ()),)),
    "stop": ast.Stop(),
    "step s\n  nothing": ast.Step("s", None, NO_ORIGIN, NOTHING),
    'step s "S" cite "x"\n  nothing': ast.Step("s", "S", origin(cite="x"), NOTHING),
    "step s seen by a\n  nothing": ast.Step("s", None, NO_ORIGIN, NOTHING, ast.Seen(A)),
    'step s "S" seen by all cite "x"\n  nothing': ast.Step("s", "S", origin(cite="x"), NOTHING, ast.Seen(None)),
    "step s seen by a when b\n  nothing": ast.Step("s", None, NO_ORIGIN, NOTHING, ast.Seen(A, B)),
    "if a\n  nothing": ast.If(A, NOTHING, ()),
    "if a\n  nothing\nelse\n  stop": ast.If(A, NOTHING, (ast.Stop(),)),
    "if a\n  nothing\nelse if b\n  stop\nelse\n  again": ast.If(
        A, NOTHING, (ast.If(B, (ast.Stop(),), (ast.Again(None),)),)
    ),
    "if roll on G-9 is a\n  nothing": ast.If(ast.Is(ROLL, A, False), NOTHING, ()),
    "for each x in a\n  nothing": ast.ForEach("x", A, None, NOTHING),
    "for each x in {a, b} where a\n  nothing": ast.ForEach("x", ast.SetLiteral((A, B)), A, NOTHING),
    "for z in 2..a\n  nothing": ast.ForRange("z", number(2), A, False, NOTHING),
    "for z in a down  to 2\n  nothing": ast.ForRange("z", A, number(2), True, NOTHING),
    "repeat 1d6 times\n  nothing": ast.Repeat(ast.Dice(Dice(1, 6)), NOTHING),
    "while a\n  nothing": ast.While(A, None, NOTHING),
    "while a at most 3 times\n  nothing": ast.While(A, 3, NOTHING),
    "roll 1d6\n  +1 x\n  natural 6: a\n  else: b": ast.SubRoll(
        ast.Dice(Dice(1, 6)),
        (
            ast.Modifier(number(1), "x", None, None, NO_ORIGIN),
            ast.NaturalRow((ast.Key(number(6), number(6)),), None, (ast.Result((A,)),), NO_ORIGIN),
            ast.Row((ast.Key(otherwise=True),), None, (ast.Result((B,)),), NO_ORIGIN),
        ),
    ),
    'choose x from a where b or none\n  ask "Which"\n  by enemy\n  prefer 1': ast.Choose(
        "x", A, B, True, "Which", ast.By(name("enemy")), (), number(1)
    ),
    'choose x from a\n  ask "Which"': ast.Choose("x", A, None, False, "Which", None, (), None),
    'choose x from a\n  ask "Which"\n  beside "{x}"\n  routine when b\n  beside "n" when a\n  prefer 1': ast.Choose(
        "x", A, None, False, "Which", None, (ast.Beside("{x}"), ast.Routine(B), ast.Beside("n", A)), number(1)
    ),
    'choose o\n  ask "What"\n  routine\n  answer t "T"\n    stop': ast.ChooseBranch(
        "o", "What", None, (ast.Routine(None),), (ast.Branch("t", "T", None, None, (ast.Stop(),)),)
    ),
    'choose x from a or none\n  ask "Which"\n  together "Guns"\n  grave\n  prefer 1': ast.Choose(
        "x", A, None, True, "Which", None, (), number(1), "Guns", True
    ),
    'choose x from a where b or none_left\n  ask "Which"': ast.Choose(
        "x", A, ast.Or((B, name("none_left"))), False, "Which", None, (), None
    ),
    'choose o\n  ask "What"\n  by "the enemy"\n  answer s "S" when a prefer 1\n    nothing\n  answer t "T"\n    stop': (
        ast.ChooseBranch(
            "o",
            "What",
            ast.By(ast.Text("the enemy")),
            (),
            (ast.Branch("s", "S", A, number(1), NOTHING), ast.Branch("t", "T", None, None, (ast.Stop(),))),
        )
    ),
    'choose grave\n  ask "What"\n  together "Orders"\n  answer grave "G" grave when a\n    nothing': ast.ChooseBranch(
        "grave", "What", None, (), (ast.Branch("grave", "G", A, None, NOTHING, grave=True),), "Orders"
    ),
}


@pytest.mark.parametrize("text", STATEMENTS)
def test_statement(text):
    assert statement(text) == STATEMENTS[text]
