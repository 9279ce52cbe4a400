"""The story in lines: what is told at which level, and that no code stands in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import Origin
from bombsight.flat.sites import RowInfo, Tone
from bombsight.runtime.events.views import (
    BeforehandView,
    ChangeView,
    ChoiceView,
    ElementView,
    EnterView,
    LabelledValue,
    LeaveView,
    OutcomeView,
    ResultView,
    RollView,
    SayView,
    View,
    render_result,
)
from bombsight.service.lookup.phrases import BY_RULES_TEXT, Phrases, table_label
from bombsight.service.present.story import Detail, Story, StoryLine

PHRASES = Phrases(
    fields={"mission_number": "Mission", "radio_out": "Radio out", "lamp": "Lamp"},
    owners={"radio_out": "mission", "target": "mission"},
    procedures={"flood": "Water in the hold"},
    tables={"B-5": "B-5 Area damage"},
    values={"one": "One engine", "lost": "lost"},
    records=frozenset({"record"}),
)


def story_lines(views: Sequence[View], detail: Detail = "rolls", **more: Any) -> list[StoryLine]:
    return [line for line in Story(PHRASES, detail=detail, **more).tell_all(views) if line.kind != "legend"]


def texts(views: Sequence[View], detail: Detail = "rolls") -> list[str]:
    return [": ".join(filter(None, (line.text, line.dice, line.result))) for line in story_lines(views, detail)]


def change(field: str, title: str, old: str, new: str, tone: Tone = "") -> ChangeView:
    return ChangeView(field=field, title=title, old=old, new=new, old_title=old, new_title=new, tone=tone)


def rolled(title: str = "", table: str | None = None, row: RowInfo | None = None) -> RollView:
    return RollView(
        table=table, title=title, dice=Dice(1, 6), faces=(3,), natural=3, modifiers=(), total=3, row=row, arguments=()
    )


def entered(title: str, name: str = "p") -> EnterView:
    return EnterView(kind="procedure", name=name, title=title, arguments=())


def row(text: str, title: str = "", label: str = "4") -> RowInfo:
    return RowInfo(label=label, title=title, text=text, origin=Origin())


def joins(name: str, list_: str = "ships", *, leaves: bool = False) -> ElementView:
    title = {"ships": "Ships", "record": "Composite record"}[list_]
    return ElementView(list=list_, title=title, joins=not leaves, element=name.lower(), element_title=name)


RADIO = change("radio_out", "Radio out", "no", "yes", "bad")
BURSTS = change("bursts[nose]", "Bursts, Nose", "10", "9")
SAID = SayView(text="The radio is out.", tone="bad")


# --- levels


def test_news_is_what_is_said_rolls_add_dice_and_books_every_change():
    views: list[View] = [rolled("Radio Room", "P-4", row("none", "Radio")), SAID, RADIO, BURSTS]

    assert [line.kind for line in story_lines(views, "news")] == ["news"]
    assert [line.kind for line in story_lines(views, "rolls")] == ["roll", "news"]
    assert [line.kind for line in story_lines(views, "books")] == ["roll", "news", "change", "change"]


@pytest.mark.parametrize("detail", ["news", "rolls", "books"])
def test_damage_without_a_word_is_told_at_every_level(detail: Detail):
    (line,) = story_lines([BURSTS, RADIO] if detail != "books" else [RADIO], detail)

    assert (line.kind, line.text, line.result, line.dice, line.tone) == (
        "change",
        "Radio out",
        "yes" if detail == "books" else "",
        "",
        "bad",
    )


def test_a_flag_is_told_by_its_name_and_not_by_yes_or_no():
    aground = change("aground", "Aground", "no", "yes", "bad")

    assert texts([aground]) == ["Aground"]
    assert texts([aground, change("aground", "Aground", "yes", "no", "good")])[1:] == ["Aground: no longer"]


def test_a_title_says_that_a_result_is_nothing():
    def result_text(number: str) -> str:
        given = ResultView(table="Sky", title="Sky", values=(LabelledValue(of="", name=number, title=number),))
        return story_lines([rolled("Sky", "Sky", row(number, "A gust")), given])[0].result

    assert [result_text("1"), result_text("0")] == ["A gust (1)", "A gust"]


def test_of_a_table_on_a_card_with_several_the_card_is_shown():
    assert table_label("B2-hits", "Hits") == "B2 Hits"
    assert table_label("2-1a", "Targets") == "2-1a Targets"
    assert table_label("harbour", "Who lies there") == "Who lies there"


def test_a_sentence_before_dice_speaks_for_no_change_behind_them():
    lines = story_lines([SAID, rolled("Fire", "F"), RADIO])

    assert [line.kind for line in lines] == ["news", "roll", "change"]


@pytest.mark.parametrize(
    ("text", "tone", "kinds"),
    [
        ("Sky: Fog.", "", ["roll"]),
        ("Sky over the rock: fog.", "", ["roll"]),
        ("Sky: fog.", "bad", ["roll", "news"]),
        ("Sky: clear.", "", ["roll", "news"]),
        ("Sea: fog.", "", ["roll", "news"]),
        ("Fog.", "", ["roll", "news"]),
    ],
)
def test_a_sentence_that_only_repeats_a_throw_is_left_to_the_throws_line(text, tone, kinds):
    views: list[View] = [rolled("Sky", "K-1", row("fog", "Fog")), SayView(text=text, tone=tone)]

    assert [line.kind for line in story_lines(views, "rolls")] == kinds
    assert [line.text for line in story_lines(views, "news")] == [text]


def test_numbers_run_down_without_a_sign():
    assert story_lines([change("oil", "Oil", "14", "12")], "rolls") == []


def test_answers_are_told_but_to_the_player_who_gives_them():
    asked = ChoiceView(
        id="c", prompt="Go on", by="player", options=(), titles=(), answer="yes", answer_title="Yes", offer=False
    )

    assert texts([asked]) == ["Go on: Yes"]
    assert story_lines([asked], answers=False) == []
    assert story_lines([evolve(asked, by="enemy")], answers=False)[0].by == "enemy"


def test_what_an_answer_rests_on_is_marked_in_the_books_alone():
    unseen = evolve(
        ChoiceView(
            id="c", prompt="Go on", by="player", options=(), titles=(), answer="yes", answer_title="Yes", offer=False
        ),
        origin=Origin(standing="reconstructed"),
    )

    assert [story_lines([unseen], detail)[0].is_unseen for detail in ("rolls", "books")] == [False, True]


# --- elements


def test_elements_that_come_together_stand_on_one_line_but_in_the_books():
    views = [joins("A"), joins("B"), joins("C", leaves=True)]

    assert [(line.kind, line.names) for line in story_lines(views)] == [("joins", ("A", "B")), ("leaves", ("C",))]
    assert [line.names for line in story_lines(views, "books")] == [("A",), ("B",), ("C",)]
    assert [(line.text, line.names) for line in story_lines(views, "news")] == [("Ships", ("A", "B"))]


def test_a_record_s_line_is_of_the_books_says_what_it_is_a_line_of_and_has_no_ordinal():
    views = [joins("Vegesack, U-boats Draw #3", "record")]
    (line,) = story_lines(views, "books")

    assert story_lines(views) == []
    assert (line.text, line.names) == ("Composite record", ("Vegesack, U-boats Draw",))


# --- defaults are no news


def test_a_record_s_line_that_a_sentence_stands_beside_is_told_in_the_books_alone():
    views: list[View] = [joins("Bremen", "record"), SayView(text="Bombs on Bremen.")]

    assert [line.kind for line in story_lines(views, "rolls")] == ["news"]
    assert [line.kind for line in story_lines(views, "books")] == ["joins", "news"]


@pytest.mark.parametrize(("said", "kinds"), [("Off: Sloop 6.", ["news"]), ("Off: a sloop.", ["news", "leaves"])])
def test_whoever_leaves_is_told_once_where_a_sentence_gives_the_full_name(said, kinds):
    views: list[View] = [SayView(text=said), joins("sloop 6", leaves=True)]

    assert [line.kind for line in story_lines(views, "rolls")] == kinds


@pytest.mark.parametrize(("said", "kinds"), [("Night 3: lost.", ["news"]), ("Not lost.", ["news", "end"])])
def test_how_it_ended_is_told_once(said, kinds):
    views: list[View] = [SayView(text=said), OutcomeView(result="lost", title="lost")]

    assert [line.kind for line in story_lines(views, "news")] == kinds


def test_what_was_never_so_is_not_told():
    views: list[View] = [
        change("mission_number", "Mission", "1", "11"),
        change("target", "Target", "Abbeville", "Emden"),
        change("cover", "Cover", "none", "Fair"),
        RADIO,
        rolled("Sky", "Sky"),
        change("target", "Target", "Emden", "Brest"),
        change("mission_number", "Mission", "11", "12"),
    ]

    assert texts(views, "books") == [
        "Mission: 11",
        "Target: Emden",
        "Cover: Fair",
        "Radio out: yes",
        "Sky: 3",
        "Target: Emden: Brest",
        "Mission: 11: 12",
    ]


def test_what_fell_back_begins_anew():
    views: list[View] = [
        entered("Mission", "mission"),
        change("target", "Target", "Abbeville", "Emden"),
        LeaveView(kind="procedure", name="mission"),
        change("target", "Target", "Abbeville", "Brest"),
    ]

    assert texts(views, "books")[1:] == ["Target: Emden", "Target: Brest"]


def test_a_result_in_parts_is_told_in_words_and_not_as_a_record():
    def parts(**names: str) -> str:
        return render_result([LabelledValue(of=of, name=name, title=name) for of, name in names.items()])

    assert parts(best_of="fog", miles="4") == "fog, 4 miles"
    assert parts(miles="4", at_night="yes") == "4 miles, at night"
    assert parts(miles="4", at_night="no") == "4 miles"
    assert parts(find="none", wood="4") == "4 wood"
    assert parts(find="none", wood="none") == "none"
    assert parts(lit="no", oiled="no") == "no lit, no oiled"
    assert render_result([LabelledValue(of="", name="no", title="no")]) == "no"


# --- no code


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("when mission_number <= 5", "mission at most 5"),
        ("when lamp > 0 and not radio_out", "lamp above 0 and not radio out"),
        ("when trapped(p)", "trapped"),
        ("when lamp in 2..3 and target in fog..", "lamp in 2 to 3 and target in fog or later"),
        ("5..", "5 or more"),
        ("..5", "up to 5"),
        ("when count(p in Post where alive(p)) is 0", BY_RULES_TEXT),
        ("when man[who].health in twice..", BY_RULES_TEXT),
    ],
)
def test_why_no_dice_were_thrown_is_said_in_words(written: str, said: str):
    view = BeforehandView(table="G-5", title="Cover", row=row("lost", label=written))
    (line,) = story_lines([view])

    assert (line.reason, line.result) == (said, "lost")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("do shells(4)", "4"),
        ("do flood(one)", "Water in the hold"),
        ("do shells(lamp, ...)", ""),
        ("roll on B-5(one)", "B-5 Area damage"),
        ("one", "One engine"),
        ("note b", ""),
    ],
)
def test_what_a_row_does_is_said_in_words_or_not_at_all(written: str, said: str):
    assert story_lines([rolled("Flak", "O-4", row(written))])[0].result == said


@pytest.mark.parametrize(
    ("title", "text", "detail", "said"),
    [
        ("Reef, then fog", "one, lost", "rolls", "Reef, then fog"),
        ("Reef, then fog", "one, lost", "books", "Reef, Fog"),
        ("Reef or rocks", "return reef, fog", "rolls", "Reef, Fog"),
        ("", "one, lost", "rolls", "Reef, Fog"),
    ],
)
def test_several_parts_are_told_by_the_title_of_their_row_but_in_the_books(
    title: str, text: str, detail: Detail, said: str
):
    values = (LabelledValue(of="first", name="reef", title="Reef"), LabelledValue(of="second", name="fog", title="Fog"))
    given = ResultView(table="Watch", title="Watch", values=values)
    roll, *_ = story_lines([rolled("Watch", "Watch", row(text, title)), given], detail)
    assert roll.result == said


@pytest.mark.parametrize(
    ("title", "given", "result"),
    [
        ("A gust", "1", "A gust (1)"),
        ("Lower", "-2", "Lower (-2)"),
        ("It holds", "yes", "It holds"),
        ("", "1", "1"),
    ],
)
def test_numbers_are_told_by_the_title_of_their_row(title: str, given: str, result: str):
    value = ResultView(table="T", title="T", values=(LabelledValue(of="", name=given, title=given),))
    line, *_ = story_lines([rolled("The wing", "T", row(given, title)), value])
    assert line.result == result


def test_what_has_a_title_of_its_own_is_told_by_that():
    value = ResultView(table="T", title="T", values=(LabelledValue(of="", name="gale", title="a gale"),))
    line, *_ = story_lines([rolled("The sky", "T", row("gale", "Storm")), value])
    assert line.result == "a gale"


def test_dice_without_a_name_are_called_after_what_is_being_done():
    lines = story_lines([entered("Night"), entered("Engine hit (#3)", "hit"), rolled()])

    assert [(line.kind, line.text) for line in lines] == [("chapter", "Night"), ("roll", "Engine hit (#3)")]


def test_further_dice_of_a_table_say_what_they_decide():
    wings = rolled("Wings", "BL-1", row("none", "Engine"))
    lines = story_lines([wings, rolled("Wings", None, row("none", "#1 or #3"))])

    assert [line.text for line in lines] == ["BL-1 Wings", "Wings: Engine"]


# --- marks


def test_what_marks_mean_is_said_once():
    story = Story(PHRASES)
    lines = story.tell_all([SAID, SAID, SayView(text="Safe.", tone="good")])

    assert [(line.kind, line.text) for line in lines if line.kind == "legend"] == [("legend", "tones")]


def test_throws_are_numbered_whether_told_or_not():
    views = [rolled("Sky", "Sky"), rolled("Sea", "Sea")]
    story = Story(PHRASES, detail="news")
    story.tell_all(views)
    story.detail = "rolls"

    assert [line.number for line in story.tell_all(views)] == [3, 4]


def test_outer_headings_are_shown_once_while_they_stay_the_same():
    def hour(inner: str) -> list[View]:
        leaves = [LeaveView(kind="procedure", name=name) for name in ("q", "hour")]
        return [entered("Night"), entered("Hour", "hour"), entered(inner, "q"), SAID, *leaves]

    views = [*hour("Sky"), *hour("Sea")[1:]]
    assert [line.names for line in story_lines(views) if line.kind == "heading"] == [("Hour", "Sky"), ("Sea",)]


def test_what_is_kept_of_a_story_explains_no_marks():
    views: list[View] = [entered("Night"), SAID]
    kinds = [line.kind for line in Story(PHRASES).tell_all(views)]
    assert "legend" in kinds
    assert "legend" not in [line.kind for line in Story(PHRASES, explains_marks=False).tell_all(views)]
