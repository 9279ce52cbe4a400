"""What is begun with `new` is whole: it is laid out, lints, tests and plays; and nothing is written over."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from bombsight.dsl.words import reserved_words
from bombsight.service.common.files import write_new_file
from bombsight.service.scaffolding.examples import find_examples
from bombsight.service.scaffolding.game import TEMPLATES, starter_files
from bombsight.service.scaffolding.names import NAME_PATTERN
from tests.marking import slow_but

FOLDERS = ["games", "mygame"]
LONG = "a_game_of_my_very_own_with_a_name_that_is_longer_than_any_line_of_the_card_it_is_written_on"


@pytest.fixture
def begun(shell):
    """A shell in whose folder a game was begun."""
    result = shell.call("new", "mygame")
    assert result.exit_code == 0, result.stderr
    return shell


def test_it_says_what_was_written_and_how_to_go_on(shell):
    result = shell.call("new", "mygame")
    assert result.stdout.startswith("8 files in mygame. Try:\n    bombsight lint mygame\n    bombsight test mygame\n")
    for call in re.findall(r"^    bombsight (.*)$", result.stdout, re.MULTILINE):
        told = shell.call(*call.split(), *(["--auto"] if call.startswith("play") else []))
        assert told.exit_code == 0, told.stderr


@pytest.mark.parametrize("name", ["x", "my_game", LONG])
def test_it_is_laid_out_lints_and_holds_whatever_it_is_called(shell, name):
    assert shell.call("new", name).exit_code == 0
    assert shell.call("fmt", "--check", name).exit_code == 0
    assert shell.call("lint", name).stdout == f"{name}: no findings\n"
    assert "".join(shell.call("test", name).stdout.split()) == f"{name}:12examples,20missions,allhold"
    assert name == "my_game" or not any("my_game" in path.read_text() for path in (shell.folder / name).iterdir())


def test_its_examples_reach_all_of_it_but_the_end_of_the_afternoon(begun):
    assert re.search(r"^in all +\d+ +0 +100 %$", begun.call("test", "mygame", "--coverage").stdout, re.MULTILINE)


@pytest.mark.parametrize(
    "line",
    [
        "game",
        "option",
        "enum",
        "state",
        "chapter",
        "tally",
        "procedure",
        "table",
        "modifier",
        "board",
        "errata",
        "example",
        "note",
        "beside",
        "confirms",
        "was",
        "answer",
        "mark",
    ],
)
def test_it_has_one_of_each_that_a_first_game_shows(line):
    rules = "\n".join(text for file, text in starter_files("mygame") if file.endswith(".rules"))
    assert re.search(rf"^ *{line} ", rules, re.MULTILINE)


def test_it_plays_by_itself_and_by_hand(begun):
    by_itself = begun.call("play", "mygame", "--auto", "--seed", "3")
    assert by_itself.exit_code == 0
    assert "\nOutcome: " in by_itself.stdout
    by_hand = begun.call("play", "mygame", "--seed", "3", input="board\n" + "\n" * 8)
    assert by_hand.exit_code == 0
    assert "The kitchen" in by_hand.stdout
    assert "Quarters of an hour left: 7" in by_hand.stdout
    assert "\nOutcome: " in by_hand.stdout


def test_its_folder_may_be_elsewhere(shell):
    assert shell.call("new", "mygame", "-o", "some/where").exit_code == 0
    assert shell.call("lint", "some/where").stdout == "mygame: no findings\n"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("my-game", "Write my_game."),
        ("1st game!", "Write st_game."),
        ("été", "begins with a letter"),
        ("_", "begins with a letter"),
        ("", "begins with a letter"),
        ("table", "That is a word of the language."),
        ("lighthouse", "Think of another name."),
        ("../mygame", "Write mygame."),
    ],
)
def test_a_name_must_be_one(shell, name, hint):
    before = sorted(shell.folder.rglob("*"))
    result = shell.call("new", "--", name)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert sorted(shell.folder.rglob("*")) == before


@pytest.mark.parametrize("there", ["mygame", "mygame/notes.txt"])
def test_nothing_is_written_over(shell, there):
    path = shell.write(there, "mine")
    result = shell.call("new", "mygame")
    assert result.exit_code == 2
    assert "something lies here already" in result.stderr
    assert path.read_text() == "mine"
    games = {path.relative_to(shell.folder).parts[:2] for path in shell.folder.rglob("*.rules")}
    assert games == {("games", "lighthouse")}


def test_an_empty_folder_may_be_there(shell):
    (shell.folder / "mygame").mkdir()
    assert shell.call("new", "mygame").exit_code == 0


def test_the_files_of_the_small_game_are_a_game_themselves(shell):
    assert shell.call("lint", TEMPLATES).stdout == "my_game: no findings\n"
    assert [*starter_files("my_game")] == [(path.name, path.read_text()) for path in sorted(TEMPLATES.iterdir())]


@settings(max_examples=15)
@given(st.from_regex(NAME_PATTERN, fullmatch=True).filter(lambda name: name not in reserved_words()))
def test_its_files_can_be_read_and_are_laid_out_with_any_name(name):
    for file, text in starter_files(name):
        if file.endswith(".rules"):
            assert not parse(Source(file, text)).diagnostics
            assert format_source(Source(file, text)) == text
        assert name in text or "my_game" not in (TEMPLATES / file).read_text()


# --- house rules


def test_a_house_rule_quotes_what_it_is_begun_from(begun):
    call = ("new", "--house", "mygame", "kind_cook", "--table", "C-1", "--row", "9", "--by", "Me")
    result = begun.call(*call, "--line", "move: take 2", "--line", "mission: if seen is 3", "--line", "Cook: busy")
    assert result.exit_code == 0, result.stderr
    assert (begun.folder / "kind_cook.rules").read_text() == KIND_COOK
    linted = begun.call("lint", "kind_cook.rules", "--ignore", "O006")  # its game lies beside it
    assert linted.stdout == "kind_cook.rules: no findings\n"
    assert begun.call("fmt", "--check", "kind_cook.rules").exit_code == 0


def test_who_names_a_whole_procedure_is_told_how_to_add_to_it(begun):
    whole = begun.call("new", "--house", "mygame", "cook", "--line", "move", "-o", "-").stdout
    line = begun.call("new", "--house", "mygame", "cook", "--line", "move: take 2", "-o", "-").stdout
    assert ("`add`" in whole, "`add`" in line) == (True, False)


def test_a_table_that_is_named_alone_is_shown_once_and_nothing_is_changed(begun):
    result = begun.call("new", "--house", "mygame", "cook", "--table", "C-1")
    assert "its first line says what to do" in result.stdout
    text = (begun.folder / "cook.rules").read_text()
    assert text.count("6..9: busy") == 1
    assert "    confirms table C-1\n    # in table C-1\n    #   add LINE\n" in text
    assert begun.call("lint", "cook.rules").stdout == "cook.rules: no findings\n"
    assert begun.call("fmt", "--check", "cook.rules").exit_code == 0


def test_lines_are_added_to_a_table(begun):
    lines = ("--add", "+1 noisy when seen > 0", "--add", "-1 quiet when seen is 0")
    result = begun.call("new", "--house", "mygame", "cook", "--table", "C-1", *lines)
    assert result.exit_code == 0, result.stderr
    text = (begun.folder / "cook.rules").read_text()
    assert "    in table C-1\n      add +1 noisy when seen > 0\n      add -1 quiet when seen is 0\n" in text
    assert "O0" not in begun.call("lint", "cook.rules").stdout
    both = begun.call("new", "--house", "mygame", "more", "--table", "C-1", "--row", "9", *lines[:2], "-o", "-").stdout
    assert (both.count("add +1 noisy"), both.count("was 6..9: busy")) == (1, 1)


KIND_COOK = """\
# Change what stands behind `now`. Until then a finding says that nothing is changed (O006).

