import pytest

from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import NO_ORIGIN
from tests.dsl.reading import item, name, number, origin, patch
from tests.narrowing import narrow

SIX = ast.Key(number(6), number(6))
FOG = (ast.Result((name("fog"),)),)
ROW = ast.Row((SIX,), None, FOG, NO_ORIGIN)
NOTHING = ast.Nothing()
OPTION = ast.Option("moon", "M", (), None, None, ast.YesNo(False), NO_ORIGIN)
BRANCH = ast.Branch("s", "S", None, None, (NOTHING,))
FIELD = ast.FieldDecl("oil", (), None, ast.NamedType("Oil"), False, None)
EXCEPT = ast.Except("fog", number(2), None, (), False, NO_ORIGIN, ())


def target(kind, name_, row=None, column=()):
    return ast.TargetRef(kind, name_, row, column)


def edits(target_, *edits_):
    return ast.EditPatch(target_, edits_)


def grid(*words):
    return ast.GridRow(tuple(ast.Cell((name(word),)) for word in words), NO_ORIGIN)


PATCHES = {
    "in table O-6\n  was roll 2d6\n  now roll 1d6": edits(
        target("table", "O-6"),
        ast.Edit("was", (ast.RollLine(ast.Dice(Dice(2, 6))),), (ast.RollLine(ast.Dice(Dice(1, 6))),)),
    ),
    "in table O-6\n  add 6: fog\n  remove 6: fog": edits(
        target("table", "O-6"), ast.Edit("add", (), (ROW,)), ast.Edit("remove", (ROW,), ())
    ),
    "in table O-6\n  was 6: fog\n  now\n    6: fog\n    6: fog": edits(
        target("table", "O-6"), ast.Edit("was", (ROW,), (ROW, ROW))
    ),
    "in table O-6 row 6, ..1\n  was nothing\n  now\n    stop\n    nothing": edits(
        target("table", "O-6", (SIX, ast.Key(None, number(1)))),
        ast.Edit("was", (NOTHING,), (ast.Stop(), NOTHING)),
    ),
    "in table O-6 row 6 column front high\n  was -\n  now fog, 1": edits(
        target("table", "O-6", (SIX,), ("front", "high")),
        ast.Edit("was", (ast.Cell((ast.CellBlank(),)),), (ast.Cell((name("fog"), number(1))),)),
    ),
    "in enum Ship\n  was | a | b |\n  now | a | c |\n  add | d | e |\n  remove | f | g |": edits(
        target("enum", "Ship"),
        ast.Edit("was", (grid("a", "b"),), (grid("a", "c"),)),
        ast.Edit("add", (), (grid("d", "e"),)),
        ast.Edit("remove", (grid("f", "g"),), ()),
    ),
    "in enum Ship row tug column 5\n  was a\n  now b": edits(
        target("enum", "Ship", (ast.Key(name("tug"), name("tug")),), (5,)),
        ast.Edit("was", (ast.Cell((name("a"),)),), (ast.Cell((name("b"),)),)),
    ),
    "in define low\n  was base: 3\n  now base: 4\n  was except fog: 2\n  now except fog: 2": edits(
        target("define", "low"),
        ast.Edit("was", (ast.Base((number(3),), NO_ORIGIN),), (ast.Base((number(4),), NO_ORIGIN),)),
        ast.Edit("was", (EXCEPT,), (EXCEPT,)),
    ),
    "in define low\n  add except fog: 2\n  add to rain except fog: 2\n  remove except fog: 2": edits(
        target("define", "low"),
        ast.Edit("add", (), (EXCEPT,)),
        ast.Edit("add", (), (EXCEPT,), "rain"),
        ast.Edit("remove", (EXCEPT,), ()),
    ),
    "in tally low\n  was base: 3\n  now base: 4": edits(
        target("tally", "low"),
        ast.Edit("was", (ast.Base((number(3),), NO_ORIGIN),), (ast.Base((number(4),), NO_ORIGIN),)),
    ),
    "in procedure p\n  was (boat: Boat)\n  now (boat: Boat or none)": edits(
        target("procedure", "p"),
        ast.Edit("was", (ast.Param("boat", ast.NamedType("Boat")),), (ast.Param("boat", ast.NamedType("Boat", True)),)),
    ),
    "in procedure p\n  was stop\n  now nothing\n  remove stop": edits(
        target("procedure", "p"),
        ast.Edit("was", (ast.Stop(),), (NOTHING,)),
        ast.Edit("remove", (ast.Stop(),), ()),
    ),
    "in procedure p\n  before s\n    nothing\n  after s\n    nothing\n  at start\n    nothing\n  at end\n    nothing": (
        edits(
            target("procedure", "p"),
            ast.Edit("before", (), (NOTHING,), "s"),
            ast.Edit("after", (), (NOTHING,), "s"),
            ast.Edit("start", (), (NOTHING,)),
            ast.Edit("end", (), (NOTHING,)),
        )
    ),
    "in procedure p\n  before s after others\n    nothing\n  at end after others\n    nothing": edits(
        target("procedure", "p"),
        ast.Edit("before", (), (NOTHING,), "s", last=True),
        ast.Edit("end", (), (NOTHING,), last=True),
    ),
    "in procedure p\n  after line stop\n  add nothing\n  before line stop\n  add after others\n    nothing": edits(
        target("procedure", "p"),
        ast.Edit("after", (ast.Stop(),), (NOTHING,)),
        ast.Edit("before", (ast.Stop(),), (NOTHING,), last=True),
    ),
    "in procedure p\n  after line\n    nothing": edits(
        target("procedure", "p"), ast.Edit("after", (), (NOTHING,), "line")
    ),
    "remove table T-1": ast.RemovePatch(target("table", "T-1")),
    "remove procedure p": ast.RemovePatch(target("procedure", "p")),
    'in procedure p\n  add to o answer s "S"\n    nothing\n  was answer s "S"\n    nothing\n'
    '  now answer s "S"\n    nothing\n  remove answer s "S"\n    nothing': edits(
        target("procedure", "p"),
        ast.Edit("add", (), (BRANCH,), "o"),
        ast.Edit("was", (BRANCH,), (BRANCH,)),
        ast.Edit("remove", (BRANCH,), ()),
    ),
    "in state night\n  was oil: Oil\n  now oil: Oil\n  add oil: Oil\n  remove oil: Oil": edits(
        target("state", "night"),
        ast.Edit("was", (FIELD,), (FIELD,)),
        ast.Edit("add", (), (FIELD,)),
        ast.Edit("remove", (FIELD,), ()),
    ),
    "in record Boat\n  add oil: Oil": edits(target("record", "Boat"), ast.Edit("add", (), (FIELD,))),
    'was option moon "M" = no\nnow option moon "M" = no': edits(None, ast.Edit("was", (OPTION,), (OPTION,))),
    'add option moon "M" = no': edits(None, ast.Edit("add", (), (OPTION,))),
    'remove option moon "M" = no': edits(None, ast.Edit("remove", (OPTION,), ())),
    'replace\n  table T "T"\n    6: fog': ast.ReplacePatch(ast.Table("T", "T", NO_ORIGIN, None, (ROW,))),
    'replace\n  procedure p printed "own"\n    nothing': ast.ReplacePatch(
        ast.Procedure("p", (), None, None, origin("printed", "own"), None, (NOTHING,))
    ),
    "replace\n  define low: Sky = fog": ast.ReplacePatch(
        ast.Define("low", (), ast.NamedType("Sky"), name("fog"), NO_ORIGIN, (), NO_ORIGIN)
    ),
    "confirms table G-9": ast.ConfirmPatch(target("table", "G-9")),
    "confirms enum Ship": ast.ConfirmPatch(target("enum", "Ship")),
    "confirms procedure p": ast.ConfirmPatch(target("procedure", "p")),
    "confirms define low": ast.ConfirmPatch(target("define", "low")),
    'replace\n  tally low "Low" good: Sky = fog': ast.ReplacePatch(
        ast.Tally("low", (), ast.NamedType("Sky"), name("fog"), NO_ORIGIN, (), NO_ORIGIN, "Low", "good")
    ),
    "confirms tally low": ast.ConfirmPatch(target("tally", "low")),
    "confirms option moon": ast.ConfirmPatch(target("option", "moon")),
}


