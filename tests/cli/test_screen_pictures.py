"""The screen as people see it, in characters. Rewritten with BOMBSIGHT_UPDATE=1; somebody looks at every difference."""

from __future__ import annotations

import pytest

from tests.examples import EXAMPLES
from tests.marking import slow_but

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from bombsight.cli.screen.pages import ConfirmDialog, Page
from bombsight.service.present.joint_questions import Matrix
from bombsight.service.scaffolding.game import TEMPLATES
from tests.cli.calling import ROOT, golden, screen
from tests.cli.seated import NARROW, WIDE, enter, seated, settled, text

FORT = ROOT / "tests" / "service" / "fort"


def held(app, name):
    """See that the screen is as it was."""
    told = text(app)
    assert screen(told) == golden(f"screen-{name}", told)


async def comes_to(pilot, app, is_there, most=300):
    """Answer as marked until something is there."""
    for _ in range(most):
        if is_there():
            await settled(pilot)
            return
        await enter(pilot, "y" if isinstance(app.screen, ConfirmDialog) else "enter")
    raise AssertionError("it never came")


@pytest.mark.parametrize(
    ("game", "mission"),
    slow_but([("b17", 11), ("b29_korea", 20), ("amerika_bomber", None), ("lighthouse", None)], "b17", "lighthouse"),
)
def test_the_first_question(game, mission):
    async def work(pilot, app, play):
        held(app, f"{game}-80")

    folder = EXAMPLES / game if game == "lighthouse" else game
    seated(work, game=folder, level="sensible", mission=mission, seed=5)


def test_a_wide_screen_and_a_table_of_questions():
    async def work(pilot, app, play):
        await comes_to(pilot, app, lambda: isinstance(app.group, Matrix))
        held(app, "b17-140")
        await pilot.resize_terminal(*NARROW)
        await settled(pilot)
        held(app, "b17-together-80")
        await enter(pilot, "b")
        await settled(pilot)
        held(app, "b17-boards-80")

    seated(work, game="b17", size=WIDE, level="sensible", mission=11, seed=5)


def test_questions_put_as_one():
    async def work(pilot, app, play):
        held(app, "fort-80")
        await enter(pilot, "enter")
        await settled(pilot)
        held(app, "fort-several-80")

    seated(work, game=FORT, level="sensible", seed=1)


def test_a_grave_answer_and_the_pages():
    async def work(pilot, app, play):
        await comes_to(pilot, app, lambda: app.view.question.is_grave)
        held(app, "grave-question-80")
        grave = next(option for option in app.view.question.options if option.grave)
        await enter(pilot, "slash", *grave.name, "enter")
        await settled(pilot)
        held(app, "grave-80")
        await enter(pilot, "n", "question_mark")
        await settled(pilot)
        held(app, "help-80")
        await enter(pilot, "escape")
        await pilot.resize_terminal(*WIDE)
        await enter(pilot, "question_mark")
        await settled(pilot)
        held(app, "help-140")

    seated(work, seed=5)


def test_the_debriefing():
    async def work(pilot, app, play):
        await comes_to(pilot, app, lambda: isinstance(app.screen, Page))
        held(app, "debriefing-80")

    seated(work, campaign=True, level="grave")


def test_where_one_was():
    async def work(pilot, app, play):
        held(app, "recalled-80")

    seated(work, recall=True)


def test_a_game_just_begun_and_its_board():
    async def work(pilot, app, play):
        held(app, "begun-140")
        await enter(pilot, "enter")
        await settled(pilot)
        held(app, "begun-later-140")

    seated(work, game=TEMPLATES, size=WIDE)


def test_a_resized_screen_looks_as_one_of_that_size_from_the_start():
    shown = []

    async def look(pilot, app, play):
        await settled(pilot)
        shown.append(text(app))

    async def resize(pilot, app, play):
        await pilot.resize_terminal(110, 30)
        await settled(pilot)
        await look(pilot, app, play)

    seated(resize, game="b17", size=WIDE, level="sensible", mission=11, seed=5)
    seated(look, game="b17", size=(110, 30), level="sensible", mission=11, seed=5)
    assert shown[0] == shown[1]
