"""The terminal, the streams and the start: in a process of its own."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from itertools import product

import pytest

from bombsight.service.games.library import BUILT_IN
from tests.marking import slow_but
from tests.narrowing import unwrap
from tests.processes import BOMBSIGHT, PATIENCE, begin_at_terminal, begin_process, ignoring, wait_until

COMMAND = shlex.join(BOMBSIGHT)
"""What is typed at a shell, wherever Python lies."""

SEEN = """
import json, sys
from bombsight.cli.app import app
try:
    app()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
TESTS_ONLY = ("hypothesis", "jsonschema", "pytest")
"""Libraries that an installed program may lack."""

TYPED = ("prompt_toolkit", "textual")
"""Libraries of lines that a person types, and of the whole screen."""

EXTRAS = ("distributed", "pyarrow", "pygls", "wasmtime", "websockets")
"""Libraries of extras."""

COMPILER = (
    "lark",
    "bombsight.compiler.pipeline",
    "bombsight.compiler.resolve",
    "bombsight.compiler.checks",
)

HEAVY = (*TESTS_ONLY, *TYPED, *EXTRAS, *COMPILER)


def loaded(shell, *args):
    """The modules that a command loads."""
    done = shell.run_other([sys.executable, "-c", SEEN, *args])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stderr.splitlines()[-1])


@pytest.mark.parametrize("args", [("games",), ("--help",), ("play", "--help"), ("--version",)])
def test_a_quick_command_loads_nothing_heavy(shell, args):
    shell.call("games")

    assert [name for name in loaded(shell, *args) if name in HEAVY] == []


@pytest.mark.parametrize(
    ("args", "allowed"),
    [
        (("play", "lighthouse", "--seed", "2"), ()),
        (("play", "lighthouse", "--auto", "--save", "a.save"), ()),
        (("replay", "first.save"), COMPILER),
        (("saves",), ()),
        (("table", "lighthouse", "Reef"), ()),
        (("odds", "lighthouse", "Weather"), COMPILER),
        (("lint", "lighthouse", "--house", "mine.rules"), COMPILER),
    ],
    ids=lambda words: words[0] if words else "",
)
def test_a_command_loads_no_library_that_it_does_not_need(shell, args, allowed):
    """All commands are piped, and the game is known; what compiles parses by tables that need no lark."""
    shell.write("mine.rules", 'house mine "M" for lighthouse\n  1 "As it stands"\n    confirms table Reef\n')
    shell.call("play", "lighthouse", "--auto", "--save", "first.save")
    found = [name for name in loaded(shell, *args) if name in HEAVY]
    assert {*found} <= {*allowed} - {"lark"}


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
@pytest.mark.parametrize(
    ("args", "loads"), [(("--auto", "--quiet"), []), ((), ["prompt_toolkit"])], ids=["auto", "typed"]
)
def test_only_typed_lines_need_their_library(shell, args, loads):
    shell.call("play", "lighthouse", "--auto")
    command = [sys.executable, "-c", SEEN, "play", "lighthouse", "--plain", "--seed", "2", *args]
    with begin_at_terminal(command, stderr=subprocess.PIPE, **shell.place({"TERM": "xterm"})) as terminal:
        if loads:
            terminal.wait_for(b"the story begins")
            terminal.type(b"\r")
            terminal.wait_for(b"\x1b[?2004h")  # the line is read
            terminal.type(b"\x04")
        seen = terminal.process.communicate(timeout=PATIENCE)[1]
    assert [name for name in json.loads(seen.splitlines()[-1]) if name in TYPED] == loads


def test_an_unchanged_game_is_linted_without_the_checks(shell):
    shell.call("lint", "lighthouse")
    assert [name for name in loaded(shell, "lint", "lighthouse") if name in HEAVY] == []


def test_a_closed_input_is_a_way_to_leave(shell):
    for input in (None, ""):
        done = shell.run("play", "lighthouse", "--seed", "2", input=input)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    done = shell.run("play", "lighthouse", "--seed", "2", stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, b"")


CLOSINGS = ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "| true", "2>&1 | head -c 10", ">/dev/full"]
COMMANDS = ["games", "table lighthouse Reef", "play lighthouse --auto", "play lighthouse", "nonsense"]


