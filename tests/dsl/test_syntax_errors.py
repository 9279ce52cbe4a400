import os
import re

import pytest

from bombsight.compiler.finding_pages import read_page
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.files import read_source
from bombsight.dsl.other_words import OTHER
from bombsight.dsl.parser import parse
from bombsight.dsl.render import render, render_all
from bombsight.dsl.slips import BY_CODE, SLIPS
from bombsight.dsl.slips.slip import make_item, make_procedure, make_table
from bombsight.dsl.syntax import CODES
from bombsight.dsl.words import language_words
from tests.dsl.elsewhere import ELSEWHERE
from tests.dsl.reading import HERE, codes, examples_of_page, source
from tests.mends_shown import mends_of

BROKEN = HERE / "broken"
UPDATE = "BOMBSIGHT_UPDATE"
"""Set this variable to write what is found instead of comparing it."""


def findings(path):
    """What is found in a broken file, as a person sees it, and what is proposed to mend it."""
    read = read_source(path)
    name = path.name
    if isinstance(read, Diagnostic):
        return render(read, {}).replace(str(path), name)
    found = parse(read).diagnostics
    shown = render_all(found, {read.path: read}).replace(str(path), name)
    mends = "\n".join(mends_of(found, read))
    return f"{shown}\n\n{mends}" if mends else shown


ALONE = [slip.code for slip in SLIPS if slip.code != "E088"]
"""E088 follows two hundred others: see ``tests/boundary/test_work.py``."""


@pytest.mark.parametrize("name", [*ALONE, "several", "unindented"])
def test_golden(name):
    expected = BROKEN / f"{name}.expected"
    found = findings(BROKEN / f"{name}.rules") + "\n"
    if os.environ.get(UPDATE):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
    if name.startswith("E0"):
        assert set(re.findall(r"^error\[(\w+)\]", found, re.MULTILINE)) == {name}


NO_EXAMPLES = {"E001", "E002", "E003", "E020", "E088"}
"""Slips that do not hang on an item's text."""


@pytest.mark.parametrize("slip", [slip for slip in SLIPS if slip.code not in NO_EXAMPLES], ids=lambda slip: slip.code)
def test_the_examples_of_a_slip(slip):
    wrong, right = examples_of_page(slip.code)
    for text in (wrong, *slip.examples):
        assert codes(text) == [slip.code], text
    assert codes(right) == []


@pytest.mark.parametrize("code", ELSEWHERE)
def test_slips_in_other_places(code):
    for text in ELSEWHERE[code]:
        assert codes(text) == [code], text


OTHERWISE = [
    ("  if oil in [0, 1]\n    nothing\n", "A set has its members in braces"),
    ("  subtract 1 from oil\n", "Write `take 1 from oil`."),
    ("  decrease stock[s] by 1d6\n", "Write `take 1d6 from stock[s]`."),
    ("  increase oil by 2\n", "Write `add 2 to oil`."),
    ("  if oil is 0\n    nothing\n  elif oil is 1\n    nothing\n", "Write `else if`, in two words, in the col"),
]


@pytest.mark.parametrize(("body", "help"), OTHERWISE)
def test_what_other_languages_say_is_told_in_this_one(body, help):
    (found,) = parse(source(f"procedure watch\n{body}")).diagnostics
    assert found.help.startswith(help)
    assert "no `if` above" not in found.note


