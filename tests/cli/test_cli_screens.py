"""Screens at 80 columns without colour, as they are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from attrs import evolve

from bombsight.cli.play.odds import draw_odds
from bombsight.cli.play.question_input import draw_question
from bombsight.cli.play.story import draw_story
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import Origin
from bombsight.flat.sites import RowInfo
from bombsight.runtime.events.describe import Option
from bombsight.runtime.events.views import (
    AppliedModifier,
    BeforehandView,
    ChangeView,
    LabelledValue,
    ResultView,
    RollView,
    SayView,
    View,
)
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import AnswerOdds, Measured, MeasureTold, Odds
from bombsight.service.present.explanation import explain_roll, explain_unprinted
from bombsight.service.present.story import UNSEEN, Story, rests_on_unprinted
from bombsight.service.present.story_lines import LEGENDS
from tests.cli.calling import golden, screen

SCREENS = {
    "table": ("table", "lighthouse", "Reef"),
    "table-notes": ("table", "lighthouse", "traffic"),
    "table-grid": ("table", "lighthouse", "Leeway"),
    "table-variant": ("table", "lighthouse", "Weather", "--variant", "winter"),
    "table-index": ("table", "lighthouse"),
    "odds": ("odds", "lighthouse", "Weather", "--all"),
    "odds-given": (
        "odds",
        "lighthouse",
        "Reef",
        "--given",
        "sky is fog",
        "--given",
        "s.kind in {packet, collier}",
        "--rows",
    ),
    "diff": ("diff", "lighthouse", "--variant", "winter", "--without", "sheet"),
    "show": ("show", "lighthouse"),
    "show-find": ("show", "lighthouse", "--find", "rocks"),
    "show-table": ("show", "lighthouse", "Reef"),
    "show-enum": ("show", "lighthouse", "Kind"),
    "show-field": ("show", "lighthouse", "oil"),
    "show-procedure": ("show", "lighthouse", "watch"),
    "show-define": ("show", "lighthouse", "burn", "--variant", "winter"),
    "show-overlay": ("show", "lighthouse", "sheet"),
    "quote": ("table", "lighthouse", "sky turns", "--quote", "--row", "8"),
    "rules": ("rules", "lighthouse", "--option", "fog_signal=bell", "--variant", "winter", "--without", "sheet"),
    "rules-forecasts": ("rules", str(Path(__file__).parents[1] / "service" / "coast")),
    "preferences": ("preferences", "lighthouse", "--missions", "2", "--seed", "1"),
    "balance": ("balance", "lighthouse", "--missions", "300", "--seed", "1"),
    "test": ("test", "lighthouse"),
    "play-auto": ("play", "lighthouse", "--auto", "--seed", "2"),
    "play-quiet": ("play", "lighthouse", "--auto", "--seed", "2", "--quiet"),
    "play-books": ("play", "lighthouse", "--auto", "--seed", "2", "--tell", "books"),
    "replay-script": ("replay", "games/lighthouse/first-night.script"),
    "explain": ("explain", "O001"),
    "help": ("--help",),
    "help-play": ("play", "--help"),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens(shell, name):
    result = shell.call(*SCREENS[name])

    assert result.exit_code == 0
    assert result.stderr == ""
    assert screen(result.stdout) == golden(name, result.stdout)


def test_the_list_of_games(shell):
    result = shell.call("games", env={"COLUMNS": "100"})

    assert "lighthouse" in result.stdout
    assert "The Keeper's Night" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_a_profile(shell):
    """But for the times, which are of this moment."""
    result = shell.call("profile", "lighthouse", "--missions", "4", "--by", "calls", "--top", "12")
    shown = re.sub(r" *[0-9.]+ %", "  TIME", re.sub(r"[0-9.]+ ms", "TIME", result.stdout))

    assert result.exit_code == 0
    assert result.stderr == ""
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert screen(shown) == golden("profile", shown)


ANSWERS = """\

