"""A game for two by mail: there and back."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer, Throw
from bombsight.service.play.start import table_path
from tests.cli.calling import ROOT
from tests.cli.seated_tables import COVE, mail, program_part
from tests.killing import killed_at
from tests.marking import slow_but
from tests.narrowing import unwrap

HOST, GUEST = "host", "guest"
"""Folders in which each keeps what is his."""


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
    assert unwrap(asks).name == "undo-001-smuggler.txt"
    shown, again = mail(shell, HOST, asks, typed=("no",))
    assert "The smuggler asks to take back his last answer, and 3 of yours with it." in shown.stdout
    shown, asks = mail(shell, GUEST, again, typed=("undo",))
    assert "Your last answer is not taken back: not all agreed." in shown.stdout
    assert "Hour 2: where the boat lands" in shown.stdout
    shown, back = mail(shell, HOST, asks, typed=("yes",))
    assert (unwrap(again).name, unwrap(back).name) == (
        "turn-004-again-001-smuggler.txt",
        "turn-000-again-002-smuggler.txt",
    )
    assert "Nothing that you may see" not in unwrap(back).read_text()
    assert "All agreed. Taken back: your last answer, and what followed." in unwrap(back).read_text()
    shown, answer = mail(shell, GUEST, back, typed=("1",))
    assert "Taken back: your last answer, and what followed." in shown.stdout
    assert "Hour 1: where the boat lands" in shown.stdout
    assert unwrap(answer).name == "answer-000-again-002-smuggler.txt"
    shown, wanted = mail(shell, HOST, answer, typed=("", "undo"))
    shown, share = mail(shell, GUEST, wanted)
    shown, asks = mail(shell, HOST, share, typed=("undo",))
    assert "It is asked whether an answer may be taken back" in shown.stdout
    assert unwrap(asks).name == "asked-003-smuggler.txt"
    shown, agrees = mail(shell, GUEST, asks, typed=("yes",))
    assert "The keeper asks to take back his last answer. Type yes to agree." in shown.stdout
    assert mail(shell, GUEST, asks)[1] == agrees
    shown, sent = mail(shell, HOST, agrees, typed=("2", "", ""))
    assert "The smuggler agrees: it is taken back." in shown.stdout
    assert "Where the great lamp turns" in shown.stdout
    there_and_back(shell, unwrap(sent), ("",))
    names = [path.name for path in Path().glob("*.txt")]
    assert sum("-again-" in name for name in names) > 3
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
    shown, asks = mail(shell, HOST, "t.save", "--take-back")
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
    told = program_part(reply)
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
    _, wanted = mail(shell, HOST, reply)  # it was taken before, and what waits is sent again
    assert wanted.name == "wanted-002-smuggler.txt"
    again, same = mail(shell, GUEST, letter)
    assert "the same answer again" in again.stdout
    assert program_part(same) == told


def test_mail_where_nobody_knows_its_seat_or_table_accuses_nobody_and_writes_nothing(shell, letter):
    _, reply = mail(shell, GUEST, letter, typed=("2",))
    _, wanted = mail(shell, HOST, reply, typed=("",) * 4)
    _, opened = mail(shell, GUEST, unwrap(wanted))
    acceptance = Path("acceptance-smuggler.txt")
    before = sorted(Path().rglob("*"))
    for kind, words in (
        (letter, "the seat of the smuggler is not known here"),
        (wanted, "the seat of the smuggler is not known here"),
        (acceptance, "belongs to no table that is kept here"),
        (reply, "belongs to no table that is kept here"),
        (opened, "belongs to no table that is kept here"),
    ):
        (shell.folder / "letters").mkdir(exist_ok=True)
        alone = shell.write(f"letters/{unwrap(kind).name}", unwrap(kind).read_text())
        shown, sent = mail(shell, "elsewhere", alone, "--to", "letters")
        assert (shown.exit_code, sent) == (2, None)
        assert words in shown.stderr
        assert "Nothing was written or sent" in shown.stderr
        assert "Play no further" not in shown.stderr
        alone.unlink()
    Path("letters").rmdir()
    assert sorted(Path().rglob("*")) == before


def test_a_file_of_another_seat_is_not_written_to(shell, letter):
    _, other = mail(shell, HOST, COVE, "--save", "other.save", "--seat", "keeper")
    (own,) = Path(GUEST).rglob("*.seat")
    before = own.read_bytes()
    shown, sent = mail(shell, GUEST, unwrap(other), "--keep", own)
    assert (shown.exit_code, sent) == (2, None)
    assert "this is the file of another seat" in shown.stderr
    assert own.read_bytes() == before


def test_an_old_letter_read_again_is_not_the_one_to_go_on_with(shell, letter):
    newer = next_letter(shell, letter, ("2",), ("", "", ""))
    mail(shell, GUEST, newer, typed=("quit",))
    old = shell.write("old.txt", letter.read_text())
    shown, sent = mail(shell, GUEST, old)
    assert (shown.exit_code, sent) == (2, None)
    assert "older than one that you have read" in shown.stderr
    listed = shell.call("saves", env={"XDG_DATA_HOME": str(shell.folder / GUEST)}).stdout
    assert newer.name in listed


def test_a_host_who_leaves_goes_on_with_the_save(shell, letter):
    _, reply = mail(shell, GUEST, letter, typed=("2",))
    shown, sent = mail(shell, HOST, reply, typed=("quit",))
    assert sent is None
    assert "To go on: bombsight mail t.save" in shown.stdout
    assert "Your turn  you host, by mail" in shell.call("saves", ".").stdout
    assert "this is the save of a table" in shell.call("resume", "t.save").stderr
    _, wanted = mail(shell, HOST, "t.save", typed=("",))
    assert mail(shell, HOST, "t.save")[1] == wanted  # his answer stands, and its dice wait
    assert wanted.name == "wanted-002-smuggler.txt"
    _, opened = mail(shell, GUEST, wanted)
    assert opened.name == "share-002-smuggler.txt"
    shown, sent = mail(shell, HOST, opened, typed=("", ""))
    assert sent is not None
    assert "Where a lantern is set" in shown.stdout


def test_giving_up_by_mail_ends_the_game(shell, letter):
    _, reply = mail(shell, GUEST, letter, typed=("give up", "yes"))
    shown, sent = mail(shell, HOST, reply)
    assert "The smuggler gave the game up." in shown.stdout
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


@pytest.mark.slow
def test_two_guests_by_mail_open_their_shares_when_both_are_committed(shell):
    who = {"keeper": "one", "smuggler": "two"}
    shell.call("mail", COVE, "--save", "t.save", "--seat", "none", "--path", COVE.parent)
    for seat, folder in who.items():
        _, acceptance = mail(shell, folder, f"invitation-{seat}.txt")
        assert program_part(acceptance)["share"] == ""
        shown, _ = mail(shell, HOST, acceptance)
    assert sorted(Path().glob("wanted-*")) == [Path(f"wanted-000-{seat}.txt") for seat in sorted(who)]
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


def test_an_invitation_says_in_words_to_what_and_by_which_rules(shell):
    mail(shell, HOST, COVE, "--save", "t.save", "--seat", "keeper", "--seed", "5")
    text = Path("invitation-smuggler.txt").read_text()
    assert text.startswith("An invitation to a game by mail: The Cove\n")
    for said in ("You are asked to play the smuggler.", "Options: ", "Rules: cove, ", "The dice are those of seed 5"):
        assert said in text
    assert "    bombsight mail invitation-smuggler.txt\n" in text


def test_a_letter_can_be_read_without_the_program(shell, letter):
    _, reply = mail(shell, GUEST, letter, typed=("2",))
    _, wanted = mail(shell, HOST, reply, typed=("",))
    _, opened = mail(shell, GUEST, wanted)
    _, second = mail(shell, HOST, opened, typed=("",) * 4)
    while "wanted" in second.name:
        second = mail(shell, HOST, mail(shell, GUEST, second)[1], typed=("",) * 4)[1]
    text = second.read_text()
    readable = text[: text.index("--- For the program")]
    for heading in ("What has happened", "Where things stand", "Your question", "How to go on"):
        assert f"\n{heading}\n{'-' * len(heading)}\n" in readable
    assert re.search(r"^ *\S? *1  In the east bay", readable, re.MULTILINE | re.IGNORECASE), readable
    assert f"bombsight mail {second.name}\n" in readable
    assert max(map(len, readable.splitlines())) <= 72


def test_an_acceptance_names_the_seat_by_its_title(shell, letter):
    (acceptance,) = Path().rglob("acceptance-smuggler.txt")
    assert acceptance.read_text().startswith("The Cove: from the smuggler\n\nThe smuggler accepts the invitation.")
    invitation = Path("invitation-smuggler.txt")
    told = program_part(invitation)
    before = {key: told[key] for key in told if key != "seat_title"} | {"version": 3}
    older = shell.write("older.txt", json.dumps(before))
    assert mail(shell, GUEST, older)[0].exit_code == 0


def test_a_reply_does_not_show_its_answer_to_the_person_who_hosts(shell, letter):
    shutil.copytree(GUEST, "twin")
    texts, answers = set(), set()
    for who, typed in ((GUEST, "1"), ("twin", "2")):
        _, reply = mail(shell, who, letter, typed=(typed,))
        texts.add(reply.read_text().partition("--- For the program")[0])
        answers.add(program_part(reply)["answered"]["names"][0])
    assert (len(texts), len(answers)) == (1, 2)


CHANGES = {
    "other ends of lines": lambda text: text.replace("\n", "\r\n"),
    "a mark at the beginning": lambda text: "\ufeff" + text,
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "its readable part quoted": lambda text: text.replace("\n", "\n> ").replace('> {"document', '{"document'),
    "signed": lambda text: f"Dear keeper,\nhere it is.\n\n{text}   \n-- \nThe smuggler\nsent from a boat\n",
    "other words": lambda text: "Nonsense.\n" + text[text.index("--- For") :],
    "the line alone": lambda text: text.splitlines()[-1],
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=[*CHANGES])
def test_what_mail_programs_do_to_a_letter_does_no_harm(shell, letter, change):
    changed = shell.folder / "changed.txt"
    changed.write_bytes(change(letter.read_text()).encode())
    shown, reply = mail(shell, GUEST, changed, typed=("2",))
    assert reply is not None, shown.stderr


def test_a_letter_in_another_encoding_is_read(shell, letter):
    changed = shell.folder / "changed.txt"
    changed.write_bytes(letter.read_text().encode("cp1252", "replace"))
    assert mail(shell, GUEST, changed, typed=("2",))[1] is not None


def test_a_letter_whose_line_for_the_program_is_damaged_says_so(shell, letter):
    text = letter.read_text()
    at = text.index('{"document"')
    for damaged, said in (
        (text[: at + 500] + "\n" + text[at + 500 :], "the line for the program was damaged"),
        (text[: at + 500], "the line for the program was damaged"),
        (text[:at], "the line for the program was lost"),
        (text + text[at:].replace('"number":0', '"number":1'), "several letters"),
    ):
        shell.write("damaged.txt", damaged)
        shown, sent = mail(shell, GUEST, "damaged.txt")
        assert (shown.exit_code, sent, said in shown.stderr) == (2, None, True), shown.stderr


@pytest.mark.slow
def test_a_lost_file_of_each_kind_is_written_again_and_the_lost_one_does_no_harm_later(shell):
    """Each file that is sent is lost once; its sender makes it anew, and both come in the end."""
    _, sent = mail(shell, HOST, COVE, "--save", "t.save", "--seat", "keeper")
    kinds: set[str] = set()
    came_late: list[tuple[str, Path]] = []
    who, source = HOST, "t.save"
    for _ in range(60):
        kinds.add(sent.name.rpartition("-smuggler")[0].rstrip("0123456789-"))
        lost = shell.write(f"lost-{len(came_late)}.txt", sent.read_text())
        shown, again = mail(shell, who, source)
        assert again is not None, shown.stderr
        assert program_part(again) == program_part(lost)
        came_late.append((GUEST if who == HOST else HOST, lost))
        who, source = (GUEST if who == HOST else HOST), again
        for folder, late in came_late[:-1][-3:]:
            before = Path("t.save").read_bytes()
            mail(shell, folder, late)  # nobody types anything
            assert Path("t.save").read_bytes() == before
        _, sent = mail(shell, who, source, typed=("2",) if who == GUEST else ("",) * 4)
        if sent is None:
            break
        source = "t.save" if who == HOST else source
    assert kinds == {"invitation", "acceptance", "turn", "answer", "wanted", "share"}
    (own,) = Path("guest").rglob("*.seat")
    assert shell.call("verify", own, "--path", COVE.parent).stdout.startswith("All is as it was told")


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("operation", slow_but(range(1, 13), 2, 5, 8))
def test_each_call_is_killed_at_a_write_and_made_again(shell, operation, after):
    kills = 0

    def call(who, *args, typed=()):
        nonlocal kills
        shown, sent = None, None
        with killed_at(operation, after=after):
            shown, sent = mail(shell, who, *args, typed=typed)
        if shown is not None and shown.exit_code == 0:
            return sent
        kills += 1
        return mail(shell, who, *args, typed=typed)[1]

    _, invitation = mail(shell, HOST, COVE, "--save", "t.save", "--seat", "keeper")
    sent = call(HOST, call(GUEST, invitation))
    for _ in range(6):
        reply = call(GUEST, sent, typed=("2",))
        sent = call(HOST, reply, typed=("",) * 4)
        assert sent is not None
    while "wanted" in sent.name:
        sent = call(HOST, call(GUEST, sent), typed=("",) * 4)
    reply = call(GUEST, sent, typed=("give up", "yes"))
    sent = call(HOST, reply) or mail(shell, HOST, "t.save")[1]
    mail(shell, GUEST, sent)
    assert kills > 3 or operation > 4
    (own,) = Path("guest").rglob("*.seat")
    checked = shell.call("verify", own, "--path", COVE.parent)
    assert checked.stdout.startswith("All is as it was told"), checked.stderr
