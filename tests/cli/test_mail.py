"""A game for two by mail: there and back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bombsight.runtime.records import Answer
from bombsight.runtime.saved import read_save
from calling import ROOT

COVE = ROOT / "tests" / "service" / "seats" / "cove"
HOST, GUEST = "host", "guest"
"""Folders in which each keeps what is his."""


def mail(shell, who: str, *args: object, typed: tuple[str, ...] = ()):
    """What a call shows, and the file that is to be sent."""
    env = {"XDG_DATA_HOME": str(shell.folder / who)}
    shown = shell.call("mail", *args, "--path", COVE.parent, input="\n".join([*typed, ""]), env=env)
    sent = re.findall(r"Send this file: (\S+)", shown.stdout)
    return shown, Path(sent[-1]) if sent else None


@pytest.fixture
def letter(shell):
    """The first letter to the guest of a new table."""
    _, invitation = mail(shell, HOST, COVE, "--save", "t.save", "--seat", "keeper")
    assert mail(shell, HOST, "t.save")[1] == invitation  # nobody has accepted yet
    _, acceptance = mail(shell, GUEST, invitation)
    return mail(shell, HOST, acceptance)[1]


def test_a_game_is_played_there_and_back(shell, letter):
    sent, stories = letter, []
    while True:
        shown, reply = mail(shell, GUEST, sent, typed=("state", "board", "odds", "2"))
        stories.append(shown.stdout)
        if reply is None:
            break
        shown, sent = mail(shell, HOST, reply, typed=("", "", "", ""))
    assert len(stories) == 4
    assert "Outcome: " in stories[-1]
    assert "A night" in stories[0]
    answers = [record.name for record in read_save("t.save").records if isinstance(record, Answer)]
    assert answers.count("at_west") == 3
    (own,) = Path("guest").rglob("*.seat")
    assert shell.call("verify", own, "--path", COVE.parent).stdout.startswith("All is as it was told")


def test_what_does_not_belong_changes_nothing(shell, letter):
    _, reply = mail(shell, GUEST, letter, typed=("2",))
    told = json.loads(reply.read_text())
    before = Path("t.save").read_bytes()
    for change, said in (
        ({"token": "another"}, "no table that is kept here"),
        ({"answered": told["answered"] | {"number": 3}}, "question 3 is not open"),
        ({"answered": told["answered"] | {"names": ["at_sea"]}}, "not offered"),
        ({"seat": "keeper"}, "no table that is kept here"),
        ({"more": 1}, "no message"),
        ({"version": 99}, "version"),
    ):
        wrong = shell.write("wrong.json", json.dumps(told | change))
        shown, sent = mail(shell, HOST, wrong)
        assert (shown.exit_code, sent) == (2, None)
        assert said in shown.stderr
        assert Path("t.save").read_bytes() == before
    assert mail(shell, HOST, reply, typed=("",) * 4)[1] is not None
    shown, _ = mail(shell, HOST, reply)
    assert "question 0 is not open" in shown.stderr
    again, same = mail(shell, GUEST, letter)
    assert "the same answer again" in again.stdout
    assert same.read_text() == json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def test_a_host_who_leaves_goes_on_with_the_save(shell, letter):
    _, reply = mail(shell, GUEST, letter, typed=("2",))
    shown, sent = mail(shell, HOST, reply, typed=("", "quit"))
    assert sent is None
    assert "To go on: bombsight mail t.save" in shown.stdout
    assert "bombsight host --resume" in shell.call("saves", ".").stdout
    assert "this is the save of a table" in shell.call("resume", "t.save").stderr
    shown, sent = mail(shell, HOST, "t.save", typed=("", ""))
    assert sent is not None
    assert "Where a lantern is set" in shown.stdout


def test_giving_up_by_mail_ends_the_game(shell, letter):
    _, reply = mail(shell, GUEST, letter, typed=("give up", "yes"))
    shown, sent = mail(shell, HOST, reply)
    assert "the smuggler gave the game up." in shown.stdout
    assert "You gave the game up." in mail(shell, GUEST, sent)[0].stdout
    shown, _ = mail(shell, HOST, reply)
    assert "over already" in shown.stderr