2
why
help
?
state
log 3
frog
sound
table weather
undo
/undo 2
quit
"""


def test_a_person_plays(shell):
    result = shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input=ANSWERS)

    assert result.exit_code == 0
    assert screen(result.stdout) == golden("play-person", result.stdout)


def test_a_person_asks_for_the_odds(shell):
    result = shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input="\nodds 100\n2\nodds 0\nquit\n")

    assert result.exit_code == 0
    assert screen(result.stdout) == golden("play-odds", result.stdout)
    assert "0 runs of each answer are not to be had" in result.stderr


def test_why_says_how_a_modifier_came_down():
    modifier = AppliedModifier(
        label="horn",
        amount=1,
        text="sky is fog",
        origin=Origin(cite="rule 5", standing="recovered", evidence="the second printing"),
    )
    view = RollView(
        table="Reef",
        title="Reef",
        dice=Dice(1, 6),
        faces=(3,),
        natural=3,
        modifiers=(modifier,),
        total=4,
        row=None,
    )

    assert "  +1 horn when sky is fog; recovered: the second printing [rule 5]" in map(str, explain_roll(view))
    otherwise = evolve(view, modifiers=(evolve(modifier, text="unless sky is clear"),))
    assert "  +1 horn unless sky is clear; recovered: the second printing [rule 5]" in map(str, explain_roll(otherwise))


REPAIRED, RECOVERED = Origin(standing="repaired"), Origin(standing="recovered")
LEAK = RollView(
    table=None,
    title="",
    dice=Dice(1, 6),
    faces=(3,),
    natural=3,
    modifiers=(),
    total=3,
    row=None,
    origin=Origin(cite="rule 9", standing="reconstructed", evidence="rule 4"),
)
BOXES = ChangeView(
    field="oil",
    title="Oil",
    old="0",
    new="9",
    old_title="0",
    new_title="9",
    origin=Origin(cite="rule 5", standing="reconstructed", evidence="rests on table Reef"),
)
FOUND = RollView(
    table="Wreck",
    title="Wreck",
    dice=Dice(1, 6),
    faces=(6,),
    natural=6,
    modifiers=(),
    total=6,
    row=RowInfo(label="6", title="Flotsam only", text="none", origin=Origin(standing="printed")),
    origin=Origin(standing="printed"),
)
ASKED = Question(0, "choice:a/b", "Which", "player", (Option("a", "A", frozenset()),) * 2, False, False, 0)


@pytest.mark.parametrize("width", range(60, 100))
def test_odds_of_answers_with_short_names_keep_to_the_width(width):
    measures = tuple(
        MeasureTold(name=name, title=name, kind="mean", matters="good", required=False) for name in "abcdef"
    )
    measured = (Measured(value=0.5, low=0.4, high=0.6, difference=-0.1, error=0.1),) * len(measures)
    answers = tuple(AnswerOdds(name=name, title=name, faults=0, measured=measured) for name in "AB")
    odds = Odds(id="choice:a/b", runs=100, until="mission", measures=measures, answers=answers, best="A")

    assert all(len(line) <= width for line in draw_odds(ASKED, odds, width))


@pytest.mark.parametrize(
    ("low", "high", "told"), [(1.8, 2.2, "victory"), (0.9, 2.1, "draw to victory"), (-0.2, 0.1, "defeat")]
)
def test_odds_tell_what_is_counted_in_words_by_words(low, high, told):
    verdict = MeasureTold(
        name="verdict",
        title="Verdict",
        kind="mean",
        matters="good",
        required=False,
        words=("defeat", "draw", "victory"),
    )
    measured = Measured(value=(low + high) / 2, low=low, high=high, difference=-0.5, error=0.1)
    answers = tuple(AnswerOdds(name=name, title=name, faults=0, measured=(measured,)) for name in "AB")
    odds = Odds(id="choice:a/b", runs=100, until="career", measures=(verdict,), answers=answers, best="A")
    shown = [line.plain.split("  ")[-1].strip() for line in draw_odds(ASKED, odds, 80)]
    assert shown[-4:] == [told, "-0.5 \N{PLUS-MINUS SIGN} 0.2 steps"] * 2


NOTHING = ResultView(table="Wreck", title="Wreck", values=(LabelledValue(of="", name="none", title="none"),))


def test_why_has_no_line_for_a_row_of_which_nothing_is_to_be_said():
    row = RowInfo(label="5..", title="", text="do pay(3, ...)", origin=Origin(standing="printed"))
    view = BeforehandView(table="Fares", title="Who pays", row=row, origin=Origin(standing="printed"))

    assert [line for line in map(str, explain_roll(view)) if not line.strip()] == []


def test_why_says_how_dice_without_a_table_came_down():
    assert "  reconstructed: rule 4" in map(str, explain_roll(LEAK))


def test_why_says_what_was_told_since_the_last_roll_rests_on():
    views: list[View] = [
        evolve(BOXES, title="Before"),
        FOUND,
        BOXES,
        evolve(BOXES, origin=REPAIRED),
        evolve(BOXES, title=""),
    ]

    assert [*map(str, explain_unprinted(views, None))] == ["Oil: reconstructed: rests on table Reef [rule 5]"]
    assert explain_unprinted([*views, LEAK], None) == []
    asked = evolve(ASKED, origin=Origin(standing="recovered", evidence="a letter"))
    assert [*map(str, explain_unprinted([*views, LEAK], asked))] == ["Which: recovered: a letter"]
    assert explain_unprinted([LEAK], ASKED) == []


def test_the_story_marks_what_is_not_printed_and_says_once_what_that_means():
    views: list[View] = [
        BOXES,
        LEAK,
        evolve(BOXES, origin=REPAIRED, new_title="8"),
        SayView(text="Dry.", origin=RECOVERED),
    ]
    lines = [str(line).strip() for line in draw_story(Story(detail="books").tell_all(views), 80)]

    assert [line.partition(" ··")[0] for line in lines] == [
        "Oil: 9 ~",
        LEGENDS[UNSEEN],
        "Dice ~",
        "Oil: 0 → 8",
        "Dry. ~",
    ]


def test_the_story_marks_a_roll_that_an_unprinted_modifier_counts_in():
    modifier = AppliedModifier(label="horn", amount=1, text="", origin=RECOVERED)

    assert rests_on_unprinted(evolve(FOUND, modifiers=(modifier,)))
    assert not rests_on_unprinted(evolve(FOUND, modifiers=(evolve(modifier, origin=Origin(standing="printed")),)))


@pytest.mark.parametrize(("rolled", "given", "marked"), [(RECOVERED, "", 1), ("", RECOVERED, 1), ("", "", 0)])
def test_the_story_marks_a_result_told_later_as_its_roll_was(rolled, given, marked):
    found = evolve(FOUND, origin=rolled or FOUND.origin)
    result = evolve(
        NOTHING, values=(LabelledValue(of="", name="flotsam", title="flotsam"),), origin=given or FOUND.origin
    )
    lines = [str(line) for line in draw_story(Story().tell_all([found, SayView(text="Dry."), result]), 80)]

    assert sum("Wreck ~: flotsam" in line for line in lines) == marked


def test_the_story_gives_a_row_without_a_result_by_its_title():
    lines = [str(line) for line in draw_story(Story().tell_all([FOUND, NOTHING]), 80)]

    assert [line.rpartition("→ ")[2] for line in lines] == ["Flotsam only"]


def test_a_question_is_marked_where_what_it_offers_is_not_printed():
    assert str(draw_question(ASKED, 80)[0]) == "Which"
    assert str(draw_question(evolve(ASKED, origin=RECOVERED), 80)[0]) == "Which ~"


WELL = """\
game well "The Well"
  sources optional

