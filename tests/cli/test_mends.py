"""`lint --fix` and its like: what is mended, what is only shown, and what standard input has to do with it."""

from __future__ import annotations

import json

import jsonschema
import pytest

from bombsight.compiler.codes import CODES
from bombsight.compiler.finding_pages import read_page
from bombsight.service.lint.sarif import to_rule
from tests.cli.calling import ROOT, Shell

SLIPS = """\
house mine "Mine" for lighthouse by "A. Keeper"
  1 "A bright lamp"
    in table Reef
      add +1 bright when oil == 0   # allow: T002 -- nothing to allow
  2 "A dim one"
    in table Skerry
      add -1 dim
"""
MENDED = SLIPS.replace("oil == 0   # allow: T002 -- nothing to allow", "oil is 0   # allow: T002 -- nothing to allow")
ODD = 'define odd: yes/no = oil == 3 cite "rule 12"\n'
SARIF = json.loads((ROOT / "tests/cli/sarif/sarif-schema-2.1.0.json").read_text(encoding="utf-8"))


def test_what_is_certain_is_mended_and_the_rest_is_told(shell: Shell):
    house = shell.write("mine.rules", SLIPS)
    result = shell.call("lint", "mine.rules", "--fix")

    assert result.exit_code == 1
    assert result.stdout.startswith("mended mine.rules:4:30: Write `is` for `==`\n")
    assert "error[O003] mine.rules:6:5" in result.stdout
    assert result.stdout.endswith("mine.rules: 1 error, 1 mended\n")
    assert house.read_text() == MENDED
    house.write_text(MENDED.replace("Skerry", "Reef"))
    result = shell.call("lint", "mine.rules", "--fix")  # a comment is judged where there are no errors
    assert result.exit_code == 0
    assert result.stdout.endswith(", 1 mended\n")
    assert "allow" not in house.read_text()


def test_what_is_found_says_what_can_be_mended(shell: Shell):
    shell.write("mine.rules", SLIPS)
    result = shell.call("lint", "mine.rules")

    assert " [--fix] Write `is` for `==`.\n" in result.stdout
    assert result.stdout.endswith("; --fix mends 1 of them\n") or result.stdout.endswith("; --fix mends it\n")


def test_a_patch_is_shown_and_nothing_written(shell: Shell):
    house = shell.write("mine.rules", SLIPS)
    result = shell.call("lint", "mine.rules", "--diff")

    assert result.exit_code == 1
    assert result.stdout.startswith("--- mine.rules\n+++ mine.rules\n@@ ")
    assert "-      add +1 bright when oil == 0 " in result.stdout
    assert "+      add +1 bright when oil is 0 " in result.stdout
    assert house.read_text() == SLIPS
    house.write_text(MENDED.replace("Skerry", "Reef").replace("   # allow: T002 -- nothing to allow", ""))
    assert (shell.call("lint", "mine.rules", "--diff").exit_code, shell.call("lint", "mine.rules").exit_code) == (0, 0)


def test_what_is_not_asked_for_is_not_mended(shell: Shell):
    house = shell.write("mine.rules", SLIPS)
    shell.call("lint", "mine.rules", "--fix", "--ignore", "E032")
    assert house.read_text() == SLIPS


def test_the_game_beneath_house_rules_is_not_mended(shell: Shell):
    game = shell.write("games/lighthouse/97-odd.rules", ODD)
    house = shell.write("mine.rules", SLIPS)
    shell.call("lint", "mine.rules", "--fix")
    shell.call("lint", "lighthouse", "--house", "mine.rules", "--fix")
    assert game.read_text() == ODD
    assert house.read_text() == MENDED
    assert shell.call("lint", "lighthouse", "--fix").exit_code == 0
    assert game.read_text() == ODD.replace("==", "is")


