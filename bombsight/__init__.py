"""Bombsight: the rules of solitaire table games as data, checked, and played.

What is named here is the Python interface; ``docs/api.md`` shows it at work. Nothing is loaded before it is used.

====================  ==================================================================
:func:`games`         the games there are
:func:`open`          begin a game: a :class:`Play`, with ``view``, ``answer``, ``throw``, ``undo``, ``save``
:func:`resume`        take a saved game up again, by the rules that it was begun by
:func:`prospect`      how far a saved game holds by the rules that are installed: a :class:`Prospect`
:func:`go_over`       have it go on by those
:func:`table`         a table as a :class:`Card`, after errata and house rules
:func:`odds`          the odds of a table: a :class:`TableOdds`, exact
:func:`diff`          what rules change: :class:`Differences` of items, odds and examples
:func:`rules_in_force`  options, overlays and what each changed
:func:`lint`          findings about rules
:func:`test`          worked examples and scripts, run
:func:`simulate`      many games, counted: a :class:`Simulated` with shares, means and differences
:func:`replay`        a save or a script, run again and compared
:class:`Rules`        which rules: house rules, options, variants, errata left out
====================  ==================================================================

What a caller or a file gets wrong raises :class:`InputError`; rules that have errors raise :class:`WrongRules`.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bombsight.runtime.run.policies import Question
    from bombsight.boundary.errors import InputError
    from bombsight.service.api import (
        diff,
        games,
        go_over,
        lint,
        odds,
        open,
        prospect,
        replay,
        resume,
        rules_in_force,
        simulate,
        table,
        test,
    )
    from bombsight.service.lookup.cards import Card
    from bombsight.service.table_odds.told import TableOdds
    from bombsight.service.rules_diff.told import Differences
    from bombsight.service.common.failure import WrongRules
    from bombsight.service.saves.migration import Prospect
    from bombsight.service.lint.lint import Linted
    from bombsight.service.play.play import Play
    from bombsight.service.saves.replay import SaveRun, ScriptRun
    from bombsight.service.games.requests import Rules
    from bombsight.service.lookup.rulings import InForce
    from bombsight.service.simulating.simulated import Simulated
    from bombsight.service.lookup.summaries import Summary
    from bombsight.service.testing.examples import Check
    from bombsight.service.present.view import View, WantedDice

_ROOT = os.path.dirname(os.path.dirname(__file__))
if os.path.exists(os.path.join(_ROOT, "dsl", "grammar.lark")):
    # A checkout, or an sdist: the parts stand beside this folder, and are found there. The root comes first, so that
    # nothing is loaded by the links that mypy and editors go by (hatch_build.py). In a wheel the parts stand in here.
    __path__.insert(0, _ROOT)

__all__ = [
    "Card",
    "Check",
    "Differences",
    "InForce",
    "InputError",
    "Linted",
    "Play",
    "Prospect",
    "Question",
    "Rules",
    "SaveRun",
    "ScriptRun",
    "Simulated",
    "Summary",
    "TableOdds",
    "View",
    "WantedDice",
    "WrongRules",
    "diff",
    "games",
    "go_over",
    "lint",
    "odds",
    "open",
    "prospect",
    "replay",
    "resume",
    "rules_in_force",
    "simulate",
    "table",
    "test",
]

_HOMES = {
    "Card": "service.lookup.cards",
    "Check": "service.testing.examples",
    "Differences": "service.rules_diff.told",
    "InForce": "service.lookup.rulings",
    "InputError": "boundary.errors",
    "Linted": "service.lint.lint",
    "Play": "service.play.play",
    "Prospect": "service.saves.migration",
    "Question": "runtime.run.policies",
    "Rules": "service.games.requests",
    "SaveRun": "service.saves.replay",
    "ScriptRun": "service.saves.replay",
    "Simulated": "service.simulating.simulated",
    "Summary": "service.lookup.summaries",
    "TableOdds": "service.table_odds.told",
    "View": "service.present.view",
    "WantedDice": "service.present.view",
    "WrongRules": "service.common.failure",
}
"""Where a name is at home that is no function of the interface."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"bombsight.{_HOMES.get(name, 'service.api')}"), name)


def __dir__() -> list[str]:
    return __all__
