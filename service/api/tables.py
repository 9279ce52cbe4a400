"""Reference: games, tables and everything else that a game declares; exact odds; the manual."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from bombsight.service.api.playing import DEFAULT_RULES
from bombsight.service.common.arguments import AnyPath, Seed, check_arguments
from bombsight.service.games.requests import Rules
from bombsight.service.lookup.kinds import Stage, ThingKind

if TYPE_CHECKING:
    from bombsight.service.lookup.cards import Card
    from bombsight.service.lookup.contents import Contents
    from bombsight.service.lookup.description import Described
    from bombsight.service.lookup.manual import Page, Section
    from bombsight.service.lookup.quotation import Quoted
    from bombsight.service.lookup.summaries import Summary
    from bombsight.service.table_odds.documents import TableOdds
    from bombsight.service.table_rolls.documents import TableRoll


@check_arguments
def games(*folders: AnyPath) -> tuple[Summary, ...]:
    """List the games: shipped with the program, in ``BOMBSIGHT_PATH`` and ``folders``, added, of Python packages.

    Returns:
        A summary of each game, sorted by id. A game whose rules have errors is listed, too, with that fact.
    """
    from bombsight.service.lookup.overview import list_games

    return list_games(map(Path, folders)).games


@check_arguments
def table(game: AnyPath, id: str, rules: Rules = DEFAULT_RULES) -> Card:
    """Look up a table's card, with errata, variants and house rules applied.

    Args:
        game: The game's id, or its folder.
        id: The table's id, or part of its title.
        rules: The variants, house rules and options.

    Raises:
        InputError: There is no such game, table, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.cards import look_up_card

    return look_up_card(request_for_game(str(game), rules), id).table


@check_arguments
def odds(
    game: AnyPath,
    table: str,
    rules: Rules = DEFAULT_RULES,
    *,
    given: Iterable[str] = (),
    every: bool = False,
    against: Iterable[AnyPath] = (),
    pins: Iterable[str] = (),
) -> TableOdds:
    """Compute the exact odds of a roll on a table: results, rows, named parts, and the influence of each modifier.

    Args:
        game: The game's id, or its folder.
        table: The table's id, or part of its title.
        rules: The rules to use. With house rules, the odds without them are given beside.
        given: Assumptions: conditions over the table's parameters, ``sky is fog``; lines of an example's scene,
            ``do storm``.
        every: Whether to enumerate all state that decides which row the dice lead to; else the state as a game begins.
        against: House rules to lay over the rules as well; the odds with and without them are given side by side.
        pins: Fixed results of tables on the way: ``TABLE=RESULT``.

    Raises:
        InputError: The game, table, variant or option does not exist; the table throws no dice; no state fulfils
            ``given``, or there are too many cases.
        WrongRules: The rules have errors or cannot be read, or ``given`` has errors.
    """
    from bombsight.service.programs.pins import parse_pin
    from bombsight.service.table_odds.requests import make_compared_requests
    from bombsight.service.table_odds.situations import compute_table_odds

    request, other = make_compared_requests(str(game), rules, [*map(Path, against)])
    pinned = [*map(parse_pin, pins)]
    return compute_table_odds(request, table, [*given], is_exhaustive=every, against=other, pins=pinned)


@check_arguments
def odds_of(
    game: AnyPath,
    expression: str,
    rules: Rules = DEFAULT_RULES,
    *,
    given: Iterable[str] = (),
    against: Iterable[AnyPath] = (),
    auto: bool = False,
    pins: Iterable[str] = (),
) -> TableOdds:
    """Compute the odds of an expression of the rules' language: dice, a roll, a define, a procedure that gives a value.

    Args:
        game: The game's id, or its folder.
        expression: What may stand behind ``let x =`` in the rules: ``2d6 - 1``, ``do attack(iron, 0)``.
        rules: The rules to use. With house rules, the odds without them are given beside.
        given: Assumptions, as for :func:`odds`; an element that they name may stand in the expression.
        against: House rules to lay over the rules as well; the odds with and without them are given side by side.
        auto: Whether the autopilot answers choices on the way; else a choice is an error.
        pins: Fixed results of tables on the way: ``TABLE=RESULT``.

    Raises:
        InputError: The game, variant or option does not exist; a player chooses on the way; the value is none that can
            be counted; no state fulfils ``given``, or there are too many cases.
        WrongRules: The rules have errors or cannot be read; the expression or ``given`` has errors.
    """
    from bombsight.service.programs.pins import parse_pin
    from bombsight.service.table_odds.requests import make_compared_requests
    from bombsight.service.table_odds.situations import compute_expression_odds

    request, other = make_compared_requests(str(game), rules, [*map(Path, against)])
    pinned = [*map(parse_pin, pins)]
    return compute_expression_odds(request, expression, [*given], against=other, answers_choices=auto, pins=pinned)