enum Rope: long "the long rope", short_one "a cord"

state career
  water "Water": 0..9 = 0

procedure mission
  choose pails from {1, 2, 4}
    ask "How many pails"
    by miller
  add pails to water
  choose more from {1, 2} or none
    ask "More"
  if more is not none
    add more to water
  choose rope from Rope or none
    ask "Which rope"
  if rope is long
    add 1 to water
"""

AT_THE_WELL = """\
How many pails (miller): 1, 2, 4
[1] > 3
'3' is not offered. Type 1, 2 or 4.

How many pails (miller): 1, 2, 4
[1] > 4
How many pails (miller) → 4
Water: 0 → 4

More: 1, 2, none
[1] > some
'some' is not offered. Type 1, 2 or none.

More: 1, 2, none
[1] > 2
Water: 4 → 6

Which rope
▸ 1  the long rope
  2  a cord
  0  none
[1] > 3
There is no such option. Type 1, 2, 0 for none or a word that only one has.

Which rope
▸ 1  the long rope
  2  a cord
  0  none
[1] > a cord
"""


def test_numbers_are_asked_for_in_a_line_and_what_is_none_of_them_is_told(shell):
    shell.write("games/well/well.rules", WELL)
    result = shell.call("play", "well", "--seed", "1", "--tell", "books", input="3\n4\nsome\n2\n3\na cord\n")

    assert AT_THE_WELL in result.stdout


@pytest.mark.parametrize(("typed", "water"), [("none", 4), ("0", 4), ("-", 4), ("1", 5)])
def test_a_number_may_be_declined(shell, typed, water):
    shell.write("games/well/well.rules", WELL)
    result = shell.call("play", "well", "--seed", "1", "--tell", "books", input=f"4\n{typed}\n1\n")

    assert f"Water: {water} → {water + 1}" in result.stdout


def test_real_dice_are_asked_for(shell):
    typed = "7\n2 9\n\n3 4\n\nhelp\nlots\nundo\nquit\n"
    result = shell.call("play", "lighthouse", "--dice", "manual", "--seed", "2", "--save", "a.save", input=typed)

    assert result.exit_code == 0
    assert screen(result.stdout) == golden("play-dice", result.stdout)


def test_a_game_is_taken_up_again(shell):
    shell.call("play", "lighthouse", "--seed", "2", "--save", "a.save", input="\n" * 3 + "sound\n" * 2)
    result = shell.call("resume", "a.save")

    assert result.exit_code == 0
    assert screen(result.stdout) == golden("resume", result.stdout)


@pytest.mark.parametrize("columns", [1, 20, 40, 200])
@pytest.mark.parametrize("name", ["table", "table-grid", "rules", "play-auto", "test"])
def test_any_width_will_do(shell, name, columns):
    result = shell.call(*SCREENS[name], env={"COLUMNS": str(columns)})

    assert result.exit_code == 0
    if columns >= 20:
        assert max(map(len, result.stdout.splitlines())) <= columns


def test_the_list_of_games_at_any_width(shell):
    for columns in (1, 20, 60):
        assert shell.call("games", env={"COLUMNS": str(columns)}).exit_code == 0


def test_colour_only_where_it_is_wanted(shell):
    plain = shell.call("table", "lighthouse", "Reef").stdout
    forced = shell.call("table", "lighthouse", "Reef", env={"NO_COLOR": "", "FORCE_COLOR": "1", "TERM": "xterm"}).stdout

    assert "\x1b" not in plain
    assert "\x1b" in forced


PART_KNOWN = """\
game pond "A Pond"
  sources optional

