"""Bombsight: the rules of solitaire table games as data, checked, and played.

What is named here is the Python interface; ``docs/api.md`` shows it at work. Nothing is loaded before it is used.

======================  ================================================================
:func:`games`           list the games
:func:`open`            begin a game: a :class:`Play`, with ``view``, ``answer``, ``throw``, ``undo``, ``save``
:func:`resume`          take a saved game up again, by the rules that it was begun by
:func:`replay`          run a save or a script again, and compare
:func:`link`            make the link of a saved game, for others to watch and play on
:func:`saves`           list saved games
:func:`record`          add up what a save, or all saves of a game, came to
:func:`luck`            measure how the dice of a save fell: a :class:`LuckRecord`
:func:`report`          write a save as a page or as Markdown
:func:`prospect`        check how far a saved game holds by the installed rules: a :class:`Prospect`
:func:`go_over`         move a saved game to those
:func:`verify`          check the file of a seat at a game for two
:func:`complain`        pack what belongs to the report of a fault
:func:`play_in_group`   begin the game of a player in a campaign of many
:func:`result`          make a finished game's record for the umpire of a group
:func:`umpire`          verify the records of a group, and add them up
:func:`table`           look up a table as a :class:`Card`, after errata and house rules
:func:`roll`            roll once on a table, and tell what comes of it, and why: a :class:`TableRoll`
:func:`odds`            compute the odds of a table, exactly: a :class:`TableOdds`
:func:`odds_of`         compute the odds of an expression: dice, a roll, a define, a procedure
:func:`contents`        list what a game declares
:func:`show`            describe one thing of a game
:func:`quote`           draft a house rule that quotes it
:func:`stage`           render an item at a stage of the compiler
:func:`manual`          find a page of the manual, or what it says of a word
:func:`lint`            check rules: the findings
:func:`fix`             apply certain fixes
:func:`explain`         explain findings
:func:`fmt`             lay out files of rules
:func:`fmt_text`        lay out a text of rules
:func:`test`            run worked examples and scripts
:func:`coverage`        find what no example reaches
:func:`mutants`         find small changes that no example notices
:func:`rules_in_force`  list options, overlays and what each changed
:func:`diff`            compare rules: :class:`Differences` of items, odds and examples
:func:`compare`         lay transcriptions beside a game's tables: :class:`Compared`
:func:`compile`         compile a game to its rule graph, as JSON
:func:`graph`           draw the rule graph
:func:`game_file`       compile a game to a file for browsers
:func:`site`            write a site that plays games in browsers
:func:`new`             begin a game
:func:`new_from_tables` make a game of tables that are there
:func:`new_house_rule`  begin a house rule
:func:`pack`            pack a game into one file for others
:func:`add`             add the game of a package
:func:`remove`          remove a game that was added
:func:`simulate`        play many games, and count: a :class:`SimulationResult`
:func:`profile`         measure what rules cost
:func:`preferences`     find better answers than the autopilot's
:func:`learn`           learn better preferences for it, as rules: :class:`Learned`
:func:`balance`         find out what decides a game: a :class:`Balance`
:func:`figures`         measure the figures in a game's README
:class:`Rules`          which rules: house rules, options, variants, errata left out
======================  ================================================================

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

from bombsight.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:  # the same as _HOMES, for type checkers and editors
    from bombsight.boundary.errors import InputError as InputError
    from bombsight.runtime.run.policies import Question as Question
    from bombsight.service.api.checking import coverage as coverage
    from bombsight.service.api.checking import explain as explain
    from bombsight.service.api.checking import fix as fix
    from bombsight.service.api.checking import fmt as fmt
    from bombsight.service.api.checking import fmt_text as fmt_text
    from bombsight.service.api.checking import lint as lint
    from bombsight.service.api.checking import mutants as mutants
    from bombsight.service.api.checking import test as test
    from bombsight.service.api.groups import play_in_group as play_in_group
    from bombsight.service.api.groups import result as result
    from bombsight.service.api.groups import umpire as umpire
    from bombsight.service.api.playing import open as open
    from bombsight.service.api.playing import replay as replay
    from bombsight.service.api.playing import resume as resume
    from bombsight.service.api.rules import add as add
    from bombsight.service.api.rules import compare as compare
    from bombsight.service.api.rules import compile as compile
    from bombsight.service.api.rules import diff as diff
    from bombsight.service.api.rules import game_file as game_file
    from bombsight.service.api.rules import graph as graph
    from bombsight.service.api.rules import new as new
    from bombsight.service.api.rules import new_from_tables as new_from_tables
    from bombsight.service.api.rules import new_house_rule as new_house_rule
    from bombsight.service.api.rules import pack as pack
    from bombsight.service.api.rules import remove as remove
    from bombsight.service.api.rules import rules_in_force as rules_in_force
    from bombsight.service.api.rules import site as site
    from bombsight.service.api.saves import complain as complain
    from bombsight.service.api.saves import go_over as go_over
    from bombsight.service.api.saves import link as link
    from bombsight.service.api.saves import luck as luck
    from bombsight.service.api.saves import prospect as prospect
    from bombsight.service.api.saves import record as record
    from bombsight.service.api.saves import report as report
    from bombsight.service.api.saves import saves as saves
    from bombsight.service.api.saves import verify as verify
    from bombsight.service.api.simulating import balance as balance
    from bombsight.service.api.simulating import figures as figures
    from bombsight.service.api.simulating import learn as learn
    from bombsight.service.api.simulating import preferences as preferences
    from bombsight.service.api.simulating import profile as profile
    from bombsight.service.api.simulating import simulate as simulate
    from bombsight.service.api.tables import contents as contents
    from bombsight.service.api.tables import games as games
    from bombsight.service.api.tables import manual as manual
    from bombsight.service.api.tables import odds as odds
    from bombsight.service.api.tables import odds_of as odds_of
    from bombsight.service.api.tables import quote as quote
    from bombsight.service.api.tables import roll as roll
    from bombsight.service.api.tables import show as show
    from bombsight.service.api.tables import stage as stage
    from bombsight.service.api.tables import table as table
    from bombsight.service.balance.documents import Balance as Balance
    from bombsight.service.boards.drawn import DrawnBoard as DrawnBoard
    from bombsight.service.boards.drawn import DrawnBoards as DrawnBoards
    from bombsight.service.common.failure import WrongRules as WrongRules
    from bombsight.service.comparing.documents import Compared as Compared
    from bombsight.service.figures.document import FiguresMeasured as FiguresMeasured
    from bombsight.service.games.requests import Rules as Rules
    from bombsight.service.group.results import PlayerResult as PlayerResult
    from bombsight.service.group.umpire import Umpired as Umpired
    from bombsight.service.importing.importing import ImportedGame as ImportedGame
    from bombsight.service.learning.document import Learned as Learned
    from bombsight.service.lint.explanation import Explanation as Explanation
    from bombsight.service.lint.fixes import MendResult as MendResult
    from bombsight.service.lint.format import FormatResult as FormatResult
    from bombsight.service.lint.lint import Linted as Linted
    from bombsight.service.lookup.cards import Card as Card
    from bombsight.service.lookup.contents import Contents as Contents
    from bombsight.service.lookup.description import Described as Described
    from bombsight.service.lookup.manual import Page as Page
    from bombsight.service.lookup.manual import Section as Section
    from bombsight.service.lookup.quotation import Quoted as Quoted
    from bombsight.service.lookup.rulings import InForce as InForce
    from bombsight.service.lookup.summaries import Summary as Summary
    from bombsight.service.luck.measuring import LuckRecord as LuckRecord
    from bombsight.service.packages.adding import AddedGame as AddedGame
    from bombsight.service.packages.adding import RemovedGame as RemovedGame
    from bombsight.service.packages.packing import PackedGame as PackedGame
    from bombsight.service.play.auto_answer import QuestionFilter as QuestionFilter
    from bombsight.service.play.play import Play as Play
    from bombsight.service.present import commands as commands
    from bombsight.service.present.command_parsing import parse_command as parse_command
    from bombsight.service.present.commands import Command as Command
    from bombsight.service.present.commands import Context as Context
    from bombsight.service.present.lines import Line as Line
    from bombsight.service.present.lines import Span as Span
    from bombsight.service.present.pages import answer_odds as answer_odds
    from bombsight.service.present.pages import begin_story as begin_story
    from bombsight.service.present.pages import debriefing as debriefing
    from bombsight.service.present.pages import headings as headings
    from bombsight.service.present.pages import help_lines as help_lines
    from bombsight.service.present.pages import introduction as introduction
    from bombsight.service.present.pages import log as log
    from bombsight.service.present.pages import orders as orders
    from bombsight.service.present.pages import prompt as prompt
    from bombsight.service.present.pages import sheet as sheet
    from bombsight.service.present.pages import why as why
    from bombsight.service.present.replies import answer_group as answer_group
    from bombsight.service.present.story import Story as Story
    from bombsight.service.present.story import StoryLine as StoryLine
    from bombsight.service.present.story_lines import render_story as render_story
    from bombsight.service.present.undo import plan_undo as plan_undo
    from bombsight.service.present.view import View as View
    from bombsight.service.present.view import WantedDice as WantedDice
    from bombsight.service.report.complaint import Complaint as Complaint
    from bombsight.service.rules_diff.documents import Differences as Differences
    from bombsight.service.saves.listing import Saves as Saves
    from bombsight.service.saves.migration import Prospect as Prospect
    from bombsight.service.saves.records import GameRecord as GameRecord
    from bombsight.service.saves.records import SaveRecord as SaveRecord
    from bombsight.service.saves.replay import SaveRun as SaveRun
    from bombsight.service.saves.replay import ScriptRun as ScriptRun
    from bombsight.service.scaffolding.game import NewGame as NewGame
    from bombsight.service.seats.verification.checked import Checked as Checked
    from bombsight.service.simulating.result import SimulationResult as SimulationResult
    from bombsight.service.simulating.summary import ColumnCounted as ColumnCounted
    from bombsight.service.simulating.summary import Simulated as Simulated
    from bombsight.service.site.gamefile import GameFile as GameFile
    from bombsight.service.site.site import WrittenSite as WrittenSite
    from bombsight.service.table_odds.counting import Chance as Chance
    from bombsight.service.table_odds.documents import TableOdds as TableOdds
    from bombsight.service.table_rolls.documents import TableRoll as TableRoll
    from bombsight.service.testing.coverage import Covered as Covered
    from bombsight.service.testing.examples import Check as Check
    from bombsight.service.testing.mutants import Mutated as Mutated
    from bombsight.service.testing.preferences import Preferences as Preferences
    from bombsight.service.testing.profiling import Profiled as Profiled

_ROOT = os.path.dirname(os.path.dirname(__file__))
if os.path.exists(os.path.join(_ROOT, "dsl", "grammar.lark")):
    # A checkout, or an sdist: the parts stand beside this folder, and are found there. The root comes first, so that
    # nothing is loaded by the links that mypy and editors go by (hatch_build.py). In a wheel the parts stand in here.
    __path__.insert(0, _ROOT)

_HOMES = {
    "AddedGame": "service.packages.adding",
    "Balance": "service.balance.documents",
    "Card": "service.lookup.cards",
    "Chance": "service.table_odds.counting",
    "Check": "service.testing.examples",
    "Checked": "service.seats.verification.checked",
    "ColumnCounted": "service.simulating.summary",
    "Command": "service.present.commands",
    "Compared": "service.comparing.documents",
    "Contents": "service.lookup.contents",
    "Complaint": "service.report.complaint",
    "Context": "service.present.commands",
    "Covered": "service.testing.coverage",
    "Described": "service.lookup.description",
    "Differences": "service.rules_diff.documents",
    "DrawnBoard": "service.boards.drawn",
    "DrawnBoards": "service.boards.drawn",
    "Explanation": "service.lint.explanation",
    "FiguresMeasured": "service.figures.document",
    "FormatResult": "service.lint.format",
    "GameFile": "service.site.gamefile",
    "GameRecord": "service.saves.records",
    "ImportedGame": "service.importing.importing",
    "InForce": "service.lookup.rulings",
    "InputError": "boundary.errors",
    "Learned": "service.learning.document",
    "Line": "service.present.lines",
    "Linted": "service.lint.lint",
    "LuckRecord": "service.luck.measuring",
    "MendResult": "service.lint.fixes",
    "Mutated": "service.testing.mutants",
    "NewGame": "service.scaffolding.game",
    "PackedGame": "service.packages.packing",
    "Page": "service.lookup.manual",
    "Play": "service.play.play",
    "PlayerResult": "service.group.results",
    "Preferences": "service.testing.preferences",
    "Profiled": "service.testing.profiling",
    "Prospect": "service.saves.migration",
    "Question": "runtime.run.policies",
    "QuestionFilter": "service.play.auto_answer",
    "Quoted": "service.lookup.quotation",
    "RemovedGame": "service.packages.adding",
    "Rules": "service.games.requests",
    "SaveRecord": "service.saves.records",
    "SaveRun": "service.saves.replay",
    "Saves": "service.saves.listing",
    "ScriptRun": "service.saves.replay",
    "Section": "service.lookup.manual",
    "Simulated": "service.simulating.summary",
    "SimulationResult": "service.simulating.result",
    "Span": "service.present.lines",
    "Story": "service.present.story",
    "StoryLine": "service.present.story",
    "Summary": "service.lookup.summaries",
    "TableOdds": "service.table_odds.documents",
    "TableRoll": "service.table_rolls.documents",
    "Umpired": "service.group.umpire",
    "View": "service.present.view",
    "WantedDice": "service.present.view",
    "WrittenSite": "service.site.site",
    "WrongRules": "service.common.failure",
    "add": "service.api.rules",
    "answer_group": "service.present.replies",
    "answer_odds": "service.present.pages",
    "balance": "service.api.simulating",
    "begin_story": "service.present.pages",
    "commands": "service.present",
    "compare": "service.api.rules",
    "compile": "service.api.rules",
    "complain": "service.api.saves",
    "contents": "service.api.tables",
    "coverage": "service.api.checking",
    "debriefing": "service.present.pages",
    "diff": "service.api.rules",
    "explain": "service.api.checking",
    "figures": "service.api.simulating",
    "fix": "service.api.checking",
    "fmt": "service.api.checking",
    "fmt_text": "service.api.checking",
    "game_file": "service.api.rules",
    "games": "service.api.tables",
    "go_over": "service.api.saves",
    "graph": "service.api.rules",
    "headings": "service.present.pages",
    "help_lines": "service.present.pages",
    "introduction": "service.present.pages",
    "learn": "service.api.simulating",
    "link": "service.api.saves",
    "lint": "service.api.checking",
    "log": "service.present.pages",
    "luck": "service.api.saves",
    "manual": "service.api.tables",
    "mutants": "service.api.checking",
    "new": "service.api.rules",
    "new_from_tables": "service.api.rules",
    "new_house_rule": "service.api.rules",
    "odds": "service.api.tables",
    "odds_of": "service.api.tables",
    "roll": "service.api.tables",
    "open": "service.api.playing",
    "orders": "service.present.pages",
    "pack": "service.api.rules",
    "parse_command": "service.present.command_parsing",
    "plan_undo": "service.present.undo",
    "play_in_group": "service.api.groups",
    "preferences": "service.api.simulating",
    "profile": "service.api.simulating",
    "prompt": "service.present.pages",
    "prospect": "service.api.saves",
    "quote": "service.api.tables",
    "record": "service.api.saves",
    "remove": "service.api.rules",
    "render_story": "service.present.story_lines",
    "replay": "service.api.playing",
    "report": "service.api.saves",
    "result": "service.api.groups",
    "resume": "service.api.playing",
    "rules_in_force": "service.api.rules",
    "saves": "service.api.saves",
    "sheet": "service.present.pages",
    "show": "service.api.tables",
    "simulate": "service.api.simulating",
    "site": "service.api.rules",
    "stage": "service.api.tables",
    "table": "service.api.tables",
    "test": "service.api.checking",
    "umpire": "service.api.groups",
    "verify": "service.api.saves",
    "why": "service.present.pages",
}
"""Where each public name is at home; that of a module is the package it is in."""

__all__ = [*_HOMES]

_MODULES = ("commands",)
"""Names of modules."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = f"bombsight.{_HOMES[name]}"
    if name in _MODULES:
        return import_module(f"{home}.{name}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return __all__