@check_arguments
def roll(
    game: AnyPath,
    table: str,
    rules: Rules = DEFAULT_RULES,
    *,
    dice: Iterable[int | str] = (),
    given: Iterable[str] = (),
    seed: Seed | None = None,
) -> TableRoll:
    """Roll once on a table, and tell what comes of it in every case that the given conditions leave open, and why.

    Args:
        game: The game's id, or its folder.
        table: The table's id, or part of its title.
        rules: The rules to use.
        dice: What the dice show, in the order of the throws: a number for each die, or ``"3+5"`` for a throw.
        given: Assumptions, as for :func:`odds`.
        seed: The seed of the dice that ``dice`` does not give; None for a random one, which the result tells.

    Raises:
        InputError: The game, table, variant or option does not exist; the dice do not fit the table; no state fulfils
            ``given``, or there are too many cases.
        WrongRules: The rules have errors or cannot be read, or ``given`` has errors.
    """
    from bombsight.service.common.seeds import choose_seed
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.table_rolls.rolling import roll_on_table

    words = [*map(str, dice)]
    return roll_on_table(request_for_game(str(game), rules), table, words, [*given], seed=choose_seed(seed))


@check_arguments
def contents(
    game: AnyPath, rules: Rules = DEFAULT_RULES, *, kinds: Iterable[ThingKind] = (), find: str = ""
) -> Contents:
    """List what a game declares: tables, procedures, fields, options and so on, chapter by chapter.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options.
        kinds: The kinds to list; empty for all.
        find: A text that names, titles, citations or the rules themselves must hold; empty for all.

    Raises:
        InputError: There is no such game, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.search import find_contents

    return find_contents(request_for_game(str(game), rules), tuple(kinds), find)


@check_arguments
def show(game: AnyPath, name: str, rules: Rules = DEFAULT_RULES) -> Described:
    """Describe one thing that a game declares: its definition, its readers and writers, its amendments, its card.

    Args:
        game: The game's id, or its folder.
        name: Its name or id, or part of its title.
        rules: The variants, house rules and options.

    Raises:
        InputError: There is no such thing, game, variant or option, or several are meant.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.description import look_up_thing

    return look_up_thing(request_for_game(str(game), rules), name)


@check_arguments
def quote(game: AnyPath, name: str, rules: Rules = DEFAULT_RULES, *, row: str = "", column: str = "") -> Quoted:
    """Draft a house rule that quotes a thing, or one line or cell of it, ready to be changed: ``quote(...).text``.

    Args:
        game: The game's id, or its folder.
        name: The name or id of the thing, or part of its title.
        rules: The rules in force: what errata changed is quoted as changed.
        row: The keys of a row, or the name of a modifier, note, step or field; empty for the whole thing.
        column: The head of a column, for one cell of that row.

    Raises:
        InputError: There is no such game, thing, row or column, or it cannot be quoted.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.quotation import quote_thing

    return quote_thing(request_for_game(str(game), rules), name, row, column)


@check_arguments
def stage(game: AnyPath, name: str, stage: Stage, rules: Rules = DEFAULT_RULES, *, traced: bool = False) -> str:
    """Render an item as the compiler has it at a stage: syntax tree, rule graph, flat form, or Python.

    Args:
        game: The game's id, or its folder.
        name: The name or id of a table, procedure, define, tally, reroll or board.
        stage: ``ast``, ``graph``, ``flat`` or ``python``.
        rules: The variants, house rules and options.
        traced: Whether the Python also writes the journal.

    Raises:
        InputError: There is no such item, or it has no code at that stage.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.stages import render_stage
    from bombsight.service.programs.compile import compile_game

    return render_stage(*compile_game(request_for_game(str(game), rules)), name, stage, traced=traced)


@check_arguments
def manual(word: str, section: str | None = None, folders: Iterable[AnyPath] = ()) -> Page | Section:
    """Find a page of the manual, or the section that explains a word of the language; each has a ``text``, Markdown.

    Args:
        word: The name of a page, as ``odds``; a game, for its README; or a word of the language, as ``natural``.
        section: The heading of a section of that page, or a word that it explains.
        folders: Folders to look for games in, besides the usual ones.

    Raises:
        InputError: There is no such page, word or section.
    """
    from bombsight.service.lookup.manual import find_page_or_section

    return find_page_or_section(word, section, tuple(map(Path, folders)))
