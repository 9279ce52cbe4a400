"""The pages of a site that are read: what stands on them, where their links lead, what browsers let them do."""

from __future__ import annotations

import os
import posixpath
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve

from bombsight.boundary.budget import Budget, OverBudgetError, WorkKind
from bombsight.compiler.graph.expressions import Read
from bombsight.compiler.lower.program_builder import analyze_graph
from bombsight.compiler.odds_harness import Scene
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.compiler.thresholds import NumberUsage, number_key
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.source import Source
from bombsight.flat.types import EnumType, IntType
from bombsight.service.common.markup import Element
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.cards import look_up_card
from bombsight.service.lookup.verbalizer import readable_name
from bombsight.service.site.pages import odds_cache
from bombsight.service.site.pages.addresses import claim_unique_name
from bombsight.service.site.pages.all_pages import render_reference_pages
from bombsight.service.site.pages.book import build_book
from bombsight.service.site.pages.card import build_table_page, count_key_columns
from bombsight.service.site.pages.fragments import PageContext
from bombsight.service.site.pages.odds_cache import load_site_odds
from bombsight.service.site.pages.sequence import build_sequence
from bombsight.service.table_odds.question import OddsQuestion
from bombsight.service.table_odds.roller import RUN_COST
from bombsight.service.table_odds.situations import answer_question, compute_table_odds
from bombsight.service.table_odds.wording import chance_text, make_result_lines
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

TESTS = Path(__file__).parents[2]
LIGHTHOUSE = str(EXAMPLES / "lighthouse")
REQUEST = request_for_game(LIGHTHOUSE, Rules())
WINTER = request_for_game(LIGHTHOUSE, Rules(variants=("winter",)))
FILES = dict(render_reference_pages([[REQUEST, WINTER]]))
PAGES = {path: text for path, text in FILES.items() if path.endswith(".html")}
BOOK = build_book([REQUEST, WINTER])

OTHERS = {"base.css", "icon.svg", "manifest.webmanifest", "play/index.html"}
"""What the pages lead to, and others write."""


CITING = """\
game shore "The Shore"
  sources optional

procedure mission
  roll on K-1
  roll on K-2

table K-1 "Tide"
  roll 1d6
  1..: nothing

table K-2 "Wind"
  roll 1d6
  1..: nothing

errata slips "Slips" for shore
  1 "The wind stands" cite "errata 1"
    confirms table K-2
"""

CITED = "K-1, K-2 (a), K-22, xK-2; errata 1, errata 12, slip 1"
"""Of which a part is this page, and some are other names."""


def parsed(text: str) -> ElementTree.Element:
    """A page, which is well-formed as XML, too."""
    first, _, rest = text.partition("\n")
    assert first == "<!doctype html>"
    return ElementTree.fromstring(rest)


TREES = {path: parsed(text) for path, text in PAGES.items()}


def text_of(node: Element | str) -> str:
    """The text of a node, whose children may be elements."""
    return node if isinstance(node, str) else "".join(map(text_of, node.children))


def element_at(tree: ElementTree.Element, path: str) -> ElementTree.Element:
    """The first element at a path, where there must be one."""
    return unwrap(tree.find(path))


def words(element: ElementTree.Element) -> str:
    """All that an element says, in a line."""
    return " ".join(" ".join(element.itertext()).split())


def test_a_game_has_its_pages():
    assert {
        "index.html",
        "lighthouse/index.html",
        "lighthouse/tables/index.html",
        "lighthouse/tables/Reef.html",
        "lighthouse/rules/index.html",
        "lighthouse/rules/night.html",
        "lighthouse/sequence.html",
        "lighthouse/amended.html",
        "lighthouse/sources.html",
        "lighthouse/all.html",
    } <= PAGES.keys()
    assert set(FILES) - set(PAGES) == {"reference.css"}


@pytest.mark.parametrize("path", PAGES)
def test_every_link_leads_to_a_page_and_a_part_that_are_there(path):
    found = 0
    for element in TREES[path].iter():
        address = element.get("href")
        if address is None:
            continue
        found += 1
        assert not re.match(r"[a-z]+:|/", address), f"{address} leaves the folder"
        target, _, part = address.partition("#")
        there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
        assert there in FILES or there in OTHERS, f"{address} leads nowhere"
        if part and there in TREES:
            assert any(each.get("id") == part for each in TREES[there].iter()), f"{address}: no such part"
    assert found > 5


