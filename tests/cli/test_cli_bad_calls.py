"""Whatever is typed or lies in a file: a message that says what to do, exit status 1 or 2, no traceback."""

from __future__ import annotations

import json
import os
import shutil
import signal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bombsight.compiler import pipeline

CALLS = {
    "no such command": (("plya",), "No such command"),
    "no such game": (("play", "lighthuose"), "Did you mean lighthouse?"),
    "no such game at all": (("table", "zzzz", "Reef"), "The games are "),
    "an enum as a table": (("table", "lighthouse", "kind"), "`bombsight show lighthouse Kind`"),
    "an enum that a title says": (("table", "lighthouse", "sky"), 'Titles that say it: Weather "The sky turns".'),
    "no such table": (("table", "lighthouse", "Reeef"), "Did you mean Reef?"),
    "no such option": (("play", "lighthouse", "--option", "new_moom"), "Did you mean new_moon?"),
    "no such value": (("play", "lighthouse", "--option", "fog_signal=drum"), "Give bell or horn."),
    "a number out of range": (("rules", "lighthouse", "--option", "oil_ration=99"), "Give a number 6..20."),
    "an option without a name": (("rules", "lighthouse", "--option", "=3"), "NAME=VALUE"),
    "no such variant": (("rules", "lighthouse", "--variant", "wintre"), "Did you mean winter?"),
    "no such item of errata": (("rules", "lighthouse", "--without", "sheet/9x"), "errata sheet have no item 9x"),
    "no such errata": (("rules", "lighthouse", "--without", "shet"), "Did you mean sheet?"),
    "no such house file": (("play", "lighthouse", "--house", "none.rules"), "none.rules"),
    "a house file that is a folder": (("play", "lighthouse", "--house", "games"), "games"),
    "no such folder": (("games", "--path", "nowhere"), "there is no such folder"),
    "no such mission": (("play", "lighthouse", "--mission", "9"), "has 1..4"),
    "a mission that is no number": (("play", "lighthouse", "--mission", "first"), "Invalid value"),
    "mission and campaign": (("play", "lighthouse", "--mission", "1", "--campaign"), "exclude each other"),
    "a seed that is none": (("play", "lighthouse", "--seed", "-1"), "no seed"),
    "a seed too large": (("play", "lighthouse", "--seed", str(2**64)), "no seed"),
    "no such dice": (("play", "lighthouse", "--dice", "none.txt"), "none.txt"),
    "no such save": (("resume", "none.save"), "none.save"),
    "a save that is a folder": (("resume", "games"), "games"),
    "nothing to replay": (("replay", "none.save"), "none.save"),
    "no such file": (("lint", "none.rules"), "there is no file none.rules"),
    "no such code": (("explain", "T9999"), "there is no code"),
    "codes that are none": (("lint", "lighthouse", "--select", "X1"), "no code begins with X1"),
    "no rules file": (("fmt", "none.rules"), "there is no such file"),
    "no rules in the folder": (("fmt", "empty"), "holds no rules files"),
    "nothing to lint in the folder": (("lint", "empty"), "holds no rules"),
    "no such script": (("test", "none.script"), "none.script"),
    "no such node": (("graph", "lighthouse", "--focus", "Reeef"), "Did you mean"),
    "two forms": (("graph", "lighthouse", "--format", "dot", "--json"), "--json and --format dot are two forms"),
    "no such item": (("show", "lighthouse", "Reeef"), "Did you mean"),
    "nothing called so": (("show", "lighthouse", "Reeef", "--as", "flat"), "Did you mean"),
    "several titled so": (("show", "lighthouse", "leew"), "Say which: table Leeway"),
    "several tables titled so": (("table", "lighthouse", "sh"), "Say which: Reef"),
    "a title that is like one": (("table", "lighthouse", "the sky burns"), 'Weather "The sky turns"'),
    "a stage of nothing": (("show", "lighthouse", "--as", "ast"), "Name it"),
    "a quotation of nothing": (("show", "lighthouse", "--quote"), "Name it"),
    "a quotation of no table": (("table", "lighthouse", "--quote"), "Name it"),
    "no such row": (("table", "lighthouse", "Reef", "--row", "signel"), "Did you mean signal?"),
    "a column of no row": (("table", "lighthouse", "Leeway", "--column", "north"), "Name the row"),
    "an overlay quoted": (("show", "lighthouse", "sheet", "--quote"), "Quote what it amends"),
    "no such kind": (("show", "lighthouse", "--kind", "chart"), "Invalid value"),
    "no such form": (("graph", "lighthouse", "--format", "svg"), "Invalid value"),
    "nowhere to stop": (("play", "lighthouse", "--until", "zzz"), "`bombsight show lighthouse --kind procedure`"),
    "nearly where to stop": (("play", "lighthouse", "--until", "wach"), "Did you mean watch?"),
    "a save in no folder": (("play", "lighthouse", "--save", "no/a.save"), "no/a.save"),
}


