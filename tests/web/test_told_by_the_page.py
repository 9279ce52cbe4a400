"""What the program of a page tells of saves is what is told here: boards, sheets, debriefings, records, reports."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from bench.hostile_play import RULES_FOLDER
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.session import Session, pausing_policy
from bombsight.service.boards.boards import render_boards
from bombsight.service.boards.changes import describe_changes, mark_changes
from bombsight.service.boards.characters import draw_board
from bombsight.service.boards.svg import draw_svg
from bombsight.service.common.markup import render_markup
from bombsight.service.games.requests import Rules
from bombsight.service.play.past_state import PastStates
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.debriefing import debrief_missions
from bombsight.service.present.sheet import Sheet
from bombsight.service.present.troubles import find_troubles
from bombsight.service.programs.loaders import load
from bombsight.service.report.brief import render_brief
from bombsight.service.report.markdown import render_markdown
from bombsight.service.report.page import render_page, strip_style
from bombsight.service.report.report_data import build_report
from bombsight.service.saves.records import record_of_game
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.saves.status import status_of_session
from bombsight.service.site.gamefile import load_game_file
from tests.examples import EXAMPLES
from tests.narrowing import unwrap
from tests.web.beside_node import ROOT, needs_node, plain, told_by

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
BRIG = str(ROOT / "tests" / "service" / "brig")
TOWBOAT = str(ROOT / "tests" / "service" / "towboat")
LOCKER = str(ROOT / "tests" / "service" / "locker")
COLUMNS = (104, 40, 16)
BOXES = ((140, 40), (78, 20), (50, 9))

pytestmark = needs_node


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Saves: a night that is over, one that goes on, a season that is over, one that goes on."""
    saves = tmp_path_factory.mktemp("saves")
    for name, setup in (
        ("night", GameSetup(seed=7, mission=3)),
        ("season", GameSetup(seed=7, campaign=True)),
    ):
        with start_game(LIGHTHOUSE, Rules(), evolve(setup, save=saves / f"{name}.save"), "random") as play:
            play.view()
        with start_game(LIGHTHOUSE, Rules(), evolve(setup, save=saves / f"{name}-open.save")) as play:
            for _ in range(25):
                question = unwrap(play.view().question)
                play.answer(question.options[question.preferred].name)
    return saves


@pytest.fixture(scope="module")
def sessions(folder: Path) -> dict[str, Session]:
    """The saves, played here."""
    return {path.stem: played(path) for path in sorted(folder.glob("*.save"))}


def played(path: Path) -> Session:
    """A save, played here."""
    saved = read_save(str(path))
    program = rules_of_save(saved.header, str(path)).program
    dice = SeededDice(saved.header.seed)
    session = Session(program, saved.header, dice, records=saved.records, end=saved.end, load=load)
    session.play(pausing_policy)
    return session


@pytest.fixture(scope="module")
def told(folder: Path, sessions: dict[str, Session]) -> dict[str, Any]:
    """What the program of a page tells of them."""
    night = folder / "night.save"
    request = rules_of_save(read_save(str(night)).header, str(night)).request
    game = folder / "lighthouse.game"
    game.write_bytes(load_game_file(request).content)
    paths = [str(folder / f"{name}.save") for name in sessions]
    return told_by("telling", str(game), *paths)


def test_the_page_tells_all_that_is_told_here(told, sessions, folder):
    for (name, session), there in zip(sessions.items(), told["saves"], strict=True):
        sheet = Sheet(session.describer).groups()
        report = build_report(folder / f"{name}.save")
        assert boards_of(there) == boards_here(session), name
        assert there["sheet"] == plain(sheet), name
        assert there["troubles"] == plain(find_troubles(sheet)), name
        assert there["debriefings"] == plain(debrief_missions(session)), name
        assert there["standing"] == plain(status_of_session(session)), name
        assert there["markdown"] == render_markdown(report), name
        assert there["brief"] == render_brief(report), name
        assert there["page"] == render_page(report), name


def test_the_page_has_elements_in_the_order_of_their_list(tmp_path):
    save, game = tmp_path / "day.save", tmp_path / "locker.game"
    with start_game(LOCKER, Rules(), GameSetup(seed=3, save=save)) as play:
        for _ in range(2):
            play.view()
            play.answer("hoist")
        game.write_bytes(load_game_file(play.request).content)
    session = played(save)
    (there,) = told_by("telling", str(game), str(save))["saves"]

    assert there["boards"] == plain(render_boards(session.describer))
    assert there["standing"] == plain(status_of_session(session))