@pytest.mark.parametrize("path", PAGES)
def test_nothing_runs_nothing_is_loaded_and_no_machine_is_named(path):
    names = {element.tag for element in TREES[path].iter()}
    assert not names & {"script", "style", "iframe", "form", "img", "object"}
    for element in TREES[path].iter():
        assert not {name for name in element.attrib if name == "style" or name.startswith("on")}
    policy = element_at(TREES[path], "head/meta[@http-equiv='Content-Security-Policy']")
    assert "default-src 'none'; style-src 'self'" in policy.attrib["content"]
    assert not re.search(r"https?://", PAGES[path])
    assert str(TESTS) not in PAGES[path]
    assert os.path.expanduser("~") not in PAGES[path]


@pytest.mark.parametrize("path", PAGES)
def test_pages_can_be_found_through_without_seeing_them(path):
    tree = TREES[path]
    body = element_at(tree, "body")
    assert tree.get("lang") == "en"
    assert element_at(tree, "head/title").text
    assert [child.tag for child in body] == ["a", "header", "main", "footer"]
    assert body[0].get("href") == f"#{element_at(body, 'main').get('id')}"
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    levels = [int(element.tag[1]) for element in body.iter() if re.fullmatch("h[1-6]", element.tag)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels)), levels
    for table in body.iter("table"):
        assert words(element_at(table, "caption"))
        assert all(cell.get("scope") for cell in table.iter("th"))
    for nav in body.iter("nav"):
        assert nav.get("aria-label")
    for element in body.iter():
        if element.get("tabindex"):
            assert element.get("role") == "group"
            assert element.get("aria-label")


@pytest.mark.parametrize("thing", BOOK.tables, ids=str)
def test_a_table_has_a_page_with_each_of_its_figures(thing):
    said = words(element_at(TREES[BOOK.addresses.things[thing]], "body/main"))
    card = look_up_card(REQUEST, thing.name).table
    texts = [card.title, card.dice, card.origin.standing, card.origin.cite]
    for line in (*card.before, *card.rows):
        texts += [line.key, line.title, line.origin.cite, line.origin.evidence]
        texts += [text.strip() for text in line.result if text != "nothing"]
    for modifier in card.modifiers:
        texts += [readable_name(modifier.amount), readable_name(modifier.label), modifier.when, modifier.origin.cite]
    texts += [readable_name(cell) for row in (card.head, *card.grid) for cell in row]
    texts += [text.strip() for note in card.notes for text in (note.title, *note.text)]
    texts += [text for item in card.amendments for text in (item.item, item.title)]
    assert [text for text in texts if text not in said] == []
    if not card.dice:
        assert "No dice are thrown" in said
        return
    for situation in compute_table_odds(REQUEST, thing.name).situations:
        for result_line in make_result_lines(situation.chances, None):
            assert chance_text(result_line.chance) in said


def test_a_grid_has_its_keys_as_heads_of_its_rows():
    grid = element_at(TREES["lighthouse/tables/Leeway.html"], ".//table[@class='grid']")
    cells = [[(cell.tag, words(cell)) for cell in row][:3] for row in element_at(grid, "tbody")]
    assert cells[0] == [("th", "clear"), ("td", "0"), ("td", "0")]
    card = look_up_card(REQUEST, "Leeway").table
    for head, keys in ((("2d6", "weather", "north", "south"), 2), (("dusk", "north"), 1), (("2d6",), 1)):
        assert count_key_columns(evolve(card, head=head)) == keys


def test_what_leads_to_a_table_calls_it_by_name_and_title():
    assert "Rolls on Weather The sky turns" in words(element_at(TREES["lighthouse/rules/night.html"], "body/main"))


def test_odds_stand_beside_the_rows_of_a_table_of_one_case():
    rows = {words(element_at(row, "th")): words(row) for row in TREES["lighthouse/tables/Weather.html"].iter("tr")}
    assert "41.7 %" in rows["..6"]


@pytest.mark.parametrize(
    ("type_", "compared", "values", "cases"),
    [
        (EnumType("Sky"), 1, 7, 7),
        (IntType(0, 99), 0, 100, 1),
        (IntType(0, 99), 2, 100, 5),
        (IntType(0, 99, optional=True), 2, 101, 6),
        (IntType(0, 2), 2, 3, 3),
        (IntType(0, 10**6), 2, 0, 5),
    ],
)
def test_cases_of_a_number_are_as_many_as_its_comparisons_make(type_, compared, values, cases):
    subject = Read(type=type_, field="oil", element=None, indices=())
    usage = NumberUsage({number_key(subject): [(subject, subject)] * compared})
    assert odds_cache.count_subject_cases(subject, usage, values) == cases


