"""One mistake, one finding; and around it the item stands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.dsl import ast
from bombsight.dsl.blocks import code_lines
from bombsight.dsl.damage import collect_words
from bombsight.dsl.grammar import hole_characters
from bombsight.dsl.parser import parse
from bombsight.dsl.pieces import split_items
from tests.dsl.reading import SAMPLES, codes, sample, source
from tests.narrowing import narrow

PIECES = [piece for path in SAMPLES for piece in split_items(sample(path).text).pieces if piece.code.count("\n") > 2]
UNBROKEN = [piece for piece in PIECES if not any(line.inside for line in code_lines(piece.code))]


def read(text):
    """The only item of a text, with the lines that were left out of it."""
    parsed = parse(source(text))
    (item,), (damage,) = parsed.file.items, parsed.damaged
    return item, [(hole.line, hole.end_line) for hole in damage.holes]


def test_a_statement():
    item, lost = read("procedure p\n  set a to 3\n  if b == 3\n    set c to 4\n  set d to 5\n")
    assert [statement.target.name for statement in item.body] == ["a", "d"]
    assert lost == [(3, 4)]


def test_the_only_statement_of_a_block():
    item, lost = read("procedure p\n  if b\n    sett c to 4\n  else\n    set d to 5\n")
    (only,) = item.body
    assert (only.body, len(only.otherwise), lost) == ((), 1, [(3, 3)])


def test_what_goes_on_with_a_lost_line_goes_with_it():
    text = "procedure p\n  if b == 3\n    set c to 4\n  else if c\n    stop\n  else\n    stop\n  set d to 5\n"
    assert codes(text) == ["E032"]
    item, lost = read(text)
    assert len(item.body) == 1
    assert lost == [(2, 3), (4, 5), (6, 7)]


def test_a_row():
    item, lost = read('table K "T"\n  roll 1d6\n  1..3: a\n  4 b\n  5..6: c\n')
    assert [len(item.lines), lost] == [3, [(4, 4)]]


@pytest.mark.parametrize("line", ["roll d6", "givs Sky", "for s Sky", "| 1d6 | a"])
def test_a_table_whose_call_is_not_known_is_not_there(line):
    parsed = parse(source(f'table K "T"\n  {line}\n  1..6: clear\n'))
    assert parsed.file.items == ()
    assert [damage.name for damage in parsed.damaged] == ["K"]


def test_the_head_of_a_grid_takes_its_rows_along():
    item, lost = read('enum A printed "card"\n  | a | b \n  | x | 1 |\n  | y | 2 |\n')
    assert (item.rows, lost) == ((), [(2, 4)])


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("state mission:", ast.State),
        ("record Ship with", ast.Record),
        ("enum A prnted", ast.Enum),
        ("table K-1", ast.Table),
        ("table K-1 printed", ast.Table),
        ("game night", ast.Game),
    ],
)
def test_a_head(head, kind):
    body = {"table": "1..6: a", "enum": "a, b", "game": "language 1"}.get(head.split()[0], "a: 0..3 = 3")
    item, lost = read(f"{head}\n  {body}\n")
    assert isinstance(item, kind)
    assert lost == [(1, 1)]
    assert item.span.line == 1


def test_an_item_that_others_cannot_call_is_read_for_its_mistakes():
    parsed = parse(source("procedure p(a: 0..3\n  set b == 3\n\nprocedure q\n  nothing\n"))
    assert [finding.code for finding in parsed.diagnostics] == ["E010", "E084"]
    assert [getattr(item, "name", None) for item in parsed.file.items] == ["q"]


def test_a_misspelt_item_is_the_one_that_is_meant():
    parsed = parse(source('enum A: a\n\ntabel K "T"\n  roll 1d6\n  1..6: a\n'))
    assert [finding.code for finding in parsed.diagnostics] == ["E022"]
    assert [type(item) for item in parsed.file.items] == [ast.Enum, ast.Table]
    row = narrow(ast.Table, parsed.file.items[1]).lines[1]
    assert (row.span.line, row.span.column) == (5, 3)


def test_entries_of_an_overlay():
    text = (
        'variant v "V" for g\n  1 "A"\n    in table K\n      was 3: a\n      now 3 b\n      was 4: a\n      now 4: c\n'
    )
    overlay, lost = read(f'{text}  2 B\n    in table K\n      add 3: a\n  3 "C"\n    confirms table K\n')
    assert [entry.number for entry in overlay.entries] == ["1", "3"]
    assert len(overlay.entries[0].patches[0].edits) == 1
    assert lost == [(4, 5), (8, 10)]


def test_a_quotation_is_whole_or_gone():
    steps = (
        "      was\n        set a to 1\n        set b == 2\n      now\n        set a to 2\n      at end\n        stop\n"
    )
    overlay, lost = read(f'house h "H" for g\n  1 "A"\n    in procedure p\n{steps}')
    assert [edit.verb for edit in overlay.entries[0].patches[0].edits] == ["end"]
    assert lost == [(4, 6), (7, 8)]


def test_a_choice_keeps_its_branches():
    text = 'procedure p\n  choose o\n    ask What\n    answer a "A"\n      nothing\n    answer b B\n      nothing\n'
    item, _ = read(text)
    assert [branch.name for branch in item.body[0].branches] == ["a"]
    assert codes(text) == ["E027", "E026"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("set a to 1\n    set b to 2\n    set c to 3\n  set d to 4", "E013"),
        ("  set a to 1\n  set b to 2\n  set c to 3", "E012"),
        ("set a to 1\n set b to 2\n  set c to 3", "E012"),
        ("set a to 1\nset b to 2\n  set c to 3\nset d to 4", "E016"),
        ("if a\nset b to 2\n  set c to 3", "E016"),
        ("\tset a to 1\n  set b to 2", "E004"),
    ],
)
def test_a_line_in_the_wrong_column_is_one_mistake(body, code):
    parsed = parse(source(f"procedure p\n  {body}\n\nenum A: a\n"))
    assert [finding.code for finding in parsed.diagnostics] == [code]
    assert [getattr(item, "name", None) for item in parsed.file.items] == ["p", "A"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('house h "H" for g\n  1 "A"\n    in table K\n    was 3: a\n    now 3: b\n', "E014"),
        ('house h "H" for g\n  1 "A"\n  in table K\n    was 3: a\n    now 3: b\n', "E014"),
        ('house h "H" for g\n  1 "A"\n  confirms table K\n  in table K\n    add +1 b when c\n', "E014"),
        ('house h "H" for g\n  1 "A"\n  add +1 b on K\n  2 "B"\n    in table K\n      add +1 c when d\n', "E014"),
        ('procedure p\n  if a\n  say "b"\n', "E014"),
        ('procedure p\n  choose o\n  ask "A"\n', "E014"),
        ("state s\noil: 0..3 = 2\nlamp: 0..3 = 2\n", "E084"),
        ("record Boat\noil: 0..3 = 2\nlamp: 0..3 = 2\n", "E084"),
        ("oil: 0..3 = 2\nlamp: 0..3 = 2\n", "E084"),
    ],
)
def test_lines_in_the_column_of_what_they_belong_to_are_one_mistake(text, code):
    assert codes(text) == [code]
    assert codes(f"{text}\nenum A: a\n") == [code]


def test_what_stands_below_a_line_that_needs_lines_is_looked_at():
    assert codes("procedure p\n  if a\n  set b = = 2\n") == ["E014", "E045"]
    assert codes("state s\noil: 0..3 = 2\n\nprocedure p\n  sett b to 2\n")[0] == "E084"


def test_ten_mistakes_are_ten():
    lines = ["sett a to 1", "if a == 1", "say 'a'", 'say "a', "set a to (1", "add 1 a", "let a 1", "rol on K", "a += 1"]
    text = "procedure p\n" + "".join(f"  {line}\n  set b to 1\n" for line in [*lines, "set a to 1.5"])
    assert len(codes(text)) == 10
    (item,) = parse(source(text)).file.items
    assert len(narrow(ast.Procedure, item).body) == 10


def test_a_hole_is_no_character_of_the_language():
    for hole in hole_characters().values():
        assert codes(f"procedure p\n  {hole}\n") == ["E005"]
        assert codes(f'procedure p\n  say "{hole}"\n') == []


def test_words_of_what_is_lost():
    assert collect_words('say "The lamp: {lamp}" # for now\n  | a-1 |') == {"say", "lamp", "a-1", "a", "1"}


@settings(max_examples=150)
@given(data=st.data())
def test_a_line_that_nobody_can_read_is_told_first(data):
    """First, that is: others may go on with what stood there. What stands above it is as it was."""
    piece = data.draw(st.sampled_from(UNBROKEN))
    lines = piece.code.split("\n")[:-1]
    number = data.draw(st.integers(1, len(lines) - 1))
    indent = len(lines[number]) - len(lines[number].lstrip())
    lines[number] = " " * indent + "%%"
    first, *others = parse(source("\n".join([*lines, ""]))).diagnostics
    assert number + 1 in {first.span.line, *(label.span.line for label in first.labels)}
    assert all(finding.span.line > number + 1 for finding in others)
