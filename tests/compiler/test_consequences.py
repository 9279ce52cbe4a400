"""What only follows from what could not be read is not told; what does not, is."""

import re
from pathlib import Path

import pytest

from bench.slips import LIGHTHOUSE, SLIPS, find_diagnostics, game_files, measure_slips, plant_slip
from bombsight.compiler.finding_pages import read_page
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Source
from bombsight.dsl.words import reserved_words, value_words

ROOT = Path(__file__).parents[2]

HEAD = """\
game g "G"
  mission night
  sources optional

enum Sky: clear, rain, fog

state night
  oil "Oil": 0..9 = 9
  sky "Sky": Sky = clear

"""


def found(rules):
    compiled = compile_rules(Request(base=(Source("a.rules", HEAD + rules),)))
    told = [finding for finding in compiled.diagnostics if finding.severity is not Severity.ADVICE]
    return [(finding.code, finding.span.line - HEAD.count("\n")) for finding in told]


def test_that_a_newer_program_is_needed_stands_beside_words_that_this_one_does_not_know():
    rules = 'game g "G"\n  needs bombsight 900\n\nprocedure mission\n  frobnicate the game\n'
    compiled = compile_rules(Request(base=(Source("a.rules", rules),)))
    assert [finding.code for finding in compiled.errors] == ["N071", "E056"]


def test_of_slips_in_a_game_at_most_one_in_twenty_brings_others():
    told = [each for each in measure_slips(game_files(LIGHTHOUSE), [1]) if each.new_findings]
    assert len(told) >= 55
    assert all(each.is_line_first for each in told), [each.planted for each in told if not each.is_line_first]
    assert sum(bool(each.other_findings) for each in told) <= len(told) / 20, [
        each.other_findings for each in told if each.other_findings
    ]


def test_every_kind_of_slip_is_one_somewhere():
    kinds = {slip.name for slip in SLIPS}
    assert len(kinds) == len(SLIPS) >= 41


@pytest.mark.parametrize(
    "lost", ["oil == 0", "let oil = roll on", "set sky fog", "choose sky frm Sky", "do watch(", "return what is"]
)
def test_a_procedure_stands_around_a_line(lost):
    assert found(f"procedure night\n  {lost}\n  set oil to 3\n  set sky to rain\n  set oil to depth\n")[1:] == [
        ("N001", 5)
    ]


NIGHT = """\
procedure night
  let n = oil
  if roll on K is rain
    set sky to fog
  set oil to n - 1
"""


@pytest.mark.parametrize("dice", ["2d6", "rol 2d6", "roll 2d6 %"])
def test_a_table_with_lost_dice_is_rolled_on(dice):
    table = f'table K "K"\n  gives Sky\n  {dice}\n  ..6: clear\n  7..: fog\n'
    assert [line for _, line in found(f"{table}\n{NIGHT}")] == [3]


def test_a_table_whose_head_is_lost_may_bound_how_deep_it_goes():
    table = 'table K "K" at most 3 deep prin\n  gives Sky\n  roll 1d6\n  ..5: fog\n  6: roll on K\n'
    assert [line for _, line in found(f"{table}\n{NIGHT}") if line > 0] == [1]


@pytest.mark.parametrize("row", ["4 rain", "4..5 “rain”: rain", "4: rain cite rule 4"])
def test_a_table_with_a_lost_row_has_no_gap_there(row):
    table = f'table K "K"\n  gives Sky\n  roll 1d6\n  1..3: clear\n  {row}\n  6: fog\n'
    ((code, line),) = found(f"{table}\n{NIGHT}")
    assert code.startswith("E")
    assert line == 5


def test_nothing_is_unused_that_a_lost_line_may_use():
    spare = "define low: yes/no = oil < 3\n\ndefine idle: yes/no = oil < 2\n\n"
    rules = f"{spare}procedure night\n  set sky to rain\n  take 1 from oil\n  if low == yes\n    nothing\n"
    assert found(rules) == [("N014", 3), ("E032", 8)]


HALF = """\
state night
  lamp "Lamp": 0..3 = 1
  wind: 0..9 = 1

define dark: yes/no = lamp is 0

procedure ashore
  set sky to rain

procedure night
  take 1 from oil
  {call}
"""


@pytest.mark.parametrize(
    "call", ["do weather", "roll on Weather", "if stormy(2)\n    nothing", "if modifiers on Weather > 1\n    nothing"]
)
def test_nothing_is_unused_while_what_is_called_is_still_to_be_written(call):
    """Neither lamp, wind and dark nor the procedure: what is to be written may use them."""
    assert found(HALF.format(call=call)) == [("N001", 12)]


