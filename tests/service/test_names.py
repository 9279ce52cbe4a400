"""Names: shuffled by the seed, or a player's own; to the rules, to saves and to the story they are numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.runtime.events.names import Naming, OwnName, add_own_name, name_lookup, parse_own_name, shuffle_names
from bombsight.runtime.events.views import SayView
from bombsight.runtime.saves.lines import header_line
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules
from bombsight.service.play.naming import NamedThing, parse_renaming
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.programs.loaders import load
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
KEEPERS = ("Aud", "Brand", "Cora", "Dag")


def begun(seed: int = 3, **more: Any) -> Play:
    return start_game(LIGHTHOUSE, Rules(), GameSetup(seed=seed, **more))


def told(play: Play) -> str:
    play.view()
    return "\n".join(view.text for view in play.events() if isinstance(view, SayView))


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "names.txt"
    path.write_text(text, encoding="utf-8")
    return path


@given(st.integers(0, 2**64 - 1), st.integers(0, 3), st.lists(st.text(min_size=1), unique=True))
def test_a_shuffled_list_has_the_same_names(seed, number, names):
    assert sorted(shuffle_names(names, seed, number)) == sorted(names)


def test_the_seed_chooses_the_order_of_each_list():
    assert shuffle_names(KEEPERS, 1, 0) == ("Aud", "Cora", "Dag", "Brand")  # as docs/dice.md says
    assert len({shuffle_names(KEEPERS, seed, 0) for seed in range(50)}) > 10
    assert any(shuffle_names(KEEPERS, seed, 0) != shuffle_names(KEEPERS, seed, 1) for seed in range(5))


def test_keepers_differ_between_seeds_and_are_the_same_for_one():
    names = set()
    for seed in range(8):
        with begun(seed) as play, begun(seed) as again:
            assert play.named_things() == again.named_things()
            names.add(play.named_things()[0].name)
    assert len(names) > 1
    assert names <= set(KEEPERS)


def test_names_change_neither_the_story_nor_the_dice():
    with begun() as play, begun() as other:
        play.view()
        other.rename("Keeper Grandfather Olsen")
        assert "Grandfather Olsen climbs" in told(other)
        assert play.session.journal.digest() == other.session.journal.digest()
        assert play.session.records == other.session.records


def test_a_name_given_in_play_is_in_the_save(tmp_path):
    path = tmp_path / "night.save"
    with begun(save=path) as play:
        before = play.named_things()[0]
        assert (before.what, before.number) == ("Keeper", 0)
        assert play.rename(f"{before.name.lower()}  Old   Olsen").name == "Old Olsen"
        play.answer(unwrap(play.view().question).options[0].name)
        play.rename("keeper Olsen")
    with resume_game(path) as play:
        assert play.named_things()[0].name == "Olsen"
        assert "Olsen climbs" in told(play)
        assert replay(play.session.program, read_save(str(path)), str(path), load=load).same
    assert read_save(str(path)).header.names == Naming(True, (OwnName("", 0, "Olsen"),))


def test_a_copy_of_a_game_has_its_names(tmp_path):
    with begun(save=tmp_path / "night.save") as play:
        play.rename("Keeper Olsen")
        play.save(str(tmp_path / "copy.save"))
    with resume_game(tmp_path / "copy.save") as copy:
        assert copy.named_things()[0].name == "Olsen"


def test_a_save_from_before_keeps_its_names(tmp_path):
    path = tmp_path / "night.save"
    begun(save=path).close()
    header = read_save(str(path)).header
    assert header_line(header)["names"] == {"shuffled": True}
    path.write_text(path.read_text(encoding="utf-8").replace(',"names":{"shuffled":true}', ""), encoding="utf-8")
    with resume_game(path) as play:
        assert play.named_things()[0].name == "Aud"


def test_names_of_a_file_come_first(tmp_path):
    with begun(names=written(tmp_path, "# mine\nOlsen  # the elder\n\n Hansen \n")) as play:
        assert play.named_things()[0].name == "Olsen"
        shown = unwrap(play.session.describer.name_lookup)
        assert shown("", 1) == "Hansen"
        assert shown("", 2) in KEEPERS


def test_a_name_may_have_forty_letters(tmp_path):
    with begun(names=written(tmp_path, "x" * 40)) as play:
        assert play.question is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Boat: Olsen", "has no names of 'Boat'"),
        ("Olsen\n\n" + "x" * 41, "41 characters is too long"),
        ("\x1b[31mred", "is no name"),
    ],
)
def test_a_file_of_names_that_will_not_do(tmp_path, text, message):
    with pytest.raises(InputError, match=message) as found:
        begun(names=written(tmp_path, text))
    assert found.value.place.endswith("names.txt:" + ("3" if "\n" in text else "1"))


@pytest.mark.parametrize("text", ["Nobody Olsen", "Keeper", "Keeper   "])
def test_what_names_nobody(text):
    with begun() as play, pytest.raises(InputError):
        play.rename(text)


@given(st.text())
def test_a_name_is_clean_or_refused(text):
    try:
        name = parse_own_name(text)
    except InputError:
        return
    assert name.isprintable()
    assert parse_own_name(name) == name


def test_the_last_name_counts():
    naming = add_own_name(add_own_name(None, OwnName("", 1, "A")), OwnName("", 1, "B"))
    assert naming == Naming(False, (OwnName("", 1, "B"),))
    with begun() as play:
        assert unwrap(name_lookup(play.session.program, 3, naming))("", 1) == "B"
        assert name_lookup(play.session.program, 3, None) is None


CREW = (
    NamedThing("the pilot", "", 0, "Voss"),
    NamedThing("the co-pilot", "", 1, "Frank"),
    NamedThing("the top gunner", "", 2, "Jansen"),
)


@pytest.mark.parametrize("who", ["the pilot", "pilot", "Pilot", "voss"])
def test_somebody_is_meant_with_an_article_or_without(who):
    assert parse_renaming([*who.split(), "Weber"], CREW) == (CREW[0], "Weber")


def test_a_part_of_what_somebody_is_means_nobody():
    with pytest.raises(InputError, match="nobody is called"):
        parse_renaming(["gunner", "Weber"], CREW)