@pytest.mark.parametrize("answers", [0, 1, 5, 9, 13])
def test_the_page_draws_the_pictures_that_are_drawn_here(answers, tmp_path):
    save, game = tmp_path / "fight.save", tmp_path / "brig.game"
    with start_game(BRIG, Rules(), GameSetup(seed=answers, save=save)) as play:
        for _ in range(answers):
            question = unwrap(play.view().question)
            play.answer(question.options[question.preferred].name)
        play.view()
        game.write_bytes(load_game_file(play.request).content)
    (there,) = told_by("telling", str(game), str(save))["saves"]

    assert boards_of(there) == boards_here(played(save))


def boards_of(there: dict[str, Any]) -> dict[str, Any]:
    """The boards of a save as the page has them: values, drawings, characters without and with a limit, changes."""
    return {name: there[name] for name in ("boards", "pictures", "characters", "boxes", "changes")}


def boards_here(session: Session) -> dict[str, Any]:
    """The same as they are here."""
    boards = render_boards(session.describer)
    return {
        "boards": plain(boards),
        "pictures": [[render_markup(strip_style(draw_svg(each, each.name, n))) for each in boards] for n in COLUMNS],
        "characters": [[[text_of(line) for line in draw_board(each, n)] for each in boards] for n in COLUMNS],
        "boxes": [[[text_of(line) for line in draw_board(each, *box)] for each in boards] for box in BOXES],
        "changes": changes_here(session),
    }


def changes_here(session: Session) -> list[dict[str, Any]]:
    """What has changed on boards between three moments of a game."""
    last = len(session.journal.events) - 2  # behind the outcome of a game is no state
    events = [last // share for share in (4, 2, 1)]
    states = PastStates.replay(session, events)
    moments = [states.moment(event).boards for event in events]
    changes = []
    for before, boards in pairwise(moments):
        marked = mark_changes(before, boards)
        pictures = [[render_markup(strip_style(draw_svg(each, each.name, n))) for each in marked] for n in COLUMNS]
        changes.append(
            {"boards": plain(marked), "pictures": pictures, "sentences": plain(describe_changes(before, boards))}
        )
    return changes


ALL_SHOWN = ("board_elements", "board_map", "long_titles")
"""Of these hostile games all is shown."""


@pytest.mark.parametrize("name", ["board_columns", "board_dear", "board_plans", "boards", *ALL_SHOWN])
def test_the_page_shows_as_much_of_boards_and_tells_as_much_as_there_is_a_budget_for(name, tmp_path):
    save, path, game = tmp_path / "day.save", tmp_path / "hostile.game", tmp_path / "hostile"
    game.mkdir()
    (game / "game.rules").write_bytes((RULES_FOLDER / f"{name}.rules").read_bytes())
    with start_game(str(game), Rules(), GameSetup(seed=3, save=save)) as play:
        play.view()
        path.write_bytes(load_game_file(play.request).content)
    session = played(save)
    (there,) = told_by("telling", str(path), str(save))["saves"]

    shown = plain(render_boards(session.describer))
    assert there["boards"] == shown
    assert ("more is not shown" in str(shown)) == (name not in ALL_SHOWN)
    assert there["standing"] == plain(status_of_session(session))


def test_the_page_tells_of_nobody_who_is_at_no_place_that_there_is(tmp_path):
    save, game = tmp_path / "day.save", tmp_path / "towboat.game"
    with start_game(TOWBOAT, Rules(), GameSetup(seed=1, campaign=True, save=save), "auto") as play:
        play.view()
        game.write_bytes(load_game_file(play.request).content)
    session = played(save)
    (there,) = told_by("telling", str(game), str(save))["saves"]

    assert there["standing"] == plain(status_of_session(session))


def test_the_page_counts_all_saves_of_a_game_as_they_are_counted_here(told, folder):
    assert told["record"] == {
        name: value for name, value in plain(record_of_game("lighthouse", folder)).items() if name != "document"
    }


def text_of(line: Any) -> str:
    return "".join(stretch.text for stretch in line)
