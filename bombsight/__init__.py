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

What a game shows comes as lines of text, for any front end to draw:

=======================  ===============================================================
:class:`QuestionFilter`  a game with what need not be asked answered: routine, standing orders
:class:`Story`           its story, begun by ``begin_story``, as text by ``render_story``
:func:`introduction`     what is played
:func:`prompt`           what is waited for
:func:`why`              how a roll came about
:func:`log`              the story so far; ``sheet``, ``orders``, ``debriefing``, ``headings``, ``help_lines`` beside it
:func:`parse_command`    what was typed, as one of the classes of ``commands``
=======================  ===============================================================

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
    from bombsight.service.table_odds.documents import TableOdds
    from bombsight.service.rules_diff.documents import Differences
    from bombsight.service.common.failure import WrongRules
    from bombsight.service.saves.migration import Prospect
    from bombsight.service.lint.lint import Linted
    from bombsight.service.play.play import Play
    from bombsight.service.saves.replay import SaveRun, ScriptRun
    from bombsight.service.games.requests import Rules
    from bombsight.service.lookup.rulings import InForce
    from bombsight.service.simulating.summary import Simulated
    from bombsight.service.lookup.summaries import Summary
    from bombsight.service.testing.examples import Check
    from bombsight.service.play.auto_answer import QuestionFilter
    from bombsight.service.present import commands
    from bombsight.service.present.commands import Command, Context
    from bombsight.service.present.command_parsing import parse_command
    from bombsight.service.present.lines import Line, Span
    from bombsight.service.present.pages import (
        answer_odds,
        begin_story,
        debriefing,
        headings,
        help_lines,
        introduction,
        log,
        orders,
        prompt,
        sheet,
        why,
    )
    from bombsight.service.present.replies import answer_group
    from bombsight.service.present.story import Story, StoryLine
    from bombsight.service.present.story_lines import render_story
    from bombsight.service.present.undo import plan_undo
    from bombsight.service.present.view import View, WantedDice

_ROOT = os.path.dirname(os.path.dirname(__file__))
if os.path.exists(os.path.join(_ROOT, "dsl", "grammar.lark")):
    # A checkout, or an sdist: the parts stand beside this folder, and are found there. The root comes first, so that
    # nothing is loaded by the links that mypy and editors go by (hatch_build.py). In a wheel the parts stand in here.
    __path__.insert(0, _ROOT)

__all__ = [
    "Card",
    "Check",
    "Command",
    "Context",
    "Differences",
    "InForce",
    "InputError",
    "Line",
    "Linted",
    "Play",
    "Prospect",
    "Question",
    "QuestionFilter",
    "Rules",
    "SaveRun",
    "ScriptRun",
    "Simulated",
    "Span",
    "Story",
    "StoryLine",
    "Summary",
    "TableOdds",
    "View",
    "WantedDice",
    "WrongRules",
    "answer_group",
    "answer_odds",
    "begin_story",
    "commands",
    "debriefing",
    "diff",
    "games",
    "go_over",
    "headings",
    "help_lines",
    "introduction",
    "lint",
    "log",
    "odds",
    "open",
    "orders",
    "parse_command",
    "plan_undo",
    "prompt",
    "prospect",
    "render_story",
    "replay",
    "resume",
    "rules_in_force",
    "sheet",
    "simulate",
    "table",
    "test",
    "why",
]

_HOMES = {
    "Card": "service.lookup.cards",
    "Check": "service.testing.examples",
    "Command": "service.present.commands",
    "Context": "service.present.commands",
    "Differences": "service.rules_diff.documents",
    "InForce": "service.lookup.rulings",
    "InputError": "boundary.errors",
    "Line": "service.present.lines",
    "Linted": "service.lint.lint",
    "Play": "service.play.play",
    "Prospect": "service.saves.migration",
    "Question": "runtime.run.policies",
    "QuestionFilter": "service.play.auto_answer",
    "Rules": "service.games.requests",
    "SaveRun": "service.saves.replay",
    "ScriptRun": "service.saves.replay",
    "Simulated": "service.simulating.summary",
    "Span": "service.present.lines",
    "Story": "service.present.story",
    "StoryLine": "service.present.story",
    "Summary": "service.lookup.summaries",
    "TableOdds": "service.table_odds.documents",
    "View": "service.present.view",
    "WantedDice": "service.present.view",
    "WrongRules": "service.common.failure",
    "answer_group": "service.present.replies",
    "answer_odds": "service.present.pages",
    "begin_story": "service.present.pages",
    "commands": "service.present",
    "debriefing": "service.present.pages",
    "headings": "service.present.pages",
    "help_lines": "service.present.pages",
    "introduction": "service.present.pages",
    "log": "service.present.pages",
    "orders": "service.present.pages",
    "parse_command": "service.present.command_parsing",
    "plan_undo": "service.present.undo",
    "prompt": "service.present.pages",
    "render_story": "service.present.story_lines",
    "sheet": "service.present.pages",
    "why": "service.present.pages",
}
"""Where a name is at home that is no function of ``service/api.py``; that of a module is the package it is in."""


_MODULES = ("commands",)
"""Names of modules."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = f"bombsight.{_HOMES.get(name, 'service.api')}"
    if name in _MODULES:
        return import_module(f"{home}.{name}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return __all__
