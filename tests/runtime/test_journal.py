"""The journal: what events say, as text and as JSON, and the hash that tells runs apart."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from bombsight import runtime
from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice
from bombsight.flat.sites import RollSite
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.element_history import ElementHistory
from bombsight.runtime.events.views import AppliedModifier, OutcomeView, RollView, SayView, View
from bombsight.runtime.run.journal import encode_key
from bombsight.runtime.run.play import Faulted, Finished, Pending, new_journal, parse_arguments, run
from bombsight.runtime.run.policies import Question, random_policy
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from tests.examples import EXAMPLES
from tests.narrowing import narrow, unwrap
from tests.runtime.harbour import NUMBERS, ORIGIN, harbour, load
from tests.runtime.playing import answering, auto, played

GOLDEN = Path(__file__).parent / "golden"
SCHEMA = json.loads((Path(runtime.__file__).parent / "schema" / "journal.json").read_text(encoding="utf-8"))


def json_line(view: View) -> str:
    return json.dumps(view.to_json(), ensure_ascii=False, separators=(",", ":"))


def test_a_night_as_json():
    _, journal = played(3)
    assert "".join(json_line(view) + "\n" for view in journal.views()) == (GOLDEN / "night.jsonl").read_text(
        encoding="utf-8"
    )


@given(st.integers(0, 10**6))
def test_json_keeps_to_its_schema(seed):
    validator = Draft202012Validator(SCHEMA)
    _, journal = played(seed)
    for view in journal.views():
        validator.validate(json.loads(json_line(view)))


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_hash_tells_stories_apart(one, other):
    first, second, third = played(one)[1], played(one)[1], played(other)[1]
    assert first.digest() == second.digest()
    keys = [view.key for view in first.views()]
    assert (first.digest() == third.digest()) == (keys == [view.key for view in third.views()])


def test_the_hash_grows_with_the_journal():
    _, journal = played(3)
    early = new_journal(harbour(), harbour().mission)
    for event in journal.events[:2]:
        early.log(event)
    before = early.digest()
    early.log(journal.events[4])
    assert early.digest() != before


def test_the_hash_is_of_what_each_event_says_as_it_happens():
    """An event that names elements says another thing where they have changed since."""
    with start_game(str(EXAMPLES / "lighthouse"), Rules(), GameSetup(seed=0), "random") as play:
        play.view()
        journal = play.session.journal
    keys = [view.key_in(journal.story) for view in journal.views()]
    assert len({*journal.events}) < len({*zip(journal.events, map(str, keys), strict=True)})
    lines = (encode_key(key).encode() + b"\n" for key in keys if key is not None)
    assert journal.digest() == sha256(b"".join(lines)).hexdigest()


def test_only_the_first_version_of_a_story_tells_labels_of_modifiers():
    _, journal = played(3)
    roll = next(view for view in journal.views() if isinstance(view, RollView))
    other = evolve(roll, modifiers=(AppliedModifier(label="worse", amount=1, text=""),))
    assert [("worse" in str(other.key_in(story)), "1" in str(unwrap(other.key_in(story))[5])) for story in (1, 2)] == [
        (True, True),
        (False, True),
    ]


def test_elements_are_told_as_they_were():
    """A ship that has left is still named in what was said of it."""
    _, journal = played(3)
    texts = [view.text for view in journal.views() if isinstance(view, SayView)]
    assert "A light to the old trawler South from Ada." in texts


def test_nothing_holds_an_element_that_has_left():
    _, journal = played(3)
    program, events = harbour(), journal.events
    leaves = next(at for at, event in enumerate(events) if event[0] == NUMBERS["LEAVES"])
    ship = events[leaves][1]
    (held,) = program.lists[0].holders
    before, after = ([*ElementHistory(program).slots_at(events, at)] for at in (leaves, leaves + 1))
    assert ship in before[held.first : held.first + held.count]
    assert ship not in after[held.first : held.first + held.count]


@given(st.integers(0, 10**6))
def test_events_say_the_same_whenever_they_are_read(seed):
    """Also of elements that were others by then, or gone."""
    program = harbour()
    hasty, late = (new_journal(program, program.mission) for _ in range(2))
    hasty.log = hasty.log_and_read
    for journal in (hasty, late):
        ask, _ = random_policy(program, seed)
        run(program, program.mission, (4,), SeededDice(seed).throw, ask, journal, load=load)
    late.reader.describer.slots = [0] * program.slots
    assert list(hasty.views()) == list(late.views())


def test_dice_are_those_of_the_throw_that_is_told():
    """Also where a table is rolled on again meanwhile, or another, or the dice of a throw are never told."""
    program = harbour()
    journal = new_journal(program, program.mission)
    thrown = iter([(1, 5), (3,), (4, 1), (6,), (2, 2)])
    roll = journal.logged_roll(lambda site, dice: next(thrown))
    [sky] = [site for site in program.sites if isinstance(site, RollSite) and site.table == "Sky"]
    number = program.sites.index(sky)
    for total in (6, 5):
        roll(number, Dice(2, 6))
        roll(NUMBERS["SIGNAL"], Dice(1, 6))
        journal.log((number, total, total, 0, *[0] * len(sky.modifiers + sky.names)))
    roll(number, Dice(2, 6))
    assert [narrow(RollView, view).faces for view in journal.views()] == [(1, 5), (4, 1)]


def test_a_fault_is_told_with_its_place():
    program = harbour()
    journal = new_journal(program, program.mission)
    amounts = iter([0, 2, 2])  # one, three and three: more than the six there are

    def ask(site, options, score, values):
        return next(amounts) if site == NUMBERS["BURN"] else 0

    outcome = run(program, program.mission, (9,), SeededDice(1).throw, ask, journal, load=load)
    assert outcome == Faulted(NUMBERS["NO_OIL"], "oil would be below 0", ORIGIN)
    *_, end = journal.views()
    assert isinstance(end, OutcomeView)
    assert (end.fault, end.origin) == ("oil would be below 0", ORIGIN)


def test_a_paused_run_waits():
    program = harbour()
    journal = new_journal(program, program.mission)
    outcome = run(program, program.mission, (2,), SeededDice(3).throw, answering([1]), journal, load=load)
    assert isinstance(outcome, Pending)
    assert isinstance(outcome.waits_for, Question)
    assert outcome.waits_for.id == "choice:watch/side"


def test_a_career_gives_nothing():
    program = harbour()
    assert program.career
    journal = new_journal(program, program.career)
    assert run(program, program.career, (), SeededDice(3).throw, auto(), journal, load=load) == Finished(
        None, "none", "none"
    )
    *_, end = journal.views()
    assert isinstance(end, OutcomeView)
    assert end.result == "none"


def test_arguments_are_read_from_words():
    program = harbour()
    assert parse_arguments(program, program.mission, ["7"]) == (7,)
    assert parse_arguments(program, program.mission, []) == (1,)
    for words, message in ((["13"], "none of 1..12"), (["x"], "'x'"), (["1", "2"], "takes 1 values")):
        with pytest.raises(InputError, match=message):
            parse_arguments(program, program.mission, words)