POND = """\
game pond "A Pond"
  sources optional

state mission
  fish "Fish": 0..3 = 3

procedure mission
  repeat 4 times
    add -1 to fish
"""


@pytest.mark.parametrize("name", CALLS)
def test_wrong_calls(shell, name):
    args, said = CALLS[name]
    shell.write("empty/readme.txt", "nothing")
    result = shell.call(*args)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_game_without_campaign_or_numbers(shell):
    shell.write(
        "games/pond/a.rules",
        'game pond "A Pond"\n  language 1\n  sources optional\n\nprocedure mission\n  say "Ripples."\n',
    )

    assert "Ripples." in shell.call("play", "pond", "--auto").stdout
    assert "has no campaign" in shell.call("play", "pond", "--campaign").stderr
    assert "have no numbers" in shell.call("play", "pond", "--mission", "1").stderr


def test_rules_that_are_wrong_cannot_be_played(shell):
    shell.write("games/lighthouse/97-odd.rules", 'table Odd "Odd"\n  roll 1d6\n  1..3: 1\n  5: 2\n')

    for args in (
        ("play", "lighthouse"),
        ("table", "lighthouse", "Reef"),
        ("test", "lighthouse"),
        ("compile", "lighthouse"),
    ):
        result = shell.call(*args)
        assert result.exit_code == 1
        assert "97-odd.rules:" in result.stderr


@pytest.mark.parametrize("command", ["lint", "test"])
def test_a_folder_whose_rules_are_no_game(shell, command):
    shell.write("bare/a.rules", 'table Depth "Depth" printed "card"\n  gives 1..2\n  roll 1d6\n  ..3: 1\n  4..: 2\n')
    result = shell.call(command, "bare")

    assert result.exit_code == 2
    assert result.stderr.startswith("error bare/a.rules: there is no game in these rules\n")


def test_a_rules_fault_is_told_with_its_place(shell):
    shell.write("games/pond/a.rules", POND)
    result = shell.call("play", "pond", "--auto", "--seed", "1")

    assert result.exit_code == 1
    assert "rules fault" in result.stderr
    assert "error games/pond/a.rules:9:" in result.stderr


def test_files_that_are_no_text(shell):
    for name in ("a.rules", "a.script", "a.save"):
        shell.write(name, b"\xff\xfe\x00")
    for args in (("lint", "a.rules"), ("fmt", "a.rules"), ("replay", "a.script"), ("resume", "a.save")):
        assert shell.call(*args).exit_code == 2


def test_rules_that_nobody_may_read(shell):
    (shell.folder / "games" / "lighthouse" / "98-dark.rules").mkdir()
    (shell.folder / "games" / "lighthouse" / "99-gone.rules").symlink_to("nowhere")

    assert shell.call("lint", "lighthouse").exit_code == 0


def test_a_game_that_cannot_be_read_is_listed_as_such(shell):
    shell.write("games/dark/a.rules", b"\xff")
    shell.write("games/torn/a.rules", 'game torn "Torn"\n\ntable\n')

    result = shell.call("games")
    assert result.exit_code == 0
    assert "unread" in result.stdout
    assert "error" in result.stdout


