"""A game for two by mail: there and back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer, Throw
from bombsight.service.play.start import table_path
from tests.cli.calling import ROOT
from tests.narrowing import unwrap

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


def there_and_back(shell, letter: Path, typed: tuple[str, ...], host: tuple[str, ...] = ("",) * 4) -> list[str]:
    """What a guest reads of a whole game, letter by letter, until nothing more is sent."""
    sent, stories = letter, []
    while True:
        shown, reply = mail(shell, GUEST, sent, typed=typed)
        stories.append(shown.stdout)
        if reply is None:
            return stories
        _, sent = mail(shell, HOST, reply, typed=host)


def test_a_game_is_played_there_and_back(shell, letter):
    stories = there_and_back(shell, letter, ("state", "board", "odds", "2"))
    assert sum("the dice behind it need your share" in story for story in stories) == 9
    assert len(stories) == 13
    assert "Outcome: " in stories[-1]
    assert "A night" in stories[0]
    answers = [record.name for record in read_save("t.save").records if isinstance(record, Answer)]
    assert answers.count("at_west") == 3
    (own,) = Path("guest").rglob("*.seat")
    assert shell.call("verify", own, "--path", COVE.parent).stdout.startswith("All is as it was told")


def next_letter(shell, letter: Path, guest: tuple[str, ...], host: tuple[str, ...]) -> Path:
    """The next letter that asks the guest something, behind his answer and all shares of the host's answers."""
    while True:
        _, reply = mail(shell, GUEST, letter, typed=guest)
        _, sent = mail(shell, HOST, unwrap(reply), typed=host)
        letter = unwrap(sent)
        if "turn-" in letter.name:
            return letter


def test_an_answer_is_taken_back_by_mail_with_the_others_consent(shell, letter):
    letter = next_letter(shell, letter, ("2",), ("", "", ""))
    shown, asks = mail(shell, GUEST, letter, typed=("undo",))
    assert unwrap(asks).name == "undo-001-smuggler.json"
    shown, again = mail(shell, HOST, asks, typed=("no",))
    assert "The smuggler asks to take back his last answer, and 3 of yours with it." in shown.stdout
    shown, asks = mail(shell, GUEST, again, typed=("undo",))
    assert "Hour 2: where the boat lands" in shown.stdout
    shown, back = mail(shell, HOST, asks, typed=("yes",))
    shown, answer = mail(shell, GUEST, back, typed=("1",))
    assert "Taken back: your last answer, and what followed." in shown.stdout
    assert "Hour 1: where the boat lands" in shown.stdout
    shown, wanted = mail(shell, HOST, answer, typed=("", "undo"))
    shown, share = mail(shell, GUEST, wanted)
    shown, asks = mail(shell, HOST, share, typed=("undo",))
    assert "It is asked whether an answer may be taken back" in shown.stdout
    shown, agrees = mail(shell, GUEST, asks, typed=("yes",))
    assert "The keeper asks to take back his last answer. Type yes to agree." in shown.stdout
    assert mail(shell, GUEST, asks)[1] == agrees
    shown, sent = mail(shell, HOST, agrees, typed=("2", "", ""))
    assert "The smuggler agrees: it is taken back." in shown.stdout
    assert "Where the great lamp turns" in shown.stdout
    there_and_back(shell, unwrap(sent), ("",))
    (own,) = Path("guest").rglob("*.seat")
    checked = shell.call("verify", own, "--path", COVE.parent)
    assert checked.stdout.startswith("All is as it was told")
    assert re.findall("Taken back: (.*) and what followed, (.*)\\.", checked.stdout) == [
        ("answer 1 of the smuggler", "at your request"),
        ("answer 1 of the keeper", "with your consent"),
    ]


def test_each_throws_his_own_dice_by_mail(shell):
    _, invitation = mail(shell, HOST, COVE, "--save", "t.save", "--seat", "smuggler", "--dice", "own")
    shown, acceptance = mail(shell, GUEST, invitation)
    assert "Each throws dice of his own in it" in shown.stdout
    _, sent = mail(shell, HOST, acceptance, typed=("",))
    sizes = []
    for typed in ("", "", "", "6"):
        shown, reply = mail(shell, GUEST, sent, typed=(typed,))
        assert mail(shell, GUEST, sent)[1] == reply
        sizes.append(unwrap(reply).name)
        shown, sent = mail(shell, HOST, reply, typed=("",))
    assert sizes[-1].startswith("dice-")
    assert "The tide" in shown.stdout
    thrown = [record.faces for record in read_save("t.save").records if isinstance(record, Throw)]
    assert thrown == [(6,)]


