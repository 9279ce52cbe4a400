"""What the dice of a story are for, and what else could have come of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.runtime.events.views import DrawView, RollView
from bombsight.runtime.session.session import Session
from bombsight.service.games.requests import Rules
from bombsight.service.play.awaited_throw import describe_past_throw
from bombsight.service.play.session_story import SessionStory
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.play.story_source import with_stakes
from bombsight.service.present.question_lines import render_stake
from bombsight.service.present.story import Story
from tests.narrowing import unwrap

RULES = """\
game watch "The Watch"
  sources optional

enum Wind: calm, storm
enum Cargo: rum "rum", coal "coal", salt "salt"

state mission
  seen "Gulls": 0..9 = 0

table Sky "Sky"
  gives Wind
  roll 1d6
  ..4 "Clear skies": calm
  5..: storm

table Hold "Hold"
  gives tons: 0..90, cargo: Cargo, wet: yes/no
  roll 1d6
  ..3: 30, rum, no
  4..: 40, coal, yes

procedure mission
  do watch(2)
  let found = roll on Hold
  if found.wet
    say "It drips."

procedure watch(hour: 1..9) "Hour"
  let wind = roll on Sky
  if wind is storm
    say "It blows."
  set seen to 1d6
  draw c from Cargo
  say "There is {c}."
"""


def played(folder: Path, *dice: int) -> tuple[Session, Story]:
    """A watch played with these dice, and its story, not told yet."""
    (folder / "watch.rules").write_text(RULES, encoding="utf-8")
    with start_game(str(folder), Rules(), GameSetup(dice="manual"), "auto") as play:
        for number in dice:
            play.view()
            play.throw([number])
        play.view()
        return play.session, Story(play.phrases)


@pytest.mark.parametrize(
    ("dice", "result", "stake"),
    [
        ((3, 1, 1, 1), "calm", "on 5 to 6: storm"),  # the table's title is not repeated beside its result
        ((6, 1, 1, 1), "storm", "on 1 to 4: Clear skies"),
    ],
)
def test_a_throw_is_followed_by_what_did_not_come(dice, result, stake, tmp_path):
    session, story = played(tmp_path, *dice)
    sky = next(
        line
        for line in with_stakes(SessionStory(session), story.tell_all([*session.journal.views()]))
        if line.text == "Sky"
    )

    assert (sky.result, sky.stake) == (result, stake)


def test_a_result_in_parts_reads_as_words(tmp_path):
    session, story = played(tmp_path, 3, 1, 1, 4)

    assert [line.result for line in story.tell_all([*session.journal.views()]) if line.text == "Hold"] == [
        "40 tons, coal, wet"
    ]


def test_dice_without_a_title_and_draws_say_what_they_are_for(tmp_path):
    session, _ = played(tmp_path, 3, 1, 1, 1)
    throws = [at for at, view in enumerate(session.journal.views()) if isinstance(view, RollView | DrawView)]
    stakes = [render_stake(unwrap(describe_past_throw(session, event)), is_next=True) for event in throws]

    assert [stake.text for stake in stakes] == [
        "1d6 for Sky: 1 to 4 → Clear skies, 5 to 6 → storm",
        "1d6 for Hour 2",
        "Hour 2: one of 3 is drawn",
        "1d6 for Hold",
    ]


DEAL = """\
game deal "The Deal"
  sources optional

enum Cargo: rum "rum", coal "coal", salt "salt", tea "tea"

procedure mission
  do hand(2)
  do hand(1)
  say "All have cards."

procedure hand(size: 1..3) "Hand"
  repeat size times
    draw c from Cargo
"""


def test_several_draws_under_one_heading_are_counted(tmp_path):
    (tmp_path / "deal.rules").write_text(DEAL, encoding="utf-8")
    with start_game(str(tmp_path), Rules(), GameSetup(seed=1), "auto") as play:
        play.view()
        draws = [at for at, view in enumerate(play.session.journal.views()) if isinstance(view, DrawView)]
        texts = [render_stake(unwrap(describe_past_throw(play.session, at)), is_next=True).text for at in draws]
    assert texts == ["Hand 2: 2 of 4 are drawn", "Hand 2: one of 4 is drawn", "Hand 1: one of 4 is drawn"]