@pytest.mark.skipif(os.name == "nt", reason="streams are closed by a POSIX shell")
@pytest.mark.parametrize(
    ("command", "closing"),
    [
        pytest.param(command, closing, marks=() if "games" in command or "<&- >" in closing else pytest.mark.slow)
        for command, closing in product(COMMANDS, CLOSINGS)
    ],
)
def test_closed_and_full_streams(shell, command, closing):
    if "/dev/full" in closing and not os.path.exists("/dev/full"):
        pytest.skip("there is no full device here")
    done = shell.run_other(["sh", "-c", f"{COMMAND} {command} {closing}"], stdin=subprocess.DEVNULL)

    assert b"Traceback" not in done.stderr + done.stdout
    assert b"Exception ignored" not in done.stderr
    assert done.returncode in (0, 2, 141)


@pytest.mark.parametrize("encoding", slow_but(["ascii", "cp1252", "utf-8"], "ascii"))
def test_terminals_of_other_encodings(shell, encoding):
    shell.write(
        "games/pond/a.rules", 'game pond "Pönd → ☔"\n  sources optional\n\nprocedure mission\n  say "Rïpples → ☔."\n'
    )
    env = {"PYTHONIOENCODING": encoding}
    for args in (("games",), ("play", "pond", "--auto"), ("table", "lighthouse", "Reef"), ("rules", "pond")):
        done = shell.run(*args, env=env)
        assert (done.returncode, done.stderr) == (0, b"")
        done.stdout.decode(encoding)
    done = shell.run("games", "--json", env=env)
    assert "Pönd → ☔" in {game["title"] for game in json.loads(done.stdout.decode(encoding))["games"]}


def test_where_only_ascii_is_shown_signs_become_those_of_a_typewriter(shell):
    said = "“Rïpples” – 3…5 × ½ ☔, don’t — Łódź"  # noqa: RUF001 - such signs are what it is about
    shell.write("games/pond/a.rules", f'game pond "Pond"\n  sources optional\n\nprocedure mission\n  say "{said}"\n')
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = shell.run("play", "pond", "--auto", env=env)

    assert (done.returncode, done.stderr) == (0, b"")
    assert b'"Ripples" - 3...5 x ? ?, don\'t - Lodz\n' in done.stdout
    assert b"fast]'" in shell.run("help", "playing", env=env).stdout


def test_a_dumb_terminal_gets_ascii_frames(shell):
    done = shell.run("table", "lighthouse", "Reef", env={"PYTHONIOENCODING": "ascii"})

    assert done.stdout.startswith(b"+-")


@pytest.mark.parametrize("value", ["0", "-1", "1000000000000", "wide", "", "²", " 80"])
@pytest.mark.parametrize("name", ["COLUMNS", "LINES"])
def test_a_size_that_no_screen_has_is_passed_over(shell, name, value):
    for args in (("rules", "lighthouse"), ("play", "lighthouse", "--auto", "--seed", "1"), ("games",)):
        result = shell.call(*args, env={"COLUMNS": "", "LINES": "", name: value})
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= 9999


def test_no_size_in_the_environment_hinders_the_start(shell):
    done = shell.run("play", "lighthouse", "--auto", env={"COLUMNS": "²", "LINES": "0"})

    assert (done.returncode, done.stderr) == (0, b"")


@contextmanager
def at_a_question(shell, *args, typed="\n", ignored=()):
    """A game in a process of its own that has asked a question after what was typed, and saves in ``a.save``."""
    command = [*BOMBSIGHT, "play", *args, "--seed", "2", "--save", "a.save"]
    command = ignoring(*ignored, command=command) if ignored else command
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with begin_process(command, **streams, **shell.place({"PYTHONUNBUFFERED": "1"})) as game:
        unwrap(game.stdin).write(typed.encode())
        unwrap(game.stdin).flush()
        wait_until(lambda: lines_of(shell.folder / "a.save") >= 4, game)
        yield game


def lines_of(save):
    """How many lines a save has by now."""
    return save.read_text().count("\n") if save.exists() else 0


@contextmanager
def at_the_second_question(shell, ignored=(), **env):
    """The same at a terminal; the beginning is a page of its own."""
    command = [*BOMBSIGHT, "play", "lighthouse", "--seed", "2", "--save", "a.save"]
    command = ignoring(*ignored, command=command) if ignored else command
    with begin_at_terminal(command, stderr=subprocess.PIPE, **shell.place(env)) as terminal:
        terminal.type(b"\r\r")
        for _ in range(2):
            terminal.wait_for(b"Throw again")
            terminal.wait_for(b">")
        terminal.wait_for_rest()
        yield terminal


