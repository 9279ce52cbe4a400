"""Saves of every release go on to their end by the rules that they were begun by."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import ReplayReport
from bombsight.service.common.container import pack
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import resume_game
from bombsight.service.saves.replay import run_save_or_script
from bombsight.service.saves.snapshots import SOURCES_PART, Text, Texts, encode_sources, load_snapshot, snapshot_path
from tests.narrowing import narrow
from tests.releases.begun import saves_folder
from tests.releases.kept import Release, unpacked, versions

KEPT = [(version, path) for version in versions() for path in sorted(saves_folder(version).iterdir())]
QUICK = ("b17_leader-campaign", "down_in_flames-battle")
"""Those with which the usual run is content."""

each_save = pytest.mark.parametrize(
    ("version", "path"),
    [
        pytest.param(version, path, id=f"{version}-{path.stem}", marks=[] if path.stem in QUICK else [pytest.mark.slow])
        for version, path in KEPT
    ],
)


@pytest.fixture(scope="session")
def releases(tmp_path_factory) -> dict[str, Release]:
    """Every release, unpacked."""
    return {version: unpacked(version, tmp_path_factory.mktemp(version)) for version in versions()}


def texts_of_release(release: Release, game: str, overlays: list[str]) -> Texts:
    """The texts of a game of a release, by which a save of it was begun."""
    (unit,) = (unit for unit in release.units if unit.folder == f"games/{game}")
    files = tuple(Text(f"{game}/{Path(each.path).name}", each.text) for each in release.sources(unit.game))
    variants = tuple(name.removeprefix("variant ") for name in overlays if name.startswith("variant "))
    return Texts(base=files, variants=variants)


def test_of_every_release_saves_are_kept():
    assert {version for version, _ in KEPT} == {*versions()}


@each_save
def test_a_save_goes_on_by_its_rules(version, path, releases, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    save = Path(shutil.copy(path, tmp_path))
    before = read_save(str(save))
    header = before.header
    texts = texts_of_release(releases[version], header.game, [overlay.name for overlay in header.overlays])
    assert header.snapshot == texts.digest
    file = snapshot_path(texts.digest)
    file.parent.mkdir(parents=True)
    file.write_bytes(pack({"version": version}, {SOURCES_PART: encode_sources(texts)}))
    assert load_snapshot(header.snapshot) is not None
    with resume_game(save, answers="auto", snapshot=file) as play:
        assert play.view().outcome is not None
    after = read_save(str(save))
    assert (after.header, after.records[: len(before.records)]) == (header, before.records)
    assert after.end is not None
    assert narrow(
        ReplayReport, run_save_or_script(save, Rules()).report
    ).same  # by whatever is installed, or else by what was kept
