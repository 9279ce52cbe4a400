"""The manual page of the program for ``man``, rendered as roff from the commands when a wheel is built.

``python -m bombsight.cli.man_page FILE URL`` writes it. It has no date, so that two builds are equal.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from bombsight.cli.app import app
from bombsight.cli.completion import PROGRAM
from bombsight.cli.failure import BROKEN_PIPE, FINDINGS, INPUT_ERROR, NOTHING_FOUND, SUCCESS
from bombsight.cli.signatures import CommandArgument
from bombsight.cli.terminal.whole_screen import LINES_VARIABLE
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.service.games.library import PATH_VARIABLE
from bombsight.service.links.packing import SITE_VARIABLE
from bombsight.version import VERSION

SUMMARY = "play solitaire table games by rules written as text, and check such rules"

DESCRIPTION = """\
Bombsight plays table games whose rules are text files, checks such rules, and works out the chances in them. \
Some games come with the program; `bombsight games` lists them.

`bombsight help` lists the pages of the whole manual, and `bombsight help WORD` finds what it says of a word. \
Every command takes `-h` and `--help`, which explain it."""

EXIT_STATUSES = (
    (str(SUCCESS), "done"),
    (str(FINDINGS), "the rules or the input have findings"),
    (str(INPUT_ERROR), "the call or a file is wrong"),
    (str(NOTHING_FOUND), "nothing is what the call asks to run: `test --only`, with or without `--mutate`"),
    ("130, 143, 129", "stopped: from the keyboard, by the system, by the end of the terminal"),
    (str(BROKEN_PIPE), "nobody reads the output any more"),
)
"""The exit statuses of commands, each with what it means."""

VARIABLES = (
    (PATH_VARIABLE, "Folders with games, separated as in PATH. They are searched after those of `--path`."),
    (CACHE_VARIABLE, "The folder of the cache, instead of the one under FILES."),
    (SITE_VARIABLE, "The address of the site to which `link` leads without `--site`."),
    (LINES_VARIABLE, "With any value but 0, play in lines also where a whole screen is possible."),
    ("NO_COLOR", "With any value, print without colours."),
    ("FORCE_COLOR", "With any value, print colours also into a file or a pipe."),
    ("COLUMNS, LINES", "The size of the terminal, where it is not the true one."),
    ("TERM", "The kind of the terminal. On a dumb one games are played in lines."),
    ("MANPAGER, PAGER, LESS", "The program by which `bombsight help` shows pages, and the options of less(1)."),
    ("XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "Where the folders under FILES are, instead of in ~."),
)
"""The environment variables that the program or its libraries read, each with its effect."""

FILES = (
    ("~/.local/share/bombsight/saves", "The saves of games that were begun without `--save`."),
    ("~/.local/share/bombsight/rules", "The rules with which saves were begun."),
    ("~/.local/share/bombsight/saves-elsewhere", "The list of saves in other folders."),
    ("~/.local/state/bombsight/cache-key", "The key by which the program knows its own files in the cache."),
    ("~/.cache/bombsight", "Compiled rules. They can be deleted at any time, and are made again."),
)
"""The files and folders of the program on Linux, each with what it holds."""

ELSEWHERE = """\
On macOS all these are in ~/Library/Application Support/bombsight and ~/Library/Caches/bombsight, \
on Windows in %LOCALAPPDATA%\\bombsight."""


# --- roff


def escape_roff(text: str) -> str:
    """Escape a text for roff: each character is printed as it is, no line is a request; a line may break after `|`."""
    escaped = text.replace("\\", "\\(rs")
    for character, name in (
        ("-", "\\-"),
        ("^", "\\(ha"),
        ("~", "\\(ti"),
        ("`", "\\(ga"),
        ("'", "\\(aq"),
        ('"', "\\(dq"),
        ("|", "|\\:"),
    ):
        escaped = escaped.replace(character, name)
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


def render_text(text: str) -> str:
    """Render a paragraph as one line of roff: what stands between backquotes in bold, as ``.B`` does."""
    parts = [escape_roff(part) for part in " ".join(text.split()).split("`")]
    return "".join(f"\\fB{part}\\fR" if place % 2 else part for place, part in enumerate(parts))


def render_paragraphs(text: str) -> str:
    """Render paragraphs, which empty lines separate."""
    return ".PP\n".join(f"{render_text(paragraph)}\n" for paragraph in text.split("\n\n"))


def render_entry(term: str, text: str) -> str:
    """Render a paragraph with a tag: ``term`` is roff, ``text`` is not."""
    return f".TP\n{term}\n{render_text(text)}\n"


def render_names(names: str) -> str:
    """Render the names of an option or an argument as help shows them: `-o, --out FILE`. What a user types is bold."""
    words = names.split(" ")
    return " ".join(f"\\fB{escape_roff(word)}\\fR" if is_typed(word) else escape_roff(word) for word in words)


def is_typed(word: str) -> bool:
    """Whether a word of an option's names is typed as it is."""
    return word.startswith("-") and word != "-"


# --- the page


def render_man_page(url: str) -> str:
    """Render the manual page of the program.

    Args:
        url: The address of the project.
    """
    context = app.make_context(PROGRAM, [], resilient_parsing=True)
    sections = {
        "NAME": f"{PROGRAM} \\- {escape_roff(SUMMARY)}\n",
        "SYNOPSIS": f".B {PROGRAM}\n{escape_roff(' '.join(app.collect_usage_pieces(context)))}\n",
        "DESCRIPTION": render_paragraphs(DESCRIPTION) + "".join(render_parameters(app, context)),
        "COMMANDS": "".join(render_command(name, context) for name in app.list_commands(context)),
        "EXIT STATUS": render_entries(EXIT_STATUSES),
        "ENVIRONMENT": render_entries(VARIABLES),
        "FILES": f"{render_entries(FILES)}.PP\n{render_paragraphs(ELSEWHERE)}",
        "SEE ALSO": f"{escape_roff(url)}\n",
    }
    head = f'.TH {PROGRAM.upper()} 1 "" "{PROGRAM.capitalize()} {escape_roff(VERSION)}" "User Commands"\n.nh\n.ad l\n'
    return head + "".join(f".SH {title}\n{text}" for title, text in sections.items())


def render_entries(entries: tuple[tuple[str, str], ...]) -> str:
    """Render a list of terms with their descriptions."""
    return "".join(render_entry(f"\\fB{escape_roff(term)}\\fR", text) for term, text in entries)


def render_command(name: str, parent: click.Context) -> str:
    """Render a command: its synopsis, what it does, its arguments and options."""
    command = app.commands[name]
    context = command.context_class(command, info_name=name, parent=parent)
    synopsis = escape_roff(" ".join((name, *command.collect_usage_pieces(context))))
    return f".SS {synopsis}\n{render_paragraphs(command.help or '')}" + "".join(render_parameters(command, context))


def render_parameters(command: click.Command, context: click.Context) -> Iterator[str]:
    """Render the arguments of a command, and then its options, with defaults and ranges as in its help."""
    for parameter in command.params:
        if isinstance(parameter, CommandArgument):
            name, description = parameter.get_help_row(context)
            yield render_entry(render_names(name), description)
    for parameter in command.params:
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record is not None:
            yield render_entry(render_names(record[0]), record[1])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_man_page(sys.argv[2]), encoding="utf-8", newline="\n")