def test_control_characters_do_not_reach_the_terminal(shell):
    text = 'game pond "A \x1b[31mPond\x07"\n  sources optional\n\n'
    text += 'procedure mission\n  say "\x1b]0;title\x07 \u202eRipples."\n'
    shell.write("games/pond/a.rules", text)

    shell.write("games/torn/a.rules", text.replace("pond", "torn") + 'enum Deep "\x1b[1m\x07\u202e": deep "Deep"\n')

    for args in (
        *(("games",), ("play", "pond", "--auto", "--save", "p.save"), ("lint", "pond"), ("rules", "pond")),
        *(("report", "p.save"), ("report", "p.save", "--format", "md"), ("lint", "torn", "--format", "github")),
    ):
        result = shell.call(*args)
        assert result.output
        assert result.exit_code == (args[1:2] == ("torn",)), result.output
        assert not {"\x1b", "\x07", "\u202e"} & set(result.output), args


# --- garbage

WORDS = [
    *("game", "lighthouse", "table", "Weather", "roll", "1d6", "-", "7", "answer", "expect", "option", "mission"),
    *("house", "for", "{", "}", "[", ":", "..", "|", "was", "now", "in", "given", "=", "#", "errata", "variant"),
    *("winter", "campaign", "without", "enum", "state", "night", "procedure", "do", "\n", "\n  ", '"', "\t", "\0"),
]
DEEP = [b"(" * 20000, b"[" * 100000, b'{"bombsight":' * 5000]

garbage = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(st.sampled_from(WORDS), max_size=40).map(lambda words: " ".join(words).encode()),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
        max_leaves=10,
    ).map(lambda data: json.dumps(data).encode()),
    st.sampled_from([*DEEP, b'{"bombsight":1}', b"", b"\n", b"game lighthouse"]),
)

