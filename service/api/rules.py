"""Rules compared, compiled, drawn, begun; games for browsers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bombsight.boundary.errors import InputError
from bombsight.service.api.playing import DEFAULT_RULES
from bombsight.service.common.arguments import AnyPath, CountOrZero, Limit, check_arguments
from bombsight.service.games.requests import Rules, to_paths

if TYPE_CHECKING:
    from bombsight.service.comparing.documents import Compared
    from bombsight.service.importing.importing import ImportedGame
    from bombsight.service.lookup.rulings import InForce
    from bombsight.service.packages.adding import AddedGame, RemovedGame
    from bombsight.service.packages.packing import PackedGame
    from bombsight.service.rules_diff.documents import Differences
    from bombsight.service.scaffolding.game import NewGame
    from bombsight.service.site.gamefile import GameFile
    from bombsight.service.site.site import WrittenSite


# --- what is in force, and what differs


@check_arguments
def rules_in_force(game: AnyPath, rules: Rules = DEFAULT_RULES) -> InForce:
    """List the rules in force: options, overlays and the changes of each, rules that are not as printed.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options.

    Raises:
        InputError: There is no such game, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.rulings import rules_in_force as list_rules_in_force
    from bombsight.service.programs.compile import compile_game

    return list_rules_in_force(*compile_game(request_for_game(str(game), rules)))


@check_arguments
def diff(
    game: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    other: AnyPath | None = None,
    against: Iterable[AnyPath] = (),
    examples: bool = True,
) -> Differences:
    """Compare two sets of rules: items part by part, tables whose odds changed, worked examples.

    Args:
        game: The game's id, or its folder.
        rules: The rules to compare with the game as it comes.
        other: Another game or folder to compare with the game; these rules apply to both.
        against: House rules to lay over the rules; the rules with them are compared with the rules without them.
        examples: Whether to run the worked examples that reach a change.

    Raises:
        InputError: There is nothing to compare, or the game, variant or option does not exist.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.rules_diff.differences import compare_rules, requests_to_compare

    other_game = None if other is None else str(other)
    return compare_rules(*requests_to_compare(str(game), rules, other_game, [*map(Path, against)]), examples=examples)


# --- compiled and drawn


@check_arguments
def compile(game: AnyPath, rules: Rules = DEFAULT_RULES) -> str:
    """Compile a game to its rule graph, errata and house rules applied, as JSON text by its JSON Schema.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options.

    Raises:
        InputError: There is no such game, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.graphs import render_graph_json
    from bombsight.service.programs.compile import compile_game

    return render_graph_json(compile_game(request_for_game(str(game), rules))[0])


@check_arguments
def graph(
    game: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    format: Literal["dot", "mermaid"] = "dot",
    focus: str | None = None,
) -> str:
    """Draw how the rules of a game hang together, as text for Graphviz or Mermaid.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options.
        format: ``dot`` or ``mermaid``.
        focus: The id of an item to draw around, ``table:Sky``; None for the whole game.

    Raises:
        InputError: There is no such game, variant, option or item.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.graphs import draw_graph
    from bombsight.service.programs.compile import compile_game

    return draw_graph(compile_game(request_for_game(str(game), rules))[0], format, focus)


@check_arguments
def game_file(game: AnyPath, rules: Rules = DEFAULT_RULES, *, out: AnyPath | None = None) -> GameFile:
    """Compile a game for a browser: a file that can be dropped onto the page of a site. Its bytes are ``content``.

    Args:
        game: The game's id, or its folder.
        rules: The variants, house rules and options.
        out: The file to write; None for none.

    Raises:
        InputError: There is no such game, variant or option; or ``out`` cannot be written.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.common.container import is_game_file
    from bombsight.service.common.files import write_output_bytes
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.site.gamefile import load_game_file

    compiled_game = load_game_file(request_for_game(str(game), rules))
    if out is not None:
        write_output_bytes(Path(out), compiled_game.content, is_game_file, force=False)
    return compiled_game


