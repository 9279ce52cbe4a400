"""Sessions: the same dice and answers tell the same story, however often it is stopped, resumed or taken back."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bombsight.boundary.errors import InputError
from bombsight.flat.sites import RollSite
from bombsight.flat.types import BOOL
from bombsight.runtime.callbacks import Ask
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.run.play import Finished, Pending
from bombsight.runtime.run.policies import Pause, Question, random_policy
from bombsight.runtime.run.sources import ManualDice
from bombsight.runtime.saves.reader import parse_save, read_save
from bombsight.runtime.saves.records import Answer, OverlayInForce, Throw, header_under_rules
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.migration import MigrationResult, try_under_rules, write_rules_change
from bombsight.runtime.session.replay import replay
from bombsight.runtime.session.session import Session, dice_source_of, pausing_policy
from tests.narrowing import spy, unwrap
from tests.runtime.harbour import CODE, OIL, harbour, load
from tests.runtime.playing import answering, auto, header, session

choices = st.lists(st.integers(0, 5), max_size=30)
seeds = st.integers(0, 2**32)


def saved_night(path: Path, answers=None, **more) -> Session:
    told = header(**more)
    with SaveFile.create(str(path), told) as save:
        night = Session(harbour(), told, dice_source_of(told), save=save, load=load)
        night.play(auto() if answers is None else answering(answers))
    return night


def resumed(path: Path, policy, program=None) -> Session:
    save, saved = SaveFile.resume(str(path))
    with save:
        night = Session.resume(program or harbour(), save, saved, dice_source_of(saved.header), load=load)
        night.play(policy)
    return night


# --- properties


@given(seeds, choices)
def test_running_again_tells_the_same(seed, answers):
    first, again = session(seed), session(seed)
    assert first.play(answering(answers)) == again.play(answering(answers))
    assert first.journal.events == again.journal.events
    assert first.journal.digest() == again.journal.digest()
    records = list(first.records)
    assert first.play(pausing_policy) == again.outcome
    assert first.records == records
    assert first.journal.digest() == again.journal.digest()


@given(seeds, choices, st.integers(1, 10))
def test_undo_then_redo_is_the_run(seed, answers, count):
    night = session(seed)
    outcome = night.play(answering(answers))
    records, digest = list(night.records), night.journal.digest()
    given_answers = [record for record in records if isinstance(record, Answer)]
    done = night.undo(count)

    assert done == min(count, len(given_answers))
    redo = answers[len(given_answers) - done : len(given_answers)]
    assert night.play(answering(redo)) == outcome
    assert night.records == records
    assert night.journal.digest() == digest


@given(seeds, choices, choices, st.integers(1, 10))
def test_undo_then_another_way_is_that_run(seed, answers, others, count):
    night, straight = session(seed), session(seed)
    night.play(answering(answers))
    list(night.journal.views())
    given_answers = sum(isinstance(record, Answer) for record in night.records)
    done = night.undo(count)
    outcome = night.play(answering(others))

    assert outcome == straight.play(answering(answers[: given_answers - done] + others))
    assert night.records == straight.records
    assert list(night.journal.views()) == list(straight.journal.views())
    assert night.journal.digest() == straight.journal.digest()


def reseeding(night: Session, choices) -> Ask:
    """A policy behind each of whose answers the dice begin anew, by a seed that goes by the number of records."""
    answer = answering(choices)

    def ask(site, options, score, values):
        choice = answer(site, options, score, values)
        night.seed = 2**64 - 1 - len(night.records)
        return choice

    return ask


def test_dice_behind_an_answer_with_a_seed_are_those_of_the_seed():
    night = session()
    night.play(reseeding(night, range(30)))
    dice = SeededDice(3)
    for record in night.records:
        if isinstance(record, Answer):
            dice = SeededDice(unwrap(record.seed))
        else:
            rolls = (each for each in night.program.sites if isinstance(each, RollSite))
            site = next(each for each in rolls if (each.table or "-") == record.at)
            assert record.faces == dice.throw(0, site.dice)
    assert sum(isinstance(record, Answer) for record in night.records) > 3


@given(choices, st.integers(1, 10))
def test_an_undo_across_seeds_then_redo_is_the_run(answers, count):
    night = session()
    night.play(reseeding(night, answers))
    before, told = list(night.records), night.journal.digest()
    given = sum(isinstance(record, Answer) for record in before)
    done = night.undo(count)
    night.play(reseeding(night, answers[given - done :]))
    assert done == min(count, given)
    assert (night.records, night.journal.digest()) == (before, told)


def test_a_save_with_seeds_is_resumed_copied_and_replayed(tmp_path):
    path = tmp_path / "night.save"
    told = header()
    with SaveFile.create(str(path), told) as save:
        night = Session(harbour(), told, dice_source_of(told), save=save, load=load)
        night.play(reseeding(night, [0, 1, 0]))
    whole = session()
    whole.play(reseeding(whole, [0, 1, 0, 2, 1, 0]))
    saved = read_save(str(path))
    assert saved.records == tuple(night.records)
    assert replay(harbour(), saved, str(path), load=load).same
    save, saved = SaveFile.resume(str(path))
    with save:
        night = Session.resume(harbour(), save, saved, dice_source_of(told), load=load)
        night.play(reseeding(night, [2, 1, 0]))
    assert read_save(str(path)).records == tuple(whole.records)
    for seed in (-1, 2**64, True, "7"):
        line = json.dumps({"a": "none", "at": "choice:x", "seed": seed})
        with pytest.raises(InputError, match="no record"):
            parse_save(path.read_bytes().splitlines(keepends=True)[0] + line.encode() + b"\n", "x")


def test_a_save_that_ends_among_the_dice_behind_a_seed_goes_on_by_it(tmp_path):
    path = tmp_path / "night.save"
    told = header()
    with SaveFile.create(str(path), told) as save:
        night = Session(harbour(), told, dice_source_of(told), save=save, load=load)
        night.play(reseeding(night, range(30)))
    lines = path.read_bytes().splitlines(keepends=True)
    behind = [number for number, record in enumerate(night.records[:-1], 1) if isinstance(record, Answer)]
    thrown = 0
    for number in behind:
        path.write_bytes(b"".join(lines[: 1 + number]))
        again = resumed(path, answering([]))
        assert again.records == night.records[: len(again.records)]
        thrown += len(again.records) - number
    assert thrown > 3


def test_an_undo_reads_nothing_again(monkeypatch):
    """What was shown is not described once more, and recorded answers are not looked up by their names."""
    night = session(hours=9)
    night.play(auto())
    read: list[object] = []
    named: list[object] = []
    monkeypatch.setattr(Reader, "read", lambda reader, event, faces=(): read.append(event))
    monkeypatch.setattr(Describer, "option_names", spy(Describer.option_names, named))
    events = len(night.journal.events)
    assert night.undo() == 1
    assert isinstance(night.play(pausing_policy), Pending)
    assert 10 < len(night.journal.events) < events
    assert not read
    assert len(named) == 1  # the open question, by the record


@given(seeds, choices, st.integers(0, 30))
def test_stopping_in_between_changes_nothing(seed, answers, stop):
    straight, stopped = session(seed), session(seed)
    straight.play(answering(answers))
    stopped.play(answering(answers[:stop]))
    stopped.play(answering(answers[stop:]))
    assert stopped.records == straight.records
    assert stopped.journal.digest() == straight.journal.digest()


@settings(max_examples=40)
@given(seeds)
def test_a_replay_is_the_run(seed):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "night.jsonl"
        told = header(seed)
        with SaveFile.create(str(path), told) as save:
            night = Session(harbour(), told, SeededDice(seed), save=save, load=load)
            night.play(random_policy(harbour(), seed)[0])
        report = replay(harbour(), read_save(str(path)), str(path), load=load)
        assert report.same
        assert report.outcome == night.outcome
        assert report.journal.digest() == night.journal.digest()


# --- real dice and dice files


def test_undo_takes_back_real_dice_and_asks_again():
    told = header(dice="manual")
    shown = iter([(1, 5), (4, 1)])

    def thrown(site):
        reply = next(shown, None)
        if reply is None:
            raise Pause
        return reply

    night = Session(harbour(), told, ManualDice(harbour(), thrown), load=load)
    assert isinstance(night.play(answering([])), Pending)
    assert night.records == [Throw((1, 5), "Sky"), Throw((4, 1), "Arrival")]
    assert night.undo() == 1
    waiting = night.play(answering([]))
    assert isinstance(waiting, Pending)
    assert isinstance(waiting.waits_for, RollSite)
    assert waiting.waits_for.table == "Arrival"


def test_a_dice_file_goes_on_where_it_stood(tmp_path):
    dice = tmp_path / "dice.txt"
    dice.write_text("1 5 6 6 3 4 6 6 2 2 6 6")
    path = tmp_path / "night.jsonl"
    saved_night(path, [2], hours=3, dice="file", dice_file=str(dice))
    night = resumed(path, answering([2, 2]))
    assert isinstance(night.outcome, Finished)
    assert [record.faces for record in night.records if isinstance(record, Throw)] == [
        (1, 5),
        (6, 6),
        (3, 4),
        (6, 6),
        (2, 2),
        (6, 6),
    ]


def test_real_dice_need_somebody():
    with pytest.raises(InputError, match="real dice"):
        dice_source_of(header(dice="manual"))


def test_total_alone_is_recorded_as_such():
    told = header(dice="manual")
    shown = iter([(6,), (4, 1)])

    def thrown(site):
        reply = next(shown, None)
        if reply is None:
            raise Pause
        return reply

    night = Session(harbour(), told, ManualDice(harbour(), thrown), load=load)
    night.play(answering([]))
    assert night.records[0] == Throw((6,), "Sky")
    again = Session(harbour(), told, ManualDice(harbour(), thrown), records=night.records, load=load)
    again.play(answering([]))
    assert again.journal.events == night.journal.events


# --- people


def saying(names):
    """Replies by name, then a pause."""
    coming = iter(names)

    def reply(question):
        name = next(coming, None)
        if name is None:
            raise Pause
        return [option.name for option in question.options].index(name)

    return reply


def test_a_person_may_undo_in_the_middle():
    night = session(seed=9)
    night.play(night.person_policy(saying(["look", "north"])))
    assert night.undo() == 1
    outcome = night.play(night.person_policy(saying(["south"])))
    assert isinstance(outcome, Pending)
    names = [record.name for record in night.records if isinstance(record, Answer)]
    assert names[:2] == ["look", "south"]
    assert night.can_undo
    assert night.undo(99) == 2
    assert not night.can_undo


def test_a_person_sees_the_state_as_it_is():
    seen = []

    def reply(question):
        seen.append(question)
        if question.id == "choice:watch/ship":
            raise Pause
        return [option.name for option in question.options].index("rest")

    night = session(seed=3)
    night.play(night.person_policy(reply))
    night.undo()
    night.play(night.person_policy(reply))
    assert [question.id for question in seen] == ["choice:watch/order", "choice:watch/ship"] * 2
    assert [option.name for option in seen[1].options] == ["old_trawler south"]
    assert seen[2:] == seen[:2]


class Disk:
    """What a power cut would leave of a save: its bytes when they were last forced to the disk."""

    def __init__(self, path: Path, monkeypatch) -> None:
        self.path = path
        self.held = b""
        force = os.fsync

        def fsync(descriptor: int) -> None:
            force(descriptor)
            if path.exists():
                self.held = path.read_bytes()

        monkeypatch.setattr(os, "fsync", fsync)

    def answers(self) -> list[str]:
        """The answers that are not lost."""
        return [record.name for record in parse_save(self.held, "held").records if isinstance(record, Answer)]


@pytest.mark.parametrize("dice", ["seeded", "manual"])
def test_a_power_cut_at_a_question_loses_nothing(tmp_path, monkeypatch, dice):
    """Whatever was answered, thrown by hand or taken back is forced to the disk before anything else is asked."""
    path = tmp_path / "night.jsonl"
    disk = Disk(path, monkeypatch)
    replies = iter(["look", "north", 1, "south", "rest", 2])  # numbers: so many answers are taken back
    taken_back = []
    asked = []

    def nothing_is_lost():
        assert parse_save(disk.held, "held").records == tuple(night.records)
        assert path.read_bytes() == disk.held

    def reply(question):
        nothing_is_lost()
        asked.append(question.id)
        answer = next(replies, "rest")
        if isinstance(answer, int):
            taken_back.append(answer)
            raise Pause
        names = [option.name for option in question.options]
        return names.index(answer) if answer in names else 0

    def thrown(site):
        nothing_is_lost()
        return (1, 5)[: site.dice.count]

    told = header(9, hours=3, dice=dice)
    with SaveFile.create(str(path), told) as save:
        night = Session(harbour(), told, dice_source_of(told, ManualDice(harbour(), thrown)), save=save, load=load)
        while isinstance(night.play(night.person_policy(reply)), Pending):
            night.undo(taken_back[-1])
        assert taken_back == [1, 2]
        nothing_is_lost()
        assert parse_save(disk.held, "held").end == night.end
        assert night.end is not None
        night.undo()
        nothing_is_lost()
        assert parse_save(disk.held, "held").end is None
    assert len(asked) > 5


def test_an_answer_is_on_the_disk_before_anything_follows_from_it(tmp_path, monkeypatch):
    """A long reckoning may follow an answer, and the power fail in it."""
    path = tmp_path / "night.jsonl"
    disk = Disk(path, monkeypatch)
    given_answers: list[str] = []
    thrown: list[int] = []
    dice = SeededDice(3)
    throw = dice.throw

    def watched(site, dice):
        thrown.append(site)
        assert disk.answers() == given_answers
        return throw(site, dice)

    dice.throw = watched

    def reply(question):
        given_answers.append(question.options[-1].name)
        return len(question.options) - 1

    with SaveFile.create(str(path), header(hours=6)) as save:
        night = Session(harbour(), header(hours=6), dice, save=save, load=load)
        night.play(night.person_policy(reply))
    assert len(given_answers) > 4
    assert len(thrown) > len(given_answers)


@pytest.mark.parametrize("answers", [[2, 0, 2], range(40)])
def test_a_session_may_be_kept_from_the_middle_on(tmp_path, answers):
    path = tmp_path / "night.jsonl"
    night = session(seed=3)
    night.play(answering(answers))
    night.save_as(str(path))
    with pytest.raises(InputError, match="kept already"):
        night.save_as(str(path))
    night.play(auto())
    unwrap(night.save).close()
    saved = read_save(str(path))
    assert saved.records == tuple(night.records)
    assert saved.end == night.end
    assert replay(harbour(), saved, str(path), load=load).same


# --- other rules


def changed(**more):
    return harbour(rules_hash="h2", **more)


def test_other_rules_are_refused_by_name(tmp_path):
    path = tmp_path / "night.jsonl"
    saved_night(path, [2, 0])
    option = evolve(harbour().options[0], value="yes")
    program = changed(options=(option,), overlays=("errata one", "house mine"))
    with pytest.raises(InputError) as caught:
        resumed(path, pausing_policy, program)
    assert caught.value.message == (
        "it was played with other rules: option new_moon was no and is yes; house mine is in force and was not"
    )
    with pytest.raises(InputError, match="have been changed since"):
        resumed(path, pausing_policy, changed())
    with pytest.raises(InputError, match="not of Another"):
        resumed(path, pausing_policy, evolve(harbour(), game="another", title="Another"))


def gone_over(path: Path, program) -> MigrationResult:
    """How far a save holds by other rules, by which it goes on from there."""
    save, saved = SaveFile.resume(str(path))
    with save:
        header = header_under_rules(saved.header, program, {}, "")
        holds = try_under_rules(program, header, saved, str(path), load=load)
        assert read_save(str(path)) == saved  # nothing is done before it is told
        write_rules_change(save, header, holds)
    return holds


def test_a_save_goes_on_by_other_rules_with_all_that_holds(tmp_path):
    path = tmp_path / "night.jsonl"
    night = saved_night(path, [2, 0, 2, 0])
    # A foggier sky: the rows are others, so the second hour is told otherwise.
    program = changed(traced=CODE.replace("row = 0 if t <= 6", "row = 0 if t <= 2"))
    holds = gone_over(path, program)
    assert (holds.kept, holds.answers_kept, holds.answers, holds.parts_at) == (len(night.records), 4, 4, "")
    again = resumed(path, answering([2]), program)
    assert again.notes == []
    assert len(again.records) > len(night.records)
    with pytest.raises(InputError, match="have been changed since"):
        resumed(path, pausing_policy)


def test_what_does_not_hold_by_other_rules_is_taken_back(tmp_path):
    path = tmp_path / "night.jsonl"
    night = saved_night(path, [2, 0, 2, 0])
    program = changed(traced=CODE.replace('n = roll(ARRIVAL, Dice(2, 6, "digits"))', "n = 66; step()"))
    holds = gone_over(path, program)
    assert (holds.kept, holds.answers_kept, holds.answers) == (1, 0, 4)
    assert holds.parts_at == "the throw of [4, 1] at Arrival after answer 0"
    assert holds.reason == "the game asks choice:watch/order"
    assert holds.place == f"{path}:3"
    again = resumed(path, pausing_policy, program)
    assert again.records == night.records[:1]


def test_an_end_that_other_rules_do_not_come_to_is_no_end(tmp_path):
    path = tmp_path / "night.jsonl"
    night = saved_night(path)
    program = changed(traced=CODE)
    assert gone_over(path, program).ends
    assert resumed(path, pausing_policy, program).outcome == night.outcome
    assert replay(program, read_save(str(path)), str(path), load=load).same


def test_a_save_of_the_first_stories_goes_on_by_them(tmp_path):
    """Sentences count in it: its rules are those with the same wording, and what it goes on to tell is hashed so."""
    path = tmp_path / "night.jsonl"
    told = evolve(header(), journal=1, rules="w1")
    with SaveFile.create(str(path), told) as save:
        Session(harbour(), told, dice_source_of(told), save=save, load=load).play(answering([2, 0]))
    again = resumed(path, answering([2, 0, 2]))
    assert (again.header.journal, again.journal.story) == (1, 1)
    assert replay(harbour(), read_save(str(path)), str(path), load=load).same
    with pytest.raises(InputError, match="have been changed since"):
        resumed(path, pausing_policy, evolve(harbour(), wording_hash="w2"))


def test_a_save_of_other_stories_goes_on_without_them(tmp_path):
    path = tmp_path / "night.jsonl"
    told = evolve(header(), journal=99)
    with SaveFile.create(str(path), told) as save:
        Session(harbour(), told, dice_source_of(told), save=save, load=load).play(answering([2, 0]))
    assert b'"j":' not in path.read_bytes()
    assert resumed(path, pausing_policy).header.journal == 99


def test_records_beyond_the_end_do_not_fit(tmp_path):
    path = tmp_path / "night.jsonl"
    saved_night(path, hours=1)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:-2], b'{"d":[1,5],"at":"Sky"}', b""]))
    with pytest.raises(InputError, match="the game is over before it") as caught:
        resumed(path, pausing_policy)
    assert caught.value.place == f"{path}:{len(lines) - 1}"


# --- the end


def test_the_end_is_written_once(tmp_path):
    path = tmp_path / "night.jsonl"
    night = saved_night(path)
    data = path.read_bytes()
    assert data.count(b'"end"') == 1
    resumed(path, pausing_policy)
    assert path.read_bytes() == data
    saved = read_save(str(path))
    assert saved.end is not None
    assert isinstance(night.outcome, Finished)
    assert (saved.end.result, saved.end.journal) == (night.outcome.name, night.journal.digest())


def test_a_replay_finds_the_first_difference(tmp_path):
    path = tmp_path / "night.jsonl"
    saved_night(path)
    data = path.read_bytes()
    edits = {
        b'"d":[1,5]': (b'"d":[2,5]', "before answer 1 "),
        b'"result":"all_safe"': (
            b'"result":"some_lost"',
            "the end (some_lost) does not fit: the game ends with all_safe",
        ),
        b'"journal":"': (b'"journal":"0', "something else happened after the last answer"),
    }
    for was, (now, message) in edits.items():
        assert was in data
        report = replay(harbour(), parse_save(data.replace(was, now), "n"), "n", load=load)
        assert not report.same
        assert message in report.difference


def test_an_end_that_the_game_does_not_come_to_is_refused(tmp_path):
    """The last answer is gone, and the end stands there still: a question is open."""
    path = tmp_path / "night.jsonl"
    night = saved_night(path)
    lines = path.read_bytes().splitlines(keepends=True)
    last = max(index for index, line in enumerate(lines) if b'"a":' in line)
    path.write_bytes(edited := b"".join([*lines[:last], lines[-1]]))
    message = "the end (all_safe) does not fit: the game asks choice:watch/ship"

    report = replay(harbour(), read_save(str(path)), str(path), load=load)
    assert (report.same, report.difference, report.place) == (False, message, f"{path}:{last + 1}")
    with pytest.raises(InputError) as caught:
        resumed(path, auto())
    assert (caught.value.message, caught.value.place) == (message, f"{path}:{last + 1}")
    assert path.read_bytes() == edited
    assert gone_over(path, harbour()).parts_at == "the end (all_safe)"
    assert resumed(path, auto()).outcome == night.outcome
    assert replay(harbour(), read_save(str(path)), str(path), load=load).same


def test_an_undo_of_a_save_that_is_refused_is_not_written(tmp_path):
    path = tmp_path / "night.jsonl"
    saved_night(path, [2, 0, 2])
    path.write_bytes(edited := path.read_bytes().replace(b'"d":[1,5]', b'"d":[2,5]') + b'{"d":')
    save, saved = SaveFile.resume(str(path))
    with save:
        night = Session.resume(harbour(), save, saved, dice_source_of(saved.header), load=load)
        night.undo()
        with pytest.raises(InputError, match="something else happened"):
            night.play(pausing_policy)
    assert path.read_bytes() == edited


def test_an_undo_when_all_is_over_takes_back_the_end(tmp_path):
    path = tmp_path / "night.jsonl"
    told = header()
    with SaveFile.create(str(path), told) as save:
        night = Session(harbour(), told, dice_source_of(told), save=save, load=load)
        first = night.play(auto())
        night.undo()
        assert night.end is None
        assert read_save(str(path)).end is None
        assert night.play(auto()) == first
    assert read_save(str(path)).end == night.end


def test_a_replay_of_an_open_save_stops_at_its_question(tmp_path):
    path = tmp_path / "night.jsonl"
    saved_night(path, [2])
    report = replay(harbour(), read_save(str(path)), str(path), load=load)
    assert report.same
    assert isinstance(report.outcome, Pending)
    assert isinstance(report.outcome.waits_for, Question)


def test_a_replay_of_a_save_whose_last_answer_is_gone_says_what_is_asked(tmp_path):
    path = tmp_path / "night.jsonl"
    night = saved_night(path)
    lines = path.read_bytes().splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if line.startswith(b'{"a"'))
    answer = [record for record in night.records if isinstance(record, Answer)][-1]

    path.write_bytes(b"".join(lines[:last]))
    open_save = replay(harbour(), read_save(str(path)), str(path), load=load)
    assert isinstance(open_save.outcome, Pending)
    assert isinstance(open_save.outcome.waits_for, Question)
    assert open_save.outcome.waits_for.id == answer.at

    path.write_bytes(b"".join(lines[:last]) + lines[-1])
    over = replay(harbour(), read_save(str(path)), str(path), load=load)
    assert not over.same
    assert f"the game asks {answer.at}" in over.difference


def test_a_replay_of_real_dice_stops_where_they_are_to_be_thrown(tmp_path):
    path = tmp_path / "night.jsonl"
    told = header(dice="manual")
    with SaveFile.create(str(path), told):
        pass
    report = replay(harbour(), read_save(str(path)), str(path), load=load)
    assert report.same
    assert isinstance(report.outcome, Pending)
    assert isinstance(report.outcome.waits_for, RollSite)


def test_a_header_must_fit_the_entry():
    with pytest.raises(InputError, match="takes 1 values"):
        Session(harbour(), evolve(header(), args=()), SeededDice(1), load=load)
    with pytest.raises(InputError, match=r"none of 1\.\.12"):
        Session(harbour(), evolve(header(), args=(99,)), SeededDice(1), load=load)
    for kind, value, fits in ((BOOL, 1, True), (BOOL, 0, True), (BOOL, 2, False), (BOOL, -1, False), (OIL, 9, True)):
        entry = evolve(harbour().mission, params=(("it", kind),))
        given = (evolve(harbour(), mission=entry), evolve(header(), args=(value,)), SeededDice(1))
        if fits:
            assert Session(*given, load=load).header.args == (value,)
        else:
            with pytest.raises(InputError, match="is none of"):
                Session(*given, load=load)
    with pytest.raises(InputError, match="has no career"):
        Session(evolve(harbour(), career=None), evolve(header(), entry="career", args=()), SeededDice(1), load=load)


def test_overlays_keep_their_files():
    assert header(files={"errata one": "one.rules"}).overlays == (OverlayInForce("errata one", "one.rules"),)


# --- whatever one does


class Evening(RuleBasedStateMachine):
    """Answers, undoes, leaves and resumes in any order; a list of answers is all the model there is."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = str(Path(self.folder.name) / "night.jsonl")
        self.answers: list[int] = []
        self.save: SaveFile | None = None
        self._night: Session | None = None

    @property
    def night(self) -> Session:
        """The session, once it has begun."""
        return unwrap(self._night)

    @initialize(seed=seeds, hours=st.integers(1, 4))
    def begin(self, seed, hours):
        self.told = header(seed, hours)
        self.save = SaveFile.create(self.path, self.told)
        self._night = Session(harbour(), self.told, SeededDice(seed), save=self.save, load=load)
        self.night.play(pausing_policy)

    @precondition(lambda self: isinstance(self.night.outcome, Pending))
    @rule(choice=st.integers(0, 5))
    def answer(self, choice):
        self.night.play(answering([choice]))
        self.answers.append(choice)

    @rule(count=st.integers(1, 4))
    def undo(self, count):
        done = self.night.undo(count)
        assert done == min(count, len(self.answers))
        self.answers = self.answers[: len(self.answers) - done]
        self.night.play(pausing_policy)

    @rule()
    def leave_and_resume(self):
        unwrap(self.save).close()
        self.save, saved = SaveFile.resume(self.path)
        self._night = Session.resume(harbour(), self.save, saved, SeededDice(self.told.seed), load=load)
        self.night.play(pausing_policy)

    @rule(lost=st.integers(0, 40))
    def lose_power(self, lost):
        """The file loses its end. A lost undo brings back what it took: only then are there more answers again."""
        unwrap(self.save).close()
        path = Path(self.path)
        data = path.read_bytes()
        whole = data[: max(len(data) - lost, data.index(b"\n") + 1)]
        if b'"undo"' in data[whole.rfind(b"\n") + 1 :]:
            whole = data
        path.write_bytes(whole)
        self.save, saved = SaveFile.resume(self.path)
        self._night = Session.resume(harbour(), self.save, saved, SeededDice(self.told.seed), load=load)
        self.night.play(pausing_policy)
        self.answers = self.answers[: sum(isinstance(record, Answer) for record in self.night.records)]

    @invariant()
    def the_story_is_that_of_the_answers(self):
        if self._night is None:
            return
        straight = Session(harbour(), self.told, SeededDice(self.told.seed), load=load)
        straight.play(answering(self.answers))
        assert self.night.records == straight.records
        assert self.night.outcome == straight.outcome
        assert self.night.journal.digest() == straight.journal.digest()
        assert read_save(self.path).records == tuple(straight.records)

    def teardown(self):
        if self.save:
            self.save.close()
        self.folder.cleanup()


Evening.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestEvening = Evening.TestCase
