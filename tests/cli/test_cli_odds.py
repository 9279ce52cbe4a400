"""``odds`` and ``diff``: what they print, at any width, and what they refuse."""

from __future__ import annotations

import json
import re
from io import StringIO
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from rich.console import Console
from rich.text import Text

from bombsight.boundary.texts import CONTROL_CHARACTERS
from bombsight.cli.tables.case_columns import draw_cases_as_columns, group_cases
from bombsight.cli.terminal.wrapping import CodeBlock, FlowingText
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.documents import Chances, OtherRoll, OutcomeOdds, SituationOdds, SubjectValues
from bombsight.service.table_odds.wording import select_table_rolls
from tests.cli.calling import ROOT
from tests.narrowing import output_of

HOUSE = """\
house bright "Bright" for lighthouse by "A. Keeper"
  1 "A brighter lamp"
    in table Reef
      add +1 bright when lamp is 2
"""
GIVEN = ("--given", "sky is fog", "--given", "s.kind is packet")


def fits(document: dict, name: str) -> None:
    schema = json.loads((ROOT / "service" / "schema" / f"{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(document)


@pytest.mark.parametrize("width", ["40", "80", "200"])
@pytest.mark.parametrize("more", [(), ("--all",), ("--rows",), (*GIVEN, "--rows"), ("--house", "bright.rules", *GIVEN)])
def test_odds_keep_to_the_width(shell, width, more):
    shell.write("bright.rules", HOUSE)
    result = shell.call("odds", "lighthouse", "Weather" if "--all" in more else "Reef", *more, env={"COLUMNS": width})

    assert result.exit_code == 0
    assert all(len(line.rstrip()) <= int(width) for line in result.stdout.splitlines())
    assert "%" in result.stdout


def test_no_line_is_broken_before_a_percent_sign():
    for width in range(8, 40):
        console = Console(width=width, file=StringIO(), color_system=None)
        console.print(FlowingText(Text("wrecked 8.3 to 12.5 %, safe 91.7 %")))
        assert re.findall(r"\d %", output_of(console)) == ["5 %", "7 %"]


def test_a_table_on_the_way_is_told_once_and_rolls_within_rows_at_the_end():
    chance = Chance(share=0.5, ratio="1/2", low=0.5, high=0.5)
    rolls = [("Reef", ""), ("Reef", "1d6"), ("Sky", ""), ("Sky", ""), ("", "1d6")]
    made = [OtherRoll(table=of, title=of, dice=dice, place="", reached=chance, rows=()) for of, dice in rolls]
    chances = Chances(
        results=(),
        parts=(),
        rows=(),
        rolls=tuple(made),
        modifiers=(),
        standings=(),
        faults=(),
        choices=(),
        left=0.0,
        thrown=0,
    )
    assert select_table_rolls(chances) == [made[1], made[2]]


def situation(results, **where):
    told = tuple(SubjectValues(text=text, values=(value,), titles=(value,)) for text, value in where.items())
    chance = Chance(share=0.5, ratio="1/2", low=0.5, high=0.5)
    outcomes = tuple(OutcomeOdds(name=name, title=name, chance=chance) for name in results)
    chances = Chances(
        results=outcomes,
        parts=(),
        rows=(),
        rolls=(),
        modifiers=(),
        standings=(),
        faults=(),
        choices=(),
        left=0,
        thrown=0,
    )
    return SituationOdds(where=told, chances=chances, against=None)


def test_cases_that_differ_in_one_subject_are_columns_where_there_is_room():
    cases = [situation(("hit", "miss"), sky=sky, side=side) for sky in ("clear", "fog") for side in ("port", "bow")]
    assert [len(each) for each in group_cases(cases, 80)] == [2, 2]
    assert [len(each) for each in group_cases(cases, 39)] == [1, 1, 1, 1]
    assert [len(each) for each in group_cases([*cases, situation(("hit",))], 80)] == [2, 2, 1]
    console = Console(width=60, file=StringIO(), color_system=None)
    for part in draw_cases_as_columns([cases[0], situation(("hit", "fire"), sky="clear", side="bow")], 60):
        console.print(part)
    assert [line.split() for line in output_of(console).splitlines()] == [
        ["sky", "clear"],
        ["side", "port", "bow"],
        ["hit", *["1/2", "50.0", "%"] * 2],
        ["fire", "-", "1/2", "50.0", "%"],
        ["miss", "1/2", "50.0", "%", "-"],
    ]


def test_code_that_is_too_long_goes_on_further_in():
    console = Console(width=30, file=StringIO(), color_system=None)
    console.print(CodeBlock('if lamp is 0\n  say "the lamp is out, and so is the keeper"'))
    first, second, *others = output_of(console).splitlines()
    assert (first, second[:3]) == ("if lamp is 0", "  s")
    assert others
    assert all(line.startswith(" " * 6) and line[6] != " " for line in others)


def test_odds_in_plain_signs(shell):
    result = shell.run("odds", "lighthouse", "Weather", env={"PYTHONIOENCODING": "ascii"})

    assert result.returncode == 0
    assert b"##" in result.stdout
    assert not CONTROL_CHARACTERS.search(result.stdout.decode("ascii").replace("\n", ""))


def test_odds_as_a_document(shell):
    told = shell.json("odds", "lighthouse", "Reef", *GIVEN)

    fits(told, "table_odds")
    (situation,) = told["situations"]
    assert sum(each["chance"]["share"] for each in situation["chances"]["rows"]) == pytest.approx(1)
    assert {each["label"] for each in situation["chances"]["modifiers"]} >= {"lamp", "horn", "moonless"}
    assert situation["against"] is None


def test_odds_beside_each_other_as_a_document(shell):
    shell.write("bright.rules", HOUSE)
    told = shell.json("odds", "lighthouse", "Reef", *GIVEN, "--given", "lamp is 2", "--against", "bright.rules")

    fits(told, "table_odds")
    (situation,) = told["situations"]
    assert told["rules_told"] == ["house bright", "as it is"]
    assert situation["chances"]["rows"] != situation["against"]["rows"]


def test_odds_as_a_picture(shell):
    result = shell.call("odds", "lighthouse", "Weather", "--svg", "odds.svg")
    text = (shell.folder / "odds.svg").read_text(encoding="utf-8")
    picture = ElementTree.fromstring(text)
    bars = [element for element in picture.iter() if element.get("class") == "bar"]
    texts = [element.text for element in picture.iter() if element.tag.endswith("text")]

    assert result.exit_code == 0
    assert len(bars) == 4
    assert {"15/36", "41.7 %"} <= {*texts}


@pytest.mark.parametrize(
    ("args", "status", "message"),
    [
        (("odds", "lighthouse"), 2, "`bombsight table lighthouse` lists them"),
        (("odds", "lighthouse", "Weahter"), 2, "Did you mean Weather?"),
        (("odds", "lighthouse", "Leeway"), 2, "no dice are thrown for Leeway"),
        (("odds", "lighthouse", "Weather", "--given", "sky is fgo"), 1, "Did you mean fog?"),
        (("odds", "lighthouse", "Weather", "--given", "oil > 90"), 2, "nothing makes this so"),
        (("odds", "lighthouse", "Weather", "--svg", "odds.png"), 2, "ends with .svg"),
        (("odds", "lighthouse", "Weather", "--house", "none.rules"), 2, "none.rules"),
        (("diff", "lighthouse"), 2, "differs from itself in nothing"),
        (("diff", "lighthouse", "--house", "none.rules"), 2, "none.rules"),
        (("diff", "lighthouse", "nowhere"), 2, "nowhere"),
    ],
)
def test_what_is_refused(shell, args, status, message):
    result = shell.call(*args)

    assert result.exit_code == status
    assert message in result.stderr


@pytest.mark.parametrize("text", ["\x00", "\N{SNOWMAN}", "((((", '"', "given", "# x", "a" * 3000, "sky is fog\nx"])
def test_any_text_is_answered(shell, text):
    result = shell.call("odds", "lighthouse", "Weather", "--given", text)

    assert result.exit_code in (1, 2)
    assert result.stderr


@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_differences_keep_to_the_width(shell, width):
    result = shell.call("diff", "lighthouse", "--variant", "winter", env={"COLUMNS": width})

    assert result.exit_code == 0
    assert all(len(line.rstrip()) <= int(width) for line in result.stdout.splitlines())


def test_differences_as_a_document(shell):
    shell.write("bright.rules", HOUSE)
    told = shell.json("diff", "lighthouse", "--house", "bright.rules")

    fits(told, "differences")
    (change,) = told["items"]
    assert [(part["where"], part["by"]) for part in change["parts"]] == [("modifier bright", ["house bright 1"])]
    (table,) = told["tables"]
    assert {where["text"] for each in table["situations"] for where in each["where"]} >= {"lamp"}


def test_differences_as_a_post(shell):
    result = shell.call("diff", "lighthouse", "--variant", "winter", "--format", "markdown", "--no-examples")

    assert result.exit_code == 0
    assert result.stdout.startswith("## The Keeper's Night with variant winter\n")
    assert "```diff\n@@ modifier winter, by variant winter 1 @@\n+ +1 winter\n```" in result.stdout
    assert "worked examples" not in result.stdout


def test_odds_of_an_expression_are_told_and_printed_as_the_document(shell):
    told = shell.call("odds", "lighthouse", "--of", "2d6 - 1")
    assert told.exit_code == 0
    assert told.stdout.startswith("2d6 - 1\n")
    assert "6/36" in told.stdout
    assert "Mean 6." in told.stdout.splitlines()

    document = json.loads(shell.call("odds", "lighthouse", "--of", "2d6 - 1", "--json").stdout)
    fits(document, "table_odds")
    assert (document["table"], document["title"]) == ("", "2d6 - 1")


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("Reef", "--of", "2d6"), "--of and the table Reef are two questions"),
        (("--of", "2d6", "--all"), "--of and --all are two questions"),
        (("Reef", "--auto"), "--auto goes with --of"),
        ((), "--of 'EXPRESSION'"),
    ],
)
def test_one_question_is_asked_at_a_time(shell, more, reason):
    result = shell.call("odds", "lighthouse", *more)

    assert result.exit_code == 2
    assert reason in result.stderr
