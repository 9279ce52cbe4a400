"""Every game with open options plays as it does with these options compiled in.

``BOMBSIGHT_SETTINGS=20`` tries more settings of each, and a career with every one.
"""

from __future__ import annotations

import os
import random
from functools import partial

import pytest
from attrs import evolve

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.flat.check import check_program
from bombsight.service.games.library import find_games
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.programs.cache import compile_cached
from tests.marking import slow_but
from tests.narrowing import unwrap
from tests.reference.opened import at_random, closed, opened, served, told

SETTINGS = int(os.environ.get("BOMBSIGHT_SETTINGS") or 1)
SEEDS = 8
GAMES = {game.id: game for game in find_games()}


@pytest.mark.parametrize("name", slow_but(GAMES, "b17_leader"))
def test_a_game_with_any_options(name: str) -> None:
    graph = compile_cached(make_request(name, GAMES[name].files, Rules())).graph
    assert graph is not None
    program = lower(evolve(graph, examples=()), open_options=True)
    assert check_program(program) == ()
    load, briefly = served(program), partial(instantiate, brief=True)
    for setting in range(SETTINGS):
        chance = random.Random(f"{name} {setting}")
        settled = closed(graph, at_random(graph, chance))
        constant, free = lower(settled), opened(program, settled)
        for seed in range(SEEDS):
            number = chance.randint(1, 20)
            args = (number,) if constant.mission.params else ()
            assert told(free, free.mission, args, seed, load) == told(constant, constant.mission, args, seed, briefly)
        if SETTINGS > 1:
            assert constant.career is not None
            assert told(free, unwrap(free.career), (), 1, load) == told(constant, constant.career, (), 1, briefly)