def test_a_host_asks_by_mail_while_the_guest_is_at_his_question(shell, letter):
    letter = next_letter(shell, letter, ("2",), ("", "", ""))
    shown, asks = mail(shell, HOST, "t.save", "--undo")
    shown, answer = mail(shell, GUEST, asks, typed=("no", "1"))
    assert "The keeper asks to take back his last answer" in shown.stdout
    assert "Hour 2: where the boat lands" in shown.stdout
    shown, _ = mail(shell, HOST, answer, typed=("",))
    assert "The smuggler does not agree: nothing is taken back." in shown.stdout


DEAR = """\
  step tide "The tide"
    if hour is 2
      repeat 400 times
        if any(x in 1..100000 where x > cargo)
          set lit[east] to no
"""
"""Costs more than a night may, and less than five times as much."""


def test_a_game_that_may_cost_more_is_played_and_verified_where_as_much_is_allowed(shell, monkeypatch):
    monkeypatch.setitem(globals(), "COVE", shell.folder / "coves" / "cove")
    COVE.mkdir(parents=True)
    rules = (ROOT / "tests/service/seats/cove/00-game.rules").read_text()
    (COVE / "00-game.rules").write_text(rules.replace('  step tide "The tide"\n', DEAR))
    limit = ("--limit", 5)
    _, invitation = mail(shell, HOST, COVE, "--save", "t.save", "--seat", "keeper", *limit)
    _, acceptance = mail(shell, GUEST, invitation)
    before = table_path(Path("t.save")).read_bytes()
    forgotten, _ = mail(shell, HOST, acceptance)
    assert (forgotten.exit_code, forgotten.stdout) == (2, "")
    assert "this table is played with --limit 5" in forgotten.stderr
    assert table_path(Path("t.save")).read_bytes() == before
    _, sent = mail(shell, HOST, acceptance, *limit)
    while sent is not None:
        shown, reply = mail(shell, GUEST, sent, typed=("2",))
        _, sent = mail(shell, HOST, reply, *limit, typed=("",) * 4) if reply is not None else (None, None)

    assert "Outcome: " in shown.stdout
    (own,) = Path("guest").rglob("*.seat")
    less = shell.call("verify", own, "--path", COVE.parent)
    assert (less.exit_code, less.stdout) == (2, "")
    assert "this goes on for too long" in less.stderr
    assert "--limit N allows N times as much" in less.stderr
    assert shell.call("verify", own, "--path", COVE.parent, *limit).stdout.startswith("All is as it was told")


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
    assert "an answer is given already" in shown.stderr
    again, same = mail(shell, GUEST, letter)
    assert "the same answer again" in again.stdout
    assert same.read_text() == json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def test_a_host_who_leaves_goes_on_with_the_save(shell, letter):
    _, reply = mail(shell, GUEST, letter, typed=("2",))
    shown, sent = mail(shell, HOST, reply, typed=("quit",))
    assert sent is None
    assert "To go on: bombsight mail t.save" in shown.stdout
    assert "bombsight host --resume" in shell.call("saves", ".").stdout
    assert "this is the save of a table" in shell.call("resume", "t.save").stderr
    _, wanted = mail(shell, HOST, "t.save", typed=("",))
    assert mail(shell, HOST, "t.save")[1] == wanted  # his answer stands, and its dice wait
    assert wanted.name == "wanted-002-smuggler.json"
    _, opened = mail(shell, GUEST, wanted)
    assert opened.name == "share-002-smuggler.json"
    shown, sent = mail(shell, HOST, opened, typed=("", ""))
    assert sent is not None
    assert "Where a lantern is set" in shown.stdout