def test_what_is_called_by_a_misspelt_name_is_not_still_to_be_written():
    codes = [code for code, _ in found(HALF.format(call="do ashor"))]
    assert sorted(codes) == ["N001", "N014", "N014", "N015"]


def test_what_a_lost_line_calls_keeps_what_it_calls():
    rules = "procedure below\n  take 1 from oil\n\nprocedure watch\n  do below\n  set sky to fog\n\n"
    assert found(f"{rules}procedure night\n  do watch;\n") == [("E005", 9)]


def test_a_caller_is_not_judged_by_half_of_what_it_calls():
    """Whether the oil is 9 yet rests on the line that is lost."""
    rules = "procedure burn\n  sett oil to 3\n  set sky to fog\n\nprocedure night\n  set oil to 9\n  do burn\n"
    assert found(f"{rules}  set oil to oil + 0\n  roll 1d6\n    ..6: nothing\n") == [("E023", 2)]


LOST_CALL = """\
define result: Sky = rain

table T "T" printed
  gives 0..3
  roll 1d6
  ..3: 0
  4..: 3

procedure night
  set oil to roll on T
  set sky to result

example "A throw"
  given oil = 4
  roll {}
  roll T 5
  expect result is 3
  expect oill is 4
"""


def test_what_a_lost_call_gave_may_be_anything_else():
    assert found(LOST_CALL.format("on T")) == [("N001", 18)]
    assert found(LOST_CALL.format("on T ?")) == [("E005", 15), ("N001", 18)]


def test_an_overlay_that_quotes_what_is_lost():
    table = 'table K "K"\n  gives Sky\n  roll 1d6\n  1..3: clear\n  4..6 fog\n'
    errata = 'errata sheet "S" for g\n  1 "A"\n    in table K\n      was 4..6: fog\n      now 4..6: rain\n'
    assert found(f"{table}\n{NIGHT}\n{errata}") == [("E040", 5)]


def test_an_entry_that_is_lost_loses_no_other():
    errata = 'errata sheet "S" for g\n  1 "A"\n    in state night\n      ad wind: 0..3 = 0\n'
    errata += '  2 "B"\n    in state night\n      add flag: yes/no = no\n'
    night = "procedure night\n  set flag to not flag\n  set wind to 3\n  take 1 from oil\n  set sky to fog\n"
    assert [code for code, _ in found(f"{night}\n{errata}")] == ["E023"]


def test_a_variant_with_a_bad_line_is_a_variant():
    variant = 'variant v "V" for g\n  1 "A"\n    in table K\n      was 4..6: fog\n      now 4..6 clear\n'
    table = 'table K "K"\n  gives Sky\n  roll 1d6\n  1..3: clear\n  4..6: fog\n'
    compiled = compile_rules(Request(base=(Source("a.rules", f"{HEAD}{table}\n{NIGHT}\n{variant}"),), variants=("v",)))
    assert [finding.code for finding in compiled.diagnostics] == ["E040"]
    assert [overlay.name for overlay in compiled.overlays] == ["v"]


@pytest.mark.parametrize(
    "rules",
    [
        "procedure night\n  let count = oil\n  if count > 3 and count < 5\n    set sky to fog\n  take count from oil\n",
        'procedure night\n  for each any in Sky\n    set sky to any\n    say "It is {any}."\n    take 1 from oil\n',
        "procedure night\n  set sky to fog\n  do burn(1)\n\nprocedure burn(option: 0..9)\n  take option from oil\n",
    ],
)
def test_a_word_of_the_language_is_refused_where_it_is_given(rules):
    ((code, line),) = found(rules)
    assert code == "N005"
    assert any(word in rules.split("\n")[line - 1] for word in ("let count", "each any", "(option"))


def test_a_part_of_a_result_is_no_word_of_the_language():
    table = 'table K "K"\n  gives first: Sky, later: Sky\n  roll 1d6\n  1..6: clear, rain\n'
    rules = f"{table}\nprocedure night\n  let n = roll on K\n  set sky to n.first\n  take 1 from oil\n"
    assert found(rules) == [("E090", 2)]


def test_the_page_of_names_lists_the_words_of_the_language():
    listed = read_page("N005").explanation.split("\n\n")[-1]
    assert set(listed.split()) == reserved_words()


def test_the_reference_lists_the_words_that_begin_a_value():
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    said = text.partition("begins a value: ")[2].partition("(N005)")[0]
    assert set(re.findall(r"`(\w+)`", said)) == value_words()


def test_slips_are_planted():
    game = game_files(LIGHTHOUSE)
    planted = plant_slip(SLIPS[0], game, 3)
    assert planted is not None
    assert (
        "==" in next(each for each in planted.sources if each.path == planted.path).text.split("\n")[planted.line - 1]
    )
    assert find_diagnostics(game, True) == []
