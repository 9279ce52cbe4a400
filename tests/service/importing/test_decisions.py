"""Decision tables of DMN, by hit policy: what they become gives what the standard says."""

from __future__ import annotations

from fractions import Fraction

import pytest

import bombsight
from bombsight.boundary.xml import parse_xml
from bombsight.dsl.diagnostic import Severity
from bombsight.service.importing.feel import Interval, NotTaken, UnaryTests, parse_literal, parse_unary_tests
from fuzz import tables
from tests.service.importing.written import codes, rules_of, write

OUTPUT = '<output name="fee"><outputValues><text>"high", "low"</text></outputValues></output>'


def model(policy: str, rules: list[tuple[str, str, str]], allowed: str = "") -> str:
    """A model with a decision "Fee" by a season and a number of guests; a rule is its two tests and its value."""
    lines = "".join(
        f"<rule><inputEntry><text>{season}</text></inputEntry><inputEntry><text>{guests}</text></inputEntry>"
        f"<outputEntry><text>{value}</text></outputEntry></rule>"
        for season, guests, value in rules
    )
    values = f"<inputValues><text>{allowed}</text></inputValues>" if allowed else ""
    return (
        f'<definitions><decision name="Fee"><decisionTable {policy}><input label="season">{values}</input>'
        f'<input label="guests"/>{OUTPUT}{lines}</decisionTable></decision></definitions>'
    )


SEASONS = '"Winter", "Summer"'
RULES = [('"Winter"', "&lt; 8", '"low"'), ('"Winter"', "&gt;= 8", '"high"'), ('"Summer"', "-", '"low"')]


def test_unique_is_a_grid(tmp_path):
    game = write(tmp_path, {"a.dmn": model('hitPolicy="UNIQUE"', RULES, SEASONS)})
    assert codes(game) == []
    written = " ".join(rules_of(game).split())
    assert "for season: Season, guests: 0..20 gives fee_2: Fee" in written
    assert "| winter | ..7 | low | | winter | 8.. | high | | summer | any | low |" in written


@pytest.mark.parametrize(("guests", "code"), [("&gt; 8", "T023"), ("&gt;= 7", "T003")])
def test_gaps_and_overlaps_are_findings(tmp_path, guests, code):
    rules = [RULES[0], ('"Winter"', guests, '"high"'), RULES[2]]
    assert codes(write(tmp_path, {"a.dmn": model("", rules, SEASONS)})) == [code]


def test_any_is_a_define_whose_rules_agree(tmp_path):
    agree = [('"Winter"', "-", '"low"'), ("-", "&lt; 8", '"low"'), ('"Summer"', "&gt;= 8", '"high"')]
    assert codes(write(tmp_path, {"a.dmn": model('hitPolicy="ANY"', agree, SEASONS)})) == []


def test_any_whose_rules_do_not_agree_is_a_finding(tmp_path):
    differ = [('"Winter"', "-", '"low"'), ("-", "&gt; 8", '"high"')]
    assert "V012" in codes(write(tmp_path, {"a.dmn": model('hitPolicy="ANY"', differ, SEASONS)}))


@pytest.mark.parametrize(
    ("policy", "expected"),
    [("FIRST", "low"), ("PRIORITY", "high")],
)
def test_the_order_of_rules_or_of_values_decides(tmp_path, policy, expected):
    rules = [("-", "&lt; 10", '"low"'), ('"Winter"', "-", '"high"'), ("-", "-", '"low"')]
    game = write(tmp_path, {"a.dmn": model(f'hitPolicy="{policy}"', rules, SEASONS)})
    assert codes(game) == []
    lines = [line.strip() for line in rules_of(game).splitlines()]
    first_return = next(line for line in lines if line.startswith("return") and line != "return")
    assert first_return == f"return {expected}"