WRITE = [
    (make_item("enum Ship", "| ship | due |", "| TUG-2 | 3 |"), "E025", "Write `TUG2` or `TUG_2`."),
    (make_table("+3 1943 when option year is 1943", "1..: a"), "E030", "Write `+3 year_1943 when ...`"),
    (make_table('+3 "Old" when wind > 2', "1..: a"), "E030", "Write `+3 old when ...`"),
    (make_table("+2 unless sky is fog", "1..: a"), "E030", "Write `+2 fog unless ...`"),
    (make_item('example "A"', "do mission", "roll 5"), "E069", "`roll Sky 5` for a table"),
    (make_item('game night "Night"', "author Ada Brown"), "E027", "each in double quotes"),
    (make_item('game night "Night"', "version 1.0"), "E027", 'version "1.0"'),
    (make_item('game night "Night"', "licence CC-BY-4.0"), "E027", 'licence "CC-BY-4.0"'),
    (make_item('game night "Night"', "home https://example.org"), "E027", 'home "https://example.org"'),
    (make_item('game night "Night"', 'needs bombsight "0.2"'), "E056", "needs bombsight 0.2"),
    (make_item('game night "Night"', "needs bombsight >= 0.2"), "E056", "needs bombsight 0.2"),
    (make_item('game night "Night"', "needs bombsight v0.2"), "E056", "needs bombsight 0.2"),
    (make_item("state watch", 'oil: 0..3 = 1 cite "rule 4"'), "E056", "A field has no citation"),
    (
        make_procedure("choose o", '  ask "What"', '  answer rest "Rest" reconstructed "a guess"', "    nothing"),
        "E056",
        "say it of the procedure",
    ),
    (make_procedure("choose n in 0..6", '  ask "How many"'), "E056", "stands behind `from`"),
    (make_procedure("choose n: 0..6", '  ask "How many"'), "E056", "stands behind `from`"),
    (make_procedure("choose n from {0..6}", '  ask "How many"'), "E056", "A range stands without braces"),
    (make_procedure("choose n from 0..6 or none where n > 1", '  ask "How many"'), "E056", "behind `where`"),
    (make_procedure("set oil to sum(tug in Ship)"), "E056", "is a sum: `sum("),
    (make_procedure("set oil to sum(tug.due, 3)"), "E056", "is a sum: `sum("),
    (make_procedure("set oil to sum(tug.due for each tug in Ship)"), "E056", "is a sum: `sum("),
    (make_procedure("set oil to total(tug.due for tug in Ship)"), "E056", "is a sum: `sum("),
    (
        make_procedure("sail = roll on Sky"),
        "E039",
        "Write `set sail to roll on Sky` where sail is there already, `let sail = ",
    ),
]


@pytest.mark.parametrize(("text", "code", "help"), WRITE)
def test_what_to_write_is_told_where_no_mend_is_certain(text, code, help):
    (found,) = parse(source(text)).diagnostics
    assert (found.code, found.fix) == (code, None)
    assert help in found.help


@pytest.mark.parametrize("edit", ["was 7..8\n      now 7..8: fog", "was 7..8: rain\n      now 7..8", "remove else"])
def test_a_row_is_quoted_whole(edit):
    text = f'house mine "Mine" for night by "A"\n  1 "One"\n    in table Sky\n      {edit}\n'
    (found,) = parse(source(text)).diagnostics
    assert (found.code, found.message) == ("E014", "A row is quoted whole.")
    assert "--quote" in found.help


@pytest.mark.parametrize("edit", ["remove gear", "was gear\n      now -1 gear when lit"])
def test_a_line_is_quoted_whole_and_not_by_its_name(edit):
    text = f'house mine "Mine" for night\n  1 "One"\n    in table Sky\n      {edit}\n'
    found, *_ = parse(source(text)).diagnostics
    assert (found.code, found.message) == ("E014", "A line is quoted whole.")


def test_a_note_has_no_condition_and_a_field_no_standing():
    table = 'table Sky "The sky"\n  roll 1d6\n  1..6: clear\n  note ice when oil is 0 "Ice"\n    nothing\n'
    (found,) = parse(source(table)).diagnostics
    assert "put an `if` inside it" in found.help
    edit = "    in table Sky\n      add note ice when oil is 0\n        nothing\n"
    house = f'house mine "Mine" for night by "A"\n  1 "One"\n{edit}'
    (found,) = parse(source(house)).diagnostics
    assert "put an `if` inside it" in found.help
    (found,) = parse(source('state watch\n  oil "Oil": 0..3 = 1 reconstructed "rule 4"\n')).diagnostics
    assert "better an option" in found.help


def test_a_result_is_something():
    (found,) = parse(source('example "A"\n  do mission\n  expect result clear\n')).diagnostics
    assert (found.code, found.help) == ("E056", "Write `expect result is clear`.")


def test_codes_are_numbered_in_order_and_explained():
    numbers = [code.code for code in CODES]
    assert numbers == sorted(set(numbers))
    for code in CODES:
        assert read_page(code.code).title == BY_CODE[code.code].title
        assert code.code in NO_EXAMPLES or len(examples_of_page(code.code)) == 2


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.code)
def test_no_word_of_the_parser_shows(slip):
    text = " ".join([slip.title, slip.note, slip.help, read_page(slip.code).explanation])
    assert not re.search(r"token|terminal|parse|expected one of|__ANON", text, re.IGNORECASE)