COMMANDS = (
    ("lint", "{}.rules"),
    ("lint", "lighthouse", "--house", "{}.rules"),
    ("play", "lighthouse", "--auto", "--house", "{}.rules"),
    ("fmt", "{}.rules"),
    ("fmt", "--check", "{}.rules"),
    ("test", "{}.rules"),
    ("test", "{}.script"),
    ("replay", "{}.script"),
    ("replay", "{}.save"),
    ("resume", "{}.save"),
    ("play", "lighthouse", "--auto", "--dice", "{}.txt"),
    ("play", "lighthouse", "--script", "{}.script"),
    ("compile", "lighthouse", "-o", "{}.json"),
)


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(content=garbage)
def test_garbage(shell, args, content):
    for suffix in (".rules", ".script", ".save", ".txt", ".json"):
        shell.write(f"garbage{suffix}", content)
    result = shell.call(*(arg.format("garbage") for arg in args))

    # An empty file, or one with comments alone, is no mistake everywhere.
    assert result.exit_code in ((0, 1, 2) if args[0] in ("fmt", "lint", "play") else (1, 2))
    assert "Traceback" not in result.output
    assert result.exit_code == 0 or result.output


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(typed=st.one_of(st.binary(max_size=200), st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace"))))
def test_garbage_at_a_question(shell, typed):
    result = shell.call("play", "lighthouse", "--seed", "2", "--dice", "manual", input=typed.decode("utf-8", "replace"))

    assert result.exit_code == 0
    assert "Traceback" not in result.output


@pytest.mark.parametrize("dice", ["seeded", "manual"])
def test_a_line_beyond_all_measure_is_asked_for_again(shell, dice):
    flags = ["--dice", "manual"] if dice == "manual" else []
    result = shell.call("play", "lighthouse", "--seed", "2", *flags, input="9" * 50_000_000 + "\nwhy\nquit\n")

    assert result.exit_code == 0
    assert "That line is longer than 1000 characters: type a shorter one.\n> why\n" in result.stdout
    assert len(result.stdout) < 10_000


def test_a_line_without_an_end_is_no_input(shell, monkeypatch):
    monkeypatch.setattr("bombsight.cli.play.question_input.MAX_DISCARDED_LENGTH", 10**6)
    result = shell.call("play", "lighthouse", "--seed", "2", input="9" * 2_000_000)

    assert result.exit_code == 0
    assert "Saved. To go on: " in result.stdout


@pytest.fixture
def no_waiting():
    """Whoever waits for a pipe that nobody writes is called away."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes with names here")

    def called_away(number, frame):
        raise AssertionError("waits for a pipe")

    before = signal.signal(signal.SIGALRM, called_away)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("args", [*COMMANDS, ("play", "lighthouse", "--save", "{}.save")], ids=" ".join)
def test_a_pipe_or_a_device_is_no_file(shell, no_waiting, args):
    for suffix in (".rules", ".script", ".save", ".txt", ".json"):
        os.mkfifo(shell.folder / f"pipe{suffix}")
        (shell.folder / f"device{suffix}").symlink_to("/dev/zero")
    for name in ("pipe",) if args[0] == "compile" else ("pipe", "device"):
        result = shell.call(*(arg.format(name) for arg in args))

        assert result.exit_code == 2
        assert name in result.stderr
        assert "Traceback" not in result.stderr


def test_a_house_file_in_a_save_or_a_script_that_is_a_pipe(shell, no_waiting):
    rules = 'house loud "Loud" for lighthouse\n  1 "A bright lamp"\n    in table Reef\n      add +1 bright\n'
    shell.write("loud.rules", rules)
    shell.call("play", "lighthouse", "--auto", "--house", "loud.rules", "--save", "a.save")
    (shell.folder / "loud.rules").unlink()
    os.mkfifo(shell.folder / "loud.rules")
    shell.write("a.script", "game lighthouse\nhouse loud.rules\n")
    assert shell.call("replay", "a.save").exit_code == 0  # by the rules that were kept
    shutil.rmtree(shell.data)

    for args in (("resume", "a.save"), ("replay", "a.save"), ("replay", "a.script")):
        result = shell.call(*args)
        assert result.exit_code == 2
        assert "loud.rules" in result.stderr


BEYOND = ("0a", "9" * 5000, "not " * 3000 + "a", "-" * 4000 + "1")
"""Glued words, a number and depths beyond all measure."""


@pytest.mark.parametrize("text", BEYOND, ids=lambda text: text[:4])
@pytest.mark.parametrize("word", ["expect", "answer", "roll -", "given oil ="])
def test_a_line_of_a_script_beyond_all_measure(shell, word, text):
    shell.write("night.script", f"game lighthouse\n{word} {text}\n")
    result = shell.call("test", "night.script")

    assert result.exit_code == 1
    assert "night.script:2:" in result.output


@pytest.mark.parametrize("text", BEYOND, ids=lambda text: text[:4])
def test_a_text_with_a_value_beyond_all_measure(shell, text):
    shell.write("loud.rules", f'procedure shout\n  say "now {{{text}}}"\n')
    result = shell.call("lint", "lighthouse", "--house", "loud.rules")

    assert result.exit_code == 1
    assert "loud.rules:2" in result.output


@pytest.mark.parametrize("number", [0, 5, -1])
def test_a_mission_that_there_is_not_is_refused_before_anything_is_compiled(shell, tmp_path, monkeypatch, number):
    shell.env["BOMBSIGHT_CACHE"] = str(tmp_path / "empty")
    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "compile_rules", None)
        early = shell.call("play", "lighthouse", "--auto", "--mission", number)
    assert shell.call("play", "lighthouse", "--auto", "--mission", 1, "--seed", 1).exit_code == 0
    late = shell.call("play", "lighthouse", "--auto", "--mission", number)
    assert (early.exit_code, early.stderr) == (late.exit_code, late.stderr)
    assert f"there is no mission {number}" in early.stderr


def test_a_move_beyond_all_measure_is_answered(shell):
    result = shell.call("play", "lighthouse", "--seed", "2", "--json", input=" " * 2_000 + "x\n")

    assert result.stdout.count('{"document":"error"') == 1
