"""Numbers that both sides must have alike are alike."""

from __future__ import annotations

import ast
import operator
import re
from types import ModuleType

import attrs
import pytest

from bombsight.backends.wasm import memory
from bombsight.boundary import texts
from bombsight.boundary.budget import Allowance
from bombsight.compiler.lower.budgets import MAX_BUDGET, budgets_of
from bombsight.dsl import limits, listing, suggestions
from bombsight.flat import budgets, dice, layout, slices, types
from bombsight.runtime import board_geometry, board_renderer
from bombsight.runtime.batch import batch, counted_runs, estimates, rollouts
from bombsight.runtime.events import element_history, lengths, names, reader, views
from bombsight.runtime.run import derived_values, journal
from bombsight.runtime.saves import lines
from bombsight.runtime.session import session
from bombsight.service.boards import (
    drawing_layout,
    map_layout,
    picture_layout,
    picture_points,
    rasterizing,
    svg,
    table_layout,
    text_fitting,
)
from bombsight.service.boards import layout as board_layout
from bombsight.service.common import container
from bombsight.service.links import answers, describing, linked_game, packing
from bombsight.service.play import answer_odds as told
from bombsight.service.play import awaited_throw
from bombsight.service.present import answer_parsing, beats, film, glance, joint_questions, view, why
from bombsight.service.report import page as report_page
from tests.narrowing import narrow
from tests.web.beside_node import WEB

ALIKE: tuple[tuple[str, ModuleType, str], ...] = (
    ("rules/gamefile", container, "VERSION MAX_UNPACKED_SIZE"),
    ("rules/decode", texts, "MAX_TEXT_LENGTH"),
    ("rules/sizes", limits, "MAX_SLOTS MAX_DICE MAX_ELEMENTS MAX_PLACES MAX_VALUES MAX_MARKS"),
    ("rules/values", types, "NONE"),
    ("engine/memory", memory, "ARGUMENTS_ADDRESS MAX_PRESETS SLOTS_ADDRESS"),
    ("engine/memory", layout, "NAMES_SLOT STEPS_SLOT"),
    ("engine/machine", budgets, "MAX_INTEGER RESERVE_MISSIONS TOO_LONG_TEXT"),
    ("engine/derivedValues", derived_values, "CALL_STEPS"),
    ("engine/dice", dice, "GAMMA CHOICES_SALT NAMES_SALT"),
    ("engine/dice", rollouts, "ROLLOUT_SALT"),
    ("engine/dice", counted_runs, "AGAIN_SALT"),
    ("engine/elementHistory", element_history, "SNAPSHOT_INTERVAL"),
    ("engine/journal", journal, "MAX_EVENTS"),
    ("engine/lengths", lengths, "EVENT_BYTES NUMBER_BYTES"),
    ("engine/names", names, "LONGEST_NAME"),
    ("engine/runs", batch, "SLICE_RUNS"),
    ("engine/runs", slices, "SLICE_SIZE"),
    ("engine/reader", reader, "TOO_MUCH_TEXT"),
    ("engine/views", views, "STORY_VERSION"),
    ("session/lines", lines, "SAVE_VERSION"),
    ("session/session", session, "STORY_DIGITS"),
    ("play/answers/answers", answer_parsing, "MAX_NAMED_OPTIONS"),
    ("play/answers/jointQuestions", joint_questions, "MAX_JOINT_QUESTIONS"),
    ("play/boards/boardGeometry", board_geometry, "PER_RADIUS TENTHS"),
    ("play/boards/boardRenderer", board_renderer, "MAX_AXIS_VALUES MAX_RADIUS MEMBER_STEPS SHOWN_STEPS"),
    ("play/boards/drawingLayout", drawing_layout, "FINE FOOTER_GAP MIN_BAR_COLUMNS TENTHS"),
    ("play/boards/layout", board_layout, "LINE_HEIGHT"),
    ("play/boards/plan", board_layout, "HAND_WIDTH"),
    ("play/boards/mapLayout", map_layout, "LINE_HEIGHT_RATIO KEY_COLUMNS"),
    ("play/boards/pictureLayout", picture_layout, "MIN_COLUMNS WIDTH_STEP"),
    ("play/boards/picturePoints", picture_points, "TEXT_HEIGHT"),
    ("play/boards/rasterizing", rasterizing, "BRAILLE DOTS_ACROSS DOTS_DOWN MAX_STEPS"),
    ("play/boards/svg", svg, "CROWDED_SCALE FONT_SIZE SIGN_WIDTH"),
    ("play/boards/tableLayout", table_layout, "COLUMN_GAP INDENT_COLUMNS"),
    ("play/boards/textFitting", text_fitting, "MIN_FRAME_WIDTH"),
    ("play/links/answers", linked_game, "MAX_ANSWERS"),
    ("play/links/answers", answers, "SIGNS"),
    ("play/links/packing", linked_game, "RULES_DIGITS DIGEST_DIGITS"),
    ("play/links/packing", packing, "LINK_FORM LINK_ROUTE LINK_SCHEME MAX_UNPACKED_BYTES MAX_TITLE_LENGTH"),
    ("play/links/packedData", packing, "MAX_LINK_LENGTH SAFE_LINK_LENGTH"),
    ("play/links/describing", describing, "MAX_NAMES"),
    ("play/dice/throws", awaited_throw, "MAX_PREVIEW_STEPS"),
    ("play/dice/throws", view, "MAX_LISTED_OUTCOMES"),
    ("play/odds/countedRuns", counted_runs, "MAX_ATTEMPTS RUNS_AT_ONCE"),
    ("play/odds/estimates", estimates, "Z"),
    ("play/odds/odds", rollouts, "MAX_RUNS MIN_RUNS"),
    ("play/odds/odds", told, "ROUNDED_DIGITS"),
    ("play/odds/sample", rollouts, "TURN_RUNS"),
    ("play/pacing/beats", beats, "LONG_PART SHORT_PART"),
    ("play/pacing/storyBeats", film, "SECONDS_A_PART SECONDS_A_LINE"),
    ("play/report/reportElements", report_page, "BOARD_COLUMNS"),
    ("play/story/glance", glance, "MAX_VALUE_LENGTH"),
    ("play/why/otherResults", why, "MAX_RESULTS"),
    ("suggestions", suggestions, "MAX_NAME_LENGTH MIN_PREFIX_LENGTH"),
    ("listing", listing, "MAX_LISTED"),
)