house kind_cook "Kind cook" for mygame by "Me"
  1 "What the cook does, my way"
    in table C-1
      was 6..9: busy
      now 6..9: busy
  2 "move, my way"
    in procedure move
      was take 2 from seen
      now take 2 from seen
  3 "One afternoon, my way"
    in procedure mission
      was
        if seen is 3
          say "{cat} is put out of the door." bad chronicle
          return out
      now
        if seen is 3
          say "{cat} is put out of the door." bad chronicle
          return out
  4 "Cook, my way"
    in enum Cook
      was | busy | "busy" |
      now | busy | "busy" |
"""


@pytest.mark.parametrize("table", ["Leeway", "Kind"])
def test_until_a_table_is_changed_nothing_is(shell, table):
    assert only_advice(shell, "--table", table)


@pytest.mark.parametrize(
    "line",
    [
        "Weather: 8",
        "watch: oil",
        'night: say "Dawn',
        "give_orders: rest",
        "burn: storm",
        "sound",
        "new_moon",
        "Reef: else",
        "pass: add 1 to lost",
    ],
)
def test_until_a_line_is_changed_nothing_is(shell, line):
    assert only_advice(shell, "--line", line)


def only_advice(shell, *call: str) -> bool:
    """Whether a house rule is begun so, and no more is found in it than that it changes nothing."""
    assert shell.call("new", "--house", "lighthouse", "mine", *call).exit_code == 0
    found = {
        finding["code"]
        for finding in json.loads(shell.call("lint", "mine.rules", "--format", "json").stdout)["findings"]
    }
    return found <= {"O006"}


def test_it_can_be_printed(begun):
    printed = begun.call("new", "--house", "mygame", "mine", "--line", "perch", "-o", "-")
    assert "house mine" in printed.stdout
    assert not (begun.folder / "mine.rules").exists()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("mine",), "it is not said what the house rule changes"),
        (("mine", "--table", "C-9"), "there is nothing called C-9"),
        (("mine", "--table", "move"), "there is nothing called move"),
        (("mine", "--line", 'mission: say "{cat}'), 'has 2 lines say "{cat}'),
        (("mine", "--line", "mission: say"), "has no row say"),
        (("mine", "--line", "mission: sing"), "has no row sing"),
        (
            ("mine", "--line", "move: take 2 form seen"),
            "has no row take 2 form seen\n Did you mean take 2 from seen?\n",
        ),
        (("mine", "--row", "3"), "--row, --column and --add are of one table"),
        (("mine", "--table", "C-1", "--table", "C-2", "--row", "3"), "--row, --column and --add are of one table"),
        (("my-rule", "--table", "C-1"), "Write my_rule."),
        (("mine", "--line", ": x"), "names nothing"),
    ],
)
def test_a_wrong_call_writes_nothing_and_says_what_to_do(begun, call, message):
    result = begun.call("new", "--house", "mygame", *call)
    assert result.exit_code == 2
    assert message in result.stderr
    assert [*begun.folder.glob("*.rules")] == []


def test_a_house_rule_writes_over_nothing(begun):
    mine = begun.write("mine.rules", "mine")
    result = begun.call("new", "--house", "mygame", "mine", "--table", "C-1")
    assert result.exit_code == 2
    assert mine.read_text() == "mine"


def test_a_row_without_a_game_says_which_is_missing(shell):
    assert "--house GAME" in shell.call("new", "mine", "--row", "3").stderr


# --- examples


@pytest.mark.parametrize("example", slow_but(sorted(find_examples()), "lighthouse"))
def test_an_example_is_copied_whole_and_what_is_said_of_it_works(shell, example):
    result = shell.call("new", "--example", example)
    assert result.exit_code == 0, result.stderr
    source = find_examples()[example]
    copied = shell.folder / source.name
    for path in source.rglob("*") if source.is_dir() else [source]:
        assert path.is_dir() or (copied / path.relative_to(source)).read_bytes() == path.read_bytes()
    for call in re.findall(r"^    bombsight (.*)$", result.stdout, re.MULTILINE):
        told = shell.call(*call.split(), *(["--auto"] if call.startswith("play") else []))
        assert told.exit_code == 0, told.output


def test_a_copy_has_the_name_that_is_asked_for(shell):
    assert shell.call("new", "mine", "--example", "crack-shot").stdout.startswith("mine.rules is copied. Try:\n")
    assert shell.call("new", "head", "--example", "lighthouse").stdout.startswith("9 files in head. Try:\n")
    assert shell.call("play", "head", "--auto", "-q").exit_code == 0
    assert shell.call("new", "--example", "lighthouse", "-o", "there/night").exit_code == 0
    assert (shell.folder / "there" / "night" / "00-game.rules").exists()


def test_help_names_every_example_that_is_no_script(shell):
    told = shell.call("new", "--help").stdout
    assert all(name in told for name, path in find_examples().items() if path.suffix != ".py")


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (("--example", "lighthose"), "there is no example lighthose\n Did you mean lighthouse? The examples are "),
        (("--example", "group", "-o", "mygame"), "something lies here already"),
        (("--example", "group", "--house", "b17"), "an example is copied as it is"),
        ((), "it has no name yet"),
    ],
)
def test_what_cannot_be_copied_is_said(begun, call, error):
    result = begun.call("new", *call)
    assert result.exit_code == 2
    assert error in result.stderr
    assert sorted(path.name for path in begun.folder.iterdir() if not path.name.startswith(".")) == FOLDERS


# --- a package around a game


def test_a_package_stands_around_a_game_that_is_whole(shell):
    result = shell.call("new", "keep_fit", "--package")
    assert result.exit_code == 0, result.stderr
    for call in re.findall(r"^    bombsight (.*)$", result.stdout, re.MULTILINE):
        told = shell.call(*call.split(), *(["--auto"] if call.startswith("play") else []))
        assert told.exit_code == 0, told.stderr
    folder = shell.folder / "keep_fit"
    project = tomllib.loads((folder / "pyproject.toml").read_text())
    assert project["project"]["name"] == "bombsight-keep-fit"
    assert project["project"]["entry-points"]["bombsight.games"] == {"keep_fit": "bombsight_keep_fit"}
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["sources"] == {"keep_fit": "bombsight_keep_fit"}
    assert all((folder / path).is_file() for path in project["project"]["license-files"])
    texts = [path.read_text() for path in folder.rglob("*") if path.is_file() and path.suffix != ".bombsight"]
    assert len(texts) == 14
    assert not [text for text in texts if "my_game" in text or "my-game" in text]


def test_the_checks_of_a_new_package_hold(shell, monkeypatch):
    shell.call("new", "my_game", "--package")
    monkeypatch.chdir(shell.folder / "my_game")
    workflow = Path(".github/workflows/game.yml").read_text()
    hooks = Path(".pre-commit-config.yaml").read_text()
    calls = re.findall(r"(?:run|entry): bombsight (.*)$", f"{workflow}\n{hooks}", re.MULTILINE)
    assert len(calls) == 7
    for call in calls:
        told = shell.call(*call.split(), *(["my_game"] if call == "fmt" else []))
        assert told.exit_code == 0, (call, told.stderr)


def test_only_a_game_gets_a_package(shell):
    assert shell.call("new", "--house", "lighthouse", "mine", "--table", "Reef", "--package").exit_code == 2
    assert shell.call("new", "--example", "lighthouse", "--package").exit_code == 2


def test_nothing_is_left_of_a_package_that_cannot_be_written(shell, monkeypatch):
    def fail(path, text):
        if path.name == "pyproject.toml":
            raise InputError("no space left")
        write_new_file(path, text)

    monkeypatch.setattr("bombsight.service.scaffolding.new_files.write_new_file", fail)
    assert shell.call("new", "mine", "--package").exit_code == 2
    assert not (shell.folder / "mine").exists()
