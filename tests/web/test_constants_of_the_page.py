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
from bombsight.compiler.lower.budgets import MOST, budgets_of
from bombsight.dsl import limits, listing, suggestions
from bombsight.flat import budgets, dice, layout, slices, types
from bombsight.runtime import boards
from bombsight.runtime.batch import batch, estimates, rollouts
from bombsight.runtime.events import elements, lengths, names, reader, views
from bombsight.runtime.run import derived_values, journal
from bombsight.runtime.saves import lines
from bombsight.runtime.session import session
from bombsight.service.boards import chart, room
from bombsight.service.common import container
from bombsight.service.play import answer_odds as told
from bombsight.service.play import throws
from bombsight.service.present import answers, glance, joint_questions, view, why
from tests.web.beside_node import WEB

ALIKE: tuple[tuple[str, ModuleType, str], ...] = (
    ("rules/gamefile", container, "VERSION LARGEST"),
    ("rules/decode", texts, "LONGEST"),
    ("rules/sizes", limits, "SLOTS DICE ELEMENTS PLACES VALUES MARKS"),
    ("rules/values", types, "NONE"),
    ("engine/memory", memory, "ARGUMENTS MOST_KNOWN SLOTS"),
    ("engine/memory", layout, "NAMES STEPS"),
    ("engine/machine", budgets, "LARGEST MISSIONS TOO_LONG"),
    ("engine/asides", derived_values, "ASKED"),
    ("engine/dice", dice, "GAMMA CHOICES NAMES"),
    ("engine/dice", rollouts, "CONTINUED"),
    ("engine/elements", elements, "EVERY"),
    ("engine/journal", journal, "MOST_EVENTS"),
    ("engine/lengths", lengths, "EVENT NUMBER"),
    ("engine/names", names, "LONGEST"),
    ("engine/runs", batch, "HANDED"),
    ("engine/runs", slices, "SLICE"),
    ("engine/reader", reader, "TOO_MUCH"),
    ("engine/views", views, "STORY_VERSION"),
    ("session/lines", lines, "SAVE_VERSION"),
    ("session/session", session, "STORY_DIGITS"),
    ("play/answers/answering", answers, "FEW"),
    ("play/answers/together", joint_questions, "MOST"),
    ("play/boards/boards", boards, "LOOKED_AT MOST_PLACES SHOWN"),
    ("play/boards/chart", chart, "HIGHER KEYED"),
    ("play/boards/room", room, "LEAST"),
    ("play/dice/wanted", throws, "FORESEEN"),
    ("play/dice/wanted", view, "FEW"),
    ("play/odds/estimates", estimates, "Z"),
    ("play/odds/odds", rollouts, "MOST LEAST"),
    ("play/odds/odds", told, "DIGITS"),
    ("play/odds/sample", rollouts, "TURN"),
    ("play/story/glance", glance, "LONGEST"),
    ("play/why/derivations", why, "MOST"),
    ("likeness", suggestions, "LONGEST BEGUN"),
    ("listing", listing, "MANY"),
)

SIGNS = {ast.Mult: operator.mul, ast.Sub: operator.sub, ast.LShift: operator.lshift, ast.Pow: operator.pow}


def worked_out(node: ast.expr, known: ModuleType) -> float | str:
    """What an expression with a few signs comes to."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, float | str) else int(node.value)
    if isinstance(node, ast.UnaryOp):
        return operator.neg(worked_out(node.operand, known))
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
    (found,) = re.findall(r"^const BUDGETS: Budgets = \{([^}]+)\};", text, re.MULTILINE)
    budgets = {name: int(number) for name, number in re.findall(r"(\w+): ([0-9_]+)", found)}
    assert budgets == attrs.asdict(budgets_of(Allowance(length=limits.BYTES)))
    (most,) = re.findall(r"^const BUDGET = ([^;]+);", text, re.MULTILINE)
    assert worked_out(ast.parse(most, mode="eval").body, limits) == MOST