def test_what_decides_a_roll_is_gone_through_where_that_is_little():
    table = element_at(TREES["lighthouse/tables/Weather.html"], ".//*[@id='cases']//table")
    assert [words(cell) for cell in element_at(table, "thead/tr")] == [
        "Outcome",
        "Sky clear",
        "Sky rain or fog or a gale",
    ]
    assert words(element_at(table, "tbody/tr")) == "clear 41.7 % 15/36 27.8 % 10/36"
    assert TREES["lighthouse/tables/Reef.html"].find(".//*[@id='cases']") is None


def test_what_each_modifier_matters_is_told():
    told = words(element_at(TREES["lighthouse/tables/Weather.html"], ".//*[@id='modifiers-matter']"))
    assert "+1 worse clear: 41.7 % \N{RIGHTWARDS ARROW} 27.8 %" in told


def test_the_sequence_of_play_is_told_once_and_in_order():
    said = words(element_at(TREES["lighthouse/sequence.html"], "body/main"))
    parts = ["The season", "Night", "Hour", "Weather", "The sky turns", "Ships in the offing", "You decide", "The reef"]
    places = [said.index(part) for part in parts]
    assert places == sorted(places)
    assert said.count("The sky turns") == 1


def test_what_is_done_twice_is_told_where_it_first_comes():
    text = """\
game mill "The Mill"
  sources optional

state mission
  sacks "Sacks": 0..99 = 0

procedure mission
  do morning
  do evening

procedure morning "Morning"
  do grind

procedure evening "Evening"
  do grind

procedure grind "Grinding"
  roll on Wind

table Wind "The wind"
  roll 1d6
  1..3: nothing
  4..6: add 1 to sacks
"""
    graph = unwrap(compile_rules(Request(base=(Source("mill.rules", text),))).graph)
    morning, evening = build_sequence(graph, "mission").within
    assert [passage.name for each in morning.within for passage in (each, *each.within)] == ["grind", "Wind"]
    assert [(passage.name, passage.within) for passage in evening.within] == [("grind", ())]


def test_every_thing_stands_on_one_page_and_is_told_where_that_leads():
    rows = [*element_at(TREES["lighthouse/all.html"], "body/main").iter("tr")]
    names = {words(row.findall("td")[0]) for row in rows if row.find("td") is not None}
    things = [thing for chapter in BOOK.contents.chapters for thing in chapter.things]
    assert len(things) > 50
    for thing in things:
        assert any(thing.name in name for name in names)
        page, _, part = BOOK.addresses.things[thing].partition("#")
        if part:
            assert TREES[page].find(f".//*[@id='{part}']") is not None


def test_what_is_amended_says_what_it_was_and_what_it_is_now():
    item = element_at(TREES["lighthouse/amended.html"], ".//*[@id='errata-sheet-2']")
    assert words(element_at(item, ".//del")).startswith("+1 worse when sky in {fog, gale}")
    assert words(element_at(item, ".//ins")).startswith("+1 worse when sky is not clear")


def test_what_other_editions_change_is_told_as_well():
    item = element_at(TREES["lighthouse/amended.html"], ".//*[@id='variant-winter-1']")
    assert words(element_at(item, ".//ins")).startswith("+1 winter")
    assert "Confirms" not in words(item)
    assert "Also offered, to be chosen before a game: Winter nights" in words(TREES["lighthouse/index.html"])
    assert "winter" not in words(TREES["lighthouse/tables/Weather.html"])


def test_citations_lead_to_the_tables_and_errata_that_they_name(tmp_path):
    (tmp_path / "00-game.rules").write_text(CITING)
    book = build_book([request_for_game(str(tmp_path), Rules())])
    place = PageContext(book, "shore/tables/K-1.html")
    cited = [
        (node.children, dict(node.attributes)["href"])
        for node in place.link_citations(CITED)
        if isinstance(node, Element)
    ]
    assert cited == [
        (("K-2",), "K-2.html"),
        (("errata 1",), "../amended.html#errata-slips-1"),
        (("slip 1",), "../amended.html#errata-slips-1"),
    ]
    assert "".join(map(text_of, place.link_citations(CITED))) == CITED


def test_the_front_page_tells_of_each_game_how_much_of_it_is_how():
    card = words(element_at(TREES["index.html"], ".//article"))
    assert "The Keeper's Night" in card
    assert "4 tables: 2 printed, 1 repaired, 1 reconstructed" in words(TREES["lighthouse/index.html"])
    bars = [
        (rect.get("class"), rect.get("x"), rect.get("width")) for rect in TREES["lighthouse/index.html"].iter("rect")
    ]
    assert bars[:3] == [("printed", "0", "50"), ("repaired", "50", "25"), ("reconstructed", "75", "25")]
    assert "Nothing is sent anywhere" in words(TREES["index.html"])


