"""The saves that the browser's program is tested with are what the command line's code writes today."""

from __future__ import annotations

import pytest

from web.saves import SAVES_FOLDER, make_saves


@pytest.fixture(name="saves", scope="module")
def fixture_saves() -> dict[str, bytes]:
    return make_saves()


def test_all_are_there(saves: dict[str, bytes]) -> None:
    assert {path.stem for path in SAVES_FOLDER.iterdir()} == set(saves)


@pytest.mark.parametrize("name", ["mission", "dice", "career", "pinned"])
def test_they_are_up_to_date(saves: dict[str, bytes], name: str) -> None:
    kept = SAVES_FOLDER.joinpath(f"{name}.save").read_bytes()
    assert kept == saves[name], "play them anew: python -m web.saves"


HELD = ("undo", "named", "thrower", "end", "ordered", '"by":"hand"', '"by":"seed"', '"by":"pin"', '"why":"together"')


@pytest.mark.parametrize("part", HELD)
def test_they_hold_what_a_save_can_hold(saves: dict[str, bytes], part: str) -> None:
    assert part.encode() in b"".join(saves.values())