@check_arguments
def site(
    *games: AnyPath,
    out: AnyPath,
    folders: Iterable[AnyPath] = (),
    house: Iterable[AnyPath] = (),
    variants: Iterable[str] = (),
    keep_editions: CountOrZero = 3,
    workshop: bool = False,
    pyodide: AnyPath | None = None,
    limit: Limit = 1,
) -> WrittenSite:
    """Write a site that plays games in a browser, offline, with pages of their rules and tables.

    Args:
        games: The games, by id or folder; at least one.
        out: The folder to write; an older site there is replaced.
        folders: Folders to look for games in, besides the usual ones.
        house: Files of house rules; their games are offered with each, too.
        variants: Variants; games that have them are offered with each, too.
        keep_editions: How many earlier editions of each game stay in the folder, for links to games played by them.
        workshop: Whether to add the page on which rules are written and tried.
        pyodide: The folder of Pyodide's npm package, for the workshop; None for that of a checkout.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: There is no such game or variant; the folder cannot be written, or holds something else; or Pyodide
            or Node is missing for the workshop.
        WrongRules: Rules have errors, or cannot be read.
    """
    from bombsight.service.site.editions import SiteOrder
    from bombsight.service.site.site import write_site

    if not games:
        raise InputError("a site of no games", "", "Name a game, as in bombsight.site('my_game', out='site').")
    order = SiteOrder(
        games=tuple(map(str, games)),
        folders=to_paths(folders),
        house=to_paths(house),
        variants=variants,
        limit=limit,
        keep_editions=keep_editions,
        workshop=workshop or pyodide is not None,
        pyodide=None if pyodide is None else Path(pyodide),
    )
    return write_site(order, Path(out))


# --- begun


@check_arguments
def new(
    name: str, folder: AnyPath | None = None, folders: Iterable[AnyPath] = (), *, as_package: bool = False
) -> NewGame:
    """Begin a game of your own: a folder with a small one that plays.

    Args:
        name: The id of the game.
        folder: The folder to write; None for one of that name in the current folder.
        folders: Folders of games whose ids are taken, besides the usual ones.
        as_package: Whether to put a Python package, a README, a licence and hosted checks around the game.

    Raises:
        InputError: The id is invalid or taken, or the folder is there or cannot be written.
    """
    from bombsight.service.scaffolding.game import create_game

    return create_game(name, None if folder is None else Path(folder), to_paths(folders), as_package=as_package)


@check_arguments
def pack(
    game: AnyPath, out: AnyPath | None = None, folders: Iterable[AnyPath] = (), *, force: bool = False
) -> PackedGame:
    """Pack a game into one file for others: its rules and tests, its licence, and the compiled game for pages.

    Args:
        game: The game's folder, or its id.
        out: The file to write; None for ``ID-VERSION.bombsight`` in the current folder.
        folders: Folders of games, besides the usual ones.
        force: Whether to write over a file that is no package.

    Raises:
        InputError: There is no such game, it has no version, or the file cannot be written.
        WrongRules: ``lint`` finds errors in its rules.
    """
    from bombsight.service.packages.packing import pack_game

    return pack_game(str(game), None if out is None else Path(out), to_paths(folders), force=force)


@check_arguments
def add(file: AnyPath, folders: Iterable[AnyPath] = (), *, replace: bool = False, limit: Limit = 1) -> AddedGame:
    """Add the game of a package to the user's own games, where all calls find it by its id.

    Args:
        file: The package, which may come from anybody.
        folders: Folders of games whose ids are taken, besides the usual ones.
        replace: Whether it may replace an older version of the same game; saves go on by the rules they began with.
        limit: The factor by which the limits on the cost of its rules are raised.

    Raises:
        InputError: It is no package, its game is not what it says, or its id is taken.
        WrongRules: Its rules have errors.
    """
    from bombsight.service.packages.adding import add_game

    return add_game(str(file), to_paths(folders), replace=replace, limit=limit)


