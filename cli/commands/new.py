"""The command ``new``: begins a game or a house rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bombsight.boundary.errors import InputError
from bombsight.cli.parameters import Folders
from bombsight.cli.signatures import Argument, Option


def new(
    name: Annotated[str | None, Argument(metavar="[NAME]", help="What it is called.")] = None,
    house: Annotated[
        str | None, Option("--house", metavar="GAME", help="Begin a house rule for it.", kind="game")
    ] = None,
    example: Annotated[
        str | None,
        Option(
            "--example",
            metavar="EXAMPLE",
            help="Copy an example: lighthouse (a game), crack-shot (a house rule), group (a campaign of many).",
        ),
    ] = None,
    from_: Annotated[
        list[Path] | None,
        Option(
            "--from",
            metavar="FILE",
            help="Make it of the tables in this file or folder: CSV, Markdown, HTML, xlsx, Foundry, Datasworn, DMN; "
            "may be repeated.",
            kind="file",
        ),
    ] = None,
    into: Annotated[
        Path | None, Option("--into", metavar="FOLDER", help="With --from: add the tables to this game.", kind="folder")
    ] = None,
    own: Annotated[
        bool, Option("--own", help="With --from: the tables are yours, and marked as taken from nowhere.")
    ] = False,
    replace: Annotated[
        bool, Option("--replace", help="With --into: put them in the place of tables with their titles.")
    ] = False,
    table: Annotated[
        list[str] | None,
        Option("--table", metavar="ID", help="Of this table or enum; may be repeated.", kind="table"),
    ] = None,
    row: Annotated[str, Option("--row", metavar="KEYS", help="Quote this row of it, or modifier.")] = "",
    column: Annotated[str, Option("--column", metavar="HEAD", help="Quote this cell of the row.")] = "",
    add: Annotated[
        list[str] | None,
        Option("--add", metavar="LINE", help="Add this line to it; may be repeated."),
    ] = None,
    line: Annotated[
        list[str] | None,
        Option(
            "--line",
            metavar="NAME[: LINE]",
            help="Quote a procedure or the like, or a line of it, named or by what it says; may be repeated.",
        ),
    ] = None,
    package: Annotated[
        bool, Option("--package", help="Put a Python package, a README, a licence and hosted checks around the game.")
    ] = False,
    by: Annotated[str, Option("--by", metavar="AUTHOR", help="Whose rule it is.")] = "A. Player",
    out: Annotated[
        Path | None,
        Option("--out -o", old_names="--output", metavar="PATH", help="Write it there; - prints a house rule."),
    ] = None,
    path: Folders = None,
) -> None:
    """Begin a game of your own: a folder with a small one that plays. With --house, begin a house rule.

    With --example, copy an example as it is, into a folder or file called NAME; a game keeps its id. With --from, make
    a game of tables that are there: `bombsight help import`.
    """
    from bombsight.cli.parameters import rules_from_options

    if example is not None:
        if house or package or from_ or into or table or row or column or add or line or str(out) == "-":
            raise InputError("an example is copied as it is", "", "Give --example with a NAME or -o PATH alone.")
        from bombsight.cli.games.new_game import show_copied_example
        from bombsight.service.scaffolding.examples import copy_example, default_target

        show_copied_example(copy_example(example, out or default_target(example, name or "")))
        return
    if from_ or into:
        if house or table or row or column or add or line or str(out) == "-":
            raise InputError("tables are taken as they are", "", "Give --from with a NAME, or with --into FOLDER.")
        show_imported_tables(name, from_ or [], into, out, path, as_package=package, replace=replace, is_own=own)
        return
    if replace or own:
        how = "--into FOLDER --from FILE --replace" if replace else "NAME --from FILE --own"
        raise InputError("it is not said of which tables", "", f"Write bombsight new {how}.")
    if name is None:
        raise InputError("it has no name yet", "", "Write bombsight new NAME.")
    rules = rules_from_options(path)
    if house is None:
        if table or row or column or add or line:
            raise InputError("it is not said for which game the house rule is", "", "Name it: --house GAME")
        from bombsight.cli.games.new_game import show_new_game
        from bombsight.service.scaffolding.game import create_game

        show_new_game(create_game(name, out, rules.folders, as_package=package), as_package=package)
        return
    if package:
        raise InputError("a house rule is no game to be packed", "", "Leave --package or --house out.")
    from bombsight.cli.games.graphs import write_or_print
    from bombsight.cli.games.new_game import show_new_house_rules
    from bombsight.service.common.files import write_new_file
    from bombsight.service.scaffolding.house import CHANGE_COMMENT, draft_house_rule, quote_targets

    targets = quote_targets(tables=table or (), row=row, column=column, add=add or (), lines=line or ())
    text = draft_house_rule(house, rules, name, targets, by)
    file = out if out is not None else Path(f"{name}.rules")
    if str(file) == "-":
        write_or_print(text, None)
    else:
        write_new_file(file, text)
        show_new_house_rules(house, file, quotes=CHANGE_COMMENT in text)


def show_imported_tables(
    name: str | None,
    files: list[Path],
    into: Path | None,
    out: Path | None,
    folders: list[Path] | None,
    *,
    as_package: bool,
    replace: bool,
    is_own: bool,
) -> None:
    """Make a game of files of tables, or add them to one that is there, and print what came of them.

    Args:
        name: The id of a new game.
        files: The files and folders.
        into: The folder of a game that is there.
        out: The folder of a new game.
        folders: More folders of games.
        as_package: Whether to put a Python package around a new game.
        replace: Whether tables take the place of those that are called alike.
        is_own: Whether the tables are the user's own.

    Raises:
        InputError: The arguments do not belong together, or the import fails.
    """
    from bombsight.cli.games.imported_tables import show_import
    from bombsight.cli.parameters import rules_from_options
    from bombsight.service.importing.importing import import_into_game, import_new_game

    if not files:
        raise InputError("it is not said which tables are wanted", "", "Name their file: --from FILE")
    if into is not None:
        if is_own:
            raise InputError("a game says of its chapters whose they are", "", "Leave out --own.")
        if name is not None or out is not None or as_package:
            raise InputError("tables go into a new game, or into one that is there", "", "Leave out NAME, or --into.")
        show_import(import_into_game(into, files, replace=replace))
    elif replace:
        raise InputError("a new game has no tables to replace", "", "Name the game that has them: --into FOLDER")
    elif name is None:
        raise InputError("it has no name yet", "", "Write bombsight new NAME --from FILE.")
    else:
        ids = rules_from_options(folders).folders
        show_import(import_new_game(name, files, out, ids, as_package=as_package, is_own=is_own))
