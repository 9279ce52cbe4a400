"""The values that can stand at a place of a command line, by their kind."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

import click
from click.shell_completion import CompletionItem

from bombsight.cli.completion import COMPLETE_VARIABLE

if TYPE_CHECKING:
    from bombsight.cli.signatures import ValueKind
    from bombsight.service.lookup.candidates import Candidate

POLICIES = ("auto", "random", "learned", "thoughtful")

FILES = CompletionItem("", type="file")
FOLDERS = CompletionItem("", type="dir")


def complete_kind(kind: ValueKind, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """List the values of a kind that begin with a text; for files and folders an item with which the shell lists them.

    Args:
        kind: What the values are.
        ctx: The context of the command, with the parameters that stand before.
        incomplete: The text at the cursor.
    """
    from bombsight.service.lookup import candidates

    game, folders = named_game(ctx), tuple(ctx.params.get("path") or ())
    match kind:
        case "" | "file":
            return [FILES]
        case "folder":
            return [FOLDERS]
        case "game":
            return [*matching_items(candidates.game_candidates(folders), incomplete), FOLDERS]
        case "game or path":
            return [*matching_items(candidates.game_candidates(folders), incomplete), FILES]
        case "save":
            return [*save_items(incomplete), FILES]
        case "game or save":
            return [*matching_items(candidates.game_candidates(folders), incomplete), *save_items(incomplete), FILES]
        case "table" | "procedure" | "variant":
            found = candidates.item_candidates(game, folders, (kind,))
        case "errata":
            found = candidates.item_candidates(game, folders, (kind, "preferences"))
        case "pin":
            found = candidates.item_candidates(game, folders, ("table",))
        case "node":
            found = candidates.item_candidates(game, folders, candidates.FOCUS_KINDS)
        case "item":
            found = candidates.item_candidates(game, folders)
        case "option":
            found = candidates.option_candidates(game, folders)
        case "seat":
            found = candidates.seat_candidates(game, folders)
        case "player":
            group = ctx.params.get("group")
            found = candidates.player_candidates(group) if isinstance(group, Path) else []
        case "code":
            found = candidates.code_candidates(incomplete)
        case "codes":
            found = code_list_candidates(incomplete)
        case "page":
            found = [*candidates.page_candidates(), *candidates.game_candidates(folders), *command_candidates(ctx)]
            found += candidates.code_candidates(incomplete) if incomplete else []
        case "section":
            found = candidates.section_candidates(str(ctx.params.get("word")))
        case "policy":
            found = [candidates.Candidate(policy) for policy in POLICIES]
        case _:
            assert_never(kind)
    return matching_items(found, incomplete)


def named_game(ctx: click.Context) -> str:
    """The game that a command line names, as an argument or after `--house` of `new`; empty if it names none yet."""
    named = next((ctx.params[name] for name in ("game", "what", "house") if isinstance(ctx.params.get(name), str)), "")
    return str(named)


def matching_items(found: Iterable[Candidate], incomplete: str) -> list[CompletionItem]:
    """The candidates that begin with a text."""
    return [CompletionItem(each.value, help=each.help or None) for each in found if each.value.startswith(incomplete)]


def save_items(incomplete: str) -> list[CompletionItem]:
    """The user's saves whose path or name begins with a text."""
    from bombsight.service.lookup import candidates

    return [CompletionItem(each.value, help=each.help, is_path=True) for each in candidates.save_candidates(incomplete)]


def code_list_candidates(incomplete: str) -> list[Candidate]:
    """The lists of codes that begin with a text, `T003,V0`: its last code is completed, by one not in the list yet."""
    from bombsight.service.lookup.candidates import Candidate, code_candidates

    beginning = incomplete.rpartition(",")[2].lstrip()
    kept = incomplete[: len(incomplete) - len(beginning)]
    chosen = {code.strip() for code in kept.split(",")}
    return [Candidate(kept + each.value, each.help) for each in code_candidates(beginning) if each.value not in chosen]


def command_items(group: click.Group, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The commands that begin with a text, with what they do.

    bash shows no help: so their modules are not imported for it.
    """
    names = [name for name in group.list_commands(ctx) if name.startswith(incomplete)]
    if os.environ.get(COMPLETE_VARIABLE, "").startswith("bash"):
        return [CompletionItem(name) for name in names]
    return [CompletionItem(name, help=group.commands[name].short_help) for name in names]


def command_candidates(ctx: click.Context) -> list[Candidate]:
    """The names of all commands."""
    from bombsight.service.lookup.candidates import Candidate

    group = ctx.find_root().command
    return [Candidate(name) for name in group.list_commands(ctx)] if isinstance(group, click.Group) else []
