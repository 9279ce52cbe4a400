"""A game as a link at the command line: printed, watched, played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.runtime.saves.reader import read_save
from tests.cli.calling import Shell
from tests.processes import PATIENCE


@pytest.fixture(name="season")
def fixture_season(shell: Shell) -> Path:
    """A season of several nights, played to its end by the autopilot."""
    save = shell.folder / "season.save"
    assert shell.call("play", "lighthouse", "--campaign", "--seed", 5, "--auto", "-q", "--save", save).exit_code == 0
    return save


def link_of(shell: Shell, *args: object) -> str:
    """The link that is printed."""
    result = shell.call("link", *args)
    assert result.exit_code == 0, result.stderr
    return result.stdout.strip()


def kept_saves(shell: Shell) -> list[Path]:
    """The saves in the user's own folder."""
    return sorted((shell.data / "bombsight" / "saves").glob("*.save"))


def test_a_link_stands_alone_on_the_output_and_its_length_beside_it(shell: Shell, season: Path):
    result = shell.call("link", season, "--site", "https://example.org/games")
    (line,) = result.stdout.splitlines()
    assert line.startswith("https://example.org/games/play/#/link/")
    assert f"{len(line):,} characters." in result.stderr
    assert "Whoever has it can watch" in result.stderr


def test_the_site_may_stand_in_the_environment(shell: Shell, season: Path):
    plain = link_of(shell, season)
    result = shell.call("link", season, env={"BOMBSIGHT_SITE": "https://a.org/"})
    assert result.stdout.strip() == f"https://a.org/play/#/link/{plain.removeprefix('bombsight:')}"


def test_a_long_link_is_warned_of(shell: Shell, season: Path):
    result = shell.call("link", season, "--site", f"https://example.org/{'x' * 2000}")
    assert "may cut a link of more than 2,000" in result.stderr


def test_it_is_replayed_and_watched_and_leaves_nothing(shell: Shell, season: Path):
    link = link_of(shell, season, "--mission", 2)
    assert "the same story" in shell.call("replay", link).stdout
    watched = shell.call("replay", link, "--watch", "-q")
    assert watched.exit_code == 0
    assert watched.stdout == shell.call("replay", season, "--watch", "--mission", 2, "-q").stdout
    assert kept_saves(shell) == []


def test_it_goes_on_as_a_game_of_ones_own(shell: Shell, season: Path):
    link = link_of(shell, season, "--mission", 2)
    result = shell.call("resume", link, input="quit\n")
    assert "The Keeper's Night, campaign." in result.stderr
    (kept,) = kept_saves(shell)
    assert str(kept) in result.stderr.replace("\n", "")
    records = read_save(str(season)).records
    assert read_save(str(kept)).records == records[: len(read_save(str(kept)).records)]
    shell.call("resume", link, input="quit\n")
    assert len(kept_saves(shell)) == 2, "no game is replaced"


def test_what_is_no_link_or_was_changed_ends_in_a_sentence(shell: Shell, season: Path):
    link = link_of(shell, season)
    for changed, said in {
        link[:-10]: "was cut off",
        f"{link[:80]}{'B' if link[80] == 'A' else 'A'}{link[81:]}": "is damaged",
        "bombsight:": "no link to a game",
        "https://example.org/#/link/": "no link to a game",
    }.items():
        for command in ("replay", "resume"):
            result = shell.call(command, changed)
            assert result.exit_code == 2
            assert said in result.stderr
    assert "goes with a save" in shell.call("resume", link, "--rules", "new").stderr
    assert kept_saves(shell) == []


def test_a_link_is_played_by_the_rules_of_a_game_file(shell: Shell, season: Path):
    assert shell.call("compile", season, "--site", "-o", "its.game").exit_code == 0
    link = link_of(shell, season)
    rules = shell.folder / "games" / "lighthouse" / "10-night.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("if 1d6 <= 2", "if 1d6 <= 3"), encoding="utf-8")
    for snapshot in (shell.data / "bombsight" / "rules").iterdir():
        snapshot.unlink()
    refused = shell.call("replay", link)
    assert refused.exit_code == 2
    assert "are not here" in refused.stderr
    assert shell.call("resume", link, "--rules", "its.game", "--auto", "-q").exit_code == 0
    assert shell.call("replay", link, "-q").exit_code == 0, "its rules are kept for the save that it has become"


def test_a_film_is_played_on_from_where_it_stands(shell: Shell, season: Path):
    with shell.begin_at_terminal("replay", season, "--watch", "--mission", 1, "--speed", 0.25, "--plain") as terminal:
        terminal.wait_for(b"o: play on from here")
        terminal.type(b"o\r")
        terminal.wait_for(b"a game of your own goes on from there")
        terminal.wait_for(b"the story goes on")  # it waits at the part that was seen, and asks nothing yet
        terminal.type(b"s\r")
        terminal.wait_for(b"> ")
        terminal.type(b"quit\r")
        terminal.process.wait(PATIENCE)
    (kept,) = kept_saves(shell)
    assert 0 < len(read_save(str(kept)).records) < len(read_save(str(season)).records)
