"""The command ``help``: shows pages of the manual, and finds help on words."""

from __future__ import annotations

from typing import Annotated, Any

from click import echo, get_current_context

from bombsight.cli.parameters import Folders
from bombsight.cli.signatures import Argument


def help(
    word: Annotated[
        str | None,
        Argument(
            metavar="[PAGE|WORD]",
            help="A page, a word of the language, a finding's code, a command, a game.",
            kind="page",
        ),
    ] = None,
    section: Annotated[str | None, Argument(metavar="[SECTION]", help="A section of the page.", kind="section")] = None,
    path: Folders = None,
) -> None:
    """Read the manual: its pages, or what it says of a word. Without one, list what there is."""
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.manual import show_manual, show_page_list, show_search_results
    from bombsight.service.lookup.manual import (
        find_readme_error,
        find_section,
        load_game_page,
        load_pages,
        no_help_error,
        no_page_error,
        search_pages,
        section_for_word,
        similar_topics,
    )

    commands = command_help_texts(get_current_context().parent)
    if word is None:
        show_page_list(load_pages().values())
        return
    if word in commands and section is None:  # a game may share its id with a page or a word
        echo(commands[word])
    page = load_pages().get(word.removesuffix(".md").lower()) or load_game_page(word, rules_from_options(path).folders)
    if page is not None:
        show_manual(page if section is None else find_section(page, section))
        return
    if section is not None:
        raise no_page_error(word)
    if show_finding_page(word):
        return
    word_section = section_for_word(word.lower())
    if word_section is not None:
        show_manual(word_section)
    elif (unwritten := find_readme_error(word, rules_from_options(path).folders)) is not None:
        raise unwritten
    elif word not in commands:
        from bombsight.service.lint.codes_catalog import all_codes

        codes = all_codes()
        matches = search_pages(word) if " " in word or not similar_topics(word, commands, codes) else []
        if not matches:
            raise no_help_error(word, commands, codes)
        show_search_results(word, matches)


def command_help_texts(parent: Any) -> dict[str, str]:
    """The help text of each command of a program, by its name.

    Args:
        parent: The click context of the group of all commands.
    """
    names = parent.command.list_commands(parent)
    commands = {name: parent.command.get_command(parent, name) for name in names}
    return {
        name: command.get_help(command.context_class(command, info_name=name, parent=parent))
        for name, command in commands.items()
    }


def show_finding_page(word: str) -> bool:
    """Print the page of a finding with this code or name; return whether there is one."""
    from bombsight.cli.lint.pages import show_page
    from bombsight.service.lint.codes_catalog import all_codes

    codes_by_name = {name: code for code in all_codes().values() for name in (code.code.lower(), code.name)}
    if word.lower() in codes_by_name:
        show_page(codes_by_name[word.lower()])
    return word.lower() in codes_by_name