@pytest.mark.parametrize("text", PATCHES)
def test_patch(text):
    assert patch(text) == PATCHES[text]


def test_heads_of_overlays_and_entries():
    read = item('errata e "E" for light cite "S" by "A"\n  1 "A" cite "x"\n    confirms table T\n')
    entry = ast.Entry("1", "A", origin(cite="x"), (ast.ConfirmPatch(target("table", "T")),))
    assert read == ast.Overlay("errata", "e", "E", "light", origin(cite="S"), "A", (entry,))


def test_what_an_overlay_needs_and_excludes():
    read = narrow(ast.Overlay, item('house e "E"\n  needs a, b\n  excludes needs\n  needs "A"\n    confirms table T\n'))
    assert read.relations == (ast.Relation("needs", ("a", "b")), ast.Relation("excludes", ("needs",)))
    assert [entry.number for entry in read.entries] == ["needs"]


@pytest.mark.parametrize("kind", ["errata", "variant", "house"])
def test_a_bare_head(kind):
    read = item(f'{kind} e "E"\n  one "A"\n    confirms table T\n')
    entry = ast.Entry("one", "A", NO_ORIGIN, (ast.ConfirmPatch(target("table", "T")),))
    assert read == ast.Overlay(kind, "e", "E", None, NO_ORIGIN, None, (entry,))
