"""The terminal, the streams and the start: in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from calling import ROOT

SEEN = """
import json, sys
from cli.app import app
try:
    app()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
HEAVY = ("lark", "jsonschema", "cattrs", "hypothesis", "compiler.pipeline", "compiler.resolve", "compiler.checks")


def loaded(shell, *args):
    """The modules that a command loads."""
    done = subprocess.run(
        [sys.executable, "-c", SEEN, *args],
        env={**os.environ, **shell.env},
        cwd=shell.folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stderr.splitlines()[-1])


@pytest.mark.parametrize("args", [("games",), ("--help",), ("play", "--help"), ("--version",)])
def test_a_quick_command_loads_nothing_heavy(shell, args):
    shell.call("games")

    assert [name for name in loaded(shell, *args) if name in HEAVY] == []


def test_a_closed_input_is_a_way_to_leave(shell):
    for input in (None, ""):
        done = shell.run("play", "lighthouse", "--seed", "2", input=input)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    done = shell.run("play", "lighthouse", "--seed", "2", stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="streams are closed by a POSIX shell")
@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "| true", "2>&1 | head -c 10", ">/dev/full"])
@pytest.mark.parametrize(
    "command", ["games", "table lighthouse Reef", "play lighthouse --auto", "play lighthouse", "nonsense"]
)
def test_closed_and_full_streams(shell, command, closing):
    if "/dev/full" in closing and not os.path.exists("/dev/full"):
        pytest.skip("there is no full device here")
    line = f"{sys.executable} -m cli {command} {closing}"
    done = subprocess.run(
        ["sh", "-c", line], env={**os.environ, **shell.env}, cwd=shell.folder, capture_output=True, timeout=120,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip

    assert b"Traceback" not in done.stderr + done.stdout
    assert b"Exception ignored" not in done.stderr
    assert done.returncode in (0, 2, 141)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
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


def test_a_dumb_terminal_gets_ascii_frames(shell):
    done = shell.run("table", "lighthouse", "Reef", env={"PYTHONIOENCODING": "ascii"})

    assert done.stdout.startswith(b"+-")


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on POSIX")
def test_an_interrupt_leaves_the_game_saved(shell):
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "play", "lighthouse", "--seed", "2", "--save", "a.save"],
        env={**os.environ, **shell.env, "PYTHONUNBUFFERED": "1"},
        cwd=shell.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as game:
        game.stdin.write(b"\n")
        game.stdin.flush()
        save = shell.folder / "a.save"
        while not (save.exists() and save.read_text().count("\n") >= 4) and game.poll() is None:
            time.sleep(0.02)
        game.send_signal(signal.SIGINT)
        out, error = game.communicate(timeout=60)

    assert game.returncode == 130
    assert b"Traceback" not in error
    assert b"bombsight resume a.save" in out
    assert shell.call("replay", "a.save").exit_code == 0


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on POSIX")
def test_a_kill_loses_no_answer(shell):
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "play", "lighthouse", "--seed", "2"],
        env={**os.environ, **shell.env},
        cwd=shell.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as game:
        game.stdin.write(b"\n\n")
        game.stdin.flush()
        save = None
        while game.poll() is None:
            save = next(iter(shell.data.rglob("*.save")), None)
            if save is not None and save.read_text().count('"a":') == 2:
                break
            time.sleep(0.02)
        game.kill()

    assert save.read_text().count('"a":"keep"') == 2
    assert shell.call("resume", save, input="quit\n").exit_code == 0


def test_the_module_can_be_run(shell):
    done = shell.run("--version")

    assert done.returncode == 0
    assert done.stdout.startswith(b"bombsight")
    assert (ROOT / "cli" / "__main__.py").exists()
