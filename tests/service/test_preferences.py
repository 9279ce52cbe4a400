"""Preferences of the user, kept between games."""

import pytest

from bombsight.service.common.preferences import read_preference, store_preference
from bombsight.service.common.user_folders import preferences_file
from bombsight.service.present.beats import DEFAULT_PACE, preferred_pace, remember_pace


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_what_is_stored_is_read_again_beside_others():
    store_preference("pace", "throws")
    store_preference("other", "x")

    assert (read_preference("pace"), read_preference("other"), read_preference("none")) == ("throws", "x", "")


@pytest.mark.parametrize("content", ["", "[1]", "{", '{"pace": 3}', "\udce9", "[" * 9000])
def test_a_file_that_cannot_be_read_counts_as_none(content):
    preferences_file().parent.mkdir(parents=True)
    preferences_file().write_text(content, encoding="utf-8", errors="surrogateescape")

    assert preferred_pace() == DEFAULT_PACE


def test_the_pace_is_remembered():
    remember_pace("straight")

    assert preferred_pace() == "straight"
