"""Links from a site's pages to its workshop: each leads to a draft of a house rule without errors."""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from bombsight.compiler.request import Request
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.programs.compile import compile_game
from bombsight.service.scaffolding.house import QuoteTarget, draft_house_rule
from bombsight.service.site.pages.all_pages import render_reference_pages
from bombsight.service.site.pages.book import build_book
from bombsight.service.site.pages.card import build_table_page
from bombsight.service.workshop.calls import call
from bombsight.service.workshop.desk import Desk
from tests.examples import LIGHTHOUSE

LINK = re.compile(r'href="(?:\.\./)*workshop/index\.html#/house/([^"]*)"')

Route = tuple[str, ...]
"""The parts of a link's address: the game, a table, a line of it."""


def routes_on(pages: list[str]) -> list[Route]:
    """The addresses of all links to the workshop."""
    return [tuple(map(unquote, unescape(found).split("/"))) for page in pages for found in LINK.findall(page)]


def request_of(game: str) -> Request:
    """The plain rules of a game."""
    return request_for_game(game, Rules())


def pages_of_tables(game: str) -> list[str]:
    """The pages of a game's tables in a site with a workshop, without their odds."""
    book = build_book([request_of(game)], has_workshop=True)
    return [build_table_page(book, thing, None).text for thing in book.tables]


def test_each_line_of_a_card_leads_to_a_draft_without_errors(tmp_path):
    routes = routes_on(pages_of_tables(str(LIGHTHOUSE)))
    assert ("lighthouse", "Weather", "9..10") in routes
    assert ("lighthouse", "Leeway", "rain, fog") in routes
    assert ("lighthouse", "Reef", "when sky is clear and lamp > 0") in routes
    assert len(routes) == 29
    desk = Desk()
    desk.spaces.folders = (LIGHTHOUSE.parent,)
    for number, (game, table, *row) in enumerate(routes):
        draft = call(desk, {"call": "quote", "arguments": [game, f"rule{number}", table, *(row or [""])]})
        file = tmp_path / f"{number}.rules"
        file.write_text(draft, encoding="utf-8")
        compile_game(request_for_game(str(LIGHTHOUSE), Rules(house=(file,))))  # raises of errors


@pytest.mark.slow
@pytest.mark.parametrize("game", ["b17", "b29_korea"])
def test_each_line_of_a_large_game_can_be_changed(game, tmp_path):
    lines: dict[str, list[str]] = defaultdict(list)
    for _, table, *row in routes_on(pages_of_tables(game)):
        lines[table] += row
    assert len(lines) > 40
    files: list[Path] = []
    for table, rows in lines.items():
        name = f"rule{len(files)}"
        targets = [QuoteTarget(table, row, kinds=("table",)) for row in rows]
        files.append(tmp_path / f"{name}.rules")
        files[-1].write_text(draft_house_rule(game, Rules(), name, targets, "A"), encoding="utf-8")
    graph, _ = compile_game(request_for_game(game, Rules(house=tuple(files))))  # raises of errors
    assert {overlay.name for overlay in graph.overlays} >= {file.stem for file in files}


def test_a_game_and_the_front_page_lead_to_the_workshop_only_where_there_is_one():
    requests = [[request_of(str(LIGHTHOUSE))]]
    pages = dict(render_reference_pages(requests, has_workshop=True))
    assert routes_on([pages["index.html"]]) == routes_on([pages["lighthouse/index.html"]]) == [("lighthouse",)]
    assert "laid over a game, checked and played in the" in pages["index.html"]
    assert 'aria-label="Change row 9..10 of Weather"' in pages["lighthouse/tables/Weather.html"]
    without = dict(render_reference_pages(requests))
    assert not any("workshop" in page for path, page in without.items() if path.endswith(".html"))