def test_a_bad_item_spoils_only_itself():
    text = "enum A: a\n\nenum B b\n\nenum C: c\n\ntable D\n  roll 1d6\n\nenum E: e\n"
    parsed = parse(source(text))
    assert [type(item).__name__ for item in parsed.file.items] == ["Enum", "Enum", "Table", "Enum"]
    assert [finding.code for finding in parsed.diagnostics] == ["E040", "E026"]
    assert [damage.name for damage in parsed.damaged] == ["B", "D"]


def test_a_slip_is_the_same_at_any_depth():
    deep = 'procedure p\n  if a\n    for each s in b\n      choose o\n        answer t "T"\n          nothing\n'
    assert codes(deep) == ["E053"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [("tabel", "table"), ("optoin", "option"), ("proceduer", "procedure"), ("erata", "errata"), ("varient", "variant")],
)
def test_near_words_for_items(word, meant):
    found, *_ = parse(source(f'{word} x "X"\n  y\n')).diagnostics
    assert found.code == "E022"
    assert f"`{meant}`" in found.help


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("sett oil to 3", "set"),
        ("add 1 ot oil", "to"),
        ("rol on Sky", "roll"),
        ("for eahc s in ships", "each"),
        ("for z in 6 dwon to 1", "down to"),
        ("let n = m / 2 ronded down", "rounded down"),
        ("chose s from ships", "choose"),
        ("wihle oil > 0", "while"),
        ("if oil > 0 adn lamp", "and"),
    ],
)
def test_near_words_within_an_item(line, meant):
    (found,) = parse(source(f"procedure p\n  {line}\n    nothing\n")).diagnostics
    assert (found.code, found.help) == ("E023", f"Write `{meant}`.")


@pytest.mark.parametrize("line", ["{} oil", "if lit {} oil > 0", "set oil to {} 3", "{} 3 from oil"])
def test_a_word_that_says_something_of_its_own_is_no_slip_for_another(line):
    told = [
        found for word in sorted(OTHER) for found in parse(source(f"procedure p\n  {line.format(word)}\n")).diagnostics
    ]
    assert [found.help for found in told if found.code == "E023"] == []


def test_words_that_say_something_of_their_own_are_none_of_the_language():
    assert not OTHER & language_words()


def test_a_tab_is_told_but_spoils_nothing():
    parsed = parse(source("enum A:\ta\n"))
    assert [finding.code for finding in parsed.diagnostics] == ["E004"]
    assert [getattr(item, "name", None) for item in parsed.file.items] == ["A"]
    assert codes('game g "a\tb" # c\td\n  language 1\n') == []


def test_numbers_fit_32_bits():
    assert codes("define n: 0..2147483647 = 2147483647\n") == []
    assert codes("define n: 0..1 = 2147483648\n") == ["E021"]
    assert codes("define n: 0..1 = " + "9" * 10_000 + "\n") == ["E021"]


def test_depth_has_a_limit_that_brackets_alone_do_not_reach():
    assert codes("define n: 0..1 = " + "(" * 5000 + "1" + ")" * 5000 + "\n") == []
    assert codes("define n: 0..1 = " + "-(" * 5000 + "1" + ")" * 5000 + "\n") == ["E020"]


def test_items_in_brackets_go_on_in_column_0():
    assert codes("define n: 0..1 = f(1,\n2\n)\nenum A: a\n") == []


def test_an_open_bracket_at_the_end_of_a_file():
    assert codes("define n: 0..1 = (\n") == ["E010"]


def test_open_texts_on_neighbouring_lines_are_two():
    assert codes('procedure p\n  say "a\n  say "b\n') == ["E007", "E007"]


def test_an_open_bracket_ends_at_the_next_item():
    parsed = parse(source("define n: 0..1 = f(1,\n\nenum A: a\n"))
    assert [finding.code for finding in parsed.diagnostics] == ["E010"]
    assert [getattr(item, "name", None) for item in parsed.file.items] == ["A"]
