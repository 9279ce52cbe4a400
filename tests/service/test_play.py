"""Games driven from outside, through Python and through lines of JSON: they are what a run with the same answers is."""

from __future__ import annotations

import json
import os
import random
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from bombsight.backends.python import load as python_backend
from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.names import Naming, name_lookup
from bombsight.runtime.events.views import SayView, View
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.run.play import new_journal, run
from bombsight.runtime.run.policies import NO_OPTION, Question, make_question
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.programs.loaders import load
from bombsight.service.programs.prepare import program_for
from tests.examples import EXAMPLES
from tests.narrowing import unwrap
from tests.processes import BOMBSIGHT, PATIENCE, begin_process

ROOT = Path(__file__).parents[2]
LIGHTHOUSE = str(EXAMPLES / "lighthouse")
GAMES = [(LIGHTHOUSE, False), (LIGHTHOUSE, True), ("amerika_bomber", False)]


def names(asked: Question) -> list[str]:
    """All that can be answered."""
    return [option.name for option in asked.options] + ["none"] * asked.optional


def straight(program: Program, seed: int, *, campaign: bool, hasty: bool = False) -> Journal:
    """The journal of one run, whose answers are drawn as :func:`played` draws them."""
    entry = program.career if campaign else program.mission
    assert entry is not None
    journal = new_journal(program, entry)
    journal.reader.describer.name_lookup = name_lookup(program, seed, Naming(shuffled=True))
    if hasty:
        journal.log = journal.log_and_read
    drawn = random.Random(seed)

    def ask(site, options, score, values):
        asked = make_question(journal.reader.describer, site, options, score, values)
        index = drawn.randrange(len(names(asked)))
        return NO_OPTION if index == len(options) else index

    run(program, entry, (1,) * len(entry.params), SeededDice(seed).throw, ask, journal, load=load)
    return journal


def played(play: Play, seed: int) -> list[str]:
    """Answer at random to the end; the answers."""
    drawn = random.Random(seed)
    given = []
    while (asked := play.view().question) is not None:
        given.append(drawn.choice(names(asked)))
        play.answer(given[-1])
    return given


def begun(game: str = LIGHTHOUSE, seed: int = 3, **more: Any) -> Play:
    return start_game(game, Rules(), GameSetup(seed=seed, **more))


@pytest.mark.parametrize(("game", "campaign"), GAMES)
@pytest.mark.parametrize("seed", [3, 4])
def test_a_game_driven_in_python_is_the_run(game, campaign, seed):
    with begun(game, seed, campaign=campaign) as play:
        assert played(play, seed)
        assert play.view().outcome is not None
        assert play.session.journal.digest() == straight(play.session.program, seed, campaign=campaign).digest()


@pytest.mark.parametrize(("game", "campaign"), [*GAMES, ("amerika_bomber", True), ("b17", False)])
def test_elements_are_named_as_they_were(game, campaign):
    """Events are enough to tell what lists held: read at the end they say what they said as they happened."""
    program = program_for(request_for_game(game, Rules()))
    for seed in range(3):
        late, hasty = straight(program, seed, campaign=campaign), straight(program, seed, campaign=campaign, hasty=True)
        late.reader.describer.slots = [0] * program.slots
        assert list(late.views()) == list(hasty.views())


@pytest.mark.parametrize(("game", "campaign"), GAMES)
def test_a_game_driven_in_lines_is_the_run(game, campaign, tmp_path):
    seed = 5
    args = [game, "--seed", str(seed), "--json", "--save", str(tmp_path / "a.save"), *["--campaign"] * campaign]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    drawn = random.Random(seed)
    events = []
    with begin_process([*BOMBSIGHT, "play", *args], env=env, **streams) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in process.stdout:
            told = json.loads(line)
            if "event" in told:
                events.append(told)
            if told.get("document") == "question":
                assert told["suggestion"] in [*(option["name"] for option in told["options"]), "none"]
                offered = [option["name"] for option in told["options"]] + ["none"] * told["optional"]
                process.stdin.write(json.dumps({"answer": drawn.choice(offered)}) + "\n")
                process.stdin.flush()
            if told.get("document") == "over":
                break
        assert process.wait(PATIENCE) == 0
    with begun(game) as play:
        expected = straight(play.session.program, seed, campaign=campaign)
    assert events == [json.loads(json.dumps(view.to_json())) for view in expected.views()]
    saved = read_save(str(tmp_path / "a.save"))
    assert saved.end is not None
    assert saved.end.journal == expected.digest()


def test_views_tell_the_whole_story_whatever_is_taken_back():
    """The first ``kept`` events and those that follow are all that has happened."""
    drawn = random.Random(1)
    told: list[View] = []
    taken_back = 0
    with begun(seed=7) as play:
        for _ in range(400):
            view = play.view()
            assert view is play.view()
            told = [*told[: view.kept], *view.events]
            assert told == [*play.events()]
            if view.question is None:
                break
            if drawn.random() < 0.2 and view.can_undo:
                taken_back += play.undo(drawn.randint(1, 3))
            else:
                play.answer(drawn.choice(names(view.question)))
        assert view.outcome == told[-1]
        assert play.undo() == 1
        assert play.view().question is not None
        assert play.view().kept < len(told)
    assert taken_back > 3


