"""What `help` leads to: pages, sections, words of the language, findings, commands, games."""

from __future__ import annotations

import re
import sys

import pytest

from bombsight.cli.app import COMMANDS
from bombsight.cli.terminal import manual
from bombsight.service.common.project import DOCS
from bombsight.service.lookup.manual import Page, load_pages, render_links_as_commands
from tests.cli.calling import ROOT


def test_it_lists_every_page_with_its_title(shell):
    listed = shell.call("help").stdout
    for path in (ROOT / "docs").glob("*.md"):
        assert re.search(rf"^ *{path.stem} +\S", listed, re.MULTILINE), path.stem
    assert "Overlays: errata, variants, preferences, house rules" in listed


@pytest.mark.parametrize("name", sorted(load_pages()))
def test_a_page_is_printed_as_markdown_where_nobody_looks(shell, name):
    result = shell.call("help", name)
    assert result.exit_code == 0
    command, title, text = result.stdout.partition(f"# {load_pages()[name].title}\n")
    assert title
    assert text
    assert bool(command) == (name in COMMANDS)


@pytest.mark.parametrize(
    ("call", "begins"),
    [
        (("natural",), "## Tables\n"),
        (("was",), "## Quoting\n"),
        (("language", "boards"), "## Boards\n"),
        (("language", "tally"), "## Tallies\n"),
        (("house-rules.md", "3"), "## 3. Let it be checked\n"),
        (("T003",), "T003  Two rows cover the same case\n"),
        (("t003",), "T003  Two rows cover the same case\n"),
        (("overlapping-rows",), "T003  Two rows cover the same case\n"),
        (("lint",), "Usage: "),
        (("amerika_bomber",), "# Amerika Bomber"),
    ],
)
def test_words_lead_to_what_is_said_of_them(shell, call, begins):
    result = shell.call("help", *call)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(begins)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(shell, command):
    told = shell.call("help", command).stdout
    by_itself = shell.call(command, "--help").stdout
    assert by_itself.split("\n")[0].split(maxsplit=2)[2] in told


def test_the_list_of_commands_says_of_each_a_whole_sentence(shell):
    told = shell.call("--help").stdout
    entries = re.split(r"\n  (?=\w)", told.partition("Commands:")[2])[1:]
    assert [entry.split()[0] for entry in entries] == [*COMMANDS]
    assert [entry for entry in entries if not entry.rstrip().endswith(".") or entry.rstrip().endswith("...")] == []
    assert "Show what house rules, variants, errata or options change: rules, odds, worked examples." in " ".join(
        told.split()
    )


def test_a_command_that_is_a_word_of_the_language_shows_both(shell):
    told = shell.call("help", "table").stdout
    assert told.startswith("Usage: ")
    assert "\n## Tables\n" in told


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        (("house-rule",), "Did you mean house-rules"),
        (("languag",), "Did you mean language?"),
        (("explian",), "Did you mean explain"),
        (("T0003",), "T003"),
        (("\x1b[31m",), "lists what there is"),
        (("language", "zebra"), "Its sections are "),
        (("natural", "x"), "`bombsight help` lists the pages."),
        (("languag", "x"), "Did you mean language?"),
        (("language", "Table"), ""),
    ],
)
def test_what_is_not_there_says_what_is(shell, call, hint):
    result = shell.call("help", *call)
    assert result.exit_code == (2 if hint else 0)
    assert hint in result.stderr
    assert "\x1b" not in result.stderr


def test_links_say_the_command_that_leads_there():
    page = Page(
        "x",
        DOCS / "x.md",
        "See [house-rules.md](house-rules.md), [it](language.md#boards), [here](#x), "
        "[the game](../games/b17/README.md), [gone](../gone.md), [out](https://example.org/a).",
    )
    assert render_links_as_commands(page) == (
        "See `bombsight help house-rules`, it (`bombsight help language boards`), here, "
        f"the game ({ROOT}/games/b17/README.md), gone, out (https://example.org/a)."
    )


@pytest.mark.parametrize("name", sorted(load_pages()))
def test_every_link_of_a_page_leads_somewhere_for_who_has_no_repository(shell, name):
    for section in re.findall(r"`bombsight help ([^`]+)`", render_links_as_commands(load_pages()[name])):
        if section.split()[0] in load_pages():
            assert shell.call("help", *section.split()).exit_code == 0, section


def test_at_a_terminal_it_is_drawn_and_goes_through_a_pager(shell, monkeypatch):
    shown = []
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("pydoc.pager", lambda text: shown.append(text))
    monkeypatch.setenv("LESS", "")
    monkeypatch.setenv("TERM", "xterm")
    manual.show_manual(load_pages()["overlays"].sections[1])
    assert "• The compiler compares quotations as rules" in re.sub(r"\x1b\[[0-9;]*m", "", shown[0])


def test_the_pages_lie_beside_the_parts():
    assert ROOT / "docs" == DOCS


def test_what_nothing_is_called_is_looked_for_in_the_pages(shell):
    found = shell.call("help", "use the LOWEST")
    assert found.exit_code == 0
    assert 'bombsight help transcribing as-printed\n    "roll twice, use the lowest"' in found.stdout
    apart = shell.call("help", "lowest roll twice")
    assert "bombsight help transcribing as-printed" in apart.stdout
    assert shell.call("help", "transcribing", "as-printed").stdout.startswith("## As printed")

    assert shell.call("help", "zzzzq").exit_code == 2
    assert "transcribing as-printed" in shell.call("help", "start value").stdout


def test_a_game_of_a_folder_has_its_page(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ferries").mkdir()
    (tmp_path / "ferries" / "ferries.rules").write_text('game boats "Boats"\n', encoding="utf-8")
    assert "error: ferries brings no README" in shell.call("help", "ferries").stderr
    (tmp_path / "ferries" / "README.md").write_text("# Ferries\n", encoding="utf-8")
    assert shell.call("help", "ferries").stdout.startswith("# Ferries")


def test_a_game_without_readme_says_what_to_try(shell, tmp_path):
    folder = tmp_path / "ferries"
    folder.mkdir()
    (folder / "ferries.rules").write_text('game ferries "Ferries"\n', encoding="utf-8")
    result = shell.call("help", "ferries", "--path", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ferries brings no README\n")
    assert "`bombsight table ferries`" in result.stderr