SIGNS = {ast.Mult: operator.mul, ast.Sub: operator.sub, ast.LShift: operator.lshift, ast.Pow: operator.pow}


def worked_out(node: ast.expr, known: ModuleType) -> float | str:
    """What an expression with a few signs comes to."""
    if isinstance(node, ast.Constant):
        assert isinstance(node.value, float | str | int)
        return node.value
    if isinstance(node, ast.UnaryOp):
        return -narrow(int, worked_out(node.operand, known))
    if isinstance(node, ast.BinOp):
        return SIGNS[type(node.op)](worked_out(node.left, known), worked_out(node.right, known))
    assert isinstance(node, ast.Name)
    return getattr(known, node.id)


@pytest.mark.parametrize(
    ("path", "module", "name"),
    [(path, module, name) for path, module, several in ALIKE for name in several.split()],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_it_is_alike_on_both_sides(path: str, module: ModuleType, name: str):
    text = (WEB / "src" / f"{path}.ts").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^(?:export )?const {name} = ([^;]+);", text, re.MULTILINE)
    written = re.sub(r"(?<=[0-9a-f])n$", "", found)  # a bigint
    assert worked_out(ast.parse(written, mode="eval").body, module) == getattr(module, name)


def test_a_stranger_has_no_larger_budgets_than_the_compiler_gives_without_leave():
    text = (WEB / "src" / "rules" / "sizes.ts").read_text(encoding="utf-8")
    (found,) = re.findall(r"^const STRANGER_BUDGETS: Budgets = \{([^}]+)\};", text, re.MULTILINE)
    budgets = {name: int(number) for name, number in re.findall(r"(\w+): ([0-9_]+)", found)}
    assert budgets == attrs.asdict(budgets_of(Allowance(length=limits.MAX_FILE_BYTES)))
    (most,) = re.findall(r"^const MAX_BUDGET = ([^;]+);", text, re.MULTILINE)
    assert worked_out(ast.parse(most, mode="eval").body, limits) == MAX_BUDGET