@check_arguments
def remove(game: str) -> RemovedGame:
    """Remove a game that was added from a package; its saves stay, with the rules that they began by.

    Raises:
        InputError: No such game was added, or it cannot be removed.
    """
    from bombsight.service.packages.adding import remove_game

    return remove_game(game)


@check_arguments
def new_from_tables(
    name: str,
    files: Iterable[AnyPath],
    folder: AnyPath | None = None,
    folders: Iterable[AnyPath] = (),
    *,
    as_package: bool = False,
    own: bool = False,
) -> ImportedGame:
    """Make a game of tables that are there: CSV, Markdown, HTML, a spreadsheet, Foundry, Datasworn, DMN.

    Args:
        name: The id of the game.
        files: The files, at least one; a folder stands for those in it.
        folder: The folder to write; None for one of that name in the current folder.
        folders: Folders of games whose ids are taken, besides the usual ones.
        as_package: Whether to put a Python package, a README, a licence and hosted checks around the game.
        own: Whether the tables are yours, and to be marked as taken from nowhere.

    Raises:
        InputError: The id is invalid or taken, a file cannot be read or holds no tables, or the folder is there or
            cannot be written.
    """
    from bombsight.service.importing.importing import import_new_game

    paths = to_paths(files)
    if not paths:
        raise InputError(
            "a game of no tables", "", "Name a file, as in bombsight.new_from_tables('oracle', ['t.csv'])."
        )
    place = None if folder is None else Path(folder)
    return import_new_game(name, paths, place, to_paths(folders), as_package=as_package, is_own=own)


@check_arguments
def compare(
    game: AnyPath,
    files: Iterable[AnyPath],
    rules: Rules = DEFAULT_RULES,
    *,
    words: AnyPath | None = None,
    partial: bool = False,
) -> Compared:
    """Lay transcriptions beside a game's tables, cell by cell.

    Args:
        game: The game's id, or its folder.
        files: The transcriptions, at least one: any format that can be imported, or figures in JSON.
        rules: The rules in force.
        words: A list of what their words and tables are called in the game.
        partial: Whether a row that the files do not have is no difference.

    Raises:
        InputError: A file cannot be read, or holds no tables; or there is no such game, variant or option.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.comparing.comparing import compare_files
    from bombsight.service.comparing.words import read_word_list
    from bombsight.service.games.requests import request_for_game

    paths = to_paths(files)
    if not paths:
        raise InputError("nothing to compare", "", "Name a file, as in bombsight.compare('my_game', ['copy.csv']).")
    word_list = None if words is None else read_word_list(Path(words))
    return compare_files(request_for_game(str(game), rules), paths, word_list, is_partial=partial)


@check_arguments
def new_house_rule(
    name: str,
    game: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    tables: Iterable[str] = (),
    row: str = "",
    column: str = "",
    add: Iterable[str] = (),
    lines: Iterable[str] = (),
    by: str = "A. Player",
) -> str:
    """Draft a house rule that quotes what it changes, and return its text.

    Args:
        name: The name of the house rule.
        game: The game's id, or its folder.
        rules: The rules in force: what errata changed is quoted as changed.
        tables: The ids of tables or enums to quote; one, if ``row``, ``column`` or ``add`` is given.
        row: The keys of a row of that table, or a modifier of it.
        column: The head of a column, for one cell of that row.
        add: Lines to add to that table.
        lines: Procedures and the like to quote, ``NAME``, or one line of them, ``NAME: LINE``.
        by: Whose rule it is.

    Raises:
        InputError: The name is invalid; or a place does not exist or cannot be quoted.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.scaffolding.house import draft_house_rule, quote_targets

    targets = quote_targets(tables=tuple(tables), row=row, column=column, add=tuple(add), lines=tuple(lines))
    return draft_house_rule(str(game), rules, name, targets, by)
