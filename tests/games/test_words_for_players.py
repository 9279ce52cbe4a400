"""What every shipped game says to who plays it for the first time: a primer, a headline, what its options change."""

from __future__ import annotations

import pytest

from bombsight.compiler.explanations import explainable_targets, explanation_texts
from bombsight.compiler.graph.boards import Headline
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.service.games.library import find_games
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.lookup.explanations import find_primer
from bombsight.service.programs.compile import compile_game
from tests.marking import slow_but

GAMES = {game.id: game for game in find_games()}

MIN_WORDS, MAX_WORDS = 250, 600
"""How long a primer is: a page."""

ASKED_OFTEN = {
    "b29_korea": ("answer:give_orders/order/climb", "enum:Altitude/low", "field:altitude", "procedure:climb"),
    "b17": ("question:allocate/f", "field:altitude_low", "enum:Kind/fw190"),
    "amerika_bomber": ("question:flak/order", "field:endurance", "enum:Skill/acm"),
    "b17_leader": ("question:spend/bought", "enum:Tactic/evasion", "enum:Position/lead"),
    "down_in_flames": ("question:choose_answer/k", "enum:Kind/tight_turn", "enum:Standing/tailing"),
    "b17_miniatures": ("question:give_order/h", "question:course/h"),
}
"""What newcomers ask about first, in each game."""


def graph_of(name: str) -> RuleGraph:
    return compile_game(make_request(name, GAMES[name].files, Rules()))[0]


@pytest.mark.parametrize("name", slow_but(GAMES, "b17", "b17_leader"))
def test_a_game_explains_itself(name: str) -> None:
    graph = graph_of(name)
    texts = explanation_texts(graph)
    assert [option.name for option in graph.options if f"option:{option.name}" not in texts] == []
    assert [text for text in texts.values() if "?" in text] == []  # a hole without a value
    assert [target for target in ASKED_OFTEN.get(name, ()) if target not in texts] == []
    assert any(isinstance(board.layout, Headline) for board in graph.boards)
    primer = find_primer(graph)
    assert primer is not None
    assert MIN_WORDS <= len(" ".join(primer.paragraphs).split()) <= MAX_WORDS


def test_whatever_the_rules_say_can_be_explained() -> None:
    targets = set(explainable_targets(graph_of("b29_korea")))
    assert {"table:5-1", "option:climb_cost", "enum:Altitude/low", "question:give_orders/order"} <= targets