def test_what_is_read_off_the_rules_once_tells_the_same_odds(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    told = load_site_odds(REQUEST, BOOK.graph, BOOK.sources)
    assert {table.id for table in BOOK.graph.tables if table.rolled} == told.rolled.keys()
    assert not told.left
    for table, odds in told.rolled.items():
        assert odds.usual == compute_table_odds(REQUEST, table)
        assert odds.cases is None or odds.cases == compute_table_odds(REQUEST, table, is_exhaustive=True)
    assert load_site_odds(REQUEST, BOOK.graph, BOOK.sources) == told


def test_a_bound_leaves_rows_exact_and_says_what_is_estimated(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    monkeypatch.setattr(odds_cache, "MAX_RUNS", 40)
    thing = next(thing for thing in BOOK.tables if thing.name == "Traffic")
    odds = load_site_odds(REQUEST, BOOK.graph, BOOK.sources).rolled["Traffic"]
    page = words(element_at(parsed(build_table_page(BOOK, thing, odds).text), "body/main"))
    assert "the rest is an estimate by 40 throws" in page
    assert "bombsight odds lighthouse Traffic goes through more" in page
    assert "11..23 Nobody 25.0 %" in page


def test_a_page_says_where_other_tables_have_cost_all_that_a_site_may(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    whole = load_site_odds(REQUEST, BOOK.graph, BOOK.sources)
    half = REQUEST.allowance.limit_of(WorkKind.SITE) // REQUEST.allowance.length // 2 + 1
    monkeypatch.setattr(odds_cache, "SETUP_STEPS_PER_CHARACTER", half)
    monkeypatch.setattr(odds_cache, "code_digest", lambda _: "other")
    odds = load_site_odds(REQUEST, BOOK.graph, BOOK.sources)
    first, *others = whole.rolled
    assert [*odds.rolled] == [first]
    assert odds.rolled[first].usual == whole.rolled[first].usual
    assert odds.left == tuple(others)

    thing = next(thing for thing in BOOK.tables if thing.name == others[0])
    page = words(
        element_at(
            parsed(build_table_page(BOOK, thing, odds.rolled.get(thing.name), is_over_budget=True).text), "body/main"
        )
    )
    assert (
        "not gone through here: those of other tables have cost all that a site may. bombsight odds lighthouse" in page
    )
    assert "no odds to tell" not in page


def test_cases_count_as_the_usual_case_does():
    table = next(table for table in BOOK.graph.tables if table.id == "Weather")
    known = analyze_graph(BOOK.graph)
    cost = odds_cache.SETUP_STEPS_PER_CHARACTER * 1_000_000
    for most, has_cases in ((3 * cost, True), (3 * cost // 2, False)):
        odds = unwrap(
            odds_cache.compute_table_odds(
                table, BOOK.graph, BOOK.sources, known, Budget(WorkKind.SITE, most), 1_000_000
            )
        )
        assert odds.usual.situations
        assert (odds.cases is not None) is has_cases


def test_what_a_roll_runs_counts_for_all_tables_together():
    table = next(table for table in BOOK.graph.tables if table.id == "Traffic")
    total = Budget(WorkKind.SITE, 10_000_000)
    question = OddsQuestion(graph=BOOK.graph, table=table, given=(), scene=Scene(), sources={}, total=total)
    answer_question(question)
    assert total.spent > 36 * RUN_COST
    with pytest.raises(OverBudgetError):
        answer_question(evolve(question, total=Budget(WorkKind.SITE, 10 * RUN_COST)))


def test_names_of_pages_are_unique_on_any_disk_and_no_part_of_a_path():
    taken = {"index"}
    names = ["Reef", "reef", "../Reef", "a b", "Index", "..", "a-b"]
    assert [claim_unique_name(name, taken) for name in names] == [
        "Reef",
        "reef-2",
        "Reef-3",
        "a-b",
        "Index-2",
        "page",
        "a-b-2",
    ]


@pytest.mark.parametrize("path", sorted(PAGES))
def test_a_page_is_as_it_was(path):
    """Rewritten with BOMBSIGHT_UPDATE=1; the difference is the review."""
    golden = Path(__file__).parent / "golden" / path
    text = PAGES[path].replace(BOOK.graph.rules_hash[:12], "RULES")
    if os.environ.get("BOMBSIGHT_UPDATE"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