def ending(terminal):
    """Status and errors with which a process at a terminal ends."""
    return terminal.process.wait(PATIENCE), terminal.process.stderr.read()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on POSIX")
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_leaves_the_game_saved(shell, name, status):
    with at_a_question(shell, "lighthouse") as game:
        game.send_signal(getattr(signal, name))
        out, error = game.communicate(timeout=60)

    assert (game.returncode, error) == (status, b"")
    assert b"To go on: bombsight resume a.save" in out
    assert '"a":"keep"' in (shell.folder / "a.save").read_text()
    assert shell.call("replay", "a.save").exit_code == 0


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on POSIX")
def test_what_is_ignored_stays_so(shell):
    """A job in the background ignores the keys, and one under ``nohup`` the end of its terminal."""
    with at_a_question(shell, "lighthouse", ignored=("INT", "HUP")) as game:
        for name in ("SIGINT", "SIGHUP"):
            game.send_signal(getattr(signal, name))
        out, error = game.communicate(b"watch_on\nquit\n", PATIENCE)

    assert (game.returncode, error) == (0, b"")
    assert b"To go on: bombsight resume a.save" in out


@pytest.mark.skipif(os.name == "nt", reason="terminals are those of POSIX")
@pytest.mark.parametrize("kind", ["dumb", "xterm"])
def test_what_is_ignored_stays_so_at_a_terminal(shell, kind):
    with at_the_second_question(shell, ignored=("INT", "HUP"), TERM=kind) as terminal:
        for name in ("SIGINT", "SIGHUP"):
            terminal.process.send_signal(getattr(signal, name))
        terminal.type(b"st")
        terminal.wait_for(b"t")  # whoever heeds a signal does so by now
        terminal.type(b"ate\r")
        terminal.wait_for(b"Sky:")
        terminal.type(b"quit\r")
        terminal.wait_for(b"bombsight resume a.save")
        ended = ending(terminal)

    assert ended == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="terminals are those of POSIX")
@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_at_a_terminal(shell, name, status):
    with at_the_second_question(shell) as terminal:
        terminal.process.send_signal(getattr(signal, name))
        terminal.wait_for(b"bombsight resume a.save")
        ended = ending(terminal)

    assert ended == (status, b"")


@pytest.mark.skipif(os.name == "nt", reason="terminals are those of POSIX")
def test_a_terminal_that_is_closed_leaves_the_game_saved(shell):
    """Closing the window hangs up; there is nothing left to write on."""
    with at_the_second_question(shell) as terminal:
        terminal.close()
        ended = ending(terminal)

    assert ended == (129, b"")
    assert '"a":"keep"' in (shell.folder / "a.save").read_text()
    assert shell.call("replay", "a.save").exit_code == 0


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be renamed")
def test_a_save_that_is_renamed_while_it_is_played(shell):
    with at_a_question(shell, "lighthouse") as game:
        (shell.folder / "a.save").rename(shell.folder / "b.save")
        shell.write("a.save", "something else")
        out, _ = game.communicate(timeout=60)

    if os.path.exists("/proc/self/fd"):
        assert f"To go on: bombsight resume {shell.folder / 'b.save'}\n".encode() in out
    else:
        assert b"no longer at a.save" in out
    assert b"resume a.save" not in out


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted")
def test_a_save_that_is_deleted_while_it_is_played(shell):
    with at_a_question(shell, "lighthouse") as game:
        (shell.folder / "a.save").unlink()
        out, _ = game.communicate(timeout=60)

    assert b"no longer at a.save: it was moved or deleted" in out
    assert b"resume a.save" not in out


SHIPPED = next(path.name for path in sorted(BUILT_IN.iterdir()) if path.is_dir())
PRINTED = re.compile(r"To go on: (bombsight .*)")


