"""A save told as a page and as Markdown: what stands there, in what order, and that nothing gets out of its place."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.boards import BoardShown, MarkShown, PlaceShown, ThingShown
from bombsight.service.common.markup import render_markup
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.debriefing import Counted, Debriefing
from bombsight.service.present.story import DETAILS, Detail
from bombsight.service.report.brief import MAX_LINES, render_brief
from bombsight.service.report.charts import describe_sum, render_charts, render_columns
from bombsight.service.report.chronicle import group_by_name
from bombsight.service.report.head import find_worst
from bombsight.service.report.markdown import escape_markdown, is_own_markdown, render_markdown
from bombsight.service.report.page import PAGE_START, render_page
from bombsight.service.report.report_data import Chapter, build_report, changed_boards
from bombsight.service.report.wording import (
    chapter_headings,
    chapter_titles,
    describe_played,
    remaining_tallies,
    table_texts,
    worth_saying,
)
from bombsight.service.saves.careers import CareerTable, Column
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def saves(tmp_path_factory):
    """A season that is over, a night that is over, a night that goes on."""
    found = tmp_path_factory.mktemp("saves")
    for name, more in (("season", {"campaign": True}), ("night", {"mission": 2})):
        with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=4, save=found / name, **more), "auto") as play:
            play.view()
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=4, save=found / "open")) as play:
        play.answer(unwrap(play.view().question).options[-1].name)
    return found


@pytest.fixture(scope="module", params=["season", "night", "open"])
def told(request, saves):
    return build_report(saves / request.param)


def parsed(text: str) -> ElementTree.Element:
    """A page as its elements; it is XML, too."""
    assert text.startswith(PAGE_START)
    return ElementTree.fromstring(text.removeprefix(PAGE_START))


def test_a_page_is_whole_and_accessible(told):
    found = parsed(render_page(told))
    ids = [each.get("id") for each in found.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    for picture in found.iter(f"{SVG}svg"):
        assert set(picture.attrib["aria-labelledby"].split()) <= set(ids)
        assert picture.find(f"{SVG}title") is not None
        assert picture.find(f"{SVG}desc") is not None
        assert picture.find(f"{SVG}style") is None
    levels = [int(each.tag[1]) for each in found.iter() if re.fullmatch(r"h[1-6]", each.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))
    assert all(each.get("scope") for each in found.iter("th"))
    assert all(each.get("src") is None for each in found.iter())
    assert {each.get("href") for each in found.iter() if each.get("href")} <= {f"#{each}" for each in ids}


def test_the_night_is_told_with_its_dice_and_how_it_ended(saves):
    night = build_report(saves / "night")
    text = render_page(night)
    assert len(night.chapters) == 1
    assert night.chapters[0].end is not None
    assert night.chapters[0].end.debriefing is not None
    for part in night.chapters[0].passages:
        for line in part.lines:
            if line.kind == "roll" and line.total:
                assert f"= {line.total}</b>".replace("-", "\N{MINUS SIGN}") in text
    assert "<summary>In the books</summary>" in text
    assert "<svg" in text
    assert any(part.boards for part in night.chapters[0].passages)


def test_a_season_has_its_record_and_a_debriefing_of_each_mission(saves):
    season = build_report(saves / "season")
    assert season.is_over
    assert len(season.debriefings) > 1
    assert season.career is not None
    text = render_page(season)
    for table in season.career.tables:
        for row in table.rows:
            assert row[0] in text
    assert text.count("<h3>Debriefing</h3>") == len(season.debriefings)
    assert "<summary>In the books</summary>" not in text


def test_what_is_said_after_a_mission_stands_behind_its_debriefing_as_in_play(saves):
    season = build_report(saves / "season")
    for text, debriefing in ((render_page(season), "<h3>Debriefing</h3>"), (render_markdown(season), "### Debriefing")):
        for night in range(1, len(season.debriefings) + 1):
            before, after = text.split(f"has kept {night} of 4 nights.")
            assert before.count(debriefing) == night
            assert after.count(debriefing) == len(season.debriefings) - night


def test_a_save_that_goes_on_says_so(saves):
    still = build_report(saves / "open")
    assert not still.is_over
    assert "It goes on: " in render_page(still)
    assert unwrap(still.chapters[-1].end).debriefing is None


def test_markdown_has_headings_and_tables_and_no_markup_of_others(told):
    text = render_markdown(told)
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    assert prose.startswith(f"# {escape_markdown(told.title)}\n")
    assert not re.search(r"(?<!\\)<", prose)
    tables = [block for block in prose.split("\n\n") if block.startswith("|")]
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_hostile_words_stay_words():
    assert escape_markdown("a|b <i> *x*") == r"a\|b \<i> \*x\*"


def test_only_what_markdown_would_read_is_escaped():
    kept = ("Engine #2", "a > b", "3 - 2", "1.5 and 2.")
    assert [*map(escape_markdown, kept)] == [*kept]
    read = ("# one", "> two", "+ three", "- four", "5. five", "6) six")
    assert [*map(escape_markdown, read)] == ["\\# one", "\\> two", "\\+ three", "\\- four", "5\\. five", "6\\) six"]


def test_a_board_is_shown_where_it_has_changed():
    place = PlaceShown(name="a", title="A", row=0, column=0, columns=1, things=())
    empty = BoardShown(name="plan", title="Plan", layout="plan", rows=1, columns=1, places=(place,), notes=())
    boat = ThingShown(marks=(MarkShown(text="boat", tone="", column=0),))
    full = evolve(empty, places=(evolve(place, things=(boat,)),))
    shown: dict[str, BoardShown] = {}
    seen = [changed_boards([board], shown) for board in (empty, full, full, empty)]
    assert seen == [(), (full,), (), (empty,)]


def test_of_a_board_only_what_is_said_beside_it_may_change_unshown():
    thing = ThingShown(marks=(MarkShown(text="boat", tone="", column=0),))
    place = PlaceShown(name="a", title="A", row=0, column=0, columns=1, things=(thing,))
    board = BoardShown(name="plan", title="Plan", layout="plan", rows=1, columns=1, places=(place,), notes=())
    shown: dict[str, BoardShown] = {}
    assert [changed_boards([each], shown) for each in (board, evolve(board, notes=(thing,)))] == [(board,), ()]


def test_what_numbers_of_a_career_come_to():
    assert describe_sum("Home", [1, 0, 1], is_share=True) == "2 of 3"
    assert describe_sum("Claims", [4, 0, 1], is_share=False) == "5 together, 1.7 a mission"
    assert describe_sum("On target, %", [40, 0], is_share=False) == "20.0 a mission, on average"


def test_a_column_below_nothing_is_bad_where_more_is_good():
    svg = render_columns("Result", "good", [("Night 1", 1), ("Night 2", -1), ("Night 3", 0)])
    tones = {each.get("class"): len(each.findall("g")) for each in ElementTree.fromstring(render_markup(svg)).iter("g")}
    assert {tone: count for tone, count in tones.items() if tone} == {"bars good": 1, "bars bad": 1}


def test_a_table_has_no_column_in_which_nothing_stands():
    heads = tuple(Column(title, title, False) for title in ("post", "ace", "kills"))
    table = CareerTable("roll", "Roll", heads, (("the mate", "", "0"), ("the cook", "", "2")))
    assert table_texts(table) == (["Post", "Kills"], [("The mate", "0"), ("The cook", "2")])


def test_what_stands_in_the_record_is_not_counted_again(saves):
    season = build_report(saves / "season")
    assert [tally.title for tally in season.tallies] == ["Lost in the season", "Nights kept"]
    assert [title for title, _ in remaining_tallies(season)] == ["Lost in the season"]


def test_the_chapters_of_a_season_can_be_gone_to(saves):
    season = build_report(saves / "season")
    found = parsed(render_page(season))
    links = [(each.text, each.get("href")) for each in found.iter("a")]
    headings = [(heading, f"#chapter-{at}") for at, heading in enumerate(chapter_headings(season.chapters), 1)]
    told = [each for each, chapter in zip(headings, season.chapters, strict=True) if chapter.chronicle]
    assert [link for link in links if link in headings] == told
    assert not [*found.iter("nav")]


def test_without_a_chronicle_a_season_has_a_table_of_contents(saves):
    season = build_report(saves / "season")
    bare = evolve(season, chapters=tuple(evolve(chapter, chronicle=()) for chapter in season.chapters))
    links = [(each.text, each.get("href")) for each in parsed(render_page(bare)).iter("a")]
    assert links[0] == ("Night 1", "#chapter-1")
    assert len(links) == len(season.chapters)
    night = build_report(saves / "night")
    alone = evolve(night, chapters=tuple(evolve(chapter, chronicle=()) for chapter in night.chapters))
    assert not [*parsed(render_page(alone)).iter("a")]


def test_a_sentence_of_the_chronicle_links_to_its_line(saves):
    for name in ("season", "night"):
        report = build_report(saves / name)
        found = parsed(render_page(report))
        lines = {each.get("id"): "".join(each.itertext()) for each in found.iter("p") if each.get("id")}
        links = [each for each in found.iter("a") if each.get("href", "").startswith("#event-")]
        assert links
        for link in links:
            assert (link.text or "-") in lines[link.get("href", "").removeprefix("#")]


def test_a_person_has_the_sentences_that_name_him(saves):
    season = build_report(saves / "season")
    (keeper,) = group_by_name([chapter.chronicle for chapter in season.chapters])
    assert season.career is not None
    assert keeper.name.title == season.career.facts[0].value
    assert len(keeper.chapters) == len(season.debriefings)
    assert {entry.text for _, entries in keeper.chapters for entry in entries} == {
        f"{keeper.name.title} climbs the stairs and lights the lamp."
    }


@pytest.mark.parametrize("detail", DETAILS)
def test_a_sentence_of_the_chronicle_alone_is_no_line_of_the_story(tmp_path, monkeypatch, detail):
    chapter = told_by(tmp_path, monkeypatch, CLOCK, detail)
    assert chapter.title == "Night"
    assert [entry.text for entry in chapter.chronicle] == ["One.", "The clock", "Two, and it is late.", "Three."]
    assert [entry.is_headline for entry in chapter.chronicle] == [False, True, False, False]
    lines = [line for part in chapter.passages for line in part.lines if line.kind == "news"]
    assert [line.text for line in lines] == ["One.", "Not of it.", "Three."]
    assert [entry.anchor for entry in chapter.chronicle if entry.text != "Three."] == [lines[0].anchor] * 3
    assert lines[1].anchor == ""
    assert lines[2].anchor == chapter.chronicle[-1].anchor != ""


def test_a_brief_report_fits_a_post(saves):
    for name in ("season", "night", "open"):
        brief = render_brief(build_report(saves / name))
        assert len(brief.splitlines()) <= MAX_LINES
        assert is_own_markdown(brief)
    season = build_report(saves / "season")
    long = evolve(season, chapters=season.chapters * 40)
    lines = render_brief(long).splitlines()
    assert len(lines) == MAX_LINES
    assert [line for line in lines if line.endswith("before these")]


def test_the_head_has_who_is_best_and_the_worst_mission(saves):
    season = build_report(saves / "season")
    assert [title for title, _ in season.head] == ["Keeper", *(["Worst"] if find_worst(season.debriefings) else [])]
    ends = [
        Debriefing(
            title=f"Night {night}",
            event=night,
            tallies=(Counted("Dark", "yes", "bad", 1), Counted("Ships lost", str(lost), "bad", lost)),
            troubles=(),
            sheet=(),
            record=(),
        )
        for night, lost in enumerate((0, 3, 3), 1)
    ]
    assert find_worst(ends) == "Night 2: Ships lost 3"
    assert find_worst(ends[:1]) == ""


def test_of_a_mission_only_what_was_is_counted():
    tallies = (
        Counted("Home", "yes", "good", 1),
        Counted("Lost", "0", "bad", 0),
        Counted("Dark", "no", "bad", 0),
        Counted("Balance", "-1", "good", -1, is_balance=True),
        Counted("Result", "draw", ""),
    )
    assert worth_saying(tallies) == [("Home", "yes"), ("Result", "draw")]


def test_a_title_that_comes_again_says_which_it_is():
    chapters = [Chapter(title, (), None) for title in ("", "Night 1", "Night 1", "Night 2", "Night 1")]

    assert [*chapter_titles(chapters)] == ["Before it begins", "Night 1", "Night 1 (2)", "Night 2", "Night 1 (3)"]


def test_a_mission_by_itself_is_called_as_in_its_story(saves):
    assert describe_played(build_report(saves / "night")) == "Night 2"


def told_by(tmp_path, monkeypatch, rules: str, detail: Detail | None = None) -> Chapter:
    """The one chapter of a mission of some rules, played by the autopilot."""
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "10-game.rules").write_text(rules, encoding="utf-8")
    with start_game(str(tmp_path / "game"), Rules(), GameSetup(seed=1, save=tmp_path / "save"), "auto") as play:
        play.view()
    (chapter,) = build_report(tmp_path / "save", detail=detail).chapters
    return chapter


CLOCK = """\
game clock "The Clock"
  author "Nobody"
  language 1
  sources optional