def test_mends_in_documents_fit_their_schemas(shell: Shell):
    shell.write("mine.rules", SLIPS)
    document = json.loads(shell.call("lint", "mine.rules", "--format", "json").stdout)
    jsonschema.validate(document, json.loads((ROOT / "service/schema/lint.json").read_text(encoding="utf-8")))
    (fix,) = (finding["fix"] for finding in document["findings"] if finding["fix"])
    assert fix["title"] == "Write `is` for `==`"
    assert [(edit["text"], edit["place"]["line"], edit["place"]["column"]) for edit in fix["edits"]] == [("is", 4, 30)]

    sarif = json.loads(shell.call("lint", "mine.rules", "--format", "sarif").stdout)
    jsonschema.Draft4Validator(SARIF).validate(sarif)
    (run,) = sarif["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    fixes = [fix for result in run["results"] for fix in result.get("fixes", ())]
    ((change,),) = (fix["artifactChanges"] for fix in fixes)
    assert change["artifactLocation"]["uri"] == "mine.rules"
    assert change["replacements"][0]["insertedContent"]["text"] == "is"
    assert all(kind["name"] and kind["help"]["text"] for kind in run["tool"]["driver"]["rules"])


def test_pages_have_addresses_where_the_project_has_one():
    told = to_rule(CODES["T003"], read_page("T003"), "https://example.org/bombsight/")
    assert told["helpUri"] == "https://example.org/bombsight/codes.md#t003"
    assert "helpUri" not in to_rule(CODES["T003"], read_page("T003"), "")


@pytest.mark.parametrize(("at", "status"), [("error", 0), ("warning", 1), ("advice", 1), (None, 0)])
def test_what_counts_as_a_failure(shell: Shell, at, status):
    shell.write("games/lighthouse/97-odd.rules", ODD.replace("==", "is"))  # nothing uses it
    flags = () if at is None else ("--fail-on", at)
    assert shell.call("lint", "lighthouse", *flags).exit_code == status


def test_two_things_at_once_are_refused(shell: Shell):
    for flags in (("--fix", "--diff"), ("--watch", "--fix"), ("--watch", "--format", "json")):
        result = shell.call("lint", "lighthouse", *flags)
        assert (result.exit_code, result.stdout) == (2, "")
    assert shell.call("lint", "-", "--watch", input=SLIPS).exit_code == 2
    assert shell.call("lint", "lighthouse", "--stdin-filename", "x.rules").exit_code == 2


LOOK_OUT = """\
house mine "Mine" for lighthouse by "A. Keeper"
  1 "A look-out"
    add define far: 0..9 = oil // 2
  2 "Rounds"
    in procedure night
      at start
        for round in range(1, 4)
          say "Round {round}"
"""
"""A division, and a loop that means one of two things."""


def test_what_may_mean_one_thing_or_another_is_offered_and_not_done(shell: Shell):
    house = shell.write("mine.rules", LOOK_OUT)
    told = shell.call("lint", "mine.rules").stdout
    assert " [--fix] Write `/` for `//` and write `rounded down` here.\n" in told
    assert " [perhaps] Write `for round in 1..3` for `for round in range(1, 4)`.\n" in told
    assert " [perhaps] Write `for round in 1..4` for `for round in range(1, 4)`.\n" in told

    document = json.loads(shell.call("lint", "mine.rules", "--format", "json").stdout)
    jsonschema.validate(document, json.loads((ROOT / "service/schema/lint.json").read_text(encoding="utf-8")))
    (loop,) = (finding for finding in document["findings"] if finding["code"] == "E049")
    assert (loop["fix"], len(loop["offers"])) == (None, 2)

    shell.call("lint", "mine.rules", "--fix")
    assert house.read_text() == LOOK_OUT.replace("oil // 2", "oil / 2 rounded down")


@pytest.mark.parametrize(
    "line",
    ["do sight(ship=packet, far=3)", 'natural 6 "Storm"', "for n in ships", "set oil to lamp // oil", "let n = d88"],
)
def test_what_would_bring_another_error_or_another_value_is_not_mended(shell: Shell, line):
    text = LOOK_OUT.replace("oil // 2", "3").replace("for round in range(1, 4)", line)
    house = shell.write("mine.rules", text.replace('          say "Round {round}"\n', ""))
    assert "--fix mends" not in shell.call("lint", "mine.rules").stdout
    before = house.read_text()
    shell.call("lint", "mine.rules", "--fix")
    assert house.read_text() == before


# --- standard input


def test_house_rules_on_standard_input(shell: Shell):
    result = shell.call("lint", "-", input=SLIPS)
    assert result.exit_code == 1
    assert "error[E032] -:4:30\n" in result.stdout
    result = shell.call("lint", "-", "--stdin-filename", "far/mine.rules", input=SLIPS)
    assert "error[E032] far/mine.rules:4:30\n" in result.stdout


def test_a_file_of_a_game_as_it_is_in_an_editor(shell: Shell):
    file = shell.folder / "games/lighthouse/20-tables.rules"
    text = file.read_text(encoding="utf-8")
    there = ("--stdin-filename", "games/lighthouse/20-tables.rules")
    assert shell.call("lint", "-", *there, input=text).exit_code == 0
    result = shell.call("lint", "-", *there, input=text + "\n" + ODD)
    assert result.exit_code == 1
    assert f"games/lighthouse/20-tables.rules:{text.count(chr(10)) + 2}:" in result.stdout
    assert file.read_text(encoding="utf-8") == text


def test_a_file_of_a_game_that_was_never_written(shell: Shell):
    result = shell.call("lint", "-", "--stdin-filename", "games/lighthouse/98-new.rules", input=ODD)
    assert "error[E032] games/lighthouse/98-new.rules:1:" in result.stdout
    assert "belongs to no game" in shell.call("lint", "-", input=ODD).stderr


def test_standard_input_mended_goes_on(shell: Shell):
    result = shell.call("lint", "-", "--fix", input=SLIPS)
    assert result.stdout == MENDED
    assert result.stderr.startswith("mended -:4:30: ")
    assert "1 error, 1 mended" in result.stderr
    assert "+      add +1 bright when oil is 0" in shell.call("lint", "-", "--diff", input=SLIPS).stdout
    assert shell.call("lint", "-", "--fix", input=MENDED).stdout == MENDED


@pytest.mark.parametrize("command", ["lint", "fmt"])
def test_standard_input_that_is_no_text(shell: Shell, command):
    result = shell.call(command, "-", input=b"table \xff")
    assert result.exit_code in (1, 2)
    assert "error[E002] -:1:7" in result.stderr


def test_standard_input_beyond_all_measure(shell: Shell):
    assert "error[E060] -:1:1" in shell.call("lint", "-", input=b"#" * 5_000_000).stderr


# --- layout

UNTIDY = "enum Sky:   clear,fog\n\n\n\nenum Ship: tug\n"
TIDY = "enum Sky: clear, fog\n\nenum Ship: tug\n"


def test_layout_of_standard_input(shell: Shell):
    result = shell.call("fmt", "-", input=UNTIDY)
    assert (result.exit_code, result.stdout, result.stderr) == (0, TIDY, "")
    assert shell.call("fmt", "-", input=TIDY).stdout == TIDY
    result = shell.call("fmt", "-", "--check", "--stdin-filename", "a.rules", input=UNTIDY)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "would change a.rules\n")
    broken = shell.call("fmt", "-", input="enum Sky clear\n")
    assert (broken.exit_code, broken.stdout) == (1, "enum Sky clear\n")
    assert "error[E040] -:1:" in broken.stderr
    assert shell.call("fmt", "-", "a.rules", input=TIDY).exit_code == 2


def test_layout_shown_as_a_patch(shell: Shell):
    file = shell.write("a.rules", UNTIDY)
    result = shell.call("fmt", "a.rules", "--diff")
    assert result.exit_code == 1
    assert result.stdout.startswith("--- a.rules\n+++ a.rules\n")
    assert "\n-enum Sky:   clear,fog\n-\n-\n+enum Sky: clear, fog\n" in result.stdout
    assert file.read_text() == UNTIDY
    file.write_text(TIDY)
    assert (shell.call("fmt", "a.rules", "--diff").exit_code, shell.call("fmt", "a.rules", "--diff").stdout) == (0, "")


def test_a_patch_of_a_file_without_a_line_end(shell: Shell):
    shell.write("a.rules", "enum Ship:  tug")
    assert shell.call("fmt", "a.rules", "--diff").stdout.splitlines()[-3:] == [
        "-enum Ship:  tug",
        "\\ No newline at end of file",
        "+enum Ship: tug",
    ]
