"""Completion in shells: what can stand at a place of the line, in process and in real shells."""

from __future__ import annotations

import re
import shutil
from functools import partial

import pytest
from click.shell_completion import CompletionItem

from bombsight.cli.app import COMMANDS, app
from bombsight.cli.completion.shells import FishCompletion, ZshCompletion, render_script
from bombsight.compiler import pipeline
from tests.processes import BOMBSIGHT, begin_at_terminal, wait_until


def ask(shell, line):
    """The lines that answer bash for a line with the cursor at its end: kind and word."""
    env = {"_BOMBSIGHT_COMPLETE": "bash_complete", "COMP_LINE": line, "COMP_WORDBREAKS": " \t\n\"'><=;|&(:"}
    result = shell.call(env=env)
    assert result.stderr == ""
    return [tuple(each.split("\t")) for each in result.stdout.splitlines() if each]


def words(shell, line):
    """The words that complete a line."""
    return [word for kind, word in ask(shell, line) if kind in ("plain", "path")]


LINES = {
    "bombsight pla": ["play"],
    "bombsight --ver": ["--version"],
    "bombsight play lighth": ["lighthouse"],
    "bombsight play lighthouse --camp": ["--campaign"],
    "bombsight play lighthouse --policy thou": ["thoughtful"],
    "bombsight play lighthouse --option fog": ["fog_signal", "fog_signal=bell", "fog_signal=horn"],
    "bombsight play lighthouse --option fog_signal=b": ["bell"],
    "bombsight play lighthouse --option=fog_signal=b": ["bell"],
    "bombsight play lighthouse --option new_moon=": ["yes", "no"],
    "bombsight play lighthouse --variant ": ["winter"],
    "bombsight play lighthouse --without sh": ["sheet"],
    "bombsight play lighthouse --until wat": ["watch"],
    "bombsight table lighthouse Re": ["Reef"],
    "bombsight odds lighthouse L": ["Leeway"],
    "bombsight graph lighthouse --focus Reef --format js": ["json"],
    "bombsight explain T00": [f"T00{number}" for number in range(1, 10)],
    "bombsight lint --select V002,T00": [f"V002,T00{number}" for number in range(1, 10)],
    "bombsight lint --ignore T001,T00": [f"T001,T00{number}" for number in range(2, 10)],
    "bombsight lint --ignore 'T001, T00": [f"T001, T00{number}" for number in range(2, 10)],
    "bombsight help house-": ["house-rules"],
    "bombsight help testing gri": ["grids"],
    "bombsight completion f": ["fish"],
    "bombsight site lighthouse --out": ["--out"],
    "bombsight umpire --jobs 2 --ht": ["--html"],
}


@pytest.mark.parametrize("line", LINES)
def test_what_completes_a_line(shell, line):
    found = words(shell, line)

    assert [word for word in LINES[line] if word not in found] == []
    assert len(found) <= len(LINES[line]) + 1


def test_commands_complete_an_empty_line(shell):
    assert words(shell, "bombsight ") == [*COMMANDS]


def test_saves_complete_by_path_and_by_name(shell):
    shell.call("play", "lighthouse", "--auto", "--seed", "1", "--save", "a night.save")
    path = str(shell.folder / "a night.save")

    assert words(shell, "bombsight resume ") == [path]
    assert words(shell, f"bombsight replay {path[:-8]}".replace("a ", "a\\ ")) == [path]
    assert words(shell, "bombsight report a\\ ni") == [path]


GROUP = """\
title = "A group"
game = "lighthouse"
mission = 1
seed = 7
players = ["Bell", "Ada Ames"]
"""
FOR_TWO = 'game duel "A Duel"\n  sources optional\n  players Side\n\nenum Side: red "Red", blue\n'


def test_players_of_a_group_and_seats_of_a_game(shell):
    shell.write("group.toml", GROUP)
    shell.write("games/duel/a.rules", FOR_TWO)

    assert words(shell, "bombsight play lighthouse --group group.toml --player ") == ["Bell", "Ada Ames"]
    assert words(shell, "bombsight host duel --seat ") == ["red", "blue"]


@pytest.mark.parametrize("line", ["bombsight lint ", "bombsight play lighthouse --house ", "bombsight play --path "])
def test_files_and_folders_are_left_to_the_shell(shell, line):
    assert ask(shell, line)[-1][0] == ("dir" if line.endswith("--path ") else "file")


@pytest.mark.parametrize(
    "line",
    [
        *("bombsight play nosuch --option ", "bombsight table nosuch ", "bombsight nosuch "),
        *("bombsight play 'open ", "bombsight help ../../setup ", "bombsight play --group none.toml --player "),
        "bombsight play torn --option ",
    ],
)
def test_nothing_is_said_where_nothing_fits(shell, line):
    shell.write("games/torn/a.rules", b"\xff\xfe")

    assert set(ask(shell, line)) <= {("file", ""), ("dir", "")} | {("plain", name) for name in COMMANDS}


def test_a_failure_says_nothing(shell, monkeypatch):
    monkeypatch.setattr("bombsight.service.lookup.candidates.find_games", lambda folders: 1 / 0)

    assert ask(shell, "bombsight play ") == []


@pytest.mark.parametrize("line", LINES)
def test_nothing_is_compiled(shell, line, monkeypatch):
    monkeypatch.setattr(pipeline, "compile_rules", None)

    assert words(shell, line)


