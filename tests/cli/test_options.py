"""Every command says the same thing in the same way: names of options, words for their values, former names."""

from __future__ import annotations

from collections import defaultdict

import click
import pytest

from bombsight.cli.app import COMMANDS, app
from bombsight.cli.signatures import CommandArgument, CommandOption, EnumChoice

OPTIONS = [(name, each) for name in COMMANDS for each in app.commands[name].params if isinstance(each, CommandOption)]
ARGUMENTS = [
    (name, each) for name in COMMANDS for each in app.commands[name].params if isinstance(each, CommandArgument)
]
OTHER_MEANINGS = {
    ("new", "--house"): "of which game a house rule is begun",
    ("resume", "--dice"): "from here on: no file of dice",
    ("figures", "--table"): "a table of a README",
    ("host", "--resume"): "a flag nowhere else",
    ("link", "--site"): "the address of a site, of which `compile` only makes a file",
    ("site", "--out"): "a folder",
    ("new", "--out"): "a file or a folder",
}
"""Options that share a name with others and take another value, with the reason."""


def test_an_option_takes_the_same_value_in_every_command():
    words = defaultdict(set)
    for command, option in OPTIONS:
        for name in {*option.opts} - option.old_names:
            if (command, name) not in OTHER_MEANINGS and not isinstance(option.type, EnumChoice) and name != "-o":
                words[name].add("a flag" if option.is_flag else option.metavar)

    assert {name: found for name, found in words.items() if len(found) > 1} == {}


@pytest.mark.parametrize(("command", "option"), OPTIONS, ids=lambda each: getattr(each, "name", each))
def test_every_option_says_what_it_does_and_what_it_takes(command, option):
    assert option.help
    assert option.help.endswith(".")
    assert option.is_flag or option.metavar
    if option.type is not None and isinstance(option.type, click.types.IntParamType) and not option.is_flag:
        assert option.metavar in ("N", "S", "X", "PORT"), f"{command} {option.opts}"


@pytest.mark.parametrize(("command", "argument"), ARGUMENTS, ids=lambda each: getattr(each, "name", each))
def test_every_argument_says_what_it_is(command, argument):
    assert argument.description
    assert argument.description.endswith(".")


def test_what_is_written_into_a_file_is_written_by_out():
    outputs = {command: option for command, option in OPTIONS if option.name == "out"}

    assert {*outputs} >= {"compile", "new", "report", "result", "simulate", "site", "umpire"}
    for command, option in OPTIONS:
        assert ("-o" in option.opts) == ("--out" in option.opts), command
        assert "--output" not in option.opts or "--output" in option.old_names, command


@pytest.mark.parametrize("command", ["compile", "new", "site"])
def test_the_former_name_goes_on_and_is_not_shown(shell, command):
    shown = shell.call(command, "--help").stdout

    assert "-o, --out " in shown
    assert "--output" not in shown


def test_the_former_name_still_works(shell):
    assert shell.call("compile", "lighthouse", "--output", "a.json").exit_code == 0
    assert shell.call("compile", "lighthouse", "-o", "b.json").exit_code == 0
    assert (shell.folder / "a.json").read_bytes() == (shell.folder / "b.json").read_bytes()


def test_every_command_with_a_json_form_has_the_flag():
    for command in COMMANDS:
        options = {option.name: option for name, option in OPTIONS if name == command}
        if "format" in options and "json" in str(options["format"].metavar).split("|"):
            assert "json" in options, command
        if "json" in options:
            assert options["json"].is_flag, command
            assert options["json"].opts == ["--json"], command


@pytest.mark.parametrize("command", ["lint", "graph"])
def test_json_is_the_format_of_that_name(shell, command):
    as_flag, as_format = (
        shell.call(command, "lighthouse", "--json"),
        shell.call(command, "lighthouse", "--format", "json"),
    )

    assert as_flag.stdout == as_format.stdout
    assert as_flag.stdout.startswith("{")
    other = {"lint": "sarif", "graph": "dot"}[command]
    refused = shell.call(command, "lighthouse", "--json", "--format", other)
    assert refused.exit_code == 2
    assert "two forms" in refused.stderr


def test_no_two_options_of_a_command_share_a_name():
    for command in COMMANDS:
        names = [
            name for owner, option in OPTIONS if owner == command for name in (*option.opts, *option.secondary_opts)
        ]
        assert len(names) == len({*names}), command
