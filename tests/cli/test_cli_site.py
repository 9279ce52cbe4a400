"""``bombsight site`` and ``bombsight compile --site``: what is written, and what is said of it."""

from __future__ import annotations

import json

import pytest

from bombsight.service.site import site

HOUSE = """\
house calm "Calm nights" for lighthouse by "A. Keeper"
  1 "A calm sea"
    in table Reef
      add +1 calm when lamp is 1
"""


@pytest.fixture(name="built", autouse=True)
def fixture_built(tmp_path, monkeypatch):
    """A program of the page that does nothing."""
    folder = tmp_path / "built"
    (folder / "play").mkdir(parents=True)
    for path in ("offline.js", "base.css", "play/index.html"):
        (folder / path).write_text("")
    monkeypatch.setattr(site, "BUILT_FOLDER", folder)
    return folder


def test_a_site_is_written_and_written_again(shell):
    house, folder = shell.write("calm.rules", HOUSE), shell.folder / "site"
    written = shell.call("site", "lighthouse", "--house", house, "--variant", "winter", "-o", folder)
    assert written.exit_code == 0
    lines = written.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[:3]] == [
        "The Keeper's Night",
        "The Keeper's Night, Winter nights",
        "The Keeper's Night, Calm nights",
    ]
    assert lines[-1] == f"    python3 -m http.server -d {folder}"
    assert len(json.loads((folder / "games.json").read_text())["games"][0]["editions"]) == 3

    again = shell.call("site", "lighthouse", "-o", folder)
    assert "2 earlier editions kept for old links" in again.stdout
    assert len([*(folder / "games" / "kept").iterdir()]) == 2
    assert shell.call("site", "lighthouse", "--keep-editions", 0, "-o", folder).exit_code == 0
    assert [path.name for path in (folder / "games").iterdir()] == ["lighthouse.game"]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("lighthouse",), "Missing option '--out' / '-o'"),
        (("-o", "{}/site"), "Missing argument 'GAME...'"),
        (("nothing", "-o", "{}/site"), "there is no game nothing"),
        (("lighthouse", "-o", "{}/games"), "no site of ours"),
        (("lighthouse", "--variant", "summer", "-o", "{}/site"), "there is no variant summer"),
        (("lighthouse", "--house", "{}/none.rules", "-o", "{}/site"), "none.rules"),
        (("lighthouse", "--path", "{}/nowhere", "-o", "{}/site"), "there is no such folder"),
    ],
)
def test_what_is_wrong_is_told(shell, args, told):
    refused = shell.call("site", *(each.format(shell.folder) for each in args))
    assert refused.exit_code == 2
    assert told in refused.stderr
    assert not (shell.folder / "site").exists()


def test_house_rules_with_errors_are_told_as_such(shell):
    house = shell.write("wrong.rules", HOUSE.replace("lamp is 1", "lamb is 1"))
    refused = shell.call("site", "lighthouse", "--house", house, "-o", shell.folder / "site")
    assert (refused.exit_code, "lamb" in refused.stderr) == (1, True)


def test_a_game_file_is_written_over_a_game_file_only(shell, monkeypatch):
    monkeypatch.chdir(shell.folder)
    written = shell.call("compile", "lighthouse", "--site", "--option", "new_moon")
    assert written.exit_code == 0
    assert written.stdout.startswith("lighthouse.game: The Keeper's Night, ")
    first = (shell.folder / "lighthouse.game").read_bytes()
    assert shell.call("compile", "lighthouse", "--site", "-o", "lighthouse.game", "--variant", "winter").exit_code == 0
    assert (shell.folder / "lighthouse.game").read_bytes() != first

    other = shell.write("other.game", "chess")
    refused = shell.call("compile", "lighthouse", "--site", "-o", other)
    assert (refused.exit_code, other.read_text()) == (2, "chess")
    assert shell.call("compile", "lighthouse", "--site", "-o", other, "--force").exit_code == 0
    assert shell.call("compile", "lighthouse", "--site", "--option", "no_such", "-o", "x.game").exit_code == 2