@pytest.mark.parametrize(
    ("aggregation", "lines", "value"),
    [
        ("SUM", "gives 0..12 every row added up", "12"),
        ("COUNT", "every row counted", "2"),
        ("MIN", "or none every row lowest", "5"),
        ("MAX", "or none every row highest", "7"),
    ],
)
def test_collect_makes_one_of_many(tmp_path, aggregation, lines, value):
    rules = [("-", "&gt; 1", "5"), ("-", "&gt; 2", "7")]
    text = model(f'hitPolicy="COLLECT" aggregation="{aggregation}"', rules, SEASONS)
    game = write(tmp_path, {"a.dmn": text.replace(OUTPUT, '<output name="fee"/>')})
    assert lines in " ".join(rules_of(game).split())
    assert Severity.ERROR not in {finding.severity for finding in bombsight.lint(str(game.folder)).findings}
    odds = bombsight.odds_of(str(game.folder), "look up fee(winter, 3)")
    assert [each.name for each in odds.situations[0].chances.results] == [value]


def test_collect_says_each(tmp_path):
    game = write(tmp_path, {"a.dmn": model('hitPolicy="COLLECT"', RULES, SEASONS)})
    assert 'say "fee: high"' in rules_of(game)


def test_decimals_count_in_parts(tmp_path):
    game = write(tmp_path, {"a.dmn": tables.DMN})
    assert "counts in units of 1/10" in rules_of(game)
    assert "..85, 100..119" in rules_of(game)


def test_a_wide_number_is_asked_for_by_its_thousands(tmp_path):
    rules = [("-", "&lt; 600000", '"low"'), ("-", "&gt;= 600000", '"high"')]
    game = write(tmp_path, {"a.dmn": model("", rules, SEASONS)})
    assert "let guests = 1000000 * guests_1000000 + 1000 * guests_1000 + guests_1" in rules_of(game)
    assert codes(game) in ([], ["N017"])


def test_an_open_column_of_texts_has_another_value(tmp_path):
    rules = [('"Winter"', "-", '"low"'), ('not("Winter")', "-", '"high"')]
    game = write(tmp_path, {"a.dmn": model("", rules)})
    assert "another" in rules_of(game)


def test_a_rule_that_is_not_taken_is_noted(tmp_path):
    game = write(tmp_path, {"a.dmn": model("", [*RULES, ("-", "x + 1", '"low"')], SEASONS)})
    assert "decision `Fee`, rule 4: `x + 1` is not taken; the rule is left out" in str(game.reports[0].notes[0])


@pytest.mark.parametrize(
    ("text", "tests"),
    [
        ("-", UnaryTests()),
        ('"a", "b"', UnaryTests(("a", "b"))),
        ("not(1, 2)", UnaryTests((Fraction(1), Fraction(2)), is_negated=True)),
        ("[18..21)", UnaryTests((Interval(Fraction(18), Fraction(21), has_high=False),))),
        ("]18..21]", UnaryTests((Interval(Fraction(18), Fraction(21), has_low=False),))),
        ("<= 1.5", UnaryTests((Interval(None, Fraction(3, 2)),))),
        ("true", UnaryTests((True,))),
        ('"a, b"', UnaryTests(("a, b",))),
    ],
)
def test_unary_tests(text, tests):
    assert parse_unary_tests(text) == tests


@pytest.mark.parametrize("text", ["x", "1 +", '"a" "b"', "< true", ">date(1)", "[a..b]", "not(", ","])
def test_other_expressions_are_not_taken(text):
    with pytest.raises(NotTaken):
        parse_unary_tests(text)


def test_literals():
    assert [parse_literal(text) for text in ('"a"', "-1.5", "false", "null", "")] == [
        "a",
        Fraction(-3, 2),
        False,
        None,
        None,
    ]


@pytest.mark.parametrize(
    "text",
    ["<a>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a>" * 300 + "</a>" * 300, "", "<a b='1' b='2'/>"],
)
def test_xml_of_strangers_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        parse_xml(text.encode())