def test_giving_up_by_mail_ends_the_game(shell, letter):
    _, reply = mail(shell, GUEST, letter, typed=("give up", "yes"))
    shown, sent = mail(shell, HOST, reply)
    assert "the smuggler gave the game up." in shown.stdout
    assert "You gave the game up." in mail(shell, GUEST, sent)[0].stdout
    shown, _ = mail(shell, HOST, reply)
    assert "over already" in shown.stderr


def test_letters_are_spared_by_agreement_and_that_is_told(shell):
    _, invitation = mail(shell, HOST, COVE, "--save", "t.save", "--seat", "keeper", "--spare-letters")
    shown, sent = mail(shell, GUEST, invitation, typed=("no",))
    assert sent is None
    assert "can then know the dice before he answers" in shown.stdout
    _, acceptance = mail(shell, GUEST, invitation, "--agree")
    _, letter = mail(shell, HOST, acceptance)
    stories = there_and_back(shell, letter, ("2",))
    assert len(stories) == 4
    assert "the host can know the dice before he answers" in stories[0]
    (own,) = Path("guest").rglob("*.seat")
    checked = shell.call("verify", own, "--path", COVE.parent)
    assert checked.exit_code == 0
    assert "whether the host knew the dice before he answered" in checked.stdout


def test_a_seed_that_the_host_names_is_told_before_the_first_question_and_checked(shell):
    _, invitation = mail(shell, HOST, COVE, "--save", "t.save", "--seat", "keeper", "--seed", "5")
    _, acceptance = mail(shell, GUEST, invitation)
    _, letter = mail(shell, HOST, acceptance)
    stories = there_and_back(shell, letter, ("2",))
    assert len(stories) == 4
    assert "The dice are those of seed 5, which the host named" in stories[0]
    (own,) = Path("guest").rglob("*.seat")
    assert "when he named their seed" in shell.call("verify", own, "--path", COVE.parent).stdout


def test_two_guests_by_mail_open_their_shares_when_both_are_committed(shell):
    who = {"keeper": "one", "smuggler": "two"}
    shell.call("mail", COVE, "--save", "t.save", "--seat", "none", "--path", COVE.parent)
    for seat, folder in who.items():
        _, acceptance = mail(shell, folder, f"invitation-{seat}.json")
        assert json.loads(acceptance.read_text())["share"] == ""
        shown, _ = mail(shell, HOST, acceptance)
    assert sorted(Path().glob("wanted-*")) == [Path(f"wanted-000-{seat}.json") for seat in sorted(who)]
    sent = sorted(Path().glob("wanted-*"))
    for _ in range(200):
        if not sent:
            break
        post = sent.pop(0)
        folder = who[post.stem.rpartition("-")[2]]
        _, reply = mail(shell, folder, post, typed=("",))
        if reply is not None:
            shown, _ = mail(shell, HOST, reply)
            sent += [Path(found) for found in re.findall(r"Send this file: (\S+)", shown.stdout)]
    for folder in who.values():
        (own,) = Path(folder).rglob("*.seat")
        assert shell.call("verify", own, "--path", COVE.parent).stdout.startswith("All is as it was told")


def test_without_what_was_revealed_the_host_is_named(shell, letter):
    mail(shell, GUEST, letter, typed=("2",))
    (own,) = Path("guest").rglob("*.seat")
    shown = shell.call("verify", own, "--path", COVE.parent)
    assert shown.exit_code == 1
    assert "the keeper, who hosts, has had the share of move 1" in shown.stderr


def test_letters_that_are_read_twice_do_no_harm(shell, letter):
    sent = letter
    while True:
        _, reply = mail(shell, GUEST, sent, typed=("2",))
        if reply is None:
            break
        said = reply.read_text()
        again, same = mail(shell, GUEST, sent, typed=("1",))
        assert (again.exit_code, same.read_text()) == (0, said)
        _, sent = mail(shell, HOST, reply, typed=("",) * 4)
        before = read_save("t.save").records
        again, _ = mail(shell, HOST, reply, typed=("quit",) * 4)
        assert again.exit_code in (0, 2)
        assert read_save("t.save").records == before
    (own,) = Path("guest").rglob("*.seat")
    assert shell.call("verify", own, "--path", COVE.parent).stdout.startswith("All is as it was told")