@pytest.mark.skipif(os.name == "nt" or not shutil.which("bash"), reason="the shell is bash")
@pytest.mark.parametrize(
    ("game", "name"),
    [
        *(("my game", f"{name}.save") for name in ("it's süß", "a\n\tb\\'$HOME;ls")),
        *(pytest.param("my game", f"{name}.save", marks=pytest.mark.slow) for name in ("a", "-x", "\udcff")),
        pytest.param("pond", "a.save", marks=pytest.mark.slow),
        (f"else where/{SHIPPED}", "a.save"),
    ],
)
def test_the_way_to_go_on_works_as_it_is_printed(shell, game, name):
    """The game lies in a folder of its own, even if one that comes with the program has the same id."""
    rules = 'game pond "Pond"\n  sources optional\n\nprocedure mission\n  choose what\n    ask "What now"\n'
    rules += '    answer go "Go"\n      say "Gone."\n    answer stay "Stay"\n      say "Stayed."\n'
    shell.write("my game/a.rules", rules)
    shell.write(f"else where/{SHIPPED}/a.rules", rules.replace("game pond", f"game {SHIPPED}"))
    shell.write("bin/bombsight", f'#!/bin/sh\nexec "{sys.executable}" -m bombsight "$@"\n').chmod(0o755)
    path = {"BOMBSIGHT_PATH": ""}
    folder = ["--path", "my game"] if game == "pond" else []
    done = shell.run("play", game, *folder, f"--save={name}", input="", env=path)
    assert done.returncode == 0, done.stderr
    command = unwrap(PRINTED.search(done.stdout.decode()))[1]
    places = f"{shell.folder / 'bin'}:{os.environ['PATH']}"
    again = shell.run_other(["bash", "-c", command], b"go\n", path | {"PATH": places})

    assert (again.returncode, again.stderr) == (0, b"")
    assert b"Gone." in again.stdout


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on POSIX")
def test_a_kill_loses_no_answer(shell):
    def answers():
        return [save.read_text().count('"a":"keep"') for save in shell.data.rglob("*.save")]

    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    with shell.begin("play", "lighthouse", "--seed", "2", **streams) as game:
        game.stdin.write(b"\n\n")
        game.stdin.flush()
        wait_until(lambda: answers() == [2], game)
        game.kill()

    assert answers() == [2]
    (save,) = shell.data.rglob("*.save")
    assert shell.call("resume", save, input="quit\n").exit_code == 0


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="the output has no name here")
def test_the_output_may_be_named_as_a_file(shell):
    graph = shell.run("compile", "lighthouse").stdout
    line = f"{COMMAND} compile lighthouse -o"
    for way in ("/dev/stdout", "/dev/stdout | cat", "/dev/stdout > a.json; cat a.json", "/dev/fd/3 3>&1 | cat"):
        done = shell.run_other(["sh", "-c", f"{line} {way}"])
        assert (done.returncode, done.stderr, done.stdout) == (0, b"", graph)
    assert shell.run("compile", "lighthouse", "-o", "/dev/null").returncode == 0
    assert os.path.exists("/dev/null")
    assert not os.path.isfile("/dev/null")
    if os.path.exists("/dev/full"):
        done = shell.run("compile", "lighthouse", "-o", "/dev/full")
        assert (done.returncode, b"cannot be written" in done.stderr) == (2, True)


def test_the_module_can_be_run(shell):
    done = shell.run("--version")

    assert done.returncode == 0
    assert done.stdout.startswith(b"bombsight")


@pytest.mark.skipif(os.name == "nt", reason="terminals are those of POSIX")
def test_tab_completes_and_the_arrows_recall_at_a_terminal(shell):
    args = ("play", "lighthouse", "--seed", "2", "--ask", "all", "--pace", "straight", "--save", "a.save")
    with shell.begin_at_terminal(*args, env={"TERM": "xterm"}) as terminal:
        for asked, keys in (
            (b"Throw again", b"\r"),
            (b"Throw again", b"Ke\t\r"),
            (b"Hour 1", b"watch\t\r"),
            (b"Throw again", b"\x1b[A\x1b[A\r"),
            (b"Hour 2", b"qu\t\r"),
        ):
            terminal.wait_for(asked)
            terminal.wait_for(b"\x1b[?2004h")  # the line is read
            terminal.type(keys)
        terminal.wait_for(b"resume a.save")
        assert terminal.process.wait(PATIENCE) == 0

    given = [json.loads(line)["a"] for line in (shell.folder / "a.save").read_text().splitlines() if '"a":' in line]
    assert given == ["keep", "keep", "watch_on", "keep"]


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
@pytest.mark.parametrize("keys", [b"\x03", b"\x04", b"n\r", b"\r"], ids=["interrupt", "end", "no", "nothing"])
def test_who_does_not_say_yes_to_new_rules_changes_nothing(shell, keys):
    shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input="\n\nsound\n")
    tables = shell.folder / "games" / "lighthouse" / "20-tables.rules"
    tables.write_text(tables.read_text().replace("  roll 2d6\n  +1 worse", "  roll 3d6\n  +1 worse"))
    before = (shell.folder / "a.save").read_bytes()
    with shell.begin_at_terminal("resume", "a.save", "--rules", "new") as terminal:
        terminal.wait_for(b"y or n")
        terminal.wait_for_rest()
        terminal.type(keys)
        terminal.wait_for(b"Nothing was changed")
        assert terminal.process.wait() == 0
    assert (shell.folder / "a.save").read_bytes() == before