enum Sky: clear, fog

state mission
  depth "Depth": 0..9 = 3

table Reach "How far one sees" reconstructed "the box"
  for sky: Sky
  gives 0..9
  | sky   | near | far |
  | clear | 3    | 6   |                                             printed "page 2"
  | fog   | 1    | 2   |

table Gust "A gust" reconstructed "the box"
  roll 1d2
  +1 deep when depth > 8                                             printed "page 3"
  1 "Calm": 1                                                        printed "page 4"
  2..: 2

table Frogs "Frogs" printed "page 5"
  roll 1d2
  1: 1
  2: 2                                                               recovered "a letter"

procedure mission
  repeat 20 times
    set depth to roll on Gust
    set depth to roll on Frogs
  set depth to look up Reach(clear).far
"""


@pytest.fixture
def pond(shell):
    text = PART_KNOWN.replace("gives 0..9\n", "gives near: 0..9, far: 0..9\n", 1)
    shell.write("games/pond/a.rules", text)
    return shell


def test_what_is_printed_in_a_chart_that_is_not(pond):
    grid, rows = (pond.call("table", "pond", name).stdout for name in ("Reach", "Gust"))

    assert "reconstructed: the box" in grid
    (line,) = (line for line in grid.splitlines() if "clear" in line)
    assert "printed: page 2" in line
    assert not any("printed" in line for line in grid.splitlines() if "fog" in line)
    assert "printed: page 3" in rows
    assert "printed: page 4" in rows


def test_how_many_lines_are_printed_in_charts_that_are_not(pond):
    rules = pond.json("rules", "pond", "--json")
    games = pond.json("games", "--json")

    assert rules["printed_lines"] == 3
    assert [game["printed_lines"] for game in games["games"] if game["id"] == "pond"] == [3]
    assert [(found["kind"], found["name"], found["of"]) for found in rules["unseen"]] == [
        ("row", "2", "table Frogs"),
        ("table", "Reach", ""),
        ("table", "Gust", ""),
    ]
    assert "Of these, 3 lines are printed" in pond.call("rules", "pond").stdout


def test_what_is_printed_in_an_enum_that_is_not(pond):
    pond.write(
        "games/pond/b.rules",
        'enum Bank reconstructed "the box" cite "page 1"\n'
        "  | bank  | width |\n"
        '  | north | 2     | printed cite "page 5"\n'
        "  | south | 3     |\n",
    )
    shown = pond.call("show", "pond", "Bank").stdout

    assert pond.json("rules", "pond", "--json")["printed_lines"] == 4
    assert re.search(r"north +2 +printed \[page 5\]", shown)
    assert re.search(r"south +3 *$", shown, re.MULTILINE)


def test_what_computes_with_a_guess_is_listed_and_counted_with_what_it_rests_on(pond):
    text = PART_KNOWN.replace("gives 0..9\n", "gives near: 0..9, far: 0..9\n", 1)
    sight = "define sight: 0..9 = look up Reach(fog).far\n"
    pond.write(
        "games/pond/a.rules", text.replace("Reach(clear).far", "Reach(clear).far + sight - sight") + "\n" + sight
    )
    rules, screen = pond.json("rules", "pond"), pond.call("rules", "pond").stdout
    (game,) = (game for game in pond.json("games")["games"] if game["id"] == "pond")

    assert [
        (each["name"], each["said"], each["origin"]["standing"], each["origin"]["evidence"])
        for each in rules["resting"]
    ] == [
        ("sight", "printed", "reconstructed", "rests on table Reach"),
        ("mission", "printed", "reconstructed", "rests on table Reach"),
    ]
    assert "sight" not in {each["name"] for each in rules["unseen"]}
    assert "Resting on these" in screen
    assert "rests on table Reach" in screen
    assert game["rule_standings"]["reconstructed"] == 2


def test_what_rests_on_no_print_is_marked_and_told_once(pond):
    played = pond.call("play", "pond", "--auto", "--seed", "1").stdout

    assert played.count("not printed, or worked out from what is not") == 1
    rolls = [line for line in played.splitlines() if line.strip().startswith(("A gust", "Frogs"))]
    assert {("~" in line, line.rstrip(")")[-1]) for line in rolls} == {(False, "1"), (True, "2")}


def test_why_gives_a_printed_row_no_evidence_of_its_table(pond):
    played = pond.call("play", "pond", "--json", "--auto", "--seed", "1").stdout
    rows = [json.loads(line)["row"] for line in played.splitlines() if '"event":"roll"' in line]

    found = {(row["label"], row["origin"]["standing"], row["origin"]["evidence"]) for row in rows if row}
    assert ("1", "printed", "page 4") in found
    assert ("2..", "reconstructed", "the box") in found
