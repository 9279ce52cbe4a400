"""The project's site: its gallery, news and links; and, slowly, the whole of it built."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.common.failure import WrongRules
from bombsight.service.common.markup import render_markup, tag
from bombsight.service.games.game_lookup import find_game
from tests.examples import LIGHTHOUSE
from tests.web.beside_node import is_pyodide_here
from website.__main__ import build_site
from website.docs_style import build_docs_stylesheet, render_docs_settings
from website.gallery_entries import GameEntry, HouseRuleEntry, read_entries
from website.gallery_reports import report_rule
from website.gathering import docs_address
from website.link_check import find_dead_links
from website.markdown_elements import MarkdownOptions, render_markdown_text
from website.news import build_news_page, load_news, read_news
from website.publication import GALLERY_SOURCES, prepare_publication
from website.rules_markup import render_rules
from website.site_parts import WORKSHOP, make_surroundings, try_a_rule_path

CREDITS = 'title = "Calm"\nauthor = "Ada"\nlicence = "CC0-1.0"\nabout = "It is *calm*."\n'
CALM = """\
house calm "Calm nights" for lighthouse by "Ada"
  1 "The sky is kinder"
    in table Weather
      add {line}
"""


@pytest.fixture(name="gallery")
def fixture_gallery(tmp_path: Path) -> Path:
    """A gallery with one house rule."""
    folder = tmp_path / "gallery"
    folder.mkdir()
    (folder / "calm.rules").write_text(CALM.format(line="-1 calm"))
    (folder / "calm.toml").write_text(CREDITS)
    return folder


def test_an_entry_says_whose_it_is_and_for_which_game(gallery: Path, tmp_path: Path):
    (entry,) = read_entries(gallery, tmp_path)
    assert isinstance(entry, HouseRuleEntry)
    assert (entry.games, entry.credits.author, entry.credits.path) == (
        ("lighthouse",),
        "Ada",
        "gallery/calm/index.html",
    )


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("calm.toml", 'title = "Calm"\n', "it lacks author, licence, about"),
        ("calm.toml", CREDITS + 'colour = "red"\n', "nobody reads colour"),
        ("calm.toml", "title =", "cannot be read"),
        ("calm.rules", 'house calm "Calm" by "Ada"\n  1 "Calm"\n', "it does not say for which game it is"),
        ("wild.rules", "", "nothing says whose it is"),
        ("wild.toml", CREDITS, "there is no wild.rules beside it"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said(gallery: Path, tmp_path: Path, name: str, text: str, message: str):
    (gallery / name).write_text(text)
    with pytest.raises(InputError, match=message):
        read_entries(gallery, tmp_path)


def test_a_house_rule_is_compared_with_the_game_that_it_is_for(gallery: Path, tmp_path: Path):
    (entry,) = read_entries(gallery, tmp_path)
    assert isinstance(entry, HouseRuleEntry)
    (report,) = report_rule(entry, [find_game(str(LIGHTHOUSE))])
    assert [table.table for table in report.differences.tables] == ["Weather"]
    assert len(report.checks) == 8
    assert report_rule(entry, []) == []


def test_a_house_rule_that_lint_finds_fault_with_stops_the_build(gallery: Path, tmp_path: Path):
    (gallery / "calm.rules").write_text(CALM.format(line="-1 calm when sky is sunny"))
    (entry,) = read_entries(gallery, tmp_path)
    with pytest.raises(WrongRules) as wrong:
        prepare_publication([find_game(str(LIGHTHOUSE))], [entry], make_surroundings())
    assert any("sunny" in finding.message for finding in wrong.value.findings)


def test_a_packed_game_is_read_like_a_folder(gallery: Path, tmp_path: Path):
    import bombsight

    bombsight.pack(str(GALLERY_SOURCES / "toll-bridge"), gallery / "bridge.bombsight")
    (gallery / "bridge.toml").write_text(CREDITS)
    entry, _ = read_entries(gallery, tmp_path / "packed")
    assert isinstance(entry, GameEntry)
    assert (entry.folder / "00-game.rules").is_file()


# --- news, texts, styles


def test_news_are_the_headlines_of_the_changelog():
    changelog = (
        "# Changelog\n\n## 0.2.0\n\nIn short: `more`.\n\n### Added\n\n- **A thing\n  of two lines**: it does.\n"
        "- Small.\n\n## 0.1.0\n\nFirst.\n"
    )
    newer, first = read_news(changelog)
    assert (newer.title, newer.summary, newer.headlines) == ("0.2.0", "In short: `more`.", ("A thing of two lines",))
    assert (first.anchor, first.headlines) == ("010", ())


def test_the_page_of_news_leads_to_the_changelogs_entry():
    page = build_news_page(load_news(), make_surroundings())
    assert 'href="../docs/changelog/index.html#010"' in page.text
    assert '<a href="index.html" aria-current="page">News</a>' in page.text


def test_markdown_becomes_elements_and_html_in_it_stays_text():
    text = "It is *calm* & `x`. [There](a.md) <script>.\n\n- [nowhere](b.py)\n"
    options = MarkdownOptions(resolve_link={"a.md": "a/"}.get)
    made = render_markup(tag("div", render_markdown_text(text, options)))
    assert '<em>calm</em> &amp; <code>x</code>. <a href="a/">There</a> &lt;script&gt;.' in made
    assert "<li>nowhere</li>" in made


def test_rules_keep_their_text_and_gain_colours():
    text = 'table Sky "Above" # <here>\n  roll 2d6\n'
    made = render_markup(render_rules(text))
    assert re.sub(r"<[^>]*>", "", made).strip() == text.strip().replace('"', "&quot;").replace("<here>", "&lt;here&gt;")
    assert '<span class="k">table</span>' in made


def test_the_documentation_has_the_header_and_the_colours_of_the_rest():
    settings = render_docs_settings(make_surroundings(has_workshop=True))
    assert re.findall(r'^path = "(\w+)/', settings, re.MULTILINE) == ["games", "workshop", "docs", "gallery", "news"]
    assert settings.count("is_current = true") == 1
    assert "--ground:" in build_docs_stylesheet()
    assert ".site-bar" in build_docs_stylesheet()


def test_try_a_rule_leads_to_the_workshop_if_there_is_one():
    assert try_a_rule_path(make_surroundings(has_workshop=True)) == WORKSHOP.path
    assert try_a_rule_path(make_surroundings()) == docs_address("house-rules.md")


# --- links


def test_links_that_lead_nowhere_are_found(tmp_path: Path):
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "index.html").write_text("<p>")
    (tmp_path / "workshop").mkdir()
    (tmp_path / "workshop" / "index.html").write_text("<p>")
    (tmp_path / "reef" / "tables").mkdir(parents=True)
    (tmp_path / "reef" / "tables" / "T-1.html").write_text("<p>")
    (tmp_path / "games.json").write_text(json.dumps({"games": [{"game": "reef"}]}))
    (tmp_path / "a b.html").write_text('<h1 id="top">')
    good = ["#x", "a%20b.html#top", "play/", "play", "play/index.html#/reef/new", "https://example.org", "mailto:a@b.c"]
    bad = ["#y", "b.html", "a%20b.html#bottom", "play/index.html#/rock", "/play/", "../x.html", "play/#/reef/table/T"]
    workshop = "workshop/index.html#/"
    good += [workshop + each for each in ("new", "tour/3", "house/reef", "house/reef/T-1", "house/reef/T-1/1..2")]
    bad += [workshop + each for each in ("old", "house/rock", "house/reef/T-2", "house/reef/T-1/1/2")]
    links = "".join(f'<a href="{target}">' for target in (*good, *bad))
    loaded = '<img src="https://example.org/a.png"><source srcset="c.png 2x">'
    (tmp_path / "index.html").write_text(f'<p id="x">{links}{loaded}')
    lost = [*bad, "https://example.org/a.png", "c.png"]
    assert find_dead_links(tmp_path) == [f"index.html: {target}" for target in lost]


# --- the whole


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="something lies here that is no site of ours"):
        build_site(tmp_path / "site", tmp_path / "work", make_surroundings(), all_games=False)
    assert (tmp_path / "site" / "mine.txt").read_text() == "mine"


@pytest.mark.slow
def test_the_whole_site_is_built(tmp_path: Path):
    pytest.importorskip("zensical")
    folder = tmp_path / "site"
    surroundings = make_surroundings(has_workshop=is_pyodide_here())
    assert build_site(folder, tmp_path / "work", surroundings, all_games=False) == 0
    own_pages = [folder / "index.html", folder / "news" / "index.html", *folder.glob("gallery/**/*.html")]
    assert len(own_pages) == 6
    for page in own_pages:
        text = page.read_text(encoding="utf-8")
        assert "Content-Security-Policy" in text
        assert not re.search(r"<script|<style|\sstyle=|\son\w+=", text), page
    names = [each.title for each in surroundings.neighbours]
    with_header = [*own_pages, folder / "lighthouse" / "tables" / "Weather.html", folder / "docs" / "index.html"]
    for page in with_header:
        header = page.read_text(encoding="utf-8").partition('class="site-bar"')[2].partition("</ul>")[0]
        assert re.findall(r">(\w+)</a>", header)[-len(names) :] == names, page
    front = (folder / "index.html").read_text(encoding="utf-8")
    assert "The sky turns" in front
    assert 'href="play/index.html#/lighthouse" class="button">Play now' in front
    worker = (folder / "sw.js").read_text(encoding="utf-8").partition("\n")[0]
    site = json.loads(worker.removeprefix("const SITE = ").removesuffix(";"))
    assert {"index.html", "site.css", "gallery/index.html"} <= {*site["fresh"]}
    assert not [path for path in (*site["files"], *site["pages"], *site["fresh"]) if not (folder / path).is_file()]
    assert not [path for path in site["fresh"] if path.startswith("docs/")]
    (folder / "lighthouse" / "rules" / "index.html").unlink()
    assert "index.html: lighthouse/rules/index.html" in find_dead_links(folder)
    assert build_site(folder, tmp_path / "work", surroundings, all_games=False) == 0
    assert find_dead_links(folder) == []
