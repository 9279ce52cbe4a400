"""The manual page for ``man``: it holds all that the program has, and any roff reads it."""

from __future__ import annotations

import re
import shutil

import pytest

from bombsight.cli.app import COMMANDS, app
from bombsight.cli.man_page import EXIT_STATUSES, escape_roff, render_man_page, render_text
from tests.cli.calling import ROOT
from tests.processes import run_process

URL = "https://example.org/a-game"


def command_section(name):
    """What the page says of a command, as roff."""
    return re.split(r"\.S[SH] ", render_man_page(URL).partition(f".SS {name} ")[2])[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_stands_in_it(name):
    section = command_section(name)
    former = {old for each in app.commands[name].params for old in getattr(each, "old_names", ())}

    for parameter in app.commands[name].params:
        names = {*parameter.opts, *parameter.secondary_opts} if parameter.param_type_name == "option" else set()
        assert {option for option in names if f"\\fB{escape_roff(option)}" not in section} == names & former


def test_the_exit_statuses_are_those_of_the_contract():
    contract = (ROOT / "docs/architecture/terminal.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (\d[\d, ]*) \| (.+) \|$", contract, re.MULTILINE) == [*EXIT_STATUSES]


def test_the_variables_of_the_program_stand_in_it():
    sources = [path for part in ("dsl", "service", "cli") for path in (ROOT / part).rglob("*.py")]
    found = {name for path in sources for name in re.findall(r'"(BOMBSIGHT_[A-Z]+)"', path.read_text(encoding="utf-8"))}
    page = render_man_page(URL)

    assert {"BOMBSIGHT_PATH", "BOMBSIGHT_CACHE", "BOMBSIGHT_PLAIN"} <= found
    assert {name for name in found if f"\\fB{name}\\fR" not in page} == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("--out -o", r"\-\-out \-o"),
        (r"C:\new", r"C:\(rsnew"),
        (".rules", r"\&.rules"),
        ('\'tis "so"', r"\(aqtis \(dqso\(dq"),
        ("~ ^", r"\(ti \(ha"),
        ("a|b", r"a|\:b"),
    ],
)
def test_each_character_is_printed_as_it_is(text, expected):
    assert escape_roff(text) == expected


def test_words_to_type_are_bold():
    assert render_text("see\n`help -h`") == r"see \fBhelp \-h\fR"


def test_groff_has_no_warnings(tmp_path):
    if shutil.which("groff") is None:
        pytest.skip("there is no groff")
    page = tmp_path / "bombsight.1"
    page.write_text(render_man_page(URL), encoding="utf-8")
    done = run_process(["groff", "-man", "-Tascii", "-ww", "-P-cbou", page])

    assert done.stderr == b""
    shown = done.stdout.decode("ascii")
    assert URL in shown
    assert [name for name in COMMANDS if not re.search(rf"^   {name} ", shown, re.MULTILINE)] == []