def test_nothing_is_made_again_to_undo_resume_or_replay(tmp_path, monkeypatch):
    """The machine of the first run serves all that follow in this process."""
    path = tmp_path / "night.save"
    with begun(save=path) as play:
        drawn = random.Random(1)
        for _ in range(3):
            found = play.view().question
            assert found is not None
            play.answer(drawn.choice(names(found)))
        for name in ("compile", "exec"):
            monkeypatch.setattr(python_backend, name, None, raising=False)
        assert play.undo() == 1
        assert play.view().question is not None
    with resume_game(path) as play:
        assert play.view().question is not None
        program = play.session.program
    assert replay(program, read_save(str(path)), str(path), load=load).same


def test_real_dice_are_asked_for():
    with begun(dice="manual") as play:
        wanted = play.view().throw
        assert wanted is not None
        assert (wanted.table, wanted.dice) == ("Weather", Dice(2, 6))
        for faces in ((7, 1), (13,), (1, 2, 3), ()):
            with pytest.raises(InputError):
                play.throw(faces)
        with pytest.raises(InputError, match="no question is open"):
            play.answer("keep")
        play.throw((4, 5))
        assert play.view().question is not None
        assert play.undo() == 1
        assert play.view().throw == wanted
        play.throw((7,))
        assert play.undo(9) == 1
        assert play.undo() == 0


def test_an_answer_that_is_not_offered_changes_nothing():
    with begun() as play:
        before = play.view()
        with pytest.raises(InputError) as refused:
            play.answer("swim")
        assert refused.value.hint == "Offered: keep, again."
        with pytest.raises(InputError, match="no dice are to be thrown"):
            play.throw((3, 4))
        assert play.view() is before


def test_what_was_answered_is_on_the_disk_before_the_next_question(tmp_path):
    path = tmp_path / "a.save"
    given = []
    with begun(save=path) as play:
        for _ in range(6):
            asked = unwrap(play.view().question)
            given.append(names(asked)[-1])
            play.answer(given[-1])
            assert [record.name for record in read_save(str(path)).records if hasattr(record, "name")] == given
        with pytest.raises(InputError, match="being played elsewhere"):
            resume_game(path, (EXAMPLES,))
        open_question = play.view().question
    with resume_game(path, (EXAMPLES,)) as again:
        assert again.view().question == open_question
        assert again.view().kept == 0
        assert [*again.view().events] == [*play.events()]
    with resume_game(path, (EXAMPLES,), undo=2) as back:
        assert len([record for record in back.session.records if hasattr(record, "name")]) == 4


def test_a_game_may_be_saved_from_the_middle_on_and_copied(tmp_path):
    with begun() as play:
        play.answer("keep")
        play.save(str(tmp_path / "a.save"))
        played(play, 1)
        play.save(str(tmp_path / "b.save"))
        with pytest.raises(InputError, match="exists"):
            play.save(str(tmp_path / "b.save"))
    assert read_save(str(tmp_path / "a.save")).records == read_save(str(tmp_path / "b.save")).records
    assert read_save(str(tmp_path / "b.save")).end is not None


def test_a_game_that_cannot_go_on_says_so_every_time(tmp_path):
    dice = tmp_path / "dice.txt"
    dice.write_text("4 5 3")
    with begun(dice=str(dice)) as play:
        assert not play.is_stuck
        with pytest.raises(InputError, match="no dice left"):
            played(play, 1)
        assert play.is_stuck
        for again in (play.view, play.undo):
            with pytest.raises(InputError, match="no dice left"):
                again()
        assert [*play.events()]


@pytest.mark.parametrize("answered", [0, 1, 99])
def test_a_closed_game_leaves_no_thread(answered):
    before = threading.active_count()
    with begun() as play:
        for _ in range(answered):
            asked = play.view().question
            if asked is None:
                break
            play.answer(names(asked)[0])
    assert threading.active_count() == before
    play.close()


def test_the_autopilot_plays_at_once():
    before = threading.active_count()
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=3), "auto") as play:
        view = play.view()
        assert view.outcome is not None
        assert [*view.events] == [*play.events()]
        assert threading.active_count() == before
        assert view.sheet[0].owner == "career"


def test_grave_answers_choices_asked_together_and_bad_news_are_told():
    together, grave = {}, set()
    with begun(seed=1) as play:
        while (asked := play.view().question) is not None:
            together[asked.id] = asked.together
            grave |= {option.name for option in asked.options if option.grave}
            play.answer("sound" if "sound" in names(asked) else names(asked)[0])
        lines = {line.id: line.matters for group in play.view().sheet for line in group.lines}
        tones = {view.tone for view in play.events() if isinstance(view, SayView)}
    assert grave == {"rest"}
    assert (together["choice:give_orders/order"], together["choice:sound/s"]) == ("", "Signals")
    assert (lines["wrecks"], lines["nights"]) == ("bad", "")
    assert tones == {"", "bad"}
