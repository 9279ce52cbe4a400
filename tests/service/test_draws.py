"""What chance draws, as who plays sees it: with dice of the seed, and with a pile of his own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice
from bombsight.runtime.events.views import DrawView, MoveView, PileView
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Throw
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules
from bombsight.service.play.awaited_throw import parse_faces
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.present.pages import why
from bombsight.service.present.story import Story
from bombsight.service.programs.loaders import load
from bombsight.service.saves.careers import career_of
from bombsight.service.testing.examples import run_tests
from tests.narrowing import unwrap

LOCKER = str(Path(__file__).with_name("locker"))
SIGNS, PILES = ("the Gull", "the Tern", "the Auk"), ("in the locker", "on the mast", "in the sea")
SIX = tuple(f"{sign} in the locker{which}" for sign in ("the Gull", "the Tern", "the Auk") for which in ("", " #2"))


def begun(**more: object) -> Play:
    return start_game(LOCKER, Rules(), GameSetup(seed=3, **more))  # type: ignore[arg-type]  # of an opening, each


def told(play: Play) -> list[str]:
    """The draws of the story so far."""
    lines = Story(play.phrases).tell_all([*play.events()])
    return [f"{line.text} {', '.join(line.names)}: {line.result}" for line in lines if line.kind == "roll"]


def test_who_draws_from_his_own_pile_says_what_it_was(tmp_path):
    save = tmp_path / "day.save"
    with begun(dice="manual", save=save) as play:
        play.view()
        play.answer("hoist")
        wanted = play.view().throw
        assert wanted is not None
        assert wanted.members == SIX
        assert (wanted.dice, wanted.leads) == (Dice(1, 6), ())
        with pytest.raises(InputError, match="7 is not on a die with 6 sides"):
            play.throw([7])
        assert parse_faces(wanted, "tern") == ((3,),)  # of two alike the first
        assert parse_faces(wanted, "tern 2") == "'tern 2' is not among them"
        assert parse_faces(wanted, "the") == "'the' fits 6 of them"
        play.throw([5])
        next_wanted = play.view().throw
        assert next_wanted is not None
        assert next_wanted.members == ("the Tern", "the Auk")
        play.throw([2])
        assert told(play) == ["Drawn 1 of 6: the Auk in the locker", "Drawn 1 of 2: the Auk"]
        assert play.undo(1) == 1  # what a person drew is his decision
        assert play.view().throw == next_wanted
        play.throw([1])
    thrown = [(record.faces, record.at) for record in read_save(str(save)).records if isinstance(record, Throw)]
    assert thrown[:2] == [((5,), "draw:signal/f"), ((1,), "draw:signal/s")]
    with resume_game(save) as again:
        assert again.view().question is not None
        assert "Drawn 1 of 2: the Tern" in told(again)


def test_what_is_moved_stands_on_boards_and_in_records_where_the_list_has_it():
    with begun() as play:
        play.view()
        for _ in range(3):
            play.answer("hoist")
        flags = next(field for field in play.session.program.lists if field.id == "flags")
        signs, piles = (
            next(field.base for field in play.session.program.fields if field.id == f"Flag.{name}")
            for name in ("sign", "pile")
        )
        slots = play.session.describer.slots
        row = [slots[unwrap(flags.order) + at] % flags.capacity for at in range(flags.capacity)]
        (board,) = play.boards()
        told = [" ".join(thing.text for thing in place.things) for place in board.places]
        moves = [view for view in play.events() if isinstance(view, MoveView)]
        entries = next(table for table in career_of(play.session.describer).tables if table.id == "entries")

    assert row != sorted(row)
    assert told == [f"{SIGNS[slots[signs + at]]}, {PILES[slots[piles + at]]}" for at in row]
    assert [number for number, _ in entries.rows] == ["3", "2", "1"]
    assert len(moves) > 3


def test_an_example_says_what_is_drawn_and_where(tmp_path):
    rules = Path(LOCKER, "00-locker.rules").read_text(encoding="utf-8")
    (tmp_path / "locker.rules").write_text(rules.replace("drawn signal/f: gull", "drawn signal/s: gull"), "utf-8")
    right, wrong = (
        [check.mismatch for check in run_tests([folder], Rules()) if check.kind == "example"]
        for folder in (LOCKER, str(tmp_path))
    )
    assert right == [None] * len(wrong)
    assert wrong[1:] == right[1:]
    assert unwrap(wrong[0]).expected == "drawn signal/s: gull"
    assert unwrap(wrong[0]).found.startswith("signal/f: f is drawn from")


def test_a_draw_says_why(tmp_path):
    with begun() as play:
        play.view()
        play.answer("hoist")
        play.view()
        last, before = (str(why(play, word)[1]) for word in ("1", "2"))
        assert last.strip() == "1 of 2, each as likely: the Tern; the Auk"
        assert before.startswith("  1 of 6, each as likely: the Gull")
        kinds = [type(view) for view in play.events() if isinstance(view, PileView | DrawView | MoveView)]
        assert kinds[:3] == [PileView, DrawView, MoveView]
        rows = next(row for group in play.view().sheet for row in group.lines if row.id == "flags")
        drawn = next(view for view in play.events() if isinstance(view, DrawView))
        assert rows.values[0].name.split()[0] == drawn.drawn.split()[0]  # moved to the start, and shown there


def test_a_day_is_played_again_the_same(tmp_path):
    save = tmp_path / "day.save"
    with start_game(LOCKER, Rules(), GameSetup(seed=5, save=save), "random") as play:
        play.view()
        digest = play.session.journal.digest()
    saved = read_save(str(save))
    assert replay(play.session.program, saved, str(save), load=load).journal.digest() == digest
