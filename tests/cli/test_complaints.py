"""`complain` packs what belongs to a report of a fault, however much is broken, and shows nobody's home."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bombsight.service.report import scrubbing
from bombsight.service.report.complaint import read_complaint
from bombsight.service.report.scrubbing import scrub_text
from tests.cli.test_cli_documents import HOUSE, validator


@pytest.fixture
def home(shell, monkeypatch):
    """The shell's folder is the home of somebody."""
    home = shell.folder
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr("getpass.getuser", lambda: "adalove")
    for cached in (scrubbing.own_homes, scrubbing.own_names):
        cached.cache_clear()
    yield home
    for cached in (scrubbing.own_homes, scrubbing.own_names):
        cached.cache_clear()


@pytest.fixture
def save(shell, home):
    """A save by house rules, whose header names folders at home."""
    shell.write("rules/calm.rules", HOUSE.replace("remove 11..: gale", "was 11..: gale\n      now 11..: fog"))
    play = shell.call(
        "play", "games/lighthouse", "--auto", "--seed", "3", "--house", "rules/calm.rules", "--save", "a.save"
    )
    assert play.exit_code == 0, play.stderr
    return home / "a.save"


def complain(shell, *args):
    """The complaint that a call writes, as its file has it."""
    result = shell.call("complain", "Fog is never so thick", *args, "-o", "fault.json")
    assert result.exit_code == 0, result.stderr
    return (shell.folder / "fault.json").read_text(encoding="utf-8")


def test_it_holds_save_versions_rules_card_and_sentence(shell, save):
    document = json.loads(complain(shell, "--save", save, "--table", "Weather", "--row", "11.."))

    validator("complaint").validate(document)
    assert document["sentence"] == "Fog is never so thick"
    assert document["versions"]["python"].startswith("CPython 3.")
    assert {"attrs", "click", "rich"} <= {*document["versions"]["packages"]}
    rules = document["rules"]
    assert (rules["game"], rules["options"]["fog_signal"], rules["house"][0]["name"]) == (
        "lighthouse",
        "horn",
        "calm.rules",
    )
    assert "now 11..: fog" in rules["house"][0]["text"]
    assert (document["figure"]["table"], document["figure"]["row"]) == ("Weather", "11..")
    assert document["figure"]["card"]["dice"] == "2d6"
    assert document["save"]["text"].splitlines()[1:] == save.read_text().splitlines()[1:]
    assert document["problems"] == []


def test_nobody_learns_where_somebody_lives(shell, save, home):
    written = complain(shell, "--save", save, "--table", "Weather")

    assert str(home) in save.read_text()
    assert str(home) not in written
    assert "adalove" not in written
    assert str(home) not in shell.call("complain", "x", "--save", save, "--json").stdout


SCRUBBED = {
    "/home/ada/games/x": "~/games/x",
    "/Users/Ada L/x": "~ L/x",
    r"C:\Users\Ada\x": r"~\x",
    r'"C:\\Users\\Ada\\x"': r'"~\\x"',
    "/media/adalove/disk": "/media/USER/disk",
    "adalove said so": "adalove said so",
    "the home/rules": "the home/rules",
}


@pytest.mark.parametrize("text", SCRUBBED)
def test_paths_are_scrubbed(home, text):
    assert scrub_text(text) == SCRUBBED[text]


def test_it_is_shown_and_says_what_is_private(shell, save):
    result = shell.call("complain", "Fog", "--save", save)

    assert "Private in it" in result.stdout
    assert "its seed and all dice" in result.stdout
    assert "house rules, whole" in result.stdout
    assert "Nothing was written" in result.stdout
    assert not (shell.folder / "fault.json").exists()


DAMAGED = {
    "cut": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "garbage": lambda content: b"\xff\xfe\x00" * 50,
    "no header": lambda content: content.split(b"\n", 1)[1],
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=[*DAMAGED])
def test_a_damaged_save_is_packed_all_the_same(shell, save, damage):
    content = damage(save.read_bytes())
    save.write_bytes(content)
    complain(shell, "--save", save, "--game", "lighthouse", "--table", "Weather")
    complaint = read_complaint(shell.folder / "fault.json")

    assert complaint.save is not None
    assert scrub_text(content.decode("latin-1")) == complaint.save.content.decode("latin-1")
    assert complaint.figure is not None


def test_rules_with_errors_are_named_and_stop_nothing(shell, home):
    shell.write("games/lighthouse/97-odd.rules", 'table Odd "Odd"\n  roll 1d6\n  1..3: 1\n  5: 2\n')
    document = json.loads(complain(shell, "--game", "lighthouse", "--table", "Weather"))

    assert "97-odd.rules" in document["problems"][0]
    assert document["figure"] == {"table": "Weather", "row": "", "column": "", "card": None}


@pytest.mark.parametrize(
    "args",
    [
        ("--game", "nosuch"), ("--game", "lighthouse", "--table", "Reeef"), ("--table", "Reef"), (),
        ("--game", "lighthouse", "--option", "nosuch"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_cannot_be_had_is_named(shell, home, args):
    document = json.loads(complain(shell, *args))

    validator("complaint").validate(document)
    assert bool(document["problems"]) == bool(args)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "it is not said what is wrong"),
        (("x", "--save", "none.save"), "none.save"),
        (("x", "--row", "6"), "of which table"),
        (("x", "--save", "a.save", "--variant", "winter"), "says itself"),
        (("--unpack", "none.json", "-o", "out"), "none.json"),
    ],
)
def test_wrong_calls(shell, args, message):
    result = shell.call("complain", *args)

    assert result.exit_code == 2
    assert message in result.stderr


def test_no_other_file_is_written_over(shell, save):
    shell.write("fault.json", "precious")
    result = shell.call("complain", "Fog", "--save", save, "-o", "fault.json")

    assert result.exit_code == 2
    assert (shell.folder / "fault.json").read_text() == "precious"
    assert shell.call("complain", "Fog", "-o", "fault.json", "--force").exit_code == 0


def test_who_gets_it_can_run_it_again(shell, save):
    complain(shell, "--save", save)
    save.unlink()
    (shell.folder / "rules" / "calm.rules").unlink()
    result = shell.call("complain", "--unpack", "fault.json", "-o", "theirs")
    (line,) = [line for line in result.stdout.splitlines() if line.startswith("bombsight replay ")]

    assert shell.call(*line.split()[1:], "--path", "games").exit_code == 0
    assert shell.call("complain", "--unpack", "fault.json", "-o", "theirs").exit_code == 2


HOSTILE = {
    "no json": b"{",
    "another document": b'{"document": "lint", "version": 2}',
    "deep": b"[" * 5000,
    "bytes": b"\xff\xfe",
    "nothing in it": b'{"document": "complaint", "version": 2}',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=[*HOSTILE])
def test_a_hostile_file_is_refused(shell, content):
    shell.write("evil.json", content)
    result = shell.call("complain", "--unpack", "evil.json", "-o", "out")

    assert result.exit_code == 2
    assert "complaint" in result.stderr or "UTF-8" in result.stderr
    assert not (shell.folder / "out").exists()


def test_names_in_a_hostile_file_are_no_paths(shell, save):
    document = json.loads(complain(shell, "--save", save))
    document["save"]["name"] = document["rules"]["house"][0]["name"] = "../../evil"
    shell.write("evil.json", json.dumps(document))
    shell.call("complain", "--unpack", "evil.json", "-o", "out")

    assert {path.name for path in (shell.folder / "out").iterdir()} == {"complaint.save", "house-1.rules"}
