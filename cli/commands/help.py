"""``bombsight help``: the pages that come with the program, and what leads to other help."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from bombsight.cli.parameters import Folders


def help(
    ctx: typer.Context,
    word: Annotated[
        str | None,
        typer.Argument(
            metavar="[PAGE|WORD]",
            help="A page, a word of the language, a finding's code, a command, a game.",
            show_default=False,
        ),
    ] = None,
    section: Annotated[
        str | None, typer.Argument(metavar="[SECTION]", help="A section of the page.", show_default=False)
    ] = None,
    path: Folders = None,
) -> None:
    """Read the manual: its pages, or what it says of a word. Without one, list what there is."""
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.manual import read, show_found, show_pages
    from bombsight.service.lookup.manual import (
        close_to,
        no_help,
        no_page,
        page_of_game,
        pages,
        search,
        section_of,
        section_on,
    )

    commands = commands_of(ctx.parent)
    if word is None:
        show_pages(pages().values())
        return
    if word in commands and section is None:  # which may be called as a page or a word of the language is, too
        typer.echo(commands[word])
    page = pages().get(word.removesuffix(".md").lower()) or page_of_game(word, rules_of(path).folders)
    if page is not None:
        read(page if section is None else section_of(page, section))
        return
    if section is not None:
        raise no_page(word)
    if is_finding(word):
        return
    explained = section_on(word.lower())
    if explained is not None:
        read(explained)
    elif word not in commands:
        from bombsight.service.lint.pages import all_codes

        codes = all_codes()
        found = search(word) if " " in word or not close_to(word, commands, codes) else []
        if not found:
            raise no_help(word, commands, codes)
        show_found(word, found)


def commands_of(parent: Any) -> dict[str, str]:
    """What each command of a program says of itself, by its name.

    Args:
        parent: The context of the group of all commands.
    """
    names = parent.command.list_commands(parent)
    commands = {name: parent.command.get_command(parent, name) for name in names}
    return {
        name: command.get_help(command.context_class(command, info_name=name, parent=parent))
        for name, command in commands.items()
    }


def is_finding(word: str) -> bool:
    """Whether a word is the code or the name of a finding, whose page is shown then."""
    from bombsight.cli.lint.pages import show_page
    from bombsight.service.lint.pages import all_codes

    known = {name: code for code in all_codes().values() for name in (code.code.lower(), code.name)}
    if word.lower() in known:
        show_page(known[word.lower()])
    return word.lower() in known
