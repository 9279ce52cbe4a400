"""``bombsight report``: where it writes, and what; and that a browser shows it, where there is one."""

from __future__ import annotations

import re

import pytest

from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.report.page import render_page
from bombsight.service.report.report_data import build_report
from tests.cli.browsing import BROWSER, MISSING, WIDER, Browser
from tests.cli.calling import ROOT
from tests.examples import LIGHTHOUSE
from tests.marking import slow_but

NIGHT = ("play", "lighthouse", "--auto", "--seed", "4", "--save", "night.save")


def test_a_page_and_a_text_are_written_as_the_file_is_called(shell):
    shell.call(*NIGHT)
    assert shell.call("report", "night.save", "-o", "a.html").exit_code == 0
    assert shell.call("report", "night.save", "-o", "a.md").exit_code == 0
    made = (shell.folder / "a.html").read_text(encoding="utf-8")
    assert made.startswith("<!doctype html>")
    assert (shell.folder / "a.md").read_text(encoding="utf-8").startswith("# ")
    assert shell.call("report", "night.save", "-o", "a.html").exit_code == 0  # one of ours is written over
    assert shell.call("report", "night.save").stdout == made


def test_what_is_not_ours_is_not_written_over(shell):
    shell.call(*NIGHT)
    shell.write("mine.html", "<p>mine</p>")
    result = shell.call("report", "night.save", "-o", "mine.html")
    assert result.exit_code == 2
    assert "another program or command wrote it" in result.stderr
    assert (shell.folder / "mine.html").read_text(encoding="utf-8") == "<p>mine</p>"


def test_what_is_no_save_is_told_so(shell):
    shell.write("letter", "Dear Aud,\n")
    assert shell.call("report", "letter").exit_code == 2


# --- in a browser


needs_browser = pytest.mark.skipif(BROWSER is None, reason=MISSING)
GAMES = [LIGHTHOUSE, *sorted(path.parent for path in (ROOT / "games").glob("*/00-game.rules"))]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    found = Browser(tmp_path_factory.mktemp("browser"))
    yield found
    found.close()


@pytest.fixture(scope="module", params=slow_but(GAMES, *GAMES[:2]), ids=[game.name for game in GAMES])
def told(request, tmp_path_factory):
    """The page of a mission."""
    folder = tmp_path_factory.mktemp(request.param.name)
    with start_game(str(request.param), Rules(), GameSetup(seed=5, save=folder / "a.save"), "auto") as play:
        play.view()
    (folder / "a.html").write_text(render_page(build_report(folder / "a.save")), encoding="utf-8")
    return folder / "a.html"


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (800, "light"), (1400, "dark")])
def test_a_browser_shows_all_of_it_at_any_width(browser, told, width, scheme):
    assert browser.open(told, width, scheme=scheme) == []
    assert browser.asked(WIDER) == []
    assert browser.asked("document.documentElement.scrollWidth <= innerWidth && innerWidth") == width
    shown = [picture for picture in browser.asked(PICTURES) if picture]
    assert len(shown) == told.read_text(encoding="utf-8").count("<svg")


PICTURES = "[...document.querySelectorAll('svg')].map(each => each.getBoundingClientRect().width)"


@needs_browser
def test_it_is_dark_where_the_reader_wants_it(browser, told):
    papers = []
    for scheme in ("light", "dark"):
        browser.open(told, 800, scheme=scheme)
        papers.append(browser.asked("getComputedStyle(document.documentElement).backgroundColor"))
    assert papers == ["rgb(253, 252, 249)", "rgb(21, 23, 27)"]


@needs_browser
def test_it_can_be_printed(browser, told):
    browser.open(told, 700, scheme="dark", medium="print")
    assert browser.asked(WIDER) == []
    assert browser.asked("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.asked("[...document.querySelectorAll('summary')].every(each => !each.checkVisibility())")
    assert len(re.findall(rb"/Type\s*/Page\b", browser.printed())) > 1


@needs_browser
def test_what_is_too_wide_is_noticed(browser, tmp_path):
    (tmp_path / "wide.html").write_text("<!doctype html><p style='width:900px'>wide<script>nothing()</script>")
    assert browser.open(tmp_path / "wide.html", 360)
    assert browser.asked("document.documentElement.scrollWidth") > 360
    browser.open(tmp_path / "wide.html", 800)
    assert browser.asked(WIDER)[0].startswith("P : wide")