@pytest.mark.parametrize("name", ["zsh", "fish"])
def test_other_shells_see_help_beside_words(shell, name):
    env = {"_BOMBSIGHT_COMPLETE": f"{name}_complete", "COMP_WORDS": "bombsight table lighthouse Re", "COMP_CWORD": "3"}
    env |= {"COMP_CWORD": "Re"} if name == "fish" else {}

    assert "A ship at the reef" in shell.call(env=env).stdout


def test_a_colon_in_a_word_does_not_end_it():
    item = CompletionItem("at 1:2", help="a: b\nc")

    assert ZshCompletion(app, {}, "", "").format_completion(item) == "plain\nat 1\\:2\na: b c"
    assert FishCompletion(app, {}, "", "").format_completion(item) == "plain,at 1:2\ta: b c"


def test_the_command_prints_the_script_of_each_shell(shell):
    for name in ("bash", "zsh", "fish"):
        script = shell.call("completion", name).stdout
        assert script == render_script(name, app)
        assert f"_BOMBSIGHT_COMPLETE={name}_complete" in script
    assert "bash|zsh|fish" in shell.call("completion").stderr
    assert shell.call("completion", "tcsh").exit_code == 2


SESSION = """\
PATH="{folder}:$PATH"
source <(bombsight completion bash)
complete_line() {{
    COMP_LINE="$1" COMP_POINT=${{#1}} COMPREPLY=()
    COMP_WORDS=($2) COMP_CWORD=$3
    _bombsight_completion bombsight
    printf '%s\\n' "${{COMPREPLY[@]}}"
}}
complete_line "bombsight table lighthouse Re" "bombsight table lighthouse Re" 3
complete_line "bombsight play lighthouse --option fog_signal=b" "bombsight play lighthouse --option fog_signal = b" 6
complete_line "bombsight fmt ga" "bombsight fmt ga" 2
"""


@pytest.fixture
def with_program(shell):
    """A shell whose PATH has the program."""
    program = shell.write("bin/bombsight", f'#!/bin/sh\nexec {" ".join(BOMBSIGHT)} "$@"\n')
    program.chmod(0o755)
    return shell


def require(name):
    """Skip the test where another shell is not installed."""
    if shutil.which(name) is None:
        pytest.skip(f"there is no {name}")


def test_a_real_bash_takes_the_words(with_program):
    require("bash")
    result = with_program.run_other(["bash", "--norc", "-c", SESSION.format(folder=with_program.folder / "bin")])

    assert result.stdout.decode().split() == ["Reef", "bell", "games"], result.stderr


WHOLE_LINES = {
    "bombsight pla": "bombsight play ",
    "bombsight table lighthouse Re": "bombsight table lighthouse Reef ",
    "bombsight play lighthouse --option fog_signal=b": "bombsight play lighthouse --option fog_signal=bell ",
    "bombsight play lighthouse --option=fog_signal=b": "bombsight play lighthouse --option=fog_signal=bell ",
    "bombsight play lighthouse --policy=tho": "bombsight play lighthouse --policy=thoughtful ",
    "bombsight lint --select V002,T002": "bombsight lint --select V002,T002 ",
    "bombsight fmt games/li": "bombsight fmt games/lighthouse/",
    "bombsight lint --house=ga": "bombsight lint --house=games/",
    "bombsight report a\\ ni": "bombsight report {folder}/a\\ night.save",
}
"""What other shells make of a line by the Tab key."""

ZSH_SESSION = """\
PATH="{folder}/bin:$PATH" fpath=({folder}/functions $fpath) PS1=""
autoload -Uz compinit
compinit -u -D
complete-and-write() {{ zle complete-word; print -r -- "$BUFFER" >>{folder}/completed; BUFFER="" }}
zle -N complete-and-write
bindkey "^I" complete-and-write
print re""ady
"""


def has_lines(file, number):
    """Whether a file has so many whole lines."""
    return file.read_text(encoding="utf-8").count("\n") == number


def test_a_real_zsh_takes_the_words(with_program):
    require("zsh")
    shell, completed = with_program, with_program.write("completed", "")
    shell.call("play", "lighthouse", "--auto", "--seed", "1", "--save", "a night.save")
    shell.write("functions/_bombsight", shell.call("completion", "zsh").stdout)
    start = shell.write("start.zsh", ZSH_SESSION.format(folder=shell.folder))

    with begin_at_terminal(["zsh", "-f", "-i"], **shell.place(None)) as terminal:
        terminal.type(b"source %s\n" % bytes(start))
        terminal.wait_for(b"ready")
        for number, line in enumerate(WHOLE_LINES, start=1):
            terminal.type(line.encode() + b"\t")
            wait_until(partial(has_lines, completed, number), terminal.process)

    assert completed.read_text(encoding="utf-8").splitlines() == [
        line.format(folder=shell.folder) for line in WHOLE_LINES.values()
    ]


FISH_SESSION = """\
set PATH {folder}/bin $PATH
bombsight completion fish | source
for line in $argv
    complete -C $line | string replace -r '\\t.*' ''
end
"""


def test_a_real_fish_takes_the_words(with_program):
    require("fish")
    with_program.call("play", "lighthouse", "--auto", "--seed", "1", "--save", "a night.save")
    start = with_program.write("start.fish", FISH_SESSION.format(folder=with_program.folder))
    found = with_program.run_other(["fish", "--no-config", start, *WHOLE_LINES])

    words = [re.split(r"(?<!\\) ", line.rstrip())[-1] for line in WHOLE_LINES.values()]
    expected = [word.format(folder=with_program.folder).replace("\\", "") for word in words]
    assert found.stdout.decode().splitlines() == expected, found.stderr
