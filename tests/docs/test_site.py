"""The documentation: every page of the repository is there, links lead somewhere, findings and commands have pages."""

from __future__ import annotations

import os
import re
import tomllib

import pytest

from bombsight.cli.app import COMMANDS
from bombsight.compiler.codes import CODES
from bombsight.compiler.finding_pages import read_page
from bombsight.service.lookup.manual import sections_by_word
from tests.examples import LIGHTHOUSE
from website.__main__ import command_help, write_pages
from website.gathering import ROOT, build_pages, link_words, page_lines, page_sources, picture_sources, rewrite_links
from website.publication import published_games, select_games
from website.site_parts import make_surroundings

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@pytest.fixture(scope="module")
def pages():
    return build_pages(command_help())


def anchors(text: str) -> set[str]:
    titles = [line.lstrip("#").strip() for line, code in page_lines(text) if line.startswith("#") and not code]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_page_of_the_manual_and_of_the_games_is_there(pages):
    assert {path.name for path in (ROOT / "docs").glob("*.md")} - {"codes.md"} <= {*pages}
    assert {f"decisions/{path.name}" for path in (ROOT / "docs" / "decisions").glob("0*.md")} <= {*pages}
    assert {f"architecture/{path.name}" for path in (ROOT / "docs" / "architecture").glob("*.md")} <= {*pages}
    assert {f"games/{path.name}.md" for path in (ROOT / "games").iterdir() if path.is_dir()} <= {*pages}
    assert all(path.is_file() or path.name == "codes.md" for path in page_sources())


def test_links_lead_somewhere(pages):
    lost = []
    for name, text in pages.items():
        for target in LINK.findall(
            "\n".join(re.sub(r"(?<!\[)`[^`]*`", "", line) for line, code in page_lines(text) if not code)
        ):
            path, _, part = target.partition("#")
            if not re.match(r"[a-z]+:", target):
                at = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
                if at in picture_sources().values():
                    continue
                if at not in pages or (part and part not in anchors(pages[at])):
                    lost.append((name, target))
    assert lost == []


def test_every_finding_has_a_page_and_every_command_its_help(pages):
    for code in CODES:
        assert f"# {code}: {read_page(code).title}" in pages[f"findings/{code}.md"]
        assert f"[{code}]({code}.md)" in pages["findings/index.md"]
    for name in COMMANDS:
        assert f"\n## {name}\n\n```text\nUsage: bombsight {name} " in pages["commands.md"]


def test_words_and_codes_lead_to_what_is_said_of_them(pages):
    assert "[`table`](language.md#tables)" in pages["transcribing.md"]
    assert "[T002](findings/T002.md)" in pages["transcribing.md"]


def test_a_word_is_linked_where_it_comes_first_and_not_in_its_own_section(pages):
    text = "`natural` T003\n\n    natural\n\n## Tables\n\n`natural` `roll` [`roll`](x.md) `T003`\n"
    made = link_words(text, "overlays.md", CODES, sections_by_word())
    assert made.startswith("[`natural`](language.md#tables) [T003](findings/T003.md)\n\n    natural\n")
    assert made.endswith("`natural` [`roll`](language.md#tables) [`roll`](x.md) `T003`\n")
    assert link_words("## Tables\n\n`roll`\n", "language.md", CODES, sections_by_word()) == "## Tables\n\n`roll`\n"


def test_fences_say_their_language_alone(pages):
    for name, text in pages.items():
        for line in text.splitlines():
            if line.startswith("```"):
                assert re.fullmatch(r"```(\w*|diff title=\"[\w./-]+\")", line), (name, line)


def test_what_is_gathered_takes_the_place_of_what_was(tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "gone.md").write_text("gone")
    write_pages(tmp_path, make_surroundings())
    assert {path.name for path in tmp_path.iterdir()} == {"pages", "overrides", "zensical.toml"}
    assert not (tmp_path / "pages" / "gone.md").exists()
    assert (tmp_path / "pages" / "findings" / "T003.md").exists()


def test_all_that_is_navigated_to_is_there(pages):
    nav = tomllib.loads((ROOT / "website" / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    named = {*re.findall(r"'([\w./-]+\.md)'", str(nav))}
    assert named <= {*pages}
    listed = re.compile(r"findings/|decisions/\d")  # by a page of their own
    assert {name for name in pages if not listed.match(name)} - named == set()


def test_a_link_to_the_list_of_findings_leads_to_the_page_of_one():
    text = "[it](codes.md#t003), [all](codes.md), [rules](../games/b17/README.md), [code](../dsl/parser.py)"
    made = rewrite_links(text, ROOT / "docs" / "language.md", "language.md", page_sources())
    assert made == "[it](findings/T003.md), [all](findings/index.md), [rules](games/b17.md), code\n"


def test_only_games_that_the_setting_names_are_published_beside_the_example(monkeypatch):
    assert published_games() == ()
    assert [game.path for game in select_games(all_games=False)] == [LIGHTHOUSE]
    monkeypatch.setattr("website.publication.published_games", lambda: ("b17",))
    assert [game.id for game in select_games(all_games=False)] == ["lighthouse", "b17"]


def test_a_site_of_ones_own_may_have_every_game():
    folders = {path.name for path in (ROOT / "games").iterdir() if path.is_dir()}
    assert {game.id for game in select_games(all_games=True)} == {"lighthouse", *folders}


def test_pictures_stand_on_the_pages_that_show_them(pages, tmp_path):
    write_pages(tmp_path, make_surroundings())
    shown = {
        os.path.normpath(os.path.join(os.path.dirname(name), picture))
        for name, text in pages.items()
        for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    }
    assert {"pictures/page.png", "pictures/neovim.svg", "pictures/picture.png"} <= shown
    assert [picture for picture in shown if not (tmp_path / "pages" / picture).is_file()] == []