procedure mission "Night"
  let late = 1d6 > 0
  say "One." chronicle
  chronicle headline "The clock"
  chronicle "Two, and it is late." bad when late
  chronicle "Two, and it is early." when not late
  say "Not of it." good
  say "Three." bad chronicle
"""


def test_boards_wait_for_the_main_part_of_a_mission(tmp_path, monkeypatch):
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "tower").mkdir()
    (tmp_path / "tower" / "10-tower.rules").write_text(TOWER, encoding="utf-8")
    with start_game(str(tmp_path / "tower"), Rules(), GameSetup(seed=1, save=tmp_path / "save"), "auto") as play:
        play.view()
    (chapter,) = build_report(tmp_path / "save").chapters
    shown = [[place.things[0].text for place in board.places] for part in chapter.passages for board in part.boards]
    assert shown == [["fog"], ["fog", "fog"]]


TOWER = """\
game tower "The Tower"
  author "Nobody"
  language 1
  sources optional

enum Sky: clear, fog

state mission
  sky "Sky": Sky = clear
  hour "Hour": 1..2 = 1

board sight "What is seen"
  columns h in 1..hour
    mark "{sky}"

procedure mission "Night"
  do prepare
  for h in 1..2
    do watch(h)
  do rest

procedure prepare "Before the night"
  step sky "The sky"
    set sky to fog
  step more "More"
    nothing

procedure watch(h: 1..2) "Hour"
  set hour to h
  step first "First"
    say "Nothing."
  step then "Then"
    say "Nothing."
    say "Nothing at all."

procedure rest "Rest"
  nothing
"""


def test_what_never_changes_has_no_chart():
    ends = [
        Debriefing(
            title=f"Night {night}",
            event=night,
            tallies=(
                Counted("Ships", str(night), "good", night),
                Counted("Fixed", "1", "", 1),
                Counted("Sky", "fog", ""),
            ),
            troubles=(),
            sheet=(),
            record=(),
        )
        for night in (-1, 3)
    ]
    assert render_charts(ends[:1]) == []
    assert len(render_charts(ends)) == 1


def test_what_is_no_save_is_told_so(tmp_path):
    path = tmp_path / "letter"
    path.write_text("Dear Aud,\n", encoding="utf-8")
    with pytest.raises(InputError):
        build_report(path)


def test_a_save_that_was_changed_is_told_with_its_place(saves, tmp_path):
    path = tmp_path / "changed"
    lines = (saves / "night").read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:1], *lines[2:]]), encoding="utf-8")
    with pytest.raises(InputError) as raised:
        build_report(path)
    assert raised.value.place.startswith(str(path))
