"""One's saves: the list, where each stands, what a career has come to; all saves of a game together."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.saves import status
from bombsight.service.saves.careers import CareerTable, Column, join_tables
from bombsight.service.saves.listing import list_saves
from bombsight.service.saves.records import record_of_game, record_of_save
from bombsight.service.saves.status import cache_status
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

LIGHTHOUSE = str(EXAMPLES / "lighthouse")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path):
    """A season that is over, a night that is over, a night that goes on, and a broken save."""
    found = tmp_path / "saves"
    found.mkdir()
    for name, setup in (("season", GameSetup(seed=4, campaign=True)), ("night", GameSetup(seed=4, mission=2))):
        with start_game(LIGHTHOUSE, Rules(), evolve(setup, save=found / name), "auto") as play:
            play.view()
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=4, save=found / "open")) as play:
        play.answer(unwrap(play.view().question).options[-1].name)
    (found / "broken").write_text('{"bombsight":1}\n', encoding="utf-8")
    (found / "letter.txt").write_text("Dear Aud,\n", encoding="utf-8")
    return found


def test_saves_are_listed_without_being_run(folder, monkeypatch):
    monkeypatch.setattr(status, "rules_of_save", None)
    told = {Path(save.save).name: save for save in list_saves(folder).saves}
    assert set(told) == {"season", "night", "open", "broken"}
    assert (told["night"].entry, told["night"].args, told["night"].is_over) == ("mission", (2,), True)
    assert told["season"].entry == "career"
    assert (told["open"].answers, told["open"].is_over, told["open"].where) == (1, False, "")
    assert "game and title and rules" in told["broken"].problem


def test_what_was_run_once_is_known(folder, monkeypatch):
    record = record_of_save(folder / "open")
    monkeypatch.setattr(status, "rules_of_save", None)
    assert record_of_save(folder / "open") == record
    told = {Path(save.save).name: save for save in list_saves(folder).saves}
    assert told["open"].where == ", ".join(record.standing.where)
    assert record.standing.where[:1] == ("Night 1",)


def test_a_game_that_is_left_is_known(folder, monkeypatch):
    path = folder / "left"
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=4, save=path)) as play:
        play.view()
    cache_status(play.session, str(path))
    monkeypatch.setattr(status, "rules_of_save", None)
    assert not record_of_save(path).standing.is_over


def test_a_save_that_changed_is_run_again(folder):
    before = record_of_save(folder / "open").standing
    from bombsight.service.play.start import resume_game

    with resume_game(folder / "open", answers="auto") as play:
        play.view()
    after = record_of_save(folder / "open").standing
    assert (before.is_over, after.is_over) == (False, True)


def test_the_record_is_what_the_session_came_to(folder):
    record = record_of_save(folder / "season")
    facts = {fact.id: fact.value for fact in record.standing.career.facts}
    assert facts["nights"] == "4"
    assert facts["keeper"] in {"Aud", "Brand", "Cora", "Dag"}
    assert record.standing.result in {"all_safe", "some_lost", "dark"}
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=4, campaign=True), "auto") as play:
        view = play.view()
        assert unwrap(view.outcome).title == record.standing.outcome
        wrecks = play.session.describer.program.fields
        base = next(field.base for field in wrecks if field.id == "wrecks")
        lost = sum(play.session.slots[base : base + 3])
    tables = {table.id: table for table in record.standing.career.tables}
    assert sum(int(row[1]) for row in tables["Kind"].rows) == lost if "Kind" in tables else lost == 0


def test_tallies_are_counted_at_the_end(folder):
    record = record_of_save(folder / "night")
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=4, mission=2), "auto") as play:
        play.view()
        program = play.session.program
    assert [tally.name for tally in record.standing.tallies] == [
        tally.name for tally in program.tallies_of(program.mission)
    ]


def test_all_saves_of_a_game(folder):
    record = record_of_game("lighthouse", folder)
    assert (record.saves, record.open) == (3, 1)
    assert sum(each.count for each in record.results) == 2
    assert {tally.games for tally in record.tallies} == {1}
    assert [problem.partition(":")[0] for problem in record.problems] == ["broken"]


def test_there_are_none(folder):
    with pytest.raises(InputError, match="no saves of chess"):
        record_of_game("chess", folder)
    assert list_saves(folder / "nowhere").saves == ()


def test_lists_of_several_careers_stand_below_each_other():
    name = Column("men.name", "name", False)
    first = CareerTable("men", "Men", (name,), (("Aud",),))
    second = CareerTable("men", "Men", (name,), (("Dag",), ("Cora",)))
    other = CareerTable("men", "Men", (name, Column("men.age", "age", True)), (("Brand", "60"),))
    assert [table.rows for table in join_tables([first, other, second])] == [
        (("Aud",), ("Dag",), ("Cora",)),
        (("Brand", "60"),),
    ]
